"""Follow-up questions, written out so that they can be searched alone.

What belongs here: what a turn leaves out is carried over from the question before, what it names replaces. No model
takes part; the question as it was searched is always shown.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .question_frames import read_question
from .stems import content_stems

_OPENS = re.compile(
    r"^(?:and|but|so|then|ok(?:ay)?|also)?[,\s]*(?:what|how)\s+about\s+|^and\s+|^(?:but|so|also)\s+", re.IGNORECASE
)
_PRONOUN = re.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|he|she|such|the same|the drug"
    r"|the treatment|the trials?|the stud(?:y|ies))\b",
    re.I,
)
_OWN_SUBJECT = re.compile(r"\b(?:effects?|impact|efficacy) of\b", re.I)
_COMPARED = re.compile(r"\bcompared (?:with|to)\s+([^,?]+)|\bversus\s+([^,?]+)|\bcompare with\s+([^,?]+)", re.I)
_FEW = 4
"""A question with fewer content words leaves something out."""
_POPULATION = re.compile(
    r"\b(?:in|among|for)\s+((?:[\w-]+\s){0,4}?(?:patients|children|adults|women|men|infants"
    r"|people|adolescents|elderly(?:\s(?:patients|people|women|men|adults))?|neonates"
    r"|pregnancy)\b(?:\swith\s[\w\s-]+)?)",
    re.I,
)


class Standalone(NamedTuple):
    """A question that can be searched alone, and how it came about."""

    text: str
    method: str
    """``as asked`` or ``carried over``."""


def standalone_question(question: str, before: str) -> Standalone:
    """The question written out.

    Args:
        question: as it was asked.
        before: the question of the turn before as it was searched; empty in the first turn.
    """
    if not before or not _leaves_out(question):
        return Standalone(question, "as asked")
    topic = topic_of(before)
    asked = _OPENS.sub("", question.strip()).rstrip("?!. ")
    if not topic or content_stems(topic) <= content_stems(asked):
        return Standalone(question, "as asked")
    return Standalone(_written_out(asked, before, topic), "carried over")


def _written_out(asked: str, before: str, topic: str) -> str:
    """What was asked with what it leaves out."""
    asked = re.sub(r"\b(?:its|their|his|her)\s+|^on\s+", "", asked, flags=re.I)
    subject, population = _parts(before)
    if re.match(r"(?:in|for|among)\s", asked, re.I):  # other people, the same question
        kept = " ".join(before.replace(population, " ").split()) if population else before
        return f"{kept.rstrip('?!. ')} {asked}?"
    if compared := _COMPARED.search(asked):
        return _comparison(asked, compared, before)
    if _bare(asked):
        return _about_another(asked, before, topic)
    if re.match(r"^(?:is|are|was|does|do|did|can|could|should)\b", asked, re.I) and _PRONOUN.search(asked):
        ending = f" {population}" if population and population.lower() not in asked.lower() else ""
        return f"{_PRONOUN.sub(subject, asked, count=1)}{ending}?"
    joined = _PRONOUN.sub("", asked)
    return f"{' '.join(joined.split())} of {topic}?"


def _about_another(asked: str, before: str, topic: str) -> str:
    """A name alone: another outcome of the same subject; where there was no outcome, another subject."""
    subject, population = _parts(before)
    if read_question(before).outcome:
        ending = f" {population}" if population and not _POPULATION.search(asked) else ""
        return f"What is the effect of {subject} on {asked}{ending}?"
    return before.replace(subject, asked) if subject and subject in before else f"{asked}, {topic}?"


def topic_of(question: str) -> str:
    """What a question is about: its subject, else all it names, with the people it names."""
    subject, population = _parts(question)
    return f"{subject} {population}".strip()


def _parts(question: str) -> tuple[str, str]:
    frame = read_question(question)
    people = _POPULATION.search(frame.outcome or frame.text)
    condition = re.search(r"\b(in|for)\s+([^?]+)$", (frame.outcome or "").rstrip("?. "))
    population = f"in {people[1]}" if people else (f"{condition[1]} {condition[2]}" if condition else "")
    if frame.subject:
        return _POPULATION.sub("", frame.subject).strip(), population
    of = re.search(r"\bof\s+(.+?)\??$", frame.text)
    return (of[1] if of else "").strip(), ""


def _leaves_out(question: str) -> bool:
    if _OWN_SUBJECT.search(question) and not _PRONOUN.search(question):
        return False
    return bool(_OPENS.search(question) or _PRONOUN.search(question)) or len(content_stems(question)) < _FEW


def _bare(asked: str) -> bool:
    """Whether it is a name alone: "insulin resistance", "on HbA1c"."""
    return not re.match(
        r"^(?:is|are|was|were|do|does|did|can|could|should|which|who|how|why|when|where|what|at|in)\b", asked, re.I
    )


def _comparison(asked: str, compared: re.Match[str], before: str) -> str:
    """The subject of before against what this turn names, on its outcome or the one before."""
    frame = read_question(before)
    subject, population = _parts(before)
    other = next(filter(None, compared.groups()))
    rest = re.search(r"\bon\s+([^?]+)$", asked)
    outcome = rest[1] if rest else frame.outcome
    other = re.split(r"\s+on\s+", other)[0].strip()
    ending = f" {population}" if population and population.lower() not in (outcome or "").lower() else ""
    if outcome:
        return f"What is the effect of {subject} compared with {other} on {outcome}{ending}?"
    return f"How does {subject} compare with {other}{ending}?"
