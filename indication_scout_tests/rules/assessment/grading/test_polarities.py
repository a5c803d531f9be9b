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
from indication_scout_assets.domain.statements import Polarity, Statement, Strength
from indication_scout_assets.domain.study_designs import Population, StudyDesign
from indication_scout_assets.domain.trials import DrugRole, StopReason
from indication_scout_assets.rules.assessment.grading.polarities import ArticlePolarity, polarity_of_trial

from .records import DRUG, RAYNAUD, article, quoting, trial_match, trial_reading

P = Polarity
HELPS = "Sildenafil significantly reduced attacks of Raynaud disease compared with placebo."
DENIES = "Sildenafil had no effect on Raynaud disease compared with placebo."
CAUSES = "Sildenafil induced Raynaud disease in three patients."
BLAND = "We studied sildenafil in Raynaud disease."
DIRECT = EvidenceDirectness(drug=DrugMatch.THIS_DRUG, disease=DiseaseMatch.THIS_DISEASE, population=Population.HUMAN)


def polarity_of(record: Article, statements: Sequence[Statement] = (), intent: str = "") -> Polarity:
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
        assert polarity_of(article("A study of sildenafil", abstract), intent=intent) is expected

    def test_what_the_ranking_read_takes_no_side_without_words_of_its_own(self) -> None:
        assert polarity_of(article("A study", BLAND), intent="causes") is P.NEUTRAL
        assert polarity_of(article("A study", HELPS), intent="causes") is P.NEUTRAL

    @pytest.mark.parametrize(
        "abstract",
        [
            "At week 12 bosentan, compared with sildenafil, showed fewer spasms and less Raynaud disease.",
            "Raynaud disease was treated with bosentan rather than with iloprost, and versus sildenafil it did well.",
        ],
    )
    def test_a_comparator_is_blamed_for_nothing(self, abstract: str) -> None:
        record = article("Bosentan and a comparator", abstract)
        for intent in ("causes", "treats", "unclear"):
            assert polarity_of(record, intent=intent) is not P.HARM

    @pytest.mark.parametrize(
        "abstract",
        [
            "BACKGROUND: Sildenafil reduced attacks of Raynaud disease before. METHODS: Nine healthy men took it.",
            "In nine healthy men sildenafil reduced finger tone, which may have a meaning in Raynaud disease.",
            "Sildenafil did not reverse the relief that nifedipine brought in Raynaud disease.",
            "Sildenafil may have the power to prevent Raynaud disease.",
            "Sildenafil lowered blood pressure without inducing Raynaud disease.",
        ],
    )
    def test_what_is_known_supposed_denied_or_spared_is_no_support(self, abstract: str) -> None:
        record = article("Sildenafil and blood vessels", abstract)
        for intent in ("treats", "prevents"):
            assert polarity_of(record, intent=intent) is not P.SUPPORTS

    @pytest.mark.parametrize(
        "title",
        [
            "Does sildenafil change the response to nifedipine in Raynaud disease?",
            "Sildenafil for the prevention of stroke in people with Raynaud disease",
        ],
    )
    def test_a_title_that_asks_or_names_its_subject_is_no_support(self, title: str) -> None:
        for intent in ("treats", "prevents"):
            assert polarity_of(article(title, BLAND), intent=intent) is not P.SUPPORTS

    def test_a_stated_outcome_still_supports(self) -> None:
        record = article(
            "Sildenafil and blood vessels", "Sildenafil could significantly reduce Raynaud disease in rats."
        )
        assert polarity_of(record, intent="treats") is P.SUPPORTS


class TestStudiesOfSafety:
    denies = "CONCLUSION: Sildenafil had no effect on Raynaud disease compared with placebo."

    @pytest.mark.parametrize("quoted", [True, False])
    def test_no_effect_is_no_denial_where_only_harm_was_feared(self, quoted: bool) -> None:
        feared = "CONTEXT: Whether sildenafil causes adverse events in Raynaud disease is unclear."
        record = article("Vascular effects of sildenafil in Raynaud disease", f"{feared} {self.denies}")
        statements = [quoting(record, self.denies, P.CONTRADICTS)] if quoted else []
        assert polarity_of(record, statements, "no_effect") is P.NEUTRAL

    @pytest.mark.parametrize("quoted", [True, False])
    def test_it_is_one_where_a_benefit_was_asked_about_as_well(self, quoted: bool) -> None:
        asked = "AIM: We asked about safety and efficacy of sildenafil in Raynaud disease."
        record = article("Vascular effects of sildenafil in Raynaud disease", f"{asked} {self.denies}")
        statements = [quoting(record, self.denies, P.CONTRADICTS)] if quoted else []
        assert polarity_of(record, statements, "no_effect") is P.CONTRADICTS


