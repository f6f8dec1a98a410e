// The dock below the felt: actions in turn, advance actions while others act, or what to do to be
// dealt in. Buttons keep their places through the hand.
import { html, useEffect } from "../lib.js";
import { Icon } from "../art/icons.js";
import { mainWager } from "../core/wager.js";
import { myTurn, ownSeat } from "../core/table_state.js";
import { setOptions } from "../state/play.js";
import { ActionBar } from "./action_bar.js";
import { AdvanceBar } from "./advance_bar.js";
import { DrawBar } from "./draw_bar.js";
import { SeatBar } from "./seat_bar.js";
import { setKeys } from "./dock_keys.js";

/** @typedef {import("../state/tables.js").Store} Store */
/** @typedef {import("../protocol.js").View} View */

/** @param {{label: string, checked: boolean, testid: string, onChange: (on: boolean) => void}} p */
export const Check = ({ label, checked, testid, onChange }) => html`
  <label class="check">
    <input type="checkbox" checked=${checked} data-testid=${testid}
      onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} />
    <span class="box"><${Icon} name="check" size=${14} /></span><span>${label}</span>
  </label>`;

/** @param {{store: Store, view: View}} p */
export function Switches({ store, view }) {
  const { options } = view.own;
  const antes = view.info.stakes.big_blind === 0;
  return html`
    <div class="switches">
      <${Check} label="Sit out next hand" checked=${options.sit_out} testid="switch-sit-out"
        onChange=${(/** @type {boolean} */ on) => setOptions(store, { sit_out: on })} />
      ${
        antes
          ? html`<${Check} label="Post antes automatically" checked=${options.auto_ante}
            testid="switch-auto-post"
        onChange=${(/** @type {boolean} */ on) => setOptions(store, { auto_ante: on })} />`
          : html`<${Check} label="Post blinds automatically" checked=${options.auto_post}
            testid="switch-auto-post"
        onChange=${(/** @type {boolean} */ on) => setOptions(store, { auto_post: on })} />`
      }
      <${Check} label="Leave after this hand" checked=${options.leave_after_hand}
        testid="switch-leave"
        onChange=${(/** @type {boolean} */ on) => setOptions(store, { leave_after_hand: on })} />
    </div>`;
}

/** What the room said to the last press. @param {{store: Store}} p */
function Say({ store }) {
  const say = store.say.value;
  useEffect(() => {
    if (!say) return undefined;
    const timer = window.setTimeout(() => {
      store.say.value = null;
    }, 7000);
    return () => window.clearTimeout(timer);
  }, [say]);
  if (!say) return null;
  return html`
    <p class=${`say level-${say.kind}`} role="status" data-testid="say">
      <${Icon} name=${say.kind === "stop" ? "stop" : "info"} size=${16} />
      <span>${say.text}</span>${say.code && html`<small>${say.code}</small>`}
    </p>`;
}

/** Which bar stands in the dock. @param {View} view */
export function dockKind(view) {
  const seat = ownSeat(view);
  if (!seat) return "watch";
  if (view.own.legal?.show_or_muck) return "seat";
  if (myTurn(view)) {
    if ((view.own.legal?.draw_max ?? -1) >= 0 && view.street === "draw") return "draw";
    return "act";
  }
  if (seat.in_hand && !seat.all_in && view.hand_id && !view.ended) return "advance";
  return "seat";
}

/**
 * `switches`: whether sitting out and the like stand beside the buttons.
 * @param {{store: Store, view: View, stale: boolean, phone: boolean, compact: boolean,
 *   switches: boolean, onSit: () => void, onTopUp: () => void}} p
 */
export function Dock({ store, view, stale, phone, compact, switches, onSit, onTopUp }) {
  const kind = dockKind(view);
  if (!["act", "advance", "draw"].includes(kind) || stale) setKeys(store.id, {});
  const wager = view.own.legal ? mainWager(view.own.legal) : null;
  const sized = kind === "act" && Boolean(wager) && view.info.limit !== "fixed";
  return html`
    <section class=${`dock kind-${kind}${sized ? " sized" : ""}`} aria-label=${`Actions at ${view.info.name}`}
      data-testid="dock" data-kind=${kind} data-prompt=${store.prompt} inert=${stale ? true : undefined}>
      <${Say} store=${store} />
      ${switches && kind !== "watch" && html`<${Switches} store=${store} view=${view} />`}
      ${
        kind === "act" &&
        html`<${ActionBar} key=${store.prompt} store=${store} view=${view}
        phone=${phone} compact=${compact} />`
      }
      ${kind === "draw" && html`<${DrawBar} key=${store.prompt} store=${store} view=${view} />`}
      ${kind === "advance" && html`<${AdvanceBar} store=${store} view=${view} />`}
      ${
        (kind === "seat" || kind === "watch") &&
        html`
        <${SeatBar} store=${store} view=${view} onSit=${onSit} onTopUp=${onTopUp} />`
      }
    </section>`;
}
