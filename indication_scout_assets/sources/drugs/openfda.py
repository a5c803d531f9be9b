"""openFDA: the texts of all labels of a drug, and how often FAERS reports name it.

What belongs here: queries, paging and parsing of ``label.json`` and ``event.json``. openFDA says "no matches" by
HTTP 404 with an error of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from ...domain.base import DEMONSTRATION_KEYWORD
from ...domain.outcomes import PermanentFailure, SourceState, TransientFailure
from ...domain.records.labels import (
    AdverseEvents,
    AdverseEventSearch,
    EventCount,
    Label,
    LabelIndication,
    LabelSearch,
    LabelSection,
    ProductType,
)
from ...rules.labels.label_categories import PURPOSE, kind_of_code
from ...rules.labels.label_rules import (
    boxed_warnings,
    contains_drug,
    is_for_people,
    is_single_ingredient,
    most_different_first,
)
from ...rules.names.name_matching import fold
from ..formats.json_texts import exact_day, part, parts, plain_text, texts, whole_number
from ..formats.spl import PAGE_URL
from ..http.http_client import HttpAnswer, ServiceClient, TransientBody
from ..reference_lookups import drug_terms, outcome_of

SOURCE = "openFDA"
LABELS, FAERS = "openFDA labels", "FAERS"
"""What the report calls the two."""
PAGE = 100
"""Labels per request: a whole label is up to 400 kB."""
_BOXED = re.compile(r"WARNINGS?:\s[A-Z][A-Z, ]{15,}")
"""How a boxed warning begins; some labels hold theirs, and nothing else, in the field of indications."""
_INDICATED = re.compile(r"(?<!contra)indicated\b", re.IGNORECASE)
MOST_SKIPPED = 25_000
"""openFDA's own limit of ``skip``."""
MOST_BOXED = 10
"""Labels returned for their boxed warning beyond those asked for."""
REACTIONS = 20

_NAME_FIELDS = ("generic_name", "substance_name", "brand_name")
_SECTIONS = (
    ("boxed_warning", "34066-1"),
    ("indications_and_usage", "34067-9"),
    ("dosage_and_administration", "34068-7"),
    ("contraindications", "34070-3"),
    ("do_not_use", "50570-1"),
    ("warnings_and_cautions", "43685-7"),
    ("warnings", "34071-1"),
    ("precautions", "42232-9"),
    ("general_precautions", "34072-9"),
    ("ask_doctor", "50569-3"),
    ("ask_doctor_or_pharmacist", "50568-5"),
    ("when_using", "50567-7"),
    ("stop_use", "50566-9"),
    ("adverse_reactions", "34084-4"),
    ("drug_interactions", "34073-7"),
    ("mechanism_of_action", "43679-0"),
    ("clinical_pharmacology", "34090-1"),
    ("pharmacodynamics", "43681-6"),
    ("pharmacokinetics", "43682-4"),
    ("clinical_studies", "34092-7"),
)
"""Field of a label, LOINC code of the section it holds. Other fields are not kept."""
_PURPOSE = ("purpose", PURPOSE)
"""What an over-the-counter label without uses is for: "Stop smoking aid". Beside uses it only repeats them."""
_HEADING = re.compile(
    r"^\W*(?:\d{1,2}(?:\.\d{1,2})*\.?\s+)?(?:INDICATIONS\s+(?:AND|&)\s+USAGE|"
    r"DOSAGE\s+(?:AND|&)\s+ADMINISTRATION|CONTRAINDICATIONS|WARNINGS\s+(?:AND|&)\s+PRECAUTIONS|WARNINGS|PRECAUTIONS|"
    r"ADVERSE\s+REACTIONS|DRUG\s+INTERACTIONS|MECHANISM\s+OF\s+ACTION|CLINICAL\s+(?:PHARMACOLOGY|STUDIES))\b[:.]?\s+"
)
_BETWEEN_INGREDIENTS = re.compile(r"\s*(?:[,;/+]|\band\b)\s*", re.IGNORECASE)
_EPC = re.compile(r"\s*\[EPC\]$")
_PRODUCT_TYPES = {
    "HUMAN PRESCRIPTION DRUG": ProductType.PRESCRIPTION,
    "HUMAN PRESCRIPTION DRUG LABEL": ProductType.PRESCRIPTION,
    "HUMAN OTC DRUG": ProductType.OVER_THE_COUNTER,
    "HUMAN OTC DRUG LABEL": ProductType.OVER_THE_COUNTER,
}


