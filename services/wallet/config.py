"""The wallet's configuration."""

from typing import Annotated

from riverbus.runtime.config import ServiceConfig, doc
from services.wallet.domain.policy import RoomPolicy


class WalletConfig(ServiceConfig, frozen=True, kw_only=True):
    """What the wallet reads beside the common settings; amounts are in minor units."""

    currencies: Annotated[
        tuple[str, ...], doc("Real-money currencies that the room offers, comma-separated.")
    ] = ("USD", "EUR", "GBP")
    play_grant: Annotated[int, doc("Play chips that a new account gets.", ge=0, le=10**12)] = (
        1_000_000
    )
    refill_below: Annotated[
        int, doc("Play chips are refilled for who holds less than this.", ge=0, le=10**12)
    ] = 100_000
    refill_to: Annotated[int, doc("A refill fills up to this.", ge=1, le=10**12)] = 1_000_000
    refill_every_s: Annotated[int, doc("Seconds between two refills.", ge=0)] = 4 * 3_600
    reducing_window_s: Annotated[
        int, doc("Seconds within which one comes back with at least what one left with.", ge=0)
    ] = 3_600
    daily_deposit: Annotated[
        int, doc("Most that a player deposits in 24 hours, each currency.", ge=0)
    ] = 1_000_000
    daily_transfer: Annotated[
        int, doc("Most that a player transfers to others in 24 hours, each currency.", ge=0)
    ] = 200_000
    consent_above: Annotated[
        int, doc("Adjustments above this wait for a second operator.", ge=0)
    ] = 50_000
    audit_every_s: Annotated[
        int, doc("Seconds between two audits by the service; 0: none.", ge=0)
    ] = 300
    retired_keys: Annotated[
        tuple[str, ...],
        doc("Public keys, base64, comma-separated, that signed heads before the present one."),
    ] = ()
    head_every_s: Annotated[int, doc("Seconds between two signed heads.", ge=1)] = 60

    def policy(self) -> RoomPolicy:
        """The room's money policy."""
        return RoomPolicy(
            currencies=frozenset(self.currencies),
            play_grant=self.play_grant,
            refill_below=self.refill_below,
            refill_to=self.refill_to,
            refill_every_ms=self.refill_every_s * 1_000,
            reducing_window_ms=self.reducing_window_s * 1_000,
            daily_deposit=self.daily_deposit,
            daily_transfer=self.daily_transfer,
            consent_above=self.consent_above,
        )
