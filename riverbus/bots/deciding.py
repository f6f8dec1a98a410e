"""One decision: legal actions, the cards and the price in, an action out. Pure but for the dice."""

import random

from msgspec import UNSET, Struct

from riverbus.bots.discards import discards
from riverbus.bots.equity import equity
from riverbus.bots.mirror import Mirror
from riverbus.bots.temperaments import Temperament
from riverbus.core.cards import cards, cards_text
from services.gateway.domain import frames as f

LATE = 0.04
SHOWS = 0.3
ALL_IN_FROM = 0.7
DEAR = 0.25
EARLY = {
    f.Street.UNSPECIFIED: 0.6,
    f.Street.PREFLOP: 0.6,
    f.Street.SECOND: 0.6,
    f.Street.THIRD: 0.6,
    f.Street.BEFORE_DRAW: 0.6,
    f.Street.FLOP: 0.8,
    f.Street.FOURTH: 0.75,
    f.Street.FIFTH: 0.85,
    f.Street.TURN: 0.9,
}


class Choice(Struct, frozen=True):
    """What to do, and how hard it was to decide (0 to 1)."""

    verb: f.Verb
    to: int = 0
    discards: str = ""
    doubt: float = 0.0


def decide(table: Mirror, how: Temperament, dice: random.Random) -> Choice:
    """An action out of `table.own.legal`, which must be set."""
    legal = table.own.legal
    if legal is UNSET:
        raise ValueError("there is nothing to decide")
    if legal.show_or_muck:
        return Choice(f.Verb.SHOW if dice.random() < SHOWS else f.Verb.MUCK)
    if legal.draw_max > 0 or (legal.draw_max == 0 and not _betting(legal)):
        return _draw(table, legal)
    return _bet(table, legal, how, dice)


def _betting(legal: f.LegalActions) -> bool:
    return bool(legal.fold or legal.check or legal.call or legal.wagers)


def _draw(table: Mirror, legal: f.LegalActions) -> Choice:
    thrown = discards(cards(table.own.cards), max(0, legal.draw_max))
    if not thrown:
        return Choice(f.Verb.STAND_PAT, doubt=0.3)
    return Choice(f.Verb.DRAW, discards=cards_text(thrown), doubt=0.3)


def _bet(table: Mirror, legal: f.LegalActions, how: Temperament, dice: random.Random) -> Choice:
    opponents = table.opponents()
    ups = [seat.up_cards for seat in opponents]
    share = equity(table.game, table.own.cards, table.board, ups, dice) if table.own.cards else 0.0
    share += dice.gauss(0, how.noise) + (LATE if _late(table) else 0.0)
    worth = share * (len(opponents) + 1)
    price = _price(table, legal.call)
    strong = worth >= how.raise_at * (1.0 + 0.4 * price)
    wagers = [w for w in legal.wagers if w.verb is not f.Verb.BRING_IN]
    if wagers and strong and dice.random() < how.boldness:
        return _wager(table, legal, wagers[0], how, dice, share)
    if wagers and not legal.call and dice.random() < how.bluff:
        return _wager(table, legal, wagers[0], how, dice, 0.0)
    doubt = max(0.0, 1.0 - 6 * abs(share - price))
    if legal.check:
        return Choice(f.Verb.CHECK, doubt=0.2)
    if legal.call and share >= price + how.edge * (1 if price > 0.1 else 0.3):
        return Choice(f.Verb.CALL, doubt=doubt)
    bring_in = [w for w in legal.wagers if w.verb is f.Verb.BRING_IN]
    if bring_in:
        return Choice(f.Verb.BRING_IN)
    return Choice(f.Verb.FOLD if legal.fold else f.Verb.CALL, doubt=doubt)


def _price(table: Mirror, call: int) -> float:
    """What share of the pot a call must win. Early and cheap calls cost less than they seem: more
    can be won on the streets to come.
    """
    if not call:
        return 0.0
    early = EARLY.get(table.street, 1.0)
    mine = table.mine
    stack = max(1, mine.stack if mine is not None else 0)
    dear = min(1.0, call / (DEAR * stack))
    return call / (table.pot + call) * (early + (1.0 - early) * dear)


def _late(table: Mirror) -> bool:
    """Last or next to last to act: the button or the seat before it."""
    in_hand = sorted(seat.seat for seat in table.seats.values() if seat.in_hand)
    if table.own.seat not in in_hand or table.button not in in_hand:
        return False
    behind = (in_hand.index(table.button) - in_hand.index(table.own.seat)) % len(in_hand)
    return behind <= 1


def _wager(
    table: Mirror,
    legal: f.LegalActions,
    wager: f.Wager,
    how: Temperament,
    dice: random.Random,
    share: float,
) -> Choice:
    """A size around the temperament's, in whole chips, within the limits."""
    if wager.min == wager.max:
        return Choice(wager.verb, wager.min, doubt=0.3)
    mine = table.mine
    staked = mine.bet if mine is not None else 0
    called = staked + legal.call
    wanted = called + int((table.pot + legal.call) * how.size * dice.uniform(0.6, 1.3))
    if share > ALL_IN_FROM and wanted > wager.max * 0.6:
        wanted = wager.max
    stakes = table.info.stakes
    unit = 1 if stakes is UNSET else max(1, stakes.unit)
    total = min(max(wanted // unit * unit, wager.min), wager.max)
    return Choice(wager.verb, total, doubt=0.4)
