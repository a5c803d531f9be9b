"""What the papers that report a trial tell of its primary endpoint, by their readings."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.findings.assessment import TrialOutcome
from indication_scout_assets.domain.findings.readings import ArticleReading, Direction
from indication_scout_assets.domain.records.articles import Article, PublicationType
from indication_scout_assets.domain.records.trials import Trial
from indication_scout_assets.rules.trials.published_results import Published, read_papers

from .made import DRUGS, arm, matched, paper, read_as, trial

MET, FAILED, PUBLISHED = TrialOutcome.MET, TrialOutcome.NOT_MET, TrialOutcome.PUBLISHED
HELPED = "Sildenafil significantly improved pulmonary hypertension compared with placebo (P = 0.01)."
NAMED = "The primary endpoint was the distance walked."
OPEN_TRIAL = (PublicationType(ui="D016430", name="Clinical Trial"),)
ONE_ARM = trial(arm("Sildenafil", "EXPERIMENTAL"), allocation="NA")


def outcome_by(*papers: Article, of: Trial | None = None, direction: Direction = Direction.NONE) -> Published:
    return read_papers(matched(of or trial()), papers, read_as(papers, direction), DRUGS)


@pytest.mark.parametrize(
    ("sentences", "outcome"),
    [
        (("The primary endpoint was met; safety was acceptable.",), MET),
        (("The primary outcome occurred in 61% and 57% (p=0.55).",), FAILED),
        (("The hazard ratio for the primary outcome was 0.98 (95% CI 0.80 to 1.20).",), FAILED),
        ((NAMED,), PUBLISHED),
        (("For non-inferiority in the primary outcome the test gave P = 0.4.",), PUBLISHED),
    ],
)
def test_what_a_paper_tells(sentences: tuple[str, ...], outcome: TrialOutcome) -> None:
    article = paper(*sentences)
    published = outcome_by(article)
    assert (published.outcome, published.article_id) == (outcome, article.id)
    if outcome is PUBLISHED:
        assert published.citation is None
    else:
        assert published.citation is not None
        assert published.citation.stands_on(article.abstract)


@pytest.mark.parametrize(
    ("sentences", "direction", "outcome"),
    [
        (("It had no effect.",), Direction.NO_BENEFIT, FAILED),
        ((NAMED, HELPED), Direction.BENEFIT, MET),
        ((HELPED,), Direction.BENEFIT, PUBLISHED),
        ((NAMED, HELPED, "Deaths did not differ (P = 0.40)."), Direction.BENEFIT, PUBLISHED),
    ],
)
def test_what_its_direction_tells(sentences: tuple[str, ...], direction: Direction, outcome: TrialOutcome) -> None:
    assert outcome_by(paper(*sentences), direction=direction).outcome is outcome


def test_chance_is_no_failure_against_another_treatment() -> None:
    other = trial(arm("Sildenafil", "EXPERIMENTAL"), arm("Bosentan", "ACTIVE_COMPARATOR"))
    assert outcome_by(paper("The primary outcome occurred in 61% and 57% (p=0.55)."), of=other).outcome is PUBLISHED
    assert outcome_by(paper("The primary outcome was not met."), of=other).outcome is FAILED


@pytest.mark.parametrize(
    ("direction", "outcome"),
    [
        (Direction.BENEFIT, TrialOutcome.CALLED_ACTIVE),
        (Direction.NO_BENEFIT, TrialOutcome.CALLED_INACTIVE),
        (Direction.NONE, PUBLISHED),
    ],
)
def test_of_one_arm_the_papers_direction_is_told_as_its_own(direction: Direction, outcome: TrialOutcome) -> None:
    title = "Sildenafil in pulmonary hypertension: a phase 2 study"
    open_trial = paper("Twenty people took it.", title=title, publication_types=OPEN_TRIAL)
    assert outcome_by(open_trial, of=ONE_ARM, direction=direction).outcome is outcome
    randomised = paper("Twenty people took it.", title="Sildenafil in pulmonary hypertension: a randomized trial")
    expected = FAILED if direction is Direction.NO_BENEFIT else PUBLISHED
    assert outcome_by(randomised, of=ONE_ARM, direction=direction).outcome is expected


@pytest.mark.parametrize(
    ("primary", "direction", "outcome"),
    [
        (True, Direction.BENEFIT, MET),
        (True, Direction.NO_BENEFIT, FAILED),
        (True, Direction.MIXED, TrialOutcome.MIXED),
        (True, Direction.HARM, PUBLISHED),
    ],
)
def test_a_reader_that_knows_whose_direction_it_is_decides(
    primary: bool | None, direction: Direction, outcome: TrialOutcome
) -> None:
    article = paper(HELPED)
    [reading] = read_as([article]).values()
    of_pair = reading.of_pair.model_copy(update={"primary": primary, "direction": direction})
    readings = {article.id: reading.model_copy(update={"of_pair": of_pair})}
    assert read_papers(matched(trial()), [article], readings, DRUGS).outcome is outcome


@pytest.mark.parametrize(
    "changes",
    [
        {"nct_ids": ("NCT99000001", "NCT99000002")},
        {"publication_types": (PublicationType(ui="D016441", name="Retracted Publication"),)},
        {"title": "Sildenafil in pulmonary hypertension: a post hoc analysis"},
        {"publication_types": (PublicationType(name="Clinical Trial Protocol"),)},
    ],
)
def test_papers_that_are_not_asked(changes: dict[str, Any]) -> None:
    assert outcome_by(paper("The primary endpoint was not met.", **changes)).citation is None


def test_a_paper_that_nobody_read_reports_nothing() -> None:
    nobody: dict[str, ArticleReading] = {}
    article = paper("The primary endpoint was not met.")
    assert read_papers(matched(trial()), [article], nobody, DRUGS) == Published()


def test_papers_that_disagree_are_mixed_in_any_order() -> None:
    first = paper("The primary endpoint was met.", year=2019)
    second = paper("The primary endpoint was not met.", pmid="99000002", year=2021)
    both = [outcome_by(*papers) for papers in ((first, second), (second, first))]
    assert both[0] == both[1]
    assert (both[0].outcome, both[0].article_id) == (TrialOutcome.MIXED, second.id)


def test_a_paper_that_names_two_trials_in_its_abstract_does_not_tell_of_one() -> None:
    article = paper("The primary endpoint was not met.", "Registered as NCT99000001 and NCT99000002.", nct_ids=())
    assert outcome_by(article, of=trial(pmids=("99000001",))).citation is None
