// Filters as chips, each a native menu, with what is chosen in words; a search at the end.
import { html } from "../lib.js";
import { Icon } from "../art/icons.js";
import { BAND_NAMES, SIZE_NAMES } from "../core/lobby_list.js";
import { GAMES, LIMITS } from "../core/words.js";
import { filters } from "../state/lobby.js";

/**
 * @type {[("game" | "limit" | "stakes" | "seats" | "money"), string, string, Record<string, string>][]}
 */
const CHIPS = [
  ["game", "Game", "All seven", GAMES],
  ["limit", "Limit", "All", LIMITS],
  ["stakes", "Stakes", "Any", BAND_NAMES],
  ["seats", "Seats", "Any", SIZE_NAMES],
  ["money", "Money", "Any", { play: "Play chips", real: "Real" }],
];

export const LobbyFilters = () => html`
  <div class="filters" role="group" aria-label="Filters">
    ${CHIPS.map(([name, label, all, choices]) => {
      const value = filters.value[name];
      return html`
      <label class=${`filter${value ? " on" : ""}`}><span>${label}</span><b>${value ? choices[value] : all}</b><i aria-hidden="true">▾</i>
        <select aria-label=${label} value=${value} data-testid=${`filter-${name}`}
          onChange=${(/** @type {any} */ event) => {
            filters.value = { ...filters.value, [name]: event.target.value };
          }}>
          <option value="">${all}</option>
          ${Object.entries(choices).map(
            ([key, words]) => html`<option
            value=${key}>${words}</option>`,
          )}
        </select></label>`;
    })}
    <label class=${`filter${filters.value.open ? " on" : ""}`}><input type="checkbox"
      checked=${filters.value.open} data-testid="filter-open"
      onChange=${(/** @type {any} */ event) => {
        filters.value = { ...filters.value, open: event.target.checked };
      }} /><b>Free seat</b></label>
    <label class="search"><${Icon} name="search" size=${18} />
      <input type="search" placeholder="Find a table or player" aria-label="Find a table or player"
        value=${filters.value.text} data-testid="filter-text"
        onInput=${(/** @type {any} */ event) => {
          filters.value = { ...filters.value, text: event.target.value };
        }} /></label>
  </div>`;
