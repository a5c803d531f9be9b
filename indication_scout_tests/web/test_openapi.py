"""The description of the API: it is valid, names every address, and what the addresses give is as it says."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from indication_scout_assets.web import api
from indication_scout_assets.web.openapi import ADDRESS, description
from indication_scout_tests.library_texts import QUESTION
from indication_scout_tests.web.workspaces import Client


def check(component: str, value: Any) -> None:
    root = {"$ref": f"#/components/schemas/{component}", "components": description()["components"]}
    Draft202012Validator(root).validate(value)


def test_the_description_is_valid_and_served(site: Client) -> None:
    OpenAPIV31SpecValidator(description()).validate()
    assert site(ADDRESS).json == description()


def test_every_address_of_the_api_is_described_with_its_methods() -> None:
    described = {(path, method.upper()) for path, methods in description()["paths"].items() for method in methods}
    assert described == {(route.path, method) for route in api.ROUTES for method in (route.methods or set()) - {"HEAD"}}


def test_answers_are_as_described(site: Client) -> None:
    answer = site.post("/v1/ask", {"question": QUESTION, "conversation": "described"}).json
    check("Answer", answer)
    check("Passage", site(f"/v1/passages/{answer['retrieved'][0]['passage_id']}").json)
    check("FoundPassages", site(f"/v1/search?q={quote(QUESTION)}").json)
    check("ConversationList", site("/v1/conversations").json)
    check("ConversationTurns", site("/v1/conversations/described").json)
    check("Answer", site("/v1/labels/ask?question=half-life&drug=velotrin").json)
    check("TurnsRemoved", site.post("/v1/conversations/described/rollback", {"to": 0}).json)
    check("ErrorSentence", site("/v1/passages/none").json)
    check("Health", site("/healthz").json)


@pytest.mark.parametrize("wrong", [{"from": {}}, {"filters": []}, {"filters": 0}, {"trials": 0}, {"context": False}])
def test_a_body_that_the_description_forbids_is_refused(site: Client, wrong: dict[str, Any]) -> None:
    assert site.post("/v1/ask", {"question": QUESTION} | wrong).status == 422
