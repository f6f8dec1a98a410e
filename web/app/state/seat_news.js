// The own seat is gone, and not by a press on this page: say so, and why.
import { factOf } from "../core/table_state.js";
import { tell } from "./notices.js";
import { onTableEvent } from "./tables.js";

/** Notes that announce the loss of a seat; "" where the house gives its own reason. */
const REASONS = /** @type {Record<string, string>} */ ({
  slow_play: "Too many time-outs.",
  seat_given_up: "You were away too long.",
  sat_out_too_long: "You sat out too long.",
  removed: "",
});
/** The reason by table: it is told before the seat is free. */
const reasons = /** @type {Map<string, string>} */ (new Map());

onTableEvent((store, before, after, event) => {
  const mine = before.own.seat;
  if (!mine) return;
  for (const raw of event.facts ?? []) {
    const [name, fact] = factOf(raw);
    if (name === "note" && fact.seat === mine && fact.code in REASONS)
      reasons.set(store.id, REASONS[fact.code] || (fact.text ?? ""));
  }
  if (after.own.seat) return;
  const why = reasons.get(store.id) ?? "";
  reasons.delete(store.id);
  tell({
    level: "info",
    code: "seat_gone",
    lead: `Your seat at ${after.info.name} is gone.`,
    text: `${why} Your chips are back with you.`.trim(),
    table_id: store.id,
    keep: Boolean(why),
  });
});
