// Fills in what the wire leaves out: an absent field has its default (0, "", false, []).

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").Seat} Seat */

const STAKES = {
  small_blind: 0,
  big_blind: 0,
  lower: 0,
  upper: 0,
  ante: 0,
  bring_in: 0,
  unit: 1,
  ante_from_big_blind: false,
};
const RAKE = {
  version: "",
  basis_points: 0,
  caps: [],
  no_flop_no_drop: false,
  rounding: "",
  per: "",
};
const INFO = {
  name: "",
  game: "holdem",
  limit: "none",
  seats_max: 0,
  currency: "PLAY",
  profile: "",
  buy_in_min: 0,
  buy_in_max: 0,
  turn_s: 0,
  bank_s: 0,
};
const SEAT = {
  seat: 0,
  account_id: "",
  name: "",
  avatar: "",
  status: "",
  connected: false,
  stack: 0,
  bet: 0,
  in_hand: false,
  folded: false,
  all_in: false,
  down_cards: 0,
  up_cards: "",
  shown_cards: "",
  shown_text: "",
  last_verb: "",
  drew: 0,
  owes: "",
  until_ms: 0,
  won: 0,
  bank_ms: 0,
  protected: false,
  tag: "",
  high_cards: "",
  low_cards: "",
  low_text: "",
};
const LEGAL = {
  fold: false,
  check: false,
  call: 0,
  wagers: [],
  draw_max: 0,
  show_or_muck: false,
  pot_total: 0,
};
const OPTIONS = {
  sit_out: false,
  sit_out_next_big_blind: false,
  auto_post: false,
  auto_ante: false,
  auto_top_up: 0,
  wait_for_big_blind: false,
  auto_muck: false,
  leave_after_hand: false,
  in_next_hand: false,
};
const OWN = {
  seat: 0,
  cards: "",
  high: "",
  low: "",
  advance_offers: [],
  advance: null,
  protections_left: 0,
  top_up_waiting: 0,
  owes_live: 0,
  owes_dead: 0,
};
const VIEW = {
  table_id: "",
  epoch: 0,
  sequence: 0,
  state: "open",
  state_reason: "",
  hand_id: "",
  hand_number: 0,
  button: 0,
  street: "",
  board: "",
  pot_total: 0,
  bets_made: 0,
  wins: [],
  ended: false,
};
const TURN = { seat: 0, turn: 0, price: 0, deadline_ms: 0, duration_ms: 0, bank: false };
const ROW = {
  table_id: "",
  seated: 0,
  waiting: 0,
  average_pot: 0,
  hands_per_hour: 0,
  flop_percent: 0,
  state: "open",
  tags: [],
  removed: false,
};

/** @param {any} raw @returns {Seat} */
export const fillSeat = (raw) => ({ ...SEAT, ...raw });

/** @param {any} raw @returns {import("../protocol.js").TableInfo} */
export const fillInfo = (raw) => ({
  ...INFO,
  ...raw,
  stakes: { ...STAKES, ...raw?.stakes },
  rake: { ...RAKE, ...raw?.rake, caps: raw?.rake?.caps ?? [] },
});

/** @param {any} raw @returns {import("../protocol.js").Turn | null} */
export const fillTurn = (raw) => (raw ? { ...TURN, ...raw } : null);

/** @param {any} raw @returns {import("../protocol.js").Pot} */
export const fillPot = (raw) => ({ amount: 0, eligible: [], paid: false, ...raw });

/** @param {any} raw @returns {import("../protocol.js").Advance} */
const fillAdvance = (raw) => ({ kind: "", amount: 0, ...raw });

/** @param {any} raw @returns {import("../protocol.js").Own} */
export const fillOwn = (raw) => ({
  ...OWN,
  ...raw,
  legal: raw?.legal
    ? {
        ...LEGAL,
        ...raw.legal,
        wagers: (raw.legal.wagers ?? []).map((/** @type {any} */ wager) => ({
          verb: "",
          min: 0,
          max: 0,
          ...wager,
        })),
      }
    : null,
  advance_offers: (raw?.advance_offers ?? []).map(fillAdvance),
  advance: raw?.advance?.kind ? fillAdvance(raw.advance) : null,
  options: { ...OPTIONS, ...raw?.options },
});

/** A snapshot's view. @param {any} raw @returns {View} */
export const fillView = (raw) => ({
  ...VIEW,
  ...raw,
  info: fillInfo(raw.info),
  pots: (raw.pots ?? []).map(fillPot),
  seats: (raw.seats ?? []).map(fillSeat),
  turn: fillTurn(raw.turn),
  own: fillOwn(raw.own),
});

/** @param {any} raw @returns {import("../protocol.js").LobbyRow} */
export const fillRow = (raw) => ({
  ...ROW,
  ...raw,
  info: fillInfo(raw.info),
  seats: (raw.seats ?? []).map(fillSeat),
});

/** @param {any} raw @returns {import("../protocol.js").Balance} */
export const fillBalance = (raw) => ({
  currency: "PLAY",
  cash: 0,
  at_tables: 0,
  in_tournaments: 0,
  ...raw,
});

/** @param {any} raw @returns {import("../protocol.js").HandSummary} */
export const fillSummary = (raw) => ({
  hand_id: "",
  number: 0,
  table_id: "",
  table_name: "",
  started_ms: 0,
  cards: "",
  board: "",
  net: 0,
  pot: 0,
  currency: "PLAY",
  ...raw,
});
