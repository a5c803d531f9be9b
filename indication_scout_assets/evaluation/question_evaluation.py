"""Judged questions put to a collection of the workspace: the product's own answers, held against people's.

What belongs here: the form of the folder, asking, what is counted of the answers, and the results as JSON and text. No
request is made. Folder and JSON are documented in ``docs/questions.md``. A question counts where its article is in the
collection.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from statistics import median_high
from typing import Annotated, Any, Final, NamedTuple

from pydantic import BeforeValidator, Field

from ..answering.papers.collection_searcher import CollectionSearcher
from ..answering.papers.library_answering import LibraryAnswering
from ..answering.papers.record_retriever import RecordRetriever
from ..answering.question_input import AnswerOptions
from ..domain.outcomes import PermanentFailure
from ..domain.questions.answers import Answer
from ..domain.questions.library import PassageFilters
from ..domain.questions.question_answering import Verdict
from ..domain.runs import Progress
from ..pipeline.resources.workbench import Workbench
from ..ranking.files.document_files import InputRow, read_lines
from .figure_files import json_text, write_files
from .halves import half_of
from .input_rows import Id, Ids, Name
from .rankings.metrics import ndcg
from .shares import Share, of_those

SHOWN: Final = 10
"""Passages of an answer that are looked at."""
_LONG_ENOUGH: Final = 20
"""Letters and digits of a marked text; a shorter one could stand anywhere."""
_COMPARED: Final = 60
"""Letters and digits at the beginning by which a marked text and a passage are held together."""
_YES_NO: Final = frozenset({Verdict.YES, Verdict.NO, Verdict.MAYBE})
_LONG: Final = {
    "significantly increased": Verdict.INCREASED,
    "significantly decreased": Verdict.DECREASED,
    "no significant difference": Verdict.NO_DIFFERENCE,
}
Label = Annotated[Verdict, BeforeValidator(lambda given: _LONG.get(written := str(given).casefold().strip(), written))]


class JudgedKind(StrEnum):
    EFFECTS = "effects"
    """Which way something changes an outcome."""
    YES_NO = "yes_no"


class JudgedQuestion(InputRow):
    """A question, its right answer, and the article it was judged on."""

    row: str
    """File and line."""
    question: Name
    verdict: Label = Field(alias="label")
    pmcid: Id | None = None
    pmid: Id | None = None
    gold_text: Ids = ()
    """What people marked as the answer in the article's text; empty where nobody did."""
    set: Any = None
    titled: bool | None = Field(None, alias="title_asks")

    @property
    def title_asks(self) -> bool:
        """Whether the article's title is the question, so that titles must be left out of the search."""
        return self.set == "pubmedqa" if self.titled is None else self.titled

    @property
    def ids(self) -> tuple[str, ...]:
        """PMC id and PMID of the article, as far as they are known."""
        return tuple(known for known in (self.pmcid, self.pmid) if known)

    @property
    def kind(self) -> JudgedKind:
        return JudgedKind.YES_NO if self.verdict in _YES_NO else JudgedKind.EFFECTS

    @property
    def half(self) -> int:
        """By the article's first id as it is written, as routing halves questions and as the rules' half was cut."""
        return half_of(self.ids[0])


def read_question_folder(folder: Path) -> list[JudgedQuestion]:
    """The judged questions of all ``*.jsonl`` of a folder, in the order of files and lines.

    Raises:
        PermanentFailure: the folder has none, or a line is not of that form.
    """
    files = sorted(folder.glob("*.jsonl")) if folder.is_dir() else []
    if not files:
        raise PermanentFailure(f"{folder} has no judged questions; give a folder with *.jsonl, see docs/questions.md.")
    questions = []
    for file in files:
        for line in read_lines(file):
            row = f"{file.name}:{line.where.rpartition(' ')[2]}"
            questions.append(line.of_form(JudgedQuestion, {**line.record, "row": row}, "see docs/questions.md"))
            if not questions[-1].ids:
                raise line.bad("the question names no article", "give its pmcid or pmid")
    return questions


