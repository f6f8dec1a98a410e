// What a screen reader is told: streets, pots and wins politely; only the own turn at once.
import { signal } from "../lib.js";
import { cardNames } from "../core/cards.js";
import { leftMs, seconds } from "../core/clock.js";
import { money } from "../core/money.js";
import { factOf, myTurn, seatOf } from "../core/table_state.js";
import { STREETS } from "../core/words.js";
import { offset } from "../net/line.js";
import { onTableEvent } from "./tables.js";

export const polite = signal("");
export const assertive = signal("");

/** @param {import("../protocol.js").View} view @param {any} raw */
function sentence(view, raw) {
  const [name, fact] = factOf(raw);
  const who = fact.seat ? (seatOf(view, fact.seat)?.name ?? "") : "";
  const amount = money(fact.amount ?? 0, view.info.currency);
  if (name === "board_dealt")
    return `${STREETS[view.street] ?? "Board"}: ${cardNames(fact.cards ?? "")}.`;
  if (name === "pots_made" && view.pots.length)
    return `Pot ${money(view.pot_total, view.info.currency)}.`;
  if (name === "awarded") return `${who} wins ${amount}${fact.text ? ` with ${fact.text}` : ""}.`;
  if (name === "hand_cancelled") return "The hand is cancelled. All chips are back.";
  return "";
}

/** @param {import("../protocol.js").View} view */
export function turnSentence(view) {
  if (!view.turn) return "";
  const left = seconds(leftMs(view.turn.deadline_ms, Date.now(), offset.value));
  const price = view.own.legal?.call
    ? `${money(view.own.legal.call, view.info.currency)} to call.`
    : "Nothing to call.";
  return `Your turn. ${price} ${left} seconds.`;
}

onTableEvent((_store, before, after, event) => {
  const text = (event.facts ?? [])
    .map((/** @type {any} */ raw) => sentence(after, raw))
    .filter(Boolean)
    .join(" ");
  if (text) polite.value = text;
  if (myTurn(after) && before.turn?.turn !== after.turn?.turn)
    assertive.value = turnSentence(after);
});
