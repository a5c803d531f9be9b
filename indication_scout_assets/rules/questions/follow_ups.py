"""Follow-up questions, written out so that they can be searched alone.

What belongs here: what a turn leaves out is carried over from the question before, what it names replaces; and whether
a follow-up that a model wrote out may be searched. The question as it was searched is always shown.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...domain.questions.question_answering import QuestionFrame
from .other_names import DrugsIn, drugs_by_form
from .question_frames import read_question, without_negation
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
_ITS = re.compile(r"\b(?:its|their|his|her)\s+", re.I)
_SIDE_EFFECTS = re.compile(r"^(?:(?:common|serious|usual)\s)?(?:side|adverse) (?:effects?|reactions?|events?)$", re.I)
_HELPS = re.compile(r"^(?:do|does|did|can|could|will)\b.*\b(?:helps?|treats?|works?|causes?)\b", re.I)
_ABOUT_ANYTHING = content_stems(
    "effect effects role use uses used known evidence say says show shown research studies impact efficacy effective"
    " help helps work works treat treatment taking given compare does what which how question there people"
)
_LONGEST_REWRITE = 600
_NUMBER = re.compile(r"\d+")


class Standalone(NamedTuple):
    """A question that can be searched alone, and how it came about."""

    text: str
    method: str
    """``as asked``, ``put positively`` or ``carried over``."""


class _Before(NamedTuple):
    """The question before, as a follow-up takes it up."""

    frame: QuestionFrame
    subject: str
    """The drug it is about, or what else it asks after."""
    people: str
    """"in children"; empty where it names none."""
    condition: str
    """"in heart failure", or the people."""
    drugs_in: DrugsIn

    @property
    def text(self) -> str:
        return self.frame.text

    @property
    def topic(self) -> str:
        return f"{self.subject} {self.condition}".strip()


def standalone_question(question: str, before: str, drugs_in: DrugsIn = drugs_by_form) -> Standalone:
    """The question written out, and one that asks whether something is not so as one of whether it is.

    Args:
        question: as it was asked.
        before: the question of the turn before as it was searched; empty in the first turn.
        drugs_in: which drugs a text names.
    """
    alone = _with_what_it_leaves_out(question, before, drugs_in)
    positive = without_negation(alone.text)
    if positive == alone.text:
        return alone
    return Standalone(positive, alone.method if alone.method == "carried over" else "put positively")


def _with_what_it_leaves_out(question: str, before: str, drugs_in: DrugsIn) -> Standalone:
    if not before or not _leaves_out(question):
        return Standalone(question, "as asked")
    asked = _OPENS.sub("", question.strip()).rstrip("?!. ")
    earlier = _taken_apart(before, drugs_in)
    if not earlier.subject or content_stems(earlier.topic) <= content_stems(asked):
        return Standalone(question, "as asked")
    if drugs_in(asked) and not (_bare(asked) or _PRONOUN.search(asked) or _COMPARED.search(asked)):
        return Standalone(question, "as asked")  # it names its own drug
    return Standalone(_written_out(asked, earlier), "carried over")


def _written_out(asked: str, before: _Before) -> str:
    """What was asked with what it leaves out."""
    if question := _another_drug(asked, before):
        return question
    own = bool(_ITS.search(asked))
    asked = _ITS.sub("the ", asked) if own else asked
    if re.match(r"(?:in|for|among)\s", asked, re.I):
        return _of_others(asked, before)
    if compared := _COMPARED.search(asked):
        return _comparison(asked, compared, before)
    if _bare(asked):
        return _about_another(re.sub(r"^(?:the|on)\s+", "", asked, flags=re.I), before)
    if re.match(r"^(?:is|are|was|does|do|did|can|could|should)\b", asked, re.I) and _PRONOUN.search(asked):
        return f"{_PRONOUN.sub(before.subject, asked, count=1)}{_ending(asked, before)}?"
    return _of_the_subject(" ".join(_PRONOUN.sub("", asked).split()), before, own=own)


def _of_the_subject(asked: str, before: _Before, *, own: bool) -> str:
    """A question of what, which or how many that leaves out of whom; ``own``: of something of the subject's own."""
    link = "with" if re.match(r"how (?:many|long|often)\b", asked, re.I) else "of"
    return f"{asked} {link} {f'{before.subject} {before.people}'.rstrip() if own else before.topic}?"


def _another_drug(asked: str, before: _Before) -> str:
    """A drug alone, "and topiramate", or with people: the question before of it; else empty."""
    named = next(iter(before.drugs_in(asked)), "")
    if not named or not asked.lower().startswith(named.lower()) or before.subject not in before.text:
        return ""
    rest = asked[len(named) :].strip()
    if not rest:  # a drug it was compared with changes places with it
        exchanged = {before.subject: named, named: before.subject}
        return re.sub("|".join(map(re.escape, exchanged)), lambda name: exchanged[name[0]], before.text)
    if not re.match(r"(?:in|for|among)\s", rest, re.I):
        return ""
    return f"{_without_people(before)} {rest}?".replace(before.subject, named)


