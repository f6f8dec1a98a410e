"""What may be said: length in characters, no forged lines, nothing invisible (CH-04, CH-08)."""

import re
import unicodedata

from riverbus.core.lookalikes import is_ignorable
from services.chat.domain.errors import (
    BadCharacters,
    BadMessageId,
    MessageEmpty,
    MessageTooLong,
)

TEXT_MAX = 300
"""Characters (code points) of a message; the documented number."""

_MESSAGE_ID = re.compile(r"[A-Za-z0-9_-]{8,40}")
_BREAKS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_REFUSED_CATEGORIES = frozenset({"Cc", "Cs", "Cn"})


def verify_message_id(message_id: str) -> str:
    """Raises BadMessageId."""
    if not _MESSAGE_ID.fullmatch(message_id):
        raise BadMessageId
    return message_id


def verify_text(text: str, longest: int = TEXT_MAX) -> str:
    """The text on one line, trimmed. Raises MessageTooLong, BadCharacters, MessageEmpty.

    Breaks become spaces, so a text cannot forge another line; direction marks are left out.
    """
    if len(text) > longest:
        raise MessageTooLong(
            f"A message has at most {longest} characters.", details={"limit": str(longest)}
        )
    shown = []
    for char in text:
        if char in _BREAKS:
            shown.append(" ")
        elif char in _DIRECTIONS:
            continue
        elif unicodedata.category(char) in _REFUSED_CATEGORIES:
            raise BadCharacters
        else:
            shown.append(char)
    line = "".join(shown).strip()
    if all(is_ignorable(char) or char.isspace() for char in line):
        raise MessageEmpty
    return line
