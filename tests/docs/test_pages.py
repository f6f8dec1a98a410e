"""Commands, settings, metrics, files and names on the pages are those of the code."""

import argparse
import contextlib
import io
import json
import re
import shlex
from functools import cache
from pathlib import Path

import pytest
import yaml

from riverbus.cli.__main__ import commands as known_commands
from riverbus.cli.__main__ import load
from tests.docs import pages

ROOT = pages.ROOT
METRIC = re.compile(r"\briverbus_[a-z0-9_]+")
DECLARED = re.compile(r'\.(counter|gauge|histogram)\(\s*"([a-z0-9_]+)"')
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("", "_bucket", "_sum", "_count")}


@cache
def sources() -> str:
    """The text of all code, contracts and deployment files."""
    kinds = (".py", ".proto", ".yaml", ".js", ".toml", ".sh", ".conf", "Makefile")
    folders = ("riverbus", "services", "proto", "deploy", "tools", "web", "tests")
    found = [p for folder in folders for p in (ROOT / folder).rglob("*") if p.name.endswith(kinds)]
    return "\n".join(p.read_text() for p in (*found, ROOT / "Makefile") if "/docs/" not in str(p))


@cache
def metrics() -> frozenset[str]:
    """Every name that a process exports."""
    found = DECLARED.findall(sources())
    return frozenset(f"riverbus_{name}{end}" for kind, name in found for end in SUFFIXES[kind])


def refusal(command: str) -> str:
    """What argparse says against the line, empty if it takes it."""
    text = re.sub(r"\[([^\]]+)\]", r"\1", command).replace("…", "")
    words = ["because" if word == "..." else word for word in shlex.split(text)[1:]]
    if words and words[0] in ("COMMAND", "--help", "--version"):
        return ""
    if not words or words[0] not in known_commands():
        return f"there is no command {words[:1]}"
    parser = argparse.ArgumentParser(prog=words[0])
    load(words[0]).add_arguments(parser)
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.suppress(SystemExit):
        parser.parse_args(words[1:])
        return ""
    is_name_only = all(re.fullmatch("[a-z-]+", word) for word in words)
    missing = "arguments are required" in said.getvalue() or "argument -" in said.getvalue()
    return "" if is_name_only and missing else said.getvalue().splitlines()[-1]


def known_page(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", pages.pages(), ids=known_page)
def test_every_command_line_parses(page: Path) -> None:
    refused = {line: why for line in pages.commands(page) if (why := refusal(line))}
    assert refused == {}


def test_a_wrong_command_line_is_seen() -> None:
    assert refusal("riverbus table cancel-hand TABLE --reason ...") == ""
    assert refusal("riverbus table cancel-hand") == ""
    assert refusal("riverbus table cancel-hand TABLE")
    assert refusal("riverbus table scold TABLE --reason x")
    assert refusal("riverbus audit --jsn")
    assert refusal("riverbus polish")


@pytest.mark.parametrize("page", pages.pages(), ids=known_page)
def test_every_make_target_exists(page: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    lines = (*pages.inline_code(page), *pages.block_lines(page))
    named = [found[1] for line in lines if (found := re.match(r"make ([a-z-]+)", line))]
    assert set(named) <= set(targets)


@pytest.mark.parametrize("page", pages.pages(), ids=known_page)
def test_every_variable_exists(page: Path) -> None:
    named = set(re.findall(r"\bRIVERBUS_[A-Z0-9_]+[A-Z0-9]\b", page.read_text()))
    listed = set(re.findall(r"RIVERBUS_[A-Z0-9_]+", (ROOT / "docs/configuration.md").read_text()))
    assert {name for name in named - listed if not is_variable(name, listed)} == set()


def is_variable(name: str, listed: set[str]) -> bool:
    """One of ours that is no service's setting, or a common one with a service's name before it."""
    common = re.sub(r"RIVERBUS_(LOBBY|TABLE|WALLET|CHAT|GATEWAY|ECHO|X)_", "RIVERBUS_", name)
    own = [one for one in listed if re.sub(r"(RIVERBUS)_[A-Z]+_", r"\1_", one) == name]
    return bool(own) or common in listed or f'"{common}"' in sources() or "ECHO" in name


@pytest.mark.parametrize("page", pages.runbooks(), ids=known_page)
def test_every_metric_of_a_runbook_is_exported(page: Path) -> None:
    assert set(METRIC.findall(page.read_text())) - metrics() == set()


def test_every_metric_of_alerts_and_dashboard_is_exported() -> None:
    rules = yaml.safe_load((ROOT / "deploy/prometheus/rules.yaml").read_text())
    panels = json.loads((ROOT / "deploy/grafana/room.json").read_text())["panels"]
    queries = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    queries += [target["expr"] for panel in panels for target in panel.get("targets", ())]
    named = {name for query in queries for name in METRIC.findall(query)}
    assert len(named) > 20
    assert named - metrics() == set()


@pytest.mark.parametrize("page", pages.pages(), ids=known_page)
def test_every_link_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text())
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", pages.runbooks(), ids=known_page)
def test_every_name_in_a_runbook_stands_in_the_code(page: Path) -> None:
    """Codes, log messages, settings: what an operator looks for must be what the room says."""
    code = [
        text
        for text in pages.inline_code(page)
        if not re.match(
            r"riverbus |riverbus_|RIVERBUS_|rate\(|select |delete |update |nats |make |/|--", text
        )
    ]
    assert [text for text in code if text not in sources()] == []
