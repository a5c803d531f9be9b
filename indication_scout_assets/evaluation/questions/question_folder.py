"""Judged questions as files hold them: JSON lines with the right answer and the article it was judged on.

What belongs here: reading and refusing. The form is documented in ``docs/questions.md``.
"""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

from ...domain.outcomes import PermanentFailure
from ...domain.questions.question_answering import Verdict
from ..halves import half_of

_LABELS: Final = {
    "significantly increased": Verdict.INCREASED,
    "significantly decreased": Verdict.DECREASED,
    "no significant difference": Verdict.NO_DIFFERENCE,
} | {verdict.value: verdict for verdict in Verdict}
_YES_NO: Final = frozenset({Verdict.YES, Verdict.NO, Verdict.MAYBE})


class JudgedKind(StrEnum):
    EFFECTS = "effects"
    """Which way something changes an outcome."""
    YES_NO = "yes_no"


class JudgedQuestion(NamedTuple):
    """A question, its right answer, and the article it was judged on."""

    row: str
    """File and line."""
    question: str
    verdict: Verdict
    ids: tuple[str, ...]
    """PMC id and PMID of the article, as far as they are known."""
    passages: tuple[str, ...]
    """What people marked as the answer in the article's text; empty where nobody did."""
    title_asks: bool
    """Whether the article's title is the question, so that titles must be left out of the search."""

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
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), start=1):
            if line.strip():
                questions.append(_question(line, f"{file.name}:{number}"))
    return questions


def _question(line: str, row: str) -> JudgedQuestion:
    try:
        given = json.loads(line)
    except ValueError as error:
        raise PermanentFailure(f"{row} is no JSON: {error}.") from None
    if not isinstance(given, dict) or not isinstance(given.get("question"), str) or not given["question"].strip():
        raise PermanentFailure(f"{row} has no question; give an object with question, label and pmcid or pmid.")
    verdict = _LABELS.get(str(given.get("label", "")).casefold().strip())
    if verdict is None:
        raise PermanentFailure(f"{row} has the label {given.get('label')!r}; give one of {', '.join(_LABELS)}.")
    ids = tuple(str(given[name]) for name in ("pmcid", "pmid") if given.get(name))
    if not ids:
        raise PermanentFailure(f"{row} names no article; give its pmcid or pmid.")
    titled = given.get("title_asks", given.get("set") == "pubmedqa")
    return JudgedQuestion(row, given["question"].strip(), verdict, ids, _texts(given, row), bool(titled))


def _texts(given: dict[str, Any], row: str) -> tuple[str, ...]:
    texts = given.get("gold_text") or []
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise PermanentFailure(f"{row}: gold_text is no list of texts.")
    return tuple(text for text in texts if text.strip())
