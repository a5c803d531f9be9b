"""ClinicalTrials.gov v2: the query, paging, faults, parsing, runs as of a day, and the registry's description of it."""

from __future__ import annotations

import copy
import inspect
import re
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD
from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.outcomes import PermanentFailure, SourceState
from indication_scout_assets.domain.records import trials
from indication_scout_assets.domain.records.trials import Analysis, Arm, Intervention, MeshTerm, ResultGroup
from indication_scout_assets.reports.words import common_words
from indication_scout_assets.rules import as_of
from indication_scout_assets.rules.trials import drug_part, purpose, trial_matching
from indication_scout_assets.sources import clinicaltrials
from indication_scout_assets.sources.clinicaltrials import (
    FIELDS,
    ClinicalTrials,
    TrialSearch,
    condition_query,
    parse_study,
    posted_by,
)
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_assets.synthesis import trial_statements
from indication_scout_tests import ROOT
from indication_scout_tests.diseases import PULMONARY
from indication_scout_tests.wire import clinicaltrials as wire
from indication_scout_tests.wire.messages import Request
from indication_scout_tests.wire.records import load

from .faulty_server import mocked

NAME = PULMONARY

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
            "lastUpdatePostDateStruct": {"date": "2014-02-03"},
            "resultsFirstPostDateStruct": {"date": "2013-09-10"},
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
        "eligibilityModule": {"healthyVolunteers": False, "stdAges": ["CHILD", "ADULT"]},
        "outcomesModule": {"primaryOutcomes": [{"measure": "Pressure", "timeFrame": "12 weeks"}, {"timeFrame": "x"}]},
        "referencesModule": {
            "references": [
                {"pmid": "90000001", "type": "RESULT"},
                {
                    "pmid": "90000002", "type": "BACKGROUND",
                    "retractions": [{"pmid": "90000009", "source": "Some Journal"}],
                },
                {"pmid": "90000003"}, {"pmid": "90000004", "type": "DERIVED", "retractions": [{"source": "Another"}]},
                {"pmid": "90000001", "type": "DERIVED", "retractions": []}, {"citation": "no id"},
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
    "resultsSection": {
        "outcomeMeasuresModule": {
            "outcomeMeasures": [
                {
                    "type": "PRIMARY", "title": "Walk  distance", "timeFrame": "12 weeks", "paramType": "MEAN",
                    "unitOfMeasure": "metres",
                    "groups": [
                        {"id": "OG000", "title": "Sildenafil", "description": "20 mg"},
                        {"id": "OG001", "title": "Placebo"},
                    ],
                    "denoms": [
                        {"units": "Participants", "counts": [
                            {"groupId": "OG000", "value": "61"}, {"groupId": "OG001", "value": "many"},
                        ]},
                    ],
                    "classes": [{"categories": [{"measurements": [
                        {"groupId": "OG000", "value": "41.2", "spread": "3"}, {"groupId": "OG001", "value": "NA"},
                    ]}]}],
                    "analyses": [
                        {
                            "groupIds": ["OG000", "OG001"], "groupDescription": "Adjusted", "pValue": "<0.001",
                            "pValueComment": "Two-sided", "statisticalMethod": "ANCOVA", "paramType": "Difference",
                            "paramValue": "38", "ciPctValue": "95", "ciNumSides": "TWO_SIDED", "ciLowerLimit": "20",
                            "ciUpperLimit": "56", "nonInferiorityType": "SUPERIORITY",
                            "nonInferiorityComment": "None",
                        },
                    ],
                },
                {
                    "type": "PRIMARY", "title": "Pressure by visit",
                    "classes": [
                        {"title": title, "categories": [{"measurements": [{"groupId": "OG000", "value": "1"}]}]}
                        for title in ("Week 4", "Week 8")
                    ],
                    "groups": [{"id": "OG000", "title": "Sildenafil"}],
                },
                {"type": "SECONDARY", "title": "Death"},
                {"type": "PRIMARY"},
            ]
        }
    },
}  # fmt: skip


def study(nct_id: str) -> dict[str, Any]:
    return {"protocolSection": {"identificationModule": {"nctId": nct_id, "briefTitle": "T"}}}


class Registry:
    """Pages of studies, one study a page."""

    def __init__(self, *studies: str | dict[str, Any]) -> None:
        self._studies = [
            study(posted_study) if isinstance(posted_study, str) else posted_study for posted_study in studies
        ]
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


def search(
    registry: Any, path: Path, name: NormalizedName = NAME, max_results: int = 100, as_of: date | None = None
) -> TrialSearch:
    async def use(client: HttpClient) -> TrialSearch:
        host = Host("ClinicalTrials.gov", "https://trials.example.org/api/v2", 1)
        return await ClinicalTrials(client, host).search(
            ["sildenafil citrate", "Viagra"], name, max_results, as_of=as_of
        )

    return mocked(registry, use, ExchangeStore.cache(path))


def test_the_query_is_a_union_of_names_and_the_exact_heading(tmp_path: Path) -> None:
    registry = Registry("NCT00000001")
    result = search(registry, tmp_path)
    (params,) = registry.asked
    assert params["query.intr"] == '"sildenafil" OR "Viagra"'
    assert params["query.cond"] == (
        'AREA[ConditionMeshTerm]"Hypertension, Pulmonary" OR AREA[Condition]("pulmonary hypertension")'
    )
    assert "ConditionMeshId" in params["fields"].split("|")
    assert result.record.query == f"intervention: {params['query.intr']}; condition: {params['query.cond']}"
    assert (result.record.state, result.record.total, result.record.ids) == (SourceState.OK, 1, ("NCT00000001",))
    assert [trial.nct_id for trial in result.trials] == ["NCT00000001"]


def test_trials_of_drugs_that_need_not_treat_are_asked_for_by_purpose(tmp_path: Path) -> None:
    registry = Registry("NCT00000001")

    async def use(client: HttpClient) -> TrialSearch:
        trials = ClinicalTrials(client, Host("ClinicalTrials.gov", "https://trials.example.org/api/v2", 1))
        return await trials.of_other_purpose(["carmustine", "fosaprepitant"], 500, as_of=date(2020, 1, 1))

    mocked(registry, use, ExchangeStore.cache(tmp_path))
    (params,) = registry.asked
    assert params["query.intr"] == '"carmustine" OR "fosaprepitant"'
    purpose, posted = params["filter.advanced"].split(" AND ")
    assert purpose.startswith("AREA[DesignPrimaryPurpose](SUPPORTIVE_CARE OR DIAGNOSTIC")
    assert posted.startswith("AREA[StudyFirstPostDate]")


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
    result = search(Registry(*ids), tmp_path / "some", max_results=3)
    assert (result.record.state, result.record.total, len(result.trials)) == (SourceState.DEGRADED, 5, 3)
    assert "3 of the 5" in result.record.reason


def test_no_trial_is_said_to_be_none(tmp_path: Path) -> None:
    assert search(Registry(), tmp_path).record.state is SourceState.EMPTY


def test_a_full_study() -> None:
    trial = parse_study(FULL)
    assert (trial.nct_id, trial.title, trial.official_title) == ("NCT00000001", "Short title", "Long title")
    assert (trial.status, trial.why_stopped, trial.summary) == ("TERMINATED", "Slow enrolment", "It is tested.")
    assert (trial.phases, trial.phase_name) == (("PHASE2", "PHASE3"), "phase 2/3")
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
    assert (trial.last_updated, trial.results_posted) == ("2014-02-03", "2013-09-10")


def test_arms_and_who_may_take_part() -> None:
    trial = parse_study(FULL)
    assert trial.arms == (
        Arm(name="A", kind="EXPERIMENTAL", interventions=("Sildenafil",)),
        Arm(name="B", kind="PLACEBO_COMPARATOR", interventions=("Placebo",)),
    )
    assert (trial.healthy_volunteers, trial.ages) == (False, ("CHILD", "ADULT"))


def test_posted_results_are_the_primary_outcomes_as_written() -> None:
    walk, pressure = parse_study(FULL).results
    assert (walk.title, walk.time_frame, walk.measure, walk.unit) == ("Walk distance", "12 weeks", "MEAN", "metres")
    assert walk.groups == (
        ResultGroup(id="OG000", title="Sildenafil", description="20 mg", participants=61, value="41.2"),
        ResultGroup(id="OG001", title="Placebo", value="NA"),
    )
    assert walk.analyses == (
        Analysis(
            group_ids=("OG000", "OG001"), description="Adjusted", p_value="<0.001", p_comment="Two-sided",
            method="ANCOVA", estimate="Difference", estimate_value="38", interval_percent="95",
            interval_sides="TWO_SIDED", interval_low="20", interval_high="56", hypothesis="SUPERIORITY",
            hypothesis_comment="None",
        ),
    )  # fmt: skip
    assert [group.value for group in pressure.groups] == [""]


def test_papers_about_the_trial_are_kept_apart_from_background_and_retractions_are_read_of_both() -> None:
    trial = parse_study(FULL)
    assert trial.pmids == ("90000001", "90000003", "90000004")
    assert trial.retracted_pmids == ("90000002", "90000004")


def test_a_bare_study() -> None:
    trial = parse_study({"protocolSection": {"identificationModule": {"nctId": "NCT00000002"}}})
    assert (trial.title, trial.status, trial.enrollment, trial.has_results) == ("NCT00000002", "UNKNOWN", None, None)
    assert trial.phase_name == "phase not stated"


@pytest.mark.parametrize("count", [99_999_999, None, -1, "many", True])
def test_an_unknown_enrolment_is_none(count: object) -> None:
    odd = {**study("NCT00000003")}
    odd["protocolSection"] = {**odd["protocolSection"], "designModule": {"enrollmentInfo": {"count": count}}}
    assert parse_study(odd).enrollment is None


# -- As of a day ---------------------------------------------------------------------------------------------------


def posted(nct_id: str, day: str | None, **status: Any) -> dict[str, Any]:
    posted_study = study(nct_id)
    posted_study["protocolSection"]["statusModule"] = {
        "studyFirstPostDateStruct": {"date": day} if day else None,
        **status,
    }
    return posted_study


def test_trials_of_the_day_are_asked_for_and_the_rest_is_left_out_all_the_same(tmp_path: Path) -> None:
    registry = Registry(
        posted("NCT00000001", "2010-06-30", overallStatus="TERMINATED", whyStopped="Futility"),
        posted("NCT00000002", "2010-07-01"), posted("NCT00000003", None), posted("NCT00000004", "some day"),
    )  # fmt: skip
    result = search(registry, tmp_path, as_of=date(2010, 6, 30))
    assert {params["filter.advanced"] for params in registry.asked} == {"AREA[StudyFirstPostDate]RANGE[MIN,2010-06-30]"}
    assert [(t.nct_id, t.status, t.why_stopped) for t in result.trials] == [("NCT00000001", "UNKNOWN", "")]
    assert result.record.ids == ("NCT00000001",)
    assert result.record.query.endswith("; first posted by 2010-06-30")
    assert result.record.warnings == ("3 trials without a first-post date by 2010-06-30 were left out.",)


def test_nothing_known_on_the_day_is_an_empty_result_that_says_why(tmp_path: Path) -> None:
    record = search(Registry(posted("NCT00000003", None)), tmp_path, as_of=date(2010, 6, 30)).record
    assert (record.state, record.ids, record.total) == (SourceState.EMPTY, (), 1)
    assert record.reason == "None of the 1 trials found is known to have been posted by then."


# -- The registry's description of its data ------------------------------------------------------------------------

SCHEMA: dict[str, Any] = yaml.safe_load(
    (ROOT / "indication_scout_tests" / "sources" / "clinicaltrials_fields.yaml").read_text(encoding="utf-8")
)
PIECES: dict[str, dict[str, str]] = SCHEMA["fields"]
ENUMS: dict[str, list[str]] = SCHEMA["enums"]


def without(record: Any, path: list[str]) -> None:
    """Take the piece at a path out of a record, in every item of the lists on the way."""
    for item in record if isinstance(record, list) else [record]:
        if len(path) == 1:
            item.pop(path[0], None)
        elif path[0] in item:
            without(item[path[0]], path[1:])


def values(record: Any, path: list[str]) -> list[Any]:
    if isinstance(record, list):
        return [value for item in record for value in values(item, path)]
    if not path:
        return [record]
    return values(record[path[0]], path[1:]) if isinstance(record, dict) and path[0] in record else []


def test_every_field_asked_for_is_in_the_registrys_description() -> None:
    assert set(FIELDS) == set(PIECES)


@pytest.mark.parametrize("piece", FIELDS)
def test_every_field_asked_for_is_read_where_the_registry_puts_it(piece: str) -> None:
    whole = copy.deepcopy(FULL)
    whole["protocolSection"]["conditionsModule"]["keywords"] = [DEMONSTRATION_KEYWORD]
    if piece == "CompletionDate":  # read where there is no primary one
        without(whole, PIECES["PrimaryCompletionDate"]["path"].split("."))
    if piece in {"RetractionPMID", "RetractionSource"}:
        without(whole, ["protocolSection", "referencesModule", "references", "retractions"])
        (reference, *_) = whole["protocolSection"]["referencesModule"]["references"]
        reference["retractions"] = [{PIECES[piece]["path"].rsplit(".", 1)[1]: "x"}]
    path = PIECES[piece]["path"].split(".")
    assert values(whole, path)
    less = copy.deepcopy(whole)
    without(less, path[:-1] if piece.startswith("Retraction") else path)
    if piece == "NCTId":
        with pytest.raises(PermanentFailure, match="NCT id"):
            parse_study(less)
    else:
        assert parse_study(less) != parse_study(whole)


def test_the_areas_a_query_searches_in_exist() -> None:
    queries = f"{condition_query(NAME)} {posted_by(date(2010, 1, 1))}"
    assert set(re.findall(r"AREA\[(\w+)\]", queries)) <= set(PIECES)
    assert PIECES["StudyFirstPostDate"]["type"] == "NormalizedDate"


def test_the_values_that_are_interpreted_are_values_of_the_registry() -> None:
    known = {value for listed in ENUMS.values() for value in listed} | {"EARLY", "EARLY_", "PHASE", "GET"}
    modules = [trials, trial_matching, drug_part, purpose, as_of, clinicaltrials, trial_statements]
    texts = [inspect.getsource(module) for module in modules]
    texts += re.findall(r"_STATUSES: Final = frozenset\((.*?)\)", inspect.getsource(common_words), re.DOTALL)
    used = {value for text in texts for value in re.findall(r'"([A-Z][A-Z_0-9]{2,})"', text)}
    assert {"TERMINATED", "RECRUITING", "COMPLETED", "BACKGROUND", "EXPERIMENTAL", "ESTIMATED", "DRUG"} <= used
    assert used <= known


def test_the_demonstration_speaks_the_registrys_values() -> None:
    server = wire.ClinicalTrials(load())
    studies = yaml.safe_load(server.answer(Request("GET", "studies", {"pageSize": "1000"})).body)["studies"]
    assert studies
    for piece in PIECES.values():
        kind = piece["type"].removesuffix("[]")
        if kind in ENUMS:
            assert set(values(studies, piece["path"].split("."))) <= set(ENUMS[kind])
