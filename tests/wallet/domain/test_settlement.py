"""Settlements that do not add up are refused, each with the code that says where (SEAMS 21, 22)."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverbus.core.errors import RoomError
from riverbus.core.rake import RakeCap, RakePolicy, rake_of_pots
from services.wallet.domain.commands import PotResult, SeatResult, SettleHand
from services.wallet.domain.entities import FrozenSeat, Hand
from services.wallet.domain.settlement import verify_settlement
from tests.wallet.desk import pot, settle

FIVE = RakePolicy(version="five", basis_points=500)


def hand(stacks: Sequence[int], policy: RakePolicy = FIVE) -> Hand:
    line_up = tuple(FrozenSeat(seat, f"p{seat}", chips) for seat, chips in enumerate(stacks, 1))
    return Hand(key="h1", table_id="t1", currency="USD", line_up=line_up, policy=policy)


def code(of: Hand, settlement: SettleHand) -> str:
    try:
        verify_settlement(of, settlement)
    except RoomError as error:
        return error.code
    return "ok"


THREE = hand([100, 300, 300])
RIGHT = settle(
    "h1",
    [(100, 0), (300, 0), (300, 0)],
    [pot(300, {1: 285}, 15, also=[2, 3]), pot(400, {2: 190, 3: 190}, 20)],
)


def test_side_pots_with_rake_main_pot_first() -> None:
    assert verify_settlement(THREE, RIGHT) == ({1: 185, 2: -110, 3: -110}, 35)


def changed(**fields: object) -> SettleHand:
    return msgspec.structs.replace(RIGHT, **fields)


def with_pots(*pots: PotResult) -> SettleHand:
    return changed(pots=pots)


@pytest.mark.parametrize(
    ("settlement", "expected"),
    [
        (settle("h1", [(101, 0), (300, 0), (299, 0)], RIGHT.pots), "settlement_stack"),
        (settle("h1", [(100, 0), (300, -1), (299, 0)], RIGHT.pots), "settlement_stack"),
        (settle("h1", [(100, 0), (300, 301), (300, 0)], RIGHT.pots), "settlement_stack"),
        (settle("h1", [(100, 0), (300, 0), (300, 1)], RIGHT.pots), "settlement_pots"),
        (settle("h1", [(100, 0), (300, 0)], RIGHT.pots), "settlement_seat"),
        (settle("h1", [(100, 0), (300, 0), (300, 0), (0, 0)], RIGHT.pots), "settlement_seat"),
        (changed(seats=(*RIGHT.seats[:2], RIGHT.seats[1])), "settlement_seat"),
        (
            changed(seats=(SeatResult(1, 0, 0), SeatResult(1, 0, 0), SeatResult(2, 0, 0)), pots=()),
            "settlement_seat",
        ),
        (with_pots(RIGHT.pots[0]), "settlement_pots"),
        (with_pots(pot(300, {1: 286}, 14, also=[2]), RIGHT.pots[1]), "settlement_rake"),
        (with_pots(pot(300, {1: 286}, 15, also=[2]), RIGHT.pots[1]), "settlement_shares"),
        (with_pots(pot(300, {9: 285}, 15), RIGHT.pots[1]), "settlement_seat"),
        (
            with_pots(
                msgspec.structs.replace(RIGHT.pots[0], eligible=(2, 3)),
                RIGHT.pots[1],
            ),
            "settlement_winner",
        ),
        (
            with_pots(RIGHT.pots[0], pot(400, {2: 400, 3: -20}, 20)),
            "settlement_shares",
        ),
        (changed(drop_point_reached=True), "ok"),
    ],
)
def test_each_wrong_figure_has_its_code(settlement: SettleHand, expected: str) -> None:
    assert code(THREE, settlement) == expected


@given(
    stacks=st.lists(st.integers(1, 10**12), min_size=2, max_size=10),
    parts=st.lists(st.integers(0, 1_000), min_size=10, max_size=10),
    basis_points=st.integers(0, 10_000),
    cap=st.none() | st.integers(0, 10**6),
)
def test_what_seats_lose_is_what_winners_and_house_get(
    stacks: list[int], parts: list[int], basis_points: int, cap: int | None
) -> None:
    caps = () if cap is None else (RakeCap(2, cap),)
    policy = RakePolicy(version="v", basis_points=basis_points, caps=caps)
    spent = [stack * part // 1_000 for stack, part in zip(stacks, parts, strict=False)]
    total = sum(spent)
    pots = []
    if total:
        raked = rake_of_pots(policy, [total], len(stacks), True)[0]
        pots = [pot(total, {1: total - raked}, raked, also=range(1, len(stacks) + 1))]
    changes, raked = verify_settlement(
        hand(stacks, policy), settle("h1", [(amount, 0) for amount in spent], pots)
    )
    assert sum(changes.values()) + raked == 0
    assert 0 <= raked <= total
    assert all(stack + changes[seat] >= 0 for seat, stack in enumerate(stacks, 1))
