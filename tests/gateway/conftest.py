"""The house of each test."""

from collections.abc import AsyncIterator

import pytest

from riverbus.runtime.bus import NatsBus
from tests.fixtures.keys import TestKeys
from tests.gateway.rig import House, opened


@pytest.fixture
async def house(keys: TestKeys, bus: NatsBus, nats_url: str) -> AsyncIterator[House]:
    """Neighbours without a gateway yet."""
    async with opened(keys, bus, nats_url) as made:
        yield made
