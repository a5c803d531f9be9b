"""How good answers over labels are: judged questions, held against the answers, by kind and by half of the drugs.

What belongs here: figures. The questions' file and the words of the figures are documented in
``docs/questions.md``; asking is done by the caller.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ..domain.outcomes import PermanentFailure
from ..domain.questions.answers import Answer, RefusalCause
from ..ranking.files.list_files import read_text
from .halves import half_of

Question = dict[str, Any]
ALIKE = (
    frozenset({"pharmacokinetics", "clinical_pharmacology"}),
    frozenset({"mechanism", "pharmacodynamics", "clinical_pharmacology"}),
    frozenset({"lactation", "pregnancy"}),
    frozenset({"storage", "how_supplied", "shelf_life"}),
)
"""Categories that labels use for each other."""
NEARLY = 0.95
"""Share of a judged sentence's words, in order, that a fact must have: line breaks in PDFs cut words."""
_TOKEN = re.compile(r"[a-z0-9]+|[<>≥≤%]")


Counted = Mapping[str, float]
"""What one question adds to each figure that asks of it."""
_MEANS: Final = (
    "right",
    "section",
    "sentence_recall",
    "first_sentence",
    "wrongly_refused",
    "words_per_answer",
    "traps_refused",
    "typos_suggested",
)
_SUMS: Final = ("typos_answered", "facts_of_other_drugs")


def read_judged(path: Path) -> list[Question]:
    """The judged questions of a file: a JSON list of objects with ``id``, ``kind``, ``question``, ``drug``, ``expect``.

    Raises:
        PermanentFailure: it is none.
    """
    try:
        entries = json.loads(read_text(path))
    except ValueError as broken:
        raise PermanentFailure(f"{path} holds no judged questions: {broken}.") from broken
    needed = {"id", "kind", "question", "drug", "expect"}
    if not isinstance(entries, list) or any(not isinstance(e, dict) or needed - set(e) for e in entries):
        raise PermanentFailure(f"{path} holds no judged questions; each needs {', '.join(sorted(needed))}.")
    return entries


def label_figures(
    questions: Iterable[Question], ask: Callable[[Question], Answer], halves: Sequence[int] = (0, 1)
) -> dict[str, Any]:
    """Ask every question of the halves and count; figures by half and, within, of all and by kind."""
    counted: dict[str, dict[str, list[tuple[str, Counted]]]] = defaultdict(lambda: defaultdict(list))
    for question in questions:
        half = half_of(question["drug"] or "")
        if half in halves:
            own = (str(question["id"]), _count(question, ask(question)))
            for kind in ("all", question["kind"]):
                counted[f"half {half}"][kind].append(own)
    return {half: {kind: _as_json(own) for kind, own in kinds.items()} for half, kinds in sorted(counted.items())}


def _as_json(counted: Sequence[tuple[str, Counted]]) -> dict[str, Any]:
    """Shares from 0 to 1, ``None`` where nothing was asked; numbers; ids of the questions not answered right."""
    asked = {name: [own[name] for _, own in counted if name in own] for name in (*_MEANS, *_SUMS)}
    return {
        "n": len(counted),
        **{name: round(sum(asked[name]) / len(asked[name]), 4) if asked[name] else None for name in _MEANS},
        **{name: int(sum(asked[name])) for name in _SUMS},
        "wrong": [number for number, own in counted if not own["right"]],
    }


def is_right(question: Question, answer: Answer) -> bool:
    """Whether a judged question was answered, or refused, as it should be."""
    return bool(_count(question, answer)["right"])


def _count(question: Question, answer: Answer) -> Counted:
    drugs = {question["drug"], question.get("drug2")} - {None, ""}
    labels = [citation.label for citation in answer.citations if citation.label]
    foreign = sum(bool(drugs) and label.drug not in drugs for label in labels)
    if question["expect"] in _COUNTS:
        return {**_COUNTS[question["expect"]](question, answer), "facts_of_other_drugs": foreign}
    return {**_refused(question, answer), "facts_of_other_drugs": foreign}


def _answered(question: Question, answer: Answer) -> Counted:
    facts, gold = [sentence.text for sentence in answer.sentences], question["gold"]
    section = next((citation.label.category.value for citation in answer.citations if citation.label), "")
    in_section = any(_alike(section, wanted) for wanted in question["sections"])
    recall = sum(any(holds(fact, sentence) for fact in facts) for sentence in gold) / len(gold)
    if any(holds(fact, sentence) for sentence in question.get("also", ()) for fact in facts):
        recall = 1.0
    return {
        "right": in_section and recall == 1.0,
        "section": in_section,
        "sentence_recall": recall,
        "first_sentence": bool(facts) and holds(facts[0], gold[0]),
        "wrongly_refused": answer.refused,
        "words_per_answer": sum(len(_tokens(fact)) for fact in facts),
    }


def _suggested(question: Question, answer: Answer) -> Counted:
    suggested = question["drug"] in [name.lower() for name in answer.suggestions]
    right = _cause(answer) is RefusalCause.DID_YOU_MEAN and suggested
    return {"right": right, "typos_suggested": right, "typos_answered": not answer.refused}


def _refused(question: Question, answer: Answer) -> Counted:
    right = _cause(answer) is RefusalCause.ADVICE_REFUSED if question["expect"] == "advice_refused" else answer.refused
    return {"right": right, "traps_refused": right}


def _cause(answer: Answer) -> RefusalCause | None:
    return answer.refusal.cause if answer.refusal else None


_COUNTS: Final[Mapping[str, Callable[[Question, Answer], Counted]]] = {
    "answer": _answered,
    "suggest": _suggested,
    "image": lambda q, answer: {"right": any(q["image"] in picture.file for picture in answer.pictures)},
    "no_image": lambda _, answer: {"right": not answer.pictures},
}
"""By what is expected; every other expectation is a refusal."""


def _alike(first: str, second: str) -> bool:
    return first == second or any({first, second} <= group for group in ALIKE)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(unicodedata.normalize("NFKC", text).lower())


def holds(text: str, sentence: str) -> bool:
    """Whether a fact's text holds a judged sentence: word for word, or nearly all its words in order."""
    have, wanted = _tokens(text), _tokens(sentence)
    if not wanted:
        return False
    if f" {' '.join(wanted)} " in f" {' '.join(have)} ":
        return True
    rest = iter(have)
    in_order = sum(any(word == other for other in rest) for word in wanted)
    return len(have) < 1.6 * len(wanted) and in_order >= NEARLY * len(wanted)
