"""The lobby's ways to wallet and bus: purses, KV bucket `tables`, notices to players."""

import logging
from collections.abc import Sequence

from google.protobuf.message import DecodeError

from riverbus.core.errors import RoomError
from riverbus.core.ports import Bus, KeyValue
from riverbus.pb.lobby.v1 import account_event_pb2, table_config_pb2
from riverbus.pb.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from services.lobby.adapters.codec import table_message
from services.lobby.app.ports import Offer, Place
from services.lobby.domain.tables import Table

logger = logging.getLogger(__name__)

BUCKET = "tables"
OFFERS_SUBJECT = "lobby.offers"
ROWS_SUBJECT = "lobby.tables"


class GrpcWallet:
    """See ports.Wallet. The id comes from the account, so repeating the call changes nothing."""

    def __init__(self, stub: "wallet_pb2_grpc.WalletServiceAsyncStub", timeout_s: float) -> None:
        self._stub = stub
        self._timeout_s = timeout_s

    async def open_account(self, account_id: str, *, bot: bool) -> None:
        """See ports.Wallet."""
        await self._stub.OpenAccount(
            wallet_pb2.OpenAccountRequest(
                id=f"open-account:{account_id}", account_id=account_id, bot=bot
            ),
            timeout=self._timeout_s,
        )


class KvTableBucket:
    """See ports.TableBucket. Compare-and-set keeps an older revision from winning a race."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._bucket: KeyValue | None = None

    async def outdated(self, tables: Sequence[Table]) -> list[Table]:
        """See ports.TableBucket."""
        bucket = await self._open()
        known = {entry.key: entry.value for entry in await bucket.entries()}
        return [table for table in tables if _wanting(known.get(table.table_id), table)]

    async def put(self, table: Table) -> None:
        """See ports.TableBucket."""
        bucket = await self._open()
        value = _value(table)
        while True:
            known = await bucket.get(table.table_id)
            if known is not None and not _wanting(known.value, table):
                return
            try:
                if known is None:
                    await bucket.create(table.table_id, value)
                else:
                    await bucket.update(table.table_id, value, known.revision)
                return
            except RoomError as error:
                if error.code != "kv_conflict":
                    raise

    async def _open(self) -> KeyValue:
        if self._bucket is None:
            self._bucket = await self._bus.key_value(BUCKET)
        return self._bucket


class BusNotices:
    """See ports.Notices. Core messages: who misses one asks the lobby."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def offer(self, offer: Offer) -> None:
        """See ports.Notices."""
        message = account_event_pb2.SeatOffer(
            table_id=offer.table_id,
            account_id=offer.account_id,
            expires_at_ms=offer.expires_at_ms,
            withdrawn=offer.withdrawn,
        )
        await self._bus.publish(OFFERS_SUBJECT, message.SerializeToString())
        notice = account_event_pb2.LobbyNotice(seat_offer=message)
        await self._bus.publish(_own(offer.account_id), notice.SerializeToString())

    async def place(self, place: Place) -> None:
        """See ports.Notices."""
        notice = account_event_pb2.LobbyNotice(
            waiting_place=account_event_pb2.WaitingPlace(
                table_id=place.table_id, place=place.place, waiting=place.waiting
            )
        )
        await self._bus.publish(_own(place.account_id), notice.SerializeToString())


def _own(account_id: str) -> str:
    return f"player.{account_id}.lobby"


def _value(table: Table) -> bytes:
    return table_message(table).SerializeToString(deterministic=True)


def _wanting(known: bytes | None, table: Table) -> bool:
    if known is None:
        return True
    try:
        revision = table_config_pb2.TableConfig.FromString(known).revision
    except DecodeError:
        return True
    if revision > table.revision:
        logger.warning("table %s is newer in the bucket than in the store", table.table_id)
        return False
    return revision < table.revision or known != _value(table)
