"""Labels of a drug by its name alone: DailyMed's, and openFDA's texts where DailyMed has none."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, SourceOutcome, SourceState, TransientFailure
from indication_scout_assets.domain.records.labels import Label, LabelSearch, LabelSection
from indication_scout_assets.operations import label_intake
from indication_scout_assets.pipeline.resources.source_bench import SourceBench
from indication_scout_assets.settings import Settings


class Source:
    """A source of labels that answers the same to everything."""

    def __init__(self, *labels: Label, state: SourceState = SourceState.EMPTY) -> None:
        outcome = SourceOutcome(source="a source", question="labels", state=state, reason="It has none.")
        self._search = LabelSearch(labels, outcome)

    async def labels(self, drugs: list[str], limit: int) -> LabelSearch:
        return self._search


def files(monkeypatch: pytest.MonkeyPatch, dailymed: Source, openfda: Source) -> list[tuple[str, str, str]]:
    @asynccontextmanager
    async def sources(bench: object):
        yield SimpleNamespace(dailymed=dailymed, openfda=openfda)

    monkeypatch.setattr(SourceBench, "sources", sources)
    monkeypatch.setattr(label_intake, "exchanges_of", lambda settings: None)
    read = asyncio.run(label_intake._from_sources(Settings(), [], "velotrin"))
    return [(name, file.labels[0].sections[0].text, origin) for name, file, origin in read]


def test_openfda_is_asked_where_dailymed_has_no_label(monkeypatch: pytest.MonkeyPatch):
    use = LabelSection(code="34067-9", title="", text="Velotrin is indicated for gout.", kind="indications")
    label = Label(set_id="1", source="openFDA", title="Velotrin", url="https://example.org/1", sections=(use,))
    assert files(monkeypatch, Source(), Source(label, state=SourceState.OK)) == [("1", use.text, "openFDA")]


def test_a_drug_of_no_source_and_one_that_was_not_asked_to_the_end_are_told_apart(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(PermanentFailure, match="Neither DailyMed nor openFDA has a label of velotrin"):
        files(monkeypatch, Source(), Source())
    with pytest.raises(TransientFailure, match="It has none"):
        files(monkeypatch, Source(state=SourceState.DEGRADED), Source())
