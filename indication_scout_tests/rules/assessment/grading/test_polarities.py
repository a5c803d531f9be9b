"""Where a model's statement and what was read of its article disagree, and the side of a trial."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.findings.assessment import DrugMatch, Level, MisuseKind, TrialMisuse, TrialOutcome
from indication_scout_assets.domain.findings.readings import ArticleReading, Direction
from indication_scout_assets.domain.findings.statements import Basis, Polarity, Statement, Strength
from indication_scout_assets.domain.findings.study_designs import Population, StudyDesign
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.trials import DrugRole, StopReason
from indication_scout_assets.rules.assessment.grading.polarities import disagreements, polarity_of_trial
from indication_scout_tests.readings import changed, pair_of, read_by_rules

from .records import DRUG, RAYNAUD, article, quoting, trial_match, trial_reading

P = Polarity
HELPS = "Sildenafil significantly reduced attacks of Raynaud disease compared with placebo."
DENIES = "Sildenafil had no effect on Raynaud disease compared with placebo."
CAUSES = "Sildenafil induced Raynaud disease in three patients."
BLAND = "We studied sildenafil in Raynaud disease."
PAIR = pair_of(DRUG, RAYNAUD)


def conflicts(
    record: Article, *statements: Statement, design: StudyDesign = StudyDesign.RANDOMIZED_TRIAL,
    level: Level | None = Level.RANDOMIZED_TRIAL, population: Population = Population.HUMAN,
    drug: DrugMatch = DrugMatch.THIS_DRUG,
) -> list[str]:  # fmt: skip
    read = read_by_rules(record, PAIR)
    assert read.of_pair.directness is not None
    facts = {
        "design": read.study.design.model_copy(update={"design": design}), "level": level, "population": population,
    }  # fmt: skip
    directness = read.of_pair.directness.model_copy(update={"drug": drug, "population": population})
    reading: ArticleReading = changed(read, study=facts, of_pair={"directness": directness})
    return list(disagreements(reading, statements))


class TestDisagreements:
    helped = article("A study of an old drug", f"{BLAND} {HELPS}")
    failed = article("A study of sildenafil", f"{BLAND} {DENIES}")

    def test_agreement_is_silent(self) -> None:
        assert conflicts(self.helped, quoting(self.helped, HELPS, P.SUPPORTS)) == []
        assert conflicts(self.helped, quoting(self.helped, BLAND, P.SUPPORTS)) == []
        assert conflicts(self.failed, quoting(self.failed, DENIES, P.CONTRADICTS)) == []
        undecided = article("A study of an old drug", f"{HELPS} {DENIES} {BLAND}")
        assert conflicts(undecided, quoting(undecided, BLAND, P.SUPPORTS)) == []

    @pytest.mark.parametrize(
        ("quote", "polarity"),
        [(DENIES, P.SUPPORTS), (HELPS, P.CONTRADICTS), (HELPS, P.HARM)],
    )
    def test_with_the_words_it_quotes(self, quote: str, polarity: Polarity) -> None:
        record = self.helped if quote == HELPS else self.failed
        for part in (quote, quote.split(maxsplit=1)[1]):
            (sentence,) = conflicts(record, quoting(record, part, polarity))
            assert f"filed as {polarity.value}, but the words it quotes read as" in sentence

    @pytest.mark.parametrize(("record", "polarity"), [(helped, P.CONTRADICTS), (helped, P.HARM), (failed, P.SUPPORTS)])
    def test_with_the_article_where_it_quotes_another_sentence(self, record: Article, polarity: Polarity) -> None:
        (sentence,) = conflicts(record, quoting(record, BLAND, polarity))
        assert f"filed as {polarity.value}, but the article reads as" in sentence

    def test_harm_is_not_outweighed_by_a_sentence_that_agrees(self) -> None:
        record = article("Sildenafil-induced Raynaud disease", f"{CAUSES} {HELPS}")
        read = read_by_rules(record, PAIR)
        agreeing = read.of_pair.quotations[0].model_copy(update={"direction": Direction.BENEFIT})
        reading = changed(read, of_pair={"quotations": (agreeing,)})
        claim = quoting(record, agreeing.span.text, P.SUPPORTS, field=agreeing.span.field)
        (sentence,) = disagreements(reading, [claim])
        assert "the article reads as harm" in sentence

    def test_what_a_combination_did_is_not_held_against_the_drug(self) -> None:
        claim = quoting(self.failed, DENIES, P.SUPPORTS)
        assert conflicts(self.failed, claim)
        assert conflicts(self.failed, claim.model_copy(update={"basis": Basis.COMBINATION})) == []

    def test_with_the_design(self) -> None:
        claim = quoting(self.helped, HELPS, P.SUPPORTS, "In a randomised trial sildenafil reduced attacks.")
        assert conflicts(self.helped, claim) == []
        (sentence,) = conflicts(self.helped, claim, design=StudyDesign.COHORT, level=Level.CONTROLLED_STUDY)
        assert "“randomised”, but the record is of design “cohort”" in sentence

    def test_with_what_was_studied(self) -> None:
        claim = quoting(self.helped, HELPS, P.SUPPORTS, "Sildenafil helped patients.")
        (sentence,) = conflicts(
            self.helped, claim, design=StudyDesign.ANIMAL, level=Level.MECHANISM, population=Population.ANIMAL
        )
        assert "“patients”" in sentence

    def test_with_the_drug(self) -> None:
        (sentence,) = conflicts(self.helped, quoting(self.helped, HELPS, P.SUPPORTS), drug=DrugMatch.CLASS)
        assert "does not name it" in sentence

    def test_with_the_level(self) -> None:
        strong = quoting(self.helped, HELPS, P.SUPPORTS, strength=Strength.STRONG)
        assert conflicts(self.helped, strong) == []
        (sentence,) = conflicts(self.helped, strong, design=StudyDesign.CASE_REPORT, level=Level.CASES)
        assert "strong" in sentence


class TestTrial:
    @pytest.mark.parametrize(
        ("outcome", "fields", "expected"),
        [
            (TrialOutcome.MET, {}, P.SUPPORTS),
            (TrialOutcome.NOT_MET, {}, P.CONTRADICTS),
            (TrialOutcome.MIXED, {}, P.MIXED),
            (TrialOutcome.POSTED, {}, P.NEUTRAL),
            (TrialOutcome.NOT_KNOWN, {"stop": StopReason.EFFICACY}, P.CONTRADICTS),
            (TrialOutcome.NOT_KNOWN, {"stop": StopReason.BUSINESS}, P.NEUTRAL),
            (TrialOutcome.NOT_KNOWN, {"stop": StopReason.NOT_CLASSIFIED}, P.NEUTRAL),
        ],
    )
    def test_outcome(self, outcome: TrialOutcome, fields: dict[str, Any], expected: Polarity) -> None:
        assert polarity_of_trial(trial_match(), trial_reading(outcome, **fields))[0] is expected

    @pytest.mark.parametrize("kind", [MisuseKind.INTERVENTION, MisuseKind.POPULATION, MisuseKind.ENDPOINT])
    def test_another_question_than_the_pairs(self, kind: MisuseKind) -> None:
        misuse = (TrialMisuse(kind=kind, sentence="It tests something else."),)
        for outcome in TrialOutcome:
            assert polarity_of_trial(trial_match(), trial_reading(outcome, misuse=misuse)) == (P.NEUTRAL, "")

    def test_the_drug_as_comparator(self) -> None:
        match = trial_match(role=DrugRole.MENTIONED)
        assert polarity_of_trial(match, trial_reading(TrialOutcome.MET))[0] is P.NEUTRAL
