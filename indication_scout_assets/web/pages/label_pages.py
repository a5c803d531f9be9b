"""Pages of drug labels: what is held, a drug's label in full with a question box, two labels compared, pictures.

What belongs here: addresses and requests. What the pages show of a label is made in ``monograph_views``.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ...answering.labels.drawn_structures import drawing, drawn_name
from ...answering.labels.held_labels import label_changes
from ...answering.labels.label_session import LabelSession
from ...domain.monographs.label_documents import LabelDocument, picture_type
from ...domain.outcomes import PermanentFailure, ScoutError
from ..asked_questions import question_text
from ..faults import NothingThere, status_of
from ..site import site_of
from .answer_views import AnswerView, answer_view
from .monograph_views import MarkedWords, drug_address, label_line, monograph_view, plain
from .page_templates import page


async def list_labels(request: Request) -> Response:
    """Every drug whose labels are held; with ``q`` the drug of that name."""
    site, wanted = site_of(request), request.query_params.get("q", "").strip()[:200]

    def work() -> tuple[list[dict[str, Any]], str, tuple[str, ...]]:
        with site.desks.labels() as desk:
            meant = desk.called(wanted) if wanted else None
            near = tuple(desk.names.nearest(wanted, ())) if wanted and meant is None else ()
            drugs: dict[str, list[LabelDocument]] = {}
            for document in site.desks.db.labels.documents():
                drugs.setdefault(document.drug, []).append(document)
            rows = [
                {
                    "drug": drug,
                    "href": drug_address(drug),
                    "labels": [label_line(d) for d in documents],
                    "names": [name for name in sorted(desk.names.names_of(drug)) if name != drug],
                }
                for drug, documents in drugs.items()
            ]
            return rows, meant or "", near

    rows, meant, near = await site.read(work)
    if meant:
        return RedirectResponse(drug_address(meant), 303)
    return page("labels.html", request, rows=rows, wanted=wanted, near=near)


async def show_label(request: Request) -> Response:
    """A drug's label in full; with ``q`` the answer to a question on it above."""
    site, fields = site_of(request), request.query_params
    question = fields.get("q", "").strip()
    answer: AnswerView | None = None
    failure: ScoutError | None = None
    if question:
        try:
            site.admit(request)
            question = question_text(question)
        except ScoutError as wrong:
            failure = wrong
            question = question[:200]

    def work() -> dict[str, Any]:
        nonlocal answer
        with site.desks.labels() as desk:
            held = site.desks.db.labels.load(_drug(desk, request))
            document = _document(held.documents, fields.get("label", ""))
            if question and failure is None:
                answer = answer_view(desk.ask(question, drug=document.drug), {}, {})
            view = monograph_view(held, document, desk.names.names_of(document.drug), _marked(request, document))
            return {"view": view, "answer": answer, "comparable": len(held.documents) > 1}

    shown = await site.read(work)
    return page(
        "monograph.html",
        request,
        status=status_of(failure) if failure else 200,
        question=question,
        failure=str(failure) if failure else "",
        **shown,
    )


async def compare(request: Request) -> Response:
    """Two labels of a drug: sentences that only one of them has, values that differ."""
    site, fields = site_of(request), request.query_params
    first, second = fields.get("first", ""), fields.get("second", "")

    def work() -> dict[str, Any]:
        with site.desks.labels() as desk:
            db, drug = site.desks.db, _drug(desk, request)
            documents = db.labels.documents(drug)
            older, newer = first or documents[-1].id, second or documents[0].id
            for label in (older, newer):
                _document(documents, label)
            changes = [] if older == newer else label_changes(desk, drug, older, newer).changes
            lines = {document.id: label_line(document) for document in documents}
            return {
                "drug": drug,
                "href": drug_address(drug),
                "labels": tuple(lines.values()),
                "changes": changes,
                "first": lines[older],
                "second": lines[newer],
                "plain": plain,
            }

    return page("label_changes.html", request, **await site.read(work))


async def picture(request: Request) -> Response:
    """The bytes of a picture of a label, or of one drawn where no label has one."""
    site, file = site_of(request), request.path_params["file"]

    def work() -> bytes | None:
        with site.desks.labels() as desk:
            db, drug = site.desks.db, _drug(desk, request)
            if file == drawn_name(drug):
                return drawing(db, drug)
            return db.labels.picture_bytes(drug, file)

    content = await site.read(work)
    kind = picture_type(content or b"")  # anything but a picture could be a page
    if content is None or not kind:
        raise NothingThere("There is no picture of this name.")
    return Response(content, media_type=kind, headers={"Cache-Control": "max-age=3600"})


def _drug(desk: LabelSession, request: Request) -> str:
    """The drug of the address, by any of its names."""
    try:
        return desk.drug(request.path_params["drug"])
    except PermanentFailure as unknown:
        raise NothingThere(str(unknown)) from None


def _document(documents: Any, wanted: str) -> LabelDocument:
    """The label of an id; without one the newest."""
    chosen: LabelDocument | None = next((d for d in documents if not wanted or d.id == wanted), None)
    if chosen is None:
        raise NothingThere("There is no such label of this drug.")
    return chosen


def _marked(request: Request, document: LabelDocument) -> MarkedWords | None:
    """The words the address wants marked."""
    values = [request.query_params.get(name, "") for name in ("section", "start", "end")]
    if not all(value.isascii() and value.isdigit() and len(value) < 9 for value in values):
        return None
    section, start, end = map(int, values)
    return MarkedWords(document.id, section, start, end) if start < end else None


ROUTES = [
    Route("/labels", list_labels),
    Route("/labels/{drug}", show_label),
    Route("/labels/{drug}/compare", compare),
    Route("/labels/{drug}/pictures/{file:path}", picture),
]
