"""Array parameters as PostgreSQL's text form: `$1::text::bigint[]`.

asyncpg looks at every element of a list to find nested ones; joining text costs a tenth of that.
"""

from collections.abc import Callable, Sequence
from typing import Any


def numbers(values: Sequence[int]) -> str:
    """bigint[] or smallint[]."""
    return "{" + ",".join(map(str, values)) + "}"


def flags(values: Sequence[bool]) -> str:
    """boolean[]."""
    return "{" + ",".join(["t" if value else "f" for value in values]) + "}"


def texts(values: Sequence[str]) -> str:
    """text[]; every element is quoted."""
    joined = '","'.join(values)
    if "\\" in joined or joined.count('"') != 2 * (len(values) - 1):
        escaped = [value.replace("\\", "\\\\").replace('"', '\\"') for value in values]
        joined = '","'.join(escaped)
    return '{"' + joined + '"}' if values else "{}"


def blobs(values: Sequence[bytes]) -> str:
    """bytea[] in hex."""
    return '{"\\\\x' + '","\\\\x'.join([value.hex() for value in values]) + '"}' if values else "{}"


ENCODERS: dict[str, Callable[[Sequence[Any]], str]] = {
    "bigint": numbers,
    "smallint": numbers,
    "boolean": flags,
    "text": texts,
    "jsonb": texts,
    "bytea": blobs,
}
