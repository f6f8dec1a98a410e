"""Reads a scenario file: TOML to checked scenarios, one for each profile that it names."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from riverbus.core.games import MAX_AMOUNT, PLANS, Game, GameKind, LimitKind
from riverbus.engine.profiles import ProfileError, profile, with_rules
from riverbus.engine.rules import HouseRules
from riverbus.engine.table_limits import TableLimitError, verify_seats_of_table
from riverbus.sim.scenario.errors import ScenarioError, StepSyntaxError
from riverbus.sim.scenario.fields import Fields
from riverbus.sim.scenario.model import (
    Check,
    Expect,
    ExpectedPot,
    FixedCards,
    May,
    Refused,
    Scenario,
    SeatSpec,
    Step,
)
from riverbus.sim.scenario.rake import read_rake
from riverbus.sim.scenario.seats import read_seats
from riverbus.sim.scenario.stakes import read_stakes
from riverbus.sim.scenario.steps import joined_name, parse_step

FILE_MAX = 1_000_000
STEPS_MAX = 2_000
_TOP = (
    "title clauses cases profile game limit stakes kind seats_max rules rake board burns button "
    "steps seats expect"
)
_CLAUSE = re.compile(r"[A-Z]{3}-\d\d")
_CASE = re.compile(r"[A-Z]{2}-\d\d")


def load_file(
    path: Path, *, house: HouseRules | None = None, over: Mapping[str, Any] | None = None
) -> list[Scenario]:
    """The file's scenarios, one a profile; raises ScenarioError with line and reason.

    `house` plays it under these rules instead of its profiles; `over` sets single parameters last.
    """
    try:
        if path.stat().st_size > FILE_MAX:
            raise ScenarioError(str(path), 0, f"larger than {FILE_MAX} bytes")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ScenarioError(str(path), 0, error.strerror or "cannot be read") from None
    except UnicodeDecodeError:
        raise ScenarioError(str(path), 0, "is not UTF-8 text") from None
    return load_text(text, str(path), house=house, over=over)


def load_text(
    text: str,
    file: str,
    *,
    house: HouseRules | None = None,
    over: Mapping[str, Any] | None = None,
) -> list[Scenario]:
    """As load_file, from text."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        raise ScenarioError(file, int(at[1]) if at else 0, f"not TOML: {error}") from None
    top = Fields(document, text, file)
    top.only(_TOP)
    chosen = top.get("profile", (str, list), "stoner")
    names = [chosen] if isinstance(chosen, str) else chosen
    if not names or not all(isinstance(name, str) for name in names):
        raise top.error("profile", "profile is a name or a list of names")
    if house is not None:
        names = [house.name]
    return [_Reader(top, str(name), house, over or {}).scenario() for name in names]


