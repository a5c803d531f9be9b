"""openFDA: ``/label.json`` and ``/event.json`` over the authored labels and counts.

What belongs here: the part of the search syntax the client uses, paging, counting, and openFDA's own errors: no match
is HTTP 404, a bad query HTTP 400.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .messages import Answer, Request, as_json
from .query import contains, normalise
from .records import Record, Records

_PARAMETERS = {"search", "count", "limit", "skip", "sort", "api_key"}
_TERM = re.compile(r'([\w.]+):(?:"([^"]*)"|\[(\d+) TO (\d+)\]|([\w.*-]+))')
_COUNTED = "patient.reaction.reactionmeddrapt.exact"
LAST_UPDATED = "2026-11-02"


class OpenFda:
    """The authored labels and reports."""

    def __init__(self, records: Records) -> None:
        own = records.extra.get("openfda") or {}
        self._labels = [row for label in own.get("labels", []) for row in _rows(label)]
        self._events: list[Record] = own.get("events", [])

    def answer(self, request: Request) -> Answer:
        """Answer by path."""
        params = request.params
        if unknown := sorted(set(params) - _PARAMETERS):
            return _error(400, "BAD_REQUEST", f"Invalid parameter: {unknown[0]}")
        if int(params.get("limit", 1)) > 1000 or int(params.get("skip", 0)) > 25_000:
            return _error(400, "BAD_REQUEST", "Limit cannot exceed 1000, skip cannot exceed 25000.")
        try:
            if request.path == "label.json":
                return self._search_labels(params)
            if request.path == "event.json":
                return self._search_events(params)
        except ValueError as error:
            return _error(400, "BAD_REQUEST", str(error))
        return _error(404, "NOT_FOUND", "Not Found")

    def _search_labels(self, params: Mapping[str, str]) -> Answer:
        labels = [row for row in self._labels if _matches(params.get("search", ""), row)]
        field, _, direction = params.get("sort", "").partition(":")
        if field:
            labels.sort(key=lambda row: str(row.get(field, "")), reverse=direction == "desc")
        skip, limit = int(params.get("skip", 0)), int(params.get("limit", 1))
        if not labels[skip:]:
            return _no_match()
        return _results(labels[skip : skip + limit], LAST_UPDATED, {"skip": skip, "limit": limit, "total": len(labels)})

    def _search_events(self, params: Mapping[str, str]) -> Answer:
        query = params.get("search", "")
        serious_only = query.endswith(" AND serious:1")
        query = query.removesuffix(" AND serious:1")
        groups = [group for group in self._events if _matches(query, _report(group))]
        total = sum(group["serious" if serious_only else "reports"] for group in groups)
        if not total:
            return _no_match()
        if params.get("count") == _COUNTED:
            terms: Counter[str] = Counter()
            for group in groups:
                terms.update(group["reactions"])
            rows = [{"term": term, "count": n} for term, n in terms.most_common(int(params.get("limit", 100)))]
            return _results(rows, DEMONSTRATION_KEYWORD, None)
        return _results([_report(groups[0])], DEMONSTRATION_KEYWORD, {"skip": 0, "limit": 1, "total": total})


def _rows(label: Record) -> list[dict[str, Any]]:
    first = int(label["set_id"][-12:])
    return [_row(label, f"{label['set_id'][:-12]}{first + n:012d}") for n in range(label.get("copies", 1))]


def _row(label: Record, set_id: str) -> dict[str, Any]:
    sections = {name: [text] if isinstance(text, str) else text for name, text in label["sections"].items()}
    return {
        "set_id": set_id,
        "id": set_id.replace("-8000-", "-9000-"),
        "version": str(label["version"]),
        "effective_time": label["effective"],
        **sections,
        "openfda": {
            "generic_name": [label["generic"]],
            "brand_name": [label["brand"]],
            "substance_name": label["substances"],
            "manufacturer_name": [DEMONSTRATION_KEYWORD],
            "product_type": [label.get("product_type", "HUMAN PRESCRIPTION DRUG")],
            "spl_set_id": [set_id],
        },
    }


def _report(group: Record) -> dict[str, Any]:
    drug = {"medicinalproduct": group["generic"], "openfda": {"generic_name": [group["generic"]]}}
    return {"receivedate": group["received"], "patient": {"drug": [drug]}}


def _matches(query: str, record: Mapping[str, Any]) -> bool:
    """Terms joined by OR within parentheses, by AND between them. Raises ``ValueError`` for anything else."""
    return all(
        any(_term(term.strip(), record) for term in clause.strip().strip("()").split(" OR "))
        for clause in query.split(" AND ")
    )


def _term(term: str, record: Mapping[str, Any]) -> bool:
    match = _TERM.fullmatch(term)
    if not match:
        raise ValueError(f"Search not supported: {term[:60]}")
    field, phrase, low, high, word = match.groups()
    values = _values(record, field.removesuffix(".exact").split("."))
    if low:
        return any(low <= value <= high for value in values)
    return any(contains(normalise(value), phrase or word) for value in values)


def _values(record: Any, path: list[str]) -> list[str]:
    """The texts at a path; lists on the way are all followed."""
    if isinstance(record, list):
        return [value for item in record for value in _values(item, path)]
    if not path:
        return [str(record)]
    return _values(record[path[0]], path[1:]) if isinstance(record, Mapping) and path[0] in record else []


def _results(rows: list[Any], updated: str, results: dict[str, int] | None) -> Answer:
    meta: dict[str, Any] = {"disclaimer": "Demonstration.", "last_updated": updated}
    if results:
        meta["results"] = results
    return as_json({"meta": meta, "results": rows})


def _no_match() -> Answer:
    return _error(404, "NOT_FOUND", "No matches found!")


def _error(status: int, code: str, message: str) -> Answer:
    return as_json({"error": {"code": code, "message": message}}, status)
