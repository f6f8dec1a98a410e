"""A hand's result as the wallet books it, and what operators decide of one that it refused.

Parts of intents and of the table's core: they are stored, so a default is never changed.
"""

import msgspec


class SeatResult(msgspec.Struct, frozen=True):
    """What a seat put in and what came back uncalled."""

    seat: int
    contributed: int
    returned: int


class PotShare(msgspec.Struct, frozen=True):
    """A seat's part of a pot."""

    seat: int
    amount: int


class PotResult(msgspec.Struct, frozen=True):
    """A pot before rake, and where it went."""

    amount: int
    eligible: tuple[int, ...]
    shares: tuple[PotShare, ...]
    rake: int


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """A hand's result for the wallet (SEAMS 21)."""

    seats: tuple[SeatResult, ...]
    pots: tuple[PotResult, ...]
    drop_reached: bool
    resolution: str = ""


class HandResolved(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What operators decided of a hand whose result the wallet refused (SEAMS 19)."""

    id: str
    """The action id of who proposed it; who agrees names it."""
    hand_id: str
    attempt: int
    """The refused call that it answers."""
    reason: str
    by: str
    """Account of who proposed it."""
    by_name: str = ""
    at_ms: int = 0
    settlement: Settlement | None = None
    """The content of the next attempt; None: the hand is cancelled."""
    agreed_by: str = ""
    """Account of the second operator; empty: none was needed."""
    agreed_name: str = ""
