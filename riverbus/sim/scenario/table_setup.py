"""A scenario's table as the table service has it before the first hand, and its sources."""

import msgspec

from riverbus.sim.scenario.model import Scenario, SeatSpec
from services.table.domain.state import Options, Paces, Seat, SeatStatus, Table, TableSettings
from services.table.domain.table import new_table

_OPEN_CHOICE_MS = 10**12
"""A choice at the showdown stays open until the scenario's next step."""
_PACES = Paces(
    run_out_ms=0, show_ms=0, choice_ms=_OPEN_CHOICE_MS, award_ms=0, hand_gap_ms=0, advance_ms=0
)


class Sources:
    """Ids that count, and the decks that the scenario fixed."""

    def __init__(self) -> None:
        self.count = 0
        self.permutations: list[tuple[int, ...]] = []

    def uuid7(self) -> str:
        """A fresh id."""
        self.count += 1
        return f"00000000-0000-7000-8000-{self.count:012d}"

    def token(self, octets: int = 32) -> str:
        """A fresh token; nothing here asks for one."""
        return self.uuid7()

    def permutation(self, n: int) -> list[int]:
        """The next deck."""
        return list(self.permutations.pop(0))


class Budget:
    """Uses of the disconnection all-in, each for the window's length (ACT-04)."""

    def __init__(self, scenario: Scenario, now_ms: int) -> None:
        self.most = scenario.rules.protection_uses
        self.window_ms = scenario.rules.protection_window_h * 3_600_000
        self.uses: dict[str, list[int]] = {}
        for spec in scenario.seats:
            gone = 0 if spec.protection is None else max(0, self.most - spec.protection)
            self.uses[spec.name] = [now_ms] * gone

    def left(self, account_id: str, now_ms: int) -> int:
        """How many are left now."""
        recent = [at for at in self.uses.get(account_id, []) if at > now_ms - self.window_ms]
        return max(0, self.most - len(recent))

    def use(self, account_id: str, now_ms: int) -> None:
        """One is used."""
        self.uses.setdefault(account_id, []).append(now_ms)


def table_of(scenario: Scenario, now_ms: int) -> Table:
    """The table with everybody in the seat, chips in front."""
    settings = TableSettings(
        table_id="scenario",
        name="scenario",
        game=scenario.game,
        limit=scenario.limit,
        kind=scenario.kind,
        stakes=scenario.stakes,
        seats_max=scenario.seats_max,
        rules=scenario.rules,
        rake=scenario.rake,
        turn_s=scenario.rules.act_time_s,
        paces=_PACES,
    )
    table = new_table(settings, button=scenario.button)
    seats = {spec.seat: _seat(scenario, spec, now_ms) for spec in scenario.seats}
    return msgspec.structs.replace(table, seats=seats)


def _seat(scenario: Scenario, spec: SeatSpec, now_ms: int) -> Seat:
    uses = scenario.rules.protection_uses
    out = spec.sitting_out
    return Seat(
        number=spec.seat,
        account_id=spec.name,
        name=spec.name,
        status=SeatStatus.SITTING_OUT if out else SeatStatus.WAITING,
        stack=spec.stack,
        options=Options(sit_out=out, wait_for_big_blind=True, auto_muck=False),
        owes=spec.owes,
        new=spec.new,
        bank_ms=spec.bank_s * 1_000,
        out_since_ms=now_ms if out else 0,
        protections_left=uses if spec.protection is None else spec.protection,
    )
