"""Keys of requests, the cache, and the three modes of the store."""

from __future__ import annotations

import os
import stat
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.sources.http.cache import ExchangeFolder
from indication_scout_assets.sources.http.entries import Exchange, Request, write_atomically
from indication_scout_assets.sources.http.exchanges import ExchangeStore

FETCHED = datetime(2026, 5, 1, 12, tzinfo=UTC)


def request(**more: Any) -> Request:
    return Request.of("PubMed", "GET", "esearch.fcgi", **({"params": {"term": "x", "retmax": 5}} | more))


def exchange(body: bytes | None = b"body", **more: Any) -> Exchange:
    return Exchange(request(**more), 200, "text/xml; charset=UTF-8", FETCHED, body)


class TestKeys:
    def test_the_order_of_parameters_and_the_kind_of_values_name_nothing(self) -> None:
        assert request().key == request(params={"retmax": "5", "term": "x", "sort": None}).key

    def test_the_order_of_names_in_a_json_body_names_nothing(self) -> None:
        assert request(json={"a": 1, "b": [1, 2]}).key == request(json={"b": [1, 2], "a": 1}).key

    def test_every_input_names(self) -> None:
        others = [
            Request.of("ChEMBL", "GET", "esearch.fcgi", params={"term": "x", "retmax": 5}),
            Request.of("PubMed", "POST", "esearch.fcgi", params={"term": "x", "retmax": 5}),
            Request.of("PubMed", "GET", "efetch.fcgi", params={"term": "x", "retmax": 5}),
            request(params={"term": "x", "retmax": 6}),
            request(form={"id": "1"}),
            request(json={"a": 1}),
            request(json={"a": 2}),
            request(json={}),
            request(record="1"),
            request(params={"term": ["x", "y"], "retmax": 5}),
            request(params={"term": ["y", "x"], "retmax": 5}),
        ]
        assert len({asked_request.key for asked_request in [request(), *others]}) == 1 + len(others)

    def test_left_out_names_name_nothing(self) -> None:
        sent = {"term": "x", "retmax": 5, "api_key": "k", "email": "e"}
        assert request(params=sent, without={"api_key", "email"}) == request()

    def test_booleans_are_written_as_services_read_them(self) -> None:
        assert request(params={"countTotal": True}).params == (("countTotal", "true"),)

    @given(
        st.dictionaries(st.text(min_size=1), st.text() | st.integers() | st.lists(st.text(), min_size=1)),
        st.none() | st.dictionaries(st.text(), st.none() | st.integers() | st.text() | st.lists(st.text())),
    )
    def test_a_request_survives_being_written_down(self, params: dict[str, Any], json: Any) -> None:
        asked_request = request(params=params, json=json)
        assert Request.from_json(asked_request.as_json()) == asked_request

    @pytest.mark.parametrize(
        ("parts", "words"),
        [
            ({"path": "esearch.fcgi", "params": {"db": "pubmed", "term": "a  b"}}, "PubMed esearch.fcgi 'a b'"),
            ({"path": "/studies/NCT00000102"}, "PubMed studies/NCT00000102"),
            ({"json": {"query": "query search($q: X) {x}", "variables": {"q": "aspirin"}}}, "PubMed search 'aspirin'"),
            ({"json": {"operationName": "drug", "query": "{x}", "variables": {"size": 5}}}, "PubMed drug"),
            ({"json": {"query": "{ meta { name } }"}}, "PubMed '{ meta { name } }'"),
            ({"json": {"query": "query t {x}", "variables": {"ids": ["A", "B"], "x": True}}}, "PubMed t 'A, B'"),
            ({"path": "efetch.fcgi", "form": {"db": "pubmed", "id": "1"}, "record": "1"}, "PubMed efetch.fcgi '1'"),
            ({"path": "x", "params": {"term": "long " * 50}}, f"PubMed x '{('long ' * 16)[:79].rstrip()}…'"),
            ({}, "PubMed"),
        ],
    )  # fmt: skip
    def test_a_request_in_words(self, parts: dict[str, Any], words: str) -> None:
        assert str(Request.of("PubMed", "GET", **({"path": ""} | parts))) == words


