"""How often a question is put to the right source first: questions on labels, and questions on papers.

What belongs here: figures. A judged question on a label belongs to labels, one on papers to papers, whatever is held.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..domain.monographs.label_documents import AliasKind, DrugAlias
from ..domain.questions.routed_answers import AnswerRoute, AnswerSource
from ..ranking.files.document_files import read_lines
from ..rules.labels.drug_aliases import DrugNames
from ..rules.labels.label_intent import read_question as read_by_labels
from ..rules.questions.question_frames import read_question as read_by_papers
from ..rules.questions.routing import route
from .halves import half_of
from .input_rows import Id, InputRow, Name, row_of

RouteOf = Callable[[str, str], AnswerRoute]
"""Where a question is put, given the question before it."""
_MOST_WORDS = 3
"""Words of an intervention that are taken for the name of a drug."""


class JudgedRoute(NamedTuple):
    """A question and where it belongs."""

    question: str
    before: str
    source: AnswerSource
    group: str
    half: int
    intervention: str = ""
    """What is tried, where the question says so."""


def label_routes(judged: Iterable[dict[str, Any]]) -> Iterator[JudgedRoute]:
    """Questions on labels, as ``label_figures.read_judged`` reads them; those that name no drug belong to nobody."""
    for entry in judged:
        if entry["drug"]:
            yield JudgedRoute(
                entry["question"], entry.get("context") or "", AnswerSource.LABELS, "labels", half_of(entry["drug"])
            )


class _Question(InputRow):
    question: Name
    pmcid: Id | None = None
    pmid: Id | None = None
    intervention: str | None = None


def paper_routes(path: Path) -> Iterator[JudgedRoute]:
    """Questions on papers: JSON lines with ``question`` and ``pmcid`` or ``pmid``, by which they are halved.

    Raises:
        PermanentFailure: a line is no such question.
    """
    for line in read_lines(path):
        asked = row_of(line, _Question, "see docs/questions.md")
        paper = asked.pmcid or asked.pmid
        if not paper:
            raise line.bad("it is no judged question", "it needs question, and pmcid or pmid")
        half, tried = half_of(paper), asked.intervention or ""
        yield JudgedRoute(asked.question, "", AnswerSource.PAPERS, path.stem, half, tried)


def routing_figures(
    judged: Iterable[JudgedRoute], route_of: RouteOf, halves: Sequence[int] = (0, 1)
) -> dict[str, dict[str, Any]]:
    """Share of questions put to the right source first, by half and group, with those that were not.

    A group ``… as drugs`` holds the same questions read as if a label of the very intervention were held: what remains
    then is the question's wording alone.
    """
    figures: dict[str, dict[str, Any]] = {}
    for entry in judged:
        if entry.half not in halves:
            continue
        _count(figures, entry, entry.group, route_of(entry.question, entry.before))
        if held := _as_drug(entry):
            intent = read_by_labels(entry.question, held, lambda _: frozenset())
            decided = route(intent, read_by_papers(entry.question), held)
            _count(figures, entry, f"{entry.group} as drugs", decided)
    for row in figures.values():
        row["right"] = round(row["right"] / row["n"], 4)
    return dict(sorted(figures.items()))


def _count(figures: dict[str, dict[str, Any]], entry: JudgedRoute, group: str, decided: AnswerRoute) -> None:
    row = figures.setdefault(f"half {entry.half}, {group}", {"n": 0, "right": 0, "wrong": []})
    row["n"] += 1
    if decided.first is entry.source:
        row["right"] += 1
    else:
        row["wrong"].append({"question": entry.question, "reason": decided.reason})


def _as_drug(entry: JudgedRoute) -> DrugNames | None:
    """The first words of the intervention that stand in the question, as the only drug held."""
    parts = re.findall(r"\S+", entry.intervention)
    for size in range(min(_MOST_WORDS, len(parts)), 0, -1):
        name = " ".join(parts[:size]).strip("(),;:").lower()
        held = DrugNames([DrugAlias(drug=name, name=name, kind=AliasKind.GENERIC)]) if name else None
        if held and held.named_in(entry.question):
            return held
    return None
