"""RxNorm through RxNav: the drug's concept id, its ingredient and brand names and its classes.

What belongs here: the look-ups by name and what they mean. The service's drug-interaction interface was retired and is
not asked.
"""

from __future__ import annotations

from typing import NamedTuple

from ...domain.outcomes import TransientFailure
from ...domain.records.references import LookUpResult, ReferenceEntry, ReferenceKind, ReferenceQuestion
from ..formats.json_texts import part, parts, plain_text, texts
from ..http.http_client import HttpAnswer, ServiceClient, expect_part
from ..reference_lookups import drug_terms, is_demonstration, looked, not_as_of, short_text

SOURCE = "RxNorm"
PAGE_URL = "https://mor.nlm.nih.gov/RxNav/search?searchBy=RXCUI&searchTerm="
MAX_NAMES = 3
"""Names tried, best first, until RxNorm knows one."""
MAX_LISTED = 8
"""Brand names, and classes, that are listed."""

_EXACT_OR_NORMALISED = "2"
_CLASS_KINDS = ("ATC", "EPC")
"""Anatomical Therapeutic Chemical classes and established pharmacologic classes of the FDA."""


class _Concepts(NamedTuple):
    """The ingredients and brand names that belong to a concept."""

    ingredients: list[tuple[str, str]]
    """RxCUI and name."""
    brands: list[str]
    answer: HttpAnswer


class RxNorm(ServiceClient):
    """One client of RxNorm."""

    async def look_up(self, question: ReferenceQuestion) -> LookUpResult:
        """The drug as RxNorm knows it: one entry with the ingredient's RxCUI, brand names and classes.

        A name that stands for several ingredients is another product's and is passed over. A concept id outlives
        releases, but RxNorm does not say since when a name or class is part of it, so as-of runs do not ask. At most
        four requests, and one or two more for each further name tried.

        Raises:
            PermanentFailure: no name can be searched, or RxNorm refuses.
            TransientFailure: RxNorm does not answer.
        """
        if (refused := not_as_of(SOURCE, question)) is not None:
            return refused
        names = drug_terms(SOURCE, question.drug_names)[:MAX_NAMES]
        for name in names:
            rxcui = await self._rxcui(name)
            concepts = await self._concepts(rxcui) if rxcui else None
            if concepts is not None and len(concepts.ingredients) == 1:
                return await self._described(question, name, concepts)
        return looked(SOURCE, question, ", ".join(names), (), nothing="RxNorm has no ingredient under these names.")

    async def _rxcui(self, name: str) -> str:
        answer = await self._get("rxcui.json", _check_ids, params={"name": name, "search": _EXACT_OR_NORMALISED})
        ids = texts(part(answer.json(), "idGroup").get("rxnormId"))
        return next((rxcui for rxcui in ids if rxcui.isdecimal()), "")

    async def _concepts(self, rxcui: str) -> _Concepts:
        answer = await self._get(f"rxcui/{rxcui}/related.json", _check_related, params={"tty": "IN BN"})
        by_kind: dict[str, list[tuple[str, str]]] = {"IN": [], "BN": []}
        for group in parts(part(answer.json(), "relatedGroup").get("conceptGroup")):
            for concept in parts(group.get("conceptProperties")):
                cui, name = plain_text(concept.get("rxcui")), plain_text(concept.get("name"))
                if cui.isdecimal() and name:
                    by_kind.setdefault(plain_text(concept.get("tty") or group.get("tty")), []).append((cui, name))
        return _Concepts(list(dict.fromkeys(by_kind["IN"])), [name for _, name in by_kind["BN"]], answer)

    async def _described(self, question: ReferenceQuestion, asked: str, concepts: _Concepts) -> LookUpResult:
        """The entry of the one ingredient; without its classes where only those could not be had."""
        [(rxcui, name)] = concepts.ingredients
        partly, classes = "", list[str]()
        try:
            classes = await self._classes(rxcui)
        except TransientFailure as fault:
            partly = f"Without classes: {fault}"
        sentences = (
            _listed("Brand names", sorted(set(concepts.brands), key=str.casefold)),
            _listed("Classes", classes),
        )
        entry = ReferenceEntry(
            source=SOURCE,
            kind=ReferenceKind.IDENTITY,
            id=rxcui,
            title=short_text(name),
            text=" ".join(filter(None, sentences)),
            url=PAGE_URL + rxcui,
            demonstration=is_demonstration(concepts.answer),
        )
        return looked(SOURCE, question, asked, [entry], nothing="", total=1, partly=partly)

    async def _classes(self, rxcui: str) -> list[str]:
        answer = await self._get("rxclass/class/byRxcui.json", _check_object, params={"rxcui": rxcui})
        classes = []
        for info in parts(part(answer.json(), "rxclassDrugInfoList").get("rxclassDrugInfo")):
            item = part(info, "rxclassMinConceptItem")
            kind, name = plain_text(item.get("classType")), plain_text(item.get("className"))
            of_itself = plain_text(part(info, "minConcept").get("rxcui")) in ("", rxcui)
            if name and of_itself and kind.startswith(_CLASS_KINDS):
                classes.append(f"{name} ({kind[:3]})")
        return list(dict.fromkeys(classes))


def _listed(what: str, names: list[str]) -> str:
    shown, more = names[:MAX_LISTED], len(names) - MAX_LISTED
    return f"{what}: {', '.join(shown)}{f' and {more} more' if more > 0 else ''}." if names else ""


_check_object = expect_part(dict, fault="an answer that is no JSON object")
_check_ids = expect_part(dict, "idGroup", fault="an answer without idGroup")
"""Of a look-up by name; one that knows no id still has its group."""
_check_related = expect_part(dict, "relatedGroup", fault="an answer without relatedGroup")
