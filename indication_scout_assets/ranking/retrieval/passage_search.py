"""Ranking the passages of a collection for a question.

What belongs here: the score of a passage and its parts. Words count by what part of the question they are in, sections
by the kind of question, and a paper that fits as a whole lifts its passages, so that the right place in the right paper
comes first. Vectors add what words miss.

Measured on a half of 664 questions on effects whose passages people marked, among 96,960 passages of 2,491 full texts:
BM25 over title and passage with the same weights of sections finds a marked passage among the first five for .75, with
the parts of the question weighted and the paper's own score for .95.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from ...domain.questions.question_answering import QuestionFrame, QuestionKind
from .lexical import stem_weights, tokens
from .passage_index import PassageIndex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FINDINGS = {"results": 1.3, "abstract": 1.3, "conclusion": 1.3, "methods": 0.6, "intro": 0.6}
SECTION_WEIGHTS: Mapping[QuestionKind, Mapping[str, float]] = {
    QuestionKind.EFFECT: _FINDINGS,
    QuestionKind.YES_NO: _FINDINGS,
    QuestionKind.METHOD: {"methods": 1.2, "abstract": 1.1},
    QuestionKind.OPEN: {"results": 1.1, "abstract": 1.1, "conclusion": 1.1, "methods": 0.85},
}
"""Of a section's kind by the kind of question; a kind that is not listed weighs 1."""
FINDING_WEIGHTS = {
    QuestionKind.EFFECT: 1.3,
    QuestionKind.YES_NO: 1.2,
    QuestionKind.METHOD: 1.0,
    QuestionKind.OPEN: 1.1,
}
"""Of a passage that tells a finding."""
_OUTCOME, _ARM = 2.0, 0.4
_TITLE = 0.3
_OTHER_NAME = 0.3
"""Of another name of what the question names."""
_PAPER = {QuestionKind.EFFECT: 1.5, QuestionKind.YES_NO: 1.0, QuestionKind.METHOD: 1.0, QuestionKind.OPEN: 0.5}
POOL = 200
"""Passages whose nearness counts: the best by words, and as many by nearness."""
_NEARNESS = 0.25
"""Share of the nearness."""


@dataclass(frozen=True)
class PassageScores:
    """The scores of all rows of an index for one question, and how they came about."""

    scores: NDArray[np.float32]
    words: NDArray[np.float32]
    nearness: NDArray[np.float32]
    """Not a number where a passage has no vector."""
    path: str


@dataclass(frozen=True)
class RankedPassages:
    """Rows of the index, best first, with their scores."""

    rows: NDArray[np.int64]
    scores: NDArray[np.float32]
    words: NDArray[np.float32]
    nearness: NDArray[np.float32]
    """Not a number where a passage has no vector."""
    path: str
    """How they were found, in a few words."""


def near_in_memory(
    index: PassageIndex, query: NDArray[np.float32]
) -> Callable[[NDArray[np.int64]], tuple[NDArray[np.float32], str]] | None:
    """Nearness of all rows that have a vector, by an exact scan; ``None`` where no row has one.

    Args:
        index: the collection.
        query: the question's unit vector.
    """
    import numpy as np  # noqa: PLC0415

    vectors, rows = index.vectors, index.vector_rows
    if vectors is None or rows is None or not len(rows):
        return None

    def near(_: NDArray[np.int64]) -> tuple[NDArray[np.float32], str]:
        nearness = np.full(index.passages.size, np.nan, dtype=np.float32)
        nearness[rows] = vectors @ query
        return nearness, f"{len(rows)} of {index.passages.size} by nearness (exact scan)"

    return near


def near_by_signs(
    index: PassageIndex, query: NDArray[np.float32], allowed: NDArray[np.bool_], most: int
) -> NDArray[np.int64]:
    """The rows, at most so many, whose vectors differ from the question's in the fewest signs, of those allowed.

    Vectors that point the same way have the same signs: of 300,000 in clusters the ten nearest that pass a filter were
    all among the 400 of fewest differences, for one passage in 200 .99 of them. 94,000 of 1.89 million take 5 ms.

    Args:
        index: the collection; its vectors are in the store.
        query: the question's vector.
        allowed: which rows may be given, shape (passages,).
        most: how many.
    """
    import numpy as np  # noqa: PLC0415

    if index.signs is None:
        return np.empty(0, dtype=np.int64)
    rows = np.flatnonzero(allowed & index.has_vector)
    width = index.signs.shape[1]
    bits = np.packbits(query > 0)
    asked = np.pad(bits, (0, 8 * width - len(bits))).view(np.uint64)
    differing = np.bitwise_count(np.take(index.signs, rows, axis=0) ^ asked) @ np.ones(width, dtype=np.uint16)
    return rows[np.argpartition(differing, most)[:most]] if len(rows) > most else rows


