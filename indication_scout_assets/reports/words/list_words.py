"""The words of the four lists of the first screen: what failed, what is running, what was retracted, what harms.

What belongs here: one line for each record, made of fields of the record and of what was read of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...domain.drugs import ClinicalReport
from ...domain.findings.assessment import TrialReading
from ...domain.findings.evidence import PrismaFlow
from ...domain.findings.statements import Polarity
from ...domain.records.trials import DrugRole, Trial, TrialMatch
from . import assessment_words
from .article_words import Standing
from .common_words import DIRECTION_WORD, enrolment, listed, plural, status_name, stop_class


def ended(trial: Trial | None, reading: TrialReading) -> str:
    """``phase 3, 180 participants: primary endpoint not met, by PMID 1``; why it was stopped, where it was."""
    stop = assessment_words.stop_of(reading, trial)
    how = assessment_words.known_by(reading)
    outcome = ", ".join(part for part in (reading.outcome.value, how) if part) if how or not stop else ""
    return f"{_registered(trial)}{'; '.join(part for part in (outcome, stop) if part)}"


def stopped(match: TrialMatch) -> str:
    """``phase 2, 12 participants: terminated, business or funding``."""
    reason = stop_class(match.trial) if match.trial.why_stopped else "reason not registered"
    return f"{_registered(match.trial)}{status_name(match.trial)}{f', {reason}' if reason else ''}{_role(match)}"


def study(design: str, participants: int | None, polarity: Polarity) -> str:
    """``randomised trial, 64 participants: no benefit``."""
    size = f", {plural(participants, 'participant')}" if participants else ""
    return f"{design}{size}: {DIRECTION_WORD[polarity]}"


def named_trial(report: ClinicalReport) -> str:
    """``phase 2, terminated``: what Open Targets gives of a trial."""
    parts = (report.stage.text if report.stage.rank else "", status_name(report))
    return ", ".join(part for part in parts if part) or "no phase"


def by_open_targets(report: ClinicalReport) -> str:
    """``phase 2, terminated (from Open Targets)``: of a trial that the registry's search did not give."""
    return f"{named_trial(report)} (from Open Targets)"


def running(match: TrialMatch) -> str:
    """``phase 4, 120 planned: recruiting, expected end 2027-06``."""
    trial = match.trial
    end = f"expected end {trial.completion_date[:7]}" if trial.completion_date else "no expected end registered"
    return f"{_registered(trial)}{status_name(trial)}, {end}{_role(match)}"


def notice(standing: Standing) -> str:
    """What the notice says, without its full stop."""
    return (standing.sentence or standing.tag).removesuffix(".")


def no_trial(what: str, unasked: int, candidates: int) -> str:
    """``No trial is planned or running.``; where the registry gave no answer, that instead.

    Args:
        what: of a trial, after "No trial …".
        unasked: candidates for which the registry gave no answer.
        candidates: all of them.
    """
    parts = (f"No trial that {what} was found." if unasked < candidates else "", unchecked(unasked, candidates))
    return " ".join(part for part in parts if part)


def unchecked(unasked: int, candidates: int) -> str:
    """That trials could not be asked for, which is not the answer "none"; empty where all were."""
    if not unasked:
        return ""
    which = "" if unasked == candidates else f" for {unasked:,} of {plural(candidates, 'candidate')}"
    return f"Trials were not checked{which}."


def none_retracted(papers: int) -> str:
    """That no paper ranked here is known as retracted."""
    if papers == 1:
        return "The one paper ranked here is not known to be retracted."
    return f"None of the {papers:,} papers ranked here is known to be retracted." if papers else "No paper was ranked."


def not_counted(flow: PrismaFlow | None) -> str:
    """``Of 58 reports read 24 are not counted: 10 (another report …) and 14 (…).``; empty where all are."""
    excluded = flow.not_counted if flow else ()
    number = sum(part.number for part in excluded)
    reasons = listed(f"{part.number:,} ({part.reason.value})" for part in excluded)
    return f"Of {plural(flow.read, 'report')} read {number:,} are not counted: {reasons}." if flow and excluded else ""


def readers(counts: Mapping[str, int]) -> str:
    """``Abstracts read by the bundled reader (49).``; empty where none was read.

    Args:
        counts: abstracts by who read them first, as ``ReadingNote.reader`` names it.
    """
    called = {"bundled": "the bundled reader", "recorded": "recorded answers of a language model"}
    named = [
        f"{' '.join((called.get(kind, kind), model)).strip()} ({number:,})"
        for name, number in counts.items()
        for kind, _, model in (name.partition(" "),)
    ]
    return f"Abstracts read by {listed(named)}." if named else ""


def none_harmful(*, safety_read: bool) -> str:
    """That no harm in a candidate disease was found; ``safety_read``: a label with a safety text was read."""
    text = "No evidence of harm in a candidate disease was found. This does not establish safety."
    return text if safety_read else f"{text} No label with a safety text was available."


def _role(match: TrialMatch) -> str:
    """That the registry does not state whether the drug is what is tested; empty where it is."""
    return "; the role of the drug is not stated" if match.drug is DrugRole.UNCLEAR else ""


def _registered(trial: Trial | None) -> str:
    """``phase 3, 180 participants: ``; empty where the registry's record is not held."""
    return f"{trial.phase_name}, {enrolment(trial)}: " if trial else ""
