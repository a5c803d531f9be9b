"""DailyMed: the labels of a drug, the newest version of each, read in full from their SPL documents.

What belongs here: the list of documents, the choice among them, and fetching. What is in a document is read in ``spl``.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from ...domain.outcomes import ScoutError, SourceState
from ...domain.records.labels import Label, LabelSearch, LabelVersion
from ...rules.as_of import versions_as_of
from ...rules.labels.label_rules import contains_drug, is_for_people, is_single_ingredient
from ...rules.names.name_matching import names_in
from ..formats.json_texts import part, parts, plain_text, whole_number
from ..formats.month_names import MONTHS
from ..formats.spl import SOURCE, parse_spl, without_boilerplate
from ..http.http_client import HttpAnswer, ServiceClient, TransientBody, expect_part, expect_xml
from ..reference_lookups import drug_terms, outcome_of
from .openfda import left_out

PAGE = 100
MOST_PAGES = 30
"""Pages of the list read; the drugs with the most labels (ibuprofen, acetaminophen) have about 20."""
NAMES_TRIED = 3
"""Names asked for, one after the other, until one brings labels of the drug: the generic name, then brands."""
MOST_DOCUMENTS = 25
"""Documents read where those before were of another drug or for animals, as most labels of ivermectin are."""
AT_ONCE = 3
"""Documents fetched side by side; one may be a megabyte."""

_PRINTED_DATE = re.compile(r"([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2}),\s*(\d{4})")
_SET_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SEVERAL = re.compile(r"\band\b|\bwith\b|/")
_PICTURES = "../../image.cfm"
"""Beside the web services, under the same host."""
_PRODUCT = re.compile(r"^[^\[]*")


class _ListedLabel(NamedTuple):
    """A row of the list."""

    set_id: str
    title: str
    version: int
    published: date | None


class _List(NamedTuple):
    rows: list[_ListedLabel]
    """The newest row of each set id, best first."""
    total: int
    dropped: int
    """Rows later than asked for, or without a date."""
    unread: int
    """Rows on pages that were not read."""


@dataclass
class _Read:
    """What became of the documents read."""

    labels: list[Label] = field(default_factory=list)
    """Of the drug, for people, in time; in the order of the list."""
    failures: list[ScoutError] = field(default_factory=list)
    documents: int = 0
    late: int = 0

    def sort_out(self, answers: Iterable[Label | ScoutError], names: Sequence[str], as_of: date | None) -> None:
        for answer in answers:
            if not isinstance(answer, Label):
                self.failures.append(answer)
                continue
            self.documents += 1
            if as_of and not (answer.effective and answer.effective <= as_of):
                self.late += 1
            elif is_for_people(answer) and contains_drug(answer, names):
                self.labels.append(answer)


class DailyMed(ServiceClient):
    """One client of DailyMed."""

    async def labels(
        self, drug_names: Sequence[str], limit: int = 5, as_of: date | None = None, held: Sequence[Label] = ()
    ) -> LabelSearch:
        """Labels for people of which the drug is an active ingredient, at most ``limit``, single-ingredient ones first.

        The generic name is asked for, a brand where it brings nothing. DailyMed serves the current version of each
        label only: with ``as_of`` those published later, or without a date, are left out, not read in an older version.
        ``held`` are the labels an earlier run read: of one in another version since, the history is asked for.

        Raises:
            PermanentFailure: no drug name can be searched, or DailyMed refuses.
            TransientFailure: DailyMed does not answer. A fault is never an empty result.
        """
        names = drug_terms(SOURCE, drug_names)[:NAMES_TRIED]
        nothing = LabelSearch(
            (),
            outcome_of(SOURCE, f'labels of "{names[0]}"', SourceState.EMPTY, f"{SOURCE} has no label of {names[0]}."),
        )
        for name in names:
            listed = await self._list(name, as_of)
            if not listed.total:
                continue
            search = await self._read(name, listed, drug_names, limit, as_of)
            if search.labels:
                return await self._with_histories(search, held, as_of)
            if nothing.outcome.state is SourceState.EMPTY:
                nothing = search
        if as_of and nothing.outcome.state is SourceState.EMPTY:
            reason = f"{SOURCE} has no label of {names[0]} last revised by {as_of}; it has current versions only."
            nothing = nothing._replace(outcome=nothing.outcome.model_copy(update={"reason": reason}))
        return nothing

    async def _list(self, name: str, as_of: date | None) -> _List:
        """The list of a name's documents, all pages of it."""
        params = {"drug_name": name, "pagesize": str(PAGE)}
        if as_of:
            params |= {"published_date": as_of.isoformat(), "published_date_comparison": "lte"}
        rows: list[_ListedLabel] = []
        total = page = 0
        pages = 1
        while page < min(pages, MOST_PAGES):
            page += 1
            answer = (await self._get("spls.json", _check_list, params={**params, "page": str(page)})).json()
            metadata = part(answer, "metadata")
            total = whole_number(metadata.get("total_elements")) or total
            pages = whole_number(metadata.get("total_pages")) or pages
            rows += [row for item in parts(answer["data"]) if (row := _row(item))]
        in_time = [row for row in rows if not as_of or (row.published and row.published <= as_of)]
        newest: dict[str, _ListedLabel] = {}
        for row in in_time:
            if row.set_id not in newest or _age(row) > _age(newest[row.set_id]):
                newest[row.set_id] = row
        return _List(
            rows=_best_first(list(newest.values()), name),
            total=max(total, len(rows)),
            dropped=len(rows) - len(in_time),
            unread=max(0, total - MOST_PAGES * PAGE),
        )

    async def _read(
        self, name: str, listed: _List, drug_names: Sequence[str], limit: int, as_of: date | None
    ) -> LabelSearch:
        """The first ``limit`` documents of the list that are labels of the drug.

        The list tells neither ingredients nor species, so as many more are read as turn out unfit.
        """
        waiting = listed.rows[: max(limit, MOST_DOCUMENTS)]
        read = _Read()
        while waiting and (wanted := limit - len(read.labels) - len(read.failures)) > 0:
            chosen, waiting = waiting[:wanted], waiting[wanted:]
            read.sort_out(await self._documents(chosen), [name, *drug_names], as_of)
        if read.failures and not read.labels:
            raise read.failures[0]
        labels = sorted(read.labels, key=lambda label: not is_single_ingredient(label))
        late = listed.dropped + read.late
        state, reason = _state(name, read, limit, listed)
        return LabelSearch(
            tuple(labels),
            outcome_of(
                SOURCE,
                f'labels of "{name}"',
                state,
                reason,
                len(labels),
                listed.total,
                left_out=late,
                unanswered=bool(read.failures),
            ),
            warnings=left_out(SOURCE, late, read.documents - read.late - len(labels), as_of),
        )

    async def _with_histories(self, search: LabelSearch, held: Sequence[Label], as_of: date | None) -> LabelSearch:
        """The labels with their histories: as held where the version is the same, else asked for."""
        before = {label.set_id: label for label in held if label.source == SOURCE}
        labels: list[Label] = []
        failures: list[ScoutError] = []
        for label in search.labels:
            known = before.get(label.set_id)
            history = known.history if known else ()
            if known and (history is None or known.version != label.version):
                try:
                    history = await self._history(label, as_of)
                except ScoutError as failure:
                    failures.append(failure)
                    history = None
            labels.append(label.model_copy(update={"history": history}))
        outcome = search.outcome
        if failures:
            many = "labels" if len(failures) > 1 else "label"
            missing = f"The version history of {len(failures)} {many} could not be read: {failures[0]}"
            reason = f"{outcome.reason} {missing}".lstrip()
            update = {"state": SourceState.DEGRADED, "reason": reason, "unanswered": True}
            outcome = outcome.model_copy(update=update)
        return search._replace(labels=tuple(labels), outcome=outcome)

    async def _history(self, label: Label, as_of: date | None) -> tuple[LabelVersion, ...]:
        """The versions of a label, newest first: the newest hundred, which DailyMed gives at once.

        An answer without the label's own version is an older one, kept or served.
        """

        def check(answer: HttpAnswer) -> None:
            _check_history(answer)
            if label.version not in (version.version for version in _versions(answer)):
                raise TransientBody(f"a history without version {label.version}")

        versions = _versions(await self._get(f"spls/{label.set_id}/history.json", check))
        return versions_as_of(versions, as_of) if as_of else versions

    async def _documents(self, rows: Sequence[_ListedLabel]) -> list[Label | ScoutError]:
        """The label behind each row, or why it could not be read."""
        turns = asyncio.Semaphore(AT_ONCE)

        async def fetch(row: _ListedLabel) -> Label | ScoutError:
            async with turns:
                try:
                    return await self._document(row)
                except ScoutError as failure:
                    return failure

        return await asyncio.gather(*map(fetch, rows))

    async def document(self, set_id: str) -> bytes:
        """The SPL document of a set id, as it is served.

        Raises:
            PermanentFailure: there is none, or what is served is no label.
            TransientFailure: DailyMed does not answer.
        """
        answer = await self._get(f"spls/{set_id}.xml", _check_document)
        return answer.body

    async def picture(self, set_id: str, file: str) -> bytes | None:
        """The bytes of a picture of a label; ``None`` where DailyMed has none of this name.

        Raises:
            PermanentFailure, TransientFailure: DailyMed refuses, or does not answer.
        """
        answer = await self._get(
            _PICTURES, _check_picture, params={"setid": set_id, "name": file}, accept_status=(200, 404)
        )
        return answer.body if answer.status == 200 else None

    async def _document(self, row: _ListedLabel) -> Label:
        label = parse_spl(await self.document(row.set_id))
        same = str(row.version) == label.version
        return label.model_copy(update={"published": row.published if same else None})


