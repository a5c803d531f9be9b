"""The texts of one drug's labels, facts as answers and reports show them, and why there is none to show.

What belongs here: what is held of a drug, neighbouring spans as one fact, and the sentences of a refusal. Which spans
answer a question is in ``ranking.retrieval.label_passages``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ...domain.monographs.label_documents import (
    Assertion,
    FactSpan,
    LabelCategory,
    LabelContext,
    LabelDocument,
    MonographSection,
    SpanForm,
)
from ...domain.questions.question_answering import AnswerCitation, RecordKind

MOST_INDICATED = 300
"""Characters of what a product is for; its first sentence is given whole."""
WHOLE_FROM = 5
"""Kinds of sections from which a label is held whole: the shortest labels of shops have as many. A label with text that
could not be told apart into sections may be whole as well."""
MOST_NAMED = 5
"""Words that a refusal names."""


class DrugTexts:
    """All that is held of one drug's labels.

    Args:
        documents, sections, spans: of the drug, in the labels' order.
    """

    def __init__(
        self,
        documents: Iterable[LabelDocument],
        sections: Iterable[MonographSection],
        spans: Iterable[FactSpan],
    ) -> None:
        self.documents = {document.id: document for document in documents}
        self.sections = {(section.document, section.ordinal): section for section in sections}
        self.spans = tuple(spans)

    def section_of(self, span: FactSpan) -> MonographSection:
        """The section a span stands in."""
        return self.sections[span.document, span.section]

    def section_cited(self, fact: AnswerCitation) -> MonographSection | None:
        """The section that a fact stands in; ``None`` where it is not held."""
        document, _, ordinal = fact.passage_id.rpartition("#")
        return self.sections.get((document, int(ordinal)))

    def titles_above(self, span: FactSpan) -> tuple[str, ...]:
        """The titles of a span's section and of those above it, the uppermost first."""
        titles: list[str] = []
        section: MonographSection | None = self.section_of(span)
        while section is not None:
            titles.append(section.title)
            above = section.parent
            section = self.sections.get((section.document, above)) if above is not None else None
        return tuple(filter(None, reversed(titles)))

    @cached_property
    def indications(self) -> dict[str, str]:
        """What each label's product is for, by the label's id: its first passage on that, with the list it leads in."""
        spans: dict[str, list[FactSpan]] = {}
        for span in self.spans:
            known = spans.setdefault(span.document, [])
            if self.section_of(span).category is not LabelCategory.INDICATIONS or span.form is SpanForm.TITLE:
                continue
            if not known or (_continues(known[-1], span) and span.end - known[0].start <= MOST_INDICATED):
                known.append(span)
        texts = {
            label: self.section_of(some[0]).text[some[0].start : some[-1].end] for label, some in spans.items() if some
        }
        return {label: " ".join(text.split()) for label, text in texts.items()}

    def same_in(self, text: str) -> int:
        """Labels of the drug that hold this text, whatever its white space."""
        wanted = "".join(text.split())
        return len({key for (key, _), s in self.sections.items() if wanted in "".join(s.text.split())})

    def narrowed(self, labels: Iterable[str]) -> DrugTexts:
        """The texts of some of the labels, by their ids."""
        kept = set(labels)
        return DrugTexts(
            (document for document in self.documents.values() if document.id in kept),
            (section for section in self.sections.values() if section.document in kept),
            (span for span in self.spans if span.document in kept),
        )


def facts_of(drug: str, spans: Sequence[FactSpan], texts: DrugTexts) -> list[AnswerCitation]:
    """Spans, the best first, as facts, cited with their product and what stands above them: see ``grouped``."""
    return [_fact(drug, group, texts) for group in grouped(spans)]


def grouped(spans: Sequence[FactSpan]) -> list[list[FactSpan]]:
    """Spans, the best first, as groups that stand together: that of the best first, the others in the labels' order,
    neighbouring bullets of a list as one.
    """
    order = {span.document: place for place, span in reversed(list(enumerate(spans)))}
    groups: list[list[FactSpan]] = []
    for span in sorted(spans, key=lambda s: (order[s.document], s.section, s.ordinal)):
        if groups and _continues(groups[-1][-1], span):
            groups[-1].append(span)
        else:
            groups.append([span])
    return sorted(groups, key=lambda group: spans[0] not in group)


