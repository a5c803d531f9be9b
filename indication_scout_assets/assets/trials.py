"""The trials group: registered studies of the drug in each candidate disease."""

from __future__ import annotations

import asyncio

from ..domain.candidates import Candidate
from ..domain.evidence import SearchRecord
from ..domain.outcomes import SourceState, TransientFailure
from ..domain.trial_matching import match
from ..domain.trials import TrialMatch
from .reading import CLINICALTRIALS, drug_labels, failed_search, names_of, ranked_candidates, search_outcome
from .stage import Stage, Written
from .workbench import DrugRun


async def _clinical_trials(run: DrugRun) -> Written:
    """Find the drug's trials in each candidate disease, by all of its names.

    The registry's condition search also answers with broader and narrower conditions, so a trial is kept only where
    its own condition headings, or failing these its registered words, name the disease.
    """
    candidates = ranked_candidates(run)
    names, labels = names_of(run, candidates), drug_labels(run)
    before = {record.disease_id: record for record in run.db.searches.load(run.slug, CLINICALTRIALS)}
    kept = run.db.trials.load(run.slug)

    async def search(candidate: Candidate) -> tuple[SearchRecord, list[TrialMatch]]:
        disease_id, name = candidate.disease.id, names[candidate.disease.id]
        try:
            record, trials = await run.sources.clinicaltrials.search(labels, name, run.settings.max_trials)
        except TransientFailure as error:
            return failed_search(CLINICALTRIALS, disease_id, "", error, before.get(disease_id)), kept.get(
                disease_id, []
            )
        found = [m for trial in trials if (m := match(trial, labels, name)) is not None]
        if trials and not found and record.state is SourceState.OK:
            reason = f"None of the {len(trials)} trials found is of this drug in exactly this disease."
            record = record.model_copy(update={"state": SourceState.EMPTY, "reason": reason})
        return record, sorted(found, key=lambda m: (-m.trial.phase_number, m.trial.nct_id))

    answers = await asyncio.gather(*map(search, candidates))
    records = [record for record, _ in answers]
    if records and all(r.state is SourceState.FAILED for r in records):
        raise TransientFailure(records[0].reason)
    matches = {record.disease_id: found for record, found in answers}
    disease_names = {c.disease.id: c.disease.name for c in candidates}

    def write() -> None:
        run.db.searches.replace(run.slug, CLINICALTRIALS, records)
        run.db.trials.replace(run.slug, matches)

    every = [m for found in matches.values() for m in found]
    return Written(
        write=write,
        outputs=[[r.query, r.total, r.state] for r in records] + [matches],
        facts={
            "rows": len(every),
            "searches": len(records),
            "trials_answered": sum(len(r.ids) for r in records),
            "trials_about_another_condition": sum(len(r.ids) for r in records) - len(every),
            "trials_with_results_posted": sum(1 for m in every if m.trial.has_results),
            "trials_stopped_early": sum(1 for m in every if m.trial.why_stopped),
        },
        outcomes=tuple(search_outcome(r, found=len(matches[r.disease_id])) for r in records),
        preview="| Disease | Trial | Phase | Status | Title |\n|---|---|---|---|---|\n"
        + "\n".join(
            f"| {disease_names[disease_id]} | {m.trial.nct_id} | {m.trial.phase_label} | {m.trial.status.lower()} "
            f"| {m.trial.title.replace('|', '/')} |"
            for disease_id, found in matches.items()
            for m in found[:3]
        ),
    )


CLINICAL_TRIALS = Stage(
    "clinical_trials",
    "trials",
    "1",
    _clinical_trials,
    upstream=("drug_profile", "candidates", "normalized_names"),
    settings=("max_trials",),
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "json"}),
)
STAGES = (CLINICAL_TRIALS,)
