"""A table being changed by one command: a working copy that ends as a record and the new table.

What becomes public is derived here: seats that changed, the turn, the table's state.
"""

from collections.abc import Iterable

import msgspec

from riverbus.engine import events
from riverbus.engine.hand import Hand
from riverbus.engine.setup import HandSetup
from services.table.domain import memory
from services.table.domain.commands import Moment, OperatorCommand, PlayerCommand, digest_of
from services.table.domain.errors import BrokenTable, NotSeated
from services.table.domain.facts import (
    ActedBecause,
    Fact,
    Note,
    PublicEvent,
    SeatChanged,
    SeatView,
    TableStateChanged,
    TurnEnded,
    TurnStarted,
    public,
)
from services.table.domain.records import Booked, Decision, Record, difference, everything, fork
from services.table.domain.state import (
    Answer,
    Answered,
    Core,
    Intent,
    Seat,
    Table,
    TableSettings,
    TableState,
)
from services.table.domain.views import seat_view

STRANGERS_KEPT = 64
STANDING = ("status", "connected", "owes", "until_ms", "account_id", "name", "avatar")
"""Fields of a seat that no fact of the hand tells of."""


class Draft:
    """One command's working copy."""

    def __init__(self, table: Table, moment: Moment) -> None:
        self.before = table
        self.now_ms = moment.now_ms
        self.ids = moment.ids
        self.shuffle = moment.shuffle
        self.settings: TableSettings = table.settings
        self.next_settings: TableSettings | None = table.next_settings
        self.core: Core = table.core
        self.seats: dict[int, Seat] = dict(table.seats)
        self.intents: dict[str, Intent] = dict(table.intents)
        self.memory: dict[str, tuple[Answered, ...]] = dict(table.memory)
        self.checkpoint = False
        self.booked: list[Booked] = []
        self._hand: Hand | None = table.hand
        self._forked = False
        self._setup: HandSetup | None = None
        self._happened: list[events.Event] = []
        self._facts: list[Fact] = []

    # -- reading ----------------------------------------------------------------------------

    @property
    def hand(self) -> Hand | None:
        """The hand to look at; `play` gives the one to change."""
        return self._hand

    def play(self) -> Hand:
        """The hand to change."""
        if self._hand is None:
            raise BrokenTable("There is no hand to play.")
        if not self._forked:
            self._hand, self._forked = fork(self._hand), True
        return self._hand

    def seat_of(self, account_id: str) -> Seat:
        """The account's seat; raises NotSeated."""
        for seat in self.seats.values():
            if seat.account_id == account_id:
                return seat
        raise NotSeated

    def in_hand(self, number: int) -> bool:
        """Whether the seat was dealt into the hand that is not settled yet."""
        hand = self._hand
        return hand is not None and number in hand.seats

    # -- changing ---------------------------------------------------------------------------

    def set_core(self, **changes: object) -> None:
        """Change fields of the core."""
        self.core = msgspec.structs.replace(self.core, **changes)

    def set_seat(self, number: int, **changes: object) -> Seat:
        """Change fields of a seat."""
        seat = msgspec.structs.replace(self.seats[number], **changes)
        self.seats[number] = seat
        return seat

    def set_options(self, number: int, **changes: object) -> None:
        """Change switches of a seat."""
        seat = self.seats[number]
        self.set_seat(number, options=msgspec.structs.replace(seat.options, **changes))

    def begin_hand(self, setup: HandSetup) -> Hand:
        """Start the engine's hand."""
        self._setup = setup
        self._hand, self._forked = Hand(setup), True
        return self._hand

    def drop_hand(self) -> None:
        """The hand is over and settled."""
        self._hand = None

    def tell_events(self, happened: Iterable[events.Event], reason: str = "") -> None:
        """What the engine did, and why if no player asked for it."""
        happened = list(happened)
        self._happened += happened
        for fact in public(happened):
            if reason and isinstance(fact, events.Acted):
                self._facts.append(ActedBecause(fact, reason))
                reason = ""
            else:
                self._facts.append(fact)

    def tell(self, fact: Fact) -> None:
        """A fact of the table's own."""
        self._facts.append(fact)

    def note(self, code: str, text: str, seat: int = 0) -> None:
        """Something to be told to everybody."""
        self._facts.append(Note(code, text, seat))

    def set_state(self, state: TableState, reason: str = "", paused_by: str | None = None) -> None:
        """Change the table's state."""
        if paused_by is None:
            self.set_core(state=state, reason=reason)
        else:
            self.set_core(state=state, reason=reason, paused_by=paused_by)

    def look_for_hand(self, delay_ms: int = 0) -> None:
        """Something changed that may make a hand possible."""
        wanted = self.now_ms + delay_ms
        self.set_core(next_hand_ms=max(wanted, self.core.next_hand_ms))

    # -- answers ----------------------------------------------------------------------------

    def remember(self, command: PlayerCommand | OperatorCommand, answer: Answer) -> None:
        """Keep the answer under the command's action id."""
        memory.remember(self.memory, command.account_id, digest_of(command), answer)

    def forget_strangers(self) -> None:
        """Answers of accounts without a seat are kept for the latest few only."""
        seated = {seat.account_id for seat in self.seats.values()}
        gone = [account for account in self.memory if account not in seated]
        for account in gone[: max(0, len(gone) - STRANGERS_KEPT)]:
            del self.memory[account]

    def settle_answer(self, account_id: str, answer: Answer) -> None:
        """Replace a pending answer by its outcome."""
        digest = memory.digest_of_pending(self.memory, account_id, answer.action_id)
        if digest is not None:
            memory.remember(self.memory, account_id, digest, answer)

    # -- the end ----------------------------------------------------------------------------

    def finish(
        self,
        command: PlayerCommand | OperatorCommand | None = None,
        answer: Answer | None = None,
        trace_id: str = "",
    ) -> Decision:
        """The decision: the record with all that changed, and the table after it."""
        self._tell_turn()
        self._tell_state()
        self._tell_seats()
        event: PublicEvent | None = None
        if self._facts:
            self.set_core(sequence=self.core.sequence + 1)
            event = PublicEvent(
                epoch=self.core.epoch,
                sequence=self.core.sequence,
                at_ms=self.now_ms,
                hand_id=self.core.hand_id or self.before.core.hand_id,
                hand_number=self.core.hand_number,
                facts=tuple(self._facts),
                trace_id=trace_id,
            )
        if command is not None and answer is not None:
            if event is not None:
                answer = msgspec.structs.replace(answer, sequence=event.sequence)
            self.remember(command, answer)
        after = Table(
            settings=self.settings,
            next_settings=self.next_settings,
            core=self.core,
            seats=self.seats,
            intents=self.intents,
            memory=self.memory,
            hand=self._hand if self.core.hand_id else None,
        )
        changes = everything(after) if self.checkpoint else difference(self.before, after)
        if not changes and not self._happened and event is None:
            return Decision(self.before, None, answer)
        record = Record(
            at_ms=self.now_ms,
            checkpoint=self.checkpoint,
            changes=changes,
            setup=self._setup,
            happened=tuple(self._happened),
            event=event,
            booked=tuple(self.booked),
        )
        return Decision(after, record, answer)

    def _tell_turn(self) -> None:
        turn, old = self.core.turn, self.before.core.turn
        if turn is None:
            if old is not None and not any(isinstance(f, events.HandEnded) for f in self._facts):
                self._facts.append(TurnEnded())
            return
        if old is not None and (turn.number, turn.deadline_ms) == (old.number, old.deadline_ms):
            return
        self._facts.append(
            TurnStarted(
                seat=turn.seat,
                turn=turn.number,
                price=turn.price,
                deadline_ms=turn.deadline_ms,
                duration_ms=turn.duration_ms,
                bank=turn.bank,
            )
        )

    def _tell_state(self) -> None:
        now, old = self.core, self.before.core
        if (now.state, now.reason) != (old.state, old.reason):
            self._facts.append(TableStateChanged(now.state, now.reason))

    def _tell_seats(self) -> None:
        after = Table(settings=self.settings, core=self.core, seats=self.seats, hand=self._hand)
        for number in sorted({*self.seats, *self.before.seats}):
            now, old = self.seats.get(number), self.before.seats.get(number)
            if now is old:
                continue
            if now is None:
                self._facts.append(SeatChanged(SeatView(seat=number)))
            elif old is None or _standing(now) != _standing(old) or self._chips_moved(now, old):
                self._facts.append(SeatChanged(seat_view(after, number)))

    def _chips_moved(self, now: Seat, old: Seat) -> bool:
        """Whether chips behind changed by something else than the hand's facts."""
        return now.stack != old.stack and not self.in_hand(now.number)


def _standing(seat: Seat) -> tuple[object, ...]:
    return tuple(getattr(seat, name) for name in STANDING)
