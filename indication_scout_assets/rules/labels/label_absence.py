"""Why labels have no answer: what they do not say, in the words it was asked in, or that only a part of them is held.

What belongs here: the sentences of a refusal. What is refused is decided in ``label_answering``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...domain.monographs.label_answers import LabelIntent
from ..questions.question_language import IN_ENGLISH, is_other_language
from .label_attributes import lexicon, places_asked
from .label_parts import not_known, sections_held, some_whole
from .label_retrieval import DrugTexts
from .label_words import question_words, stem, words


class Absence(NamedTuple):
    """Why nothing is shown."""

    note: str
    """With what was searched."""
    sections_held: tuple[str, ...]
    """Titles of all sections held of labels held in part, where it is not known what their others say."""


def absence(intent: LabelIntent, missing: Sequence[str], texts: Mapping[str, DrugTexts]) -> Absence:
    """Why nothing is shown.

    Args:
        intent: the question as it was read.
        missing: the drugs whose labels have no answer; empty: all.
        texts: of each drug asked about.
    """
    drugs = missing or intent.drugs
    without = [texts[drug] for drug in drugs]
    unknown = not_known(intent, without)
    not_said = "" if unknown and not some_whole(without) else _not_said(intent, drugs, texts)
    note = in_english(" ".join(filter(None, (not_said, unknown))), intent)
    return Absence(note, sections_held(without) if unknown else ())


def in_english(note: str, intent: LabelIntent) -> str:
    """A refusal that says, of a question in another language, that questions are read in English."""
    return f"{note} {IN_ENGLISH}" if is_other_language(intent.question) else note


def _not_said(intent: LabelIntent, drugs: Sequence[str], texts: Mapping[str, DrugTexts]) -> str:
    asked = (*intent.names, *intent.background, *intent.mentioned, *(word for thing in intent.things for word in thing))
    lacking = [name for name in asked if any(texts[drug].lacks(name) for drug in intent.drugs)]
    labels = sum(len(texts[drug].documents) for drug in drugs)
    where = f"in {labels} label{'s' if labels != 1 else ''} of {' and '.join(drugs)}"
    what = ", ".join(_in_order(intent, lacking)) or _use_asked(intent)
    what = what or _attribute_asked(intent)
    what = what or "what was asked"
    return f"Nothing is said of {what} {where}."


def _use_asked(intent: LabelIntent) -> str:
    """That the drug is for what the question names, where the labels have its words and say no such thing."""
    if not (intent.for_use and intent.things):
        return ""
    _, place = _as_asked(intent, intent.things[0][0])
    return f"a use in {intent.question[place:].rstrip(' ?.!') or intent.things[0][0]}"


def _in_order(intent: LabelIntent, lacking: Sequence[str]) -> list[str]:
    """Words as the question has them, in its order, each once; those that stand side by side as one."""
    places = dict(_as_asked(intent, word) for word in lacking)
    phrases: list[str] = []
    end = -1
    for text, place in sorted(places.items(), key=lambda entry: entry[1]):
        if phrases and place == end + 1:
            phrases[-1] += f" {text}"
        else:
            phrases.append(text)
        end = place + len(text)
    return phrases


def _as_asked(intent: LabelIntent, word: str) -> tuple[str, int]:
    """The words of the question that a word was read from, and their place: "half-life" for "life", "hot flashes" for
    "flushing".
    """
    question = intent.question
    for start, end in places_asked(lexicon().get(intent.attribute), intent.question):
        if word in words(question[start:end]):
            return question[start:end].lower(), start
    if match := re.search(rf"[\w-]*(?<![^\W_]){re.escape(word)}(?![^\W_])[\w-]*", question, re.IGNORECASE):
        return match[0].lower(), match.start()
    for phrase, meant in question_words().phrases.items():
        match = re.search(rf"\b{phrase}\b", question, re.IGNORECASE)
        if match and stem(word) in map(stem, words(meant)):
            return match[0].lower(), match.start()
    return word, len(question)


def _attribute_asked(intent: LabelIntent) -> str:
    """The attribute asked for, in the question's words where these are few."""
    places = list(places_asked(lexicon().get(intent.attribute), intent.question))
    if not places:
        return intent.attribute.replace("_", " ")
    start, end = max(places, key=lambda place: place[1] - place[0])
    return intent.question[start:end].lower()
