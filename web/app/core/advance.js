// Advance actions in words, in the order in which they stand.
import { money } from "./money.js";

const ORDER = ["check_fold", "fold", "check", "call", "call_any", "raise", "raise_any"];

/** @param {import("../protocol.js").Advance} offer @param {string} currency */
export function advanceLabel(offer, currency) {
  switch (offer.kind) {
    case "check_fold":
      return "Check / Fold";
    case "check":
      return "Check";
    case "call":
      return `Call ${money(offer.amount, currency)}`;
    case "call_any":
      return "Call any";
    case "raise":
      return `Raise to ${money(offer.amount, currency)}`;
    case "raise_any":
      return "Raise any";
    default:
      return "Fold";
  }
}

/** @param {import("../protocol.js").Advance[]} offers */
export const inOrder = (offers) =>
  [...offers].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));

/**
 * @param {import("../protocol.js").Advance | null} a
 * @param {import("../protocol.js").Advance | null} b
 */
export const sameAdvance = (a, b) =>
  (a?.kind ?? "") === (b?.kind ?? "") && (a?.amount ?? 0) === (b?.amount ?? 0);

/** A held action that is gone without having been cleared by hand or used: say so.
 * @param {import("../protocol.js").Advance | null} before
 * @param {import("../protocol.js").Advance | null} after
 * @param {boolean} myTurn @param {boolean} inHand */
export const lapsed = (before, after, myTurn, inHand) =>
  Boolean(before?.kind) && !after?.kind && !myTurn && inHand;