def _state(name: str, read: _Read, limit: int, listed: _List) -> tuple[SourceState, str]:
    chosen = read.documents + len(read.failures)
    if read.failures:
        return SourceState.DEGRADED, f"{len(read.failures)} of the {chosen} labels chosen could not be read."
    left = len(listed.rows) - chosen
    if left > 0 and len(read.labels) < limit:
        return SourceState.DEGRADED, f"Only {chosen} of the {len(listed.rows)} labels listed under {name} were read."
    if not read.labels:
        return SourceState.EMPTY, f"{SOURCE} has no label for people with {name} as an active ingredient."
    if listed.unread:
        return SourceState.DEGRADED, f"The labels were chosen from the first {MOST_PAGES * PAGE} of {listed.total}."
    return SourceState.OK, ""


# ------------------------------------------------------------------------------------------------ the list
_check_list = expect_part(list, "data", fault="an answer without a list of labels")
_check_history = expect_part(list, "data", "history", fault="an answer without a label's history")


def _check_picture(answer: HttpAnswer) -> None:
    if answer.status == 200 and not answer.body:
        raise TransientBody("an empty picture")


def _check_document(answer: HttpAnswer) -> None:
    expect_xml(answer)
    parse_spl(answer.body)


def _row(item: dict[str, Any]) -> _ListedLabel | None:
    """A row, or ``None`` without a set id: nothing could be fetched by it."""
    set_id = plain_text(item.get("setid")).lower()
    if not _SET_ID.fullmatch(set_id):
        return None
    return _ListedLabel(
        set_id=set_id,
        title=without_boilerplate(plain_text(item.get("title"))),
        version=whole_number(item.get("spl_version")) or 0,
        published=printed_date(plain_text(item.get("published_date"))),
    )


