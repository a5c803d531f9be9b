"""Searching a collection from Python: passages for a question without an answer.

What belongs here: opening the workspace for a search, and what a search gives its caller. How passages are found is in
``answering.papers.collection_searcher``.
"""

from __future__ import annotations

from ...answering.papers.collection_searcher import CollectionSearcher
from ...domain.questions.library import OtherNames, PassageFilters
from ...domain.questions.question_answering import PassageHit, PassageResult
from ...environment import load_settings
from ...settings import Settings
from .answering import reading

PER_PAPER = 3
"""Passages of one paper where a list is asked for. For other questions it would cost: of questions on effects .94
instead of .97 have a marked passage among the first five."""


def semantic_search(
    query: str,
    top_k: int = 10,
    filters: PassageFilters | None = None,
    *,
    collection: str = "",
    mode: str = "hybrid",
    settings: Settings | None = None,
) -> list[PassageResult]:
    """The best passages for a question, best first; exactly ``top_k`` where so many pass the filters.

    Args:
        query: the question. Of one that asks for a list, ``PER_PAPER`` passages of a paper come before further ones.
        top_k: how many.
        filters: what the search is limited to: days, sections, journals, types, licences, articles, a drug.
        collection: which; without a name the only one there is.
        mode: ``hybrid``, ``words`` or ``vectors``.
        settings: of the workspace; ``None``: those of the environment.

    Raises:
        PermanentFailure: an empty or endless question. WrongArgument: the collection is empty or unknown, or there are
        several and none is named.
    """
    with reading(settings or load_settings(), collection) as desk:
        return passage_results(desk, query, top_k, filters, mode)


def passage_results(
    desk: CollectionSearcher, query: str, top_k: int, filters: PassageFilters | None = None, mode: str = "hybrid"
) -> list[PassageResult]:
    """The same of a collection that is open."""
    frame = desk.read_question(query)
    hits, path = desk.find(frame, top_k, filters, mode=mode, per_paper=PER_PAPER if frame.several else None)
    top = max((hit.score for hit in hits), default=0.0)
    return [_result(hit, top, path, frame.other_names) for hit in hits]


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
