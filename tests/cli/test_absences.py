"""`riverbus absences`: lines for people, pages until there are no more."""

from typing import Any

import pytest

from riverbus.cli.__main__ import main
from riverbus.cli.absences import absences, line
from riverbus.cli.local.gateway_client import OperatorClient

ROW = {"account_id": "a1", "table_id": "elm", "seat": 2, "began_ms": 1_790_000_000_000}


def test_lines() -> None:
    away = {**ROW, "kind": "disconnected", "hand_id": "h1"}
    assert line(away) == "2026-09-21 14:13:20  a1  elm seat 2           disconnected still  hand h1"
    back = {**away, "ended_ms": 1_790_000_042_400, "ending": "returned"}
    assert line(back).endswith("returned after 42 s  hand h1")
    use = {**ROW, "kind": "protected", "granted": True, "amount": 500, "reason": "timeout"}
    assert line(use).endswith("granted, 500 in the pot, timeout")
    assert line({**use, "review": True}).endswith("timeout, for review")
    assert "refused" in line({**use, "granted": False})


class Pages(OperatorClient):
    """A gateway with so many rows, two a page."""

    def __init__(self, rows: int) -> None:
        super().__init__("http://127.0.0.1:1")
        self._rows = [{**ROW, "seat": number} for number in range(rows)]
        self.asked: list[dict[str, Any]] = []

    def operate(self, name: str, **fields: Any) -> dict[str, Any]:
        assert name == "ListAbsences"
        self.asked.append(fields)
        start = int(fields.get("cursor", "0"))
        end = start + 2
        cursor = str(end) if end < len(self._rows) else ""
        return {"absences": self._rows[start:end], "next_cursor": cursor}


@pytest.mark.parametrize(("rows", "most", "pages"), [(5, 100, 3), (5, 3, 2), (0, 10, 1)])
def test_pages_are_read_until_enough(rows: int, most: int, pages: int) -> None:
    client = Pages(rows)
    found = [row["seat"] for row in absences(client, "a1", "", most)]
    assert found == list(range(min(rows, most)))
    assert len(client.asked) == pages
    assert all("table_id" not in fields for fields in client.asked)


def test_everybody_everywhere_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["absences", "list"]) == 1
    assert "Name an account, a table or both." in capsys.readouterr().err
