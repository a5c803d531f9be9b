"""Thousands of spoilt and hostile answers: every reader gives a value or one of the house's errors, in time.

The XML readers get bytes; the JSON readers get them through their clients, whose checks are part of the promise: every
way of ``every_way``. The whole answers are those of the wire server; the same seeds spoil them alike in every run.

    SCOUT_TEST_MUTATIONS=10000 .venv/bin/pytest -n auto indication_scout_tests/sources/test_mutated_inputs.py

spoils as many inputs for each reader and for each way of asking, instead of the few of every test run; never fewer.
"""

from __future__ import annotations

import asyncio
import io
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.outcomes import ScoutError
from indication_scout_assets.sources.file_parsing import parse
from indication_scout_assets.sources.formats.jats import has_body, parse_jats_set
from indication_scout_assets.sources.formats.spl import parse_spl
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import HttpClient, TransientBody
from indication_scout_assets.sources.literature.retraction_watch import RetractionWatch
from indication_scout_assets.sources.medlineplus import read_topics
from indication_scout_assets.sources.ncbi.pubmed_xml import parse_articles, split_records
from indication_scout_tests.wire import records
from indication_scout_tests.wire.messages import Request
from indication_scout_tests.wire.server import SOURCES

from . import mutations
from .client_calls import MOCKED, RECORDS, WAYS, Asked, every_service
from .faulty_server import OpenGate, Sleeper
from .ncbi.test_pubmed_xml import BARE, BOOK, FULL, answer
from .test_retraction_watch import row, text

pytestmark = pytest.mark.slow

MUTATIONS = int(os.environ.get("SCOUT_TEST_MUTATIONS", "0"))
TIMES_READ, TIMES_ASKED = max(100, MUTATIONS), max(80, MUTATIONS)
LONGEST, LONGEST_WAIT = 10.0, 120.0
"""Seconds for one input, which takes a few milliseconds, or one or two where it has half a million elements: of the
processor, for a busy machine is no hang, with room to collect what thousands of inputs left; and by the clock, for what
waits for ever."""

FILES = Path(records.__file__).parent / "records"
ARTICLES = answer(FULL, BARE, BOOK)
LABEL = (FILES / "spl" / "99000000-0000-4000-8000-000000000001.xml").read_bytes()
TEXT = (FILES / "jats" / "PMC99001013.xml").read_bytes()
TOPICS = (
    SOURCES["medlineplus"](RECORDS).answer(Request("GET", "query", {"db": "healthTopics", "term": "sildenafil"})).body
)
WATCH = text(row(), row(OriginalPaperPubMedID="90000001", RetractionNature="Correction")).encode()
STUDIES = SOURCES["clinicaltrials"](RECORDS).answer(Request("GET", "studies", {"query.intr": "sildenafil"})).body


def _parsed(form: str, content: bytes) -> object:
    return list(parse(form, io.BytesIO(content)))


def _watched(content: bytes) -> object:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "watch.csv"
        path.write_bytes(content)
        watch = RetractionWatch.open(path)
        return watch.rows, watch.complaint, watch.signals("90000001", "10.1000/own")


READERS: dict[str, tuple[Callable[[bytes], object], bytes, tuple[mutations.Mutation, ...]]] = {
    "PubMed, articles": (parse_articles, ARTICLES, mutations.XML),
    "PubMed, cut into records": (split_records, ARTICLES, mutations.XML),
    "SPL": (parse_spl, LABEL, mutations.XML),
    "JATS": (parse_jats_set, TEXT, mutations.XML),
    "JATS, has a body": (has_body, TEXT, mutations.XML),
    "MedlinePlus": (read_topics, TOPICS, mutations.XML),
    "Retraction Watch": (_watched, WATCH, mutations.CSV),
    "scout parse pubmed": (partial(_parsed, "pubmed"), ARTICLES, mutations.XML),
    "scout parse spl": (partial(_parsed, "spl"), LABEL, mutations.XML),
    "scout parse jats": (partial(_parsed, "jats"), TEXT, mutations.XML),
    "scout parse ctgov": (partial(_parsed, "ctgov"), STUDIES, mutations.JSON),
}


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_of_bytes(reader: str) -> None:
    read, whole, ways = READERS[reader]
    chance = random.Random(reader)
    read(whole)
    values = 0
    for _ in range(TIMES_READ):
        way = mutations.some_way(ways, chance)
        values += _is_value(way, partial(read, way(whole, chance)))
    assert 0 < values < TIMES_READ


@pytest.mark.parametrize("way", WAYS)
def test_a_way_of_asking(way: str) -> None:
    spoiling = _Spoiling(random.Random(way))

    def once(loop: asyncio.Runner) -> object:
        return loop.run(_asked(way, spoiling))

    with asyncio.Runner() as loop:
        once(loop)
        spoiling.spoils = True
        values = sum(_is_value(spoiling, lambda: once(loop)) for _ in range(TIMES_ASKED))
    assert 0 < values < TIMES_ASKED


def _is_value(way: object, read: Callable[[], object]) -> bool:
    """Whether a value came of it; anything but a value and the house's errors is raised, with how to make it again."""
    started = time.process_time()
    try:
        with _no_hang():
            given: object = read()
    except (ScoutError, TransientBody) as error:
        given = error
    except BaseException as error:
        error.add_note(f"after {getattr(way, '__name__', way)}")
        raise
    assert time.process_time() - started < LONGEST, f"too slow after {getattr(way, '__name__', way)}"
    shown = repr(given)
    assert mutations.EXPANDED not in shown
    assert "root:" not in shown
    return not isinstance(given, Exception)


@contextmanager
def _no_hang() -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"still reading ({signal.Signals(number).name})")

    limits = {
        signal.SIGVTALRM: (signal.ITIMER_VIRTUAL, LONGEST),
        signal.SIGALRM: (signal.ITIMER_REAL, LONGEST_WAIT),
    }
    before = {number: signal.signal(number, stop) for number in limits}
    for timer, seconds in limits.values():
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for timer, _ in limits.values():
            signal.setitimer(timer, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


async def _asked(way: str, spoiling: _Spoiling) -> object:
    client = HttpClient(
        user_agent="Test/1", exchanges=ExchangeStore(_Nothing()), rate=OpenGate(), sleep=Sleeper(), attempts=1,
        transport=httpx.MockTransport(spoiling),
    )  # fmt: skip
    async with client as http:
        return await WAYS[way](Asked(http, MOCKED))


class _Nothing:
    """A shelf that keeps nothing, so that every question is asked."""

    def get(self, request: Any) -> None:
        return None

    def put(self, exchange: Any) -> None:
        pass


class _Spoiling:
    """All services, two of three of whose answers are spoilt; some also lie about what they hold."""

    def __init__(self, chance: random.Random) -> None:
        self.spoils = False
        self._chance = chance
        self._whole = every_service()
        self._way = ""

    def __call__(self, request: httpx.Request) -> httpx.Response:
        whole = self._whole(request)
        if not (self.spoils and whole.content and self._chance.random() < 0.67):
            return whole
        ways = mutations.XML if whole.content.lstrip().startswith(b"<") else mutations.JSON
        way = mutations.some_way(ways, self._chance)
        self._way = way.__name__
        return httpx.Response(
            whole.status_code,
            content=way(whole.content, self._chance),
            headers={"content-type": mutations.content_type(whole.headers["content-type"], self._chance)},
        )

    def __repr__(self) -> str:
        return self._way
