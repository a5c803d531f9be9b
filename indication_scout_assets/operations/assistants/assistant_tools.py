"""The work behind the tools for assistants: reading what the workspace holds, one call at a time.

What belongs here: from arguments to results, without the protocol. The workspace opens at the first call, so a server
starts at once and without a database.
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from ...answering.answering_desk import Answering
from ...answering.question_input import AskFrom
from ...domain.comparison import CellState, Comparison
from ...domain.drugs import slug
from ...domain.findings.assessment import Level
from ...domain.findings.report import CandidateEvidence, EvidenceReport, RecordList, RecordListName
from ...domain.outcomes import PermanentFailure, TransientFailure, WrongArgument
from ...domain.questions.answers import Answer
from ...domain.questions.library import LibraryArticle, PassageFilters, page_at
from ...domain.questions.question_answering import FoundPassages
from ...pipeline.resources.workbench import Workbench, workbench
from ...reading.verifier.cited_places import find_quote
from ...reports.markdown_report import render_markdown
from ...reports.views.candidates.candidate_views import candidate_views
from ...reports.views.candidates.record_lists import record_lists
from ...reports.views.verified import verified
from ...reports.words.assessment_words import strength_word
from ...reports.words.retraction_words import cited_sentences
from ...rules.names.nearest_names import meant_disease
from ...settings import Settings
from ...store.repositories.report_repository import StoredReport
from ..checking.reference_check import check_ids
from ..questions.request_rates import RequestRates
from .tool_results import (
    CandidateStudy,
    CheckedQuote,
    HeldCollection,
    HeldDrug,
    HeldDrugs,
    ListedCandidates,
    ListedRecords,
    ListedStudies,
    RankedCandidate,
    ReadPassage,
    ReferenceStanding,
    ReportPart,
)

LONGEST_QUOTE = 5_000
LONGEST_CITATION = 2_000
LONGEST_NAME = 200
"""Characters of a drug's name, an id or a collection's name."""
MOST_DESKS = 8
"""Collections kept open at once."""
PART = 20_000
"""Characters of a report that are given at once."""


class AssistantTools:
    """One workspace, open for the tools. Calls may come from several threads; they wait for each other."""

    def __init__(self, settings: Settings, collection: str = "") -> None:
        self._settings = settings
        self._collection = collection
        self._lock = threading.Lock()
        self._rates = RequestRates(settings.web_rate)
        self._stack = ExitStack()
        self._bench: Workbench | None = None
        self._desks: dict[str, Answering] = {}
        self._held: tuple[object, ...] = ()

    def close(self) -> None:
        """Close the workspace, once no call runs any more."""
        with self._lock:
            self._stack.close()
            self._bench = None
            self._desks.clear()

    @contextmanager
    def _opened(self) -> Iterator[Workbench]:
        """The workspace, for one call at a time."""
        with self._lock:
            if self._bench is None:
                self._bench = self._stack.enter_context(workbench(self._settings))
            yield self._bench

    @contextmanager
    def _counted(self) -> Iterator[Workbench]:
        """The same for a question or a search, which take work: so many a minute, whoever calls.

        Raises:
            TransientFailure: too many have come; it says when to call again.
        """
        with self._opened() as bench:
            self._keep_to_rate()
            yield bench

    def _keep_to_rate(self) -> None:
        if seconds := self._rates.wait(""):
            raise TransientFailure(
                f"Up to {self._settings.web_rate} questions and searches a minute are answered; call again in "
                f"{math.ceil(seconds)} s."
            )

    def _answering(self, bench: Workbench, collection: str) -> Answering:
        """A warm desk; a new one where labels or papers have come since."""
        labels = tuple((label.id, label.sha256) for label in bench.db.labels.documents())
        papers = tuple((c.name, c.passages, c.vectors, c.updated_at) for c in bench.db.library.collections())
        if (labels, papers) != self._held or len(self._desks) >= MOST_DESKS:
            self._desks.clear()
            self._held = (labels, papers)
        name = _name(collection or self._collection, "collection") if collection or self._collection else ""
        return self._desks.setdefault(name, Answering(bench, name))

    @contextmanager
    def _choosing(self, bench: Workbench, collection: str) -> Iterator[None]:
        """Failures to choose a collection, in the words of the tools and not of the command line."""
        try:
            yield
        except WrongArgument as failure:
            names = [c.name for c in bench.db.library.collections()]
            if collection or self._collection or len(names) < 2:
                raise
            sentence = str(failure) if str(failure).endswith("?") else "The question names no drug with a library."
            raise PermanentFailure(f"{sentence} Give as collection one of {', '.join(names[:20])}.") from None

    # ------------------------------------------------------------------------------------------------ questions
    def ask(
        self,
        question: str,
        *,
        source: AskFrom = "auto",
        drug: str = "",
        question_before: str = "",
        collection: str = "",
    ) -> Answer:
        """Answer a question from papers or labels, word for word: no model is asked, whatever the settings say.
        The answer is as short as ``Answer.brief`` makes it.

        Raises:
            WrongArgument, PermanentFailure: as ``Answering.answer``. TransientFailure: too many questions came.
        """
        with self._counted() as bench, self._choosing(bench, collection):
            desk = self._answering(bench, collection)
            named = _name(drug, "drug") if drug else None
            answer = desk.answer(question, source=source, context=question_before, drug=named, provider="extractive")
            return answer.brief()

    def search(
        self, question: str, *, most: int = 10, filters: PassageFilters | None = None, collection: str = ""
    ) -> FoundPassages:
        """The passages of papers that fit a question best. Raises as ``CollectionSearcher.find``."""
        with self._counted() as bench, self._choosing(bench, collection):
            papers = self._answering(bench, collection).papers_for(question).desk
            hits, path = papers.find(question, k=most, filters=filters)
            return FoundPassages(question=question, collection=papers.collection, path=path, passages=tuple(hits))

    # ------------------------------------------------------------------------------------------------ passages
    def passage(self, passage_id: str) -> ReadPassage:
        """A passage of a paper by its id, or a section of a label by ``SETID#NUMBER``."""
        with self._opened() as bench:
            return _read(bench, _name(passage_id, "id"))

    def verify_quote(self, source_id: str, quote: str) -> CheckedQuote:
        """Whether a quote stands in a passage, a whole paper or a label's section.

        Raises:
            PermanentFailure: an empty or endless quote.
        """
        if not quote.strip() or len(quote) > LONGEST_QUOTE:
            raise PermanentFailure(f"A quote has 1 to {LONGEST_QUOTE:,} characters; this one has {len(quote):,}.")
        with self._opened() as bench:
            read = _read(bench, _name(source_id, "id"), whole_papers=True)
        bare = CheckedQuote(id=source_id, quote=quote, verbatim=False, same_words=False, retraction=read.retraction)
        if not read.found:
            return bare.model_copy(update={"reason": read.reason})
        place = find_quote(quote, read.text)
        if place is None:
            reason = f"These words are not in {read.title or read.id}."
            return bare.model_copy(update={"reason": reason})
        words = read.text[place.start : place.end]
        reason = "" if place.verbatim else "The words are the same; spaces, hyphens or quotation marks differ."
        return bare.model_copy(
            update={
                "verbatim": place.verbatim,
                "same_words": True,
                "words": words,
                "reason": reason,
                "start": read.start + place.start,
                "end": read.start + place.end,
            }
        )

    # ------------------------------------------------------------------------------------------------ references
    def check_reference(self, given: str, sentence: str = "", *, references: bool = False) -> ReferenceStanding:
        """The standing of a DOI, PMID, PMC id or printed citation, and what its article says of a sentence; with
        ``references`` also whether it cites retracted work.

        Sources are asked for what the workspace's cache does not have.

        Raises:
            PermanentFailure: it is empty or endless. TransientFailure: too many questions came.
        """
        if not given.strip() or max(len(given), len(sentence)) > LONGEST_CITATION:
            raise PermanentFailure(f"A reference has 1 to {LONGEST_CITATION:,} characters, a sentence as many at most.")
        with self._lock:
            self._keep_to_rate()
            report = check_ids(self._settings, [given], sentence, references=references)
        (reference,) = report.references
        claim = report.claims[0] if report.claims else None
        same = (
            "title",
            "year",
            "pmid",
            "doi",
            "url",
            "found_by",
            "status",
            "standing",
            "signals",
            "checked",
            "unchecked",
            "references",
            "cites_retracted",
        )
        return ReferenceStanding(
            given=given,
            found=bool(reference.article_id),
            **{name: getattr(reference, name) for name in same},
            findings=tuple(finding.sentence for finding in report.findings),
            unanswered=report.unanswered,
            verdict=claim.verdict.value if claim else "",
            read=claim.read if claim else "",
            closest=claim.closest if claim else "",
            reason=claim.reason if claim else "",
        )

    # ------------------------------------------------------------------------------------------------ drugs
    def drugs(self) -> HeldDrugs:
        """What the workspace holds."""
        with self._opened() as bench:
            compared = {drug.slug: drug for drug in bench.db.comparisons.load(only_notable=True).drugs}
            labels = Counter(document.drug for document in bench.db.labels.documents())
            by_slug = {slug(drug): drug for drug in labels}
            drugs = []
            for key in sorted({*compared, *by_slug}):
                known, labelled = compared.get(key), by_slug.get(key, "")
                drugs.append(
                    HeldDrug(
                        drug=key,
                        name=known.name if known else labelled,
                        state=known.state if known else None,
                        report=bool(known and known.built_at),
                        labels=labels[labelled],
                    )
                )
            collections = tuple(
                HeldCollection(name=c.name, articles=c.articles, passages=c.passages)
                for c in bench.db.library.collections()
            )
            return HeldDrugs(workspace=self._settings.workspace, drugs=tuple(drugs), collections=collections)

    def report(self, drug: str, *, start: int = 0, most: int = PART) -> ReportPart:
        """A drug's report as Markdown, from a character on. A drug without one is a result, not an error."""
        key, stored = self._stored_report(drug)
        if stored is None:
            return ReportPart(drug=key, found=False, reason=f"There is no report on {drug!r} in this workspace.")
        text = render_markdown(stored.report)
        end = min(len(text), start + most)
        return ReportPart(
            drug=key,
            found=True,
            built_at=stored.built_at,
            markdown=text[start:end],
            start=start,
            length=len(text),
            next_start=end if end < len(text) else None,
        )

    def _stored_report(self, drug: str) -> tuple[str, StoredReport | None]:
        """The drug under its own name, and its report; ``None`` where it has none."""
        name = _name(drug, "drug")
        with self._opened() as bench:
            key = bench.db.drugs.known_as([name])[name]
            return key, bench.db.reports.load(key)

    def candidates(self, drug: str, *, most: int = 20) -> ListedCandidates:
        """A drug's ranked candidates."""
        name = _name(drug, "drug")
        with self._opened() as bench:
            key = bench.db.drugs.known_as([name])[name]
            compared = bench.db.comparisons.load([key])
        rows = sorted(_candidates(compared), key=lambda row: (row.listed != "tried", row.rank or 0, row.disease))
        if not rows:
            reason = f"There are no candidates of {drug!r} in this workspace."
            return ListedCandidates(drug=key, found=False, reason=reason)
        return ListedCandidates(drug=key, found=True, candidates=tuple(rows[:most]), left_off=max(0, len(rows) - most))

    def studies(self, drug: str, disease: str, *, start: int = 0, most: int = 10) -> ListedStudies:
        """The studies of a candidate in the drug's stored report, from one on. None is a result, not an error."""
        wanted = _name(disease, "disease")
        key, stored = self._stored_report(drug)
        if stored is None:
            reason = f"There is no report on {drug!r} in this workspace."
            return ListedStudies(drug=key, disease=wanted, found=False, reason=reason)
        report = verified(stored.report)
        evidence = {each.candidate.disease.id: each for each in report.candidates}
        meant = meant_disease(wanted, [each.candidate.disease for each in report.candidates])
        if meant.disease is None:
            near = ", ".join(each.name for each in meant.near)
            reason = f"The report has no candidate {disease!r}{f'; it has {near}' if near else ''}."
            return ListedStudies(drug=key, disease=wanted, found=False, reason=reason)
        rows = list(_studies(report, evidence[meant.disease.id]))
        assessment = evidence[meant.disease.id].assessment
        end = start + most
        return ListedStudies(
            drug=key,
            disease=meant.disease.name,
            found=True,
            direction=assessment.direction.value if assessment and assessment.direction else "",
            strength=strength_word(assessment.strength) if assessment else "",
            missed_endpoints=assessment.missed_endpoints if assessment else (),
            studies=tuple(rows[start:end]),
            next_start=end if end < len(rows) else None,
        )

    def records(self, drug: str, which: RecordListName, *, start: int = 0, most: int = 10) -> ListedRecords:
        """One of the four lists of the drug's stored report, from one record on. None is a result, not an error."""
        key, stored = self._stored_report(drug)
        if stored is None:
            return ListedRecords(drug=key, found=False, reason=f"There is no report on {drug!r} in this workspace.")
        lists = record_lists(candidate_views(verified(stored.report)))
        records = next((each.stored for each in lists if each.name is which), RecordList(name=which))
        end = start + most
        return ListedRecords(
            drug=key,
            found=True,
            records=records.records[start:end],
            note=records.note,
            next_start=end if end < len(records.records) else None,
        )


