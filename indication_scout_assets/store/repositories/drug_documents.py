"""Documents of a drug: what a stage writes as one list, or as one list per disease, and always replaces as a whole.

What belongs here: the repositories that do little more than clear, insert and load, a file of ``sql/`` for each. Where
one class serves several kinds of documents, each file has three statements of these names, and ``load`` gives each
document as ``document``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from psycopg.types.json import Jsonb

from ...domain.base import Value
from ...domain.candidates import Candidate, PathFinding
from ...domain.diseases import NormalizedName
from ...domain.findings.evidence import SearchRecord
from ...domain.findings.readings import KnownHarms
from ...domain.findings.statements import Synthesis
from ...domain.records.cited_references import StudyReferences
from ...domain.records.labels import AdverseEvents, Label, LabelIndication
from ...domain.records.references import ReferenceEntry, WebPage
from ...domain.records.retractions import RetractionCheck
from ...domain.records.trials import TrialMatch
from ..repository import Repository, Row, as_json, json_list, stored_value
from ..sql_files import statement

if TYPE_CHECKING:
    from ..database import Database

Stored = TypeVar("Stored", bound=Value)


class _Documents(Repository, Generic[Stored]):
    """Documents of one kind.

    Args:
        database: what opens transactions.
        statements: which file of ``sql/`` holds the three statements.
        model: the type of the documents.
    """

    def __init__(self, database: Database, statements: str, model: type[Stored]) -> None:
        super().__init__(database)
        self.statements = statements
        self._model = model


class DrugDocuments(_Documents[Stored]):
    """Documents of one kind that belong to a drug."""

    def replace(self, slug: str, documents: Iterable[Stored]) -> None:
        """Replace all of the drug's documents, in the given order."""
        with self._transaction():
            self._run("clear", slug=slug)
            self._run("insert", slug=slug, documents=json_list(documents))

    def load(self, slug: str) -> list[Stored]:
        """The drug's documents in their order."""
        return [stored_value(self._model, row["document"]) for row in self._rows("load", slug=slug)]


class PairDocuments(_Documents[Stored]):
    """Documents of one kind that belong to a (drug, disease) pair."""

    def replace(self, slug: str, documents: Mapping[str, Sequence[Stored]]) -> None:
        """Replace all of the drug's documents, by disease id, in the given order; those of former candidates go."""
        rows = {disease_id: [self._as_row(value) for value in values] for disease_id, values in documents.items()}
        with self._transaction():
            self._run("clear", slug=slug)
            self._run("insert", slug=slug, documents=Jsonb(rows))

    def load(self, slug: str) -> dict[str, list[Stored]]:
        """The drug's documents by disease id, in their order; a pair without any has no entry."""
        documents: dict[str, list[Stored]] = defaultdict(list)
        for row in self._rows("load", slug=slug):
            documents[row["disease_id"]].append(stored_value(self._model, row["document"]))
        return dict(documents)

    def _as_row(self, document: Stored) -> Row:
        return as_json(document)


class TrialRepository(PairDocuments[TrialMatch]):
    """Trials: registered studies, shared by all drugs, and which of them belong to a (drug, disease) pair."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, "trials", TrialMatch)

    def replace(self, slug: str, documents: Mapping[str, Sequence[TrialMatch]]) -> None:
        """Replace all of the drug's trials, by disease id, in the given order; trials already known are renewed."""
        trials = {match.trial.nct_id: match.trial for matches in documents.values() for match in matches}
        with self._transaction():
            self._run("save_trials", trials=json_list(trials.values()))
            super().replace(slug, documents)

    def _as_row(self, document: TrialMatch) -> Row:
        return as_json(document, exclude={"trial"}) | {"nct_id": document.trial.nct_id}


class RetractionCheckRepository(DrugDocuments[RetractionCheck]):
    """Whether the articles of a drug are retracted, with the word of every source that was asked."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, "retraction_checks", RetractionCheck)

    def by_article(self, slug: str) -> dict[str, RetractionCheck]:
        """The drug's checks by article id."""
        return {check.article_id: check for check in self.load(slug)}


PathName = Literal["target", "class", "use"]


