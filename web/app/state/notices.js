// Banners: what the room tells, and what the page notices by itself. Two at most; trouble first.
import { computed, signal } from "../lib.js";
import { endedText, lineState, onFrame } from "../net/line.js";
import { overdue } from "../net/outbox.js";

/**
 * @typedef {{level: string, code: string, lead: string, text: string, table_id: string, passing?: boolean,
 *   keep?: boolean}} Banner
 */

const MOST = 2;
/** A good or plain word goes by itself after this, ms. */
const SHORT_MS = 8000;
const ENDS = /** @type {Record<string, string>} */ ({
  wallet_back: "wallet_away",
  room_resumed: "room_paused",
  resumed: "paused",
  table_back: "table_away",
  mute_over: "muted",
  seat_offer_over: "seat_offer",
});

/** News about one table that are shown wherever the player is, until they are dealt with. */
const EVERYWHERE = new Set(["seat_offer", "seat_offer_over", "waiting_place", "seat_gone"]);
const told = signal(/** @type {Banner[]} */ ([]));

/** @param {string} code @param {string} tableId */
export function dismiss(code, tableId) {
  told.value = told.value.filter((one) => one.code !== code || one.table_id !== tableId);
}

/**
 * Shows a banner; `keep`: until it is dismissed, else good and plain news pass by.
 * @param {Omit<Banner, "table_id"> & {table_id?: string}} banner
 */
export function tell(banner) {
  const keep = banner.keep || banner.code === "seat_offer";
  const next = { table_id: "", ...banner, passing: !keep };
  dismiss(next.code, next.table_id);
  told.value = [...told.value, next];
  if (["info", "good"].includes(next.level) && !keep) {
    window.setTimeout(() => dismiss(next.code, next.table_id), SHORT_MS);
  }
}

onFrame("notice", (notice) => {
  const { level = "info", code = "", text = "", table_id: tableId = "" } = notice;
  if (ENDS[code]) dismiss(ENDS[code], tableId);
  tell({ level, code, lead: "", text, table_id: tableId });
});

/** Banners of the line itself. */
const ofLine = computed(() => {
  /** @type {Banner[]} */
  const list = [];
  if (lineState.value === "lost") {
    list.push({
      level: "stop",
      code: "line_lost",
      lead: "Connection lost, coming back.",
      text: "Your seat and chips are safe. Trying again.",
      table_id: "",
    });
  }
  if (lineState.value === "ended") {
    list.push({ level: "stop", code: "line_ended", lead: "", text: endedText.value, table_id: "" });
  }
  if (overdue.value && lineState.value === "open") {
    list.push({
      level: "wait",
      code: "overdue",
      lead: "We have not heard back.",
      text: "Your action is being sent again; it counts once.",
      table_id: "",
    });
  }
  return list;
});

/** @param {import("../protocol.js").View | null} view @returns {Banner[]} */
function ofTable(view) {
  if (!view) return [];
  const reason = view.state_reason;
  /** @param {string} level @param {string} lead @param {string} text @returns {Banner[]} */
  const one = (level, lead, text) => [
    { level, code: view.state, lead, text, table_id: view.table_id },
  ];
  switch (view.state) {
    case "waiting_for_wallet":
      return one(
        "wait",
        "The table waits for the cashier.",
        reason || "Your chips are safe. Play goes on by itself.",
      );
    case "paused":
      return one("info", "Play here is paused.", reason || "Chips are safe.");
    case "draining":
      return one(
        "info",
        "One moment.",
        "Your hand and your chips are safe. Play goes on in a few seconds.",
      );
    case "closing":
      return one("info", "This is the last hand here.", reason || "Then all chips go home.");
    case "quarantined":
      return one("stop", "Play here is paused.", "Chips are safe; this hand is under review.");
    case "closed":
      return one("stop", "This table is closed.", reason);
    default:
      return [];
  }
}

/**
 * What a lost line means in this hand: whether the bets so far stay in play without a word (ACT-14).
 * @param {Banner} banner @param {import("../protocol.js").View | null} view
 */
function withProtection(banner, view) {
  const left = view?.own.protections_left ?? 0;
  if (banner.code !== "line_lost" || !view?.own.cards || !left) return banner;
  const all = left === 1 ? "disconnection all-in is" : "disconnection all-ins are";
  return { ...banner, text: `${banner.text} ${left} ${all} left.` };
}

const RANK = /** @type {Record<string, number>} */ ({ stop: 0, wait: 1, info: 2, good: 3 });

/**
 * What to show on a page: table trouble first, then the line, then the room.
 * @param {import("../protocol.js").View | null} view
 * @param {string} [tableId] of a table that has not come yet
 */
export function bannersFor(view, tableId = view?.table_id) {
  const mine = told.value.filter(
    (one) => !one.table_id || one.table_id === tableId || EVERYWHERE.has(one.code),
  );
  const table = ofTable(view);
  const room = mine.filter((one) => !table.length || !["wallet_away", "paused"].includes(one.code));
  return [...ofLine.value.map((one) => withProtection(one, view)), ...table, ...room]
    .sort((a, b) => (RANK[a.level] ?? 2) - (RANK[b.level] ?? 2))
    .slice(0, MOST);
}
