"""The ledger's side of a broken room: hands by outcome, escrows, sums, the audit."""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping

import asyncpg
from msgspec import Struct, field

from riverbus.bench.chaos_load import seated
from riverbus.cli.audit import audit_url
from riverbus.cli.local.gateway_client import OperatorClient
from riverbus.cli.local.room import LocalRoom
from riverbus.cli.table import operate
from riverbus.core.errors import RoomError
from services.wallet.domain.accounts import Purpose

QUIET_S = 60.0
AGREE_S = 30.0
AGAIN_S = 0.5
REASON = "chips are counted"


class Count(Struct):
    """What was found when play stood still."""

    hands: Counter[str] = field(default_factory=Counter)
    status: dict[str, str] = field(default_factory=dict)
    cancelled: Counter[str] = field(default_factory=Counter)
    sums: dict[str, int] = field(default_factory=dict)
    seats: int = 0
    in_seats: int = 0
    lost: int = 0
    differences: list[str] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """True where no chip is missing and no hand is left open."""
        unbalanced = any(self.sums.values())
        return not (self.lost or self.findings or unbalanced or self.hands["open"])


def close_hands(room: LocalRoom, table_ids: list[str], found: Count) -> None:
    """Pause all tables and wait, while the bots still play, until every hand is closed."""
    _pause(room, table_ids, found)
    deadline = time.monotonic() + QUIET_S
    while time.monotonic() < deadline:
        asyncio.run(_read_ledger(room, found))
        if not found.hands["open"]:
            return
        room.watch()
        time.sleep(AGAIN_S)


def count(room: LocalRoom, table_ids: list[str], found: Count) -> None:
    """Compare seats with escrows until they agree or time is up; audit the ledger."""
    deadline = time.monotonic() + AGREE_S
    while True:
        held = asyncio.run(_read_ledger(room, found))
        asyncio.run(_compare(room, table_ids, held, found))
        if not found.lost or time.monotonic() > deadline:
            break
        room.watch()
        time.sleep(AGAIN_S)
    report = asyncio.run(audit_url(room.database_url("wallet")))
    found.findings += [f"{finding.code}: {finding.sentence}" for finding in report.findings]


def _pause(room: LocalRoom, table_ids: list[str], found: Count) -> None:
    client = OperatorClient(room.url)
    client.sign_in(room.secrets.operator_name, room.secrets.operator_password)
    for table_id in table_ids:
        try:
            operate(client, "pause", table_id, REASON)
        except RoomError as error:
            found.findings.append(f"{table_id} could not be paused: {error.sentence}")
    client.sign_out()


async def _read_ledger(room: LocalRoom, found: Count) -> dict[str, dict[str, int]]:
    """Hands and sums into `found`; returns escrows by table and account."""
    connection = await asyncpg.connect(room.database_url("wallet"), timeout=20)
    try:
        await connection.execute("set search_path to wallet")
        hands = await connection.fetch(
            "select key, status, note from hands where line_up <> '[]'::jsonb"
        )
        escrows = await connection.fetch(
            "select owner, scope, balance from accounts where purpose = $1 and balance <> 0",
            Purpose.ESCROW,
        )
        sums = await connection.fetch(
            "select currency, sum(balance)::bigint as total from accounts group by currency"
        )
    finally:
        await connection.close()
    found.status = {row["key"]: row["status"] for row in hands}
    found.hands = Counter(found.status.values())
    found.cancelled = Counter(row["note"] for row in hands if row["status"] == "cancelled")
    found.sums = {row["currency"]: row["total"] for row in sums}
    held: dict[str, dict[str, int]] = {}
    for row in escrows:
        held.setdefault(row["scope"], {})[row["owner"]] = row["balance"]
    return held


async def _compare(
    room: LocalRoom, table_ids: list[str], held: dict[str, dict[str, int]], found: Count
) -> None:
    try:
        stacks = await seated(room, table_ids)
    except (RoomError, TimeoutError) as error:
        found.lost, found.differences = 1, [f"The tables do not answer: {error!r}."]
        return
    found.seats = sum(len(seats) for seats in stacks.values())
    found.in_seats = sum(sum(seats.values()) for seats in stacks.values())
    found.differences, found.lost = compare(stacks, held)


def compare(
    stacks: Mapping[str, Mapping[str, int]], escrows: Mapping[str, Mapping[str, int]]
) -> tuple[list[str], int]:
    """Sentences for seats and escrows that differ, and the chips that this is about."""
    told, lost = [], 0
    for table_id in sorted({*stacks, *escrows}):
        seats, held = stacks.get(table_id, {}), escrows.get(table_id, {})
        for account in sorted({*seats, *held}):
            shown, booked = seats.get(account, 0), held.get(account, 0)
            if shown != booked:
                lost += abs(shown - booked)
                told.append(f"{table_id}: {account} shows {shown}, escrow holds {booked}")
    return told, lost
