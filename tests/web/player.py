"""A person at the page: what one does there, in the words of the tests."""

import contextlib
import itertools
import os
import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page, TimeoutError

TURN_MS = 60_000
PRESS_MS = 500
_names = itertools.count(1)


class Player:
    """Drives one page. Errors of its scripts are collected for the test to look at."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.name = f"Guest{os.getpid() % 10_000}x{next(_names)}"
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def by_id(self, testid: str) -> Locator:
        """The element with this test id."""
        return self.page.get_by_test_id(testid)

    def sign_up(self) -> None:
        """Make an account by the form; ends in the lobby."""
        self.page.goto(f"{self.url}/#/sign-up")
        self.by_id("field-name").fill(self.name)
        self.by_id("field-email").fill(f"{self.name}@example.org")
        self.by_id("field-password").fill("bend-in-the-river-7")
        self.by_id("field-birth_date").fill("1990-04-05")
        self.by_id("field-country").select_option("GB")
        self.by_id("field-terms").check()
        self.by_id("sign-up").click()
        self.by_id("lobby-list").wait_for(timeout=TURN_MS)

    def go_to(self, table: str) -> None:
        """Open a table and see its felt."""
        self.page.goto(f"{self.url}/#/table/{table}")
        self.page.locator(f'[data-table="{table}"]').wait_for()

    def sit_down(self) -> None:
        """Buy in with what the dialog proposes, and post so as to be dealt in soon."""
        self.by_id("sit-down").click()
        self.by_id("buy-in-confirm").wait_for()
        wait = self.by_id("wait-big-blind")
        if wait.count():
            wait.uncheck()
        self.by_id("buy-in-confirm").click()
        self.by_id("buy-in").wait_for(state="detached")
        self.page.locator(".pod.own").wait_for()

    def leave_all(self) -> None:
        """Give back every seat, so that the next test finds one."""
        tabs = self.page.locator('[data-testid^="tab-table-"]')
        for name in [tab.get_attribute("data-testid") or "" for tab in tabs.all()]:
            self.go_to(name.removeprefix("tab-table-"))
            self.page.keyboard.press("Escape")
            self.by_id("tool-leave").click()
            self.by_id("leave-confirm").click()
            self.by_id("lobby-list").wait_for()

    @property
    def kind(self) -> str:
        """What the dock asks for: watch, seat, advance, act or draw."""
        return self.by_id("dock").get_attribute("data-kind") or ""

    @property
    def prompt(self) -> str:
        """Hand, turn and price that the dock asks about; empty when it is not the own turn."""
        return self.by_id("dock").get_attribute("data-prompt") or ""

    @property
    def hand(self) -> str:
        """The hand on the felt."""
        return self.by_id("stage").get_attribute("data-hand") or ""

    def wait_for_turn(self) -> str:
        """Until the own turn; the prompt."""
        self.page.locator('[data-testid="dock"][data-kind="act"]').wait_for(timeout=TURN_MS)
        return self.prompt

    def until_answered(self, prompt: str, press: Callable[[], None]) -> None:
        """Press until the prompt is another: a press too soon after a new price does nothing."""
        deadline = time.monotonic() + 20
        while self.prompt == prompt:
            assert time.monotonic() < deadline, f"not taken: {self.by_id('dock').inner_text()}"
            press()

    def press(self, testid: str) -> None:
        """A click on a button of the dock, if it can be clicked within a moment."""
        with contextlib.suppress(TimeoutError):
            self.by_id(testid).click(timeout=PRESS_MS)

    def tap(self, testid: str) -> None:
        """The same by touch."""
        with contextlib.suppress(TimeoutError):
            self.by_id(testid).tap(timeout=PRESS_MS)

    def play_hand(self, press: Callable[[], None]) -> str:
        """From the first own turn on, answer every prompt of one hand; the hand."""
        self.wait_for_turn()
        hand = self.hand
        deadline = time.monotonic() + 90
        while self.hand == hand and not self.ended():
            assert time.monotonic() < deadline, "the hand did not end"
            prompt = self.prompt
            if prompt and self.kind == "act":
                self.until_answered(prompt, press)
            elif prompt and self.kind == "draw":
                self.until_answered(prompt, lambda: self.press("stand-pat"))
        return hand

    def ended(self) -> bool:
        """Whether the hand on the felt has been paid."""
        return self.page.locator('[data-look="winner"]').count() > 0
