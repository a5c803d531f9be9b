"""Which way one sentence points, as its question asks: yes or no, or that an outcome went up, down or neither.

What belongs here: the choice of the reader: of an effect the arms (``directions``), of yes or no the cues (``yes_no``).
"""

from __future__ import annotations

from ...domain.questions.question_answering import QuestionFrame, QuestionKind
from .directions import ArmWords, DirectionReading, read_direction
from .finding_signs import finds_nothing
from .yes_no import AnswerReading, read_answer


def side_of(text: str, frame: QuestionFrame, arms: ArmWords) -> DirectionReading | AnswerReading | None:
    """Which way a sentence points, as its question asks; ``None`` where it points nowhere or there is no verdict.

    Of a drug that the workspace knows, a sentence that only asks, says how a study was done or leaves something unknown
    points nowhere.
    """
    if frame.things and finds_nothing(text):
        return None
    if frame.kind is QuestionKind.EFFECT:
        return read_direction(text, arms)
    return read_answer(text, frame) if frame.kind is QuestionKind.YES_NO else None
