// Types of the client protocol as the client keeps them: every field is there, defaults filled in.
// Amounts are minor units. Cards are text, two characters a card.
export type Game = "holdem" | "omaha" | "omaha8" | "stud" | "stud8" | "draw" | "stud5";
export type Limit = "fixed" | "pot" | "none";
export type Verb =
  | ""
  | "fold"
  | "check"
  | "call"
  | "bet"
  | "raise"
  | "complete"
  | "bring_in"
  | "draw"
  | "stand_pat"
  | "show"
  | "muck"
  | "all_in";
export type Street =
  | ""
  | "preflop"
  | "flop"
  | "turn"
  | "river"
  | "second"
  | "third"
  | "fourth"
  | "fifth"
  | "sixth"
  | "seventh"
  | "before_draw"
  | "draw"
  | "after_draw"
  | "showdown";
export type SeatStatus =
  "" | "reserved" | "waiting" | "active" | "sitting_out" | "away" | "leaving";
export type TableState =
  "" | "open" | "paused" | "draining" | "closing" | "quarantined" | "closed" | "waiting_for_wallet";

export interface Stakes {
  small_blind: number;
  big_blind: number;
  lower: number;
  upper: number;
  ante: number;
  bring_in: number;
  unit: number;
  ante_from_big_blind: boolean;
}
export interface RakePolicy {
  version: string;
  basis_points: number;
  caps: { players: number; cap: number }[];
  no_flop_no_drop: boolean;
  rounding: string;
  per: string;
}
export interface TableInfo {
  name: string;
  game: Game;
  limit: Limit;
  stakes: Stakes;
  seats_max: number;
  currency: string;
  profile: string;
  buy_in_min: number;
  buy_in_max: number;
  rake: RakePolicy;
  turn_s: number;
  bank_s: number;
}
export interface Seat {
  seat: number;
  account_id: string;
  name: string;
  avatar: string;
  status: SeatStatus;
  connected: boolean;
  stack: number;
  bet: number;
  in_hand: boolean;
  folded: boolean;
  all_in: boolean;
  down_cards: number;
  up_cards: string;
  shown_cards: string;
  shown_text: string;
  last_verb: Verb;
  drew: number;
  owes: string;
  until_ms: number;
  won: number;
  bank_ms: number;
  protected: boolean;
  /** Kept by the client: words for the tag of a posted blind, a win and the like. */
  tag: string;
  /** Kept by the client: the five cards that play, high and low, once shown. */
  high_cards: string;
  low_cards: string;
  low_text: string;
}
export interface Pot {
  amount: number;
  eligible: number[];
  paid: boolean;
}
export interface Turn {
  seat: number;
  turn: number;
  price: number;
  deadline_ms: number;
  duration_ms: number;
  bank: boolean;
}
export interface Wager {
  verb: Verb;
  min: number;
  max: number;
}
export interface LegalActions {
  fold: boolean;
  check: boolean;
  call: number;
  wagers: Wager[];
  draw_max: number;
  show_or_muck: boolean;
  pot_total: number;
}
export interface Advance {
  kind: string;
  amount: number;
}
export interface SeatOptions {
  sit_out: boolean;
  sit_out_next_big_blind: boolean;
  auto_post: boolean;
  auto_ante: boolean;
  auto_top_up: number;
  wait_for_big_blind: boolean;
  auto_muck: boolean;
  leave_after_hand: boolean;
  in_next_hand: boolean;
}
export interface Own {
  seat: number;
  cards: string;
  high: string;
  low: string;
  legal: LegalActions | null;
  advance_offers: Advance[];
  advance: Advance | null;
  options: SeatOptions;
  protections_left: number;
  top_up_waiting: number;
  owes_live: number;
  owes_dead: number;
}
export interface Win {
  pot: number;
  seat: number;
  amount: number;
  half: string;
  text: string;
  odd: number;
}
export interface View {
  table_id: string;
  epoch: number;
  sequence: number;
  info: TableInfo;
  state: TableState;
  state_reason: string;
  hand_id: string;
  hand_number: number;
  button: number;
  street: Street;
  board: string;
  pots: Pot[];
  pot_total: number;
  seats: Seat[];
  turn: Turn | null;
  own: Own;
  /** Kept by the client: bets and raises on this street, and what was won in this hand. */
  bets_made: number;
  wins: Win[];
  ended: boolean;
}
export type Fact = Record<string, any>;
export interface PublicEvent {
  table_id: string;
  epoch: number;
  sequence: number;
  at_ms: number;
  hand_id: string;
  facts: Fact[];
}
export interface ErrorDetail {
  code: string;
  sentence: string;
  details?: Record<string, string>;
}
export interface Answer {
  action_id: string;
  ok: boolean;
  pending?: boolean;
  error?: ErrorDetail;
  sequence?: number;
}
export interface ChatLine {
  room: string;
  message_id: number;
  account_id: string;
  name: string;
  text: string;
  at_ms: number;
}
export interface LobbyRow {
  table_id: string;
  info: TableInfo;
  seated: number;
  waiting: number;
  average_pot: number;
  hands_per_hour: number;
  flop_percent: number;
  state: TableState;
  seats: Seat[];
  tags: string[];
  removed: boolean;
}
export interface Balance {
  currency: string;
  cash: number;
  at_tables: number;
  in_tournaments: number;
}
export interface Sanction {
  sanction_id: string;
  offence: string;
  from_ms: number;
  /** 0: for life. */
  until_ms: number;
  reason: string;
  ended_at_ms: number;
  /** "none", "open", "upheld" or "struck_out". */
  appeal: string;
  decision: string;
}
export interface Notice {
  level: string;
  code: string;
  text: string;
  table_id: string;
}
export interface HandSummary {
  hand_id: string;
  number: number;
  table_id: string;
  table_name: string;
  started_ms: number;
  cards: string;
  board: string;
  net: number;
  pot: number;
  currency: string;
}
export interface Account {
  account_id: string;
  name: string;
  roles: string[];
  avatar: string;
  /** Own profile as the room keeps it: avatar, location, about, and who may see what. */
  profile: Record<string, string>;
  email: string;
  /** What must be done before play: "terms", "name" or "". */
  due: string;
}
