"""Plays one hand in our engine and in PokerKit at once, card for card and action for action.

Known differences are kept out of the way by the rules and stacks that are chosen (see RULES and
`stacks`): PokerKit lets a short big blind lower the price (SP-07), knows no half bet in limit
(RO-08), counts its cap without the blind (RO-13), splits identical hi-lo hands by halves (HL-07),
gives stud's odd chip by place (HL-13) and posts the ante before a short blind (BL-13). Two more are
met on the way and told apart: it hands all odd chips of a pot to one winner and joins pots once
beaten hands are gone (HL-05), which the judge then decides; and beside an all-in best board it lets
the next place open instead of the next best board (the catalogue's table of `tda`).
"""

import random

import msgspec
from pokerkit import Card, State
from pokerkit.hands import Hand as PokerKitHand

from riverbus.bench.pokerkit_games import HAND_TYPES, pokerkit_state
from riverbus.core.cards import TEXTS
from riverbus.core.games import PLANS, Game, GameKind, LimitKind, Stakes
from riverbus.engine import actions as act
from riverbus.engine import events as ev
from riverbus.engine.actions import Action, LegalActions, Verb
from riverbus.engine.hand import Hand
from riverbus.engine.profiles import PROFILES
from riverbus.engine.setup import HandSetup, Post, PostKind, SeatIn
from tests.engine.judge import judge

RULES = msgspec.structs.replace(
    PROFILES["tda"],
    burn_cards="none",
    stud_shortage="rest",
    first_to_act_ties="seat",
    stud_odd_chip="seat",
    identical_hands="halves",
    limit_under_raise_fraction="1",
    limit_short_raise="on_top",
    seventh_opener="board",
)


class Disagreement(Exception):
    """Raised when one of the two refuses what the other plays, or pays differently."""


def stakes_of(game: Game, limit: LimitKind) -> Stakes:
    if PLANS[game].stud:
        return Stakes(lower=10, upper=20, ante=1, bring_in=5)
    fixed = limit is LimitKind.FIXED
    return Stakes(small_blind=5, big_blind=10, lower=10 if fixed else 0, upper=20 if fixed else 0)


def setup_of(game: Game, limit: LimitKind, rng: random.Random) -> HandSetup:
    stakes = stakes_of(game, limit)
    count = rng.randint(2, 5 if game is Game.DRAW else 6)
    seats = tuple(SeatIn(n, rng.randint(12, 400)) for n in range(1, count + 1))
    posts: list[Post] = [Post(s.seat, PostKind.ANTE, stakes.ante) for s in seats if stakes.ante]
    if not PLANS[game].stud:
        small, big = (2, 1) if count == 2 else (1, 2)
        posts += [
            Post(small, PostKind.SMALL_BLIND, stakes.small_blind),
            Post(big, PostKind.BIG_BLIND, stakes.big_blind),
        ]
    deck = list(range(52))
    rng.shuffle(deck)
    return HandSetup(
        game=game, limit=limit, kind=GameKind.TOURNAMENT, stakes=stakes, rules=RULES, seats=seats,
        button=count, posts=tuple(posts), deck=tuple(deck), mix=tuple(range(52)),
    )  # fmt: skip


class KnownDifference(Exception):
    """Raised when PokerKit follows another rule by design; the rest of the hand says nothing."""


