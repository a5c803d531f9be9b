"""The assessed report in a real browser: Debian's Chromium, headless, from ``file://``."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from indication_scout_assets.reports.html_report import render_html

from .conftest import IN_A_BROWSER, open_everything, visited
from .sample import assessed_report

pytestmark = IN_A_BROWSER


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("pages") / "sildenafil.html"
    path.write_text(render_html(assessed_report()), encoding="utf-8")
    return path.as_uri()


def ranks(page: Page) -> list[str]:
    return page.locator("table.assessed tbody tr td:first-child").all_text_contents()


def test_no_error_and_no_request_of_its_own(browser: Browser, address: str) -> None:
    assert visited(browser, address) == ([], [address])


def test_every_citation_lands_on_its_words(page: Page) -> None:
    open_everything(page)
    links = page.locator("a.cite")
    hrefs = links.evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert len(hrefs) == 15
    for n, href in enumerate(hrefs):
        links.nth(n).click()
        pieces = page.locator(f"[data-spans~='{href[1:]}']")
        lit = page.locator("mark.lit")
        expect(lit).to_have_text(pieces.all_text_contents())  # waits: until then the words of the link before are lit
        assert lit.all_text_contents() == pieces.all_text_contents()
        assert lit.first.evaluate(
            "m => { const b = m.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight; }"
        )


def test_without_script_every_citation_still_leads_to_visible_words(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        opened = context.new_page()
        opened.goto(address)
        hrefs = re.findall(r'<a href="#([\w-]+)" class="cite"', opened.content())
        assert len(hrefs) == 15
        for anchor in sorted(set(hrefs)):
            opened.goto(f"{address}#{anchor}")
            assert opened.locator(f"#{anchor}").is_visible(), anchor


def test_the_first_table_sorts_by_keyboard_in_every_column(page: Page) -> None:
    open_everything(page)
    assert ranks(page) == ["1 (1–3)", "2", "3 (2–4)", "4"]
    heads = page.locator("table.assessed thead th")
    for n in range(heads.count()):
        heads.nth(n).locator("button").focus()
        page.keyboard.press("Enter")
        assert heads.nth(n).get_attribute("aria-sort") in {"ascending", "descending"}
        assert page.locator("table.assessed th[aria-sort]").count() == 1
    page.get_by_role("button", name="Before").click()
    assert ranks(page) == ["1 (1–3)", "4", "2", "3 (2–4)"]
    page.get_by_role("button", name="Harm here").click()
    assert ranks(page)[:2] == ["1 (1–3)", "4"]


def test_the_first_table_is_read_without_scrolling_on_a_desk_and_on_a_phone(page: Page) -> None:
    open_everything(page)
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        for table in ("first", "assessed"):
            fits = f"(t => t.scrollWidth <= t.parentElement.clientWidth)(document.querySelector('table.{table}'))"
            assert page.evaluate(fits), (table, width)
    assert page.get_by_role("button", name="Before").is_visible(), "a phone can sort too"


def test_on_paper_only_an_opened_candidate_begins_a_page_and_the_first_page_is_a_table(page: Page) -> None:
    page.set_viewport_size({"width": 688, "height": 1009})  # A4 within its margins
    heights = "['top', 'candidates'].map(i => document.getElementById(i).offsetHeight)"
    page.emulate_media(media="print")
    assert sum(page.evaluate(heights)) < 1009, "the first screen is one page"
    assert page.locator("table.assessed").is_hidden()
    assert page.locator(".print-only").is_visible(), "what is left out is said"
    breaks = "all => all.map(e => getComputedStyle(e).breakBefore)"
    assert page.locator(".candidate").evaluate_all(breaks) == ["auto"] * 4
    page.emulate_media(media="screen")
    open_everything(page)
    page.emulate_media(media="print")
    assert page.locator(".candidate").evaluate_all(breaks) == ["page"] * 4
    assert page.locator(".print-only").is_hidden()
    assert page.locator("table.assessed tbody tr").first.evaluate("e => getComputedStyle(e).display") == "table-row"
    assert page.evaluate("document.querySelector('table.assessed').offsetWidth") <= 688
