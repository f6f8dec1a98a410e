"""A real Prometheus over a local room, with the room's alert rules made quicker.

What is a duration in the rules (for, ranges, ages in seconds) is divided; a few counts are those of
a room of three tables. Nothing else is changed, so what fires here is what deploy/ ships.
"""

import json
import re
import shutil
import urllib.parse
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from riverbus.cli.local.room import LocalRoom
from riverbus.runtime.embedded.process import ServerProcess, free_port
from tests.fixtures.skips import skip_without

RULES = Path(__file__).resolve().parents[2] / "deploy" / "prometheus" / "rules.yaml"
QUICKER = 20
SHORTEST_S = 4
LONGEST_FOR_S = 20
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
THRESHOLDS = {
    "AuditSilent": ("> 1800", "> 15"),
    "WalletCallStuck": ("> 60", "> 6"),
    "StuckHand": ("> 120", "> 8"),
    "HandsUnarchived": ("> 500", "> 3"),
    "ResyncStorm": ("> 5", "> 1"),
}
"""Ages that are plain seconds in the expression, and counts for a room of three tables."""


def alerts() -> list[str]:
    """The names of all alerts that deploy/ ships."""
    return [rule["alert"] for group in _groups() for rule in group["rules"]]


def quicker(rule: Mapping[str, Any]) -> dict[str, Any]:
    """The rule with shorter durations."""
    expr = re.sub(r"\[(\d+)([smhd])\]", lambda m: f"[{_short(m[1], m[2])}]", rule["expr"])
    if rule["alert"] in THRESHOLDS:
        long, short = THRESHOLDS[rule["alert"]]
        if long not in expr:
            raise ValueError(f"{rule['alert']} has no {long!r} any more")
        expr = expr.replace(long, short)
    made = {**rule, "expr": expr}
    if "for" in rule:
        made["for"] = re.sub(
            r"(\d+)([smhd])", lambda m: _short(m[1], m[2], 1, LONGEST_FOR_S), rule["for"]
        )
    return made


def _short(number: str, unit: str, least: int = SHORTEST_S, most: int = 3600) -> str:
    return f"{min(most, max(least, int(number) * SECONDS[unit] // QUICKER))}s"


def _groups() -> list[dict[str, Any]]:
    groups: list[dict[str, Any]] = yaml.safe_load(RULES.read_text())["groups"]
    return groups


class Prometheus:
    """One server that scrapes every process of the room each second."""

    def __init__(self, folder: Path, room: LocalRoom) -> None:
        program = shutil.which("prometheus")
        if program is None:
            skip_without("prometheus")
        folder.mkdir()
        self._url = f"http://127.0.0.1:{free_port()}"
        rules = [{**g, "rules": [quicker(rule) for rule in g["rules"]]} for g in _groups()]
        (folder / "rules.yaml").write_text(yaml.safe_dump({"groups": rules}))
        jobs: dict[str, list[str]] = {}
        for name, child in room.children.items():
            jobs.setdefault(name.rsplit("-", 1)[0], []).append(child.http_address)
        config = {
            "global": {
                "scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s",
            },
            "rule_files": ["rules.yaml"],
            "scrape_configs": [
                {"job_name": job, "static_configs": [{"targets": targets}]}
                for job, targets in jobs.items()
            ],
        }  # fmt: skip
        (folder / "prometheus.yaml").write_text(yaml.safe_dump(config))
        self._process = ServerProcess("Prometheus", folder / "prometheus.log")
        self._command = [
            str(program), f"--config.file={folder / 'prometheus.yaml'}",
            f"--storage.tsdb.path={folder / 'data'}",
            f"--web.listen-address={self._url.removeprefix('http://')}",
        ]  # fmt: skip

    def start(self) -> None:
        """Until it answers."""
        self._process.start(self._command, self._ready, seconds=30)

    def stop(self) -> None:
        """End it."""
        self._process.stop()

    def firing(self) -> set[str]:
        """Names of the alerts that fire now."""
        found = self._get("/api/v1/alerts")["data"]["alerts"]
        return {one["labels"]["alertname"] for one in found if one["state"] == "firing"}

    def ask(self, query: str) -> list[Any]:
        """The result of an instant query."""
        found = self._get(f"/api/v1/query?query={urllib.parse.quote(query)}")
        result: list[Any] = found["data"]["result"]
        return result

    def _ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self._url}/-/ready", timeout=1) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def _get(self, path: str) -> Any:
        with urllib.request.urlopen(self._url + path, timeout=5) as answer:
            return json.load(answer)
