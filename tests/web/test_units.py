"""The page's pure modules, run in the real browser; and what the page's files may not contain."""

import re

from playwright.sync_api import Browser

from tests.web.files import WEB, served_files


def test_pure_modules(browser: Browser) -> None:
    with served_files() as address:
        page = browser.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{address}/unit/page.html")
        page.wait_for_function("globalThis.outcome !== undefined", timeout=15_000)
        outcome = page.evaluate("globalThis.outcome")
        page.close()
    assert errors == []
    assert outcome["failures"] == []
    assert outcome["count"] >= 35


def test_no_inline_code_and_no_foreign_address() -> None:
    """The content security policy allows neither, so neither may be written."""
    page = (WEB / "index.html").read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)
    for file in [*WEB.rglob("*.html"), *WEB.glob("style/*.css"), *WEB.glob("app/**/*.js")]:
        text = file.read_text().replace("http://www.w3.org/", "")
        assert not re.search(r"https?://(?!127)", text), file


def test_own_modules_are_small() -> None:
    lengths = {f: len(f.read_text().splitlines()) for f in WEB.glob("app/**/*.js")}
    assert {f.name: n for f, n in lengths.items() if n > 300} == {}


def test_vendored_modules_name_version_and_licence() -> None:
    listed = (WEB / "vendor" / "README.md").read_text()
    for file in (WEB / "vendor").glob("*.js"):
        assert f"`{file.name}`" in listed
    for licence in re.findall(r"`(LICENSE\.\w+)`", listed):
        assert (WEB / "vendor" / licence).is_file()
