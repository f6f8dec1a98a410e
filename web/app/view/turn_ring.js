// The clock of the player to act: a ring with the seconds in it.
import { html } from "../lib.js";
import { leftMs, seconds } from "../core/clock.js";
import { offset } from "../net/line.js";
import { now, reducedMotion } from "../state/now.js";

const R = 22;
const ROUND = 2 * Math.PI * R;

/** @param {{turn: import("../protocol.js").Turn}} p */
export function TurnRing({ turn }) {
  const left = leftMs(turn.deadline_ms, now.value, offset.value);
  const shown = reducedMotion.value ? seconds(left) * 1000 : left;
  const part = turn.duration_ms ? Math.min(1, shown / turn.duration_ms) : 0;
  const tone = left <= 5000 ? "last" : turn.bank ? "bank" : "run";
  return html`
    <svg class=${`ring ${tone}`} viewBox="0 0 48 48" aria-hidden="true" data-testid="turn-ring">
      <circle class="ring-ground" cx="24" cy="24" r="24" />
      <circle class="ring-track" cx="24" cy="24" r=${R} />
      <circle class="ring-left" cx="24" cy="24" r=${R} stroke-dasharray=${ROUND}
        stroke-dashoffset=${ROUND * (1 - part)} transform="rotate(-90 24 24)" />
      <text x="24" y="25" class="ring-text">${seconds(left)}</text>
    </svg>`;
}

/** Seconds left, as text that ticks. @param {{deadline: number}} p */
export const SecondsLeft = ({ deadline }) =>
  html`<span>${seconds(leftMs(deadline, now.value, offset.value))} s</span>`;
