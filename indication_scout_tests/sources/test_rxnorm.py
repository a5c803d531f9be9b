"""RxNorm: which concept a drug is, and what happens when only a part can be had."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from indication_scout_assets.domain.outcomes import SourceState
from indication_scout_assets.domain.records.references import ReferenceKind
from indication_scout_assets.sources.drugs.rxnorm import RxNorm

from ..wire import records
from ..wire.rxnorm import RxNorm as Server
from .reference_questions import ServedLocally, ask, asked

SERVER = Server(records.load())


def json_service(answers: dict[str, Any]) -> Any:
    """Answers by the end of the path; what is not there is a server error."""

    def handler(request: httpx.Request) -> httpx.Response:
        result = [body for end, body in answers.items() if request.url.path.endswith(end)]
        return httpx.Response(200, json=result[0]) if result else httpx.Response(500)

    return handler


def related(*ingredients: tuple[str, str]) -> dict[str, Any]:
    properties = [{"rxcui": rxcui, "name": name, "tty": "IN"} for rxcui, name in ingredients]
    return {"relatedGroup": {"conceptGroup": [{"tty": "BN"}, {"tty": "IN", "conceptProperties": properties}]}}


def test_a_drug_is_its_ingredient_with_brands_and_classes(tmp_path: Path) -> None:
    entries, outcome = ask(RxNorm, ServedLocally(SERVER), asked("sildenafil", "Viagra"), tmp_path)
    [entry] = entries
    assert (entry.id, entry.title, entry.kind, entry.disease_id) == (
        "136411", "sildenafil", ReferenceKind.IDENTITY, None,
    )  # fmt: skip
    assert entry.text == (
        "Brand names: Revatio, Viagra. "
        "Classes: Drugs used in erectile dysfunction (ATC), Phosphodiesterase 5 Inhibitor (EPC)."
    )
    assert entry.url.endswith("searchTerm=136411")
    assert entry.demonstration
    assert (outcome.state, outcome.found, outcome.reason) == (SourceState.OK, 1, "")


def test_a_brand_name_leads_to_the_ingredient(tmp_path: Path) -> None:
    assert ask(RxNorm, ServedLocally(SERVER), asked("Olumiant"), tmp_path).entries[0].id == "2047232"


def test_further_names_are_tried_and_none_at_all_is_said(tmp_path: Path) -> None:
    server = ServedLocally(SERVER)
    assert ask(RxNorm, server, asked("LY-3009104", "baricitinib"), tmp_path).entries[0].title == "baricitinib"
    assert [r.url.params.get("name") for r in server.requests[:2]] == ["LY-3009104", "baricitinib"]
    none = ask(RxNorm, server, asked("inventophen"), tmp_path)
    assert (none.entries, none.outcome.state) == ((), SourceState.EMPTY)
    assert none.outcome.reason == "RxNorm has no ingredient under these names."


def test_a_name_of_a_combination_is_not_the_drug(tmp_path: Path) -> None:
    service = json_service(
        {
            "rxcui.json": {"idGroup": {"rxnormId": ["7"]}},
            "related.json": related(("1", "bupropion"), ("2", "naltrexone")),
        }
    )
    assert ask(RxNorm, service, asked("Contrave"), tmp_path).outcome.state is SourceState.EMPTY


def test_classes_that_cannot_be_had_do_not_lose_the_identity(tmp_path: Path) -> None:
    service = json_service({"rxcui.json": {"idGroup": {"rxnormId": "7"}}, "related.json": related(("7", "bupropion"))})
    entries, outcome = ask(RxNorm, service, asked("bupropion"), tmp_path)
    assert [(e.id, e.text) for e in entries] == [("7", "")]
    assert (outcome.state, outcome.open) == (SourceState.DEGRADED, True)
    assert outcome.reason.startswith("Without classes: Service did not answer")