def score_passages(
    index: PassageIndex,
    frame: QuestionFrame,
    allowed: NDArray[np.bool_],
    near: Callable[[NDArray[np.int64]], tuple[NDArray[np.float32], str]] | None,
    *,
    titles: bool = True,
    words_count: bool = True,
) -> PassageScores:
    """The scores of all passages.

    Args:
        index: the collection.
        frame: the question.
        allowed: which rows may be given, shape (passages,); the scales of words and nearness are these rows'.
        near: gives the nearness of rows, not a number where it is not known, and says how it was found; it is asked
            with the best allowed rows by words, whose nearness must be among it. ``None`` searches by words alone.
        titles: whether titles of papers take part.
        words_count: whether words do, beside nearness.
    """
    import numpy as np  # noqa: PLC0415

    words = _word_scores(index, frame, titles=titles)
    weights = _weights(index, frame.kind)
    scores = words * weights
    nearness = np.full(len(words), np.nan, dtype=np.float32)
    path = "every passage, by words"
    if near is not None and len(words):
        best = np.argpartition(-(scores * allowed), min(POOL, len(scores) - 1))[:POOL]
        nearness, how = near(best[allowed[best]])
        if not words_count:
            return PassageScores(np.nan_to_num(nearness, nan=-1.0), words, nearness, f"by nearness alone, {how}")
        scores = _with_nearness(scores, nearness, allowed, weights)
        path = f"every passage by words, {how}"
    return PassageScores(scores, words, nearness, path)


def best_passages(
    index: PassageIndex, scored: PassageScores, allowed: NDArray[np.bool_], k: int, per_paper: int | None = None
) -> RankedPassages:
    """The best ``k`` of the allowed passages; exactly so many where there are.

    Args:
        index: the collection.
        scored: its scores.
        allowed: which rows may be given, shape (passages,).
        k: how many.
        per_paper: passages of one paper that come before further ones of it.
    """
    import numpy as np  # noqa: PLC0415

    rows = np.flatnonzero(allowed)
    order = rows[np.lexsort((rows, -scored.scores[rows]))]
    if per_paper is not None:
        order = _thinned(order, index.article, per_paper, k)
    order = order[:k]
    return RankedPassages(order, scored.scores[order], scored.words[order], scored.nearness[order], scored.path)


def covered(index: PassageIndex, question: str, text: str) -> float:
    """The share of the question's words, by their rarity, that a text holds: 0 to 1."""
    wanted, held = set(tokens(question)), set(tokens(text))
    total = sum(index.passages.idf(word) for word in wanted)
    return sum(index.passages.idf(word) for word in wanted & held) / total if total else 0.0


def together(parts: Iterable[str], text: str, within: int) -> tuple[int, int]:
    """How many neighbouring words of the parts a text holds at most ``within`` words apart, in any order, and how many
    there are."""
    pairs = [pair for part in parts for pair in pairwise(tokens(part))]
    wanted = {stem for pair in pairs for stem in pair}
    places: dict[str, list[int]] = {}
    for place, stem in enumerate(tokens(text)):
        if stem in wanted:
            places.setdefault(stem, []).append(place)
    return sum(_meet(places.get(a, []), places.get(b, []), within) for a, b in pairs), len(pairs)


def _meet(first: Sequence[int], second: Sequence[int], within: int) -> bool:
    """Whether a place of one list is near a place of the other; both are in order."""
    i = j = 0
    while i < len(first) and j < len(second):
        if abs(first[i] - second[j]) <= within:
            return True
        if first[i] < second[j]:
            i += 1
        else:
            j += 1
    return False