class Lockstep:
    """One hand on both sides."""

    def __init__(self, setup: HandSetup, rng: random.Random) -> None:
        self.setup = setup
        self.rng = rng
        self.hand = Hand(setup)
        self.rival: State = pokerkit_state(
            setup.game, setup.limit, setup.stakes, [seat.stack for seat in setup.seats]
        )
        self.waiting: list[list[int]] = [[] for _ in setup.seats]
        self.board: list[int] = []
        self.skipped = 0
        self.note(self.hand.begin())

    def note(self, events: list[ev.Event]) -> None:
        """Cards that ours dealt wait until PokerKit asks for them."""
        for event in events:
            if isinstance(event, ev.Dealt | ev.Drew):
                self.waiting[event.seat - 1] += event.cards
            elif isinstance(event, ev.BoardDealt):
                self.board += event.cards

    def feed(self) -> None:
        """Deal to PokerKit whatever it wants and ours has dealt."""
        while self.rival.status:
            if self.rival.can_deal_hole():
                to = self.rival.hole_dealee_index
                if to is None or not self.waiting[to]:
                    return
                self.rival.deal_hole(TEXTS[self.waiting[to].pop(0)])
            elif self.rival.can_deal_board():
                wanted = self.rival.board_dealing_count
                if len(self.board) < wanted:
                    return
                self.rival.deal_board("".join(TEXTS[c] for c in self.board[:wanted]))
                del self.board[:wanted]
            else:
                return

    def play(self) -> None:
        """To the end; raises Disagreement."""
        while not self.hand.over:
            self.feed()
            if self.hand.turn_seat:
                self.turn(self.hand.turn_seat)
            else:
                self.note(self.hand.advance())
        self.feed()
        result = self.hand.result()
        ours = {seat.seat: seat.stack for seat in result.seats}
        theirs = dict(enumerate(self.rival.stacks, 1))
        if self.rival.status:
            raise Disagreement("ours is over, PokerKit goes on")
        if ours == theirs:
            return
        put_in = {seat.seat: seat.contributed for seat in result.seats}
        judged = self.judged(put_in)
        if ours != {seat.seat: seat.stack - put_in[seat.seat] + judged[seat.seat]
                    for seat in self.setup.seats}:  # fmt: skip
            raise Disagreement(f"ours {ours}, PokerKit {theirs}, judge {judged}")
        raise KnownDifference("odd chips")

    def judged(self, put_in: dict[int, int]) -> dict[int, int]:
        """What the judge gives, with the hands as PokerKit reads them."""
        hand = self.hand
        left = [seat for at, seat in enumerate(hand.seats) if not hand.folded[at]]
        kinds = HAND_TYPES[self.setup.game]
        high = self.strengths(kinds[0], left)
        low = self.strengths(kinds[1], left) if len(kinds) > 1 else {}
        return judge(
            put_in,
            {seat: value if value is not None else -1 for seat, value in high.items()},
            low,
            hand.seats,
            hi_lo=len(kinds) > 1,
            even_if_identical=False,
        )

    def strengths(self, kind: type[PokerKitHand], left: list[int]) -> dict[int, int | None]:
        """The place of each hand among all of this deal, more is better; None: no such hand."""
        board = "".join(TEXTS[card] for card in self.hand.board)
        read = {}
        for seat in left:
            held = "".join(TEXTS[card] for card in self.hand.hole[self.hand.position[seat]])
            try:
                read[seat] = kind.from_game(held, board)
            except ValueError:
                read[seat] = None
        return {
            seat: None if found is None else sum(
                1 for other in read.values() if other is not None and other < found
            )
            for seat, found in read.items()
        }  # fmt: skip

    def turn(self, seat: int) -> None:
        choices = self.choices(self.hand.legal_actions(seat))
        self.rng.shuffle(choices)
        for action in choices:
            if self.rival_takes(action, seat):
                self.note(self.hand.act(seat, action))
                return
            self.skipped += 1
        raise Disagreement(f"PokerKit takes none of {choices} from seat {seat}")

    def choices(self, legal: LegalActions) -> list[Action]:
        """Some of what is legal, raises often enough to reach the caps."""
        if legal.draw_max >= 0:
            cards = self.hand.hole[self.hand.position[legal.seat]]
            return [act.draw(*self.rng.sample(cards, self.rng.randint(0, legal.draw_max)))]
        found = []
        if legal.fold and not legal.check:
            found.append(act.FOLD)
        if legal.check:
            found.append(act.CHECK)
        if legal.call:
            found += [act.CALL, act.CALL]
        if legal.bring_in:
            found.append(act.BRING_IN)
        if legal.wager is not None:
            sizes = legal.sizes or (
                legal.wager_min, self.rng.randint(legal.wager_min, legal.wager_max),
            )  # fmt: skip
            found += [Action(legal.wager, to) for to in sizes]
        return found

    def rival_takes(self, action: Action, seat: int) -> bool:
        """Let PokerKit do the same; False when it may not."""
        rival = self.rival
        if action.verb in (Verb.DRAW, Verb.STAND_PAT):
            if rival.stand_patter_or_discarder_index != seat - 1:
                raise Disagreement(f"seat {seat} draws, PokerKit asks another")
            rival.stand_pat_or_discard(
                tuple(Card.parse("".join(TEXTS[card] for card in action.discards)))
            )
            return True
        if rival.actor_index != seat - 1:
            if PLANS[self.setup.game].stud and any(self.hand.all_in) and not any(self.hand.bet):
                raise KnownDifference("opener beside an all-in board")
            raise Disagreement(f"seat {seat} is to act, PokerKit asks index {rival.actor_index}")
        if action.verb is Verb.FOLD:
            rival.fold()
        elif action.verb in (Verb.CHECK, Verb.CALL):
            rival.check_or_call()
        elif action.verb is Verb.BRING_IN:
            rival.post_bring_in()
        elif rival.can_complete_bet_or_raise_to(action.to):
            rival.complete_bet_or_raise_to(action.to)
        else:
            return False
        return True
