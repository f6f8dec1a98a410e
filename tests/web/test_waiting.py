"""A full table: the waiting list, the offer, and the seat that is taken by it."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect

from tests.web.player import Player
from tests.web.room import RoomWithBots


@contextmanager
def seated(room: RoomWithBots, browser: Browser, table: str) -> Iterator[Player]:
    """Somebody else who sits there."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    other = Player(context.new_page(), room.url)
    other.sign_up()
    other.go_to(table)
    other.sit_down()
    yield other
    other.leave_all()
    context.close()
    assert other.errors == []


def test_a_seat_is_offered_and_taken(room: RoomWithBots, browser: Browser, player: Player) -> None:
    with seated(room, browser, "headwater"), seated(room, browser, "headwater") as second:
        player.by_id("filter-text").fill("headwater")
        player.by_id("row-headwater").get_by_role("button").click()
        player.by_id("join-waiting").click()
        expect(player.by_id("waiting-place")).to_have_text("1 of 1")
        second.leave_all()
        offer = player.by_id("banner-seat_offer")
        expect(offer).to_contain_text("A seat is open for you at Headwater.", timeout=30_000)
        player.by_id("take-seat").click()
        player.by_id("buy-in-confirm").click()
        player.page.locator(".pod.own").wait_for()


def test_a_place_on_the_list_is_given_back(
    room: RoomWithBots, browser: Browser, player: Player
) -> None:
    with seated(room, browser, "headwater"), seated(room, browser, "headwater"):
        player.by_id("filter-text").fill("headwater")
        player.by_id("row-headwater").get_by_role("button").click()
        player.by_id("join-waiting").click()
        player.by_id("leave-waiting").click()
        expect(player.by_id("join-waiting")).to_be_visible()
