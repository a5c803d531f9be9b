"""OpenAI, and every server that speaks its Chat Completions protocol: one question, one structured answer.

What belongs here: how ``/chat/completions`` is spoken to, over HTTP itself. What every provider shares is in
``language_model``.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ...domain.model_calls import Usage
from ..synthesizer import CallLog
from .budget import Spending
from .language_model import ROOM_TO_THINK, End, LanguageModel, ModelReply, ModelRequest, NoReply
from .provider_http import Posted, post, without

OFFICIAL = "https://api.openai.com/v1"
_ENDS = {"stop": End.FINISHED, "content_filter": End.WITHHELD}
"""Every other finish reason means that the answer was cut off."""


class OpenAiModel(LanguageModel):
    """One model behind Chat Completions. Arguments beyond those of every model:

    Args:
        api_key: sent as a header; never part of keys, errors or logs. Empty for servers without one.
        model: for example ``gpt-5.6-terra``. Sampling settings are left alone: models that think refuse them.
        base_url: another server's, with its ``/v1``; it becomes part of the key of every answer.
        timeout: seconds until an answer is no longer waited for.
    """

    provider: ClassVar[str] = "openai"
    title: ClassVar[str] = "OpenAI's model"
    version: ClassVar[str] = "1"

    def __init__(
        self, *, api_key: str, model: str, log: CallLog, base_url: str = OFFICIAL, retries: int = 2,
        timeout: float = 300.0, spending: Spending | None = None,
    ) -> None:  # fmt: skip
        super().__init__(model=model, log=log, spending=spending, retries=retries)
        self._api_key = api_key
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout

    def _also_in_the_key(self) -> tuple[str, ...]:
        return () if self._base_url == OFFICIAL else (self._base_url,)

    def _send(self, question: ModelRequest) -> ModelReply:
        headers = {"Authorization": f"Bearer {self._api_key}"} if self._api_key else {}
        posted = post(self.title, f"{self._base_url}/chat/completions", self._request(question), headers, self._timeout)
        if posted.status != 200:
            raise self._refusal(posted)
        return _reply_of(posted.body)

    def _request(self, question: ModelRequest) -> dict[str, Any]:
        """``max_completion_tokens`` is today's name of the limit and counts thinking; prompts are cached unasked."""
        return {
            "model": self.model,
            "messages": [
                {"role": "system", "content": question.prompt.text},
                {"role": "user", "content": question.material},
            ],
            "max_completion_tokens": question.max_tokens + ROOM_TO_THINK,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": question.purpose, "strict": True, "schema": dict(question.schema)},
            },
        }

    def _refusal(self, posted: Posted) -> NoReply:
        error = posted.body.get("error")
        facts = error if isinstance(error, dict) else {"message": error or ""}
        if facts.get("code") == "insufficient_quota" or facts.get("type") == "insufficient_quota":
            return NoReply("The OpenAI account has no credit left; add some, or take another model.", transient=False)
        if posted.status in (408, 409, 429) or posted.status >= 500:
            return self._busy(posted.status, posted.wait)
        if posted.status in (401, 403):
            return NoReply("OpenAI refused the key; check the OpenAI API key.", transient=False)
        said = without(self._api_key, str(facts.get("message") or ""))
        return NoReply(
            f"OpenAI refused the request to {self.model} (HTTP {posted.status}: {said or 'no reason'}).",
            transient=False,
        )


def _reply_of(body: dict[str, Any]) -> ModelReply:
    try:
        choice = body["choices"][0]
        message = choice["message"]
        usage = _usage(body.get("usage") or {})
        stop_reason = str(choice.get("finish_reason") or "")
        refusal, text = message.get("refusal"), message.get("content") or ""
    except (KeyError, IndexError, TypeError, AttributeError, ValueError):
        said = "OpenAI's model sent something that is not of its protocol; try again later."
        raise NoReply(said, transient=True, billed=True) from None
    if refusal:
        return ModelReply("", End.REFUSED, "refusal", usage)
    return ModelReply(str(text), _ENDS.get(stop_reason, End.CUT_OFF), stop_reason or "none given", usage)


def _usage(told: dict[str, Any]) -> Usage:
    """``prompt_tokens`` counts what was read from the cache and written to it as well."""
    details = told.get("prompt_tokens_details") or {}
    read, written = int(details.get("cached_tokens") or 0), int(details.get("cache_write_tokens") or 0)
    return Usage(
        input_tokens=max(0, int(told.get("prompt_tokens") or 0) - read - written),
        output_tokens=int(told.get("completion_tokens") or 0),
        cache_read_tokens=read,
        cache_write_tokens=written,
    )
