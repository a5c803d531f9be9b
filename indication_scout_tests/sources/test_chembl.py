"""The ChEMBL client: names of a drug and its salts, paging, unknown ids, broken answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.drugs import MarketFacts
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.sources.drugs.chembl import Chembl, Molecule
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host

from .faulty_server import mocked

HOST = Host("ChEMBL", "https://chembl.test/data", 100)
PARENT = {
    "molecule_chembl_id": "CHEMBL192",
    "pref_name": "SILDENAFIL",
    "molecule_synonyms": [
        {"molecule_synonym": "Sildenafil", "syn_type": "INN", "synonyms": "SILDENAFIL"},
        {"molecule_synonym": "UK-92480", "syn_type": "RESEARCH_CODE", "synonyms": "UK-92480"},
        {"molecule_synonym": "Viagra", "syn_type": "TRADE_NAME", "synonyms": "VIAGRA"},
    ],
}
SALT = {"molecule_chembl_id": "CHEMBL1737", "pref_name": "SILDENAFIL CITRATE", "molecule_synonyms": None}


def molecule(
    respond: Callable[[httpx.Request], httpx.Response],
    tmp_path: Path,
    chembl_id: str = "CHEMBL192",
    as_of: date | None = None,
) -> Molecule:
    store = ExchangeStore.cache(tmp_path / "cache")
    return mocked(respond, lambda http: Chembl(http, HOST).molecule(chembl_id, as_of), store, attempts=2)


def page(molecules: list[Any], following: str | None = None) -> httpx.Response:
    return httpx.Response(200, json={"molecules": molecules, "page_meta": {"next": following}})


def test_names_of_the_drug_and_of_its_salts_each_once(tmp_path):
    offsets: list[str] = []

    def respond(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/CHEMBL192.json"):
            return httpx.Response(200, json=PARENT)
        assert request.url.params["molecule_hierarchy__parent_chembl_id"] == "CHEMBL192"
        offsets.append(request.url.params["offset"])
        return page([PARENT], "/next") if len(offsets) == 1 else page([SALT])

    assert [(s.name, s.kind) for s in molecule(respond, tmp_path).synonyms] == [
        ("SILDENAFIL", "name"), ("UK-92480", "research_code"), ("Viagra", "trade_name"), ("SILDENAFIL CITRATE", "name"),
    ]  # fmt: skip
    assert offsets == ["0", "100"]


@pytest.mark.parametrize("chembl_id", ["CHEMBL404", "sildenafil"])
def test_an_unknown_id_is_said(chembl_id, tmp_path):
    with pytest.raises(PermanentFailure, match=chembl_id):
        molecule(lambda _: httpx.Response(404, json={"error_message": "x"}), tmp_path, chembl_id)


@pytest.mark.parametrize(
    ("given", "market", "sign"),
    [
        ({}, MarketFacts(), ""),
        (
            {"withdrawn_flag": False, "first_approval": None, "atc_classifications": []},
            MarketFacts(withdrawn=False),
            "",
        ),
        ({"withdrawn_flag": "1"}, MarketFacts(withdrawn=True), "withdrawn"),
        ({"first_approval": 1999}, MarketFacts(first_approval=1999), "1999"),
        (
            {"molecule_synonyms": [{"molecule_synonym": "m01ah02", "syn_type": "OTHER"}]},
            MarketFacts(atc_codes=("M01AH02",)),
            "M01AH02",
        ),
    ],
)
def test_market_facts_keep_unknown_apart_from_no(given, market, sign, tmp_path):
    def respond(request: httpx.Request) -> httpx.Response:
        own = {**PARENT, "molecule_synonyms": []} | given
        return httpx.Response(200, json=own) if request.url.path.endswith("/CHEMBL192.json") else page([])

    result = molecule(respond, tmp_path).market
    assert result == market
    assert sign in result.sign
    assert bool(result.sign) == bool(sign)


@pytest.mark.parametrize(("as_of", "approved"), [(date(1999, 12, 31), 1999), (date(1999, 12, 30), None)])
def test_as_of_a_day_only_an_approval_of_an_earlier_year_is_known(as_of, approved, tmp_path):
    facts = {"withdrawn_flag": True, "first_approval": 1999, "atc_classifications": ["M01AH02"]}

    def respond(request: httpx.Request) -> httpx.Response:
        own = request.url.path.endswith("/CHEMBL192.json")
        return httpx.Response(200, json=PARENT | facts) if own else page([SALT])

    result = molecule(respond, tmp_path, as_of=as_of)
    assert result.market == MarketFacts(first_approval=approved)
    assert [s.name for s in result.synonyms] == ["SILDENAFIL", "UK-92480", "Viagra", "SILDENAFIL CITRATE"]


def test_the_structure_is_the_drugs_own_and_a_drug_without_one_has_none(tmp_path):
    key = "BNRNXUUZRGQAQC-UHFFFAOYSA-N"
    structures = iter([{"standard_inchi_key": key}, None, {"standard_inchi_key": 7}, {"standard_inchi_key": "no key"}])
    for expected in (key, "", "", ""):
        own = PARENT | {"molecule_structures": next(structures)}

        def respond(request: httpx.Request, own: Any = own) -> httpx.Response:
            return httpx.Response(200, json=own) if request.url.path.endswith("/CHEMBL192.json") else page([])

        assert molecule(respond, tmp_path / str(len(list(tmp_path.iterdir())))).inchi_key == expected
