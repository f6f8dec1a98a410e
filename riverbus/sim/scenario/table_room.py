"""A room with a clock: the table service's domain under a scenario, without any server.

Hands begin only when the scenario deals; the cashier answers at once and never refuses; no time
passes by itself, and a choice at the showdown stays open until the next step.
"""

import msgspec

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.games import GameKind
from riverbus.engine import events as ev
from riverbus.engine.lineup import HandPlan
from riverbus.sim.scenario.deck import Decks
from riverbus.sim.scenario.deeds import action_of, refused
from riverbus.sim.scenario.errors import Difference
from riverbus.sim.scenario.model import Act, Level, Prepare, Scenario, SeatStep
from riverbus.sim.scenario.room import PlayedHand
from riverbus.sim.scenario.stakes import stakes_of_level
from riverbus.sim.scenario.table_setup import Budget, Sources, table_of
from services.table.domain import commands
from services.table.domain.state import (
    Advance,
    Intent,
    IntentKind,
    Phase,
    Seat,
    Table,
)
from services.table.domain.table import calls, decide, due_ms, settled

_START_MS = 1_000_000
_LOOPS_MAX = 10_000


class TableRoom:
    """Plays a scenario through decide(), ticks and settled intents."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.sources = Sources()
        self.now_ms = _START_MS
        self.hands: list[PlayedHand] = []
        self.table: Table = table_of(scenario, self.now_ms)
        self.budget = Budget(scenario, self.now_ms)

    # -- the loop ---------------------------------------------------------------------------

    def _decide(self, command: commands.Command) -> None:
        before = self.table
        moment = commands.Moment(now_ms=self.now_ms, ids=self.sources, shuffle=self.sources)
        decision = decide(before, command, moment)
        self.table = decision.table
        record = decision.record
        if record is None:
            return
        if record.setup is not None and self.table.hand is not None:
            plan = before.core.plan
            self.hands.append(self._played(plan))
        if self.hands:
            self._watch(record.happened)

    def _played(self, plan: HandPlan | None) -> PlayedHand:
        hand = self.table.hand
        if plan is None or hand is None:
            raise AssertionError("a hand began that nobody planned")
        names = {seat: self.table.seats[seat].name for seat in plan.dealt_in}
        return PlayedHand(hand, plan, names)

    def _watch(self, happened: tuple[ev.Event, ...]) -> None:
        played = self.hands[-1]
        if self.table.hand is not None:
            played.hand = self.table.hand
        played.events += happened

    def _run(self, until_ms: int | None = None) -> None:
        """All that is due and called for, up to a time; a hand is never opened by itself."""
        until = self.now_ms if until_ms is None else until_ms
        for _ in range(_LOOPS_MAX):
            intent = next(calls(self.table), None)
            if intent is not None:
                self._decide(self._answer(intent))
                continue
            if self.table.core.phase is Phase.IDLE:
                self._core(next_hand_ms=0)
            due = due_ms(self.table)
            if due is None or due > until:
                break
            self.now_ms = max(self.now_ms, due)
            self._decide(commands.Tick())
        self.now_ms = max(self.now_ms, until)

    def _answer(self, intent: Intent) -> commands.Outcome:
        """The cashier agrees; the protection budget is counted over its window (ACT-04)."""
        if intent.kind is not IntentKind.PROTECT:
            return settled(self.table, intent)
        left = self.budget.left(intent.account_id, self.now_ms)
        if left:
            self.budget.use(intent.account_id, self.now_ms)
        return commands.Outcome(intent_id=intent.id, ok=left > 0, protections_left=max(0, left - 1))

    def _do(self, command: commands.Command) -> None:
        self._decide(command)
        self._run()

    def _core(self, **changes: object) -> None:
        core = msgspec.structs.replace(self.table.core, **changes)
        self.table = msgspec.structs.replace(self.table, core=core)

    def _options(self, number: int, **changes: object) -> None:
        seat = self.table.seats[number]
        options = msgspec.structs.replace(seat.options, **changes)
        seats = dict(self.table.seats)
        seats[number] = msgspec.structs.replace(seat, options=options)
        self.table = msgspec.structs.replace(self.table, seats=seats)

    # -- hands ------------------------------------------------------------------------------

    def deal(self, decks: Decks) -> None:
        """Opens the next hand."""
        self.settle_choices()
        if self.table.core.phase is not Phase.IDLE:
            raise refused("hand_running", "the hand is still being played")
        self.sources.permutations = [decks.deck, decks.mix]
        played = len(self.hands)
        self._core(next_hand_ms=self.now_ms)
        self._decide(commands.Tick())
        self._run()
        if len(self.hands) == played:
            raise refused("too_few_players", "fewer than two players can be dealt in")
        for number in self.hands[-1].names:
            if number in self.table.seats:
                self._options(number, wait_for_big_blind=True)

    def act(self, deed: Act) -> None:
        """Acts in turn, at the price and turn that the table shows."""
        turn = self.table.core.turn
        self._do(
            commands.Act(
                account_id=deed.name,
                action_id=self.sources.uuid7(),
                hand_id=self.table.core.hand_id,
                turn=turn.number if turn else 0,
                price=turn.price if turn else 0,
                action=action_of(deed),
            )
        )

    def settle_choices(self, waits_for: str = "") -> None:
        """Ends the wait for choices at the showdown, up to this player's."""
        for _ in range(_LOOPS_MAX):
            hand = self.table.hand
            if hand is None or not self.table.core.pause_until_ms:
                return
            if waits_for and hand.chooser and hand.chooser == self.hands[-1].seat_of(waits_for):
                return
            self._core(pause_until_ms=self.now_ms)
            self._decide(commands.Tick())
            self._run()

    def cancel(self) -> None:
        """The floor voids the hand."""
        self._do(
            commands.Operate(
                account_id="floor",
                action_id=self.sources.uuid7(),
                operation="cancel_hand",
                reason="cancelled by the operator",
            )
        )

    def prepare(self, deed: Prepare) -> None:
        """Holds an action for the player's turn."""
        advance = None if deed.kind == "nothing" else self._advance(deed)
        self._do(
            commands.SetAdvance(
                account_id=deed.name,
                action_id=self.sources.uuid7(),
                hand_id=self.table.core.hand_id,
                advance=advance,
            )
        )

    def _advance(self, deed: Prepare) -> Advance:
        kind, amount = deed.kind, deed.amount
        if kind == "bet" or (kind == "raise" and amount):
            return Advance("raise", amount)
        if kind == "raise":
            return Advance("raise_any")
        hand = self.table.hand
        if kind == "call" and not amount and hand is not None and self.hands:
            at = hand.position[self.hands[-1].seat_of(deed.name)]
            amount = min(hand.price - hand.bet[at], hand.stack[at])
        return Advance(kind, amount)

    def pass_time(self, seconds: int) -> None:
        """Time passes, and everything that falls due in it happens."""
        self._run(self.now_ms + seconds * 1_000)

    def line(self, name: str, connected: bool) -> None:
        """The player's connection goes or comes back."""
        self._do(commands.Presence(name, connected))

    def level(self, deed: Level) -> None:
        """The stakes from the next hand on."""
        current = self.table.next_settings or self.table.settings
        stakes = stakes_of_level(self.scenario, deed)
        revision = current.revision + 1
        settings = msgspec.structs.replace(current, stakes=stakes, revision=revision)
        self._do(commands.Configure(settings))

    # -- seats ------------------------------------------------------------------------------

    def seat_step(self, deed: SeatStep) -> None:
        """Plays what a player does with the seat."""
        action = self.sources.uuid7()
        match deed.what:
            case "join":
                self._do(
                    commands.Sit(
                        account_id=deed.name,
                        action_id=action,
                        name=deed.name,
                        seat=deed.seat,
                        buy_in=deed.amount,
                        wait_for_big_blind=True,
                    )
                )
                self._options(deed.seat, auto_muck=False)
            case "leave":
                self._do(commands.Leave(account_id=deed.name, action_id=action))
            case "add":
                self._do(commands.TopUp(account_id=deed.name, action_id=action, amount=deed.amount))
            case _:
                self._switch(deed, action)

    def _switch(self, deed: SeatStep, action: str) -> None:
        if deed.what == "sit_out" and self.scenario.kind is GameKind.TOURNAMENT:
            raise refused("no_sitting_out", "a tournament has no sitting out")
        seat = self.table.seat_of(deed.name)
        if seat is not None and seat.leaving:
            raise refused("leaving", f"{deed.name} is leaving")
        sit_out = {"sit_out": True, "sit_in": False, "post": False}.get(deed.what)
        wait = {"post": False, "wait": True}.get(deed.what)
        self._do(
            commands.SetOptions(
                account_id=deed.name,
                action_id=action,
                sit_out=sit_out,
                wait_for_big_blind=wait,
            )
        )

    def seats(self) -> dict[str, int]:
        """Seat numbers by name."""
        return {seat.name: number for number, seat in sorted(self.table.seats.items())}

    def stack(self, name: str) -> int:
        """Chips behind."""
        hand = self.table.hand
        if hand is not None and not hand.over and (seat := self.hands[-1].seat_of(name)):
            return hand.stack[hand.position[seat]]
        found = self.table.seat_of(name)
        if found is None:
            raise Difference(f"stack {name}", "a seat", "none")
        return found.stack

    def clock_s(self, name: str) -> int:
        """Seconds left to act, in the time bank too."""
        turn = self.table.core.turn
        seat = self._known(name)
        if turn is None or turn.seat != seat.number:
            return 0
        return max(0, turn.deadline_ms - self.now_ms) // 1_000

    def bank_s(self, name: str) -> int:
        """Seconds left in the time bank."""
        turn = self.table.core.turn
        seat = self._known(name)
        if turn is not None and turn.bank and turn.seat == seat.number:
            return max(0, turn.deadline_ms - self.now_ms) // 1_000
        return seat.bank_ms // 1_000

    def protection(self, name: str) -> int:
        """Disconnection all-ins left."""
        return self.budget.left(self._known(name).account_id, self.now_ms)

    def _known(self, name: str) -> Seat:
        seat = self.table.seat_of(name)
        if seat is None:
            raise RoomError(
                f"{name} has no seat at this table", code="not_seated", kind=ErrorKind.REFUSED
            )
        return seat
