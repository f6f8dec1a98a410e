"""A scenario as read from its file: seats, stakes, steps and expectations, all checked."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from riverbus.core.games import Game, GameKind, LimitKind, Stakes
from riverbus.core.rake import RakePolicy
from riverbus.engine.lineup import Owes
from riverbus.engine.rules import HouseRules


class SeatSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A player at the start; `cards` in the order dealt."""

    name: str
    seat: int
    stack: int
    cards: tuple[int, ...] = ()
    owes: Owes = ""
    new: bool = False
    sitting_out: bool = False
    protection: int | None = None
    """Disconnection all-ins left; None: as many as the house gives."""
    bank_s: int = 0


class FixedCards(msgspec.Struct, frozen=True, kw_only=True):
    """The cards of one hand that the file fixes."""

    board: tuple[int, ...] = ()
    burns: tuple[int, ...] = ()
    players: Mapping[str, tuple[int, ...]] = {}


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """The next hand begins."""

    cards: FixedCards


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """An action in turn; amounts are totals on the street."""

    name: str
    verb: Literal[
        "fold",
        "check",
        "call",
        "bet",
        "raise",
        "all_in",
        "complete",
        "bring_in",
        "open",
        "draw",
        "stand_pat",
        "show",
        "muck",
    ]
    amount: int = 0
    cards: tuple[int, ...] = ()


class Prepare(msgspec.Struct, frozen=True, kw_only=True):
    """An advance action: kinds fold, check, check_fold, call, call_any, bet, raise, …."""

    name: str
    kind: str
    amount: int = 0


class Pass(msgspec.Struct, frozen=True, kw_only=True):
    """Time passes."""

    seconds: int


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A player's connection goes or comes back."""

    name: str
    connected: bool


class SeatStep(msgspec.Struct, frozen=True, kw_only=True):
    """What a player does with the seat."""

    name: str
    what: Literal["sit_out", "sit_in", "post", "wait", "join", "leave", "add"]
    amount: int = 0
    seat: int = 0


class Cancel(msgspec.Struct, frozen=True):
    """The operator cancels the hand."""


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """The next hands' stakes."""

    first: int
    second: int
    ante: int | None = None


class Street(msgspec.Struct, frozen=True, kw_only=True):
    """This street has been reached."""

    name: str


class May(msgspec.Struct, frozen=True, kw_only=True):
    """Exactly these actions are open."""

    name: str
    offers: frozenset[str]


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that must hold now."""

    what: Literal[
        "to_act",
        "stack",
        "pot",
        "button",
        "posts",
        "dealt_in",
        "returned",
        "shows",
        "hides",
        "clock",
        "bank",
        "protection",
        "over",
        "cancelled",
    ]
    name: str = ""
    names: tuple[str, ...] = ()
    amount: int = 0
    dead: int = 0


class Refused(msgspec.Struct, frozen=True, kw_only=True):
    """The step inside must be refused, with this code if one is given."""

    step: "Deed"
    code: str = ""


Deed = Deal | Act | Prepare | Pass | Line | SeatStep | Cancel | Level
Meaning = Deed | Street | May | Check | Refused


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A step with its text and line."""

    text: str
    line: int
    meaning: Meaning


class ExpectedPot(msgspec.Struct, frozen=True, kw_only=True):
    """A pot after rake and who got it."""

    amount: int
    to: Mapping[str, int]


class Expect(msgspec.Struct, frozen=True, kw_only=True):
    """What must hold after the last step; None: not asked."""

    stacks: Mapping[str, int] | None = None
    returned: Mapping[str, int] | None = None
    pots: tuple[ExpectedPot, ...] | None = None
    rake: int | None = None


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """One scenario under one profile."""

    file: str
    title: str
    clauses: tuple[str, ...]
    cases: tuple[str, ...]
    profile: str
    rules: HouseRules
    game: Game
    limit: LimitKind
    kind: GameKind
    stakes: Stakes
    stakes_given: Mapping[str, int | str]
    rake: RakePolicy
    seats_max: int
    seats: tuple[SeatSpec, ...]
    button: int
    first_cards: FixedCards
    steps: tuple[Step, ...]
    expect: Expect
