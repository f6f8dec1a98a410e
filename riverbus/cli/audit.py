"""`riverbus audit`: recompute the ledger from the first transfer on, in a read-only snapshot."""

import argparse
import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from riverbus.cli.local.here import database_here
from riverbus.core.errors import ErrorKind, RoomError
from riverbus.runtime.db import Database
from riverbus.runtime.schema_step import current_step
from riverbus.runtime.schemas import newest_step
from services.wallet.adapters.event_codec import encode_events
from services.wallet.adapters.postgres_audit import audit
from services.wallet.adapters.postgres_proofs import PostgresProofs
from services.wallet.adapters.postgres_store import PostgresStore
from services.wallet.app.heads import SignedHead
from services.wallet.app.proofs import AuditReport
from services.wallet.domain.audit import Finding

NAME = "audit"
HELP = "check the ledger from the first transfer on"
URL_VARIABLES = ("RIVERBUS_WALLET_DATABASE_URL", "RIVERBUS_DATABASE_URL")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument(
        "--anchor", type=Path, metavar="FILE", help="a signed head kept elsewhere, as JSON"
    )
    parser.add_argument(
        "--write-anchor", type=Path, metavar="FILE", help="write the newest signed head, to keep"
    )
    parser.add_argument(
        "--database-url",
        default="",
        help=f"default: {', '.join(URL_VARIABLES)}, or the room that runs in RIVERBUS_HOME",
    )


def run(args: argparse.Namespace) -> int:
    """Audit; exit status 0 when the ledger is whole, 1 with findings, 2 when it cannot be read."""
    try:
        url = args.database_url or wallet_url(os.environ)
        anchor = _anchor(args.anchor)
        report = asyncio.run(audit_url(url, anchor))
        if args.write_anchor:
            _write_anchor(args.write_anchor, asyncio.run(newest_head(url)))
    except RoomError as error:
        print(f"riverbus audit: {error.sentence}", file=sys.stderr)
        return 2
    except (OSError, msgspec.DecodeError) as error:
        print(f"riverbus audit: {error}", file=sys.stderr)
        return 2
    print(_as_json(report) if args.json else _as_text(report))
    return 1 if report.findings else 0


def wallet_url(environment: Mapping[str, str]) -> str:
    """The wallet's database: as set, or that of the running local room. Raises RoomError."""
    for name in URL_VARIABLES:
        if environment.get(name):
            return environment[name]
    return database_here("wallet", f"set {URL_VARIABLES[0]}", environment)


async def newest_head(url: str) -> SignedHead | None:
    """The head that was signed last, None before the first."""
    database = Database(url, "wallet", pool=1, name="riverbus-audit")
    try:
        return await PostgresProofs(PostgresStore(database, encode_events)).newest_head()
    finally:
        await database.close()


async def audit_url(url: str, anchor: SignedHead | None = None) -> AuditReport:
    """The audit of a database. Raises RoomError where it cannot be read."""
    database = Database(url, "wallet", pool=1, name="riverbus-audit")
    try:
        await database.ping()
        step = await current_step(database.engine, database.schema)
        store = PostgresStore(database, encode_events)
        async with store.connection() as connection:
            report = await audit(connection, anchor=anchor)
    finally:
        await database.close()
    if step != newest_step("wallet"):
        sentence = f"The schema is at step {step or 'none'}, this release knows another."
        report.findings.append(Finding("schema_step", sentence))
    return report


def _write_anchor(path: Path, head: SignedHead | None) -> None:
    if head is None:
        raise RoomError("No head has been signed yet.", code="no_head", kind=ErrorKind.REFUSED)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(head)))


def _anchor(path: Path | None) -> SignedHead | None:
    return msgspec.json.decode(path.read_bytes(), type=SignedHead) if path else None


def _as_json(report: AuditReport) -> str:
    body = {
        "whole": not report.findings,
        "findings": [finding._asdict() for finding in report.findings],
        "transfers": report.transfers,
        "operations": report.operations,
        "accounts": report.accounts,
        "batches": report.batches,
        "supply": report.supply,
        "took_ms": report.took_ms,
    }
    return msgspec.json.format(msgspec.json.encode(body), indent=2).decode()


def _as_text(report: AuditReport) -> str:
    lines = [f"{finding.code}: {finding.sentence}" for finding in report.findings]
    lines.append(
        f"{report.transfers} transfers of {report.operations} operations in {report.batches} "
        f"batches over {report.accounts} accounts, read in {report.took_ms / 1_000:.1f} s"
    )
    lines.append("the ledger is whole" if not report.findings else "THE LEDGER IS NOT WHOLE")
    return "\n".join(lines)
