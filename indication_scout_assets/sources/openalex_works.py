"""A work of OpenAlex as an ``Article``.

What belongs here: reading one work. How works are searched and looked up is in ``openalex``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..domain.articles import Article, MeshHeading, Origin, PublicationType, article_id
from ..domain.base import DEMONSTRATION_KEYWORD
from .article_rows import DatedArticle, ids_in, last_day_of
from .texts import exact_day, part, parts, plain_text, whole_number

SOURCE = "OpenAlex"
FIELDS = (
    "id", "doi", "ids", "title", "type", "publication_date", "publication_year", "authorships", "primary_location",
    "open_access", "cited_by_count", "is_retracted", "abstract_inverted_index", "keywords", "mesh",
)  # fmt: skip
"""Everything an ``Article`` holds; a whole work has 50 fields, its references among them."""
NOT_LITERATURE = frozenset(
    {"dataset", "grant", "libguides", "paratext", "peer-review", "software", "supplementary-materials"}
)
"""Types of works that report nothing to a reader: title pages, tables of other papers, referees' reports."""
LAST_POSITION = 20_000
"""Words. No abstract is longer; a work that says so holds a whole book or nonsense."""

_TYPES = {
    "review": ("Review", "D016454"),
    "preprint": ("Preprint", "D000076942"),
    "letter": ("Letter", "D016422"),
    "editorial": ("Editorial", "D016421"),
    "erratum": ("Published Erratum", "D016425"),
    "retraction": ("Retraction of Publication", "D016440"),
}  # fmt: skip
"""The types that mean what a MeSH publication type means. ``article`` is whatever is nothing else."""


def parse_work(work: Mapping[str, Any]) -> DatedArticle | None:
    """A work as an article, and by when it had appeared; ``None`` without a title or without any id.

    A field of the wrong type counts as absent.
    """
    own, kind = _last_part(work.get("id")), plain_text(work.get("type"))
    pmid, pmcid, doi = ids_of(work)
    key = article_id(pmid, pmcid, doi, f"openalex:{own}" if own else "")
    title = plain_text(work.get("title"))
    if not key or not title:
        return None
    day = exact_day(work.get("publication_date"))
    is_preprint = _is_preprint(work, kind, pmid)
    article = Article(
        id=key,
        pmid=pmid,
        title=title,
        abstract=abstract_text(work.get("abstract_inverted_index")),
        authors=_authors(work.get("authorships")),
        journal=_journal(work, is_preprint),
        pub_date=day.isoformat() if day else "",
        year=_number(work.get("publication_year"), 9_999) or (day.year if day else None),
        published=day,
        publication_types=(PublicationType(name=_TYPES[kind][0], ui=_TYPES[kind][1]),) if kind in _TYPES else (),
        mesh_headings=_mesh_headings(work.get("mesh")),
        # Keywords are left out: a machine guessed them.
        doi=doi,
        pmcid=pmcid,
        is_preprint=is_preprint,
        open_access=_flag(part(work, "open_access").get("is_oa")),
        cited_by=_number(work.get("cited_by_count"), 10**9),
        marked_retracted_by=(SOURCE,) if work.get("is_retracted") is True else (),
        origins=(Origin(source=SOURCE, id=own or key, url=f"https://openalex.org/{own}" if own else ""),),
        demonstration=any(k.get("display_name") == DEMONSTRATION_KEYWORD for k in parts(work.get("keywords"))),
    )
    # Where OpenAlex knows the year alone, it writes the first of January, which cannot be told from a true one.
    return DatedArticle(article, last_day_of(day) if day else None)


def ids_of(work: Mapping[str, Any]) -> tuple[str | None, str | None, str | None]:
    """PMID, PMC id and DOI of a work, which writes them as addresses."""
    ids = part(work, "ids")
    return ids_in(_last_part(ids.get("pmid")), _last_part(ids.get("pmcid")), work.get("doi") or ids.get("doi"))


def abstract_text(index: Any) -> str:
    """The text behind a map of words to their positions.

    Holes, positions beyond ``LAST_POSITION`` and whatever is no position are passed over; of two words at one position
    the first listed stays.
    """
    words: dict[int, str] = {}
    for word, positions in index.items() if isinstance(index, dict) else ():
        for position in positions if isinstance(positions, list) else ():
            if isinstance(position, int) and not isinstance(position, bool) and 0 <= position <= LAST_POSITION:
                words.setdefault(position, word)
    return plain_text(" ".join(words[position] for position in sorted(words)))


def _last_part(address: Any) -> str:
    """What follows the last slash: ids are written as addresses."""
    return address.rstrip("/").rpartition("/")[2].strip() if isinstance(address, str) else ""


def _number(value: Any, most: int) -> int | None:
    number = whole_number(value)
    return number if number is not None and number <= most else None


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _is_preprint(work: Mapping[str, Any], kind: str, pmid: str | None) -> bool:
    """Whether the work is one by its type, or is known from a repository alone, in a version before peer review.

    A repository by itself means nothing: that of a work known to PubMed only is "PubMed".
    """
    place = part(work, "primary_location")
    from_repository = part(place, "source").get("type") == "repository" and place.get("version") == "submittedVersion"
    return kind == "preprint" or (kind in ("", "article") and from_repository and pmid is None)


def _journal(work: Mapping[str, Any], is_preprint: bool) -> str:
    source = part(work, "primary_location", "source")
    is_repository = source.get("type") == "repository"
    return plain_text(source.get("display_name")) if is_preprint or not is_repository else ""


def _authors(authorships: Any) -> tuple[str, ...]:
    names = (plain_text(part(one, "author").get("display_name")) for one in parts(authorships))
    return tuple(name for name in names if name)


def _mesh_headings(rows: Any) -> tuple[MeshHeading, ...]:
    """PubMed's headings; OpenAlex repeats a heading for each of its qualifiers."""
    headings: dict[str, MeshHeading] = {}
    for row in parts(rows):
        name = plain_text(row.get("descriptor_name"))
        if not name:
            continue
        known = headings.get(name) or MeshHeading(name=name, ui=plain_text(row.get("descriptor_ui")) or None)
        qualifier = plain_text(row.get("qualifier_name"))
        headings[name] = known.model_copy(
            update={
                "major": known.major or row.get("is_major_topic") is True,
                "qualifiers": (*known.qualifiers, *([qualifier] if qualifier else [])),
            }
        )
    return tuple(headings.values())
