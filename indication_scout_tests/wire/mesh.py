"""MeSH as the E-utilities serve it: ``db=mesh`` search and summaries, and the explosion of headings.

What belongs here: descriptors with entry terms and tree numbers. A uid is ``68`` followed by the descriptor's digits.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

from .query import Fields, Term, contains, normalise
from .records import Record, Records
from .search_index import Found, SearchIndex

_FIELDS = {
    "all fields": "All Fields", "all": "All Fields", "mesh terms": "MeSH Terms", "mh": "MeSH Terms",
    "mesh": "MeSH Terms", "mesh unique id": "MeSH Unique ID", "mhui": "MeSH Unique ID",
}  # fmt: skip


class MeshDatabase:
    """The descriptors the demonstration needs, and none else."""

    def __init__(self, records: Records) -> None:
        self._by_uid = {_uid(record["ui"]): record for record in records.mesh}
        self.narrower = cache(self._narrower)
        """``narrower(name)``: what a ``[mh]`` search for the name means; asked once per article, so remembered."""

    def search(self, query: str) -> Found:
        """Find descriptors: untagged words anywhere in a name, ``[mh]`` a whole name, ``[mhui]`` the identifier."""
        return self._index.search(query)

    def summary(self, uid: str) -> dict[str, Any] | None:
        """The document summary: heading first, then the entry terms."""
        record = self._by_uid.get(uid)
        if record is None:
            return None
        return {
            "uid": uid,
            "ds_recordtype": "descriptor",
            "ds_meshui": record["ui"],
            "ds_meshterms": _names(record),
            "ds_scopenote": "",
            "ds_idxlinks": [{"parent": 0, "treenum": number, "children": []} for number in record["tree"]],
        }

    def _narrower(self, name: str) -> frozenset[str]:
        """The UIs of the heading of that name or entry term, with all below it in the tree."""
        wanted = normalise(name)
        roots = [r for r in self._by_uid.values() if wanted in map(normalise, [*_names(r), r["ui"]])]
        above = tuple(f"{number}." for root in roots for number in root["tree"])
        below = [r for r in self._by_uid.values() if any(number.startswith(above) for number in r["tree"])]
        return frozenset(record["ui"] for record in [*roots, *below])

    def knows(self, phrase: str) -> bool:
        """Whether some name holds the phrase."""
        return any(contains(fields["all fields"], phrase) for fields in self._index.records.values())

    @cached_property
    def _index(self) -> SearchIndex:
        fields: dict[str, Fields] = {
            uid: {
                "mesh terms": normalise(_names(r)),
                "mesh unique id": normalise(r["ui"]),
                "all fields": normalise([r["ui"], *_names(r)]),
            }
            for uid, r in self._by_uid.items()
        }
        return SearchIndex(
            records=fields,
            field_names=_FIELDS,
            match=_matches,
            knows=lambda phrase: any(contains(f["all fields"], phrase) for f in fields.values()),
        )


def _matches(term: Term, fields: Fields) -> bool:
    shown = _FIELDS[term.field].lower()
    if shown == "mesh terms" and not term.text.endswith("*"):
        return normalise(term.text) in fields[shown].split(" | ")
    return contains(fields[shown], term.text)


def _names(record: Record) -> list[str]:
    return [record["name"], *record.get("entries", [])]


def _uid(ui: str) -> str:
    return f"68{ui[1:]}"
