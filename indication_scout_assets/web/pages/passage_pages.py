"""A passage of an article: its page, with the cited words marked, and its JSON.

What belongs here: reading a stored passage and showing it in its section.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...domain.questions.library import ArticleDetails, LibraryArticle, LibraryPassage, file_and_pages
from ...domain.records.articles import RetractionStatus
from ...reports.views.quotes import MarkedSpan, highlight
from ...store.database import Database
from ..faults import NothingThere
from ..site import site_of
from .answer_views import paper_view
from .page_templates import page

AROUND = 1_500
"""Characters of the section shown before and after the passage."""


def held_passage(db: Database, passage_id: str) -> tuple[LibraryArticle, LibraryPassage] | None:
    """The passage of an id with its article; ``None`` where there is none."""
    passages = db.library.passages([passage_id])
    if not passages:
        return None
    return db.library.load([passages[0].article_id])[passages[0].article_id], passages[0]


def passage_json(db: Database, passage_id: str) -> dict[str, Any] | None:
    """The passage under the keys of ``retrieved`` of an answer, without scores."""
    held = held_passage(db, passage_id)
    if held is None:
        return None
    article, passage = held
    return {
        "passage_id": passage.id,
        "article_id": article.id,
        **article.model_dump(mode="json", include={*ArticleDetails.model_fields}),
        "year": article.year,
        "article_type": article.article_type,
        "license": article.license,
        "retraction": article.retraction.value,
        "kind": passage.kind,
        "section": passage.section,
        "start": passage.start,
        "end": passage.end,
        "pages": [page.model_dump() for page in article.pages_of(passage.start, passage.end)],
        "text": article.text[passage.start : passage.end],
    }


def passage_view(article: LibraryArticle, passage: LibraryPassage, start: int, end: int) -> dict[str, Any]:
    """The passage as its page shows it; ``start`` and ``end`` are what is marked, empty for nothing."""
    section = next((s for s in article.sections if s.start <= passage.start and passage.end <= s.end), None)
    first = max(section.start if section else 0, passage.start - AROUND)
    last = min(section.end if section else len(article.text), passage.end + AROUND)
    text = article.text[passage.start : passage.end]
    marked = passage.start <= start < end <= passage.end
    span = [MarkedSpan(start - passage.start, end - passage.start, "words")] if marked else []
    pages = (page.number for page in article.pages_of(passage.start, passage.end))
    place = f"{file_and_pages(article.file, pages)}, characters".lstrip(", ")
    return {
        "paper": paper_view(article),
        "section": passage.section,
        "before": article.text[first : passage.start],
        "text": highlight(text, span),
        "after": article.text[passage.end : last],
        "place": f"{place} {passage.start:,} to {passage.end:,} of the stored text",
        "licence": article.license,
        "retracted": article.retraction is RetractionStatus.RETRACTED,
    }


async def show_passage(request: Request) -> Response:
    """The page of a passage."""
    site = site_of(request)
    held = await site.read(held_passage, site.desks.db, request.path_params["id"])
    if held is None:
        raise NothingThere("There is no passage of this id.")
    view = passage_view(*held, _place(request, "start"), _place(request, "end"))
    return page("passage.html", request, passage=view)


def _place(request: Request, name: str) -> int:
    value = request.query_params.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 9 else 0


ROUTES = [Route("/passages/{id}", show_passage)]
