"""A search as it was made: what came of it in a few words, and where a reader can make it again.

What belongs here: the addresses of the sources' own search pages, by the query as the run recorded it. A search that
failed says so first, for "no records" would claim what nobody saw.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final
from urllib.parse import quote, urlencode

from ...domain.findings.evidence import SearchRecord
from ...domain.outcomes import SourceOutcome, SourceState
from ...domain.records.source_catalogue import CATALOGUE, Yields
from ..words import common_words

LONGEST_URL: Final = 7_000
"""Characters; servers refuse longer addresses."""

_IN_WORDS: Final = {"PAIR": "drug and disease", "DRUG": "the drug", "DISEASE": "the disease"}
_PLACES: Final = re.compile(r"\b(?:PAIR|DRUG|DISEASE)\b")
_BY_TITLE: Final = {entry.title: entry for entry in CATALOGUE}


def result(search: SearchRecord) -> str:
    """``2 records, 1 kept, 3 warnings``; of a search without a full answer its state first."""
    counted = [
        common_words.plural(search.total, "record"),
        f"{len(search.ids):,} kept" if len(search.ids) != search.total else "",
        common_words.plural(len(search.warnings), "warning") if search.warnings else "",
    ]
    state = "" if search.state in (SourceState.OK, SourceState.EMPTY) else common_words.STATE[search.state]
    silent = state and (search.state is SourceState.FAILED or not (search.total or search.ids))
    return ", ".join(filter(None, [state] if silent else [state, *counted]))


def answered(outcome: SourceOutcome) -> bool:
    """Whether the source said anything, so that a number of records means something."""
    return outcome.found > 0 or outcome.state not in (SourceState.FAILED, SourceState.NOT_ASKED)


def asked(source: str, query: str) -> str:
    """The query, or what the source is asked for in general where no query was recorded because it failed."""
    entry = _BY_TITLE.get(source)
    if entry is None or query not in ("", entry.asks):
        return query
    return _PLACES.sub(lambda place: _IN_WORDS[place[0]], entry.asks)


def site(source: str) -> str:
    """Whose pages a source is found on."""
    entry = _BY_TITLE.get(source)
    return source if entry is None else entry.site or entry.service.name


def search_url(source: str, query: str, demonstration: bool = False) -> str | None:
    """The query at the source's own search page, or its public interface where the page takes no such query.

    ``None`` where there is neither, the address would be too long, or the run is the demonstration, whose records are
    in no public source.
    """
    entry = _BY_TITLE.get(source)
    if demonstration or entry is None or entry.yields is Yields.CHECK or query in ("", entry.asks):
        return None
    if entry.key == "trial_publications":  # batches of numbers, recorded together
        query = query.replace("); (", ") OR (")
    for page in entry.pages:
        if match := _pattern(page.pattern).fullmatch(query):
            given = {name: match[group] for name, group in page.parameters.items() if match[group]}
            url = f"{page.address}?{urlencode(given, quote_via=quote)}"
            return url if len(url) <= LONGEST_URL else None
    return None


@cache
def _pattern(written: str) -> re.Pattern[str]:
    return re.compile(written)