def _versions(answer: HttpAnswer) -> tuple[LabelVersion, ...]:
    """The versions of a label's history that have a number, in its order."""
    return tuple(
        LabelVersion(version=str(number), day=printed_date(plain_text(item.get("published_date"))))
        for item in parts(part(answer.json(), "data")["history"])
        if (number := whole_number(item.get("spl_version"))) is not None
    )


def printed_date(text: str) -> date | None:
    """A date as DailyMed prints it, ``Mar 01, 2026``; ``None`` for anything else. Locale plays no part."""
    match = _PRINTED_DATE.fullmatch(text)
    if not match or match[1].lower() not in MONTHS:
        return None
    try:
        return date(int(match[3]), MONTHS[match[1].lower()], int(match[2]))
    except ValueError:
        return None


def _age(row: _ListedLabel) -> tuple[date, int]:
    return row.published or date.min, row.version


def _best_first(rows: list[_ListedLabel], name: str) -> list[_ListedLabel]:
    """Labels of this drug alone first, by their titles; of each product first the newest label, then the others.

    Titles read ``BUPROPION HYDROCHLORIDE tablet, film coated [Maker]``: many makers have one product, and their labels
    say the same, so five labels of five products say more than five of one.
    """
    rows = sorted(rows, key=lambda row: (_age(row), row.set_id), reverse=True)
    seen: dict[str, int] = {}
    ranked = []
    for row in rows:
        product = _PRODUCT.match(row.title)
        product_name = " ".join((product[0] if product else "").lower().split())
        nth = seen[product_name] = seen.get(product_name, 0) + 1
        fitness = 2 * (not names_in(row.title, [name])) + bool(_SEVERAL.search(product_name))
        ranked.append((fitness, nth, row))
    ranked.sort(key=lambda entry: entry[:2])
    return [row for _, _, row in ranked]
