"""Whether a follow-up that a model wrote out may be searched: it has every entity carried over, and no new one.

What belongs here: the check. How follow-ups are written out by rule is in ``follow_ups``.
"""

from __future__ import annotations

import re

from .question_frames import read_question
from .stems import content_stems

_ABOUT_ANYTHING = content_stems(
    "effect effects role use uses used known evidence say says show shown research studies impact efficacy effective"
    " help helps work works treat treatment taking given compare does what which how question there people"
)
_LONGEST = 600
_NUMBER = re.compile(r"\d+")


def rewrite_fault(rewrite: str, question: str, before: str, by_rule: str) -> str:
    """What is wrong with a model's rewriting, as a sentence; empty where nothing is.

    Args:
        rewrite: the model's.
        question: the follow-up as it was asked.
        before: the question before as it was searched.
        by_rule: the follow-up as the rules write it out; its entities must all be there.
    """
    if not rewrite or len(rewrite) > _LONGEST or "\n" in rewrite:
        return "It is no question."
    carried = _entities(by_rule)
    held = content_stems(rewrite)
    if missing := sorted(carried - held):
        return f"It leaves out {missing[0]!r}."
    known = content_stems(before) | content_stems(question) | content_stems(by_rule) | _ABOUT_ANYTHING
    if new := sorted(held - known):
        return f"It adds {new[0]!r}."
    if set(_NUMBER.findall(rewrite)) - set(_NUMBER.findall(f"{before} {question}")):
        return "It adds a number."
    if read_question(rewrite).kind is not read_question(by_rule).kind:
        return "It asks for another kind of answer."
    return ""


def _entities(question: str) -> frozenset[str]:
    """What a question names: subject, comparator and outcome, else all its words."""
    frame = read_question(question)
    named = f"{frame.subject} {frame.comparator} {frame.outcome}".strip() or question
    return content_stems(named) - _ABOUT_ANYTHING
