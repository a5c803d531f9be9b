"""The label facts of a report: what the labels held of a drug say of it, word for word, and their highest dose a day.

What belongs here: the choice of facts, from the texts of one drug's labels; the caller checks each as an answer's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...domain.monographs.label_documents import FactSpan, LabelCategory, SpanForm
from ...domain.monographs.reported_facts import DrugLabelFact, DrugLabelFacts, LabelFactKind, LabelQuote
from .daily_doses import daily_doses, highest_named
from .label_attributes import Attribute, lexicon
from .label_facts import DrugTexts, grouped
from .label_words import words

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


_FACTS = frozenset({SpanForm.SENTENCE, SpanForm.BULLET, SpanForm.TABLE_ROW})
_MOST_WORDS = 130


class HighestDose(NamedTuple):
    """The highest dose a day that any label of the drug names."""

    milligrams: float
    quote: LabelQuote


def facts_of_labels(texts: DrugTexts) -> DrugLabelFacts:
    """The facts of a drug's labels by kind, in the order of the kinds; what no label says is left out."""
    quotes = {
        kind: [quote_of(group, texts) for group in _said(texts, kind, lexicon()[attribute])[:most]]
        for kind, (attribute, most) in _ATTRIBUTES.items()
    }
    highest = None if quotes[LabelFactKind.MAXIMUM_DOSE] else highest_dose(texts)
    quotes[LabelFactKind.HIGHEST_DOSE] = [highest.quote] if highest else []
    facts = tuple(DrugLabelFact(kind=kind, quote=quote) for kind in LabelFactKind for quote in quotes[kind])
    return DrugLabelFacts(labels=len(texts.documents), facts=facts)


def _said(texts: DrugTexts, kind: LabelFactKind, attribute: Attribute) -> list[list[FactSpan]]:
    """The facts that say an attribute: in their own words, else by what stands above them; the likeliest section first.
    Where the section is the fact, all of it.
    """
    sections = _SECTIONS.get(kind, frozenset(attribute.sections))
    here = [span for span in texts.spans if span.form in _FACTS and texts.section_of(span).category in sections]
    own = [span for span in here if attribute.is_said_in(f"{span.lead_in} {span.text}")]
    if kind is LabelFactKind.CONTRAINDICATIONS or (kind in _SECTIONS and not own):
        chosen = here  # a list of what is forbidden
    else:
        chosen = own or [s for s in here if attribute.is_said_in(f"{texts.section_of(s).title} {s.heading} {s.group}")]
    if kind in _OF_DOSAGE:
        chosen = [span for span in chosen if texts.section_of(span).category is LabelCategory.DOSAGE]
    ranks = {category: rank for rank, category in enumerate(attribute.sections)}

    def order(span: FactSpan) -> tuple[int, int]:
        better = sum(bool(pattern.search(span.text)) for pattern in attribute.prefer)
        return ranks.get(texts.section_of(span).category, len(ranks)), -better

    best: dict[str, FactSpan] = {}
    for span in sorted(chosen, key=order):
        best.setdefault("".join(words(span.text)), span)
    kept: list[FactSpan] = []
    length = 0
    for span in best.values():
        length += len(words(span.text))
        if kept and length > _MOST_WORDS:
            break
        kept.append(span)
    return grouped(kept)


def quote_of(group: Sequence[FactSpan], texts: DrugTexts) -> LabelQuote:
    """The words of neighbouring spans with their place, as a report keeps them."""
    first, last = group[0], group[-1]
    document, section = texts.documents[first.document], texts.section_of(first)
    text = section.text[first.start : last.end]
    return LabelQuote(
        text=text,
        set_id=document.id,
        effective=document.day,
        section=section.category,
        start=first.start,
        end=last.end,
        above=first.lead_in or first.heading or first.header,
        same_in=texts.same_in(text),
        product=document.title,
        indication=texts.indications.get(document.id, ""),
        **{name: getattr(document, name) for name in ("source", "region", "url")},
        **{name: getattr(section, name) for name in ("title", "number", "page", "ordinal")},
    )


def highest_dose(texts: DrugTexts) -> HighestDose | None:
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
    return HighestDose(best[0], quote_of([best[1]], texts)) if best else None