class _Reader:
    """Reads one scenario under one profile."""

    def __init__(
        self, top: Fields, profile_name: str, house: HouseRules | None, over: Mapping[str, Any]
    ) -> None:
        self.top = top
        self.profile = profile_name
        self.house = house
        self.over = over

    def scenario(self) -> Scenario:
        top = self.top
        rules = self._rules()
        game = top.enum("game", Game, Game.HOLDEM)
        limit = top.enum("limit", LimitKind, LimitKind.NONE)
        kind = top.enum("kind", GameKind, GameKind.CASH)
        given = top.get("stakes", dict)
        seats = read_seats(top, game)
        seats_max = self._seats_max(rules, game, seats)
        first_cards = self._first_cards(seats)
        _verify_distinct(top, game, first_cards)
        steps = self._steps(seats)
        expect = self._expect({seat.name for seat in seats} | _joiners(steps))
        if "expect" not in top.table and not any(_expects(step) for step in steps):
            raise top.error("steps", "expects nothing: give an [expect] table or a ? or ! step")
        return Scenario(
            file=top.file,
            title=top.get("title", str, ""),
            clauses=self._listed("clauses", _CLAUSE, 3),
            cases=self._listed("cases", _CASE, 20),
            profile=self.profile,
            rules=rules,
            game=game,
            limit=limit,
            kind=kind,
            stakes=read_stakes(top, rules, game, limit, given),
            stakes_given=given,
            rake=read_rake(top),
            seats_max=seats_max,
            seats=seats,
            button=self._button(seats, seats_max),
            first_cards=first_cards,
            steps=steps,
            expect=expect,
        )

    def _rules(self) -> HouseRules:
        try:
            base = self.house or profile(self.profile)
        except ProfileError as error:
            raise self.top.error("profile", str(error)) from None
        try:
            return with_rules(base, {**self.top.get("rules", dict, {}), **self.over})
        except ProfileError as error:
            raise self.top.error("rules", str(error)) from None

    def _listed(self, key: str, pattern: re.Pattern[str], most: int) -> tuple[str, ...]:
        listed = self.top.get(key, list, [])
        if len(listed) > most:
            raise self.top.error(key, f"{key} names {len(listed)}, at most {most}")
        for entry in listed:
            if not isinstance(entry, str) or not pattern.fullmatch(entry):
                raise self.top.error(key, f"{entry!r} does not belong into {key}")
        return tuple(listed)

    def _seats_max(self, rules: HouseRules, game: Game, seats: tuple[SeatSpec, ...]) -> int:
        default = max(len(seats), max(seat.seat for seat in seats))
        most = self.top.amount("seats_max", 2, 10, default)
        try:
            verify_seats_of_table(rules, game, most)
        except TableLimitError as error:
            raise self.top.error(
                "seats_max" if self.top.has("seats_max") else "seats", str(error)
            ) from None
        if max(seat.seat for seat in seats) > most:
            raise self.top.error("seats_max", f"a player sits beyond seat {most}")
        return most

    def _button(self, seats: tuple[SeatSpec, ...], seats_max: int) -> int:
        named = self.top.get("button", str, "")
        if not named:
            return max(seat.seat for seat in seats)
        for seat in seats:
            if seat.name == named:
                return seat.seat
        found = re.fullmatch(r"seat (\d+)", named)
        if found and 1 <= int(found[1]) <= seats_max:
            return int(found[1])
        raise self.top.error("button", f"no player and no seat {named!r}")

    def _first_cards(self, seats: tuple[SeatSpec, ...]) -> FixedCards:
        return FixedCards(
            board=self.top.cards("board"),
            burns=self.top.cards("burns"),
            players={seat.name: seat.cards for seat in seats if seat.cards},
        )

    def _steps(self, seats: tuple[SeatSpec, ...]) -> tuple[Step, ...]:
        top = self.top
        names = [seat.name for seat in seats]
        steps: list[Step] = []
        counts: dict[str, int] = {}
        listed = top.get("steps", list)
        if len(listed) > STEPS_MAX:
            raise top.error("steps", f"more than {STEPS_MAX} steps")
        for text in listed:
            if not isinstance(text, str):
                raise top.error("steps", f"{text!r} is no text")
            line = top.line_of_step(text, counts.get(text, 0))
            counts[text] = counts.get(text, 0) + 1
            joined = joined_name(text)
            try:
                meaning = parse_step(text, [*names, joined] if joined else names)
            except StepSyntaxError as error:
                raise ScenarioError(top.file, line, f"step {text!r}: {error}") from None
            if joined and joined not in names:
                names.append(joined)
            steps.append(Step(text=text, line=line, meaning=meaning))
        return tuple(steps)

    def _expect(self, names: set[str]) -> Expect:
        if not self.top.has("expect"):
            return Expect()
        fields = Fields(self.top.get("expect", dict), self.top.text, self.top.file, ("[expect]", 0))
        fields.only("stacks returned pots rake")
        if not fields.table:
            raise self.top.error("expect", "expects nothing")
        pots: tuple[ExpectedPot, ...] | None = None
        if fields.has("pots"):
            pots = tuple(self._pot(fields, pot, names) for pot in fields.get("pots", list))
        return Expect(
            stacks=fields.by_name("stacks", names),
            returned=fields.by_name("returned", names),
            pots=pots,
            rake=fields.amount("rake", 0, MAX_AMOUNT) if fields.has("rake") else None,
        )

    def _pot(self, fields: Fields, pot: object, names: set[str]) -> ExpectedPot:
        if not isinstance(pot, dict) or set(pot) != {"amount", "to"}:
            raise fields.error("pots", "a pot has an amount and whom it went to")
        inner = Fields(pot, fields.text, fields.file, ("pots", 0))
        to = inner.by_name("to", names)
        return ExpectedPot(amount=inner.amount("amount", 0, MAX_AMOUNT), to=to or {})


def _joiners(steps: tuple[Step, ...]) -> set[str]:
    return {name for step in steps if (name := joined_name(step.text))}


def _expects(step: Step) -> bool:
    return isinstance(step.meaning, Check | May | Refused)


def _verify_distinct(top: Fields, game: Game, fixed: FixedCards) -> None:
    """A card may stand twice only where cards are mixed again (STU-09, DRW-04)."""
    most = 5 if PLANS[game].board else 1 if PLANS[game].stud else 0
    if len(fixed.board) > most:
        raise top.error("board", f"{game} has no {len(fixed.board)} cards on the board")
    certain = list(fixed.board)
    whole = 5 if game is Game.DRAW else 6 if PLANS[game].stud else 10
    for listed in fixed.players.values():
        certain += listed[:whole]
    if not PLANS[game].stud:
        certain += fixed.burns
    if len(set(certain)) != len(certain):
        raise top.error("cards", "a card is dealt twice")
