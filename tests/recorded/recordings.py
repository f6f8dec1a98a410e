"""Reads the recordings of released versions."""

import base64
import json
import lzma
from pathlib import Path
from typing import Any

from riverbus.core.ports import LogRecord

FOLDER = Path(__file__).parent
VERSIONS = sorted(path.parent.name for path in FOLDER.glob("*/hand_log.jsonl.xz"))


def lines(version: str, name: str) -> list[dict[str, Any]]:
    """The lines of one file."""
    text = lzma.decompress((FOLDER / version / f"{name}.jsonl.xz").read_bytes()).decode()
    return [json.loads(line) for line in text.splitlines()]


def hand_logs(version: str) -> dict[str, list[LogRecord]]:
    """Each table's records in order."""
    found: dict[str, list[LogRecord]] = {}
    for line in lines(version, "hand_log"):
        record = LogRecord(
            table_id=line["table"],
            record_id=line["record"],
            data=base64.b64decode(line["data"]),
            headers=line["headers"],
            sequence=line["sequence"],
        )
        found.setdefault(record.table_id, []).append(record)
    return found


TABLES = [(version, table) for version in VERSIONS for table in hand_logs(version)]
