// From a key press to an intent. Knows nothing of the page but whether a text field has the focus.

/**
 * @typedef {{key: string, shift?: boolean, ctrl?: boolean, alt?: boolean, meta?: boolean, repeat?: boolean}} Press
 */

/** Intents that a player may put on another key: intent, usual key, what it does. */
export const MAPPED = /** @type {[string, string, string][]} */ ([
  ["fold", "f", "Fold"],
  ["check_call", "c", "Check or call"],
  ["raise", "r", "Bet or raise: to the amount; Enter sends, Esc leaves"],
  ["draw", "d", "Draw"],
  ["pat", "s", "Stand pat"],
  ["previous_table", "[", "Previous table"],
  ["next_table", "]", "Next table"],
  ["chat", "/", "Chat"],
  ["hands", "h", "Hands"],
  ["sound", "m", "Sound on or off"],
  ["help", "?", "The list of keys"],
]);
/** Keys that keep their meaning. */
export const FIXED = [
  ["1 – 5", "Bet sizes; in a draw, pick cards"],
  ["← →", "One big blind less or more"],
  ["Shift ← →", "Five big blinds"],
  ["Esc", "Clear the advance action"],
];
export const USUAL_KEYS = Object.fromEntries(MAPPED.map(([intent, key]) => [intent, key]));

/** @typedef {Record<string, string>} KeyMap by intent; keys in lower case */

/**
 * Puts an intent on a key; what was there before gets the key that is now free.
 * @param {KeyMap} map @param {string} intent @param {string} key
 * @returns {KeyMap}
 */
export function mapKey(map, intent, key) {
  const next = { ...USUAL_KEYS, ...map };
  const other = Object.keys(next).find((one) => next[one] === key);
  if (other) next[other] = next[intent];
  return { ...next, [intent]: key };
}

/** Whether an intent may stand on a key: one sign that has no meaning of its own. @param {string} key */
export const canMap = (key) => key.length === 1 && !/[\s1-5]/.test(key);

/** A key as it is written on a button. @param {KeyMap} map @param {string} intent */
export const keyText = (map, intent) => (map[intent] ?? USUAL_KEYS[intent]).toUpperCase();

/**
 * The intent of a press, or null. With the focus in a text field only Escape means something there,
 * and that is the field's own affair: so nothing typed in chat is ever an action.
 * @param {Press} press @param {{typing: boolean, enabled: boolean, map?: KeyMap}} place
 * @returns {{intent: string, value: number} | null}
 */
export function hotKey(press, { typing, enabled, map = {} }) {
  if (!enabled || typing || press.ctrl || press.alt || press.meta) return null;
  const key = press.key.toLowerCase();
  if (key === "arrowleft" || key === "arrowdown")
    return { intent: "step", value: press.shift ? -5 : -1 };
  if (key === "arrowright" || key === "arrowup")
    return { intent: "step", value: press.shift ? 5 : 1 };
  if (press.repeat) return null;
  if (/^[1-5]$/.test(key)) return { intent: "preset", value: Number(key) };
  if (key === "escape") return { intent: "escape", value: 0 };
  const intent = MAPPED.find(([one, usual]) => (map[one] ?? usual) === key)?.[0];
  return intent ? { intent, value: 0 } : null;
}
