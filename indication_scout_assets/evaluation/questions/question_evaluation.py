"""Judged questions put to a collection of the workspace: the product's own answers, held against people's.

What belongs here: asking and the results as JSON and text. No request is made. The form of the JSON is documented in
``docs/questions.md``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...answering.papers.library_answering import AnswerWishes, LibraryAnswering
from ...answering.papers.reading_desk import ReadingDesk
from ...answering.papers.record_shelf import RecordShelf
from ...domain.outcomes import PermanentFailure
from ...domain.questions.library import PassageFilters
from ...domain.runs import Progress
from ...pipeline.workbench import Workbench
from ..results import write_files
from .question_figures import SHOWN, AnsweredQuestion, QuestionFigures, holds_marked
from .question_folder import JudgedKind, JudgedQuestion, read_question_folder


@dataclass(frozen=True)
class QuestionEvaluation:
    """All questions of a folder, or some of them, answered."""

    name: str
    collection: str
    answered: tuple[AnsweredQuestion, ...]
    left_out: int
    """Questions whose article is not in the collection."""
    milliseconds: float
    """Median of an answer."""

    def figures(self) -> dict[tuple[JudgedKind, int | None], QuestionFigures]:
        """By kind and half; ``None`` is both halves."""
        out = {}
        for kind in JudgedKind:
            of_kind = [a for a in self.answered if a.judged.kind is kind]
            for half in (0, 1, None):
                some = tuple(a for a in of_kind if half is None or a.judged.half == half)
                if some:
                    out[kind, half] = QuestionFigures(kind, some)
        return out

    def as_json(self) -> dict[str, Any]:
        """The figures and the rows with a wrong verdict; see docs/questions.md."""
        figures: dict[str, dict[str, Any]] = {}
        for (kind, half), figure in self.figures().items():
            figures.setdefault(kind.value, {})["all" if half is None else f"half {half}"] = figure.as_json()
        wrong = [
            {"row": a.judged.row, "right": a.judged.verdict, "given": a.answer.verdict, "refused": a.answer.refused}
            for a in self.answered
            if not a.right
        ]
        return {
            "name": self.name,
            "collection": self.collection,
            "questions": len(self.answered),
            "left_out": self.left_out,
            "milliseconds": round(self.milliseconds, 1),
            "figures": figures,
            "wrong": wrong,
        }


def evaluate_questions(
    bench: Workbench,
    folder: Path,
    collection: str,
    *,
    kind: JudgedKind | None = None,
    half: int | None = None,
    limit: int | None = None,
    taken_out: bool = True,
    observe: Progress = lambda *_: None,
) -> QuestionEvaluation:
    """Put the judged questions of a folder to a collection.

    Args:
        bench: the workspace.
        folder: of judged questions, see docs/questions.md.
        collection: whose articles answer. Where an article's title is the question, titles are left out of the search.
        kind: only questions of this kind.
        half: only articles of this half, 0 or 1.
        limit: at most so many questions of each kind, the first ones.
        taken_out: whether each question is asked again without its article.
        observe: told how many are answered.

    Raises:
        PermanentFailure: the folder is not of that form, or no question's article is in the collection.
    """
    asked = [q for q in read_question_folder(folder) if (kind or q.kind) is q.kind and half in {None, q.half}]
    known = bench.db.library.known({i for question in asked for i in question.ids})
    members = {row["id"] for row in bench.db.library.members(collection)}
    there = [q for q in asked if {known.get(i) for i in q.ids} & members]
    if not there:
        raise PermanentFailure(
            f"None of the articles of {len(asked)} questions is in the collection {collection}; take them in first."
        )
    chosen = [q for k in JudgedKind for q in [q for q in there if q.kind is k][:limit]]
    marked = _marked(bench, collection, chosen, known)
    answered: list[AnsweredQuestion] = []
    seconds: list[float] = []
    for question, desk in _with_desks(bench, collection, chosen):
        began = time.perf_counter()
        answer = desk.answer(question.question, AnswerWishes(SHOWN))
        seconds.append(time.perf_counter() - began)
        without = None
        if taken_out:
            without = desk.answer(question.question, AnswerWishes(SHOWN, PassageFilters(exclude=question.ids)))
        exact = tuple(_exact(bench, answer))
        answered.append(AnsweredQuestion(question, answer, marked[question.row], exact, without))
        observe("questions", len(answered), len(chosen))
    middle = sorted(seconds)[len(seconds) // 2]
    return QuestionEvaluation(
        folder.resolve().name, collection, tuple(answered), len(asked) - len(there), 1000 * middle
    )


def _with_desks(
    bench: Workbench, collection: str, questions: Sequence[JudgedQuestion]
) -> Iterator[tuple[JudgedQuestion, LibraryAnswering]]:
    """Each question with what answers it; where titles ask, last, by a desk that leaves titles out of its search."""
    for title_asks in (False, True):
        some = [question for question in questions if question.title_asks is title_asks]
        if some:
            desk = LibraryAnswering(ReadingDesk(bench, collection, titles=not title_asks), RecordShelf(bench.db))
            yield from ((question, desk) for question in some)


def _marked(
    bench: Workbench, collection: str, questions: Sequence[JudgedQuestion], known: Mapping[str, str]
) -> dict[str, frozenset[str]]:
    """Ids of the passages that hold a marked text, by question."""
    own = {known[i] for question in questions if question.passages for i in question.ids if i in known}
    articles = {a.id: a for a in bench.db.library.index_articles(collection) if a.id in own} if own else {}
    out = {}
    for question in questions:
        article = next((articles[known[i]] for i in question.ids if known.get(i) in articles), None)
        out[question.row] = frozenset(
            passage.id
            for passage in (article.passages if article else ())
            if article and holds_marked(article.text[passage.start : passage.end], question.passages)
        )
    return out


def _exact(bench: Workbench, answer: Any) -> Iterator[bool]:
    texts = bench.db.library.load({citation.article_id for citation in answer.citations})
    for citation in answer.citations:
        article = texts.get(citation.article_id)
        yield article is not None and article.text[citation.start : citation.end] == citation.quote


def rows_of(evaluation: QuestionEvaluation, kind: JudgedKind) -> tuple[list[str], list[list[str]]]:
    """Heading and rows of the table of a kind: one row a figure, one column a half; empty where there is none."""
    figures = {half: figure for (of, half), figure in evaluation.figures().items() if of is kind}
    if not figures:
        return [], []
    heading = [kind.value.replace("_", " "), *("both" if half is None else f"half {half}" for half in figures)]
    shares = {half: figure.shares() for half, figure in figures.items()}
    names = dict.fromkeys(name for by_name in shares.values() for name in by_name)
    rows = [["questions", *(str(len(figure.answered)) for figure in figures.values())]]
    if any(figure.ndcg is not None for figure in figures.values()):
        rows.append(["nDCG@10", *("–" if f.ndcg is None else f"{f.ndcg:.3f}" for f in figures.values())])
    rows += [[name, *(shares[half][name].words if name in shares[half] else "–" for half in figures)] for name in names]
    return heading, rows


def write_questions(evaluation: QuestionEvaluation, folder: Path) -> list[Path]:
    """Write the figures as ``questions.json``.

    Raises:
        PermanentFailure: the folder cannot be written to.
    """
    return write_files(
        folder, {"questions.json": json.dumps(evaluation.as_json(), ensure_ascii=False, indent=2) + "\n"}
    )
