"""Open-i: ``search?query=…&m=1&n=…``.

What belongs here: the JSON answer, figures with their captions.
"""

from __future__ import annotations

from typing import Any

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .messages import Answer, Request, as_json, plain
from .query import Fields, QueryError, Term, contains, evaluate, normalise, parse
from .records import Record, Records


class OpenI:
    """The authored figures."""

    def __init__(self, records: Records) -> None:
        self._figures: list[Record] = records.extra.get("reference", {}).get("openi", [])

    def answer(self, request: Request) -> Answer:
        """Answer a search over titles and captions."""
        if request.path != "search":
            return plain("Not found", 404)

        def matches(term: Term, fields: Fields) -> bool:
            return contains(fields["text"], term.text)

        try:
            tree = parse(request.params.get("query", ""))
            first, last = int(request.params.get("m", 1)), int(request.params.get("n", 10))
        except (QueryError, ValueError):
            return plain("Bad request", 400)
        figures = [f for f in self._figures if evaluate(tree, {"text": normalise([f["title"], f["caption"]])}, matches)]
        page = figures[first - 1 : last]
        return as_json(
            {"min": first, "max": last, "count": len(page), "total": len(figures), "list": list(map(_row, page))}
        )


def _row(figure: Record) -> dict[str, Any]:
    return {
        "uid": figure["uid"],
        "pmcid": figure["pmcid"],
        "title": figure["title"],
        "journal_date": {"year": figure["year"]},
        "imgLarge": f"/imgs/512/0/0/{figure['pmcid']}/{figure['uid']}.png",
        "image": {"id": figure["uid"].split("_")[-1], "caption": figure["caption"]},
        "Problems": DEMONSTRATION_KEYWORD,
    }
