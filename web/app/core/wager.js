// Bet sizing: presets, the slider's scale, and what a press would send. Amounts are totals on the
// street, minor units.

/** @typedef {import("../protocol.js").LegalActions} LegalActions */
/** @typedef {import("../protocol.js").Wager} Wager */

/**
 * The bet, raise or completion that is open; a bring-in is a separate button.
 * @param {LegalActions} legal
 * @returns {Wager | null}
 */
export const mainWager = (legal) => legal.wagers.find((wager) => wager.verb !== "bring_in") ?? null;

/** @param {LegalActions} legal @returns {Wager | null} */
export const bringIn = (legal) => legal.wagers.find((wager) => wager.verb === "bring_in") ?? null;

/** @param {number} amount @param {Wager} wager */
export const clampWager = (amount, wager) => Math.min(wager.max, Math.max(wager.min, amount));

/**
 * What a typed amount comes to: within the bounds, in whole chips of the table (rounded down).
 * @param {number} amount @param {Wager} wager @param {number} unit the smallest chip
 */
export const inChips = (amount, wager, unit) =>
  amount >= wager.max ? wager.max : clampWager(amount - (amount % Math.max(1, unit)), wager);

/**
 * A fraction of the pot as a total: what calls, plus the fraction of the pot after the call.
 * @param {number} parts @param {number} of @param {number} potTotal a pot-sized raise as a total
 * @param {number} callTo the total that calls @param {number} unit the smallest chip
 */
export function potShare(parts, of, potTotal, callTo, unit) {
  const raw = callTo + Math.floor(((potTotal - callTo) * parts) / of);
  return raw - (raw % Math.max(1, unit));
}

/**
 * Presets of the limit, in the order of the keys 1 to 5; null where a size is not possible.
 * @param {import("../protocol.js").TableInfo} info @param {Wager | null} wager
 * @param {number} potTotal @param {number} callTo
 * @returns {{label: string, amount: number | null}[]}
 */
export function presets(info, wager, potTotal, callTo) {
  const unit = info.stakes.unit || 1;
  const shares =
    info.limit === "none"
      ? [
          ["½ pot", 1, 2],
          ["⅔ pot", 2, 3],
          ["Pot", 1, 1],
        ]
      : info.limit === "pot"
        ? [
            ["½ pot", 1, 2],
            ["¾ pot", 3, 4],
            ["Pot", 1, 1],
          ]
        : [];
  if (!shares.length) return [];
  /** @param {number} amount */
  const within = (amount) => (wager && amount >= wager.min && amount <= wager.max ? amount : null);
  const list = [{ label: "Min", amount: wager ? wager.min : null }];
  for (const [label, parts, of] of shares) {
    const amount = potShare(Number(parts), Number(of), potTotal, callTo, unit);
    const pot = label === "Pot" && info.limit === "pot" && wager ? wager.max : amount;
    list.push({ label: String(label), amount: within(pot) });
  }
  if (info.limit === "none") list.push({ label: "All-in", amount: wager ? wager.max : null });
  return list;
}

/**
 * The slider's place (0 to 1000) of an amount: linear to the pot in its first half, linear to the
 * largest bet in its second; linear throughout when the pot is out of range.
 * @param {number} amount @param {Wager} wager @param {number} potTotal
 */
export function sliderPlace(amount, { min, max }, potTotal) {
  if (max <= min) return 1000;
  if (potTotal <= min || potTotal >= max) return Math.round(((amount - min) * 1000) / (max - min));
  return amount <= potTotal
    ? Math.round(((amount - min) * 500) / (potTotal - min))
    : 500 + Math.round(((amount - potTotal) * 500) / (max - potTotal));
}

/**
 * The amount at a place of the slider, in steps of the small blind; the ends are exact.
 * @param {number} place @param {Wager} wager @param {number} potTotal @param {number} step
 */
export function sliderAmount(place, wager, potTotal, step) {
  const { min, max } = wager;
  if (place <= 0) return min;
  if (place >= 1000 || max <= min) return max;
  const raw =
    potTotal <= min || potTotal >= max
      ? min + ((max - min) * place) / 1000
      : place <= 500
        ? min + ((potTotal - min) * place) / 500
        : potTotal + ((max - potTotal) * (place - 500)) / 500;
  return clampWager(Math.round(raw / step) * step, wager);
}

/** The step of slider and arrows. @param {import("../protocol.js").Stakes} stakes */
export const smallStep = (stakes) => stakes.small_blind || stakes.unit || 1;

/** One "big blind" for keys and typing. @param {import("../protocol.js").Stakes} stakes */
export const bigStep = (stakes) => stakes.big_blind || stakes.lower || stakes.unit || 1;

/**
 * Whether an amount is more than half of what the player has left to bet, so that it is asked once.
 * @param {number} to @param {number} bet already in front @param {number} stack behind
 */
export const overHalf = (to, bet, stack) => (to - bet) * 2 > stack;
