// The felt with its rail and line: a lamp over dark water.
import { html } from "../lib.js";
import { curvePath } from "../geometry/curve.js";

/**
 * Quiet waves across the felt.
 * @param {number} cx
 * @param {number} cy
 * @param {number} a
 * @param {number} b
 */
function waves(cx, cy, a, b) {
  return [-0.62, -0.34, -0.04, 0.26, 0.56]
    .map((at, index) => {
      const y = cy + b * at;
      const half = a * (0.98 - Math.abs(at) * 0.35);
      const lift = index % 2 ? -10 : 12;
      return `M${cx - half} ${y}q${half / 2} ${lift} ${half} 0t${half} ${lift / 3}`;
    })
    .join("");
}

/** @param {{layout: import("../geometry/layout.js").Layout}} p */
export function Felt({ layout }) {
  // A page may hold two felts (the replayer's too), so the gradients' names tell them apart.
  const name = `${layout.mode}-${Math.round(layout.width)}-${Math.round(layout.height)}`;
  const {
    width,
    height,
    felt: { cx, cy, a, b, exponent, rail },
  } = layout;
  const line = rail * 2.25;
  return html`
    <svg class="felt" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}
      aria-hidden="true">
      <defs>
        <radialGradient id=${`felt-${name}`} gradientUnits="userSpaceOnUse" cx=${cx} cy=${cy} r=${a}
          gradientTransform=${`translate(0 ${cy * (1 - b / a)}) scale(1 ${b / a})`}>
          <stop class="felt-1" offset="0" /><stop class="felt-2" offset=".55" />
          <stop class="felt-3" offset="1.050" />
        </radialGradient>
        <linearGradient id=${`rail-${name}`} x1="0" y1="0" x2="0" y2="1">
          <stop class="rail-1" offset="0" /><stop class="rail-2" offset="1" />
        </linearGradient>
        <radialGradient id=${`room-${name}`} gradientUnits="userSpaceOnUse" cx=${cx} cy=${cy}
          r=${Math.max(a, b) * 1.45}>
          <stop class="room-1" offset="0" /><stop class="room-2" offset="1" />
        </radialGradient>
      </defs>
      <rect width=${width} height=${height} fill=${`url(#room-${name})`} />
      <path class="rail-shadow" d=${curvePath(cx, cy + 10, a + 2, b + 4, exponent)} />
      <path class="rail" d=${curvePath(cx, cy, a, b, exponent)} fill=${`url(#rail-${name})`} />
      <path class="rail-inner" d=${curvePath(cx, cy, a - rail + 3, b - rail + 3, exponent)} />
      <path class="cloth" d=${curvePath(cx, cy, a - rail, b - rail, exponent)}
        fill=${`url(#felt-${name})`} />
      <path class="waves" d=${waves(cx, cy, a - line, b - line)} />
      <path class="line" d=${curvePath(cx, cy, a - line, b - line, exponent)} />
    </svg>`;
}
