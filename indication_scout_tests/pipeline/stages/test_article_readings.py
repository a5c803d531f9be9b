"""The stage that reads: each top article once, on exact words, and never twice."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.domain.findings.readings import ArticleReading, Direction, ReaderId, ReadFailure
from indication_scout_assets.domain.model_calls import ModelPrice
from indication_scout_assets.domain.outcomes import TransientFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.runs import StageRun
from indication_scout_assets.language_models.model_reply import NoAnswer
from indication_scout_assets.language_models.model_request import ModelRequest
from indication_scout_assets.pipeline.engine import Ended
from indication_scout_assets.pipeline.resources.workbench import DrugRun, Workbench
from indication_scout_assets.pipeline.runner import run_all, run_for_drugs
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.pipeline.stages.article_stages.article_readings import ARTICLE_READINGS
from indication_scout_assets.pipeline.stages.article_stages.literature import RERANKED_TOP_K
from indication_scout_assets.providers.budget import Spending
from indication_scout_assets.reading import readers, stored_readings
from indication_scout_assets.reading.model_reader import ModelReader
from indication_scout_assets.reading.reader_protocol import ArticleToRead, ReadingDraft
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.workspace import drop
from indication_scout_assets.text.bundled_encoder import best_precision
from indication_scout_tests.whole_runs import WordEmbedder

NAMES = [stage.name for stage in STAGES]
DRUG = "sildenafil"
NOTHING: dict[str, Any] = {
    "relation": "unclear", "sentence": None, "words": "", "second_sentence": None, "direction": "none",
    "equal_to": "", "cautious": False, "of_combination": False, "of_narrower_disease": False, "primary": None,
    "effects": [],
}  # fmt: skip


def bench(db: Database, folder: Path) -> Workbench:
    settings = Settings(workspace="demo", state_dir=folder, reports_dir=folder / "reports", snapshot=SNAPSHOT)
    made = Workbench(settings, db, ExchangeStore.replay(SNAPSHOT))
    made.__dict__["embedder"] = WordEmbedder()
    return made


@pytest.fixture(scope="module")
def carried(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """The demonstration's drug, carried as far as its readings."""
    workspace = f"t_{uuid.uuid4().hex[:16]}"
    with Database.open(database_url, workspace) as db:
        made = bench(db, tmp_path_factory.mktemp("carried"))
        db.drugs.add(DRUG, DRUG)
        ends = run_all(made, [DRUG], stages=STAGES[: NAMES.index("article_readings") + 1])
        assert {end.ended for end in ends} == {Ended.DONE}, [end.run.reason for end in ends if end.run.reason]
        yield made
    drop(database_url, workspace)


@pytest.fixture
def run(carried: Workbench) -> Iterator[Workbench]:
    """A workbench over it; the readings are as they were when the next test comes."""
    db = carried.db
    readings, stage = db.readings.load(DRUG), stage_run(db)
    yield bench(db, carried.settings.state_dir)
    db.readings.replace(DRUG, {disease: [*of_pair.values()] for disease, of_pair in readings.items()})
    db.stages.record(stage)


def stage_run(db: Database) -> StageRun:
    """How the stage that reads ended for the drug."""
    last = db.stages.get(DRUG, "article_readings")
    assert last is not None
    return last


def again(made: Workbench) -> Any:
    """What the stage comes to where it is made again whether or not anything changed."""
    return asyncio.run(ARTICLE_READINGS.function(DrugRun(made, None, DRUG)))  # type: ignore[arg-type]


def stored(made: Workbench) -> dict[str, dict[str, ArticleReading]]:
    return made.db.readings.load(DRUG)


def no_reader(*asked: Any) -> Iterator[Any]:
    raise AssertionError(asked)
    yield


def test_every_reading_of_a_top_article_exists_and_every_direction_has_its_exact_words(run: Workbench) -> None:
    made = stored(run)
    top = {i: {row.id for row in rows if row.in_top_k} for i, rows in run.db.evidence.load(DRUG).items()}
    assert sum(map(len, top.values())) >= 10
    assert {i: ids - set(made.get(i, {})) for i, ids in top.items() if ids} == {i: set() for i in top if top[i]}
    readings = [reading for of_pair in made.values() for reading in of_pair.values()]
    articles = run.db.articles.load([reading.article_id for reading in readings])
    described = [reading for reading in readings if reading.of_pair.direction is not Direction.NONE]
    assert len({reading.of_pair.direction for reading in described}) >= 2
    for reading in described:
        span = reading.of_pair.span
        assert span is not None, reading.article_id
        assert span.text
        assert getattr(articles[reading.article_id], span.field)[span.start : span.end] == span.text
    assert all(reading.of_pair.directness is not None for reading in readings), "read in full"


