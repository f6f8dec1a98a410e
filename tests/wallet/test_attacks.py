"""What nobody sends by mistake: each gets a typed refusal, and nothing is booked."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace

from riverbus.core.rake import RakeCap, RakePolicy
from riverbus.runtime.db import Database
from services.wallet.domain.accounts import MAX_AMOUNT, MAX_BALANCE
from services.wallet.domain.commands import (
    LineUpSeat,
    OpenHand,
    PotResult,
    PotShare,
    ReconcileTable,
    SeenSeat,
    WaitingDeparture,
    WaitingTopUp,
)
from services.wallet.domain.entities import Player, Table
from services.wallet.domain.operator_commands import ReturnToLosers, SetStanding
from services.wallet.domain.policy import RoomPolicy
from services.wallet.domain.tournament_commands import AddToPool, Enter, Leave, Refund
from tests.fixtures.databases import FreshDatabases
from tests.wallet.conftest import started
from tests.wallet.desk import (
    ANN,
    BOB,
    CAT,
    HOUR_MS,
    Desk,
    buy_in,
    memory_desk,
    open_hand,
    postgres_desk,
    pot,
    reverse,
    settle,
    stand_up,
    top_up,
    transfer,
)

STACKS = [(ANN, 400), (BOB, 500)]


@pytest.fixture
async def seated(desk: Desk) -> Desk:
    """Ann with 400 and Bob with 500 of 1,000 at t1."""
    return await _seat(desk)


@pytest.fixture
async def quick() -> AsyncIterator[Desk]:
    """The same in memory: for what is refused before any store is asked."""
    async with started(memory_desk()) as made:
        yield await _seat(made)


async def _seat(desk: Desk) -> Desk:
    await desk.open(ANN, BOB, money=1_000)
    for name, chips in STACKS:
        await desk.do(buy_in(name, chips, f"b:{name}"))
    return desk


async def untouched(desk: Desk) -> bool:
    """True while Ann and Bob have what `seated` gave them, and no hand is open."""
    held = [await desk.cash(name) for name in (ANN, BOB)]
    stacks = [await desk.stack(name) for name in (ANN, BOB)]
    table = await desk.store.entity(Table, "t1")
    return (held, stacks) == ([600, 500], [400, 500]) and table is not None and not table.open_hand


async def test_a_call_that_names_itself_as_another(seated: Desk) -> None:
    """One id cannot be the call's and that of the call which it undoes or carries."""
    own = open_hand("h1", STACKS, top_ups=[WaitingTopUp("open:h1", ANN, 1, 900)])
    leaving = open_hand("h1", STACKS, departures=[WaitingDeparture("open:h1", CAT)])
    twice = open_hand(
        "h1", STACKS, top_ups=[WaitingTopUp("t", ANN, 1, 900), WaitingTopUp("t", BOB, 1, 900)]
    )
    entry = Leave(id="e", tournament_id="T", account_id=ANN, currency="USD", entry_id="e")
    for command in (own, leaving, twice, reverse(ANN, "r", "r"), entry):
        assert await seated.refusal(command) == "invalid_argument"
    assert await untouched(seated)


async def test_a_waiting_call_under_an_id_that_was_used(seated: Desk) -> None:
    """A top-up is refused alone; a departure refuses the open, and nothing is remembered."""
    await seated.do(top_up(ANN, 1, "topup:1"))
    stacks = [(ANN, 401), (BOB, 500)]
    for used in (f"b:{ANN}", "topup:1"):
        leaving = open_hand("h1", stacks, departures=[WaitingDeparture(used, CAT)])
        assert await seated.refusal(leaving) == "id_reused"
    wrong = [WaitingTopUp("topup:1", ANN, 7, 900), WaitingTopUp(f"b:{BOB}", BOB, 1, 900)]
    opened = await seated.do(open_hand("h1", stacks, top_ups=wrong))
    assert [(item.added, item.refusal) for item in opened.top_ups] == [(0, "id_reused")] * 2
    assert [seat.stack for seat in opened.stacks] == [401, 500]


async def test_chips_do_not_leave_in_another_currency(seated: Desk) -> None:
    """Else the seat would be forgotten with its chips in it."""
    other = stand_up(ANN, "s1", currency="EUR")
    assert await seated.refusal(other) == "wrong_currency"
    undone = replace(reverse(ANN, "r1", f"b:{ANN}"), currency="EUR")
    assert await seated.refusal(undone) == "wrong_currency"
    assert await untouched(seated)
    assert (await seated.do(stand_up(ANN, "s2"))).returned == 400


async def test_ids_across_kinds(seated: Desk) -> None:
    for command in (
        stand_up(ANN, f"b:{ANN}"),
        transfer(ANN, BOB, 1, f"b:{ANN}"),
        open_hand("h1", STACKS).__class__(
            **{f: getattr(open_hand("h1", STACKS), f) for f in OpenHand.__struct_fields__}
            | {"id": f"b:{ANN}"}
        ),
    ):
        assert await seated.refusal(command) == "id_reused"
    assert await untouched(seated)


LONG = "x" * 100_000
NUL = "a\0b"


