"""Whether the passages that were retrieved cover a question, so that it may be answered at all.

What belongs here: the measure and its threshold. What is below it is refused.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...domain.questions.asking import QuestionFrame

ANSWERABLE = 0.6
"""Questions below it are refused."""


def answerability(frame: QuestionFrame, coverage: float, parts: Mapping[str, float]) -> float:
    """How far a question is covered, 0 to 1.

    Args:
        frame: the question.
        coverage: the share of its words, by rarity, that the best passage holds.
        parts: the same of its subject, comparator and outcome.
    """
    return coverage
