"""A real browser for the page's tests: Debian's chromium, or what RIVERBUS_CHROMIUM names."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.fixtures.skips import skip_without

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
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield launched
        launched.close()
