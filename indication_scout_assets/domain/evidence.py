"""Ranked evidence: an article's place among those found for a (drug, disease) pair, with every component of its score.

What belongs here: the ranked item, the search that found it, the therapeutic query. The arithmetic is in ``ranking``.
"""

from __future__ import annotations

from datetime import datetime

from .base import Value
from .outcomes import SourceState


class SearchRecord(Value):
    """One search as it was made: enough to explain it and to run it again."""

    source: str
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


class RankingComponents(Value):
    """Every number behind a rank; ``fused`` is the score. Normalised ones lie in [0, 1] within the pair."""

    cosine: float
    """Cosine similarity of article and therapeutic query, -1 to 1."""
    lexical: float
    """BM25 score, 0 or more."""
    cosine_normalized: float
    lexical_normalized: float
    fused: float


class RankedArticle(Value):
    """An article's place for a pair. ``rank`` starts at 1; retracted articles and notices of retractions have none."""

    pmid: str
    rank: int | None
    score: float
    components: RankingComponents
    in_top_k: bool
    names_drug: bool
    """Title or abstract names the drug or a synonym of it."""
    names_disease: bool
    why: str
    """One plain sentence."""