def line_up(*seats: tuple[int, str, int]) -> dict[str, Any]:
    return {"line_up": tuple(LineUpSeat(*seat) for seat in seats)}


@pytest.mark.parametrize(
    "changes",
    [
        line_up((-1, ANN, 400), (2, BOB, 500)),
        line_up((0, ANN, 400), (2, BOB, 500)),
        line_up((11, ANN, 400), (2, BOB, 500)),
        line_up((2, ANN, 400), (2, BOB, 500)),
        line_up((1, ANN, 400), (2, ANN, 400)),
        line_up((1, ANN, 400)),
        line_up(*((seat, f"p{seat}", 1) for seat in range(1, 12))),
        line_up((1, ANN, -1), (2, BOB, 500)),
        line_up((1, ANN, MAX_BALANCE + 1), (2, BOB, 500)),
        line_up((1, NUL, 400), (2, BOB, 500)),
        {"game": LONG},
        {"game": NUL},
        {"hand_id": NUL},
        {"hand_id": "h/1"},
        {"hand_id": "h 1"},
        {"hand_id": "x" * 65},
        {"hand_id": ""},
        {"table_id": "t1|x"},
        {"epoch": 0},
        {"currency": "usd"},
        {"policy": RakePolicy(version=NUL, basis_points=1)},
        {"policy": RakePolicy(version=LONG, basis_points=1)},
        {"policy": RakePolicy(version="v", basis_points=10_001)},
        {"policy": RakePolicy(version="v", basis_points=1, caps=(RakeCap(3, 1), RakeCap(2, 1)))},
        {"policy": RakePolicy(version="v", basis_points=1, caps=(RakeCap(2, -1),))},
        {"jackpot_id": "a b"},
        {"jackpot_basis_points": 10_001},
        {"top_ups": (WaitingTopUp("t", ANN, -5, 900),)},
        {"top_ups": tuple(WaitingTopUp(f"t{n}", ANN, 1, 900) for n in range(11))},
        {"departures": (WaitingDeparture(NUL, CAT),)},
    ],
    ids=str,
)
async def test_hands_that_nobody_deals(quick: Desk, changes: dict[str, Any]) -> None:
    refused = await quick.refusal(replace(open_hand("h1", STACKS), **changes))
    assert refused in ("invalid_argument", "invalid_amount", "invalid_currency", "invalid_id",
                       "invalid_rake_policy")  # fmt: skip
    assert await untouched(quick)
    assert await quick.refusal(open_hand("h1", STACKS)) == "ok"


@pytest.mark.parametrize(
    "changes",
    [
        {"attempt": 0},
        {"epoch": -1},
        {"resolution": NUL},
        {"resolution": LONG},
        {"seats": tuple(settle("h", [(0, 0)] * 11, []).seats)},
        {"pots": tuple(PotResult(1, (1,), (PotShare(1, 1),), 0) for _ in range(11))},
        {"pots": (PotResult(200, tuple([1, 2] * 9), (PotShare(1, 200),), 0),)},
        {"pots": (PotResult(200, (1, 2), tuple(PotShare(1, 10) for _ in range(21)), 0),)},
    ],
    ids=str,
)
async def test_results_that_no_table_has(quick: Desk, changes: dict[str, Any]) -> None:
    await quick.do(open_hand("h1", STACKS))
    right = settle("h1", [(100, 0), (100, 0)], [pot(200, {1: 200}, also=[2])])
    assert await quick.refusal(replace(right, **changes)) == "invalid_argument"
    assert await quick.refusal(right) == "ok"


@pytest.mark.parametrize(
    "changes",
    [
        {"open_hand_id": NUL},
        {"open_hand_id": LONG},
        {"pending_ids": tuple(f"c{n}" for n in range(101))},
        {"pending_ids": (LONG,)},
        {"pending_account_ids": (NUL,)},
        {"pending_account_ids": tuple(f"a{n}" for n in range(101))},
        {"seats": (SeenSeat(1, ANN, 400), SeenSeat(2, ANN, 400))},
        {"seats": (SeenSeat(1, ANN, 400), SeenSeat(1, BOB, 500))},
        {"seats": (SeenSeat(-1, ANN, 400),)},
        {"seats": (SeenSeat(1, ANN, -1),)},
        {"epoch": 0},
    ],
    ids=str,
)
async def test_views_that_no_table_has(quick: Desk, changes: dict[str, Any]) -> None:
    view = ReconcileTable(id="reconcile:1", table_id="t1", epoch=1)
    refused = await quick.refusal(replace(view, **changes))
    assert refused in ("invalid_argument", "invalid_amount", "invalid_id")
    table = await quick.store.entity(Table, "t1")
    assert table is not None
    assert table.epoch == 0


async def test_an_unseen_table_opens_no_accounts(desk: Desk) -> None:
    """A view of a table that the ledger does not know differs, and leaves no empty accounts."""
    await desk.open(ANN)
    view = ReconcileTable(id="r", table_id="t9", epoch=1, seats=(SeenSeat(1, ANN, 400),))
    answer = await desk.do(view)
    assert [(item.table_amount, item.wallet_amount) for item in answer.differences] == [(400, 0)]
    assert {key.currency for key in await desk.store.accounts_of(ANN)} == {"PLAY"}


