"""Plays a PHH hand through the engine and compares the stacks at its end.

Cards that nobody saw are filled in from what is left of the deck; a player whose cards are unknown
can only have folded or mucked, so they decide nothing.
"""

from collections.abc import Iterable
from decimal import Decimal

import msgspec

from riverbus.core.cards import CardError, card
from riverbus.core.games import PLANS, GameKind, LimitKind, Stakes
from riverbus.engine import actions as act
from riverbus.engine.actions import Action, Verb
from riverbus.engine.errors import RuleError, SetupError
from riverbus.engine.hand import Hand, Step
from riverbus.engine.profiles import PROFILES
from riverbus.engine.rules import HouseRules
from riverbus.engine.setup import HandSetup, Post, PostKind, SeatIn
from riverbus.sim.phh.reader import HandRefused, PhhHand

UNKNOWN = "??"


class Outcome(msgspec.Struct, frozen=True):
    """Stacks by player, ours and the file's; `agrees` allows for chips split in halves."""

    got: tuple[int, ...]
    expected: tuple[Decimal, ...] | None

    @property
    def agrees(self) -> bool:
        """True when each stack is the file's, or beside a half chip of it."""
        if self.expected is None:
            return True
        halves = any(value % 1 for value in self.expected)
        return all(
            abs(ours - theirs) < 1 if halves else ours == theirs
            for ours, theirs in zip(self.got, self.expected, strict=True)
        )


def play(hand: PhhHand) -> Outcome:
    """Deal, act and settle. Raises HandRefused when the file's play breaks our rules."""
    try:
        setup = _setup(hand)
        live = Hand(setup)
        live.begin()
        for text in hand.actions:
            _step(live, text)
        while not live.over:
            if live.turn_seat:
                raise HandRefused(f"the file ends with player {live.turn_seat} to act")
            live.advance()
    except (SetupError, RuleError, CardError) as error:
        raise HandRefused(f"{type(error).__name__}: {error}") from error
    stacks = {seat.seat: seat.stack for seat in live.result().seats}
    got = tuple(stacks.get(number, stack) for number, stack in enumerate(hand.stacks, 1))
    return Outcome(got, hand.finishing)


def _setup(hand: PhhHand) -> HandSetup:
    count = len(hand.stacks)
    big = max(hand.blinds, default=0)
    fixed = hand.limit is LimitKind.FIXED
    return HandSetup(
        game=hand.game,
        limit=hand.limit,
        kind=GameKind.TOURNAMENT,
        stakes=Stakes(
            small_blind=min((blind for blind in hand.blinds if blind), default=0),
            big_blind=big,
            lower=hand.lower if fixed else 0,
            upper=hand.upper if fixed else 0,
            ante=max(hand.antes),
            bring_in=hand.bring_in,
            ante_from_big_blind=hand.ante_from_big_blind,
        ),
        rules=_rules(),
        seats=tuple(SeatIn(number, stack) for number, stack in enumerate(hand.stacks, 1)),
        button=count,
        posts=tuple(_posts(hand)),
        deck=_deck(hand),
        mix=tuple(range(52)),
    )


def _rules() -> HouseRules:
    """Today's tournament rules without burns: the files do not tell the burn cards."""
    return msgspec.structs.replace(PROFILES["tda"], burn_cards="none", stud_shortage="rest")


def _posts(hand: PhhHand) -> Iterable[Post]:
    big = max(hand.blinds, default=0)
    ante_kind = PostKind.BIG_BLIND_ANTE if hand.ante_from_big_blind else PostKind.ANTE
    antes = [Post(n, ante_kind, ante) for n, ante in enumerate(hand.antes, 1) if ante]
    # Two players: the format lists the small blind first, and the second player, who has the
    # button, pays it.
    blinds = hand.blinds[::-1] if len(hand.stacks) == 2 else hand.blinds
    posts = [
        Post(n, PostKind.BIG_BLIND if blind == big else PostKind.SMALL_BLIND, blind)
        for n, blind in enumerate(blinds, 1)
        if blind
    ]
    posts.sort(key=lambda post: post.amount)
    return [*posts, *antes] if hand.ante_from_big_blind else [*antes, *posts]


def _deck(hand: PhhHand) -> tuple[int, ...]:
    """The known cards in dealing order, the unknown ones filled in, the rest behind."""
    first: dict[int, str] = {}
    later: list[str] = []
    opening = PLANS[hand.game].streets[0]
    each = opening.down + opening.up
    for text in hand.actions:
        words = text.split()
        if words[:2] == ["d", "dh"]:
            player = int(words[2][1:])
            if player not in first and len(words[3]) == 2 * each:
                first[player] = words[3]
            else:
                later.append(words[3])
        elif words[:2] == ["d", "db"]:
            later.append(words[2])
    order = range(1, len(hand.stacks) + 1)
    dealt = [first.get(player, UNKNOWN * each)[2 * k : 2 * k + 2]
             for k in range(each) for player in order]  # fmt: skip
    dealt += [joined[k : k + 2] for joined in later for k in range(0, len(joined), 2)]
    known = [card(text) for text in dealt if text != UNKNOWN]
    shown = {card(text[k : k + 2]) for text in _shown(hand) for k in range(0, len(text), 2)}
    if len(set(known)) != len(known):
        raise HandRefused("a card is dealt twice")
    rest = [number for number in range(52) if number not in set(known) | shown]
    filled = [card(text) if text != UNKNOWN else rest.pop() for text in dealt]
    return tuple(filled + [number for number in range(52) if number not in set(filled)])


def _shown(hand: PhhHand) -> Iterable[str]:
    for text in hand.actions:
        words = text.split()
        if len(words) == 3 and words[1] == "sm" and UNKNOWN not in words[2]:
            yield words[2]


def _step(live: Hand, text: str) -> None:
    words = text.split("#")[0].split()
    if not words or words[0] == "d":
        return
    seat = int(words[0][1:])
    if words[1] == "sm":
        _show_or_muck(live, seat, shows=len(words) > 2)
        return
    while not live.turn_seat and live.next_step is Step.RUN_OUT:
        live.advance()
    live.act(seat, _action(live, seat, words[1:]))


def _action(live: Hand, seat: int, words: list[str]) -> Action:
    legal = live.legal_actions(seat)
    if words[0] == "f":
        return act.FOLD
    if words[0] == "pb":
        return act.BRING_IN
    if words[0] == "cc":
        return act.CHECK if legal.check else act.CALL
    if words[0] == "cbr" and legal.wager is not None:
        return Action(legal.wager, int(words[1]))
    if words[0] == "cbr":
        raise HandRefused(f"player {seat} may not bet or raise {words[1]}")
    raise HandRefused(f"action {' '.join(words)!r} is not known")


def _show_or_muck(live: Hand, seat: int, *, shows: bool) -> None:
    """The file's own choice where there is one; a hand that must be shown is shown."""
    while live.next_step is Step.RUN_OUT:
        live.advance()
    legal = live.legal_actions(seat)
    if shows and legal.show:
        live.act(seat, Action(Verb.SHOW))
    elif not shows and legal.muck:
        live.act(seat, Action(Verb.MUCK))
