// Playing cards: faces and backs, drawn in a box of 100 by 140.
import { html } from "../lib.js";
import { cardName, rankText } from "../core/cards.js";
import { Court, Suit } from "./suits.js";

/** Under this width a card shows its rank and one pip only. */
const SMALL_PX = 48;

/**
 * The rank; a ten has two figures, which are drawn narrower and stand apart.
 * @param {{card: string, y: number, kind?: string}} p
 */
function Rank({ card, y, kind = "" }) {
  const rank = rankText(card);
  return rank === "10"
    ? html`<text x="5" y=${y} class=${`rank ten ${kind}`} textLength=${kind ? 62 : 58}
      lengthAdjust="spacingAndGlyphs">10</text>`
    : html`<text x="8" y=${y} class=${`rank ${kind}`}>${rank}</text>`;
}

/** @param {{card: string}} p */
function SmallFace({ card }) {
  return html`<g>
    <${Rank} card=${card} y=${60} kind="small" />
    <${Suit} suit=${card[1]} x=${36} y=${74} size=${54} />
  </g>`;
}

/** For fans: all that tells stands at the left, rank over suit. @param {{card: string}} p */
function FanFace({ card }) {
  return html`<g>
    <${Rank} card=${card} y=${59} kind="fan" />
    <${Suit} suit=${card[1]} x=${9} y=${74} size=${48} />
  </g>`;
}

/** @param {{card: string}} p */
function LargeFace({ card }) {
  const court = "KQJ".includes(card[0]);
  return html`<g>
    <${Rank} card=${card} y=${54} />
    <${Suit} suit=${card[1]} x=${9} y=${63} size=${26} />
    ${
      court
        ? html`<${Court} rank=${card[0]} x=${40} y=${76} size=${53} />`
        : html`<${Suit} suit=${card[1]} x=${42} y=${78} size=${50} />`
    }
  </g>`;
}

/**
 * A face. `look`: "plays" (outlined), "dead" (grey) or "". `width` in px decides how much is drawn.
 * @param {{card: string, width: number, look?: string, fan?: boolean, hidden?: boolean}} p
 */
export function Card({ card, width, look = "", fan = false, hidden = false }) {
  const Face = fan && width < 60 ? FanFace : width < SMALL_PX ? SmallFace : LargeFace;
  return html`
    <svg class=${`card suit-${card[1]} ${look}`} viewBox="0 0 100 140" width=${width}
      height=${Math.round(width * 1.4)} role="img" aria-hidden=${hidden ? "true" : undefined}
      aria-label=${cardName(card)} data-card=${card}>
      <rect class="paper" x="0.7" y="0.7" width="98.600" height="138.600" rx="8.500" />
      <${Face} card=${card} />
    </svg>`;
}

const WAVES = [14, 34, 54, 74, 94, 114].map((y) => `M10 ${y}q10-11 20 0t20 0t20 0t20 0`).join("");

/** A back. @param {{width: number}} p */
export const Back = ({ width }) => html`
  <svg class="card back" viewBox="0 0 100 140" width=${width} height=${Math.round(width * 1.4)}
    role="img" aria-label="face down">
    <rect class="rim" x="0.7" y="0.7" width="98.600" height="138.600" rx="9" />
    <rect class="cloth" x="6" y="6" width="88" height="128" rx="5" />
    <path class="wave" d=${WAVES} />
  </svg>`;