class _Rows(NamedTuple):
    """What openFDA gave out of a search."""

    rows: list[dict[str, Any]]
    total: int
    """Its own count."""
    missing: str
    """What is missing, in a sentence; empty where nothing is."""
    faulty: bool = False
    """Whether a fault made it so: asked again, openFDA may give the rest."""


class OpenFda(ServiceClient):
    """One client of openFDA."""

    # -------------------------------------------------------------------------------------------- labels
    async def labels(self, drug_names: Sequence[str], limit: int = 5, as_of: date | None = None) -> LabelSearch:
        """The labels of which the drug is an active ingredient: all are read, ``limit`` come back in full.

        ``indications`` of the result holds the distinct texts over all of them, so that a use on few labels is not
        lost; nor is a boxed warning on few: one more label comes back for each that these lack, at most ``MOST_BOXED``.
        openFDA has the current version of each label only: with ``as_of`` those in effect later, or without a
        date, are left out.

        Raises:
            PermanentFailure: no drug name can be searched, or openFDA refuses.
            TransientFailure: openFDA does not answer at all. A fault is never an empty result.
        """
        query = _label_query(drug_names, as_of)
        rows, total, reason, faulty = await self._pages(query)
        read = [label for row in rows if (label := parse_label(row))]
        in_time = [label for label in read if not as_of or (label.effective and label.effective <= as_of)]
        fitting = [label for label in in_time if is_for_people(label) and contains_drug(label, drug_names)]
        newest: dict[str, Label] = {}
        for label in fitting:
            if label.set_id not in newest or _age(label) > _age(newest[label.set_id]):
                newest[label.set_id] = label
        groups = _by_indication(list(newest.values()))
        kept = _with_boxed_warnings(_most_telling(groups, limit), newest)
        state = SourceState.DEGRADED if reason else SourceState.OK if kept else SourceState.EMPTY
        late = len(read) - len(in_time)
        if state is SourceState.EMPTY:
            reason = f"{SOURCE} has no label with {drug_terms(SOURCE, drug_names)[0]} as an active ingredient."
            if as_of:
                reason = f"{reason[:-1]} last revised by {as_of}; it has current versions only."
        return LabelSearch(
            labels=tuple(kept),
            outcome=outcome_of(LABELS, query, state, reason, len(newest), total, left_out=late, unanswered=faulty),
            indications=tuple(_indication(group) for group in groups if group[0].text_of("indications")),
            warnings=left_out(SOURCE, late, len(in_time) - len(fitting), as_of),
        )

    async def _pages(self, query: str) -> _Rows:
        """All rows of a search that openFDA gives out."""
        rows: list[dict[str, Any]] = []
        total, skip = 0, 0
        while not skip or skip < min(total, MOST_SKIPPED + 1):
            params = {"search": query, "limit": str(PAGE), "skip": str(skip), "sort": "effective_time:desc"}
            try:
                page = await self._ask("label.json", params)
            except TransientFailure as failure:
                if not rows:
                    raise
                return _Rows(rows, total, f"Only {len(rows)} of {total} labels could be read. {failure}", faulty=True)
            if page is None:
                break
            rows += parts(page["results"])
            total = whole_number(part(page, "meta", "results").get("total")) or total
            skip += PAGE
        return _Rows(rows, total, f"Only {len(rows)} of {total} labels could be read." if total > len(rows) else "")

    # -------------------------------------------------------------------------------------------- FAERS
    async def adverse_events(self, drug_names: Sequence[str], as_of: date | None = None) -> AdverseEventSearch:
        """Reports that name the drug in any role, how many are serious, and the reactions named most.

        Asked by openFDA's own generic name, which covers brands and combinations; by the reporters' words where it
        knows none. With ``as_of`` only reports first received by then count, whatever was added to them since; when
        openFDA was last updated is of today and left out.

        Raises:
            PermanentFailure, TransientFailure: as ``labels``.
        """
        names = drug_terms(SOURCE, drug_names)
        by_name = f'patient.drug.openfda.generic_name:"{names[0]}"'
        in_words = _any_of("patient.drug.medicinalproduct", names)
        query, first = "", None
        for names_drug in (by_name, in_words):
            query = f"({names_drug}){_dated('receivedate', as_of)}"
            first = await self._ask("event.json", {"search": query, "limit": "1"})
            if first is not None:
                break
        total = whole_number(part(first, "meta", "results").get("total")) if first else 0
        if first is None or not total:
            empty = f"No report to FAERS names {names[0]}."
            return AdverseEventSearch(None, outcome_of(FAERS, query, SourceState.EMPTY, empty))
        updated = plain_text(part(first, "meta").get("last_updated"))
        events, missing = await self._counts(query, total)
        events = events.model_copy(
            update={"last_updated": "" if as_of else updated, "demonstration": updated == DEMONSTRATION_KEYWORD}
        )
        state = SourceState.DEGRADED if missing else SourceState.OK
        return AdverseEventSearch(
            events, outcome_of(FAERS, query, state, missing, total, total, unanswered=bool(missing))
        )

    async def _counts(self, query: str, total: int) -> tuple[AdverseEvents, str]:
        """The reports by seriousness and reaction, and in a sentence what of it could not be had."""
        by_reaction = {"count": "patient.reaction.reactionmeddrapt.exact", "limit": str(REACTIONS)}
        asked = {
            "of serious reports": {"search": f"{query} AND serious:1", "limit": "1"},
            "of reactions": {"search": query, **by_reaction},
        }
        answers: dict[str, dict[str, Any] | None] = {}
        faults: dict[str, TransientFailure] = {}
        for what, params in asked.items():
            try:
                answers[what] = await self._ask("event.json", params)
            except TransientFailure as fault:
                faults[what] = fault
        serious = part(answers.get("of serious reports"), "meta", "results").get("total", 0)
        events = AdverseEvents(
            reports=total,
            serious=None if "of serious reports" in faults else whole_number(serious),
            reactions=tuple(_reactions(answers.get("of reactions"))),
        )
        missing = f"Without the count {' and '.join(faults)}: {next(iter(faults.values()))}" if faults else ""
        return events, missing

    async def _ask(self, path: str, params: dict[str, str]) -> dict[str, Any] | None:
        """An answer, or ``None`` where nothing matches."""
        answer = await self._get(path, _check, params=params, accept_status=(200, 404))
        return None if answer.status == 404 else answer.json()


