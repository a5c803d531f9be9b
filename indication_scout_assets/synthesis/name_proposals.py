"""Disease names proposed by a language model, where neither a cross-reference nor a synonym names a MeSH heading.

What belongs here: asking. A proposal is a guess: whoever asks checks it against MeSH and refuses what broadens.
"""

from __future__ import annotations

import asyncio
import json
import re

from ..domain.diseases import Disease
from ..domain.model_calls import Message
from ..language_models.language_model import LanguageModel
from ..language_models.model_request import ModelRequest, object_schema
from ..language_models.prompts import prompt
from ..providers.budget import BudgetExceeded

_SCHEMA = object_schema(heading={"type": "string"})
_MAX_SYNONYMS = 12
_MAX_LENGTH = 100
_SYNTAX = re.compile(r"[\[\]{}<>*:;|&\"\n]|\b(?:AND|OR|NOT)\b")


class NameProposer:
    """Proposes the MeSH heading of a disease; the ``Proposer`` of ``sources.disease_indexing``."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def __call__(self, disease: Disease) -> str | None:
        """The bare term, or ``None`` where the model has none, answers with anything but a term, or may not be
        asked because the run's budget is spent.

        Raises:
            TransientFailure, PermanentFailure: as ``LanguageModel.ask``.
        """
        names = {"disease": disease.name, "also_called": sorted(disease.synonyms)[:_MAX_SYNONYMS]}
        request = ModelRequest(
            purpose="name",
            instruction=prompt("propose_name"),
            messages=(Message.user(json.dumps(names, ensure_ascii=False)),),
            schema=_SCHEMA,
            max_tokens=256,
        )
        answer = self._model.recall(request)
        if answer is None:  # the call waits in a thread; the log is only touched in this one
            try:
                answer = self._model.remember(await asyncio.to_thread(self._model.call, request))
            except BudgetExceeded:
                return None
        return _bare_term(answer.get("heading"))


def _bare_term(heading: object) -> str | None:
    term = heading.strip(" \t\"'“”.") if isinstance(heading, str) else ""
    return term if term and len(term) <= _MAX_LENGTH and not _SYNTAX.search(term) else None
