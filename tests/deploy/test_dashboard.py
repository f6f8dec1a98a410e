"""Every query of the dashboard gives a series in a real Prometheus that scraped a real room."""

import json
import shutil
import subprocess
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from riverbus.cli.local.room import LocalRoom, Replicas
from riverbus.cli.up import bots_of
from riverbus.runtime.embedded.process import free_port
from tests.fixtures.servers import scratch_folder
from tests.fixtures.skips import skip_without

ROOT = Path(__file__).resolve().parents[2]
READY_S = 90.0


def queries() -> list[tuple[str, str]]:
    panels = json.loads((ROOT / "deploy" / "grafana" / "room.json").read_text())["panels"]
    return [(p["title"], target["expr"]) for p in panels for target in p.get("targets", ())]


def ask(port: int, query: str) -> list[Any]:
    url = f"http://127.0.0.1:{port}/api/v1/query?" + urllib.parse.urlencode({"query": query})
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            found: list[Any] = json.load(answer)["data"]["result"]
            return found
    except OSError:
        return []


@pytest.fixture(scope="module")
def prometheus() -> Iterator[int]:
    """The port of a Prometheus that scrapes a room in which bots play."""
    if shutil.which("prometheus") is None:
        skip_without("promtool")
    one = Replicas(gateway=1, table=1, wallet=1, lobby=1, chat=1)
    with (
        scratch_folder() as folder,
        LocalRoom(folder / "room", replicas=one, durable=False) as room,
    ):
        config = {
            "global": {"scrape_interval": "1s"},
            "scrape_configs": [
                {
                    "job_name": name.rsplit("-", 1)[0],
                    "static_configs": [
                        {"targets": [child.http_address], "labels": {"instance": name}}
                    ],
                }
                for name, child in room.children.items()
            ],
        }
        (folder / "prometheus.yaml").write_text(yaml.safe_dump(config))
        port = free_port()
        bots = bots_of(room, "bots", "--table", "confluence", "--speed", "20")
        bots.start()
        process = subprocess.Popen(
            ["prometheus", f"--config.file={folder / 'prometheus.yaml'}",
             f"--storage.tsdb.path={folder / 'tsdb'}", f"--web.listen-address=127.0.0.1:{port}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            yield port
        finally:
            process.terminate()
            process.wait(10)
            bots.terminate()
            bots.wait(time.monotonic() + 5)


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_each_query_of_the_dashboard_returns_a_series(prometheus: int) -> None:
    left = dict(queries())
    assert len(left) == len(queries()), "two panels have the same title"
    deadline = time.monotonic() + READY_S
    while left and time.monotonic() < deadline:
        left = {title: query for title, query in left.items() if not ask(prometheus, query)}
        time.sleep(1)
    assert left == {}
