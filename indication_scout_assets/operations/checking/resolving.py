"""The record of each reference: by its identifiers, else by its title with first author and year.

What belongs here: which source is asked for what, and whether a record is the one that is printed. Every source's
failure is kept by its name: what was not asked is never "unknown".
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TypeVar

from ...domain.letters import latin_letters
from ...domain.outcomes import ScoutError
from ...domain.records.articles import Article
from ...pipeline.resources.source_bench import SourceRun
from ...rules.literature.article_keys import author_key, doi_key, has_title, plain_title
from ...sources.literature.crossref import SOURCE as CROSSREF
from ...sources.ncbi.pubmed import SOURCE as PUBMED
from .checked_references import Reference

ALIKE = 0.9
"""Likeness of titles from which they are one; see ``docs/check.md`` for what was measured."""
UNLIKE = 0.6
"""Likeness below which a record is of another title than the one printed."""
_SHORTEST_TITLE = 20
"""Letters of a title from which a title may be another's opening, or stand in a printed reference."""
_SEARCHED_WORDS, _CANDIDATES, _MOST = 12, 5, 1000

T = TypeVar("T")


@dataclass
class Resolved:
    """A reference with what was found of it."""

    reference: Reference
    record: Article | None = None
    """``None`` where no source that answered knows it."""
    by: str = ""
    likeness: float = 1.0
    contradicted: bool = False
    """Whether the record of the identifier has another title than the one printed."""
    other: Article | None = None
    """The record that has the printed title, where the identifier leads elsewhere."""


@dataclass
class Resolver:
    """Finds the records of references, and remembers who gave no answer."""

    run: SourceRun
    unanswered: dict[str, str] = field(default_factory=dict)
    """By source, why it gave no answer."""

    async def resolve(self, references: Sequence[Reference]) -> list[Resolved]:
        """One for each reference, in their order."""
        by_pmid, by_doi, by_pmcid = await self._by_identifier(references)
        resolved = []
        for reference in references:
            record = by_pmid.get(reference.pmid) or by_pmcid.get(reference.pmcid) or by_doi.get(doi_key(reference.doi))
            by = "PMID" if reference.pmid else "PMC id" if reference.pmcid else "DOI"
            likeness = likeness_of(reference, record) if record and has_title(record.title) else 1.0
            resolved.append(Resolved(reference, record, by if record else "", likeness))
        doubted = [each for each in resolved if each.record is None or each.likeness < UNLIKE]
        await asyncio.gather(*(self._by_title(each) for each in doubted))
        return resolved

    async def _by_identifier(
        self, references: Sequence[Reference]
    ) -> tuple[dict[str, Article], dict[str, Article], dict[str, Article]]:
        pubmed, crossref = self.run.sources.pubmed, self.run.sources.crossref
        pmids = sorted({r.pmid for r in references if r.pmid})
        pmcids = sorted({r.pmcid for r in references if r.pmcid and not r.pmid})
        dois = sorted({key for r in references if not (r.pmid or r.pmcid) and (key := doi_key(r.doi))})
        fetched, known = await asyncio.gather(
            self._asked(PUBMED, lambda: pubmed.fetch(pmids, store=True), bool(pmids)),
            self._asked(PUBMED, lambda: pubmed.by_doi(dois), bool(dois)),
        )
        by_doi = dict(known or {})
        others = [doi for doi in dois if doi not in by_doi]
        by_doi |= await self._asked(CROSSREF, lambda: crossref.records(others), bool(others)) or {}
        by_pmcid = {}
        if pmcids:
            # PubMed knows these untagged; what else a number finds has another PMC id, and is left out.
            query = " OR ".join(f"{pmcid}[aid] OR {pmcid}" for pmcid in pmcids)
            named = await self._asked(PUBMED, lambda: pubmed.search(query, _MOST), True)
            records = await self._asked(
                PUBMED, lambda: pubmed.fetch(named.ids if named else (), store=True), bool(named)
            )
            by_pmcid = {a.pmcid: a for a in (records.articles.values() if records else ()) if a.pmcid}
        return dict(fetched.articles) if fetched else {}, by_doi, by_pmcid

    async def _by_title(self, doubted: Resolved) -> None:
        """Look for the printed title; it replaces no record that an identifier leads to, but tells of its error."""
        reference = doubted.reference
        same, likeness = best_match(reference, await self._candidates(reference))
        if doubted.record is None:
            if same is not None and not (reference.pmid or reference.doi or reference.pmcid):
                doubted.record, doubted.by, doubted.likeness = same, "title", likeness
            elif same is not None:
                doubted.other, doubted.likeness = same, likeness
            return
        if same is not None and same.id != doubted.record.id:
            doubted.other, doubted.likeness = same, likeness
        record = doubted.record
        same_author = bool(record.authors and author_key(reference.author)) and authors_agree(reference, record)
        translated = record.language not in ("", "eng") or record.title.startswith("[")
        confirmed = (same_author or translated) and years_agree(reference, record)
        doubted.contradicted = doubted.other is not None or not confirmed

    async def _candidates(self, reference: Reference) -> list[Article]:
        words = _searched_words(reference)
        if not words:
            return []
        pubmed, crossref = self.run.sources.pubmed, self.run.sources.crossref
        query = " AND ".join(f"{word}[ti]" for word in words)
        listed = await self._asked(PUBMED, lambda: pubmed.search(query, _CANDIDATES), True)
        fetched = await self._asked(
            PUBMED, lambda: pubmed.fetch(listed.ids if listed else (), store=True), bool(listed and listed.ids)
        )
        candidates = list(fetched.articles.values()) if fetched else []
        if best_match(reference, candidates)[0] is None:
            candidates += await self._asked(CROSSREF, lambda: crossref.alike(reference.printed), True) or []
        return candidates

    async def _asked(self, source: str, ask: Callable[[], Awaitable[T]], wanted: bool) -> T | None:
        """What a source answers; ``None`` where it need not be asked, or fails, which is remembered."""
        if not wanted:
            return None
        try:
            return await ask()
        except ScoutError as error:
            self.unanswered.setdefault(source, str(error))
            return None


