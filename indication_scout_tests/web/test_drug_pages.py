"""Drugs and diseases as pages: found by any name, those run here and those of the matrix."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from indication_scout_assets.domain.candidates import SetAside
from indication_scout_assets.reports.words import comparison_words, summary_words
from indication_scout_assets.store.database import Database
from indication_scout_tests.reports.conftest import NEEDS_CHROMIUM
from indication_scout_tests.store import values
from indication_scout_tests.store.test_matrix import ALPHA, BETA, GOUT, LUPUS, PLACES
from indication_scout_tests.store.values import PH, SLUG
from indication_scout_tests.web.workspaces import Client, served, settings_of

PH_NAME = "pulmonary hypertension"


@pytest.fixture
def client(database_url: str, db: Database, workspace: str, tmp_path: Path) -> Iterator[Client]:
    """Over a workspace with a drug that was run, and a matrix."""
    db.drugs.add(SLUG, SLUG)
    db.drugs.save(values.profile())
    uses = (values.candidate(name=PH_NAME), values.candidate("B", None, SetAside.APPROVED_USE, "lupus erythematosus"))
    db.candidates.replace(SLUG, list(uses))
    db.reports.save(SLUG, "f", values.report(), "x.html")
    db.matrix.begin("rules", "Open Targets 26.06", 2)
    db.matrix.save("rules", [ALPHA, BETA], [GOUT, LUPUS], PLACES)
    db.matrix.save_likely([{GOUT.id: [(ALPHA.id, 2.5), (BETA.id, 0.5)]}])
    db.matrix.finish([ALPHA.id, BETA.id])
    with served(settings_of(database_url, workspace, tmp_path)) as opened:
        yield opened


def test_drugs_are_found_by_any_name(client: Client) -> None:
    synonym = values.profile().synonyms[0].name
    for wanted in ("", "?q=SILDEN", f"?q={synonym.replace(' ', '+')}"):
        page = client(f"/drugs{wanted}").text
        assert f'<a href="/{SLUG}.html">' in page, wanted
    nothing = client("/drugs?q=<b>nosuch").text
    assert "0 drugs called “&lt;b&gt;nosuch”" in nothing
    assert "/sildenafil.html" not in nothing


def test_diseases_are_found_here_and_in_the_matrix(client: Client) -> None:
    page = client("/diseases?q=pulmonary").text
    assert f'href="/diseases/{PH}"' in page
    assert "lupus" not in page
    everywhere = client("/diseases?q=gouty+arthritis").text
    assert f'href="/diseases/{GOUT.id}"' in everywhere
    assert "not built here" not in everywhere


def test_a_disease_names_the_drugs_run_here_with_the_way_to_their_report(client: Client) -> None:
    page = client(f"/diseases/{PH}").text
    assert f'<a href="/{SLUG}.html#candidate-1">' in page
    assert "approved use" in client("/diseases/B").text


def test_a_disease_tells_what_was_found_with_its_side(client: Client) -> None:
    page = client(f"/diseases/{PH}").text
    assert '<th scope="col">What was found</th><th scope="col">Direction</th><th scope="col">Odds</th>' in page
    assert summary_words.NOTHING_FOUND in page or "found, " in page


def test_two_drugs_stand_side_by_side_in_one_disease(client: Client, db: Database) -> None:
    db.drugs.add("other", "other")
    page = client(f"/diseases/{PH}/compare?first={SLUG}&second=other").text
    assert f"<h1>Sildenafil and Other in {PH_NAME}</h1>" in page
    assert page.index('<th scope="row">What was found</th>') < page.index('<th scope="row">Against</th>')
    assert comparison_words.NOTHING_KNOWN in page
    assert "Choose two different drugs" in client(f"/diseases/{PH}/compare?first={SLUG}&second={SLUG}").text


def test_of_a_drug_or_a_disease_nobody_ran_nothing_is_compared(client: Client) -> None:
    assert client(f"/diseases/{PH}/compare?first=nosuch").status == 404
    assert client("/diseases/nosuch/compare").status == 404


@pytest.mark.browser
@NEEDS_CHROMIUM
def test_the_pages_of_diseases_pass_axe_and_fit_a_phone(browser: Browser, client: Client, db: Database) -> None:
    db.drugs.add("other", "other")
    with browser.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark") as context:
        opened = context.new_page()
        for address in (f"diseases/{PH}", f"diseases/{PH}/compare", f"diseases/{LUPUS.id}", "drugs"):
            opened.goto(f"{client.address}{address}")
            result = Axe().run(opened)
            assert result.violations_count == 0, f"{address}: {result.generate_report()}"
            assert opened.evaluate("document.documentElement.scrollWidth") <= 390, address


def test_a_disease_of_the_matrix_lists_tried_before_new(client: Client) -> None:
    page = client(f"/diseases/{LUPUS.id}").text
    assert page.index("Tried in people") < page.index("Betastat") < page.index("New to the drug")
    assert page.index("New to the drug") < page.index("Alphamab")
    assert "None of them has it" in page


def test_a_disease_of_the_matrix_names_the_most_likely_drugs_first(client: Client) -> None:
    page = client(f"/diseases/{GOUT.id}").text
    order = page[page.index("the most likely first") : page.index("by the place in its own list")]
    assert order.index("Alphamab") < order.index("2.50") < order.index("Betastat")
    assert "most like the uses of the drugs given for it" in order


def test_a_disease_nobody_knows_is_not_there(client: Client) -> None:
    assert client("/diseases/nosuch").status == 404


def test_the_start_page_leads_to_the_reports_and_the_other_pages(client: Client) -> None:
    page = client("/").text
    assert f'href="{SLUG}.html"' in page
    for address in ("/ask", "/drugs", "/diseases", "/labels"):
        assert f'<a href="{address}">' in page


def test_a_name_that_is_not_here_is_told_what_to_type_in_this_workspace(client: Client, workspace: str) -> None:
    page = client("/drugs?q=sildenafl").text
    assert f"<code>scout -w {workspace} run sildenafl</code>" in page
    assert '<a href="/drugs?q=sildenafil">sildenafil</a>' in page
    assert "<code>scout -w " in client("/drugs?q=x+y").text
    assert "&#39;x y&#39;" in client("/drugs?q=x+y").text, "as a shell takes it for one name"
