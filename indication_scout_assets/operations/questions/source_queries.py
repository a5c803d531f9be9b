"""What the command line does with single sources: list them with their last use, and search one of them.

What belongs here: one question to one source, outside any run. Answers come from the workspace's cache where it has
them, and are kept there. Searching needs no database, and none is loaded for it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import BaseModel

from ...domain.diseases import NameMethod, NormalizedName
from ...domain.findings.evidence import SearchRecord
from ...domain.findings.pair_questions import PairQuestion
from ...domain.outcomes import PermanentFailure, SourceOutcome, SourceState, SourceUse, WrongArgument
from ...domain.records.references import ReferenceQuestion
from ...domain.records.source_catalogue import CATALOGUE, About, ClientMethod, SourceEntry, Yields, source_entry
from ...pipeline.resources.clients import Sources
from ...pipeline.resources.source_bench import SourceBench, exchanges_of, lacking
from ...rules.as_of import articles_as_of
from ...rules.literature.pubmed_query import OPERATOR, entered_until, with_filters
from ...settings import Settings
from ...sources.protocol import ReferenceSource

if TYPE_CHECKING:
    from ...pipeline.resources.workbench import Workbench

_WORST = (SourceState.FAILED, SourceState.DEGRADED, SourceState.OK, SourceState.EMPTY, SourceState.NOT_ASKED)
_BOTH = re.compile(r"\s+AND\s+")
_RAW = re.compile(r"\[[A-Za-z][\w :-]*\]")
"""A field tag: then the query is PubMed's own syntax."""


_WANTED = {
    About.PAIR: (
        'a drug and a disease; write both with AND between them, for example "sildenafil AND pulmonary hypertension"'
    ),
    About.DRUG: 'a drug alone; write its name, for example "sildenafil"',
    About.DISEASE: 'a disease alone; write its name, for example "pulmonary hypertension"',
}


class Asked(NamedTuple):
    """The names in a query; empty what the source is not asked about."""

    drug: str
    disease: str


class Answered(NamedTuple):
    """What a source answered to the command line's question."""

    records: list[dict[str, Any]]
    outcome: SourceOutcome


def list_sources(settings: Settings) -> list[dict[str, Any]]:
    """Every entry of the catalogue with its key, its limit, its last state in this workspace and when that was."""
    from ...pipeline.resources.workbench import workbench  # noqa: PLC0415 - with it the database, which searching does without

    with workbench(settings) as bench:
        uses: dict[str, list[SourceUse]] = {}
        for use in bench.db.stages.source_uses():
            uses.setdefault(use.source, []).append(use)
        return [_listed(entry, uses.get(entry.title, []), bench) for entry in CATALOGUE]


def _listed(entry: SourceEntry, uses: Sequence[SourceUse], bench: Workbench) -> dict[str, Any]:
    worst = min(uses, key=lambda use: _WORST.index(use.state), default=None)
    asked = [use.last_used for use in uses if use.state is not SourceState.NOT_ASKED]
    return {
        "key": entry.key,
        "title": entry.title,
        "yields": entry.yields.value,
        "query": entry.about.value if entry.about else None,
        "ranked": entry.ranked,
        "limit": _limit(entry, bench.settings),
        "min_score": entry.min_score,
        "key_setting": entry.key_setting or None,
        "ready": _ready(entry, bench),
        "state": worst.state.value if worst else None,
        "states": {use.state.value: use.questions for use in sorted(uses, key=lambda use: _WORST.index(use.state))},
        "last_used": max(asked).astimezone(UTC).isoformat(timespec="seconds") if asked else None,
        "reason": worst.reason if worst and worst.state is not SourceState.OK else None,
    }


def _ready(entry: SourceEntry, bench: Workbench) -> str:
    """``ready``, or why the source would not be asked now."""
    settings = bench.settings
    if entry.key in settings.switched_off:
        return "switched off"
    if entry.key_required and not bench.has_key(entry):
        return "needs a key"
    missing = lacking(entry, settings)
    return f"needs {missing}" if missing else "ready"


def _limit(entry: SourceEntry, settings: Settings) -> int | None:
    """Records read per question; ``None`` where the source's whole answer is."""
    return int(getattr(settings, entry.limit_setting)) if entry.limit_setting else entry.limit


def search_source(settings: Settings, key: str, query: str, limit: int | None) -> Answered:
    """Ask one source.

    Args:
        settings: of the workspace whose cache answers.
        key: of the catalogue.
        query: what ``entry.about`` says, names in plain words; for ``pubmed_articles`` also a query in PubMed's own
            syntax, told by its field tags.
        limit: records wanted; without it as many as a run reads.

    Raises:
        WrongArgument: no such source, one that cannot be searched, or a query without what it asks for.
        PermanentFailure: the source is switched off, or refuses.
        TransientFailure: the source does not answer.
    """
    entry = source_entry(key)
    if entry.key in settings.switched_off:
        raise PermanentFailure(f"{entry.title} is switched off; take {entry.key} out of SCOUT_SOURCES_OFF.")
    raw = entry.key == "pubmed_articles" and bool(_RAW.search(query))
    asked = query if raw else _names(entry, query)
    bench = SourceBench(settings, exchanges_of(settings))

    async def ask() -> Answered:
        async with bench.sources() as sources:
            wanted = limit or _limit(entry, settings) or 20
            if isinstance(asked, str):
                return await _raw(sources, asked, wanted, settings.as_of)
            return await _ask(bench, sources, entry, asked, wanted)

    return asyncio.run(ask())


