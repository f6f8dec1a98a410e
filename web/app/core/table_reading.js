// Questions to a view: whose seat, whose turn, which cards play.
import { splitCards } from "./cards.js";

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").Seat} Seat */

/** @param {View} view @param {number} number @returns {Seat | undefined} */
export const seatOf = (view, number) => view.seats.find((seat) => seat.seat === number);

/** What is in the middle, collected. @param {View} view */
export const collected = (view) => view.pots.reduce((sum, pot) => sum + pot.amount, 0);

/**
 * Cards of all shown hands and the board that play in a winning hand.
 * @param {View} view
 * @returns {Set<string>}
 */
export function playingCards(view) {
  const cards = new Set();
  for (const win of view.wins) {
    const seat = seatOf(view, win.seat);
    if (!seat) continue;
    if (win.half !== "low") splitCards(seat.high_cards).forEach((card) => cards.add(card));
    if (win.half === "low") splitCards(seat.low_cards).forEach((card) => cards.add(card));
  }
  return cards;
}

/** Whether the viewer is asked to act now. @param {View} view */
export const myTurn = (view) =>
  Boolean(view.own.seat && view.own.legal && view.turn?.seat === view.own.seat);

/**
 * Whether one is dealt in by an ante, or by saying so for each hand: without blinds, and in draw.
 * @param {View} view
 */
export const needsAnte = ({ info }) => info.stakes.big_blind === 0 || info.game === "draw";

/** The viewer's seat. @param {View} view @returns {Seat | undefined} */
export const ownSeat = (view) => (view.own.seat ? seatOf(view, view.own.seat) : undefined);
