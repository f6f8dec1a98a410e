"""The OpenAPI document against the real room: schemathesis invents requests and judges answers."""

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from riverbus.bots.api import Identity, RoomApi
from riverbus.runtime.embedded.nats_server import NatsServer
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.gateway.real_room import BOT_KEY, ROOM_KEY, RealRoom, real_room, seeds_file
from tests.gateway.rig import app_of
from tests.runtime.waiting import until

EXAMPLES = 12
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


def operations(document: dict[str, object]) -> list[Any]:
    """All operations of the document."""
    schema = schemathesis.openapi.from_dict(document)
    results: list[Any] = list(schema.get_all_operations())
    return [result.ok() for result in results]


def judge(operation: Any, url: str, token: str) -> None:
    """Invented requests to one operation; raises for the first answer that does not fit."""

    @hypothesis.given(case=operation.as_strategy())
    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    def check(case: Any) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        case.call_and_validate(base_url=url, headers=headers, checks=CHECKS, timeout=20)

    check()


@pytest.mark.timeout(200)
async def test_every_operation_does_what_the_document_says(
    keys: TestKeys,
    nats_server: NatsServer,
    fresh_database: FreshDatabases,
    tmp_path: Path,
) -> None:
    async with real_room(keys, nats_server.url, fresh_database) as room:
        await start(room, tmp_path)
        [url] = room.urls
        token = await RoomApi(room.http, [url]).enter(Identity.of("Judge", BOT_KEY), BOT_KEY)
        async with room.http.get(f"{url}/api/openapi.json") as response:
            document = await response.json()
        failures = []
        await until(lambda: bool(app_of(room.running["gateway-0"])._routes.addresses()), 30)
        for operation in operations(document):
            if operation.path in ("/api/sign-out", "/api/me/password"):
                continue  # they would end the judge's own session
            try:
                await asyncio.to_thread(partial(judge, operation, url, token))
            except (Exception, ExceptionGroup) as error:
                failures.append(f"{operation.label}: {error}")
        assert not failures, "\n".join(failures)


async def start(room: RealRoom, folder: Path) -> None:
    """The whole room, with credits that a judge cannot use up."""
    seeds = seeds_file(folder, ("river", "holdem", "no-limit", "small_blind = 50, big_blind = 100"))
    await room.start("wallet")
    await room.start("lobby", lobby_seeds_file=seeds)
    await room.start("chat")
    await room.start("table", table_room_keys=json.dumps({"k1": ROOM_KEY}))
    await room.start(
        "gateway",
        gateway_account_burst="10000",
        gateway_account_per_s="10000",
        gateway_address_burst="10000",
        gateway_address_per_s="10000",
    )
