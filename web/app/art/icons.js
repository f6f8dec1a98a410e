// Line icons in a box of 24, stroked in the text's colour.
import { html } from "../lib.js";

/** @type {Record<string, string>} */
const PATHS = {
  back: "M15 5l-7 7 7 7",
  menu: "M4 7h16M4 12h16M4 17h16",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12.500l4.500 4.500L19 7.500",
  chat: "M4 5h16v11h-9l-4 4v-4H4Z",
  moon: "M19 14.500A8 8 0 1 1 9.500 5a6.500 6.500 0 0 0 9.500 9.500Z",
  clock: "M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16ZM12 8v4.500l3 1.800",
  history: "M4.500 12a7.500 7.500 0 1 0 2.500-5.600L4.500 8.500M4.500 4v4.500H9M12 8v4.500l3 1.800",
  grow: "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
  tiles: "M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z",
  exit: "M14 5H6v14h8M10.500 12H20M16.500 8.500L20 12l-3.500 3.500",
  gear: "M12 9a3 3 0 1 1 0 6a3 3 0 0 1 0-6ZM12 3.500v3M12 17.500v3M3.500 12h3M17.500 12h3M6 6l2.100 2.100M15.900 15.900L18 18M18 6l-2.100 2.100M8.100 15.900L6 18",
  sound:
    "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500ZM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11",
  mute: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500ZM16 9.500l5 5M21 9.500l-5 5",
  offline:
    "M9.500 14.500l-2.300 2.300a3.200 3.200 0 0 1-4.500-4.500L5 10M14.500 9.500l2.300-2.300a3.200 3.200 0 0 1 4.500 4.500L19 14M4 4l16 16",
  lock: "M6 11h12v9H6ZM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  info: "M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16ZM12 11v5M12 8v.5",
  good: "M12 3.500l7 2.500v5.500c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6Z",
  stop: "M8.500 4h7L20 8.500v7L15.500 20h-7L4 15.500v-7ZM12 8v5M12 16v.5",
  search: "M10.500 4.500a6 6 0 1 1 0 12a6 6 0 0 1 0-12ZM15 15l4.500 4.500",
  play: "M8 5.500l10 6.500-10 6.500Z",
  pause: "M8 5v14M16 5v14",
  previous: "M18 5.500L9 12l9 6.500ZM6 5v14",
  next: "M6 5.500l9 6.500-9 6.500ZM18 5v14",
  chips: "M5 8c0-4 14-4 14 0s-14 4-14 0ZM5 8v4c0 4 14 4 14 0V8M5 12v4c0 4 14 4 14 0v-4",
  keyboard: "M3 7h18v10H3ZM6.500 10.500h.5M10 10.500h.5M13.500 10.500h.5M17 10.500h.5M8 14h8",
};

/** @param {{name: string, size?: number}} p */
export const Icon = ({ name, size = 20 }) => html`
  <svg class="icon" viewBox="0 0 24 24" width=${size} height=${size} fill="none"
    stroke="currentColor" stroke-width="1.700" stroke-linecap="round" stroke-linejoin="round"
    aria-hidden="true"><path d=${PATHS[name]} /></svg>`;

/** The room's mark: two waves on a tile. @param {{size?: number}} p */
export const Mark = ({ size = 26 }) => html`
  <svg class="mark" viewBox="0 0 26 26" width=${size} height=${size} aria-hidden="true">
    <rect width="26" height="26" rx="7" fill="#1D524D" />
    <path d="M5 10.500q4-4 8 0t8 0M5 16.500q4-4 8 0t8 0" fill="none" stroke="#D9EFEA"
      stroke-width="2.300" stroke-linecap="round" />
  </svg>`;

/** Strength of the line: three bars. @param {{rttMs: number}} p */
export const Bars = ({ rttMs }) => html`
  <svg class="icon bars" viewBox="0 0 16 14" width="16" height="14" aria-hidden="true">
    ${[5, 9, 13].map(
      (height, at) => html`
      <rect x=${at * 6} y=${14 - height} width="3.500" height=${height} rx="1" fill="currentColor"
        opacity=${rttMs <= [9999, 400, 150][at] ? 1 : 0.25} />`,
    )}
  </svg>`;
