// The misclick guard: a press counts only if it began after the prompt had been there for a moment.

/** A new prompt or price is deaf for so long, ms. */
export const QUIET_MS = 300;

/**
 * Whether a press may act.
 * @param {number} pressedAtMs when the press began @param {number} promptAtMs when the price came
 * @param {boolean} keyboard a key that is pressed now cannot have been aimed at an older prompt
 *   unless it falls into the quiet time
 */
export const pressCounts = (pressedAtMs, promptAtMs, keyboard = false) =>
  pressedAtMs >= promptAtMs + (keyboard ? QUIET_MS / 2 : QUIET_MS);

/**
 * Identifies what a player saw: a new one starts the quiet time.
 * @param {string} handId
 * @param {number} turn
 * @param {number} price
 */
export const promptKey = (handId, turn, price) => `${handId}:${turn}:${price}`;
