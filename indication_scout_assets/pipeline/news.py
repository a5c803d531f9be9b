"""Looking at the sources for what a drug's report does not show yet: new articles, changed trials, retracted papers.

What belongs here: the questions, three to six requests a drug, and what is noted of the answers. Nothing is run: what
is found makes the drug due, and the sensor, which asks nobody, finds that in the store.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from ..domain.outcomes import ScoutError
from ..domain.records.articles import RetractionStatus
from ..domain.runs import RefreshCause, RefreshKind
from ..rules.literature.pubmed_query import entered_since, pubmed_query, with_filters
from ..rules.trials.trial_matching import match
from .resources.workbench import DrugRun, Workbench
from .stages.article_stages.retraction_checks import check_retractions
from .stored_inputs import names_of, pools, ranked_candidates

MOST_NEW = 200
"""New articles read of a drug at a time: one is enough to make it due."""
MOST_NAMED = 3
"""Records a sentence names."""

Look = Callable[[DrugRun], Awaitable[str]]
"""Gives the sentence on what it found, empty where that is nothing."""


class UpdateCheck(NamedTuple):
    """What a look at the sources came to."""

    drugs: int
    found: list[RefreshCause]
    failed: dict[str, str]
    """Why a drug could not be looked after, by its slug; the others were."""


async def look(bench: Workbench, slugs: Sequence[str], kinds: Sequence[RefreshKind]) -> UpdateCheck:
    """Ask about drugs that have run, and note what is found; what was stored before is no answer.

    Of a snapshot's or a day's knowledge there is no news: nobody is asked.
    """
    if bench.settings.snapshot is not None or bench.settings.as_of is not None:
        return UpdateCheck(0, [], {})
    causes: list[RefreshCause] = []
    failed: dict[str, str] = {}
    began = bench.now
    async with bench.sources(began) as sources:
        for slug in slugs:
            run = DrugRun(bench, sources, slug)
            for kind in kinds:
                stage, ask = _LOOKS[kind]
                if bench.db.stages.get(slug, stage) is None:
                    continue  # it has never come so far: it is due anyway
                try:
                    sentence = await ask(run)
                except ScoutError as error:
                    failed.setdefault(slug, str(error))
                    continue
                with bench.db.transaction():
                    if sentence:
                        cause = RefreshCause(slug=slug, stage=stage, kind=kind, detail=sentence, found_at=bench.now)
                        bench.db.stages.add_cause(cause)
                        causes.append(cause)
                    bench.db.stages.looked(slug, kind, began)
    return UpdateCheck(len(slugs), causes, failed)


def _since(run: DrugRun, kind: RefreshKind, stage: str) -> datetime:
    """The day of the last look, or of the stage's last run; a day earlier, for sources count in days of their own."""
    last, record = run.db.stages.last_look(run.slug, kind), run.db.stages.get(run.slug, stage)
    moments = [moment for moment in (last, record.finished_at if record else None) if moment]
    return max(moments, default=run.bench.now) - timedelta(days=1)


async def _new_articles(run: DrugRun) -> str:
    """One search for all pairs by entrez date: articles of a pair that no search of the drug has brought."""
    names = names_of(run, ranked_candidates(run))
    if not names:
        return ""
    pairs = " OR ".join(f"({pubmed_query(run.profile.names, name)})" for name in names.values())
    since = _since(run, RefreshKind.NEW_ARTICLES, "abstracts")
    query = with_filters(f"({pairs})", entered_since(since.date()))
    answer = await run.sources.pubmed.search(query, MOST_NEW)
    known = {article_id for record in run.db.searches.load(run.slug, None) for article_id in record.ids}
    known |= {entry.article_id for pool in pools(run).values() for entry in pool}
    new = [pmid for pmid in answer.ids if pmid not in known]
    return f"PubMed has {_counted(new, 'new article')} on the drug and its candidates." if new else ""


async def _changed_trials(run: DrugRun) -> str:
    """The drug's trials that the registry updated: one of the report's with a later date, or a new one that fits."""
    candidates = ranked_candidates(run)
    names = names_of(run, candidates)
    stored = {m.trial.nct_id: m.trial for matches in run.db.trials.load(run.slug).values() for m in matches}
    since = _since(run, RefreshKind.CHANGED_TRIALS, "clinical_trials")
    updated = await run.sources.clinicaltrials.updated(run.profile.names, since.date(), run.settings.max_trials)
    changed = [
        trial.nct_id
        for trial in updated
        if (
            trial.last_updated > stored[trial.nct_id].last_updated
            if trial.nct_id in stored
            else any(match(trial, run.profile.names, name) for name in names.values())
        )
    ]
    return f"ClinicalTrials.gov has {_counted(changed, 'new or changed trial')} of the drug." if changed else ""


async def _retracted_papers(run: DrugRun) -> str:
    """Papers that statements cite and that a source now calls retracted."""
    earlier = run.db.retraction_checks.by_article(run.slug)
    cited = run.db.syntheses.cited_articles(run.slug)
    standing = {a: check.status for a, check in earlier.items()}
    articles = run.db.articles.load(a for a in cited if standing.get(a) is not RetractionStatus.RETRACTED)
    if not articles:
        return ""
    checked = await check_retractions(run, articles, {}, earlier)
    new = sorted(c.article_id for c in checked.checks if c.status is RetractionStatus.RETRACTED)
    return f"The report cites {_counted(new, 'paper')} that a source now calls retracted." if new else ""


def _counted(ids: Sequence[str], what: str) -> str:
    shown = ", ".join(ids[:MOST_NAMED]) + (", …" if len(ids) > MOST_NAMED else "")
    return f"{len(ids)} {what}{'s' if len(ids) > 1 else ''} ({shown})"


_LOOKS: Mapping[RefreshKind, tuple[str, Look]] = {
    RefreshKind.NEW_ARTICLES: ("abstracts", _new_articles),
    RefreshKind.CHANGED_TRIALS: ("clinical_trials", _changed_trials),
    RefreshKind.RETRACTED_PAPER: ("retraction_checks", _retracted_papers),
}
"""The stage that has to ask anew, and the question."""
