"""Several tables and tabs: tiles, keys among them, two tabs of one account; copies of a hand."""

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from tests.web.player import Player


def test_two_tables_side_by_side(player: Player) -> None:
    for table in ("confluence", "rapids"):
        player.go_to(table)
        player.sit_down()
    player.by_id("tab-tiles").click()
    for table in ("confluence", "rapids"):
        tile = player.by_id(f"tile-{table}")
        dock = tile.get_by_test_id("dock")
        expect(dock).to_have_attribute("data-kind", "act", timeout=60_000)
        tile.hover(position={"x": 20, "y": 10})
        expect(tile).to_have_class(re.compile("active"))
        prompt = dock.get_attribute("data-prompt") or ""
        while dock.get_attribute("data-prompt") == prompt:
            player.page.keyboard.press("c")
    player.by_id("tile-rapids").get_by_test_id("tile-open").click()
    player.page.locator('[data-testid="table-page"][data-table="rapids"]').wait_for()


def test_a_turn_can_be_taken_in_either_tab(player: Player) -> None:
    player.go_to("confluence")
    player.sit_down()
    second = Player(player.page.context.new_page(), player.url)
    second.go_to("confluence")
    for tab in (second, player):
        prompt = tab.wait_for_turn()
        tab.until_answered(prompt, lambda tab=tab: tab.press("check-call"))  # type: ignore[misc]
    expect(second.by_id("dock")).not_to_have_attribute("data-prompt", prompt)
    assert second.errors == []
    second.page.close()


def test_a_hand_can_be_taken_along(player: Player) -> None:
    player.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.go_to("confluence")
    player.sit_down()
    player.play_hand(lambda: player.press("check-call"))
    player.by_id("tab-hands").click()
    player.by_id("replay-last").click(timeout=20_000)
    said = player.by_id("copy-said")
    # PHH has no words for some hands, such as one with a newcomer's post.
    player.by_id("copy-phh").click()
    expect(said).to_have_text(re.compile("Copied as PHH.|That format has no words for this hand."))
    for form, words, begins in (
        ("text", "as text", "PokerStars Hand #"),
        ("ohh", "as Open Hand History", "{"),
    ):
        player.by_id(f"copy-{form}").click()
        expect(said).to_have_text(f"Copied {words}.")
        text = player.page.evaluate("navigator.clipboard.readText()")
        assert text.lstrip().startswith(begins)
    player.by_id("dialog-close").click()


def test_a_table_whose_question_was_lost_is_asked_for_again(player: Player) -> None:
    lost: list[str] = []

    def between(page_side: WebSocketRoute) -> None:
        room_side = page_side.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if "watch" in json.loads(message) and not lost:
                lost.append(str(message))
            else:
                room_side.send(message)

        page_side.on_message(pass_on)

    player.page.route_web_socket(re.compile("/ws$"), between)
    player.page.reload()
    player.go_to("confluence")
    player.by_id("sit-down").wait_for()
    assert len(lost) == 1
