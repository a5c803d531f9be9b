"""ClinicalTrials.gov v2: the query, paging, faults and parsing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.outcomes import PermanentFailure, SourceState, TransientFailure
from indication_scout_assets.domain.trials import Intervention, MeshTerm
from indication_scout_assets.sources.clinicaltrials import ClinicalTrials, TrialSearch, parse_study
from indication_scout_assets.sources.exchanges import ExchangeStore
from indication_scout_assets.sources.http import Host, HttpClient

from .faulty_server import mocked

NAME = NormalizedName(
    disease_id="MONDO_0005149", disease_name="pulmonary hypertension", term="Hypertension, Pulmonary",
    mesh_id="D006976", method=NameMethod.CROSS_REFERENCE, confidence=1,
)  # fmt: skip

FULL: dict[str, Any] = {
    "protocolSection": {
        "identificationModule": {"nctId": "NCT00000001", "briefTitle": "Short  title", "officialTitle": "Long title"},
        "statusModule": {
            "overallStatus": "TERMINATED",
            "whyStopped": "Slow enrolment",
            "startDateStruct": {"date": "2010-05"},
            "primaryCompletionDateStruct": {"date": "2012-06-30", "type": "ACTUAL"},
            "completionDateStruct": {"date": "2013-01"},
            "studyFirstPostDateStruct": {"date": "2010-04-01"},
        },
        "sponsorCollaboratorsModule": {"leadSponsor": {"name": "An Invented University", "class": "OTHER"}},
        "descriptionModule": {"briefSummary": "It is\n\n  tested."},
        "conditionsModule": {"conditions": ["Pulmonary Hypertension"]},
        "designModule": {
            "studyType": "INTERVENTIONAL",
            "phases": ["PHASE2", "PHASE3"],
            "designInfo": {
                "allocation": "RANDOMIZED", "primaryPurpose": "TREATMENT", "maskingInfo": {"masking": "DOUBLE"},
            },
            "enrollmentInfo": {"count": 120, "type": "ACTUAL"},
        },
        "armsInterventionsModule": {
            "armGroups": [{"label": "A", "type": "EXPERIMENTAL"}, {"label": "B", "type": "PLACEBO_COMPARATOR"}],
            "interventions": [
                {"type": "DRUG", "name": "Sildenafil", "otherNames": ["Revatio"], "armGroupLabels": ["A"]},
                {"type": "DRUG", "name": "Placebo", "armGroupLabels": ["B", "unknown"]},
            ],
        },
        "outcomesModule": {"primaryOutcomes": [{"measure": "Pressure", "timeFrame": "12 weeks"}, {"timeFrame": "x"}]},
        "referencesModule": {
            "references": [
                {"pmid": "90000001", "type": "RESULT"}, {"pmid": "90000002", "type": "BACKGROUND"},
                {"pmid": "90000003"}, {"citation": "no id"},
            ]
        },
    },
    "derivedSection": {
        "conditionBrowseModule": {
            "meshes": [{"id": "D006976", "term": "Hypertension, Pulmonary"}],
            "ancestors": [{"id": "D006973", "term": "Hypertension"}],
        }
    },
    "hasResults": True,
}  # fmt: skip


def study(nct_id: str) -> dict[str, Any]:
    return {"protocolSection": {"identificationModule": {"nctId": nct_id, "briefTitle": "T"}}}


class Registry:
    """Pages of studies, one study a page."""

    def __init__(self, *nct_ids: str) -> None:
        self._studies = [study(nct_id) for nct_id in nct_ids]
        self.asked: list[httpx.QueryParams] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        assert request.url.path == "/api/v2/studies"
        self.asked.append(request.url.params)
        at = int(request.url.params.get("pageToken", "0"))
        page: dict[str, Any] = {"studies": self._studies[at : at + 1]}
        if at == 0:
            page["totalCount"] = len(self._studies)
        if at + 1 < len(self._studies):
            page["nextPageToken"] = str(at + 1)
        return httpx.Response(200, json=page)


def search(registry: Any, path: Path, name: NormalizedName = NAME, max_results: int = 100) -> TrialSearch:
    async def use(client: HttpClient) -> TrialSearch:
        host = Host("ClinicalTrials.gov", "https://trials.example.org/api/v2", 1)
        return await ClinicalTrials(client, host).search(["sildenafil citrate", "Viagra"], name, max_results)

    return mocked(registry, use, ExchangeStore.cache(path))


def test_the_query_is_a_union_of_names_and_the_exact_heading(tmp_path: Path) -> None:
    registry = Registry("NCT00000001")
    found = search(registry, tmp_path)
    (params,) = registry.asked
    assert params["query.intr"] == '"sildenafil" OR "Viagra"'
    assert params["query.cond"] == (
        'AREA[ConditionMeshTerm]"Hypertension, Pulmonary" OR AREA[Condition]("pulmonary hypertension")'
    )
    assert "ConditionMeshId" in params["fields"].split("|")
    assert found.record.query == f"intervention: {params['query.intr']}; condition: {params['query.cond']}"
    assert (found.record.state, found.record.total, found.record.ids) == (SourceState.OK, 1, ("NCT00000001",))
    assert [trial.nct_id for trial in found.trials] == ["NCT00000001"]


def test_a_name_without_heading_is_searched_as_text(tmp_path: Path) -> None:
    registry = Registry("NCT00000001")
    odd = NormalizedName(
        disease_id="X", disease_name='odd "disease) OR (x', term="odd", method=NameMethod.ORIGINAL, confidence=0
    )
    search(registry, tmp_path, odd)
    assert registry.asked[0]["query.cond"] == 'AREA[Condition]("odd disease OR x")'


def test_pages_are_read_to_the_limit_and_the_rest_is_said(tmp_path: Path) -> None:
    ids = [f"NCT0000000{n}" for n in range(1, 6)]
    assert search(Registry(*ids), tmp_path / "all").record.ids == tuple(ids)
    found = search(Registry(*ids), tmp_path / "some", max_results=3)
    assert (found.record.state, found.record.total, len(found.trials)) == (SourceState.DEGRADED, 5, 3)
    assert "3 of the 5" in found.record.reason


def test_no_trial_is_said_to_be_none(tmp_path: Path) -> None:
    assert search(Registry(), tmp_path).record.state is SourceState.EMPTY


def test_a_refused_query_is_the_services_sentence(tmp_path: Path) -> None:
    with pytest.raises(PermanentFailure, match="Invalid query"):
        search(lambda _: httpx.Response(400, text="Invalid query in `query.cond`"), tmp_path)


@pytest.mark.parametrize(
    "broken",
    [
        httpx.Response(200, text="<!DOCTYPE html><html>edge</html>"),
        httpx.Response(200, json={"totalCount": 3}),
        httpx.Response(200, content=b'{"studies": [{"protocol'),
        httpx.Response(502),
    ],
)
def test_a_fault_is_never_an_empty_result(broken: httpx.Response, tmp_path: Path) -> None:
    with pytest.raises(TransientFailure):
        search(lambda _: httpx.Response(broken.status_code, content=broken.content), tmp_path)


def test_a_full_study() -> None:
    trial = parse_study(FULL)
    assert (trial.nct_id, trial.title, trial.official_title) == ("NCT00000001", "Short title", "Long title")
    assert (trial.status, trial.why_stopped, trial.summary) == ("TERMINATED", "Slow enrolment", "It is tested.")
    assert (trial.phases, trial.phase_label) == (("PHASE2", "PHASE3"), "phase 2/3")
    assert (trial.enrollment, trial.enrollment_type, trial.has_results) == (120, "ACTUAL", True)
    assert (trial.allocation, trial.masking, trial.primary_purpose) == ("RANDOMIZED", "DOUBLE", "TREATMENT")
    assert (trial.start_date, trial.completion_date, trial.first_posted) == ("2010-05", "2012-06-30", "2010-04-01")
    assert trial.sponsor == "An Invented University"
    assert trial.condition_mesh == (MeshTerm(id="D006976", term="Hypertension, Pulmonary"),)
    assert trial.condition_ancestors == (MeshTerm(id="D006973", term="Hypertension"),)
    assert trial.interventions == (
        Intervention(kind="DRUG", name="Sildenafil", other_names=("Revatio",), arm_types=("EXPERIMENTAL",)),
        Intervention(kind="DRUG", name="Placebo", arm_types=("PLACEBO_COMPARATOR",)),
    )
    assert trial.primary_outcomes == ("Pressure",)
    assert trial.pmids == ("90000001", "90000003")


def test_a_bare_study() -> None:
    trial = parse_study({"protocolSection": {"identificationModule": {"nctId": "NCT00000002"}}})
    assert (trial.title, trial.status, trial.enrollment, trial.has_results) == ("NCT00000002", "UNKNOWN", None, None)
    assert trial.phase_label == "phase not stated"


@pytest.mark.parametrize("count", [99_999_999, None, -1, "many", True])
def test_an_unknown_enrolment_is_none(count: object) -> None:
    odd = {**study("NCT00000003")}
    odd["protocolSection"] = {**odd["protocolSection"], "designModule": {"enrollmentInfo": {"count": count}}}
    assert parse_study(odd).enrollment is None


@pytest.mark.parametrize("module", list(FULL["protocolSection"]))
@pytest.mark.parametrize("odd", [None, [], "text", 7, {"interventions": [None, {}], "references": {}}])
def test_an_odd_module_is_an_absent_one(module: str, odd: object) -> None:
    changed = {**FULL, "protocolSection": {**FULL["protocolSection"], module: odd}}
    if module == "identificationModule":
        with pytest.raises(PermanentFailure, match="NCT id"):
            parse_study(changed)
    else:
        assert parse_study(changed).nct_id == "NCT00000001"
