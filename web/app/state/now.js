// A clock for the page: ticks a few times a second, only while somebody looks at a running clock.
import { signal } from "../lib.js";

const TICK_MS = 200;
export const now = signal(Date.now());

window.setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, TICK_MS);

/** An inset of a screen with a notch or a home bar, px. @param {string} side */
const inset = (side) =>
  parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--inset-${side}`)) || 0;

const measured = () => ({
  width: window.innerWidth - inset("left") - inset("right"),
  height: window.innerHeight,
  bottom: inset("bottom"),
});

/** One size for all: the window's without the insets at its sides, so that layouts follow it. */
export const viewport = signal(measured());
window.addEventListener("resize", () => {
  viewport.value = measured();
});

export const reducedMotion = signal(window.matchMedia("(prefers-reduced-motion: reduce)").matches);
window.matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (change) => {
  reducedMotion.value = change.matches;
});
