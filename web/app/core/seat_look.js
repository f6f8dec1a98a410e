// What a seat shows: its look, its big word or number, and its tag. State is shape and word first.
import { leftMs, minutes, seconds } from "./clock.js";
import { money } from "./money.js";
import { VERB_TAGS } from "./words.js";

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").Seat} Seat */
/**
 * @typedef {object} Look
 * @property {string} look empty, reserved, waiting, acting, last, bank, folded, allin, out, offline,
 *   winner, plain
 * @property {string} big stack or word
 * @property {string} tag
 * @property {string} tone of the tag: plain, fold, light, win, stop
 * @property {string} icon in place of the face: "" for the avatar
 */

const LAST_MS = 5000;

/**
 * The pots that a seat can win, when that is not all of them.
 * @param {View} view
 * @param {number} seat
 */
export function potsPlayedFor(view, seat) {
  if (view.pots.length < 2) return "";
  const last = view.pots.reduce((found, pot, at) => (pot.eligible.includes(seat) ? at : found), -1);
  if (last < 0 || last === view.pots.length - 1) return "";
  if (last === 0) return "Main pot only";
  return last === 1 ? "Main and side" : `Main to side ${last}`;
}

/** @param {View} view @param {Seat} seat */
function winTag(view, seat) {
  const wins = view.wins.filter((win) => win.seat === seat.seat);
  const halves = new Set(wins.map((win) => win.half).filter(Boolean));
  const amount = money(seat.won, view.info.currency);
  if (!halves.size) return `Wins ${amount}`;
  if (halves.size === 2) return `High and low ${amount}`;
  return `${halves.has("high") ? "High" : "Low"} ${amount}`;
}

/** @param {View} view @param {Seat} seat */
function verbTag(view, seat) {
  const drew = seat.drew > 0 ? `Drew ${seat.drew}` : "";
  if (seat.last_verb === "draw") return drew || "Drew";
  const verb =
    seat.last_verb === "bring_in"
      ? `Brought in ${money(seat.bet || view.info.stakes.bring_in, view.info.currency)}`
      : (VERB_TAGS[seat.last_verb] ?? "");
  if (drew && verb && seat.last_verb !== "fold") return `${verb} · drew ${seat.drew}`;
  return verb || drew || seat.tag;
}

/** @param {View} view @param {Seat} seat */
function owesTag(view, seat) {
  const { big_blind: big, small_blind: small } = view.info.stakes;
  const owed = { big, small, both: big + small }[seat.owes];
  const ready = seat.seat === view.own.seat && !view.own.options.wait_for_big_blind;
  if (ready && owed) return `Post ${money(owed, view.info.currency)}`;
  return ready || !big ? "Next hand" : "Next big blind";
}

/** @param {View} view @param {Seat} seat @param {number} left ms */
function lastTag(view, seat, left) {
  if (left > LAST_MS) return "";
  if (!view.turn?.bank && seat.bank_ms > 0) return "Time bank next";
  return view.turn?.price ? "Folds next" : "Checks next";
}

/**
 * @param {View} view @param {Seat} seat @param {number} nowMs @param {number} offsetMs
 * @returns {Look}
 */
export function seatLook(view, seat, nowMs, offsetMs) {
  const stack = money(seat.stack, view.info.currency);
  const left = seat.until_ms ? leftMs(seat.until_ms, nowMs, offsetMs) : 0;
  /** @param {string} look @param {Partial<Look>} more @returns {Look} */
  const as = (look, more = {}) => ({ look, big: stack, tag: "", tone: "plain", icon: "", ...more });
  if (!seat.account_id && seat.status !== "reserved") {
    return as("empty", { big: view.own.seat ? "Open" : "Sit here", icon: "plus" });
  }
  if (seat.status === "reserved") {
    return as("reserved", { big: "Reserved", tag: left ? minutes(left) : "", icon: "clock" });
  }
  if (seat.won > 0) return as("winner", { tag: winTag(view, seat), tone: "win" });
  const acting = view.turn?.seat === seat.seat;
  if (acting && view.turn) {
    const { deadline_ms: end, duration_ms: clock } = view.turn;
    const time = clock ? leftMs(end, nowMs, offsetMs) : Infinity;
    const tag = lastTag(view, seat, time);
    const look = time <= LAST_MS ? "last" : view.turn.bank ? "bank" : "acting";
    const offline = seat.connected ? "" : "Offline";
    return as(look, {
      tag: offline || tag || verbTag(view, seat),
      tone: tag || offline ? "stop" : "plain",
    });
  }
  if (seat.folded)
    return as("folded", { tag: seat.connected ? "Fold" : "Fold · offline", tone: "fold" });
  if (seat.all_in && seat.in_hand) {
    return as("allin", { big: "All-in", tag: potsPlayedFor(view, seat.seat), tone: "light" });
  }
  if (seat.in_hand && !seat.connected) {
    return as("offline", {
      tag: left ? `Offline · ${minutes(left)}` : "Offline",
      tone: "stop",
      icon: "offline",
    });
  }
  if (seat.in_hand) return as("plain", { tag: verbTag(view, seat) });
  if (seat.status === "sitting_out" || seat.status === "away") {
    return as("out", {
      big: seat.status === "away" ? "Away" : "Sitting out",
      icon: "moon",
      tag: left ? `Back in ${minutes(left)} or seat lost` : "",
    });
  }
  if (seat.status === "waiting") return as("waiting", { tag: owesTag(view, seat), icon: "clock" });
  if (seat.status === "leaving") return as("out", { tag: "Leaving", icon: "exit" });
  if (!seat.connected) {
    return as("offline", {
      tag: left ? `Offline · ${minutes(left)}` : "Offline",
      tone: "stop",
      icon: "offline",
    });
  }
  return as("plain");
}

/**
 * All of a seat's state in one sentence, for a screen reader.
 * @param {View} view
 * @param {Seat} seat
 * @param {Look} look
 */
export function seatSentence(view, seat, look) {
  if (look.look === "empty") return `Seat ${seat.seat}, ${look.big.toLowerCase()}`;
  const parts = [`Seat ${seat.seat}`, seat.name, money(seat.stack, view.info.currency)];
  if (seat.bet) parts.push(`bet ${money(seat.bet, view.info.currency)}`);
  if (view.turn?.seat === seat.seat) parts.push("to act");
  if (look.big && !look.big.match(/\d/)) parts.push(look.big.toLowerCase());
  if (look.tag) parts.push(look.tag);
  if (seat.shown_text) parts.push(seat.shown_text);
  if (view.button === seat.seat) parts.push("dealer button");
  return parts.filter(Boolean).join(", ");
}

/** @param {number} ms */
export const wholeSeconds = (ms) => seconds(ms);
