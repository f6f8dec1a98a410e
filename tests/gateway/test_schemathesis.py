"""The OpenAPI document against the real room: schemathesis invents requests and judges answers."""

import asyncio
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
from tests.fixtures.databases import FreshDatabases
from tests.fixtures.keys import TestKeys
from tests.gateway.real_room import BOT_KEY, RealRoom, real_room, seeds_file

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


@pytest.mark.timeout(90)
async def test_every_operation_does_what_the_document_says(
    keys: TestKeys,
    nats_url: str,
    fresh_database: FreshDatabases,
    tmp_path: Path,
) -> None:
    async with real_room(keys, nats_url, fresh_database) as room:
        await start_without_tables(room, tmp_path)
        [url] = room.urls
        token = await RoomApi(room.http, [url]).enter(Identity.of("Judge", BOT_KEY), BOT_KEY)
        async with room.http.get(f"{url}/api/openapi.json") as response:
            document = await response.json()
        failures = []
        for operation in operations(document):
            if operation.path in ("/api/sign-out", "/api/me/password"):
                continue  # they would end the judge's own session
            try:
                await asyncio.to_thread(partial(judge, operation, url, token))
            except (Exception, ExceptionGroup) as error:
                failures.append(f"{operation.label}: {error}")
        assert not failures, "\n".join(failures)


async def start_without_tables(room: RealRoom, folder: Path) -> None:
    """Everything but table processes, with credits that a judge cannot use up."""
    seeds = seeds_file(folder, ("river", "holdem", "no-limit", "small_blind = 50, big_blind = 100"))
    await room.start("wallet")
    await room.start("lobby", lobby_seeds_file=seeds)
    if (Path(__file__).parents[2] / "services" / "chat" / "wiring.py").exists():
        await room.start("chat")
    await room.start(
        "gateway",
        gateway_account_burst="10000",
        gateway_account_per_s="10000",
        gateway_address_burst="10000",
        gateway_address_per_s="10000",
    )
