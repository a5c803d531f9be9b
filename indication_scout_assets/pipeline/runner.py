"""Running stages for subjects, in waves and in one thread, without Dagster.

What belongs here: which stages run at the same time and in which order. What running one stage for one subject means is
in ``engine``; the order itself follows from what the stages in ``stage_order`` say they build on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack

from .engine import Run, Stage, StageOutcome, run_stage
from .resources.clients import Sources
from .resources.workbench import DrugRun, Workbench
from .stage_order import STAGES

Observer = Callable[[StageOutcome], None]


def run_for_subjects(
    stages: Sequence[Stage[Run]],
    bench: Workbench,
    names: Sequence[str],
    begin: Callable[[Workbench, Sources, str], Run],
    observe: Observer | None = None,
) -> list[StageOutcome]:
    """Run stages that do not build on each other, at the same time; each takes the subjects in turn over one HTTP
    client.

    They run in one thread, so that rows are never written half by two: only waiting for sources overlaps.

    Args:
        begin: what a stage is given for the subject of a name, such as ``DrugRun``.
    """

    async def run_one(stage: Stage[Run]) -> list[StageOutcome]:
        ends = []
        async with bench.sources() as sources:
            anew = bench.db.stages.asked_anew(stage.name) if stage.asks_sources else {}
            for name in names:
                run = begin(bench, sources, name)
                async with AsyncExitStack() as stack:
                    if since := anew.get(run.subject.key):
                        run = begin(bench, await stack.enter_async_context(bench.sources(since)), name)
                        run.asked_anew = True
                    ends.append(await run_stage(stage, run))
                if observe:
                    observe(ends[-1])
        stage.afterwards(bench)
        return ends

    async def run_all_stages() -> list[StageOutcome]:
        return [end for ends in await asyncio.gather(*map(run_one, stages)) for end in ends]

    return asyncio.run(run_all_stages())


def run_for_drugs(
    stages: Sequence[Stage[DrugRun]], bench: Workbench, slugs: Sequence[str], observe: Observer | None = None
) -> list[StageOutcome]:
    """Run stages of drugs that do not build on each other, at the same time."""
    return run_for_subjects(stages, bench, slugs, DrugRun, observe)


def run_all(
    bench: Workbench, slugs: Sequence[str], observe: Observer | None = None, stages: Sequence[Stage[DrugRun]] = STAGES
) -> list[StageOutcome]:
    """Run the stages for the drugs, wave by wave."""
    return [end for wave in waves(stages) for end in run_for_drugs(wave, bench, slugs, observe)]


def waves(stages: Sequence[Stage[Run]]) -> list[list[Stage[Run]]]:
    """Groups of stages that do not build on each other: PubMed and the trial registry are asked at the same time."""
    depth: dict[str, int] = {}
    for stage in stages:
        depth[stage.name] = 1 + max((depth.get(name, 0) for name in stage.upstream), default=0)
    return [[stage for stage in stages if depth[stage.name] == level] for level in sorted(set(depth.values()))]