async def test_a_stranger_opens_no_accounts_for_others(desk: Desk) -> None:
    """Sending to names that do not exist fills no tables."""
    await desk.open(ANN, money=100)
    assert await desk.refusal(transfer(ANN, "nobody-1", 1, "x1")) == "unknown_account"
    assert await desk.store.accounts_of("nobody-1") == {}


def standing(call: str, operator: str, wanted: Any, account_id: str = ANN) -> SetStanding:
    return SetStanding(
        id=call, account_id=account_id, operator=operator, reason="r", standing=wanted
    )


async def test_a_suspensions_end_frees_nobody_whom_an_operator_froze_meanwhile(desk: Desk) -> None:
    await desk.open(ANN)
    for step in (
        standing("e1", "lobby", "frozen"),
        standing("f1", "op1", "frozen"),
        standing("e2", "lobby", "open"),
    ):
        await desk.do(step)
    player = await desk.store.entity(Player, ANN)
    assert player is not None
    assert (player.standing, player.frozen_by) == ("frozen", "op1")


async def test_operators_do_not_decide_about_themselves(desk: Desk) -> None:
    await desk.open(ANN, money=100)
    await desk.do(standing("f1", "op1", "frozen"))
    assert await desk.refusal(standing("f2", ANN, "open")) == "own_account"
    own = ReturnToLosers(
        id="l1",
        case_id="c1",
        currency="USD",
        payments=((ANN, 5),),
        reason="r",
        operator=ANN,
    )
    assert await desk.refusal(own) == "own_account"


RICH = RoomPolicy(daily_deposit=MAX_BALANCE, daily_transfer=MAX_BALANCE)


@pytest.fixture(params=["memory", "postgres"])
async def rich(request: pytest.FixtureRequest) -> AsyncIterator[Desk]:
    """A room without daily limits."""
    if request.param == "memory":
        async with started(memory_desk(RICH)) as made:
            yield made
        return
    databases: FreshDatabases = request.getfixturevalue("databases")
    real = Database(await databases("wallet"), "wallet", pool=4)
    async with started(postgres_desk(real, RICH)) as made:
        yield made
    await real.close()
    await databases.drop_all()


async def test_stacks_above_the_largest_amount_are_played_and_come_home(rich: Desk) -> None:
    """Three all in for 10^15 each: a pot of 3 * 10^15, won, played again, carried home."""
    names = (ANN, BOB, CAT)
    await rich.open(*names, money=MAX_AMOUNT)
    for name in names:
        await rich.do(buy_in(name, MAX_AMOUNT, f"b:{name}", limits=(1, MAX_AMOUNT)))
    await rich.do(open_hand("h1", [(name, MAX_AMOUNT) for name in names]))
    won = settle(
        "h1", [(MAX_AMOUNT, 0)] * 3, [pot(3 * MAX_AMOUNT, {1: 3 * MAX_AMOUNT}, also=[2, 3])]
    )
    await rich.do(won)
    assert await rich.stack(ANN) == 3 * MAX_AMOUNT
    rich.clock.ms += 25 * HOUR_MS
    await rich.deposit(BOB, 100)
    await rich.do(buy_in(BOB, 100, "b:again", limits=(1, MAX_AMOUNT)))
    again = [(ANN, 3 * MAX_AMOUNT), (BOB, 100)]
    await rich.do(open_hand("h2", again))
    await rich.do(settle("h2", [(100, 0), (100, 0)], [pot(200, {2: 200}, also=[1])]))
    seen = (SeenSeat(1, ANN, 3 * MAX_AMOUNT - 100), SeenSeat(2, BOB, 200))
    view = ReconcileTable(id="r1", table_id="t1", epoch=1, seats=seen)
    assert (await rich.do(view)).differences == ()
    done = await rich.do(stand_up(ANN, "s1"))
    assert (done.returned, done.balance) == (3 * MAX_AMOUNT - 100,) * 2


async def test_pools_above_the_largest_amount_come_home(rich: Desk) -> None:
    await rich.open(ANN, money=MAX_AMOUNT)
    rich.clock.ms += 25 * HOUR_MS
    await rich.deposit(ANN, MAX_AMOUNT)
    for call, kind in (("e1", "buy_in"), ("e2", "rebuy")):
        entry = Enter(
            id=call, tournament_id="T", account_id=ANN, currency="USD", buy_in=MAX_AMOUNT,
            fee=0, kind=kind,
        )  # type: ignore[arg-type]  # fmt: skip
        await rich.do(entry)
    for call in ("g1", "g2"):
        await rich.do(AddToPool(id=call, tournament_id="T", currency="USD", amount=MAX_AMOUNT))
    done = await rich.do(Refund(id="r", tournament_id="T", currency="USD"))
    assert done.payments == ((ANN, 2 * MAX_AMOUNT),)
    assert await rich.cash(ANN) == 2 * MAX_AMOUNT
