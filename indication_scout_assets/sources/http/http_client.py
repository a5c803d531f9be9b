"""The one HTTP client of all sources: politeness, retries, stored answers, and no secret ever let out.

What belongs here: sending a request and getting a whole, checked answer, or one plain sentence why not. What an answer
means belongs to the source that asked; how fast a host may be asked is in ``rate``; where answers are kept is in
``exchanges``.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from types import TracebackType
from typing import Any, Self

from ...domain.base import showable
from ...domain.outcomes import PermanentFailure, TransientFailure
from ...providers.http_library import httpx
from .batches import side_by_side
from .entries import Exchange, Params, Request
from .exchanges import ExchangeStore
from .http_answers import Check, Counters, Host, HttpAnswer, TransientBody, expect_part, expect_xml
from .outages import Outages
from .rate import RateGate
from .transport import NO_CONNECTION, LookUpName, TransportFault, Wire, place, service_message

__all__ = [
    "Check",
    "Counters",
    "Host",
    "HttpAnswer",
    "HttpClient",
    "ServiceClient",
    "TransientBody",
    "expect_part",
    "expect_xml",
]  # fmt: skip

log = logging.getLogger(__name__)

FIRST_BACKOFF = 0.5
"""Seconds: the first retry waits up to this, each further one up to twice as long."""
LONGEST_WAIT = 60.0
"""Seconds: the most any retry waits. A service that asks for more has used up a quota, and waiting is no help."""
_Form = Callable[[Sequence[str]], dict[str, Any]]
"""The form that asks for the records of some ids."""
_OF_A_KEY = re.compile(r"api[ _-]?key", re.I)


class KeyRefused(PermanentFailure):
    """The service does not take the key it was sent, nor would it with another question: it is wrong or used up."""


class HttpClient:
    """Asks every source of one stage run. Use it as an async context manager.

    ``sleep``, ``jitter``, ``now`` and ``look_up`` exist so that tests need no time, no chance and no network.
    """

    def __init__(  # noqa: PLR0913 - all named, all with a default but three
        self,
        *,
        user_agent: str,
        exchanges: ExchangeStore,
        rate: RateGate[Any],
        timeout: float = 30,
        attempts: int = 6,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: random.Random | None = None,
        now: Callable[[], float] = time.monotonic,
        largest_body: int = 64 * 1024 * 1024,
        look_up: LookUpName | None = None,
        watch: Callable[[str], AbstractContextManager[Any]] = nullcontext,
    ) -> None:
        self.counters = Counters()
        self._exchanges = exchanges
        self._attempts = attempts
        self._watch = watch
        """Put around every question that is sent, with the name of the service."""
        self._rate = rate
        self._sleep = sleep
        self._jitter = jitter or random.Random()  # noqa: S311 - spreads retries, guards nothing
        self._wire = Wire(
            user_agent=user_agent,
            rate=rate,
            counters=self.counters,
            timeout=timeout,
            transport=transport,
            largest_body=largest_body,
            look_up=look_up,
        )
        self._asking: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._outages = Outages(attempts, now)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._wire.close()

    async def request(  # noqa: PLR0913 - the parts of a request
        self,
        host: Host,
        method: str,
        path: str,
        *,
        params: Params | None = None,
        form: Params | None = None,
        json: Any = None,
        check: Check | None = None,
        store: bool = True,
        accept_status: Collection[int] = (200,),
    ) -> HttpAnswer:
        """Return an answer that passed ``check``, from the store or from the service.

        ``path`` is relative to the host's base URL and may be empty. ``check`` raises ``TransientBody`` where asking
        again may help, or ``PermanentFailure``. ``store=False`` keeps the answer out of the cache (a recording still
        has it). Raises ``TransientFailure`` after the last attempt and ``PermanentFailure`` for every other refusal.
        """
        asked = Request.of(host.name, method, path, params=params, form=form, json=json, without=host.private)
        try:
            asked.key  # noqa: B018 - worked out here: a service's own token may hold what no request can
        except UnicodeEncodeError:
            raise PermanentFailure(f"A request to {host.name} would hold text that cannot be sent.") from None
        kept = store or self._exchanges.keeps_everything
        async with self._asking[asked.key]:  # the same question asked twice at once is sent once
            if kept and (known := self._known(host, asked, check)) is not None:
                return known
            answer = await self._ask(host, asked, check, accept_status)
            if kept:
                self._exchanges.put(_exchange(asked, answer))
            return answer

    async def records(
        self,
        host: Host,
        path: str,
        ids: Sequence[str],
        *,
        form: _Form,
        split: Callable[[bytes], dict[str, bytes]],
        batch: int,
        check: Check | None = None,
        store: bool = False,
    ) -> dict[str, bytes]:
        """Return the record of every id the source knows, in the order of ``ids``; unknown ids are missing.

        ``form(ids)`` is the POST form that asks for a batch; ``split`` cuts the answer into one body per id and may
        raise ``TransientBody``. Which ids a batch holds depends on what the caller knows already, so a recording and
        a replay keep one exchange per id, named like a request for that id alone. A cache keeps none: the caller's
        table of records is the cache; where there is no such table, ``store`` has it keep the batches.
        """
        wanted = list(dict.fromkeys(ids))
        bodies = self._kept_records(host, path, wanted, form)
        missing = [record_id for record_id in wanted if record_id not in bodies]
        in_batches = store and not self._exchanges.keeps_everything

        async def fetch(some: Sequence[str]) -> None:
            parts: dict[str, bytes] = {}

            def cut(answer: HttpAnswer) -> None:
                if check is not None:
                    check(answer)
                parts.clear()
                parts.update(split(answer.body))

            asked = Request.of(host.name, "POST", path, form=form(some), without=host.private)
            answer = self._known(host, asked, cut) if in_batches else None
            if answer is None:
                answer = await self._ask(host, asked, cut, (200,))
                if in_batches:
                    self._exchanges.put(_exchange(asked, answer))
            for record_id in some:
                bodies[record_id] = parts.get(record_id)
            if self._exchanges.keeps_everything:
                self._keep_records(host, path, {record_id: parts.get(record_id) for record_id in some}, form, answer)

        await side_by_side([fetch(missing[i : i + batch]) for i in range(0, len(missing), batch)])
        present = {record_id: body for record_id in wanted if (body := bodies[record_id]) is not None}
        self.counters[host.name].records += len(present)
        return present

    def _kept_records(self, host: Host, path: str, ids: Sequence[str], form: _Form) -> dict[str, bytes | None]:
        """Of the ids a recording or a replay has, the bodies; ``None`` for those the source does not know."""
        if not self._exchanges.keeps_everything:
            return {}
        kept: dict[str, bytes | None] = {}
        for record_id in ids:
            known = self._exchanges.get(_record_request(host, path, record_id, form))
            if known is not None:
                kept[record_id] = known.body
                self.counters[host.name].cached += 1
        return kept

    def _keep_records(
        self, host: Host, path: str, bodies: Mapping[str, bytes | None], form: _Form, answer: HttpAnswer
    ) -> None:
        """Keep one exchange per id of a batch, as if each had been asked for alone."""
        for record_id, body in bodies.items():
            request = _record_request(host, path, record_id, form)
            self._exchanges.put(Exchange(request, answer.status, answer.content_type, answer.fetched_at, body))

    def _known(self, host: Host, asked: Request, check: Check | None) -> HttpAnswer | None:
        """The stored answer if it passes today's check. In a replay one that does not is a failure."""
        known = self._exchanges.get(asked)
        if known is None:
            return None
        answer = HttpAnswer(
            known.body or b"", known.status, known.content_type, host.address(asked), known.fetched_at, True
        )
        try:
            if check is not None:
                check(answer)
        except TransientBody as fault:
            if self._exchanges.replays:
                raise PermanentFailure(
                    f"The snapshot's answer for {asked} cannot be used ({fault}); record it again."
                ) from None
            return None
        self.counters[host.name].cached += 1
        return answer

    async def _ask(self, host: Host, asked: Request, check: Check | None, accept_status: Collection[int]) -> HttpAnswer:
        """Ask the service until it gives a good answer, for as many attempts as there are."""
        fault = TransportFault("")
        with self._watch(host.name):
            for attempt in range(self._attempts):
                if attempt:
                    await self._back_off(host, attempt, fault)
                result = await self._attempt(host, asked, check, accept_status)
                if isinstance(result, HttpAnswer):
                    return result
                fault = result
                self._outages.failed(host.name, self._no_answer(host, fault))
                if (wait := fault.retry_after or 0) > LONGEST_WAIT:
                    quota = TransientFailure(_quota_sentence(host, fault))
                    self._outages.closed(host.name, quota, wait)
                    raise quota
            raise TransientFailure(self._no_answer(host, fault, f" at {place(asked)}"))

    async def _attempt(
        self, host: Host, asked: Request, check: Check | None, accept_status: Collection[int]
    ) -> HttpAnswer | TransportFault:
        """One attempt, unless the host is given up by when its turn has come: those that wait are not sent either.

        A refused key is refused for every question of this client.
        """
        answer = await self._wire.attempt(host, asked, partial(self._outages.check, host.name))
        if isinstance(answer, TransportFault):
            return answer
        try:
            result = _judge(host, asked, answer, check, accept_status)
        except KeyRefused as refusal:
            self._outages.closed(host.name, refusal)
            raise
        except PermanentFailure:
            self._outages.answered(host.name)  # a refusal is an answer
            raise
        if isinstance(result, HttpAnswer):
            self._outages.answered(host.name)
        return result

    def _no_answer(self, host: Host, fault: TransportFault, where: str = "") -> str:
        """The sentence; without ``where`` it is of the host, for other questions that are no longer sent."""
        advice = "check the network, or " if fault.reason.startswith(NO_CONNECTION) else ""
        if host.on_quota and "429" in fault.reason:
            advice = f"{host.on_quota}, or "
        return (
            f"{host.name} did not answer after {self._attempts} attempt{'s' if self._attempts > 1 else ''} "
            f"({fault.reason}{where}); {advice}try again later."
        )

    async def _back_off(self, host: Host, attempt: int, fault: TransportFault) -> None:
        """Wait as long as the service asks, else exponentially with full jitter. ``attempt`` counts from 1."""
        if fault.retry_after:
            pause = min(fault.retry_after, LONGEST_WAIT)
            self._rate.penalise(host.name, pause)
        else:
            pause = self._jitter.uniform(0, min(FIRST_BACKOFF * 2 ** (attempt - 1), LONGEST_WAIT))
        counts = self.counters[host.name]
        counts.retries += 1
        counts.waited_seconds += pause
        log.info("%s: %s; attempt %d in %.1f s", host.name, fault.reason, attempt + 1, pause)
        await self._sleep(pause)


