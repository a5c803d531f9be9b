"""Admission to the top k: each source brings only its best, and nothing below its threshold.

What belongs here: the limits per source. The order itself is made in ``ranker``; limits and thresholds are facts of the
catalogue. A threshold is held against the cosine similarity: the fused score is relative to the pool, whose last
article always scores about 0, and would cut a paper that is to the point because the others are more so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..domain.evidence import RankedArticle
from ..domain.source_catalogue import SourceEntry


def admit(
    ranked: Sequence[RankedArticle],
    found_by: Mapping[str, Sequence[str]],
    entries: Iterable[SourceEntry],
    top_k: int,
) -> list[RankedArticle]:
    """Mark what passes, and the best ``top_k`` of it; the order stays.

    An article passes where at least one source that found it has it among its best ``limit`` and where its cosine
    similarity to the question is at least that source's ``min_score``. Articles without a rank never pass.

    Args:
        ranked: a pair's articles, best first.
        found_by: keys of the entries that found each article, by its id.
        entries: the catalogue.
        top_k: how many of those that pass are marked ``in_top_k``.
    """
    placed = [r for r in ranked if r.rank is not None]
    passing: set[str] = set()
    for entry in entries:
        best = [r for r in placed if entry.key in found_by.get(r.id, ())]
        passing |= {r.id for r in best[: entry.limit] if r.components.cosine >= (entry.min_score or 0)}
    top = {r.id for r in [r for r in placed if r.id in passing][:top_k]}
    return [
        r.model_copy(
            update={"found_by": tuple(found_by.get(r.id, ())), "passed": r.id in passing, "in_top_k": r.id in top}
        )
        for r in ranked
    ]
