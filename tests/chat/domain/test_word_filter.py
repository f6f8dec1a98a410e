"""The filter, with the cases' own banned word."""

import pytest

from services.chat.domain.errors import BadWordList
from services.chat.domain.word_filter import BannedWord, WordFilter, verify_words

FILTER = WordFilter([BannedWord("grunk"), BannedWord("zap", anywhere=True)])


@pytest.mark.parametrize(
    "typed",
    ["gr\u200bunk", "g\u200dr\u2060unk", "gru\u00adnk", "gr\ufeffunk", "g\u034frunk"],
)
def test_ch_01_invisible_characters_hide_nothing(typed: str) -> None:
    filtered = FILTER.apply(f"you {typed}!")
    assert filtered.found == ("grunk",)
    assert filtered.text == f"you {'*' * len(typed)}!"


@pytest.mark.parametrize(
    "typed",
    [
        "gr\u057dnk",
        "\u0261runk",
        "\uff47\uff52\uff55\uff4e\uff4b",
        "\U0001d420\U0001d42b\U0001d42e\U0001d427\U0001d424",
        "GRUNK",
        "gr\u00fc\u0301nk",
    ],
)
def test_ch_02_lookalikes_are_caught(typed: str) -> None:
    assert FILTER.apply(typed).found == ("grunk",)


def test_ch_02_other_letters_and_whole_foreign_words_stay_legal() -> None:
    cyrillic_ge = "\u0433runk"
    assert FILTER.apply(cyrillic_ge).text == cyrillic_ge
    sugar = WordFilter([BannedWord("caxap")])
    assert sugar.apply("\u0441\u0430\u0445\u0430\u0440").found == ()
    assert sugar.apply("c\u0430x\u0430p").found == ("caxap",)


@pytest.mark.parametrize(
    "typed", ["_g_**r**unk", "g r u n k", "g.r.u.n.k", "gr*nk", "9runk", "grrrrunk", "gruNk!"]
)
def test_ch_11_formatting_and_spelling_are_caught(typed: str) -> None:
    assert FILTER.apply(f"oh {typed} oh").found == ("grunk",)


@pytest.mark.parametrize("typed", ["grunkle", "big run kit", "I am a b", "g*", "12345", "****"])
def test_ch_11_innocent_words_stay(typed: str) -> None:
    filtered = FILTER.apply(typed)
    assert (filtered.text, filtered.found) == (typed, ())


def test_a_word_may_be_found_anywhere_and_twice() -> None:
    filtered = FILTER.apply("bizzapper grunk grunk")
    assert filtered.text == "biz***per ***** *****"
    assert filtered.found == ("zap", "grunk")


@pytest.mark.rule("CHT-02")
def test_addresses_of_other_rooms_are_masked() -> None:
    assert FILTER.apply("play at www.other.example now").text == f"play at {'*' * 17} now"
    assert FILTER.apply("better-room.poker rules").text == f"{'*' * 17} rules"
    assert WordFilter([], mask_links=False).apply("www.other.example").found == ()


def test_a_word_list_is_folded_and_verified() -> None:
    words = verify_words([BannedWord("GRUNK"), BannedWord("grunk", anywhere=True)])
    assert words == (BannedWord("grunk", anywhere=True),)
    for bad in ("a", "two words", "x" * 41, ""):
        with pytest.raises(BadWordList):
            verify_words([BannedWord(bad)])
    with pytest.raises(BadWordList):
        verify_words([BannedWord(f"word{number}") for number in range(2_001)])
