"""Ranked evidence: the search that found a record, its place for a (drug, disease) pair, and how far it came.

What belongs here: the ranked item, the search, and the PRISMA 2020 flow of all records: identified, screened, read and
counted, a number that nobody knows being ``None``. The arithmetic of ranks is in ``ranking``; which box of the flow a
record ends in is decided in ``rules.assessment.record_flow``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Self

from pydantic import Field

from ..base import Value
from ..documents import DocumentKind
from ..outcomes import SourceState
from ..records.articles import Origin


class SearchRecord(Value):
    """One search as it was made: enough to explain it and to run it again."""

    source: str
    """Title of the catalogue's entry, for example ``Europe PMC, highly cited``."""
    disease_id: str
    query: str
    translation: str = ""
    """How the source itself understood the query."""
    ids: tuple[str, ...] = ()
    """In the source's order."""
    total: int = 0
    """How many records the source says match."""
    warnings: tuple[str, ...] = ()
    state: SourceState = SourceState.OK
    reason: str = ""
    searched_at: datetime
    left_out: int = Field(0, exclude=True)
    """Records an as-of date shut out: later ones, and those without a full date. Not stored: its outcome keeps it."""
    unanswered: bool = Field(False, exclude=True)
    """Whether a fault made it degraded. Not stored with the search: its outcome keeps it."""


class PoolEntry(Value):
    """One article of a pair's pool, and how it got there."""

    article_id: str
    found_by: tuple[str, ...]
    """Keys of the catalogue's entries whose searches found it."""
    origins: tuple[Origin, ...] = ()
    """Its records in sources other than PubMed, as this drug's searches brought them."""
    superseded: bool = False
    """Whether a newer version of this Cochrane review was found as well; then it takes no part in anything."""


class RankingComponents(Value):
    """Every number behind a rank. The score is their weighted mean; normalised ones lie in [0, 1] within the pair."""

    cosine: float
    """Cosine similarity of article and the nearest of the pair's claims, -1 to 1."""
    lexical: float
    """BM25 score, 0 or more."""
    cosine_normalized: float
    lexical_normalized: float
    fused: float
    """Words and meaning together, 0 to 1."""
    drug: float | None = None
    """1 where title or abstract names the drug, by any of its names, else 0. Here and below ``None``: no part of it."""
    disease: float | None = None
    """1 where the disease is named, 0.6 where only a near kin of it is, else 0."""
    title: float | None = None
    """1 where the title names the disease (or its kin); in a review of a class, a drug."""
    near: float | None = None
    """1 where drug and disease stand near each other, else 0."""
    intent: float | None = None
    """1 where a sentence says that the drug treats or prevents the disease, 0.75 that it has no effect, 0.5 where
    nothing clear is said, 0 where the drug causes the disease."""
    study: float | None = None
    """In a review of a class: the study's design, 1 for a randomised trial."""
    focus: float | None = None
    """In a review of a class: how far the text is about what becomes of patients, 0 to 1."""
    feedback: float | None = None
    """In a review of a class: closeness to the ten best articles."""
    tokens: float | None = None
    """For a question in free words: how well its words find their match in the text, 0 to 1 among the best articles;
    ``None`` where it was not read."""
    cross_encoder: float | None = None
    """The cross-encoder's probability of relevance, 0 to 1; ``None`` where it did not read the article."""


