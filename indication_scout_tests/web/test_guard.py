"""Who may ask: names of the server, the token, pages of other sites; and the headers of every answer."""

from __future__ import annotations

import base64
from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.operations.questions.request_rates import MOST_CLIENTS, RequestRates
from indication_scout_assets.settings import Settings
from indication_scout_assets.web.guard import is_loopback, own_names
from indication_scout_assets.web.serving import web_served
from indication_scout_tests.web.workspaces import Client, served

TOKEN = "a-secret-of-the-tests"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200), ("127.0.0.1:3001", 200), ("localhost:3001", 200), ("LOCALHOST", 200), ("[::1]:3001", 200),
        ("evil.example", 421), ("127.0.0.1.evil.example", 421), ("localhost.evil.example:80", 421), ("", 421),
        ("10.0.0.1", 421), ("[", 421),
    ],
)  # fmt: skip
def test_the_server_answers_under_its_own_names_alone(site: Client, host: str, status: int) -> None:
    assert site("/v1/conversations", headers={"Host": host}).status == status


def test_names_of_ones_own_are_set(settings: Settings) -> None:
    with served(settings.model_copy(update={"web_hosts": "scout.example, other.example"})) as client:
        assert client("/healthz", headers={"Host": "Scout.example:80"}).status == 200
        assert client("/healthz", headers={"Host": "evil.example"}).status == 421


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 404),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:1"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 404),
    ],
)
def test_a_page_of_another_site_changes_nothing(site: Client, headers: dict[str, str], status: int) -> None:
    assert site("/v1/conversations/nosuch", "DELETE", headers=headers).status == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}, 200),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "empty"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty"}, 200),
        ({"Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document"}, 200),
    ],
)
def test_a_foreign_page_may_link_here_and_nothing_else(site: Client, headers: dict[str, str], status: int) -> None:
    assert site("/ask", headers=headers).status == status


def test_no_site_may_read_what_is_answered(site: Client) -> None:
    reply = site("/v1/conversations", headers={"Origin": "http://evil.example"})
    assert "access-control-allow-origin" not in reply.headers
    assert reply.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/ask", "/nosuch", "/v1/conversations", "/v1/nosuch", "/index.html"])
def test_every_answer_has_its_policy(site: Client, path: str) -> None:
    headers = site(path).headers
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers
    if path != "/index.html":
        assert "unsafe" not in headers["content-security-policy"]


@pytest.fixture(scope="module")
def closed(settings: Settings) -> Iterator[Client]:
    """The application as others can reach it."""
    with served(settings.model_copy(update={"web_token": SecretStr(TOKEN)}), "0.0.0.0") as client:
        yield client


def basic(password: str) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"reader:{password}".encode()).decode()}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": f"Bearer {TOKEN}"}, 200),
        ({"Authorization": f"bearer {TOKEN}"}, 200),
        ({"Authorization": f"Bearer {TOKEN}x"}, 401),
        ({"Authorization": f"Bearer {TOKEN[:-1]}"}, 401),
        ({"Authorization": "Bearer "}, 401),
        ({"Authorization": TOKEN}, 401),
        ({"Authorization": "Basic !"}, 401),
        (basic(TOKEN), 200),
        (basic("wrong"), 401),
    ],
)
def test_where_others_can_reach_it_the_token_is_asked_for(closed: Client, headers: dict[str, str], status: int) -> None:
    for path in ("/v1/conversations", "/ask", "/"):
        reply = closed(path, headers=headers)
        assert reply.status == status
        assert ("www-authenticate" in reply.headers) is (status == 401)
        assert TOKEN not in reply.text
    assert closed("/healthz").status == 200


def test_where_others_can_reach_it_a_number_is_a_name(closed: Client) -> None:
    assert closed("/healthz", headers={"Host": "10.1.2.3:3001"}).status == 200
    assert closed("/healthz", headers={"Host": "evil.example"}).status == 421


@pytest.mark.parametrize(
    ("host", "token", "words"),
    [
        ("0.0.0.0", "", "set SCOUT_WEB_TOKEN"),
        ("", "", "set SCOUT_WEB_TOKEN"),
        ("127.0.0.1", "kurz", "16 characters"),
    ],
)
def test_it_is_not_served_to_others_without_a_token(settings: Settings, host: str, token: str, words: str) -> None:
    chosen = settings.model_copy(update={"web_token": SecretStr(token) if token else None})
    with pytest.raises(PermanentFailure, match=words) as refused, web_served(chosen, host, 0):
        pass
    assert token == "" or token not in str(refused.value)


def test_what_only_this_machine_can_reach() -> None:
    assert [host for host in ("127.0.0.1", "127.9.9.9", "localhost", "::1", "[::1]") if not is_loopback(host)] == []
    assert [host for host in ("", "0.0.0.0", "::", "10.0.0.1", "scout.example") if is_loopback(host)] == []
    assert "" not in own_names("", [""])


def test_a_bucket_fills_up_with_time() -> None:
    now = 0.0
    rates = RequestRates(2, lambda: now)
    assert [rates.wait("a") for _ in range(3)] == [0.0, 0.0, 30.0]
    assert rates.wait("b") == 0.0
    now = 15.0
    assert rates.wait("a") == 15.0
    now = 30.0
    assert (rates.wait("a"), rates.wait("a")) == (0.0, 30.0)


def test_many_clients_are_not_remembered_for_ever() -> None:
    rates = RequestRates(1, lambda: 0.0)
    for number in range(MOST_CLIENTS + 1):
        rates.wait(str(number))
    assert rates.wait("1") > 0
    assert rates.wait("0") == 0.0
