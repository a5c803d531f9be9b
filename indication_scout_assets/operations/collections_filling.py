"""Collections as the command line fills them: what belongs to one, and the job that brings it up to date.

What belongs here: turning what was given into what the store remembers, starting the job, and summing it up. The steps
are stages of ``pipeline.library``, so a collection is seen in Dagster whoever filled it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ..domain.outcomes import PermanentFailure, TransientFailure, WrongArgument
from ..domain.questions.library import is_collection_name
from ..domain.runs import Progress
from ..orchestration.instance import prepare_home
from ..orchestration.run_now import run_job_now
from ..orchestration.stage_asset import COLLECTION_JOB
from ..pipeline.engine import Ended, StageOutcome
from ..pipeline.library.library_stages import require_ids
from ..pipeline.resources.ranking_models import check as check_ranking
from ..pipeline.resources.workbench import Workbench, workbench
from ..ranking.files.list_files import list_entries, read_text
from ..settings import Settings


class Intake(NamedTuple):
    """Where a collection's articles come from: one of these."""

    query: str = ""
    """Of PMC, in its own syntax."""
    ids: Path | None = None
    """A file of PMC ids and PMIDs."""
    folder: Path | None = None
    """A folder of JATS files and PDFs."""
    drug: str = ""
    """A drug whose run has found articles."""


@dataclass
class CollectSummary:
    """What a run of ``collect`` did; counts of now, but ``wanted`` and ``missing``."""

    wanted: int = 0
    """Ids and files that belong to the collection."""
    known: int = 0
    """Those of them that had been taken in before."""
    full_texts: int = 0
    abstracts: int = 0
    missing: dict[str, str] = field(default_factory=dict)
    """Ids and files that gave no article, with the reason."""
    retracted: int = 0
    passages: int = 0
    vectors: int = 0
    requests: int = 0
    notes: list[str] = field(default_factory=list)


def collect(
    settings: Settings,
    name: str,
    intake: Intake,
    *,
    most: int | None = None,
    vectors: bool | None = None,
    progress: Progress = lambda *_: None,
) -> CollectSummary:
    """Note what fills a collection, then bring it up to date: articles, texts, passages, vectors, index.

    Args:
        settings: of the workspace.
        name: of the collection.
        intake: what is added to what fills it; nothing where it is only to be brought up to date.
        most: articles of a query; ``None`` leaves it as it is, at first 9,999.
        vectors: whether its passages are to have vectors; ``None`` leaves it as it is, at first so.
        progress: told how far a long step has come.

    Raises:
        WrongArgument: the name cannot be one, the intake names several, or none for a collection that is new.
        PermanentFailure, TransientFailure: the embedder cannot be had, or a source refuses or does not answer; what
        was stored before stays, and the next run goes on from there.
    """
    if not is_collection_name(name):
        raise WrongArgument(
            f"{name!r} cannot be the name of a collection; use up to 64 letters, digits, '.', '_' and '-'."
        )
    if sum(map(bool, intake)) > 1:
        raise WrongArgument("Give one of --query, --ids, --folder and --drug.")
    check_ranking(settings)
    ids = _ids_in(intake.ids) if intake.ids else []
    with workbench(settings) as bench:
        if not any(intake) and bench.db.library.collection(name) is None:
            raise WrongArgument("Give one of --query, --ids, --folder and --drug.")
        _note(bench, name, intake, ids, most, vectors)
        bench.steps = progress
        ends = run_job_now(prepare_home(settings), bench, [name], lambda end: None, COLLECTION_JOB)
        return _summed_up(bench, name, ends)


def remove(settings: Settings, name: str) -> None:
    """Remove a collection; articles that others share stay.

    Raises:
        PermanentFailure: there is none of this name.
    """
    with workbench(settings) as bench:
        if not bench.db.library.remove_collection(name):
            raise PermanentFailure(f"There is no collection {name!r}; `scout collect` lists them.")


def collections(settings: Settings) -> list[dict[str, Any]]:
    """All collections of the workspace, the libraries of drugs among them."""
    with workbench(settings) as bench:
        return [collection.model_dump(mode="json") for collection in bench.db.library.collections()]


def _ids_in(path: Path) -> list[str]:
    ids = list(list_entries(read_text(path), columns=True).values())
    if ids and not any(letter.isdecimal() for letter in ids[0]):
        del ids[0]  # the heading of its column
    require_ids(ids)
    return ids


def _note(
    bench: Workbench, name: str, intake: Intake, ids: Sequence[str], most: int | None, vectors: bool | None
) -> None:
    """What was given becomes part of what fills the collection."""
    library, named = bench.db.library, intake.drug
    drug = bench.db.drugs.known_as([named])[named] if named else ""
    if drug and not any(bench.db.pools.load(drug).values()):
        raise PermanentFailure(f"The drug {drug!r} has no articles yet; `scout run {drug}` finds them.")
    with bench.db.transaction():
        library.open_collection(
            name,
            [intake.query] if intake.query else [],
            most=most,
            vectors=vectors,
            folders=[str(intake.folder.resolve())] if intake.folder else [],
            drugs=[drug] if drug else [],
        )
        library.want(name, ids)


def _summed_up(bench: Workbench, name: str, ends: Sequence[StageOutcome]) -> CollectSummary:
    by_step = {end.stage.removeprefix("collection_"): end for end in ends}
    for end in ends:
        if end.ended is Ended.FAILED:
            kind = TransientFailure if end.run.transient else PermanentFailure
            raise kind(end.run.reason)
    texts, done = by_step["texts"], {end.stage for end in ends if end.ended is Ended.DONE}

    def now(step: str, fact: str) -> int:
        end = by_step[step]
        return int(end.run.facts.get(fact, 0)) if end.stage in done else 0

    facts = texts.run.facts
    wanted = int(facts.get("wanted_now", 0))
    return CollectSummary(
        wanted=wanted,
        known=now("texts", "known_now") if texts.stage in done else wanted,
        full_texts=now("texts", "full_texts_now"),
        abstracts=now("texts", "abstracts_now"),
        missing=bench.db.library.reasons(name),
        retracted=now("texts", "retracted_now"),
        passages=now("passages", "cut_now"),
        vectors=int(sum(end.work.get("vectors", 0) for end in ends)),
        requests=int(sum(end.work.get("requests", 0) for end in ends)),
        notes=[*by_step["articles"].run.facts.get("notes", []), *facts.get("notes", [])],
    )
