"""The writer's manners: durable before shown, fenced once and for all, answers as before."""

import asyncio
import base64
import random
from collections.abc import Sequence

import pytest

from riverbus.core.errors import ErrorKind, RoomError
from riverbus.core.ports import LogRecord
from riverbus.engine.actions import CALL
from riverbus.runtime.metrics import Metrics
from riverbus.sim.broker import Broker
from riverbus.sim.hand_log import LogDisk, MemoryHandLog
from riverbus.sim.loop import VirtualLoop, run_virtual
from riverbus.sim.network import Network, Weather
from riverbus.sim.process import Process
from riverbus.sim.sources import SimClock, SimIds, SimShuffle
from services.table.adapters.record_codec import RecordCodec
from services.table.adapters.sealing import KeyRing
from services.table.app.actor import TableActor
from services.table.app.ports import Outside, Part, WalletStanding, WalletView
from services.table.app.takeover import open_table
from services.table.domain.booked import BookedCall
from services.table.domain.commands import (
    Act,
    Moment,
    Outcome,
    Resume,
    SeatChips,
    SetOptions,
    Sit,
)
from services.table.domain.facts import PublicEvent
from services.table.domain.state import Intent, IntentKind, Table, TableSettings
from services.table.domain.table import decide
from services.table.metrics import TableMetrics
from tests.table.domain.felt import Felt

KEYS = KeyRing({"k1": base64.b64encode(bytes(range(32))).decode()})


class Told:
    """A publisher that keeps what it was told."""

    def __init__(self) -> None:
        self.events: list[PublicEvent] = []
        self.parts: list[tuple[int, Part]] = []

    async def publish(self, table_id: str, event: PublicEvent, parts: Sequence[Part]) -> None:
        self.parts += [(event.sequence, part) for part in parts]
        self.events.append(event)

    async def head(self, *_: object) -> None:
        """Heads are not looked at here."""

    async def row(self, *_: object) -> None:
        """Rows are not looked at here."""


