"""How the shared HTTP client waits, gives a host up and tries it again."""

from __future__ import annotations

import asyncio
import itertools
import random
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import httpx
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import HttpClient
from indication_scout_assets.sources.http.outages import HICCUP

from ..faulty_server import OpenGate, Sleeper, host, mocked


class TestPauses:
    def pauses(self, reply: httpx.Response, path: Path, attempts: int = 6) -> tuple[list[float], OpenGate]:
        sleeper, gate = Sleeper(), OpenGate()

        async def use(http: HttpClient) -> None:
            with pytest.raises(TransientFailure):
                await http.request(host(), "GET", "x")

        mocked(
            lambda _: httpx.Response(reply.status_code, headers=reply.headers), use, ExchangeStore.cache(path),
            sleep=sleeper, rate=gate, attempts=attempts, jitter=random.Random(7),
        )  # fmt: skip
        return sleeper.naps, gate

    def test_retry_after_in_seconds_holds_everybody_off(self, tmp_path: Path) -> None:
        naps, gate = self.pauses(httpx.Response(429, headers={"Retry-After": "2"}), tmp_path, attempts=3)
        assert naps == [2, 2]
        assert gate.penalties == [("PubMed", 2), ("PubMed", 2)]

    def test_retry_after_as_a_date(self, tmp_path: Path) -> None:
        date = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
        naps, _ = self.pauses(httpx.Response(503, headers={"Retry-After": date}), tmp_path, attempts=2)
        assert 15 < naps[0] <= 20

    def test_a_quota_is_not_waited_for(self, tmp_path: Path) -> None:
        """A service that asks to be left alone for a day is asked no more in this run; the user is told what helps."""
        sent = []

        def reply(request: httpx.Request) -> httpx.Response:
            sent.append(request.url.path)
            return httpx.Response(429, headers={"Retry-After": "86400"})

        async def use(http: HttpClient) -> list[str]:
            lines = []
            for path in ("x", "y"):
                with pytest.raises(TransientFailure) as failure:
                    await http.request(host(on_quota="set SCOUT_SOME_KEY"), "GET", path)
                lines.append(str(failure.value))
            return lines

        first, second = mocked(reply, use, ExchangeStore.cache(tmp_path))
        assert len(sent) == 1
        assert "no quota left for this caller (HTTP 429) and asks to wait 24.0 hours; set SCOUT_SOME_KEY" in first
        assert second == first

    def test_a_host_that_is_down_does_not_hold_up_the_run(self, tmp_path: Path) -> None:
        sent, moments = list[str](), itertools.count(step=HICCUP / 5)  # six attempts then span a hiccup

        def reply(request: httpx.Request) -> httpx.Response:
            sent.append(request.url.path)
            return httpx.Response(200 if request.url.path.endswith("well") else 500, json={})

        async def use(http: HttpClient) -> None:
            for path in ("a", "b", "well", "c", "d", "e", "never"):
                if path == "well":
                    await http.request(host(), "GET", path)
                    continue
                place = r"\)" if path == "never" else rf" at …/{path}\)"  # what is not sent fails at no place
                with pytest.raises(TransientFailure, match=rf"did not answer after 2 attempts \(HTTP 500{place};"):
                    await http.request(host(), "GET", path)

        mocked(reply, use, ExchangeStore.cache(tmp_path), attempts=2, now=lambda: next(moments))
        assert [path.rsplit("/", 1)[1] for path in sent] == [*"aabb", "well", *"ccddee"]

    def test_what_waits_for_a_host_that_is_given_up_is_not_sent(self, tmp_path: Path) -> None:
        """Of many questions at once nearly all wait for their turn; each must not find out for itself."""
        sent = []

        async def reply(request: httpx.Request) -> httpx.Response:
            sent.append(request.url.path)
            await asyncio.sleep(0.001)
            return httpx.Response(403)

        async def use(http: HttpClient) -> None:
            keyed = host(secrets={"api_key": "hush"})
            asked = [http.request(keyed, "GET", str(question)) for question in range(40)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert all(isinstance(answer, PermanentFailure) for answer in answers)

        mocked(reply, use, ExchangeStore.cache(tmp_path))
        assert len(sent) <= host().in_flight

    @pytest.mark.parametrize("value", ["soon", "0", "-3", ""])
    def test_an_unusable_retry_after_backs_off_as_without(self, value: str, tmp_path: Path) -> None:
        naps, gate = self.pauses(httpx.Response(429, headers={"Retry-After": value}), tmp_path, attempts=2)
        assert 0 <= naps[0] <= 0.5
        assert gate.penalties == []

    def test_backoff_doubles_its_bound(self, tmp_path: Path) -> None:
        naps, _ = self.pauses(httpx.Response(500), tmp_path)
        assert len(naps) == 5
        assert all(0 <= nap <= bound for nap, bound in zip(naps, [0.5, 1, 2, 4, 8], strict=True))
        assert max(naps) > 0.5
