"""The label facts of a report: what the labels held of a drug say of it, word for word, and their highest dose a day.

What belongs here: the choice of facts, from the texts of one drug's labels. Each passes the gate of every answer, which
the caller gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ...domain.monographs.label_answers import LabelAnswer, LabelFact, LabelIntent
from ...domain.monographs.label_documents import FactSpan, LabelCategory
from ...domain.monographs.reported_facts import DrugLabelFact, DrugLabelFacts, LabelFactKind, LabelQuote
from .daily_doses import daily_doses, highest_named
from .label_answering import answer_of, fact_of
from .label_attributes import Attribute, lexicon
from .label_retrieval import DrugTexts

_ATTRIBUTES: Mapping[LabelFactKind, tuple[str, int]] = {
    LabelFactKind.ROUTES: ("route", 2),
    LabelFactKind.HALF_LIFE: ("half_life", 2),
    LabelFactKind.MAXIMUM_DOSE: ("max_dose", 3),
    LabelFactKind.RENAL_DOSE: ("renal_dose", 3),
    LabelFactKind.HEPATIC_DOSE: ("hepatic_dose", 3),
    LabelFactKind.CONTRAINDICATIONS: ("contraindication", 6),
    LabelFactKind.PREGNANCY: ("pregnancy", 3),
}
"""The attribute of the lexicon that says each kind, and how many facts of it a report shows."""
_SECTIONS: Mapping[LabelFactKind, frozenset[LabelCategory]] = {
    LabelFactKind.CONTRAINDICATIONS: frozenset({LabelCategory.CONTRAINDICATIONS}),
    LabelFactKind.PREGNANCY: frozenset({LabelCategory.PREGNANCY, LabelCategory.SPECIFIC_POPULATIONS}),
}
"""Kinds that a section says as a whole, whatever its words."""
_OF_DOSAGE = frozenset({LabelFactKind.ROUTES, LabelFactKind.MAXIMUM_DOSE})
"""Kinds that sections on dosage alone say: elsewhere "rectal" is a cancer and "nasal" a symptom."""


Gate = Callable[[LabelAnswer, Mapping[str, DrugTexts]], LabelAnswer]
"""What lets an answer through as it is, or an error without any fact: ``reading.verifier.cited_places.gated``."""


class HighestDose(NamedTuple):
    """The highest dose a day that any label of the drug names."""

    milligrams: float
    quote: LabelQuote


def facts_of_labels(drug: str, texts: DrugTexts, gate: Gate) -> DrugLabelFacts:
    """The facts of a drug's labels by kind, in the order of the kinds; what no label says is left out."""
    quotes = {
        kind: [quote_of(fact, texts) for fact in _said(drug, texts, kind, lexicon()[attribute], gate)[:most]]
        for kind, (attribute, most) in _ATTRIBUTES.items()
    }
    highest = None if quotes[LabelFactKind.MAXIMUM_DOSE] else highest_dose(drug, texts)
    quotes[LabelFactKind.HIGHEST_DOSE] = [highest.quote] if highest else []
    facts = tuple(DrugLabelFact(kind=kind, quote=quote) for kind in LabelFactKind for quote in quotes[kind])
    return DrugLabelFacts(labels=len(texts.documents), facts=facts)


def _said(drug: str, texts: DrugTexts, kind: LabelFactKind, attribute: Attribute, gate: Gate) -> list[LabelFact]:
    """The facts that say an attribute: in their own words, else by what stands above them. One that only stands in for
    another attribute is not shown, nor one of another section where the section is the fact.
    """
    intent = LabelIntent(question="", drugs=(drug,), attribute=attribute.name)
    answer = gate(answer_of(intent, {drug: texts}, {}), {drug: texts})
    own = [fact for fact in answer.facts if attribute.is_said_in(f"{fact.lead_in} {fact.text}")]
    if kind in _SECTIONS:
        facts = own if own and kind is LabelFactKind.PREGNANCY else answer.facts  # a list of what is forbidden
        return [fact for fact in facts if fact.section in _SECTIONS[kind]]
    above = (fact for fact in answer.facts if attribute.is_said_in(f"{fact.title} {fact.heading} {fact.group}"))
    facts = own or list(above)
    return [fact for fact in facts if fact.section is LabelCategory.DOSAGE] if kind in _OF_DOSAGE else facts


def quote_of(fact: LabelFact, texts: DrugTexts) -> LabelQuote:
    """The words of a fact with their place, as a report keeps them."""
    document = texts.documents[fact.set_id]
    above = next((words for words in (fact.lead_in, fact.heading, fact.header) if words), "")
    return LabelQuote(
        text=fact.text,
        set_id=fact.set_id,
        source=document.source,
        region=fact.region,
        effective=fact.effective,
        url=fact.url,
        section=fact.section,
        title=fact.title,
        number=fact.number,
        page=fact.page,
        ordinal=fact.ordinal,
        start=fact.start,
        end=fact.end,
        above=above,
        same_in=fact.same_in,
    )


def highest_dose(drug: str, texts: DrugTexts) -> HighestDose | None:
    """The highest dose a day that a dosage section of any of the labels names; ``None`` where none names one."""
    maximum = lexicon()["max_dose"]
    best: tuple[float, FactSpan] | None = None
    for span in texts.spans:
        if texts.sections[span.document, span.section].category is not LabelCategory.DOSAGE:
            continue
        daily = max((dose.milligrams for dose in daily_doses(span.text)), default=None)
        if maximum.is_said_in(span.text):
            daily = max(filter(None, (daily, highest_named(span.text))), default=None)
        if daily is not None and (best is None or daily > best[0]):
            best = daily, span
    return HighestDose(best[0], quote_of(fact_of(drug, [best[1]], texts), texts)) if best else None
