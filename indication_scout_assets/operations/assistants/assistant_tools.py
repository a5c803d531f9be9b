"""The tools for assistants: reading what the workspace holds, one call at a time.

What belongs here: from arguments to results, without the protocol. The names, arguments and first paragraphs of the
tools are what assistants are told. The workspace opens at the first call, so a server starts at once and without a
database.
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from ...answering.answering_desk import Answering
from ...answering.question_input import LONGEST_QUESTION, AskFrom
from ...domain.comparison import CellState, Comparison
from ...domain.drugs import slug
from ...domain.findings.assessment import Level
from ...domain.findings.report import CandidateEvidence, EvidenceReport, RecordList, RecordListName
from ...domain.outcomes import PermanentFailure, TransientFailure, WrongArgument
from ...domain.questions.answers import Answer
from ...domain.questions.library import SECTION_KINDS, LibraryArticle, PassageFilters, page_at
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
from ..checking.checked_references import KnownStanding
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

Question = Annotated[str, Field(description="A question in English.", min_length=1, max_length=LONGEST_QUESTION)]
Before = Annotated[str, Field(max_length=LONGEST_QUESTION)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Collection = Annotated[
    str, Field(description="Name of a collection of papers; without it the only one.", max_length=LONGEST_NAME)
]
Day = Annotated[str, Field(description="YYYY-MM-DD", max_length=10)]
Start = Annotated[int, Field(ge=0)]
Rows = Annotated[int, Field(ge=1, le=20)]


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
        question: Question,
        question_before: Before = "",
        source: Literal["auto", "papers", "labels"] = "auto",
        collection: Collection = "",
    ) -> Answer:
        """Answer a question word for word, from papers (what was found) or from a drug's labels (what they say).

        Which of them is read from the question; the other is tried where that makes sense. Every sentence has its
        source in `citations`. Where nothing covers the question, `refusal` says why. A misspelt drug gets
        `asks.suggestions` and no sentences. Say the `cautions` and that of the `verdict` with the answer. For a
        follow-up, give the question before it.
        """
        return self._answer(question, source, question_before, collection=collection)

    def ask_label(
        self,
        question: Question,
        drug: Annotated[str, Field(max_length=LONGEST_NAME)] = "",
        question_before: Before = "",
    ) -> Answer:
        """Answer a question from the labels of one drug alone: dose, half-life, contraindications, storage, …

        Sentences are the label's own words with set id, section and characters. `drug` names it where the question
        does not.
        """
        return self._answer(question, "labels", question_before, drug=drug)

    def _answer(self, question: str, source: AskFrom, before: str, *, drug: str = "", collection: str = "") -> Answer:
        """No model is asked, whatever the settings say; the answer is as short as ``Answer.brief`` makes it."""
        with self._counted() as bench, self._choosing(bench, collection):
            desk = self._answering(bench, collection)
            named = _name(drug, "drug") if drug else None
            return desk.answer(question, source=source, context=before, drug=named, provider="extractive").brief()

    def search_literature(
        self,
        question: Question,
        top_k: Annotated[int, Field(ge=1, le=50)] = 10,
        since: Day = "",
        until: Day = "",
        sections: Annotated[tuple[str, ...], Field(max_length=10, description=f"Of {', '.join(SECTION_KINDS)}.")] = (),
        collection: Collection = "",
    ) -> FoundPassages:
        """Search the passages of papers, without an answer. Exactly `top_k` come back where there are so many."""
        filters = PassageFilters(since=_day(since), until=_day(until), kinds=tuple(sections))
        with self._counted() as bench, self._choosing(bench, collection):
            papers = self._answering(bench, collection).papers_for(question).desk
            hits, path = papers.find(question, k=top_k, filters=filters)
            return FoundPassages(question=question, collection=papers.collection, path=path, passages=tuple(hits))

    # ------------------------------------------------------------------------------------------------ passages
    def get_passage(self, id: Name) -> ReadPassage:
        """Read a passage by the id that search_literature and citations give, or a label's section by SETID#NUMBER."""
        with self._opened() as bench:
            return _read(bench, _name(id, "id"))

    def verify_quote(
        self,
        id: Annotated[Name, Field(description="Of a passage, a paper (PMC id or PMID) or a label's section.")],
        quote: Annotated[str, Field(min_length=1, max_length=LONGEST_QUOTE)],
    ) -> CheckedQuote:
        """Check whether words stand in a source, word for word. `verbatim` is true where the very characters do."""
        if not quote.strip():
            raise PermanentFailure(f"A quote has 1 to {LONGEST_QUOTE:,} characters; this one has {len(quote):,}.")
        with self._opened() as bench:
            read = _read(bench, _name(id, "id"), whole_papers=True)
        bare = CheckedQuote(id=id, quote=quote, verbatim=False, same_words=False, retraction=read.retraction)
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
    def retraction_status(
        self,
        id: Annotated[str, Field(description="A DOI, a PMID or a PMC id.", min_length=1, max_length=LONGEST_NAME)],
        references: Annotated[bool, Field(description="Whether to check what the article cites as well.")] = False,
    ) -> ReferenceStanding:
        """Say whether an article is retracted, under a concern or corrected, by PubMed, Europe PMC, Crossref, OpenAlex
        and Retraction Watch: who says so and when. Sources without an answer are in `unchecked`. With `references`,
        `cites_retracted` names the retracted articles in its reference list."""
        return self._checked(id, references=references)

    def check_reference(
        self,
        reference: Annotated[
            str,
            Field(description="A DOI, PMID, PMC id or whole citation.", min_length=1, max_length=LONGEST_CITATION),
        ],
        sentence: Annotated[
            str, Field(description="The sentence that cites it, quotations included.", max_length=LONGEST_CITATION)
        ] = "",
    ) -> ReferenceStanding:
        """Check one reference: whether it exists, its standing, and with `sentence` whether its article has the quoted
        words and says so. `not_decided` leaves that to you: read `closest`, the article's own words."""
        return self._checked(reference, sentence)

    def _checked(self, given: str, sentence: str = "", *, references: bool = False) -> ReferenceStanding:
        """Sources are asked for what the workspace's cache does not have."""
        if not given.strip():
            raise PermanentFailure(f"A reference has 1 to {LONGEST_CITATION:,} characters, a sentence as many at most.")
        with self._lock:
            self._keep_to_rate()
            report = check_ids(self._settings, [given], sentence, references=references)
        (reference,) = report.references
        claim = report.claims[0] if report.claims else None
        return ReferenceStanding(
            given=given,
            found=bool(reference.article_id),
            **{name: getattr(reference, name) for name in KnownStanding.model_fields},
            findings=tuple(finding.sentence for finding in report.findings),
            unanswered=report.unanswered,
            verdict=claim.verdict.value if claim else "",
            read=claim.read if claim else "",
            closest=claim.closest if claim else "",
            reason=claim.reason if claim else "",
        )

    # ------------------------------------------------------------------------------------------------ drugs
    def list_drugs(self) -> HeldDrugs:
        """List the drugs with reports or labels, and the collections of papers."""
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

    def get_report(
        self,
        drug: Name,
        start: Start = 0,
        most: Annotated[int, Field(ge=1, le=5 * PART, description="Characters.")] = PART,
    ) -> ReportPart:
        """Read a drug's evidence report as Markdown, part by part: `next_start` is where the next part begins."""
        key, stored = self._stored_report(drug)
        if stored is None:
            return ReportPart(drug=key, found=False, reason=_no_report(drug))
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

    def list_candidates(self, drug: Name, limit: Annotated[int, Field(ge=1, le=200)] = 20) -> ListedCandidates:
        """List the diseases a drug might also treat, ranked, with the counted studies for and against each."""
        name = _name(drug, "drug")
        with self._opened() as bench:
            key = bench.db.drugs.known_as([name])[name]
            compared = bench.db.comparisons.load([key])
        rows = sorted(_candidates(compared), key=lambda row: (row.listed != "tried", row.rank or 0, row.disease))
        if not rows:
            reason = f"There are no candidates of {drug!r} in this workspace."
            return ListedCandidates(drug=key, found=False, reason=reason)
        left_off = max(0, len(rows) - limit)
        return ListedCandidates(drug=key, found=True, candidates=tuple(rows[:limit]), left_off=left_off)

    def list_studies(
        self,
        drug: Name,
        disease: Annotated[Name, Field(description="Its name, a synonym or its id, as list_candidates gives it.")],
        start: Start = 0,
        limit: Rows = 10,
    ) -> ListedStudies:
        """List the studies of a candidate: design, participants, direction, the words it was read on, and whether it
        counts. `next_start` is where the next part begins.
        """
        wanted = _name(disease, "disease")
        key, stored = self._stored_report(drug)
        if stored is None:
            return ListedStudies(drug=key, disease=wanted, found=False, reason=_no_report(drug))
        report = verified(stored.report)
        evidence = {each.candidate.disease.id: each for each in report.candidates}
        meant = meant_disease(wanted, [each.candidate.disease for each in report.candidates])
        if meant.disease is None:
            near = ", ".join(each.name for each in meant.near)
            reason = f"The report has no candidate {disease!r}{f'; it has {near}' if near else ''}."
            return ListedStudies(drug=key, disease=wanted, found=False, reason=reason)
        rows = list(_studies(report, evidence[meant.disease.id]))
        assessment = evidence[meant.disease.id].assessment
        end = start + limit
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

    def list_records(
        self,
        drug: Name,
        records: Literal["failed", "running", "retracted", "harm"],
        start: Start = 0,
        limit: Rows = 10,
    ) -> ListedRecords:
        """List the records of one kind over all candidates of a drug: trials that failed or were stopped, trials that
        are running, papers that were retracted, diseases the drug may cause or worsen; each with the words it rests
        on."""
        key, stored = self._stored_report(drug)
        if stored is None:
            return ListedRecords(drug=key, found=False, reason=_no_report(drug))
        which, lists = RecordListName[records.upper()], record_lists(candidate_views(verified(stored.report)))
        listed = next((each.stored for each in lists if each.name is which), RecordList(name=which))
        end = start + limit
        return ListedRecords(
            drug=key,
            found=True,
            records=listed.records[start:end],
            note=listed.note,
            next_start=end if end < len(listed.records) else None,
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
            same = ("rank", "disease_id", "score", "supports", "contradicts", "harm", "harm_known")
            yield RankedCandidate(
                **{name: getattr(cell, name) for name in same},
                disease=names[cell.disease_id],
                listed=cell.listed.value if cell.listed else "",
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


def _no_report(drug: str) -> str:
    return f"There is no report on {drug!r} in this workspace."


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PermanentFailure(f"There is no day {text!r}; give it as 2024-03-31.") from None
