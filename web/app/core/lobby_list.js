// Filters and orders of the lobby's list.

/** @typedef {import("../protocol.js").LobbyRow} Row */
/**
 * @typedef {{game: string, limit: string, stakes: string, seats: string, money: string, text: string, open: boolean}} Filters
 */

/** @type {Filters} */
export const NO_FILTERS = {
  game: "",
  limit: "",
  stakes: "",
  seats: "",
  money: "",
  text: "",
  open: false,
};

/** Bands of stakes by big blind or lower bet, minor units, upper ends included. */
export const BANDS = /** @type {Record<string, [number, number]>} */ ({
  micro: [0, 24],
  low: [25, 400],
  middle: [401, 2000],
  high: [2001, 1e15],
});
export const BAND_NAMES = /** @type {Record<string, string>} */ ({
  micro: "Below 0.25",
  low: "0.25 to 4",
  middle: "4 to 20",
  high: "Above 20",
});
export const SIZES = /** @type {Record<string, [number, number]>} */ ({
  2: [2, 2],
  6: [3, 6],
  10: [7, 10],
});
export const SIZE_NAMES = /** @type {Record<string, string>} */ ({
  2: "Heads-up",
  6: "Three to six",
  10: "Seven to ten",
});

/** What a row's stakes are measured by. @param {Row} row */
export const stakeOf = ({ info: { stakes } }) => stakes.big_blind || stakes.lower;

/** @param {number} value @param {[number, number] | undefined} range */
const within = (value, range) => !range || (value >= range[0] && value <= range[1]);

/** @param {Row} row @param {Filters} filters */
export function fits(row, filters) {
  const { info } = row;
  const text = filters.text.trim().toLowerCase();
  return (
    (!filters.game || info.game === filters.game) &&
    (!filters.limit || info.limit === filters.limit) &&
    within(stakeOf(row), BANDS[filters.stakes]) &&
    within(info.seats_max, SIZES[filters.seats]) &&
    (!filters.money || (filters.money === "play") === (info.currency === "PLAY")) &&
    (!filters.open || row.seated < info.seats_max) &&
    (!text ||
      info.name.toLowerCase().includes(text) ||
      row.seats.some((seat) => seat.name.toLowerCase().includes(text)))
  );
}

const KEYS = /** @type {Record<string, (row: Row) => string | number>} */ ({
  table: (row) => row.info.name.toLowerCase(),
  game: (row) => row.info.game,
  limit: (row) => row.info.limit,
  stakes: stakeOf,
  players: (row) => row.seated,
  waiting: (row) => row.waiting,
  pot: (row) => row.average_pot,
  pace: (row) => row.hands_per_hour,
});

/**
 * Sorts by a column; equal ones by name, so that live rows do not jump.
 * @param {Row[]} rows
 * @param {{by: string, down: boolean}} order
 */
export function sortRows(rows, { by, down }) {
  const key = KEYS[by] ?? KEYS.table;
  return [...rows].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    if (left === right) return a.info.name.localeCompare(b.info.name);
    return (left < right ? -1 : 1) * (down ? -1 : 1);
  });
}

/**
 * How many tables would fit without each filter that is set.
 * @param {Row[]} rows
 * @param {Filters} filters
 */
export function loosened(rows, filters) {
  return /** @type {(keyof Filters)[]} */ (Object.keys(filters))
    .filter((name) => filters[name])
    .map((name) => ({
      name,
      count: rows.filter((row) => fits(row, { ...filters, [name]: NO_FILTERS[name] })).length,
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}
