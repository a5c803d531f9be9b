"""How good answers over labels are: judged questions, held against the answers, by kind and by half of the drugs.

What belongs here: figures. The questions' file and the words of the figures are documented in
``docs/label-questions.md``; asking is done by the caller.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..domain.outcomes import PermanentFailure
from .halves import half_of

Answer = dict[str, Any]
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


@dataclass
class LabelFigures:
    """Sums over questions; shares are taken in ``as_json``."""

    questions: int = 0
    right: int = 0
    to_answer: int = 0
    section: int = 0
    recall: float = 0.0
    first: int = 0
    refused: int = 0
    words: int = 0
    traps: int = 0
    traps_refused: int = 0
    typos: int = 0
    typos_suggested: int = 0
    typos_answered: int = 0
    foreign: int = 0
    wrong: list[str] = field(default_factory=list)
    """Ids of the questions that were not answered right."""

    def as_json(self) -> dict[str, Any]:
        """Shares from 0 to 1; ``None`` where nothing was asked."""
        return {
            "n": self.questions,
            "right": _share(self.right, self.questions),
            "section": _share(self.section, self.to_answer),
            "sentence_recall": _share(self.recall, self.to_answer),
            "first_sentence": _share(self.first, self.to_answer),
            "wrongly_refused": _share(self.refused, self.to_answer),
            "words_per_answer": _share(self.words, self.to_answer),
            "traps_refused": _share(self.traps_refused, self.traps),
            "typos_suggested": _share(self.typos_suggested, self.typos),
            "typos_answered": self.typos_answered,
            "facts_of_other_drugs": self.foreign,
            "wrong": self.wrong,
        }


def _share(part: float, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def read_judged(path: Path) -> list[dict[str, Any]]:
    """The judged questions of a file: a JSON list of objects with ``id``, ``kind``, ``question``, ``drug``, ``expect``.

    Raises:
        PermanentFailure: it is none.
    """
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as broken:
        raise PermanentFailure(f"{path} holds no judged questions: {broken}.") from broken
    needed = {"id", "kind", "question", "drug", "expect"}
    if not isinstance(entries, list) or any(not isinstance(e, dict) or needed - set(e) for e in entries):
        raise PermanentFailure(f"{path} holds no judged questions; each needs {', '.join(sorted(needed))}.")
    return entries


def label_figures(
    questions: Iterable[dict[str, Any]], ask: Callable[[dict[str, Any]], Answer], halves: Sequence[int] = (0, 1)
) -> dict[str, Any]:
    """Ask every question of the halves and count; figures by half and, within, of all and by kind."""
    figures: dict[str, dict[str, LabelFigures]] = defaultdict(lambda: defaultdict(LabelFigures))
    for question in questions:
        half = half_of(question["drug"] or "")
        if half in halves:
            answer = ask(question)
            for kind in ("all", question["kind"]):
                _count(figures[f"half {half}"][kind], question, answer)
    return {half: {kind: f.as_json() for kind, f in kinds.items()} for half, kinds in sorted(figures.items())}


def is_right(question: dict[str, Any], answer: Answer) -> bool:
    """Whether a judged question was answered, or refused, as it should be."""
    figures = LabelFigures()
    _count(figures, question, answer)
    return bool(figures.right)


def _count(figures: LabelFigures, question: dict[str, Any], answer: Answer) -> None:
    facts = answer.get("facts") or []
    figures.questions += 1
    drugs = {question["drug"], question.get("drug2")} - {None, ""}
    figures.foreign += sum(bool(drugs) and fact["drug"] not in drugs for fact in facts)
    right = {
        "answer": _count_answer,
        "suggest": _count_typo,
        "image": _is_picture,
        "no_image": _is_no_picture,
    }.get(question["expect"], _count_trap)(figures, question, answer)
    figures.right += right
    if not right:
        figures.wrong.append(str(question["id"]))


def _count_answer(figures: LabelFigures, question: dict[str, Any], answer: Answer) -> bool:
    facts, gold = answer.get("facts") or [], question["gold"]
    section = answer.get("section") or (facts[0]["section"] if facts else "")
    in_section = any(_alike(section, wanted) for wanted in question["sections"])
    recall = sum(any(holds(fact["text"], sentence) for fact in facts) for sentence in gold) / len(gold)
    if any(holds(fact["text"], sentence) for sentence in question.get("also", ()) for fact in facts):
        recall = 1.0
    figures.to_answer += 1
    figures.section += in_section
    figures.recall += recall
    figures.first += bool(facts) and holds(facts[0]["text"], gold[0])
    figures.refused += answer["status"] != "answered"
    figures.words += sum(len(_tokens(fact["text"])) for fact in facts)
    return in_section and recall == 1.0


def _count_typo(figures: LabelFigures, question: dict[str, Any], answer: Answer) -> bool:
    suggested = question["drug"] in [name.lower() for name in answer.get("suggestions") or ()]
    right = answer["status"] == "did_you_mean" and not answer.get("facts") and suggested
    figures.typos += 1
    figures.typos_suggested += right
    figures.typos_answered += answer["status"] == "answered"
    return right


def _count_trap(figures: LabelFigures, question: dict[str, Any], answer: Answer) -> bool:
    wanted = question["expect"]
    refused = answer["status"] == wanted if wanted == "advice_refused" else answer["status"] != "answered"
    right = refused and not answer.get("facts")
    figures.traps += 1
    figures.traps_refused += right
    return right


def _is_picture(figures: LabelFigures, question: dict[str, Any], answer: Answer) -> bool:
    return any(question["image"] in picture["file"] for picture in answer.get("images") or ())


def _is_no_picture(figures: LabelFigures, question: dict[str, Any], answer: Answer) -> bool:
    return not answer.get("images")


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
