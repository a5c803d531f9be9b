"""OMIM: the key, entries named after the disease, and faults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from indication_scout_assets.domain.outcomes import SourceState
from indication_scout_assets.domain.records.references import LookUpResult
from indication_scout_assets.pipeline.resources.hosts import hosts
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.omim import Omim
from indication_scout_tests.diseases import PULMONARY

from ..wire import records
from ..wire.omim import Omim as Server
from .reference_questions import Handler, ServedLocally, always, ask, asked, disease, nobody

SERVER = Server(records.load())
ADVICE = "set SCOUT_OMIM_API_KEY"
ABOUT = asked(about=PULMONARY)


def with_key(handler: Handler, path: Path, question: Any = ABOUT) -> LookUpResult:
    return ask(Omim, handler, question, path, secret_headers={"ApiKey": "hush-hush"}, on_quota=ADVICE)


def listing(*entries: Any, total: Any = None) -> Handler:
    response = {"totalResults": len(entries) if total is None else total, "entryList": [{"entry": e} for e in entries]}
    return always(httpx.Response(200, json={"omim": {"searchResponse": response}}))


def entry(title: str, number: Any = 100100, **more: Any) -> dict[str, Any]:
    return {"mimNumber": number, "status": "live", "titles": {"preferredTitle": title}, **more}


def test_an_entry_named_after_the_disease(tmp_path: Path) -> None:
    server = ServedLocally(SERVER)
    [found_one], outcome = with_key(server, tmp_path)
    [request] = server.requests
    assert request.url.params["search"] == '"pulmonary hypertension"'
    assert request.url.params["include"] == "text:description"
    assert (found_one.id, found_one.title) == ("999001", "PULMONARY HYPERTENSION, PRIMARY, 99; PPH99")
    assert found_one.url == "https://omim.org/entry/999001"
    assert found_one.text.startswith("A number sign is used")
    assert found_one.demonstration
    assert (outcome.state, outcome.total, outcome.disease_id) == (SourceState.OK, 1, "MONDO_0005149")


def test_without_a_key_nothing_is_asked_and_the_setting_is_named(tmp_path: Path) -> None:
    entries, outcome = ask(Omim, nobody, ABOUT, tmp_path, on_quota=ADVICE)
    assert (entries, outcome.state) == ((), SourceState.NOT_ASKED)
    assert outcome.reason == "OMIM is not asked without a key; set SCOUT_OMIM_API_KEY."


def test_the_product_sends_the_key_in_a_header_and_never_in_an_address(tmp_path: Path) -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return listing()(request)

    host = hosts(Settings.model_validate({"omim_api_key": "hush-hush"}))["OMIM"]
    ask(Omim, handler, ABOUT, tmp_path, secrets=host.secrets, secret_headers=host.secret_headers)
    [request] = seen
    assert request.headers["ApiKey"] == "hush-hush"
    assert "hush" not in str(request.url)


def test_titles_are_inverted_and_others_count_but_parts_of_words_do_not(tmp_path: Path) -> None:
    duchenne = asked(about=disease("Duchenne muscular dystrophy"))
    service = listing(
        entry("MUSCULAR DYSTROPHY, DUCHENNE TYPE; DMD", "310200"),
        entry("DYSTROPHIN; DMD", 300377),
        entry(
            "SOMETHING ELSE", 1, titles={"preferredTitle": "X", "alternativeTitles": "Y;;DUCHENNE MUSCULAR DYSTROPHIES"}
        ),
        entry("MUSCULAR DYSTROPHY, DUCHENNE-LIKE", 2, status="moved"),
        entry("DUCHENNE MUSCULAR DYSTROPHY", None),
    )
    assert [e.id for e in with_key(service, tmp_path, duchenne).entries] == ["310200", "1"]


def test_hits_that_only_mention_the_disease_are_none(tmp_path: Path) -> None:
    entries, outcome = with_key(listing(entry("BONE MORPHOGENETIC PROTEIN RECEPTOR"), total="44"), tmp_path)
    assert (entries, outcome.state, outcome.total) == ((), SourceState.EMPTY, 44)
    assert outcome.reason == "None of the 44 entries OMIM found is named after it."
    assert with_key(listing(), tmp_path / "b").outcome.reason == "OMIM has no entry on it."


def test_broken_rows_are_left_out(tmp_path: Path) -> None:
    service = listing(
        None, 7, {}, entry("PULMONARY HYPERTENSION", "x"), {"titles": 5}, entry("PULMONARY HYPERTENSION", 3)
    )
    assert [e.id for e in with_key(service, tmp_path).entries] == ["3"]


def test_it_is_not_asked_about_a_drug(tmp_path: Path) -> None:
    assert with_key(nobody, tmp_path, asked()).outcome.reason == "OMIM is asked about diseases only."
