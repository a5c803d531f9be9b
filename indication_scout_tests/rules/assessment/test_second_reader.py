"""What a second reader may change: both tables whole, and that nothing of its own is counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from indication_scout_assets.domain.assessment import Grade, ModelReading, SecondReading
from indication_scout_assets.domain.effects import Effect, EffectMeasure, SecondVerdict, TextSpan
from indication_scout_assets.domain.readings import RecordReadings
from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.rules.assessment.grading.grade import ReadBefore, grade_all
from indication_scout_assets.rules.assessment.second_reader import marked_effects, second_look
from indication_scout_tests.readings import pair_of, readings_of
from indication_scout_tests.rules.assessment.grading.records import DRUG, RAYNAUD, article

P, E = Polarity, SecondVerdict
HELPED = "Sildenafil reduced the frequency of attacks of Raynaud disease compared with placebo (P = 0.01)."
ENROLLED = "We randomly assigned 60 patients with Raynaud disease to sildenafil or placebo."
PAPER = article("Sildenafil in Raynaud disease: a randomised trial", f"{ENROLLED} {HELPED}")
PLAIN = article("Sildenafil and Raynaud disease", ENROLLED, number=2)


def graded(second: dict[str, ModelReading], *papers) -> tuple[Grade, ...]:
    pair, articles = pair_of(DRUG, RAYNAUD), papers or (PAPER,)
    before = ReadBefore(readings_of(articles, pair), RecordReadings(disease_id="MONDO:1"), {}, None, second)
    return grade_all(articles, (), pair, before)


@pytest.mark.parametrize(
    ("rules", "model", "verdict"),
    [
        (P.SUPPORTS, P.SUPPORTS, E.AGREES), (P.CONTRADICTS, P.CONTRADICTS, E.AGREES), (P.MIXED, P.MIXED, E.AGREES),
        (P.HARM, P.HARM, E.AGREES), (P.NEUTRAL, P.NEUTRAL, E.AGREES),
        (P.SUPPORTS, P.NEUTRAL, E.WITHHELD), (P.SUPPORTS, P.CONTRADICTS, E.WITHHELD), (P.SUPPORTS, P.HARM, E.WITHHELD),
        (P.SUPPORTS, P.MIXED, E.WITHHELD), (P.CONTRADICTS, P.NEUTRAL, E.WITHHELD), (P.MIXED, P.SUPPORTS, E.WITHHELD),
        (P.HARM, P.NEUTRAL, E.HARM_UNSEEN), (P.HARM, P.SUPPORTS, E.HARM_UNSEEN), (P.HARM, P.MIXED, E.HARM_UNSEEN),
        (P.NEUTRAL, P.SUPPORTS, E.PROPOSED), (P.NEUTRAL, P.CONTRADICTS, E.PROPOSED), (P.NEUTRAL, P.HARM, E.PROPOSED),
        (P.NEUTRAL, P.MIXED, E.PROPOSED),
    ],
)  # fmt: skip
def test_the_table(rules: Polarity, model: Polarity, verdict: SecondVerdict):
    [grade] = graded({})
    before = grade.model_copy(update={"polarity": rules, "polarity_cue": "words"})
    after = second_look(before, PAPER, ModelReading(model="m", side=model, quote="" if model is P.NEUTRAL else HELPED))
    assert after.second_reading is not None
    assert after.second_reading.verdict is verdict
    assert after.polarity is rules
    assert bool(after.deferred) is (verdict is E.WITHHELD)
    assert bool(after.second_reading.sentence) is (verdict is not E.AGREES)
    same = {"second_reading", "deferred"}
    assert after.model_dump(exclude=same) == before.model_dump(exclude=same)


def test_a_side_that_is_not_shared_counts_no_more_and_both_are_told():
    [before] = graded({})
    assert before.polarity is P.SUPPORTS
    assert before.stands
    [after] = graded({PAPER.id: ModelReading(model="gpt", side=P.CONTRADICTS, quote=ENROLLED)})
    assert not after.stands
    assert after.deferred == (
        f"Readers disagree: the rules read for by “{before.polarity_cue}”, the model gpt reads against by “{ENROLLED}”."
    )


def test_a_proposed_side_enters_no_grade():
    [before] = graded({}, PLAIN)
    [after] = graded({PLAIN.id: ModelReading(model="gpt", side=P.SUPPORTS, quote=ENROLLED)}, PLAIN)
    assert before.polarity is after.polarity is P.NEUTRAL
    assert after.second_reading is not None
    assert after.second_reading.sentence == f"Proposed by the model gpt, not counted: for by “{ENROLLED}”."
    assert after.model_copy(update={"second_reading": None}) == before


@pytest.mark.parametrize("quote", ["", "Sildenafil cured everybody."])
def test_a_sentence_that_the_abstract_does_not_hold_is_refused_and_never_shown(quote: str):
    [before] = graded({})
    [after] = graded({PAPER.id: ModelReading(model="gpt", side=P.CONTRADICTS, quote=quote)})
    assert after.second_reading is not None
    assert after.second_reading.verdict is E.REFUSED
    assert "cured" not in after.model_dump_json()
    assert after.second_reading.side is P.NEUTRAL
    assert after.model_copy(update={"second_reading": None}) == before


def test_a_model_without_an_answer_changes_nothing_and_is_told():
    [before] = graded({})
    [after] = graded({PAPER.id: ModelReading(model="gpt", failure="It is busy.")})
    assert after.second_reading is not None
    assert after.second_reading.sentence == "Not read by the model gpt: It is busy."
    assert after.model_copy(update={"second_reading": None}) == before


def test_without_a_second_reader_the_bytes_are_as_before():
    [grade] = graded({})
    assert "second_reading" not in grade.model_dump(mode="json")


# ------------------------------------------------------------------------------------------------ effects
RATES = "Attacks stopped in 71% with sildenafil and in 37% with placebo (P = 0.01)."
DAYS = "The duration of pain was 4 days with sildenafil and 9 days with placebo (P = 0.02)."
PLAINLY = "Sildenafil was significantly better than placebo."
STUDY = article("Sildenafil in Raynaud disease", f"{ENROLLED} {RATES} {DAYS} {PLAINLY}")


def effect(sentence: str, **parts: str) -> Effect:
    start = STUDY.abstract.index(sentence)
    inside = {name: _span(words, STUDY.abstract.index(words, start)) for name, words in parts.items()}
    values = tuple(inside.pop(name) for name in ("first", "second") if name in inside)
    return Effect(sentence=_span(sentence, start), measure=EffectMeasure.GROUPS, group_values=values, **inside)


def _span(words: str, start: int) -> TextSpan:
    return TextSpan(start=start, end=start + len(words), text=words)


BY_RULE = effect(
    RATES, groups="71% with sildenafil and in 37%", endpoint="Attacks", comparator="placebo", p_value="P = 0.01"
)
OTHER = effect(DAYS, groups="4 days with sildenafil and 9 days", comparator="placebo")
IN_WORDS = effect(PLAINLY, comparator="placebo").model_copy(update={"measure": EffectMeasure.WORDS})
SAME = effect(
    RATES, groups="71% with sildenafil and in 37%", first="71%", second="37%", endpoint="Attacks stopped",
    comparator="placebo", p_value="P = 0.01",
)  # fmt: skip


def reading(copied: Effect | None = None, **changes: Any) -> SecondReading:
    return SecondReading(model="gpt", side=P.NEUTRAL, verdict=E.AGREES, effect=copied, **changes)


def marks(effects: Sequence[Effect]) -> list[SecondVerdict | None]:
    return [each.mark.verdict if each.mark else None for each in effects]


class TestEffects:
    def test_the_same_numbers_are_confirmed_and_stand_first(self):
        after = marked_effects((OTHER, BY_RULE, IN_WORDS), STUDY, reading(SAME))
        assert marks(after) == [E.AGREES, None, None]
        assert after[0].mark is not None
        assert after[0].mark.sentence == "Confirmed by the model gpt."
        assert after[0].model_copy(update={"mark": None}) == BY_RULE
        assert after[1:] == (OTHER, IN_WORDS)

    def test_what_only_one_of_them_reads_is_left_out(self):
        theirs = SAME.model_copy(update={"p_value": None, "endpoint": None, "comparator": BY_RULE.p_value})
        (after,) = marked_effects((BY_RULE,), STUDY, reading(theirs))
        assert after.groups == BY_RULE.groups
        assert (after.p_value, after.endpoint, after.comparator) == (None, None, None)

    @pytest.mark.parametrize(
        ("theirs", "withheld"),
        [
            (None, 2),
            (
                effect(
                    RATES, groups="71% with sildenafil and in 37% with placebo (P = 0.01", first="71%", second="0.01"
                ),
                1,
            ),
            (SAME.model_copy(update={"p_value": OTHER.comparator}), 1),
        ],
        ids=["none", "another value", "another p value"],
    )
    def test_numbers_that_the_model_disputes_are_withheld_and_their_sentence_stays(
        self, theirs: Effect | None, withheld: int
    ):
        after = marked_effects((BY_RULE, OTHER, IN_WORDS), STUDY, reading(theirs))
        assert marks(after) == [E.WITHHELD] * withheld + [None] * (3 - withheld)
        assert [each.sentence for each in after] == [BY_RULE.sentence, OTHER.sentence, IN_WORDS.sentence]
        for each in after[:withheld]:
            assert each.measure is EffectMeasure.WORDS
            assert each == Effect(sentence=each.sentence, measure=each.measure, mark=each.mark)
            assert each.mark is not None
            assert each.mark.sentence == (
                f"Readers disagree, numbers withheld: the model gpt reads {'other ones' if theirs else 'none'}."
            )

    def test_numbers_of_another_sentence_dispute_none_and_are_proposed_behind_them(self):
        theirs = effect(PLAINLY, value="better")
        after = marked_effects((BY_RULE, OTHER, IN_WORDS), STUDY, reading(theirs))
        assert after[:3] == (BY_RULE, OTHER, IN_WORDS)
        assert marks(after[3:]) == [E.PROPOSED]

    @pytest.mark.parametrize("rules", [(), (IN_WORDS,)])
    def test_numbers_of_the_model_alone_are_marked_as_its_own(self, rules: tuple[Effect, ...]):
        after = marked_effects(rules, STUDY, reading(SAME))
        assert marks(after) == [E.PROPOSED, *(None for _ in rules)]
        assert after[0].is_by_model
        assert after[0].mark is not None
        assert after[0].mark.sentence == "Read by the model gpt, not by the rules; not counted."
        assert after[1:] == rules

    @pytest.mark.parametrize(
        ("second", "verdict", "sentence"),
        [
            (reading(effect_refused="its p value is none"), E.REFUSED,
             "What the model gpt reads is not used: its p value is none."),
            (reading(SAME.model_copy(update={"groups": _span("99% vs 1%", 3)})), E.REFUSED,
             "What the model gpt reads is not used: its words are not in the abstract."),
            (reading().model_copy(update={"verdict": E.UNREAD, "sentence": "Not read by the model gpt: It is busy."}),
             E.UNREAD, "Not read by the model gpt: It is busy."),
        ],
        ids=["refused", "not the abstract's", "no answer"],
    )  # fmt: skip
    def test_without_a_usable_answer_the_rules_stand(
        self, second: SecondReading, verdict: SecondVerdict, sentence: str
    ):
        after = marked_effects((BY_RULE, IN_WORDS), STUDY, second)
        assert [each.model_copy(update={"mark": None}) for each in after] == [BY_RULE, IN_WORDS]
        assert {each.mark.sentence for each in after if each.mark} == {sentence}
        assert marks(after) == [verdict, verdict]
        assert marked_effects((), STUDY, second) == ()

    @pytest.mark.parametrize("second", [None, reading()])
    def test_where_nobody_reads_numbers_nothing_changes(self, second: SecondReading | None):
        assert marked_effects((IN_WORDS,), STUDY, second) == (IN_WORDS,)
        assert "mark" not in IN_WORDS.model_dump(mode="json")

    def test_without_a_second_reader_numbers_stay_as_they_are(self):
        assert marked_effects((BY_RULE, OTHER), STUDY, None) == (BY_RULE, OTHER)

    def test_an_effect_of_the_model_enters_no_grade(self):
        [before] = graded({}, PLAIN)
        [after] = graded({PLAIN.id: ModelReading(model="gpt", effect=SAME, effect_refused="x")}, PLAIN)
        assert after.second_reading is not None
        assert (after.second_reading.effect, after.second_reading.effect_refused) == (SAME, "x")
        assert after.model_copy(update={"second_reading": None}) == before
