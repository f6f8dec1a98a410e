"""The line-up of the games with blinds: who can come in, what each posts, what each then owes.

button.py finds the places; this module decides beforehand who may take one, and books afterwards
who paid and who missed a blind.
"""

from collections.abc import Mapping, Sequence

from riverbus.core.games import Game, GameKind, Stakes
from riverbus.engine.button import Places, find_places
from riverbus.engine.lineup import (
    HandPlan,
    LineupSeat,
    NoHand,
    Owes,
    Positions,
    Refusal,
    SeatDebt,
    between,
    clockwise,
    least_to_be_dealt,
)
from riverbus.engine.rules import HouseRules
from riverbus.engine.setup import Post, PostKind


def plan_blind_game(
    rules: HouseRules,
    stakes: Stakes,
    game: Game,
    kind: GameKind,
    seats: Sequence[LineupSeat],
    previous: Positions,
    seats_max: int,
) -> HandPlan | NoHand:
    """Places button and blinds among the players who are ready, then deals in who has paid."""
    least = max(1, least_to_be_dealt(rules, stakes, game, kind))
    absent = {seat.seat: _absence(seat, least, game, kind) for seat in seats}
    ready = [seat for seat in seats if absent[seat.seat] is None]
    if len(ready) < 2:
        return NoHand(seats=tuple(_unchanged(seat, absent[seat.seat]) for seat in seats))
    free = kind is GameKind.TOURNAMENT
    clean = [s.seat for s in ready if not (s.new if free else _must_pay(s, rules))]
    restart = len(clean) < (3 if free else 2)
    if restart:
        clean = [s.seat for s in ready]
    places = find_places(
        rules=rules,
        game=game,
        previous=previous,
        clean=clean,
        ready=[s.seat for s in ready],
        late=_latecomers(ready, restart and not free, rules),
        seats_max=seats_max,
    )
    refusals = dict(absent)
    for seat in ready:
        clean_seat = seat.seat in clean
        refusals[seat.seat] = _refusal(seat, clean_seat, free, rules, places) or (
            None if clean_seat or free else _unpayable(seat, rules, stakes, places)
        )
    dealt = [s.seat for s in ready if refusals[s.seat] is None]
    if len(dealt) < 2:
        return NoHand(seats=tuple(_unchanged(seat, refusals[seat.seat]) for seat in seats))
    order = clockwise(dealt, places.button)
    owing = {} if free or restart else {s.seat: _debt(s, rules) for s in ready}
    return HandPlan(
        positions=Positions(
            button=places.button,
            small_blind=places.small_blind,
            big_blind=places.big_blind,
            players=len(dealt),
        ),
        dealt_in=order,
        posts=_posts(rules, stakes, places, order, owing),
        seats=tuple(
            _standing(seat, refusals[seat.seat], free, rules, previous, places) for seat in seats
        ),
    )


def _absence(seat: LineupSeat, least: int, game: Game, kind: GameKind) -> Refusal | None:
    """Why a seat takes no part at all, whatever the places."""
    if kind is not GameKind.TOURNAMENT and seat.sitting_out:
        return "sitting_out"
    if seat.stack < least:
        return "too_few_chips"
    if game is Game.DRAW and kind is GameKind.CASH and not seat.joins_ante:
        return "not_in"
    return None


def _debt(seat: LineupSeat, rules: HouseRules) -> Owes:
    if seat.owes:
        return seat.owes
    return "big" if seat.new and rules.newcomer_pays == "big_blind" else ""


def _must_pay(seat: LineupSeat, rules: HouseRules) -> bool:
    return _debt(seat, rules) != ""


def _latecomers(ready: Sequence[LineupSeat], restart: bool, rules: HouseRules) -> tuple[int, ...]:
    """In a restart, those who would owe: they take the big blind first."""
    return tuple(s.seat for s in ready if _must_pay(s, rules)) if restart else ()


def _refusal(
    seat: LineupSeat, clean: bool, free: bool, rules: HouseRules, places: Places
) -> Refusal | None:
    number = seat.seat
    if number in places.blinds:
        return None
    if clean:
        return None
    if free:
        return "waits_for_button" if places.before_small_blind(number) else None
    if rules.newcomer_between == "waits" and places.before_big_blind(number):
        return "waits_for_button"
    if places.heads_up:
        return "waits_for_blind"
    return None if seat.posts else "waits_for_blind"


