import { applyEvent, applyFact, myTurn, playingCards, seatOf } from "/app/core/table_state.js";
import { fillView } from "/app/core/defaults.js";
import { eventLines } from "/app/core/log_lines.js";
import { seatLook } from "/app/core/seat_look.js";
import { equal, test, truly } from "./check.js";

const person = (seat) => ({
  seat,
  account_id: `a${seat}`,
  name: `P${seat}`,
  status: "active",
  connected: true,
  stack: 10000,
});
const table = () =>
  fillView({
    table_id: "t",
    epoch: 1,
    sequence: 7,
    info: { name: "T", game: "holdem", limit: "none", seats_max: 3, currency: "USD" },
    seats: [person(1), person(2), { seat: 3 }],
    own: { seat: 1 },
  });
const play = (view, ...facts) => facts.reduce(applyFact, view);
const blinds = [
  {
    hand_started: {
      hand_id: "h",
      number: 3,
      button: 1,
      seats: [
        { seat: 1, stack: 10000 },
        { seat: 2, stack: 10000 },
      ],
    },
  },
  { posted: { seat: 1, kind: "small_blind", amount: 50, bet: 50, stack: 9950 } },
  { posted: { seat: 2, kind: "big_blind", amount: 100, bet: 100, stack: 9900 } },
  { street_started: { street: "preflop" } },
  { dealt: { seat: 1, count: 2 } },
  { dealt: { seat: 2, count: 2 } },
];

