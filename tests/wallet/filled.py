"""A ledger with something in every table, in the middle of everything: a hand open, a tournament
running, a withdrawal and a correction waiting.
"""

from riverbus.core.rake import RakePolicy
from riverbus.runtime.metrics import Metrics
from riverbus.runtime.tokens import new_key_pair
from services.wallet.app.heads import HeadSigner
from services.wallet.app.proofs import Proofs
from services.wallet.domain.cashier_commands import RequestWithdrawal, SetLimits
from services.wallet.domain.commands import ReconcileTable, SeenSeat
from services.wallet.domain.operator_commands import Adjust, SetStanding
from services.wallet.domain.tournament_commands import Enter
from services.wallet.metrics import WalletMetrics
from tests.wallet.desk import ANN, BOB, CAT, Desk, buy_in, cancel, open_hand, pot, settle, stand_up

FIVE = RakePolicy(version="v1", basis_points=500)


def proofs_of(desk: Desk) -> Proofs:
    """Audits and heads with a key of their own, told to nobody."""

    async def publish(_head: object) -> None:
        return None

    metrics = WalletMetrics(Metrics("test"))
    return Proofs(desk.proofs, HeadSigner(new_key_pair()[0]), desk.clock, metrics, publish)


async def fill(desk: Desk) -> None:
    """Ann and Bob bring 5,000 and 400 to t1; Ann wins 90 and they are in their next hand."""
    await desk.open(ANN, BOB, CAT, money=5_000)
    for name in (ANN, BOB):
        await desk.do(buy_in(name, 400, f"b:{name}"))
    await desk.do(buy_in(CAT, 300, "b:cat"))
    await desk.do(stand_up(CAT, "s:cat"))
    await desk.do(open_hand("h1", [(ANN, 400), (BOB, 400)], policy=FIVE))
    await desk.do(settle("h1", [(100, 0), (100, 0)], [pot(200, {1: 190}, 10, also=[2])]))
    await desk.do(cancel("never-seen"))
    await desk.do(
        SetLimits(id="l1", account_id=ANN, currency="USD", daily_deposit=9, daily_transfer=9)
    )
    await desk.do(
        RequestWithdrawal(id="w1", account_id=ANN, currency="USD", amount=9, provider="sandbox")
    )
    await desk.do(
        Adjust(id="a1", account_id=ANN, operator="o1", reason="r", currency="USD", change=90_000)
    )
    await desk.do(
        Enter(
            id="e1",
            tournament_id="T",
            account_id=ANN,
            currency="USD",
            buy_in=10,
            fee=1,
            kind="buy_in",
        )
    )
    await desk.do(
        SetStanding(id="f1", account_id=CAT, operator="o1", reason="INT-01", standing="frozen")
    )
    await desk.do(ReconcileTable(id="r1", table_id="t1", epoch=1, seats=(SeenSeat(1, ANN, 490),)))
    await desk.do(open_hand("h2", [(ANN, 490), (BOB, 300)], policy=FIVE))
    assert await proofs_of(desk).sign() is not None
