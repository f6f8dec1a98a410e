"""The `?` steps and the expectations: what holds now against what must."""

from riverbus.core.games import Street as EngineStreet
from riverbus.engine import events as ev
from riverbus.engine.actions import LegalActions, Verb
from riverbus.engine.setup import PostKind
from riverbus.sim.scenario.errors import Difference
from riverbus.sim.scenario.model import Check, Expect, ExpectedPot, May, Street
from riverbus.sim.scenario.room import PlayedHand, Room


def check(room: Room, asked: Check, step: str) -> None:
    """Raises Difference when the fact does not hold."""
    if asked.what in _OF_ROOM:
        got = _OF_ROOM[asked.what](room, asked.name)
        _same(step, asked.amount, got)
        return
    played = _hand(room, step)
    match asked.what:
        case "to_act":
            _same(step, asked.name or "nobody", _to_act(played))
        case "pot":
            _same(step, asked.amount, pot_so_far(played))
        case "button":
            seat = asked.amount or room.seats().get(asked.name) or played.seat_of(asked.name)
            _same(step, f"seat {seat}", f"seat {played.plan.positions.button}")
        case "posts":
            wanted = f"{asked.amount} live {asked.dead} dead"
            _same(step, wanted, _posts(played, played.seat_of(asked.name)))
        case "dealt_in":
            _same(step, " ".join(sorted(asked.names)), " ".join(sorted(played.names.values())))
        case "returned":
            _same(step, asked.amount, returned(played).get(asked.name, 0))
        case "shows" | "hides":
            seat = played.seat_of(asked.name)
            shown = any(isinstance(e, ev.Shown) and e.seat == seat for e in played.events)
            got = "shown" if shown else "not shown"
            _same(step, "shown" if asked.what == "shows" else "not shown", got)
        case "over":
            _same(step, "over", "over" if played.over else f"{_to_act(played)} to act")
        case "cancelled":
            _same(step, "cancelled", "cancelled" if played.hand.cancelled else "not cancelled")


_OF_ROOM = {
    "stack": lambda room, name: room.stack(name),
    "clock": lambda room, name: room.clock_s(name),
    "bank": lambda room, name: room.bank_s(name),
    "protection": lambda room, name: room.protection(name),
}


def check_may(room: Room, asked: May, step: str) -> None:
    """Raises Difference unless exactly these actions are open."""
    played = _hand(room, step)
    seat = played.seat_of(asked.name)
    if not seat:
        raise Difference(step, "a player in the hand", f"{asked.name} is not dealt in")
    got = offers(played.hand.legal_actions(seat))
    _same(step, ", ".join(sorted(asked.offers)), ", ".join(sorted(got)))


def check_street(room: Room, asked: Street, step: str) -> None:
    """Raises Difference unless the street has been reached in this hand."""
    played = _hand(room, step)
    reached = [str(e.street.value) for e in played.events if isinstance(e, ev.StreetStarted)]
    hand = played.hand
    ended = played.over and hand.live > 1 and not hand.cancelled
    if ended or any(isinstance(event, ev.ShowdownStarted) for event in played.events):
        reached.append(EngineStreet.SHOWDOWN.value)
    if asked.name not in reached:
        raise Difference(step, f"{asked.name} reached", reached[-1] if reached else "no street")


def check_end(room: Room, expect: Expect) -> None:
    """Raises Difference at the first expectation that does not hold."""
    for name, stack in (expect.stacks or {}).items():
        _same(f"expect stacks {name}", stack, room.stack(name))
    if expect.returned is not None:
        got = returned(_hand(room, "expect returned"))
        wanted = {name: amount for name, amount in expect.returned.items() if amount}
        _same("expect returned", _listed(wanted), _listed(got))
    if expect.pots is not None:
        paid = pots(_hand(room, "expect pots"))
        _same("expect pots", _pots_text(expect.pots), _pots_text(paid))
    if expect.rake is not None:
        _same("expect rake", expect.rake, sum(hand.hand.rake for hand in room.hands))


def offers(legal: LegalActions) -> frozenset[str]:
    """The open actions in the words of a scenario."""
    found: set[str] = set()
    if legal.fold:
        found.add("fold")
    if legal.check:
        found.add("check")
    if legal.call:
        found.add(f"call {legal.call}")
    if legal.bring_in:
        found.add(f"bring in {legal.bring_in}")
    if legal.draw_max >= 0:
        found.add(f"draw 0..{legal.draw_max}")
    if legal.show:
        found.add("show")
    if legal.muck:
        found.add("muck")
    if legal.wager is not None:
        verb = _WAGERS[legal.wager]
        if legal.sizes:
            found.update(f"{verb} {size}" for size in legal.sizes)
        elif legal.wager_min == legal.wager_max:
            found.add(f"{verb} {legal.wager_min}")
        else:
            found.add(f"{verb} {legal.wager_min}..{legal.wager_max}")
    return frozenset(found)


_WAGERS = {Verb.BET: "bet", Verb.RAISE: "raise", Verb.COMPLETE: "complete"}


def pot_so_far(played: PlayedHand) -> int:
    """Everything put in and not come back, bets in front included."""
    return sum(played.hand.paid) + sum(played.hand.dead)


def returned(played: PlayedHand) -> dict[str, int]:
    """Uncalled chips that came back, by name."""
    found: dict[str, int] = {}
    for event in played.events:
        if isinstance(event, ev.Returned) and event.amount:
            name = played.names[event.seat]
            found[name] = found.get(name, 0) + event.amount
    return found


def pots(played: PlayedHand) -> tuple[ExpectedPot, ...]:
    """The pots as paid, main pot first, after rake."""
    if not played.over or played.hand.cancelled:
        return ()
    paid: list[ExpectedPot] = []
    for pot in played.hand.result().pots:
        to: dict[str, int] = {}
        for share in pot.shares:
            if share.amount:
                name = played.names[share.seat]
                to[name] = to.get(name, 0) + share.amount
        paid.append(ExpectedPot(amount=pot.amount - pot.rake, to=to))
    return tuple(paid)


def _hand(room: Room, step: str) -> PlayedHand:
    if not room.hands:
        raise Difference(step, "a hand", "none was dealt")
    return room.hands[-1]


def _to_act(played: PlayedHand) -> str:
    return played.names.get(played.hand.turn_seat, "nobody")


def _posts(played: PlayedHand, seat: int) -> str:
    live = dead = 0
    for event in played.events:
        if isinstance(event, ev.Posted) and event.seat == seat:
            if event.kind is PostKind.DEAD:
                dead += event.amount
            elif event.kind not in (PostKind.ANTE, PostKind.BIG_BLIND_ANTE):
                live += event.amount
    return f"{live} live {dead} dead"


def _same(step: str, expected: object, got: object) -> None:
    if expected != got:
        raise Difference(step, str(expected) or "nothing", str(got) or "nothing")


def _listed(amounts: dict[str, int]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in sorted(amounts.items()))


def _pots_text(listed: tuple[ExpectedPot, ...]) -> str:
    return "; ".join(f"{pot.amount} ({_listed(dict(pot.to))})" for pot in listed)
