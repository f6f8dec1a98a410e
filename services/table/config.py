"""The table service's configuration."""

from typing import Annotated

from riverbus.core.games import MAX_AMOUNT
from riverbus.runtime.config import ServiceConfig, doc
from services.table.app.retention import Kept
from services.table.domain.state import Paces


class TableConfig(ServiceConfig, frozen=True, kw_only=True):
    """What the table service reads beside the common settings."""

    room_keys: Annotated[
        dict[str, str],
        doc(
            'Keys that seal cards in log and archive: {"id": "base64 of 32 bytes"} as JSON.',
            secret=True,
        ),
    ] = {}  # noqa: RUF012
    room_key: Annotated[
        str, doc("Id of the key that seals from now on; default: the last id of the ring.")
    ] = ""
    run_out_ms: Annotated[
        int, doc("Pause before each street once nobody can bet, ms.", ge=0, le=10_000)
    ] = 1_500
    show_ms: Annotated[
        int, doc("Pause before each hand is shown or mucked, ms.", ge=0, le=10_000)
    ] = 1_200
    choice_ms: Annotated[
        int, doc("Time to choose between showing and mucking, ms.", ge=0, le=30_000)
    ] = 4_000
    award_ms: Annotated[int, doc("Pause before each pot is paid, ms.", ge=0, le=10_000)] = 1_500
    hand_gap_ms: Annotated[
        int, doc("Pause between the end of a hand and the next, ms.", ge=0, le=60_000)
    ] = 2_000
    advance_ms: Annotated[
        int, doc("An advance action goes out so long after the turn came, ms.", ge=0, le=2_000)
    ] = 350
    hand_over_s: Annotated[
        float,
        doc("Drain: hands that run longer are handed over in the middle, seconds.", ge=0, le=600),
    ] = 20.0
    hands_kept_days: Annotated[
        int, doc("Archived hands are deleted after so many days; 0: never.", ge=0, le=36_500)
    ] = 0
    hand_names_kept_days: Annotated[
        int,
        doc(
            "Archived hands lose names, account ids and cards that were never shown after so many "
            "days, and leave their players' lists; 0: never.",
            ge=0,
            le=36_500,
        ),
    ] = 0
    absences_kept_days: Annotated[
        int,
        doc(
            "Records of absences and of disconnection all-ins are deleted after so many days; "
            "0: never. Budgets look back 24 hours.",
            ge=0,
            le=36_500,
        ),
    ] = 90
    reconcile_s: Annotated[
        float, doc("Seconds between two comparisons of a table with the wallet.", ge=1, le=3600)
    ] = 60.0
    resolve_alone_max: Annotated[
        int,
        doc(
            "A hand that the wallet refused, with pots above this, is decided by two operators; "
            "minor units.",
            ge=0,
            le=MAX_AMOUNT,
        ),
    ] = 100_000

    def kept(self) -> Kept:
        """For how long things are kept."""
        return Kept(
            hands_days=self.hands_kept_days,
            names_days=self.hand_names_kept_days,
            absences_days=self.absences_kept_days,
        )

    def paces(self) -> Paces:
        """How long things stay to be seen."""
        return Paces(
            run_out_ms=self.run_out_ms,
            show_ms=self.show_ms,
            choice_ms=self.choice_ms,
            award_ms=self.award_ms,
            hand_gap_ms=self.hand_gap_ms,
            advance_ms=self.advance_ms,
        )
