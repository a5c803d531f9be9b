"""What is exported, read back by libraries that did not write it: odd titles, groups and formulas come whole."""

from __future__ import annotations

import io
from typing import Any

import bibtexparser
import mammoth
import pandas
import pybtex.database
import pytest
import rispy
from bibtexparser.middlewares import LatexDecodingMiddleware

from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.questions.question_answering import AnswerSentence
from indication_scout_assets.domain.records.articles import group_author
from indication_scout_assets.reports.exports.bibliography import render_bibtex, render_ris
from indication_scout_assets.reports.exports.comparison_exports import render_comparison_csv
from indication_scout_assets.reports.exports.conversation_exports import render_ris as conversation_ris
from indication_scout_assets.reports.exports.report_exports import render_candidates_csv, render_evidence_csv
from indication_scout_assets.reports.exports.word_report import render_word
from indication_scout_tests.library_texts import answer_to

from ..sample import assessed_report, sample_report
from ..sample_comparison import CELLS, sample_comparison
from .test_conversation_exports import citation

PMID = "99000001"
TITLES = (
    "Opened { and never closed",
    "Closed } and never opened",
    r"50% & $x_1^2$ ~ #7 {\textbf{b} \ at 10⁹/L in <i>sclerosis</i>",
    '=HYPERLINK("http://x") "quoted", and a @misc{ } of two\nlines',
)
GROUP = "Task Force of the ESC"
AUTHORS = ("van der Own AB Jr", group_author(GROUP), "Galiè N", "Ärzte & Söhne {Study} Group", "李 明")


def with_article(report: EvidenceReport, **changes: Any) -> EvidenceReport:
    changed = report.articles[PMID].model_copy(update=changes)
    return report.model_copy(update={"articles": report.articles | {PMID: changed}})


def decoded(text: str) -> dict[str, dict[str, str]]:
    """The entries of BibTeX as bibtexparser reads them, LaTeX as letters, by their keys."""
    library = bibtexparser.parse_string(text, append_middleware=[LatexDecodingMiddleware()])
    assert not library.failed_blocks
    return {entry.key: {field.key: field.value for field in entry.fields} for entry in library.entries}


def key_in(text: str) -> str:
    """The key of the entry of ``PMID``."""
    (key,) = [key for key in decoded(text) if key.endswith(f"-PMID{PMID}")]
    return key


@pytest.mark.parametrize("title", TITLES)
def test_bibtex_with_an_odd_title_loses_no_entry_and_no_letter(title: str) -> None:
    plain, odd = render_bibtex(sample_report()), render_bibtex(with_article(sample_report(), title=title))
    assert list(decoded(odd)) == list(decoded(plain))
    whole = " ".join(title.split()).replace("^", "ˆ")  # LaTeX has no bare circumflex
    assert decoded(odd)[key_in(odd)]["title"] == whole
    strict = pybtex.database.parse_string(odd, "bibtex")
    assert list(strict.entries) == list(pybtex.database.parse_string(plain, "bibtex").entries)


def test_bibtex_keeps_groups_whole_and_persons_in_their_parts() -> None:
    text = render_bibtex(with_article(sample_report(), authors=AUTHORS, doi="10.1/odd{1"))
    entry = pybtex.database.parse_string(text, "bibtex").entries[key_in(text)]
    own, force, galie, group, single = entry.persons["author"]
    assert (own.prelast_names, own.last_names, own.lineage_names) == (["van", "der"], ["Own"], ["Jr"])
    assert own.first_names + own.middle_names == ["A.", "B."]
    assert (galie.last_names, galie.first_names) == (["Galiè"], ["N."])
    for whole, name in ((force, f"{{{GROUP}}}"), (single, "{李 明}")):
        assert (whole.last_names, whole.first_names) == ([name], [])
    assert group.first_names == []
    assert key_in(text).startswith("vanderOwn-")
    assert decoded(text)[key_in(text)]["author"].endswith(
        f"{GROUP} and Galiè, N. and Ärzte & Söhne {{Study}} Group and 李 明"
    )


def test_a_key_is_made_of_the_whole_group() -> None:
    text = render_bibtex(with_article(sample_report(), authors=(group_author(GROUP),)))
    assert key_in(text) == f"TaskForceoftheESC-2021-PMID{PMID}"


def test_ris_comes_back_as_it_was() -> None:
    report = with_article(sample_report(demonstration=False), title=TITLES[3], authors=AUTHORS)
    records = rispy.loads(render_ris(report))
    assert len(records) == render_ris(report).count("TY  - ")
    (record,) = [record for record in records if record.get("accession_number") == PMID]
    assert record["title"] == " ".join(TITLES[3].split())
    assert record["authors"] == ["van der Own, A. B., Jr", GROUP, "Galiè, N.", "Ärzte & Söhne {Study} Group", "李 明"]
    assert (record["type_of_reference"], record["date"]) == ("JOUR", "2021/03/05")


def test_ris_of_a_conversation_comes_back_as_it_was() -> None:
    paper = citation(1, "Tea helped.").model_copy(update={"authors": AUTHORS, "title": TITLES[2]})
    turn = answer_to("?", sentences=(AnswerSentence(text="Tea helped.", citations=(paper,)),))
    (record,) = rispy.loads(conversation_ris((turn,)))
    assert (record["title"], record["authors"][1]) == (TITLES[2], GROUP)
    assert record["notes"] == ["Tea helped."]


def test_tables_come_back_with_every_row_and_no_formula() -> None:
    report = with_article(assessed_report(), title=TITLES[3])
    candidates = pandas.read_csv(io.StringIO(render_candidates_csv(report)))
    assert len(candidates) == len(report.candidates) + len(report.set_aside)
    evidence = pandas.read_csv(io.StringIO(render_evidence_csv(report)), dtype=str, keep_default_na=False)
    (title,) = set(evidence.loc[evidence["id"] == PMID, "title"])
    assert " ".join(title.split()) == "'" + " ".join(TITLES[3].split())
    matrix = pandas.read_csv(io.StringIO(render_comparison_csv(sample_comparison())), keep_default_na=False)
    assert len(matrix) == len(CELLS)
    for table in (candidates, evidence, matrix):
        cells = {str(cell) for column in table.select_dtypes(exclude="number") for cell in table[column]}
        assert not [cell for cell in cells if cell.startswith(("=", "@", "\t", "\r"))]


def test_the_word_file_holds_an_odd_title_as_it_is() -> None:
    first = assessed_report().candidates[0]
    odd = first.candidate.disease.model_copy(update={"name": 'an "odd" {name & <b>50%</b> =1+1'})
    part = first.model_copy(update={"candidate": first.candidate.model_copy(update={"disease": odd})})
    report = assessed_report().model_copy(update={"candidates": (part, *assessed_report().candidates[1:])})
    file = mammoth.extract_raw_text(io.BytesIO(render_word(report)))
    assert 'n "odd" {name & <b>50%</b> =1+1' in file.value
    table = mammoth.convert_to_html(io.BytesIO(render_word(report))).value
    assert "<table>" in table
    assert "Compared with" in table
