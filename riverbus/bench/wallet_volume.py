"""A ledger of many transfers in a database of its own: how long audit and statements take."""

import time
from collections.abc import Callable
from typing import Any

import asyncpg

from riverbus.bench.wallet_rig import PASSWORD, in_process, player
from riverbus.cli.audit import audit_url
from riverbus.runtime.db import Database
from riverbus.runtime.migrations import Target, migrate
from services.wallet.adapters.postgres_reports import PostgresReports
from services.wallet.adapters.postgres_store import PostgresStore
from services.wallet.app.ports import Changes, Operation
from services.wallet.app.statements import Filter
from services.wallet.domain.accounts import cash, outside
from services.wallet.domain.book import Book
from services.wallet.domain.policy import TransferKind

NAME = "riverbus_volume"
BUSY_ENTRIES = 100_000
TRANSFERS_AN_OPERATION = 7
OPERATIONS_A_BATCH = 300
PLAYERS = 5_000
PAGES = 500


async def audit_of_volume(url_of: Callable[[str], str], transfers: int) -> dict[str, Any]:
    """Figures: seconds of an audit of so many transfers, milliseconds of a statement's page."""
    admin = await asyncpg.connect(url_of("postgres"))
    await admin.execute(f"create database {NAME}")
    await admin.close()
    await migrate([Target("wallet", url_of(NAME), password=PASSWORD)])
    async with in_process(url_of(NAME)) as (_, store):
        await _fill(store, transfers)
    started = time.perf_counter()
    report = await audit_url(url_of(NAME))
    figures: dict[str, Any] = {
        "audit_transfers": report.transfers,
        "audit_findings": len(report.findings),
        "audit_s": round(time.perf_counter() - started, 2),
    }
    database = Database(url_of(NAME), "wallet", pool=1)
    reports = PostgresReports(database)
    busy = Filter(cash(player(0), "USD"))
    await reports.entries(busy, 0, 51)
    before, took = 0, []
    for _ in range(PAGES):
        started = time.perf_counter()
        page = await reports.entries(busy, before, 51)
        took.append((time.perf_counter() - started) * 1_000)
        before = page[-1].transfer_id
    await database.close()
    took.sort()
    figures["statement_pages"] = PAGES
    figures["statement_page_p50_ms"] = round(took[PAGES // 2], 2)
    figures["statement_page_p99_ms"] = round(took[PAGES * 99 // 100], 2)
    figures["statement_page_worst_ms"] = round(took[-1], 2)
    return figures


async def _fill(store: PostgresStore, transfers: int) -> None:
    """A chained ledger; every few transfers touch the busy account, until it has its entries."""
    book = Book()
    keys = [cash(player(number), "USD") for number in range(PLAYERS)]
    book.balances = dict.fromkeys(keys, 0)
    world = outside("USD")
    book.balances[world] = 0
    done = number = 0
    every = max(1, transfers // BUSY_ENTRIES)
    while done < transfers:
        before = dict(book.balances)
        operations = []
        for _ in range(OPERATIONS_A_BATCH):
            book.begin()
            number += 1
            for _ in range(min(TRANSFERS_AN_OPERATION, transfers - done)):
                target = keys[0] if done % every == 0 else keys[1 + done % (PLAYERS - 1)]
                book.move(TransferKind.DEPOSIT, world, target, 1)
                done += 1
            moved = book.end().transfers
            if moved:
                operations.append(
                    Operation(f"fill:{number}", "fill", "", "", "", b"0" * 32, b"", b"", moved, ())
                )
        changed = {
            key: (before[key], held) for key, held in book.balances.items() if before[key] != held
        }
        async with store.transaction() as transaction:
            await transaction.accounts(changed, ())
            await transaction.write(Changes(number, operations, changed, ()))
