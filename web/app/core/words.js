// The room's words for games, limits, streets and verbs.

export const GAMES = /** @type {Record<string, string>} */ ({
  holdem: "Hold'em",
  omaha: "Omaha",
  omaha8: "Omaha hi-lo",
  stud: "Seven-card stud",
  stud8: "Seven-card stud hi-lo",
  draw: "Five-card draw",
  stud5: "Five-card stud",
});
/** For the lobby's column. */
export const LIST_GAMES = /** @type {Record<string, string>} */ ({ ...GAMES, stud8: "Stud hi-lo" });
export const SHORT_GAMES = /** @type {Record<string, string>} */ ({
  ...GAMES,
  holdem: "hold'em",
  omaha: "Omaha",
  stud: "Stud",
  stud8: "Stud hi-lo",
  draw: "Draw",
  stud5: "5-card stud",
});
export const LIMITS = /** @type {Record<string, string>} */ ({
  fixed: "Limit",
  pot: "Pot limit",
  none: "No limit",
});
export const STREETS = /** @type {Record<string, string>} */ ({
  preflop: "Before the flop",
  flop: "Flop",
  turn: "Turn",
  river: "River",
  second: "Second street",
  third: "Third street",
  fourth: "Fourth street",
  fifth: "Fifth street",
  sixth: "Sixth street",
  seventh: "Seventh street",
  before_draw: "Before the draw",
  draw: "The draw",
  after_draw: "After the draw",
  showdown: "Showdown",
});
/** For marks along a line. */
export const SHORT_STREETS = /** @type {Record<string, string>} */ ({
  preflop: "Deal",
  flop: "Flop",
  turn: "Turn",
  river: "River",
  second: "2nd",
  third: "3rd",
  fourth: "4th",
  fifth: "5th",
  sixth: "6th",
  seventh: "7th",
  before_draw: "Deal",
  draw: "Draw",
  after_draw: "Bets",
  showdown: "Show",
});
export const VERB_TAGS = /** @type {Record<string, string>} */ ({
  fold: "Fold",
  check: "Check",
  call: "Call",
  bet: "Bet",
  raise: "Raise",
  complete: "Complete",
  bring_in: "Brought in",
  draw: "Drew",
  stand_pat: "Pat",
  show: "Shows",
  muck: "Mucked",
  all_in: "All-in",
});
export const HI_LO = new Set(["omaha8", "stud8"]);
export const STUD = new Set(["stud", "stud8", "stud5"]);
export const FLOP = new Set(["holdem", "omaha", "omaha8"]);

/** "No-limit hold'em", "Limit stud hi-lo". @param {string} game @param {string} limit */
export function gameTitle(game, limit) {
  if (limit === "fixed") return `${GAMES[game]} · limit`;
  const name = game === "omaha" || game === "omaha8" ? GAMES[game] : GAMES[game].toLowerCase();
  return `${limit === "pot" ? "Pot-limit" : "No-limit"} ${name}`;
}

/** For a phone's bar: "NL hold'em". @param {string} game @param {string} limit */
export function shortTitle(game, limit) {
  const short = { fixed: "", pot: "PL ", none: "NL " }[limit] ?? "";
  const name = SHORT_GAMES[game];
  return short ? short + name : name.charAt(0).toUpperCase() + name.slice(1);
}

export const PROFILES = /** @type {Record<string, string>} */ ({
  stoner: "Stoner Poker",
  standard: "Standard",
  winning_hand: "Winning Hand",
  party: "Party",
  classic: "Classic",
  tda: "TDA",
});

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** 1 "player", 2 "players". @param {number} count @param {string} word */
export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
