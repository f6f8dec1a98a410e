"""axe-core on every page of the client: no serious finding."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.web.player import Player
from tests.web.room import RoomWithBots

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
GRAVE = ("serious", "critical")


def findings(page: Page) -> list[str]:
    """Serious and critical findings, with the first place of each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text() + "; true")
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{rule['id']}: {rule['nodes'][0]['html'][:160]}"
        for rule in found["violations"]
        if rule["impact"] in GRAVE
    ]


def test_signing_in_and_up(room: RoomWithBots, browser: Browser) -> None:
    page = browser.new_page()
    for name in ("sign-in", "sign-up"):
        page.goto(f"{room.url}/#/{name}")
        page.get_by_test_id(f"{name}-page").wait_for()
        assert findings(page) == []
    page.close()


def test_lobby(player: Player) -> None:
    player.by_id("row-confluence").wait_for()
    assert findings(player.page) == []


def test_table_and_its_dialogs(player: Player) -> None:
    player.go_to("confluence")
    assert findings(player.page) == []
    player.by_id("sit-down").click()
    player.by_id("buy-in").wait_for()
    assert findings(player.page) == []
    player.by_id("dialog-close").click()
    player.sit_down()
    player.wait_for_turn()
    assert findings(player.page) == []
    for tab in ("hands", "players", "info"):
        player.by_id(f"tab-{tab}").click()
        assert findings(player.page) == []
    player.by_id("tool-settings").click()
    player.by_id("settings").wait_for()
    assert findings(player.page) == []


def test_own_dialogs_and_tiles(player: Player) -> None:
    for entry, dialog in (("open-profile", "profile"), ("open-hands", "hands-dialog")):
        player.by_id("account").click()
        player.by_id(entry).click()
        player.by_id(dialog).wait_for()
        assert findings(player.page) == []
        player.by_id("dialog-close").click()
    for table in ("confluence", "rapids"):
        player.go_to(table)
    player.by_id("tool-settings").click()
    player.by_id("key-settings").locator("summary").click()
    assert findings(player.page) == []
    player.by_id("dialog-close").click()
    player.by_id("tab-tiles").click()
    player.by_id("tile-rapids").wait_for()
    assert findings(player.page) == []
