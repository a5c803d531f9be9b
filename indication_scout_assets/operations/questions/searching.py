"""Searching a collection from Python: passages for a question without an answer, with defaults by the kind of question.

What belongs here: opening the workspace for a search, and what a search gives its caller. How passages are found is in
``answering.papers.collection_searcher``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypedDict, Unpack

from ...answering.papers.collection_searcher import CollectionSearcher
from ...domain.questions.library import OtherNames, PassageFilters
from ...domain.questions.question_answering import PassageHit, PassageResult
from ...environment import load_settings
from ...ranking.diversity import LAMBDA
from ...settings import Settings
from .answering import reading

PER_PAPER = 3
"""Passages of one paper where a list is asked for. For other questions it would cost: of questions on effects .94
instead of .97 have a marked passage among the first five."""


class SearchOptions(TypedDict, total=False):
    """What else a search can be told; see ``LibrarySearch.search``."""

    mode: str
    mmr: float | None
    per_paper: int | None
    expand: bool


class LibrarySearch:
    """An open collection, for as many searches as wanted."""

    def __init__(self, desk: CollectionSearcher) -> None:
        self._desk = desk

    def search(
        self,
        query: str,
        top_k: int = 10,
        filters: PassageFilters | None = None,
        *,
        mode: str = "hybrid",
        mmr: float | None = None,
        per_paper: int | None = None,
        expand: bool = True,
    ) -> list[PassageResult]:
        """The best passages for a question, best first; exactly ``top_k`` where so many pass the filters.

        Args:
            query: the question.
            top_k: how many.
            filters: what the search is limited to: days, sections, journals, types, licences, articles, a drug.
            mode: ``hybrid``, ``words`` or ``vectors``.
            mmr: 0 to 1: the share of relevance where passages are to differ from each other; 1 is relevance alone.
                Default: 0.7 for questions that ask for a list, else not at all.
            per_paper: passages of one paper, as long as there are others. Default: 3 for lists, else no limit.
            expand: whether other names the workspace knows of drugs and diseases are searched as well.

        Raises:
            PermanentFailure: an empty or endless question.
        """
        frame = self._desk.read_question(query, expand=expand)
        hits, path = self._desk.find(
            frame,
            top_k,
            filters,
            mode=mode,
            mmr=LAMBDA if mmr is None and frame.several else mmr,
            per_paper=PER_PAPER if per_paper is None and frame.several else per_paper,
        )
        top = max((hit.score for hit in hits), default=0.0)
        return [_result(hit, top, path, frame.other_names) for hit in hits]


@contextmanager
def searching(collection: str = "", settings: Settings | None = None) -> Iterator[LibrarySearch]:
    """Open a collection; without a name the only one there is.

    Raises:
        WrongArgument: the collection is empty or unknown, or there are several and none is named.
    """
    with reading(settings or load_settings(), collection) as desk:
        yield LibrarySearch(desk)


def semantic_search(
    query: str,
    top_k: int = 10,
    filters: PassageFilters | None = None,
    *,
    collection: str = "",
    settings: Settings | None = None,
    **options: Unpack[SearchOptions],
) -> list[PassageResult]:
    """One search, as ``LibrarySearch.search``. For several, open the collection once with ``searching``."""
    with searching(collection, settings) as library:
        return library.search(query, top_k, filters, **options)


def _result(hit: PassageHit, top: float, path: str, other_names: tuple[OtherNames, ...]) -> PassageResult:
    same = ("section", "article_type", "license", "retraction", "start", "end", "pages", "words_score", "nearness")
    return PassageResult(
        **hit.details(*same),
        chunk_id=hit.passage_id,
        document_id=hit.article_id,
        source_id=hit.pmcid or hit.pmid or hit.article_id,
        content=hit.text,
        similarity_score=round(max(0.0, hit.score / top), 4) if top > 0 else 0.0,
        publication_date=hit.published,
        path=path,
        other_names=other_names,
    )