# ---------------------------------------------------------------------------------------------------- passages
def _read(bench: Workbench, source_id: str, *, whole_papers: bool = False) -> ReadPassage:
    label_id, _, number = source_id.rpartition("#")
    if label_id and number.isdigit():
        return _section(bench, source_id, label_id, int(number))
    passages = bench.db.library.passages([source_id])
    article_id = passages[0].article_id if passages else source_id
    article = bench.db.library.load([article_id]).get(article_id) if passages or whole_papers else None
    if article is None:
        reason = f"No passage{' or paper' if whole_papers else ''} with the id {source_id!r} is held."
        return ReadPassage(id=source_id, found=False, reason=reason)
    if passages:
        passage = passages[0]
        return _paper(source_id, article, passage.section, passage.start, passage.end)
    return _paper(source_id, article, "", 0, len(article.text))


def _paper(source_id: str, article: LibraryArticle, section: str, start: int, end: int) -> ReadPassage:
    return ReadPassage(
        **article.details("year", "license"),
        id=source_id,
        found=True,
        kind="paper",
        section=section,
        text=article.text[start:end],
        start=start,
        end=end,
        article_id=article.id,
        page=page_at(article.pages, start),
        retraction=article.retraction.value,
    )


def _section(bench: Workbench, source_id: str, label_id: str, number: int) -> ReadPassage:
    document = next((d for d in bench.db.labels.documents() if d.id == label_id), None)
    sections = bench.db.labels.load(document.drug).sections if document else ()
    section = next((s for s in sections if (s.document, s.ordinal) == (label_id, number)), None)
    if document is None or section is None:
        return ReadPassage(id=source_id, found=False, reason=f"No section {source_id!r} of a label is held.")
    return ReadPassage(
        id=source_id,
        found=True,
        kind="label",
        title=document.title,
        section=" ".join(filter(None, [section.number, section.title])) or section.category.value,
        text=section.text,
        start=0,
        end=len(section.text),
        drug=document.drug,
        region=document.region,
        version=document.version,
        url=document.url,
    )