class AnsweredQuestion(NamedTuple):
    """A judged question and what became of it."""

    judged: JudgedQuestion
    answer: Answer
    marked: frozenset[str]
    """Ids of the passages of its article that hold a marked text."""
    exact: tuple[bool, ...]
    """For each citation, whether its words stand at its place in the stored text."""
    without: Answer | None
    """The answer when the article is left out of the search; ``None`` where that was not asked."""

    @property
    def given(self) -> Verdict | None:
        """The verdict it was given."""
        return self.answer.verdict.value if self.answer.verdict else None

    @property
    def right(self) -> bool:
        return self.given is self.judged.verdict

    @property
    def shown(self) -> list[str]:
        """Ids of the passages looked at."""
        return [hit.passage_id for hit in self.answer.retrieved[:SHOWN]]

    @property
    def paper_first(self) -> bool:
        hit = next(iter(self.answer.retrieved), None)
        return hit is not None and bool({hit.article_id, hit.pmcid, hit.pmid} & {*self.judged.ids})


class QuestionFigures:
    """The figures of some questions of one kind."""

    def __init__(self, answered: Sequence[AnsweredQuestion]) -> None:
        self.number = len(answered)
        marked = [(a.shown, a.marked) for a in answered if a.marked]
        gains = [ndcg(shown, dict.fromkeys(wanted, 1.0), SHOWN) for shown, wanted in marked]
        self.ndcg = sum(gains) / len(gains) if gains else None
        """Mean nDCG@10 of the questions with a marked passage in the collection."""
        given = [a for a in answered if not a.answer.refused]
        cited = [bool(line.citations) for a in given for line in a.answer.sentences]
        of_verdict = {
            f"right, of those that are {verdict.value.replace('_', ' ')}": [
                a.right for a in given if a.judged.verdict is verdict
            ]
            for verdict in Verdict
        }
        counted: dict[str, list[bool]] = {
            **{
                f"a marked passage among the first {k}": [not wanted.isdisjoint(shown[:k]) for shown, wanted in marked]
                for k in (1, 5, SHOWN)
            },
            "the article is the first": [a.paper_first for a in answered],
            "verdict right, of the answered": [a.right for a in given],
            "verdict right, of all": [a.right for a in answered],
            **of_verdict,
            "refused although the article is there": [a.answer.refused for a in answered],
            "refused with the article taken out": [a.without.refused for a in answered if a.without is not None],
            "sentences with a citation that resolves": cited,
            "quotes exact at their place": [exact for a in given for exact in a.exact],
        }
        self.shares = {name: of_those(answers) for name, answers in counted.items() if answers}
        """Every share by its name, in the order they are printed; those of nothing are left out."""

    def as_json(self) -> dict[str, Any]:
        """Number of questions, nDCG@10, and every share."""
        shares = {name: share.as_json() for name, share in self.shares.items()}
        rounded = None if self.ndcg is None else round(self.ndcg, 3)
        return {"questions": self.number, "ndcg_at_10": rounded, "shares": shares}


