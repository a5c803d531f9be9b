"""Which way one sentence points, as its question asks: yes or no, or that an outcome went up, down or neither.

What belongs here: the choice of the reader. Of a drug that the workspace knows the words that govern the outcome are
read (``outcomes``), of anything else the arms and cues (``directions``, ``yes_no``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ...domain.questions.question_answering import QuestionFrame, QuestionKind, Verdict
from .directions import ArmWords, DirectionReading, read_direction, spelled_out
from .finding_signs import finds_nothing
from .outcomes.asked_outcomes import outcome_named
from .outcomes.asked_ways import asks_a_way, way_read
from .outcomes.sentence_changes import DOWN, SAME, UP
from .outcomes.whose_change import changes_with
from .stems import content_stems
from .yes_no import AnswerReading, read_answer

_DIRECTIONS = {UP: Verdict.INCREASED, DOWN: Verdict.DECREASED, SAME: Verdict.NO_DIFFERENCE}


def asks_way_of_known(frame: QuestionFrame) -> bool:
    """Whether it is asked which way something goes with a drug that is known, so that other sentences do not count."""
    return frame.kind is QuestionKind.YES_NO and bool(frame.things) and asks_a_way(frame.text)


def side_of(
    text: str, frame: QuestionFrame, arms: ArmWords, short_forms: Mapping[str, str], title: str = ""
) -> DirectionReading | AnswerReading | None:
    """Which way a sentence points, as its question asks; ``None`` where it points nowhere or there is no verdict.

    Of a drug that the workspace knows, a sentence that only asks, says how a study was done or leaves something unknown
    points nowhere.
    """
    if frame.things and finds_nothing(text):
        return None
    if frame.kind is QuestionKind.EFFECT:
        return _effect_on_outcome(text, frame, short_forms) if _of_one_drug(frame) else read_direction(text, arms)
    if frame.kind is not QuestionKind.YES_NO:
        return None
    if not asks_way_of_known(frame):
        return read_answer(text, frame)
    way = way_read(spelled_out(text, short_forms), frame.text, _drug_stems(frame), title)
    return AnswerReading(*way, 1.0) if way else None


@lru_cache(maxsize=64)
def _drug_stems(frame: QuestionFrame) -> frozenset[str]:
    return content_stems(" ".join(name for thing in frame.things if thing.kind == "drug" for name in thing.names))


def _of_one_drug(frame: QuestionFrame) -> bool:
    """Whether the effect of a known drug is asked, compared with nothing."""
    return not frame.comparator and any(thing.kind == "drug" for thing in frame.things)


def _effect_on_outcome(text: str, frame: QuestionFrame, short_forms: Mapping[str, str]) -> DirectionReading | None:
    outcome = outcome_named(frame.outcome)
    changes = changes_with(spelled_out(text, short_forms), outcome, _drug_stems(frame)) if outcome else []
    return DirectionReading(_DIRECTIONS[changes[0].way], changes[0].words, 1.0) if changes else None