def _candidates(compared: Comparison) -> Iterator[RankedCandidate]:
    names = {disease.id: disease.name for disease in compared.diseases}
    for cell in compared.cells:
        if cell.state is CellState.CANDIDATE:
            yield RankedCandidate(
                rank=cell.rank,
                disease_id=cell.disease_id,
                disease=names[cell.disease_id],
                listed=cell.listed.value if cell.listed else "",
                score=cell.score,
                supports=cell.supports,
                contradicts=cell.contradicts,
                harm=cell.harm,
                harm_known=cell.harm_known,
                stage=cell.stage.value if cell.stage else "",
            )


def _studies(report: EvidenceReport, evidence: CandidateEvidence) -> Iterator[CandidateStudy]:
    """What the assessment counts and what it does not, the counted first, in the order of their levels."""
    assessment = evidence.assessment
    trials = {match.trial.nct_id: match.trial for match in evidence.trials}
    for grade in sorted(
        assessment.grades if assessment else (), key=lambda g: (not g.counts, g.level or len(Level) + 1)
    ):
        number = grade.evidence_id
        article, trial = report.articles.get(number), trials.get(number)
        reading = evidence.readings.get(number)
        standing = report.standings.get(number)
        posted = trial.first_posted[:4] if trial and trial.first_posted else ""
        yield CandidateStudy(
            id=number,
            kind=grade.evidence_kind,
            title=article.title if article else trial.title if trial else "",
            year=article.year if article else int(posted) if posted.isdigit() else None,
            design=grade.design.value,
            participants=grade.participants,
            direction=grade.polarity.value,
            words=(reading.sentence if reading else "") or (trial.why_stopped if trial else ""),
            counted=grade.counts,
            why_not_counted=grade.not_counted,
            retraction=standing.status.value if standing else "",
            cites_retracted=" ".join(cited_sentences(report.cited_references.get(number))),
        )


def _name(text: str, what: str) -> str:
    """A name or id as it was given.

    Raises:
        PermanentFailure: it is empty or endless.
    """
    if not text.strip() or len(text) > LONGEST_NAME:
        raise PermanentFailure(f"The {what} has 1 to {LONGEST_NAME} characters; this one has {len(text):,}.")
    return text.strip()
