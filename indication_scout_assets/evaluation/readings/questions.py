"""The judged questions beside the readings: on labels, and over full texts as people ask them.

What belongs here: joining the ids of the repository with the questions' texts, which are others' and lie in a folder
outside it, and counting. How a label's answer is held against the gold is in ``label_figures``.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from ...answering.labels.label_session import LabelSession
from ...answering.papers.collection_searcher import CollectionSearcher
from ...answering.papers.library_answering import LibraryAnswering
from ...answering.papers.library_writer import writer_of
from ...answering.papers.record_retriever import RecordRetriever
from ...answering.question_input import AnswerOptions
from ...domain.outcomes import PermanentFailure
from ...domain.questions.answers import Answer
from ...language_models.language_model import LanguageModel
from ...pipeline.resources.workbench import Workbench
from ...ranking.files.document_files import read_lines
from ..judged_sets import FOLDER, FreeQuestion, LabelAnswerJudged, LabelQuestion, Part, read_rows
from ..label_figures import is_right, read_judged
from .tasks import JudgedAnswer, Rows

LABEL_TEXTS: Final = "monographs/questions_tuning_gold.json"
FREE_TEXTS: Final = "free_questions/questions.jsonl"
_SHOWN: Final = 10
"""Passages of an answer."""


def asked_of(row: LabelAnswerJudged, desk: LabelSession) -> dict[str, Any]:
    """A judged question of our own in the form of those of others, with the words at its places.

    Raises:
        PermanentFailure: the workspace does not hold one of its labels.
    """
    sections = desk.held(row.drug).texts.sections if row.drug in desk.names.drugs else {}

    def words_at(places: str) -> list[str]:
        given = []
        for place in filter(None, places.split("; ")):
            label, ordinal, start, end = place.rsplit("|", 3)
            if (label, int(ordinal)) not in sections:
                raise PermanentFailure(f"The label {label} of {row.drug} is not held; take it in with scout label add.")
            given.append(sections[label, int(ordinal)].text[int(start) : int(end)])
        return given

    return {**row.model_dump(), "gold": words_at(row.gold), "also": words_at(row.also)}


def label_rows(texts: Path, desk: LabelSession, reader: LanguageModel | None = None) -> Rows:
    """Questions on labels, put to the labels of a workspace: answered, and refused where they are to be.

    Args:
        texts: folder with the questions that are not ours.
        desk: of the workspace.
        reader: the language model that reads; ``None``: the ranking alone.

    Raises:
        PermanentFailure: the questions' texts are not in the folder, or a label is not held.
    """
    others = {str(entry["id"]): entry for entry in read_judged(there(texts / LABEL_TEXTS))}
    asked = [(Part.READ, others[row.id]) for row in read_rows(FOLDER / "label_questions.csv", LabelQuestion)]
    for row in read_rows(FOLDER / "label_answers.csv", LabelAnswerJudged):
        asked.append((Part.UNREAD if row.part is Part.UNREAD else Part.READ, asked_of(row, desk)))
    answered, refused = [], []
    for part, entry in asked:
        answer = desk.ask_entry(entry, reader)
        right, given = is_right(entry, answer), not answer.refused
        wanted = entry["expect"] in ("answer", "image")
        answered.append(JudgedAnswer(part, None, wanted, given or (wanted and right), right and wanted))
        refused.append(JudgedAnswer(part, None, not wanted, not given, right and not wanted))
    return {"label questions: answered": answered, "label questions: refused": refused}


def free_rows(texts: Path, bench: Workbench, collection: str, provider: str = "") -> Rows:
    """Questions as people ask them, put to a collection: answered right, and refused where nothing answers.

    An answer is right if it cites an article that answers and says what that says: the verdict of a yes-or-no question,
    the number asked for, the name where it asks which.

    Args:
        texts: folder with the texts of the questions that are not ours.
        bench: holds the collection.
        collection: what they are put to.
        provider: who answers, as of ``AnswerOptions``.

    Raises:
        PermanentFailure: the questions' texts are not in the folder; a model without a key.
    """
    asked = {line.id: str(line.record["question"]) for line in read_lines(there(texts / FREE_TEXTS))}
    desk = LibraryAnswering(CollectionSearcher(bench, collection), RecordRetriever(bench.db), partial(writer_of, bench))
    answered, refused = [], []
    for question in read_rows(FOLDER / "free_questions.csv", FreeQuestion):
        answer = desk.answer(question.question or asked[question.id], AnswerOptions(_SHOWN, provider=provider))
        right = question.answerable and not answer.refused and answers(question, answer)
        answered.append(JudgedAnswer(question.part, None, question.answerable, not answer.refused, right))
        absent = not question.answerable
        refused.append(JudgedAnswer(question.part, None, absent, answer.refused, absent and answer.refused))
    return {"free questions: answered": answered, "free questions: refused": refused}


def answers(question: FreeQuestion, answer: Answer) -> bool:
    """Whether an answer that was given is right: see ``free_rows``."""
    cited = {known for citation in answer.citations for known in (citation.pmcid, citation.article_id)}
    if not cited & set(question.gold_pmcids):
        return False
    if question.kind == "yes_no":
        return answer.verdict is not None and answer.verdict.value.value == question.verdict
    words = " ".join(sentence.text for sentence in answer.sentences).casefold()
    if not question.verdict:
        return any(map(str.isdigit, words))
    return any(key.casefold() in words for key in question.verdict.split("|"))


def there(path: Path) -> Path:
    """The file of the questions' texts.

    Raises:
        PermanentFailure: it is not at hand.
    """
    if not path.is_file():
        raise PermanentFailure(f"The questions' texts are not at hand ({path}).")
    return path
