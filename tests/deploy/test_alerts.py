"""Every alert fires for what it is for, stays quiet beside it, and has its page."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from riverbus.runtime.metrics import Metrics
from services.gateway.metrics import GatewayMetrics
from services.table.metrics import TableMetrics
from services.wallet.metrics import WalletMetrics
from tests.fixtures.skips import skip_without

ROOT = Path(__file__).resolve().parents[2]
PROMETHEUS = ROOT / "deploy" / "prometheus"


def alerts() -> list[dict[str, Any]]:
    groups = yaml.safe_load((PROMETHEUS / "rules.yaml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def promtool(*arguments: str) -> None:
    if shutil.which("promtool") is None:
        skip_without("promtool")
    done = subprocess.run(["promtool", *arguments], cwd=PROMETHEUS, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_rules_and_configuration_are_valid() -> None:
    promtool("check", "rules", "rules.yaml")
    promtool("check", "config", "--syntax-only", "prometheus.yaml")


def test_each_alert_fires_and_stays_quiet() -> None:
    promtool("test", "rules", "alerts_test.yaml")


@pytest.mark.parametrize("rule", alerts(), ids=lambda rule: rule["alert"])
def test_each_alert_is_tried_both_ways_and_has_a_runbook(rule: dict[str, Any]) -> None:
    tried = yaml.safe_load((PROMETHEUS / "alerts_test.yaml").read_text())["tests"]
    mine = [test["name"] for test in tried if test["name"].startswith(rule["alert"] + " ")]
    assert mine == [f"{rule['alert']} fires", f"{rule['alert']} stays quiet"]
    page = ROOT / rule["annotations"]["runbook"]
    assert page.stem == rule["alert"]
    text = page.read_text()
    assert "## Look" in text
    assert "## Do" in text
    assert rule["labels"]["severity"] in ("page", "ticket")


def test_counters_that_an_alert_waits_for_are_there_before_they_count() -> None:
    """increase() over a series that begins with 1 is 0: such an alert misses the first time."""
    metrics = {
        "table": (TableMetrics, Metrics("table")),
        "wallet": (WalletMetrics, Metrics("wallet")),
        "gateway": (GatewayMetrics, Metrics("gateway")),
    }
    exposed = ""
    for make, registry in metrics.values():
        make(registry)
        exposed += registry.exposition().decode()
    for rule in alerts():
        for series in re.findall(r"increase\((\w+(?:\{[^}]*\})?)\[", rule["expr"]):
            if not series.startswith("riverbus_nats_"):  # without labels, made with a connection
                assert f"{series} 0.0" in exposed, rule["alert"]
