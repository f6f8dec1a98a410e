// A table as events change it. Facts carry results, so this only assigns; it evaluates no rule of
// poker. Pure: the view that goes in is never changed.
import { fillOwn, fillPot, fillSeat, fillTurn } from "./defaults.js";
import { seatOf } from "./table_reading.js";

export { collected, myTurn, needsAnte, ownSeat, playingCards, seatOf } from "./table_reading.js";

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").Seat} Seat */
/** @typedef {import("../protocol.js").Fact} Fact */

/** @param {View} view @param {number} number @param {Partial<Seat>} change @returns {View} */
const withSeat = (view, number, change) => ({
  ...view,
  seats: view.seats.map((seat) => (seat.seat === number ? { ...seat, ...change } : seat)),
});

/**
 * Chips go in: the whole pot grows by them.
 * @param {View} view
 * @param {number} paid
 * @returns {View}
 */
const withPaid = (view, paid) => ({ ...view, pot_total: view.pot_total + paid });

/**
 * What stays of a seat when a hand begins.
 * @param {Seat} seat
 * @param {Map<number, number>} stacks
 * @returns {Seat}
 */
const freshSeat = (seat, stacks) => ({
  ...seat,
  bet: 0,
  in_hand: stacks.has(seat.seat),
  folded: false,
  all_in: false,
  down_cards: 0,
  up_cards: "",
  shown_cards: "",
  shown_text: "",
  last_verb: "",
  drew: 0,
  won: 0,
  protected: false,
  tag: "",
  high_cards: "",
  low_cards: "",
  low_text: "",
  stack: stacks.get(seat.seat) ?? seat.stack,
});

/** Tags of a street end with it; a fold, an all-in and a draw stay said. Bets stay until they are
 * collected: the first street starts after the blinds. @param {Seat} seat @returns {Seat} */
const nextStreetSeat = (seat) => ({
  ...seat,
  tag: "",
  last_verb: ["fold", "all_in", "draw", "stand_pat"].includes(seat.last_verb) ? seat.last_verb : "",
});

const POST_TAGS = /** @type {Record<string, string>} */ ({
  small_blind: "Small blind",
  big_blind: "Big blind",
  ante: "",
  big_blind_ante: "",
  live: "Posts",
  dead: "Posts",
});

