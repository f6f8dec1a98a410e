"""What a table process costs while nobody plays: memory and CPU of 500 idle tables, printed."""

import asyncio
import os
from pathlib import Path

import pytest

from riverbus.runtime.bus import NatsBus
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.table.room import real_room, until

TABLES = 500
MEASURED_S = 20.0


def cpu_s(pid: int) -> float:
    """User and system time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mib(pid: int) -> float:
    """Memory that it holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
async def test_five_hundred_idle_tables(
    nats_url: str, fresh_database: FreshDatabases, keys: TestKeys, bus: NatsBus
) -> None:
    urls = await fresh_database.together("wallet", "table")
    async with real_room(nats_url, urls, keys, bus) as room:
        await room.start_process("table-0")
        empty = await until(lambda: room.processes["table-0"].pid)
        await asyncio.sleep(5)
        before_mib = resident_mib(empty)
        began = asyncio.get_running_loop().time()
        for number in range(TABLES):
            await room.open_table(f"idle-{number}")
        await until(lambda: len(room.leases) >= TABLES, 120)
        took_s = asyncio.get_running_loop().time() - began
        await asyncio.sleep(10)
        used_s = cpu_s(empty)
        await asyncio.sleep(MEASURED_S)
        share = (cpu_s(empty) - used_s) / MEASURED_S
        after_mib = resident_mib(empty)
        print(
            f"\n{TABLES} idle tables: {after_mib:.0f} MiB ({before_mib:.0f} without), "
            f"{100 * share:.1f} % of a core; all open after {took_s:.1f} s"
        )
        assert after_mib < 400
        assert share < 0.5
