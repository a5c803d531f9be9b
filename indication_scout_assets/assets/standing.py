"""The retraction gate: what every source that knows says about the standing of each article found."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping

from ..domain.article_keys import doi_key
from ..domain.articles import Article, RetractionStatus
from ..domain.as_of import signals_as_of
from ..domain.outcomes import SourceOutcome, SourceState
from ..domain.retractions import Notice, RetractionCheck, RetractionSignal, check
from ..domain.source_catalogue import SourceEntry, source_entry
from .reading import answered, not_asked, pool_articles, switched_off
from .stage import Stage, Written
from .workbench import DrugRun

Answers = Mapping[str, list[RetractionSignal]]
"""Signals by ``PMID`` or ``doi:…``; an article the source knows has a list, which may be empty."""

CROSSREF, WATCH = source_entry("crossref"), source_entry("retraction_watch")
EUROPE_PMC, OPENALEX = source_entry("europepmc_standing"), source_entry("openalex_standing")


async def _retraction_checks(run: DrugRun) -> Written:
    """Ask Crossref, OpenAlex, Europe PMC, the registry and a Retraction Watch file for the standing of each article.

    The status is that of all signals together, with PubMed's own. A source without an answer is named: unchecked is
    not clean.
    """
    articles = pool_articles(run)
    pmids = sorted({a.pmid for a in articles.values() if a.pmid})
    dois = sorted({key for a in articles.values() if (key := doi_key(a.doi))})
    only_doi = sorted({key for a in articles.values() if not a.pmid and (key := doi_key(a.doi))})
    asked: list[tuple[SourceEntry, Callable[[], Awaitable[Answers]], int]] = [
        (EUROPE_PMC, lambda: run.sources.europepmc.standings(pmids), len(pmids)),
        (OPENALEX, lambda: run.sources.openalex.standings(pmids, only_doi), len(pmids) + len(only_doi)),
        (CROSSREF, lambda: run.sources.crossref.standings(dois), len(dois)),
    ]
    replies = await asyncio.gather(*(_ask(run, entry, ask, count) for entry, ask, count in asked))
    answers = {entry.service: found for (entry, _, _), (found, _) in zip(asked, replies, strict=True)}
    outcomes = [outcome for _, outcome in replies] + [_retraction_watch_outcome(run, articles)]
    registry = _registry_signals(run)
    now = run.bench.now
    checks = [check(a, _known_then(run, _signals_for(run, a, answers, registry)), now) for a in articles.values()]
    by_status = Counter(c.status.value for c in checks)
    return Written(
        write=lambda: run.db.standings.replace(run.slug, checks),
        outputs=[c.model_dump(mode="json", exclude={"checked_at"}) for c in checks],
        facts={"rows": len(checks)} | {f"articles_{status}": n for status, n in sorted(by_status.items())},
        outcomes=tuple(outcomes),
        preview=_preview(articles, checks),
    )


async def _ask(
    run: DrugRun, entry: SourceEntry, ask: Callable[[], Awaitable[Answers]], count: int
) -> tuple[Answers | None, SourceOutcome]:
    async def question() -> tuple[Answers | None, SourceOutcome]:
        found = await ask() if count else {}
        state = SourceState.OK if found else SourceState.EMPTY
        reason = "" if found else f"{entry.service} knows none of the articles."
        outcome = SourceOutcome(
            source=entry.title, question=entry.asks, state=state, reason=reason, found=len(found), total=count
        )
        return found, outcome

    return await answered(run, entry, question, None)


def _signals_for(
    run: DrugRun, article: Article, answers: Mapping[str, Answers | None], registry: Answers
) -> dict[str, list[RetractionSignal] | None]:
    """What each source said of the article; ``None`` where it gave no answer, missing where it does not know it."""
    doi = doi_key(article.doi)
    keys = [key for key in (article.pmid, doi and f"doi:{doi}") if key]
    told: dict[str, list[RetractionSignal] | None] = {}
    for source, found in answers.items():
        if found is None:
            told[source] = None
        elif known := [found[key] for key in keys if key in found]:
            told[source] = [signal for signals in known for signal in signals]
    watch = run.bench.retraction_watch
    if watch and not not_asked(run, WATCH):
        told[WATCH.title] = watch.signals(article.pmid, article.doi)
    if article.pmid and article.pmid in registry:
        told["ClinicalTrials.gov"] = registry[article.pmid]
    return told


def _known_then(
    run: DrugRun, told: Mapping[str, list[RetractionSignal] | None]
) -> Mapping[str, list[RetractionSignal] | None]:
    """What was known on the day the run is about; an undated signal counts, for hiding a retraction is worse."""
    if (as_of := run.settings.as_of) is None:
        return told
    return {source: None if found is None else list(signals_as_of(found, as_of)) for source, found in told.items()}


def _registry_signals(run: DrugRun) -> dict[str, list[RetractionSignal]]:
    """Papers the trials' own records list as retracted, by PMID."""
    trials = {m.trial.nct_id: m.trial for found in run.db.trials.load(run.slug).values() for m in found}
    return {
        pmid: [
            RetractionSignal(
                source="ClinicalTrials.gov", notice=Notice.RETRACTION, reason=f"listed as retracted in {nct_id}"
            )
        ]
        for nct_id, trial in trials.items()
        for pmid in trial.retracted_pmids
    }


def _retraction_watch_outcome(run: DrugRun, articles: Mapping[str, Article]) -> SourceOutcome:
    watch = run.bench.retraction_watch
    if reason := not_asked(run, WATCH):
        return SourceOutcome(source=WATCH.title, question=WATCH.asks, state=SourceState.NOT_ASKED, reason=reason)
    if watch is None:
        reason = "No file of Retraction Watch is configured; set SCOUT_RETRACTION_WATCH_CSV."
        return SourceOutcome(source=WATCH.title, question=WATCH.asks, state=SourceState.NOT_ASKED, reason=reason)
    found = sum(1 for a in articles.values() if watch.signals(a.pmid, a.doi))
    state = SourceState.OK if found else SourceState.EMPTY
    reason = "" if found else "The file lists none of the articles."
    return SourceOutcome(
        source=WATCH.title, question=WATCH.asks, state=state, reason=reason, found=found, total=len(articles)
    )


def _preview(articles: Mapping[str, Article], checks: Iterable[RetractionCheck]) -> str:
    clean = (RetractionStatus.NONE, RetractionStatus.UNCHECKED)
    rows = [
        f"| {c.article_id} | {articles[c.article_id].title.replace('|', '/')} | {c.status.value} | {c.sentence} |"
        for c in checks
        if c.status not in clean
    ]
    return "| Article | Title | Standing | Signals |\n|---|---|---|---|\n" + "\n".join(rows)


RETRACTION_CHECKS = Stage(
    "retraction_checks",
    "literature",
    "1",
    _retraction_checks,
    upstream=("abstracts", "clinical_trials"),
    depends_on=lambda run: [
        run.bench.retraction_watch and run.bench.retraction_watch.version,
        switched_off(run, EUROPE_PMC, OPENALEX, CROSSREF, WATCH),
    ],
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "json"}),
)
STAGES = (RETRACTION_CHECKS,)
