"""A table without servers: time moves by hand, the wallet agrees with everything."""

import itertools
import random
from collections.abc import Sequence

import msgspec

from riverbus.core.cards import cards
from riverbus.core.games import Game, LimitKind, Stakes
from riverbus.engine.actions import Action
from riverbus.engine.profiles import profile
from services.table.domain.commands import (
    Act,
    Command,
    Leave,
    Moment,
    Operate,
    Outcome,
    Presence,
    SetAdvance,
    SetOptions,
    Sit,
    Tick,
    TopUp,
)
from services.table.domain.facts import Fact, PublicEvent
from services.table.domain.records import Decision, Record, apply
from services.table.domain.state import (
    Advance,
    Answer,
    Intent,
    Paces,
    Seat,
    Table,
    TableSettings,
)
from services.table.domain.table import calls, decide, due_ms, first_record, new_table, settled

BLINDS = Stakes(small_blind=5, big_blind=10, lower=10, upper=20)
STUD = Stakes(lower=10, upper=20, ante=2, bring_in=5)
QUICK = Paces(run_out_ms=0, show_ms=0, choice_ms=0, award_ms=0, hand_gap_ms=0, advance_ms=0)


class CountingIds:
    """Ids that rise."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def uuid7(self) -> str:
        return f"id-{next(self._numbers):012d}"


class StackedDeck:
    """Fixed cards first, in dealing order; the rest by a seed."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)
        self._next: list[tuple[int, ...]] = []

    def stack(self, text: str) -> None:
        """The next deck begins with these cards."""
        self._next.append(cards(text))

    def permutation(self, n: int) -> list[int]:
        first = self._next.pop(0) if self._next else ()
        rest = [number for number in range(n) if number not in first]
        self._random.shuffle(rest)
        return [*first, *rest]