class TestWithStatements:
    """A statement that quotes a single sentence neither gives the article a side nor takes one from it."""

    @pytest.mark.parametrize("polarity", [P.SUPPORTS, P.CONTRADICTS, P.MIXED, P.HARM])
    @pytest.mark.parametrize("intent", ["", "treats", "no_effect", "causes"])
    def test_it_gives_none(self, polarity: P, intent: str) -> None:
        record = article("A study of an old drug", BLAND)
        statement = quoting(record, BLAND, polarity)
        assert ArticlePolarity(record, DRUG, RAYNAUD, [statement], intent).verdict() == (P.NEUTRAL, "")

    def test_it_takes_none(self) -> None:
        helped = article("Sildenafil and blood vessels", "Sildenafil significantly reduced Raynaud disease in rats.")
        failed = article("A study of an old drug", f"{BLAND} CONCLUSIONS: {DENIES}")
        for record, intent, side in ((helped, "treats", P.SUPPORTS), (failed, "no_effect", P.CONTRADICTS)):
            quote = record.abstract.rpartition("CONCLUSIONS: ")[2]
            for polarity in P:
                assert polarity_of(record, [quoting(record, quote, polarity)], intent) is side

    @pytest.mark.parametrize("title", ["Raynaud disease induced by sildenafil", "Sildenafil-induced Raynaud disease"])
    def test_harm_never_becomes_support(self, title: str) -> None:
        record = article(title, HELPS)
        statement = quoting(record, HELPS, P.SUPPORTS)
        assert polarity_of(record, [statement], "causes") is P.HARM
        assert polarity_of(record, [statement], "treats") is not P.SUPPORTS


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
        (sentence,) = conflicts(self.record, quoting(self.record, quote, polarity))
        assert f"filed as {polarity.value}, but the words it quotes read as" in sentence

    def test_with_the_article(self) -> None:
        record = article("Sildenafil-induced Raynaud disease", f"{CAUSES} {BLAND}")
        (sentence,) = conflicts(record, quoting(record, BLAND, P.SUPPORTS), intent="causes")
        assert "the article reads as harm" in sentence

    def test_with_the_design(self) -> None:
        claim = quoting(self.record, HELPS, P.SUPPORTS, "In a randomised trial sildenafil reduced attacks.")
        assert conflicts(self.record, claim) == []
        (sentence,) = conflicts(self.record, claim, design=StudyDesign.COHORT, level=Level.CONTROLLED_STUDY)
        assert "“randomised”, but the record is of design “cohort”" in sentence

    def test_with_what_was_studied(self) -> None:
        claim = quoting(self.record, HELPS, P.SUPPORTS, "Sildenafil helped patients.")
        animals = DIRECT.model_copy(update={"population": Population.ANIMAL})
        (sentence,) = conflicts(
            self.record, claim, design=StudyDesign.ANIMAL, level=Level.MECHANISM, directness=animals
        )
        assert "“patients”" in sentence

    def test_with_the_drug(self) -> None:
        sibling = DIRECT.model_copy(update={"drug": DrugMatch.CLASS})
        (sentence,) = conflicts(self.record, quoting(self.record, HELPS, P.SUPPORTS), directness=sibling)
        assert "does not name it" in sentence

    def test_with_the_level(self) -> None:
        strong = quoting(self.record, HELPS, P.SUPPORTS, strength=Strength.STRONG)
        assert conflicts(self.record, strong) == []
        (sentence,) = conflicts(self.record, strong, design=StudyDesign.CASE_REPORT, level=Level.CASES)
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


def test_a_protocol_takes_no_side_by_what_it_hopes() -> None:
    text = "Sildenafil reduced attacks of Raynaud disease in animals."
    record = article("Sildenafil for Raynaud disease: study protocol for a randomized trial", text)
    assert polarity_of(record, [quoting(record, text, P.SUPPORTS, polarity_cue="reduced")]) is P.NEUTRAL