class TestCache:
    @pytest.mark.parametrize("body", [b"", b"\r\n\x00\xff", "é\u2028".encode(), None])
    def test_an_exchange_comes_back_as_it_was(self, body: bytes | None, tmp_path: Path) -> None:
        ExchangeStore.cache(tmp_path).put(exchange(body))
        assert ExchangeStore.cache(tmp_path).get(request()) == exchange(body)

    def test_the_newer_answer_replaces_the_older(self, tmp_path: Path) -> None:
        store = ExchangeStore.cache(tmp_path)
        store.put(exchange(b"old"))
        store.put(exchange(b"new"))
        assert store.get(request()) == exchange(b"new")

    def test_an_answer_counts_until_it_is_too_old(self, tmp_path: Path) -> None:
        now = FETCHED + timedelta(days=30)
        store = ExchangeStore.cache(tmp_path, timedelta(days=30), now=lambda: now)
        store.put(exchange())
        assert store.get(request()) == exchange()
        now += timedelta(seconds=1)
        assert store.get(request()) is None

    @pytest.mark.parametrize("damage", [b"", b"not gzip", b"\x1f\x8b\x08\x00broken"])
    def test_a_damaged_entry_counts_as_missing(self, damage: bytes, tmp_path: Path) -> None:
        store = ExchangeStore.cache(tmp_path)
        store.put(exchange())
        (path,) = tmp_path.rglob("*.gz")
        path.write_bytes(damage)
        assert store.get(request()) is None
        store.put(exchange())
        assert store.get(request()) == exchange()

    def test_a_body_that_was_exchanged_counts_as_missing(self, tmp_path: Path) -> None:
        store = ExchangeStore.cache(tmp_path)
        store.put(exchange(b"one"))
        store.put(exchange(b"two", params={"term": "y"}))
        first, second = tmp_path.rglob("*.gz")
        first.write_bytes(second.read_bytes())
        result = [store.get(request()), store.get(request(params={"term": "y"}))]
        assert result.count(None) == 1  # it answers another request

    def test_two_processes_may_write_at_once(self, tmp_path: Path) -> None:
        with ProcessPoolExecutor(2) as processes:
            list(processes.map(_write_and_read, [tmp_path] * 2))
        assert not list(tmp_path.rglob(".writing-*"))

    def test_a_disk_that_will_not(self, tmp_path: Path) -> None:
        (tmp_path / "requests").write_text("a file where a folder should be")
        with pytest.raises(PermanentFailure, match=r"PubMed esearch.fcgi 'x' cannot be written .* SCOUT_STATE_DIR"):
            ExchangeStore.cache(tmp_path).put(exchange())

    def test_a_full_disk_may_pass(self, tmp_path: Path, full_disk: None) -> None:
        with pytest.raises(
            TransientFailure, match=r"written to \S+ \(No space left on device\); make room on its disk"
        ):
            ExchangeStore.cache(tmp_path).put(exchange())
        assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files can be made, but nothing can be written to them."""

    def opened(handle: int, mode: str) -> IO[bytes]:
        os.close(handle)
        return Path("/dev/full").open(mode)

    monkeypatch.setattr("indication_scout_assets.sources.http.entries.os.fdopen", opened)


def _write_and_read(directory: Path) -> None:
    """Write the same exchange again and again; whoever reads it meanwhile must find it whole."""
    store = ExchangeStore.cache(directory)
    for _ in range(25):
        store.put(exchange(b"x" * 10_000))
        assert store.get(request()) == exchange(b"x" * 10_000)


class TestAtomicWrites:
    def test_a_failed_write_leaves_the_old_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "file"
        write_atomically(path, b"old")

        def killed(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(Path, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            write_atomically(path, b"new")
        assert path.read_bytes() == b"old"
        assert list(tmp_path.iterdir()) == [path]

    def test_others_may_read(self, tmp_path: Path) -> None:
        write_atomically(tmp_path / "a" / "file", b"x")
        assert stat.S_IMODE((tmp_path / "a" / "file").stat().st_mode) == 0o644


def test_what_has_aged_is_told_and_what_was_written_since_is_not(tmp_path):
    store = ExchangeStore.cache(tmp_path)
    now = time.time()
    for term, age in (("old", 10 * 86400), ("new", 0)):
        before = set(tmp_path.rglob("*.*"))
        store.put(exchange(term.encode(), params={"term": term}))
        for path in set(tmp_path.rglob("*.*")) - before:
            os.utime(path, (now - age, now - age))
    aged = sorted(path.suffix for path in ExchangeFolder(tmp_path).aged(now - 5 * 86400))
    assert aged == [".gz"]
    assert list(ExchangeFolder(tmp_path).aged(now - 20 * 86400)) == []
