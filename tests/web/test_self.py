"""What a player settles for oneself: picture, keys, chat bans and appeals, whom not to hear."""

import uuid

from playwright.sync_api import Browser, expect

from tests.web.player import Player
from tests.web.room import RoomWithBots


def test_a_chosen_picture_is_seen_at_the_table(
    room: RoomWithBots, browser: Browser, player: Player
) -> None:
    player.by_id("account").click()
    player.by_id("open-profile").click()
    player.by_id("motif-5").click()
    player.by_id("palette-2").click()
    player.by_id("save-picture").click()
    player.by_id("profile").wait_for(state="detached")
    player.go_to("confluence")
    player.sit_down()
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    other = Player(context.new_page(), room.url)
    other.sign_up()
    other.go_to("confluence")
    pod = other.page.locator(".pod", has_text=player.name)
    expect(pod.locator(".avatar")).to_have_attribute("data-picture", "5-2")
    assert other.errors == []
    context.close()


def test_keys_can_be_put_elsewhere(player: Player) -> None:
    player.go_to("confluence")
    player.sit_down()
    player.by_id("tool-settings").click()
    player.by_id("key-settings").locator("summary").click()
    player.by_id("key-check_call").click()
    player.page.keyboard.press("q")
    expect(player.by_id("key-check_call")).to_have_text("Q")
    player.by_id("key-fold").click()
    player.page.keyboard.press("1")
    expect(player.by_id("key-settings")).to_contain_text("That key has a meaning of its own")
    player.page.keyboard.press("Escape")
    prompt = player.wait_for_turn()
    player.page.keyboard.press("c")
    expect(player.by_id("check-call")).to_contain_text("Q")
    player.until_answered(prompt, lambda: player.page.keyboard.press("q"))


def test_a_chat_ban_says_until_when_and_can_be_appealed(room: RoomWithBots, player: Player) -> None:
    player.go_to("confluence")
    player.by_id("chat-input").wait_for()
    me = player.page.request.get(f"{room.url}/api/me").json()
    sanction = str(uuid.uuid4())
    room.operate(
        "Mute",
        sanction_id=sanction,
        account_id=me["account_id"],
        offence="advertising",
        reason="An advertisement.",
        duration_s=3600,
    )
    ban = player.by_id("chat-ban")
    expect(ban).to_contain_text("You may not write until")
    expect(ban).to_contain_text("An advertisement.")
    expect(player.by_id("chat-input")).to_have_count(0)
    player.by_id("appeal-open").click()
    player.by_id("appeal-text").fill("It was a river, not a room.")
    player.by_id("appeal-send").click()
    expect(player.by_id("appeal-stands")).to_contain_text("waits for a decision")
    expect(player.by_id("appeal-open")).to_have_count(0)
    room.operate("DecideAppeal", sanction_id=sanction, decision="struck_out", reason="So it was.")
    expect(player.by_id("chat-input")).to_be_visible()


def test_who_is_not_heard_is_not_shown(
    room: RoomWithBots, browser: Browser, player: Player
) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    other = Player(context.new_page(), room.url)
    other.sign_up()
    other.go_to("confluence")
    other.sit_down()
    player.go_to("confluence")
    player.by_id("tab-players").click()
    row = player.page.locator(".players li", has_text=other.name)
    row.get_by_role("button").click()
    expect(row.get_by_role("button")).to_have_attribute("aria-pressed", "true")
    player.by_id("tab-chat").click()
    for text in ("nobody hears this", "said"):
        other.by_id("chat-input").fill(text)
        other.page.keyboard.press("Enter")
        expect(other.by_id("lines")).to_contain_text(text)
    player.by_id("chat-input").fill("and this is heard")
    player.page.keyboard.press("Enter")
    expect(player.by_id("lines")).to_contain_text("and this is heard")
    expect(player.by_id("lines")).not_to_contain_text("nobody hears this")
    other.leave_all()
    context.close()


def test_the_password_changes_and_other_sessions_end(
    room: RoomWithBots, browser: Browser, player: Player
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{room.url}/#/sign-in")
    page.get_by_test_id("field-login").fill(player.name)
    page.get_by_test_id("field-password").fill("bend-in-the-river-7")
    page.get_by_test_id("sign-in").click()
    page.get_by_test_id("lobby-list").wait_for()
    player.by_id("account").click()
    player.by_id("open-security").click()
    expect(player.by_id("sessions").locator("li")).to_have_count(2)
    player.by_id("password-now").fill("not this one")
    player.by_id("password-new").fill("another-bend-8")
    player.by_id("password-save").click()
    expect(player.by_id("security").get_by_test_id("error")).to_be_visible()
    player.by_id("password-now").fill("bend-in-the-river-7")
    player.by_id("password-save").click()
    player.by_id("security").wait_for(state="detached")
    page.get_by_test_id("sign-in-page").wait_for()
    context.close()
