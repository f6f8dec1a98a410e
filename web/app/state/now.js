// A clock for the page: ticks a few times a second, only while somebody looks at a running clock.
import { signal } from "../lib.js";

const TICK_MS = 200;
export const now = signal(Date.now());

window.setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, TICK_MS);

/** One size for all: the window's, so that layouts follow it. */
export const viewport = signal({ width: window.innerWidth, height: window.innerHeight });
window.addEventListener("resize", () => {
  viewport.value = { width: window.innerWidth, height: window.innerHeight };
});

export const reducedMotion = signal(window.matchMedia("(prefers-reduced-motion: reduce)").matches);
window.matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (change) => {
  reducedMotion.value = change.matches;
});
