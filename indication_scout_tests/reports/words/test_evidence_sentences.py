"""Sentences on what counted studies reported: one number a clause, nothing added up that is not known."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.assessment import Level
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import StudyDesign
from indication_scout_assets.reports.words.evidence_sentences import (
    CountedStudy,
    evidence,
    in_approved_uses,
    number,
    same_studies,
    without_result,
)

TRIAL, CASES, CELLS = Level.RANDOMIZED_TRIAL, Level.CASES, Level.MECHANISM
FOR, AGAINST, OPEN = Polarity.SUPPORTS, Polarity.CONTRADICTS, Polarity.NEUTRAL


def trial(polarity: Polarity, participants: int | None = None) -> CountedStudy:
    return CountedStudy(TRIAL, StudyDesign.RANDOMIZED_TRIAL, polarity, participants)


def weaker(level: Level, design: StudyDesign, polarity: Polarity, participants: int | None = None) -> CountedStudy:
    return CountedStudy(level, design, polarity, participants)


@pytest.mark.parametrize(
    ("studies", "sentence"),
    [
        ([trial(AGAINST, 22)], "One randomised trial (22 participants) reported no benefit."),
        ([trial(OPEN)], "One randomised trial was inconclusive."),
        ([trial(OPEN, 300), trial(OPEN, 345)], "Two randomised trials (645 participants) were inconclusive."),
        ([trial(FOR, 40), trial(FOR)], "Two randomised trials (at least 40 participants) reported a benefit."),
        (
            [trial(OPEN, 38), trial(FOR, 61), trial(FOR, 22)],
            "Of three randomised trials (121 participants), two reported a benefit (83) and one was inconclusive (38).",
        ),
        (
            [trial(FOR), trial(AGAINST), trial(Polarity.HARM), trial(Polarity.MIXED)],
            "Of four randomised trials, one reported a benefit, one reported no benefit, one reported harm and one "
            "reported mixed results.",
        ),
    ],
)
def test_studies_of_one_level_make_one_sentence(studies: list[CountedStudy], sentence: str) -> None:
    assert evidence(studies, [TRIAL]) == [sentence]


def test_weak_studies_of_one_design_go_by_its_name_and_animals_are_no_participants() -> None:
    review, cohort = StudyDesign.SYSTEMATIC_REVIEW, StudyDesign.COHORT
    for studies, sentence in (
        ([weaker(CASES, review, FOR, 187)], "One systematic review of unnamed studies (187 participants) reported a"),
        ([weaker(CASES, cohort, FOR)] * 2, "Two cohorts without a control group reported a benefit."),
        (
            [weaker(CASES, review, FOR), weaker(CASES, cohort, FOR, 5)],
            "Two studies without a control group (at least 5",
        ),
        (
            [weaker(Level.CONTROLLED_STUDY, review, FOR)],
            "One systematic review not limited to randomised trials reported",
        ),
        ([weaker(CELLS, StudyDesign.ANIMAL, FOR, 9)], "One study in animals reported a benefit."),
    ):
        (shown,) = evidence(studies, [studies[0].level])
        assert shown.startswith(sentence)


def test_a_review_of_several_drugs_is_called_so_and_its_participants_are_not_the_drugs() -> None:
    level, design = Level.SYNTHESIS_OF_TRIALS, StudyDesign.META_ANALYSIS
    review, own = CountedStudy(level, design, FOR, 264, of_several=True), CountedStudy(level, design, FOR, 90)
    assert evidence([review], [level]) == [
        "One meta-analysis of randomised trials of several drugs reported a benefit."
    ]
    assert evidence([review, own], [level]) == [
        "Two meta-analyses of randomised trials (at least 90 participants) reported a benefit."
    ]


def test_weaker_studies_are_named_where_any_has_a_direction() -> None:
    cases = [weaker(CASES, StudyDesign.CASE_SERIES, OPEN), weaker(CELLS, StudyDesign.ANIMAL, OPEN)]
    assert len(evidence([trial(FOR), *cases], [TRIAL])) == 1
    cases[0] = cases[0]._replace(polarity=FOR)
    assert evidence([trial(FOR), *cases], [TRIAL])[1] == (
        "Of two studies of weaker design, one reported a benefit and one was inconclusive."
    )


@pytest.mark.parametrize(
    ("uses", "decided", "words"),
    [
        ([], 2, ""),
        (["gout"], 1, "The study with a direction was made in an approved use (gout)."),
        (["gout"], 4, "One of the four studies with a direction was made in an approved use (gout)."),
        (["gout", "acne"], 2, "Both studies with a direction were made in an approved use (gout and acne)."),
        (
            ["gout", "acne", "gout"],
            3,
            "All three studies with a direction were made in an approved use (gout and acne).",
        ),
    ],
)
def test_studies_of_approved_uses_are_named(uses: list[str], decided: int, words: str) -> None:
    assert in_approved_uses(uses, decided) == words


def test_small_numbers_are_written_out_and_shared_studies_named() -> None:
    assert [number(count) for count in (1, 9, 10, 1_200)] == ["one", "nine", "10", "1,200"]
    assert (same_studies(""), same_studies("gout")) == ("", "The same studies are counted for gout.")


@pytest.mark.parametrize(
    ("papers", "trials", "untested", "unclear", "words"),
    [
        (1, 0, 0, 0, "One paper was found, without a readable result of the drug."),
        (2, 7, 0, 0, "Two papers and seven registered trials were found, none with a readable result of the drug."),
        (0, 1, 1, 0, "The trial does not test the drug."),
        (0, 1, 1, 1, "The trial does not state whether the drug is tested."),
        (0, 3, 2, 2, "Two of the trials do not state whether the drug is tested."),
        (0, 2, 1, 1, "One of the trials does not state whether the drug is tested."),
        (0, 2, 2, 2, "None of the trials states whether the drug is tested."),
        (0, 3, 2, 1, "Two of the trials do not test the drug."),
    ],
)
def test_a_trial_that_does_not_state_it_is_not_called_one_that_does_not_test_the_drug(
    papers: int, trials: int, untested: int, unclear: int, words: str
) -> None:
    assert words in " ".join(without_result(papers, trials, untested, unclear))
    assert without_result(0, 0) == []


def test_trials_that_the_index_alone_files_under_the_disease_are_named() -> None:
    assert without_result(0, 1, elsewhere=1)[-1].startswith("The trial is filed under this disease")
    assert without_result(0, 3, elsewhere=2)[-1].startswith("Two of the trials are filed")
