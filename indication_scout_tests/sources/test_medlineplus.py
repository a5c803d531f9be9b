"""MedlinePlus: topics about what was asked, and XML that is not trusted."""

from __future__ import annotations

import html
from pathlib import Path

import httpx
import pytest

from indication_scout_assets.domain.outcomes import SourceState, TransientFailure
from indication_scout_assets.sources.http.http_client import TransientBody
from indication_scout_assets.sources.medlineplus import HealthTopic, MedlinePlus, read_topics
from indication_scout_tests.diseases import PULMONARY

from ..wire import records
from ..wire.medlineplus import MedlinePlus as Server
from .reference_questions import Handler, ServedLocally, always, ask, asked, disease

SERVER = Server(records.load())


def result(*documents: str, count: int | str | None = None) -> bytes:
    shown = "" if count == "" else f"<count>{len(documents) if count is None else count}</count>"
    return f"<nlmSearchResult>{shown}<list>{''.join(documents)}</list></nlmSearchResult>".encode()


def document(title: str, summary: str = "", url: str = "https://medlineplus.gov/x.html", also: str = "") -> str:
    fields = [("title", title), ("altTitle", also), ("FullSummary", summary)]
    inside = "".join(f'<content name="{name}">{html.escape(text)}</content>' for name, text in fields if text)
    return f'<document rank="0" url="{url}">{inside}</document>'


def topics(xml: bytes) -> Handler:
    return always(httpx.Response(200, content=xml))


def test_a_topic_about_the_disease_in_plain_text(tmp_path: Path) -> None:
    server = ServedLocally(SERVER)
    [entry], outcome = ask(MedlinePlus, server, asked(about=PULMONARY), tmp_path)
    assert dict(server.requests[0].url.params) == {
        "db": "healthTopics", "term": '"pulmonary hypertension"', "retmax": "10",
    }  # fmt: skip
    assert (entry.title, entry.id, entry.disease_id) == ("Pulmonary Hypertension", entry.url, "MONDO_0005149")
    assert entry.text.startswith("In pulmonary hypertension the pressure in the arteries of the lungs is too high. The")
    assert "harder. Shortness of breath is often the first sign. Medicines" in entry.text
    assert "<" not in entry.text
    assert entry.demonstration
    assert (outcome.state, outcome.total) == (SourceState.OK, 1)


def test_without_a_disease_a_topic_names_the_drug(tmp_path: Path) -> None:
    entries, _ = ask(MedlinePlus, ServedLocally(SERVER), asked("bupropion"), tmp_path)
    assert [(e.title, e.disease_id) for e in entries] == [("Quitting Smoking", None)]


def test_a_topic_that_only_mentions_it_is_not_about_it(tmp_path: Path) -> None:
    xml = result(document("Heart Diseases", "Also pulmonary hypertension."), count=12)
    entries, outcome = ask(MedlinePlus, topics(xml), asked(about=PULMONARY), tmp_path)
    assert (entries, outcome.state, outcome.total) == ((), SourceState.EMPTY, 12)
    assert outcome.reason == "MedlinePlus has no topic about it; 12 mention it."


def test_whole_words_only_and_other_titles_count(tmp_path: Path) -> None:
    xml = result(document("Child Development"), document("Liver Diseases", also="Child-Pugh Score"))
    looked = ask(MedlinePlus, topics(xml), asked(about=disease("Child-Pugh score")), tmp_path)
    assert [e.title for e in looked.entries] == ["Liver Diseases"]


def test_nothing_found_under_any_name_is_said(tmp_path: Path) -> None:
    server = ServedLocally(SERVER)
    result = ask(MedlinePlus, server, asked(about=disease("hair loss of Atlantis", "Atlantis alopecia")), tmp_path)
    assert len(server.requests) == 2
    assert (result.outcome.state, result.outcome.reason) == (
        SourceState.EMPTY, "MedlinePlus has no topic that mentions it.",
    )  # fmt: skip


def test_topics_without_title_or_safe_address_are_left_out() -> None:
    xml = result(
        document("Script", url="javascript:alert(1)"), document(""), document("Good"), "<document/>", "<other/>",
    )  # fmt: skip
    assert read_topics(xml)[1] == [HealthTopic("https://medlineplus.gov/x.html", "Good", (), "")]


@pytest.mark.parametrize(
    "xml",
    [
        b'<!DOCTYPE n [<!ENTITY a "1"><!ENTITY b "&a;&a;">]><nlmSearchResult><count>&b;</count></nlmSearchResult>',
        result(count=""),
        result(count="many"),
        b"<error>down</error>",
    ],
)
def test_entities_and_other_documents_are_refused(xml: bytes, tmp_path: Path) -> None:
    with pytest.raises(TransientBody):
        read_topics(xml)
    with pytest.raises(TransientFailure):
        ask(MedlinePlus, topics(xml), asked(about=PULMONARY), tmp_path)
