"""MeSH through E-utilities: headings by id and by exact name.

What belongs here: finding a MeSH record. Which record a disease is searched by is decided in ``names``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from ...domain.base import Value
from ...rules.literature.pubmed_query import plain
from ...rules.names.name_matching import same_name
from ..http.http_client import Host, HttpClient, ServiceClient, expect_part
from .esearch import as_list, esearch

_BATCH = 100
_HITS = 20
"""Records read for one name; the exact one comes first where there is one."""
_SHORT_UI = re.compile(r"([DC])(\d{6})")
_ANY_UI = re.compile(r"[DC]\d{6,9}")
_UID_PREFIX = {"D": "68", "C": "67"}
"""E-utilities number D006976 as 68006976 and C537736 as 67537736; ids of nine digits have numbers of their own."""


class MeshRecord(Value):
    """A MeSH descriptor or supplementary concept."""

    ui: str
    name: str
    """The heading, as PubMed indexes it."""
    entry_terms: tuple[str, ...] = ()
    tree_numbers: tuple[str, ...] = ()
    """Places in the MeSH tree, for example ``C14.907.489``; none for supplementary concepts."""

    @property
    def is_supplementary(self) -> bool:
        return self.ui.startswith("C")

    @property
    def is_disease(self) -> bool:
        """Filed under diseases (C) or mental disorders (F03), or nowhere, as supplementary concepts are."""
        return not self.tree_numbers or any(n.startswith(("C", "F03")) for n in self.tree_numbers)

    @property
    def is_of_newborns(self) -> bool:
        """Filed under the diseases of newborn infants (C16.614)."""
        return any(n.startswith("C16.614") for n in self.tree_numbers)

    def named(self, name: str) -> bool:
        """Whether ``name`` is the heading or an entry term, apart from case, punctuation, plural and inversion."""
        return any(same_name(name, term) for term in (self.name, *self.entry_terms))


class Mesh(ServiceClient):
    """One client of MeSH; remembers what it has asked, so a name is looked up once."""

    def __init__(self, client: HttpClient, host: Host) -> None:
        super().__init__(client, host)
        self._by_name: dict[str, list[MeshRecord]] = {}

    async def headings(self, uis: Collection[str]) -> dict[str, MeshRecord]:
        """The records of these UIs (``D006976``); unknown ones are missing.

        One request for any hundred, and one more where ids of nine digits are among them.

        Raises:
            TransientFailure: E-utilities does not answer; never taken for an unknown heading.
        """
        wanted = sorted(ui for ui in set(uis) if _ANY_UI.fullmatch(ui))
        uids, long = [], []
        for ui in wanted:
            short = _SHORT_UI.fullmatch(ui)
            if short:
                uids.append(_UID_PREFIX[short[1]] + short[2])
            else:
                long.append(ui)
        for start in range(0, len(long), _BATCH):
            batch = long[start : start + _BATCH]
            uids += await self._search(" OR ".join(f"{ui}[MHUI]" for ui in batch), len(batch))
        records = {record.ui: record for record in await self._summaries(uids)}
        return {ui: records[ui] for ui in wanted if ui in records}

    async def search(self, name: str) -> list[MeshRecord]:
        """The records whose heading or entry term is exactly this name (case, punctuation and plural apart).

        A record in which the name is only one word among others ("COVID-19 Testing" for "COVID-19") is none. Two
        requests, one where MeSH does not know the name.

        Raises:
            TransientFailure: E-utilities does not answer; never taken for an unknown name.
        """
        text = plain(name)
        if not text:
            return []
        if text not in self._by_name:
            uids = await self._search(f'"{text}"[MeSH Terms]', _HITS)
            self._by_name[text] = await self._summaries(uids)
        return [record for record in self._by_name[text] if record.named(name)]

    async def _search(self, term: str, size: int) -> list[str]:
        params = {"db": "mesh", "term": term, "retmode": "json", "retmax": str(size)}
        answer = await esearch(self._client, self._host, params)
        return as_list(answer.json()["esearchresult"].get("idlist"))

    async def _summaries(self, uids: Sequence[str]) -> list[MeshRecord]:
        records = []
        for start in range(0, len(uids), _BATCH):
            params = {"db": "mesh", "id": ",".join(uids[start : start + _BATCH]), "retmode": "json"}
            answer = await self._get("esummary.fcgi", _check_summary, params=params)
            result = answer.json()["result"]
            summaries = (result.get(uid) for uid in as_list(result.get("uids")))
            records += [record for summary in summaries if (record := _record(summary)) is not None]
        return records


_check_summary = expect_part(dict, "result", fault="an esummary answer without a result")


def _record(summary: Any) -> MeshRecord | None:
    """A record of the summary, or ``None`` for an unknown id (``error``) and for what is no descriptor or concept."""
    if not isinstance(summary, dict) or "error" in summary:
        return None
    ui, terms = str(summary.get("ds_meshui", "")), as_list(summary.get("ds_meshterms"))
    if not _ANY_UI.fullmatch(ui) or not terms:
        return None
    return MeshRecord(
        ui=ui,
        name=terms[0],
        entry_terms=tuple(dict.fromkeys(terms[1:])),
        tree_numbers=tuple(_tree_numbers(summary.get("ds_idxlinks"))),
    )


def _tree_numbers(links: Any) -> Iterable[str]:
    for link in links if isinstance(links, list) else [links]:
        number = str(link.get("treenum") or "") if isinstance(link, dict) else ""
        if number:
            yield number
