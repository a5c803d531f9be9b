"""Ranked evidence: the place of an article or another record for a (drug, disease) pair, and the score behind it.

What belongs here: the ranked item, the search that found it, the therapeutic query. The arithmetic is in ``ranking``.
"""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from .articles import Origin
from .base import Value
from .outcomes import SourceState


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
