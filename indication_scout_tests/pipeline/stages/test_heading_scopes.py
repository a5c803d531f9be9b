"""What the stage of names makes of headings in doubt, and of an ontology that does not answer."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from types import SimpleNamespace
from typing import Any

from indication_scout_assets.domain.diseases import Disease, HeadingScope, NameMethod, NormalizedName
from indication_scout_assets.domain.outcomes import TransientFailure
from indication_scout_assets.pipeline.stages.discovery import _with_scope

STEATOHEPATITIS = Disease(id="S", name="made-up steatohepatitis", ancestors=("A", "B"))
OBESITY = Disease(id="O", name="obesity", ancestors=("C",))
ABOVE = {
    "A": Disease(id="A", name="liver malady", cross_references=("MESH:D065626",)),
    "B": Disease(id="B", name="malady"),
}


def name(disease: Disease, term: str, mesh_id: str) -> NormalizedName:
    return NormalizedName(
        disease_id=disease.id, disease_name=disease.name, term=term, mesh_id=mesh_id, method=NameMethod.SYNONYM,
        confidence=0.95, entry_terms=(disease.name,),
    )  # fmt: skip


NAMES = {"S": name(STEATOHEPATITIS, "Fatty Invention", "D065626"), "O": name(OBESITY, "Obesity", "D009765")}


class Ontology:
    def __init__(self, *, down: bool = False) -> None:
        self.down = down
        self.asked: list[set[str]] = []

    async def terms(self, ids: Collection[str]) -> dict[str, Disease]:
        self.asked.append(set(ids))
        if self.down:
            raise TransientFailure("Open Targets did not answer.")
        return {term_id: ABOVE[term_id] for term_id in ids}


def decided(ontology: Ontology) -> dict[str, NormalizedName]:
    run: Any = SimpleNamespace(sources=SimpleNamespace(opentargets=ontology))
    return asyncio.run(_with_scope(run, [STEATOHEPATITIS, OBESITY], NAMES))


def test_the_terms_above_those_in_doubt_are_asked_for_at_once() -> None:
    ontology = Ontology()
    names = decided(ontology)
    assert ontology.asked == [{"A", "B"}]
    assert names["S"].scope is HeadingScope.BROADER
    assert names["O"] == NAMES["O"]


def test_without_an_answer_the_doubtful_name_is_unanswered_and_the_others_stand() -> None:
    names = decided(Ontology(down=True))
    assert (names["S"].method, names["S"].names) == (NameMethod.UNANSWERED, ("made-up steatohepatitis",))
    assert names["O"] == NAMES["O"]
