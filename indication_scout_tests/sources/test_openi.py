"""Open-i: figures of papers that name both the drug and the disease."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.outcomes import SourceState, TransientFailure
from indication_scout_assets.domain.records.references import ReferenceKind
from indication_scout_assets.sources.literature.openi import OpenI
from indication_scout_tests.diseases import PULMONARY

from ..wire import records
from ..wire.openi import OpenI as Server
from .reference_questions import Handler, ServedLocally, always, ask, asked, disease, nobody

SERVER = Server(records.load())
ABOUT = asked("sildenafil", "Viagra", about=PULMONARY)


def figures(*rows: Any, total: Any = None) -> Handler:
    return always(httpx.Response(200, json={"total": len(rows) if total is None else total, "list": list(rows)}))


def figure(caption: Any = "Sildenafil in pulmonary hypertension", **more: Any) -> dict[str, Any]:
    return {"uid": "F1", "title": "A study", "image": {"caption": caption}, **more}


def test_a_figure_with_its_caption_and_paper(tmp_path: Path) -> None:
    server = ServedLocally(SERVER)
    [entry], outcome = ask(OpenI, server, ABOUT, tmp_path)
    assert dict(server.requests[0].url.params) == {
        "query": '"sildenafil" AND "pulmonary hypertension"', "m": "1", "n": "20",
    }  # fmt: skip
    assert (entry.kind, entry.id, entry.published) == (ReferenceKind.FIGURE, "PMC9900001_fig1", "2018")
    assert entry.text == "Figure 1. Pressure in the pulmonary artery before and after sildenafil."
    assert entry.url == "https://pmc.ncbi.nlm.nih.gov/articles/PMC9900001/"
    assert entry.demonstration
    assert (outcome.state, outcome.total) == (SourceState.OK, 1)


def test_nothing_found_is_said(tmp_path: Path) -> None:
    result = ask(OpenI, ServedLocally(SERVER), asked("sildenafil", about=disease("vitiligo")), tmp_path).outcome
    assert (result.state, result.reason) == (SourceState.EMPTY, "Open-i has no figure on the two.")
    bare = ask(OpenI, always(httpx.Response(200, json={"total": 0})), ABOUT, tmp_path / "b").outcome
    assert bare.state is SourceState.EMPTY


def test_figures_of_papers_on_one_of_the_two_are_left_out(tmp_path: Path) -> None:
    service = figures(figure("Sildenafil in rats"), figure("Pulmonary hypertension"), total=900)
    entries, outcome = ask(OpenI, service, ABOUT, tmp_path)
    assert (entries, outcome.reason) == ((), "None of the 900 figures found names both.")


def test_title_and_abstract_count_and_other_names_of_the_drug(tmp_path: Path) -> None:
    row = figure("Flow", title="Viagra at altitude", abstract="We treated pulmonary hypertension.")
    assert len(ask(OpenI, figures(row), ABOUT, tmp_path).entries) == 1


def test_broken_rows_and_unsafe_addresses(tmp_path: Path) -> None:
    service = figures(
        None, 7, figure(7), figure(uid=None), figure(title=None),
        figure(pmcid="../x", pubMed_url="javascript:alert(1)"),
        figure(uid="F2", pubMed_url="https://pubmed.ncbi.nlm.nih.gov/99000001"),
        figure(uid="F3", pmcid="PMC99", journal_date="2011"),
    )  # fmt: skip
    entries = ask(OpenI, service, ABOUT, tmp_path).entries
    assert [(e.id, e.url, e.published) for e in entries] == [
        ("F1", "", ""),
        ("F2", "https://pubmed.ncbi.nlm.nih.gov/99000001", ""),
        ("F3", "https://pmc.ncbi.nlm.nih.gov/articles/PMC99/", ""),
    ]


def test_hits_without_a_list_are_a_fault(tmp_path: Path) -> None:
    with pytest.raises(TransientFailure, match="without figures"):
        ask(OpenI, always(httpx.Response(200, json={"total": 5})), ABOUT, tmp_path)


def test_it_is_not_asked_about_a_drug_alone(tmp_path: Path) -> None:
    assert ask(OpenI, nobody, asked(), tmp_path).outcome.state is SourceState.NOT_ASKED
