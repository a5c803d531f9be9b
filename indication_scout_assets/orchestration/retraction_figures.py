"""Measuring the retraction gate: papers known to be retracted and papers that were only corrected, put to every source.

What belongs here: reading the list, asking PubMed for the records, and the gate as runs use it. What is counted is in
``domain.retraction_figures``. Answers come from the workspace's cache where it has them, and are kept there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..assets.standing import check_standings
from ..assets.workbench import DrugRun, Workbench, workbench
from ..domain.outcomes import PermanentFailure, SourceOutcome
from ..evaluation.retraction_figures import RetractionFigures, figures
from ..rules.literature.article_keys import pmid_key
from ..settings import Settings

CORRECTED_PAPERS = "haserratumin NOT hasretractionin"
"""PubMed's own words for papers with a link to an erratum and none to a retraction."""
Observer = Callable[[str, int, int], None]


class Measured(NamedTuple):
    """The figures, and what became of asking each source."""

    figures: RetractionFigures
    outcomes: list[SourceOutcome]

    def as_json(self) -> dict[str, Any]:
        sources = [outcome.model_dump(mode="json", exclude={"disease_id"}) for outcome in self.outcomes]
        return self.figures.model_dump(mode="json") | {"sources": sources}


def read_pmids(lines: Sequence[str], name: str) -> list[str]:
    """The PMIDs of a list: the first column of each line, tabs or commas between columns, each once.

    Empty lines and those that begin with ``#`` are passed over, and so is a first line that names columns.

    Raises:
        PermanentFailure: a line that begins with no PMID, or no PMID at all.
    """
    found: dict[str, None] = {}
    for number, line in enumerate(lines, start=1):
        first = line.replace("\t", ",").partition(",")[0].strip().strip('"\ufeff')
        if not first or first.startswith("#"):
            continue
        if key := pmid_key(first):
            found[key] = None
        elif number > 1:
            raise PermanentFailure(f"{name}, line {number}: {first[:40]!r} is no PMID.")
    if not found:
        raise PermanentFailure(f"{name} holds no PMID; give one a line, or a table with PMIDs in its first column.")
    return list(found)


def measure_retractions(
    settings: Settings, listed: Sequence[str], compared: Sequence[str] | None, limit: int,
    observe: Observer = lambda *_: None,
) -> Measured:  # fmt: skip
    """Put the listed papers and those they are compared with to the gate.

    Args:
        settings: of the workspace; they say which sources are asked.
        listed: PMIDs of papers known to be retracted.
        compared: PMIDs of other papers; ``None`` for up to ``limit`` that PubMed finds with an erratum.
        limit: papers to compare with where PubMed finds them.
        observe: told what is being done.

    Raises:
        PermanentFailure, TransientFailure: PubMed does not answer, or has none of the listed papers. What the
            other sources fail to answer is data.
    """
    with workbench(settings) as bench:
        return asyncio.run(_measure(bench, listed, compared, limit, observe))


async def _measure(
    bench: Workbench, listed: Sequence[str], compared: Sequence[str] | None, limit: int, observe: Observer
) -> Measured:
    async with bench.sources() as sources:
        observe("records of PubMed", 0, 2)
        if compared is None:
            compared = (await sources.pubmed.search(CORRECTED_PAPERS, limit)).ids
        articles = (await sources.pubmed.fetch(list(dict.fromkeys([*listed, *compared])))).articles
        if articles.keys().isdisjoint(listed):
            raise PermanentFailure(f"PubMed has none of the {len(listed):,} listed papers; nothing can be measured.")
        observe("standings", 1, 2)
        # No drug is run here: the gate reads the run's settings and clients alone, and no trial's record is at hand.
        checks, outcomes = await check_standings(DrugRun(bench, sources, slug=""), articles, {}, {})
        observe("standings", 2, 2)
    return Measured(figures(articles, checks, frozenset(listed)), outcomes)
