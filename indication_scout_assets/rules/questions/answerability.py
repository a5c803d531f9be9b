"""Whether the passages that were retrieved cover a question, so that it may be answered at all.

What belongs here: the measure and its thresholds. What is below them is refused.

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
from collections.abc import Mapping

from ...domain.questions.question_answering import QuestionFrame, QuestionKind
from .method_values import without_how_it_is_put
from .pertinence import FORM
from .stems import content_stems

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


_PUT = re.compile(
    r"\b(?:help(?:s|ed|ing)?(?: (?:with|for|in|against))?|helpful (?:for|in|with|against)"
    r"|side effects?|adverse (?:effects?|events?|reactions?)|mechanisms? of action"
    r"|treat(?:s|ing)?|reliev(?:es?|ing)|alleviat(?:es?|ing)|cures?"
    r"|works? (?:well )?(?:for|in|on|against|with)"
    r"|(?:any )?good (?:for|in|against|with)|any good|of (?:any |some )?(?:use|help|benefit) (?:for|in|to|against))\b",
    re.IGNORECASE,
)
"""Words of help: papers say what was found in many others."""


_INTERROGATIVE = re.compile(
    r"^(?:(?:what|which) (?:clinical |randomi[sz]ed )?(?:trials?|studies|papers?|articles?)"
    r"(?: (?:have |has )?(?:test|stud|examin|investigat|evaluat|assess|look)\w*(?: at)?)?"
    r"|what|which|who|whom|when|where|why|how)\b",
    re.IGNORECASE,
)
"""How a question begins: "which trials tested", "what"."""


def named_in(frame: QuestionFrame) -> str:
    """A question without the words by which it is put: whether something helps, what dose was used, how many had it.

    Of a drug that the workspace knows, where sentences must be about drug and outcome, no word of form is left.
    """
    if frame.kind is QuestionKind.METHOD:
        return without_how_it_is_put(frame.text)
    words = _PUT.sub(" ", _INTERROGATIVE.sub("", frame.text)).split()
    if frame.kind is QuestionKind.YES_NO and frame.things:
        words = [word for word in words if not content_stems(word) or not content_stems(word) <= FORM]
    return " ".join(words)


def asked_for(frame: QuestionFrame) -> str:
    """The words of a question that a passage must hold; how it is put ("what is the effect of") is not among them."""
    return f"{frame.subject} {frame.comparator} {frame.outcome}" if _in_parts(frame) else named_in(frame)


def parts_asked_for(frame: QuestionFrame) -> tuple[str, ...]:
    """The phrases whose words belong together."""
    return (frame.subject, frame.comparator, frame.outcome) if _in_parts(frame) else (named_in(frame),)


def answerability(
    frame: QuestionFrame, passage: float, paper: Mapping[str, float], about: float, together: tuple[int, int]
) -> float:
    """How far a question is covered, 0 to 1.

    Args:
        frame: the question.
        passage: the share of ``asked_for``, by rarity, that the best passage holds.
        paper: the same of its subject, comparator and outcome in the paper of the best passage, and under ``text`` of
            the whole question.
        about: the same of ``asked_for`` in that paper's title and abstract.
        together: how many neighbouring words of ``parts_asked_for`` are neighbours in that paper, too, and how many
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