test("absent fields have their defaults", () => {
  const view = table();
  equal(view.seats[2].stack, 0);
  equal(view.own.legal, null);
  equal(view.info.rake.caps, []);
});
test("blinds stand in front, the pot counts them, cards are face down", () => {
  const view = play(table(), ...blinds);
  equal([seatOf(view, 1).bet, seatOf(view, 2).bet, view.pot_total], [50, 100, 150]);
  equal(seatOf(view, 2).down_cards, 2);
  truly(seatOf(view, 1).in_hand && !seatOf(view, 3).in_hand);
});
test("facts are assigned: stack and bet after, a fold leaves the hand", () => {
  const view = play(
    table(),
    ...blinds,
    { acted: { seat: 1, verb: "raise", paid: 250, bet: 300, stack: 9700 } },
    { acted: { seat: 2, verb: "fold", bet: 100, stack: 9900 } },
  );
  equal([view.pot_total, view.bets_made], [400, 1]);
  truly(seatOf(view, 2).folded && !seatOf(view, 2).in_hand);
  equal(seatOf(view, 1).last_verb, "raise");
});
test("collecting bets, a street, the board", () => {
  const view = play(
    table(),
    ...blinds,
    { acted: { seat: 1, verb: "call", paid: 50, bet: 100, stack: 9900 } },
    { acted: { seat: 2, verb: "check", bet: 100, stack: 9900 } },
    { pots_made: { pots: [{ amount: 200, eligible: [1, 2] }] } },
    { street_started: { street: "flop", collected: 200 } },
    { board_dealt: { cards: "AsKdQc", board: "AsKdQc" } },
  );
  equal(
    [view.board, view.street, view.pot_total, seatOf(view, 1).bet, seatOf(view, 1).last_verb],
    ["AsKdQc", "flop", 200, 0, ""],
  );
});
test("a returned bet leaves the pot; an award pays and names the cards that play", () => {
  const view = play(
    table(),
    ...blinds,
    { returned: { seat: 2, amount: 50, stack: 9950 } },
    { pots_made: { pots: [{ amount: 100, eligible: [1, 2] }] } },
    { shown: { seat: 1, cards: "AhAd", high: "a pair of aces", high_cards: "AhAdKsQs9c" } },
    { awarded: { pot: 0, seat: 1, amount: 100, stack: 10050, text: "a pair of aces" } },
    { hand_ended: { stacks: [{ seat: 1, stack: 10050 }] } },
  );
  equal(
    [seatOf(view, 1).won, seatOf(view, 1).stack, view.pots[0].paid, view.ended],
    [100, 10050, true, true],
  );
  truly(playingCards(view).has("Ks") && !playingCards(view).has("2c"));
});
test("a cancelled hand leaves nothing behind", () => {
  const view = play(table(), ...blinds, {
    hand_cancelled: {
      reason: "x",
      stacks: [
        { seat: 1, stack: 10000 },
        { seat: 2, stack: 10000 },
      ],
    },
  });
  equal(
    [view.pot_total, seatOf(view, 1).stack, seatOf(view, 1).bet, view.own.cards],
    [0, 10000, 0, ""],
  );
});
test("the private part is whole and comes last; without one it stays", () => {
  const asked = applyEvent(
    table(),
    { epoch: 1, sequence: 8, facts: [{ turn_started: { seat: 1, turn: 1, price: 100 } }] },
    { seat: 1, cards: "AsKd", legal: { fold: true, call: 100 } },
  );
  truly(myTurn(asked));
  const later = applyEvent(
    asked,
    { epoch: 2, sequence: 9, facts: [{ turn_started: { seat: 2, turn: 2 } }] },
    undefined,
  );
  truly(!myTurn(later));
  equal([later.own.cards, later.epoch, later.sequence], ["AsKd", 2, 9]);
});
test("own cards stay on the felt after the hand and go with the next", () => {
  const mine = applyEvent(
    play(table(), ...blinds),
    { epoch: 1, sequence: 8, facts: [] },
    { seat: 1, cards: "AsKd", high: "ace high" },
  );
  const over = applyEvent(
    mine,
    {
      epoch: 1,
      sequence: 9,
      facts: [{ awarded: { pot: 0, seat: 2, amount: 150 } }, { hand_ended: {} }],
    },
    { seat: 1 },
  );
  equal([over.own.cards, over.own.high], ["AsKd", "ace high"]);
  equal(
    applyEvent(over, { epoch: 1, sequence: 10, facts: [blinds[0]] }, { seat: 1 }).own.cards,
    "",
  );
});
test("what goes in is never changed, and unknown facts change nothing", () => {
  const view = table();
  const before = JSON.stringify(view);
  play(view, ...blinds);
  equal(JSON.stringify(view), before);
  truly(applyFact(view, { from_the_future: { x: 1 } }) === view);
});
test("events are told as lines", () => {
  const lines = eventLines(table(), {
    facts: [...blinds, { acted: { seat: 1, verb: "raise", paid: 250, bet: 300, stack: 9700 } }],
  });
  equal(
    lines.map((line) => `${line.who} ${line.text}`.trim()),
    [
      "Hand 3 · button P1",
      "P1 posts the small blind $0.50",
      "P2 posts the big blind $1.00",
      "P1 raises to $3.00",
    ],
  );
});
test("who loses the seat is a spectator again, without cards or switches", () => {
  const seated = applyEvent(
    play(table(), ...blinds),
    { epoch: 1, sequence: 8, facts: [] },
    { seat: 1, cards: "AsKd", options: { auto_post: true } },
  );
  const gone = play(seated, { seat_changed: { seat: { seat: 1 } } });
  equal([gone.own.seat, gone.own.cards, gone.own.options.auto_post], [0, "", false]);
  const other = play(seated, { seat_changed: { seat: { seat: 2 } } });
  equal([other.own.seat, other.own.cards], [1, "AsKd"]);
});
test("a note tells whom it is about once", () => {
  const note = { note: { code: "slow_play", text: "P1 leaves the table.", seat: 1 } };
  equal(eventLines(table(), { facts: [note] }), [
    { kind: "note", who: "", text: "P1 leaves the table." },
  ]);
});
test("a replayed turn has no clock that could run out", () => {
  const turn = { seat: 1, turn: 1, price: 0, deadline_ms: 5, duration_ms: 0, bank: false };
  const view = { ...table(), turn };
  const { look, tag, tone } = seatLook(view, view.seats[0], 9_000_000, 0);
  equal([look, tag, tone], ["acting", "", "plain"]);
});
