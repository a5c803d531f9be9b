"""How an article came by its place, as the page, the Markdown and the spreadsheet say it."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from lxml import html

from indication_scout_assets.domain.findings.evidence import RankingComponents
from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.findings.study_designs import StudyDesign
from indication_scout_assets.reports.exports.report_exports import render_evidence_csv
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.words import ranking_words

from ..sample import sample_report
from ..sample_parts import ranked, text_in

REPORT = sample_report()
PAGE: Any = html.fromstring(render_html(REPORT))
TEXT = render_markdown(REPORT)
SENTENCE = "No drug-specific evidence: none of the 3 articles found names sildenafil."


def row(key: str, page: Any = PAGE) -> Any:
    return page.get_element_by_id(f"candidate-1-article-{key}")


def tags(key: str) -> list[str]:
    return [t.text_content().strip() for t in row(key).xpath(".//span[contains(@class, 'tag')]")]


def without_drug(*not_found: str) -> EvidenceReport:
    """The sample, with nothing in its second candidate that names the drug."""
    first, second, *rest = REPORT.candidates
    unnamed = tuple(r.model_copy(update={"names_drug": False}) for r in second.ranked)
    changed = second.model_copy(update={"ranked": unnamed, "not_found": not_found})
    return REPORT.model_copy(update={"candidates": (first, changed, *rest)})


def test_every_value_and_every_component_has_its_word() -> None:
    assert set(ranking_words.DESIGN) == set(StudyDesign)
    assert set(ranking_words.COMPONENTS) == set(RankingComponents.model_fields)


def test_components_that_take_no_part_are_not_listed() -> None:
    names = [name for name, _ in ranking_words.components(ranked("1", 1, 0.5, 7.0).components)]
    assert names == [
        "names the drug", "names the disease", "words and meaning", "words (BM25), of the pair's articles",
        "meaning (cosine), of the pair's articles", "BM25 as computed", "cosine as computed",
    ]  # fmt: skip


def test_page_shows_the_score_and_opens_its_parts() -> None:
    first, score = row("99000001"), REPORT.candidates[0].ranked[0].score
    assert first.xpath("string(.//td[@data-label='Score']/span)") == f"{score:.2f}"
    (parts,) = first.xpath(".//details[starts-with(summary, 'Score')]")
    assert text_in(parts).startswith(f"Score {score:.2f} names the drug 1.00")
    assert "BM25 as computed 13.2" in text_in(parts)
    assert "kind of evidence trials and syntheses" in text_in(parts)
    assert "by score, places by kind of evidence" in text_in(PAGE.get_element_by_id("candidate-1"))


def test_the_design_is_a_tag_and_nothing_is_said_twice() -> None:
    assert tags("99000001")[0] == "randomised trial"
    assert "Randomized Controlled Trial" not in tags("99000001")
    assert tags("99000002")[:2] == ["meta-analysis", "preclinical"]
    assert "other" not in tags("99000006")


@pytest.mark.parametrize(
    ("design", "kind", "expected"),
    [
        ("cohort", "observational", ("cohort",)),
        ("systematic_review", "preclinical", ("systematic review", "preclinical")),
        ("other", "other", ()),
        ("", "", ()),
        ("a_new_design", "observational", ("a new design",)),
    ],
)
def test_kind_of_evidence_is_said_where_the_design_does_not_tell(
    design: str, kind: str, expected: tuple[str, ...]
) -> None:
    assert ranking_words.design_tags(ranked("1", 1, 0.5, 7.0, read=(design, kind, ""))) == expected


def test_papers_of_one_study_lead_to_the_one_that_holds_its_place() -> None:
    assert "Same study as PMID 99000001, which holds its place." in text_in(row("99000002"))
    assert "Also reported in PMID 99000002, counted once." in text_in(row("99000001"))
    assert "#candidate-1-article-99000001" in row("99000002").xpath(".//@href")
    assert "Same study as PMID 99000005" in text_in(row("99000004"))
    assert "#candidate-1-article-99000005" not in row("99000004").xpath(".//@href"), "it is retracted, not ranked"
    assert "; same study as PMID 99000001;" in TEXT
    assert "; also reported in PMID 99000002;" in TEXT


def test_a_search_that_found_an_article_leads_to_its_query() -> None:
    (link,) = row("99000001").xpath(".//a[.='PubMed']/@href")
    assert PAGE.get_element_by_id(link[1:]).xpath("string(./dd[1])") == REPORT.candidates[0].searches[0].query


def test_markdown_has_every_part() -> None:
    (line,) = [text for text in TEXT.splitlines() if text.startswith("| 1 | Sildenafil and walking")]
    assert "randomised trial" in line
    assert "names the drug 1.00; names the disease 1.00; words and meaning 0.88" in line


@pytest.mark.parametrize("sentence", [SENTENCE, f"As of 2015-01-01: {SENTENCE}"])
def test_that_nothing_names_the_drug_is_said_at_the_top_of_the_evidence_and_once(sentence: str) -> None:
    report = without_drug(sentence, "No trial has posted results.")
    page: Any = html.fromstring(render_html(report))
    text = render_markdown(report)
    section = page.get_element_by_id("candidate-2")
    assert section.xpath("string(.//p[@class='bottom-line']/following-sibling::*[1])") == sentence
    assert text_in(section).count(SENTENCE) == 1
    assert "No trial has posted results." in text_in(section)
    assert f"> **{sentence}**\n\n- **Rank:**" in text
    assert text.count(SENTENCE) == 1


def test_it_is_said_even_where_the_report_has_no_sentence_for_it() -> None:
    page: Any = html.fromstring(render_html(without_drug()))
    section = page.get_element_by_id("candidate-2")
    assert ranking_words.WITHOUT_DRUG in text_in(section)
    assert ranking_words.NO_DRUG_EVIDENCE not in text_in(PAGE)


def test_spreadsheet_keeps_the_places_of_its_columns() -> None:
    lines = list(csv.DictReader(io.StringIO(render_evidence_csv(REPORT))))
    new = ("score", "intent", "study_design", "evidence_type", "same_study_as")
    assert tuple(lines[0])[28:34] == ("linked", *new), "columns keep their places: later ones stand behind"
    by_id = {line["id"]: [line[name] for name in new] for line in lines}
    score = REPORT.candidates[0].ranked[1].score
    assert by_id["99000002"] == [f"{score:.4f}", "prevents", "meta_analysis", "preclinical", "99000001"]
    assert by_id["NCT99000001"] == by_id["99000005"] == [""] * 5
