"""A language model as the second reader of the sentences that a verdict counts.

What belongs here: asking, once for all sentences of a question, and reading what comes back. What its answer may change
is in ``second_look``. Answers are kept in the log of calls by what was shown, model and prompt, so that the same
question over the same sentences is asked once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...domain.conversations import Message
from ...domain.outcomes import ScoutError
from ...domain.questions.question_answering import QuestionFrame, QuestionKind, Verdict
from ...rules.language.instructions import gives_orders
from ...rules.language.sentences import sentences
from ...synthesis.models.language_model import LanguageModel
from ...synthesis.models.model_request import ModelRequest
from ...synthesis.prompts import prompt
from .chosen_sentences import CandidateSentence
from .second_look import NOTHING, ReaderAnswer

PURPOSE = "verdict_reader"
MOST_READ = 20
"""Sentences: one each of as many papers as are read for whether a drug helps."""
LONGEST_ABSTRACT = 3_000
"""Characters; of a longer one the beginning is shown, and the passage of a sentence that stands behind it."""
_LONGEST_ANSWER = 1024
"""Tokens: a number and a word for each sentence."""
_MIXED = "mixed"
"""What the model calls ``maybe``: it is asked what is said, not how sure it is."""
_ANSWERS = {
    QuestionKind.YES_NO: (Verdict.YES.value, Verdict.NO.value, _MIXED, NOTHING),
    QuestionKind.EFFECT: (Verdict.INCREASED.value, Verdict.DECREASED.value, Verdict.NO_DIFFERENCE.value, NOTHING),
}


class VerdictReader:
    """Reads the sentences of one question at a time. It never raises for want of an answer: what the rules read stands,
    and why is told.
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    def read(
        self, frame: QuestionFrame, counting: Sequence[CandidateSentence], abstracts: Mapping[str, str]
    ) -> ReaderAnswer:
        """What the model says of each sentence.

        Args:
            frame: the question, of a kind that has a verdict.
            counting: the sentences that its verdict would count.
            abstracts: by article.
        """
        shown, faults = _shown(counting, abstracts), []
        if len(shown) < len(counting[:MOST_READ]):
            faults.append("Papers whose words give orders were not shown to it.")
        if len(counting) > MOST_READ:
            faults.append(f"It was shown the first {MOST_READ} sentences alone.")
        says: dict[int, str] = {}
        if shown:
            try:
                rows = self._model.ask(_request(frame, shown, abstracts))["sentences"]
            except ScoutError as fault:
                faults.append(str(fault))
            else:
                says = dict(_usable(rows, shown, _ANSWERS[frame.kind]))
                if not len(says) == len(rows) == len(shown):
                    faults.append("A part of its answer is not of the form that was asked for.")
        of_each = tuple(says.get(number, "") for number in range(1, len(counting) + 1))
        return ReaderAnswer(self._model.provider, self._model.model, of_each, " ".join(faults))


def _shown(counting: Sequence[CandidateSentence], abstracts: Mapping[str, str]) -> dict[int, CandidateSentence]:
    """The sentences by their numbers, without those of papers that give orders: the answer on all others would hang
    on whether the model obeys them."""

    def harmless(sentence: CandidateSentence) -> bool:
        words = (sentence.hit.title, abstracts.get(sentence.hit.article_id, ""), sentence.hit.text)
        return not any(gives_orders(piece.text) for text in words for piece in sentences(text))

    numbered = enumerate(counting[:MOST_READ], start=1)
    return {number: sentence for number, sentence in numbered if harmless(sentence)}


def _request(
    frame: QuestionFrame, shown: Mapping[int, CandidateSentence], abstracts: Mapping[str, str]
) -> ModelRequest:
    answers = list(_ANSWERS[frame.kind])
    asked = {"question": frame.text, "answers": answers, "papers": list(_papers(shown, abstracts))}
    message = Message.user(json.dumps(asked, ensure_ascii=False, separators=(",", ":")))
    return ModelRequest(PURPOSE, prompt(PURPOSE), (message,), _schema(answers), _LONGEST_ANSWER)


def _papers(shown: Mapping[int, CandidateSentence], abstracts: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for article_id in dict.fromkeys(sentence.hit.article_id for sentence in shown.values()):
        own = {number: sentence for number, sentence in shown.items() if sentence.hit.article_id == article_id}
        abstract = abstracts.get(article_id, "")[:LONGEST_ABSTRACT]
        yield {
            "title": next(iter(own.values())).hit.title,
            "abstract": abstract,
            "sentences": [_as_shown(number, sentence, abstract) for number, sentence in own.items()],
        }


def _as_shown(number: int, sentence: CandidateSentence, abstract: str) -> dict[str, Any]:
    row: dict[str, Any] = {"number": number, "text": sentence.text}
    return row if sentence.text in abstract else row | {"passage": sentence.hit.text}


def _schema(answers: list[str]) -> dict[str, Any]:
    row = {
        "type": "object",
        "properties": {"number": {"type": "integer"}, "says": {"type": "string", "enum": answers}},
        "required": ["number", "says"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"sentences": {"type": "array", "items": row}},
        "required": ["sentences"],
        "additionalProperties": False,
    }


def _usable(rows: Sequence[Any], shown: Mapping[int, CandidateSentence], answers: Sequence[str]) -> Iterator[Any]:
    """Number and reading of each row in the form asked for; of a number given twice, none."""
    given = [row for row in rows if isinstance(row, dict)]
    numbers = [row.get("number") for row in given]
    for row in given:
        number, says = row.get("number"), row.get("says")
        known = type(number) is int and number in shown and numbers.count(number) == 1
        if known and isinstance(says, str) and says in answers:
            yield number, Verdict.MAYBE.value if says == _MIXED else says