class Felt:
    """One table; every record is replayed beside it and must give the same table."""

    def __init__(self, **settings: object) -> None:
        values: dict[str, object] = {
            "table_id": "felt",
            "name": "Felt",
            "game": Game.HOLDEM,
            "limit": LimitKind.NONE,
            "stakes": BLINDS,
            "seats_max": 6,
            "rules": profile("stoner"),
            "paces": QUICK,
            "buy_in_min": 100,
            "buy_in_max": 100_000,
        }
        values.update(settings)
        self.now_ms = 1_000_000
        self.ids = CountingIds()
        self.deck = StackedDeck()
        self.table: Table = new_table(TableSettings(**values))  # type: ignore[arg-type]
        self.replayed = apply(None, first_record(self.table, self.now_ms))
        self.records: list[Record] = []
        self.events: list[PublicEvent] = []
        self.hold_wallet = False
        self._actions = itertools.count(1)

    # -- commands ---------------------------------------------------------------------------

    def do(self, command: Command) -> Decision:
        """Decide, apply, replay; no timers and no wallet."""
        moment = Moment(self.now_ms, self.ids, self.deck)
        decision = decide(self.table, command, moment)
        if decision.record is not None:
            self.replayed = apply(self.replayed, decision.record)
            self.records.append(decision.record)
            if decision.record.event is not None:
                self.events.append(decision.record.event)
        self.table = decision.table
        return decision

    def run(self, command: Command) -> Answer | None:
        """Decide, then all that is due and called for."""
        answer = self.do(command).answer
        self.settle()
        return answer

    def settle(self) -> None:
        """Ticks that are due and calls to a wallet that agrees."""
        for _ in range(1_000):
            due = due_ms(self.table)
            if due is not None and due <= self.now_ms:
                self.do(Tick())
                continue
            waiting = [] if self.hold_wallet else list(calls(self.table))
            if not waiting:
                return
            for intent in waiting:
                self.do(settled(self.table, intent))
        raise AssertionError("the table never comes to rest")

    def wait(self, seconds: float) -> None:
        """Time passes; everything that falls due happens at its time."""
        end = self.now_ms + int(seconds * 1000)
        while True:
            due = due_ms(self.table)
            if due is None or due > end:
                break
            self.now_ms = max(self.now_ms, due)
            self.settle()
        self.now_ms = end
        self.settle()

    def sit(
        self, name: str, chips: int = 1_000, seat: int = 0, *, wait_for_big_blind: bool = False
    ) -> None:
        self.run(
            Sit(
                account_id=name,
                action_id=self.action_id(),
                name=name,
                seat=seat,
                buy_in=chips,
                wait_for_big_blind=wait_for_big_blind,
            )
        )

    def act(self, name: str, action: Action, rtt_ms: int = 0) -> Answer | None:
        turn = self.table.core.turn
        return self.run(
            Act(
                account_id=name,
                action_id=self.action_id(),
                hand_id=self.table.core.hand_id,
                turn=turn.number if turn is not None else 0,
                price=turn.price if turn is not None else 0,
                action=action,
                rtt_ms=rtt_ms,
            )
        )

    def prepare(self, name: str, kind: str, amount: int = 0) -> None:
        self.run(
            SetAdvance(
                account_id=name,
                action_id=self.action_id(),
                hand_id=self.table.core.hand_id,
                advance=Advance(kind, amount) if kind else None,
            )
        )

    def options(self, name: str, **switches: object) -> None:
        self.run(
            SetOptions(account_id=name, action_id=self.action_id(), **switches)  # type: ignore[arg-type]
        )

    def leave(self, name: str) -> Answer | None:
        return self.run(Leave(account_id=name, action_id=self.action_id()))

    def top_up(self, name: str, amount: int) -> Answer | None:
        return self.run(TopUp(account_id=name, action_id=self.action_id(), amount=amount))

    def operate(self, operation: str, seat: int = 0, reason: str = "") -> None:
        self.run(
            Operate(
                account_id="floor",
                action_id=self.action_id(),
                operation=operation,
                seat=seat,
                reason=reason,
            )
        )

    def line(self, name: str, *, up: bool) -> None:
        self.run(Presence(name, up))

    def refuse(self, intent: Intent, code: str) -> None:
        self.do(Outcome(intent_id=intent.id, ok=False, code=code, sentence="No."))

    def action_id(self) -> str:
        return f"action-{next(self._actions):08d}"

    # -- looking ----------------------------------------------------------------------------

    def seat(self, name: str) -> Seat:
        found = self.table.seat_of(name)
        assert found is not None, f"{name} has no seat"
        return found

    @property
    def to_act(self) -> str:
        turn = self.table.core.turn
        return self.table.seats[turn.seat].account_id if turn is not None else ""

    def stacks(self) -> dict[str, int]:
        hand = self.table.hand
        found = {}
        for number, seat in self.table.seats.items():
            stack = seat.stack
            if hand is not None and number in hand.seats:
                stack = hand.stack[hand.position[number]]
            found[seat.account_id] = stack
        return found

    def bet(self, name: str) -> int:
        hand = self.table.hand
        number = self.seat(name).number
        return hand.bet[hand.position[number]] if hand is not None and number in hand.seats else 0

    def dealt_in(self) -> set[str]:
        hand = self.table.hand
        seats: Sequence[int] = hand.seats if hand is not None else ()
        return {self.table.seats[number].account_id for number in seats}

    def facts(self, kind: type[Fact]) -> list[Fact]:
        return [f for event in self.events for f in event.facts if isinstance(f, kind)]

    def verify_replay(self) -> None:
        """The replayed table is the table."""
        assert self.replayed.core == self.table.core
        assert dict(self.replayed.seats) == dict(self.table.seats)
        assert dict(self.replayed.intents) == dict(self.table.intents)
        assert dict(self.replayed.memory) == dict(self.table.memory)


def pace(**changes: int) -> Paces:
    """Paces of zero but for these."""
    return msgspec.structs.replace(QUICK, **changes)