def naming(index: PassageIndex, names: Iterable[str], kinds: Sequence[str] | None = None) -> NDArray[np.bool_]:
    """Which documents hold all words of one of the names in their title or in a passage, shape (documents,).

    Args:
        index: the documents.
        names: of one thing.
        kinds: of the passages that count; ``None``: any.
    """
    import numpy as np  # noqa: PLC0415

    named = np.zeros(len(index.article_ids), dtype=np.bool_)
    counts = np.isin(index.kind, [n for n, kind in enumerate(index.kinds) if kinds is None or kind in kinds])
    for stems in {frozenset(tokens(name)) for name in names} - {frozenset()}:
        named |= index.titles.holding(stems)
        named[index.article[index.passages.holding(stems) & counts]] = True
    return named


def _word_scores(index: PassageIndex, frame: QuestionFrame, *, titles: bool) -> NDArray[np.float32]:
    import numpy as np  # noqa: PLC0415

    whole = stem_weights(frame.text)
    parts = whole
    if frame.outcome:
        parts = stem_weights(frame.subject, _ARM)
        stem_weights(frame.comparator, _ARM, parts)
        stem_weights(frame.outcome, _OUTCOME, parts)
    by_passage = index.passages.scores(whole)
    title = index.titles.scores(whole) * np.float32(_TITLE if titles else 0)
    papers = np.zeros(len(index.article_ids), dtype=np.float32)
    np.maximum.at(papers, index.article, by_passage)
    papers += title
    own = by_passage if parts is whole else index.passages.scores(parts)
    for names in frame.other_names:
        named = _best_name(index, names.others)
        by_passage = by_passage + _OTHER_NAME * named
        own = own + _OTHER_NAME * np.float32(_weight_of(frame, names.named)) * named
    scores: NDArray[np.float32] = own + title[index.article] + np.float32(_PAPER[frame.kind]) * papers[index.article]
    return scores


def _best_name(index: PassageIndex, names: Sequence[str]) -> NDArray[np.float32]:
    """BM25 of that of the names which fits a passage best: many names of one thing do not count more than one."""
    import numpy as np  # noqa: PLC0415

    best = np.zeros(index.passages.size, dtype=np.float32)
    for name in names:
        np.maximum(best, index.passages.scores(stem_weights(name)), out=best)
    return best


def _weight_of(frame: QuestionFrame, name: str) -> float:
    """What the part of the question weighs that holds a name."""
    if not frame.outcome:
        return 1.0
    return _OUTCOME if name in frame.outcome else _ARM


def _weights(index: PassageIndex, kind: QuestionKind) -> NDArray[np.float32]:
    import numpy as np  # noqa: PLC0415

    by_kind = np.array([SECTION_WEIGHTS[kind].get(name, 1.0) for name in index.kinds], dtype=np.float32)
    weights: NDArray[np.float32] = by_kind[index.kind] * np.where(index.finding, FINDING_WEIGHTS[kind], 1).astype(
        np.float32
    )
    return weights


def _with_nearness(
    scores: NDArray[np.float32], nearness: NDArray[np.float32], allowed: NDArray[np.bool_], weights: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Words and nearness as one score: words as a share of the best, nearness within the pool."""
    import numpy as np  # noqa: PLC0415

    best = float(scores[allowed].max(initial=0.0)) or 1.0
    share = scores / np.float32(best)
    near = np.where(np.isnan(nearness) | ~allowed, -1.0, nearness)
    pool = np.unique(
        np.concatenate([np.argpartition(-x, min(POOL, len(x) - 1))[:POOL] for x in (share * allowed, near)])
    )
    in_pool = near[pool][near[pool] > -1]
    low, high = (float(in_pool.min()), float(in_pool.max())) if len(in_pool) else (0.0, 1.0)
    added = share.copy()  # a passage without a vector neither gains nor loses
    seen = pool[near[pool] > -1]
    added[seen] = np.clip((near[seen] - low) / ((high - low) or 1.0), 0, 1) * weights[seen] / weights.max()
    mixed: NDArray[np.float32] = np.float32(1 - _NEARNESS) * share + np.float32(_NEARNESS) * added
    return mixed


def _thinned(order: NDArray[np.int64], article: NDArray[np.int32], per_paper: int, k: int) -> NDArray[np.int64]:
    import numpy as np  # noqa: PLC0415

    taken: dict[int, int] = {}
    kept: list[int] = []
    rest: list[int] = []
    for row in order:
        paper = int(article[row])
        taken[paper] = taken.get(paper, 0) + 1
        (kept if taken[paper] <= per_paper else rest).append(int(row))
        if len(kept) == k:
            break
    return np.array(kept + rest, dtype=np.int64)
