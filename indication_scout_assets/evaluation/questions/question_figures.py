"""What is counted of answers to judged questions.

What belongs here: from answers to figures. A question counts where its article is in the collection; shares come with
their 95 % interval after Wilson.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...domain.questions.question_answering import LibraryAnswer, Verdict
from ..rankings.metrics import ndcg
from ..shares import Share
from .question_folder import JudgedKind, JudgedQuestion

SHOWN: Final = 10
"""Passages of an answer that are looked at."""
_LONG_ENOUGH: Final = 20
"""Letters and digits of a marked text; a shorter one could stand anywhere."""
_COMPARED: Final = 60
"""Letters and digits at the beginning by which a marked text and a passage are held together."""


@dataclass(frozen=True)
class AnsweredQuestion:
    """A judged question and what became of it."""

    judged: JudgedQuestion
    answer: LibraryAnswer
    marked: frozenset[str]
    """Ids of the passages of its article that hold a marked text."""
    exact: tuple[bool, ...]
    """For each citation, whether its words stand at its place in the stored text."""
    without: LibraryAnswer | None
    """The answer when the article is left out of the search; ``None`` where that was not asked."""

    @property
    def right(self) -> bool:
        return not self.answer.refused and self.answer.verdict is self.judged.verdict

    def first_marked(self) -> int | None:
        """The place of the first passage that holds a marked text, from 1."""
        places = (n for n, hit in enumerate(self.answer.retrieved[:SHOWN], 1) if hit.passage_id in self.marked)
        return next(places, None)

    def ndcg(self) -> float:
        """nDCG@10 of marked passages, each worth the same."""
        shown = [hit.passage_id for hit in self.answer.retrieved[:SHOWN]]
        return ndcg(shown, dict.fromkeys(self.marked, 1.0), SHOWN)


@dataclass(frozen=True)
class QuestionFigures:
    """The figures of some questions of one kind."""

    kind: JudgedKind
    answered: tuple[AnsweredQuestion, ...]

    @property
    def _marked(self) -> list[AnsweredQuestion]:
        return [a for a in self.answered if a.marked]

    @property
    def _given(self) -> list[AnsweredQuestion]:
        """Those that were not refused."""
        return [a for a in self.answered if not a.answer.refused]

    @property
    def ndcg(self) -> float | None:
        """Mean nDCG@10 of the questions with a marked passage in the collection."""
        return sum(a.ndcg() for a in self._marked) / len(self._marked) if self._marked else None

    def shares(self) -> dict[str, Share]:
        """Every share by its name, in the order they are printed; those of nothing are left out."""
        out = {f"a marked passage among the first {k}": self._within(k) for k in (1, 5, SHOWN)}
        out["the article is the first"] = _share(self.answered, _paper_first)
        out["verdict right, of the answered"] = _share(self._given, lambda a: a.right)
        out["verdict right, of all"] = _share(self.answered, lambda a: a.right)
        for verdict in Verdict:
            of = [a for a in self._given if a.judged.verdict is verdict]
            out[f"right, of those that are {verdict.value.replace('_', ' ')}"] = _share(of, lambda a: a.right)
        out["refused although the article is there"] = _share(self.answered, lambda a: a.answer.refused)
        asked = [a.without for a in self.answered if a.without is not None]
        out["refused with the article taken out"] = _share(asked, lambda answer: answer.refused)
        sentences = [(a.answer, line) for a in self._given for line in a.answer.sentences]
        out["sentences with a citation that resolves"] = _share(
            sentences,
            lambda pair: bool(pair[1].citations) and {*pair[1].citations} <= {c.n for c in pair[0].citations},
        )
        out["quotes exact at their place"] = _share([e for a in self._given for e in a.exact], lambda exact: exact)
        return {name: share for name, share in out.items() if share.of}

    def as_json(self) -> dict[str, Any]:
        """Number of questions, nDCG@10, and every share."""
        ndcg = None if self.ndcg is None else round(self.ndcg, 3)
        shares = {name: share.as_json() for name, share in self.shares().items()}
        return {"questions": len(self.answered), "ndcg_at_10": ndcg, "shares": shares}

    def _within(self, k: int) -> Share:
        return _share(self._marked, lambda a: (a.first_marked() or SHOWN + 1) <= k)


def _paper_first(answered: AnsweredQuestion) -> bool:
    hit = next(iter(answered.answer.retrieved), None)
    return hit is not None and bool({hit.article_id, hit.pmcid, hit.pmid} & set(answered.judged.ids))


def _share(of: Iterable[Any], holds: Callable[[Any], bool]) -> Share:
    every = list(of)
    return Share(sum(bool(holds(one_of)) for one_of in every), len(every))


def holds_marked(passage: str, marked: Sequence[str]) -> bool:
    """Whether a passage holds one of the texts people marked: on letters and digits, by the beginning of either."""
    words = plain(passage)
    for text in map(plain, marked):
        if len(text) > _LONG_ENOUGH and (text[:_COMPARED] in words or (words and words[:_COMPARED] in text)):
            return True
    return False


def plain(text: str) -> str:
    """The letters and digits of a text, in lower case."""
    return "".join(letter for letter in text.lower() if letter.isascii() and letter.isalnum())
