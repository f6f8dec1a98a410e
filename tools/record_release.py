"""Records hand logs and wallet requests of this release into tests/recorded/VERSION, for ever.

Run once when a release is made: `python tools/record_release.py`. A simulated room plays every game
on virtual time while table processes die; what its tables appended and what its wallet was asked
and answered is written as JSON lines, compressed. Later releases replay it in `make test`.
"""

import base64
import json
import lzma
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from riverbus import __version__  # noqa: E402
from riverbus.core.cards import cards_text  # noqa: E402
from riverbus.core.errors import RoomError  # noqa: E402
from riverbus.core.ports import LogRecord  # noqa: E402
from riverbus.runtime.rpc_memory import MemoryServer  # noqa: E402
from riverbus.sim.hand_log import LogDisk  # noqa: E402
from riverbus.sim.room.room import ROOM_KEYS, SimRoom  # noqa: E402
from riverbus.sim.room.simulation import TABLES, Faults, simulate  # noqa: E402
from services.table.adapters.record_codec import RecordCodec  # noqa: E402
from services.table.adapters.sealing import KeyRing  # noqa: E402
from services.table.app.journal import Kind  # noqa: E402
from services.table.domain.records import apply  # noqa: E402
from services.table.domain.state import Table  # noqa: E402

FOLDER = ROOT / "tests" / "recorded" / __version__
SEED = 4
"""Another one where no table changes its owner within its first records."""
SECONDS = 15.0
RECORDS = 40
"""Of each table, from its first."""
READS = ("GetBalances", "GetTable", "ListBalances")
TOKEN = "riverbus-token"


class Recorder:
    """Listens at the simulated disk and at the simulated network."""

    def __init__(self) -> None:
        self.log: dict[str, list[dict[str, Any]]] = {}
        self.requests: list[dict[str, Any]] = []
        self.hashes: dict[str, str] = {}

    def listen(self) -> None:
        """From here on."""
        append, handle, start = LogDisk.append, MemoryServer.handle, SimRoom.start
        recorder = self

        def recording_append(disk: LogDisk, record: LogRecord, expected: int) -> int | None:
            sequence = append(disk, record, expected)
            mine = recorder.log.setdefault(record.table_id, [])
            if sequence is not None and len(mine) < RECORDS:
                mine.append(_log_line(record, sequence))
            return sequence

        async def recording_handle(
            server: MemoryServer, method: str, request: bytes, metadata: Any, seconds: float
        ) -> bytes:
            wanted = method.startswith("/riverbus.wallet.") and not method.endswith(READS)
            if not wanted:
                return await handle(server, method, request, metadata, seconds)
            line = {"method": method, **_caller(dict(metadata)), "request": _text(request)}
            recorder.requests.append(line)
            try:
                answer = await handle(server, method, request, metadata, seconds)
            except RoomError as error:
                line["error"] = error.code
                raise
            line["answer"] = _text(answer)
            return answer

        async def recording_start(room: SimRoom) -> None:
            await start(room)
            recorder.room = room

        self.room: SimRoom | None = None
        LogDisk.append = recording_append  # type: ignore[method-assign, assignment]
        MemoryServer.handle = recording_handle  # type: ignore[method-assign, assignment]
        SimRoom.start = recording_start  # type: ignore[method-assign, assignment]

    def lines(self) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """Each file's name and lines."""
        tables = {name: lines for name, lines in sorted(self.log.items()) if name in TABLES}
        yield "hand_log", [line for lines in tables.values() for line in lines]
        yield "tables", [outcome_of(_replayed(lines)) for lines in tables.values()]
        done = [line for line in self.requests if "answer" in line or "error" in line]
        yield "wallet_requests", done
        assert self.room is not None
        known = self.room.wallet_store.known
        yield (
            "wallet_ids",
            [
                {"id": call, "content_hash": kept.content_hash.hex()}
                for call, kept in sorted(known.items())
            ],
        )


def _log_line(record: LogRecord, sequence: int) -> dict[str, Any]:
    return {
        "table": record.table_id,
        "record": record.record_id,
        "sequence": sequence,
        "headers": dict(record.headers),
        "data": _text(record.data),
    }


def _caller(metadata: dict[str, str]) -> dict[str, Any]:
    """Who asked, from the token's first part; the signature is left out."""
    payload = metadata.get(TOKEN, "").split(".")[0]
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return {
        "service": claims["iss"],
        "account": claims.get("sub", ""),
        "roles": claims.get("roles", []),
    }


def outcome_of(table: Table) -> dict[str, Any]:
    """What of a table must be the same for every later release."""
    core, hand = table.core, table.hand
    return {
        "table": table.settings.table_id,
        "game": table.settings.game.value,
        "state": core.state.value,
        "phase": core.phase.value,
        "hand_number": core.hand_number,
        "hand_id": core.hand_id,
        "button": core.positions.button,
        "turn": core.turn.seat if core.turn is not None else 0,
        "seats": {
            str(number): [seat.account_id, seat.name, seat.status.value, seat.stack]
            for number, seat in sorted(table.seats.items())
        },
        "intents": sorted(table.intents),
        "answered": {
            account: [one.answer.action_id for one in answers]
            for account, answers in sorted(table.memory.items())
        },
        "cards": [cards_text(cards) for cards in hand.hole] if hand is not None else [],
        "board": cards_text(hand.board) if hand is not None else "",
        "chips": list(hand.stack) if hand is not None else [],
    }


def _replayed(lines: list[dict[str, Any]]) -> Table:
    codec = RecordCodec(KeyRing(ROOM_KEYS))
    table: Table | None = None
    for line in lines:
        entry = codec.decode(
            LogRecord(
                line["table"], line["record"], base64.b64decode(line["data"]), line["headers"],
                line["sequence"],
            )
        )  # fmt: skip
        if entry.header.kind is not Kind.OWNER_CHANGED and entry.record is not None:
            table = apply(table, entry.record)
    assert table is not None
    return table


def _owner_changed(line: dict[str, Any]) -> bool:
    epoch = int(line["headers"]["Riverbus-Epoch"])
    return line["headers"]["Riverbus-Kind"] == Kind.OWNER_CHANGED.value and epoch > 1


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def main() -> None:
    """Play, then write; an older recording is never overwritten."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(
            sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"}
        )
    if FOLDER.exists():
        sys.exit(f"{FOLDER.relative_to(ROOT)} is there already: a release is recorded once.")
    recorder = Recorder()
    recorder.listen()
    report = simulate(SEED, SECONDS, len(TABLES), Faults(kill=("table",)))
    changes = sum(_owner_changed(line) for log in recorder.log.values() for line in log)
    if not changes:
        sys.exit("No owner changed: choose another SEED.")
    FOLDER.mkdir(parents=True)
    for name, lines in recorder.lines():
        plain = "".join(json.dumps(line, sort_keys=True) + "\n" for line in lines)
        packed = lzma.compress(plain.encode(), preset=9)
        (FOLDER / f"{name}.jsonl.xz").write_bytes(packed)
        print(f"{name}: {len(lines)} lines, {len(packed)} bytes")
    print(f"hands: {sum(report.hands.values())}, changes of owner: {changes}")


if __name__ == "__main__":
    main()
