"""`riverbus deal`: exit status, report, malformed files and profiles."""

import json
from pathlib import Path

import pytest

from riverbus.cli.__main__ import main

GOOD = """
stakes = { small_blind = 5, big_blind = 10 }
profile = ["stoner", "tda"]
steps = ["deal", "? B may fold, call 5, raise 20..100", "B folds"]
[[seats]]
name = "A"
stack = 100
[[seats]]
name = "B"
stack = 100
[expect]
stacks = { A = 105 }
"""


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    texts = {
        "good": GOOD,
        "wrong": GOOD.replace("105", "107"),
        "broken": GOOD.replace("[expect]", "[expect"),
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(text)
    return {name: str(tmp_path / f"{name}.toml") for name in texts}


@pytest.mark.parametrize(
    ("names", "status"),
    [
        (["good"], 0),
        (["wrong"], 1),
        (["broken"], 2),
        (["good", "wrong"], 1),
        (["broken", "wrong", "good"], 2),
    ],
)
def test_exit_status_is_the_worst(files: dict[str, str], names: list[str], status: int) -> None:
    assert main(["deal", *(files[name] for name in names)]) == status


def test_the_difference_is_named(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["deal", files["wrong"], files["broken"]])
    told = capsys.readouterr()
    assert "expected 107, got 105" in told.out
    assert f"{files['broken']}:11" in told.err


def test_json(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["deal", "--json", *files.values()])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["ok"] for one in found] == [True, True, False, False, False]
    assert found[2]["failed"] == {"step": "expect stacks A", "expected": "107", "got": "105"}
    assert found[4]["line"] == 11


def test_a_profile_file(
    files: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = tmp_path / "house.toml"
    house.write_text('name = "harbour"\nbase = "tda"\n[rules]\nraises_max = 4\n')
    assert main(["deal", "--profile", str(house), files["good"]]) == 0
    assert "[harbour]: ok" in capsys.readouterr().out
    house.write_text('name = "harbour"\n[rules]\nraises_max = 4\nbutton = "square"\n')
    assert main(["deal", "--profile", str(house), files["good"]]) == 2
    assert f"{house}:4" in capsys.readouterr().err
    assert main(["deal", "--profile", str(tmp_path / "none"), files["good"]]) == 2
