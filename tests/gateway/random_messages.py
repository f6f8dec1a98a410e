"""A random message of a type."""

import random
from typing import Any

from tests.gateway.adapters.random_frames import fill


def made(kind: type[Any], seed: int) -> Any:
    """The same for a seed."""
    message = kind()
    fill(message, random.Random(seed))
    return message
