"""No room left, said by the kernel: nothing is half booked, and the wallet goes on when there is.

The whole cluster lies on a disk of its own, which is filled; where nobody may have such a disk, one
file of the ledger is /dev/full, on which every write fails as on a full disk.
"""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from riverbus.runtime.embedded.postgres_server import PostgresServer
from tests.fixtures.servers import scratch_folder
from tests.fixtures.small_disk import fill, small_disk
from tests.wallet.load import PASSWORD, booking, ledger_server, under_load

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]
MEGABYTES = 160


async def test_a_full_disk_and_room_again(server_folder: Path) -> None:
    """First the ledger's files cannot grow; then the log neither, and the server falls over."""
    with scratch_folder(server_folder) as folder, small_disk(folder / "disk", MEGABYTES) as disk:
        filler = disk / "filler"
        async with (
            ledger_server(disk / "pg") as server,
            booking(server.role_url("riverbus_wallet", PASSWORD)) as desk,
        ):

            async def harm(trouble: asyncio.Event) -> None:
                await asyncio.to_thread(fill, filler)
                async with asyncio.timeout(30):
                    await trouble.wait()
                assert "could not extend file" in _log(disk)
                await _exhaust_the_log(server)
                assert "PANIC" in _log(disk)
                filler.unlink()
                if not server.pid:
                    await asyncio.to_thread(server.start)

            await under_load(desk, harm)


async def _exhaust_the_log(server: PostgresServer) -> None:
    """New segments until there is no room for one: PostgreSQL gives itself up then."""
    async with asyncio.timeout(30):
        while True:
            try:
                await _new_segment(server.url())
            except (asyncpg.PostgresError, OSError):
                return


async def _new_segment(url: str) -> None:
    admin = await asyncpg.connect(url)
    try:
        await admin.execute("select pg_logical_emit_message(true, 'fill', 'x')")
        await admin.execute("select pg_switch_wal()")
    finally:
        await admin.close(timeout=5)


def _log(disk: Path) -> str:
    return (disk / "pg" / "postgres.log").read_text()


async def test_a_file_that_cannot_grow(server_folder: Path) -> None:
    """The map of free pages of `transfers` is made when the table gets its fourth page."""
    with scratch_folder(server_folder) as folder:
        async with (
            ledger_server(folder / "pg") as server,
            booking(server.role_url("riverbus_wallet", PASSWORD)) as desk,
        ):
            admin = await asyncpg.connect(server.url())
            path = await admin.fetchval("select pg_relation_filepath('wallet.transfers')")
            await admin.close()
            full = folder / "pg" / "data" / f"{path}_fsm"

            async def harm(trouble: asyncio.Event) -> None:
                async with asyncio.timeout(30):
                    await trouble.wait()
                assert "No space left on device" in _log(folder)
                full.unlink()

            full.symlink_to("/dev/full")
            await under_load(desk, harm)
