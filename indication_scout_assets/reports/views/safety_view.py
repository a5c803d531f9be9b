"""The drug's safety and its labels: what regulators' documents say, each wording once, and what could not be had.

What belongs here: grouping the sections of labels by wording, and the sentences on what is missing. A source that gave
no answer is named as such; nothing is called absent because of a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final

from ...domain.base import DEMONSTRATION_KEYWORD
from ...domain.findings.report import EvidenceReport
from ...domain.outcomes import SourceOutcome, SourceState
from ...domain.records.labels import Label
from ...domain.records.source_catalogue import source_entry
from ...rules.labels.label_rules import active_names, is_for_people
from .. import links
from ..words import common_words
from .source_table import TROUBLE, source_rows, worst

LABEL_SOURCES: Final = frozenset(source_entry(key).title for key in ("openfda_labels", "dailymed_labels"))
FAERS: Final = source_entry("faers").title
CHEMBL: Final = source_entry("chembl").title
PROFILE_SOURCES: Final = frozenset(source_entry(key).title for key in ("opentargets", "chembl"))
PARTS: Final = {
    "boxed_warning": ("Boxed warnings", "a boxed warning"),
    "contraindications": ("Contraindications", "contraindications"),
    "warnings": ("Warnings and precautions", "warnings"),
}
WITHOUT_SAFETY: Final = "without any safety text"
NO_LABEL_SAYS_NOTHING: Final = (
    "That does not say that it is approved for nothing: a withdrawn drug has no label, and the labels asked for are "
    "those of the United States."
)
FIRST_LINES: Final = 320
"""Characters of a label's section shown before the reader asks for more."""
LONGEST: Final = 4000
"""Characters of it shown at all; the rest is read in the label."""


@dataclass(frozen=True)
class SectionWording:
    """One wording of a section and the labels that have it, newest first."""

    text: str
    labels: tuple[Label, ...]
    carriers: int
    """Labels that have it: those above and, of a boxed warning, all that its source counted."""

    @property
    def newest(self) -> Label:
        return self.labels[0]

    @property
    def beginning(self) -> str:
        """The first lines, or all of it where it is short."""
        return common_words.quoted_words(self.text, FIRST_LINES)

    @property
    def whole(self) -> str:
        """The section to a readable length; empty where the first lines are all of it."""
        if len(self.text) <= FIRST_LINES:
            return ""
        return self.text if len(self.text) <= LONGEST else f"{self.text[:LONGEST].rsplit(None, 1)[0]} …"

    @property
    def left_out(self) -> int:
        """Characters to be read in the label only."""
        return max(0, len(self.text) - LONGEST)

    @property
    def combination(self) -> str:
        """The ingredients where every label is of a combination: the section may be about another of them."""
        if any(len(active_names(label)) < 2 for label in self.labels):
            return ""
        return common_words.listed(active_names(self.newest))


@dataclass(frozen=True)
class LabelPart:
    """One kind of section over all labels."""

    kind: str
    wordings: tuple[SectionWording, ...]
    labels: int
    """Labels kept, the report's own."""
    read: int
    """Labels of the drug that were read. Every boxed warning among them is on a label kept."""
    bare: int = 0
    """Labels kept without a section of any of these kinds. A whole label has one: what they lack is not known."""

    @property
    def title(self) -> str:
        return PARTS[self.kind][0]

    @property
    def sentence(self) -> str:
        """How many of the labels have the section: of all read, or of those kept where the others were not counted."""
        what = PARTS[self.kind][1]
        holders = len({label.set_id for wording in self.wordings for label in wording.labels})
        if self.bare == self.labels:
            read = self._among(self.labels)
            return f"Not known: {read} came {WITHOUT_SAFETY}."
        bare = f"; {common_words.plural(self.bare, 'label')} came {WITHOUT_SAFETY}" if self.bare else ""
        if not holders and self.bare:
            with_text = common_words.plural(self.labels - self.bare, "label")
            return f"Of {with_text} with a safety text none has {what}{bare}."
        if not holders:
            # Of boxed warnings the labels that were not kept were counted too.
            number = self.read if self.kind == "boxed_warning" else self.labels
            none = "No: {} does not have {}." if number == 1 else "None of {} has {}."
            return none.format(self._among(number), what)
        wordings = common_words.plural(len(self.wordings), "wording")
        most = max(wording.carriers for wording in self.wordings)
        common = f", the most common on {most:,} of all {self.read:,}" if most > holders else ""
        of = self._among(self.labels) if self.read > self.labels else common_words.plural(self.labels, "label")
        return f"{holders:,} of {of} {'has' if holders == 1 else 'have'} {what}, in {wordings}{common}{bare}."

    def _among(self, labels: int) -> str:
        """``the 5 labels kept of 16 read``, ``the 1 label read``."""
        kept = f" kept of {self.read:,}" if labels < self.read else ""
        return f"the {common_words.plural(labels, 'label')}{kept} read"


