"""The page as text: what it says, what it escapes, what it links. Its behaviour is in ``test_pages``."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

from lxml import html

from indication_scout_assets.domain.documents import Citation
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.reports.html_report import render_html

from .sample import sample_report, withdrawn_report
from .sample_parts import stated, text_in

SOURCE = render_html(sample_report())
PAGE: Any = html.fromstring(SOURCE)


def text_of(ident: str, page: Any = PAGE) -> str:
    return text_in(page.get_element_by_id(ident))


def test_nothing_from_a_source_is_markup() -> None:
    assert len(PAGE.xpath("//script")) == 1
    assert not PAGE.xpath("//main//img | //main//i | //*[@onerror]")
    assert "<script>alert('title')</script> \"four\" trials" in text_of("candidate-1")


def test_links_lead_to_web_pages_or_within_the_page() -> None:
    for source in (SOURCE, render_html(sample_report(demonstration=False)), render_html(withdrawn_report())):
        opened: Any = html.fromstring(source)
        hrefs = opened.xpath("//body//@href[not(../@download)]")
        assert all(h.startswith(("https://", "http://", "#")) for h in hrefs)
        assert not [value for value in opened.xpath("//@*") if "javascript:" in value]


def test_demonstration_is_said_and_its_records_are_not_linked() -> None:
    assert "PMIDs and NCT ids are not real records" in text_of("top")
    assert not [h for h in PAGE.xpath("//@href") if "pubmed" in h or "clinicaltrials.gov" in h or "doi.org" in h]


def test_real_records_are_linked() -> None:
    source = render_html(sample_report(demonstration=False))
    assert "not real records" not in source
    assert 'href="https://pubmed.ncbi.nlm.nih.gov/99000001/"' in source
    assert "clinicaltrials.gov/study" not in source, "the sample's trials are demonstration records still"


def test_withdrawal_is_the_first_thing_said() -> None:
    said_first = text_of("top", html.fromstring(render_html(withdrawn_report())))
    assert said_first.startswith("Rofecoxib This drug has been withdrawn in at least one country.")
    assert "Known harm of the drug Withdrawn in 2004" in said_first


def test_content_policy_allows_exactly_what_is_written_into_the_page() -> None:
    policy = PAGE.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert policy.startswith("default-src 'none'")
    for tag in ("style", "script"):
        inner = re.search(rf"<{tag}>(.*?)</{tag}>", SOURCE, re.S)
        assert inner
        digest = base64.b64encode(hashlib.sha256(inner[1].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert not PAGE.xpath("//@style"), "the policy refuses style attributes"


def test_tables_have_headers_with_scope_and_pictures_have_names() -> None:
    assert all(table.xpath(".//th[@scope]") for table in PAGE.xpath("//table"))
    for picture in PAGE.xpath("//*[local-name()='svg'][@role='img']"):
        named = picture.get("aria-labelledby").split()
        assert all(PAGE.get_element_by_id(i).text_content() for i in named)


def test_source_that_failed_is_said_above_and_never_shown_as_empty() -> None:
    said_there = text_of("candidate-2")
    assert "ClinicalTrials.gov: not checked: failed" in said_there
    assert "whether there are trials is not known" in said_there
    assert "No trial was found" not in said_there


def test_nothing_found_is_said_plainly() -> None:
    said_there = text_of("candidate-4")
    assert "No article was found." in said_there
    assert "The search of ClinicalTrials.gov gave no trial of the drug in this disease." in said_there
    assert "What is missing" in said_there


def test_name_that_was_not_resolved_says_so() -> None:
    assert "Searched under its original name: no indexed name was found." in text_of("candidate-2")


def test_statement_whose_quote_does_not_stand_is_refused_at_render_time() -> None:
    report = sample_report()
    first = report.candidates[0]
    assert first.literature
    wrong = Citation(evidence_kind="article", evidence_id="99000001", field="abstract", start=3, end=9, quote="absent")
    statement = stated(Polarity.SUPPORTS, wrong)
    broken = first.model_copy(update={"literature": first.literature.model_copy(update={"statements": (statement,)})})
    page: Any = html.fromstring(render_html(report.model_copy(update={"candidates": (broken,)})))
    assert "absent" not in {q.text_content() for q in page.xpath("//li[@class='statement']//q")}
    assert "1 statement refused" in text_of("candidate-1", page)
    assert len(page.xpath("//a[@class='cite']")) == 1, "the trial's citation, which stands"


def test_set_aside_diseases_are_grouped_and_the_long_tail_is_closed() -> None:
    groups = PAGE.xpath("//section[@id='set-aside']/details")
    assert [" ".join(g.find("summary").text_content().split()) for g in groups] == [
        "Approved use 2", "The drug can cause it 1", "Not a disease 1", "Too broad to be a candidate 1",
        "Ranked below the cut 12",
    ]  # fmt: skip
    assert [g.get("open") is not None for g in groups] == [True, True, True, True, False]