class CandidateRepository(Repository):
    statements = "candidates"

    def save_findings(self, slug: str, path: PathName, findings: Sequence[PathFinding]) -> None:
        """Replace what one path found, in the given order."""
        with self._transaction():
            self._run("clear_findings", slug=slug, path=path)
            self._run("insert_findings", slug=slug, path=path, findings=json_list(findings))

    def findings(self, slug: str, path: PathName) -> list[PathFinding]:
        rows = self._rows("load_findings", slug=slug, path=path)
        return [stored_value(PathFinding, row["finding"]) for row in rows]

    def replace(self, slug: str, candidates: Sequence[Candidate]) -> None:
        """Replace the drug's whole list, in the given order, and store the diseases it names."""
        rows = [
            as_json(candidate, exclude={"disease"})
            | {"disease_id": candidate.disease.id, "dual_path": candidate.dual_path}
            for candidate in candidates
        ]
        diseases = {candidate.disease.id: candidate.disease for candidate in candidates}
        with self._transaction() as connection:
            statement("diseases", "save")(connection, diseases=json_list(diseases.values()))
            self._run("clear", slug=slug)
            self._run("insert", slug=slug, candidates=json_list(rows))

    def load(self, slug: str) -> list[Candidate]:
        """The drug's candidates in their order, those set aside included."""
        return [stored_value(Candidate, row["candidate"]) for row in self._rows("load", slug=slug)]


class NormalizedNameRepository(Repository):
    statements = "normalized_names"

    def save(self, name: NormalizedName, fingerprint: str) -> None:
        """Store a name with the fingerprint of everything it was decided on."""
        self._run(
            "save",
            disease_id=name.disease_id,
            term=name.term,
            mesh_id=name.mesh_id,
            method=name.method.value,
            confidence=name.confidence,
            name=Jsonb(as_json(name)),
            fingerprint=fingerprint,
        )

    def load(self, disease_ids: Iterable[str]) -> dict[str, tuple[NormalizedName, str]]:
        """Name and fingerprint of the known ones, by disease id."""
        rows = self._rows("load", ids=list(disease_ids))
        return {row["disease_id"]: (stored_value(NormalizedName, row["name"]), row["fingerprint"]) for row in rows}


class SearchRepository(Repository):
    statements = "searches"

    def replace(self, slug: str, source: str, searches: Sequence[SearchRecord]) -> None:
        """Replace the drug's searches of one source, in the given order."""
        with self._transaction():
            self._run("clear", slug=slug, source=source)
            self._run("insert", slug=slug, source=source, documents=json_list(searches))

    def load(self, slug: str, source: str | None = None) -> list[SearchRecord]:
        """The drug's searches, of one source or of all."""
        rows = self._rows("load", slug=slug, source=source)
        return [stored_value(SearchRecord, row["document"]) for row in rows]


SynthesisKind = Literal["literature", "trials"]


class SynthesisRepository(Repository):
    statements = "syntheses"

    def replace(self, slug: str, kind: SynthesisKind, syntheses: Sequence[Synthesis]) -> None:
        """Replace all of the drug's syntheses of one kind."""
        rows = json_list(syntheses)
        with self._transaction():
            self._run("clear", slug=slug, kind=kind)
            self._run("insert", slug=slug, kind=kind, syntheses=rows)
            self._run("insert_statements", slug=slug, kind=kind, syntheses=rows)
            self._run("insert_citations", slug=slug, kind=kind, syntheses=rows)

    def cited_articles(self, slug: str) -> list[str]:
        """Ids of the articles the drug's statements cite."""
        return [row["evidence_id"] for row in self._rows("load_cited_articles", slug=slug)]

    def load(self, slug: str, kind: SynthesisKind) -> dict[str, Synthesis]:
        """The drug's syntheses of one kind, by disease id."""
        rows = self._rows("load", slug=slug, kind=kind)
        return {row["disease_id"]: stored_value(Synthesis, row["synthesis"]) for row in rows}


Kind = Literal["adverse_events", "label_indications", "references", "web_pages", "known_harms", "cited_references"]


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

    def replace_study_references(self, slug: str, studies: Sequence[StudyReferences]) -> None:
        self._save(slug, "cited_references", json_list(studies))

    def study_references(self, slug: str) -> dict[str, StudyReferences]:
        """What is known of the references of the drug's counted studies, by ``Article.id``."""
        stored = [stored_value(StudyReferences, study) for study in self._notes(slug, "cited_references") or []]
        return {study.article_id: study for study in stored}

    def _save(self, slug: str, kind: Kind, notes: Jsonb) -> None:
        self._run("save_notes", slug=slug, kind=kind, notes=notes)

    def _notes(self, slug: str, kind: Kind) -> Any:
        row = self._row("load_notes", slug=slug, kind=kind)
        return row["notes"] if row else None
