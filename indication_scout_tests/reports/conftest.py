"""One headless Chromium for all tests that look at a page; ``CHROMIUM`` is Debian's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

SHELL, WHOLE = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")
CHROMIUM = SHELL if SHELL.exists() else WHOLE
"""The shell shows the same pages and takes less of the processor: it draws no window."""
NEEDS_CHROMIUM = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"There is neither {SHELL} nor {WHOLE}")
IN_A_BROWSER = [pytest.mark.browser, NEEDS_CHROMIUM]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as started:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        opened = started.chromium.launch(executable_path=str(CHROMIUM), args=arguments)
        yield opened
        opened.close()


def visited(browser: Browser, address: str) -> tuple[list[str], list[str]]:
    """What a page complains of, and what it requests, until it asks for nothing more."""
    with browser.new_context() as context:
        opened = context.new_page()
        complaints: list[str] = []
        requests: list[str] = []
        opened.on("console", lambda message: complaints.append(message.text))
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.on("request", lambda request: requests.append(request.url))
        opened.goto(address)
        opened.wait_for_load_state("networkidle")
        return complaints, [url for url in requests if not url.startswith("data:")]


def open_everything(page: Page) -> None:
    """Press the button that opens every folded part."""
    page.get_by_role("button", name="Open everything").click()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The module's ``address``, opened on a screen; a complaint of the page fails the test."""
    with browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light") as context:
        opened = context.new_page()
        complaints: list[str] = []
        opened.on("console", lambda message: complaints.append(message.text))
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.goto(address)
        yield opened
        assert complaints == []
