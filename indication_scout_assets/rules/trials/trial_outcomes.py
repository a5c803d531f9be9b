"""Whether a trial met its primary endpoint, as far as anybody says.

What belongs here: which source decides. Posted results come first; where they do not decide, what a paper that reports
the trial was read to say; where the two contradict each other, nothing is taken for a success.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...domain.articles import Article
from ...domain.assessment import TrialOutcome, TrialReading
from ...domain.diseases import NormalizedName
from ...domain.documents import Citation
from ...domain.readings import ArticleReading
from ...domain.trials import StopReason, Trial, TrialMatch
from .misuse import misuses
from .posted_results import OutcomeVerdict, read_posted
from .published_results import read_papers
from .stop_reasons import stop_reason

POSTED_RESULTS = "posted results"
_OUTCOMES = {
    OutcomeVerdict.MET: TrialOutcome.MET,
    OutcomeVerdict.NOT_MET: TrialOutcome.NOT_MET,
    OutcomeVerdict.MIXED: TrialOutcome.MIXED,
}


class OutcomeReading(NamedTuple):
    """The outcome and what it stands on."""

    outcome: TrialOutcome
    source: str = ""
    """``posted results`` or the id of the article that says so; empty where nothing does."""
    cue: str = ""
    """The figures or the words."""
    citation: Citation | None = None
    """Exact words of the paper, where that decided."""


def read_outcome(
    match: TrialMatch,
    papers: Sequence[Article],
    readings: Mapping[str, ArticleReading],
    drug_names: Sequence[str],
    name: NormalizedName,
) -> OutcomeReading:
    """The outcome of a trial for the drug in the disease.

    Args:
        papers: any articles; those that do not report the trial are left out here.
        readings: what these say of the pair, by article id; a paper without one tells nothing.
        drug_names: the drug's names, salts and brands included.
    """
    posted = read_posted(match, drug_names, name)
    published = read_papers(match, papers, readings, drug_names)
    words = published.citation.quote if published.citation else ""
    if posted.verdict in _OUTCOMES:
        if {_OUTCOMES[posted.verdict], published.outcome} == {TrialOutcome.MET, TrialOutcome.NOT_MET}:
            cue = f"{posted.cue}, but: {words}"
            return OutcomeReading(TrialOutcome.MIXED, published.article_id, cue, published.citation)
        return OutcomeReading(_OUTCOMES[posted.verdict], POSTED_RESULTS, posted.cue)
    if published.citation is None and (match.trial.has_results or match.trial.results):
        return OutcomeReading(TrialOutcome.POSTED, POSTED_RESULTS, posted.cue)
    return OutcomeReading(published.outcome, published.article_id, words, published.citation)


STOPPED = frozenset({"TERMINATED", "WITHDRAWN", "SUSPENDED"})


def read_trial(
    match: TrialMatch,
    papers: Sequence[Article],
    readings: Mapping[str, ArticleReading],
    drug_names: Sequence[str],
    name: NormalizedName,
) -> TrialReading:
    """What the trial says of the drug in the disease; ``papers`` may hold articles of other studies too."""
    outcome = read_outcome(match, papers, readings, drug_names, name)
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
