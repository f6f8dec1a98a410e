"""Waiting lists, live rows, sessions, attempts."""

import pytest

from services.lobby.domain.attempts import Failures, after_failure, wait_ms
from services.lobby.domain.rows import TableRow, fresh, newer
from services.lobby.domain.sessions import BEARER_MS, BROWSER_IDLE_MS, Session, SessionKind, touched
from services.lobby.domain.waiting import OFFER_MS, Round, Waiter, decide, place_of

NOW = 1_000_000


def waiters(*names: str) -> list[Waiter]:
    """They joined in this order."""
    return [Waiter("oxbow", name, NOW - 100 + place) for place, name in enumerate(names)]


def look(waiting: list[Waiter], seated: int, *ids: str, now_ms: int = NOW) -> Round:
    """Decides about a table of six."""
    return decide(waiting, seats_max=6, seated_ids=ids, seated=seated, now_ms=now_ms)


@pytest.mark.rule("ACC-08")
def test_free_seats_are_offered_in_order_for_sixty_seconds() -> None:
    listed = waiters("a", "b", "c")
    assert look(listed, 6) == Round()
    two = look(listed, 4)
    assert [each.account_id for each in two.offered] == ["a", "b"]
    assert {each.offer_until_ms for each in two.offered} == {NOW + OFFER_MS}
    held = [*two.offered, listed[2]]
    assert look(held, 4).offered == ()
    assert [each.account_id for each in look(held, 3).offered] == ["c"]


@pytest.mark.rule("ACC-08")
def test_a_lapsed_offer_goes_to_the_next_and_a_taken_seat_leaves_the_list() -> None:
    listed = waiters("a", "b")
    held = [look(listed, 5).offered[0], listed[1]]
    later = look(held, 5, now_ms=NOW + OFFER_MS)
    assert [each.account_id for each in later.lapsed] == ["a"]
    assert [each.account_id for each in later.offered] == ["b"]
    taken = look(held, 6, "a")
    assert [each.account_id for each in taken.seated] == ["a"]
    assert not taken.offered
    assert place_of(listed, "b") == 2
    assert place_of(listed, "z") == 0


def test_an_older_row_never_replaces_a_newer_one() -> None:
    known = TableRow("oxbow", epoch=2, at_ms=10)
    assert newer(None, known)
    assert newer(known, TableRow("oxbow", epoch=2, at_ms=11))
    assert newer(known, TableRow("oxbow", epoch=3, at_ms=1))
    assert not newer(known, TableRow("oxbow", epoch=2, at_ms=10))
    assert not newer(known, TableRow("oxbow", epoch=1, at_ms=99))
    assert fresh(known, 10 + 60_000) is known
    assert fresh(known, 11 + 60_000) is None


def test_a_browsers_session_lives_on_with_use_and_a_bearers_does_not() -> None:
    browser = Session("s", "a", b"", SessionKind.BROWSER, NOW, NOW, NOW + BROWSER_IDLE_MS)
    assert touched(browser, NOW + 59_999) is None
    used = touched(browser, NOW + 60_000)
    assert used is not None
    assert used.expires_at_ms == NOW + 60_000 + BROWSER_IDLE_MS
    bearer = Session("s", "a", b"", SessionKind.BEARER, NOW, NOW, NOW + BEARER_MS)
    used = touched(bearer, NOW + 60_000)
    assert used is not None
    assert used.expires_at_ms == NOW + BEARER_MS


def test_waits_after_wrong_passwords_double_up_to_five_minutes() -> None:
    failures = Failures()
    waits = []
    for _ in range(14):
        failures = after_failure(failures, NOW)
        waits.append(wait_ms(failures, NOW) // 1_000)
    assert waits == [0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    assert wait_ms(failures, NOW + 299_000) == 1_000
    assert wait_ms(failures, NOW + 900_001) == 0
    assert after_failure(failures, NOW + 900_001).count == 1
