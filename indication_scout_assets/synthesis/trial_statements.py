"""Statements on registered trials: the registry's own words, and nothing they do not say.

What belongs here: what of a registration is quoted and how it counts. A registration says what was planned, so no
trial supports by being registered or completed; one that was stopped for want of efficacy or for safety counts against.
The facts beside the words (phase, status, enrolment) are shown by the report's table.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..domain.citations import cite
from ..domain.diseases import NormalizedName
from ..domain.statements import Polarity, Statement, Synthesis
from ..domain.trials import DrugRole, StopReason, TrialMatch
from ..rules.citations.claims import QUOTES_JOINED_BY, stop_polarity, tested_alone
from ..rules.language.mentions import DRUG, Pair
from ..rules.language.sentences import sentences
from ..rules.trials.stop_reasons import stop_reason
from .synthesizer import TRIALS

MAX_STATEMENTS = 5
MAX_QUOTED = 240
"""Characters of a quoted outcome; longer ones are quoted by their first sentences, or up to a bracket."""


def trial_synthesis(
    drug_names: Sequence[str], disease: NormalizedName, matches: Sequence[TrialMatch], method: str
) -> Synthesis:
    """One statement per trial that puts the drug to the test, the most telling first, at most ``MAX_STATEMENTS``."""
    pair = Pair.of(drug_names, disease)
    telling = sorted((match for match in matches if _tests_drug(match, pair)), key=lambda match: _place(match, pair))
    statements = [_statement(match, pair) for match in telling[:MAX_STATEMENTS]]
    return Synthesis(
        kind=TRIALS, disease_id=disease.disease_id, method=method, statements=tuple(statements),
        note=trial_note(pair, matched=len(matches), stated=len(statements)),
    )  # fmt: skip


def trial_note(pair: Pair, *, matched: int, stated: int) -> str:
    """What is not said and why, in one plain sentence; empty where every trial found has a statement."""
    if not matched:
        return f"No registered trial of {pair.drug} in {pair.disease} was found."
    unstated = matched - stated
    if stated:
        more = "1 more trial is" if unstated == 1 else f"{unstated} more trials are"
        return f"{more} registered; see the table." if unstated else ""
    trials = (
        "1 trial is registered, which does not test"
        if unstated == 1
        else f"{unstated} trials are registered; none tests"
    )
    return f"{trials} {pair.drug} by itself; see the table."


def _tests_drug(match: TrialMatch, pair: Pair) -> bool:
    """Whether the drug is on test, and either named by the title or given alone; a comparator is not on test."""
    return match.drug is DrugRole.EXPERIMENTAL and (DRUG in pair.mask(match.trial.title) or tested_alone(match, pair))


def _place(match: TrialMatch, pair: Pair) -> tuple[bool, bool, bool, bool, bool, float, int, str]:
    """Sort key: stopped for cause; named by the title; given alone; results posted; completed; phase; size; number."""
    trial = match.trial
    stopped = stop_reason(trial.why_stopped)
    return (
        stop_polarity(match, pair) is Polarity.NEUTRAL and stopped is not StopReason.OBJECTIVE_MET,
        DRUG not in pair.mask(trial.title),
        not tested_alone(match, pair),
        not trial.has_results,
        trial.status.upper() != "COMPLETED",
        -trial.phase_number,
        -(trial.enrollment or 0),
        trial.nct_id,
    )


def _statement(match: TrialMatch, pair: Pair) -> Statement:
    """The title with the stop reason, or with the first primary outcome where there is none."""
    trial = match.trial
    quoted = {"title": len(trial.title)}
    if trial.why_stopped:
        quoted["why_stopped"] = len(trial.why_stopped)
    elif trial.primary_outcomes:
        quoted["primary_outcomes"] = _shortened(trial.primary_outcomes[0])
    citations = tuple(cite(trial.document, field, 0, end) for field, end in quoted.items() if end)
    polarity = stop_polarity(match, pair)
    return Statement(
        text=QUOTES_JOINED_BY.join(citation.quote for citation in citations),
        polarity=polarity,
        polarity_cue="" if polarity is Polarity.NEUTRAL else citations[-1].quote,
        citations=citations,
    )


def _shortened(text: str) -> int:
    """Where a quotation of ``text`` ends: at its end, after the last sentence that fits, or before a bracket."""
    if len(text) <= MAX_QUOTED:
        return len(text)
    fitting = [span.end for span in sentences(text) if span.end <= MAX_QUOTED]
    bracket = text.find(" (")
    return max(fitting) if fitting else bracket if bracket > 0 else len(text)
