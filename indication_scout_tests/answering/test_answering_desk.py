"""One way in for both kinds of questions: who is asked, who answers, and what an answer says of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.answering.answering_desk import Answering
from indication_scout_assets.answering.labels.label_session import LabelSession
from indication_scout_assets.domain.drugs import Synonym
from indication_scout_assets.domain.outcomes import AmbiguousCollection, PermanentFailure, WrongArgument
from indication_scout_assets.domain.questions.answers import (
    Answer,
    AnswerEvent,
    AnswerSource,
    AskedOutcome,
    EventKind,
    Happening,
    QuestionSubject,
    RefusalCause,
)
from indication_scout_assets.domain.questions.library import CollectionKind, PassageFilters, drug_library
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.ranking.retrieval.label_passages import LabelRanking, label_ranking
from indication_scout_tests.label_examples import held, ormadine, section, spl, velotrin
from indication_scout_tests.library_texts import JATS, QUESTION, UNCOVERED, take_in, verdict_in, write_texts
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


def asked(answer: Answer) -> list[tuple[AnswerSource, AskedOutcome]]:
    return [(result.source, result.outcome) for result in answer.sources]


def test_a_question_on_a_label_is_answered_by_labels(desk: Answering) -> None:
    answer = desk.answer("What is the half-life of Velozip?")
    assert (asked(answer), answer.refused) == ([(LABELS, ANSWERED)], False)
    assert "1.6 hours" in answer.sentences[0].text
    assert answer.sentences[0].of_label
    assert "drug labels answered" in answer.why


def test_a_question_on_evidence_is_answered_by_papers(desk: Answering) -> None:
    answer = desk.answer(QUESTION)
    assert (asked(answer), verdict_in(answer)) == ([(PAPERS, ANSWERED)], "decreased")
    assert answer.verdict is not None
    assert "one verdict in five was wrong" in answer.verdict.caution
    assert (answer.asks.kind, answer.asks.subject, answer.asks.comparator) == ("effect", "oat bran", "wheat bran")


def test_labels_need_no_collection(only_labels: Answering) -> None:
    assert not only_labels.answer("What is the half-life of velotrin?").refused
    both = only_labels.answer("velotrin and wormwood")
    assert (both.refused, asked(both)) == (True, [(LABELS, REFUSED), (PAPERS, NOT_ASKED)])
    with pytest.raises(WrongArgument, match="no collection"):
        only_labels.answer(QUESTION)


def test_what_papers_cannot_be_asked_labels_may_answer(only_labels: Answering) -> None:
    answer = only_labels.answer(OF_STUDIES)
    assert asked(answer) == [(PAPERS, NOT_ASKED), (LABELS, ANSWERED)]
    assert not answer.refused


def test_the_other_is_asked_where_the_first_has_no_answer(desk: Answering) -> None:
    answer = desk.answer(OF_STUDIES)
    assert (answer.refused, asked(answer)) == (False, [(PAPERS, REFUSED), (LABELS, ANSWERED)])
    neither = desk.answer("velotrin and wormwood")
    assert (neither.refused, asked(neither)) == (True, [(LABELS, REFUSED), (PAPERS, REFUSED)])


def test_words_in_common_do_not_make_a_label_answer_for_papers(desk: Answering) -> None:
    answer = desk.answer("Does velotrin prevent severe cough after oats?")
    assert answer.refused
    assert asked(answer) == [(PAPERS, REFUSED), (LABELS, REFUSED)]


def test_where_papers_refuse_a_treatment_the_indications_of_labels_answer(desk: Answering) -> None:
    answer = desk.answer("Does velotrin help gout?")
    assert asked(answer) == [(PAPERS, REFUSED), (LABELS, ANSWERED)]
    label = answer.citations[0].label
    assert label is not None
    assert label.category == "indications"
    assert answer.question == "Does velotrin help gout?"


def test_a_question_of_what_is_not_so_is_asked_of_what_is_and_it_is_told(bench: Workbench, tmp_path: Path) -> None:
    _hold_trial_in_gout(bench, tmp_path)
    answer = Answering(bench).answer("Is velotrin ineffective against gout?")
    assert answer.standalone_question == "Is velotrin effective against gout?"
    assert (verdict_in(answer), answer.asks.rewritten) == ("yes", "put positively")
    assert "Yes and no here answer the question “Is velotrin effective against gout?”" in answer.cautions


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
    assert neither.refusal is not None
    assert neither.refusal.nearest, "the nearest papers are shown"
    assert asked(desk.answer("What is the dose of velotrin?")) == [(LABELS, ANSWERED)]


@pytest.mark.parametrize("question", ["half-life of velotryn", "What is the effect of velotryn on cholesterol?"])
def test_a_misspelt_drug_gets_suggestions_and_no_facts(desk: Answering, question: str) -> None:
    answer = desk.answer(question)
    assert answer.refusal is not None
    assert (answer.refusal.cause, answer.sentences) == (RefusalCause.DID_YOU_MEAN, ())
    assert answer.suggestions == ("velotrin",)


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
    assert (asked(answer), answer.refused) == ([(PAPERS, ANSWERED)], False)


@pytest.mark.parametrize("question", ["Should I stop my velotrin before surgery tomorrow?", "Should I take oats?"])
def test_advice_is_refused_whether_or_not_a_label_is_held(desk: Answering, question: str) -> None:
    answer = desk.answer(question)
    assert answer.refusal is not None
    assert (answer.refusal.cause, answer.sentences) == (RefusalCause.ADVICE_REFUSED, ())
    assert asked(answer) == [(LABELS, REFUSED)]


def test_a_source_can_be_named(desk: Answering) -> None:
    question = "What is the half-life of velotrin?"
    assert desk.answer(question, source="papers").refused
    assert asked(desk.answer(QUESTION, source="labels")) == [(LABELS, REFUSED)]
    filtered = desk.answer(question, filters=PassageFilters(journals=("Oats Today",)))
    assert asked(filtered) == [(PAPERS, REFUSED)]
    assert filtered.asks.filters == {"journals": ["Oats Today"]}


def test_a_follow_up_takes_what_it_leaves_out(desk: Answering) -> None:
    label = desk.answer("And its protein binding?", context="What is the half-life of velotrin?")
    assert "35%" in label.sentences[0].text
    papers = desk.answer("And on body weight?", context=QUESTION)
    assert papers.question == "And on body weight?"
    assert papers.standalone_question == "What is the effect of oat bran on body weight?"


def test_a_follow_up_on_another_drug_is_asked_of_that_drug(desk: Answering) -> None:
    first = desk.answer("What is the half-life of velotrin?", conversation="talk")
    second = desk.answer("And ormadine?", conversation="talk")
    assert (first.asks.drugs, second.asks.drugs) == (("velotrin",), ("ormadine",))
    assert "12 hours" in second.sentences[0].text
    assert second.question == "And ormadine?"


def test_what_labels_answer_is_a_turn_that_follow_ups_build_on(desk: Answering, bench: Workbench) -> None:
    first = desk.answer("What is the half-life of velotrin?", conversation="talk")
    second = desk.answer("And its protein binding?", conversation="talk")
    assert (first.turn, second.turn, second.conversation) == (1, 2, "talk")
    assert "35%" in second.sentences[0].text
    third = desk.answer("And where is it stored?", conversation="talk")
    assert third.asks.drugs == ("velotrin",), "the second turn left the drug out"
    papers = desk.answer(QUESTION, conversation="talk")
    assert (papers.turn, papers.conversation) == (4, "talk")
    follow_up = desk.answer("And on body weight?", conversation="talk")
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


def test_the_json_of_papers_and_labels_has_the_same_keys_and_reads_back(desk: Answering) -> None:
    for answer in (desk.answer(QUESTION), desk.answer("protein binding of velotrin"), desk.answer(UNCOVERED)):
        assert answer.as_json().keys() == Answer.model_fields.keys() - {"exchange"}
        assert Answer.model_validate(answer.as_json()) == answer


BOTH = "Does velotrin help gout, and what is it indicated for?"


def of_both_kinds(desk: Answering, monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions are read as asking what labels tell as much as what studies found."""
    subjects = type(label_ranking()).subjects

    def alike(self: LabelRanking, question: str) -> dict[QuestionSubject, float]:
        return dict.fromkeys(subjects(self, question), 0.0) | {QuestionSubject.PAPERS: 0.5, QuestionSubject.LABEL: 0.5}

    monkeypatch.setattr(LabelRanking, "subjects", alike)


