"""A language model as the reader of labels: it names the passages that answer, and writes none of them.

What belongs here: what it is asked, and which of its answers stand. The passages it may name are those that the ranking
puts first; what is shown is their text, word for word.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from ...domain.model_calls import Message
from ...domain.monographs.label_documents import FactSpan
from ...domain.questions.question_answering import QuestionPart
from ...language_models.language_model import LanguageModel
from ...language_models.model_request import ModelRequest, object_schema
from ...language_models.prompts import prompt
from ...rules.labels.label_facts import DrugTexts
from ...rules.language.instructions import gives_orders

PURPOSE: Final = "label"
MOST_READ: Final = 60
"""Passages that a model is given."""
MAX_TOKENS: Final = 512
SCHEMA: Final = object_schema(
    missing={"type": "string", "enum": [*QuestionPart]}, passages={"type": "array", "items": {"type": "string"}}
)


def chosen_by_model(
    model: LanguageModel, question: str, before: str, drug: str, spans: Sequence[FactSpan], texts: DrugTexts
) -> tuple[FactSpan, ...]:
    """The passages that answer by a language model, the best first; none where it says that a part of the question is
    answered by none.

    Args:
        model: who reads.
        question: as it was asked.
        before: the question that it follows up on.
        drug: whose labels these are.
        spans: the passages, the best first.
        texts: of the drug.

    Raises:
        NoAnswer, BudgetExceeded: there is no answer to this question. TransientFailure, PermanentFailure: as
        ``LanguageModel.ask``.
    """
    given = {f"P{n}": span for n, span in enumerate((s for s in spans if not gives_orders(s.text)), start=1)}
    asked = {
        "passages": [_shown(name, span, texts) for name, span in given.items()],
        "drug": drug,
        "question_before": before,
        "question": question,
    }
    message = Message.user(json.dumps(asked, ensure_ascii=False, separators=(",", ":")))
    answer = model.ask(ModelRequest(PURPOSE, prompt(PURPOSE), (message,), SCHEMA, MAX_TOKENS))
    if answer.get("missing") in [part for part in QuestionPart if part is not QuestionPart.NONE]:
        return ()
    named = answer.get("passages")
    names = dict.fromkeys(name for name in named if isinstance(name, str)) if isinstance(named, list) else {}
    return tuple(given[name] for name in names if name in given)


def _shown(name: str, span: FactSpan, texts: DrugTexts) -> dict[str, str]:
    document = texts.documents[span.document]
    above = " ".join(dict.fromkeys(filter(None, (span.heading, span.group, span.header, span.lead_in))))
    return {
        "id": name,
        "label": f"{document.title[:80]} ({document.region})",
        "section": " > ".join(texts.titles_above(span)),
        "above": above,
        "text": span.text,
    }
