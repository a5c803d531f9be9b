"""``scout label`` as its page promises: shapes, exit codes, sentences, and answers that are the label's own words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from indication_scout_tests.cli.command import FAILED, USAGE, Scout
from indication_scout_tests.label_examples import ORMADINE, PICTURE, VELOTRIN, ormadine, velotrin, zipped

WORKSPACES = ("t_label_verbs",)
ANSWERED, REFUSED, DID_YOU_MEAN, NO_DRUG = 0, 3, 4, 5


@pytest.fixture(scope="module")
def label(scout: Scout, tmp_path_factory: pytest.TempPathFactory) -> Scout:
    """The command in a workspace that holds two labels."""
    folder = tmp_path_factory.mktemp("labels")
    (folder / "velotrin.zip").write_bytes(zipped(velotrin()))
    (folder / "ormadine.xml").write_bytes(ormadine())
    here = Scout(scout.environment, {"SCOUT_WORKSPACE": WORKSPACES[0]})
    for drug, file in (("velotrin", "velotrin.zip"), ("ormadine", "ormadine.xml")):
        here("label", "add", str(folder / file), "--drug", drug)
    return here


def test_an_answer_has_the_documented_shape(label: Scout):
    answer = label.json("label", "ask", "What is the half-life of Velozip?")
    assert (answer["refusal"], answer["asks"]["drugs"]) == (None, ["velotrin"])
    (cited,) = answer["sentences"][0]["citations"]
    assert cited["quote"] == "The half-life of velotrin is 1.6 hours (range 1.2 to 2.0 hours)."
    assert (cited["article_id"], cited["section"], cited["source"]) == (VELOTRIN, "12.3 Pharmacokinetics", "label")
    assert (cited["label"]["category"], cited["label"]["effective"]) == ("pharmacokinetics", "2025-02-03")
    assert "1.6 hours" in cited["label"]["values"]


@pytest.mark.parametrize(
    ("question", "code", "status"),
    [
        ("velotrin and digoxin", REFUSED, "not_in_label"),
        ("Should I take velotrin?", REFUSED, "advice_refused"),
        ("half-life of velotryn", DID_YOU_MEAN, "did_you_mean"),
        ("half-life of losartan", NO_DRUG, "no_drug"),
    ],
)
def test_a_refusal_has_its_exit_code(label: Scout, question: str, code: int, status: str):
    assert label.json("label", "ask", question, code=code)["refusal"]["cause"] == status


def test_a_person_reads_the_words_and_their_place(label: Scout):
    lines = label("label", "ask", "protein binding of velotrin").stdout.splitlines()
    assert "nobody has read whether they answer" in lines[0]
    assert lines[1] == "“Velotrin is about 35% bound to plasma proteins.”"
    assert "12.3 Pharmacokinetics" in lines[2]
    assert "Did you mean velotrin?" in label("label", "ask", "half-life of velotryn", code=DID_YOU_MEAN).stdout


def test_questions_of_a_file_are_answered_line_by_line(label: Scout, tmp_path: Path):
    file = tmp_path / "questions.json"
    context = "What is the half-life of velotrin?"
    file.write_text(
        json.dumps([{"id": "a", "question": context}, {"id": "b", "question": "stored?", "context": context}]),
        encoding="utf-8-sig",
    )
    answers = [json.loads(line) for line in label("label", "ask", "--batch", str(file)).stdout.splitlines()]
    assert [(answer["id"], answer["sentences"][0]["citations"][0]["label"]["category"]) for answer in answers] == [
        ("a", "pharmacokinetics"),
        ("b", "how_supplied"),
    ]


def test_sections_texts_facts_and_pictures_are_shown(label: Scout, tmp_path: Path):
    sections = label.json("label", "sections", "Velozip")["sections"]
    assert [s["flag"] for s in sections if s["flag"]] == ["coded as a boxed warning, without the word, below dosage"]
    assert (
        label.json("label", "show", "velotrin", "mechanism")["sections"][0]["text"]
        == "Velotrin inhibits urate transport."
    )
    assert "no section driving" in label.sentence("label", "show", "velotrin", "driving", code=FAILED)
    facts = label.json("label", "facts", "velotrin", "--attribute", "half_life")["facts"]
    assert [fact["assertion"] for fact in facts] == ["fact"]
    formula = tmp_path / "formula.png"
    label("label", "image", "velotrin", "--out", str(formula))
    assert formula.read_bytes() == PICTURE
    assert "No structural formula" in label.sentence("label", "image", "ormadine", "-o", str(formula), code=FAILED)


def test_a_label_is_held_once_and_a_foreign_file_is_refused(label: Scout, tmp_path: Path):
    file = tmp_path / "label.xml"
    file.write_bytes(ormadine())
    assert [row["new"] for row in label.json("label", "add", str(file), "--drug", "ormadine")["added"]] == [False]
    assert "never names aspirin" in label.sentence("label", "add", str(file), "--drug", "aspirin", code=FAILED)
    assert "no file" in label.sentence("label", "add", str(file), str(tmp_path / "x.xml"), "--drug", "x", code=USAGE)
    assert "perhaps velotrin is meant" in label.sentence("label", "sections", "velotryn", code=FAILED)


def test_two_labels_of_a_drug_are_compared(label: Scout, tmp_path: Path):
    assert "Only one label" in label.sentence("label", "compare", "ormadine", code=FAILED)
    newer = "11110000-0000-4000-8000-000000000003"
    file = tmp_path / "newer.xml"
    file.write_bytes(ormadine().replace(ORMADINE.encode(), newer.encode()).replace(b"12 hours", b"14 hours"))
    label("label", "add", str(file), "--drug", "ormadine")
    compared = label.json("label", "compare", "ormadine", ORMADINE, newer)
    assert [compared["labels"][place]["id"] for place in ("first", "second")] == [ORMADINE, newer]
    shown = label("label", "compare", "ormadine", ORMADINE, newer).stdout.splitlines()
    assert (shown[0][0], shown[1][0]) == ("-", "+")
    assert ORMADINE in shown[0]
    assert newer in shown[1]
    (change,) = compared["changes"]
    assert change["category"] == "clinical_pharmacology"
    assert change["removed"] == ["The half-life of ormadine is 12 hours."]
    assert change["added"] == ["The half-life of ormadine is 14 hours."]
    assert (change["values_removed"], change["values_added"]) == (["12 hours"], ["14 hours"])
    answer = label.json("label", "ask", "protein binding of ormadine")
    assert [(s["text"], s["citations"][0]["label"]["same_in"]) for s in answer["sentences"]] == [
        ("Ormadine is 90% bound to plasma proteins.", 2)
    ]


def test_figures_of_judged_questions(label: Scout, tmp_path: Path):
    file = tmp_path / "judged.json"
    question = {
        "id": "1", "kind": "fact", "question": "half-life of ormadine", "drug": "ormadine", "expect": "answer",
        "sections": ["pharmacokinetics"], "gold": ["The half-life of ormadine is 12 hours."],
    }  # fmt: skip
    file.write_text(json.dumps([question]))
    ((figures),) = label.json("label", "eval", str(file)).values()
    assert (figures["all"]["n"], figures["all"]["right"]) == (1, 1.0)


def test_an_older_version_of_a_label_does_not_take_the_place_of_a_newer_one(label: Scout, tmp_path: Path):
    older = tmp_path / "older.xml"
    older.write_bytes(ormadine().replace(b'versionNumber value="4"', b'versionNumber value="3"'))
    (tmp_path / "newer.xml").write_bytes(ormadine())
    label.json("label", "add", str(tmp_path / "newer.xml"), "--drug", "ormadine")
    intake = label.json("label", "add", str(older), "--drug", "ormadine", code=FAILED)
    assert intake["added"] == []
    assert intake["refused"] == {
        "older.xml": f"It is version 3 of the label {ORMADINE}, whose version 4 is held and stays."
    }


def test_a_file_of_a_folder_that_is_no_label_is_named_and_the_others_are_held(label: Scout, tmp_path: Path):
    (tmp_path / "a.pdf").write_text("<html><body>The label is not here any more.</body></html>")
    (tmp_path / "b.xml").write_bytes(ormadine()[:200])
    (tmp_path / "c.xml").write_bytes(ormadine())
    intake = label.json("label", "add", str(tmp_path), "--drug", "ormadine", code=FAILED)
    assert [row["id"] for row in intake["added"]] == [ORMADINE]
    assert {Path(name).name: reason.partition(":")[2].strip()[:20] for name, reason in intake["refused"].items()} == {
        "a.pdf": "HTML instead of the ",
        "b.xml": "the label's XML is t",
    }
    result = label("label", "add", str(tmp_path), "--drug", "ormadine", code=FAILED)
    assert "held before, unchanged" in result.stdout
    assert f"scout: {tmp_path / 'a.pdf'}: This is no label in SPL: HTML instead of the label's XML." in result.stderr
