from __future__ import annotations

from typing import Any

import pytest
from lxml import html

from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views.source_table import all_outcomes, source_rows, sources_line, worst

from ..sample import sample_report, withdrawn_report

OK, EMPTY, DEGRADED = SourceState.OK, SourceState.EMPTY, SourceState.DEGRADED
FAILED, NOT_ASKED = SourceState.FAILED, SourceState.NOT_ASKED
REPORT = sample_report()
PAGE: Any = html.fromstring(render_html(REPORT))


def outcome(source: str, state: SourceState, reason: str = "", records: int = 0) -> SourceOutcome:
    return SourceOutcome(source=source, question="q", state=state, reason=reason, found=records)


@pytest.mark.parametrize(
    ("states", "state"),
    [((), NOT_ASKED), ((EMPTY, NOT_ASKED), EMPTY), ((EMPTY, OK), OK), ((OK, DEGRADED), DEGRADED),
     ((DEGRADED, FAILED, OK), FAILED)],
)  # fmt: skip
def test_the_worst_state_counts(states: tuple[SourceState, ...], state: SourceState) -> None:
    assert worst(states) is state


def test_one_row_per_source_in_the_order_of_first_appearance() -> None:
    (pubmed, omim) = source_rows([
        outcome("PubMed", OK, records=3), outcome("OMIM", FAILED, "No key."), outcome("PubMed", EMPTY, "Nothing."),
        outcome("PubMed", DEGRADED, "Half."), outcome("PubMed", NOT_ASKED),
    ])  # fmt: skip
    assert (pubmed.source, pubmed.questions, pubmed.records, pubmed.troubles) == ("PubMed", 3, 3, "1 in part")
    assert pubmed.reasons == ("Half.",), "that it had nothing for one question is no trouble"
    assert (omim.source, omim.troubles, omim.reasons) == ("OMIM", "1 failed", ("No key.",))


def test_reasons_are_distinct_short_and_few() -> None:
    reasons = ["the same", "the same", "x " * 300, "third", "fourth", "fifth"]
    (row,) = source_rows([outcome("OMIM", FAILED, reason) for reason in reasons])
    assert row.reasons[0] == "the same"
    assert len(row.reasons[1]) < 200
    assert row.reasons[3:] == ("and 2 other reasons",)


def test_the_line_names_what_failed() -> None:
    rows = source_rows([outcome("PubMed", OK), outcome("NICE", EMPTY), outcome("OMIM", FAILED)])
    assert sources_line(rows) == "3 sources: 1 answered, 1 found nothing, 1 failed: OMIM"
    rows = source_rows([outcome("PubMed", DEGRADED), outcome("Tavily", NOT_ASKED)])
    assert sources_line(rows) == "2 sources: 1 not asked (Tavily), 1 answered in part (PubMed)"
    assert sources_line([]) == ""


def test_what_failed_is_said_at_the_top_and_leads_to_the_table() -> None:
    head = PAGE.get_element_by_id("top")
    (line,) = head.xpath(".//p[a/@href='#sources']")
    assert line.get("class") == "banner warn"
    assert (
        "2 failed: OMIM; ClinicalTrials.gov. That a record is missing here does not mean that there is none."
        in line.text_content()
    )
    assert not line.xpath("ancestor::details")


def test_all_answered_is_said_calmly() -> None:
    answered = tuple(o for o in REPORT.outcomes if o.state is OK)
    report = REPORT.model_copy(update={"outcomes": answered, "candidates": REPORT.candidates[:1]})
    page: Any = html.fromstring(render_html(report))
    (line,) = page.get_element_by_id("top").xpath(".//dd[a/@href='#sources']")
    assert line.text_content().endswith("7 sources: 7 answered.")