@pytest.mark.parametrize("conversation", ["", "talk"])
def test_a_question_of_both_kinds_is_answered_by_both(
    bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, conversation: str
) -> None:
    _hold_trial_in_gout(bench, tmp_path)
    _hold_labels(bench)
    desk = Answering(bench)
    assert asked(desk.answer("Does velotrin help with gout?")) == [(PAPERS, ANSWERED)], "one who answers is enough"
    of_both_kinds(desk, monkeypatch)
    answer = desk.answer(OF_STUDIES, conversation=conversation)
    assert asked(answer) == [(PAPERS, ANSWERED), (LABELS, ANSWERED)]
    kinds = [sentence.source for sentence in answer.sentences]
    assert kinds == sorted(kinds, reverse=True)
    assert set(kinds) == {"paper", "label"}
    numbers = {citation.article_id: citation.n for citation in answer.citations}
    assert sorted(numbers.values()) == list(range(1, len(numbers) + 1)), "each record has a number of its own"
    assert verdict_in(answer) == "yes"
    assert {entry.source for entry in answer.sources if entry.searched} == {PAPERS, LABELS}
    if conversation:
        assert bench.db.conversations.turns(conversation) == (answer,)


def test_where_labels_answer_first_papers_come_after_them(
    bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _hold_trial_in_gout(bench, tmp_path)
    _hold_labels(bench)
    desk = Answering(bench)
    asks = desk.labels.read("What is velotrin indicated for in gout?").model_copy(update={"of_both": True})
    monkeypatch.setattr(LabelSession, "read", lambda *_: asks)
    answer = desk.answer("What is velotrin indicated for in gout?")
    outcomes = dict(asked(answer))
    assert outcomes[LABELS] is ANSWERED
    assert list(outcomes) == [LABELS, PAPERS]
    assert answer.sentences[0].of_label


def tokens_at_most(text: str) -> int:
    """More tokens than any usual tokenizer makes of a text: each four letters or digits are one, and each sign."""
    return len(re.findall(r"\w{1,4}|[^\w\s]", text))


def test_an_answer_for_an_assistant_is_short(desk: Answering) -> None:
    answer = desk.answer(QUESTION)
    many = answer.model_copy(update={"sentences": answer.sentences * 20})
    short = many.brief()
    assert 1 <= len(short.sentences) < len(many.sentences)
    assert short.notes == (f"{len(many.sentences) - len(short.sentences)} further sentences are left out for length.",)
    assert tokens_at_most(short.model_dump_json()) < 4_000
    assert (answer.brief().sentences, answer.brief().notes) == (answer.sentences, ())


def _told(desk: Answering, question: str, **how: Any) -> list[Happening]:
    return list(desk.events(question, **how))


def test_what_labels_answer_is_told_as_a_whole(desk: Answering) -> None:
    (only,) = _told(desk, "What is the half-life of velotrin?")
    assert isinstance(only, Answer)
    assert isinstance(_told(desk, OF_STUDIES)[-1], Answer)


def test_a_failure_is_the_last_event(desk: Answering) -> None:
    for events in (_told(desk, "x" * 20_000), _told(desk, " "), _told(desk, "dose", drug="nobody's")):
        assert isinstance(events[-1], AnswerEvent)
        assert events[-1].kind is EventKind.ERROR
        assert events[-1].message.endswith(".")
        assert not events[-1].transient
    with pytest.raises(PermanentFailure):
        desk.answer("x" * 20_000)


def test_a_file_of_questions_is_routed_line_by_line(desk: Answering) -> None:
    lines = [QUESTION, "", '{"question": "What is the half-life of velotrin?"}', UNCOVERED]
    answers = [answer for answer in desk.answer_lines(lines) if isinstance(answer, Answer)]
    assert [asked(answer)[0] for answer in answers] == [(PAPERS, ANSWERED), (LABELS, ANSWERED), (PAPERS, REFUSED)]


def test_a_line_that_cannot_be_put_is_an_error_and_the_others_are_answered(desk: Answering) -> None:
    lines = ['{"question": 3}', "{", "x" * 20_000, QUESTION]
    *failed, answer = desk.answer_lines(lines)
    assert [isinstance(event, AnswerEvent) and event.kind is EventKind.ERROR for event in failed] == [True] * 3
    assert [event.question for event in failed] == lines[:3]
    assert isinstance(answer, Answer)
    assert not answer.refused


def test_labels_answer_of_a_brand_that_a_run_has_learnt(desk: Answering, bench: Workbench) -> None:
    bench.db.drugs.add("velotrin", "velotrin")
    brand = Synonym(name="Gandexol", kind="trade_name", source="ours")
    bench.db.drugs.save(values.profile("velotrin", name="velotrin", synonyms=(brand,)))
    answer = desk.answer("What is the half-life of Gandexol?")
    assert (asked(answer), answer.question) == ([(LABELS, ANSWERED)], "What is the half-life of Gandexol?")


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
    assert (first.refused, first.collection) == (False, drug_library("oat-bran"))
    again = desk.answer("And on body weight?", conversation="talk")
    assert (again.turn, again.collection) == (2, drug_library("oat-bran"))
    other = desk.answer("And wheat straw?", conversation="talk")
    assert other.collection == drug_library("wheat-straw"), "the library of the drug that the follow-up names"
    assert other.standalone_question == "What is the effect of wheat straw on body weight?"
    with pytest.raises(
        AmbiguousCollection,
        match=r"^Each drug and collection has papers of its own, and none .* Drugs here: oat-bran, wheat-straw\.$",
    ):
        desk.papers_for("Does colchirol reduce gout?")
    (wrong,) = desk.events("Does colchirol reduce gout?")
    assert isinstance(wrong, AnswerEvent)
    assert wrong.choices == ("drug:oat-bran", "drug:wheat-straw")
    (of_file,) = desk.answer_lines(["Does colchirol reduce gout?"])
    assert list(of_file.as_json()["choices"]) == ["drug:oat-bran", "drug:wheat-straw"]
    of_label = desk.answer("What is the half-life of colchirol?")
    assert of_label.refusal is not None
    assert (of_label.refusal.cause, of_label.reason) == (
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
    assert answer.asks.first is PAPERS
    assert answer.asks.reason == "Trials and labels were to be asked as well as papers."


def test_a_question_is_read_in_plain_text(desk: Answering) -> None:
    answer = desk.answer("What is the starting dose of velo\u00adtrin&nbsp;sodium?")
    assert answer.question == "What is the starting dose of velotrin sodium?"
    assert asked(answer) == [(LABELS, ANSWERED)]
