"""What the registry says of the trials behind a drug's uses, and a registry that does not answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from indication_scout_assets.domain.candidates import ClassDrug
from indication_scout_assets.domain.diseases import Disease, DiseaseRef
from indication_scout_assets.domain.drugs import ClinicalReport, ClinicalStage, DrugProfile, Indication
from indication_scout_assets.domain.findings.evidence import SearchRecord
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState, TransientFailure
from indication_scout_assets.domain.records.trials import Trial
from indication_scout_assets.pipeline.stages.discovery import _with_registered
from indication_scout_assets.rules.candidates.use_path import used
from indication_scout_assets.rules.candidates.uses.sign_uses import CANCER
from indication_scout_assets.sources.clinicaltrials import TrialSearch

BREAST, ANAEMIA, CORONARY = "MONDO_B", "MONDO_A", "MONDO_C"
DISEASES = {
    BREAST: Disease(id=BREAST, name="breast cancer", therapeutic_areas=(DiseaseRef(id=CANCER, name="cancer"),)),
    ANAEMIA: Disease(id=ANAEMIA, name="anaemia", therapeutic_areas=(DiseaseRef(id="MONDO_H", name="blood"),)),
}
SUPPORT = Trial(nct_id="NCT1", title="Epoetin in patients with breast cancer", primary_purpose="SUPPORTIVE_CARE")
TREATS = Trial(nct_id="NCT3", title="Epoetin against breast cancer and anaemia", primary_purpose="TREATMENT")
STRESS = Trial(nct_id="NCT2", title="Dobutamine echocardiography", primary_purpose="DIAGNOSTIC")


class Registry:
    def __init__(self, *trials: Trial, down: bool = False) -> None:
        self.trials, self.down = list(trials), down
        self.asked: list[tuple[str, Sequence[str]]] = []

    async def _answer(self, question: str, drug_names: Sequence[str]) -> TrialSearch:
        self.asked.append((question, drug_names))
        if self.down:
            raise TransientFailure("ClinicalTrials.gov did not answer.")
        record = SearchRecord(
            source="ClinicalTrials.gov", disease_id="", query="q", ids=tuple(t.nct_id for t in self.trials),
            total=len(self.trials), state=SourceState.OK, searched_at=datetime(2026, 1, 1, tzinfo=UTC),
        )  # fmt: skip
        return TrialSearch(record, self.trials)

    async def of_drug(self, drug_names: Sequence[str], most: int, *, as_of: date | None) -> TrialSearch:
        return await self._answer("of the drug", drug_names)

    async def of_other_purpose(self, drug_names: Sequence[str], most: int, *, as_of: date | None) -> TrialSearch:
        return await self._answer("of another purpose", drug_names)


class Ontology:
    async def diseases(self, names: Mapping[str, str]) -> dict[str, Disease]:
        return {disease_id: DISEASES[disease_id] for disease_id in names}


def use(disease: str, *trials: str) -> Indication:
    reports = (ClinicalReport(id=i, source="AACT", stage=ClinicalStage.PHASE_3) for i in trials)
    return Indication(disease_id=disease, disease_name=disease, stage=ClinicalStage.PHASE_3, reports=tuple(reports))


APPROVED = use(ANAEMIA, "NCT3", "NCT5").model_copy(update={"stage": ClinicalStage.APPROVAL})


def drug(name: str, *uses: Indication) -> DrugProfile:
    return DrugProfile(slug=name, query=name, chembl_id="CHEMBL1", name=name, indications=uses)


def registered(
    registry: Registry, *drugs: Any, off: frozenset[str] = frozenset()
) -> tuple[list[Any], list[SourceOutcome]]:
    run: Any = SimpleNamespace(
        sources=SimpleNamespace(clinicaltrials=registry, opentargets=Ontology()),
        profile=drug("lacosamide"),
        settings=SimpleNamespace(as_of=None, switched_off=off, max_drug_trials=500),
        bench=SimpleNamespace(has_key=lambda _: True),
    )
    return asyncio.run(_with_registered(run, drugs))


@pytest.mark.parametrize(
    ("listed", "left"),
    [
        (drug("erythropoietin", use(BREAST, "NCT5"), APPROVED), [ANAEMIA]),
        (drug("erythropoietin", use(BREAST, "NCT3"), APPROVED), [BREAST, ANAEMIA]),
        (drug("erythropoietin", use(BREAST, "NCT4"), APPROVED), [BREAST, ANAEMIA]),
        (drug("erythropoietin", use(BREAST, "NCT1"), use(ANAEMIA, "NCT1")), [ANAEMIA]),
        (drug("dobutamine", use(CORONARY, "NCT2")), []),
        (drug("dobutamine", use(CORONARY, "NCT2", "NCT9")), [CORONARY]),
        (ClassDrug(chembl_id="CHEMBL2", name="fosaprepitant", indications=(use(BREAST, "NCT1"),)), []),
    ],
)
def test_what_a_trial_does_not_treat_is_no_use(listed: DrugProfile | ClassDrug, left: list[str]) -> None:
    registry = Registry(SUPPORT, TREATS, STRESS)
    (marked,), (asked,) = registered(registry, listed)
    assert list(used(marked.indications)) == left
    assert (asked.state, asked.found) == (SourceState.OK, 3)
    own = isinstance(listed, DrugProfile)
    of_drug, of_others = ("of the drug", [listed.name if own else "lacosamide"]), ("of another purpose", [listed.name])
    assert registry.asked == ([of_drug] if own else [of_drug, of_others])


def test_a_trial_of_the_drug_that_watches_what_people_take_is_no_use_of_its_neighbours() -> None:
    """NCT02374567 lists lacosamide beside carbamazepine, which "reached phase 3 in dementia" by it."""
    registry = Registry(Trial(nct_id="NCT7", title="Pharmacovigilance in old people"))
    neighbour = ClassDrug(chembl_id="CHEMBL2", name="carbamazepine", indications=(use(CORONARY, "NCT7"),))
    (marked,), _ = registered(registry, neighbour)
    assert used(marked.indications) == {}


def test_without_the_registry_all_uses_stand() -> None:
    listed = drug("dobutamine", use(CORONARY, "NCT2"))
    (kept,), (failed,) = registered(Registry(STRESS, down=True), listed)
    assert (kept, failed.state) == (listed, SourceState.FAILED)
    off = Registry(STRESS)
    assert registered(off, listed, off=frozenset({"clinicaltrials"})) == ([listed], [])
    assert registered(off) == ([], [])
    assert off.asked == []
