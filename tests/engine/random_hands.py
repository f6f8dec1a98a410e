"""Random hands of every game, limit, profile and size, and the actions that are open in them."""

import random

from riverbus.core.games import PLANS, Game, GameKind, LimitKind, Stakes
from riverbus.core.rake import RakeCap, RakePolicy
from riverbus.engine.actions import (
    BRING_IN,
    CALL,
    CHECK,
    FOLD,
    MUCK,
    PROTECT,
    SHOW,
    Action,
    LegalActions,
    draw,
)
from riverbus.engine.hand import Hand
from riverbus.engine.profiles import PROFILES
from riverbus.engine.setup import HandSetup, Post, PostKind, SeatIn

STACKS = (7, 30, 60, 101, 150, 500, 1000, 2000, 10_000)


def random_setup(rng: random.Random) -> HandSetup:
    game, limit = rng.choice(list(Game)), rng.choice(list(LimitKind))
    plan = PLANS[game]
    count = rng.randint(2, 8 if plan.stud else 6 if game is Game.DRAW else 10)
    seats = sorted(rng.sample(range(1, 11), count))
    button = rng.choice(seats)
    turned = seats.index(button) + 1
    order = seats[turned:] + seats[:turned]
    ante = rng.choice((0, 0, 10))
    posts = [Post(seat, PostKind.ANTE, ante) for seat in order if ante]
    if plan.stud:
        stakes = Stakes(lower=100, upper=200, ante=ante, bring_in=50)
    else:
        stakes = Stakes(small_blind=50, big_blind=100, lower=100, upper=200, ante=ante)
        small, big = order[:2] if count > 2 else order[1::-1]
        posts += [Post(small, PostKind.SMALL_BLIND, 50), Post(big, PostKind.BIG_BLIND, 100)]
        if count > 3 and rng.random() < 0.2:
            posts += [Post(order[3], PostKind.LIVE, 100), Post(order[3], PostKind.DEAD, 50)]
        if rng.random() < 0.2:
            posts.append(Post(big, PostKind.BIG_BLIND_ANTE, 100))
    return HandSetup(
        game=game,
        limit=limit,
        kind=rng.choice(list(GameKind)),
        stakes=stakes,
        rules=rng.choice(list(PROFILES.values())),
        seats=tuple(SeatIn(seat, rng.choice(STACKS)) for seat in seats),
        button=button,
        posts=tuple(posts),
        deck=tuple(rng.sample(range(52), 52)),
        mix=tuple(rng.sample(range(52), 52)),
        rake=RakePolicy(
            basis_points=rng.choice((0, 250, 500)),
            caps=(RakeCap(2, 20), RakeCap(4, 45)),
            no_flop_no_drop=rng.random() < 0.5,
            per=rng.choice(("hand", "pot")),
        ),
    )


def open_actions(rng: random.Random, hand: Hand, legal: LegalActions) -> list[Action]:
    """Some action of every sort that is open, extremes included."""
    if legal.draw_max >= 0:
        return [draw(*rng.sample(hand.hole[hand.turn], rng.randint(0, legal.draw_max)))]
    found = [action for action, on in ((SHOW, legal.show), (MUCK, legal.muck)) if on]
    found += [CHECK] if legal.check else []
    found += [FOLD] if legal.fold else []
    found += [CALL] if legal.call else []
    found += [BRING_IN] if legal.bring_in else []
    if legal.call and not legal.bring_in and hand.paid[hand.turn]:
        found.append(PROTECT)
    if legal.wager is not None:
        least, most = legal.wager_min, legal.wager_max
        sizes = legal.sizes or (least, most, rng.randint(least, most))
        found += [Action(legal.wager, size) for size in sizes]
    return found


def closed_actions(legal: LegalActions) -> list[Action]:
    """Actions that are not open, next to those that are."""
    found = [action for action, on in ((SHOW, legal.show), (MUCK, legal.muck)) if not on]
    found += [] if legal.check else [CHECK]
    found += [] if legal.fold else [FOLD]
    found += [] if legal.call or legal.bring_in else [CALL]
    found += [] if legal.bring_in else [BRING_IN]
    if legal.wager is not None:
        least, most = legal.wager_min, legal.wager_max
        found += [Action(legal.wager, to) for to in (least - 1, most + 1, -1, 0)]
        if len(legal.sizes) == 2 and legal.sizes[1] - legal.sizes[0] > 1:
            found.append(Action(legal.wager, legal.sizes[0] + 1))
    return [one for one in found if not (one.verb == "complete" and one.to == 0)]
