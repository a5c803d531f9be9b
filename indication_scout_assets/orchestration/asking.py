"""What the command line does with single sources: list them with their last use, and search one of them.

What belongs here: one question to one source, outside any run. Answers come from the workspace's cache where it has
them, and are kept there.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from ..assets.clients import Sources
from ..assets.workbench import Workbench, workbench
from ..domain.as_of import articles_as_of
from ..domain.diseases import NameMethod, NormalizedName
from ..domain.evidence import SearchRecord
from ..domain.outcomes import PermanentFailure, SourceOutcome, SourceState, SourceUse
from ..domain.pubmed_query import entered_until, with_filters
from ..domain.questions import Question
from ..domain.references import ReferenceQuestion
from ..domain.source_catalogue import CATALOGUE, SourceEntry, Yields, source_entry
from ..settings import Settings

_WORST = (SourceState.FAILED, SourceState.DEGRADED, SourceState.NOT_ASKED, SourceState.OK, SourceState.EMPTY)
_BOTH = re.compile(r"\s+AND\s+")
_RAW = re.compile(r"\[[A-Za-z][\w :-]*\]")
"""A field tag: then the query is PubMed's own syntax."""


class Answered(NamedTuple):
    """What a source answered to the command line's question."""

    records: list[dict[str, Any]]
    outcome: SourceOutcome


def list_sources(settings: Settings) -> list[dict[str, Any]]:
    """Every entry of the catalogue with its key, its limit, its last state in this workspace and when that was."""
    with workbench(settings) as bench:
        uses: dict[str, list[SourceUse]] = {}
        for use in bench.db.stages.source_uses():
            uses.setdefault(use.source, []).append(use)
        return [_listed(entry, uses.get(entry.title, []), bench) for entry in CATALOGUE]


def _listed(entry: SourceEntry, uses: Sequence[SourceUse], bench: Workbench) -> dict[str, Any]:
    worst = min(uses, key=lambda use: _WORST.index(use.state), default=None)
    ready = "switched off" if entry.key in bench.settings.switched_off else "ready"
    if entry.key_required and not bench.has_key(entry):
        ready = "needs a key"
    return {
        "key": entry.key,
        "title": entry.title,
        "yields": entry.yields.value,
        "ranked": entry.ranked,
        "limit": entry.limit,
        "min_score": entry.min_score,
        "key_setting": entry.key_setting or None,
        "ready": ready,
        "state": worst.state.value if worst else None,
        "states": {use.state.value: use.questions for use in uses},
        "last_used": max(use.last_used for use in uses).isoformat() if uses else None,
        "reason": worst.reason if worst and worst.state is not SourceState.OK else None,
    }


def search_source(settings: Settings, key: str, query: str, limit: int | None) -> Answered:
    """Ask one source.

    Args:
        settings: of the workspace whose cache answers.
        key: of the catalogue.
        query: ``DRUG AND DISEASE`` for sources asked about a pair, a name alone for the others; for PubMed's entries
            also a query in PubMed's own syntax, told by its field tags.
        limit: records wanted; without it the catalogue's.

    Raises:
        PermanentFailure: no such source, a query without what it asks for, or the source refuses.
        TransientFailure: the source does not answer.
    """
    entry = source_entry(key)
    with workbench(settings) as bench:

        async def ask() -> Answered:
            async with bench.sources() as sources:
                return await _ask(bench, sources, entry, query, limit or entry.limit or 20)

        return asyncio.run(ask())


