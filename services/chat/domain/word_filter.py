"""Finds banned words however they are dressed up, and masks them (CH-01, CH-02, CH-11).

Matching is done on a folded copy that remembers where each letter came from; what was typed is kept
for the record. A word of one foreign script is left alone: only mixed words have look-alikes.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from riverbus.core.lookalikes import fold_char, to_ascii_shapes
from services.chat.domain.errors import BadWordList

WORDS_MAX = 2_000
MASK = "*"

_WORD = re.compile(r"[a-z0-9]{2,40}")
_FORMATTING = frozenset("*_~`|^")
_WILD = "*"
_LEET = {
    "0": "o", "1": "il", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g",
    "@": "a", "$": "s", "!": "i", "€": "e", "+": "t",
}  # fmt: skip
_SIGNS = frozenset(sign for sign in _LEET if not sign.isalnum())
_LINK = re.compile(
    r"(?:https?://|www\.)\S+|\b[\w-]{2,63}\.(?:com|net|org|io|gg|bet|poker|casino|club|xyz)\b\S*",
    re.IGNORECASE,
)


class BannedWord(msgspec.Struct, frozen=True):
    """A word, folded; `anywhere` finds it inside longer words too."""

    word: str
    anywhere: bool = False


class Filtered(msgspec.Struct, frozen=True):
    """A text with banned parts masked, and the words that were found."""

    text: str
    found: tuple[str, ...] = ()


class _Token(msgspec.Struct, frozen=True):
    """A run of letters: folded characters, where each came from, whether they stood apart."""

    chars: tuple[str, ...]
    places: tuple[int, ...]
    spaced: bool = False


def verify_words(words: Iterable[BannedWord]) -> tuple[BannedWord, ...]:
    """The list, folded and without doubles. Raises BadWordList."""
    folded = {}
    for banned in words:
        word = "".join(fold_char(char) for char in banned.word.strip())
        if not _WORD.fullmatch(word):
            raise BadWordList(details={"word": banned.word[:40]})
        folded[word] = BannedWord(word, banned.anywhere)
    if len(folded) > WORDS_MAX:
        raise BadWordList
    return tuple(folded[word] for word in sorted(folded))


class WordFilter:
    """A word list made ready for matching."""

    def __init__(self, words: Iterable[BannedWord], *, mask_links: bool = True) -> None:
        listed = verify_words(words)
        self._whole = {banned.word for banned in listed}
        self._anywhere = {banned.word for banned in listed if banned.anywhere}
        self._lengths = sorted({len(word) for word in self._anywhere})
        self._spaced_lengths = sorted({len(word) for word in self._whole if len(word) > 2})
        self._by_start: dict[tuple[int, str], list[str]] = {}
        for banned in listed:
            start = (len(banned.word), banned.word[0])
            self._by_start.setdefault(start, []).append(banned.word)
        self._mask_links = mask_links

    def apply(self, text: str) -> Filtered:
        """The text with each found word replaced by as many asterisks as it had characters."""
        spans: list[tuple[int, int]] = []
        found: list[str] = []
        for token in _tokens(text):
            for word, first, last in self._matches(token):
                spans.append((token.places[first], token.places[last]))
                found.append(word)
        if self._mask_links:
            for link in _LINK.finditer(text):
                spans.append((link.start(), link.end() - 1))
                found.append("link")
        if not spans:
            return Filtered(text)
        chars = list(text)
        for start, end in spans:
            chars[start : end + 1] = [MASK] * (end + 1 - start)
        return Filtered("".join(chars), tuple(dict.fromkeys(found)))

    def _matches(self, token: _Token) -> Iterator[tuple[str, int, int]]:
        plain = [index for index, char in enumerate(token.chars) if char not in _FORMATTING]
        for spelled in _spellings([token.chars[index] for index in plain]):
            spans = self._in_spaced(spelled) if token.spaced else self._in_letters(spelled)
            if spans:
                yield from ((word, plain[first], plain[last]) for word, first, last in spans)
                return
        yield from self._with_wildcards(token)

    def _in_letters(self, letters: str) -> list[tuple[str, int, int]]:
        for squeezed, places in _squeezed(letters):
            if squeezed in self._whole:
                return [(squeezed, 0, len(letters) - 1)]
            ends = [*places[1:], len(letters)]
            spans = _all_of(squeezed, self._anywhere, self._lengths)
            if spans:
                return [(word, places[first], ends[last] - 1) for word, first, last in spans]
        return []

    def _in_spaced(self, letters: str) -> list[tuple[str, int, int]]:
        """Letters that stand apart have no edges of words: a word may begin at each of them."""
        return _all_of(letters, self._whole, self._spaced_lengths)

    def _with_wildcards(self, token: _Token) -> Iterator[tuple[str, int, int]]:
        """`gr*nk`: an asterisk inside a word stands for one letter; most must be real."""
        chars = token.chars
        if _WILD not in chars[1:-1] or chars[0] == _WILD:
            return
        real = sum(char != _WILD for char in chars)
        if real * 2 <= len(chars) or real < 3:
            return
        for letter in (chars[0], *_LEET.get(chars[0], "")):
            for word in self._by_start.get((len(chars), letter), ()):
                if all(map(_may_stand_for, chars, word)):
                    yield word, 0, len(chars) - 1
                    return


def _may_stand_for(char: str, letter: str) -> bool:
    return char in (_WILD, letter) or letter in _LEET.get(char, "")


def _all_of(letters: str, words: set[str], lengths: Sequence[int]) -> list[tuple[str, int, int]]:
    """Words inside the letters, one after the other: word, first place, last place."""
    spans = []
    first = 0
    while first < len(letters):
        for length in lengths:
            if letters[first : first + length] in words and first + length <= len(letters):
                spans.append((letters[first : first + length], first, first + length - 1))
                first += length - 1
                break
        first += 1
    return spans


def _tokens(text: str) -> Iterator[_Token]:
    """Words, and runs of single letters with spaces or dots between them as one word."""
    words = list(_words(text))
    yield from words
    run: list[_Token] = []
    for word in [*words, _Token((), ())]:
        close = not run or _apart(text, run[-1], word)
        if len(word.chars) == 1 and close:
            run.append(word)
            continue
        if len(run) >= 3:
            yield _Token(
                tuple(each.chars[0] for each in run),
                tuple(each.places[0] for each in run),
                spaced=True,
            )
        run = [word] if len(word.chars) == 1 else []


def _apart(text: str, left: _Token, right: _Token) -> bool:
    """Whether at most two separators stand between two single letters."""
    return bool(right.places) and right.places[0] - left.places[0] <= 3


def _words(text: str) -> Iterator[_Token]:
    chars: list[str] = []
    places: list[int] = []
    for place, typed in enumerate(text):
        for char in fold_char(typed):
            if char.isalnum() or char in _FORMATTING or char in _LEET:
                chars.append(char)
                places.append(place)
            elif chars:
                yield _shaped(chars, places)
                chars, places = [], []
        if not fold_char(typed) and typed.isspace() and chars:
            yield _shaped(chars, places)
            chars, places = [], []
    if chars:
        yield _shaped(chars, places)


def _shaped(chars: list[str], places: list[int]) -> _Token:
    """Look-alikes become ASCII in words that have an ASCII letter; other scripts stay legal.

    Signs that could stand for a letter are punctuation at the end of a word.
    """
    while len(chars) > 1 and chars[-1] in _SIGNS:
        chars, places = chars[:-1], places[:-1]
    if any("a" <= char <= "z" for char in chars):
        shaped = [(to_ascii_shapes(char), place) for char, place in zip(chars, places, strict=True)]
        pairs = [(letter, place) for letters, place in shaped for letter in letters]
        return _Token(tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs))
    return _Token(tuple(chars), tuple(places))


def _spellings(chars: list[str]) -> Iterator[str]:
    """The letters as they stand, then with digits and signs read as letters; numbers stay."""
    letters = "".join(chars)
    yield letters
    if any("a" <= char <= "z" for char in chars) and any(char in _LEET for char in chars):
        yield "".join(_LEET.get(char, char)[0] for char in chars)
        yield "".join(_LEET.get(char, char)[-1] for char in chars)


def _squeezed(letters: str) -> Iterator[tuple[str, list[int]]]:
    """The letters, then with runs of three or more shortened to one and to two."""
    yield letters, list(range(len(letters)))
    runs = [
        (match.group(1), match.start(), match.end()) for match in re.finditer(r"(.)\1*", letters)
    ]
    if all(end - start < 3 for _, start, end in runs):
        return
    for kept in (1, 2):
        pairs = [
            (char, start + offset)
            for char, start, end in runs
            for offset in range(kept if end - start >= 3 else end - start)
        ]
        yield "".join(pair[0] for pair in pairs), [pair[1] for pair in pairs]
