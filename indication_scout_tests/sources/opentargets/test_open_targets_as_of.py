"""The Open Targets client as of a day: dates are asked for, nothing undated or later comes back, faults stay faults."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import graphql
import httpx
import pytest

from indication_scout_assets.domain.candidates import DirectionQuestion
from indication_scout_assets.domain.drugs import Action, ClinicalStage, DrugProfile, DrugTarget
from indication_scout_assets.domain.outcomes import TransientFailure
from indication_scout_assets.rules.candidates.association_scores import CEILING
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host
from indication_scout_assets.sources.opentargets import open_targets
from indication_scout_assets.sources.opentargets.open_targets import OpenTargets
from indication_scout_tests.wire import opentargets as wire

from ..faulty_server import mocked

AS_OF = date(2010, 6, 30)
HOST = Host("Open Targets", "https://ot.test/graphql", 100)
SCHEMA = graphql.build_schema((Path(wire.__file__).parent / "opentargets.graphql").read_text(encoding="utf-8"))
PDE5 = "ENSG00000138735"
RELEASE = {"meta": {"dataVersion": {"year": "26", "month": "06", "iteration": None}}}

Dated = tuple[str, str, str | None, int | None]
"""A clinical report: id, stage, start of the trial, year."""


class Platform:
    """A service that knows one drug's reports by disease, and evidence of PDE5A by disease."""

    def __init__(
        self, reports: dict[str, list[Dated]] | None = None, evidence: dict[str, list[dict[str, Any]]] | None = None
    ) -> None:
        self._reports = reports or {}
        self._evidence = evidence or {}
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content)
        assert graphql.validate(SCHEMA, graphql.parse(body["query"])) == []
        self.asked.append((body["operationName"], body["variables"]))
        answer = getattr(self, body["operationName"])(body["variables"])
        return httpx.Response(200, json={"data": answer})

    def of(self, operation: str) -> list[dict[str, Any]]:
        return [variables for name, variables in self.asked if name == operation]

    def ReadVersion(self, _: Any) -> Any:  # noqa: N802 - named as the operation
        return RELEASE

    def ReadDrugProfile(self, _: Any) -> Any:  # noqa: N802
        warning = {
            "warningType": "Withdrawn", "toxicityClass": None, "description": None, "country": None, "efoId": None,
            "efoTerm": None, "references": None,
        }  # fmt: skip
        return {
            "drug": {
                "id": "CHEMBL192", "name": "SILDENAFIL", "drugType": "Small molecule",
                "maximumClinicalStage": "APPROVAL", "description": "Approved, with 3 warnings.", "synonyms": [],
                "tradeNames": [{"label": "Viagra", "source": "FDA"}], "parentMolecule": None, "childMolecules": [],
                "mechanismsOfAction": {"rows": [{
                    "mechanismOfAction": "PDE5 inhibitor", "actionType": "INHIBITOR",
                    "targets": [{"id": PDE5, "approvedSymbol": "PDE5A"}],
                }]},
                "indications": self._indications(),
                "drugWarnings": [{**warning, "year": year} for year in (2004, 2010, None)],
            }
        }  # fmt: skip

    def ListReportDates(self, variables: Any) -> Any:  # noqa: N802
        reports = [{"id": i, "year": y, "trialStartDate": s} for row in self._reports.values() for i, _, s, y in row]
        rows = {"rows": [{"clinicalReports": reports}]}
        return {"drugs": [{"id": i, "indications": rows} for i in variables["chemblIds"]]}

    def ListTargetDrugs(self, _: Any) -> Any:  # noqa: N802
        mechanism = {
            "mechanismOfAction": "m", "actionType": "INHIBITOR", "targets": [{"id": PDE5, "approvedSymbol": "PDE5A"}],
        }  # fmt: skip
        drug: dict[str, Any] = {
            "id": "CHEMBL779", "name": "TADALAFIL", "parentMolecule": None, "drugWarnings": [],
            "mechanismsOfAction": {"rows": [mechanism]},
        }  # fmt: skip
        rows = [{"maxClinicalStage": "APPROVAL", "drug": drug}]
        return {"targets": [{"id": PDE5, "drugAndClinicalCandidates": {"rows": rows}}]}

    def ListDrugIndications(self, variables: Any) -> Any:  # noqa: N802
        return {"drugs": [{"id": i, "indications": self._indications()} for i in variables["chemblIds"]]}

    def ListTargetAssociations(self, _: Any) -> Any:  # noqa: N802
        rows = [
            {
                "score": 0.9, "disease": {"id": i, "name": i}, "datatypeScores": [],
                "datasourceScores": [{"id": s, "score": 0.5} for s in sorted({"clinical_precedence", *sources})],
            }
            for i, listed in self._evidence.items()
            for sources in [{e["datasourceId"] for e in listed}]
        ]  # fmt: skip
        return {"targets": [{"id": PDE5, "associatedDiseases": {"rows": rows}}]}

    def ListDatedEvidence(self, variables: Any) -> Any:  # noqa: N802
        listed = [e for e in self._evidence[variables["efoId"]] if e["datasourceId"] in variables["datasources"]]
        begin = int(variables["cursor"] or 0)
        end = begin + variables["size"]
        return {
            "disease": {"evidences": {"cursor": str(end) if end < len(listed) else None, "rows": listed[begin:end]}}
        }

    def ReadDiseases(self, variables: Any) -> Any:  # noqa: N802
        empty: dict[str, Any] = {"description": None, "isTherapeuticArea": False, "synonyms": None}
        names = ("dbXRefs", "obsoleteTerms", "parents", "therapeuticAreas", "ancestors", "descendants")
        lists: dict[str, Any] = {name: [] for name in names}
        more = {**empty, **lists, "drugAndClinicalCandidates": {"count": 12}}
        return {"diseases": [{"id": i, "name": i, **more} for i in variables["efoIds"]]}

    def MapDiseaseTerms(self, variables: Any) -> Any:  # noqa: N802
        return {"mapIds": {"mappings": [{"term": term, "hits": []} for term in variables["terms"]]}}

    def _indications(self) -> Any:
        return {
            "rows": [
                {
                    "maxClinicalStage": "APPROVAL",
                    "disease": {"id": disease, "name": disease},
                    "clinicalReports": [
                        {
                            "id": i, "source": "AACT", "type": "CLINICAL_TRIAL", "clinicalStage": stage, "title": None,
                            "year": year, "trialOverallStatus": "TERMINATED", "trialWhyStopped": "futility",
                            "trialStopReasonCategories": ["Negative"], "url": None, "drugs": [],
                        }
                        for i, stage, _, year in reports
                    ],
                }
                for disease, reports in self._reports.items()
            ]
        }  # fmt: skip


