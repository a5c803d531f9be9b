"""The start page beside the reports: written after them, right with two runs at once, else left untouched."""

from __future__ import annotations

import logging
import threading

import pytest

from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.pipeline.runner import run_for_drugs
from indication_scout_assets.pipeline.stages import evidence_reports
from indication_scout_assets.pipeline.stages.evidence_reports import EVIDENCE_REPORTS, START_PAGE, write_start_page
from indication_scout_assets.reports.start_page import render_start_page
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database
from indication_scout_tests.store import values


def written(bench: Workbench) -> str:
    return (bench.settings.report_dir / START_PAGE).read_text("utf-8")


def test_a_drug_that_failed_is_on_the_page_with_its_reason(bench):
    bench.db.drugs.add("sildenafil", "Sildenafil")
    (end,) = run_for_drugs([EVIDENCE_REPORTS], bench, ["sildenafil"])
    page = written(bench)
    assert "Failed: Sildenafil." in page
    assert end.run.reason in page


def test_an_equal_page_is_not_touched_and_a_changed_one_is(bench):
    bench.db.drugs.add("sildenafil", "Sildenafil")
    write_start_page(bench)
    before = (bench.settings.report_dir / START_PAGE).stat()
    write_start_page(bench)
    assert (bench.settings.report_dir / START_PAGE).stat().st_ino == before.st_ino
    bench.db.candidates.replace("sildenafil", [values.candidate(name="a new disease")])
    write_start_page(bench)
    assert "a new disease" in written(bench)
    assert [path.name for path in bench.settings.report_dir.iterdir()] == [START_PAGE], "no scratch file stays"


def test_the_last_of_two_writers_has_seen_both_runs(bench, database_url, workspace, monkeypatch, tmp_path):
    """The first writer is held between reading and writing, while another run commits and wants to write too."""
    bench.db.drugs.add("first", "first")
    other_waits = threading.Event()
    pages: list[str] = []

    def second() -> None:
        with Database.open(database_url, workspace) as db:
            db.drugs.add("second", "second")
            other_waits.set()
            write_start_page(Workbench(bench.settings, db, ExchangeStore.cache(tmp_path / "other")))

    thread = threading.Thread(target=second)

    def slow(*arguments, **more):
        page = render_start_page(*arguments, **more)
        pages.append(page)
        if len(pages) == 1:
            thread.start()
            assert other_waits.wait(20)
            thread.join(0.5)
            assert len(pages) == 1, "the second has not read yet"
        return page

    monkeypatch.setattr(evidence_reports, "render_start_page", slow)
    write_start_page(bench)
    thread.join(20)
    assert ">Second<" not in pages[0]
    assert written(bench) == pages[1]
    assert "second" in pages[1]


def test_a_page_that_cannot_be_written_is_told_and_ends_nothing(bench, caplog):
    bench.settings.report_dir.parent.mkdir(parents=True)
    bench.settings.report_dir.write_text("in the way")
    with caplog.at_level(logging.WARNING):
        write_start_page(bench)
    (record,) = caplog.records
    assert "could not be written" in record.getMessage()


@pytest.mark.parametrize(("workspace_name", "marked_so"), [("demo", True), ("live", False)])
def test_the_demonstration_is_marked(bench, workspace_name, marked_so):
    settings = bench.settings.model_copy(update={"workspace": workspace_name})
    marked = Workbench(settings, bench.db, bench.exchanges)
    write_start_page(marked)
    assert ("not real records" in written(marked)) == marked_so


def test_many_drugs_are_on_several_pages_and_only_a_page_that_changed_is_made_anew(bench, monkeypatch):
    monkeypatch.setattr(evidence_reports, "DRUGS_ON_A_PAGE", 2)
    for slug in ("a", "b", "c", "d", "e"):
        bench.db.drugs.add(slug, slug.upper())
    made = []

    def counted(*arguments, **more):
        made.append([drug.slug for drug in arguments[0].drugs])
        return render_start_page(*arguments, **more)

    monkeypatch.setattr(evidence_reports, "render_start_page", counted)
    write_start_page(bench)
    assert made == [["a", "b"], ["c", "d"], ["e"]]
    second = (bench.settings.report_dir / "index-2.html").read_text()
    for link in ('href="index.html">A to B</a>', 'href="index-2.html" aria-current="page">C to D</a>'):
        assert link in second
    made.clear()
    write_start_page(bench)
    assert made == []
    bench.db.drugs.deactivate("d")
    write_start_page(bench)
    assert made == [["c", "d"]]
    made.clear()
    run_for_drugs([EVIDENCE_REPORTS], bench, ["e"])  # fails: every page says that its page has a failed drug
    assert made == [["a", "b"], ["c", "d"], ["e"]]
    assert "E to E</a> (1 failed)" in written(bench)
    monkeypatch.setattr(evidence_reports, "DRUGS_ON_A_PAGE", 50)
    write_start_page(bench)
    assert [path.name for path in bench.settings.report_dir.iterdir()] == [START_PAGE]
    assert "index-2" not in written(bench)
    assert evidence_reports.start_page_text(bench, number=2) is None
