"""Statements on registered trials: the registry's own words, and nothing they do not say.

What belongs here: what of a registration is quoted and how it counts. A registration says what was planned, so no
trial supports by being registered or completed; one that was stopped for want of efficacy or for safety counts against.
The facts beside the words (phase, status, enrolment) are shown by the report's table.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..domain.diseases import NormalizedName
from ..domain.statements import Citation, Polarity, Statement, Synthesis
from ..domain.trials import DrugRole, StopReason, Trial, TrialMatch, stop_reason
from .mentions import Pair
from .protocol import TRIALS
from .verify import QUOTES_JOINED_BY

MAX_STATEMENTS = 8
_STOPPED = {StopReason.EFFICACY: Polarity.CONTRADICTS, StopReason.SAFETY: Polarity.HARM}


def trial_synthesis(
    drug_names: Sequence[str], disease: NormalizedName, matches: Sequence[TrialMatch], method: str
) -> Synthesis:
    """One statement per trial, the most telling trials first, at most ``MAX_STATEMENTS``."""
    statements = [_statement(match) for match in sorted(matches, key=_place)[:MAX_STATEMENTS]]
    return Synthesis(
        kind=TRIALS, disease_id=disease.disease_id, method=method, statements=tuple(statements),
        note="" if statements else no_trial_note(Pair.of(drug_names, disease)),
    )  # fmt: skip


def no_trial_note(pair: Pair) -> str:
    """Why nothing is said: one plain sentence."""
    return f"No registered trial of {pair.drug} in {pair.disease} was found."


def stop_polarity(match: TrialMatch) -> Polarity:
    """What a trial's stop reason says of the drug; nothing where the drug is only a comparator."""
    if match.drug is not DrugRole.EXPERIMENTAL:
        return Polarity.NEUTRAL
    return _STOPPED.get(stop_reason(match.trial.why_stopped), Polarity.NEUTRAL)


def trial_citation(trial: Trial, field: str, start: int, end: int) -> Citation:
    """A citation of a registered text's characters from ``start`` to ``end``."""
    return Citation(
        evidence_kind="trial", evidence_id=trial.nct_id, field=field, start=start, end=end,
        quote=trial.citable_fields[field][start:end],
    )  # fmt: skip


def _place(match: TrialMatch) -> tuple[bool, bool, float, int, str]:
    """Sort key: stopped for cause, then the drug on test, then late phases, large trials and a fixed order."""
    trial = match.trial
    return (
        stop_polarity(match) is Polarity.NEUTRAL,
        match.drug is not DrugRole.EXPERIMENTAL,
        -trial.phase_number,
        -(trial.enrollment or 0),
        trial.nct_id,
    )


def _statement(match: TrialMatch) -> Statement:
    """The title with the stop reason, or with the first primary outcome where there is none."""
    trial = match.trial
    quoted = {"title": len(trial.title)}
    if trial.why_stopped:
        quoted["why_stopped"] = len(trial.why_stopped)
    elif trial.primary_outcomes:
        quoted["primary_outcomes"] = len(trial.primary_outcomes[0])
    citations = tuple(trial_citation(trial, field, 0, end) for field, end in quoted.items() if end)
    polarity = stop_polarity(match)
    return Statement(
        text=QUOTES_JOINED_BY.join(citation.quote for citation in citations),
        polarity=polarity,
        polarity_cue="" if polarity is Polarity.NEUTRAL else trial.why_stopped,
        citations=citations,
    )
