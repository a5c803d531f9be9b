"""Questions from Python: one function that answers, as ``scout ask`` does, and what it gives.

What belongs here: from a call to an ``Answer``, the workspace opened where the caller has none open. How an answer
comes about is in the room ``answering``; the worked example is in ``docs/questions.md``.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from ...answering.answering_desk import Answering
from ...answering.question_input import AskFrom
from ...domain.questions.answers import Answer
from ...domain.questions.library import PassageFilters
from ...environment import load_settings
from .answering import answering


def answer_query(
    query: str,
    top_k: int = 10,
    llm_provider: str = "extractive",
    *,
    collection: str = "",
    source: AskFrom = "auto",
    filters: PassageFilters | None = None,
    conversation: str = "",
    desk: Answering | None = None,
    **of_papers: Any,
) -> Answer:
    """Answer a question word for word from papers or drug labels of the workspace that the environment names.

    Args:
        query: the question, up to 10,000 characters.
        top_k: passages given as ``retrieved``.
        llm_provider: ``extractive`` gives the papers' own sentences; ``anthropic``, ``openai`` or ``ollama`` lets a
            model write, whose sentences are held to the words they quote.
        collection: of papers; without a name the only one there is.
        source: ``papers`` or ``labels`` asks that source alone.
        filters: what the search of papers is limited to.
        conversation: the answer is its next turn; a follow-up takes what it leaves out from the turn before.
        desk: an open ``operations.questions.answering.answering(settings)``, for many questions: a call without one
        opens the
            workspace anew, which takes seconds.
        of_papers: what else ``Answering.answer`` takes: ``steps``, ``trials`` and ``labels`` among
            them.

    Returns:
        The answer; where nothing covers the question, ``refusal`` says why.

    Raises:
        WrongArgument: there is no collection to ask. PermanentFailure, TransientFailure: an empty or endless question;
        a setting is wrong; a model without a key or out of reach.
    """
    with nullcontext(desk) if desk else answering(load_settings(), collection) as opened:
        return opened.answer(
            query,
            source=source,
            k=top_k,
            filters=filters,
            conversation=conversation,
            provider=llm_provider,
            **of_papers,
        )