class Safety:
    """The safety section of a report."""

    def __init__(self, report: EvidenceReport) -> None:
        self.report = report
        everyone = [label for label in report.labels if is_for_people(label)]
        self.labels = _once_each(everyone)
        self._counted_first = _once_each(sorted(everyone, key=lambda label: not label.same_boxed_warning))
        self.events = report.adverse_events

    @cached_property
    def parts(self) -> list[LabelPart]:
        """Boxed warnings, contraindications, warnings; nothing where no label was read."""
        if not self.labels:
            return []
        read = max(len(self.labels), *(o.found for o in self._label_outcomes), 0)
        of = {kind: self._counted_first if kind == "boxed_warning" else self.labels for kind in PARTS}
        with_text, labels = safety_texts(self.labels)
        bare = labels - with_text
        return [LabelPart(kind, tuple(wordings(of[kind], kind)), len(self.labels), read, bare) for kind in PARTS]

    @property
    def unread(self) -> bool:
        """Whether no label came with a safety text, so that nothing here says how the drug may harm."""
        return not safety_texts(self.labels)[0]

    @property
    def unanswered(self) -> list[str]:
        """What could not be asked, or only in part, one sentence each."""
        troubled = [o for o in (*self._label_outcomes, *self._event_outcomes) if o.state in TROUBLE]
        sentences = []
        for row in source_rows(troubled):
            how = "could not be asked" if row.state is SourceState.FAILED else "answered in part"
            sentences.append(" ".join([f"{row.source} {how}.", *row.reasons, common_words.MISSING]))
        return sentences

    @property
    def no_label(self) -> str:
        """Why there is nothing from labels; empty where there is something."""
        if self.labels:
            return ""
        none = "No label of the drug was found."
        if day := self.report.run.as_of:
            none = f"No label of the drug last revised by {day} was found; DailyMed and openFDA have current ones only."
        return _nothing(self._label_outcomes, "Labels were not asked for in this run.", none)

    @property
    def no_indications(self) -> str:
        """Why no use is known from labels; empty where one is. A drug without a label is not thereby unapproved."""
        if self.report.label_indications:
            return ""
        why = self.no_label or "No label read has a text of indications."
        return f"{why} {NO_LABEL_SAYS_NOTHING}"

    @property
    def no_events(self) -> str:
        """Why there are no counts of FAERS; empty where there are."""
        if self.events is not None and self.events.reports:
            return ""
        none = f"FAERS holds no report{self._by_then(' received by')} that names the drug."
        return _nothing(self._event_outcomes, "FAERS was not asked in this run.", none)

    @property
    def events_sentence(self) -> str:
        """Reports in all, serious ones among them, and as of when."""
        if self.events is None or not self.events.reports:
            return ""
        serious = f", {self.events.serious:,} of them serious" if self.events.serious is not None else ""
        dated = self.events.last_updated not in ("", DEMONSTRATION_KEYWORD)
        updated = f" (FAERS of {self.events.last_updated})" if dated else ""
        received = self._by_then(" received by")
        return (
            f"{common_words.plural(self.events.reports, 'report')} to FAERS{received} name the drug{serious}{updated}."
        )

    @property
    def withdrawals(self) -> str:
        """Whether a withdrawal is recorded; the records themselves stand at the head of the page."""
        if self.report.drug.withdrawn:
            return "The drug has been withdrawn in at least one country; the records are at the head of this report."
        states = {r.source: r.state for r in source_rows(self.report.outcomes) if r.source in PROFILE_SOURCES}
        if failed := [source for source, state in states.items() if state in TROUBLE]:
            return (
                f"Whether it has been withdrawn is not certain: {common_words.listed(failed)} did not answer in full."
            )
        asked = [source for source, state in states.items() if state is not SourceState.NOT_ASKED]
        silent = [source for source in asked if source == CHEMBL and self.report.drug.market.withdrawn is None]
        answered = [source for source in asked if source not in silent]
        if not answered:
            return "Withdrawals: no source that records them was asked."
        undated = " One without a year would be left out." if self.report.run.as_of else ""
        says_nothing = " ChEMBL does not say." if silent else ""
        by = " or ".join(answered)
        return f"No withdrawal{self._by_then(' by')} is recorded by {by}.{says_nothing}{undated}"

    def _by_then(self, before: str) -> str:
        """The day of an as-of run after these words; empty for a run of today's knowledge."""
        return f"{before} {self.report.run.as_of}" if self.report.run.as_of else ""

    @property
    def _label_outcomes(self) -> list[SourceOutcome]:
        return [o for o in self.report.outcomes if o.source in LABEL_SOURCES]

    @property
    def _event_outcomes(self) -> list[SourceOutcome]:
        return [o for o in self.report.outcomes if o.source == FAERS]


