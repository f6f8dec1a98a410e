// Events told as lines, for the table's log and the replayer.
import { cardSigns } from "./cards.js";
import { groupedNumber, money } from "./money.js";
import { applyFact, factOf, seatOf } from "./table_state.js";
import { STREETS } from "./words.js";

/** @typedef {import("../protocol.js").View} View */
/** @typedef {{kind: "hand" | "act" | "street" | "win" | "note", who: string, text: string}} Line */

const POSTS = /** @type {Record<string, string>} */ ({
  small_blind: "posts the small blind",
  big_blind: "posts the big blind",
  ante: "pays the ante",
  big_blind_ante: "pays the ante for all",
  live: "posts",
  dead: "posts dead",
});
const REASONS = /** @type {Record<string, string>} */ ({
  timeout: ", out of time",
  disconnected: ", line lost",
  away: ", away",
  left: ", has left",
});

/** By the board's length as text. */
const BOARD_STREETS = /** @type {Record<number, string>} */ ({ 6: "Flop", 8: "Turn", 10: "River" });

/** @param {any} fact @param {string} currency */
function actedText(fact, currency) {
  const paid = money(fact.paid ?? 0, currency);
  const to = money(fact.bet ?? 0, currency);
  const words = /** @type {Record<string, string>} */ ({
    fold: "folds",
    check: "checks",
    call: `calls ${paid}`,
    bet: `bets ${to}`,
    raise: `raises to ${to}`,
    complete: `completes to ${to}`,
    bring_in: `brings in ${to}`,
    show: "shows",
    muck: "mucks",
    all_in: `is all-in for ${to}`,
  });
  return `${words[fact.verb] ?? fact.verb}${fact.all_in ? ", all-in" : ""}${REASONS[fact.reason] ?? ""}`;
}

/** @param {any} fact @param {string} currency */
function awardText(fact, currency) {
  const half = fact.half ? `${fact.half} ` : "";
  const odd = fact.odd ? `, odd chip ${money(fact.odd, currency)} included` : "";
  return `wins ${half}${money(fact.amount ?? 0, currency)}${fact.text ? ` with ${fact.text}` : ""}${odd}`;
}

/**
 * One fact as lines; `view` is the table after it.
 * @param {View} view @param {import("../protocol.js").Fact} raw @returns {Line[]}
 */
export function factLines(view, raw) {
  const [name, fact] = factOf(raw);
  const who = fact.seat ? (seatOf(view, fact.seat)?.name ?? "") : "";
  const { currency } = view.info;
  /** @param {Line["kind"]} kind @param {string} text @returns {Line[]} */
  const line = (kind, text) => [{ kind, who, text }];
  switch (name) {
    case "hand_started": {
      const button = seatOf(view, fact.button ?? 0)?.name;
      return [
        {
          kind: "hand",
          who: "",
          text: `Hand ${groupedNumber(fact.number ?? 0)}${button ? ` · button ${button}` : ""}`,
        },
      ];
    }
    case "posted":
      return line("act", `${POSTS[fact.kind] ?? "posts"} ${money(fact.amount ?? 0, currency)}`);
    case "street_started":
      return ["flop", "turn", "river", "preflop", "showdown", "before_draw"].includes(fact.street)
        ? []
        : line("street", `${STREETS[fact.street]} · pot ${money(view.pot_total, currency)}`);
    case "board_dealt": {
      const street = BOARD_STREETS[(fact.board ?? "").length] ?? "Board";
      return line(
        "street",
        `${street} ${cardSigns(fact.cards ?? "")} · pot ${money(view.pot_total, currency)}`,
      );
    }
    case "acted":
      return ["draw", "stand_pat", "show", "muck"].includes(fact.verb)
        ? []
        : line("act", actedText(fact, currency));
    case "drew":
      return line("act", fact.count ? `draws ${fact.count}` : "stands pat");
    case "deck_mixed":
      return line("note", "The discards are shuffled into the deck");
    case "returned":
      return line("act", `takes back ${money(fact.amount ?? 0, currency)}`);
    case "shown": {
      const words = [fact.high, fact.low].filter(Boolean).join("; ");
      return line("act", `shows ${cardSigns(fact.cards ?? "")}${words ? `, ${words}` : ""}`);
    }
    case "mucked":
      return line("act", "mucks");
    case "awarded":
      return line("win", awardText(fact, currency));
    case "hand_cancelled":
      return line("note", `Hand cancelled, all chips are back. ${fact.reason ?? ""}`);
    case "note":
      // The sentence names whom it is about.
      return [{ kind: "note", who: "", text: fact.text ?? "" }];
    default:
      return [];
  }
}

/**
 * The lines of an event. @param {View} before @param {import("../protocol.js").PublicEvent} event
 * @returns {Line[]}
 */
export function eventLines(before, event) {
  /** @type {Line[]} */
  const lines = [];
  let view = before;
  for (const fact of event.facts ?? []) {
    view = applyFact(view, fact);
    lines.push(...factLines(view, fact));
  }
  return lines;
}