class QuestionEvaluation(NamedTuple):
    """All questions of a folder, or some of them, answered."""

    name: str
    collection: str
    answered: tuple[AnsweredQuestion, ...]
    left_out: int
    """Questions whose article is not in the collection."""
    milliseconds: float
    """Median of an answer."""

    def figures(self, kind: JudgedKind) -> dict[str, QuestionFigures]:
        """By half, and of ``all``."""
        of_kind = [a for a in self.answered if a.judged.kind is kind]
        halves = {f"half {half}": [a for a in of_kind if a.judged.half == half] for half in (0, 1)}
        return {name: QuestionFigures(some) for name, some in (halves | {"all": of_kind}).items() if some}

    def as_json(self) -> dict[str, Any]:
        """The figures and the rows with a wrong verdict; see docs/questions.md."""
        figures = {
            kind.value: {half: figure.as_json() for half, figure in by_half.items()}
            for kind in JudgedKind
            if (by_half := self.figures(kind))
        }
        wrong = [
            {"row": a.judged.row, "right": a.judged.verdict, "given": a.given, "refused": a.answer.refused}
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
    for titled in (False, True):
        desk: LibraryAnswering | None = None
        for question in (q for q in chosen if q.title_asks is titled):
            desk = desk or LibraryAnswering(
                CollectionSearcher(bench, collection, titles=not titled), RecordRetriever(bench.db)
            )
            began = time.perf_counter()
            answer = desk.answer(question.question, AnswerOptions(SHOWN))
            seconds.append(time.perf_counter() - began)
            away = AnswerOptions(SHOWN, PassageFilters(exclude=question.ids))
            without = desk.answer(question.question, away) if taken_out else None
            answered.append(AnsweredQuestion(question, answer, marked[question.row], _exact(bench, answer), without))
            observe("questions", len(answered), len(chosen))
    left_out = len(asked) - len(there)
    return QuestionEvaluation(folder.resolve().name, collection, tuple(answered), left_out, 1000 * median_high(seconds))


def _marked(
    bench: Workbench, collection: str, questions: Iterable[JudgedQuestion], known: Mapping[str, str]
) -> dict[str, frozenset[str]]:
    """Ids of the passages that hold a marked text, by question."""
    own = {q.row: {known[i] for i in q.ids if i in known} for q in questions if q.gold_text}
    wanted = frozenset[str]().union(*own.values())
    articles = {a.id: a for a in bench.db.library.index_articles(collection) if a.id in wanted} if own else {}
    out = {}
    for question in questions:
        article = next((articles[i] for i in own.get(question.row, ()) if i in articles), None)
        out[question.row] = frozenset(
            passage.id
            for passage in (article.passages if article else ())
            if article and holds_marked(article.text[passage.start : passage.end], question.gold_text)
        )
    return out


def _exact(bench: Workbench, answer: Answer) -> tuple[bool, ...]:
    texts = bench.db.library.load({citation.article_id for citation in answer.citations})
    held = [(texts.get(citation.article_id), citation) for citation in answer.citations]
    return tuple(article is not None and article.text[c.start : c.end] == c.quote for article, c in held)


def holds_marked(passage: str, marked: Iterable[str]) -> bool:
    """Whether a passage holds one of the texts people marked: on letters and digits, by the beginning of either."""
    words = plain(passage)
    return any(
        len(text) > _LONG_ENOUGH and (text[:_COMPARED] in words or (words and words[:_COMPARED] in text))
        for text in map(plain, marked)
    )


def plain(text: str) -> str:
    """The letters and digits of a text, in lower case."""
    return "".join(letter for letter in text.lower() if letter.isascii() and letter.isalnum())


def rows_of(evaluation: QuestionEvaluation, kind: JudgedKind) -> tuple[list[str], list[list[str]]]:
    """Heading and rows of the table of a kind: one row a figure, one column a half; empty where there is none."""
    figures = evaluation.figures(kind)
    if not figures:
        return [], []

    def row(name: str, words: Callable[[QuestionFigures], str]) -> list[str]:
        return [name, *map(words, figures.values())]

    rows = [row("questions", lambda figure: str(figure.number))]
    if any(figure.ndcg is not None for figure in figures.values()):
        rows.append(row("nDCG@10", lambda figure: "–" if figure.ndcg is None else f"{figure.ndcg:.3f}"))
    nothing = Share(0, 0)
    for name in dict.fromkeys(name for figure in figures.values() for name in figure.shares):
        shares = [figure.shares.get(name, nothing) for figure in figures.values()]
        rows.append([name, *(share.words if share.of else "–" for share in shares)])
    return [kind.value.replace("_", " "), *("both" if half == "all" else half for half in figures)], rows


def write_questions(evaluation: QuestionEvaluation, folder: Path) -> list[Path]:
    """Write the figures as ``questions.json``.

    Raises:
        PermanentFailure: the folder cannot be written to.
    """
    return write_files(folder, {"questions.json": json_text(evaluation.as_json())})
