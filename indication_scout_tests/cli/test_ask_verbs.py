"""Filling a collection, finding, asking and talking, as the command does it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from indication_scout_tests.json_server import Asked
from indication_scout_tests.library_texts import JATS, QUESTION, TEXTS, UNCOVERED, write_texts
from indication_scout_tests.wire.language_models import PROTOCOLS, speaking
from indication_scout_tests.wire.server import WireServer

from .command import FAILED, LATER, USAGE, Scout

WORKSPACES = ("live", "empty_library", "damaged_folder")


@pytest.fixture(scope="module")
def filled(scout: Scout, tmp_path_factory: pytest.TempPathFactory) -> Scout:
    folder = tmp_path_factory.mktemp("jats")
    write_texts(folder)
    taken = scout.json("collect", "oats", "--folder", str(folder))
    assert (taken["full_texts"], taken["retracted"], taken["missing"]) == (3, 1, {})
    assert taken["vectors"] > 0
    return scout


def test_a_second_run_takes_nothing_in(filled: Scout, tmp_path: Path) -> None:
    (tmp_path / "101.xml").write_text(JATS.format(**TEXTS[0]), encoding="utf-8")
    taken = filled.json("collect", "oats", "--folder", str(tmp_path))
    assert (taken["wanted"], taken["known"]) == (4, 4), "the collection's own folder and this one"
    assert (taken["full_texts"], taken["passages"], taken["vectors"], taken["requests"]) == (0, 0, 0, 0)
    again = filled.json("collect", "oats")
    assert (again["wanted"], again["known"], again["full_texts"], again["requests"]) == (4, 4, 0, 0)


NOT_ARTICLES = {
    "broken.xml": ("<article><front>", "truncated or malformed"),
    "empty.nxml": ("", "Document is empty"),
    "page.xml": ("<!DOCTYPE html><html><body>No such page</body></html>", "HTML instead of the full text's XML"),
    "set.jats": ("<pmc-articleset><error>gone</error></pmc-articleset>", "XML without an article"),
}
"""Files of a folder by name: what they hold, and why it is no article."""


def test_a_file_of_a_folder_that_is_none_is_named_and_the_others_are_read(scout: Scout, tmp_path: Path) -> None:
    there = ("-w", "damaged_folder")
    write_texts(tmp_path)
    for name, (content, _) in NOT_ARTICLES.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    result = scout(*there, "collect", "damaged", "--folder", str(tmp_path))
    assert "3 full texts and 0 abstracts taken in, 4 not to be had" in result.stdout
    for name, (_, reason) in NOT_ARTICLES.items():
        (line,) = [line for line in result.stderr.splitlines() if line.startswith(str(tmp_path / name))]
        assert reason in line
        assert line.endswith(".")
    assert not scout.json(*there, "ask", QUESTION, "--collection", "damaged")["refusal"]
    (tmp_path / "broken.xml").unlink()
    (tmp_path / "empty.nxml").write_text(JATS.format(**{**TEXTS[0], "number": 104}), encoding="utf-8")
    mended = scout.json(*there, "collect", "damaged")
    assert {Path(name).name for name in mended["missing"]} == {"page.xml", "set.jats"}
    assert mended["full_texts"] == 1


def cited_in(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [citation for sentence in answer["sentences"] for citation in sentence["citations"]]


def test_an_answer_is_word_for_word_with_its_places(filled: Scout) -> None:
    answer = filled.json("ask", QUESTION, "--collection", "oats")
    assert answer["refusal"] is None
    assert answer["verdict"]["value"] == "decreased"
    quotes = {citation["quote"] for citation in cited_in(answer)}
    assert {sentence["text"] for sentence in answer["sentences"]} == quotes
    assert any(quote in str(TEXTS[0]["results"]) for quote in quotes)
    assert {citation["source"] for citation in cited_in(answer)} == {"paper"}
    for hit in answer["retrieved"]:
        assert len(hit["text"]) == hit["end"] - hit["start"]


@pytest.mark.parametrize(
    ("filters", "rows"),
    [
        ((), {"PMC101", "PMC102"}),
        (("--journal", "oats today"), {"PMC101"}),
        (("--since", "2020-01-01"), {"PMC102"}),
        (("--until", "2019-12-31"), {"PMC101"}),
        (("--exclude", "PMC101"), {"PMC102"}),
        (("--only", "PMC101", "--section", "methods"), {"PMC101"}),
        (("--licence", "CC BY"), set()),
    ],
)
def test_filters_leave_exactly_what_passes(filled: Scout, filters: tuple[str, ...], rows: set[str]) -> None:
    searched = filled.json("find", QUESTION, "--collection", "oats", "-k", "50", *filters)
    assert {hit["pmcid"] for hit in searched["passages"]} == rows


@pytest.mark.parametrize("verb", ["find", "ask"])
@pytest.mark.parametrize(
    ("filters", "words"),
    [
        (("--section", "poems"), "There is no section 'poems'; there are abstract, intro"),
        (("--section", "Results"), "There is no section 'Results'"),
        (("--since", "2020-01-02", "--until", "2020-01-01"), "exchange since and until"),
    ],
)
def test_a_filter_that_nothing_could_pass_is_refused(
    filled: Scout, verb: str, filters: tuple[str, ...], words: str
) -> None:
    assert words in filled.sentence(verb, QUESTION, "--collection", "oats", *filters, code=USAGE)


def test_what_nothing_covers_is_refused(filled: Scout) -> None:
    refused = filled.json("ask", "Does aspirin cure baldness in elephants?", "--collection", "oats", code=LATER)
    assert not refused["sentences"]
    assert "oats" in refused["refusal"]["reason"]
    assert refused["refusal"]["nearest"]
    assert refused["refusal"]["searched"] == refused["sources"][0]["searched"]
    assert "Not answered" in filled("ask", "Does aspirin cure baldness?", "--collection", "oats", code=LATER).stdout


def test_a_file_of_questions_is_answered_line_by_line(filled: Scout, tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(f"{QUESTION}\n" + json.dumps({"question": QUESTION, "exclude": ["PMC101"]}) + "\n", "utf-8")
    lines = filled("ask", "--file", str(path), "--collection", "oats").stdout.splitlines()
    both, later = map(json.loads, lines)
    assert both["verdict"]["value"] == "decreased"
    assert {hit["pmcid"] for hit in later["retrieved"]} == {"PMC102"}


def test_a_question_of_a_file_that_cannot_be_put_has_its_line(filled: Scout, tmp_path: Path) -> None:
    path = tmp_path / "questions.txt"
    half = '{"question": "oats \\ud83d?"}'
    path.write_text(f'{{"question": 3}}\n{half}\n{"x" * 20_000}\n{QUESTION}\n', "utf-8-sig")
    done = filled("ask", "--file", str(path), "--collection", "oats", code=FAILED)
    broken, halved, endless, answered = map(json.loads, done.stdout.splitlines())
    assert broken == {
        "question": '{"question": 3}',
        "message": 'Line 1 has no question; give {"question": "…"} or plain text.',
        "transient": False,
        "choices": [],
    }
    assert "half of a character" in halved["message"]
    assert "10,000" in endless["message"]
    assert answered["verdict"]["value"] == "decreased"
    assert "3 of 4 questions could not be put" in done.stderr
    path.write_text(f"{QUESTION}\n", "utf-8")
    elsewhere = filled("-w", "empty_library", "ask", "--file", str(path), code=FAILED).stdout
    assert "no collection" in json.loads(elsewhere)["message"]


def test_a_follow_up_carries_its_subject_and_papers_keep_their_numbers(filled: Scout) -> None:
    first = filled.json("ask", QUESTION, "--collection", "oats", "-c", "talk")
    second = filled.json("ask", "And on body weight?", "--collection", "oats", "-c", "talk")
    assert second["standalone_question"] == "What is the effect of oat bran on body weight?"
    assert (first["turn"], second["turn"]) == (1, 2)
    numbers = {citation["pmcid"]: citation["n"] for citation in cited_in(first)}
    for citation in cited_in(second):
        assert numbers.get(citation["pmcid"], citation["n"]) == citation["n"]
    assert len(filled.json("conversations", "show", "talk")["turns"]) == 2
    assert "## 2. And on body weight?" in filled("conversations", "export", "talk").stdout
    exported = json.loads(filled("conversations", "export", "talk", "--format", "json").stdout)
    assert [turn["turn"] for turn in exported["turns"]] == [1, 2]
    assert "AN  - PMC101" in filled("conversations", "export", "talk", "--format", "ris").stdout
    assert "scout conversations list" in filled.sentence("conversations", "export", "nobody", code=FAILED)
    filled("conversations", "rollback", "talk", "--to", "1")
    assert filled.json("conversations", "list")["conversations"][0]["turns"] == 1
    filled("conversations", "rm", "talk")
    assert filled.json("conversations", "list")["conversations"] == []


def test_sentences_are_printed_as_they_stand(filled: Scout) -> None:
    whole = filled.json("ask", QUESTION, "--collection", "oats")
    printed = filled("ask", QUESTION, "--collection", "oats", "--stream").stdout.splitlines()
    marks = [s["reading"].replace("_", " ") if s["counted"] else s["why_not_counted"] for s in whole["sentences"]]
    assert marks == ["decreased", "no difference", "not counted: its paper counts by another sentence"]
    first = [
        f"- {sentence['text']} [{sentence['citations'][0]['n']}] ({mark})"
        for sentence, mark in zip(whole["sentences"], marks, strict=True)
    ]
    assert printed[: len(first)] == first
    assert any(line.startswith("[1]") for line in printed)
    events = [
        json.loads(line)
        for line in filled("ask", QUESTION, "--collection", "oats", "--stream", "--json").stdout.splitlines()
    ]
    assert [event["event"] for event in events] == ["start", "retrieved", *["sentence"] * len(first), "done"]
    assert events[-1]["sentences"] == whole["sentences"]


def test_a_stream_ends_with_the_exit_code_of_its_answer(filled: Scout) -> None:
    filled("ask", UNCOVERED, "--collection", "oats", "--stream", code=LATER)
    wrong = ("ask", QUESTION, "--collection", "oats", "--stream", "--provider", "oracle")
    filled(*wrong, code=FAILED)
    last = json.loads(filled(*wrong, "--json", code=FAILED).stdout.splitlines()[-1])
    assert last["event"] == "error"
    assert "oracle" in last["message"]
    filled("ask", "--stream", "--collection", "oats", code=USAGE)


def test_several_questions_are_shown_one_below_the_other(filled: Scout) -> None:
    question = "Compare oat bran and wheat bran on serum cholesterol."
    answer = filled.json("ask", question, "--collection", "oats")
    assert len(answer["steps"]) == 2
    printed = filled("ask", question, "--collection", "oats").stdout
    assert printed.index(answer["steps"][0]["question"]) < printed.index(answer["steps"][1]["question"])
    streamed = filled("ask", question, "--collection", "oats", "--stream").stdout.splitlines()
    assert streamed[0] == answer["steps"][0]["question"]
    assert filled.json("ask", question, "--collection", "oats", "--steps", "1")["steps"] == []


def test_what_was_not_searched_is_said(filled: Scout) -> None:
    answer = filled.json("ask", QUESTION, "--collection", "oats", "--trials", "--labels")
    assert len(answer["notes"]) == 2
    assert "Registered trials" in filled("ask", QUESTION, "--collection", "oats", "--trials").stdout


def test_a_model_writes_where_it_is_asked_to(filled: Scout) -> None:
    lower = "Serum cholesterol was significantly lower with oat bran than with wheat bran (p = 0.01)."

    def reply(asked: Asked) -> dict[str, Any]:
        passages = json.loads(asked.body["messages"][-1]["content"])["passages"]
        name = next(passage["id"] for passage in passages if lower in passage["text"])
        sentences = [{"text": text, "quotes": ["Q1"]} for text in (lower, lower.replace("lower", "higher"))]
        quote = {"id": "Q1", "passage": name, "words": lower}
        return {"standalone_question": "", "missing": "none", "quotes": [quote], "sentences": sentences}

    with speaking(PROTOCOLS["ollama"], reply) as server:
        there = Scout(filled.environment, {"SCOUT_OLLAMA_URL": server.url, "SCOUT_ANSWER_WRITER": "ollama"})
        answer = there.json("ask", QUESTION, "--collection", "oats")
        printed = there("ask", QUESTION, "--collection", "oats", "--max-cost", "1").stdout
        plain = there.json("ask", QUESTION, "--collection", "oats", "--provider", "extractive")
    assert answer["written_by"].startswith("ollama ")
    assert [sentence["kind"] for sentence in answer["removed"]] == ["direction"]
    assert "Sentences removed: 1 direction." in printed
    assert "Read and written by ollama" in printed
    assert plain["written_by"] == ""


def test_without_a_collection_the_mend_is_said(scout: Scout) -> None:
    assert "scout collect" in scout.sentence("-w", "empty_library", "ask", "Does it help?", code=USAGE)
    assert "has no article" not in scout("-w", "empty_library", "collect").stdout


def test_texts_come_from_pmc_and_abstracts_from_pubmed(scout: Scout, server: WireServer, tmp_path: Path) -> None:
    there = scout.at(server)
    taken = there.json("collect", "weight", "--query", "bupropion", "--no-vectors")
    assert taken["full_texts"] > 0
    assert taken["requests"] > 0
    again = there.json("collect", "weight", "--query", "bupropion", "--no-vectors")
    assert (again["requests"], again["full_texts"], again["passages"]) == (0, 0, 0)
    ids = tmp_path / "ids.txt"
    ids.write_text("PMC99000001\n99000002  # a comment\n", encoding="utf-8")
    named = there.json("collect", "named", "--ids", str(ids), "--no-vectors")
    assert (named["wanted"], named["known"]) == (2, 1)


def test_a_name_that_is_no_name_of_a_collection_is_refused(scout: Scout) -> None:
    assert "cannot be the name" in scout.sentence("collect", "../oats", "--query", "x", code=USAGE)
    assert "Give one of" in scout.sentence("collect", "nobody_knows_it", code=USAGE)


def test_the_drug_without_a_library_is_told_how_to_get_one(filled: Scout) -> None:
    assert "`scout -w live run aspirin`" in filled.sentence("ask", "Does it help?", "--drug", "aspirin", code=FAILED)
    sentence = filled.sentence("ask", "Does it help?", "--drug", "aspirin", "--collection", "oats", code=USAGE)
    assert "not both" in sentence
