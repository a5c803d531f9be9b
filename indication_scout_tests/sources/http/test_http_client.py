"""The shared HTTP client: faults on the wire, retries, stored answers, batches, redirects and secrets."""

from __future__ import annotations

import asyncio
import gzip
import random
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import (
    HttpAnswer,
    HttpClient,
    TransientBody,
    expect_xml,
)

from ..faulty_server import (
    FaultyServer,
    OpenGate,
    Reply,
    answer,
    client,
    host,
    mocked,
    reset,
    reset_in_body,
    served,
    silent,
    truncated,
)

FAULTS = {
    "HTTP 429": answer(b"slow down", "429 Too Many Requests"),
    "HTTP 500": answer(b"oops", "500 Internal Server Error"),
    "HTTP 503": answer(b"", "503 Service Unavailable"),
    "no answer within 0.2 s": silent,
    "the answer broke off": truncated,
    "the connection was reset": reset,
    "HTML where JSON was expected": answer(b"<!DOCTYPE html><html></html>", content_type="text/html"),
    "truncated JSON": answer(b'{"ok": '),
}


class TestFaults:
    @pytest.mark.parametrize("fault", [*FAULTS.values(), reset_in_body], ids=[*FAULTS, "reset in the body"])
    def test_a_passing_fault_is_retried_and_counted(self, fault: Reply, tmp_path: Path) -> None:
        async def use(http: HttpClient, server: FaultyServer) -> None:
            got = await http.request(
                host(server.url), "GET", "esearch.fcgi", params={"term": "x"}, check=HttpAnswer.json
            )
            assert got.json() == {"ok": True}
            assert (got.status, got.content_type, got.cached) == (200, "application/json", False)
            counts = http.counters["PubMed"]
            assert (counts.requests, counts.retries, counts.cached) == (3, 2, 0)
            assert counts.waited_seconds > 0

        patience = 0.2 if fault is silent else 5
        served([fault, fault, answer()], use, tmp_path, jitter=random.Random(1), timeout=patience)

    @pytest.mark.parametrize(("reason", "fault"), FAULTS.items(), ids=FAULTS)
    def test_a_lasting_fault_is_one_plain_sentence(self, reason: str, fault: Reply, tmp_path: Path) -> None:
        async def use(http: HttpClient, server: FaultyServer) -> str:
            with pytest.raises(TransientFailure) as caught:
                await http.request(host(server.url), "GET", "esearch.fcgi", check=HttpAnswer.json)
            return str(caught.value)

        message = served([fault], use, tmp_path, attempts=2, timeout=0.2 if fault is silent else 5)
        # A reset is seen as a lost connection or as a broken answer, depending on what arrived first.
        reasons = "the connection was reset|the answer broke off" if "reset" in reason else re.escape(reason)
        expected = rf"PubMed did not answer after 2 attempts \(({reasons}) at …/esearch.fcgi\); try again later\."
        assert re.fullmatch(expected, message)
        assert not list(tmp_path.rglob("*.json")), "a failed answer must not be stored"

    def test_a_server_that_is_not_there(self, tmp_path: Path) -> None:
        async def use(http: HttpClient, server: FaultyServer) -> None:
            url = server.url
            await server.__aexit__()
            with pytest.raises(TransientFailure, match=r"\(no connection at …/x\)"):
                await http.request(host(url), "GET", "x")

        served([answer()], use, tmp_path, attempts=2)

    def test_a_name_that_is_not_found_is_said_so(self, tmp_path: Path) -> None:
        def unknown(_: httpx.Request) -> httpx.Response:
            raise httpx.ConnectError("oops") from socket.gaierror(-2, "Name or service not known")

        async def use(http: HttpClient) -> None:
            with pytest.raises(TransientFailure) as failure:
                await http.request(host(), "GET", "a/path/" + "x" * 100)
            place = "…/a/path/" + "x" * 51 + "…"
            assert str(failure.value) == (
                f"PubMed did not answer after 2 attempts (no connection, its name is not found at {place}); check the "
                "network, or try again later."
            )

        mocked(unknown, use, ExchangeStore.cache(tmp_path), attempts=2)

    def test_a_slow_trickle_ends(self, tmp_path: Path) -> None:
        async def trickle(writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            while not writer.is_closing():
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.005)

        async def use(http: HttpClient, server: FaultyServer) -> None:
            with pytest.raises(TransientFailure, match="no answer within"):
                await http.request(host(server.url), "GET", "x")

        served([trickle], use, tmp_path, attempts=1, timeout=0.3)

    def test_gzip_is_unpacked(self, tmp_path: Path) -> None:
        async def use(http: HttpClient, server: FaultyServer) -> bytes:
            return (await http.request(host(server.url), "GET", "x")).body

        reply = answer(gzip.compress(b'{"packed": 1}'), Content_Encoding="gzip")
        assert served([reply], use, tmp_path) == b'{"packed": 1}'

    def test_a_body_over_the_limit_is_refused(self, tmp_path: Path) -> None:
        async def use(http: HttpClient, server: FaultyServer) -> None:
            with pytest.raises(PermanentFailure, match="PubMed sent more than 1 MB at …/x; ask it for less"):
                await http.request(host(server.url), "GET", "x")
            assert http.counters["PubMed"].requests == 1

        served([answer(b"x" * (2**20 + 1))], use, tmp_path, largest_body=2**20)


