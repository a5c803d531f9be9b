"""Who the drug is, by every source that knows it: ids, structure, substance codes, classes, and where sources differ.

What belongs here: grouping and wording for the head of a report. The comparison itself is in ``drug_identity``.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from ...domain.references import ReferenceEntry, ReferenceKind
from ...domain.report import EvidenceReport
from ...domain.source_catalogue import CATALOGUE, About, ClientMethod
from ...rules.labels.drug_identity import classes_on_labels, differences, structure_confirmed, substance_codes
from ..words import common_words
from .background_view import ReferenceView, reference_views
from .source_table import TROUBLE, source_rows

SOURCES: Final = frozenset(
    entry.title
    for entry in CATALOGUE
    if entry.key == "chembl" or (entry.call is ClientMethod.LOOK_UP and entry.about is About.DRUG and entry.in_runs)
)


class IdentityView:
    """The identity of a report's drug."""

    def __init__(self, report: EvidenceReport) -> None:
        self._report = report
        self._drug = report.drug
        self._entries = [entry for entry in report.references if entry.kind is ReferenceKind.IDENTITY]

    @cached_property
    def ids(self) -> list[ReferenceView]:
        """Ids of the drug elsewhere, each once: ``RxNorm 136411``."""
        named = [entry.model_copy(update={"title": f"{entry.source} {entry.id}"}) for entry in self._entries]
        return list({view.name: view for view in reference_views(self._report, named)}.values())

    @cached_property
    def by_source(self) -> list[tuple[str, str]]:
        """What each source says of the drug: (source, its words)."""
        sentences = [("ChEMBL", f"Structure {self._drug.inchi_key}.")] if self._drug.inchi_key else []
        sentences += [(entry.source, _entry(entry)) for entry in self._entries]
        if codes := substance_codes(self._report.labels):
            listed = "; ".join(f"{substance} {', '.join(unii)}" for substance, unii in codes.items())
            sentences.append(("Labels", f"UNII: {listed}."))
        if classes := classes_on_labels(self._report.labels):
            sentences.append(("Labels", f"Classes: {', '.join(classes)}."))
        return list(dict.fromkeys(sentences))

    @cached_property
    def differences(self) -> list[str]:
        """Where sources do not agree who the drug is, one sentence each."""
        return list(dict.fromkeys(differences(self._drug, self._entries, self._report.labels)))

    @property
    def agreement(self) -> str:
        """Which sources give ChEMBL's structure; empty where none does or nobody could be asked."""
        confirmed = structure_confirmed(self._drug, self._entries)
        gives = "gives" if len(confirmed) == 1 else "give"
        return f"{common_words.listed(confirmed)} {gives} the same structure as ChEMBL." if confirmed else ""

    @property
    def unanswered(self) -> str:
        """Which of the sources on identity gave no full answer, in one sentence; empty where all did."""
        troubled = [
            row.source for row in source_rows(self._report.outcomes) if row.source in SOURCES and row.state in TROUBLE
        ]
        return f"{common_words.listed(troubled)} did not answer in full: more may be known." if troubled else ""


def _entry(entry: ReferenceEntry) -> str:
    return f"{entry.title}. {entry.text}" if entry.text else f"{entry.title}."
