// Cards as the protocol writes them ("AsKd"): taking them apart and saying them in words.

const RANKS = /** @type {Record<string, string>} */ ({
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
});
const SUITS = /** @type {Record<string, string>} */ ({
  s: "spades",
  h: "hearts",
  d: "diamonds",
  c: "clubs",
});
export const SUIT_SIGNS = /** @type {Record<string, string>} */ ({
  s: "♠",
  h: "♥",
  d: "♦",
  c: "♣",
});

/** "AsKd" to ["As", "Kd"]. @param {string} text @returns {string[]} */
export function splitCards(text) {
  /** @type {string[]} */
  const cards = [];
  for (let at = 0; at + 1 < text.length; at += 2) cards.push(text.slice(at, at + 2));
  return cards;
}

/** What stands on the card's corner: 10 rather than T. @param {string} card */
export const rankText = (card) => (card[0] === "T" ? "10" : card[0]);

/** "Ks" to "king of spades". @param {string} card */
export const cardName = (card) => `${RANKS[card[0]]} of ${SUITS[card[1]]}`;

/** "AsKd" to "ace of spades, king of diamonds". @param {string} text */
export const cardNames = (text) => splitCards(text).map(cardName).join(", ");

/** "Ts" to "10♠", for lines of text. @param {string} text */
export const cardSigns = (text) =>
  splitCards(text)
    .map((card) => rankText(card) + SUIT_SIGNS[card[1]])
    .join(" ");

/**
 * Takes cards out of a hand, keeping the order of the rest.
 * @param {string} hand
 * @param {string} out
 */
export function withoutCards(hand, out) {
  const gone = splitCards(out);
  return splitCards(hand)
    .filter((card) => !gone.includes(card))
    .join("");
}
