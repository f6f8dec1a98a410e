// The pot buttons: one press names an amount.
import { html } from "../lib.js";

/**
 * @param {{sizes: {label: string, amount: number | null}[], amount: number | null, onPick: (n: number) => void}} p
 */
export const PresetRow = ({ sizes, amount, onPick }) => html`
  <div class="presets" role="group" aria-label="Bet sizes">
    ${sizes.map(
      (size, at) => html`
      <button type="button" disabled=${size.amount === null} data-testid=${`preset-${at + 1}`}
        class=${at === sizes.findIndex((one) => one.amount !== null && one.amount === amount) ? "on" : ""}
        onClick=${() => size.amount !== null && onPick(size.amount)}>${size.label}</button>`,
    )}
  </div>`;
