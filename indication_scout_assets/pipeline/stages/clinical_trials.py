"""The trials group: registered studies of the drug in each candidate disease, and the papers about them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from ...domain.candidates import Candidate
from ...domain.findings.evidence import SearchRecord
from ...domain.outcomes import ScoutError, SourceState
from ...domain.records.articles import Article
from ...domain.records.trials import TrialMatch
from ...rules.as_of import articles_as_of
from ...rules.trials.trial_matching import match
from ...sources.formats.markup import READER
from ..article_search import fetch_from_pubmed
from ..engine import Stage, Written
from ..resources.workbench import DrugRun
from ..stored_inputs import (
    CLINICALTRIALS,
    REGISTRY,
    TRIAL_PAPERS,
    doubted,
    failed_search,
    names_of,
    not_asked,
    ranked_candidates,
    search_not_made,
    search_outcome,
    switched_off,
)


async def _clinical_trials(run: DrugRun) -> Written:
    """Find the drug's trials in each candidate disease, by all of its names.

    The registry's condition search also answers with broader and narrower conditions, so a trial is kept only where
    its own condition headings, or failing these its registered words, name the disease. Papers are linked both ways:
    those the registry lists, and those whose PubMed record lists the trial's number.
    """
    candidates = ranked_candidates(run)
    disease_names = {c.disease.id: c.disease.name for c in candidates}
    answers = await _searched(run, candidates)
    records = [record for record, _ in answers]
    matches = {record.disease_id: of_disease for record, of_disease in answers}
    papers = await _papers(run, matches)
    every = [m for of_disease in matches.values() for m in of_disease]
    answered = sum(len(r.ids) for r in records)

    def write() -> None:
        run.db.searches.replace(run.slug, CLINICALTRIALS, records)
        run.db.searches.replace(run.slug, TRIAL_PAPERS.title, papers)
        run.db.trials.replace(run.slug, matches)

    return Written(
        write=write,
        outputs=[[[r.query, r.total, r.state] for r in records], matches, [[r.query, r.ids, r.state] for r in papers]],
        facts={
            "rows": len(every),
            "searches": len(records),
            "trials_answered": answered,
            "trials_about_another_condition": answered - len(every),
            "papers_of_trials": len({article_id for r in papers for article_id in r.ids}),
        },
        outcomes=(
            *(search_outcome(r, matching=len(matches[r.disease_id])) for r in records),
            *(search_outcome(r) for r in papers),
        ),
        preview="| Disease | Trial | Phase | Status | Title |\n|---|---|---|---|---|\n"
        + "\n".join(
            f"| {disease_names[disease_id]} | {m.trial.nct_id} | {m.trial.phase_name} | {m.trial.status.lower()} "
            f"| {m.trial.title.replace('|', '/')} |"
            for disease_id, of_disease in matches.items()
            for m in of_disease[:3]
        ),
    )


async def _searched(run: DrugRun, candidates: Sequence[Candidate]) -> list[tuple[SearchRecord, list[TrialMatch]]]:
    """The search for each candidate, in their order, with the trials that are of the pair, the latest phase first."""
    names, drug_names = names_of(run, candidates), run.profile.names
    before = {record.disease_id: record for record in run.db.searches.load(run.slug, CLINICALTRIALS)}
    kept = run.db.trials.load(run.slug)
    off = not_asked(run, REGISTRY)

    async def search(candidate: Candidate) -> tuple[SearchRecord, list[TrialMatch]]:
        disease_id, name = candidate.disease.id, names[candidate.disease.id]
        if off:
            return search_not_made(REGISTRY, disease_id, off, run.bench.now), []
        try:
            record, trials = await run.sources.clinicaltrials.search(
                drug_names, name, run.settings.max_trials, as_of=run.settings.as_of
            )
        except ScoutError as error:
            old = failed_search(CLINICALTRIALS, disease_id, error, before.get(disease_id), run.bench.now)
            return old, kept.get(disease_id, [])
        matches = [m for trial in trials if (m := match(trial, drug_names, name)) is not None]
        if trials and not matches and record.state is SourceState.OK:
            reason = f"None of the {len(trials)} trials found is of this drug in exactly this disease."
            record = record.model_copy(update={"state": SourceState.EMPTY, "reason": reason})
        return doubted(record, name), sorted(matches, key=lambda m: (-m.trial.phase_number, m.trial.nct_id))

    return list(await asyncio.gather(*map(search, candidates)))


async def _papers(run: DrugRun, matches: Mapping[str, Sequence[TrialMatch]]) -> list[SearchRecord]:
    """The papers of each candidate's trials, stored; one search per candidate that has a trial, one fetch for all."""
    with_trials = {disease_id: of_disease for disease_id, of_disease in matches.items() if of_disease}
    before = {record.disease_id: record for record in run.db.searches.load(run.slug, TRIAL_PAPERS.title)}
    off = not_asked(run, TRIAL_PAPERS)

    async def search(disease_id: str, trials: Sequence[TrialMatch]) -> SearchRecord:
        if off:
            return search_not_made(TRIAL_PAPERS, disease_id, off, run.bench.now)
        numbers = sorted({m.trial.nct_id for m in trials})
        registered = sorted({pmid for m in trials for pmid in m.trial.pmids})
        try:
            record, _ = await run.sources.pubmed_searches.papers_of_trials(
                numbers, run.settings.as_of, disease_id=disease_id
            )
        except ScoutError as error:
            return failed_search(TRIAL_PAPERS.title, disease_id, error, before.get(disease_id), run.bench.now)
        return record.model_copy(update={"ids": tuple(dict.fromkeys((*record.ids, *registered)))})

    records = list(await asyncio.gather(*(search(*pair) for pair in with_trials.items())))
    ids = sorted({article_id for record in records for article_id in record.ids})
    problem = ""
    try:
        await fetch_from_pubmed(run, ids)
    except ScoutError as error:
        problem = f"The records could not be fetched: {error}"
    known = run.db.articles.load(ids)
    if run.settings.as_of:
        known = {a.id: a for a in articles_as_of(known.values(), run.settings.as_of)}
    return [_with_known(record, known, problem) for record in records]


def _with_known(record: SearchRecord, known: Mapping[str, Article], problem: str) -> SearchRecord:
    """The record with the papers that are stored; the registry's own list counts where PubMed's search found none."""
    ids = tuple(article_id for article_id in record.ids if article_id in known)
    state, reason, unanswered = record.state, record.reason, record.unanswered
    if problem and len(ids) < len(record.ids) and state in (SourceState.OK, SourceState.EMPTY):
        state, reason, unanswered = SourceState.DEGRADED if ids else SourceState.FAILED, problem, True
    elif ids and state is SourceState.EMPTY:
        state, reason = SourceState.OK, ""
    return record.model_copy(update={"ids": ids, "state": state, "reason": reason, "unanswered": unanswered})


CLINICAL_TRIALS = Stage(
    name="clinical_trials",
    group="trials",
    code_version=f"8.{READER}",
    function=_clinical_trials,
    upstream=("drug_profile", "candidates", "normalized_names"),
    settings=("max_trials",),
    depends_on=lambda run: switched_off(run, REGISTRY, TRIAL_PAPERS),
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "json"}),
)
