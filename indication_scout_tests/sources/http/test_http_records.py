"""Batch fetches, whose answers are kept one record per id."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.sources.http import snapshots
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import HttpClient, TransientBody, expect_xml

from ..faulty_server import host, mocked


def split(body: bytes) -> dict[str, bytes]:
    return {match[1].decode(): match[0] for match in re.finditer(rb"<r>(\d+)</r>", body)}


def form(ids: Sequence[str]) -> dict[str, Any]:
    return {"db": "pubmed", "id": ",".join(ids)}


class Records:
    """A service that knows the records 1 to 9 and remembers which batches it was asked for."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        ids = httpx.QueryParams(request.content.decode())["id"].split(",")
        self.batches.append(ids)
        body = "".join(f"<r>{record_id}</r>" for record_id in ids if len(record_id) == 1)
        return httpx.Response(200, text=f"<set>{body}</set>", headers={"Content-Type": "text/xml"})


class TestRecords:
    def fetch(
        self, ids: Sequence[str], service: Any, store: ExchangeStore, *, batches: bool = False, **more: Any
    ) -> dict[str, bytes]:
        async def use(http: HttpClient) -> dict[str, bytes]:
            result = await http.records(
                host(), "efetch.fcgi", ids, form=form, split=split, batch=3, check=expect_xml, store=batches
            )  # fmt: skip
            assert http.counters["PubMed"].records == len(result)
            return result

        return mocked(service, use, store, **more)

    def test_batches_hold_each_id_once_and_unknown_ids_are_missing(self, tmp_path: Path) -> None:
        service = Records()
        result = self.fetch(["5", "77", "1", "5", "2", "3"], service, ExchangeStore.cache(tmp_path))
        assert list(result) == ["5", "1", "2", "3"]
        assert result["5"] == b"<r>5</r>"
        assert service.batches == [["5", "77", "1"], ["2", "3"]]

    def test_a_cache_keeps_no_record(self, tmp_path: Path) -> None:
        service = Records()
        for _ in range(2):
            self.fetch(["1"], service, ExchangeStore.cache(tmp_path))
        assert service.batches == [["1"], ["1"]]
        assert not list(tmp_path.iterdir())

    def test_a_cache_keeps_the_batches_of_a_caller_without_a_table(self, tmp_path: Path) -> None:
        service = Records()
        first, again, other = (
            self.fetch(ids, service, ExchangeStore.cache(tmp_path), batches=True)
            for ids in (["5", "77", "1", "2"], ["5", "77", "1", "2"], ["5", "3"])
        )
        assert first == again == {record_id: f"<r>{record_id}</r>".encode() for record_id in "512"}
        assert list(other) == ["5", "3"]
        assert service.batches == [["5", "77", "1"], ["2"], ["5", "3"]]

    def test_a_recording_fetches_each_record_once(self, tmp_path: Path) -> None:
        service = Records()
        self.fetch(["1", "2", "77"], service, ExchangeStore.record(tmp_path))
        result = self.fetch(["77", "2", "3"], service, ExchangeStore.record(tmp_path))
        assert list(result) == ["2", "3"]
        assert service.batches == [["1", "2", "77"], ["3"]]

    def test_no_ids_no_request(self, tmp_path: Path) -> None:
        service = Records()
        assert self.fetch([], service, ExchangeStore.cache(tmp_path)) == {}
        assert service.batches == []

    def test_a_truncated_batch_is_fetched_again(self, tmp_path: Path) -> None:
        service, bodies = Records(), iter([b"<set><r>1</r>", None])

        def reply(request: httpx.Request) -> httpx.Response:
            body = next(bodies)
            return httpx.Response(200, content=body) if body else service(request)

        assert self.fetch(["1", "2"], reply, ExchangeStore.record(tmp_path)) == {"1": b"<r>1</r>", "2": b"<r>2</r>"}

    def test_a_batch_that_cannot_be_split_is_fetched_again(self, tmp_path: Path) -> None:
        attempts = 0

        def fragile(body: bytes) -> dict[str, bytes]:
            nonlocal attempts
            attempts += 1
            if attempts == 1:
                raise TransientBody("no record could be read")
            return split(body)

        async def use(http: HttpClient) -> dict[str, bytes]:
            return await http.records(host(), "efetch.fcgi", ["1"], form=form, split=fragile, batch=3)

        assert mocked(Records(), use, ExchangeStore.cache(tmp_path)) == {"1": b"<r>1</r>"}

    def test_one_failed_batch_fails_the_fetch_with_its_own_words(self, tmp_path: Path) -> None:
        def reply(request: httpx.Request) -> httpx.Response:
            return httpx.Response(500) if b"id=4" in request.content else Records()(request)

        with pytest.raises(TransientFailure, match=r"HTTP 500 at …/efetch.fcgi"):
            self.fetch(["1", "2", "3", "4"], reply, ExchangeStore.cache(tmp_path), attempts=2)

    def test_a_replay_puts_other_batches_together(self, tmp_path: Path) -> None:
        self.fetch(["1", "2", "77", "3"], Records(), ExchangeStore.record(tmp_path))
        snapshots.finish(tmp_path, covers=["sildenafil"])
        service = Records()
        store = ExchangeStore.replay(tmp_path)
        assert self.fetch(["3", "77", "1"], service, store) == {"3": b"<r>3</r>", "1": b"<r>1</r>"}
        assert service.batches == []
        with pytest.raises(
            PermanentFailure, match=r"holds no answer for PubMed efetch.fcgi '4'; it covers sildenafil;"
        ):
            self.fetch(["1", "4"], service, store)
