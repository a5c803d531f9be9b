"""The retraction gate: what every source that knows says about the standing of each article found."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from ....domain.outcomes import PermanentFailure, SourceOutcome, SourceState
from ....domain.records.articles import Article, RetractionStatus
from ....domain.records.retractions import Notice, RetractionCheck, RetractionSignal
from ....domain.records.source_catalogue import SourceEntry, source_entry
from ....reports.words.retraction_words import retraction_sentence
from ....rules.as_of import signals_as_of
from ....rules.literature.article_keys import doi_key
from ....rules.literature.retraction_status import check, with_notices
from ...engine import Stage, Written
from ...resources.source_bench import SourceRun
from ...resources.workbench import DrugRun
from ...stored_inputs import answered, pool_articles, switched_off

T = TypeVar("T")
Answers = Mapping[str, list[RetractionSignal]]
"""Signals by ``PMID`` or ``doi:…``; an article the source knows has a list, which may be empty."""

CROSSREF, WATCH = source_entry("crossref"), source_entry("retraction_watch")
EUROPE_PMC, OPENALEX = source_entry("europepmc_standing"), source_entry("openalex_standing")
_ASKED_BY = {CROSSREF.key: "a DOI", EUROPE_PMC.key: "a PMID", OPENALEX.key: "a PMID or a DOI"}


class Checked(NamedTuple):
    """The standing of each article, and what became of asking each source."""

    checks: list[RetractionCheck]
    outcomes: list[SourceOutcome]


async def _retraction_checks(run: DrugRun) -> Written:
    """Ask Crossref, OpenAlex, Europe PMC, the registry and a Retraction Watch file for the standing of each article.

    The status is that of all signals together, with PubMed's own and those of notices among the articles themselves. A
    source without an answer is named, and what it said before stands: unchecked is not clean.
    """
    harms = run.db.drug_records.known_harms(run.slug)
    articles = run.db.articles.load(harms.article_ids if harms else ()) | pool_articles(run)
    checks, outcomes = await check_retractions(
        run, articles, _registry_signals(run), run.db.retraction_checks.by_article(run.slug)
    )
    by_status = Counter(c.status.value for c in checks)
    return Written(
        write=lambda: run.db.retraction_checks.replace(run.slug, checks),
        outputs=[c.model_dump(mode="json", exclude={"checked_at"}) for c in checks],
        facts={"rows": len(checks)} | {f"articles_{status}": n for status, n in sorted(by_status.items())},
        outcomes=tuple(outcomes),
        preview="| Article | Title | Standing | Signals |\n|---|---|---|---|\n"
        + "\n".join(
            f"| {c.article_id} | {articles[c.article_id].title.replace('|', '/')} | {c.status.value} "
            f"| {retraction_sentence(c)} |"
            for c in checks
            if c.status not in (RetractionStatus.NONE, RetractionStatus.UNCHECKED)
        ),
    )


async def check_retractions(
    run: SourceRun, articles: Mapping[str, Article], registry: Answers, earlier: Mapping[str, RetractionCheck]
) -> Checked:
    """Ask every source that is configured about the articles.

    Args:
        run: whose settings say who is asked, and as of which day.
        articles: by id, as merged of all sources' records.
        registry: what the trials' own records say of papers, by PMID.
        earlier: the checks before these, by article id.
    """
    articles = with_notices(articles.values())
    pmids = sorted({a.pmid for a in articles.values() if a.pmid})
    dois = sorted({key for a in articles.values() if (key := doi_key(a.doi))})
    only_doi = sorted({key for a in articles.values() if not a.pmid and (key := doi_key(a.doi))})
    asked: list[tuple[SourceEntry, Callable[[], Awaitable[Answers]], int]] = [
        (EUROPE_PMC, lambda: run.sources.europepmc.retraction_signals(pmids), len(pmids)),
        (OPENALEX, lambda: run.sources.openalex.retraction_signals(pmids, only_doi), len(pmids) + len(only_doi)),
        (CROSSREF, lambda: run.sources.crossref.retraction_signals(dois), len(dois)),
    ]
    replies = await asyncio.gather(
        *(asked_of(run, entry, ask, count, f"No article has {_ASKED_BY[entry.key]}.") for entry, ask, count in asked)
    )
    answers = {entry.service.name: signals for (entry, _, _), (signals, _) in zip(asked, replies, strict=True)}
    in_file, outcome = await answered(run, WATCH, lambda: _retraction_watch(run, articles), None)
    if outcome.state is not SourceState.NOT_ASKED:
        answers[WATCH.title] = in_file
    now, as_of = run.bench.now, run.settings.as_of

    def then(signals: Sequence[RetractionSignal]) -> Sequence[RetractionSignal]:
        """What was known on that day; an undated signal counts, for hiding a retraction is worse."""
        return signals if as_of is None else signals_as_of(signals, as_of)

    checks = []
    for article in articles.values():
        given = _signals_for(article, answers, registry)
        counted = {source: None if signals is None else then(signals) for source, signals in given.items()}
        if before := earlier.get(article.id):
            before = before.model_copy(update={"signals": tuple(then(before.signals))})
        checks.append(check(article, counted, now, before))
    return Checked(checks, [*(outcome for _, outcome in replies), outcome])


async def asked_of(
    run: SourceRun, entry: SourceEntry, ask: Callable[[], Awaitable[Mapping[str, T]]], count: int, none: str
) -> tuple[Mapping[str, T] | None, SourceOutcome]:
    """What a source says of ``count`` articles, by its keys, and how that went; ``None`` where it gave no answer.

    ``none`` is the sentence for a count of 0.
    """

    async def question() -> tuple[Mapping[str, T] | None, SourceOutcome]:
        known = await ask() if count else {}
        state, reason = SourceState.OK, ""
        if not count:
            state, reason = SourceState.NOT_ASKED, none
        elif not known:
            state, reason = SourceState.EMPTY, f"{entry.service.name} knows none of the articles."
        outcome = SourceOutcome(
            source=entry.title, question=entry.asks, state=state, reason=reason, found=len(known), total=count
        )
        return known, outcome

    return await answered(run, entry, question, None)


def _signals_for(
    article: Article, answers: Mapping[str, Answers | None], registry: Answers
) -> dict[str, list[RetractionSignal] | None]:
    """What each source said of the article; ``None`` where it gave no answer, missing where it does not know it."""
    keys = _keys(article)
    of_article: dict[str, list[RetractionSignal] | None] = {}
    for source, signals_of in answers.items():
        if signals_of is None:
            of_article[source] = None
        elif known := [signals_of[key] for key in keys if key in signals_of]:
            of_article[source] = [signal for signals in known for signal in signals]
    if article.pmid and article.pmid in registry:
        of_article["ClinicalTrials.gov"] = registry[article.pmid]
    return of_article


def _keys(article: Article) -> list[str]:
    """What sources answer by; none for a record without PMID and DOI, of which no source says anything."""
    doi = doi_key(article.doi)
    return [key for key in (article.pmid, doi and f"doi:{doi}") if key]


def _registry_signals(run: DrugRun) -> dict[str, list[RetractionSignal]]:
    """Papers the trials' own records list as retracted, by PMID."""
    trials = {m.trial.nct_id: m.trial for matches in run.db.trials.load(run.slug).values() for m in matches}
    return {
        pmid: [
            RetractionSignal(
                source="ClinicalTrials.gov", notice=Notice.RETRACTION, reason=f"listed as retracted in {nct_id}"
            )
        ]
        for nct_id, trial in trials.items()
        for pmid in trial.retracted_pmids
    }


