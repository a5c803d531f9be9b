"""The Retraction Watch file: found by PMID and DOI, told apart by nature, refused where it is not what it should be."""

from __future__ import annotations

import csv
import io
from datetime import date
from pathlib import Path

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.records.retractions import Notice, RetractionSignal
from indication_scout_assets.sources.literature.retraction_watch import HOME, RetractionWatch

COLUMNS = [
    "Record ID", "Title", "Author", "RetractionDate", "RetractionDOI", "RetractionPubMedID", "OriginalPaperDate",
    "OriginalPaperDOI", "OriginalPaperPubMedID", "RetractionNature", "Reason", "Paywalled", "Notes",
]  # fmt: skip


def row(**more: str) -> dict[str, str]:
    usual = {
        "Record ID": "1", "Title": 'A title, with "quotes"\nin two lines', "Author": "Ångström Ö",
        "RetractionDate": "1/31/2020 0:00", "RetractionDOI": "10.99999/Notice.1", "RetractionPubMedID": "0",
        "OriginalPaperDate": "5/1/2018 0:00", "OriginalPaperDOI": "10.99999/Paper.1",
        "OriginalPaperPubMedID": "99300001", "RetractionNature": "Retraction",
        "Reason": "+Concerns/Issues About Data;+Investigation by Journal/Publisher;", "Paywalled": "No", "Notes": "",
    }  # fmt: skip
    return usual | more


def text(*rows: dict[str, str], columns: list[str] = COLUMNS) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def opened(path: Path, *rows: dict[str, str], columns: list[str] = COLUMNS, encoding: str = "utf-8") -> RetractionWatch:
    file = path / "retraction_watch.csv"
    file.write_text(text(*rows, columns=columns), encoding, newline="")
    return RetractionWatch.open(file)


def test_an_article_is_found_by_either_number_and_a_notice_counts_once(tmp_path: Path) -> None:
    watch = opened(tmp_path, row(), row(OriginalPaperPubMedID="99300002", OriginalPaperDOI="10.99999/paper.2"))
    expected = RetractionSignal(
        source="Retraction Watch", notice=Notice.RETRACTION, dated=date(2020, 1, 31), notice_id="10.99999/notice.1",
        reason="Concerns/Issues About Data; Investigation by Journal/Publisher",
    )  # fmt: skip
    assert watch.signals("99300001", None) == [expected]
    assert watch.signals(None, "https://doi.org/10.99999/PAPER.1") == [expected]
    assert watch.signals("99300001", "10.99999/paper.1") == [expected]
    assert watch.signals("99300009", "10.99999/paper.9") == []
    assert watch.rows == 2


def test_placeholders_match_nothing(tmp_path: Path) -> None:
    unnumbered = row(OriginalPaperPubMedID="0", OriginalPaperDOI="unavailable")
    watch = opened(tmp_path, unnumbered, row(OriginalPaperPubMedID="", OriginalPaperDOI="Unavailable"))
    for pmid, doi in (("0", "unavailable"), ("", ""), (None, None), ("0", "Unavailable")):
        assert watch.signals(pmid, doi) == []


def test_every_nature_has_its_own_meaning_and_an_unknown_one_none(tmp_path: Path) -> None:
    natures = ["Expression of concern", "Retraction", "Correction", "Reinstatement", "Something new"]
    watch = opened(tmp_path, *(row(RetractionNature=nature) for nature in natures))
    assert [signal.notice for signal in watch.signals("99300001", None)] == [
        Notice.CONCERN, Notice.RETRACTION, Notice.CORRECTION, Notice.REINSTATEMENT,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("1/31/2020 0:00", date(2020, 1, 31)), ("12/1/1999", date(1999, 12, 1)), ("2020-01-31", date(2020, 1, 31)),
        ("31/1/2020 0:00", None), ("", None), ("unknown", None),
    ],
)  # fmt: skip
def test_days_are_written_month_first(tmp_path: Path, written: str, day: date | None) -> None:
    assert opened(tmp_path, row(RetractionDate=written)).signals("99300001", None)[0].dated == day


def test_a_notice_without_doi_goes_by_its_pmid(tmp_path: Path) -> None:
    watch = opened(tmp_path, row(RetractionDOI="unavailable", RetractionPubMedID="99300777"))
    assert watch.signals("99300001", None)[0].notice_id == "99300777"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_encodings_and_the_order_of_columns_do_not_matter(tmp_path: Path, encoding: str) -> None:
    watch = opened(tmp_path, row(Reason="+Façade;"), columns=COLUMNS[::-1], encoding=encoding)
    assert watch.signals("99300001", None)[0].reason == "Façade"


def test_the_version_changes_with_the_file(tmp_path: Path) -> None:
    first = opened(tmp_path, row()).version
    assert first == opened(tmp_path, row()).version
    assert first != opened(tmp_path, row(Notes="x")).version
    assert len(first) == 12


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (text(row(), columns=[c for c in COLUMNS if c != "RetractionNature"]), "has no column RetractionNature"),
        ("<!DOCTYPE html><html><body>Sign in</body></html>", "has no column OriginalPaperPubMedID"),
        ("", "has no column"),
        (text(), "holds no rows"),
        (text(row(), row())[:-120], "breaks off in its last row"),
        (text(row()) + '2,"' + "never closed " * 20_000, "is no readable CSV file"),
    ],
)
def test_a_file_that_is_something_else_is_refused_in_one_sentence(tmp_path: Path, content: str, complaint: str) -> None:
    file = tmp_path / "some.csv"
    file.write_text(content, newline="")
    with pytest.raises(PermanentFailure, match=complaint) as refused:
        RetractionWatch.open(file)
    assert str(file) in str(refused.value)
    assert HOME in str(refused.value)


def test_a_missing_file_and_a_folder_say_so(tmp_path: Path) -> None:
    with pytest.raises(PermanentFailure, match="cannot be read"):
        RetractionWatch.open(tmp_path / "none.csv")
    with pytest.raises(PermanentFailure, match="cannot be read"):
        RetractionWatch.open(tmp_path)


def test_a_short_row_in_the_middle_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "some.csv"
    head, first = text(row()).split("\r\n", 1)
    file.write_text(f"{head}\r\n7,cut\r\n{first}", newline="")
    watch = RetractionWatch.open(file)
    assert (watch.rows, len(watch.signals("99300001", None))) == (1, 1)


def test_rows_that_cannot_be_read_are_counted_and_told(tmp_path: Path) -> None:
    assert opened(tmp_path, row()).complaint == ""
    unknown = row(RetractionNature="Something new")
    complaint = opened(tmp_path, row(RetractionNature=" expression  of concern "), unknown).complaint
    assert f"retraction_watch.csv has 1 row that cannot be read, the first in line {1 + 2 * 2}:" in complaint
    file = tmp_path / "some.csv"
    lines = text(row(), unknown).split("\r\n")
    file.write_text("\r\n".join([lines[0], "7,cut", "", *lines[1:]]), newline="")
    two = RetractionWatch.open(file).complaint
    assert "has 2 rows that cannot be read, the first in line 2:" in two
    assert HOME in two
