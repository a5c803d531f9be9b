"""Drug records: labels, adverse events, reference entries and web pages of a drug, each replaced with its stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from psycopg.types.json import Jsonb

from ..domain.labels import AdverseEvents, Label, LabelIndication
from ..domain.readings import KnownHarms
from ..domain.references import ReferenceEntry, WebPage
from .repository import Repository, as_json, json_list, stored_value

Kind = Literal["adverse_events", "label_indications", "references", "web_pages", "known_harms"]


class DrugRecordRepository(Repository):
    statements = "drug_records"

    def replace_labels(
        self,
        slug: str,
        labels: Sequence[Label],
        indications: Sequence[LabelIndication],
        events: AdverseEvents | None,
    ) -> None:
        """Replace the drug's labels, the indications over all labels read, and its counts of adverse events."""
        with self._transaction():
            self._run("clear_labels", slug=slug)
            self._run("insert_labels", slug=slug, labels=json_list(labels))
            self._save(slug, "label_indications", json_list(indications))
            self._save(slug, "adverse_events", Jsonb(as_json(events) if events else None))

    def labels(self, slug: str) -> list[Label]:
        return [stored_value(Label, row["label"]) for row in self._rows("load_labels", slug=slug)]

    def indications(self, slug: str) -> list[LabelIndication]:
        return [
            stored_value(LabelIndication, indication) for indication in self._notes(slug, "label_indications") or []
        ]

    def adverse_events(self, slug: str) -> AdverseEvents | None:
        """The counts, or ``None`` where there are none."""
        events = self._notes(slug, "adverse_events")
        return stored_value(AdverseEvents, events) if events else None

    def replace_references(self, slug: str, entries: Sequence[ReferenceEntry]) -> None:
        self._save(slug, "references", json_list(entries))

    def references(self, slug: str) -> list[ReferenceEntry]:
        return [stored_value(ReferenceEntry, entry) for entry in self._notes(slug, "references") or []]

    def replace_web_pages(self, slug: str, pages: Sequence[WebPage], notes: Mapping[str, str]) -> None:
        """Replace the pages, and by disease id the sentence that says why the web was or was not asked."""
        self._save(slug, "web_pages", Jsonb({"pages": [as_json(page) for page in pages], "notes": dict(notes)}))

    def web_pages(self, slug: str) -> tuple[list[WebPage], dict[str, str]]:
        """The pages, and the sentences by disease id."""
        stored = self._notes(slug, "web_pages") or {"pages": [], "notes": {}}
        return [stored_value(WebPage, page) for page in stored["pages"]], dict(stored["notes"])

    def replace_known_harms(self, slug: str, harms: KnownHarms) -> None:
        self._save(slug, "known_harms", Jsonb(as_json(harms)))

    def known_harms(self, slug: str) -> KnownHarms | None:
        """What the search for harm found, ``None`` where it was never made."""
        harms = self._notes(slug, "known_harms")
        return stored_value(KnownHarms, harms) if harms else None

    def _save(self, slug: str, kind: Kind, notes: Jsonb) -> None:
        self._run("save_notes", slug=slug, kind=kind, notes=notes)

    def _notes(self, slug: str, kind: Kind) -> Any:
        row = self._row("load_notes", slug=slug, kind=kind)
        return row["notes"] if row else None
