"""The matrix of all drugs on the start page in a real browser: searched both ways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from indication_scout_assets.domain.comparison import compare
from indication_scout_assets.reports.start_page import render_start_page

from .conftest import IN_A_BROWSER
from .sample_matrix import sample_matrix

pytestmark = IN_A_BROWSER


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A workspace without a drug of its own: the matrix is searched all the same."""
    path = tmp_path_factory.mktemp("matrix") / "index.html"
    path.write_text(render_start_page(compare([], [], []), matrix=sample_matrix()), encoding="utf-8")
    return path.as_uri()


def listed(page: Page) -> list[str]:
    rows = page.locator("#field-found tbody tr").all()
    return [" | ".join(row.locator("td").all_text_contents()) for row in rows]


def test_before_anything_is_typed_the_commonest_diseases_stand_there(page: Page) -> None:
    assert page.locator("#field-common").is_visible()
    assert page.locator("#field-found").is_hidden()


def test_a_drug_shows_its_diseases_and_a_disease_its_drugs(page: Page) -> None:
    page.fill("#q", "ALPHA")
    assert listed(page) == [
        "1 | arthrosis of Tintagel | 1 in 16",
        "2 | bárány vertigo | fewer than 1 in 100",
        "1 | cough",
    ]
    page.fill("#q", "tintagel arthrosis")
    assert page.locator("#field-found h3").all_text_contents() == ["arthrosis of Tintagel"]
    assert listed(page) == ["1 | alphamab | 1 in 16", "1 | betastat | "]
    page.fill("#q", "barany")
    assert listed(page) == ["2 | alphamab | fewer than 1 in 100"]
    assert page.locator("#field-common").is_hidden()


def test_names_of_a_source_stay_text(page: Page) -> None:
    page.fill("#q", "gamma")
    assert page.locator("#field-found h3").all_text_contents() == ["</script><i>gamma</i>"]
    assert page.locator("#field-found b, #field-found i").count() == 0


def test_what_nobody_is_called_is_said(page: Page) -> None:
    page.fill("#q", "xyzzy")
    assert "0 drugs and 0 diseases of the matrix have such a name." in page.locator("#field-found").inner_text()


def test_the_search_is_part_of_the_address(page: Page, address: str) -> None:
    page.goto("about:blank")
    page.goto(f"{address}#q=betastat")
    assert listed(page) == ["1 | arthrosis of Tintagel | "]