def _names(entry: SourceEntry, query: str) -> Asked:
    """The names in a query.

    Raises:
        WrongArgument: the source cannot be searched, or the query does not name what it is asked about.
    """
    about = entry.about
    if entry.key == "trial_publications":
        raise WrongArgument(
            f"{entry.title} cannot be searched by names; ask `scout search pubmed_articles "
            "'NCT01234567[si]'` with the number of the trial."
        )
    if about is None:
        raise WrongArgument(
            f"{entry.title} cannot be searched on its own: a run asks it for {entry.asks}; `scout run DRUG` does, and "
            "the report says what it answered."
        )
    if _RAW.search(query):
        raise WrongArgument(
            f"{entry.title} takes names without words in square brackets: leave the brackets out. Only pubmed_articles "
            "reads them, as field tags of PubMed's own syntax."
        )
    names = [part.strip().strip('"“”').strip() for part in _BOTH.split(query, maxsplit=1)]
    if not all(names) or len(names) != (2 if about is About.PAIR else 1) or any(map(OPERATOR.search, names)):
        raise WrongArgument(f"{entry.title} is asked about {_WANTED[about]} (plain names, no operators).")
    if about is About.PAIR:
        return Asked(names[0], names[1])
    return Asked(names[0], "") if about is About.DRUG else Asked("", names[0])


async def _raw(sources: Sources, query: str, limit: int, as_of: date | None) -> Answered:
    """A query in PubMed's own syntax, passed on as it is but for the as-of date."""
    filtered = with_filters(f"({query})", entered_until(as_of)) if as_of else query
    record = await sources.pubmed.search(filtered, limit)
    if record.state is SourceState.EMPTY:
        record = record.model_copy(update={"reason": "PubMed has no record that matches the query."})
    return await _articles(sources, record, as_of)


async def _ask(bench: SourceBench, sources: Sources, entry: SourceEntry, asked: Asked, limit: int) -> Answered:
    as_of = bench.settings.as_of
    client = sources.clients[entry.key]
    if entry.call is ClientMethod.LOOK_UP:
        return await _references(client, asked, limit, as_of)
    if entry.call in (ClientMethod.LABELS, ClientMethod.ADVERSE_EVENTS):
        return await _of_drug(client, entry.call, asked.drug, limit, as_of)
    question = PairQuestion(
        drug_names=(asked.drug,), disease=_disease(asked.disease), limit=limit, today=bench.today, as_of=as_of
    )
    if entry.yields is Yields.ARTICLES:
        answer = await sources.articles[entry.key].search(entry.key, question)
        if answer.articles:
            return Answered(_plain(answer.articles), _outcome(answer.record))
        return await _articles(sources, answer.record, as_of, newest=entry.versioned)
    if entry.yields is Yields.TRIALS:
        record, trials = await client.search([asked.drug], question.disease, limit, as_of=as_of)
        return Answered(_plain(trials), _outcome(record))
    pages, outcome = await client.search(question)
    return Answered(_plain(pages), outcome)


async def _articles(sources: Sources, record: SearchRecord, as_of: date | None, *, newest: bool = False) -> Answered:
    """PubMed's records of the ids a search gave, in its order; with an as-of date those of that day or before.

    With ``newest`` the newest version of each review only, be it one the search did not bring.
    """
    if not record.ids:
        return Answered([], _outcome(record))
    pmids = [article_id for article_id in record.ids if article_id.isdecimal()]
    records, missing, _ = await sources.pubmed.fetch(pmids)
    articles = list(records.values()) if as_of is None else articles_as_of(records.values(), as_of)
    outcome = _outcome(record)
    if late := len(records) - len(articles):
        left_out = f"Left out: {late} of {len(records)} records later than {as_of} or without a day in PubMed."
        state = outcome.state if articles else SourceState.EMPTY
        outcome = outcome.model_copy(update={"state": state, "reason": left_out, "left_out": late})
    if newest:
        versions, articles = articles, await sources.pubmed_searches.newest(articles, as_of)
        if older := len({a.id for a in versions} - {a.id for a in articles}):
            left_out = f"Left out: {older} older version{'s' if older > 1 else ''} of the reviews."
            outcome = outcome.model_copy(update={"reason": f"{outcome.reason} {left_out}".strip()})
    if missing:
        lacking = f"PubMed sent no record for {len(missing)} of the {len(record.ids)} numbers it found."
        reason = " ".join(filter(None, (outcome.reason, lacking)))
        outcome = outcome.model_copy(update={"state": SourceState.DEGRADED, "reason": reason})
    return Answered(_plain(articles), outcome)


async def _references(source: ReferenceSource, asked: Asked, limit: int, as_of: date | None) -> Answered:
    looked = await source.look_up(
        ReferenceQuestion(
            drug_names=(asked.drug,) if asked.drug else (),
            disease=_disease(asked.disease) if asked.disease else None,
            limit=limit,
            as_of=as_of,
        )
    )
    return Answered(_plain(looked.entries), looked.outcome)


async def _of_drug(client: Any, call: ClientMethod, drug: str, limit: int, as_of: date | None) -> Answered:
    if call is ClientMethod.ADVERSE_EVENTS:
        events, outcome = await client.adverse_events([drug], as_of)
        return Answered(_plain([events] if events else []), outcome)
    labels = await client.labels([drug], limit, as_of)
    return Answered(_plain(labels.labels), labels.outcome)


def _plain(records: Iterable[BaseModel]) -> list[dict[str, Any]]:
    return [record.model_dump(mode="json") for record in records]


def _disease(name: str) -> NormalizedName:
    return NormalizedName(disease_id="", disease_name=name, term=name, method=NameMethod.ORIGINAL, confidence=0.0)


def _outcome(record: SearchRecord) -> SourceOutcome:
    return SourceOutcome(
        source=record.source,
        question=record.query,
        state=record.state,
        reason=record.reason,
        found=len(record.ids),
        total=record.total,
        left_out=record.left_out,
        unanswered=record.unanswered,
    )
