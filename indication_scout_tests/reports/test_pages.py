"""The page in a real browser: Debian's Chromium, headless, from ``file://``."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from indication_scout_assets.reports.html_report import render_html

from .conftest import IN_A_BROWSER, open_everything
from .sample import sample_report, withdrawn_report

pytestmark = [*IN_A_BROWSER, pytest.mark.slow]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("pages") / "sildenafil.html"
    path.write_text(render_html(sample_report()), encoding="utf-8")
    return path.as_uri()


def test_axe_finds_nothing_with_everything_closed_and_open(browser: Browser, address: str) -> None:
    """In both themes: what is closed is not looked at, so everything is opened in one of them."""
    for scheme, opens in (("light", True), ("dark", False)):
        with browser.new_context(color_scheme="dark" if scheme == "dark" else "light") as context:
            opened = context.new_page()
            opened.goto(address)
            if opens:
                open_everything(opened)
            result = Axe().run(opened)
            assert result.violations_count == 0, f"{scheme}: {result.generate_report()}"


def test_marks_of_the_timeline_lead_to_their_record(page: Page) -> None:
    open_everything(page)
    page.locator("#candidate-1 svg a[href='#candidate-1-trial-NCT99000002'] rect").click()
    assert page.url.endswith("#candidate-1-trial-NCT99000002")
    assert page.locator("#candidate-1-trial-NCT99000002").is_visible()


def test_trial_and_paper_lead_to_each_other(page: Page) -> None:
    open_everything(page)
    page.locator("#candidate-1-trial-NCT99000001 a", has_text="PMID 99000001").click()
    assert page.url.endswith("#candidate-1-article-99000001")
    page.locator("#candidate-1-article-99000001 a", has_text="NCT99000001").click()
    assert page.url.endswith("#candidate-1-trial-NCT99000001")
    assert page.locator("#candidate-1-trial-NCT99000001").is_visible()


def test_the_line_on_sources_leads_to_their_table(page: Page) -> None:
    assert not page.locator("#sources table.searched").is_visible()
    page.get_by_role("link", name="What was searched").last.click()
    assert page.locator("#sources table.searched").is_visible()
    page.locator("#sources").wait_for(state="visible")


def test_what_must_be_seen_is_seen_without_a_click(page: Page) -> None:
    for text in (
        "2 failed: OMIM",
        "Known harm of the drug",
        "Approved for",
        "Tried and failed, or stopped early",
        "Retracted and excluded",
    ):
        assert page.get_by_text(text).first.is_visible(), text
    page.get_by_role("link", name="Safety", exact=True).first.click()
    for text in ("voluntary and unverified", "Do not give to"):
        assert page.get_by_text(text).first.is_visible(), text
    assert not page.get_by_text("LAST WORDS").is_visible()
    page.locator("#safety summary", has_text="more").first.click()
    assert page.get_by_text("LAST WORDS").is_visible()


def test_the_open_web_is_set_apart(page: Page) -> None:
    block = page.locator("section.quarantine")
    assert block.evaluate("e => getComputedStyle(e).borderTopStyle") == "dashed"
    assert block.evaluate(
        "e => getComputedStyle(e).backgroundColor !== getComputedStyle(document.body).backgroundColor"
    )


def test_theme_follows_the_system_and_the_reader(page: Page) -> None:
    def paper() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    light = paper()
    page.emulate_media(color_scheme="dark")
    dark = paper()
    assert light != dark
    page.get_by_role("button", name="Light theme").click()
    assert paper() == light
    page.get_by_role("button", name="Dark theme").click()
    assert paper() == dark


def test_paper_shows_what_is_open_and_all_of_it_when_asked(page: Page) -> None:
    page.emulate_media(media="print")
    assert page.locator("nav.contents").is_hidden()
    assert page.locator("#rest").is_hidden()
    assert page.locator("table.first").first.is_visible()
    page.emulate_media(media="screen")
    open_everything(page)
    page.emulate_media(media="print")
    hidden = "[...document.querySelectorAll('details > :not(summary)')].filter(e => e.offsetHeight === 0).length"
    assert page.evaluate(hidden) == 0


def test_withdrawn_drug_without_candidates(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "rofecoxib.html"
    path.write_text(render_html(withdrawn_report()), encoding="utf-8")
    with browser.new_context(viewport={"width": 360, "height": 800}) as context:
        opened = context.new_page()
        opened.goto(path.as_uri())
        assert opened.get_by_text("This drug has been withdrawn").is_visible()
        assert opened.evaluate("document.documentElement.scrollWidth") <= 360
