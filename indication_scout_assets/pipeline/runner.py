"""Running stages for drugs, in waves and in one thread, without Dagster.

What belongs here: which stages run at the same time and in which order. What running one stage for one drug means is in
``engine``; the order itself follows from what the stages in ``stage_order`` say they build on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from .engine import Stage, StageEnd, run_stage
from .stage_order import STAGES
from .workbench import DrugRun, Workbench

Observer = Callable[[StageEnd], None]


def run_for_drugs(
    stages: Sequence[Stage], bench: Workbench, slugs: Sequence[str], observe: Observer | None = None
) -> list[StageEnd]:
    """Run stages that do not build on each other, at the same time; each takes the drugs in turn over one HTTP client.

    They run in one thread, so that rows are never written half by two: only waiting for sources overlaps.
    """

    async def one(stage: Stage) -> list[StageEnd]:
        ends = []
        async with bench.sources() as sources:
            for slug in slugs:
                ends.append(await run_stage(stage, DrugRun(bench, sources, slug)))
                if observe:
                    observe(ends[-1])
        stage.afterwards(bench)
        return ends

    async def every() -> list[StageEnd]:
        return [end for ends in await asyncio.gather(*map(one, stages)) for end in ends]

    return asyncio.run(every())


def run_all(
    bench: Workbench, slugs: Sequence[str], observe: Observer | None = None, stages: Sequence[Stage] = STAGES
) -> list[StageEnd]:
    """Run the stages for the drugs, wave by wave."""
    return [end for wave in waves(stages) for end in run_for_drugs(wave, bench, slugs, observe)]


def waves(stages: Sequence[Stage]) -> list[list[Stage]]:
    """Groups of stages that do not build on each other: PubMed and the trial registry are asked at the same time."""
    depth: dict[str, int] = {}
    for stage in stages:
        depth[stage.name] = 1 + max((depth.get(name, 0) for name in stage.upstream), default=0)
    return [[s for s in stages if depth[s.name] == d] for d in sorted(set(depth.values()))]
