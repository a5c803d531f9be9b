"""Ollama: a model on a machine of one's own, through its own ``/api/chat``.

What belongs here: how Ollama is spoken to. Its OpenAI-compatible path is not used, because there the context length
cannot be set and what does not fit is cut away without a word.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, ClassVar

from ..domain.model_calls import Usage
from ..domain.outcomes import PermanentFailure, TransientFailure
from ..providers.budget import Spending
from ..providers.prices import FREE, most_tokens
from ..providers.provider_http import NoReply, Posted, json_object, place, send, streaming, without
from .call_log import CallLog
from .language_model import LanguageModel
from .model_reply import End, ModelReply
from .model_request import IMAGE_TOKENS, ROOM_TO_THINK, Image, ModelRequest

CONTEXTS = (8192, 16384, 32768, 65536, 131072)
"""Context lengths asked for, the least that holds question and answer: each change makes Ollama load the model anew."""
_FEWEST_BYTES_SEEN = 12
"""A prompt of which the model saw fewer than one token for so many bytes was cut away (about 4 are usual)."""

KEPT_WARM = "30m"
"""How long a model stays loaded after a turn of a conversation: what it has read is lost when it is unloaded."""
_PATIENCE_AT_HOME = 3.0
"""Seconds until a look at what a server holds is given up."""


class OllamaModel(LanguageModel):
    """One model of an Ollama server. Arguments beyond those of every model:

    Args:
        model: as ``ollama list`` names it.
        base_url: the server's.
        timeout: seconds until an answer, or its next piece, is no longer waited for; without a graphics card answers
            take minutes.
    """

    provider: ClassVar[str] = "ollama"
    title: ClassVar[str] = "Ollama"
    version: ClassVar[str] = "1"
    at_once: ClassVar[int] = 1

    def __init__(
        self,
        *,
        model: str,
        log: CallLog,
        base_url: str = "http://127.0.0.1:11434",
        retries: int = 2,
        timeout: float = 900.0,
        spending: Spending | None = None,
    ) -> None:
        super().__init__(model=model, log=log, spending=spending or Spending(FREE), retries=retries)
        self._url = f"{base_url.rstrip('/')}/api/chat"
        self._timeout = timeout

    def _send(self, request: ModelRequest) -> ModelReply:
        posted = send(self.title, self._url, {}, self._timeout, json=self._body(request, stream=False))
        if posted.status != 200:
            raise self._refusal(posted)
        return self._reply_of(posted.body, request)

    def _send_streaming(self, request: ModelRequest) -> Generator[str | ModelReply, None, None]:
        """Each line is an answer with the text since the last one; the one that is done has the counts."""
        body, pieces = self._body(request, stream=True), []
        with streaming(self.title, self._url, body, {}, self._timeout, self._refusal) as lines:
            for line in filter(bytes.strip, lines):
                answer = json_object(line, self.title)
                if "error" in answer:
                    raise self._broke_off(without("", str(answer["error"])))
                piece = _text_of(answer)
                pieces.append(piece)
                yield piece
                if answer.get("done") is True:
                    yield self._reply_of(answer | {"message": {"content": "".join(pieces)}}, request)
                    return

    def _body(self, request: ModelRequest, *, stream: bool) -> dict[str, Any]:
        """Without ``truncate`` what does not fit is an error, not cut away; temperature 0 leaves little to chance."""
        room = request.max_tokens + ROOM_TO_THINK
        return {
            "model": self.model,
            "messages": [{"role": "system", "content": request.instruction.text}, *request.turns(_with_images)],
            "stream": stream,
            "truncate": False,
            **({} if request.schema is None else {"format": dict(request.schema)}),
            **({"keep_alive": KEPT_WARM} if request.resent else {}),
            "options": {"num_ctx": _context(request, room), "num_predict": room, "temperature": 0, "seed": 0},
        }

    def _refusal(self, posted: Posted) -> NoReply:
        words = without("", str(posted.body.get("error") or ""))
        if posted.status == 404 and "not found" in words:
            return NoReply(_not_pulled(self.model), transient=False)
        if posted.status in (408, 429) or posted.status >= 500:
            return self._busy(posted.status, posted.wait)
        reason = f"HTTP {posted.status}: {words or 'no reason'}"
        return NoReply(f"Ollama refused the request to {self.model} ({reason}).", transient=False)

    def _reply_of(self, answer: dict[str, Any], request: ModelRequest) -> ModelReply:
        text = _text_of(answer)
        usage = Usage(input_tokens=_count(answer, "prompt_eval_count"), output_tokens=_count(answer, "eval_count"))
        stop_reason = str(answer.get("done_reason") or "")
        finished = answer.get("done") is True and stop_reason == "stop"
        if 0 < usage.input_tokens < len(request.shown.encode()) / _FEWEST_BYTES_SEEN:
            finished, stop_reason = False, f"the model saw only {usage.input_tokens} tokens of the question"
        return ModelReply(text, End.FINISHED if finished else End.CUT_OFF, stop_reason or "not done", usage)


def require_model(base_url: str, model: str) -> None:
    """Nothing where an Ollama server runs and holds the model.

    Raises:
        TransientFailure: no server answers. PermanentFailure: it does not hold the model.
    """
    try:
        held = send("Ollama", f"{base_url.rstrip('/')}/api/tags", {}, _PATIENCE_AT_HOME)
        names = {str(entry["name"]) for entry in held.body["models"]}
    except (NoReply, KeyError, TypeError):
        raise TransientFailure(
            f"Ollama does not answer at {place(base_url)}; start it with `ollama serve`, or check SCOUT_OLLAMA_URL."
        ) from None
    if not names & {model, f"{model}:latest"}:
        raise PermanentFailure(_not_pulled(model))


def _not_pulled(model: str) -> str:
    return f"Ollama has no model {model}; run `ollama pull {model}`."


def _with_images(text: str, images: Sequence[Image]) -> dict[str, Any]:
    return {"images": [image.base64 for image in images]}


def _context(request: ModelRequest, room: int) -> int:
    needed = most_tokens(request.shown) + IMAGE_TOKENS * len(request.images) + room
    for length in CONTEXTS:
        if needed <= length:
            return length
    raise NoReply(
        f"The question is too long for a local model ({request.purpose}: up to {needed} tokens); show it fewer "
        "articles.",
        transient=False,
    )


def _text_of(answer: dict[str, Any]) -> str:
    message = answer.get("message")
    if not isinstance(message, dict):
        words = without("", str(answer.get("error") or "it is not of its protocol"))
        raise NoReply(f"Ollama sent no answer ({words}); try again later.", transient=True)
    return str(message.get("content") or "")


def _count(answer: dict[str, Any], name: str) -> int:
    value = answer.get(name)
    return value if isinstance(value, int) and value > 0 else 0
