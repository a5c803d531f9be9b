"""The start page as text: what it says, links and escapes. Its behaviour is in ``test_start_page_pages``."""

from __future__ import annotations

from datetime import date
from typing import Any

from lxml import html

from indication_scout_assets.domain.comparison import compare
from indication_scout_assets.reports.start_page import render_start_page

from .sample_comparison import CELLS, DISEASES, DRUGS, sample_comparison
from .sample_parts import text_in

SOURCE = render_start_page(sample_comparison())
PAGE: Any = html.fromstring(SOURCE)


def row(name: str, table: str) -> Any:
    (match,) = [r for r in PAGE.xpath(f"//table[@class='{table}']/tbody/tr") if text_in(r.find("th")) == name]
    return match


def test_the_same_comparison_gives_the_same_bytes_whatever_its_order():
    assert render_start_page(compare(CELLS[::-1], DRUGS[::-1], DISEASES[::-1])) == SOURCE


def test_nothing_from_a_source_is_markup():
    assert len(PAGE.xpath("//script")) == 1
    assert not PAGE.xpath("//main//i | //main//td//b[text()='Unknown']")
    assert "<b>Unknown</b> drug." in text_in(row("<i>nosuch</i>", "drugs"))


def test_links_lead_to_the_reports_beside_the_page_and_to_their_candidates():
    links = row("Baricitinib", "drugs").xpath(".//a/@href")
    assert links[0] == "baricitinib.html"
    assert links[-3:] == ["baricitinib.html", "baricitinib.md", "baricitinib.json"]
    assert [a.get("href") for a in row("pulmonary hypertension", "diseases").xpath(".//a")] == [
        "baricitinib.html#candidate-1", "bupropion.html#candidate-2", "sildenafil.html#set-aside",
    ]  # fmt: skip


def test_links_lead_to_the_folder_they_are_told():
    page: Any = html.fromstring(render_start_page(sample_comparison(), base="../reports/demo/"))
    hrefs = page.xpath("//main//table//a/@href")
    assert hrefs
    assert all(href.startswith("../reports/demo/") for href in hrefs)


def test_a_candidate_of_an_older_report_leads_to_the_report_and_to_no_place_in_it():
    moved = [c.model_copy(update={"place": None}) for c in CELLS]
    page: Any = html.fromstring(render_start_page(compare(moved, DRUGS, DISEASES)))
    assert "bupropion.html#top" in page.xpath("//a/@href")
    assert not [href for href in page.xpath("//a/@href") if "candidate-" in href]


def test_a_failed_drug_is_failed_with_its_reason_and_never_empty():
    assert "Failed: <i>nosuch</i>. What is shown of it is from before the failure, or missing." in text_in(PAGE)
    failed = row("<i>nosuch</i>", "drugs")
    assert "failed: drug_profile: <b>Unknown</b> drug." in text_in(failed)
    assert not failed.xpath(".//a"), "there is no report to lead to"
    assert "not run, off the watch list" in text_in(row("Waiting", "drugs"))
    assert "abstracts: PubMed: cut." in text_in(row("Baricitinib", "drugs"))


def test_marks_and_letters_say_what_colours_repeat():
    assert [text_in(c) for c in row("pulmonary hypertension", "diseases").xpath(".//*[@data-drug]")] == [
        "Baricitinib 1◆ 0.75", "Bupropion 2 −0.25", "Sildenafil A",
    ]  # fmt: skip
    assert [text_in(c) for c in row("seizure disorder", "diseases").xpath(".//*[@data-drug]")] == ["Bupropion H"]
    (cell,) = row("Sjögren syndrome", "diseases").xpath(".//*[@data-drug]")
    assert cell.get("title") == (
        "Sildenafil in Sjögren syndrome: place 1, 4 before papers and trials were read; score 0.40; furthest stage: "
        "phase 2; not approved; studies: 4 for, 1 against, 0 of harm; targets and drugs of the class both lead there; "
        "harm in this very disease is known."
    )


def test_diseases_stand_by_the_number_of_drugs_and_drugs_show_their_best_candidates():
    names = [text_in(r.find("th")) for r in PAGE.xpath("//table[@class='diseases']/tbody/tr")]
    assert names == ["pulmonary hypertension", "obesity", "Sjögren syndrome", "seizure disorder"]
    assert text_in(row("Bupropion", "drugs").xpath("td[2]")[0]) == "1 0.60 obesity 2 −0.25 pulmonary hypertension"


def test_the_day_and_the_demonstration_are_said():
    page = render_start_page(sample_comparison(), demonstration=True, as_of=date(2015, 6, 30))
    assert "PMIDs and NCT ids are not real records" in page
    assert "Knowledge as of 2015-06-30" in page
    assert "Demonstration" not in SOURCE
    assert "Knowledge as of" not in SOURCE


def test_an_empty_workspace_says_so():
    page: Any = html.fromstring(render_start_page(compare([], [], [])))
    assert "No drug is in this workspace yet." in text_in(page)
    assert "No drug has a candidate yet." in text_in(page)
