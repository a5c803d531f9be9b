"""A language model as the second reader of an article: of the side it takes for a pair, and of its main effect.

What belongs here: asking, once for both, and the way back from a sentence's number to the source's words; the model's
own are never kept. What its answer may change is in ``rules.assessment.second_reader``. Answers are kept in the log of
calls by what was shown, model and prompt, so that the same article is asked about once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..domain.articles import Article
from ..domain.assessment import ModelReading
from ..domain.citations import Citation
from ..domain.conversations import Message
from ..domain.effects import Effect, TextSpan
from ..domain.outcomes import ScoutError
from ..domain.statements import Polarity
from ..reading.verifier.claimed_effects import PARTS, CopyRefused, copied_effect
from ..rules.language.mentions import DISEASE, DRUG, ArticleReader, Pair
from .models.budget import BudgetExceeded
from .models.language_model import LanguageModel
from .models.model_request import ModelRequest
from .numbered_records import NumberedRecords, of_articles
from .prompts import prompt
from .synthesizer import NoAnswer, usable

MOST_READ = 10
"""Articles of a candidate: as many as ``SCOUT_TOP_K`` admits by default. A larger top k does not raise the bill."""
GIVEN_UP_AFTER = 3
"""Failures in a row after which the model is asked no more: it is out of reach, and each costs its retries."""
_SIDES = {
    "for": Polarity.SUPPORTS,
    "against": Polarity.CONTRADICTS,
    "mixed": Polarity.MIXED,
    "harm": Polarity.HARM,
    "none": Polarity.NEUTRAL,
}
_EFFECT = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("sentence", *PARTS)},
    "required": ["sentence", *PARTS],
    "additionalProperties": False,
}
_SCHEMA = {
    "type": "object",
    "properties": {
        "side": {"type": "string", "enum": list(_SIDES)},
        "sentence": {"type": "string"},
        "effect": {"anyOf": [{"type": "null"}, _EFFECT]},
    },
    "required": ["side", "sentence", "effect"],
    "additionalProperties": False,
}
_NOTHING = {"side": "none", "sentence": "", "effect": None}
_LONGEST_ANSWER = 512
"""Tokens: the effect's parts are copied words, each of a few."""


class ModelReader:
    """Reads one article at a time. It never raises for want of an answer: what the rules read stands, with why."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._failures = 0
        self._gone = ""
        """Why nothing new is asked any more; stored answers are still read."""

    @property
    def model(self) -> str:
        """The model's name."""
        return self._model.model

    def read(self, pair: Pair, articles: Sequence[Article]) -> dict[str, ModelReading]:
        """By the article's id, what it reads in the best that name drug and disease, given in the order of rank."""
        of_both = [article for article in usable(articles) if _names_both(pair, article)]
        return {article.id: self._reading(pair, article) for article in of_both[:MOST_READ]}

    def _reading(self, pair: Pair, article: Article) -> ModelReading:
        numbered = of_articles(pair, [article])
        try:
            answer = self._answer(numbered)
        except ScoutError as failure:
            return ModelReading(model=self.model, failure=str(failure))
        side, quote = _side(numbered, answer)
        effect, refused = _effect(ArticleReader(pair, article), numbered, answer["effect"])
        return ModelReading(model=self.model, side=side, quote=quote, effect=effect, effect_refused=refused)

    def _answer(self, numbered: NumberedRecords) -> dict[str, Any]:
        """The model's answer; where nothing may be shown, it is none without asking."""
        if numbered.empty:
            return _NOTHING
        asked = (Message.user(numbered.text),)
        request = ModelRequest("second_reader", prompt("second_reader"), asked, _SCHEMA, max_tokens=_LONGEST_ANSWER)
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


def _side(numbered: NumberedRecords, answer: dict[str, Any]) -> tuple[Polarity, str]:
    """The side with the abstract's sentence; without one where the id is none of the abstract's."""
    cited = _of_abstract(numbered, answer["sentence"])
    side = _SIDES[answer["side"]]
    return side, cited.quote if cited and side is not Polarity.NEUTRAL else ""


def _effect(reader: ArticleReader, numbered: NumberedRecords, copied: Any) -> tuple[Effect | None, str]:
    """The effect in the abstract's words, or why the one that was named is not used; neither where none was."""
    if copied is None:
        return None, ""
    if not isinstance(copied, dict):
        return None, "it is not of the form that was asked for"
    cited = _of_abstract(numbered, copied.get("sentence"))
    if cited is None:
        return None, "the sentence it names is not in the abstract"
    try:
        return copied_effect(reader, TextSpan(start=cited.start, end=cited.end, text=cited.quote), copied), ""
    except CopyRefused as refusal:
        return None, str(refusal)


def _of_abstract(numbered: NumberedRecords, key: object) -> Citation | None:
    """The sentence of the abstract with this id, if it is one."""
    cited = numbered.sentences.get(str(key))
    return cited if cited and cited.field == "abstract" else None


def _names_both(pair: Pair, article: Article) -> bool:
    text = ArticleReader(pair, article).mask(article.text)
    return DRUG in text and DISEASE in text
