"""The full text of the top articles: where it may be read, and its sections as far as they could be had."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from ....domain.base import fingerprint
from ....domain.outcomes import SourceOutcome, SourceState
from ....domain.records.articles import Article
from ....domain.records.full_text import FullText
from ....domain.records.source_catalogue import source_entry
from ....sources.formats.markup import READER
from ...engine import Stage, Written
from ...resources.workbench import DrugRun
from ...stored_inputs import pool_articles, switched_off

_KEYS = ("unpaywall", "pmc_full_text", "europepmc_full_text")
_RUNGS = {"Unpaywall": "Unpaywall", "PMC": "PMC full text", "Europe PMC": "Europe PMC, full text"}
"""Steps of the ladder by their titles in the catalogue; the abstract is no source of its own."""


async def _full_texts(run: DrugRun) -> Written:
    """Seek the full text of each candidate's best articles: the open-access location by DOI, PMC's text, the abstract.

    Europe PMC is asked where PMC has none. Each step's outcome is kept.
    A text is cut into chunks within its sections, with offsets into the stored text. It is sought again where the
    article's record has changed, a number it is found by among it, or the way it is read.
    """
    wanted = _top_articles(run)
    versions = {
        a.id: fingerprint(a.text_hash, a.doi, a.pmcid, _asked_with(run), FULL_TEXTS.code_version)[:32]
        for a in wanted.values()
    }
    ids = run.db.full_texts.to_fetch(list(versions.items()), run.bench.aged)
    now = run.bench.now
    fetched = await asyncio.gather(*(run.sources.full_texts.fetch(wanted[article_id], now) for article_id in ids))
    known = run.db.full_texts.load([article_id for article_id in wanted if article_id not in set(ids)])
    texts = {**known, **{text.article_id: text for text in fetched}}

    def write() -> None:
        for text in fetched:
            run.db.full_texts.save(text, versions[text.article_id])

    sources = Counter(text.source for text in texts.values())
    return Written(
        write=write,
        outputs=[texts[article_id].model_dump(mode="json", exclude={"fetched_at"}) for article_id in sorted(texts)],
        facts={"rows": len(texts), "fetched_now": len(fetched)}
        | {f"from_{source.lower()}": count for source, count in sorted(sources.items())}
        | {"chunks": sum(len(text.chunks) for text in texts.values())},
        outcomes=tuple(_outcomes(texts)),
        preview="| Article | Text from | Sections | Characters | License |\n|---|---|--:|--:|---|\n"
        + "\n".join(
            f"| {article_id} | {t.source} | {len(t.sections)} | {len(t.text)} | {t.license} |"
            for article_id, t in sorted(texts.items())
        ),
    )


def _asked_with(run: DrugRun) -> list[Any]:
    """What besides the article decides what can be had: an address for Unpaywall, and what is switched off."""
    return [bool(run.settings.contact_email), switched_off(run, *map(source_entry, _KEYS))]


def _top_articles(run: DrugRun) -> dict[str, Article]:
    """The best few of each candidate, by id; all of them for a recording, since another model may rank otherwise."""
    articles, most = pool_articles(run), run.settings.full_texts_per_candidate
    if run.bench.exchanges.records:
        return articles
    best = [
        r.id for ranked in run.db.evidence.load(run.slug).values() for r in [r for r in ranked if r.in_top_k][:most]
    ]
    return {article_id: articles[article_id] for article_id in dict.fromkeys(best) if article_id in articles}


def _outcomes(texts: dict[str, FullText]) -> list[SourceOutcome]:
    """One line per rung of the ladder, over all articles."""
    steps = [step for text in texts.values() for step in text.steps]
    out = []
    for source in dict.fromkeys(step.source for step in steps if step.source in _RUNGS):
        of_source = [step for step in steps if step.source == source]
        asked = [step for step in of_source if step.state is not SourceState.NOT_ASKED]
        failed = [step for step in asked if step.state is SourceState.FAILED]
        good = sum(1 for step in asked if step.state is SourceState.OK)
        state = SourceState.OK if good else SourceState.EMPTY if asked else SourceState.NOT_ASKED
        reason = f"It has {good} of the {len(asked)} articles it was asked for." if asked else of_source[0].detail
        if failed:
            state = SourceState.DEGRADED if good else SourceState.FAILED
            reason = failed[0].detail
        out.append(
            SourceOutcome(
                source=_RUNGS[source],
                question="top articles",
                state=state,
                found=good,
                total=len(asked),
                reason=reason if state is not SourceState.OK else "",
                unanswered=bool(failed),
            )
        )
    return out


FULL_TEXTS = Stage(
    name="full_texts",
    group="literature",
    code_version=f"3.{READER}",
    function=_full_texts,
    upstream=("abstracts", "reranked_top_k"),
    settings=("full_texts_per_candidate",),
    depends_on=_asked_with,
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "xml"}),
)
