"""Every RPC of the wallet with a request that is right, in an order in which each is booked."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from google.protobuf.descriptor import MethodDescriptor

from riverbus.core.ports import Caller
from riverbus.pb.common.v1 import types_pb2
from riverbus.pb.wallet.v1 import ledger_pb2 as lg
from riverbus.pb.wallet.v1 import table_money_pb2 as tm
from riverbus.pb.wallet.v1 import tournament_money_pb2 as tn
from riverbus.pb.wallet.v1 import wallet_pb2 as wl

ANN, BOB, CAT = (f"0190aaaa-0000-7000-8000-00000000000{n}" for n in (1, 2, 3))
PLAYER = Caller("gateway", ANN, "ann", frozenset({"player"}))
OTHER = Caller("gateway", BOB, "bob", frozenset({"player"}))
FIRST = Caller("gateway", "op1", "op1", frozenset({"player", "admin"}))
SECOND = Caller("gateway", "op2", "op2", frozenset({"player", "admin"}))
TABLE, LOBBY = Caller("table"), Caller("lobby")
PROTOS = Path(__file__).parents[2] / "proto" / "riverbus" / "wallet" / "v1"
FILES = (wl, tm, tn, lg)


class Step(NamedTuple):
    """One call: by whom, and what."""

    caller: Caller
    method: str
    request: Any


def methods() -> dict[str, MethodDescriptor]:
    """All RPCs of the wallet by name."""
    return {
        method.name: method
        for file in FILES
        for service in file.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    }


def documented() -> dict[str, frozenset[str]]:
    """The words after `Errors:` in each RPC's comment in proto/."""
    found = {}
    for path in PROTOS.glob("*.proto"):
        comment = ""
        for line in path.read_text().splitlines():
            if line.strip().startswith("//"):
                comment += line.strip().removeprefix("//")
            else:
                if rpc := re.match(r"\s*rpc (\w+)\(", line):
                    codes = comment.partition("Errors:")[2]
                    found[rpc[1]] = frozenset(re.findall(r"[a-z_]+", codes))
                comment = ""
    return found


def scenario() -> Iterator[Step]:
    """Money comes in, a hand is played, a tournament paid, a case decided: every RPC."""
    yield from _opening()
    yield from _cashier()
    yield from _table()
    yield from _tournament()
    yield from _operators()


def _opening() -> Iterator[Step]:
    for name in (ANN, BOB, CAT):
        request = wl.OpenAccountRequest(
            id=f"open-account:{name}", account_id=name, currencies=["USD"]
        )
        yield Step(LOBBY, "OpenAccount", request)
    yield Step(PLAYER, "GetBalances", wl.GetBalancesRequest(account_id=ANN))
    yield Step(LOBBY, "LookUpBalances", wl.LookUpBalancesRequest(account_id=ANN))


def _cashier() -> Iterator[Step]:
    for who in (PLAYER, OTHER):
        deposit = wl.DepositRequest(
            id="d1", account_id=who.account_id, currency="USD", amount=10_000,
            provider="sandbox", reference=f"ref-{who.name}",
        )  # fmt: skip
        yield Step(who, "Deposit", deposit)
    for call in ("w1", "w2"):
        asked = wl.RequestWithdrawalRequest(
            id=call, account_id=ANN, currency="USD", amount=100, provider="sandbox"
        )
        yield Step(PLAYER, "RequestWithdrawal", asked)
    yield Step(PLAYER, "ListWithdrawals", wl.ListWithdrawalsRequest(account_id=ANN, limit=5))
    back = wl.CancelWithdrawalRequest(id="c1", withdrawal_id=f"{ANN}/w1")
    yield Step(PLAYER, "CancelWithdrawal", back)
    decided = lg.DecideWithdrawalRequest(
        id="x1", withdrawal_id=f"{ANN}/w2", decision=lg.WITHDRAWAL_DECISION_APPROVE, reason="ok"
    )
    yield Step(FIRST, "DecideWithdrawal", decided)
    sent = wl.TransferRequest(
        id="t1", from_account_id=ANN, to_account_id=BOB, currency="USD", amount=10, note="hi"
    )
    yield Step(PLAYER, "Transfer", sent)
    seen = wl.StatementFilter(account_id=ANN, currency="USD", kinds=["deposit"])
    yield Step(PLAYER, "GetStatement", wl.GetStatementRequest(filter=seen, page_size=5))
    yield Step(PLAYER, "ExportStatement", wl.ExportStatementRequest(filter=seen))
    yield Step(PLAYER, "GetBalanceAt", wl.GetBalanceAtRequest(filter=seen, at_ms=1_790_000_000_000))