def _of_others(asked: str, before: _Before) -> str:
    """The question before for other people or another disease: "in prostate cancer"."""
    frame = before.frame
    if frame.outcome and not before.condition and _HELPS.search(before.text) and not _POPULATION.search(asked):
        return before.text.replace(frame.outcome, re.sub(r"^\w+\s+", "", asked))
    return f"{_without_people(before)} {asked}?"


def _without_people(before: _Before) -> str:
    """The question before without the people or the disease that other ones are named for."""
    text = before.text.rstrip("?!. ")
    kept = " ".join(text.replace(before.condition, " ").split()) if before.condition else text
    return kept if before.condition else re.sub(r"\s(?:in|for|among)\s(?!.*\s(?:in|for|among)\s).*$", "", text)


def _ending(asked: str, before: _Before) -> str:
    """The people of the question before, and its disease where the question names nothing of its own, or compares."""
    if _POPULATION.search(asked):
        return ""
    read = read_question(asked)
    own = bool(re.search(r"\b(?:in|for|with|against|during)\s+\w", asked, re.I) or read.outcome)
    ending = before.people if own and not read.comparator else before.condition
    return f" {ending}" if ending and ending.lower() not in asked.lower() else ""


def _about_another(asked: str, before: _Before) -> str:
    """A name alone: another outcome of the same subject; where there was no outcome, another subject."""
    if _SIDE_EFFECTS.search(asked):
        return f"What are the {asked} of {before.subject} {before.people}".rstrip() + "?"
    frame = before.frame
    if frame.outcome and _HELPS.search(before.text):
        link = re.match(r"(?:(?:in|for|with|against)\s)?", frame.outcome, re.I)
        return before.text.replace(frame.outcome, f"{link[0] if link else ''}{asked}")
    if frame.outcome:
        ending = f" {before.condition}" if before.condition and not _POPULATION.search(asked) else ""
        return f"What is the effect of {before.subject} on {asked}{ending}?"
    if before.subject in before.drugs_in(before.text):
        return f"{asked[:1].upper()}{asked[1:]} of {before.topic}?"
    replaced = before.text.replace(before.subject, asked)
    return replaced if before.subject in before.text else f"{asked}, {before.topic}?"


def _taken_apart(question: str, drugs_in: DrugsIn) -> _Before:
    """What a follow-up may take up of a question: the drug it names, else its subject, with whom it asks about."""
    frame = read_question(question)
    drugs = drugs_in(frame.text)
    people = _POPULATION.search(frame.text)
    rest = frame.outcome or ("" if not drugs else frame.text[frame.text.find(drugs[0]) + len(drugs[0]) :])
    condition = re.search(r"\b(in|for)\s+([^?]+)$", rest.rstrip("?. "))
    of_people = f"in {people[1]}" if people else ""
    of_all = of_people or (f"{condition[1]} {condition[2]}" if condition else "")
    if frame.subject and (not drugs or drugs[0] in frame.subject):
        subject = _POPULATION.sub("", frame.subject).strip()
        return _Before(frame, subject, of_people, of_all, drugs_in)
    if drugs:
        return _Before(frame, drugs[0], of_people, of_all, drugs_in)
    of = re.search(r"\bof\s+(.+?)\??$", frame.text)
    return _Before(frame, (of[1] if of else "").strip(), "", "", drugs_in)


def _leaves_out(question: str) -> bool:
    if _OWN_SUBJECT.search(question) and not _PRONOUN.search(question):
        return False
    return bool(_OPENS.search(question) or _PRONOUN.search(question)) or len(content_stems(question)) < _FEW


def _bare(asked: str) -> bool:
    """Whether it is a name alone: "insulin resistance", "on HbA1c"."""
    return not re.match(
        r"^(?:is|are|was|were|do|does|did|can|could|should|which|who|how|why|when|where|what|at|in)\b", asked, re.I
    )


def _comparison(asked: str, compared: re.Match[str], before: _Before) -> str:
    """The subject of before against what this turn names, on its outcome or the one before."""
    other = next(filter(None, compared.groups()))
    rest = re.search(r"\bon\s+([^?]+)$", asked)
    outcome = rest[1] if rest else before.frame.outcome
    other = re.split(r"\s+on\s+", other)[0].strip()
    condition = before.condition
    ending = f" {condition}" if condition and condition.lower() not in (outcome or "").lower() else ""
    if outcome:
        return f"What is the effect of {before.subject} compared with {other} on {outcome}{ending}?"
    return f"How does {before.subject} compare with {other}{ending}?"


def rewrite_fault(rewrite: str, question: str, before: str, by_rule: str) -> str:
    """What is wrong with a model's rewriting, as a sentence; empty where nothing is.

    Args:
        rewrite: the model's.
        question: the follow-up as it was asked.
        before: the question before as it was searched.
        by_rule: the follow-up as the rules write it out; its entities must all be there.
    """
    if not rewrite or len(rewrite) > _LONGEST_REWRITE or "\n" in rewrite:
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
