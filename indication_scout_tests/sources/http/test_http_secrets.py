"""What leaves the client: identification and keys to the right host only, and nothing of them anywhere else."""

from __future__ import annotations

import asyncio
import logging
import traceback
from pathlib import Path
from typing import ClassVar

import httpx
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpAnswer, HttpClient, TransientBody

from ..faulty_server import FaultyServer, answer, host, mocked, served

SECRET = "s3cr3t/k+y"


class TestSecrets:
    def test_identification_is_sent_but_names_nothing(self, tmp_path: Path) -> None:
        async def use(http: HttpClient, server: FaultyServer) -> None:
            keyed = host(server.url, secrets={"api_key": SECRET})
            got = await http.request(keyed, "GET", "x", params={"term": "a|b", "tool": "other"})
            assert server.heads[0].startswith(
                "GET /x?term=a%7Cb&tool=scout&email=me%40example.org&api_key=s3cr3t%2Fk%2By HTTP/1.1"
            )
            assert "User-Agent: Test/1" in server.heads[0]
            assert got.url == f"{server.url}/x?term=a%7Cb"
            await http.request(keyed, "POST", "y", form={"id": "1,2"})
            assert server.heads[1].startswith("POST /y HTTP/1.1")
            assert server.bodies[1] == b"id=1%2C2&tool=scout&email=me%40example.org&api_key=s3cr3t%2Fk%2By"
            other = Host("PubMed", server.url, 3)
            assert (await http.request(other, "GET", "x", params={"term": "a|b"})).cached

        served([answer()], use, tmp_path)
        assert_hidden("".join(path.read_text("latin-1") for path in tmp_path.rglob("*.json")), "me@example.org")

    def test_a_failing_request_tells_no_secret(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.DEBUG)

        def reply(request: httpx.Request) -> httpx.Response:
            if request.url.path.endswith("gone"):
                raise httpx.ConnectError(f"cannot reach {request.url}")
            if request.url.path.endswith("busy"):
                return httpx.Response(200, text=f"busy: {request.url}")
            return httpx.Response(403, text=f"bad key {SECRET} in {request.url}")

        def check(got: HttpAnswer) -> None:
            raise TransientBody(got.text())

        async def use(http: HttpClient) -> list[BaseException]:
            keyed = host(secrets={"api_key": SECRET})
            asked = [http.request(keyed, "GET", path, check=check) for path in ("gone", "busy", "refused")]
            return [e for e in await asyncio.gather(*asked, return_exceptions=True) if isinstance(e, BaseException)]

        errors = mocked(reply, use, ExchangeStore.cache(tmp_path), attempts=2)
        assert len(errors) == 3
        for error in errors:
            assert_hidden("".join(traceback.format_exception(error)))
            assert_hidden(repr(error.__cause__) + repr(error.__context__))
        assert "(check the key api_key)" in str(errors[2])
        assert "HTTP Request: GET https://eutils.example.org/entrez/busy" in caplog.text
        assert_hidden(caplog.text)

    def test_a_host_shows_no_secret(self) -> None:
        assert_hidden(repr(host(secrets={"api_key": SECRET})))

    def test_a_service_that_echoes_its_parameters(self, tmp_path: Path) -> None:
        async def use(http: HttpClient) -> bytes:
            return (await http.request(host(secrets={"api_key": SECRET}), "GET", "x")).body

        body = mocked(lambda _: httpx.Response(200, text=f"you sent {SECRET}"), use, ExchangeStore.cache(tmp_path))
        assert body == b"you sent [secret]"


def assert_hidden(text: str, *more: str) -> None:
    for secret in (SECRET, "s3cr3t", *more):
        assert secret not in text


class TestRedirects:
    NUMBERS: ClassVar = {
        "other.example.com": ["93.184.215.14", "2606:2800:21f:cb07::1"],
        "inside.example.com": ["192.168.1.5"],
        "metadata.example.com": ["169.254.169.254"],
        "mixed.example.com": ["93.184.215.14", "127.0.0.1"],
        "mapped.example.com": ["::ffff:10.0.0.1"],
    }

    def follow(
        self, replies: dict[str, httpx.Response], path: Path, method: str = "GET"
    ) -> tuple[HttpAnswer, list[str]]:
        seen: list[str] = []

        def reply(request: httpx.Request) -> httpx.Response:
            seen.append(f"{request.url} {request.headers['host']}")
            return replies.get(request.url.path.rsplit("/", 1)[-1], httpx.Response(200, text="there"))

        async def use(http: HttpClient) -> HttpAnswer:
            keyed = Host("ClinicalTrials.gov", "https://ct.example.org/api", 3, secrets={"api_key": SECRET})
            return await http.request(keyed, method, "old", params={"f": "json"})

        async def look_up(name: str, port: int) -> list[str]:
            return self.NUMBERS.get(name, [])

        return mocked(reply, use, ExchangeStore.cache(path), look_up=look_up), seen

    @staticmethod
    def to(location: str) -> httpx.Response:
        return httpx.Response(301, headers={"Location": location})

    def test_the_same_host_keeps_the_key(self, tmp_path: Path) -> None:
        got, seen = self.follow({"old": self.to("/api/new?f=json")}, tmp_path)
        assert got.text() == "there"
        assert got.url == "https://ct.example.org/api/old?f=json"
        assert seen[1] == "https://ct.example.org/api/new?f=json&api_key=s3cr3t%2Fk%2By ct.example.org"

    def test_another_public_host_gets_no_key(self, tmp_path: Path) -> None:
        location = "https://other.example.com/new?f=json&api_key=s3cr3t%2Fk%2By"
        got, seen = self.follow({"old": self.to(location)}, tmp_path)
        assert got.text() == "there"
        assert seen[1] == "https://93.184.215.14/new?f=json other.example.com", "asked at the number that was looked at"

    def test_nor_does_it_by_a_second_redirect_on_itself(self, tmp_path: Path) -> None:
        replies = {"old": self.to("https://other.example.com/middle"), "middle": self.to("/end")}
        got, seen = self.follow(replies, tmp_path)
        assert got.text() == "there"
        assert seen[2] == "https://93.184.215.14/end other.example.com"

    @pytest.mark.parametrize(
        "location",
        ["http://other.example.com/new", "https://127.0.0.1/new", "https://localhost/new", "https://10.0.0.1/new",
         "ftp://other.example.com/new", "https://printer.local/new", "https://inside.example.com/new",
         "https://metadata.example.com/new", "https://mixed.example.com/new", "https://mapped.example.com/new",
         "https://nobody.example.com/new"],
    )  # fmt: skip
    def test_nowhere_else(self, location: str, tmp_path: Path) -> None:
        with pytest.raises(PermanentFailure, match=r"refused the request \(HTTP 301 at …/old\)"):
            self.follow({"old": self.to(location)}, tmp_path)

    def test_a_circle_ends(self, tmp_path: Path) -> None:
        with pytest.raises(PermanentFailure, match="HTTP 301"):
            self.follow({"old": self.to("/api/old")}, tmp_path)

    def test_a_post_is_not_redirected(self, tmp_path: Path) -> None:
        with pytest.raises(PermanentFailure, match="HTTP 301"):
            self.follow({"old": self.to("/api/new")}, tmp_path, method="POST")