def test_the_table_has_every_source_once_with_its_worst_state() -> None:
    rows = PAGE.xpath("//section[@id='sources']//table[contains(@class, 'searched')]/tbody/tr")
    cells = {r.xpath("string(th)"): [" ".join(c.text_content().split()) for c in r.xpath("td")] for r in rows}
    assert list(cells) == list(dict.fromkeys(o.source for o in all_outcomes(REPORT)))
    assert cells["ClinicalTrials.gov"][:4] == ["not checked: failed", "4", "5", "1 failed"]
    assert cells["PubMed"][0] == "answered in part"
    assert cells["Open-i"] == ["not asked", "0", "–", "–", "Switched off."]
    lines = render_markdown(REPORT).splitlines()
    assert "| OMIM | not checked: failed | 1 | – | 1 failed | OMIM refused the key; set OMIM_API_KEY. |" in lines


def test_a_search_that_failed_is_no_search_without_records() -> None:
    part = next(evidence for evidence in REPORT.candidates if evidence.searches)
    down = {"source": "PubMed Central", "query": "", "state": FAILED, "reason": "HTTP 503.", "total": 0, "ids": ()}
    made = part.searches[0].model_copy(update={"source": "PubMed", "query": '"a"[tiab]', "state": OK})
    failed = part.searches[0].model_copy(update=down)
    real = REPORT.run.model_copy(update={"demonstration": False})
    report = REPORT.model_copy(
        update={"run": real, "candidates": (part.model_copy(update={"searches": (made, failed)}),)}
    )
    searches: Any = html.fromstring(render_html(report)).xpath("//details[@class='search']")
    assert [search.xpath("string(summary)").strip() for search in searches][1] == "PubMed Central: not checked: failed"
    assert searches[0].xpath(".//a/@href") == ["https://pubmed.ncbi.nlm.nih.gov/?term=%22a%22%5Btiab%5D"]
    assert searches[1].xpath(".//a") == []
    assert "PubMed Central: not checked: failed" in render_markdown(report)
    assert "PubMed Central: no records" not in render_markdown(report)


def test_a_report_without_any_answer_has_no_table() -> None:
    bare = withdrawn_report().model_copy(update={"outcomes": ()})
    assert 'id="sources"' not in render_html(bare)
    assert "What was searched" not in render_markdown(bare)


def test_a_candidates_answers_are_folded_only_where_all_is_well() -> None:
    def table_of(ident: str) -> Any:
        return PAGE.xpath(f"//details[@id='{ident}-rest']/details[summary[starts-with(., 'What each source')]]")[0]

    assert table_of("candidate-1").get("open") is None
    assert table_of("candidate-2").get("open") is not None
    assert table_of("candidate-2").xpath("string(summary)") == "What each source answered: 1 failed, 1 in part"


def test_no_article_is_not_none_where_a_source_of_articles_failed() -> None:
    raynaud = REPORT.candidates[2]
    failed = outcome("Europe PMC, preprints", FAILED, "HTTP 503.")
    broken = raynaud.model_copy(update={"outcomes": (*raynaud.outcomes, failed)})
    page: Any = html.fromstring(render_html(REPORT.model_copy(update={"candidates": (broken,)})))
    text = " ".join(page.get_element_by_id("candidate-1").text_content().split())
    assert "Europe PMC, preprints could not be asked, so whether there are articles is not known." in text
    assert "No article was found." not in text
    heard = tuple(outcome(name, SourceState.EMPTY, "") for name in ("PubMed", "Cochrane"))
    for answered, sentence in (
        ((), "Articles were not checked"),
        (heard, "No papers found by 2 sources, 1 more failed"),
    ):
        unanswered = raynaud.model_copy(update={"outcomes": (*answered, failed)})
        text = render_markdown(REPORT.model_copy(update={"candidates": (unanswered,)}))
        assert f"{sentence}; " in text
        page = html.fromstring(render_html(REPORT.model_copy(update={"candidates": (unanswered,)})))
        assert sentence in page.get_element_by_id("candidates").text_content(), "nor on the first screen"
    other = raynaud.model_copy(update={"outcomes": (*raynaud.outcomes, outcome("OMIM", FAILED, "No key."))})
    page = html.fromstring(render_html(REPORT.model_copy(update={"candidates": (other,)})))
    assert "No article was found." in page.get_element_by_id("candidate-1").text_content(), "OMIM has no articles"
