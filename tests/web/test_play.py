"""Play at the real room through the real page: by mouse, by keyboard, on a phone, after a crash."""

import re

from playwright.sync_api import Browser, expect

from tests.web.player import Player
from tests.web.room import RoomWithBots


def test_sign_up_and_play_a_hand_by_mouse(player: Player) -> None:
    expect(player.by_id("cash")).to_have_text("10,000.00")
    player.by_id("row-confluence").get_by_role("button").click()
    player.by_id("open-table").click()
    player.sit_down()
    expect(player.by_id("cash")).to_have_text("9,800.00")
    hand = player.play_hand(lambda: player.press("check-call"))
    expect(player.by_id("lines")).to_contain_text(re.compile("wins|takes back"))
    player.by_id("tab-hands").click()
    player.by_id("replay-last").click(timeout=20_000)
    words = player.by_id("replay-words")
    expect(words).to_contain_text("Hand")
    player.by_id("replay-next").click()
    expect(words).to_contain_text("posts")
    player.by_id("dialog-close").click()
    assert hand
    player.by_id("tool-leave").click()
    player.by_id("leave-confirm").click()
    expect(player.by_id("lobby-list")).to_be_visible()


def test_a_hand_by_keyboard_only(player: Player) -> None:
    player.go_to("rapids")
    keys = player.page.keyboard
    player.page.locator(".bar a").first.focus()
    for _ in range(20):
        keys.press("Tab")
        if player.page.evaluate("document.activeElement?.className") == "skip":
            break
    keys.press("Enter")
    expect(player.by_id("sit-down")).to_be_focused()
    keys.press("Enter")
    expect(player.by_id("buy-in-amount")).to_be_focused()
    keys.press("Enter")
    player.page.locator(".pod.own").wait_for()
    player.wait_for_turn()
    keys.press("r")
    expect(player.by_id("amount")).to_be_focused()
    keys.press("Escape")
    keys.press("?")
    expect(player.by_id("keys")).to_contain_text("Check or call")
    keys.press("Escape")
    expect(player.by_id("keys")).to_have_count(0)
    player.play_hand(lambda: keys.press("c"))


def test_a_hand_on_a_phone_360_wide(room: RoomWithBots, browser: Browser) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )
    player = Player(context.new_page(), room.url)
    player.sign_up()
    player.go_to("rapids")
    player.sit_down()
    player.wait_for_turn()
    width = player.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
    for testid in ("fold", "check-call", "raise"):
        box = player.by_id(testid).bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["y"] + box["height"] <= 740
    player.play_hand(lambda: player.tap("check-call"))
    player.by_id("phone-menu-button").tap()
    expect(player.by_id("phone-menu")).to_contain_text("Sit out next hand")
    player.by_id("menu-leave").tap()
    player.by_id("leave-confirm").tap()
    expect(player.by_id("lobby-list")).to_be_visible()
    assert player.errors == []
    context.close()


def test_reconnects_in_mid_hand(room: RoomWithBots, player: Player) -> None:
    player.go_to("confluence")
    player.sit_down()
    player.wait_for_turn()
    hand = player.hand
    cards = player.by_id("own-cards").get_attribute("data-cards")
    room.kill_gateway()
    lost = player.by_id("banner-line_lost")
    expect(lost).to_contain_text("Connection lost, coming back")
    assert player.by_id("dock").get_attribute("inert") is not None
    room.revive(lambda: player.page.evaluate("true") and lost.count() == 0)
    expect(player.by_id("dock")).not_to_have_attribute("inert", "")
    if player.hand == hand:
        expect(player.by_id("own-cards")).to_have_attribute("data-cards", cards or "")
    player.play_hand(lambda: player.press("check-call"))


def test_typing_in_the_chat_is_no_hot_key(player: Player) -> None:
    player.go_to("confluence")
    player.sit_down()
    prompt = player.wait_for_turn()
    player.by_id("chat-input").click()
    player.page.keyboard.type("fcr 12345 m? [/]")
    expect(player.by_id("chat-input")).to_have_value("fcr 12345 m? [/]")
    assert player.prompt == prompt
    assert player.by_id("keys").count() == 0
    player.page.keyboard.press("Enter")
    expect(player.by_id("lines")).to_contain_text("fcr 12345 m? [/]")
    expect(player.by_id("chat-input")).to_have_value("")
    player.until_answered(prompt, lambda: player.press("check-call"))


def test_folding_asks_while_a_check_is_free(player: Player) -> None:
    player.go_to("confluence")
    player.sit_down()
    while True:
        prompt = player.wait_for_turn()
        if player.by_id("check-call").inner_text().startswith("Check"):
            break
        player.until_answered(prompt, lambda: player.press("fold"))
    ask = player.by_id("ask")
    while ask.count() == 0 and player.prompt == prompt:
        player.press("fold")
    expect(ask).to_contain_text("You can check for nothing")
    player.by_id("ask-no").click()
    expect(player.by_id("lines")).to_contain_text(f"{player.name} checks")


def test_two_tables_at_once_and_two_tabs(player: Player) -> None:
    for table in ("confluence", "rapids"):
        player.go_to(table)
        player.sit_down()
    player.by_id("tab-table-confluence").click()
    player.page.locator('[data-table="confluence"]').wait_for()
    lamp = player.by_id("lamp-rapids")
    expect(lamp).to_be_visible(timeout=60_000)
    expect(lamp).to_contain_text(" s")
    player.by_id("tab-table-rapids").click()
    player.wait_for_turn()
    second = Player(player.page.context.new_page(), player.url)
    second.go_to("confluence")
    second.page.locator(".pod.own").wait_for()
    expect(second.by_id("tab-table-rapids")).to_be_visible()
    assert second.errors == []
