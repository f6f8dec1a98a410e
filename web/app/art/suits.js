// Outlines of suits and courts in a box of 100 by 100; the shapes differ, not only the colours.
import { html } from "../lib.js";

/** @type {Record<string, string>} */
export const SUIT_PATHS = {
  s: "M50 4C57 23 95 41 95 66A21.5 21.5 0 0 1 56 75C57 85 62 91 69 96H31C38 91 43 85 44 75A21.5 21.5 0 0 1 5 66C5 41 43 23 50 4Z",
  h: "M50 95C22 72 4 53 4 32A24.5 24.5 0 0 1 50 22A24.5 24.5 0 0 1 96 32C96 53 78 72 50 95Z",
  d: "M50 2C58 21 72 38 90 50C72 62 58 79 50 98C42 79 28 62 10 50C28 38 42 21 50 2Z",
  c: "M50 4A21 21 0 0 1 67 37C69 37 71 36.500 74 36.500A21.500 21.500 0 1 1 56 70C57 83 62 91 69 96H31C38 91 43 83 44 70A21.500 21.500 0 1 1 26 36.500C29 36.500 31 37 33 37A21 21 0 0 1 50 4Z",
};

const CROWN =
  "M14 76L5 34L30 52L50 24L70 52L95 34L86 76ZM14 84H86V95H14ZM46 1H54V8H61V15H54V24H46V15H39V8H46Z";
const CORONET =
  "M15 77L7 42L27 61L29 30L42 58L50 24L58 58L71 30L73 61L93 42L85 77ZM15 85H85V96H15Z";
const PLUME =
  "M90 4C52 6 22 34 21 71L10 95L19 98L28 81C64 82 93 52 90 4ZM31 73C41 53 54 37 72 24C57 40 45 56 36 75Z";
const BALLS = [
  [7, 34],
  [29, 22],
  [50, 15],
  [71, 22],
  [93, 34],
];

/** @param {{suit: string, x: number, y: number, size: number}} p */
export const Suit = ({ suit, x, y, size }) => html`
  <path d=${SUIT_PATHS[suit]} transform=${`translate(${x} ${y}) scale(${size / 100})`} />`;

/**
 * Crown, coronet or plume for king, queen and jack.
 * @param {{rank: string, x: number, y: number, size: number}} p
 */
export const Court = ({ rank, x, y, size }) => html`
  <g transform=${`translate(${x} ${y}) scale(${size / 100})`}>
    <path fill-rule="evenodd" d=${rank === "K" ? CROWN : rank === "Q" ? CORONET : PLUME} />
    ${rank === "Q" && BALLS.map(([cx, cy]) => html`<circle cx=${cx} cy=${cy} r="7" />`)}
  </g>`;
