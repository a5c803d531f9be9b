"""Statements on registered trials: the registry's own words, and nothing they do not say.

What belongs here: what of a registration is quoted and how it counts. A registration says what was planned, so no
trial supports by being registered or completed; one that was stopped for want of efficacy counts against.
A trial whose registration takes no side is a row of the report's table and no statement: its title says nothing of the
drug.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..domain.diseases import NormalizedName
from ..domain.documents import cite
from ..domain.findings.statements import Polarity, Statement, Synthesis
from ..domain.records.trials import TrialMatch
from ..reading.verifier.pair_statements import QUOTES_JOINED_BY, stop_polarity, tested_alone
from ..rules.language.mentions import DRUG, Pair
from .synthesizer import TRIALS

MAX_STATEMENTS = 5


def trial_synthesis(
    drug_names: Sequence[str], disease: NormalizedName, matches: Sequence[TrialMatch], method: str
) -> Synthesis:
    """One statement per trial that was stopped for want of an effect, at most ``MAX_STATEMENTS``."""
    pair = Pair.of(drug_names, disease)
    telling = sorted((match for match in matches if takes_side(match, pair)), key=lambda match: _place(match, pair))
    statements = [_statement(match, pair) for match in telling[:MAX_STATEMENTS]]
    return Synthesis(
        kind=TRIALS,
        disease_id=disease.disease_id,
        method=method,
        statements=tuple(statements),
        note=trial_note(pair, matched=len(matches), stated=len(statements)),
    )


def trial_note(pair: Pair, *, matched: int, stated: int) -> str:
    """What is not said and why, in one plain sentence; empty where every trial found has a statement."""
    if not matched:
        return f"No registered trial of {pair.drug} in {pair.disease} was found."
    unstated = matched - stated
    if stated:
        more = "1 more trial is" if unstated == 1 else f"{unstated} more trials are"
        return f"{more} registered; see the table." if unstated else ""
    trials = "1 trial is registered" if unstated == 1 else f"{unstated} trials are registered"
    joined = "; it was not stopped" if unstated == 1 else "; none was stopped"
    return f"{trials}{joined} for want of an effect of {pair.drug}; see the table."


def takes_side(match: TrialMatch, pair: Pair) -> bool:
    """Whether the registration itself speaks against the drug: it was stopped for that."""
    return stop_polarity(match, pair) is not Polarity.NEUTRAL


def _place(match: TrialMatch, pair: Pair) -> tuple[bool, bool, bool, bool, float, int, str]:
    """Sort key: named by the title; given alone; results posted; completed; phase; size; number."""
    trial = match.trial
    return (
        DRUG not in pair.mask(trial.title),
        not tested_alone(match, pair),
        not trial.has_results,
        trial.status.upper() != "COMPLETED",
        -trial.phase_number,
        -(trial.enrollment or 0),
        trial.nct_id,
    )


def _statement(match: TrialMatch, pair: Pair) -> Statement:
    """The title with the stop reason."""
    trial = match.trial
    quoted = {"title": len(trial.title), "why_stopped": len(trial.why_stopped)}
    citations = tuple(cite(trial.document, field, 0, end) for field, end in quoted.items())
    return Statement(
        text=QUOTES_JOINED_BY.join(citation.quote for citation in citations),
        polarity=stop_polarity(match, pair),
        polarity_cue=citations[-1].quote,
        citations=citations,
    )
