"""PubChem: the compound behind a name, and "none" told apart from "busy"."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from indication_scout_assets.domain.outcomes import SourceState, TransientFailure
from indication_scout_assets.sources.drugs.pubchem import PubChem

from ..wire import records
from ..wire.pubchem import PubChem as Server
from .reference_questions import Handler, ServedLocally, always, ask, asked

SERVER = Server(records.load())
BUSY = {"Fault": {"Code": "PUGREST.ServerBusy", "Message": "Too many requests or server too busy"}}


def compound_service(described: httpx.Response) -> Handler:
    table = {"PropertyTable": {"Properties": [{"CID": 5, "MolecularFormula": "CH4", "MolecularWeight": 16.04}]}}
    return lambda request: described if "description" in request.url.path else httpx.Response(200, json=table)


def test_the_compound_with_its_formula_and_who_described_it(tmp_path: Path) -> None:
    [entry], outcome = ask(PubChem, ServedLocally(SERVER), asked("sildenafil citrate"), tmp_path)
    assert (entry.id, entry.title) == ("135398744", "Sildenafil")
    assert entry.url == "https://pubchem.ncbi.nlm.nih.gov/compound/135398744"
    assert entry.text.startswith("Formula C22H30N6O4S, molecular weight 474.6, InChIKey BNRNXUUZRGQAQC-UHFFFAOYSA-N. ")
    assert entry.inchi_key == "BNRNXUUZRGQAQC-UHFFFAOYSA-N"
    assert entry.text.endswith("(IndicationScout demonstration record)")
    assert entry.demonstration
    assert outcome.state is SourceState.OK


def test_an_unknown_name_is_404_and_the_next_one_is_tried(tmp_path: Path) -> None:
    server = ServedLocally(SERVER)
    assert ask(PubChem, server, asked("inventophen", "bupropion"), tmp_path).entries[0].id == "444"
    none = ask(PubChem, server, asked("inventophen"), tmp_path)
    assert (none.entries, none.outcome.state) == ((), SourceState.EMPTY)
    assert none.outcome.reason == "PubChem has no compound under these names."


def test_a_name_stays_one_piece_of_the_path(tmp_path: Path) -> None:
    server = ServedLocally(SERVER)
    ask(PubChem, server, asked("St. John's wort"), tmp_path)
    [path] = [request.url.raw_path.decode() for request in server.requests]
    assert path.startswith("/api/compound/name/St.%20John%27s%20wort/property/")


def test_a_404_that_is_not_pubchems_own_is_no_absence(tmp_path: Path) -> None:
    with pytest.raises(TransientFailure, match="HTML where JSON"):
        ask(PubChem, always(httpx.Response(404, text="<html>gone</html>")), asked(), tmp_path)
    with pytest.raises(TransientFailure, match="without a fault of PUG REST"):
        ask(PubChem, always(httpx.Response(404, json={"detail": "proxy"})), asked(), tmp_path / "b")


@pytest.mark.parametrize("status", [200, 503])
def test_busy_is_asked_again_whatever_its_status(status: int, tmp_path: Path) -> None:
    answers = iter([httpx.Response(status, json=BUSY), httpx.Response(status, json=BUSY)])
    server = ServedLocally(SERVER)
    result = ask(PubChem, lambda request: next(answers, None) or server(request), asked(), tmp_path)
    assert result.outcome.state is SourceState.OK
    with pytest.raises(TransientFailure):
        ask(PubChem, always(httpx.Response(status, json=BUSY)), asked(), tmp_path / "b")


@pytest.mark.parametrize(
    ("described", "state"),
    [
        (httpx.Response(404, json={"Fault": {"Code": "PUGREST.NotFound"}}), SourceState.OK),
        (httpx.Response(200, json={"InformationList": {"Information": [7, {"Title": "x"}]}}), SourceState.OK),
        (httpx.Response(500), SourceState.DEGRADED),
    ],
)
def test_the_identity_stands_without_a_description(
    described: httpx.Response, state: SourceState, tmp_path: Path
) -> None:
    [entry], outcome = ask(PubChem, compound_service(described), asked("methane"), tmp_path)
    assert (entry.id, entry.title, entry.text) == ("5", "methane", "Formula CH4, molecular weight 16.04.")
    assert (outcome.state, outcome.reason.startswith("Without a description")) == (state, state is SourceState.DEGRADED)
    assert outcome.open == (state is SourceState.DEGRADED)


def test_a_compound_without_a_number_is_none(tmp_path: Path) -> None:
    table = {"PropertyTable": {"Properties": [{"CID": 0}, {"CID": "x"}, None]}}
    assert ask(PubChem, always(httpx.Response(200, json=table)), asked(), tmp_path).outcome.state is SourceState.EMPTY
