"""The content of an evidence report, complete and typed, before any layout.

What belongs here: what a report says. How it looks is in ``reports``; the JSON export is ``EvidenceReport`` as is, and
its schema is documented in ``docs/reference/report-json.md``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Self

from pydantic import Field

from ..base import Value, canonical_json
from ..candidates import Candidate, CandidateList
from ..comparison import Commonness
from ..diseases import NormalizedName
from ..documents import DocumentKind
from ..drugs import DrugProfile
from ..monographs.reported_facts import DrugLabelFacts, LabelCheck
from ..outcomes import SourceOutcome
from ..records.articles import Article
from ..records.cited_references import StudyReferences
from ..records.full_text import FullTextFacts, FullTextQuote
from ..records.labels import AdverseEvents, Label, LabelIndication, LabelMention, LabelVersion
from ..records.references import ReferenceEntry, WebPage
from ..records.retractions import RetractionCheck
from ..records.trials import TrialMatch
from .assessment import Assessment
from .effects import BestEffect, Effect, PooledEffect
from .evidence import PrismaFlow, RankedArticle, RankedRecord, SearchRecord
from .readings import KnownHarms, ReadingNote
from .statements import Synthesis

REPORT_SCHEMA_VERSION = 5
"""2: articles are keyed by ``Article.id``, because not every article has a PMID. 4: candidates carry what their
evidence amounts to (``assessment``), with their rank after the evidence."""

LONGEST_REASON = 2_000
"""Characters of the reason of a decision."""


class CandidateEvidence(Value):
    """One candidate with everything found for it."""

    candidate: Candidate
    name: NormalizedName
    searches: tuple[SearchRecord, ...] = ()
    articles_found: int = 0
    """Articles found and stored for the pair, retracted ones included."""
    studies: int = 0
    """Distinct studies that name drug and disease: one trial with six papers is one. 0 where they were not counted."""
    ranked: tuple[RankedArticle, ...] = ()
    """The top k, in order."""
    readings: dict[str, ReadingNote] = Field(default_factory=dict)
    """Who read each graded article for the pair, and on which words, by its id; empty in older reports."""
    effects: dict[str, tuple[Effect, ...]] = Field(default_factory=dict)
    """What ranked articles that name the drug measured, by ``Article.id``; articles that tell no effect are missing."""
    best_effect: BestEffect | None = None
    """``None`` where no counted study has a direction, and in older reports."""
    pooled: tuple[PooledEffect, ...] = ()
    """Its randomised trials pooled, those of each endpoint, measure and comparator together; that of most first."""
    not_pooled: str = ""
    """Why they are not pooled, in one sentence; empty where they are, and where none gives an estimate."""
    retracted: tuple[str, ...] = ()
    """Ids of articles found for the pair that are retracted; shown, never used."""
    superseded: tuple[str, ...] = ()
    """Ids of older versions of Cochrane reviews, left out because a newer one was found."""
    trials: tuple[TrialMatch, ...] = ()
    trial_papers: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """NCT id to the ids of those articles shown that report the trial."""
    paper_trials: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Article id -> numbers of the trials it reports: ``trial_papers`` from the other side."""
    full_text_quotes: tuple[FullTextQuote, ...] = ()
    """What the full texts of articles shown say of the pair beyond their abstracts."""
    label_mentions: tuple[LabelMention, ...] = ()
    """What labels of the drug say about the disease, nearest to the question first."""
    label_checks: tuple[LabelCheck, ...] = ()
    """What the drug's labels held in full speak against: a disease they forbid it in, doses far above their highest."""
    references: tuple[ReferenceEntry, ...] = ()
    """Background on the disease, beside the evidence."""
    web_pages: tuple[WebPage, ...] = ()
    """Quarantined: shown, never graded, never cited."""
    web_note: str = ""
    """Why the open web was or was not asked, with the counts this rests on."""
    ranked_records: tuple[RankedRecord, ...] = ()
    """Places of trials, label mentions and web pages, by source and rank."""
    literature: Synthesis | None = None
    trial_synthesis: Synthesis | None = None
    commonness: Commonness | None = None
    """In how many drugs' lists the disease stands; ``None`` where there is no matrix of all drugs."""
    assessment: Assessment | None = None
    """What the evidence amounts to; ``None`` in reports from before it was assessed."""
    flow: PrismaFlow | None = None
    """From the records found to the studies counted; ``None`` in older reports."""
    outcomes: tuple[SourceOutcome, ...] = ()
    cautions: tuple[str, ...] = ()
    """What a reader must keep in mind before the evidence, one plain sentence each."""
    not_found: tuple[str, ...] = ()
    """What was looked for and not found, one plain sentence each."""

    @property
    def listed(self) -> CandidateList:
        """The list it stands in, after the evidence where it was assessed."""
        return self.assessment.listed if self.assessment else self.candidate.listed

    @property
    def rank(self) -> int:
        """Place in its list, after the evidence where it was assessed, else before it; 0 where it has none."""
        return self.assessment.rank if self.assessment else self.candidate.rank or 0

    @property
    def total(self) -> float:
        """The score that ``rank`` follows."""
        return self.assessment.score.total if self.assessment else self.candidate.score.total


