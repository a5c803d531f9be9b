"""NCBI Books: chapters of StatPearls, not their sections."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import httpx

from indication_scout_assets.domain.outcomes import SourceState
from indication_scout_assets.sources.ncbi.ncbi_books import NcbiBooks
from indication_scout_tests.diseases import PULMONARY

from ...wire import records
from ...wire.books import Books as Server
from ..reference_questions import Handler, ServedLocally, ask, asked, disease, nobody

SERVER = Server(records.load())
ABOUT = asked(about=PULMONARY)


def books(*summaries: Any, count: str | None = None) -> Handler:
    """A Bookshelf that finds these summaries, with the uids 1, 2, 3…"""
    uids = [str(n) for n in range(1, len(summaries) + 1)]
    search = {"esearchresult": {"count": count or str(len(uids)), "idlist": uids}}
    result = {"result": {"uids": uids, **dict(zip(uids, summaries, strict=True))}}
    return lambda request: httpx.Response(200, json=search if "esearch" in request.url.path else result)


def chapter(title: str = "Pulmonary Hypertension", number: Any = "NBK99", **more: Any) -> dict[str, Any]:
    return {"rtype": "chapter", "title": title, "chapteraccessionid": number, **more}


def test_the_chapter_and_not_its_sections(tmp_path: Path) -> None:
    server = ServedLocally(SERVER)
    [entry], outcome = ask(NcbiBooks, server, ABOUT, tmp_path)
    [term] = parse_qs(server.requests[0].content.decode())["term"]
    assert term == '("pulmonary hypertension"[title]) AND statpearls[book]'
    assert (entry.id, entry.title) == ("NBK990001", "Pulmonary Hypertension")
    assert entry.url == "https://www.ncbi.nlm.nih.gov/books/NBK990001/"
    assert (entry.published, entry.demonstration) == ("2023-05-01", True)
    assert entry.text.startswith("The chapter tells how")
    assert (outcome.state, outcome.total) == (SourceState.OK, 2)


def test_no_chapter_needs_no_second_request(tmp_path: Path) -> None:
    server = ServedLocally(SERVER)
    result = ask(NcbiBooks, server, asked(about=disease("vitiligo")), tmp_path)
    assert (result.outcome.state, result.outcome.reason) == (SourceState.EMPTY, "StatPearls has no chapter on it.")
    assert len(server.requests) == 1


def test_other_chapters_sections_repeats_and_broken_rows_are_left_out(tmp_path: Path) -> None:
    service = books(
        chapter(title="Hypertension"), chapter(rtype="section"), chapter(number="NBK2"), chapter(number=None),
        {"uid": "5", "error": "cannot get document summary"}, None, chapter(number="NBK2", text="again"),
        chapter(number="NBK1", title="<i>Pulmonary hypertension</i> in children &amp; adults", pubdate=2020),
    )  # fmt: skip
    entries, outcome = ask(NcbiBooks, service, ABOUT, tmp_path)
    assert [(e.id, e.title, e.published) for e in entries] == [
        ("NBK2", "Pulmonary Hypertension", ""),
        ("NBK1", "Pulmonary hypertension in children & adults", ""),
    ]
    assert outcome.found == 2


def test_hits_without_a_chapter_are_said(tmp_path: Path) -> None:
    outcome = ask(NcbiBooks, books(chapter(rtype="section"), count="31"), ABOUT, tmp_path).outcome
    assert (outcome.state, outcome.reason) == (SourceState.EMPTY, "None of the 31 results is a chapter on it.")


def test_it_is_not_asked_about_a_drug(tmp_path: Path) -> None:
    assert ask(NcbiBooks, nobody, asked(), tmp_path).outcome.state is SourceState.NOT_ASKED
