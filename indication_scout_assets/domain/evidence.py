"""Ranked evidence: an article's place among those found for a (drug, disease) pair, with every component of its score.

What belongs here: the ranked item, the search that found it, the therapeutic query. The arithmetic is in ``ranking``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import model_validator

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

    id: str = ""
    """Of the article; the PMID where it is left out."""
    pmid: str | None = None
    rank: int | None
    score: float
    components: RankingComponents
    in_top_k: bool
    names_drug: bool
    """Title or abstract names the drug or a synonym of it."""
    names_disease: bool
    why: str
    """One plain sentence."""
    found_by: tuple[str, ...] = ()
    """Keys of the catalogue's entries whose searches found it, for example ``europepmc_cited``."""

    passed: bool = True
    """Whether a source that found it lets it into the top k: within the source's limit and above its threshold."""

    @model_validator(mode="before")
    @classmethod
    def _has_an_id(cls, values: Any) -> Any:
        return {**values, "id": values["pmid"]} if isinstance(values, dict) and not values.get("id") else values
