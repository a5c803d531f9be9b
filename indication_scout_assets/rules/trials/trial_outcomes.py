"""Whether a trial met its primary endpoint, as far as anybody says.

What belongs here: which source decides. Posted results come first; where they do not decide, a paper that reports the
trial; where the two contradict each other, nothing is taken for a success. Of a trial without a comparison its paper's
conclusion is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...domain.articles import Article
from ...domain.assessment import TrialOutcome, TrialReading
from ...domain.diseases import NormalizedName
from ...domain.documents import Citation
from ...domain.trials import DrugRole, StopReason, Trial, TrialMatch
from .misuse import misuses
from .posted_results import Decision, OutcomeVerdict, read_posted
from .published_results import Published, read_papers, reports_of
from .single_arm import conclusion_of_single_arm
from .stop_reasons import stop_reason

POSTED_RESULTS = "posted results"
_OUTCOMES = {
    OutcomeVerdict.MET: TrialOutcome.MET,
    OutcomeVerdict.NOT_MET: TrialOutcome.NOT_MET,
    OutcomeVerdict.MIXED: TrialOutcome.MIXED,
    OutcomeVerdict.UNDECIDED: TrialOutcome.POSTED,
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
    match: TrialMatch, papers: Sequence[Article], drug_names: Sequence[str], name: NormalizedName
) -> OutcomeReading:
    """The outcome of a trial for the drug in the disease.

    Args:
        papers: any articles; those that do not report the trial are left out here.
        drug_names: the drug's names, salts and brands included.
    """
    posted = read_posted(match, drug_names, name)
    published = read_papers(match, papers, drug_names, name)
    if posted.verdict is OutcomeVerdict.UNDECIDED:
        decided = _without_posted(match, posted, published)
        undecided = decided.outcome in (TrialOutcome.POSTED, TrialOutcome.PUBLISHED)
        return (_of_single_arm(match, papers, drug_names, name) or decided) if undecided else decided
    if {posted.verdict, published.verdict} == {OutcomeVerdict.MET, OutcomeVerdict.NOT_MET}:
        return OutcomeReading(
            TrialOutcome.MIXED, published.article_id, f"{posted.cue}, but: {published.cue}", published.citation
        )
    return OutcomeReading(_OUTCOMES[posted.verdict], POSTED_RESULTS, posted.cue)


def _without_posted(match: TrialMatch, posted: Decision, published: Published) -> OutcomeReading:
    if published.verdict is not OutcomeVerdict.UNDECIDED:
        return OutcomeReading(_OUTCOMES[published.verdict], published.article_id, published.cue, published.citation)
    if match.trial.has_results or match.trial.results:
        return OutcomeReading(TrialOutcome.POSTED, POSTED_RESULTS, posted.cue)
    if published.article_id:
        return OutcomeReading(TrialOutcome.PUBLISHED, published.article_id)
    return OutcomeReading(TrialOutcome.NOT_KNOWN)


def _of_single_arm(
    match: TrialMatch, papers: Sequence[Article], drug_names: Sequence[str], name: NormalizedName
) -> OutcomeReading | None:
    """What the paper of a trial without a comparison calls the drug; ``None`` where it calls it nothing."""
    if match.drug is not DrugRole.EXPERIMENTAL:
        return None
    concluded = conclusion_of_single_arm(match, reports_of(match, papers, drug_names), drug_names, name)
    if concluded is None:
        return None
    active, paper, citation = concluded
    outcome = TrialOutcome.CALLED_ACTIVE if active else TrialOutcome.CALLED_INACTIVE
    return OutcomeReading(outcome, paper.id, citation.quote, citation)


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
