"""Admission to the top k: each source brings only its best, nothing below its threshold, every kind has its places.

What belongs here: the limits per source. The order itself is made in ``ranker``, places by kind of evidence and study
in ``quotas``; limits and thresholds are facts of the catalogue. A threshold is held against the cross-encoder's score,
and against the cosine similarity of what it did not read: the score itself is relative to the pool, whose last article
always scores about 0, and would cut a paper that is to the point because the others are more so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from ..domain.articles import Article
from ..domain.evidence import RankedArticle
from ..domain.source_catalogue import SourceEntry
from ..domain.study_designs import DesignReading
from ..domain.trials import Trial
from .quotas import with_quotas


def admit(
    ranked: Sequence[RankedArticle],
    found_by: Mapping[str, Sequence[str]],
    entries: Iterable[SourceEntry],
    top_k: int,
    *,
    articles: Mapping[str, Article] | None = None,
    designs: Mapping[str, DesignReading] | None = None,
    trials: Sequence[Trial] = (),
    today: date | None = None,
) -> list[RankedArticle]:
    """Mark what passes, and give ``top_k`` places among it; those with a place come first, numbered anew.

    An article passes where at least one source that found it has it among its best ``places`` and where its relevance
    to the question is at least that source's ``min_score``. Articles without a rank never pass.

    Args:
        ranked: a pair's articles, best first.
        found_by: keys of the entries that found each article, by its id.
        entries: the catalogue.
        top_k: how many of those that pass are marked ``in_top_k``.
        articles: by id, for their studies.
        designs: by the article's id; without them all kinds of evidence are one.
        trials, today: see ``quotas.with_quotas``.
    """
    placed = [r for r in ranked if r.rank is not None]
    passing: set[str] = set()
    for entry in entries:
        best = [r for r in placed if entry.key in found_by.get(r.id, ())]
        passing |= {r.id for r in best[: entry.places] if _relevance(r) >= (entry.min_score or 0)}
    marked = [
        r.model_copy(update={"found_by": tuple(found_by.get(r.id, ())), "passed": r.id in passing}) for r in ranked
    ]
    return with_quotas(marked, articles or {}, top_k, designs=designs or {}, trials=trials, today=today)


def _relevance(ranked: RankedArticle) -> float:
    """What a threshold is held against: the cross-encoder's score, else the cosine similarity."""
    read = ranked.components.cross_encoder
    return ranked.components.cosine if read is None else read