class CandidateNews(Value):
    """What is new for one candidate since an earlier report."""

    disease_id: str
    disease: str
    is_new: bool = False
    """It was no candidate then."""
    articles: int = 0
    """Articles shown that were not shown then."""
    trials: int = 0
    """Trials that were not found then."""
    trial_changes: int = 0
    """Facts of trials that changed: status, stop reason, posted results, enrolment, completion."""


class LabelChange(Value):
    """A label in another version than in an earlier report, or in one of two reports alone."""

    set_id: str
    title: str
    source: str
    before: LabelVersion | None
    """``None`` where the label was not among those read."""
    after: LabelVersion | None
    """``None`` where it no longer is."""
    between: tuple[LabelVersion, ...] | None = ()
    """Versions published between the two, oldest first; ``None`` where the source gave no answer."""
    sections: tuple[str, ...] = ()
    """Kinds of the sections whose words differ (``LabelSection.kind``), of those the report shows."""


class ReportNews(Value):
    """What is new since an earlier report on the drug."""

    since: datetime
    """Moment of the earlier report's newest input."""
    candidates: tuple[CandidateNews, ...] = ()
    """Those with something new, in the report's order."""
    standings: tuple[str, ...] = ()
    """Ids of articles whose standing changed: retracted, concern, correction, reinstatement."""
    labels: tuple[LabelChange, ...] = ()
    """Labels in another version; empty in older reports."""
    made_differently: bool = False
    """Settings, models, data or code differ, so that what is new may come from the method."""


class ChangeKind(StrEnum):
    """What a change between two reports is of."""

    STUDY = "new study"
    TRIAL = "new trial"
    TRIAL_FACT = "trial changed"
    STANDING = "standing of an article"
    CANDIDATE = "new candidate"
    GONE = "no longer a candidate"
    LABEL = "label changed"
    EVIDENCE = "direction or strength changed"


class NotedChange(Value):
    """A change of a drug's report, kept from the run that brought it."""

    id: str
    """The same change has the same id for ever: of drug, kind, record and what it became."""
    drug: str
    """The drug's key."""
    kind: ChangeKind
    record: str
    """Of an article, trial, label or disease."""
    diseases: tuple[str, ...] = ()
    """Names of the candidates it belongs to."""
    sentence: str
    address: str = ""
    """Of the record at its source; empty where it has none."""
    noted_at: datetime
    """When the run was over that brought it."""

    @property
    def day(self) -> str:
        """Of ``noted_at``."""
        return self.noted_at.date().isoformat()


class RecordListName(StrEnum):
    """The four lists of the first screen; the value is the heading."""

    FAILED = "Tried and failed, or stopped early"
    RUNNING = "Running now"
    RETRACTED = "Retracted and excluded"
    HARM = "Harm in this disease"


class ListedRecord(Value):
    """A record of one or more candidate diseases, and why it is on a list."""

    disease_ids: tuple[str, ...]
    diseases: tuple[str, ...]
    """Their names, in the same order."""
    evidence_kind: DocumentKind
    evidence_id: str
    """``Article.id``, NCT id or the set id of a label; empty where a source without records says it."""
    fact: str
    """What is known of it, without a full stop: ``phase 3, 180 participants: primary endpoint not met``."""
    words: str = ""
    """The words it rests on: of the abstract, the registry or the label; empty where a field of a record says it."""


class RecordList(Value):
    """One of the four lists, complete."""

    name: RecordListName
    records: tuple[ListedRecord, ...] = ()
    note: str = ""
    """One sentence: that it is empty, or for how many candidates the source was not asked."""


