"""A language model's verdict on a sentence and an article it cites: one request a pair, its words looked up again.

What belongs here: what is asked and what of the answer stands. What is not copied from the article is no verdict; a
call that fails leaves the verdict of the bundled reader, with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...domain.model_calls import Message
from ...domain.outcomes import ScoutError
from ...language_models.language_model import LanguageModel
from ...language_models.model_request import ModelRequest, object_schema
from ...language_models.prompts import prompt
from ...reading.verifier.cited_places import place_of
from ...rules.language.instructions import gives_orders
from .checked_references import CheckedClaim, ClaimVerdict
from .claims import SourceText, nearest

PURPOSE = "claim"
MOST_SENTENCES = 60
"""Of an article that are shown, by the words they share with the claim."""
MAX_TOKENS = 1024
_ASKED = [verdict.value for verdict in ClaimVerdict if verdict is not ClaimVerdict.UNREAD]
SCHEMA = object_schema(verdict={"type": "string", "enum": _ASKED}, number={"type": "integer"}, words={"type": "string"})


def read_by_model(
    model: LanguageModel,
    claims: Sequence[CheckedClaim],
    texts: Mapping[tuple[str, str], SourceText | None],
) -> Iterator[CheckedClaim]:
    """The claims as the model reads them, in their order; those whose article cannot be read are left as they are.

    Raises:
        BudgetExceeded: the budget is spent.
    """
    shown = [_shown(claim, texts.get((claim.sentence.file, claim.label))) for claim in claims]
    requests = [_request(claim, few) for claim, few in zip(claims, shown, strict=True) if few]
    answers = iter(model.ask_many(requests) if requests else [])
    for claim, few in zip(claims, shown, strict=True):
        yield _verified(claim, next(answers), few, model.named) if few else claim


def _shown(claim: CheckedClaim, source: SourceText | None) -> list[str]:
    """The article's sentences that may help, in their order, without those that give orders to software."""
    near = set(nearest(claim.sentence.claim, source, MOST_SENTENCES))
    return [text for text in (source.sentences if source else ()) if text in near and not gives_orders(text)]


def _request(claim: CheckedClaim, few: Sequence[str]) -> ModelRequest:
    numbered = [{"number": number, "text": text} for number, text in enumerate(few, 1)]
    message = json.dumps({"claim": claim.sentence.claim, "sentences": numbered}, ensure_ascii=False)
    return ModelRequest(PURPOSE, prompt(PURPOSE), (Message.user(message),), SCHEMA, MAX_TOKENS)


def _verified(
    claim: CheckedClaim, answer: Mapping[str, Any] | ScoutError, few: Sequence[str], read_by: str
) -> CheckedClaim:
    if isinstance(answer, ScoutError):
        return claim.model_copy(update={"reason": f"{claim.reason} No answer of {read_by}: {answer}".strip()})
    verdict, number, words = (answer[name] for name in SCHEMA["required"])
    sentence = few[number - 1] if isinstance(number, int) and 1 <= number <= len(few) else ""
    update: dict[str, Any] = {"verdict": ClaimVerdict.OPEN, "read_by": read_by, "reason": ""}
    if verdict not in _ASKED:
        update["reason"] = f"{read_by} gave no verdict that was asked for."
    elif not sentence or not isinstance(words, str) or place_of(words, sentence) is None:
        update["reason"] = f"The words that {read_by} copied are not in the sentence it named."
    else:
        update |= {"verdict": ClaimVerdict(verdict), "closest": sentence}
    return claim.model_copy(update=update)
