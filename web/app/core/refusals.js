// A refusal as a person reads it. The room's own sentence stands unless the page can say more, with
// amounts and times from the details, or the sentence speaks to programs.
import { money } from "./money.js";
import { until } from "./clock.js";

/** @typedef {import("../protocol.js").ErrorDetail} ErrorDetail */
/** @typedef {Record<string, string>} Details */

const AWAY = "The room could not do this just now. Nothing was lost; try again in a moment.";
const MISUNDERSTOOD = "This page and the room did not understand each other. Reload the page.";

/** Codes whose sentence would be meant for a program. */
const PLAIN = /** @type {Record<string, string>} */ ({
  outcome_unknown: "The room has not answered. Look at the table before you try again.",
  call_cancelled: "The call was cut off. Look at the table before you try again.",
  internal: "Something went wrong in the room, not with you. Try again in a moment.",
  protocol_unknown: "The room has a newer page. Reload it.",
  no_session: "Your session has ended. Sign in again.",
  not_signed_in: "Sign in first.",
  stale_turn: "The table has moved on. Look again.",
  ...Object.fromEntries(
    [
      "unavailable", "deadline", "deadline_exceeded", "queue_full", "table_busy", "table_moved",
      "not_owner", "overtaken", "starting", "database_unavailable", "bus_unavailable",
    ].map((code) => [code, AWAY]),
  ),
  ...Object.fromEntries(
    [
      "malformed_frame", "malformed_body", "not_json", "bad_field", "unknown_field", "wrong_form",
      "not_one_frame", "hello_first", "frame_too_large", "body_too_large", "no_route",
      "request_invalid", "invalid_argument", "invalid_id", "action_id_invalid", "action_id_reused",
      "id_reused", "bad_message_id", "message_id_reused", "bad_page", "page_invalid",
      "token_refused", "deadline_required", "not_watching", "foreign_origin",
    ].map((code) => [code, MISUNDERSTOOD]),
  ),
});

/** @param {string | undefined} text */
const number = (text) => (text && /^-?\d+$/.test(text) ? Number(text) : null);

/** @param {number} ms */
const wait = (ms) => {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return `Wait ${seconds === 1 ? "a second" : `${seconds} seconds`}.`;
};

/** @type {Record<string, (details: Details, currency: string) => string>} */
const FILLED = {
  insufficient_funds({ balance, needed }, currency) {
    const [have, want] = [number(balance), number(needed)];
    if (have === null || want === null) return "";
    return `That is more than you have: ${money(have, currency)} of ${money(want, currency)}.`;
  },
  reducing({ minimum, until_ms: untilMs }, currency) {
    const [least, end] = [number(minimum), number(untilMs)];
    if (least === null || end === null) return "";
    return `You left this table with ${money(least, currency)}. Until ${until(end, Date.now())} bring at least that much.`;
  },
  buy_in_too_small({ minimum }, currency) {
    const least = number(minimum);
    return least === null ? "" : `The table asks for ${money(least, currency)} at least.`;
  },
  buy_in_too_large({ maximum }, currency) {
    const most = number(maximum);
    return most === null ? "" : `The table allows ${money(most, currency)} at most.`;
  },
  price_changed({ price }, currency) {
    const now = number(price);
    return now ? `The price changed to ${money(now, currency)}. Choose again.` : "";
  },
  too_many_requests({ retry_ms: retryMs }) {
    return `That was too much at once. ${wait(number(retryMs) ?? 1000)}`;
  },
  too_fast({ retry_after_ms: retryMs }) {
    return `Not so fast. ${wait(number(retryMs) ?? 1000)}`;
  },
  muted({ until_ms: untilMs }) {
    const end = number(untilMs);
    return end ? `You may not write until ${until(end, Date.now())}.` : "";
  },
};

/**
 * The sentence to show.
 * @param {ErrorDetail | undefined} error @param {string} [currency] of amounts in the details
 */
export function refusalWords(error, currency = "PLAY") {
  if (!error) return "The room refused this.";
  const filled = FILLED[error.code]?.(error.details ?? {}, currency);
  return filled || PLAIN[error.code] || error.sentence || "The room refused this.";
}

/** The same with its code, for a line of error. @param {ErrorDetail | undefined} error @param {string} [currency] */
export const refusal = (error, currency) => ({
  code: error?.code ?? "",
  sentence: refusalWords(error, currency),
});
