// From a key press to an intent. Knows nothing of the page but whether a text field has the focus.

/**
 * @typedef {{key: string, shift?: boolean, ctrl?: boolean, alt?: boolean, meta?: boolean, repeat?: boolean}} Press
 */

/** What each key does, for the list behind "?". */
export const KEY_LIST = [
  ["F", "Fold"],
  ["C", "Check or call"],
  ["R", "Bet or raise: to the amount; Enter sends, Esc leaves"],
  ["1 – 5", "Bet sizes; in a draw, pick cards"],
  ["← →", "One big blind less or more"],
  ["Shift ← →", "Five big blinds"],
  ["D", "Draw"],
  ["S", "Stand pat"],
  ["Esc", "Clear the advance action"],
  ["[ ]", "Previous, next table"],
  ["/", "Chat"],
  ["H", "Hands"],
  ["M", "Sound on or off"],
  ["?", "This list"],
];

const SINGLE = /** @type {Record<string, string>} */ ({
  f: "fold",
  c: "check_call",
  r: "raise",
  d: "draw",
  s: "pat",
  "[": "previous_table",
  "]": "next_table",
  "/": "chat",
  h: "hands",
  m: "sound",
  "?": "help",
  escape: "escape",
});

/**
 * The intent of a press, or null. With the focus in a text field only Escape means something there,
 * and that is the field's own affair: so nothing typed in chat is ever an action.
 * @param {Press} press @param {{typing: boolean, enabled: boolean}} place
 * @returns {{intent: string, value: number} | null}
 */
export function hotKey(press, { typing, enabled }) {
  if (!enabled || typing || press.ctrl || press.alt || press.meta) return null;
  const key = press.key.toLowerCase();
  if (key === "arrowleft" || key === "arrowdown")
    return { intent: "step", value: press.shift ? -5 : -1 };
  if (key === "arrowright" || key === "arrowup")
    return { intent: "step", value: press.shift ? 5 : 1 };
  if (press.repeat) return null;
  if (/^[1-5]$/.test(key)) return { intent: "preset", value: Number(key) };
  const intent = SINGLE[key];
  return intent ? { intent, value: 0 } : null;
}
