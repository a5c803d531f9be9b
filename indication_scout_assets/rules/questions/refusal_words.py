"""Why papers have no answer, told to a scientist: which words of the question the nearest passages do not have.

What belongs here: the sentence. What is refused is decided in ``answerability``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from ...domain.questions.library import drug_of
from ...domain.questions.question_answering import QuestionFrame, QuestionPart
from .method_values import AskedValue, asked_value
from .question_language import in_english

MOST_NAMED = 5
"""Words that a refusal names."""
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
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


def _searched(collection: str) -> str:
    of_drug = drug_of(collection)
    return f"the library of {of_drug}" if of_drug else f"the collection {collection}"


def lacking(asked: str, texts: Sequence[str], tokens: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    """The words of a question that none of the texts has; none where each stands in some.

    Args:
        asked: the words a passage must hold.
        texts: the nearest passages with the titles of their papers.
        tokens: the words of a text as they are compared.
    """
    held = frozenset(token for text in texts for token in tokens(text))
    return tuple(word for word in dict.fromkeys(_WORD.findall(asked)) if not held.issuperset(tokens(word)))


def why_refused(frame: QuestionFrame, collection: str, articles: int, missing: Sequence[str], *, covers: bool) -> str:
    """Why a question is refused.

    Args:
        frame: the question.
        collection: what was searched.
        articles: how many there are.
        missing: as ``lacking`` gives them.
        covers: whether the passages cover the question, and only no sentence of them answers it.
    """
    value = asked_value(frame.text)
    if covers:
        both = " and ".join(f"“{thing.names[0]}”" for thing in frame.things)
        what = f"tells {_VALUES[value]}" if value else "says what was found"
        what += f" of {both}" if both and not value else ""
        why = f"passages are near the question, but no sentence of them {what}"
    elif missing:
        named = ", ".join(f"“{word}”" for word in missing[:MOST_NAMED])
        why = f"the nearest passages have nothing of {named}"
    else:
        why = "its words stand in the nearest papers, but not together"
    reason = f"No passage of {_searched(collection)} ({articles} articles) covers the question: {why}."
    return in_english(reason, frame.text)


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
