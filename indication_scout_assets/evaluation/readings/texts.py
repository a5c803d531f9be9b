"""The texts of judged rows: articles by PMID, trials by NCT number, from the sources of the settings.

What belongs here: asking, and saying what is not there. Answers are kept in the workspace's exchange cache, so that a
second measurement asks nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from ...domain.records.articles import Article
from ...domain.records.source_catalogue import source_entry
from ...domain.records.trials import Trial
from ...pipeline.resources.clients import Sources
from ...pipeline.resources.hosts import hosts
from ...pipeline.resources.source_bench import SourceBench, exchanges_of
from ...settings import Settings
from ...sources.clinicaltrials import FIELDS, check_page, parse_study

_TRIALS: Final = 50
"""Trials asked for at once."""


class Texts(NamedTuple):
    """What the sources have of the rows."""

    articles: Mapping[str, Article]
    """By PMID."""
    trials: Mapping[str, Trial]
    """By NCT number."""
    missing: tuple[str, ...] = ()
    """PMIDs that PubMed has no record of."""


def texts_of(settings: Settings, pmids: Collection[str], trials: Collection[str] = ()) -> Texts:
    """The records of these PMIDs and NCT numbers; no database is needed.

    Raises:
        PermanentFailure, TransientFailure: PubMed or ClinicalTrials.gov does not answer.
    """
    return asyncio.run(_asked(settings, sorted(set(pmids)), sorted(set(trials))))


async def _asked(settings: Settings, pmids: Sequence[str], trials: Sequence[str]) -> Texts:
    bench = SourceBench(settings, exchanges_of(settings))
    async with bench.sources() as sources:
        fetched = await sources.pubmed.fetch(pmids)
        located: dict[str, Trial] = {}
        for first in range(0, len(trials), _TRIALS):
            located |= await _trials(settings, sources, trials[first : first + _TRIALS])
    return Texts(fetched.articles, located, tuple(sorted(set(pmids) - fetched.articles.keys())))


async def _trials(settings: Settings, sources: Sources, numbers: Sequence[str]) -> dict[str, Trial]:
    answer = await sources.client.request(
        hosts(settings)[source_entry("clinicaltrials").service.name],
        "GET",
        "studies",
        params={"filter.ids": ",".join(numbers), "fields": "|".join(FIELDS), "pageSize": str(len(numbers))},
        check=check_page,
    )
    return {trial.nct_id: trial for trial in map(parse_study, answer.json()["studies"])}