def safety_texts(labels: Iterable[Label]) -> tuple[int, int]:
    """How many labels of products for people came with a safety text, and of how many: in others nobody looked."""
    kinds = (*PARTS, "adverse_reactions")
    of_people = [label for label in _once_each(labels) if is_for_people(label)]
    return sum(any(label.text_of(kind).strip() for kind in kinds) for label in of_people), len(of_people)


def _once_each(labels: Iterable[Label]) -> list[Label]:
    """The labels, one per set id, the first."""
    return list({label.set_id: label for label in reversed(list(labels))}.values())[::-1]


def _nothing(outcomes: list[SourceOutcome], unasked: str, empty: str) -> str:
    """Not asked, nothing there, or not known because a source failed: three different things."""
    if not outcomes:
        return unasked
    troubled = [row.source for row in source_rows(outcomes) if row.state in TROUBLE]
    if troubled:
        return f"Not known: {common_words.listed(troubled)} did not answer in full."
    state = worst(o.state for o in outcomes)
    if state is SourceState.NOT_ASKED:
        return " ".join([unasked, *dict.fromkeys(o.reason for o in outcomes if o.reason)])
    if state is SourceState.EMPTY:
        return empty
    return f"{common_words.listed(dict.fromkeys(o.source for o in outcomes))} answered with nothing that is shown here."


def wordings(labels: Iterable[Label], kind: str) -> list[SectionWording]:
    """The distinct wordings of a section: single ingredients before combinations, the most common first.

    Two texts are one wording where they differ in case, spaces and punctuation only.
    """
    by_text: dict[str, list[Label]] = {}
    for label in sorted(labels, key=lambda label: (label.effective or date.min, label.set_id), reverse=True):
        if text := label.text_of(kind).strip():
            by_text.setdefault(one_wording(text), []).append(label)
    distinct = [
        SectionWording(
            text=group[0].text_of(kind).strip(),
            labels=tuple(group),
            carriers=max(len(group), *(label.same_boxed_warning for label in group if kind == "boxed_warning"), 0),
        )
        for group in by_text.values()
    ]
    return sorted(distinct, key=lambda wording: (bool(wording.combination), -wording.carriers))


def section_subject(labels: Iterable[Label], of: Label, kind: str) -> str:
    """What a label's titles of a section name, by whichever source keeps them; empty where they name no subject."""
    own = set(one_wording(f"{section_name(kind)} {PARTS[kind][0]}").split())
    titles = (s.title for label in labels if label.set_id == of.set_id for s in label.sections if s.kind == kind)
    naming = (title.lstrip("0123456789. ") for title in titles if set(re.findall(r"[a-z]+", title.lower())) - own)
    return "; ".join(dict.fromkeys(naming))


def one_wording(text: str) -> str:
    """What two texts have in common that differ in case, spaces and punctuation only."""
    return re.sub(r"[\W_]+", " ", text).strip().casefold()


def section_name(kind: str) -> str:
    """What a kind of section of a label is called: ``Boxed warning``."""
    named = {"studies": "Clinical studies", "other": "Other sections"}
    return named.get(kind, kind.replace("_", " ").capitalize())


def label_link(label: Label, demonstration: bool) -> tuple[str, str | None]:
    """What a label is called by, and its page."""
    effective = f", effective {label.effective.isoformat()}" if label.effective else ""
    return f"{label.source} set id {label.set_id}{effective}", links.label_url(label, demonstration)
