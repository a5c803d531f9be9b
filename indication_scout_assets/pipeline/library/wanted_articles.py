"""Which articles belong to a collection: what its PMC queries find, the ids it was given, the articles of drugs.

What belongs here: asking PMC for ids, by date only for what is new. Their texts are fetched in ``collecting``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from ...domain.findings.evidence import SearchRecord
from ...domain.outcomes import PermanentFailure, SourceOutcome, SourceState
from ...domain.questions.library import Collection
from ...domain.records.source_catalogue import source_entry
from ..resources.workbench import SubjectRun
from ..stored_inputs import search_outcome

PMC_TITLE = source_entry("pmc_full_text").title
_OVERLAP = timedelta(days=7)
"""An article may show in PMC's search some days after the date it is counted under."""
_PMCID, _PMID = re.compile(r"PMC\d{1,10}"), re.compile(r"[1-9]\d{0,8}")


class QueryAnswer(NamedTuple):
    """What PMC found for a query of a collection."""

    query: str
    """As the collection has it; what was asked may be limited to what is new."""
    ids: tuple[str, ...]
    outcome: SourceOutcome
    total: int | None
    """Articles of the query that are known now; ``None`` where not all could be read."""
    note: str = ""
    """One sentence where something is missing."""


def require_ids(ids: Iterable[str]) -> None:
    """Refuse what is no number of an article.

    Raises:
        PermanentFailure: names the first one.
    """
    if bad := [i for i in ids if not (_PMCID.fullmatch(i) or _PMID.fullmatch(i))]:
        raise PermanentFailure(f"{bad[0]!r} is neither a PMC id (PMC123) nor a PMID; give one of these a line.")


async def ask_queries(run: SubjectRun, collection: Collection) -> list[QueryAnswer]:
    """Put the collection's queries to PMC; one that was answered whole before is asked only for what has come since.

    Raises:
        PermanentFailure: PMC refuses a query. TransientFailure: PMC does not answer.
    """
    answers = []
    for query in collection.queries:
        before = run.db.library.answered_on(collection.name, query)
        since = before[0] - _OVERLAP if before else None
        asked = limited(query, since, run.settings.as_of)
        record = await run.sources.clients["pmc_full_text"].found_by(asked, collection.most)
        answers.append(_answer(query, record, before[1] if before else 0))
    return answers


def limited(query: str, since: date | None, until: date | None) -> str:
    """A PMC query limited to what became readable there in these days, both included."""
    if since is None and until is None:
        return query
    first, last = since or date(1800, 1, 1), f"{until:%Y/%m/%d}" if until else "3000"
    return f'({query}) AND ("{first:%Y/%m/%d}"[pmcrdat] : "{last}"[pmcrdat])'


def outcome_of(query: str, record: SearchRecord) -> SourceOutcome:
    """What PMC answered to a query, as a line of the table of sources."""
    return search_outcome(record).model_copy(update={"source": PMC_TITLE, "question": query, "disease_id": None})


def _answer(query: str, record: SearchRecord, before: int) -> QueryAnswer:
    outcome = outcome_of(query, record)
    whole = record.total is not None and record.total <= len(record.ids)
    note = record.reason if record.state is SourceState.DEGRADED else ""
    if not whole and record.total is not None:
        note = (
            f"PMC has {record.total} articles for this query, of which {len(record.ids)} were read; narrow it by date "
            "to reach the others."
        )
    known = before + len(record.ids) if whole and record.state in {SourceState.OK, SourceState.EMPTY} else None
    return QueryAnswer(query, tuple(record.ids), outcome, known, note)


def query_of_drug(names: Sequence[str]) -> str:
    """The open-access articles whose title names the drug, in PMC's syntax."""
    titles = " OR ".join(f'"{name}"[ti]' for name in dict.fromkeys(names) if '"' not in name)
    return f"({titles}) AND open access[filter]"
