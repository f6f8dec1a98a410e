// Money as text and back. Amounts are integers in minor units, two decimals for every currency;
// "PLAY" is play chips, shown without a sign.
import { gameTitle } from "./words.js";

const SIGNS = /** @type {Record<string, string>} */ ({ PLAY: "", USD: "$", EUR: "€", GBP: "£" });

/** The sign before an amount. @param {string} currency */
export const sign = (currency) => SIGNS[currency] ?? `${currency} `;

/** @param {number} whole */
const grouped = (whole) => String(whole).replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * 120430 to "$1,204.30", a minus as "−".
 * @param {number} amount minor units @param {string} currency
 */
export function money(amount, currency) {
  const size = Math.abs(amount);
  const cents = String(size % 100).padStart(2, "0");
  return `${amount < 0 ? "−" : ""}${sign(currency)}${grouped(Math.floor(size / 100))}.${cents}`;
}

/**
 * As `money`, but without ".00": for bets and stakes where room is short.
 * @param {number} amount
 * @param {string} currency
 */
export const shortMoney = (amount, currency) => money(amount, currency).replace(/\.00$/, "");

/** With its sign always: results. @param {number} amount @param {string} currency */
export const signedMoney = (amount, currency) => (amount > 0 ? "+" : "") + money(amount, currency);

/** 18000 to "180.00", for an input field. @param {number} amount */
export const plainAmount = (amount) =>
  `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;

/**
 * What a player typed as a bet, in minor units: "180", "180.5", "1,204.30", "$60", "2.5b" (big
 * blinds), "60%" (of the pot as a raise to), "½"; null when it is no amount. Decimals are taken apart
 * as text, so that no float comes near money; a third decimal is refused.
 * @param {string} text
 * @param {{bigBlind: number, potTotal: number, callTo: number}} context callTo: the total that calls
 * @returns {number | null}
 */
export function parseAmount(text, { bigBlind, potTotal, callTo }) {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^[$€£]/, "")
    .replace(/,(?=\d{3}\b)/g, "")
    .replace(",", ".");
  const found = /^(\d{1,13})?(?:\.(\d{0,2}))?\s*(b|bb|%|k)?$/.exec(bare);
  if (!found || (found[1] === undefined && !found[2])) return null;
  const hundredths = Number(found[1] ?? "0") * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  if (found[3] === "k") return hundredths * 1000;
  if (found[3] === "b" || found[3] === "bb") return Math.round((hundredths * bigBlind) / 100);
  if (found[3] === "%") return callTo + Math.round((hundredths * (potTotal - callTo)) / 10000);
  return hundredths;
}

/** Hand numbers in groups of three: 4871203 to "4 871 203". @param {number} number */
export const groupedNumber = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** The stakes of a table in a line. @param {import("../protocol.js").TableInfo} info */
export function stakesText(info) {
  const { stakes, currency } = info;
  const [low, high] =
    info.limit === "fixed" || !stakes.big_blind
      ? [stakes.lower, stakes.upper || stakes.lower]
      : [stakes.small_blind, stakes.big_blind];
  return low === high
    ? shortCents(low, currency)
    : `${shortCents(low, currency)} / ${shortCents(high, currency)}`;
}

/**
 * Game, limit and stakes in a line: "No-limit hold'em · $1 / $2".
 * @param {import("../protocol.js").TableInfo} info
 */
export const titleLine = (info) =>
  `${gameTitle(info.game, info.limit)}${info.limit === "fixed" ? " " : " · "}${stakesText(info)}`;

/** @param {number} amount @param {string} currency */
const shortCents = (amount, currency) => shortMoney(amount, currency);
