"""A reader's decisions on candidates and records: to be made, listed, changed, exported and taken back.

What belongs here: what a decision may be on, and its forms. Nothing that a run grades or scores reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from ..domain.candidates import Candidate
from ..domain.findings.report import LONGEST_REASON, DecisionVerdict, ReaderDecision
from ..domain.outcomes import DrugNotHeld, PermanentFailure, WrongArgument
from ..reports.exports.report_exports import csv_text
from ..rules.names.nearest_names import NEAR, meant_disease
from ..settings import Settings
from ..store.database import Database

COLUMNS = tuple(ReaderDecision.model_fields)


def meant_candidate(settings: Settings, db: Database, drug: str, disease: str) -> tuple[str, Candidate]:
    """The drug's key and its candidate, set-aside ones included.

    Raises:
        DrugNotHeld, PermanentFailure: the drug or the candidate is not held; what to type instead is said.
    """
    key = db.drugs.known_as([drug])[drug]
    if db.drugs.load(key) is None:
        raise DrugNotHeld(f"{drug!r} is not in this workspace; `{settings.command} list` shows what is.", key)
    candidates = {c.disease.id: c for c in db.candidates.load(key)}
    meant = meant_disease(disease, [c.disease for c in candidates.values()])
    if meant.disease:
        return key, candidates[meant.disease.id]
    listed = ", ".join(near.name for near in meant.near or [c.disease for c in candidates.values()][:NEAR])
    raise PermanentFailure(f"{disease!r} is no candidate of {key}; there are for example: {listed}.")


def decide(
    settings: Settings,
    db: Database,
    drug: str,
    disease: str,
    verdict: str,
    *,
    record: str = "",
    reason: str = "",
    by: str = "",
) -> ReaderDecision:
    """Keep a decision; one on the same candidate or record gives way.

    Args:
        record: a PMID, the id the report gives an article, or a trial's number; empty for the candidate itself.

    Raises:
        WrongArgument: there is no such verdict, or the reason is too long. Else as ``meant_candidate``.
    """
    try:
        word = DecisionVerdict(verdict.strip().lower())
    except ValueError:
        raise WrongArgument(f"{verdict!r} is no verdict; say {', '.join(DecisionVerdict)}.") from None
    if len(reason) > LONGEST_REASON:
        raise WrongArgument(f"A reason has up to {LONGEST_REASON:,} characters; this one has {len(reason):,}.")
    key, candidate = meant_candidate(settings, db, drug, disease)
    shown = candidate.disease
    decision = ReaderDecision(
        drug=key,
        disease_id=shown.id,
        disease=shown.name,
        record=_shown_record(db, key, candidate, record.strip()) if record.strip() else "",
        verdict=word,
        reason=reason.strip(),
        decided_by=by.strip(),
        decided_at=datetime.now(UTC),
    )
    db.decisions.save(decision)
    return decision


def withdraw(settings: Settings, db: Database, drug: str, disease: str, record: str = "") -> None:
    """Take a decision back.

    Raises:
        PermanentFailure: there is none. Else as ``meant_candidate``.
    """
    key = db.drugs.known_as([drug])[drug]
    made = [d for d in db.decisions.load(key) if disease in (d.disease_id, d.disease)]
    ids = {d.disease_id for d in made} or {meant_candidate(settings, db, key, disease)[1].disease.id}
    if not any(db.decisions.remove(key, disease_id, record.strip()) for disease_id in ids):
        of_what = f"{record} in {disease}" if record else disease
        raise PermanentFailure(f"There is no decision on {of_what}; `scout decisions {key}` lists what there is.")


def decisions_csv(made: Sequence[ReaderDecision]) -> str:
    """One row per decision, with the columns of ``ReaderDecision``."""
    return csv_text(COLUMNS, [decision.model_dump(mode="json") for decision in made])


def _shown_record(db: Database, key: str, candidate: Candidate, record: str) -> str:
    """The id under which the report shows a record.

    Raises:
        PermanentFailure: the report on the drug shows no such record for the candidate.
    """
    ranked = db.evidence.load(key).get(candidate.disease.id, ())
    trials = db.trials.load(key).get(candidate.disease.id, ())
    ids = {row.id: row.id for row in ranked} | {row.pmid: row.id for row in ranked if row.pmid}
    ids |= {match.trial.nct_id: match.trial.nct_id for match in trials}
    if record not in ids:
        raise PermanentFailure(f"{record!r} is no record of {key} in {candidate.disease.name}.")
    return ids[record]