class TestRefusals:
    @pytest.mark.parametrize("status", [400, 403, 404, 408, 422])
    def test_other_statuses_are_not_retried(self, status: int, tmp_path: Path) -> None:
        async def use(http: HttpClient) -> None:
            with pytest.raises(
                PermanentFailure, match=rf"PubMed refused the request \(HTTP {status} at …/x\): no good"
            ):
                await http.request(host(), "GET", "x")
            assert http.counters["PubMed"].requests == 1

        mocked(
            lambda _: httpx.Response(status, json={"error": {"message": "no  good"}}),
            use,
            ExchangeStore.cache(tmp_path),
        )
        assert not list(tmp_path.rglob("*.json"))

    @pytest.mark.parametrize(
        ("status", "body"), [(401, {}), (403, {}), (400, {"error": "API key invalid"})], ids=["401", "403", "400"]
    )
    def test_a_refused_key_is_sent_once_and_its_setting_named(self, status: int, body: object, tmp_path: Path) -> None:
        keyed = host(secrets={"api_key": "hush"}, key_setting="SCOUT_NCBI_API_KEY")

        async def use(http: HttpClient) -> None:
            for path in ("x", "y", "z"):
                with pytest.raises(PermanentFailure, match=r"\(check the key SCOUT_NCBI_API_KEY\)"):
                    await http.request(keyed, "GET", path)
            assert http.counters["PubMed"].requests == 1

        mocked(lambda _: httpx.Response(status, json=body), use, ExchangeStore.cache(tmp_path))

    @pytest.mark.parametrize(
        ("body", "shown"),
        [
            (b"<html><style>p {}</style><h1>Not &amp; found</h1></html>", "Not & found"),
            (b'{"errors": [{"message": "unknown field"}]}', "unknown field"),
            (b'["bad", "input"]', "bad"),
            (b"x" * 300, "x" * 199 + "…"),
        ],
    )
    def test_the_services_words_are_shown_briefly(self, body: bytes, shown: str, tmp_path: Path) -> None:
        async def use(http: HttpClient) -> None:
            with pytest.raises(PermanentFailure) as caught:
                await http.request(host(), "GET", "x")
            assert str(caught.value) == f"PubMed refused the request (HTTP 400 at …/x): {shown}"

        mocked(lambda _: httpx.Response(400, content=body), use, ExchangeStore.cache(tmp_path))

    def test_an_accepted_status_is_an_answer(self, tmp_path: Path) -> None:
        async def use(http: HttpClient) -> list[tuple[int, bool]]:
            got = [await http.request(host(), "GET", "x", accept_status=(200, 404)) for _ in range(2)]
            return [(answer_got.status, answer_got.cached) for answer_got in got]

        handled = mocked(lambda _: httpx.Response(404), use, ExchangeStore.cache(tmp_path))
        assert handled == [(404, False), (404, True)]

    def test_a_check_may_refuse_for_good(self, tmp_path: Path) -> None:
        def check(_: HttpAnswer) -> None:
            raise PermanentFailure("PubMed knows no such database.")

        async def use(http: HttpClient) -> None:
            with pytest.raises(PermanentFailure, match="no such database"):
                await http.request(host(), "GET", "x", check=check)
            assert http.counters["PubMed"].requests == 1

        mocked(lambda _: httpx.Response(200), use, ExchangeStore.cache(tmp_path))
        assert not list(tmp_path.rglob("*.json"))

    @pytest.mark.parametrize("url", ["ftp://x.org", "x.org", "http://", "http://x.org:port", "file:///etc/passwd"])
    def test_an_address_that_is_none(self, url: str) -> None:
        with pytest.raises(PermanentFailure, match="is no web address"):
            host(url)