async def _retraction_watch(run: SourceRun, articles: Mapping[str, Article]) -> tuple[Answers | None, SourceOutcome]:
    """What the file says of every article it can be asked about, and how that went."""
    watch, notices = run.bench.retraction_watch, dict[str, list[RetractionSignal]]()
    state, listed = SourceState.NOT_ASKED, 0
    reason = "No file of Retraction Watch is configured; set SCOUT_RETRACTION_WATCH_CSV."
    if watch is not None:
        keys = {article.id: _keys(article) for article in articles.values()}
        notices = {
            key: watch.signals(None, key) if key.startswith("doi:") else watch.signals(key, None)
            for own in keys.values()
            for key in own
        }
        listed = sum(1 for own in keys.values() if any(notices[key] for key in own))
        state = SourceState.DEGRADED if watch.complaint else SourceState.OK if listed else SourceState.EMPTY
        reason = watch.complaint or ("" if listed else "The file lists none of the articles.")
    total = None if watch is None else len(articles)
    return notices, SourceOutcome(
        source=WATCH.title, question=WATCH.asks, state=state, reason=reason, found=listed, total=total
    )


def retraction_watch_version(run: DrugRun) -> str | None:
    """Which file is read, or why none is; a file that cannot be read stops no other source."""
    try:
        watch = run.bench.retraction_watch
    except PermanentFailure as error:
        return str(error)
    return watch.version if watch else None


RETRACTION_CHECKS = Stage(
    name="retraction_checks",
    group="literature",
    code_version="3",
    function=_retraction_checks,
    upstream=("abstracts", "clinical_trials", "known_harms"),
    depends_on=lambda run: [
        retraction_watch_version(run),
        switched_off(run, EUROPE_PMC, OPENALEX, CROSSREF, WATCH),
    ],
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "json"}),
)
