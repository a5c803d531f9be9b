"""Snapshots: recorded, finished, replayed byte for byte, verified."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.sources.http import snapshots
from indication_scout_assets.sources.http.entries import Exchange, Request, write_atomically
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpAnswer, HttpClient, TransientBody

from ..faulty_server import OpenGate, Sleeper

SEARCH = {"operationName": "search", "query": "query search($q: String!) {x}", "variables": {"q": "sildenafil"}}
BODIES = {
    "/graphql": b'{"data":  {"caf\xc3\xa9": "\xe2\x80\xa8"}}\r\n',
    "/eutils/esearch.fcgi": b"<a>\r\n\t<b/>\n</a>  ",
    "/eutils/strange": b"\x00\xff\xfe not text \r",
    "/eutils/empty": b"",
}
TYPES = {"/graphql": "application/json; charset=UTF-8", "/eutils/esearch.fcgi": "text/xml"}


def service(request: httpx.Request) -> httpx.Response:
    path = request.url.path
    return httpx.Response(200, content=BODIES[path], headers={"Content-Type": TYPES.get(path, "")})


def nobody(request: httpx.Request) -> httpx.Response:
    raise AssertionError(f"a replay asked {request.url}")


def ask(store: ExchangeStore, base: str, handler: Callable[[httpx.Request], httpx.Response]) -> list[HttpAnswer]:
    """Ask two hosts below ``base`` everything there is."""
    targets = Host("Open Targets", f"{base}/graphql", 5)
    pubmed = Host("PubMed", f"{base}/eutils/", 3, identify={"tool": "scout"}, secrets={"api_key": "s3cr3t"})

    async def run() -> list[HttpAnswer]:
        async with HttpClient(
            user_agent="Test/1", exchanges=store, rate=OpenGate(), sleep=Sleeper(),
            transport=httpx.MockTransport(handler),
        ) as http:  # fmt: skip
            return [
                await http.request(targets, "POST", "", json=SEARCH, check=HttpAnswer.json),
                await http.request(pubmed, "GET", "esearch.fcgi", params={"db": "pubmed", "term": "sildenafil AND ED"}),
                await http.request(pubmed, "GET", "strange", store=False),
                await http.request(pubmed, "POST", "empty", form={"id": "1,2"}),
            ]

    return asyncio.run(run())


@pytest.fixture
def snapshot(tmp_path: Path) -> Path:
    """A finished snapshot of four exchanges."""
    directory = tmp_path / "snapshot"
    ask(ExchangeStore.record(directory), "https://live.example.org", service)
    assert snapshots.finish(directory, covers=["sildenafil"]) == 4
    return directory


def lines(directory: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (directory / "manifest.jsonl").read_text().splitlines()]


def rewrite(directory: Path, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> None:
    text = "".join(json.dumps(line) + "\n" for line in change(lines(directory)))
    (directory / "manifest.jsonl").write_text(text)


class TestReplay:
    def test_every_byte_comes_back_at_another_address(self, tmp_path: Path) -> None:
        directory = tmp_path / "snapshot"
        recorded = ask(ExchangeStore.record(directory), "https://live.example.org", service)
        assert [exchange.body for exchange in recorded] == list(BODIES.values())
        snapshots.finish(directory)
        replayed = ask(ExchangeStore.replay(directory), "http://127.0.0.1:1/copy", nobody)
        for was, now in zip(recorded, replayed, strict=True):
            assert (now.body, now.status, now.content_type, now.fetched_at) == (
                was.body, was.status, was.content_type, was.fetched_at,
            )  # fmt: skip
            assert now.cached
            assert now.url == was.url.replace("https://live.example.org", "http://127.0.0.1:1/copy")

    def test_what_was_not_recorded_is_one_plain_sentence(self, snapshot: Path) -> None:
        asked = Request.of("Open Targets", "POST", "", json=SEARCH | {"variables": {"q": "aspirin"}})
        with pytest.raises(PermanentFailure) as caught:
            ExchangeStore.replay(snapshot).get(asked)
        assert str(caught.value) == (
            f"The snapshot at {snapshot} holds no answer for Open Targets search 'aspirin'; it covers sildenafil; "
            "record one with `scout snapshot record`, or use another workspace."
        )

    @pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(b"<a/>")])
    def test_a_damaged_file_is_a_failure(self, damage: Callable[[Path], None], snapshot: Path) -> None:
        damage(next(snapshot.glob("bodies/pubmed/esearch-*.xml")))
        with pytest.raises(
            PermanentFailure, match=r"esearch-sildenafil-and-ed-\w{8}.xml is missing or changed; restore it"
        ):
            ask(ExchangeStore.replay(snapshot), "https://x.org", nobody)

    def test_an_answer_that_fails_todays_check_is_a_failure(self, snapshot: Path) -> None:
        def check(_: HttpAnswer) -> None:
            raise TransientBody("no result list")

        async def run() -> None:
            store = ExchangeStore.replay(snapshot)
            async with HttpClient(user_agent="", exchanges=store, rate=OpenGate()) as http:
                await http.request(Host("Open Targets", "https://x.org", 5), "POST", "", json=SEARCH, check=check)

        with pytest.raises(
            PermanentFailure, match=r"Open Targets search 'sildenafil' cannot be used \(no result list\)"
        ):
            asyncio.run(run())

    def test_a_replay_writes_nothing(self, snapshot: Path) -> None:
        store = ExchangeStore.replay(snapshot)
        with pytest.raises(PermanentFailure, match="is being replayed"):
            store.put(Exchange(Request.of("PubMed", "GET", "x"), 200, "", datetime.now(UTC), b""))

    def test_no_snapshot(self, tmp_path: Path) -> None:
        with pytest.raises(PermanentFailure, match=r"There is no snapshot in .*; record one with"):
            ExchangeStore.replay(tmp_path)

    def test_a_killed_recording_is_no_snapshot(self, tmp_path: Path) -> None:
        ask(ExchangeStore.record(tmp_path), "https://x.org", service)
        with pytest.raises(PermanentFailure, match=r"was never finished"):
            ExchangeStore.replay(tmp_path)

    def test_a_line_that_is_no_exchange(self, snapshot: Path) -> None:
        with (snapshot / "manifest.jsonl").open("a") as file:
            file.write('{"host": "PubMed"}\n')
        with pytest.raises(PermanentFailure, match=r"Line 5 of .*manifest.jsonl is no exchange"):
            ExchangeStore.replay(snapshot)

    def test_a_file_outside_of_the_snapshot_is_not_read(self, snapshot: Path) -> None:
        (snapshot.parent / "outside").write_bytes(b"")
        rewrite(snapshot, lambda all_: [line | {"body": "bodies/../../outside"} for line in all_])
        with pytest.raises(PermanentFailure, match="missing or changed"):
            ask(ExchangeStore.replay(snapshot), "https://x.org", nobody)
        assert any("lies outside of the snapshot" in problem for problem in snapshots.verify(snapshot).problems)


class TestRecording:
    def test_a_damaged_snapshot_is_not_extended(self, snapshot: Path) -> None:
        first_body(snapshot).unlink()
        record_one(snapshot, "new", b"[1]")
        with pytest.raises(PermanentFailure, match="missing or changed"):
            snapshots.finish(snapshot, extend=True)
        assert len(lines(snapshot)) == 4

    def test_files_read_well(self, snapshot: Path) -> None:
        names = sorted(str(path.relative_to(snapshot)) for path in snapshot.rglob("*") if path.is_file())
        keys = {line["path"]: Request.from_json(line).key[:8] for line in lines(snapshot)}
        assert names == [
            ".gitattributes",
            "about.json",
            f"bodies/open-targets/search-sildenafil-{keys['']}.json",
            f"bodies/pubmed/empty-1-2-{keys['/empty']}.txt",
            f"bodies/pubmed/esearch-sildenafil-and-ed-{keys['/esearch.fcgi']}.xml",
            f"bodies/pubmed/strange-{keys['/strange']}.txt",
            "manifest.jsonl",
        ]
        assert [(line["host"], line["path"]) for line in lines(snapshot)] == [
            ("Open Targets", ""), ("PubMed", "/empty"), ("PubMed", "/esearch.fcgi"), ("PubMed", "/strange"),
        ]  # fmt: skip

    def test_no_secret_and_no_address_is_written(self, snapshot: Path) -> None:
        text = "".join(path.read_text("latin-1") for path in snapshot.rglob("*") if path.is_file())
        for hidden in ("s3cr3t", "api_key", "tool", "live.example.org"):
            assert hidden not in text

    def test_a_killed_recording_goes_on(self, tmp_path: Path) -> None:
        ask(ExchangeStore.record(tmp_path), "https://x.org", service)
        ask(ExchangeStore.record(tmp_path), "https://x.org", nobody)
        assert snapshots.finish(tmp_path) == 4

    def test_nothing_recorded(self, tmp_path: Path) -> None:
        with pytest.raises(PermanentFailure, match="Nothing was recorded"):
            snapshots.finish(tmp_path)

    @pytest.mark.parametrize(
        ("extend", "paths"), [(False, ["/new"]), (True, ["", "/empty", "/esearch.fcgi", "/new", "/strange"])]
    )
    def test_a_second_recording_replaces_or_extends(self, extend: bool, paths: list[str], snapshot: Path) -> None:
        record_one(snapshot, "new", b"[1]")
        assert [line["path"] for line in lines(snapshot)] == ["", "/empty", "/esearch.fcgi", "/strange"], "not yet"
        snapshots.finish(snapshot, covers=["bupropion"], extend=extend)
        assert [line["path"] for line in lines(snapshot)] == paths
        report = snapshots.verify(snapshot)
        assert report.problems == ()
        assert report.covers == (("bupropion", "sildenafil") if extend else ("bupropion",))

    def test_recorded_anew_a_question_keeps_its_file(self, snapshot: Path) -> None:
        record_one(snapshot, "new", b"[1]")
        snapshots.finish(snapshot)
        (before,) = snapshot.glob("bodies/pubmed/*")
        record_one(snapshot, "new", b"[2]")
        snapshots.finish(snapshot)
        (after,) = snapshot.glob("bodies/pubmed/*")
        assert (after, after.read_bytes()) == (before, b"[2]")

    def test_finishing_again_changes_nothing(self, snapshot: Path) -> None:
        before = {path: path.read_bytes() for path in snapshot.rglob("*") if path.is_file()}
        for exchange in snapshots.Snapshot.open(snapshot):
            ExchangeStore.record(snapshot).put(exchange)
        snapshots.finish(snapshot, covers=["sildenafil"])
        assert {path: path.read_bytes() for path in snapshot.rglob("*") if path.is_file()} == before

    @pytest.mark.parametrize("stop", range(1, 10))
    def test_killed_while_finishing_nothing_is_lost(
        self, stop: int, snapshot: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        record_one(snapshot, "new", b"[1]")
        with monkeypatch.context() as patch:
            patch.setattr(snapshots, "write_atomically", killed_at(stop, write_atomically))
            try:
                snapshots.finish(snapshot, extend=True)
            except KeyboardInterrupt:
                if not (snapshot / "manifest.jsonl").exists():
                    with pytest.raises(PermanentFailure, match="never finished"):
                        ExchangeStore.replay(snapshot)
                snapshots.finish(snapshot, extend=True)
        assert snapshots.verify(snapshot).problems == ()
        assert len(lines(snapshot)) == 5
        assert snapshots.verify(snapshot).covers == ("sildenafil",)


def record_one(directory: Path, path: str, body: bytes) -> None:
    request = Request.of("PubMed", "GET", path)
    ExchangeStore.record(directory).put(
        Exchange(request, 200, "application/json", datetime(2026, 5, 1, tzinfo=UTC), body)
    )


def killed_at(stop: int, write: Callable[[Path, bytes], None]) -> Callable[[Path, bytes], None]:
    """A writer that dies at its ``stop``-th file, once."""
    count = iter(range(1, 1000))

    def run(path: Path, content: bytes) -> None:
        if next(count) == stop:
            raise KeyboardInterrupt
        write(path, content)

    return run


def first_body(directory: Path) -> Path:
    return next(directory.glob("bodies/open-targets/*"))


def damages() -> Iterator[tuple[str, Callable[[Path], object]]]:
    """What may be wrong with a snapshot, and the sentence that says it."""
    yield r"The file bodies/open-targets/\S+ is missing;", lambda at: first_body(at).unlink()
    yield r"The file bodies/open-targets/\S+ is not the one", lambda at: first_body(at).write_bytes(b"{}")
    yield r"The file bodies/pubmed/more.xml belongs to no line", lambda at: (at / "bodies/pubmed/more.xml").touch()
    yield r"There is no readable manifest.jsonl", lambda at: (at / "manifest.jsonl").unlink()
    yield r"Line 1 of manifest.jsonl is no exchange", lambda at: (at / "manifest.jsonl").write_text("?\n")
    yield r"The lines of manifest.jsonl are not sorted", lambda at: rewrite(at, lambda all_: all_[::-1])
    yield (
        r"Line 2 asks Open Targets search 'sildenafil' a second time",
        lambda at: rewrite(at, lambda all_: [all_[0], *all_]),
    )
    yield (
        r"A recording was begun here",
        lambda at: ExchangeStore.record(at).put(
            Exchange(Request.of("PubMed", "GET", "x"), 200, "", datetime.now(UTC), b"")
        ),
    )
    for name in ("api_key", "apiKey", "API-KEY", "token", "email"):
        yield (
            rf"The request PubMed \S+ .*shows '{name}'",
            lambda at, name=name: rewrite(  # type: ignore[misc]
                at, lambda all_: [*all_[:-1], all_[-1] | {"params": {name: "x"}}]
            ),
        )
    yield (
        r"shows 'api_key'",
        lambda at: rewrite(at, lambda all_: [all_[0] | {"json": {"v": [{"api_key": 1}]}}, *all_[1:]]),
    )


class TestVerify:
    def test_a_good_snapshot(self, snapshot: Path) -> None:
        report = snapshots.verify(snapshot)
        assert report.ok
        assert report == snapshots.SnapshotReport(
            directory=snapshot,
            exchanges=4,
            size=sum(map(len, BODIES.values())),
            covers=("sildenafil",),
            problems=(),
        )

    @pytest.mark.parametrize(("sentence", "damage"), list(damages()))
    def test_a_bad_one(self, sentence: str, damage: Callable[[Path], object], snapshot: Path) -> None:
        damage(snapshot)
        report = snapshots.verify(snapshot)
        assert not report.ok
        matching = [problem for problem in report.problems if re.search(sentence, problem)]
        assert matching
        assert all(problem.endswith(".") for problem in report.problems)