class RankedArticle(Value):
    """An article's place for a pair. ``rank`` starts at 1; retracted articles and notices of retractions have none."""

    id: str
    """Of the article."""
    pmid: str | None = None
    rank: int | None
    score: float
    components: RankingComponents
    in_top_k: bool
    names_drug: bool
    """Title, abstract or index terms name the drug or a synonym of it."""
    names_disease: bool
    intent: str = ""
    """What the article says the drug is to the disease, a value of ``readings.TreatmentRelation``; empty where it does
    not name both."""
    read_by: str = Field(default="", exclude_if=lambda reader: not reader)
    """Whose reading the place stands on; left out of JSON where nobody read the article for it."""
    why: str
    """One plain sentence."""
    found_by: tuple[str, ...] = ()
    """Keys of the catalogue's entries whose searches found it, for example ``europepmc_cited``."""

    passed: bool = True
    """Whether a source that found it lets it into the top k: within the source's limit and above its threshold."""
    study_design: str = ""
    """A value of ``study_designs.StudyDesign``; empty where it was not read."""
    evidence_type: str = ""
    """A value of ``study_designs.EvidenceType``, the quota it falls under; empty where it was not read."""
    same_study_as: str = ""
    """Id of the better ranked article that holds this study's place; empty where the article may have its own."""


class RankedRecord(Value):
    """The place of a trial, a label mention or a web page among those its source has for a pair. None is hidden: what
    does not pass stands below what does."""

    source: str
    """Key of the catalogue's entry: ``clinicaltrials``, ``dailymed_labels`` (labels of openFDA among them) or
    ``tavily_web``."""
    id: str
    """NCT id, ``LabelMention.key`` or the page's URL."""
    rank: int
    """From 1, within source and pair."""
    score: float
    """What it is ordered by, 0 to 1: the cross-encoder's score, with the lexical one blended in where the list's scores
    hardly differ, or in its place where the model gave none."""
    cross_encoder: float | None = None
    """The cross-encoder's probability of relevance, 0 to 1; ``None`` where it did not read the record."""
    lexical: float
    """Words and names shared with the question, 0 to 1 (``ranking.tie_breaker``)."""
    passed: bool
    """Whether it is above its source's threshold and within its places; without a cross-encoder, whether it names the
    drug or the disease and is within the places."""
    why: str
    """One plain sentence."""


# ------------------------------------------------------------------------------------------------ the flow of records
class Exclusion(StrEnum):
    """Why a record went no further, in the order in which it is asked."""

    LATER = "dated after the as-of day, or without a day"
    NOT_DELIVERED = "PubMed gave no record for its number"
    DUPLICATE = "the same record found again"
    OLDER_VERSION = "an older version of a Cochrane review"
    RETRACTED = "retracted, or the notice of a retraction"
    OTHER_TRIAL = "a trial of another drug or another condition"
    NO_DRUG = "does not name the drug"
    NO_DISEASE = "does not name the disease"
    SAME_STUDY = "another paper of its study has the place"
    BELOW_THRESHOLD = "below the threshold, or beyond the places, of each source that found it"
    BELOW_TOP = "not among the best ranked, which are read"
    NOT_READ = "no reader could read it"
    RESTS_ON_RETRACTED = "its outcome rests on a retracted paper"
    DEFERRED = "a person must decide on it"
    HEALTHY = "made in healthy people"
    MOTHERS = "made in the mothers of the newborns in question"
    OTHER_REPORT = "another report of its study is counted"
    NO_LEVEL = "planned, without results, or of a design that could not be read"
    NOT_OF_PAIR = "no study of this drug in this disease"


REMOVED = (Exclusion.LATER, Exclusion.NOT_DELIVERED, Exclusion.DUPLICATE, Exclusion.OLDER_VERSION)
"""Before screening; the reasons up to ``NOT_READ`` are those of screening, the others those after reading."""
_ORDER = {reason: place for place, reason in enumerate(Exclusion)}


class Excluded(Value):
    """How many records fell for one reason."""

    reason: Exclusion
    number: int


class IdentifiedRecords(Value):
    """What one source gave, over all that was asked of it."""

    source: str
    of_register: bool = False
    """A register of trials, and not a database of articles."""
    searches: int
    not_in_full: int = 0
    """Searches that failed, were not made, or were answered in part: what they would have given is not known."""
    matching: int | None = None
    """Records the source says match; ``None`` where it gave no answer."""
    records: int | None = None
    """Records taken from it; ``None`` where it gave no answer."""


