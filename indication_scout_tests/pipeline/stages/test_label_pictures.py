"""Pictures of labels, looked at by a vision model: a local server is both DailyMed and the provider."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.domain.monographs.label_documents import PictureKind
from indication_scout_assets.pipeline.engine import Ended
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.pipeline.runner import run_all, run_for_drugs
from indication_scout_assets.pipeline.stage_order import STAGES
from indication_scout_assets.pipeline.stages.label_pictures import LABEL_IMAGES
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database
from indication_scout_tests.json_server import Answer, Asked, JsonServer, json_server
from indication_scout_tests.label_examples import PICTURE
from indication_scout_tests.wire.model_protocols import ANTHROPIC, secret_in
from indication_scout_tests.wire.records import RECORDS

DRUG = "sildenafil"
BEFORE = [stage for stage in STAGES if stage.name in ("drug_profile", "drug_labels") or stage.group == "labels"]


class DailyMedAndProvider:
    """Serves the demonstration's labels, one picture's bytes for every name but those ``lacking``, and one kind."""

    def __init__(self, kind: str = "logo", lacking: str = "") -> None:
        self.kind, self.lacking = kind, lacking
        self.asked: list[Asked] = []

    def __call__(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        url = urlsplit(asked.path)
        if url.path == ANTHROPIC.path:
            return 200, {}, ANTHROPIC.answers({"kind": self.kind})
        if url.path == "/dailymed/image.cfm":
            is_there = parse_qs(url.query)["name"] != [self.lacking]
            return (200, {"Content-Type": "image/png"}, PICTURE) if is_there else (404, {}, b"")
        return 200, {"Content-Type": "application/xml"}, (RECORDS / "spl" / url.path.rsplit("/", 1)[-1]).read_bytes()

    @property
    def questions(self) -> list[Asked]:
        return [asked for asked in self.asked if asked.path == ANTHROPIC.path]


@pytest.fixture
def demo(db: Database, tmp_path: Path) -> Database:
    """The demonstration's labels of one drug, their pictures sorted by caption and place."""
    chosen = Settings(workspace="demo", state_dir=tmp_path, reports_dir=tmp_path / "reports", snapshot=SNAPSHOT)
    db.drugs.add(DRUG, DRUG)
    run_all(Workbench(chosen, db, ExchangeStore.replay(SNAPSHOT)), [DRUG], stages=BEFORE)
    return db


def looked_at(db: Database, tmp_path: Path, service: JsonServer, **changes: Any) -> Any:
    """How the stage ends where a vision model is chosen."""
    chosen = Settings(
        workspace="demo", state_dir=tmp_path, dailymed_url=f"{service.url}/dailymed/services/v2",
        anthropic_url=service.url, SCOUT_ANTHROPIC_API_KEY="sk-very-secret", picture_reader="anthropic", **changes,
    )  # fmt: skip
    bench = Workbench(chosen, db, ExchangeStore.cache(tmp_path / service.url[-5:], timedelta(days=1)))
    (end,) = run_for_drugs([LABEL_IMAGES], bench, [DRUG])
    return end


def test_a_vision_model_says_what_pictures_show_and_its_word_is_kept(demo: Database, tmp_path: Path):
    speaks = DailyMedAndProvider()
    before = demo.labels.load(DRUG).pictures
    with json_server(speaks) as service:
        assert looked_at(demo, tmp_path, service).ended is Ended.DONE
        asked = len(service.asked)
        assert looked_at(demo, tmp_path, service).ended is Ended.UNCHANGED
        assert len(service.asked) == asked
    after = demo.labels.load(DRUG).pictures
    assert PictureKind.LOGO not in {picture.kind for picture in before}
    assert {(picture.kind, picture.kind_by) for picture in after} == {(PictureKind.LOGO, "claude-sonnet-5-5")}
    assert demo.labels.picture_bytes(DRUG, after[0].file) == PICTURE
    assert all(picture.sha256 for picture in after), "only what has a hash is shown on the label's page"
    assert len(speaks.questions) == 1, "the same picture under the same words is looked at once"
    assert secret_in(speaks.questions[0])


def test_without_bytes_or_answer_caption_and_place_decide(demo: Database, tmp_path: Path):
    before = demo.labels.load(DRUG).pictures
    lacking = DailyMedAndProvider(lacking=before[0].file)
    with json_server(lacking) as service:
        assert looked_at(demo, tmp_path, service).ended is Ended.DONE
    assert demo.labels.load(DRUG).pictures == before
    assert lacking.questions == []
    with json_server(DailyMedAndProvider(kind="cartoon")) as service:
        wrong = looked_at(demo, tmp_path, service, reading_model="another")
    assert [outcome.state.value for outcome in wrong.outcomes] == ["degraded"]
    assert "caption and place decide" in wrong.outcomes[0].reason
    assert [picture.kind for picture in demo.labels.load(DRUG).pictures] == [picture.kind for picture in before]
