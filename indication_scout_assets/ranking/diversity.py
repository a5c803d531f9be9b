"""Choosing passages that say different things: maximal marginal relevance (Carbonell and Goldstein, 1998).

What belongs here: the choice among passages that are ranked already. For a question with one answer the best passages
are wanted, alike or not; for a list each should bring something new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .retrieval.lexical import tokens

LAMBDA = 0.7
"""Share of the relevance; the rest is what a passage has in common with those chosen before."""
POOL = 60
"""Best passages among which is chosen."""


def diverse(
    scores: Sequence[float],
    texts: Sequence[str],
    papers: Sequence[str],
    k: int,
    share: float = LAMBDA,
    per_paper: int | None = None,
) -> list[int]:
    """Places of the chosen passages in the order they are chosen; exactly ``k`` where there are so many.

    The score of a passage is ``share * score / best score - (1 - share) * likeness``; its likeness is the highest share
    of stems with one that was chosen, ``|A and B| / sqrt(|A| |B|)``.

    Args:
        scores: relevance, 0 or more.
        texts: the passages' words.
        papers: the paper of each.
        k: how many.
        share: 1 keeps the order of the scores.
        per_paper: passages of one paper, as long as there are others.
    """
    top = max(scores, default=0.0) or 1.0
    stems = [frozenset(tokens(text)) for text in texts]
    likeness = [0.0] * len(texts)
    rest = list(range(len(texts)))
    taken: Counter[str] = Counter()
    chosen: list[int] = []
    while rest and len(chosen) < k:
        open_ = [place for place in rest if per_paper is None or taken[papers[place]] < per_paper] or rest
        best = max(open_, key=lambda place: (share * scores[place] / top - (1 - share) * likeness[place], -place))
        chosen.append(best)
        rest.remove(best)
        taken[papers[best]] += 1
        for place in rest:
            likeness[place] = max(likeness[place], _alike(stems[best], stems[place]))
    return chosen


def _alike(first: frozenset[str], second: frozenset[str]) -> float:
    return float(len(first & second) / (len(first) * len(second)) ** 0.5) if first and second else 0.0
