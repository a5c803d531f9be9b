"""A language model as the second reader of the side that an article takes for a pair.

What belongs here: asking, and the way back from a sentence's number to the source's words; the model's own are never
kept. What its side may change is in ``rules.assessment.second_reader``. Answers are kept in the log of calls by what
was shown, model and prompt, so that the same article is asked about once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..domain.articles import Article
from ..domain.assessment import SideReading
from ..domain.conversations import Message
from ..domain.outcomes import ScoutError
from ..domain.statements import Polarity
from ..rules.language.mentions import DISEASE, DRUG, ArticleReader, Pair
from .findings import usable
from .models.budget import BudgetExceeded
from .models.language_model import LanguageModel
from .models.model_request import ModelRequest
from .numbered_records import NumberedRecords, of_articles
from .prompts import prompt
from .synthesizer import NoAnswer

MOST_READ = 10
"""Articles of a candidate: as many as ``SCOUT_TOP_K`` admits by default. A larger top k does not raise the bill."""
GIVEN_UP_AFTER = 3
"""Failures in a row after which the model is asked no more: it is out of reach, and each costs its retries."""
_SIDES = {
    "for": Polarity.SUPPORTS, "against": Polarity.CONTRADICTS, "mixed": Polarity.MIXED, "harm": Polarity.HARM,
    "none": Polarity.NEUTRAL,
}  # fmt: skip
_SCHEMA = {
    "type": "object",
    "properties": {"side": {"type": "string", "enum": list(_SIDES)}, "sentence": {"type": "string"}},
    "required": ["side", "sentence"],
    "additionalProperties": False,
}


class SideReader:
    """Reads one article at a time. It never raises for want of an answer: the rules' side stands, and why is told."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._failures = 0
        self._gone = ""
        """Why nothing new is asked any more; stored answers are still read."""

    @property
    def model(self) -> str:
        """The model's name."""
        return self._model.model

    def read(self, pair: Pair, articles: Sequence[Article]) -> dict[str, SideReading]:
        """By the article's id, the sides of the best that name drug and disease, given in the order of rank."""
        of_both = [article for article in usable(articles) if _names_both(pair, article)]
        return {article.id: self._reading(pair, article) for article in of_both[:MOST_READ]}

    def _reading(self, pair: Pair, article: Article) -> SideReading:
        numbered = of_articles(pair, [article])
        try:
            answer = self._answer(numbered)
        except ScoutError as failure:
            return SideReading(model=self.model, failure=str(failure))
        return self._in_the_words_of(numbered, answer)

    def _answer(self, numbered: NumberedRecords) -> dict[str, Any]:
        """The model's answer; where nothing may be shown, it is none without asking."""
        if numbered.empty:
            return {"side": "none", "sentence": ""}
        request = ModelRequest("side", prompt("side"), (Message.user(numbered.text),), _SCHEMA, max_tokens=256)
        if self._gone and self._model.recall(request) is None:
            raise NoAnswer(self._gone)
        try:
            answer = self._model.ask(request)
        except NoAnswer:  # of this article alone
            raise
        except ScoutError as failure:
            self._failures += 1
            if isinstance(failure, BudgetExceeded) or self._failures >= GIVEN_UP_AFTER:
                self._gone = str(failure)
            raise
        self._failures = 0
        return answer

    def _in_the_words_of(self, numbered: NumberedRecords, answer: dict[str, Any]) -> SideReading:
        """The side with the abstract's sentence; without one where the id is none of the abstract's."""
        cited = numbered.sentences.get(str(answer["sentence"]))
        side = _SIDES[answer["side"]]
        quote = cited.quote if cited and cited.field == "abstract" and side is not Polarity.NEUTRAL else ""
        return SideReading(model=self.model, side=side, quote=quote)


def _names_both(pair: Pair, article: Article) -> bool:
    text = ArticleReader(pair, article).mask(article.text)
    return DRUG in text and DISEASE in text
