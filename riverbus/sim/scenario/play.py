"""Plays a scenario to its end, as often as its decks need to stand still, and reports."""

from collections.abc import Callable

import msgspec

from riverbus.core.errors import RoomError
from riverbus.sim.scenario.checks import check, check_end, check_may, check_street
from riverbus.sim.scenario.deck import Decks, build_decks, first_decks, misdealt, served
from riverbus.sim.scenario.engine_room import EngineRoom
from riverbus.sim.scenario.errors import Difference, ScenarioError
from riverbus.sim.scenario.model import (
    Act,
    Cancel,
    Check,
    Deal,
    Deed,
    FixedCards,
    Level,
    Line,
    May,
    Pass,
    Prepare,
    Refused,
    Scenario,
    SeatStep,
    Step,
    Street,
)
from riverbus.sim.scenario.room import PlayedHand, Room
from riverbus.sim.scenario.table_room import TableRoom

PASSES_MAX = 300
RoomMaker = Callable[[Scenario], Room]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a scenario went: the first difference, if any, and all that was played."""

    scenario: Scenario
    failed: Difference | None
    stacks: dict[str, int]
    hands: tuple[PlayedHand, ...]

    @property
    def rake(self) -> int:
        """Taken in all hands."""
        return sum(played.hand.rake for played in self.hands)


class _Dealing:
    """One hand's fixed cards and the decks of the next pass."""

    def __init__(self, fixed: FixedCards, seats: dict[str, int]) -> None:
        self.fixed, self.seats = fixed, seats
        self.decks: Decks = first_decks(fixed, seats)


def play(scenario: Scenario, make_room: RoomMaker | None = None) -> Outcome:
    """The scenario's outcome; raises ScenarioError for cards that can't be dealt as fixed."""
    dealings: list[_Dealing] = []
    for _ in range(PASSES_MAX):
        room = (make_room or _room_for)(scenario)
        failed = _run(scenario, room, dealings)
        if not _refine(room, dealings):
            _verify_dealt(scenario, room, dealings)
            stacks = {name: room.stack(name) for name in room.seats()}
            return Outcome(scenario=scenario, failed=failed, stacks=stacks, hands=tuple(room.hands))
    raise ScenarioError(scenario.file, 0, "the fixed cards contradict each other")


def _room_for(scenario: Scenario) -> Room:
    """The engine alone, unless a step needs the table's clock."""
    return TableRoom(scenario) if any(map(_needs_table, scenario.steps)) else EngineRoom(scenario)


def _needs_table(step: Step) -> bool:
    deed = step.meaning.step if isinstance(step.meaning, Refused) else step.meaning
    if isinstance(deed, Check):
        return deed.what in ("clock", "bank", "protection")
    return isinstance(deed, Prepare | Pass | Line)


def _run(scenario: Scenario, room: Room, dealings: list[_Dealing]) -> Difference | None:
    """Plays all steps; the first difference ends it."""
    step_text = ""
    try:
        for step in scenario.steps:
            step_text = step.text
            _take(scenario, room, step, dealings)
        step_text = "end"
        room.settle_choices()
        check_end(room, scenario.expect)
    except Difference as difference:
        return difference
    except RoomError as error:
        return Difference(step_text, "accepted", f"{error.code}: {error.sentence}")
    return None


def _take(scenario: Scenario, room: Room, step: Step, dealings: list[_Dealing]) -> None:
    meaning = step.meaning
    if not _keeps_choices(meaning):
        room.settle_choices(_chooser(meaning))
    if isinstance(meaning, May):
        check_may(room, meaning, step.text)
    elif isinstance(meaning, Check):
        check(room, meaning, step.text)
    elif isinstance(meaning, Street):
        check_street(room, meaning, step.text)
    elif isinstance(meaning, Refused):
        _must_refuse(scenario, room, step, meaning, dealings)
    else:
        _do(scenario, room, meaning, dealings)


def _keeps_choices(meaning: object) -> bool:
    """Asking what one may show or muck leaves the choice open."""
    return isinstance(meaning, May) and bool({"show", "muck"} & set(meaning.offers))


def _chooser(meaning: object) -> str:
    deed = meaning.step if isinstance(meaning, Refused) else meaning
    return deed.name if isinstance(deed, Act) and deed.verb in ("show", "muck") else ""


def _must_refuse(
    scenario: Scenario, room: Room, step: Step, asked: Refused, dealings: list[_Dealing]
) -> None:
    try:
        _do(scenario, room, asked.step, dealings)
    except RoomError as error:
        if asked.code and error.code != asked.code:
            raise Difference(step.text, asked.code, error.code) from None
        return
    raise Difference(step.text, asked.code or "a refusal", "accepted")


def _do(scenario: Scenario, room: Room, deed: Deed, dealings: list[_Dealing]) -> None:
    match deed:
        case Deal():
            nth = len(room.hands)
            if nth == len(dealings):
                fixed = scenario.first_cards if nth == 0 else deed.cards
                if nth == 0 and deed.cards != FixedCards():
                    fixed = deed.cards
                dealings.append(_Dealing(fixed, room.seats()))
            room.deal(dealings[nth].decks)
        case Act():
            room.act(deed)
        case Prepare():
            room.prepare(deed)
        case Pass():
            room.pass_time(deed.seconds)
        case Line():
            room.line(deed.name, deed.connected)
        case SeatStep():
            room.seat_step(deed)
        case Cancel():
            room.cancel()
        case Level():
            room.level(deed)


def _refine(room: Room, dealings: list[_Dealing]) -> bool:
    """Puts the fixed cards where this pass needed them; False when nothing moved."""
    moved = False
    for dealing, played in zip(dealings, room.hands, strict=False):
        decks = build_decks(dealing.fixed, dealing.seats, served(played.events), dealing.decks)
        if decks != dealing.decks:
            dealing.decks = decks
            moved = True
    return moved


def _verify_dealt(scenario: Scenario, room: Room, dealings: list[_Dealing]) -> None:
    for dealing, played in zip(dealings, room.hands, strict=False):
        wrong = misdealt(dealing.fixed, dealing.seats, served(played.events))
        if wrong:
            raise ScenarioError(scenario.file, 0, f"{wrong} cannot be dealt as fixed")
