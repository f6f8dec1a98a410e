"""Laws that hold for any text."""

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from riverbus.core.lookalikes import fold, skeleton
from services.chat.domain.errors import BadCharacters, MessageEmpty
from services.chat.domain.texts import verify_text
from services.chat.domain.word_filter import BannedWord, WordFilter

FILTER = WordFilter([BannedWord("grunk"), BannedWord("zap", anywhere=True), BannedWord("ass")])
NO_WORDS = WordFilter([], mask_links=False)
TRICKY = st.text(
    st.sampled_from(
        "grunkzaps GRUNKZAPS 9$4* _.~\u200b\u034f\u00ad\u0261\u057d\uff47!\u0301\u0433"
    ),
    max_size=60,
)
ANY = st.text(max_size=80)


@settings(max_examples=150, deadline=None)
@given(text=st.one_of(TRICKY, ANY))
def test_a_mask_changes_no_length_and_only_what_was_found(text: str) -> None:
    filtered = FILTER.apply(text)
    assert len(filtered.text) == len(text)
    assert bool(filtered.found) == (filtered.text != text) or "*" in text
    kept = [(a, b) for a, b in zip(text, filtered.text, strict=True) if a != b]
    assert all(shown == "*" for _, shown in kept)
    assert NO_WORDS.apply(text).text == text


@settings(max_examples=150, deadline=None)
@given(before=ANY, after=ANY)
def test_a_plain_word_is_always_found(before: str, after: str) -> None:
    assert "grunk" in FILTER.apply(f"{before}\u2014 grunk \u2014{after}").found


@settings(max_examples=150, deadline=None)
@given(text=st.one_of(TRICKY, ANY))
def test_ch_04_what_is_said_is_one_visible_line(text: str) -> None:
    try:
        line = verify_text(text)
    except (BadCharacters, MessageEmpty):
        return
    assert line == line.strip()
    assert len(line.splitlines()) == 1
    assert not {unicodedata.category(char) for char in line} & {"Cc", "Zl", "Zp", "Cs"}
    assert verify_text(line) == line


@settings(max_examples=150, deadline=None)
@given(name=st.one_of(TRICKY, ANY))
def test_ch_10_folding_again_changes_nothing(name: str) -> None:
    assert fold(fold(name)) == fold(name)
    assert skeleton(name.upper().lower()) == skeleton(name.lower())
