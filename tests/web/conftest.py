"""A real browser for the page's tests: Debian's chromium, or what RIVERBUS_CHROMIUM names."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.fixtures.servers import scratch_folder
from tests.fixtures.skips import skip_without
from tests.web.player import Player
from tests.web.room import RoomWithBots

EXPECT_MS = 15_000
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser a module, so that no event loop of it outlives the module's tests."""
    program = os.environ.get("RIVERBUS_CHROMIUM") or shutil.which("chromium")
    if not program:
        skip_without("browser")
    # Conditions hold within moments; the rest is for a machine that has other work.
    expect.set_options(timeout=EXPECT_MS)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def room() -> Iterator[RoomWithBots]:
    """The whole room with bots, real servers and all, on free ports."""
    with scratch_folder() as folder, RoomWithBots(folder) as made:
        yield made


@pytest.fixture
def player(room: RoomWithBots, browser: Browser) -> Iterator[Player]:
    """A newcomer with an own browser context, just signed up, in the lobby."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    newcomer = Player(context.new_page(), room.url)
    newcomer.sign_up()
    yield newcomer
    newcomer.leave_all()
    context.close()
    assert newcomer.errors == []
