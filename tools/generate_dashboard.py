"""Makes deploy/grafana/room.json, the dashboard of the room, from the list of panels below.

`python tools/generate_dashboard.py` writes; `--check` only says whether the file is current.
"""

import json
import sys
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parent.parent / "deploy" / "grafana" / "room.json"
ROW_HEIGHT = 7
WIDTH = 24


def p99(metric: str, by: str = "") -> str:
    """The 99th percentile over five minutes."""
    labels = f"le, {by}" if by else "le"
    return f"histogram_quantile(0.99, sum by ({labels}) (rate({metric}_bucket[5m])))"


def rate(metric: str, by: str = "") -> str:
    """Per second over five minutes; 0 where nothing happened yet."""
    grouping = f" by ({by})" if by else ""
    return f"sum{grouping} (rate({metric}[5m])) or vector(0)"


ROWS: tuple[tuple[str, tuple[tuple[str, str, str, str], ...]], ...] = (
    (
        "The room",
        (
            ("Players seated", "sum(riverbus_table_seated_players)", "short", ""),
            ("Tables open", 'max(riverbus_lobby_tables{state="open"})', "short", ""),
            ("Hands running", "sum(riverbus_table_running_hands)", "short", ""),
            ("Hands a minute", f"60 * ({rate('riverbus_table_hands_ended_total')})", "short", ""),
        ),
    ),
    (
        "Chips",
        (
            ("Findings of the last audit", "max(riverbus_wallet_audit_findings)", "short", ""),
            (
                "Differences between tables and ledger",
                "sum(riverbus_wallet_table_differences_total) or vector(0)",
                "short",
                "",
            ),
            ("Oldest call without outcome", "max(riverbus_table_oldest_intent_seconds)", "s", ""),
            ("Wallet calls by outcome", rate("riverbus_wallet_operations_total", "code"), "ops", "{{code}}"),
        ),
    ),
    (
        "Answers",
        (
            ("Frame to answer, p99", p99("riverbus_gateway_answer_seconds", "frame"), "s", "{{frame}}"),
            ("Record durable, p99", p99("riverbus_table_append_seconds"), "s", ""),
            ("Call served, p99", p99("riverbus_grpc_server_seconds", "job"), "s", "{{job}}"),
            ("One commit of the wallet, p99", p99("riverbus_wallet_batch_seconds"), "s", ""),
        ),
    ),
    (
        "Tables",
        (
            ("Tables by owner", "riverbus_table_owned_tables", "short", "{{instance}}"),
            ("Takeovers", rate("riverbus_table_takeovers_total", "outcome"), "ops", "{{outcome}}"),
            ("Turns out of time", rate("riverbus_table_turn_timeouts_total", "reason"), "ops", "{{reason}}"),
            ("Hand log full, by stream", "max by (stream) (riverbus_table_hand_log_fill_ratio)", "percentunit", "{{stream}}"),
            ("Hands not archived yet", "sum(riverbus_table_unarchived_hands)", "short", ""),
            ("Quarantined, paused", "sum(riverbus_table_quarantined) + sum(riverbus_table_paused_by_wallet)", "short", ""),
        ),
    ),
    (
        "Sockets",
        (
            ("Connections", "sum by (instance, form) (riverbus_gateway_connections)", "short", "{{instance}} {{form}}"),
            ("Frames out", rate("riverbus_gateway_frames_out_total", "instance"), "ops", "{{instance}}"),
            ("Refusals", rate("riverbus_gateway_refusals_total", "code"), "ops", "{{code}}"),
            ("Viewers that read again", rate("riverbus_gateway_resync_total", "cause"), "ops", "{{cause}}"),
        ),
    ),
    (
        "Processes",
        (
            ("Event loop late, p99", p99("riverbus_event_loop_lag_seconds", "instance"), "s", "{{instance}}"),
            ("CPU", "sum by (instance) (rate(process_cpu_seconds_total[5m]))", "percentunit", "{{instance}}"),
            ("Memory", "process_resident_memory_bytes", "bytes", "{{instance}}"),
            ("NATS reconnects", "sum by (instance) (riverbus_nats_reconnects_total)", "short", "{{instance}}"),
        ),
    ),
)  # fmt: skip


def dashboard() -> dict[str, Any]:
    """The dashboard as Grafana imports it."""
    panels: list[dict[str, Any]] = []
    y = 0
    for title, cells in ROWS:
        panels.append(
            {"type": "row", "title": title, "id": len(panels) + 1,
             "gridPos": {"x": 0, "y": y, "w": WIDTH, "h": 1}, "panels": []}
        )  # fmt: skip
        y += 1
        width = WIDTH // len(cells)
        for number, cell in enumerate(cells):
            place = {"x": number * width, "y": y, "w": width, "h": ROW_HEIGHT}
            panels.append(_panel(len(panels) + 1, cell, place))
        y += ROW_HEIGHT
    return {
        "uid": "riverbus-room",
        "title": "Riverbus: the room",
        "tags": ["riverbus"],
        "timezone": "browser",
        "refresh": "10s",
        "time": {"from": "now-1h", "to": "now"},
        "schemaVersion": 39,
        "templating": {
            "list": [
                {
                    "name": "source",
                    "type": "datasource",
                    "query": "prometheus",
                    "label": "Prometheus",
                }
            ]
        },
        "panels": panels,
    }


def _panel(number: int, cell: tuple[str, str, str, str], place: dict[str, int]) -> dict[str, Any]:
    title, expression, unit, legend = cell
    source = {"type": "prometheus", "uid": "${source}"}
    return {
        "id": number,
        "type": "timeseries",
        "title": title,
        "gridPos": place,
        "datasource": source,
        "fieldConfig": {"defaults": {"unit": unit, "min": 0}, "overrides": []},
        "targets": [
            {
                "refId": "A",
                "datasource": source,
                "expr": expression,
                "legendFormat": legend or title,
            }
        ],
    }


if __name__ == "__main__":
    made = json.dumps(dashboard(), indent=1) + "\n"
    if "--check" not in sys.argv:
        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.write_text(made)
    elif not FILE.exists() or FILE.read_text() != made:
        sys.exit("deploy/grafana/room.json is not current; run `make pages`")
