"""Taking drugs off the watch list, and forgetting them: rows, reports, library, partition.

What belongs here: what ends with a drug. What runs have in common stays: articles, trials, labels, what sources
answered, what was paid, and Dagster's history of runs.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from ...domain.outcomes import PermanentFailure, TransientFailure
from ...domain.questions.library import drug_library
from ...orchestration.instance import prepare_home
from ...orchestration.run_now import drop_partitions, drugs_in_flight
from ...pipeline.library.library_index import index_folders
from ...pipeline.resources.workbench import Workbench, workbench
from ...pipeline.stages.evidence_reports import FORMATS, report_path, write_start_page
from ...settings import Settings


class Removed(NamedTuple):
    """What became of drugs that were to go."""

    kept: list[str]
    """Off the watch list; their data and reports stay."""
    forgotten: list[str]
    """Deleted, because nothing was ever stored of them or because it was asked for."""


def remove_drugs(settings: Settings, slugs: Sequence[str], *, with_results: bool = False) -> Removed:
    """Take drugs off the watch list; those without a stored result are forgotten, and ``with_results`` the others too.

    Raises:
        PermanentFailure: one is not on the list. TransientFailure: one is to be forgotten while a run works on it.
    """
    with workbench(settings) as bench:
        empty = set(bench.db.drugs.without_results())
        may_go = {d.slug for d in bench.db.drugs.watch_list() if d.active or with_results or d.slug in empty}
        if unknown := [key for key in slugs if key not in may_go]:
            where = "in this workspace" if with_results else "on the watch list"
            raise PermanentFailure(f"Not {where}: {', '.join(unknown)}; `scout list` shows what is.")
        gone = [key for key in slugs if with_results or key in empty]
        kept = [key for key in slugs if key not in gone]
        environment = prepare_home(settings)
        if busy := sorted(drugs_in_flight(environment) & set(gone)):
            raise TransientFailure(f"A run works on {', '.join(busy)}; forget it when the run is through.")
        for key in kept:
            bench.db.drugs.deactivate(key)
        _forget_all(settings, bench, environment, gone)
    return Removed(kept, gone)


def forget_unknown(settings: Settings, bench: Workbench, slugs: Iterable[str]) -> list[str]:
    """Forget those of the drugs of which nothing was ever stored and on which no other run works; returns them."""
    empty = set(bench.db.drugs.without_results()).intersection(slugs)
    if not empty:
        return []
    environment = prepare_home(settings)
    gone = sorted(empty - drugs_in_flight(environment))
    _forget_all(settings, bench, environment, gone)
    return gone


def _forget_all(settings: Settings, bench: Workbench, environment: Mapping[str, str], gone: Sequence[str]) -> None:
    """Forget the drugs, and show on the page over all drugs and in Dagster what is left."""
    for key in gone:
        library = drug_library(key)
        with bench.db.transaction():
            bench.db.library.remove_collection(library)
            bench.db.drugs.forget(key)
        for folder in index_folders(settings.library_dir, library):
            shutil.rmtree(folder, ignore_errors=True)
        for suffix in FORMATS:
            with suppress(OSError):  # a file that stays is no part of the workspace any more
                report_path(settings.report_dir, key, suffix).unlink(missing_ok=True)
    write_start_page(bench)
    drop_partitions(environment, gone)
