"""The one record of an article that several sources have: what is taken from which.

What belongs here: putting records together that ``article_merging`` found to be of one article. The published record
leads over the preprint's, then the more trusted source; the others fill in what it lacks. The order of records changes
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ...domain.records.articles import AbstractSection, Article, Correction, Origin, PublicationType, article_id
from .article_keys import bare_doi, has_title, is_preprint_doi, pmcid_key, pmid_key, work_key

TRUST = ("PubMed", "PMC", "Europe PMC", "OpenAlex", "Semantic Scholar")
"""Sources in the order of the catalogue, which is the order in which their fields are believed; others follow."""
PREPRINT = "Preprint"
"""The publication type that a study loses once it is published."""
MISSING_LETTERS = 200
"""Letters and digits by which another source's abstract must go on where PubMed's ends with a sentence: less than that
is a copyright line or the like, and not worth the headings of PubMed's parts."""

_CUT_OFF = re.compile(r"\s*(?:\(\s*abstract truncated[^()]*\)|\.{3,}|…)\s*$", re.I)
_LONGEST_MARK = 80
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*$")
_NO_LETTER = re.compile(r"[\W_]+")
_T = TypeVar("_T")


def is_preprint(article: Article) -> bool:
    """Whether the record is a preprint's, by its source's word or by a DOI that only servers of preprints give."""
    return article.is_preprint or (is_preprint_doi(article.doi) and not article.pmid)


def origins_of(article: Article) -> tuple[Origin, ...]:
    """The article's origins; a record that names none but has a PMID is PubMed's own."""
    if article.origins or not article.pmid:
        return article.origins
    return (Origin(source="PubMed", id=article.pmid, url=article.url),)


def joined_record(records: Sequence[Article]) -> Article:
    """One record of at least one record of the same article.

    Of a preprint joined to its published version neither numbers, journal nor dates are taken: they are the preprint's.
    PubMed's abstract stays, with its parts, unless another's goes on where it is cut off; else the longest is kept.
    """
    ordered = _by_rank(records)
    lead, published = ordered[0][1], not ordered[0][0]
    every = [record for _, record in ordered]
    own = [record for preprint, record in ordered if preprint is not published]
    pmid = _first(own, lambda record: pmid_key(record.pmid)) or None
    pmcid = _first(own, lambda record: pmcid_key(record.pmcid)) or None
    doi = _first(own, lambda record: bare_doi(record.doi)) or None
    dated = next((record for record in own if record.year or record.published), lead)
    abstract, sections = fullest_abstract(own)
    if not abstract:
        abstract, sections = fullest_abstract(every)
    open_access = {record.open_access for record in every}
    return Article(
        id=article_id(pmid, pmcid, doi, lead.id),
        pmid=pmid,
        title=_first(every, lambda record: record.title if has_title(record.title) else "") or lead.title,
        abstract=abstract,
        sections=sections,
        authors=_first(every, lambda record: record.authors),
        journal=_first(own, lambda record: record.journal),
        pub_date=dated.pub_date,
        year=dated.year,
        published=dated.published,
        entrez_date=next((record.entrez_date for record in own if record.entrez_date), None),
        language=_first(every, lambda record: record.language),
        publication_types=_publication_types(every, without=PREPRINT if published else ""),
        mesh_headings=_first(every, lambda record: record.mesh_headings),
        keywords=_first(every, lambda record: record.keywords),
        substances=_first(every, lambda record: record.substances),
        doi=doi,
        pmcid=pmcid,
        nct_ids=_union(record.nct_ids for record in every),
        corrections=_corrections(every),
        is_book=lead.is_book,
        is_preprint=not published,
        open_access=True if True in open_access else False if False in open_access else None,
        cited_by=max((record.cited_by for record in every if record.cited_by is not None), default=None),
        marked_retracted_by=_union(record.marked_retracted_by or _marked_by_title(record) for record in every),
        origins=_origins(every),
        demonstration=any(record.demonstration for record in every),
    )


