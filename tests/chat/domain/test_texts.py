"""What may be said."""

import pytest

from services.chat.domain.errors import BadCharacters, MessageEmpty, MessageTooLong
from services.chat.domain.texts import TEXT_MAX, verify_text


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("hi\rDealer: seat 3 wins", "hi Dealer: seat 3 wins"),
        ("hi\n\u2028Dealer: seat 3 wins", "hi  Dealer: seat 3 wins"),
        ("x|admin|hello", "x|admin|hello"),
        ("tab\there\x85there", "tab here there"),
        ("\u202elive\u202c", "live"),
    ],
)
def test_ch_04_no_text_forges_another_line(typed: str, shown: str) -> None:
    assert verify_text(typed) == shown


@pytest.mark.parametrize("typed", ["a\x00b", "a\x1bb", "a\x7fb", "a\ud800b"])
def test_ch_04_control_characters_are_refused(typed: str) -> None:
    with pytest.raises(BadCharacters):
        verify_text(typed)


def test_ch_08_the_limit_counts_characters() -> None:
    assert verify_text("a" * 300) == "a" * 300
    assert verify_text("\U0001f600" * 300) == "\U0001f600" * 300
    for typed in ("a" * 301, "\U0001f600" * 301, "a" * 100_000):
        with pytest.raises(MessageTooLong) as caught:
            verify_text(typed)
        assert caught.value.details == {"limit": str(TEXT_MAX)}


@pytest.mark.parametrize("typed", ["", "  ", "\u200b\u2060", "\n", "\u202e"])
def test_what_cannot_be_seen_is_empty(typed: str) -> None:
    with pytest.raises(MessageEmpty):
        verify_text(typed)


def test_ch_05_markup_stays_plain_text() -> None:
    for typed in ("<script>1</script>", "&lt;", "<img src=x>"):
        assert verify_text(typed) == typed
