"""Whether a trial met its primary endpoint, as far as anybody says.

What belongs here: which source decides. Posted results come first; where they do not decide, what a paper that reports
the trial was read to say; where the two contradict each other, nothing is taken for a success.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ...domain.diseases import NormalizedName
from ...domain.findings.assessment import TrialOutcome, TrialReading
from ...domain.findings.readings import ArticleReading
from ...domain.records.articles import Article
from ...domain.records.trials import STOPPED_STATUSES, StopReason, Trial, TrialMatch
from .misuse import misuses
from .posted_results import read_posted
from .published_results import read_papers

POSTED_RESULTS = "posted results"


def read_trial(
    match: TrialMatch,
    papers: Sequence[Article],
    readings: Mapping[str, ArticleReading],
    drug_names: Sequence[str],
    name: NormalizedName,
) -> TrialReading:
    """What the trial says of the drug in the disease.

    Args:
        papers: any articles; those that do not report the trial are left out here.
        readings: what these say of the pair, by article id; a paper without one tells nothing.
        drug_names: the drug's names, salts and brands included.
    """
    posted = read_posted(match, drug_names, name)
    published = read_papers(match, papers, readings, drug_names)
    words = published.citation.quote if published.citation else ""
    stands_on = (published.outcome, published.article_id, words)
    decides = posted.outcome is not TrialOutcome.POSTED
    if {posted.outcome, published.outcome} == {TrialOutcome.MET, TrialOutcome.NOT_MET}:
        stands_on = (TrialOutcome.MIXED, published.article_id, f"{posted.cue}, but: {words}")
    elif decides or (published.citation is None and (match.trial.has_results or match.trial.results)):
        stands_on = (posted.outcome, POSTED_RESULTS, posted.cue)
    outcome, source, cue = stands_on
    return TrialReading(
        nct_id=match.trial.nct_id,
        outcome=outcome,
        outcome_source=source,
        outcome_cue=cue,
        citation=None if source == POSTED_RESULTS else published.citation,
        stop=why_stopped(match.trial),
        misuse=misuses(match, drug_names, name),
    )


def why_stopped(trial: Trial) -> StopReason | None:
    """The class of the registered stop reason of a trial that was stopped; ``None`` for any other."""
    return stop_reason(trial.why_stopped) if trial.status in STOPPED_STATUSES else None


_SPELT = {
    StopReason.OBJECTIVE_MET: r"(?:the )?primary (?:end ?-?point|outcome|objective) (?:was )?(?:met|reached|achieved)",
    StopReason.EFFICACY: r"(?:futility|(?:lack of|insufficient) efficacy)"
    r"(?: for the primary (?:end ?-?point|outcome))?",
    StopReason.ENROLMENT: r"(?:(?:very )?(?:slow|low|poor|insufficient|limited)|lack of) (?:patient |participant )?"
    r"(?:accrual|enroll?ment|recruitment)(?: rate)?",
    StopReason.BUSINESS: r"(?:lack of|no) funding|(?:business|sponsor(?:['’]s)?|company) (?:decision|reasons?)",
}
_FORMS = {
    reason: re.compile(
        r"(?P<shown>(?:(?:an|the) (?:\w+ )?)?interim analys[ei]s (?:showed|demonstrated) )?"
        r"(?:(?:the |this )?(?:study|trial) )?(?:(?:was|has been) )?"
        r"(?:(?:stopped|terminated|termination|closed|discontinued|halted|withdrawn)(?: early| prematurely)? )?"
        rf"(?P<cause>(?:due to|because of|for) )?(?:{spelt})(?P<interim> (?:at|after) (?:\w+ ){{0,2}}interim analysis)?"
    )
    for reason, spelt in _SPELT.items()
}


def stop_reason(why_stopped: str) -> StopReason:
    """Class of a registered stop reason: ``Lack of efficacy``, ``The study was terminated due to slow accrual.``

    Where more is written behind it, only what gives itself as the cause or as an interim result has a class:
    ``Futility at the planned interim analysis; no safety concern``.
    """
    first, *others = re.split(r"[.;]\s", " ".join(why_stopped.casefold().split()).rstrip("."))
    if not first:
        return StopReason.NOT_STATED
    for reason, form in _FORMS.items():
        said_alone = form.fullmatch(first)
        if said_alone and (not others or any(said_alone.groups())):
            return reason
    return StopReason.NOT_CLASSIFIED
