// What a player chose for this browser; kept in localStorage.
import { effect, signal } from "../lib.js";

const KEY = "riverbus.settings";
const DEFAULTS = {
  fourColours: true,
  sound: true,
  volume: 40,
  hotKeys: true,
  keys: /** @type {import("../core/hot_keys.js").KeyMap} */ ({}),
  felt: "river",
  highContrast: false,
  wholeAmounts: false,
  confirmBig: true,
};

/** @typedef {typeof DEFAULTS} Settings */

/** @returns {Settings} */
function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return DEFAULTS;
  }
}

export const settings = signal(load());

/** @param {Partial<Settings>} change */
export function setSettings(change) {
  settings.value = { ...settings.value, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // Private browsing: the choice lives as long as the page.
  }
}

effect(() => {
  const { fourColours, felt, highContrast } = settings.value;
  const root = document.documentElement;
  root.dataset.deck = fourColours ? "four" : "two";
  root.dataset.felt = felt;
  root.dataset.contrast = highContrast ? "high" : "normal";
});