def _table() -> Iterator[Step]:
    for name in (ANN, BOB):
        bought = tm.BuyInRequest(
            id=f"buyin:{name}", account_id=name, table_id="T1", currency="USD", amount=1_000,
            min_buy_in=100, max_buy_in=2_000, seat=1 if name == ANN else 2,
        )  # fmt: skip
        yield Step(TABLE, "BuyIn", bought)
    undone = tm.ReverseBuyInRequest(
        id="reverse:1", buy_in_id="buyin:never", account_id=CAT, table_id="T1", currency="USD"
    )
    yield Step(TABLE, "ReverseBuyIn", undone)
    more = tm.TopUpRequest(
        id="topup:1", account_id=ANN, table_id="T1", currency="USD", amount=50, max_buy_in=2_000
    )
    yield Step(TABLE, "TopUp", more)
    opened = tm.OpenHandRequest(
        id="open:h1", table_id="T1", hand_id="h1", epoch=1, currency="USD",
        line_up=[
            tm.LineUpSeat(seat=1, account_id=ANN, expected_stack=1_050),
            tm.LineUpSeat(seat=2, account_id=BOB, expected_stack=1_000),
        ],
        rake=types_pb2.RakePolicy(
            version="v1", basis_points=500, caps=[types_pb2.RakeCap(players=2, cap=100)]
        ),
        game="nl-holdem",
        top_ups=[tm.WaitingTopUp(id="topup:2", account_id=BOB, amount=50, max_buy_in=2_000)],
        departures=[tm.WaitingDeparture(id="standup:9", account_id=CAT)],
        jackpot_id="bad-beat", jackpot_basis_points=5_000,
    )  # fmt: skip
    yield Step(TABLE, "OpenHand", opened)
    settled = tm.SettleHandRequest(
        id="settle:h1:1", table_id="T1", hand_id="h1", epoch=1, attempt=1,
        seats=[
            tm.SeatResult(seat=1, contributed=300, returned=100),
            tm.SeatResult(seat=2, contributed=200),
        ],
        pots=[
            tm.PotResult(
                amount=400, eligible=[1, 2], shares=[tm.PotShare(seat=1, amount=380)], rake=20
            )
        ],
        drop_point_reached=True, resolution="by hand",
    )  # fmt: skip
    yield Step(TABLE, "SettleHand", settled)
    again = tm.OpenHandRequest(
        id="open:h4", table_id="T1", hand_id="h4", epoch=1, currency="USD",
        line_up=[
            tm.LineUpSeat(seat=1, account_id=ANN, expected_stack=1_230),
            tm.LineUpSeat(seat=2, account_id=BOB, expected_stack=850),
        ],
        rake=types_pb2.RakePolicy(version="v1", basis_points=500),
    )  # fmt: skip
    yield Step(TABLE, "OpenHand", again)
    one = tm.SettleHandRequest(
        id="settle:h4:1", table_id="T1", hand_id="h4", epoch=1, attempt=1,
        seats=[tm.SeatResult(seat=1, contributed=50), tm.SeatResult(seat=2, contributed=50)],
        pots=[
            tm.PotResult(
                amount=100, eligible=[1, 2], shares=[tm.PotShare(seat=1, amount=95)], rake=5
            )
        ],
    )  # fmt: skip
    several = tm.SettleHandsRequest(settlements=[tm.TracedSettlement(settle=one, trace_id="a1")])
    yield Step(TABLE, "SettleHands", several)
    cancelled = tm.CancelHandRequest(
        id="cancel:h2", table_id="T1", hand_id="h2", epoch=1, reason="gone"
    )
    yield Step(TABLE, "CancelHand", cancelled)
    yield Step(TABLE, "GetHand", tm.GetHandRequest(hand_id="h1"))
    yield Step(TABLE, "GetTable", tm.GetTableRequest(table_id="T1"))
    view = tm.ReconcileTableRequest(
        table_id="T1", epoch=1, open_hand_id="h3", pending_ids=["buyin:x"],
        seats=[tm.SeatStack(seat=1, account_id=ANN, stack=1_275)], pending_account_ids=[CAT],
    )  # fmt: skip
    yield Step(TABLE, "ReconcileTable", view)
    home = tm.StandUpRequest(id="standup:1", account_id=ANN, table_id="T1", currency="USD")
    yield Step(TABLE, "StandUp", home)