def _continues(last: FactSpan, span: FactSpan) -> bool:
    """Whether a bullet is the next of its list, or the first after the line that leads in."""
    neighbours = (last.document, last.section, last.ordinal + 1) == (span.document, span.section, span.ordinal)
    listed = last.form is SpanForm.BULLET or last.text.rstrip().endswith(":")
    return neighbours and span.form is SpanForm.BULLET and listed


def _fact(drug: str, group: Sequence[FactSpan], texts: DrugTexts) -> AnswerCitation:
    first, last = group[0], group[-1]
    document, section = texts.documents[first.document], texts.section_of(first)
    text = section.text[first.start : last.end]
    conditions = tuple(section.text[start:end] for span in group for start, end in span.conditions)
    conditional = bool(conditions) and first.assertion is not Assertion.NOT_ESTABLISHED
    context = LabelContext(
        drug=drug,
        indication=texts.indications.get(document.id, ""),
        effective=document.day,
        category=section.category,
        assertion=Assertion.CONDITIONAL if conditional else first.assertion,
        conditions=conditions,
        values=tuple(dict.fromkeys(v for span in group for v in span.values)),
        same_in=texts.same_in(text),
        **{name: getattr(document, name) for name in ("version", "region", "url")},
        **{name: getattr(first, name) for name in ("form", "lead_in", "heading", "header", "group", "footnotes")},
    )
    return AnswerCitation(
        article_id=document.id,
        source=RecordKind.LABEL,
        title=document.title or drug,
        journal=document.source,
        year=document.effective.year if document.effective else None,
        section=" ".join(filter(None, (section.number, section.called))),
        passage_id=f"{document.id}#{section.ordinal}",
        start=first.start,
        end=last.end,
        page=section.page,
        quote=text,
        label=context,
    )


class Absence(NamedTuple):
    """Why nothing is shown."""

    note: str
    """With what was searched."""
    sections_held: tuple[str, ...]
    """Titles of all sections held of labels held in part, where it is not known what their others say."""


def absence(texts: Mapping[str, DrugTexts], lacking: Sequence[str]) -> Absence:
    """Why nothing is shown: what labels do not say, or that only a part of them is held, whose silence says nothing.

    Args:
        texts: of each drug asked about.
        lacking: the words of the question that stand nowhere in them.
    """
    held: dict[str, list[MonographSection]] = {label: [] for own in texts.values() for label in own.documents}
    for section in (section for own in texts.values() for section in own.sections.values() if section.text.strip()):
        held[section.document].append(section)
    partly = [sections for sections in held.values() if _is_part({section.category for section in sections})]
    titles = dict.fromkeys(s.called for sections in partly for s in sections)
    unknown = _not_known(len(partly), len(held), tuple(titles)) if partly else ""
    if partly and len(partly) == len(held):
        return Absence(unknown, tuple(titles))
    where = f"{f'{len(held)} labels' if len(held) != 1 else 'label'} of {' and '.join(texts)}"
    words = ", ".join(f"“{word}”" for word in lacking[:MOST_NAMED])
    not_there = f"; nothing there has {words}" if words else ""
    note = f"No passage of the {where} answers the question{not_there}."
    return Absence(" ".join(filter(None, (note, unknown))), tuple(titles))


def _is_part(kinds: set[LabelCategory]) -> bool:
    return len(kinds) < WHOLE_FROM and LabelCategory.OTHER not in kinds


def _not_known(partly: int, labels: int, titles: Sequence[str]) -> str:
    """That it is not known whether the labels say what was asked; so many of them are held in part."""
    whose = "its" if 1 in {labels, partly} else "their"
    *others, last = [f"“{title}”" for title in titles] or [""]
    named = f"sections {', '.join(others)} and {last}" if others else f"section {last}"
    only = f"only {whose} {named}" if last else "no section with any text"
    if partly < labels:
        have = "has" if partly == 1 else "have"
        return f"{partly} of the {labels} labels held {have} {only} here; what else they say is not known."
    if labels == 1:
        return f"The label held has {only}; whether the label says so is not known. Read the whole label."
    return f"The {labels} labels held have {only}; whether the labels say so is not known. Read the whole labels."
