"""Random operations against the model: answers and balances agree, whatever is repeated."""

import asyncio
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from riverbus.core.rake import RakePolicy, rake_of_pots
from riverbus.runtime.db import Database
from services.wallet.domain.accounts import cash, escrow, rake
from tests.fixtures.databases import FreshDatabases
from tests.wallet.desk import (
    ANN,
    BOB,
    CAT,
    Desk,
    buy_in,
    cancel,
    memory_desk,
    open_hand,
    postgres_desk,
    pot,
    settle,
    stand_up,
    top_up,
    transfer,
)
from tests.wallet.model import Model

NAMES = [ANN, BOB, CAT]
TABLES = ["t1", "t2"]
MONEY = 10_000
LIMITS = (100, 4_000)
FIVE = RakePolicy(version="five", basis_points=500)
names = st.sampled_from(NAMES)
tables = st.sampled_from(TABLES)
amounts = st.integers(1, 5_000)


class WalletMachine(RuleBasedStateMachine):
    """One desk and one model, step by step."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.desk = self.make()
        self.model = Model(NAMES, MONEY)
        self.sent: list[Any] = []
        self.count = 0
        self.run(self.begin())

    def make(self) -> Desk:
        """The desk to test."""
        return memory_desk()

    async def begin(self) -> None:
        self.desk.batcher.start()
        await self.desk.open(*NAMES, money=MONEY)

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def teardown(self) -> None:
        assert self.run(self.desk.findings()) == []
        self.run(self.desk.batcher.stop())
        self.loop.close()

    def call(self, kind: str) -> str:
        self.count += 1
        return f"{kind}-{self.count}"

    def send(self, command: Any) -> None:
        expected = self.model.expect(command)
        assert self.run(self.desk.refusal(command)) == expected
        self.sent.append(command)

    @rule(name=names, table=tables, amount=amounts)
    def buys_in(self, name: str, table: str, amount: int) -> None:
        self.send(buy_in(name, amount, self.call("buyin"), table=table, limits=LIMITS))

    @rule(name=names, amount=amounts)
    def tops_up(self, name: str, amount: int) -> None:
        self.send(top_up(name, amount, self.call("topup"), LIMITS[1]))

    @rule(name=names, table=tables)
    def stands_up(self, name: str, table: str) -> None:
        self.send(stand_up(name, self.call("standup"), table))

    @rule(sender=names, receiver=names, amount=amounts)
    def transfers(self, sender: str, receiver: str, amount: int) -> None:
        if sender != receiver:
            self.send(transfer(sender, receiver, amount, self.call("x")))

    @rule(table=tables, wrong=st.booleans())
    def opens(self, table: str, wrong: bool) -> None:
        stacks = [(name, self.model.stacks.get((table, name), 0)) for name in NAMES]
        playing = [pair for pair in stacks if pair[1]][:3]
        if len(playing) < 2:
            return
        if wrong:
            playing[0] = (playing[0][0], playing[0][1] + 1)
        self.send(open_hand(self.call("h"), playing, policy=FIVE, table=table))

    @rule(table=tables, part=st.integers(1, 100), winner=st.integers(0, 2))
    def settles(self, table: str, part: int, winner: int) -> None:
        hand = self.model.open.get(table)
        if hand is None:
            return
        seats = self.model.hands[hand][2]
        least = min(self.model.stacks[table, name] for name in seats.values())
        bet = max(1, least * part // 100)
        total = bet * len(seats)
        raked = rake_of_pots(FIVE, [total], len(seats), True)[0]
        number = sorted(seats)[winner % len(seats)]
        shares = pot(total, {number: total - raked}, raked, also=list(seats))
        self.send(settle(hand, [(bet, 0)] * len(seats), [shares], table=table))

    @rule(table=tables, unseen=st.booleans())
    def cancels(self, table: str, unseen: bool) -> None:
        hand = self.call("u") if unseen else self.model.open.get(table)
        if hand is not None:
            self.send(cancel(hand, table=table))

    @rule(data=st.data())
    def repeats(self, data: st.DataObject) -> None:
        if self.sent:
            self.send(data.draw(st.sampled_from(self.sent)))

    @rule(data=st.data(), amount=amounts, name=names)
    def reuses_an_id(self, data: st.DataObject, amount: int, name: str) -> None:
        if self.sent:
            used = data.draw(st.sampled_from(self.sent)).id
            self.send(buy_in(name, amount, used, limits=LIMITS))

    @rule(data=st.data())
    def repeats_many_at_once(self, data: st.DataObject) -> None:
        if not self.sent:
            return
        again = data.draw(st.lists(st.sampled_from(self.sent), min_size=2, max_size=8))
        again = [command for command in again if command.id in self.model.answers]
        expected = [self.model.expect(command) for command in again]

        async def burst() -> list[str]:
            return await asyncio.gather(*(self.desk.refusal(command) for command in again))

        assert self.run(burst()) == expected

    @rule(amount=amounts)
    def many_new_at_once(self, amount: int) -> None:
        """Transfers in a circle, in order of arrival, each with its own outcome."""
        ring = zip(NAMES, [*NAMES[1:], NAMES[0]], strict=True)
        commands = [transfer(a, b, amount, self.call("x")) for a, b in ring]
        expected = [self.model.expect(command) for command in commands]

        async def burst() -> list[str]:
            return await asyncio.gather(*(self.desk.refusal(command) for command in commands))

        assert self.run(burst()) == expected
        self.sent.extend(commands)

    @invariant()
    def balances_agree(self) -> None:
        expected = {cash(name, "USD"): self.model.cash[name] for name in NAMES}
        for name in NAMES:
            for table in TABLES:
                stack = self.model.stacks.get((table, name), 0)
                expected[escrow(name, table, "USD")] = stack
        raked = [rake(table, "USD") for table in TABLES]
        held = self.run(self.desk.store.balances([*expected, *raked]))
        assert sum(held.pop(key) for key in raked) == self.model.house
        assert held == expected


def test_memory_ledger_follows_the_model() -> None:
    run_state_machine_as_test(
        WalletMachine,
        settings=settings(
            max_examples=120,
            stateful_step_count=50,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.timeout(180)
def test_postgres_ledger_follows_the_model(databases: FreshDatabases) -> None:
    made: list[Database] = []

    class PostgresMachine(WalletMachine):
        """The same over real databases."""

        def make(self) -> Desk:
            made.append(Database(self.run(databases("wallet")), "wallet", pool=2))
            return postgres_desk(made[-1])

        def teardown(self) -> None:
            assert self.run(self.desk.findings()) == []
            self.run(self.desk.batcher.stop())
            self.run(made.pop().close())
            self.run(databases.drop_all())
            self.loop.close()

    run_state_machine_as_test(
        PostgresMachine,
        settings=settings(
            max_examples=5,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