def _by_rank(records: Sequence[Article]) -> list[tuple[bool, Article]]:
    """The records, the one that leads first, each with whether it is a preprint's.

    What a source calls a preprint makes preprints of all records with its DOI that have no PMID: not every source says
    so. Records of equal trust are ordered by what they hold.
    """
    preprints = {work_key(record.doi) for record in records if is_preprint(record)} - {""}
    marked = [(is_preprint(r) or (not r.pmid and work_key(r.doi) in preprints), r) for r in records]
    ranks = [(preprint, _trust(record)) for preprint, record in marked]
    contents = [
        record.model_dump_json() if ranks.count(rank) > 1 else "" for rank, record in zip(ranks, records, strict=True)
    ]
    order = sorted(range(len(records)), key=lambda n: (ranks[n], contents[n]))
    return [marked[n] for n in order]


def _trust(article: Article) -> int:
    return min((_rank(origin.source) for origin in origins_of(article)), default=len(TRUST))


def _rank(source: str) -> int:
    source = "PMC" if source == "PubMed Central" else source
    return TRUST.index(source) if source in TRUST else len(TRUST)


# ------------------------------------------------------------------------------------------------ abstracts
def fullest_abstract(records: Sequence[Article]) -> tuple[str, tuple[AbstractSection, ...]]:
    """The abstract to keep of one article's records and the spans of its parts; the most trusted record first.

    PubMed's, unless another one goes on where that is cut off; without PubMed's the longest.
    """
    having = [record for record in records if record.abstract]
    if not having:
        return "", ()
    longest = max(having, key=lambda record: len(_without_mark(record.abstract)))
    first = having[0]
    if _trust(first) == 0 and not _goes_on(first.abstract, longest.abstract):
        return first.abstract, first.sections
    return longest.abstract, longest.sections if longest is first or _trust(longest) == 0 else ()


def _goes_on(abstract: str, longer: str) -> bool:
    """Whether ``longer`` holds all of ``abstract`` and goes on where that was cut off."""
    kept = _without_mark(abstract)
    if len(longer) <= len(kept):
        return False
    start, whole = _letters(kept), _letters(longer)
    if not whole.startswith(start) or len(whole) == len(start):
        return False
    cut_off = kept != abstract or not _SENTENCE_END.search(abstract.rstrip())
    return cut_off or len(whole) - len(start) >= MISSING_LETTERS


def _without_mark(abstract: str) -> str:
    """The abstract without the mark that it was cut off; only its end is looked at, which is all a mark can be."""
    return abstract[:-_LONGEST_MARK] + _CUT_OFF.sub("", abstract[-_LONGEST_MARK:])


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", text).casefold()


# ------------------------------------------------------------------------------------------------ lists
def _first(records: Iterable[Article], field: Callable[[Article], _T]) -> _T:
    """The field of the first record that has it, else the empty one of the last."""
    content = None
    for record in records:
        content = field(record)
        if content:
            return content
    return content  # type: ignore[return-value]  # there is always one record


def _union(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for items in lists for item in items))


def _marked_by_title(record: Article) -> tuple[str, ...]:
    """The sources of a record whose title says that it is retracted, which the one record's title may not say.

    Asked only of records without flags: one that was joined before has the sources that said so among them.
    """
    return tuple(dict.fromkeys(origin.source for origin in origins_of(record))) if record.title_mark else ()


def _publication_types(records: Iterable[Article], without: str) -> tuple[PublicationType, ...]:
    """By name, each once, with its MeSH UI where any source gives one."""
    types: dict[str, PublicationType] = {}
    for record in records:
        for kind in record.publication_types:
            known = types.setdefault(kind.name.casefold(), kind)
            if kind.ui and not known.ui:
                types[kind.name.casefold()] = known.model_copy(update={"ui": kind.ui})
    types.pop(without.casefold(), None)
    return tuple(types.values())


def _corrections(records: Iterable[Article]) -> tuple[Correction, ...]:
    """Each link once; sources print the same notice differently, so its PMID tells it where there is one."""
    links: dict[tuple[str, str], Correction] = {}
    for record in records:
        for link in record.corrections:
            links.setdefault((link.kind, link.pmid or link.source), link)
    return tuple(links.values())


def _origins(records: Iterable[Article]) -> tuple[Origin, ...]:
    """Every source's id once, in the order of the catalogue, with an address where any record has one."""
    origins: dict[tuple[str, str], Origin] = {}
    for record in records:
        for origin in origins_of(record):
            known = origins.setdefault((origin.source, origin.id), origin)
            if origin.url and not known.url:
                origins[origin.source, origin.id] = origin
    return tuple(sorted(origins.values(), key=lambda origin: (_rank(origin.source), origin.source, origin.id)))
