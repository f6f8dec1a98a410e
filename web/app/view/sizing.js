// Choosing an amount: presets, steps, slider, and a field that takes "2.5b" and "60%".
import { html } from "../lib.js";
import { bigStep, sliderAmount, sliderPlace, smallStep } from "../core/wager.js";
import { PresetRow } from "./preset_row.js";

/** @typedef {import("../protocol.js").Wager} Wager */

/**
 * @param {{sizes: {label: string, amount: number | null}[], wager: Wager, amount: number | null,
 *   text: string, potTotal: number, stakes: import("../protocol.js").Stakes, sign: string,
 *   field: {current: HTMLInputElement | null}, onText: (text: string) => void,
 *   onAmount: (amount: number) => void, onSend: () => void}} p
 */
export function Sizing({
  sizes,
  wager,
  amount,
  text,
  potTotal,
  stakes,
  sign,
  field,
  onText,
  onAmount,
  onSend,
}) {
  const place = sliderPlace(amount ?? wager.min, wager, potTotal);
  const step = bigStep(stakes);
  const shown = amount ?? wager.min;
  return html`
    <div class="sizing">
      ${
        sizes.length > 0 &&
        html`<${PresetRow} sizes=${sizes} amount=${amount}
        onPick=${onAmount} />`
      }
      <div class="slider-row" onWheel=${(/** @type {WheelEvent} */ event) => {
        event.preventDefault();
        onAmount(shown + (event.deltaY < 0 ? step : -step));
      }}>
        <button type="button" class="step" aria-label="One big blind less" data-testid="less"
          onClick=${() => onAmount(shown - step)}>−</button>
        <input type="range" class="slider" min="0" max="1000" step="1" value=${place}
          aria-label="Amount" aria-valuetext=${text} data-testid="slider"
          style=${{ "--part": `${place / 10}%` }}
          onInput=${(/** @type {any} */ event) =>
            onAmount(
              sliderAmount(Number(event.target.value), wager, potTotal, smallStep(stakes)),
            )} />
        <button type="button" class="step" aria-label="One big blind more" data-testid="more"
          onClick=${() => onAmount(shown + step)}>+</button>
        <label class=${`amount${amount === null ? " wrong" : ""}`}>
          <span>${sign}</span>
          <input ref=${field} value=${text} inputmode="decimal" autocomplete="off"
            aria-label="Bet or raise to"
            maxlength="14" data-testid="amount" aria-invalid=${amount === null}
            onFocus=${(/** @type {any} */ event) => event.target.select()}
            onInput=${(/** @type {any} */ event) => onText(event.target.value)}
            onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
              if (event.key === "Enter") onSend();
              if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
            }} />
        </label>
      </div>
    </div>`;
}
