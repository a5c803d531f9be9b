"""A snapshot that holds a language model's answers: recorded over the wire, replayed without anybody being asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.domain.findings.readings import ArticleReading
from indication_scout_assets.domain.records.articles import text_hash
from indication_scout_assets.language_models.recorded_answers import ANSWERS, RecordedAnswers, key_of
from indication_scout_assets.store.database import Database
from indication_scout_tests.json_server import Answer, Asked, JsonServer, json_server
from indication_scout_tests.wire.model_protocols import OPENAI
from indication_scout_tests.wire.server import WireServer

from .command import FAILED, Scout

pytestmark = pytest.mark.slow
WORKSPACES = ("t_cli_asked", "t_cli_recorded")
KNOWN = RecordedAnswers(SNAPSHOT / ANSWERS).lines


def knowing(asked: Asked) -> Answer:
    """A model that answers as the demonstration's did, refuses an article that this one did not read, and makes a
    mistake it corrects: a design in other words than the article's."""
    answer = known_answer(asked)
    if answer is None:
        return 200, {}, OPENAI.answers(None, refusal="I have not read it.")
    if not corrects(asked) and answer["study"]["design_words"]:
        answer["study"]["design_words"] = "no words of this article"
    return 200, {}, OPENAI.answers(answer)


def known_answer(asked: Asked) -> dict[str, Any] | None:
    question = asked.body["input"][0]["content"]
    line = KNOWN.get(key_of(text_hash(asked.body["instructions"]), [question]))
    return None if line is None else json.loads(json.dumps(line["answer"]))


def corrects(asked: Asked) -> bool:
    """Whether a first answer is shown again with what fell of it."""
    return len(asked.body["input"]) == 3


def by_openai(service: JsonServer) -> dict[str, Any]:
    return {"SCOUT_OPENAI_URL": f"{service.url}/v1", "SCOUT_OPENAI_MODEL": "a-model"}


def read(database_url: str, workspace: str) -> dict[tuple[str, str], ArticleReading]:
    """The readings of a workspace, but for who made them."""
    db = Database.open(database_url, workspace)
    try:
        of_drug = db.readings.load("sildenafil")
    finally:
        db.close()
    return {
        (disease, article): reading.model_copy(update={"reader": None})
        for disease, articles in of_drug.items()
        for article, reading in articles.items()
    }


def test_what_a_model_read_while_it_was_recorded_is_read_again_without_a_call(
    scout: Scout, server: WireServer, database_url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    record = ("snapshot", "record", str(folder), "sildenafil", "--reader", "openai")
    with json_server(knowing) as service:
        recorded = scout.at(server).json(*record, **by_openai(service))
        calls = len(service.asked)
        refused = sum(1 for asked in service.asked if known_answer(asked) is None)
        corrected = sum(1 for asked in service.asked if corrects(asked))
        few: dict[str, Any] = {key: value for key, value in scout.at(server).also.items() if key.endswith("KEPT")}
        asked = scout.json(
            "-w", "t_cli_asked", "snapshot", "replay", str(folder), "sildenafil", "--reader", "openai",
            **by_openai(service), **few,
        )  # fmt: skip
    assert asked["work"]["model_calls"] == calls
    assert corrected > 0, "a first answer fell, and the second try is recorded as well"
    assert 0 < refused <= recorded["articles_left"]
    assert recorded["answers"] == calls - refused
    lines = RecordedAnswers(folder / ANSWERS).lines
    assert (len(lines), {line["model"] for line in lines.values()}) == (recorded["answers"], {"a-model"})
    replayed = scout.json(
        "-w", "t_cli_recorded", "snapshot", "replay", str(folder), "sildenafil", "--reader", "recorded", **few
    )
    assert (replayed["work"]["model_calls"], replayed["work"]["requests"]) == (0, 0)
    assert (recorded["directory"], recorded["drugs"]) == (str(folder), ["sildenafil"])
    assert scout.json("snapshot", "verify", str(folder)) == {"exchanges": recorded["exchanges"], "problems": []}
    (drug,) = replayed["drugs"]
    assert (drug["failed"], list(drug["degraded"])) == ({}, ["full_texts"]), "Unpaywall is not asked while recording"
    of_the_model = read(database_url, "t_cli_asked")
    assert read(database_url, "t_cli_recorded") == of_the_model
    assert any(reading.of_pair.span for reading in of_the_model.values())
    page = Path(replayed["drugs"][0]["report"])
    proof = scout.json("-w", "t_cli_recorded", "verify", str(page.with_suffix(".json")))
    assert proof["faults"] == [], "what a model read is named as not made again, and all else holds"
    assert any("language model's" in sentence for sentence in proof["unproven"])


def test_a_model_that_cannot_be_asked_is_said_and_nothing_is_recorded(
    scout: Scout, server: WireServer, tmp_path: Path
) -> None:
    """An empty key is none."""
    refused = scout.at(server)(
        "snapshot", "record", str(tmp_path / "own"), "sildenafil", "--reader", "openai", code=FAILED, OPENAI_API_KEY=""
    )
    assert "no key is set; set SCOUT_OPENAI_API_KEY" in refused.stderr
    assert not (tmp_path / "own" / "manifest.jsonl").exists()
