"""One way in for both kinds of questions: who is asked, who answers, and what an answer says of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.answering.answer_json import asked_line_json, routed_event_json, routed_json
from indication_scout_assets.answering.answering_desk import Answering
from indication_scout_assets.domain.drugs import Synonym
from indication_scout_assets.domain.monographs.label_answers import AnswerStatus
from indication_scout_assets.domain.outcomes import NoneMeant, PermanentFailure, WrongArgument
from indication_scout_assets.domain.questions.library import CollectionKind, PassageFilters, drug_library
from indication_scout_assets.domain.questions.question_answering import AnswerEvent, EventKind
from indication_scout_assets.domain.questions.routed_answers import AnswerSource, AskedOutcome, RoutedAnswer
from indication_scout_assets.pipeline.workbench import Workbench
from indication_scout_tests.label_examples import held, ormadine, section, spl, velotrin
from indication_scout_tests.library_texts import JATS, QUESTION, UNCOVERED, take_in, write_texts
from indication_scout_tests.store import values

ANSWERED, REFUSED, NOT_ASKED = AskedOutcome.ANSWERED, AskedOutcome.REFUSED, AskedOutcome.NOT_ASKED
OF_STUDIES = "Does velotrin help gout?"
PAPERS, LABELS = AnswerSource.PAPERS, AnswerSource.LABELS


def _hold_labels(bench: Workbench) -> None:
    for xml, drug in ((velotrin(), "velotrin"), (ormadine(), "ormadine")):
        bench.db.labels.save(held(xml, drug), "rules of this test")


def _hold_trial_in_gout(bench: Workbench, folder: Path) -> None:
    """A collection of one paper, in which velotrin helped."""
    helped = "<abstract><p>Velotrin was effective in gout: attacks fell more than with placebo.</p></abstract>"
    words = {"methods": "Some had velotrin, some placebo.", "results": "Velotrin relieved gout in most of them."}
    text = JATS.format(number=1, journal="Joints", title="Velotrin in gout: a randomised trial", year=2020, **words)
    (folder / "1.xml").write_text(text.replace("</article-meta>", f"{helped}</article-meta>"), "utf-8")
    bench.db.drugs.add("velotrin", "velotrin")
    bench.db.drugs.save(values.profile("velotrin", name="velotrin", synonyms=()))
    take_in(bench, "gout", folder)


@pytest.fixture
def desk(bench: Workbench, tmp_path: Path) -> Answering:
    """Labels of two drugs and papers on oats."""
    _hold_labels(bench)
    write_texts(tmp_path)
    take_in(bench, "oats", tmp_path)
    return Answering(bench)


@pytest.fixture
def only_labels(bench: Workbench) -> Answering:
    _hold_labels(bench)
    return Answering(bench)


def asked(answer: RoutedAnswer) -> list[tuple[AnswerSource, AskedOutcome]]:
    return [(result.source, result.outcome) for result in answer.asked]


def test_a_question_on_a_label_is_answered_by_labels(desk: Answering) -> None:
    answer = desk.answer("What is the half-life of Velozip?")
    assert (answer.answered_by, asked(answer), answer.refused) == (LABELS, [(LABELS, ANSWERED)], False)
    assert answer.label is not None
    assert "1.6 hours" in answer.label.facts[0].text
    assert "drug labels answered" in answer.why


def test_a_question_on_evidence_is_answered_by_papers(desk: Answering) -> None:
    answer = desk.answer(QUESTION)
    assert (answer.answered_by, asked(answer)) == (PAPERS, [(PAPERS, ANSWERED)])
    assert answer.papers is not None
    assert answer.papers.verdict == "decreased"


def test_labels_need_no_collection(only_labels: Answering) -> None:
    assert not only_labels.answer("What is the half-life of velotrin?").refused
    both = only_labels.answer("velotrin and wormwood")
    assert (both.answered_by, asked(both)) == (LABELS, [(LABELS, REFUSED), (PAPERS, NOT_ASKED)])
    with pytest.raises(WrongArgument, match="no collection"):
        only_labels.answer(QUESTION)


def test_what_papers_cannot_be_asked_labels_may_answer(only_labels: Answering) -> None:
    answer = only_labels.answer(OF_STUDIES)
    assert asked(answer) == [(PAPERS, NOT_ASKED), (LABELS, ANSWERED)]
    assert not answer.refused


def test_the_other_is_asked_where_the_first_has_no_answer(desk: Answering) -> None:
    answer = desk.answer(OF_STUDIES)
    assert (answer.answered_by, asked(answer)) == (LABELS, [(PAPERS, REFUSED), (LABELS, ANSWERED)])
    neither = desk.answer("velotrin and wormwood")
    assert (neither.refused, asked(neither)) == (True, [(LABELS, REFUSED), (PAPERS, REFUSED)])


def test_words_in_common_do_not_make_a_label_answer_for_papers(desk: Answering) -> None:
    answer = desk.answer("Does velotrin prevent severe cough after oats?")
    assert (answer.answered_by, answer.refused) == (PAPERS, True)
    assert asked(answer) == [(PAPERS, REFUSED), (LABELS, REFUSED)]


def test_where_papers_refuse_a_treatment_the_indications_of_labels_answer(desk: Answering) -> None:
    answer = desk.answer("Does velotrin help gout?")
    assert (answer.answered_by, asked(answer)) == (LABELS, [(PAPERS, REFUSED), (LABELS, ANSWERED)])
    assert answer.label is not None
    assert answer.label.facts[0].section.value == "indications"
    assert answer.label.question == "Does velotrin help gout?"


def test_a_question_of_what_is_not_so_is_asked_of_what_is_and_it_is_told(bench: Workbench, tmp_path: Path) -> None:
    _hold_trial_in_gout(bench, tmp_path)
    answer = Answering(bench).answer("Is velotrin ineffective against gout?")
    assert answer.papers is not None
    assert answer.papers.standalone_question == "Is velotrin effective against gout?"
    assert answer.papers.verdict == "yes"
    assert answer.papers.reason == "Yes and no here answer the question “Is velotrin effective against gout?”"


def test_a_dose_that_labels_held_in_part_cannot_tell_is_asked_of_papers(bench: Workbench, tmp_path: Path) -> None:
    use = section("34067-9", "1 INDICATIONS AND USAGE", "Nardexin is indicated for hiccups.")
    label = spl("11110000-0000-4000-8000-000000000008", "Nardex", "nardexin", "nardexin", use)
    bench.db.labels.save(held(label, "nardexin"), "rules of this test")
    _hold_labels(bench)
    write_texts(tmp_path)
    take_in(bench, "oats", tmp_path)
    desk = Answering(bench)
    neither = desk.answer("What is the dose of nardexin?")
    assert asked(neither) == [(LABELS, REFUSED), (PAPERS, REFUSED)]
    assert neither.papers is not None, "the nearest papers are shown"
    assert asked(desk.answer("What is the dose of velotrin?")) == [(LABELS, ANSWERED)]


@pytest.mark.parametrize("question", ["half-life of velotryn", "What is the effect of velotryn on cholesterol?"])
def test_a_misspelt_drug_gets_suggestions_and_no_facts(desk: Answering, question: str) -> None:
    answer = desk.answer(question)
    assert answer.label is not None
    assert (answer.label.status, answer.label.facts) == (AnswerStatus.DID_YOU_MEAN, ())
    assert routed_json(answer)["suggestions"] == ["velotrin"]


def test_a_word_that_papers_know_is_not_misspelt(bench: Workbench, tmp_path: Path) -> None:
    """A drug without a label, whose name is nearly that of one that is held."""
    _hold_labels(bench)
    write_texts(tmp_path)
    for file in tmp_path.glob("*.xml"):
        file.write_text(
            file.read_text("utf-8").replace("oat bran", "velotran").replace("Oat bran", "Velotran"), "utf-8"
        )
    take_in(bench, "others", tmp_path)
    answer = Answering(bench).answer(QUESTION.replace("oat bran", "velotran"))
    assert (answer.answered_by, answer.refused) == (PAPERS, False)


@pytest.mark.parametrize("question", ["Should I stop my velotrin before surgery tomorrow?", "Should I take oats?"])
def test_advice_is_refused_whether_or_not_a_label_is_held(desk: Answering, question: str) -> None:
    answer = desk.answer(question)
    assert answer.label is not None
    assert answer.label.status is AnswerStatus.ADVICE_REFUSED
    assert answer.label.facts == ()
    assert asked(answer) == [(LABELS, REFUSED)]


def test_a_source_can_be_named(desk: Answering) -> None:
    question = "What is the half-life of velotrin?"
    assert desk.answer(question, source="papers").refused
    assert desk.answer(QUESTION, source="labels").label is not None
    assert desk.answer(question, filters=PassageFilters(journals=("Oats Today",))).answered_by is PAPERS


def test_a_follow_up_takes_what_it_leaves_out(desk: Answering) -> None:
    label = desk.answer("And its protein binding?", context="What is the half-life of velotrin?")
    assert label.label is not None
    assert "35%" in label.label.facts[0].text
    papers = desk.answer("And on body weight?", context=QUESTION)
    assert papers.papers is not None
    assert papers.papers.question == "And on body weight?"
    assert papers.papers.standalone_question == "What is the effect of oat bran on body weight?"


def test_a_follow_up_on_another_drug_is_asked_of_that_drug(desk: Answering) -> None:
    first = desk.answer("What is the half-life of velotrin?", conversation="talk")
    second = desk.answer("And ormadine?", conversation="talk")
    assert first.label is not None
    assert second.label is not None
    assert (first.label.drug, second.label.drug) == ("velotrin", "ormadine")
    assert "12 hours" in second.label.facts[0].text
    assert (second.label.question, second.question) == ("And ormadine?", "And ormadine?")


def test_what_labels_answer_is_a_turn_that_follow_ups_build_on(desk: Answering, bench: Workbench) -> None:
    first = desk.answer("What is the half-life of velotrin?", conversation="talk")
    second = desk.answer("And its protein binding?", conversation="talk")
    assert (first.turn, second.turn, second.conversation) == (1, 2, "talk")
    assert second.label is not None
    assert "35%" in second.label.facts[0].text
    third = desk.answer("And where is it stored?", conversation="talk")
    assert third.label is not None
    assert third.label.drug == "velotrin", "the second turn left the drug out"
    papers = desk.answer(QUESTION, conversation="talk").papers
    assert papers is not None
    assert (papers.turn, papers.conversation) == (4, "talk")
    follow_up = desk.answer("And on body weight?", conversation="talk").papers
    assert follow_up is not None
    assert follow_up.standalone_question == "What is the effect of oat bran on body weight?"
    turns = bench.db.conversations.turns("talk")
    assert [turn.turn for turn in turns] == [1, 2, 3, 4, 5]
    assert turns[:3] == (first, second, third)
    assert [row["collection"] for row in bench.db.conversations.list()] == ["oats"]


def test_a_question_that_papers_refuse_and_labels_answer_is_one_turn(desk: Answering, bench: Workbench) -> None:
    """Papers are asked first, and refuse."""
    answer = desk.answer(OF_STUDIES, conversation="talk")
    assert asked(answer) == [(PAPERS, REFUSED), (LABELS, ANSWERED)]
    assert [(turn.turn, turn.question) for turn in bench.db.conversations.turns("talk")] == [(1, answer.question)]


def test_json_has_the_keys_of_its_source_and_says_who_answered(desk: Answering) -> None:
    papers, label = routed_json(desk.answer(QUESTION)), routed_json(desk.answer("protein binding of velotrin"))
    assert (papers["answered_by"], label["answered_by"]) == ("papers", "labels")
    assert {"sentences", "verdict", "retrieved"} <= set(papers)
    assert {"status", "facts", "elapsed_ms"} <= set(label)
    assert label["routing"]["asked"] == [{"source": "labels", "outcome": "answered", "reason": ""}]


def _told(desk: Answering, question: str, **how: Any) -> list[AnswerEvent | RoutedAnswer]:
    return list(desk.events(question, **how))


def test_events_end_with_the_whole_answer(desk: Answering) -> None:
    events = _told(desk, QUESTION)
    names = [routed_event_json(event)[0] for event in events]
    assert names[:2] == ["start", "retrieved"]
    assert set(names[2:-1]) == {"sentence"}
    assert names[-1] == "done"
    assert routed_event_json(events[-1])[1]["answered_by"] == "papers"
    (only,) = _told(desk, "What is the half-life of velotrin?")
    assert isinstance(only, RoutedAnswer)
    assert isinstance(_told(desk, OF_STUDIES)[-1], RoutedAnswer)


def test_a_failure_is_the_last_event(desk: Answering, only_labels: Answering) -> None:
    for events in (_told(desk, "x" * 20_000), _told(desk, " "), _told(desk, "dose", drug="nobody's")):
        assert isinstance(events[-1], AnswerEvent)
        assert events[-1].kind is EventKind.ERROR
        assert events[-1].message.endswith(".")
    with pytest.raises(PermanentFailure):
        desk.answer("x" * 20_000)


def test_closing_events_early_leaves_no_turn(desk: Answering, bench: Workbench) -> None:
    events = desk.events(QUESTION, conversation="talk")
    for _ in range(3):
        next(events)
    events.close()  # type: ignore[attr-defined]
    assert bench.db.conversations.turns("talk") == ()


def test_a_file_of_questions_is_routed_line_by_line(desk: Answering) -> None:
    lines = [QUESTION, "", '{"question": "What is the half-life of velotrin?"}', UNCOVERED]
    answers = [answer for answer in desk.answer_lines(lines) if isinstance(answer, RoutedAnswer)]
    assert [answer.answered_by for answer in answers] == [PAPERS, LABELS, PAPERS]


def test_a_line_that_cannot_be_put_is_an_error_and_the_others_are_answered(desk: Answering) -> None:
    lines = ['{"question": 3}', "{", "x" * 20_000, QUESTION]
    *failed, answer = desk.answer_lines(lines)
    assert [isinstance(event, AnswerEvent) and event.kind is EventKind.ERROR for event in failed] == [True] * 3
    assert [event.question for event in failed] == lines[:3]
    assert isinstance(answer, RoutedAnswer)
    assert not answer.refused


def test_labels_answer_of_a_brand_that_a_run_has_learnt(desk: Answering, bench: Workbench) -> None:
    bench.db.drugs.add("velotrin", "velotrin")
    brand = Synonym(name="Gandexol", kind="trade_name", source="ours")
    bench.db.drugs.save(values.profile("velotrin", name="velotrin", synonyms=(brand,)))
    answer = desk.answer("What is the half-life of Gandexol?")
    assert (answer.answered_by, answer.refused, answer.question) == (
        LABELS,
        False,
        "What is the half-life of Gandexol?",
    )


def test_of_several_libraries_the_drug_a_question_names_is_meant(bench: Workbench, tmp_path: Path) -> None:
    write_texts(tmp_path)
    for drug, brand in (("oat-bran", "Oatly"), ("wheat-straw", "Strawly")):
        bench.db.drugs.add(drug, drug)
        bench.db.drugs.save(
            values.profile(drug, name=drug, synonyms=(Synonym(name=brand, kind="trade_name", source="ours"),))
        )
        take_in(bench, drug_library(drug), tmp_path, CollectionKind.DRUG)
    desk = Answering(bench)
    assert desk.papers_for(QUESTION).desk.collection == drug_library("oat-bran")
    assert desk.papers_for("Does STRAWLY help?").desk.collection == drug_library("wheat-straw")
    first = desk.answer(QUESTION, conversation="talk")
    assert first.papers is not None
    assert (first.papers.refused, first.papers.collection) == (False, drug_library("oat-bran"))
    again = desk.answer("And on body weight?", conversation="talk")
    assert again.papers is not None
    assert (again.papers.turn, again.papers.collection) == (2, drug_library("oat-bran"))
    other = desk.answer("And wheat straw?", conversation="talk")
    assert other.papers is not None
    assert other.papers.collection == drug_library("wheat-straw"), "the library of the drug that the follow-up names"
    assert other.papers.standalone_question == "What is the effect of wheat straw on body weight?"
    with pytest.raises(
        NoneMeant,
        match=r"^Each drug and collection has papers of its own, and none .* Drugs here: oat-bran, wheat-straw\.$",
    ):
        desk.papers_for("Does colchirol reduce gout?")
    (wrong,) = desk.events("Does colchirol reduce gout?")
    assert isinstance(wrong, AnswerEvent)
    assert wrong.choices == ("drug:oat-bran", "drug:wheat-straw")
    (of_file,) = desk.answer_lines(["Does colchirol reduce gout?"])
    assert asked_line_json(of_file)["choices"] == ["drug:oat-bran", "drug:wheat-straw"]
    of_label = desk.answer("What is the half-life of colchirol?")
    assert of_label.label is not None
    assert (of_label.label.status, of_label.label.note) == (
        "no_drug",
        "The question names no drug whose labels are held.",
    )
    for nobody in ("Does rye help?", "Oatly or Strawly?"):
        with pytest.raises(WrongArgument, match="Drugs here: oat-bran, wheat-straw"):
            desk.papers_for(nobody)
    with pytest.raises(WrongArgument, match="did you mean oat-bran"):
        desk.papers_for("Does oatley help?")


def test_other_sources_beside_papers_are_asked_with_papers(desk: Answering) -> None:
    answer = desk.answer("What is the half-life of velotrin?", trials=True, labels=True)
    assert answer.answered_by is PAPERS
    assert answer.route.reason == "Trials and labels were to be asked beside papers."


def test_a_question_is_read_in_plain_text(desk: Answering) -> None:
    answer = desk.answer("What is the starting dose of velo\u00adtrin&nbsp;sodium?")
    assert answer.question == "What is the starting dose of velotrin sodium?"
    assert asked(answer) == [(LABELS, ANSWERED)]
