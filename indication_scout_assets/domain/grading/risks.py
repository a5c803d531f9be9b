"""Facts that lower what an article or a trial can bear.

What belongs here: reading them off records. What each of them costs is in the weights of ``scoring``.
"""

from __future__ import annotations

from collections.abc import Collection

from ..articles import Article, RetractionStatus
from ..assessment import RiskSignal
from ..joined_records import is_preprint
from ..retractions import RetractionCheck, pubmed_signals, status_of
from ..trials import Trial

FEW = 50
"""Fewer participants than this in all are few. Cochrane's group on pain, palliative and supportive care holds fewer
than 50 in each arm for a high risk of bias; below 50 in all no arm can have as many."""
_GRAVITY = (RetractionStatus.RETRACTED, RetractionStatus.EXPRESSION_OF_CONCERN)
_ENDED = frozenset({"COMPLETED", "TERMINATED"})


def risks_of_article(
    article: Article, check: RetractionCheck | None, participants: int | None
) -> tuple[RiskSignal, ...]:
    """The risks of an article, in the order of ``RiskSignal``.

    Args:
        check: of all sources; ``None`` where nobody was asked. What the article's own record says and the check has
            not weighed counts beside it.
    """
    own = status_of(signal for signal in pubmed_signals(article) if check is None or signal not in check.signals)
    asked = check.status if check else RetractionStatus.UNCHECKED
    standing = next((status for status in _GRAVITY if status in (own, asked)), asked)
    if asked is RetractionStatus.REINSTATED:
        standing = asked  # the check has read the same record, and a reinstatement of a later day
    found = {
        RiskSignal.RETRACTED: standing is RetractionStatus.RETRACTED,
        RiskSignal.CONCERN: standing is RetractionStatus.EXPRESSION_OF_CONCERN,
        RiskSignal.UNCHECKED: standing is RetractionStatus.UNCHECKED,
        RiskSignal.PREPRINT: is_preprint(article),
        RiskSignal.SMALL: _few(participants),
    }
    return tuple(signal for signal in RiskSignal if found.get(signal))


def risks_of_trial(
    trial: Trial, *, published: bool, outcome_source: str, retracted: Collection[str], participants: int | None
) -> tuple[RiskSignal, ...]:
    """The risks of a registered trial, in the order of ``RiskSignal``.

    Args:
        published: an article at hand reports the trial.
        outcome_source: what its outcome was read from: ``posted results``, the id of an article, or empty.
        retracted: ids of articles known to be retracted, beside those the registry marks.
    """
    withdrawn_words = outcome_source in {*retracted, *trial.retracted_pmids} and outcome_source != ""
    ended_unpublished = trial.status.upper() in _ENDED and trial.has_results is False and not published
    found = {
        RiskSignal.RETRACTED: withdrawn_words,
        RiskSignal.TERMINATED: trial.status.upper() == "TERMINATED",
        RiskSignal.NO_RESULTS: ended_unpublished,
        RiskSignal.SMALL: _few(participants),
    }
    return tuple(signal for signal in RiskSignal if found.get(signal))


def _few(participants: int | None) -> bool:
    return participants is not None and participants < FEW
