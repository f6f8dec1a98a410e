"""The six games beside hold'em, each played through the page for a hand."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.player import Player
from tests.web.room import RoomWithBots

# Table, seats, cards at the first decision.
GAMES = [
    ("delta", 6, 4),
    ("braid", 9, 4),
    ("towpath", 8, 3),
    ("sandbank", 8, 3),
    ("ford", 8, 2),
]


@pytest.mark.parametrize(("table", "seats", "cards"), GAMES)
def test_a_hand_of_each_game(
    room: RoomWithBots, player: Player, table: str, seats: int, cards: int
) -> None:
    with room.bots_at(table, seats - 2):
        player.go_to(table)
        player.sit_down()
        player.wait_for_turn()
        held = player.by_id("own-cards").get_attribute("data-cards") or ""
        assert len(held) >= 2 * cards
        hand = player.play_hand(lambda: player.press("check-call"))
        expect(player.by_id("lines")).to_contain_text(re.compile("wins|takes back"))
        assert hand
        player.leave_all()


@pytest.mark.parametrize("table", ["towpath", "ford"])
def test_the_bring_in_is_paid_by_the_calling_button(
    room: RoomWithBots, player: Player, table: str
) -> None:
    with room.bots_at(table, 6):
        player.go_to(table)
        player.sit_down()
        forced = False
        while not forced:
            player.wait_for_turn()
            prompt = player.prompt
            forced = "Bring in" in player.by_id("check-call").inner_text()
            player.until_answered(prompt, lambda: player.press("check-call"))
        expect(player.by_id("lines")).to_contain_text(f"{player.name} brings in")
        player.leave_all()


def test_a_draw_counts_its_discards(room: RoomWithBots, player: Player) -> None:
    with room.bots_at("ferry", 3):
        player.go_to("ferry")
        player.sit_down()
        draw = player.page.locator('[data-testid="dock"][data-kind="draw"]')
        while not draw.count():
            if player.kind == "act":
                player.until_answered(player.prompt, lambda: player.press("check-call"))
        held = player.by_id("own-cards").get_attribute("data-cards") or ""
        player.by_id("pick-1").click()
        player.page.keyboard.press("3")
        expect(player.by_id("draw")).to_contain_text("Draw 2")
        player.until_answered(player.prompt, lambda: player.press("draw"))
        expect(player.by_id("lines")).to_contain_text(f"{player.name} draws 2")
        expect(player.by_id("own-cards")).not_to_have_attribute("data-cards", held)
        now = player.by_id("own-cards").get_attribute("data-cards") or ""
        kept = {held[2:4], *re.findall("..", held[6:])}
        assert kept <= set(re.findall("..", now))
        player.leave_all()


def test_in_stud_one_may_say_so_for_each_hand(room: RoomWithBots, player: Player) -> None:
    with room.bots_at("ford", 6):
        player.go_to("ford")
        player.sit_down()
        player.by_id("tool-settings").click()
        player.by_id("seat-auto-ante").click()
        expect(player.by_id("seat-auto-ante")).not_to_be_checked()
        player.by_id("dialog-close").click()
        join = player.by_id("im-in")
        while not join.is_visible():
            if player.kind == "act":
                player.until_answered(player.prompt, lambda: player.press("check-call"))
        before = player.hand
        # A click may fall between two renderings, and a hand be over before it is one's turn.
        while player.hand == before or player.kind != "act":
            if join.count():
                player.press("im-in")
        player.leave_all()