class ServiceClient:
    """A client of one service, over the HTTP client that all of a run share."""

    def __init__(self, client: HttpClient, host: Host) -> None:
        self._client = client
        self._host = host

    async def _get(
        self, path: str, check: Check, *, params: Params | None = None, accept_status: Collection[int] = (200,)
    ) -> HttpAnswer:
        return await self._client.request(
            self._host, "GET", path, params=params, check=check, accept_status=accept_status
        )


def _quota_sentence(host: Host, fault: TransportFault) -> str:
    hours = (fault.retry_after or 0) / 3600
    wait = f"{hours:.1f} hours" if hours >= 1 else f"{max(1, round(hours * 60))} minutes"
    return (
        f"{host.name} has no quota left for this caller ({fault.reason}) and asks to wait {wait}; "
        + (f"{host.on_quota}, or " if host.on_quota else "")
        + "try again then."
    )


def _judge(
    host: Host, asked: Request, answer: HttpAnswer, check: Check | None, accept_status: Collection[int]
) -> HttpAnswer | TransportFault:
    """An answer, or a fault that may pass. Raises ``PermanentFailure`` where the service refuses."""
    if answer.status in accept_status:
        try:
            if check is not None:
                check(answer)
        except TransientBody as fault:
            return TransportFault(showable(host.redact(str(fault))))
        return answer
    if answer.status == 429 or answer.status >= 500:
        return TransportFault(f"HTTP {answer.status}", answer.retry_after)
    message = service_message(host, answer.body)
    key = host.secrets or host.secret_headers
    of_the_key = key and (answer.status in (401, 403) or _OF_A_KEY.search(message))
    if of_the_key:
        message = f"{message} (check the key {host.key_setting or ' and '.join(key)})".lstrip()
    elif answer.status in (401, 403) and host.on_quota:
        message = f"{message} ({host.on_quota})".lstrip()
    raise (KeyRefused if of_the_key else PermanentFailure)(
        f"{host.name} refused the request (HTTP {answer.status} at {place(asked)}){': ' + message if message else '.'}"
    )


def _exchange(asked: Request, answer: HttpAnswer) -> Exchange:
    return Exchange(asked, answer.status, answer.content_type, answer.fetched_at, answer.body)


def _record_request(host: Host, path: str, record_id: str, form: _Form) -> Request:
    """The name of one record's exchange: the request for this id alone."""
    return Request.of(host.name, "POST", path, form=form([record_id]), record=record_id, without=host.private)
