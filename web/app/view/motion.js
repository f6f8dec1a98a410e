// Chips that go from whom to where: ghosts over the felt that end by themselves. What the table
// shows never waits for them.
import { html, useEffect, useRef } from "../lib.js";
import { factOf } from "../core/table_state.js";
import { placeOf } from "../geometry/curve.js";
import { reducedMotion } from "../state/now.js";

const EASE = "cubic-bezier(.2,.7,.2,1)";

/**
 * @param {HTMLElement} host @param {{x: number, y: number}} from @param {{x: number, y: number}} to
 * @param {number} ms
 */
function fly(host, from, to, ms) {
  const ghost = document.createElement("span");
  ghost.className = "ghost-chips";
  host.append(ghost);
  const run = ghost.animate(
    [
      { transform: `translate(${from.x}px, ${from.y}px)`, opacity: 1 },
      { transform: `translate(${to.x}px, ${to.y}px)`, opacity: 1, offset: 0.85 },
      { transform: `translate(${to.x}px, ${to.y}px)`, opacity: 0 },
    ],
    { duration: ms, easing: EASE },
  );
  run.onfinish = () => ghost.remove();
  run.oncancel = () => ghost.remove();
}

/**
 * @param {{store: import("../state/tables.js").Store, layout: import("../geometry/layout.js").Layout}} p
 */
export function Motion({ store, layout }) {
  const host = useRef(/** @type {HTMLElement | null} */ (null));
  const last = store.last.value;
  useEffect(() => {
    if (!last || !host.current || reducedMotion.value || document.hidden) return;
    const { event, before, after } = last;
    const n = after.info.seats_max;
    const middle = layout.total;
    /** @param {number} seat */
    const place = (seat) => placeOf(seat, after.own.seat, n);
    for (const raw of event.facts ?? []) {
      const [name, fact] = factOf(raw);
      if (name === "pots_made") {
        for (const seat of before.seats) {
          if (seat.bet > 0) fly(host.current, layout.bets[place(seat.seat)], middle, 260);
        }
      }
      if (name === "awarded" && layout.pods[place(fact.seat)]) {
        fly(host.current, middle, layout.pods[place(fact.seat)], 400);
      }
    }
  }, [last]);
  return html`<div class="motion" ref=${host} aria-hidden="true"></div>`;
}
