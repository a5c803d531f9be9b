"""For or against, and where a model's statement and the facts disagree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.assessment import (
    DiseaseMatch,
    DrugMatch,
    EvidenceDirectness,
    Level,
    MisuseKind,
    TrialMisuse,
    TrialOutcome,
)
from indication_scout_assets.domain.grading.polarities import ArticlePolarity, polarity_of_trial
from indication_scout_assets.domain.statements import Basis, Polarity, Statement, Strength
from indication_scout_assets.domain.study_design import Population, StudyDesign
from indication_scout_assets.domain.trials import DrugRole, StopReason

from .records import DRUG, RAYNAUD, article, quoting, trial_match, trial_reading

P = Polarity
HELPS = "Sildenafil significantly reduced attacks of Raynaud disease compared with placebo."
DENIES = "Sildenafil had no effect on Raynaud disease compared with placebo."
CAUSES = "Sildenafil induced Raynaud disease in three patients."
BLAND = "We studied sildenafil in Raynaud disease."
DIRECT = EvidenceDirectness(drug=DrugMatch.THIS_DRUG, disease=DiseaseMatch.THIS_DISEASE, population=Population.HUMAN)


def said(record: Article, statements: Sequence[Statement] = (), intent: str = "") -> Polarity:
    return ArticlePolarity(record, DRUG, RAYNAUD, statements, intent).verdict()[0]


def conflicts(
    record: Article, *statements: Statement, intent: str = "", design: StudyDesign = StudyDesign.RANDOMIZED_TRIAL,
    level: Level | None = Level.RANDOMIZED_TRIAL, directness: EvidenceDirectness = DIRECT,
) -> list[str]:  # fmt: skip
    return list(ArticlePolarity(record, DRUG, RAYNAUD, statements, intent).disagreements(design, level, directness))


class TestWithoutStatements:
    @pytest.mark.parametrize(
        ("abstract", "intent", "expected"),
        [
            (HELPS, "treats", P.SUPPORTS),
            (DENIES, "no_effect", P.CONTRADICTS),
            (CAUSES, "causes", P.HARM),
            (BLAND, "treats", P.NEUTRAL),
            (BLAND, "unclear", P.NEUTRAL),
            (HELPS, "", P.NEUTRAL),
        ],
    )
    def test_the_reading_of_the_whole_article(self, abstract: str, intent: str, expected: Polarity) -> None:
        assert said(article("A study of an old drug", abstract), intent=intent) is expected

    def test_the_rankings_word_stands_where_the_rules_now_read_otherwise(self) -> None:
        assert said(article("A study", BLAND), intent="causes") is P.HARM
        assert said(article("A study", HELPS), intent="causes") is P.HARM


class TestWithStatements:
    record = article("A study of an old drug", f"{HELPS} {DENIES} {BLAND}")

    def test_they_decide(self) -> None:
        helps, denies = quoting(self.record, HELPS, P.SUPPORTS), quoting(self.record, DENIES, P.CONTRADICTS)
        bland = quoting(self.record, BLAND, P.NEUTRAL)
        assert said(self.record, [helps, bland]) is P.SUPPORTS
        assert said(self.record, [denies]) is P.CONTRADICTS
        assert said(self.record, [helps, denies]) is said(self.record, [denies, helps]) is P.MIXED

    def test_harm_outweighs_a_want_of_effect(self) -> None:
        harm, denies = quoting(self.record, HELPS, P.HARM), quoting(self.record, DENIES, P.CONTRADICTS)
        assert said(self.record, [harm, denies]) is P.HARM

    @pytest.mark.parametrize("title", ["Raynaud disease induced by sildenafil", "Sildenafil-induced Raynaud disease"])
    def test_harm_never_becomes_support(self, title: str) -> None:
        record = article(title, HELPS)
        statement = quoting(record, HELPS, P.SUPPORTS)
        assert said(record, [statement], "causes") is P.HARM
        assert said(record, [statement], "treats") is P.MIXED
        assert said(record, [], "treats") is not P.SUPPORTS

    def test_a_denial_of_the_whole_makes_support_mixed(self) -> None:
        record = article("A study of an old drug", f"{BLAND} CONCLUSIONS: {DENIES}")
        assert said(record, [quoting(record, BLAND, P.SUPPORTS)], "no_effect") is P.MIXED

    @pytest.mark.parametrize("basis", [Basis.COMBINATION, Basis.CLASS, Basis.OTHER])
    def test_what_others_did_is_not_the_drugs(self, basis: Basis) -> None:
        assert said(self.record, [quoting(self.record, HELPS, P.SUPPORTS, basis=basis)]) is P.NEUTRAL


class TestDisagreements:
    record = article("A study of an old drug", f"{HELPS} {DENIES} {BLAND}")

    def test_agreement_is_silent(self) -> None:
        assert conflicts(self.record, quoting(self.record, HELPS, P.SUPPORTS)) == []
        assert conflicts(self.record, quoting(self.record, BLAND, P.SUPPORTS)) == []

    @pytest.mark.parametrize(
        ("quote", "polarity"),
        [(DENIES, P.SUPPORTS), (HELPS, P.CONTRADICTS), (HELPS, P.HARM)],
    )
    def test_with_the_words_it_quotes(self, quote: str, polarity: Polarity) -> None:
        (found,) = conflicts(self.record, quoting(self.record, quote, polarity))
        assert f"filed as {polarity.value}, but the words it quotes read as" in found

    def test_with_the_article(self) -> None:
        record = article("Sildenafil-induced Raynaud disease", f"{CAUSES} {BLAND}")
        (found,) = conflicts(record, quoting(record, BLAND, P.SUPPORTS), intent="causes")
        assert "the article reads as harm" in found

    def test_with_the_design(self) -> None:
        claim = quoting(self.record, HELPS, P.SUPPORTS, "In a randomised trial sildenafil reduced attacks.")
        assert conflicts(self.record, claim) == []
        (found,) = conflicts(self.record, claim, design=StudyDesign.COHORT, level=Level.CONTROLLED_STUDY)
        assert "“randomised”, but the record is of design “cohort”" in found

    def test_with_what_was_studied(self) -> None:
        claim = quoting(self.record, HELPS, P.SUPPORTS, "Sildenafil helped patients.")
        animals = DIRECT.model_copy(update={"population": Population.ANIMAL})
        (found,) = conflicts(self.record, claim, design=StudyDesign.ANIMAL, level=Level.MECHANISM, directness=animals)
        assert "“patients”" in found

    def test_with_the_drug(self) -> None:
        sibling = DIRECT.model_copy(update={"drug": DrugMatch.CLASS})
        (found,) = conflicts(self.record, quoting(self.record, HELPS, P.SUPPORTS), directness=sibling)
        assert "does not name it" in found

    def test_with_the_level(self) -> None:
        strong = quoting(self.record, HELPS, P.SUPPORTS, strength=Strength.STRONG)
        assert conflicts(self.record, strong) == []
        (found,) = conflicts(self.record, strong, design=StudyDesign.CASE_REPORT, level=Level.CASES)
        assert "strong" in found


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
            (TrialOutcome.MET, {"stop": StopReason.SAFETY}, P.HARM),
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