class TestStoredAnswers:
    def test_the_second_time_nothing_is_sent(self, tmp_path: Path) -> None:
        async def use(http: HttpClient, server: FaultyServer) -> None:
            first = await http.request(host(server.url), "GET", "x", params={"b": 1, "a": [2, 3], "no": None})
            second = await http.request(host(server.url), "get", "/x", params={"a": ["2", "3"], "b": "1"})
            assert (second.body, second.url, second.fetched_at) == (first.body, first.url, first.fetched_at)
            assert first.url == f"{server.url}/x?a=2&a=3&b=1"
            assert (first.cached, second.cached) == (False, True)
            assert len(server.heads) == http.counters["PubMed"].requests == http.counters["PubMed"].cached == 1

        served([answer()], use, tmp_path)

    def test_store_false_asks_every_time(self, tmp_path: Path) -> None:
        async def use(http: HttpClient) -> int:
            for _ in range(2):
                assert not (await http.request(host(), "GET", "version", store=False)).cached
            return http.counters["PubMed"].requests

        assert mocked(lambda _: httpx.Response(200), use, ExchangeStore.cache(tmp_path)) == 2

    def test_a_stored_answer_that_fails_todays_check_is_asked_for_again(self, tmp_path: Path) -> None:
        replies = iter([b"<html>", b"{}"])

        async def use(http: HttpClient) -> None:
            await http.request(host(), "GET", "x")
            again = await http.request(host(), "GET", "x", check=HttpAnswer.json)
            assert (again.body, again.cached) == (b"{}", False)
            assert (await http.request(host(), "GET", "x", check=HttpAnswer.json)).cached

        mocked(lambda _: httpx.Response(200, content=next(replies)), use, ExchangeStore.cache(tmp_path))

    def test_the_same_question_asked_at_once_is_sent_once(self, tmp_path: Path) -> None:
        async def use(http: HttpClient, server: FaultyServer) -> None:
            got = await asyncio.gather(*(http.request(host(server.url), "GET", "x") for _ in range(5)))
            assert sum(answer_got.cached for answer_got in got) == 4
            assert len(server.heads) == 1

        served([answer()], use, tmp_path)

    @pytest.mark.parametrize(
        ("headers", "rate", "at_once"),
        [
            ({"x-rate-limit-limit": "1", "x-rate-limit-interval": "2s", "x-concurrency-limit": "1"}, 0.5, 1),
            ({"x-rate-limit-limit": "50", "x-rate-limit-interval": "1s", "x-concurrency-limit": "9"}, 3, 4),
            ({"x-rate-limit-limit": "1"}, 3, 4),
            ({"x-rate-limit-limit": "0", "x-rate-limit-interval": "1s", "x-concurrency-limit": "-1"}, 3, 4),
            ({"x-rate-limit-limit": "1", "x-rate-limit-interval": "86400s"}, 3, 4),
        ],
        ids=["lower", "higher", "no interval", "nonsense", "a quota"],
    )
    def test_what_a_service_says_it_allows_may_only_lower_the_rate(
        self, headers: dict[str, str], rate: float, at_once: int, tmp_path: Path
    ) -> None:
        asked: list[tuple[float, int]] = []

        class Noting(OpenGate):
            async def wait(self, host: str, per_second: float) -> float:
                asked.append((per_second, self.most))
                return 0.0

            @asynccontextmanager
            async def turn(self, host: str, most: int) -> AsyncIterator[float]:
                self.most = most
                yield 0.0

        async def use(http: HttpClient) -> None:
            for path in ("x", "y"):
                await http.request(host(), "GET", path)

        mocked(lambda _: httpx.Response(200, headers=headers), use, ExchangeStore.cache(tmp_path), rate=Noting())
        assert asked == [(3, 4), (rate, at_once)]

    def test_at_most_four_requests_are_in_flight(self, tmp_path: Path) -> None:
        now, most = 0, 0

        async def reply(request: httpx.Request) -> httpx.Response:
            nonlocal now, most
            now += 1
            most = max(most, now)
            await asyncio.sleep(0.002)
            now -= 1
            return httpx.Response(200)

        async def run() -> None:
            async with client(ExchangeStore.cache(tmp_path), transport=httpx.MockTransport(reply)) as http:
                await asyncio.gather(*(http.request(host(), "GET", f"x{i}") for i in range(12)))

        asyncio.run(run())
        assert most == 4


class TestChecks:
    @staticmethod
    def got(body: bytes) -> HttpAnswer:
        return HttpAnswer(body, 200, "", "", datetime.now(UTC), False)

    @pytest.mark.parametrize(
        "body",
        [
            b"<a><b/></a>\n",
            b'\xef\xbb\xbf<?xml version="1.0"?>\n<!DOCTYPE a PUBLIC "-//X//EN" "a.dtd">\n<!-- c --><a x="1"></a >',
            b'<!DOCTYPE a [<!ENTITY x "y">]>\n<a>&x;</a>',
            b'<?xml version="1.0"?><a x="1"/>',
        ],
    )
    def test_whole_xml(self, body: bytes) -> None:
        expect_xml(self.got(body))

    @pytest.mark.parametrize(
        ("body", "reason"),
        [
            (b"<a><b></b>", "truncated XML"),
            (b"<a><b/>", "truncated XML"),
            (b'<?xml version="1.0"?><aa></a>', "truncated XML"),
            (b"<!DOCTYPE html><html></html>", "HTML where XML was expected"),
            (b"<html></html>", "HTML where XML was expected"),
            (b"", "an empty body where XML was expected"),
            (b'{"error": 1}', "JSON where XML was expected"),
            (b"Error occurred", "text where XML was expected"),
        ],
    )
    def test_broken_xml(self, body: bytes, reason: str) -> None:
        with pytest.raises(TransientBody, match=reason):
            expect_xml(self.got(body))

    def test_json(self) -> None:
        assert self.got(b"[1]").json() == [1]
        with pytest.raises(TransientBody, match="an empty body where JSON was expected"):
            self.got(b" ").json()
