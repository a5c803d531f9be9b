"""The citation and the flow of records, in page, Markdown and Word alike."""

from __future__ import annotations

import base64
import html
import json
from pathlib import Path
from typing import Any

import lxml.html
import pytest
from lxml import etree
from playwright.sync_api import Browser

from indication_scout_assets.domain.documents import DocumentKind
from indication_scout_assets.domain.findings.evidence import Exclusion, IdentifiedRecords, PrismaFlow
from indication_scout_assets.domain.findings.report import report_hash
from indication_scout_assets.reports.exports.bibliography import render_bibtex, render_csl, render_ris
from indication_scout_assets.reports.exports.report_exports import render_json
from indication_scout_assets.reports.exports.word_report import render_word
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.pictures.prisma_flow import prisma_flow
from indication_scout_assets.reports.views.report_citation import flow_sentence

from .conftest import IN_A_BROWSER, open_everything
from .exports.test_word_report import words_of
from .sample import assessed_report

FLOW = PrismaFlow.of(
    [
        IdentifiedRecords(source="PubMed", searches=2, matching=90, records=5),
        IdentifiedRecords(source="OpenAlex", searches=2, not_in_full=2),
        IdentifiedRecords(source="ClinicalTrials.gov", of_register=True, searches=2, matching=1, records=1),
    ],
    {
        (DocumentKind.ARTICLE, "1"): None,
        (DocumentKind.ARTICLE, "2"): Exclusion.NO_DRUG,
        (DocumentKind.ARTICLE, "3"): Exclusion.OTHER_REPORT,
        (DocumentKind.TRIAL, "NCT1"): None,
    },
)
_SAMPLE = assessed_report()
REPORT = _SAMPLE.model_copy(
    update={
        "flow": FLOW,
        "candidates": tuple(part.model_copy(update={"flow": FLOW}) for part in _SAMPLE.candidates),
    }
)
REFERENCES = {"sildenafil.ris": render_ris, "sildenafil.bib": render_bibtex, "sildenafil.json": render_csl}


def test_every_format_names_the_hash_of_the_json_and_the_way_to_it() -> None:
    content = json.loads(render_json(REPORT))
    assert content["sha256"] == report_hash(content)
    for text in (html.unescape(render_html(REPORT)), render_markdown(REPORT), words_of(render_word(REPORT))):
        assert f"SHA-256 {content['sha256']}" in text
        assert "scout --workspace demo report sildenafil --format json" in text
        assert "release" in text
        assert "asked on" in text


def test_every_format_shows_the_boxes_and_what_is_not_known() -> None:
    shown: Any = lxml.html.fromstring(render_html(REPORT))
    for text in (shown.text_content(), render_markdown(REPORT), words_of(render_word(REPORT))):
        assert flow_sentence(FLOW) in text
        assert "Not answered in full: OpenAlex; how many more records they hold is not known." in text
        assert Exclusion.NO_DRUG.value in text
    [table] = [
        table for table in shown.xpath("//table") if table.findtext("caption", "").startswith("Records by source")
    ]
    assert [cell.text_content() for cell in table.xpath(".//tr[th='OpenAlex']/td")] == [
        "2",
        "2",
        "not known",
        "not known",
    ]


def test_a_report_without_a_flow_shows_none() -> None:
    for text in (render_html(_SAMPLE), render_markdown(_SAMPLE)):
        assert "From records to counted studies" not in text


def test_the_picture_has_every_box_and_says_it_in_words() -> None:
    drawn = str(prisma_flow("report", "Sildenafil", FLOW))
    picture = etree.fromstring(drawn)
    texts = [text.text for text in picture.iter("text")]
    for words in ("Records identified", "n = 6", "databases: 5", "registers: 1", "Removed before screening: n = 2"):
        assert words in texts
    assert texts.count("n = 2") == 1
    description = picture.findtext("desc") or ""
    assert "Screened out: 1 does not name the drug." in description
    assert "Reports counted, one for each study: 2." in description
    assert "style=" not in drawn
    width, height = (float(x) for x in picture.get("viewBox", "").split()[2:])
    for box in picture.iter("rect"):
        x, y, w, h = (float(box.get(name, "")) for name in ("x", "y", "width", "height"))
        assert x + w <= width
        assert y + h <= height
    assert prisma_flow("report", "Sildenafil", None) is None


def test_references_are_the_page_itself() -> None:
    shown: Any = lxml.html.fromstring(render_html(REPORT))
    links = shown.xpath("//a[@download]")
    assert [link.get("download") for link in links] == list(REFERENCES)
    for link in links:
        content = base64.b64decode(link.get("href").partition(";base64,")[2]).decode()
        assert content == REFERENCES[link.get("download")](REPORT)


@pytest.mark.browser
@pytest.mark.slow
@IN_A_BROWSER[1]
def test_references_are_downloaded_from_a_file_without_a_complaint(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "sildenafil.html"
    file.write_text(render_html(REPORT), encoding="utf-8")
    with browser.new_context(accept_downloads=True) as context:
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(file.as_uri())
        page.get_by_role("link", name="Cite this report").first.click()
        assert page.locator("#cite").is_visible()
        open_everything(page)
        for name, render in REFERENCES.items():
            with page.expect_download() as started:
                page.locator(f"a[download='{name}']").click()
            assert Path(started.value.path()).read_bytes().decode() == render(REPORT)
            assert started.value.suggested_filename == name
        assert complaints == []