def run(platform: Platform, use: Callable[[OpenTargets], Coroutine[Any, Any, Any]]) -> Any:
    with TemporaryDirectory() as cache:
        return mocked(platform, lambda http: use(OpenTargets(http, HOST)), ExchangeStore.cache(Path(cache)), attempts=2)


def evidence(source: str = "gwas_credible_sets", score: float = 0.8, **more: Any) -> dict[str, Any]:
    dates = dict.fromkeys(("evidenceDate", "publicationDate", "publicationYear", "releaseDate"))
    directions = {"directionOnTarget": "LoF", "directionOnTrait": "protect"}
    return {"datasourceId": source, "datatypeId": "genetic_association", "score": score, **directions, **dates, **more}


REPORTS: dict[str, list[Dated]] = {
    "early": [("NCT1", "PHASE_3", "2008-05", 2008), ("L1", "APPROVAL", None, None)],
    "late": [("NCT2", "PHASE_3", "2012-05-01", 2012)],
    "undated": [("L2", "APPROVAL", None, None)],
    "approved": [("F1", "APPROVAL", None, 2005)],
    "this year": [("F2", "APPROVAL", None, 2010)],
    "first phase": [("NCT3", "PHASE_1", "2009-01-01", 2009)],
}


# -- Drugs ---------------------------------------------------------------------------------------------------------


def profile(platform: Platform, as_of: date | None) -> DrugProfile:
    result = run(platform, lambda ot: ot.drug_profile("CHEMBL192", "sildenafil", "Viagra", as_of))
    assert isinstance(result, DrugProfile)
    return result


def test_a_profile_holds_what_reports_of_the_day_say():
    known = profile(Platform(REPORTS), AS_OF)
    assert [(i.disease_id, i.stage, [r.id for r in i.reports]) for i in known.indications] == [
        ("early", ClinicalStage.APPROVAL, ["NCT1", "L1"]), ("undated", ClinicalStage.APPROVAL, ["L2"]),
        ("approved", ClinicalStage.APPROVAL, ["F1"]), ("first phase", ClinicalStage.PHASE_1, ["NCT3"]),
    ]  # fmt: skip
    never_approved = {disease: reports for disease, reports in REPORTS.items() if disease != "approved"}
    assert [(i.disease_id, i.stage) for i in profile(Platform(never_approved), AS_OF).indications] == [
        ("early", ClinicalStage.PHASE_3), ("first phase", ClinicalStage.PHASE_1),
    ]  # fmt: skip
    assert all(r.status is None and not r.stop_reasons for i in known.indications for r in i.reports)
    assert (known.maximum_stage, known.description, [w.year for w in known.warnings]) == (
        ClinicalStage.APPROVAL,
        "",
        [2004],
    )
    assert [t.symbol for t in known.targets] == ["PDE5A"]
    assert [s.name for s in known.synonyms] == ["sildenafil", "Viagra"]


def test_without_a_day_no_date_is_asked_for():
    platform = Platform(REPORTS)
    assert len(profile(platform, None).indications) == len(REPORTS)
    run(platform, lambda ot: ot.class_drugs(sildenafil()))
    run(platform, lambda ot: ot.target_associations([PDE5], 200))
    assert {name for name, _ in platform.asked} == {
        "ReadVersion", "ReadDrugProfile", "ListTargetDrugs", "ListDrugIndications", "ListTargetAssociations",
    }  # fmt: skip


