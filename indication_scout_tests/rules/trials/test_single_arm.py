"""What the papers of trials without a comparison conclude."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.assessment import TrialOutcome
from indication_scout_assets.rules.trials.trial_outcomes import read_outcome

from .made import DRUGS, NAME, arm, matched, paper, trial

ONE_ARM = trial(arm("Sildenafil", "EXPERIMENTAL"), allocation="NA", primary_outcomes=("Response rate",))


def outcome(article: Article) -> TrialOutcome:
    return read_outcome(matched(ONE_ARM), [article], DRUGS, NAME).outcome


@pytest.mark.parametrize(
    ("conclusion", "expected"),
    [
        ("Sildenafil is active in pulmonary hypertension.", TrialOutcome.CALLED_ACTIVE),
        ("Sildenafil was safe and effective.", TrialOutcome.CALLED_ACTIVE),
        ("Sildenafil is inactive in this disease.", TrialOutcome.CALLED_INACTIVE),
        ("Sildenafil had minimal activity.", TrialOutcome.CALLED_INACTIVE),
        ("Sildenafil may be active.", TrialOutcome.PUBLISHED),
        ("Sildenafil was well tolerated.", TrialOutcome.PUBLISHED),
        ("Bosentan is active.", TrialOutcome.PUBLISHED),
    ],
)
def test_an_authors_conclusion_is_told_as_such(conclusion: str, expected: TrialOutcome) -> None:
    article = paper("Twenty people took sildenafil.", conclusion, title="Sildenafil: a phase 2 study")
    read = read_outcome(matched(ONE_ARM), [article], DRUGS, NAME)
    assert read.outcome is expected
    if expected is not TrialOutcome.PUBLISHED:
        assert read.citation is not None
        assert read.citation.quote == conclusion


def test_a_paper_that_compares_is_no_single_arm() -> None:
    article = paper("Forty people were randomized.", "Sildenafil is active.", title="Sildenafil: a study")
    assert outcome(article) is TrialOutcome.PUBLISHED


def test_a_paper_that_says_both_says_nothing() -> None:
    article = paper("Sildenafil is active in adults.", "Sildenafil had no activity in children.", title="Sildenafil")
    assert outcome(article) is TrialOutcome.PUBLISHED
