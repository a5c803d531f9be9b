"""The start page in a real browser: Debian's Chromium, headless, from ``file://``."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from indication_scout_assets.reports.start_page import render_start_page

from .conftest import IN_A_BROWSER, visited
from .sample_comparison import sample_comparison
from .test_page_layout import CONTRAST

pytestmark = IN_A_BROWSER


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("start")
    (folder / "index.html").write_text(render_start_page(sample_comparison()), encoding="utf-8")
    (folder / "bupropion.html").write_text("<title>Bupropion</title><h2 id='candidate-2'>2</h2>", encoding="utf-8")
    return (folder / "index.html").as_uri()


def rows(page: Page) -> list[str]:
    names: list[str] = page.locator("#matrix tbody th").evaluate_all("all => all.map(h => h.firstChild.textContent)")
    return names


def columns(page: Page) -> list[str]:
    names: list[str] = page.locator("#matrix thead th:not(:first-child)").all_text_contents()
    return names


def drugs(page: Page) -> list[str]:
    return [name for name in page.locator(".drugs tbody th:visible").all_text_contents() if name]


def test_it_asks_for_nothing(browser: Browser, address: str) -> None:
    assert visited(browser, address) == ([], [address])


def test_the_matrix_shows_every_disease_and_every_drug_that_has_one(page: Page) -> None:
    assert rows(page) == ["pulmonary hypertension", "obesity", "Sjögren syndrome", "seizure disorder"]
    assert columns(page) == ["Bupropion", "Baricitinib", "Sildenafil"], "most diseases first"
    first = page.locator("#matrix tbody tr").first.locator("td")
    assert [" ".join(t.split()) for t in first.all_text_contents()] == [
        "Bupropion 2 −0.25", "Baricitinib 1◆ 0.75", "Sildenafil A",
    ]  # fmt: skip
    assert page.locator("#list").is_hidden()


@pytest.mark.parametrize(
    ("typed", "diseases", "names"),
    [
        ("obes", ["obesity"], ["Baricitinib", "Bupropion"]),
        ("SJOGREN", ["Sjögren syndrome"], ["Sildenafil"]),
        ("syndrome sicca", ["Sjögren syndrome"], ["Sildenafil"]),
        ("viagra", ["pulmonary hypertension", "Sjögren syndrome"], ["Sildenafil"]),
        ("nosuch", [], ["<i>nosuch</i>"]),
        ("pah obesity", [], []),
    ],
)
def test_typing_filters_rows_columns_and_drugs(
    page: Page, typed: str, diseases: list[str], names: list[str]
) -> None:  # fmt: skip
    page.get_by_label("Disease or drug").press_sequentially(typed)
    assert (rows(page) if page.locator("#matrix").is_visible() else []) == diseases
    assert drugs(page) == names
    if diseases:
        assert set(columns(page)) == set(names)


def test_a_synonym_says_under_which_name_it_was_found(page: Page) -> None:
    page.get_by_label("Disease or drug").fill("pah")
    assert page.locator("#matrix .also").all_text_contents() == ["also called “PAH”"]
    page.get_by_label("Disease or drug").fill("pulmonary")
    assert page.locator("#matrix .also").count() == 0


def test_nothing_found_is_said_and_clearing_brings_all_back(page: Page) -> None:
    box, summary = page.get_by_label("Disease or drug"), page.locator("#found")
    box.fill("xyzzy")
    assert "Nothing here is called “xyzzy”" in (summary.text_content() or "")
    assert page.locator("#matrix").is_hidden()
    box.fill("")
    assert len(rows(page)) == 4
    assert summary.text_content() == "4 diseases and 5 drugs."


def test_the_search_is_in_the_address_and_comes_from_it(page: Page, address: str) -> None:
    page.get_by_label("Disease or drug").fill("lung hyper")
    page.wait_for_url(f"{address}#q=lung%20hyper")
    page.goto("about:blank")
    for link in (f"{address}#q=sicca", f"{address}?q=sicca"):
        page.goto(link)
        assert page.get_by_label("Disease or drug").input_value() == "sicca"
        assert rows(page) == ["Sjögren syndrome"]


def test_diseases_and_drugs_sort(page: Page) -> None:
    page.locator("#rows").select_option("name")
    assert rows(page) == ["obesity", "pulmonary hypertension", "seizure disorder", "Sjögren syndrome"]
    page.locator("#rows").select_option("best score")
    assert rows(page) == ["pulmonary hypertension", "obesity", "Sjögren syndrome", "seizure disorder"]
    page.locator("#columns").select_option("name")
    assert columns(page) == ["Baricitinib", "Bupropion", "Sildenafil"]
    page.locator(".drugs thead button", has_text="Candidates").first.click()
    assert drugs(page)[:2] == ["Bupropion", "Baricitinib"]


def test_a_cell_leads_to_its_candidate(page: Page) -> None:
    page.locator("#matrix a.cell", has_text="2").first.click()
    page.wait_for_url("**/bupropion.html#candidate-2")
    assert page.title() == "Bupropion"


def test_the_list_holds_the_same_and_is_chosen_by_keyboard(page: Page) -> None:
    page.get_by_role("button", name="List").focus()
    page.keyboard.press("Enter")
    assert page.locator("#matrix").is_hidden()
    assert page.locator("#list tbody tr:visible").count() == 4
    assert page.get_by_role("button", name="List").get_attribute("aria-pressed") == "true"


def test_headings_stay_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 500, "height": 500})
    frame = page.locator("#matrix")
    frame.evaluate("f => { f.style.maxHeight = '9rem'; f.style.maxWidth = '24rem'; f.scrollTo(500, 500); }")
    seen = """cell => {
        const f = document.getElementById('matrix').getBoundingClientRect(), b = cell.getBoundingClientRect();
        return [b.left - f.left, b.top - f.top]; }"""
    assert frame.evaluate("f => f.scrollLeft > 0 && f.scrollTop > 0")
    assert max(frame.locator("thead th").first.evaluate(seen)) <= 2
    assert frame.locator("tbody th").last.evaluate(seen)[0] <= 2


@pytest.mark.parametrize("width", [320, 768])
def test_no_sideways_scroll(browser: Browser, address: str, width: int) -> None:
    with browser.new_context(viewport={"width": width, "height": 800}) as context:
        opened = context.new_page()
        opened.goto(address)
        assert opened.locator("#list").is_visible() == (width < 700), "a phone begins with the list"
        for view in ("Matrix", "List"):
            opened.get_by_role("button", name=view).click()
            assert opened.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    for view in ("Matrix", "List"):
        page.get_by_role("button", name=view).click()
        assert page.evaluate(CONTRAST) == []


def test_works_without_script(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        opened = context.new_page()
        opened.goto(address)
        assert opened.locator("#list tbody tr").count() == 4
        assert opened.locator(".controls").is_hidden()
        opened.locator("#list a.cell", has_text="Bupropion 2").click()
        assert opened.title() == "Bupropion"


def test_a_wide_matrix_begins_small_and_grows(browser: Browser, tmp_path: Path) -> None:
    sample = sample_comparison()
    drug, disease = sample.drugs[2], sample.diseases[0]
    cell = sample.by_pair()[disease.id, drug.slug]
    copies = sample.model_copy(
        update={
            "drugs": tuple(drug.model_copy(update={"slug": f"d{n}", "name": f"drug {n:02}"}) for n in range(60)),
            "diseases": (disease,),
            "cells": tuple(cell.model_copy(update={"slug": f"d{n}"}) for n in range(60)),
        }
    )
    (tmp_path / "index.html").write_text(render_start_page(copies), encoding="utf-8")
    with browser.new_context() as context:
        opened = context.new_page()
        opened.goto((tmp_path / "index.html").as_uri())
        assert len(columns(opened)) == 40
        opened.get_by_role("button", name="Show 20 more of 60 drugs").click()
        assert len(columns(opened)) == 60
        assert opened.locator("#more-columns").is_hidden()