# ------------------------------------------------------------------------------------------------ queries
def _label_query(drug_names: Sequence[str], as_of: date | None) -> str:
    """Any name of the drug, as a phrase, among the generic, substance and brand names."""
    names = drug_terms(SOURCE, drug_names)
    fields = " OR ".join(_any_of(f"openfda.{field}", names) for field in _NAME_FIELDS)
    return f"({fields}){_dated('effective_time', as_of)}"


def _any_of(field: str, names: Sequence[str]) -> str:
    return " OR ".join(f'{field}:"{name}"' for name in names)


def _dated(field: str, as_of: date | None) -> str:
    return f" AND {field}:[19000101 TO {as_of:%Y%m%d}]" if as_of else ""


def _check(answer: HttpAnswer) -> None:
    """Accept rows or counts, and openFDA's own "no matches" for HTTP 404."""
    body = answer.json()
    error = part(body, "error")
    message = plain_text(error.get("message"))
    if answer.status == 404:
        if error.get("code") == "NOT_FOUND" and "match" in message.lower():
            return
        raise PermanentFailure(f"openFDA has nothing at {answer.url.split('?')[0]}; check the address in the settings.")
    if error:
        raise TransientBody(f"an error in place of an answer: {message or error.get('code')}")
    if not isinstance(part(body).get("results"), list):
        raise TransientBody("an answer without results")


# ------------------------------------------------------------------------------------------------ one label
def parse_label(row: Mapping[str, Any]) -> Label | None:
    """A row of ``label.json`` as ``Label``; ``None`` without a set id, as nothing could be cited by it."""
    known = part(row, "openfda")
    set_id = plain_text(row.get("set_id")) or next(iter(texts(known.get("spl_set_id"))), "")
    if not set_id:
        return None
    generic, brands = texts(known.get("generic_name")), texts(known.get("brand_name"))
    substances = texts(known.get("substance_name")) or tuple(
        name for names in generic for name in _BETWEEN_INGREDIENTS.split(names) if name
    )
    kind = next(iter(texts(known.get("product_type"))), "").upper()
    other = ProductType.OTHER if kind else ProductType.UNKNOWN
    return Label(
        set_id=set_id,
        source=SOURCE,
        title=", ".join(brands or generic) or f"Label {set_id}",
        version=plain_text(row.get("version")) or str(whole_number(row.get("version")) or ""),
        effective=exact_day(row.get("effective_time")),
        ingredients=tuple(dict.fromkeys(name.lower() for name in substances)),
        uniis=tuple(dict.fromkeys(texts(known.get("unii")))),
        classes=tuple(dict.fromkeys(_EPC.sub("", name) for name in texts(known.get("pharm_class_epc")))),
        brand_names=tuple(dict.fromkeys(brands)),
        sections=tuple(_sections(row)),
        product_type=ProductType.ANIMAL if "ANIMAL" in kind else _PRODUCT_TYPES.get(kind, other),
        url=PAGE_URL + set_id,  # openFDA has no page per label; set ids are those of DailyMed
        demonstration=DEMONSTRATION_KEYWORD in texts(known.get("manufacturer_name")),
    )