class AgreeingWallet:
    """Books everything at once, or only when it is let."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.freezes = False
        """Whether hands are opened."""

    async def carry_out(self, intent: Intent, settings: TableSettings, epoch: int) -> Outcome:
        await self.open.wait()
        if intent.kind is IntentKind.OPEN:
            frozen = tuple(SeatChips(e.account_id, e.stack) for e in intent.line_up)
            return Outcome(intent_id=intent.id, ok=self.freezes, stacks=frozen)
        return Outcome(intent_id=intent.id, ok=True, stack=intent.amount, amount=intent.amount)

    async def repeat(self, call: BookedCall, settings: TableSettings, epoch: int) -> Outcome:
        return await self.carry_out(call.intent, settings, epoch)

    async def hand_closed(self, hand_id: str) -> bool:
        return True

    async def reconcile(self, table: Table, epoch: int, *, takeover: bool) -> WalletView:
        return WalletView()

    async def standing(self, table_id: str) -> WalletStanding:
        return WalletStanding()


class Bench:
    """A log, a wallet, a publisher; actors that take the table from each other."""

    def __init__(self, weather: Weather = Weather()) -> None:  # noqa: B008
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        self.random = random.Random(4)
        self.network = Network(self.random, weather)
        self.broker = Broker(self.network, {})
        self.disk = LogDisk()
        self.told = Told()
        self.wallet = AgreeingWallet()
        self.lost: list[TableActor] = []
        self.clock = SimClock(loop)

    def outside(self, name: str) -> Outside:
        return Outside(
            clock=self.clock,
            ids=SimIds(self.clock, self.random),
            shuffle=SimShuffle(self.random),
            log=MemoryHandLog(Process(self.broker, name), self.disk),
            lease=None,  # type: ignore[arg-type]
            codec=RecordCodec(KEYS),
            publisher=self.told,
            neighbours=self.wallet,
        )

    async def take(self, name: str, epoch: int) -> TableActor:
        outside = self.outside(name)
        settings = Felt(table_id="felt").table.settings
        opened = await open_table(settings, name, epoch, outside)
        made = TableActor(
            opened.table, opened.tail, outside, TableMetrics(Metrics("table")),
            self.lost.append, lambda *_: None, records=opened.records,
        )  # fmt: skip
        moment = Moment(self.clock.now_ms(), outside.ids, outside.shuffle)
        await made.resume(decide(opened.table, Resume(epoch=epoch), moment))
        made.start()
        return made


def sit(account: str, action_id: str = "") -> Sit:
    return Sit(
        account_id=account, action_id=action_id or f"sit-{account}-0001", name=account, seat=0,
        buy_in=1_000,
    )  # fmt: skip


def test_seams_7_a_fenced_writer_answers_and_tells_nothing_more() -> None:
    async def main() -> None:
        bench = Bench()
        old = await bench.take("table-0", 1)
        await old.ask(sit("A"))
        await asyncio.sleep(1)
        new = await bench.take("table-1", 2)
        told = len(bench.told.events)
        with pytest.raises(RoomError) as moved:
            await old.ask(sit("B"))
        assert moved.value.code == "table_moved"
        assert bench.lost == [old]
        assert old.stopped
        assert len(bench.told.events) == told
        answer = await new.ask(sit("B"))
        assert answer.ok
        assert new.table.seat_of("A") is not None

    run_virtual(main)


def test_seams_7_nothing_is_seen_or_told_before_the_acknowledgement() -> None:
    async def main() -> None:
        bench = Bench()
        actor = await bench.take("table-0", 1)
        waiting = asyncio.Event()
        whole = actor._outside.log.append

        async def slow(record: LogRecord, expected: int) -> object:
            await waiting.wait()
            return await whole(record, expected)

        actor._outside.log.append = slow  # type: ignore[method-assign, assignment]
        told = len(bench.told.events)
        asking = asyncio.create_task(actor.ask(sit("A")))
        await asyncio.sleep(0.5)
        assert not asking.done()
        assert actor.view("A")[0].seats[0].account_id == ""
        assert len(bench.told.events) == told
        waiting.set()
        assert (await asking).pending
        assert actor.view("A")[0].seats[0].account_id == "A"

    run_virtual(main)


def test_seams_7_an_undecided_append_is_repeated_until_it_is_known() -> None:
    async def main() -> None:
        bench = Bench(Weather(lose_answer=0.6))
        actor = await bench.take("table-0", 1)
        await actor.ask(sit("A"))
        for number in range(12):
            switch = SetOptions(
                account_id="A", action_id=f"option-{number:03d}", auto_muck=bool(number % 2)
            )
            await actor.ask(switch)
        stored = bench.disk.records("felt")
        assert len({one.record_id for one in stored}) == len(stored)
        assert [one.sequence for one in stored] == sorted(one.sequence for one in stored)

    run_virtual(main)


def test_seams_17_a_repeated_id_waits_and_hears_the_outcome_from_the_next_owner_too() -> None:
    async def main() -> None:
        bench = Bench()
        old = await bench.take("table-0", 1)
        bench.wallet.open.clear()
        first = await old.ask(sit("A"))
        assert first.pending
        again = asyncio.create_task(old.ask(sit("A")))
        await asyncio.sleep(1)
        assert not again.done()
        new = await bench.take("table-1", 2)
        await old.stop()
        with pytest.raises(RoomError):
            await again
        waiting = asyncio.create_task(new.ask(sit("A")))
        await asyncio.sleep(0.5)
        bench.wallet.open.set()
        answer = await waiting
        assert answer.ok
        assert not answer.pending

    run_virtual(main)


def test_a_refused_action_id_is_refused_again_and_never_runs_later() -> None:
    async def main() -> None:
        bench = Bench()
        actor = await bench.take("table-0", 1)
        early = SetOptions(account_id="A", action_id="too-early-1", auto_muck=False)
        with pytest.raises(RoomError) as refused:
            await actor.ask(early)
        assert refused.value.code == "not_seated"
        await actor.ask(sit("A"))
        await asyncio.sleep(0.1)
        with pytest.raises(RoomError) as again:
            await actor.ask(early)
        assert again.value.code == "not_seated"

    run_virtual(main)


def test_seams_33_after_a_takeover_a_refused_id_is_judged_anew_and_succeeds_at_most_once() -> None:
    """docs/adr/0004: a refusal changed nothing and is not in the log; an acceptance is."""

    async def main() -> None:
        bench = Bench()
        old = await bench.take("table-0", 1)
        early = SetOptions(account_id="A", action_id="too-early-1", auto_muck=False)
        with pytest.raises(RoomError):
            await old.ask(early)
        await old.ask(sit("A"))
        await asyncio.sleep(0.1)
        new = await bench.take("table-1", 2)
        first = await new.ask(early)
        assert first.ok
        assert await new.ask(early) == first
        third = await bench.take("table-2", 3)
        tail = third.tail
        assert await third.ask(early) == first
        assert third.tail == tail, "a repeated id leaves no record"

    run_virtual(main)


def test_seams_33_a_refused_action_of_a_hand_stays_refused_by_every_owner() -> None:
    """An action names hand, turn and price: once it came too late it never fits again."""

    async def main() -> None:
        bench = Bench()
        bench.wallet.freezes = True
        old = await bench.take("table-0", 1)
        await old.ask(sit("A"))
        await old.ask(sit("B"))
        await asyncio.sleep(5)
        assert old.table.core.turn is not None
        turn, core = old.table.core.turn, old.table.core
        mine = old.table.seats[turn.seat].account_id

        def call(action_id: str, number: int) -> Act:
            return Act(
                account_id=mine, action_id=action_id, hand_id=core.hand_id, turn=number,
                price=turn.price, action=CALL,
            )  # fmt: skip

        with pytest.raises(RoomError) as refused:
            await old.ask(call("call-0001", turn.number - 1))
        assert refused.value.code == "stale_turn"
        new = await bench.take("table-1", 2)
        with pytest.raises(RoomError) as again:
            await new.ask(call("call-0001", turn.number - 1))
        assert again.value.code == "stale_turn"
        assert (await new.ask(call("call-0002", turn.number))).ok

    run_virtual(main)


def test_seams_31_each_private_part_goes_to_its_account_and_before_its_event() -> None:
    async def main() -> None:
        bench = Bench()
        actor = await bench.take("table-0", 1)
        await actor.ask(sit("A"))
        await actor.ask(sit("B"))
        await asyncio.sleep(1)
        listed = {event.sequence: set(event.private_seats) for event in bench.told.events}
        for sequence, part in bench.told.parts:
            assert part.seat in listed[sequence]
            assert part.view.seat == part.seat
            owner = actor.table.seats[part.seat].account_id
            assert owner == part.account_id

    run_virtual(main)


def test_a_wallet_that_is_away_at_the_first_opening_counts_no_attempt() -> None:
    """Four and more failed openings of an empty table must not quarantine it."""

    async def main() -> None:
        bench = Bench()
        outside = bench.outside("table-0")

        async def away(table_id: str) -> WalletStanding:
            raise RoomError(code="service_unavailable", kind=ErrorKind.UNAVAILABLE)

        whole = bench.wallet.standing
        bench.wallet.standing = away  # type: ignore[method-assign]
        settings = Felt(table_id="felt").table.settings
        for epoch in range(1, 7):
            with pytest.raises(RoomError):
                await open_table(settings, "table-0", epoch, outside)
        assert bench.disk.records("felt") == []
        bench.wallet.standing = whole  # type: ignore[method-assign]
        opened = await open_table(settings, "table-0", 7, outside)
        assert opened.fresh

    run_virtual(main)