def _unpayable(
    seat: LineupSeat, rules: HouseRules, stakes: Stakes, places: Places
) -> Refusal | None:
    """A debt is made up in full or not at all."""
    if seat.seat in places.blinds:
        return None
    small, big = stakes.small_blind, stakes.big_blind
    owed = {"": 0, "small": small, "big": big, "both": small + big}[_debt(seat, rules)]
    ante = 0 if stakes.ante_from_big_blind else stakes.ante
    return "too_few_chips" if seat.stack < owed + ante else None


def _posts(
    rules: HouseRules,
    stakes: Stakes,
    places: Places,
    order: Sequence[int],
    owing: Mapping[int, Owes],
) -> tuple[Post, ...]:
    """Antes, the blinds in their places, live posts, dead ones; a big-blind ante by its order."""
    small, big = stakes.small_blind, stakes.big_blind
    blinds = [Post(seat, PostKind.BIG_BLIND, big) for seat in places.big_blinds]
    if places.small_posted:
        blinds.insert(0, Post(places.small_blind, PostKind.SMALL_BLIND, small))
    live, dead = _debts_paid(rules, small, big, places, order, owing)
    if places.pays_both:
        dead.append(Post(places.pays_both, PostKind.DEAD, small))
    if not stakes.ante_from_big_blind:
        antes = [Post(seat, PostKind.ANTE, stakes.ante) for seat in order]
        due = [*antes, *blinds, *live, *dead]
    else:
        ante = Post(places.big_blind, PostKind.BIG_BLIND_ANTE, stakes.ante)
        blind_first = rules.big_blind_ante_order == "blind_first"
        due = [*blinds, ante] if blind_first else [ante, *blinds]
        due += [*live, *dead]
    return tuple(post for post in due if post.amount)


def _debts_paid(
    rules: HouseRules,
    small: int,
    big: int,
    places: Places,
    order: Sequence[int],
    owing: Mapping[int, Owes],
) -> tuple[list[Post], list[Post]]:
    """Live and dead posts of those who come in; the big blind met in its place settles all."""
    live: list[Post] = []
    dead: list[Post] = []
    for seat in order:
        owes = owing.get(seat, "")
        if seat in places.blinds:
            if owes == "both" and not rules.free_wait:
                dead.append(Post(seat, PostKind.DEAD, small))
            continue
        if owes in ("big", "both"):
            live.append(Post(seat, PostKind.LIVE, big))
        if owes == "small" and rules.missed_small_is == "live":
            live.append(Post(seat, PostKind.LIVE, small))
        elif owes in ("small", "both"):
            dead.append(Post(seat, PostKind.DEAD, small))
    return live, dead


def _standing(
    seat: LineupSeat,
    refused: Refusal | None,
    free: bool,
    rules: HouseRules,
    previous: Positions,
    places: Places,
) -> SeatDebt:
    """Who is dealt in owes nothing more; who is not may have missed a blind (BLD-07, BLD-08)."""
    if refused is None or free:
        return SeatDebt(seat=seat.seat, new=seat.new and refused is not None, refused=refused)
    owes = seat.owes
    if not seat.new and previous.big_blind:
        if between(seat.seat, previous.big_blind, places.big_blind):
            owes = "both"
        elif previous.small_blind and _passed(seat.seat, previous, places):
            owes = _worse(owes, rules.missed_small_owes)
    return SeatDebt(seat=seat.seat, owes=owes, new=seat.new, refused=refused)


def _passed(seat: int, previous: Positions, places: Places) -> bool:
    """Whether the small blind's place has come to the seat or gone past it."""
    if places.small_blind in (0, previous.small_blind):
        return False
    return seat == places.small_blind or between(seat, previous.small_blind, places.small_blind)


def _worse(owes: Owes, missed: Owes) -> Owes:
    if owes in ("big", "both") or missed == "both":
        return "both"
    return "small"


def _unchanged(seat: LineupSeat, refused: Refusal | None) -> SeatDebt:
    return SeatDebt(seat=seat.seat, owes=seat.owes, new=seat.new, refused=refused)
