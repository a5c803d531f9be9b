"""The grade of an article, of a trial, and of all a candidate's evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from indication_scout_assets.domain.findings.assessment import (
    DiseaseMatch,
    DrugMatch,
    Grade,
    Level,
    RiskSignal,
    TrialOutcome,
    TrialReading,
)
from indication_scout_assets.domain.findings.readings import PairNames
from indication_scout_assets.domain.findings.statements import Polarity, Statement, Synthesis
from indication_scout_assets.domain.findings.study_designs import Population, ReadFrom, StudyDesign
from indication_scout_assets.domain.records.articles import Article, Correction, RetractionStatus
from indication_scout_assets.domain.records.trials import TrialMatch
from indication_scout_assets.pipeline.stages.article_stages.article_readings import read_records
from indication_scout_assets.rules.assessment.grading.grade import (
    WHY_WITHOUT_DISEASE,
    PriorReadings,
    grade_all,
    grade_article,
    grade_trial,
)
from indication_scout_tests.readings import pair_of, read_by_rules, readings_of

from .records import DRUG, RAYNAUD, article, quoting, trial_match, trial_reading

HELPS = "Sildenafil significantly reduced attacks of Raynaud disease compared with placebo."
DENIES = "Sildenafil had no effect on Raynaud disease compared with placebo."
NCT = "NCT99999990"
RCT = ("Randomized Controlled Trial",)
PAIR = pair_of(DRUG, RAYNAUD, class_names=("tadalafil",), broader_names=("vascular disease",))
RETRACTED = (Correction(kind="RetractionIn", pmid="99000009"),)


def grade_of(record: Article, *statements: Statement, by_model: bool = False, pair: PairNames = PAIR) -> Grade:
    return grade_article(record, read_by_rules(record, pair), check=None, statements=statements, by_model=by_model)


def everything(
    articles: Sequence[Article], matches: Sequence[TrialMatch] = (), readings: Sequence[TrialReading] = (),
    literature: Synthesis | None = None,
) -> dict[str, Grade]:  # fmt: skip
    records = read_records(RAYNAUD, matches, standing(articles), readings_of(articles, PAIR), DRUG)
    records = records.model_copy(update={"trials": tuple(readings)})
    grades = grade_all(articles, matches, PAIR, PriorReadings(readings_of(articles, PAIR), records, {}, literature))
    return {grade.evidence_id: grade for grade in grades}


def standing(articles: Sequence[Article]) -> list[Article]:
    """Those that are not retracted."""
    return [paper for paper in articles if paper.retraction is not RetractionStatus.RETRACTED]


def synthesis(method: str, *statements: Statement) -> Synthesis:
    return Synthesis(kind="literature", disease_id="MONDO:1", method=method, statements=statements)


class TestPartOfTheDisease:
    """What is told of a narrower disease that the drug is not approved for is told of a part of the disease."""

    PART = PAIR.model_copy(update={"narrower_names": ("digital vasospasm",)})
    HELPED = "Sildenafil significantly reduced attacks of digital vasospasm compared with placebo."

    def grade(self, abstract: str, title: str = "Sildenafil in digital vasospasm") -> Grade:
        return grade_of(article(title, abstract), pair=self.PART)

    def test_it_gives_a_side(self) -> None:
        grade = self.grade(self.HELPED)
        assert (grade.polarity, grade.directness.disease) == (Polarity.SUPPORTS, DiseaseMatch.NARROWER)
        assert grade.counts


class TestArticle:
    def test_every_part_shows_what_it_rests_on(self) -> None:
        grade = grade_of(article(abstract=f"We randomised 61 patients. {HELPS}", types=RCT))
        assert (grade.level, grade.design, grade.design_cue) == (2, StudyDesign.RANDOMIZED_TRIAL, RCT[0])
        assert "“Randomized Controlled Trial”" in grade.level_reason
        assert (grade.participants, grade.participants_cue) == (61, "61 patients")
        assert grade.polarity is Polarity.SUPPORTS
        assert grade.polarity_cue
        assert grade.directness.is_direct
        assert grade.risks == (RiskSignal.UNCHECKED,)
        assert grade.counts

    @pytest.mark.parametrize(
        ("title", "mentioned"),
        [
            ("Sildenafil and walking", False),
            ("Sildenafil in arterial hypertension", True),
            ("Sildenafil in Raynaud disease: who stays with it", False),
        ],
    )
    def test_an_article_about_something_else_that_takes_no_side_only_mentions_the_drug(
        self, title: str, *, mentioned: bool
    ) -> None:
        text = "People with Raynaud disease took sildenafil, aspirin or a statin."
        grade = grade_of(article(title, text, types=RCT))
        assert grade.polarity is Polarity.NEUTRAL
        assert (grade.directness.drug is DrugMatch.MENTIONED) == mentioned
        assert grade.is_study_of_pair != mentioned

    @pytest.mark.parametrize(
        ("title", "text", "mentioned"),
        [
            ("A winter in Oslo", "Raynaud disease was found in 4 of the sildenafil group and 9 of the others.", False),
            ("A winter in Oslo", "People with Raynaud disease took sildenafil. We randomised them to coats.", True),
            ("PDE5 inhibitors in Raynaud disease", "Sixty people received sildenafil or nothing.", False),
            ("PDE5 inhibitors in Raynaud disease", "Sixty people received sildenafil, sixty tadalafil.", True),
        ],
    )
    def test_what_an_arm_got_is_not_only_mentioned(self, title: str, text: str, *, mentioned: bool) -> None:
        grade = grade_of(article(title, text, types=RCT))
        assert (grade.directness.drug is DrugMatch.MENTIONED) == mentioned

    @pytest.mark.parametrize(
        ("title", "in_passing"),
        [
            ("Sildenafil in adults", True),
            ("Raynaud disease after sildenafil and verapamil", True),
            ("Raynaud disease after sildenafil and a fall", False),
        ],
    )
    def test_harm_is_in_passing_where_the_title_does_not_give_the_disease_to_the_drug_alone(
        self, title: str, *, in_passing: bool
    ) -> None:
        grade = grade_of(article(title, "Sildenafil caused Raynaud disease in two people."))
        assert (grade.polarity, grade.harm_in_passing) == (Polarity.HARM, in_passing)
        assert ("harm_in_passing" in grade.model_dump()) is in_passing
        assert not grade_of(article("Sildenafil in adults", HELPS)).harm_in_passing
        counted = "Raynaud disease was found in 19% after sildenafil and in 5% after placebo (p = 0.008)."
        grade = grade_of(article("Sildenafil in adults", counted))
        assert (grade.polarity, grade.harm_in_passing) == (Polarity.HARM, False)

    def test_a_retracted_article_keeps_its_level_and_does_not_count(self) -> None:
        grade = grade_of(article(types=RCT, corrections=RETRACTED))
        assert (grade.level, grade.counts, grade.not_counted) == (2, False, "It is retracted.")

    def test_what_healthy_people_show_does_not_count(self) -> None:
        text = (
            "Sildenafil helped in Raynaud disease. Twelve healthy male volunteers received single oral doses of "
            "sildenafil or placebo. Pharmacokinetic parameters were determined in healthy subjects: area under the "
            "plasma concentration-time curve, half-life. The healthy volunteers tolerated sildenafil well."
        )
        grade = grade_of(article("Sildenafil and Raynaud disease in healthy volunteers", text, types=RCT))
        assert grade.directness.population is Population.HEALTHY
        assert (grade.counts, grade.not_counted) == (False, WHY_WITHOUT_DISEASE[Population.HEALTHY])

    @pytest.mark.parametrize(
        ("of_newborns", "tags", "title", "expected"),
        [
            (True, ("Humans", "Pregnancy"), "Maternal sildenafil", Population.MOTHERS),
            (True, ("Humans", "Pregnancy"), "Sildenafil in Raynaud disease", Population.HUMAN),
            (True, ("Humans",), "Maternal sildenafil", Population.HUMAN),
            (False, ("Humans", "Pregnancy"), "Maternal sildenafil", Population.HUMAN),
        ],
    )
    def test_what_mothers_were_given_does_not_count_for_their_newborns(
        self, of_newborns: bool, tags: tuple[str, ...], title: str, expected: Population
    ) -> None:
        pair = PAIR.model_copy(update={"of_newborns": of_newborns})
        grade = grade_of(article(title, HELPS, types=RCT, tags=tags), pair=pair)
        assert grade.directness.population is expected
        assert (grade.counts, grade.not_counted) == (
            expected is Population.HUMAN,
            WHY_WITHOUT_DISEASE.get(expected, ""),
        )

    def test_only_a_models_statement_is_deferred(self) -> None:
        record = article(abstract=DENIES, types=RCT)
        claim = quoting(record, DENIES, Polarity.SUPPORTS, "Sildenafil helps.")
        assert grade_of(record, claim).deferred == ""
        grade = grade_of(record, claim, by_model=True)
        assert grade.deferred
        assert not grade.counts


class TestRegistered:
    """What the registry knows better than an abstract: allocation, and how many were enrolled."""

    def grade(self, text: str, **fields: object) -> Grade:
        record = article(abstract=text, types=RCT, nct_ids=(NCT,))
        trial = trial_match().trial.model_copy(update=fields)
        return grade_article(record, read_by_rules(record, PAIR), check=None, statements=(), registered=trial)

    @pytest.mark.parametrize("allocation", ["NA", "NON_RANDOMIZED"])
    def test_a_trial_registered_without_chance_is_no_randomised_one(self, allocation: str) -> None:
        grade = self.grade(HELPS, allocation=allocation)
        assert grade.level is not None
        assert grade.level > Level.RANDOMIZED_TRIAL
        assert (grade.design_source, grade.design_cue) == (ReadFrom.REGISTRY, allocation)
        assert self.grade(HELPS, allocation="RANDOMIZED").level is Level.RANDOMIZED_TRIAL
        assert self.grade(HELPS, allocation="").level is Level.RANDOMIZED_TRIAL, "not known is no correction"

    def test_no_more_took_part_than_were_enrolled(self) -> None:
        text = f"We randomised 350 patients with Raynaud disease. {HELPS}"
        enrolled: dict[str, object] = {"enrollment": 207, "enrollment_type": "ACTUAL"}
        assert self.grade(text, **enrolled).participants == 207
        assert self.grade(text, **enrolled | {"enrollment_type": "ESTIMATED"}).participants == 350
        assert self.grade(text, **enrolled | {"enrollment": 400}).participants == 350
        assert self.grade(HELPS, **enrolled).participants == 207, "the abstract gives no number"

    def test_a_paper_of_two_trials_keeps_its_own_numbers(self) -> None:
        matches = [trial_match(), trial_match(nct_id="NCT99999991")]
        record = article(abstract=HELPS, types=RCT, nct_ids=(NCT, "NCT99999991"))
        registered = {m.trial.nct_id: m.trial.model_copy(update={"allocation": "NA"}) for m in matches}
        before = PriorReadings(
            readings_of([record], PAIR), read_records(RAYNAUD, (), [record], {}, DRUG), {}, None, registered
        )
        (grade,) = grade_all([record], (), PAIR, before)
        assert grade.level is Level.RANDOMIZED_TRIAL


class TestTrial:
    def grade(self, reading: TrialReading, papers: Sequence[Article] = (), **fields: Any) -> Grade:
        match = trial_match(**fields)
        published = read_records(RAYNAUD, [match], standing(papers), {}, DRUG).published_trials
        return grade_trial(match, reading, PAIR, published=match.trial.nct_id in published)

    def test_without_results_it_has_no_level(self) -> None:
        grade = self.grade(trial_reading(), has_results=False)
        assert (grade.level, grade.risks) == (None, (RiskSignal.NO_RESULTS,))
        assert grade.design is StudyDesign.RANDOMIZED_TRIAL

    def test_a_published_plan_or_a_retracted_paper_is_no_result(self) -> None:
        plan = article("Sildenafil: study protocol", nct_ids=(NCT,), types=("Clinical Trial Protocol",))
        assert self.grade(trial_reading(), [plan]).level is None
        paper = article(nct_ids=(NCT,), corrections=RETRACTED)
        assert self.grade(trial_reading(), [paper]).level is None


class TestAll:
    def test_articles_keep_their_order_and_trials_go_by_number(self) -> None:
        papers = [article(number=2), article("Sildenafil again", number=1)]
        numbers = ("NCT99999992", "NCT99999991")
        grades = everything(
            papers,
            [trial_match(nct_id=number) for number in numbers],
            [trial_reading(nct_id=number) for number in numbers],
        )
        assert list(grades) == ["99000002", "99000001", *sorted(numbers)]

    def test_an_outcome_from_a_retracted_paper_does_not_count(self) -> None:
        paper = article(abstract=HELPS, nct_ids=(NCT,), types=RCT, corrections=RETRACTED)
        grades = everything([paper], [trial_match()], [trial_reading(TrialOutcome.MET, outcome_source=paper.id)])
        assert not any(grade.counts for grade in grades.values())

    def test_statements_reach_the_articles_they_cite(self) -> None:
        record, other = article(abstract=DENIES), article(abstract=HELPS, number=2)
        wrong = quoting(record, DENIES, Polarity.SUPPORTS, "Sildenafil helps.")
        extracted = everything([record, other], literature=synthesis("extractive", wrong))
        written = everything([record, other], literature=synthesis("anthropic", wrong))
        assert extracted == everything([record, other])
        assert extracted["99000001"].polarity is Polarity.CONTRADICTS
        assert [bool(grade.deferred) for grade in written.values()] == [True, False]

    def test_the_same_evidence_in_any_order_gives_the_same_grades(self) -> None:
        papers = [
            article(abstract=HELPS, number=1, nct_ids=(NCT,), types=RCT),
            article("Sildenafil in Raynaud disease", number=2, types=("Case Reports",)),
            article("Tadalafil in Raynaud disease", number=3, types=RCT),
        ]
        match, reading = trial_match(has_results=True), trial_reading(TrialOutcome.POSTED)
        forward = everything(papers, [match], [reading])
        assert everything(papers[::-1], [match], [reading]) == forward
        assert [grade.level for grade in forward.values()] == [2, Level.CASES, 2, 2]
        assert forward["99000001"].counts
        assert not forward[NCT].counts
