"""Waiting lists: joining, leaving, and offering seats that became free (ACC-08)."""

import asyncio
import logging

from riverbus.core.errors import RoomError
from services.lobby.app.directory import Directory
from services.lobby.app.ports import Notices, Offer, Place, Tx
from services.lobby.app.room import Room
from services.lobby.domain.accounts import Status
from services.lobby.domain.errors import (
    AccountIsSuspended,
    AlreadySeated,
    TableIsClosed,
    TooManyLists,
    UnknownAccount,
)
from services.lobby.domain.tables import TableState
from services.lobby.domain.waiting import LISTS_MAX, Round, Waiter, decide, place_of

logger = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0


class WaitingLists:
    """Who waits where. Decisions are made under a lock of the table's list, on any replica."""

    def __init__(self, room: Room, directory: Directory, notices: Notices) -> None:
        self._room = room
        self._directory = directory
        self._notices = notices

    async def join(self, account_id: str, table_id: str) -> tuple[Waiter, Place]:
        """At the end of the list; again is no error."""
        listed = await self._directory.get(table_id)
        if listed.table.state in (TableState.CLOSING, TableState.CLOSED):
            raise TableIsClosed
        if listed.row is not None and account_id in listed.row.seated_account_ids:
            raise AlreadySeated
        now = self._room.clock.now_ms()
        async with self._room.store.begin() as tx:
            account = await tx.accounts.get(account_id)
            if account is None:
                raise UnknownAccount
            if account.status_at(now) is not Status.ACTIVE:
                raise AccountIsSuspended(details={"reason": account.status_reason})
            await tx.waiters.lock_table(table_id)
            own = {waiter.table_id for waiter in await tx.waiters.of_account(account_id)}
            if table_id not in own:
                if len(own) >= LISTS_MAX:
                    raise TooManyLists
                await tx.waiters.put(Waiter(table_id, account_id, now))
        await self.look(table_id)
        async with self._room.store.begin() as tx:
            waiters = await tx.waiters.of_table(table_id)
        mine = next(
            (each for each in waiters if each.account_id == account_id),
            Waiter(table_id, account_id, now),
        )
        return mine, _place(waiters, mine)

    async def leave(self, account_id: str, table_id: str) -> None:
        """Off the list, an offered seat included; not listed is no error."""
        await self._directory.get(table_id)
        async with self._room.store.begin() as tx:
            await tx.waiters.lock_table(table_id)
            was_there = await tx.waiters.remove(table_id, account_id)
            waiters = await tx.waiters.of_table(table_id)
        if was_there:
            await self._notices.offer(Offer(table_id, account_id, 0, withdrawn=True))
            await self._notices.place(Place(table_id, account_id, 0, len(waiters)))
            await self._tell_places(waiters)
            await self.look(table_id)

    async def of_account(self, account_id: str) -> list[tuple[Waiter, Place]]:
        """The account's lists."""
        async with self._room.store.begin() as tx:
            own = await tx.waiters.of_account(account_id)
            lists = [await tx.waiters.of_table(waiter.table_id) for waiter in own]
        return [(mine, _place(waiters, mine)) for mine, waiters in zip(own, lists, strict=True)]

    async def offers(self, table_id: str) -> list[Waiter]:
        """Live offers of a table, for its owner: those seats are held."""
        await self._directory.get(table_id)
        now = self._room.clock.now_ms()
        async with self._room.store.begin() as tx:
            waiters = await tx.waiters.of_table(table_id)
        return [waiter for waiter in waiters if waiter.offer_until_ms > now]

    async def look(self, table_id: str) -> Round:
        """Offers free seats, ends offers that lapsed, takes off who sat down."""
        row = self._directory.row(table_id)
        listed = await self._directory.get(table_id)
        async with self._room.store.begin() as tx:
            await tx.waiters.lock_table(table_id)
            waiters = await tx.waiters.of_table(table_id)
            round_ = decide(
                waiters,
                seats_max=listed.table.seats_max,
                seated_ids=row.seated_account_ids if row is not None else (),
                seated=row.seated if row is not None else listed.table.seats_max,
                now_ms=self._room.clock.now_ms(),
            )
            if listed.table.state is not TableState.OPEN:
                round_ = Round(lapsed=round_.lapsed, seated=round_.seated)
            await self._keep(tx, round_)
            left = await tx.waiters.of_table(table_id)
        await self._tell(round_, left)
        return round_

    async def run(self) -> None:
        """Looks at every list with somebody on it, each second, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self.look_at_all()
            except RoomError as error:
                logger.warning("waiting lists not looked at: %s", error.code)

    async def look_at_all(self) -> None:
        """Looks at every list with somebody on it."""
        async with self._room.store.begin() as tx:
            counts = await tx.waiters.counts()
        for table_id in counts:
            await self.look(table_id)

    async def _keep(self, tx: Tx, round_: Round) -> None:
        for waiter in round_.offered:
            await tx.waiters.put(waiter)
        for waiter in (*round_.lapsed, *round_.seated):
            await tx.waiters.remove(waiter.table_id, waiter.account_id)

    async def _tell(self, round_: Round, left: list[Waiter]) -> None:
        for waiter in round_.offered:
            offer = Offer(waiter.table_id, waiter.account_id, waiter.offer_until_ms)
            await self._notices.offer(offer)
        gone = (*round_.lapsed, *round_.seated)
        for waiter in gone:
            offer = Offer(waiter.table_id, waiter.account_id, 0, withdrawn=True)
            await self._notices.offer(offer)
            await self._notices.place(Place(waiter.table_id, waiter.account_id, 0, len(left)))
        if gone:
            await self._tell_places(left)

    async def _tell_places(self, waiters: list[Waiter]) -> None:
        for waiter in waiters:
            await self._notices.place(_place(waiters, waiter))


def _place(waiters: list[Waiter], mine: Waiter) -> Place:
    place = place_of(waiters, mine.account_id)
    return Place(mine.table_id, mine.account_id, place, len(waiters))
