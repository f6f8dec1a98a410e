// Own hands from the room's archive: the list, and one with its events.
import { fillInfo, fillSeat, fillSummary, fillView } from "../core/defaults.js";
import { applyFact } from "../core/table_state.js";
import { factLines } from "../core/log_lines.js";
import { call, query } from "../net/rest.js";

/** @typedef {import("../protocol.js").View} View */
/** @typedef {{view: View, line: string, street: string}} Step */

/** @param {string} tableId @param {string} [cursor] */
export async function loadHands(tableId, cursor) {
  const reply = await call("GET", `/api/hands${query({ table_id: tableId, size: 20, cursor })}`);
  return { hands: (reply.hands ?? []).map(fillSummary), next: reply.next_cursor ?? "" };
}

/** @param {string} handId @param {"events" | "text" | "phh" | "ohh"} format */
export const loadHand = (handId, format) => call("GET", `/api/hands/${handId}${query({ format })}`);

/**
 * A hand as steps: the table after each fact that has a line to tell, from the viewer's eyes.
 * @param {any} hand as the room sends it @param {string} accountId the viewer
 * @returns {Step[]}
 */
export function stepsOf(hand, accountId) {
  const seats = (hand.seats ?? []).map((/** @type {any} */ seat) => ({
    ...fillSeat(seat),
    connected: true,
    bank_ms: 0,
  }));
  const own = seats.find((/** @type {any} */ seat) => seat.account_id === accountId)?.seat ?? 0;
  const info = fillInfo(hand.info);
  const all = Array.from(
    { length: info.seats_max },
    (_, at) =>
      seats.find((/** @type {any} */ seat) => seat.seat === at + 1) ?? fillSeat({ seat: at + 1 }),
  );
  let view = fillView({
    table_id: hand.summary?.table_id,
    info: hand.info,
    state: "open",
    own: { seat: own },
  });
  view = { ...view, seats: all };
  /** @type {Step[]} */
  const steps = [];
  for (const event of hand.events ?? []) {
    for (const raw of event.facts ?? []) {
      view = withOwnCards(applyFact(view, raw), raw, own);
      // A replayed turn has no clock.
      if (view.turn) view = { ...view, turn: { ...view.turn, duration_ms: 0 } };
      const lines = factLines(view, raw);
      if (!lines.length) continue;
      steps.push({
        view,
        line: lines.map((line) => `${line.who} ${line.text}`.trim()).join(". "),
        street: view.street,
      });
    }
  }
  return steps;
}

/**
 * Cards that only these eyes saw.
 * @param {View} view
 * @param {any} raw
 * @param {number} own
 * @returns {View}
 */
function withOwnCards(view, raw, own) {
  const dealt = raw.dealt;
  if (dealt && dealt.seat === own)
    return { ...view, own: { ...view.own, cards: view.own.cards + (dealt.cards ?? "") } };
  const drew = raw.drew;
  if (drew && drew.seat === own && drew.cards) {
    const gone = new Set((drew.discards ?? "").match(/../g) ?? []);
    const kept = (view.own.cards.match(/../g) ?? []).filter((card) => !gone.has(card)).join("");
    return { ...view, own: { ...view.own, cards: kept + drew.cards } };
  }
  return view;
}