def test_the_second_time_nothing_is_read_and_nobody_is_asked(run: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stored(run)
    [end] = run_for_drugs([ARTICLE_READINGS], run, [DRUG])
    assert (end.ended, end.work.get("requests", 0), end.work.get("model_calls", 0)) == (Ended.UNCHANGED, 0, 0)
    monkeypatch.setattr("indication_scout_assets.reading.rule_reader.RuleReader.read", lambda self, asked: iter(
        [] if not asked else no_reader(asked)
    ))  # fmt: skip
    written = again(run)
    written.write()
    total = sum(map(len, before.values()))
    assert (written.facts["read_now"], written.facts["read_before"], written.facts["rows"]) == (0, total, total)
    assert stored(run) == before


def test_a_change_of_the_code_reads_anew(run: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stored(run)
    monkeypatch.setattr(readers, "code_fingerprint", lambda: "another")
    written = again(run)
    written.write()
    after = stored(run)
    assert (written.facts["read_now"], written.facts["read_before"]) == (sum(map(len, before.values())), 0)
    assert {r.reader.version for of_pair in after.values() for r in of_pair.values()} == {f"another.{best_precision()}"}
    assert {i: [r.of_pair for r in of_pair.values()] for i, of_pair in after.items()} == {
        i: [r.of_pair for r in of_pair.values()] for i, of_pair in before.items()
    }


def test_a_reader_that_fails_on_one_article_leaves_the_others_and_says_why(
    run: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stored(run)
    lost = next(article_id for of_pair in before.values() for article_id in of_pair)

    class Fails:
        id = ReaderId(name="fails once", version="1")

        def read(self, articles: Sequence[ArticleToRead]) -> Iterator[ReadingDraft | ReadFailure]:
            for draft, (article, _) in zip(readers.reader().read(articles), articles, strict=True):
                yield ReadFailure(reason="The service is busy.") if article.id == lost else draft

    run.__dict__["readers"] = (Fails(),)
    written = again(run)
    written.write()
    after = stored(run)
    assert {i: set(after.get(i, {})) for i in before} == {i: set(of_pair) - {lost} for i, of_pair in before.items()}
    assert sum(map(len, after.values())) > 3
    assert f"{lost} was not read by fails once: The service is busy." in written.preview
    assert {r.reader.name for of_pair in after.values() for r in of_pair.values()} == {"fails once"}


def test_what_a_model_leaves_is_read_by_the_next_reader_counted_and_tried_again(run: Workbench) -> None:
    """The model answers on one article, is out of reach for another and has nothing on the rest."""
    answered, lost, *_ = {article_id: 0 for of_pair in stored(run).values() for article_id in of_pair}

    class Model:
        provider, model, batched, spending = "anthropic", "m", False, Spending(ModelPrice(input=2, output=10))

        def ask_many(self, requests: Sequence[ModelRequest]) -> list[Any]:
            articles = run.db.articles.load([answered, lost])
            return [self.answer(request, articles) for request in requests]

        def answer(self, request: ModelRequest, articles: Mapping[str, Article]) -> Any:
            if articles[answered].title in request.messages[0].text:
                asked = json.loads(request.messages[0].text)["pairs"]
                return {"study": {"design": "cohort", "design_words": "", "population": "human", "participants": []},
                        "pairs": [NOTHING | {"pair": pair["pair"]} for pair in asked]}  # fmt: skip
            late = articles[lost].title in request.messages[0].text
            return TransientFailure("It is down.") if late else NoAnswer("It declined.")

    run.__dict__["readers"] = (ModelReader(cast(Any, Model()), "1"), readers.reader())
    written = again(run)
    written.write()
    made = {article_id: reading for of_pair in stored(run).values() for article_id, reading in of_pair.items()}
    assert {i for i, reading in made.items() if reading.reader.name == "anthropic"} == {answered}
    assert {reading.reader.name for i, reading in made.items() if i != answered} == {"bundled"}
    facts = written.facts
    assert (facts["articles_read_by_model"], facts["articles_left"]) == (1, len(made) - 1)
    assert facts["articles_left_for_now"] == 1
    assert facts["likely_dollars"] > 0
    assert f"{lost} was not read by anthropic (m), but read by bundled: It is down." in written.preview
    run.db.stages.record(stage_run(run.db).model_copy(update={"facts": facts}))
    assert not ARTICLE_READINGS.intact(DrugRun(run, None, DRUG))  # type: ignore[arg-type]


def test_ranking_twice_takes_brief_readings_from_the_store(run: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    places = run.db.evidence.load(DRUG)
    assert {row.read_by for rows in places.values() for row in rows} == {"", "rules, in brief"}
    monkeypatch.setattr(stored_readings, "read", lambda by, due: no_reader() if due else iter(()))
    written: Any = asyncio.run(RERANKED_TOP_K.function(DrugRun(run, None, DRUG)))  # type: ignore[arg-type]
    written.write()
    assert run.db.evidence.load(DRUG) == places