Record = tuple[DocumentKind, str]
"""An article or a trial, by its id."""


class PrismaFlow(Value):
    """The boxes of the flow. Each is the sum of those that follow from it: ``faults`` says where one is not."""

    sources: tuple[IdentifiedRecords, ...] = ()
    otherwise: int = 0
    """Records no search gave: newer versions of reviews that were found, and what earlier searches had given."""
    identified: int = 0
    removed: tuple[Excluded, ...] = ()
    """Before screening."""
    screened: int = 0
    """Articles and trials, each once."""
    screened_out: tuple[Excluded, ...] = ()
    read: int = 0
    not_counted: tuple[Excluded, ...] = ()
    """After reading."""
    counted: int = 0
    """Reports that are counted, one for each study of a pair."""

    @classmethod
    def of(
        cls,
        sources: Iterable[IdentifiedRecords],
        ends: Mapping[Record, Exclusion | None],
        *,
        later: int = 0,
        not_delivered: int = 0,
        followed: int = 0,
    ) -> Self:
        """The flow of records.

        Args:
            sources: what was searched.
            ends: of each record, once, why it went no further; ``None`` for what is counted.
            later: records that the sources gave and an as-of day shut out.
            not_delivered: numbers without a record.
            followed: of ``ends``, those that are known to come of no search.
        """
        sources = tuple(sources)
        given = sum(source.records or 0 for source in sources)
        # What earlier searches gave stays when a source is silent, so there may be more records than were found now.
        otherwise = max(followed, len(ends) + later + not_delivered - given)
        again = given + otherwise - len(ends) - later - not_delivered
        numbers = Counter(reason for reason in ends.values() if reason)
        numbers += Counter({Exclusion.LATER: later, Exclusion.NOT_DELIVERED: not_delivered, Exclusion.DUPLICATE: again})
        excluded = [Excluded(reason=reason, number=numbers[reason]) for reason in Exclusion if numbers[reason]]
        removed = tuple(part for part in excluded if part.reason in REMOVED)
        not_counted = tuple(part for part in excluded if _ORDER[part.reason] > _ORDER[Exclusion.NOT_READ])
        screened = given + otherwise - _sum(removed)
        counted = sum(reason is None for reason in ends.values())
        return cls(
            sources=sources,
            otherwise=otherwise,
            identified=given + otherwise,
            removed=removed,
            screened=screened,
            screened_out=tuple(part for part in excluded if part not in (*removed, *not_counted)),
            read=counted + _sum(not_counted),
            not_counted=not_counted,
            counted=counted,
        )

    @property
    def unanswered(self) -> tuple[str, ...]:
        """Sources of which some search was not answered in full, so that there may be more records."""
        return tuple(source.source for source in self.sources if source.not_in_full)

    @property
    def faults(self) -> tuple[str, ...]:
        """Where a box is not the sum of those that follow from it; empty where all add up."""
        given = sum(source.records or 0 for source in self.sources) + self.otherwise
        sums = (
            ("identified", self.identified, given),
            ("identified", self.identified, _sum(self.removed) + self.screened),
            ("screened", self.screened, _sum(self.screened_out) + self.read),
            ("read", self.read, _sum(self.not_counted) + self.counted),
        )
        return tuple(
            f"{box} is {number}, but its parts add up to {total}" for box, number, total in sums if number != total
        )


def furthest(ends: Iterable[Mapping[Record, Exclusion | None]]) -> dict[Record, Exclusion | None]:
    """Of several pairs' records, how far each came in any of them."""
    best: dict[Record, Exclusion | None] = {}
    for of_pair in ends:
        for record, reason in of_pair.items():
            if record not in best or _place(reason) > _place(best[record]):
                best[record] = reason
    return best


def _place(reason: Exclusion | None) -> int:
    return len(_ORDER) if reason is None else _ORDER[reason]


def _sum(excluded: Iterable[Excluded]) -> int:
    return sum(part.number for part in excluded)
