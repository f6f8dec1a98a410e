"""The wallet as the table's intents need it: one call each, its id the intent's (SEAMS 18)."""

from collections.abc import Iterable

from riverbus.pb.wallet.v1 import table_money_pb2 as pb
from riverbus.pb.wallet.v1 import table_money_pb2_grpc
from services.table.adapters import codec
from services.table.adapters.settle_calls import SettleCalls
from services.table.app.ports import Escrow, WalletStanding, WalletView
from services.table.domain.booked import BookedCall
from services.table.domain.commands import Outcome, SeatChips
from services.table.domain.errors import BrokenTable
from services.table.domain.reconciling import outstanding
from services.table.domain.state import (
    Intent,
    IntentKind,
    Phase,
    SeatStatus,
    Table,
    TableSettings,
)

TIMEOUT_S = 2.0


class WalletClient:
    """Carries out the intents that move chips."""

    def __init__(self, stub: "table_money_pb2_grpc.TableMoneyServiceAsyncStub") -> None:
        self._stub = stub
        self._settlements = SettleCalls(stub, TIMEOUT_S)

    async def carry_out(
        self, intent: Intent, settings: TableSettings, epoch: int, again: BookedCall | None = None
    ) -> Outcome:
        """One call. Raises the wallet's RoomError for a refusal, unavailable to be repeated.

        `again`: it was booked before, by a ledger that was restored since (SEAMS 26).
        """
        match intent.kind:
            case IntentKind.BUY_IN:
                return await self._buy_in(intent, settings, again)
            case IntentKind.TOP_UP:
                return await self._top_up(intent, settings, again)
            case IntentKind.STAND_UP:
                return await self._stand_up(intent, settings, again)
            case IntentKind.OPEN:
                return await self._open(intent, settings, epoch, again)
            case IntentKind.SETTLE:
                return await self._settle(intent, settings, epoch, again)
            case IntentKind.CANCEL:
                return await self._cancel(intent, settings, epoch, again)
        raise BrokenTable(f"The wallet knows nothing of {intent.kind}.")

    async def repeat(self, call: BookedCall, settings: TableSettings, epoch: int) -> Outcome:
        """A call that was booked before, with its content of then (SEAMS 26)."""
        return await self.carry_out(call.intent, call.terms.onto(settings), epoch, call)

    async def standing(self, table_id: str) -> WalletStanding:
        """Highest epoch, open hand and escrows of a table."""
        answer = await self._stub.GetTable(pb.GetTableRequest(table_id=table_id), timeout=TIMEOUT_S)
        return WalletStanding(
            epoch=answer.epoch,
            open_hand_id=answer.open_hand_id,
            escrows=tuple(
                Escrow(one.seat, one.account_id, one.stack) for one in answer.escrows if one.stack
            ),
        )

    async def hand_closed(self, hand_id: str) -> bool:
        """Whether the ledger has the hand as settled or cancelled."""
        answer = await self._stub.GetHand(pb.GetHandRequest(hand_id=hand_id), timeout=TIMEOUT_S)
        return answer.state in (pb.HAND_STATE_SETTLED, pb.HAND_STATE_CANCELLED)

    async def reconcile(self, table: Table, epoch: int, *, takeover: bool) -> WalletView:
        """Compare seats, open hand and pending calls with the ledger (SEAMS 26)."""
        core = table.core
        opened = core.phase in (Phase.PLAYING, Phase.CLOSING_HAND)
        hand = table.hand
        pending = [intent for intent in table.intents.values() if outstanding(intent)]
        request = pb.ReconcileTableRequest(
            table_id=table.settings.table_id,
            epoch=epoch,
            open_hand_id=core.hand_id if opened else "",
            pending_ids=[intent.id for intent in pending],
            pending_account_ids=[intent.account_id for intent in pending if intent.account_id],
            takeover=takeover,
        )
        for number, seat in sorted(table.seats.items()):
            if seat.status is SeatStatus.RESERVED:
                continue
            stack = seat.stack
            if hand is not None and number in hand.seats:
                stack = hand.start[hand.position[number]]
            request.seats.append(pb.SeatStack(seat=number, account_id=seat.account_id, stack=stack))
        answer = await self._stub.ReconcileTable(request, timeout=TIMEOUT_S)
        return _wallet_view(answer)

    async def _buy_in(
        self, intent: Intent, settings: TableSettings, again: BookedCall | None
    ) -> Outcome:
        answer = await self._stub.BuyIn(
            pb.BuyInRequest(
                id=intent.id,
                account_id=intent.account_id,
                table_id=settings.table_id,
                currency=settings.currency,
                amount=intent.amount,
                min_buy_in=intent.least,
                max_buy_in=intent.up_to,
                reducing_window_s=settings.rules.reducing_window_min * 60 or -1,
                seat=intent.seat,
                replay=again is not None,
            ),
            timeout=TIMEOUT_S,
        )
        return Outcome(intent_id=intent.id, ok=True, stack=answer.stack, amount=intent.amount)

    async def _top_up(
        self, intent: Intent, settings: TableSettings, again: BookedCall | None
    ) -> Outcome:
        answer = await self._stub.TopUp(
            pb.TopUpRequest(
                id=intent.id,
                account_id=intent.account_id,
                table_id=settings.table_id,
                currency=settings.currency,
                amount=intent.amount,
                max_buy_in=intent.up_to,
                up_to_max=intent.up_to_max,
                booked_amount=again.amount if again is not None else 0,
                expected_stack=_expected(intent),
                replay=again is not None,
            ),
            timeout=TIMEOUT_S,
        )
        return Outcome(intent_id=intent.id, ok=True, stack=answer.stack, amount=answer.added)

    async def _stand_up(
        self, intent: Intent, settings: TableSettings, again: BookedCall | None
    ) -> Outcome:
        answer = await self._stub.StandUp(
            pb.StandUpRequest(
                id=intent.id,
                account_id=intent.account_id,
                table_id=settings.table_id,
                currency=settings.currency,
                expected_stack=_expected(intent),
                replay=again is not None,
            ),
            timeout=TIMEOUT_S,
        )
        return Outcome(intent_id=intent.id, ok=True, amount=answer.returned)

    async def _open(
        self, intent: Intent, settings: TableSettings, epoch: int, again: BookedCall | None
    ) -> Outcome:
        answer = await self._stub.OpenHand(
            pb.OpenHandRequest(
                id=intent.id,
                table_id=settings.table_id,
                hand_id=intent.hand_id,
                epoch=epoch,
                currency=settings.currency,
                line_up=[
                    pb.LineUpSeat(
                        seat=entry.seat, account_id=entry.account_id, expected_stack=entry.stack
                    )
                    for entry in intent.line_up
                ],
                rake=codec.rake(settings.rake),
                game=f"{settings.limit.value} {settings.game.value}",
                replay=again is not None,
            ),
            timeout=TIMEOUT_S,
        )
        return Outcome(intent_id=intent.id, ok=True, stacks=_chips(answer.stacks))

    async def _settle(
        self, intent: Intent, settings: TableSettings, epoch: int, again: BookedCall | None
    ) -> Outcome:
        result = intent.settlement
        if result is None:
            raise BrokenTable("A settle without a result.")
        answer = await self._settlements.settle(
            pb.SettleHandRequest(
                id=intent.id,
                table_id=settings.table_id,
                hand_id=intent.hand_id,
                epoch=epoch,
                attempt=intent.attempt,
                seats=[
                    pb.SeatResult(seat=s.seat, contributed=s.contributed, returned=s.returned)
                    for s in result.seats
                ],
                pots=[
                    pb.PotResult(
                        amount=pot.amount,
                        eligible=pot.eligible,
                        shares=[pb.PotShare(seat=s.seat, amount=s.amount) for s in pot.shares],
                        rake=pot.rake,
                    )
                    for pot in result.pots
                ],
                drop_point_reached=result.drop_reached,
                resolution=result.resolution,
                replay=again is not None,
            )
        )
        return Outcome(intent_id=intent.id, ok=True, stacks=_chips(answer.stacks))

    async def _cancel(
        self, intent: Intent, settings: TableSettings, epoch: int, again: BookedCall | None
    ) -> Outcome:
        answer = await self._stub.CancelHand(
            pb.CancelHandRequest(
                id=intent.id,
                table_id=settings.table_id,
                hand_id=intent.hand_id,
                epoch=epoch,
                reason=intent.reason,
                replay=again is not None,
            ),
            timeout=TIMEOUT_S,
        )
        return Outcome(intent_id=intent.id, ok=True, stacks=_chips(answer.stacks))


def _expected(intent: Intent) -> int | None:
    """What the escrow should hold, where the table knows it."""
    return intent.expected if intent.expected >= 0 else None


def _chips(stacks: Iterable[pb.SeatStack]) -> tuple[SeatChips, ...]:
    return tuple(SeatChips(one.account_id, one.stack) for one in stacks)


def _wallet_view(answer: pb.ReconcileTableResponse) -> WalletView:
    confirmed = [one for one in answer.differences if one.confirmed]
    kinds = {one.kind for one in confirmed}
    foreign = next(
        (one.hand_id for one in confirmed if one.kind == pb.DIFFERENCE_KIND_HAND_OPEN), ""
    )
    return WalletView(
        hand_closed=pb.DIFFERENCE_KIND_HAND_CLOSED in kinds,
        foreign_hand=foreign,
        differs=bool(answer.differences),
        confirmed=bool(confirmed),
        escrows=_chips(answer.escrows),
    )
