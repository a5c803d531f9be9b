"""``scout mcp`` and ``scout ask`` at the command line: what is missing is said, and who answered is shown."""

from __future__ import annotations

import pytest

from indication_scout_tests.label_examples import ormadine, velotrin
from indication_scout_tests.library_texts import QUESTION, UNCOVERED, write_texts

from .command import LATER, USAGE, Scout

WORKSPACES = ("t_assistant_verbs", "t_assistant_nothing")
DID_YOU_MEAN = 4


@pytest.fixture(scope="module")
def both(scout: Scout, tmp_path_factory: pytest.TempPathFactory) -> Scout:
    """The command in a workspace with papers on oats and labels of two drugs."""
    texts, labels = tmp_path_factory.mktemp("texts"), tmp_path_factory.mktemp("labels")
    write_texts(texts)
    here = Scout(scout.environment, {"SCOUT_WORKSPACE": WORKSPACES[0]})
    for drug, xml in (("velotrin", velotrin()), ("ormadine", ormadine())):
        (labels / f"{drug}.xml").write_bytes(xml)
        here("label", "add", str(labels / f"{drug}.xml"), "--drug", drug)
    here("collect", "oats", "--folder", str(texts))
    return here


def test_an_answer_says_who_was_asked(both: Scout) -> None:
    label = both("ask", "What is the half-life of Velozip?").stdout
    assert "“The half-life of velotrin is 1.6 hours (range 1.2 to 2.0 hours).”" in label
    assert label.splitlines()[-1].endswith("Asked: drug labels answered.")
    assert "Asked: papers answered." in both("ask", QUESTION).stdout
    assert both.json("ask", QUESTION, "--from", "papers")["sources"][0]["source"] == "papers"


@pytest.mark.parametrize(
    ("question", "code", "words"),
    [
        ("half-life of velotryn", DID_YOU_MEAN, "Did you mean velotrin?"),
        ("Should I stop my velotrin before surgery?", LATER, "for a doctor or pharmacist to say"),
        (UNCOVERED, LATER, "Not answered."),
        ("velotrin and wormwood", LATER, "nothing there has “wormwood”"),
    ],
)
def test_a_refusal_has_the_exit_code_of_its_source(both: Scout, question: str, code: int, words: str) -> None:
    assert words in both("ask", question, code=code).stdout
    assert both.json("ask", question, code=code)["sources"]


def test_a_dialogue_goes_from_labels_to_papers_and_back(both: Scout, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(
        ["What is the half-life of velotrin?", "And its protein binding?", QUESTION, "And on body weight?", ""]
    )
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    shown = both("ask").stdout
    assert "1.6 hours" in shown
    assert "35% bound" in shown
    assert "Searched: What is the effect of oat bran on body weight?" in shown


def test_without_a_collection_a_question_on_papers_says_what_to_do(both: Scout) -> None:
    nowhere = Scout(both.environment, {"SCOUT_WORKSPACE": WORKSPACES[1]})
    assert "scout collect" in nowhere.sentence("ask", QUESTION, code=USAGE)


def test_a_collection_that_is_not_held_is_not_served(both: Scout) -> None:
    assert "There is no collection 'nosuch' here; there are oats." in both.sentence(
        "mcp", "--collection", "nosuch", code=USAGE
    )


def test_where_nothing_fits_no_passage_is_printed(both: Scout) -> None:
    shown = both("find", "zzz", "--collection", "oats", "--mode", "words").stdout
    assert shown == "Nothing fits: no passage has anything of what was asked.\n"