/** @type {Record<string, (view: View, fact: any) => View>} */
const APPLY = {
  hand_started(view, fact) {
    const stacks = new Map(
      (fact.seats ?? []).map((/** @type {any} */ s) => [s.seat, s.stack ?? 0]),
    );
    return {
      ...view,
      hand_id: fact.hand_id,
      hand_number: fact.number ?? 0,
      button: fact.button ?? 0,
      street: "",
      board: "",
      pots: [],
      pot_total: 0,
      turn: null,
      bets_made: 0,
      wins: [],
      ended: false,
      info: fact.game
        ? {
            ...view.info,
            game: fact.game,
            limit: fact.limit ?? view.info.limit,
            stakes: { ...view.info.stakes, ...fact.stakes },
          }
        : view.info,
      seats: view.seats.map((seat) => freshSeat(seat, stacks)),
      own: { ...view.own, cards: "", high: "", low: "", legal: null },
    };
  },
  posted(view, fact) {
    const change = {
      bet: fact.bet ?? 0,
      stack: fact.stack ?? 0,
      all_in: fact.all_in ?? false,
      tag: POST_TAGS[fact.kind] ?? "",
    };
    return withPaid(withSeat(view, fact.seat, change), fact.amount ?? 0);
  },
  dealt(view, fact) {
    const seat = seatOf(view, fact.seat);
    if (!seat) return view;
    return withSeat(
      view,
      fact.seat,
      fact.up
        ? { up_cards: seat.up_cards + (fact.cards ?? "") }
        : { down_cards: seat.down_cards + (fact.count ?? 0) },
    );
  },
  street_started(view, fact) {
    const seats = view.street ? view.seats.map(nextStreetSeat) : view.seats;
    return { ...view, street: fact.street, bets_made: 0, seats };
  },
  board_dealt: (view, fact) => ({ ...view, board: fact.board ?? "" }),
  acted(view, fact) {
    const raised = ["bet", "raise", "complete"].includes(fact.verb) ? 1 : 0;
    const fold = fact.verb === "fold";
    const change = {
      bet: fact.bet ?? 0,
      stack: fact.stack ?? 0,
      all_in: fact.all_in ?? false,
      protected: fact.protected ?? false,
      last_verb: fact.verb,
      tag: "",
    };
    const folded = fold
      ? { ...change, folded: true, in_hand: false, down_cards: 0, up_cards: "" }
      : change;
    const next = withPaid(withSeat(view, fact.seat, folded), fact.paid ?? 0);
    return { ...next, bets_made: next.bets_made + raised };
  },
  drew(view, fact) {
    const count = fact.count ?? 0;
    return withSeat(view, fact.seat, { drew: count, last_verb: count ? "draw" : "stand_pat" });
  },
  returned: (view, fact) => ({
    ...withSeat(view, fact.seat, {
      stack: fact.stack ?? 0,
      bet: Math.max(0, (seatOf(view, fact.seat)?.bet ?? 0) - (fact.amount ?? 0)),
    }),
    pot_total: view.pot_total - (fact.amount ?? 0),
  }),
  pots_made(view, fact) {
    return {
      ...view,
      pots: (fact.pots ?? []).map(fillPot),
      seats: view.seats.map((seat) => ({ ...seat, bet: 0 })),
    };
  },
  shown: (view, fact) =>
    withSeat(view, fact.seat, {
      shown_cards: fact.cards ?? "",
      shown_text: fact.high ?? "",
      low_text: fact.low ?? "",
      high_cards: fact.high_cards ?? "",
      low_cards: fact.low_cards ?? "",
      last_verb: "show",
    }),
  mucked: (view, fact) =>
    withSeat(view, fact.seat, { last_verb: "muck", down_cards: 0, up_cards: "" }),
  raked: (view, fact) => ({
    ...view,
    pot_total: view.pot_total - (fact.total ?? 0),
    pots: view.pots.map((pot, at) => ({ ...pot, amount: pot.amount - (fact.amounts?.[at] ?? 0) })),
  }),
  awarded(view, fact) {
    const seat = seatOf(view, fact.seat);
    const amount = fact.amount ?? 0;
    const next = withSeat(view, fact.seat, {
      stack: fact.stack ?? 0,
      won: (seat?.won ?? 0) + amount,
      bet: 0,
    });
    const pot = fact.pot ?? 0;
    return {
      ...next,
      turn: null,
      ended: true,
      pots: next.pots.map((one, at) => (at === pot ? { ...one, paid: true } : one)),
      wins: [
        ...next.wins,
        {
          pot,
          seat: fact.seat,
          amount,
          half: fact.half ?? "",
          text: fact.text ?? "",
          odd: fact.odd ?? 0,
        },
      ],
    };
  },
  hand_ended: (view, fact) => withStacks({ ...view, turn: null, ended: true }, fact.stacks ?? []),
  hand_cancelled(view, fact) {
    const cleared = {
      ...view,
      turn: null,
      ended: true,
      pots: [],
      pot_total: 0,
      board: "",
      seats: view.seats.map((seat) => freshSeat(seat, new Map())),
      own: { ...view.own, cards: "", high: "", low: "", legal: null },
    };
    return withStacks(cleared, fact.stacks ?? []);
  },
  turn_started: (view, fact) => ({ ...view, turn: fillTurn(fact) }),
  turn_ended: (view) => ({ ...view, turn: null }),
  seat_changed(view, fact) {
    const next = fillSeat(fact.seat);
    const before = seatOf(view, next.seat);
    const kept =
      before && before.account_id === next.account_id
        ? {
            ...next,
            last_verb: next.last_verb || (next.in_hand ? before.last_verb : ""),
            tag: before.tag,
            high_cards: before.high_cards,
            low_cards: before.low_cards,
            low_text: before.low_text,
          }
        : next;
    const seats = view.seats.map((seat) => (seat.seat === kept.seat ? kept : seat));
    const lost = next.seat === view.own.seat && before?.account_id && !next.account_id;
    return { ...view, seats, own: lost ? fillOwn({}) : view.own };
  },
  table_state_changed: (view, fact) => ({
    ...view,
    state: fact.state,
    state_reason: fact.reason ?? "",
  }),
};

/** @param {View} view @param {{seat: number, stack?: number}[]} stacks @returns {View} */
const withStacks = (view, stacks) =>
  stacks.reduce((next, one) => withSeat(next, one.seat, { stack: one.stack ?? 0 }), view);

/** The name and content of a fact. @param {Fact} fact @returns {[string, any]} */
export function factOf(fact) {
  const name = Object.keys(fact)[0] ?? "";
  return [name, fact[name] ?? {}];
}

/**
 * One fact. Unknown ones (of a newer room) change nothing.
 * @param {View} view
 * @param {Fact} fact
 * @returns {View}
 */
export function applyFact(view, fact) {
  const [name, content] = factOf(fact);
  const apply = APPLY[name];
  return apply ? apply(view, content) : view;
}

/**
 * One event with the viewer's private part, which is whole and comes last.
 * @param {View} view @param {import("../protocol.js").PublicEvent} event @param {any} own
 * @returns {View}
 */
export function applyEvent(view, event, own) {
  const next = (event.facts ?? []).reduce(applyFact, view);
  const seated = next.seats.find((seat) => seat.seat === next.own.seat);
  const folded = seated?.folded ? { ...next.own, legal: null } : next.own;
  return {
    ...next,
    epoch: event.epoch,
    sequence: event.sequence,
    own: own ? withLastCards(fillOwn(own), next) : folded,
  };
}

/** Own cards stay on the felt after the hand, as the board does, until the next one begins.
 * @param {import("../protocol.js").Own} own
 * @param {View} view
 * @returns {import("../protocol.js").Own} */
function withLastCards(own, view) {
  if (own.cards || !view.ended || own.seat !== view.own.seat) return own;
  return { ...own, cards: view.own.cards, high: view.own.high, low: view.own.low };
}
