"""The lobby changes a table while it is played (SEAMS 16)."""

import msgspec

from riverbus.core.games import Stakes
from riverbus.engine.actions import FOLD
from services.table.domain.commands import Configure
from tests.table.domain.felt import Felt

DEARER = Stakes(small_blind=50, big_blind=100, lower=100, upper=200)


def test_seams_16_a_change_takes_effect_with_the_next_open() -> None:
    felt = Felt()
    felt.sit("A")
    felt.sit("B")
    hand_id = felt.table.core.hand_id
    settings = felt.table.settings
    felt.run(Configure(msgspec.structs.replace(settings, stakes=DEARER, revision=2)))
    assert felt.table.settings.stakes == settings.stakes, "the running hand keeps its price"
    assert sum(felt.bet(name) for name in "AB") == 15
    felt.act(felt.to_act, FOLD)
    assert felt.table.core.hand_id != hand_id
    assert felt.table.settings.stakes == DEARER
    assert sum(felt.bet(name) for name in "AB") == 150
    felt.verify_replay()


def test_seams_16_an_older_revision_changes_nothing() -> None:
    felt = Felt()
    newer = msgspec.structs.replace(felt.table.settings, stakes=DEARER, revision=3)
    felt.run(Configure(newer))
    late = felt.run(Configure(msgspec.structs.replace(felt.table.settings, revision=2)))
    assert late is None
    assert felt.table.settings == newer