def sildenafil() -> DrugProfile:
    target = DrugTarget(ensembl_id=PDE5, symbol="PDE5A", action_type="INHIBITOR")
    return DrugProfile(slug="s", query="s", chembl_id="CHEMBL192", name="sildenafil", targets=(target,))


def test_classmates_have_the_indications_of_the_day_from_phase_2_on():
    (drug,) = run(Platform(REPORTS), lambda ot: ot.class_drugs(sildenafil(), AS_OF))
    assert [(i.disease_id, i.stage) for i in drug.indications] == [
        ("early", ClinicalStage.PHASE_3), ("approved", ClinicalStage.APPROVAL),
    ]  # fmt: skip


def test_a_classmate_no_report_of_the_day_names_did_not_exist():
    reports = {"late": REPORTS["late"], "undated": REPORTS["undated"]}
    assert run(Platform(reports), lambda ot: ot.class_drugs(sildenafil(), AS_OF)) == ()


def test_dates_left_out_of_an_answer_are_a_fault_and_no_absence():
    class Forgetful(Platform):
        def ListReportDates(self, variables: Any) -> Any:  # noqa: N802
            return {"drugs": []}

    with pytest.raises(TransientFailure, match="left out 1 of 1 drugs"):
        profile(Forgetful(REPORTS), AS_OF)


# -- Targets and diseases ------------------------------------------------------------------------------------------


def test_associations_are_scored_from_the_evidence_of_the_day():
    listed = {
        "both": [
            evidence(score=0.9, evidenceDate="2016-01-01"), evidence(score=0.8, evidenceDate="2009-02-03"),
            evidence("europepmc", 0.5, publicationYear=2008, datatypeId="literature"),
            evidence("impc", 1.0), evidence("clinical_precedence", 1.0, evidenceDate="2001-01-01"),
        ],
        "released later": [evidence(evidenceDate="2009-02-03", releaseDate="2015-01-01")],
        "undated": [evidence("impc")],
        "best": [evidence(score=1.0, evidenceDate="2009"), evidence(score=1.0, evidenceDate="2008-11")],
    }  # fmt: skip
    platform = Platform(evidence=listed)
    result = run(platform, lambda ot: ot.associations_as_of([PDE5], 200, AS_OF))
    gwas, papers = 0.8 / CEILING, 0.5 / CEILING
    assert [a.disease_id for a in result.by_target[PDE5]] == ["best", "both"]
    both = result.by_target[PDE5][1]
    assert both.score == pytest.approx((gwas + 0.2 * papers / 4) / CEILING)
    assert both.datatype_scores == pytest.approx({"genetic_association": gwas, "literature": papers})
    assert both.source_scores == pytest.approx({"gwas_credible_sets": gwas, "europepmc": papers})
    assert (result.asked, result.without_evidence, result.cut) == (4, 2, 0)
    assert platform.of("ListDatedEvidence")[0]["datasources"] == ["europepmc", "gwas_credible_sets", "impc"]


def test_as_many_diseases_are_looked_up_as_asked():
    platform = Platform(evidence={f"D{n}": [evidence(evidenceDate="2009-02-03")] for n in range(9)})
    result = run(platform, lambda ot: ot.associations_as_of([PDE5], 200, AS_OF, lookups=3))
    assert [a.disease_id for a in result.by_target[PDE5]] == ["D0", "D1", "D2"]
    assert [asked["efoId"] for asked in platform.of("ListDatedEvidence")] == ["D0", "D1", "D2"]


def test_more_evidence_than_is_read_is_said(monkeypatch):
    monkeypatch.setattr(open_targets, "EVIDENCES_PER_PAGE", 2)
    many = [evidence(evidenceDate="2009-02-03")] * 8
    platform = Platform(evidence={"read": many, "cut": [*many, many[0]]})
    result = run(platform, lambda ot: ot.associations_as_of([PDE5], 200, AS_OF))
    assert (result.asked, result.cut) == (2, 1)
    assert len(platform.of("ListDatedEvidence")) == 2 * open_targets.EVIDENCE_PAGES


def test_directions_count_evidence_of_the_day():
    listed = [
        evidence(evidenceDate="2009-02-03"), evidence(evidenceDate="2016-01-01", directionOnTrait="risk"),
        evidence(directionOnTrait="risk"), evidence("eva", publicationYear=2009, directionOnTarget=None),
        evidence("europepmc", publicationYear=2009),
    ]  # fmt: skip
    question = DirectionQuestion(ensembl_id=PDE5, disease_id="D", action=Action.DECREASES)
    result = run(Platform(evidence={"D": listed}), lambda ot: ot.all_directions([question], AS_OF))
    assert result == {(PDE5, "D"): {"agrees": 1, "unknown": 1}}


def test_how_many_drugs_a_disease_has_is_left_out():
    platform = Platform()
    assert run(platform, lambda ot: ot.diseases({"D": "d"}))["D"].drug_count == 12
    assert run(platform, lambda ot: ot.diseases({"D": "d"}, AS_OF))["D"].drug_count is None


# -- Any dates -----------------------------------------------------------------------------------------------------


# -- Against the demonstration -------------------------------------------------------------------------------------
