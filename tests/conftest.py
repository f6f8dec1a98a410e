"""Real servers for all tests: NATS and PostgreSQL, started at first use, ended by pid.

Each xdist worker has its own. With CI=true a skip for a missing server or tool is a failure.
"""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from riverbus.runtime.bus import NatsBus
from riverbus.runtime.embedded.nats_server import NatsServer
from tests.fixtures.databases import FreshDatabases, start_postgres
from tests.fixtures.keys import TestKeys
from tests.fixtures.servers import connected_bus, memory_folder, scratch_folder

pytest_plugins = ["tests.fixtures.skips"]

LONG_FIRST = (
    "simulation/test_room.py",
    "web/test_play.py",
    "gateway/test_scanner.py",
    "web/test_games.py",
    "simulation/test_crash_points.py",
    "gateway/test_real_room.py",
    "web/test_seat.py",
    "cli/test_wheel.py",
    "table/test_six_crash_points.py",
    "web/test_self.py",
    "chaos/",
    "web/test_windows.py",
    "cli/test_backup.py",
    "web/",
    "simulation/",
    "table/test_flows.py",
    "table/test_processes.py",
    "cli/",
    "deploy/",
    "table/",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first, those that compute between those that wait: no worker is left with one."""
    here = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        name = item.path.relative_to(here).as_posix()
        return next((n for n, start in enumerate(LONG_FIRST) if name.startswith(start)), 99)

    items.sort(key=place)


@pytest.fixture(scope="session")
def server_folder() -> Iterator[Path]:
    """Where this worker's servers keep their data; removed at the end."""
    with scratch_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def databases(server_folder: Path) -> Iterator[FreshDatabases]:
    """One PostgreSQL for the worker: RIVERBUS_DATABASE_URL, the system's, or the wheel's."""
    with memory_folder(server_folder) as folder, start_postgres(folder / "postgres") as made:
        yield made


@pytest.fixture
async def fresh_database(databases: FreshDatabases) -> AsyncIterator[FreshDatabases]:
    """`await fresh_database("wallet")`: URL of a new migrated database, dropped after the test."""
    yield databases
    await databases.drop_all()


@pytest.fixture(scope="module")
def module_nats(server_folder: Path) -> Iterator[NatsServer]:
    """An empty NATS for the module, without users."""
    with scratch_folder(server_folder) as folder:
        server = NatsServer(folder)
        server.start()
        yield server
        server.stop()


@pytest.fixture
def nats_url(module_nats: NatsServer) -> str:
    """URL of the module's NATS."""
    return module_nats.url


@pytest.fixture
def nats_server(server_folder: Path) -> Iterator[NatsServer]:
    """A NATS of the test's own, to kill, pause and start again."""
    with scratch_folder(server_folder) as folder:
        server = NatsServer(folder)
        server.start()
        yield server
        server.resume()
        server.stop()


@pytest.fixture
async def bus(nats_url: str) -> AsyncIterator[NatsBus]:
    """A Bus on the module's NATS; all streams and buckets exist."""
    async with connected_bus(nats_url) as made:
        yield made


@pytest.fixture(scope="session")
def keys() -> TestKeys:
    """Key pairs of all services."""
    return TestKeys()
