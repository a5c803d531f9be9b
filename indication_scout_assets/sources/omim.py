"""OMIM: entries on the inherited forms and causes of a disease.

What belongs here: the search and which entries found are named after the disease: the search is over full texts. OMIM
gives a key to whoever asks for one and answers nobody without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..domain.records.references import LookUpResult, ReferenceEntry, ReferenceKind, ReferenceQuestion
from ..rules.names.name_matching import words
from .formats.json_texts import part, parts, plain_text, whole_number
from .http.http_client import HttpAnswer, ServiceClient, expect_part
from .reference_lookups import disease_terms, is_demonstration, looked, not_as_of, not_asked, short_text, without_key

SOURCE = "OMIM"
PAGE_URL = "https://omim.org/entry/"
_MOST = 20
"""Entries OMIM serves at once where texts are included."""


class Omim(ServiceClient):
    """One client of OMIM. The key is in the host, as header ``ApiKey``."""

    async def look_up(self, question: ReferenceQuestion) -> LookUpResult:
        """Entries whose title names the disease, in OMIM's order, with the beginning of their description.

        Not asked without a key, without a disease, and in as-of runs: entries are rewritten in place. One request.

        Raises:
            PermanentFailure: the key is refused, or no name can be searched.
            TransientFailure: OMIM does not answer.
        """
        if (refused := not_as_of(SOURCE, question, "its entries are rewritten in place")) is not None:
            return refused
        if question.disease is None:
            return not_asked(SOURCE, question, "OMIM is asked about diseases only.")
        if reason := without_key(SOURCE, self._host):
            return not_asked(SOURCE, question, reason)
        query = " OR ".join(f'"{name}"' for name in disease_terms(SOURCE, question.disease))
        params = {"search": query, "format": "json", "include": "text:description", "start": "0", "limit": str(_MOST)}
        answer = await self._get("entry/search", _check, params=params)
        response = part(answer.json(), "omim", "searchResponse")
        entries = [
            _entry(record, question, answer)
            for record in (part(row, "entry") for row in parts(response.get("entryList")))
            if _is_named(record, [question.disease.disease_name, *question.disease.names])
        ]
        total = whole_number(response.get("totalResults")) or 0
        nothing = f"None of the {total} entries OMIM found is named after it." if total else "OMIM has no entry on it."
        return looked(SOURCE, question, query, entries, nothing=nothing, total=total)


def _is_named(record: Mapping[str, Any], names: Iterable[str]) -> bool:
    """Whether a title of a live entry has all words of a name; OMIM inverts its titles and numbers them."""
    if whole_number(record.get("mimNumber")) is None or plain_text(record.get("status")) in ("moved", "removed"):
        return False
    titles = [set(words(title)) for title in _titles(record)]
    wanted = [needed for name in names if len(name) > 3 and (needed := set(words(name)))]
    return any(needed <= title for needed in wanted for title in titles)


def _titles(record: Mapping[str, Any]) -> Sequence[str]:
    listed = part(record, "titles")
    given = [listed.get("preferredTitle"), *plain_text(listed.get("alternativeTitles")).split(";;")]
    return [title for text in given if (title := plain_text(text).split(";")[0])]


def _entry(record: Mapping[str, Any], question: ReferenceQuestion, answer: HttpAnswer) -> ReferenceEntry:
    number = str(whole_number(record.get("mimNumber")))
    sections = [part(row, "textSection") for row in parts(record.get("textSectionList"))]
    return ReferenceEntry(
        source=SOURCE,
        kind=ReferenceKind.BACKGROUND,
        id=number,
        title=short_text(part(record, "titles").get("preferredTitle")) or _titles(record)[0],
        text=next(filter(None, (short_text(section.get("textSectionContent")) for section in sections)), ""),
        url=PAGE_URL + number,
        disease_id=question.disease_id,
        demonstration=is_demonstration(answer),
    )


_check = expect_part(list, "omim", "searchResponse", "entryList", fault="an answer without entries")
