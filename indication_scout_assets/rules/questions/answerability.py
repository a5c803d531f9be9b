"""Whether the passages that were retrieved cover a question, so that it may be answered at all.

What belongs here: the measure and its thresholds, and the sentence that says why a question is refused.

Three signs, each 0 to 1, count alike. The words: how many of those asked for the best passage and its paper hold, by
their rarity. What the paper is about: how many of them its title and abstract hold, as a body text names much that is
beside the point. And what belongs together: how many words that stand side by side in the question do so in the paper,
as "vitamin D" in the question is not answered by a paper on vitamin A and the unit D.

Measured on the half of 664 questions on effects that the rules were set on (n 261), with the article they were written
on there and taken out: by the best passage alone .92 of the latter are refused and .165 of the former; with the parts
of the question sought in the paper of the best passage .958 and .077; with all three signs .969 and .027. On the other
half (n 403), with all three, .955 and .022.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set

from ...domain.questions.library import drug_of
from ...domain.questions.question_answering import AskedValue, QuestionFrame, QuestionKind, QuestionPart
from ..names.name_matching import fold
from .question_frames import CHANGE_STEMS
from .stems import FORM, content_stems

ANSWERABLE_EFFECT = 0.69
"""For questions on an effect that name subject and outcome."""
ANSWERABLE_YES_NO = 0.52
"""For questions of yes or no, which name less and in other words than the papers; of a paper its abstract and what was
retrieved of it count."""
ANSWERABLE = 0.53
"""For others."""
WITHIN = 3
"""Words that stand side by side in a question may be so many apart in a paper, in any order."""
_PRIOR = 1.0
"""Pairs of neighbouring words that the other two signs count for: one pair alone decides nothing."""
_PASSAGE, _SUBJECT, _OTHERS = 0.4, 0.3, 0.15
IN_ENGLISH = "Questions are read in English."
MOST_NAMED = 5
"""Words that a refusal names."""
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_TERM = re.compile(r"(?<!\w)[^\W\d_]{4,}(?!\w)")
_VALUES = {
    AskedValue.DOSE: "a dose",
    AskedValue.NUMBER: "a number of what is asked",
    AskedValue.TIME: "a time",
}


_NOT_HAD = {
    QuestionPart.DRUG: "none is on the drug that is asked about",
    QuestionPart.CONDITION: "none is on the condition that is asked about",
    QuestionPart.COMPARATOR: "none compares with what is asked about",
    QuestionPart.POPULATION: "none is on the people who are asked about",
    QuestionPart.OUTCOME: "none measured what is asked about",
    QuestionPart.DOSE: "none is on the dose that is asked about",
    QuestionPart.TIME: "none is on the time that is asked about",
    QuestionPart.NUMBER: "none gives the number that is asked for",
    QuestionPart.OTHER: "none says what was found of it",
}


def answerability(
    frame: QuestionFrame, passage: float, paper: Mapping[str, float], about: float, together: tuple[int, int]
) -> float:
    """How far a question is covered, 0 to 1.

    Args:
        frame: the question.
        passage: the share of ``named``, by rarity, that the best passage holds.
        paper: the same of its subject, comparator and outcome in the paper of the best passage, and under ``text`` of
            the whole question.
        about: the same of ``named`` in that paper's title and abstract.
        together: how many neighbouring words of ``phrases`` are neighbours in that paper, too, and how many
            there are.
    """
    words = _words_held(frame, passage, paper)
    held, pairs = together
    others = (words + about) / 2  # stands for the third sign in part, the more the fewer pairs it rests on
    return (words + about + (held + _PRIOR * others) / (pairs + _PRIOR)) / 3


def _words_held(frame: QuestionFrame, passage: float, paper: Mapping[str, float]) -> float:
    if not _in_parts(frame):
        return _PASSAGE * passage + (1 - _PASSAGE) * paper.get("text", 0.0)
    rest = sum(paper.get(name, 1.0) for name in ("comparator", "outcome"))
    return _PASSAGE * passage + _SUBJECT * paper.get("subject", 0.0) + _OTHERS * rest


def answerable(frame: QuestionFrame, measure: float) -> bool:
    """Whether so much is enough."""
    if _in_parts(frame):
        return measure >= ANSWERABLE_EFFECT
    return measure >= (ANSWERABLE_YES_NO if frame.kind is QuestionKind.YES_NO else ANSWERABLE)


def _in_parts(frame: QuestionFrame) -> bool:
    return frame.kind is QuestionKind.EFFECT and bool(frame.subject and frame.outcome)


def in_english(note: str, frame: QuestionFrame) -> str:
    """A refusal that says, of a question in another language, that questions are read in English."""
    return note if frame.english else f"{note} {IN_ENGLISH}"


def _searched(collection: str) -> str:
    of_drug = drug_of(collection)
    return f"the library of {of_drug}" if of_drug else f"the collection {collection}"


def terms_of_art(frame: QuestionFrame, everyday: Set[str]) -> tuple[str, ...]:
    """The words of a question that everyday language does not have: drugs, diseases, what is measured. A paper that
    has one of them nowhere is on something else.

    Args:
        frame: the question.
        everyday: the words of everyday language, in small letters.
    """
    put = FORM | CHANGE_STEMS  # by verbs that everyday language lacks: "ameliorate"
    words = (word for word in dict.fromkeys(_TERM.findall(frame.named)) if not content_stems(word) <= put)
    return tuple(word for word in words if everyday.isdisjoint((word.lower(), fold(word))))


def spellings(term: str) -> tuple[str, ...]:
    """A term as it is spelled in British and in American English."""
    return tuple(dict.fromkeys((term, term.replace("is", "iz"), term.replace("iz", "is"))))


def lacking(asked: str, texts: Sequence[str], tokens: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    """The words of a question that none of the texts has; none where each stands in some.

    Args:
        asked: the words a passage must hold.
        texts: the nearest passages with the titles of their papers.
        tokens: the words of a text as they are compared.
    """
    held = frozenset(token for text in texts for token in tokens(text))
    return tuple(word for word in dict.fromkeys(_WORD.findall(asked)) if not held.issuperset(tokens(word)))


def why_refused(
    frame: QuestionFrame,
    collection: str,
    articles: int,
    missing: Sequence[str],
    nearest: Sequence[str] = (),
    *,
    covers: bool,
) -> str:
    """Why a question is refused.

    Args:
        frame: the question.
        collection: what was searched.
        articles: how many there are.
        missing: the words that the nearest papers lack.
        nearest: the titles of these papers.
        covers: whether the passages hold enough of the question, and only no sentence of them answers it.
    """
    if covers:
        asked = [thing.names[0] for thing in frame.things] or [frame.endpoint]
        of = " and ".join(f"“{name}”" for name in filter(None, asked))
        what = f"tells {_VALUES[frame.value]}" if frame.value else f"says what was found{f' of {of}' if of else ''}"
        why = f"passages are near the question, but no sentence of them {what}"
    elif missing:
        named = ", ".join(f"“{word}”" for word in missing[:MOST_NAMED])
        why = f"the nearest papers have nothing of {named}"
    else:
        why = "its words stand in the nearest papers, but not together"
    why += f"; they are on {' and '.join(f'“{title}”' for title in nearest)}" if nearest else ""
    reason = f"No passage of {_searched(collection)} ({articles} articles) covers the question: {why}."
    return in_english(reason, frame)


def why_declined(collection: str, articles: int, passages: int, missing: QuestionPart, nearest: str) -> str:
    """Why a question is refused that a language model read the passages for.

    Args:
        collection: what was searched.
        articles: how many there are.
        passages: how many were read.
        missing: the part of the question that none of them has.
        nearest: the title of the paper that comes nearest; empty where there is none.
    """
    near = f" The nearest is “{nearest}”." if nearest else ""
    read = f"of the {passages} passages that were read, {_NOT_HAD[missing]}"
    return f"Nothing in {_searched(collection)} ({articles} articles) was found to answer the question: {read}.{near}"
