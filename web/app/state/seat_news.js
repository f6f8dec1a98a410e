// The own seat is gone, and not by a press on this page: say so, and why.
import { factOf } from "../core/table_state.js";
import { tell } from "./notices.js";
import { onTableEvent } from "./tables.js";

/** Notes that announce the loss of a seat. */
const REASONS = new Set(["slow_play", "seat_given_up", "sat_out_too_long", "removed"]);
/** The reason by table: it is told before the seat is free. */
const reasons = /** @type {Map<string, string>} */ (new Map());

onTableEvent((store, before, after, event) => {
  const mine = before.own.seat;
  if (!mine) return;
  for (const raw of event.facts ?? []) {
    const [name, fact] = factOf(raw);
    if (name === "note" && fact.seat === mine && REASONS.has(fact.code))
      reasons.set(store.id, fact.text ?? "");
  }
  if (after.own.seat) return;
  const why = reasons.get(store.id) ?? "";
  reasons.delete(store.id);
  tell({
    level: "info",
    code: "seat_gone",
    lead: `You have no seat at ${after.info.name} any more.`,
    text: `${why} Your chips are back in your balance.`.trim(),
    table_id: store.id,
    keep: Boolean(why),
  });
});