def _tournament() -> Iterator[Step]:
    for call, tournament, name, currency, buy_in in (
        ("e1", "W1", ANN, "USD", 500),
        ("e2", "W1", BOB, "USD", 500),
        ("e3", "W2", ANN, "PLAY", 950_000),
    ):
        entered = tn.EnterTournamentRequest(
            id=call, tournament_id=tournament, account_id=name, currency=currency, buy_in=buy_in,
            fee=50, kind=tn.ENTRY_KIND_BUY_IN,
        )  # fmt: skip
        yield Step(LOBBY, "EnterTournament", entered)
    yield Step(PLAYER, "RefillPlayChips", wl.RefillPlayChipsRequest(id="r1", account_id=ANN))
    added = tn.AddToPoolRequest(id="g1", tournament_id="W1", currency="USD", amount=200)
    yield Step(LOBBY, "AddToPool", added)
    left = tn.LeaveTournamentRequest(
        id="l1", entry_id="e2", tournament_id="W1", account_id=BOB, currency="USD"
    )
    yield Step(LOBBY, "LeaveTournament", left)
    yield Step(LOBBY, "GetPool", tn.GetPoolRequest(tournament_id="W1"))
    paid = tn.PayOutRequest(
        id="p1", tournament_id="W1", currency="USD",
        prizes=[tn.Prize(account_id=ANN, amount=700, place=1)],
    )  # fmt: skip
    yield Step(LOBBY, "PayOut", paid)
    refunded = tn.RefundTournamentRequest(
        id="f1", tournament_id="W2", currency="PLAY", reason="power",
        refunds=[tn.Prize(account_id=ANN, amount=950_050)],
    )  # fmt: skip
    yield Step(LOBBY, "RefundTournament", refunded)


def _operators() -> Iterator[Step]:
    for call, change in (("a1", 100), ("a2", 60_000)):
        request = lg.AdjustRequest(
            id=call, account_id=ANN, currency="USD", change=change, reason="error"
        )
        yield Step(FIRST, "Adjust", request)
    agreed = lg.ConsentRequest(id="k1", proposal_id="op1/a2", agreed=True, reason="yes")
    yield Step(SECOND, "Consent", agreed)
    for method, who, made in (
        ("Freeze", FIRST, lg.FreezeRequest),
        ("FreezeByService", LOBBY, lg.FreezeByServiceRequest),
    ):
        frozen = made(
            id=f"z:{method}", account_id=CAT, standing=lg.ACCOUNT_STANDING_FROZEN, reason="INT-01"
        )
        yield Step(who, method, frozen)
    limits = lg.SetLimitsRequest(
        id="l9", account_id=ANN, currency="USD", daily_deposit=500, daily_transfer=-1
    )
    yield Step(LOBBY, "SetLimits", limits)
    removed = lg.RemoveDumpedChipsRequest(
        id="m1", case_id="case-1", account_id=ANN, currency="USD", amount=70, reason="dumped"
    )
    yield Step(FIRST, "RemoveDumpedChips", removed)
    yes = lg.ConsentRequest(id="k2", proposal_id="op1/m1", agreed=True, reason="yes")
    yield Step(SECOND, "Consent", yes)
    returned = lg.ReturnToLosersRequest(
        id="n1", case_id="case-1", currency="USD", reason="case-1",
        payments=[lg.Payment(account_id=BOB, amount=70)],
    )  # fmt: skip
    yield Step(FIRST, "ReturnToLosers", returned)
    won = lg.PayJackpotRequest(
        id="jackpot:h1", jackpot_id="bad-beat", currency="USD", hand_id="h1", reason="beaten",
        payments=[lg.Payment(account_id=BOB, amount=5)],
    )  # fmt: skip
    yield Step(LOBBY, "PayJackpot", won)
    report = lg.GetRakeReportRequest(currency="USD", grouping=lg.RAKE_GROUPING_DAY)
    yield Step(FIRST, "GetRakeReport", report)
    yield Step(FIRST, "Audit", lg.AuditRequest())
    yield Step(LOBBY, "GetSignedHead", lg.GetSignedHeadRequest())
