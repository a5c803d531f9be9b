"""Questions over labels that ask for two things: each is asked by itself, and the answers are put together.

What belongs here: telling such questions and joining their answers. What one part is answered is in
``label_answering``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...domain.monographs.label_answers import AnswerStatus, LabelAnswer
from .label_attributes import attributes_asked

AskOne = Callable[[str, str], LabelAnswer]
"""The answer to a question, with the one that it takes up."""
_ASKS = (
    r"(?:what|how|when|where|which|who|is|are|does|do|did|can|could|should|will|would|may|has|have)\b"
    r"(?!\s(?:with|without)\b)"
)
_TWO_QUESTIONS = re.compile(
    rf"^(?P<first>{_ASKS}.+?)(?:\?|[,;]?\s(?:and|but|also))\s+(?:and\s|also\s)?(?P<second>{_ASKS}.+)$", re.IGNORECASE
)
_TWO_SUBJECTS = re.compile(r"^(?P<first>.+?)(?:,\s|,?\s(?:and|plus)\s(?:also\s)?)(?P<second>.+)$", re.IGNORECASE)


def answered_in_parts(question: str, context: str, ask: AskOne) -> LabelAnswer:
    """The answer to a question; where it asks two things, the facts of both, and why one of them has none.

    Args:
        question: as it was asked.
        context: the question before.
        ask: how one question is answered.
    """
    parts = parts_asked(question)
    return (_together(question, _each(parts, context, ask)) if parts else None) or ask(question, context)


def parts_asked(question: str) -> tuple[str, ...]:
    """The two parts of a question that asks for two things; none where it asks for one.

    They are two clauses that ask ("can I take it with tea, and what is its half-life"), or two subjects in one
    ("half-life of zelavir and dose in renal impairment").
    """
    text = " ".join(question.split())
    if match := _TWO_QUESTIONS.match(text):
        first, second = (attributes_asked(match[part])[:1] for part in ("first", "second"))
        return (f"{match['first']}?", match["second"]) if second and first != second else ()
    match = _TWO_SUBJECTS.match(text)
    first, second = (attributes_asked(match[part])[:1] for part in ("first", "second")) if match else ([], [])
    return (f"{match['first']}?", match["second"]) if match and first and second and first != second else ()


def _each(parts: Sequence[str], context: str, ask: AskOne) -> list[LabelAnswer]:
    """The answer to each part; the drug that one does not name is that of the other."""
    first, second = parts
    alone = ask(first, context)
    answers = [
        alone if alone.drug else ask(first, second),
        ask(second, context if alone.intent.from_context else first),
    ]
    if context:
        return answers
    return [
        answer.model_copy(update={"intent": answer.intent.model_copy(update={"from_context": ()})})
        for answer in answers
    ]


def _together(question: str, answers: Sequence[LabelAnswer]) -> LabelAnswer | None:
    """The facts of all that is answered, and why the rest is not; ``None`` where nothing is."""
    answered = [answer for answer in answers if answer.status is AnswerStatus.ANSWERED]
    if not answered:
        return None
    return answered[0].model_copy(
        update={
            "question": question,
            "facts": tuple(dict.fromkeys(fact for answer in answered for fact in answer.facts)),
            "images": tuple(dict.fromkeys(picture for answer in answered for picture in answer.images)),
            "searched": tuple(dict.fromkeys(label for answer in answers for label in answer.searched)),
            "sections_held": tuple(dict.fromkeys(title for answer in answers for title in answer.sections_held)),
            "note": " ".join(dict.fromkeys(answer.note for answer in answers if answer.note)),
        }
    )
