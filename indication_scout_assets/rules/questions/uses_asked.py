"""Whether a question asks if a drug is good for a disease, as labels read it: by the drugs whose labels are held.

What belongs here: telling such a question, and how labels are asked it, whose indications answer. How papers answer it
is in ``treatment_questions``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...domain.monographs.label_answers import LabelFact
from ...domain.monographs.label_documents import LabelCategory
from ...domain.questions.library import NameGroup
from ..labels.drug_aliases import DrugNames
from ..labels.label_words import meanings, question_words, stem, stems, words
from .question_frames import read_question
from .treatment_questions import treatment_asked, with_disease

_WITHOUT = re.compile(r"\s(?:with(?:out| or without))\s.*$", re.IGNORECASE)
"""What is added of people who lack something: no part of the disease's name."""
_MAY_BE_USED = re.compile(r"\bbe used\b", re.IGNORECASE)
_NOT_FOR = re.compile(r"\bnot (?:\w+ )?(?:indicated|approved|recommended|for use)\b|\bcontraindicated\b", re.IGNORECASE)


class UseAsked(NamedTuple):
    """A question of whether a drug is good for a disease."""

    question: str
    """As labels are asked it: whether the drug is indicated for the disease."""
    disease: str
    """As the question calls it."""
    helps: bool
    """Whether it asks if the drug helps, which indications alone answer; else if it can be used, which warnings may
    answer as well."""


def use_asked(question: str, names: DrugNames) -> UseAsked | None:
    """The question, where it asks whether the one drug it names is good for a disease; else ``None``.

    Args:
        question: written out.
        names: of all drugs whose labels are held.
    """
    named = names.named_in(question) or names.called_in(question)
    if len({name.drug for name in named}) != 1:
        return None
    drug = question[named[0].start : named[0].end]
    text = " ".join(_WITHOUT.sub("", question).split())
    frame = read_question(text if text.endswith("?") else f"{text}?")
    things = with_disease(frame.text, (NameGroup(kind="drug", names=(drug,)),))
    pair = treatment_asked(frame.model_copy(update={"things": things}))
    if pair is None:
        return None
    disease = pair.disease_names[0]
    return UseAsked(f"Is {drug} indicated for {disease}?", disease, helps=not _MAY_BE_USED.search(question))


def says_use(fact: LabelFact) -> bool:
    """Whether a fact of a label says what the drug is for, or that it is not for something."""
    return fact.section is LabelCategory.INDICATIONS or bool(_NOT_FOR.search(fact.text))


def naming(disease: str, facts: Sequence[LabelFact]) -> tuple[LabelFact, ...]:
    """The facts with a word of the disease's name; all of them where a label has other words for it."""
    wanted = frozenset().union(*(meanings(stem(word)) for word in words(disease))) - question_words().plain
    named = (f for f in facts if wanted & set(stems(f"{f.heading} {f.lead_in} {f.header} {f.group} {f.text}")))
    return tuple(named) or tuple(facts)
