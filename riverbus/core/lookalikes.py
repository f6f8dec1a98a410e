"""Folds text so that what looks the same compares the same: names, and words a filter looks for.

Folded text is for comparing only; what was typed is kept and shown. It depends on Python's Unicode
data alone, never on a database's locale.
"""

import unicodedata
from functools import lru_cache

_IGNORABLE_RANGES = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Unicode's Default_Ignorable_Code_Point; category Cf alone would miss U+034F."""

_LOOKALIKES: dict[str, str] = {
    # Latin beside ASCII: script, phonetic and small-capital letters, strokes
    "ɑ": "a", "α": "a", "ʙ": "b", "ƅ": "b", "ᴄ": "c", "ɔ": "o", "ᴅ": "d", "đ": "d", "ɗ": "d",
    "ᴇ": "e", "ɛ": "e", "ə": "e", "ƒ": "f", "ꜰ": "f", "ɡ": "g", "ɢ": "g", "ɠ": "g", "ʜ": "h",
    "ɦ": "h", "ħ": "h", "ɩ": "i", "ı": "i", "ɪ": "i", "ɨ": "i", "ȷ": "j", "ᴊ": "j", "ʝ": "j",
    "ᴋ": "k", "ƙ": "k", "ʟ": "l", "ɫ": "l", "ł": "l", "ɭ": "l", "ᴍ": "m", "ɱ": "m", "ɴ": "n",
    "ɲ": "n", "ŋ": "n", "ᴏ": "o", "ø": "o", "ɵ": "o", "ᴘ": "p", "ƥ": "p", "þ": "p", "ʠ": "q",
    "ʀ": "r", "ɽ": "r", "ɾ": "r", "ꜱ": "s", "ʂ": "s", "ᴛ": "t", "ŧ": "t", "ʈ": "t", "ᴜ": "u",
    "ʊ": "u", "ᴠ": "v", "ʋ": "v", "ᴡ": "w", "ʍ": "m", "ʏ": "y", "ɣ": "y", "ᴢ": "z", "ʐ": "z",
    "ƶ": "z", "æ": "ae", "œ": "oe",
    # Cyrillic
    "а": "a", "ь": "b", "в": "b", "с": "c", "ԁ": "d", "е": "e", "ғ": "f", "һ": "h", "н": "h",
    "і": "i", "ј": "j", "к": "k", "ӏ": "l", "м": "m", "п": "n", "о": "o", "ө": "o", "р": "p",
    "ԛ": "q", "ѕ": "s", "т": "t", "ц": "u", "ѵ": "v", "ԝ": "w", "ш": "w", "х": "x",
    "у": "y", "ү": "y", "з": "3", "є": "e", "я": "r",
    # Greek
    "β": "b", "ϲ": "c", "ε": "e", "η": "n", "ι": "i", "κ": "k", "μ": "m", "ν": "v", "ο": "o",
    "ρ": "p", "τ": "t", "υ": "u", "χ": "x", "γ": "y", "ω": "w", "ζ": "z", "σ": "o",
    # Armenian
    "ս": "u", "օ": "o", "ո": "n", "հ": "h", "ց": "g", "զ": "q", "ք": "p", "յ": "j", "ւ": "l",
    "ռ": "n", "ա": "w", "բ": "p",
    # Georgian, Cherokee, Hebrew, digits that stand for letters in other scripts
    "ყ": "y", "ꭺ": "a", "ꭼ": "e", "ꮯ": "c", "ꮪ": "s", "ꮋ": "h", "ꮶ": "k", "ꮇ": "m",
    "ס": "o", "ו": "l", "ן": "l",
}  # fmt: skip
"""Lower-case letters of other shapes that a reader takes for ASCII ones."""


def is_ignorable(char: str) -> bool:
    """True for code points that are not shown and would hide a word from a comparison."""
    code = ord(char)
    return any(low <= code <= high for low, high in _IGNORABLE_RANGES)


@lru_cache(maxsize=4_096)
def fold_char(char: str) -> str:
    """One character folded: compatibility form, lower case, no marks, nothing invisible.

    May be empty or longer than one. Letters of other scripts stay as they are.
    """
    if is_ignorable(char):
        return ""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", char).casefold())
    return "".join(
        part
        for part in decomposed
        if unicodedata.category(part) not in ("Mn", "Me") and not is_ignorable(part)
    )


def fold(text: str) -> str:
    """The text folded character by character, look-alikes not yet replaced."""
    return "".join(fold_char(char) for char in text)


def to_ascii_shapes(folded: str) -> str:
    """Folded text with each look-alike replaced by the ASCII letter that it looks like."""
    return "".join(_LOOKALIKES.get(char, char) for char in folded)


def skeleton(name: str) -> str:
    """The key under which a name must be unique (ACC-04, CH-10).

    Case, accents, scripts, kinds of dash, 0 and o, 1 and l and i, rn and m, vv and w are the same.
    """
    shaped = to_ascii_shapes(fold(name))
    for dash in "‐‑‒–—―_−":
        shaped = shaped.replace(dash, "-")
    shaped = shaped.replace("0", "o").replace("1", "l").replace("i", "l").replace("|", "l")
    return shaped.replace("rn", "m").replace("vv", "w")