class RunFacts(Value):
    """What a reader needs to repeat the run."""

    workspace: str
    demonstration: bool
    built_at: datetime
    """Moment of the newest input, in a replay that of the snapshot; not of the rendering: same inputs, same bytes."""
    data_versions: dict[str, str]
    """For example ``{"Open Targets": "26.06"}``."""
    code_version: str
    embedding_model: str
    synthesizer: str
    ranking_query: str
    """The therapeutic query with its placeholders."""
    settings: dict[str, str]
    code_fingerprint: str = ""
    """Of the code that reads, grades, scores and counts: the same code proves all of it again. Empty in older
    reports."""
    as_of: date | None = None
    """No record dated later, and none without a date, is evidence in the report; ``None`` for a report of today's
    knowledge."""


class EvidenceReport(Value):
    """The report on one drug."""

    schema_version: int = REPORT_SCHEMA_VERSION
    drug: DrugProfile
    candidates: tuple[CandidateEvidence, ...]
    set_aside: tuple[Candidate, ...]
    articles: dict[str, Article]
    """All articles the report shows or cites, by ``Article.id``."""
    standings: dict[str, RetractionCheck] = Field(default_factory=dict)
    """Whether an article is retracted, by ``Article.id``; one that is missing here was not checked."""
    cited_references: dict[str, StudyReferences] = Field(default_factory=dict)
    """What is known of the references of the studies that count, by ``Article.id``; empty in older reports."""
    full_texts: dict[str, FullTextFacts] = Field(default_factory=dict)
    """By ``Article.id``, for the articles whose full text was looked for."""
    known_harms: KnownHarms | None = None
    """What a search for harm by the drug alone found, each harm with its best papers; ``None`` where there was none."""
    labels: tuple[Label, ...] = ()
    """Current labels, with the sections the report shows: indications, boxed warning, contraindications, warnings."""
    label_indications: tuple[LabelIndication, ...] = ()
    """Wordings of the approved uses, the most common first."""
    label_facts: DrugLabelFacts | None = None
    """What the labels held in full say of the drug, word for word; ``None`` in older reports."""
    adverse_events: AdverseEvents | None = None
    """``None`` where FAERS was not asked or gave no answer; ``outcomes`` say which."""
    references: tuple[ReferenceEntry, ...] = ()
    """Identity of the drug and background on it."""
    outcomes: tuple[SourceOutcome, ...] = ()
    """Sources' answers to questions about the drug itself."""
    flow: PrismaFlow | None = None
    """Of all candidates together, a record that several share counted once; ``None`` in older reports."""
    lists: tuple[RecordList, ...] = ()
    """What failed, what is running, what was retracted and what harms, over all candidates; empty in older reports."""
    news: ReportNews | None = None
    """Since the newest report a month older, else since the oldest a day older; ``None`` without one."""
    run: RunFacts
    sha256: str = Field(default="", exclude_if=lambda digest: not digest)
    """``report_hash`` of all the rest; left out of JSON where the report is not sealed."""

    def sealed(self) -> Self:
        """The report with the hash of its content; itself where it has it already."""
        digest = report_hash(self.model_dump(mode="json"))
        return self if self.sha256 == digest else self.model_copy(update={"sha256": digest})


def report_hash(content: Mapping[str, Any]) -> str:
    """SHA-256 (64 hex digits) of the canonical JSON of a report without its hash: what a citation names."""
    rest = {name: value for name, value in content.items() if name != "sha256"}
    return hashlib.sha256(canonical_json(rest).encode("utf-8")).hexdigest()


class DecisionVerdict(StrEnum):
    """What a reader thinks of a candidate or a record."""

    PROMISING = "promising"
    POOR = "poor"
    WRONG = "wrong"
    """The program is wrong on it."""
    IRRELEVANT = "irrelevant"


class ReaderDecision(Value):
    """A reader's verdict with its reason; one for each candidate, and one for each of its records."""

    drug: str
    """Its partition key."""
    disease_id: str
    disease: str
    record: str = ""
    """Id of an article or number of a trial; empty where the candidate itself is judged."""
    verdict: DecisionVerdict
    reason: str = Field("", max_length=LONGEST_REASON)
    decided_by: str = ""
    decided_at: datetime
