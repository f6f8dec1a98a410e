// Stacks of chips. They decorate; the number beside them is the truth.
import { html } from "../lib.js";

/** Value in minor units, colour of the body, of the inlays. */
const CHIPS = /** @type {[number, string, string][]} */ ([
  [500000, "#2C6CB8", "#E8EEF5"],
  [100000, "#D79A2B", "#FFF3D9"],
  [50000, "#6F55B8", "#E9E2F7"],
  [10000, "#23292F", "#D9DEE2"],
  [2500, "#277A54", "#E3F2EA"],
  [500, "#C0443F", "#F6E3E1"],
  [100, "#E6E0D0", "#8D8570"],
  [25, "#96593E", "#F1DFD5"],
  [5, "#64727B", "#E4E9EC"],
]);
const MOST = 5;

/**
 * Greedy, five at most, the biggest first.
 * @param {number} amount
 * @returns {[number, string, string][]}
 */
export function chipsOf(amount) {
  /** @type {[number, string, string][]} */
  const stack = [];
  let rest = amount;
  for (const chip of CHIPS) {
    while (rest >= chip[0] && stack.length < MOST) {
      stack.push(chip);
      rest -= chip[0];
    }
  }
  return stack.length ? stack : [CHIPS[CHIPS.length - 1]];
}

/** One chip seen from the side at a height. @param {{y: number, body: string, inlay: string}} p */
const Chip = ({ y, body, inlay }) => html`
  <g>
    <path d=${`M1 ${y}v4a11 4.500 0 0 0 22 0v-4Z`} fill=${body} stroke="#0009" stroke-width=".6" />
    <path d=${`M4 ${y + 2.6}v4l2.600 1.100v-4ZM10.400 ${y + 4.3}v4h3.200v-4ZM17.400 ${y + 3.8}v4l2.600-1.100v-4Z`} fill=${inlay} />
    <ellipse cx="12" cy=${y} rx="11" ry="4.600" fill=${body} stroke="#0006" stroke-width=".5" />
    <ellipse cx="12" cy=${y} rx="7.200" ry="2.800" fill="none" stroke=${inlay} stroke-width="1"
      opacity=".75" />
  </g>`;

/** @param {{amount: number, size?: number}} p */
export function ChipStack({ amount, size = 24 }) {
  const stack = chipsOf(amount);
  const height = 14 + stack.length * 4.6;
  return html`
    <svg class="chips" viewBox=${`0 0 24 ${height}`} width=${size} height=${(size * height) / 24}
      aria-hidden="true">
      ${stack.map(
        ([, body, inlay], at) =>
          html`<${Chip} y=${height - 10 - at * 4.6} body=${body} inlay=${inlay} />`,
      )}
    </svg>`;
}
