"""The bus of the contract tests: the real one and the simulator's."""

import random
from collections.abc import AsyncIterator

import pytest

from riverbus.core.ports import Bus
from riverbus.runtime.streams import STREAMS
from riverbus.sim.broker import Broker
from riverbus.sim.bus import MemoryBus
from riverbus.sim.network import Network, Weather
from tests.fixtures.servers import connected_bus


@pytest.fixture(params=["nats", "memory"])
async def any_bus(request: pytest.FixtureRequest) -> AsyncIterator[Bus]:
    """What is promised must hold on both."""
    if request.param == "memory":
        streams = {declared.name: list(declared.subjects) for declared in STREAMS}
        yield MemoryBus(Broker(Network(random.Random(1), Weather()), streams), "tests")
        return
    async with connected_bus(request.getfixturevalue("nats_url")) as made:
        yield made
