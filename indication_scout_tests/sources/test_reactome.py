"""Reactome: pathways and reactions that name the drug."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.outcomes import SourceState, TransientFailure
from indication_scout_assets.domain.records.references import ReferenceKind
from indication_scout_assets.sources.reactome import Reactome

from ..wire import records
from ..wire.reactome import Reactome as Server
from .reference_questions import Handler, ServedLocally, always, ask, asked

SERVER = Server(records.load())


def entries(*rows: Any) -> Handler:
    return always(httpx.Response(200, json={"results": [{"typeName": "Pathway", "entries": list(rows)}]}))


def test_pathways_and_reactions_with_their_summaries(tmp_path: Path) -> None:
    server = ServedLocally(SERVER)
    listed, outcome = ask(Reactome, server, asked("sildenafil", "Viagra"), tmp_path)
    assert server.requests[0].url.params.multi_items() == [
        ("cluster", "true"), ("query", "sildenafil"), ("species", "Homo sapiens"), ("types", "Pathway"),
        ("types", "Reaction"),
    ]  # fmt: skip
    assert [(entry.kind, entry.id, entry.title) for entry in listed] == [
        (ReferenceKind.BACKGROUND, "R-HSA-9900001", "cGMP effects in smooth muscle"),
        (ReferenceKind.BACKGROUND, "R-HSA-9900002", "PDE5A inhibitors bind PDE5A"),
    ]
    assert listed[0].text == "Sildenafil keeps cGMP from being broken down, so that vessels stay wide."
    assert listed[0].url == "https://reactome.org/content/detail/R-HSA-9900001"
    assert all(entry.demonstration for entry in listed)
    assert (outcome.state, outcome.total) == (SourceState.OK, 2)


def test_that_there_is_nothing_is_said_by_a_404(tmp_path: Path) -> None:
    outcome = ask(Reactome, ServedLocally(SERVER), asked("zzqqyy"), tmp_path).outcome
    assert (outcome.state, outcome.reason) == (SourceState.EMPTY, "Reactome has no such entry.")


def test_what_does_not_name_the_drug_or_has_no_id_is_left_out(tmp_path: Path) -> None:
    other = {"stId": "R-HSA-1", "name": "Apoptosis", "summation": "Cells die."}
    without_id = {"name": "Sildenafil binds"}
    listed, outcome = ask(Reactome, entries(other, without_id), asked("sildenafil"), tmp_path)
    assert listed == ()
    listed, outcome = ask(Reactome, entries(other), asked("sildenafil"), tmp_path / "b")
    assert outcome.reason == "None of the 1 entries read names the drug."


def test_an_entry_in_two_groups_is_one(tmp_path: Path) -> None:
    row = {"stId": "R-HSA-1", "name": "Sildenafil binds"}
    assert len(ask(Reactome, entries(row, row), asked("sildenafil"), tmp_path).entries) == 1


def test_a_404_that_is_not_its_own_is_no_empty_answer(tmp_path: Path) -> None:
    with pytest.raises(TransientFailure):
        ask(Reactome, always(httpx.Response(404, text="no such page")), asked("sildenafil"), tmp_path)
