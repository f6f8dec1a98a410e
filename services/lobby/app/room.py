"""What all use cases of the lobby share: store, clock, ids, secrets, terms and name rules."""

import datetime
from collections.abc import Mapping

import msgspec

from riverbus.core.ports import Clock, Ids
from services.lobby.app.ports import Secrets, Store
from services.lobby.domain.accounts import Account
from services.lobby.domain.facts import AccountFact, Fact
from services.lobby.domain.names import NameRules
from services.lobby.domain.registration import MAJORITY_AGES


class Terms(msgspec.Struct, frozen=True):
    """The terms in force."""

    version: str
    text: str


class Room(msgspec.Struct, frozen=True):
    """The lobby's surroundings; `bot_key` is empty where the room has no bots of its own."""

    store: Store
    clock: Clock
    ids: Ids
    secrets: Secrets
    terms: Terms
    names: NameRules
    bot_key: str = ""
    majority_ages: Mapping[str, int] = MAJORITY_AGES

    def today(self) -> datetime.date:
        """The date, UTC."""
        now_s = self.clock.now_ms() / 1_000
        return datetime.datetime.fromtimestamp(now_s, datetime.UTC).date()

    def fact(self, account_id: str, fact: Fact) -> AccountFact:
        """The fact with an id and the time."""
        return AccountFact(self.ids.uuid7(), account_id, self.clock.now_ms(), fact)

    def may_not_play(self, account: Account) -> str:
        """The code of what keeps the account from playing now, empty if nothing does."""
        return account.may_not_play(self.clock.now_ms(), self.terms.version)
