"""Articles, trials and what stands beside them, as they come from many sources."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any

import pytest
from lxml import html

from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.records.articles import Article, RetractionStatus
from indication_scout_assets.domain.records.retractions import RetractionCheck
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views.candidates.candidate_views import anchor_part
from indication_scout_assets.reports.words import article_words
from indication_scout_assets.store.upgrades import upgraded

from .sample import CENTRAL, PREPRINT, WHEN, sample_report
from .sample_parts import text_in

REPORT = sample_report()
PAGE: Any = html.fromstring(render_html(REPORT))
REAL: Any = html.fromstring(render_html(sample_report(demonstration=False)))
TEXT = render_markdown(REPORT)
FIRST = "candidate-1-article-99000001"


def row(candidate: int, key: str, page: Any = PAGE) -> Any:
    return page.get_element_by_id(f"candidate-{candidate}-article-{anchor_part(key)}")


def checked(key: str, status: RetractionStatus, when: datetime = WHEN) -> EvidenceReport:
    check = RetractionCheck(article_id=key, status=status, checked=("Crossref",), checked_at=when)
    return REPORT.model_copy(update={"standings": REPORT.standings | {key: check}})


@pytest.mark.parametrize(
    ("key", "name"),
    [("123", "PMID 123"), ("PMC9", "PMC9"), ("doi:10.1/x", "DOI 10.1/x"), ("PPR:PPR5", "preprint PPR5"),
     ("openalex:W1", "openalex:W1")],
)  # fmt: skip
def test_articles_are_called_by_what_they_have(key: str, name: str) -> None:
    assert article_words.id_name(key) == name


def test_any_id_gives_an_anchor_of_its_own() -> None:
    keys = ["99000001", "PMC1", "doi:10.1/a.b", "doi:10.1/a-b", "doi:10.1/a_b", "doi:10.1/a b<\"'>", "PPR:PPR1"]
    parts = [anchor_part(key) for key in keys]
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", part) for part in parts)
    assert len(set(parts)) == len(keys)


def test_articles_without_a_pmid_are_shown_and_linked() -> None:
    assert "DOI 10.99999/preprint.<1>" in text_in(row(2, PREPRINT))
    assert "PMID" not in text_in(row(2, PREPRINT))
    assert "https://doi.org/10.99999/Preprint.%3C1%3E" in row(2, PREPRINT, REAL).xpath(".//@href")
    assert f"https://pmc.ncbi.nlm.nih.gov/articles/{CENTRAL}/" in row(2, CENTRAL, REAL).xpath(".//@href")
    assert "(DOI 10.99999/preprint.&lt;1&gt;; **preprint, not peer reviewed**" in TEXT


def test_a_preprint_is_marked_as_one_once() -> None:
    tags = [t.text_content() for t in row(2, PREPRINT).xpath(".//span[contains(@class, 'tag')]")]
    assert tags.count(article_words.PREPRINT) == 1
    assert "Preprint" not in tags
    assert "open access" in tags


def test_the_other_sources_of_an_article_are_named_and_linked() -> None:
    assert "Also in Europe PMC, OpenAlex." in text_in(row(1, "99000001")), "not PubMed, by which it is called"
    assert not row(1, "99000001").xpath(".//a[contains(@href, 'europepmc')]"), "a demonstration record has no page"
    hrefs = row(1, "99000001", REAL).xpath(".//@href")
    assert {"https://europepmc.org/article/MED/99000001", "https://openalex.org/W99000001"} <= set(hrefs)
    assert "Also in OpenAlex." in text_in(row(2, CENTRAL, REAL)), "an address that is none is printed as text"


def test_who_found_an_article_is_said_in_words() -> None:
    assert "Found by PubMed; Europe PMC, highly cited; a new source." in text_in(row(1, "99000001"))


def test_citations_and_full_text() -> None:
    first = text_in(row(1, "99000001"))
    assert "cited 1,234 times" in first
    assert (
        "Full text available (PMC: 14 sections, 32,100 characters, CC BY 4.0); statements rest on the abstract" in first
    )
    assert "In its full text, Results > Walking: “Patients with <5 falls walked 12 m further.”" in first
    assert "in its full text, Results > Walking: “Patients with <5 falls walked 12 m further.”" in TEXT
    assert "Unpaywall: answered. An open copy is known." in first
    assert "https://example.org/full" in row(1, "99000001", REAL).xpath(".//a[.='full text']/@href")
    assert "Full text not checked: Unpaywall failed" in text_in(row(1, "99000002"))
    assert "cited once" in text_in(row(2, PREPRINT))


def test_a_correction_is_noted_and_a_concern_warns() -> None:
    corrected, concern = row(1, "99000003"), row(2, CENTRAL)
    assert corrected.xpath("string(.//span[.='corrected']/@class)") == "tag"
    assert "Corrected according to PubMed." in text_in(corrected)
    assert concern.xpath("string(.//span[.='expression of concern']/@class)") == "tag warn"
    assert "Under an expression of concern 2021-05-04 according to Europe PMC." in text_in(concern)


def test_a_standing_nobody_could_tell_is_not_a_clean_one() -> None:
    assert "standing not checked in full" in text_in(row(1, "99000002"))
    assert "No answer from Crossref and OpenAlex." in text_in(row(1, "99000002"))
    assert row(2, PREPRINT).xpath("string(.//span[.='standing not checked']/@class)") == "tag warn"
    assert "standing" not in text_in(row(1, "99000001")), "checked and clean needs no word"


def test_a_retracted_article_says_by_whom_and_when() -> None:
    (item,) = PAGE.xpath("//li[@id='candidate-1-article-99000005']")
    assert "Retracted 2020-01-02 according to PubMed and Crossref: Data <b>error</b>." in text_in(item)
    assert item.xpath("string(.//s)") == "Striking reversal of fibrosis with sildenafil"


def test_what_is_retracted_by_its_standing_alone_is_struck_through_wherever_it_is_ranked() -> None:
    report = checked("99000002", RetractionStatus.RETRACTED)
    page: Any = html.fromstring(render_html(report))
    assert row(1, "99000002", page).tag == "li"
    assert "pooled analysis" in row(1, "99000002", page).xpath("string(.//s)")
    assert not page.xpath("//ul[@class='cites']//a[contains(., 'PMID 99000002')]"), "no statement rests on it any more"
    assert "- ~~PDE5 inhibition in lung fibrosis: pooled analysis" in render_markdown(report)


def test_without_a_check_pubmeds_own_record_counts() -> None:
    report = REPORT.model_copy(update={"standings": {}})
    page: Any = html.fromstring(render_html(report))
    assert "corrected" in [t.text_content() for t in row(1, "99000003", page).xpath(".//span[@class='tag']")]
    assert "Striking reversal" in page.xpath("string(//s)")


def test_a_trial_and_its_papers_lead_to_each_other() -> None:
    trial = PAGE.get_element_by_id("candidate-1-trial-NCT99000001")
    assert "Papers shown here: PMID 99000001, PMID 99000005 (retracted)" in text_in(trial)
    assert f"#{FIRST}" in trial.xpath(".//@href")
    assert "#candidate-1-trial-NCT99000001" in PAGE.get_element_by_id(FIRST).xpath(".//@href")
    assert "Reports NCT99000099" in text_in(row(1, "99000002")), "a trial that is not listed is named without a link"


def test_studies_are_counted_apart_from_papers() -> None:
    assert "; 38 studies name drug and disease, with or without a result; " in text_in(
        PAGE.get_element_by_id("candidate-1")
    )
    assert "3 papers found" in text_in(PAGE.get_element_by_id("candidate-2")), "studies were not counted there"
    assert "42 papers" in TEXT


def test_a_report_as_of_a_date_says_so_first() -> None:
    report = sample_report(as_of=date(2015, 1, 1))
    sentence = "Knowledge as of 2015-01-01: no record dated later, and none without a date, is evidence in this report."
    page: Any = html.fromstring(render_html(report))
    assert text_in(page.get_element_by_id("top")).startswith(f"Sildenafil {sentence}")
    assert sentence in render_markdown(report).split("\n\n")[1]
    assert "Knowledge as of" not in text_in(PAGE)
    assert "Knowledge as of" not in TEXT


def test_what_labels_say_of_the_disease_is_quoted_once() -> None:
    candidate = PAGE.get_element_by_id("candidate-1")
    assert text_in(candidate).count("In lung fibrosis <i>no gain</i> was seen.") == 1
    assert "2 labels, one of them openFDA set id 00000000-0000-4000-8000-000000000001, effective 2024-03-01" in text_in(
        candidate
    )
    assert "Indications advises against this use Not indicated for lung fibrosis." in text_in(candidate)
    assert "What the labels say" not in text_in(PAGE.get_element_by_id("candidate-2"))
    page = "https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=99999999-0000-4000-8000-000000000009"
    hrefs: list[str] = REAL.xpath("//@href")
    assert page in hrefs, "a label the report does not hold is linked by its set id"


def test_references_are_few_and_called_background() -> None:
    candidate = PAGE.get_element_by_id("candidate-1-rest")
    (folded,) = candidate.xpath("details[summary='2 more']")
    assert candidate.xpath("h3[.='For background, not evidence']")
    assert "Guideline 4" not in folded.text_content()
    assert "Guideline 6" in folded.text_content()


def test_web_pages_stand_apart_as_plain_text() -> None:
    (block,) = PAGE.xpath("//section[@class='quarantine']")
    assert block.xpath("ancestor::section/@id") == ["details"]
    assert block.xpath("string(h3)") == "From the open web: not evidence"
    assert "1 source in all (fewer than 5), 0 of high quality (fewer than 2)" in text_in(block)
    assert "It cures [everything](javascript:alert(1)) | **now** <img src=x>" in text_in(block)
    assert not block.xpath(".//img | .//script | .//a"), "nothing of a demonstration is linked"
    (real,) = REAL.xpath("//section[@class='quarantine']")
    (link,) = real.xpath(".//a")
    assert link.get("rel") == "noreferrer nofollow"
    assert link.get("href") == "https://example.org/page%3E%20%3Cscript%3Ealert(1)%3C/script%3E"


def test_the_open_web_is_spoken_of_where_it_was_not_asked() -> None:
    assert "The open web was not asked: 42 sources in all" in text_in(PAGE.get_element_by_id("candidate-1"))


def test_markdown_sets_web_pages_apart_without_their_markup() -> None:
    part = TEXT[TEXT.index("### From the open web: not evidence") :]
    assert "It cures \\[everything\\](javascript:alert(1)) \\| \\*\\*now\\*\\* &lt;img src=x&gt;" in part
    assert "untitled page: Second page." in part


def test_older_versions_of_reviews_are_named() -> None:
    named = "Sildenafil for lung fibrosis, first version (PMID 99000070), PMID 99000071."
    assert f"a newer version of the same Cochrane review was found: {named}" in text_in(
        PAGE.get_element_by_id("candidate-1")
    )
    assert "first version (PMID 99000070)" in TEXT


def test_a_report_of_version_1_is_still_read_and_shown() -> None:
    old = REPORT.model_dump(mode="json", exclude_defaults=True)
    for gone in ("standings", "full_texts", "labels", "label_indications", "adverse_events", "references"):
        old.pop(gone)
    old["schema_version"] = 1
    for record in (*old["articles"].values(), *old["candidates"][0]["ranked"]):
        record.pop("id")
    report = EvidenceReport.model_validate(upgraded(EvidenceReport, old))
    assert isinstance(report.articles["99000001"], Article)
    assert report.articles["99000001"].id == "99000001"
    page: Any = html.fromstring(render_html(report))
    assert "Striking reversal" in page.xpath("string(//s)")
