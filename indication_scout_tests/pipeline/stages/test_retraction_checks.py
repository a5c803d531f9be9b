"""The retraction gate as a stage asks it: who was asked, who answered, and what silence does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, SourceState, TransientFailure
from indication_scout_assets.domain.records.articles import Article, Correction, Origin, RetractionStatus
from indication_scout_assets.domain.records.retractions import Notice, RetractionCheck, RetractionSignal
from indication_scout_assets.pipeline.stages.article_stages.retraction_checks import Checked, check_retractions
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.literature.retraction_watch import RetractionWatch

PAPER = Article(pmid="99000001", doi="10.99999/Paper.1", title="Sildenafil in Raynaud disease")
BARE = Article(id="S2:1", title="Sildenafil in winter", origins=(Origin(source="Semantic Scholar", id="1"),))
HEADER = (
    "OriginalPaperPubMedID,OriginalPaperDOI,RetractionNature,RetractionDate,RetractionDOI,RetractionPubMedID,Reason"
)
RETRACTED = RetractionSignal(source="Crossref", notice=Notice.RETRACTION, dated=date(2020, 1, 31))

Standings = Mapping[str, list[RetractionSignal]]


def says(answer: Standings | Exception) -> Callable[..., Awaitable[Standings]]:
    async def retraction_signals(*_: object) -> Standings:
        if isinstance(answer, Exception):
            raise answer
        return answer

    return retraction_signals


def run(crossref: Standings | Exception, watch: Path | None = None, **settings: Any) -> Any:
    """What the gate needs of a run, where Europe PMC and OpenAlex know no article."""

    class Bench:
        now = datetime(2026, 1, 2, tzinfo=UTC)

        @property
        def retraction_watch(self) -> RetractionWatch | None:
            return RetractionWatch.open(watch) if watch else None

        def has_key(self, _: object) -> bool:
            return True

    nobody = SimpleNamespace(retraction_signals=says({}))
    return SimpleNamespace(
        settings=Settings(**settings),
        bench=Bench(),
        sources=SimpleNamespace(
            europepmc=nobody, openalex=nobody, crossref=SimpleNamespace(retraction_signals=says(crossref))
        ),
    )


def checked(of: Any, *articles: Article, earlier: Mapping[str, RetractionCheck] | None = None) -> Checked:
    return asyncio.run(check_retractions(of, {a.id: a for a in articles}, {}, earlier or {}))


def watch_file(path: Path, *rows: str) -> Path:
    file = path / "watch.csv"
    file.write_text("\n".join([HEADER, *rows]) + "\n")
    return file


def states(checks: Checked) -> dict[str, SourceState]:
    return {outcome.source: outcome.state for outcome in checks.outcomes}


def test_a_paper_once_found_retracted_is_not_cleared_because_the_source_is_down_today() -> None:
    (before,) = checked(run({"doi:10.99999/paper.1": [RETRACTED]}), PAPER).checks
    checks = checked(run(TransientFailure("down")), PAPER, earlier={PAPER.id: before})
    (now,) = checks.checks
    assert (before.status, now.status) == (RetractionStatus.RETRACTED, RetractionStatus.RETRACTED)
    assert now.unchecked == ("Crossref",)
    assert states(checks)["Crossref"] is SourceState.FAILED
    (cleared,) = checked(run({"doi:10.99999/paper.1": []}), PAPER, earlier={PAPER.id: now}).checks
    assert cleared.status is RetractionStatus.NONE


def test_a_notice_among_the_articles_strikes_the_paper_that_it_names() -> None:
    link = Correction(kind="RetractionOf", pmid=PAPER.pmid)
    notice = Article(pmid="99000002", title="Retraction", corrections=(link,))
    by_id = {check.article_id: check for check in checked(run({}), PAPER, notice).checks}
    assert (by_id[PAPER.id].status, by_id[PAPER.id].signals[0].notice_id) == (RetractionStatus.RETRACTED, "99000002")
    assert by_id[notice.id].status is not RetractionStatus.RETRACTED


def test_what_was_said_before_counts_only_from_its_day_on() -> None:
    (before,) = checked(run({"doi:10.99999/paper.1": [RETRACTED]}), PAPER).checks
    down = TransientFailure("down")
    (then,) = checked(run(down, as_of=date(2019, 1, 1)), PAPER, earlier={PAPER.id: before}).checks
    (later,) = checked(run(down, as_of=date(2021, 1, 1)), PAPER, earlier={PAPER.id: before}).checks
    assert (then.status, later.status) == (RetractionStatus.NONE, RetractionStatus.RETRACTED)


@pytest.mark.parametrize("row", ["99000001,unavailable", "0,10.99999/PAPER.1", "99000001,10.99999/paper.1"])
def test_the_file_is_asked_by_pmid_and_by_doi_and_says_a_thing_once(tmp_path: Path, row: str) -> None:
    file = watch_file(tmp_path, f"{row},Retraction,1/31/2020 0:00,unavailable,0,+Fraud;")
    checks = checked(run({}, file), PAPER)
    (check,) = checks.checks
    assert [(s.source, s.reason) for s in check.signals] == [("Retraction Watch", "Fraud")]
    assert states(checks)["Retraction Watch"] is SourceState.OK


def test_an_article_without_numbers_is_unchecked_though_the_file_is_read(tmp_path: Path) -> None:
    file = watch_file(tmp_path, "0,unavailable,Retraction,,,,")
    (check,) = checked(run({}, file), BARE).checks
    assert (check.status, check.checked, check.unchecked) == (RetractionStatus.UNCHECKED, (), ())


def test_a_file_that_cannot_be_read_stops_no_other_source(tmp_path: Path) -> None:
    checks = checked(run({"doi:10.99999/paper.1": [RETRACTED]}, tmp_path / "none.csv"), PAPER)
    (check,) = checks.checks
    assert (check.status, check.unchecked) == (RetractionStatus.RETRACTED, ("Retraction Watch",))
    (outcome,) = [o for o in checks.outcomes if o.source == "Retraction Watch"]
    assert outcome.state is SourceState.FAILED
    assert "cannot be read" in outcome.reason


def test_rows_that_cannot_be_read_make_the_answer_a_part_of_one(tmp_path: Path) -> None:
    file = watch_file(tmp_path, "7,cut", "0,10.1/x,Retraction,,,,")
    (outcome,) = [o for o in checked(run({}, file), PAPER).outcomes if o.source == "Retraction Watch"]
    assert outcome.state is SourceState.DEGRADED
    assert "1 row that cannot be read, the first in line 2" in outcome.reason


def test_a_source_that_cannot_be_asked_of_any_article_is_not_said_to_know_none() -> None:
    checks = checked(run({}), PAPER.model_copy(update={"doi": None}))
    (crossref,) = [outcome for outcome in checks.outcomes if outcome.source == "Crossref"]
    assert (crossref.state, crossref.reason) == (SourceState.NOT_ASKED, "No article has a DOI.")


def test_without_a_file_it_is_not_asked_and_named_nowhere() -> None:
    checks = checked(run(PermanentFailure("refused")), PAPER)
    assert states(checks)["Retraction Watch"] is SourceState.NOT_ASKED
    assert checks.checks[0].unchecked == ("Crossref",)