async def _ask(bench: Workbench, sources: Sources, entry: SourceEntry, query: str, limit: int) -> Answered:
    as_of = bench.settings.as_of
    if entry.key in bench.settings.switched_off:
        raise PermanentFailure(f"{entry.title} is switched off; take {entry.key} out of SCOUT_SOURCES_OFF.")
    if entry.service == "PubMed" and entry.yields is Yields.ARTICLES and _RAW.search(query):
        filtered = with_filters(f"({query})", entered_until(as_of)) if as_of else query
        return await _articles(sources, await sources.pubmed.search(filtered, limit), as_of)
    if entry.key in sources.articles:
        drug, disease = _pair(entry, query)
        question = Question(drug_names=(drug,), disease=_disease(disease), limit=limit, today=bench.today, as_of=as_of)
        found = await sources.articles[entry.key].search(entry.key, question)
        if found.articles:
            return Answered([a.model_dump(mode="json") for a in found.articles], _outcome(found.record))
        return await _articles(sources, found.record, as_of)
    if entry.key in sources.references:
        return await _references(sources, entry, query, limit, bench)
    if entry.key in ("clinicaltrials", "tavily_web"):
        return await _trials_or_pages(bench, sources, entry, query, limit)
    return await _labels(sources, entry, query, limit, bench)


async def _trials_or_pages(bench: Workbench, sources: Sources, entry: SourceEntry, query: str, limit: int) -> Answered:
    (drug, disease), as_of = _pair(entry, query), bench.settings.as_of
    if entry.key == "clinicaltrials":
        record, trials = await sources.clinicaltrials.search([drug], _disease(disease), limit, as_of=as_of)
        return Answered([t.model_dump(mode="json") for t in trials], _outcome(record))
    question = Question(drug_names=(drug,), disease=_disease(disease), limit=limit, today=bench.today, as_of=as_of)
    pages, outcome = await sources.tavily.search(question)
    return Answered([page.model_dump(mode="json") for page in pages], outcome)


async def _articles(sources: Sources, record: SearchRecord, as_of: date | None) -> Answered:
    """PubMed's records of the ids a search gave, in its order; with an as-of date those of that day or before."""
    found = (await sources.pubmed.fetch([one for one in record.ids if one.isdecimal()])).articles if record.ids else {}
    articles = list(found.values()) if as_of is None else articles_as_of(found.values(), as_of)
    return Answered([article.model_dump(mode="json") for article in articles], _outcome(record))


async def _references(sources: Sources, entry: SourceEntry, query: str, limit: int, bench: Workbench) -> Answered:
    of_drug, of_pair = entry.key in ("rxnorm", "pubchem"), entry.key == "openi"
    drug, disease = _pair(entry, query) if of_pair else (query, "") if of_drug else ("", query)
    looked = await sources.references[entry.key](
        ReferenceQuestion(
            drug_names=(drug,) if drug else (),
            disease=_disease(disease) if disease else None,
            limit=limit,
            as_of=bench.settings.as_of,
        )
    )
    return Answered([one.model_dump(mode="json") for one in looked.entries], looked.outcome)


async def _labels(sources: Sources, entry: SourceEntry, query: str, limit: int, bench: Workbench) -> Answered:
    as_of = bench.settings.as_of
    if entry.key == "faers":
        events, outcome = await sources.openfda.adverse_events([query], as_of)
        return Answered([events.model_dump(mode="json")] if events else [], outcome)
    if entry.key in ("dailymed_labels", "openfda_labels"):
        client = sources.dailymed if entry.key == "dailymed_labels" else sources.openfda
        labels = await client.labels([query], limit, as_of)
        return Answered([label.model_dump(mode="json") for label in labels.labels], labels.outcome)
    raise PermanentFailure(
        f"{entry.title} cannot be searched on its own: it answers about what a run has found; "
        "`scout sources` lists the others."
    )


def _pair(entry: SourceEntry, query: str) -> tuple[str, str]:
    parts = [part.strip() for part in _BOTH.split(query, maxsplit=1)]
    if len(parts) != 2 or not all(parts):
        raise PermanentFailure(
            f"{entry.title} is asked about a drug and a disease; write both with AND between them, "
            'for example "sildenafil AND pulmonary hypertension".'
        )
    return parts[0], parts[1]


def _disease(name: str) -> NormalizedName:
    return NormalizedName(disease_id="", disease_name=name, term=name, method=NameMethod.ORIGINAL, confidence=0.0)


def _outcome(record: SearchRecord) -> SourceOutcome:
    return SourceOutcome(
        source=record.source, question=record.query, state=record.state, reason=record.reason,
        found=len(record.ids), total=record.total,
    )  # fmt: skip
