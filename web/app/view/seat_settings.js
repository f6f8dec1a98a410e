// Switches of the own seat that are rarer than those in the dock.
import { html } from "../lib.js";
import { money } from "../core/money.js";
import { needsAnte } from "../core/table_state.js";
import { setOptions } from "../state/play.js";

/** @typedef {import("../protocol.js").SeatOptions} SeatOptions */

/**
 * @param {{label: string, words: string, testid: string, checked: boolean,
 *   onChange: (on: boolean) => void}} p
 */
const Row = ({ label, words, testid, checked, onChange }) => html`
  <label class="setting"><span><b>${label}</b><small>${words}</small></span>
    <input type="checkbox" class="toggle" checked=${checked} data-testid=${testid}
      onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} /></label>`;

/**
 * @param {{store: import("../state/tables.js").Store, view: import("../protocol.js").View}} p
 */
export function SeatSettings({ store, view }) {
  const { options } = view.own;
  const { buy_in_max: most, currency, stakes } = view.info;
  /** @param {Partial<SeatOptions>} change */
  const set = (change) => void setOptions(store, change);
  return html`
    <section aria-label="Your seat here" data-testid="seat-settings">
      <h3>Your seat at ${view.info.name}</h3>
      <${Row} label="Muck beaten hands" words="Without being asked at the showdown."
        testid="seat-auto-muck" checked=${options.auto_muck}
        onChange=${(/** @type {boolean} */ on) => set({ auto_muck: on })} />
      ${
        stakes.big_blind > 0 &&
        html`<${Row} label="Sit out at the big blind" words="You play until it reaches you."
        testid="seat-out-big-blind" checked=${options.sit_out_next_big_blind}
        onChange=${(/** @type {boolean} */ on) => set({ sit_out_next_big_blind: on })} />`
      }
      ${
        needsAnte(view) &&
        html`<${Row} label="In every hand" words="Without this you say “I’m in” for each hand."
        testid="seat-auto-ante" checked=${options.auto_ante}
        onChange=${(/** @type {boolean} */ on) => set({ auto_ante: on })} />`
      }
      <${Row} label="Top up by itself" words=${`Between hands, to ${money(most, currency)}.`}
        testid="seat-auto-top-up" checked=${options.auto_top_up > 0}
        onChange=${(/** @type {boolean} */ on) => set({ auto_top_up: on ? most : 0 })} />
    </section>`;
}
