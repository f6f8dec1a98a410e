"""What tables and lobby asked the wallets of released versions, asked again of today's."""

import base64
from typing import Any

import pytest
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.descriptor_pool import Default
from google.protobuf.message_factory import GetMessageClass

from riverbus.core.errors import RoomError
from riverbus.core.ports import Caller
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.recorded.recordings import VERSIONS, lines
from tests.wallet.rig import Rig, rigged
from tests.wallet.room import config


class Call:
    """One recorded call."""

    def __init__(self, line: dict[str, Any]) -> None:
        service, self.name = line["method"].removeprefix("/").rsplit("/", 1)
        pool = Default()
        found: MethodDescriptor = pool.FindServiceByName(service).FindMethodByName(self.name)
        self.request = GetMessageClass(found.input_type).FromString(_bytes(line["request"]))
        self.caller = Caller(
            line["service"], line["account"] or None, "", frozenset(line["roles"]), "s1"
        )
        self.told: Any = line.get("error", "")
        """The answer, or the error's code."""
        if "answer" in line:
            self.told = GetMessageClass(found.output_type).FromString(_bytes(line["answer"]))

    async def ask(self, rig: Rig) -> Any:
        """The answer of today, or the error's code."""
        try:
            return await rig.ask(self.caller, self.name, self.request, 10)
        except RoomError as error:
            return error.code


@pytest.mark.parametrize("version", VERSIONS)
async def test_every_answer_is_as_it_was_and_is_given_again(
    version: str, fresh_database: FreshDatabases, nats_url: str, keys: TestKeys
) -> None:
    """In the order of the requests; asked once more nothing moves (SEAMS 18)."""
    calls = [Call(line) for line in lines(version, "wallet_requests")]
    assert {"BuyIn", "OpenHand", "SettleHand"} <= {call.name for call in calls}
    url = await fresh_database("wallet")
    configuration = config(url, nats_url, keys, refill_every_s=0)
    async with rigged(configuration, fresh_database.admin_of(url), keys) as rig:
        for call in calls:
            assert await call.ask(rig) == call.told
        booked = await rig.booked()
        for call in calls:
            if call.name == "ReconcileTable":
                continue  # a comparison with the books of now, without an id
            again = await call.ask(rig)
            if call.name == "OpenAccount":
                assert again.granted == call.told.granted, "it tells the balances of now"
            else:
                assert again == call.told
        assert await rig.booked() == booked
        rows = await rig.spy.fetch("select id, content_hash from wallet.operations")
        now = {row["id"]: bytes(row["content_hash"]).hex() for row in rows}
        then = {
            line["id"]: line["content_hash"]
            for line in lines(version, "wallet_ids")
            if not line["id"].startswith("reconcile:")  # the wallet's own, new each time
        }
        assert then.items() <= now.items(), "the same content has the same hash for ever"


def _bytes(text: str) -> bytes:
    return base64.b64decode(text)