# ------------------------------------------------------------------------------------------------ is it the one
def likeness_of(reference: Reference, record: Article) -> float:
    """How like the printed title is to the record's, 0 to 1; 1 where nothing is printed to compare."""
    own = plain_title(record.title)
    if reference.title:
        printed = plain_title(reference.title)
        shorter, longer = sorted((printed, own), key=len)
        if len(shorter) >= _SHORTEST_TITLE and longer.startswith(shorter):
            return 1.0  # a subtitle is left out
        return SequenceMatcher(None, printed, own, autojunk=False).ratio()
    if not reference.text or len(own) < _SHORTEST_TITLE:
        return 1.0
    printed = "".join(letter for letter in latin_letters(reference.text) if letter.isalnum())
    if own in printed:
        return 1.0
    match = SequenceMatcher(None, own, printed, autojunk=False)
    return sum(block.size for block in match.get_matching_blocks() if block.size > 3) / len(own)


def best_match(reference: Reference, candidates: Iterable[Article]) -> tuple[Article | None, float]:
    """The candidate that has the printed title, and an author or a year that fit; ``None`` where none has."""
    fitting = [
        (likeness_of(reference, each), each)
        for each in candidates
        if has_title(each.title) and (authors_agree(reference, each) and years_agree(reference, each))
    ]
    likeness, record = max(fitting, key=lambda pair: pair[0], default=(0.0, None))
    return (record, likeness) if record is not None and likeness >= ALIKE else (None, 0.0)


def authors_agree(reference: Reference, record: Article) -> bool:
    """Whether the first author may be the same; what one of them does not name contradicts nothing."""
    printed = author_key(reference.author.partition(",")[0])
    own = author_key(record.authors[0]) if record.authors else frozenset()
    return not printed or not own or bool(printed & own)


def years_agree(reference: Reference, record: Article) -> bool:
    """Whether the years are at most one apart, as online and in print may be."""
    return reference.year is None or record.year is None or abs(reference.year - record.year) <= 1


def _searched_words(reference: Reference) -> list[str]:
    """The longer words of the printed title, or of the longest part between full stops of a printed reference."""
    title = reference.title
    if not title and reference.text:
        before = reference.text.split("doi", maxsplit=1)[0]
        title = max((part for part in before.replace("? ", ". ").split(". ")), key=len, default="")
    words = dict.fromkeys(word for word in latin_letters(title).split() if len(word.strip(".,:;()[]")) > 3)
    plain = [
        "".join(letter for letter in word.strip(".,:;()[]") if letter.isalnum() or letter == "-") for word in words
    ]
    return [word for word in plain if word.isascii()][:_SEARCHED_WORDS] if len(plain) > 1 else []
