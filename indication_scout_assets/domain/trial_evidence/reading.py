"""One trial, read: its outcome, why it stopped and what it cannot show.

What belongs here: putting the readings together.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..articles import Article
from ..assessment import TrialReading
from ..diseases import NormalizedName
from ..trials import StopReason, Trial, TrialMatch, stop_reason
from .misuse import misuses
from .outcomes import read_outcome

STOPPED = frozenset({"TERMINATED", "WITHDRAWN", "SUSPENDED"})


def read_trial(
    match: TrialMatch, papers: Sequence[Article], drug_names: Sequence[str], name: NormalizedName
) -> TrialReading:
    """What the trial says of the drug in the disease; ``papers`` may hold articles of other studies too."""
    outcome = read_outcome(match, papers, drug_names, name)
    return TrialReading(
        nct_id=match.trial.nct_id,
        outcome=outcome.outcome,
        outcome_source=outcome.source,
        outcome_cue=outcome.cue,
        citation=outcome.citation,
        stop=why_stopped(match.trial),
        misuse=misuses(match, drug_names, name),
    )


def why_stopped(trial: Trial) -> StopReason | None:
    """The class of the registered stop reason of a trial that was stopped; ``None`` for any other."""
    return stop_reason(trial.why_stopped) if trial.status in STOPPED else None
