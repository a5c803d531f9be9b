"""Whether the primary endpoint was met, by sentences of linked papers."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.articles import PublicationType
from indication_scout_assets.rules.language.mentions import DRUG as D
from indication_scout_assets.rules.trials.posted_results import OutcomeVerdict
from indication_scout_assets.rules.trials.published_results import read_papers, read_sentence

from .made import DRUGS, NAME, arm, matched, paper, trial

MET, FAILED, MIXED = OutcomeVerdict.MET, OutcomeVerdict.NOT_MET, OutcomeVerdict.MIXED


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        (f"{D} did not meet its primary endpoint.", FAILED),
        ("the trial failed to meet its primary efficacy end point.", FAILED),
        ("the trial missed its primary outcome.", FAILED),
        ("the primary outcome was not met.", FAILED),
        ("although the primary endpoint was not met, key secondary endpoints were achieved.", FAILED),
        ("neither dose met the primary endpoint.", FAILED),
        ("none of the co-primary endpoints was met.", FAILED),
        ("the primary outcome did not differ between groups (p = 0.61).", FAILED),
        (f"there was no significant difference in the primary outcome between {D} and placebo.", FAILED),
        (f"{D} did not improve the primary outcome.", FAILED),
        ("the primary outcome occurred in 61% and 57% (p=0.55).", FAILED),
        ("the primary endpoint was met; safety was acceptable.", MET),
        (f"{D} met both co-primary endpoints.", MET),
        ("the study achieved its primary endpoint.", MET),
        (f"{D} significantly improved the primary endpoint.", MET),
        (f"{D} was superior to placebo on the primary outcome.", MET),
        (f"a greater proportion of people on {D} than on placebo achieved the primary outcome.", MET),
    ],
)
def test_sentences_that_tell(sentence: str, verdict: OutcomeVerdict) -> None:
    read = read_sentence(sentence, against_nothing=True)
    assert read is not None
    assert read[0] is verdict


@pytest.mark.parametrize(
    "sentence",
    [
        "the primary endpoint was change in walk distance at week 12.",
        "a sample of 200 was needed to detect a difference in the primary outcome.",
        "if the primary endpoint was met, secondary endpoints were tested.",
        "49 patients reached the primary endpoint.",
        "327 in the losartan group reached the primary end point, as compared with 359 with placebo.",
        "the primary endpoint was met in 65% of patients.",
        "the secondary outcome did not differ between groups.",
        "the effect on the primary outcome was similar regardless of baseline weight.",
        "the components of the primary end point were similar in the groups.",
        "the difference in the primary outcome was within the non-inferiority margin (p = 0.4).",
        f"{D} significantly reduced the primary outcome.",
    ],
)
def test_sentences_that_do_not(sentence: str) -> None:
    assert read_sentence(sentence, against_nothing=True) is None


def test_equal_to_another_treatment_is_no_failure() -> None:
    sentence = "the primary outcome did not differ between the two treatments."
    assert read_sentence(sentence, against_nothing=False) is None
    assert read_sentence("the primary outcome was not met.", against_nothing=False) is not None


def test_the_exact_words_are_cited() -> None:
    article = paper("We tested sildenafil.", "Sildenafil did not meet its primary end point in 94 patients.")
    read = read_papers(matched(trial()), [article], DRUGS, NAME)
    assert (read.verdict, read.article_id, read.cue) == (FAILED, article.id, "did not meet its primary end point")
    assert read.citation is not None
    assert read.citation.stands_on(article.abstract)
    assert read.citation.quote == "Sildenafil did not meet its primary end point in 94 patients."


def test_a_title_may_tell() -> None:
    article = paper(
        "Nothing here.", title="Sildenafil for pulmonary hypertension: a trial that missed its primary outcome"
    )
    read = read_papers(matched(trial()), [article], DRUGS, NAME)
    assert read.citation is not None
    assert (read.verdict, read.citation.field) == (FAILED, "title")
    assert read.citation.stands_on(article.title)


@pytest.mark.parametrize(
    "changes",
    [
        {"nct_ids": ("NCT99000002",)},
        {"nct_ids": ("NCT99000001", "NCT99000002")},
        {"publication_types": (PublicationType(ui="D016454", name="Review"),)},
        {"publication_types": (PublicationType(ui="D016441", name="Retracted Publication"),)},
        {"title": "Sildenafil in pulmonary hypertension: a post hoc analysis"},
        {"title": "Sildenafil in pulmonary hypertension: a study protocol"},
    ],
)
def test_papers_that_are_not_asked(changes: dict[str, object]) -> None:
    article = paper("The primary endpoint was not met.", **changes)
    assert read_papers(matched(trial()), [article], DRUGS, NAME).verdict is OutcomeVerdict.UNDECIDED


def test_the_endpoint_of_another_treatments_trial_is_not_the_drugs() -> None:
    other = trial(arm("Tadalafil", "EXPERIMENTAL"), arm("Sildenafil", "ACTIVE_COMPARATOR"))
    assert read_papers(matched(other), [paper("The primary endpoint was met.")], DRUGS, NAME).verdict is (
        OutcomeVerdict.UNDECIDED
    )


def test_papers_that_disagree_are_mixed_in_any_order() -> None:
    first = paper("The primary endpoint was met.", year=2019)
    second = paper("The primary endpoint was not met.", pmid="99000002", year=2021)
    reads = [read_papers(matched(trial()), pile, DRUGS, NAME) for pile in ([first, second], [second, first])]
    assert reads[0] == reads[1]
    assert reads[0].verdict is MIXED
    assert reads[0].article_id == second.id


def test_a_paper_that_names_two_trials_in_its_abstract_does_not_tell_of_one() -> None:
    article = paper("The primary endpoint was not met.", "Registered as NCT99000001 and NCT99000002.", nct_ids=())
    assert read_papers(matched(trial(pmids=("99000001",))), [article], DRUGS, NAME).verdict is OutcomeVerdict.UNDECIDED