def _sections(row: Mapping[str, Any]) -> list[LabelSection]:
    """The sections kept; openFDA repeats a subsection in the section it is in, which is left out here."""
    sections: list[LabelSection] = []
    listed = _SECTIONS if texts(row.get("indications_and_usage")) else (*_SECTIONS, _PURPOSE)
    for place in listed:
        text = " ".join(texts(row.get(place[0])))
        if heading := _HEADING.match(text):
            text = text[heading.end() :]
        of_uses = place in (_SECTIONS[1], _PURPOSE)
        is_boxed = of_uses and _BOXED.match(text) and not _INDICATED.search(text)
        field, code = _SECTIONS[0] if is_boxed else place
        kind = "indications" if code == PURPOSE else kind_of_code(code)
        if text and not any(text in earlier.text for earlier in sections if earlier.kind == kind):
            sections.append(LabelSection(code=code, kind=kind, title=field.replace("_", " "), text=text))
    return sections


def _age(label: Label) -> tuple[date, int]:
    return label.effective or date.min, whole_number(label.version) or 0


# ------------------------------------------------------------------------------------------------ all labels
def _by_indication(labels: Sequence[Label]) -> list[list[Label]]:
    """The labels in groups of one text of indications each, newest first within a group.

    Groups of the drug alone come first, then those of more labels. Labels without indications are the last group.
    """
    groups: dict[tuple[bool, str], list[Label]] = {}
    for label in sorted(labels, key=lambda label: (_age(label), label.set_id), reverse=True):
        words = " ".join(re.findall(r"[^\W_]+", fold(label.text_of("indications"))))
        groups.setdefault((is_single_ingredient(label), words), []).append(label)
    ranked = sorted(groups.items(), key=lambda group: (not group[0][1], not group[0][0], -len(group[1])))
    return [group for _, group in ranked]


def _most_telling(groups: Sequence[Sequence[Label]], limit: int) -> list[Label]:
    """The newest label of each text first, then the others."""
    firsts = [group[0] for group in groups]
    return [*firsts, *(label for group in groups for label in group[1:])][:limit]


def _with_boxed_warnings(kept: Sequence[Label], all_labels: Mapping[str, Label]) -> list[Label]:
    """``kept`` and the newest label of each boxed warning that none of them has, with how many labels have it."""
    newest_first = sorted(all_labels.values(), key=lambda label: (_age(label), label.set_id), reverse=True)
    warnings = boxed_warnings(newest_first)
    carriers = {set_id: warning.labels for warning in warnings for set_id in warning.set_ids}
    chosen = {label.set_id for label in kept}
    lacking = [w for w in most_different_first(warnings) if chosen.isdisjoint(w.set_ids)][:MOST_BOXED]
    return [
        label.model_copy(update={"same_boxed_warning": carriers.get(label.set_id, 0)})
        for label in (*kept, *(all_labels[warning.set_ids[0]] for warning in lacking))
    ]


def _indication(group: Sequence[Label]) -> LabelIndication:
    newest = group[0]
    return LabelIndication(
        text=newest.text_of("indications"),
        labels=len(group),
        set_id=newest.set_id,
        source=newest.source,
        single_ingredient=is_single_ingredient(newest),
    )


def left_out(source: str, late: int, other: int, as_of: date | None) -> tuple[str, ...]:
    """What a search for labels left out: those too late or without a date, and those of other drugs or for animals."""
    warnings = [f"Labels revised after {as_of} are missing: {source} has current versions only."] if as_of else []
    if late:
        warnings.append(f"{late} label{'s' if late > 1 else ''} later than {as_of} or without a date left out.")
    if other:
        warnings.append(f"{other} label{'s' if other > 1 else ''} of other drugs or for animals left out.")
    return tuple(warnings)


def _reactions(counted: Mapping[str, Any] | None) -> list[EventCount]:
    rows = parts(counted["results"]) if counted else []
    return [
        EventCount(term=term, reports=reports)
        for row in rows
        if (term := plain_text(row.get("term"))) and (reports := whole_number(row.get("count"))) is not None
    ]
