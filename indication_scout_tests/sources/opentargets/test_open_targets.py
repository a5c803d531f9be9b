"""The Open Targets client: rows into values, errors inside good answers, names, dead ids, classmates."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import graphql
import httpx
import pytest

from indication_scout_assets.domain.candidates import DirectionQuestion
from indication_scout_assets.domain.drugs import Action, ClinicalStage, DrugProfile, DrugTarget
from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host
from indication_scout_assets.sources.opentargets.open_targets import OpenTargets, operation
from indication_scout_tests import ROOT
from indication_scout_tests.wire import opentargets as wire

from ..faulty_server import mocked

HOST = Host("Open Targets", "https://ot.test/graphql", 100)
SCHEMA = graphql.build_schema((Path(wire.__file__).parent / "opentargets.graphql").read_text(encoding="utf-8"))
PDE5 = "ENSG00000138735"

Respond = Callable[[str, dict[str, Any]], Any]
"""(operation name, variables) -> ``data``, or an ``httpx.Response``."""


def run(respond: Respond, use: Callable[[OpenTargets], Coroutine[Any, Any, Any]], tmp_path: Path) -> Any:
    """Run ``use`` against a service that answers with ``respond``; every query is checked against the schema."""

    def handle(request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content)
        document = graphql.parse(body["query"])
        assert graphql.validate(SCHEMA, document) == []
        data = respond(body["operationName"], body["variables"])
        return data if isinstance(data, httpx.Response) else httpx.Response(200, json={"data": data})

    store = ExchangeStore.cache(tmp_path / "cache")
    return mocked(handle, lambda http: use(OpenTargets(http, HOST)), store, attempts=2)


def drug_hit(id_: str, name: str, *synonyms: str, trade: tuple[str, ...] = (), parent: str | None = None) -> Any:
    return {
        "id": id_,
        "name": name,
        "object": {
            "id": id_,
            "name": name,
            "synonyms": [{"label": s} for s in synonyms],
            "tradeNames": [{"label": t} for t in trade],
            "parentMolecule": {"id": parent} if parent else None,
        },
    }


# -- Queries -------------------------------------------------------------------------------------------------------

OPERATIONS = sorted(
    path.stem for path in (ROOT / "indication_scout_assets/sources/opentargets/queries").glob("*.graphql")
)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_named_like_its_file_and_fits_the_schema(name):
    document = graphql.parse(operation(name))
    (definition,) = document.definitions
    assert isinstance(definition, graphql.OperationDefinitionNode)
    assert definition.name is not None
    assert re.sub(r"(?<!^)(?=[A-Z])", "_", definition.name.value).lower() == name
    assert graphql.validate(SCHEMA, document) == []


# -- Errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("response", "failure", "says"),
    [
        (
            httpx.Response(200, json={"data": {}, "errors": [{"message": "SOURCE_UNAVAILABLE_CLICKHOUSE"}]}),
            TransientFailure, "SOURCE_UNAVAILABLE_CLICKHOUSE",
        ),
        (httpx.Response(400, json={"errors": [{"message": "Cannot query field 'x'"}]}), PermanentFailure, "field 'x'"),
        (httpx.Response(400, json={"syntaxError": "Syntax error, line 1"}), PermanentFailure, "line 1"),
        (httpx.Response(200, text="<html></html>"), TransientFailure, "HTML"),
        (httpx.Response(200, json={"data": None}), TransientFailure, "without data"),
        (httpx.Response(200, json=[]), TransientFailure, "no GraphQL answer"),
    ],
)  # fmt: skip
def test_an_error_is_never_an_empty_answer(response, failure, says, tmp_path):
    with pytest.raises(failure, match=says):
        run(lambda *_: response, lambda ot: ot.version(), tmp_path)


# -- Names ---------------------------------------------------------------------------------------------------------

HITS = [
    drug_hit("CHEMBL1", "SILDENAFIL NITRATE", "sildenafil-like"),
    drug_hit("CHEMBL192", "SILDENAFIL", "UK-92480", trade=("Viagra",)),
    drug_hit("CHEMBL1737", "SILDENAFIL CITRATE", parent="CHEMBL192"),
    {"id": "CHEMBL0", "name": "NOTHING BEHIND IT", "object": None},
]


@pytest.mark.parametrize("name", ["sildenafil", " Sildenafil ", "VIAGRA", "uk 92480", "sildenafil citrate"])
def test_the_exact_name_is_taken_not_the_first_hit(name, tmp_path):
    assert run(lambda *_: {"search": {"hits": HITS}}, lambda ot: ot.find_drug(name), tmp_path) == "CHEMBL192"


def test_a_near_miss_offers_names(tmp_path):
    with pytest.raises(PermanentFailure, match=r"no drug called 'sildenafyl'; did you mean SILDENAFIL NITRATE"):
        run(lambda *_: {"search": {"hits": HITS}}, lambda ot: ot.find_drug("sildenafyl"), tmp_path)
    with pytest.raises(PermanentFailure, match="check the spelling"):
        run(lambda *_: {"search": {"hits": []}}, lambda ot: ot.find_drug("qqq"), tmp_path)


def test_an_ambiguous_synonym_is_refused(tmp_path):
    hits = [drug_hit("CHEMBL1", "A", "twin"), drug_hit("CHEMBL2", "B", "twin")]
    with pytest.raises(PermanentFailure, match=r"several drugs: A \(CHEMBL1\), B \(CHEMBL2\)"):
        run(lambda *_: {"search": {"hits": hits}}, lambda ot: ot.find_drug("twin"), tmp_path)


@pytest.mark.parametrize(
    ("mechanisms", "answer"),
    [
        ([None, {"rows": [{"mechanismOfAction": "SGLT2 inhibitor"}]}], "CHEMBL2"),
        ([{"rows": []}, None], "several drugs"),
        ([{"rows": [{"mechanismOfAction": "A"}]}, {"rows": [{"mechanismOfAction": "B"}]}], "several drugs"),
    ],
)
def test_of_two_records_with_one_name_the_one_with_a_mechanism_is_meant(mechanisms, answer, tmp_path):
    def respond(name, variables):
        if name == "SearchDrugs":
            return {"search": {"hits": [drug_hit("CHEMBL1", "TWIN"), drug_hit("CHEMBL2", "TWIN")]}}
        assert (name, variables) == ("ListMechanisms", {"chemblIds": ["CHEMBL1", "CHEMBL2"]})
        pairs = zip(("CHEMBL1", "CHEMBL2"), mechanisms, strict=True)
        return {"drugs": [{"id": chembl_id, "mechanismsOfAction": known} for chembl_id, known in pairs]}

    if answer.startswith("CHEMBL"):
        assert run(respond, lambda ot: ot.find_drug("twin"), tmp_path) == answer
    else:
        with pytest.raises(PermanentFailure, match=answer):
            run(respond, lambda ot: ot.find_drug("twin"), tmp_path)


def test_a_chembl_id_works_directly(tmp_path):
    def respond(name, variables):
        assert (name, variables) == ("IdentifyDrug", {"chemblId": "CHEMBL1737"})
        return {"drug": {"id": "CHEMBL1737", "parentMolecule": {"id": "CHEMBL192"}}}

    assert run(respond, lambda ot: ot.find_drug("chembl1737"), tmp_path) == "CHEMBL192"
    with pytest.raises(PermanentFailure, match="no drug with the id CHEMBL5"):
        run(lambda *_: {"drug": None}, lambda ot: ot.find_drug("CHEMBL5"), tmp_path)


# -- Profile -------------------------------------------------------------------------------------------------------


def raw_report(**more: Any) -> dict[str, Any]:
    empty = dict.fromkeys(
        ("type", "title", "year", "trialOverallStatus", "trialWhyStopped", "url")
    )  # fmt: skip
    facts = {"id": "R1", "source": "AACT", "clinicalStage": "PHASE_3", "trialStopReasonCategories": [], "drugs": []}
    return {**empty, **facts, **more}


RAW_DRUG: dict[str, Any] = {
    "id": "CHEMBL192",
    "name": "SILDENAFIL",
    "drugType": "Small molecule",
    "maximumClinicalStage": "APPROVAL",
    "description": None,
    "synonyms": [{"label": "sildenafil", "source": "ChEMBL"}, {"label": "UK-92480", "source": "ChEMBL"}],
    "tradeNames": [{"label": "Viagra", "source": "FDA"}],
    "parentMolecule": None,
    "childMolecules": [{"id": "CHEMBL1737"}],
    "mechanismsOfAction": {
        "rows": [
            {
                "mechanismOfAction": "PDE5 inhibitor", "actionType": "INHIBITOR",
                "targets": [{"id": PDE5, "approvedSymbol": "PDE5A"}],
            },
            {"mechanismOfAction": "unknown", "actionType": None, "targets": []},
        ]
    },
    "indications": {
        "rows": [
            {"maxClinicalStage": "PHASE_9", "disease": {"id": "MONDO_1", "name": "one"}, "clinicalReports": []},
            {"maxClinicalStage": "APPROVAL", "disease": None, "clinicalReports": []},
            {
                "maxClinicalStage": "APPROVAL", "disease": {"id": "MONDO_2", "name": "two"},
                "clinicalReports": [
                    raw_report(
                        drugs=[
                            {"drugFromSource": "a/b", "drug": {"id": "CHEMBL192", "name": "SILDENAFIL"}},
                            {"drugFromSource": "a/b", "drug": {"id": "CHEMBL9", "name": "OTHER"}},
                            {"drugFromSource": "c", "drug": {"id": "CHEMBL8", "name": "THIRD"}},
                            {"drugFromSource": "herb", "drug": None},
                        ]
                    )
                ],
            },
        ]
    },
    "drugWarnings": [
        {
            "warningType": "Withdrawn", "toxicityClass": None, "description": None, "country": "France", "year": 2004,
            "efoId": "EFO:0000612", "efoTerm": "myocardial infarction", "references": None,
        }
    ],
}  # fmt: skip
RELEASE = {"meta": {"dataVersion": {"year": "26", "month": "06", "iteration": None}}}


def profile_of(raw: Any, tmp_path: Path) -> DrugProfile:
    def respond(name: str, _: Any) -> Any:
        return RELEASE if name == "ReadVersion" else {"drug": raw}

    answer = run(respond, lambda ot: ot.drug_profile("CHEMBL192", "sildenafil", "Viagra"), tmp_path)
    assert isinstance(answer, DrugProfile)
    return answer


@pytest.mark.parametrize(
    ("named", "given"),
    [
        (("Glucagon-Like Peptide-1 receptor agonists",), "It gives “Glucagon-Like Peptide-1 receptor agonists”"),
        (("Glucagon-Like Peptide-1 Agonist (GLP-1)", "Glucagon Like Peptide-1"), "It gives “Glucagon-Like Peptide-1"),
        (("Glucagon-Like Peptide-1 Agonist (GLP-1)", "glucagon recombinant"), ""),
        (("lilly glucagon",), ""),
        ((None,), ""),
    ],
)
def test_a_part_of_another_agents_name_is_not_the_drug(
    named: tuple[str | None, ...], given: str, tmp_path: Path
) -> None:
    drugs = [{"drugFromSource": words, "drug": {"id": "CHEMBL192", "name": "GLUCAGON"}} for words in named]
    disease = {"id": "MONDO_2", "name": "gastroparesis"}
    row = {"maxClinicalStage": "UNKNOWN", "disease": disease, "clinicalReports": [raw_report(drugs=drugs)]}
    (use,) = profile_of(RAW_DRUG | {"name": "GLUCAGON", "indications": {"rows": [row]}}, tmp_path).indications
    assert use.reports[0].not_treating.startswith(given)
    assert bool(use.reports[0].not_treating) == bool(given)


def test_the_profile_holds_what_later_stages_need(tmp_path):
    profile = profile_of(RAW_DRUG, tmp_path)
    assert (profile.name, profile.data_version, profile.related_ids) == (
        "sildenafil", "Open Targets 26.06", ("CHEMBL1737",),
    )  # fmt: skip
    assert [(s.name, s.kind) for s in profile.synonyms] == [
        ("sildenafil", "name"), ("UK-92480", "synonym"), ("Viagra", "trade_name"),
    ]  # fmt: skip
    assert [(t.symbol, t.action) for t in profile.targets] == [("PDE5A", Action.DECREASES)]
    assert [(i.disease_id, i.stage) for i in profile.indications] == [
        ("MONDO_1", ClinicalStage.UNKNOWN), ("MONDO_2", ClinicalStage.APPROVAL),
    ]  # fmt: skip
    (report,) = profile.indications[1].reports
    assert report.combined_ids == ("CHEMBL192", "CHEMBL9")
    assert (report.drug_ids, report.drug_names) == (
        ("CHEMBL192", "CHEMBL9", "CHEMBL8"), ("sildenafil", "other", "third"),
    )  # fmt: skip
    assert report.unmapped_drugs == ("herb",)
    assert profile.withdrawn
    assert profile.warnings[0].disease_id == "EFO_0000612"


def test_a_drug_without_mechanisms_has_no_targets(tmp_path):
    assert profile_of({**RAW_DRUG, "mechanismsOfAction": None}, tmp_path).targets == ()


def test_an_unknown_drug_is_said(tmp_path):
    with pytest.raises(PermanentFailure, match="CHEMBL192"):
        profile_of(None, tmp_path)


# -- Associations --------------------------------------------------------------------------------------------------


def row(id_: str, score: float, *sources: str) -> dict[str, Any]:
    return {
        "score": score,
        "disease": {"id": id_, "name": id_},
        "datatypeScores": [{"id": "clinical", "score": 1.0}, {"id": "genetic_association", "score": 0.5}],
        "datasourceScores": [{"id": source, "score": 0.5} for source in sources],
    }


def test_associations_are_asked_for_and_read_without_clinical_precedence(tmp_path):
    clinical = "clinical_precedence"
    rows = [row("D1", 0.5, "gene2phenotype", clinical), row("D2", 0.0, "x"), row("D3", 0.2, clinical)]

    def respond(_, variables):
        weights = {s["id"]: s["weight"] for s in variables["datasources"]}
        assert weights["clinical_precedence"] == 0
        assert weights["europepmc"] == 0.2
        assert all(0 <= weight <= 1 for weight in weights.values())
        return {"targets": [{"id": i, "associatedDiseases": {"rows": rows}} for i in variables["ensemblIds"]]}

    answer = run(respond, lambda ot: ot.target_associations([PDE5], 200), tmp_path)
    assert [(a.disease_id, a.score, a.datatype_scores) for a in answer[PDE5]] == [
        ("D1", 0.5, {"genetic_association": 0.5})
    ]
    assert list(answer[PDE5][0].source_scores) == ["gene2phenotype"]


def test_targets_are_asked_for_in_batches(tmp_path):
    asked: list[int] = []

    def respond(_, variables):
        asked.append(len(variables["ensemblIds"]))
        return {"targets": []}

    run(respond, lambda ot: ot.target_associations([f"E{i}" for i in range(25)], 200), tmp_path)
    assert sorted(asked) == [5, 10, 10]


# -- Class drugs ---------------------------------------------------------------------------------------------------


def candidate_row(id_: str | None, action: str, parent: str | None = None) -> dict[str, Any]:
    mechanisms = {
        "rows": [{"mechanismOfAction": "m", "actionType": action, "targets": [{"id": PDE5, "approvedSymbol": "PDE5A"}]}]
    }
    drug: dict[str, Any] = {
        "id": id_,
        "name": f"DRUG {id_}",
        "drugWarnings": [],
        "parentMolecule": {"id": parent} if parent else None,
        "mechanismsOfAction": mechanisms,
    }
    return {"maxClinicalStage": "APPROVAL", "drug": drug if id_ else None}


def sildenafil() -> DrugProfile:
    target = DrugTarget(ensembl_id=PDE5, symbol="PDE5A", action_type="INHIBITOR")
    facts = {"slug": "s", "query": "s", "chembl_id": "CHEMBL192", "name": "sildenafil"}
    return DrugProfile(**facts, targets=(target,), related_ids=("CHEMBL1737",))


def class_answers(name: str, variables: dict[str, Any]) -> Any:
    if name == "ListTargetDrugs":
        rows = [
            candidate_row("CHEMBL192", "INHIBITOR"),
            candidate_row("CHEMBL1737", "INHIBITOR"),
            candidate_row("CHEMBL5", "INHIBITOR", parent="CHEMBL192"),
            candidate_row("CHEMBL6", "ACTIVATOR"),
            candidate_row("CHEMBL7", "BINDING AGENT"),
            candidate_row(None, "INHIBITOR"),
            candidate_row("CHEMBL779", "INHIBITOR"),
        ]
        return {"targets": [{"id": PDE5, "drugAndClinicalCandidates": {"rows": rows}}]}
    indications: list[dict[str, Any]] = [
        {"maxClinicalStage": stage, "disease": {"id": f"D_{stage}", "name": "d"}, "clinicalReports": []}
        for stage in ("PHASE_1", "PHASE_2")
    ]
    return {"drugs": [{"id": i, "indications": {"rows": indications}} for i in variables["chemblIds"]]}


def test_only_other_drugs_with_the_same_or_the_opposite_action_are_looked_up(tmp_path):
    opposite, answer = run(class_answers, lambda ot: ot.class_drugs(sildenafil()), tmp_path)
    assert opposite.chembl_id == "CHEMBL6"
    assert (answer.chembl_id, answer.name) == ("CHEMBL779", "drug chembl779")
    assert [i.disease_id for i in answer.indications] == ["D_PHASE_2"]


def test_a_drug_left_out_of_the_answer_is_a_fault(tmp_path):
    def respond(name, variables):
        return class_answers(name, variables) if name == "ListTargetDrugs" else {"drugs": []}

    with pytest.raises(TransientFailure, match="left out 2 of 2 drugs"):
        run(respond, lambda ot: ot.class_drugs(sildenafil()), tmp_path)


# -- Diseases ------------------------------------------------------------------------------------------------------


def raw_disease(id_: str, *obsolete: str) -> dict[str, Any]:
    return {
        "id": id_,
        "name": f"name of {id_}",
        "description": None,
        "isTherapeuticArea": False,
        "dbXRefs": ["MESH:D006976"],
        "obsoleteTerms": list(obsolete),
        "synonyms": [
            {"relation": "hasExactSynonym", "terms": ["exact"]},
            {"relation": "hasBroadSynonym", "terms": ["broad"]},
        ],
        "parents": [],
        "therapeuticAreas": [],
        "ancestors": ["MONDO_0000001"],
        "descendants": ["a", "b"],
        "drugAndClinicalCandidates": {"count": 7},
    }


LIVING = {
    "MONDO_1": raw_disease("MONDO_1"),
    "MONDO_2": raw_disease("MONDO_2", "EFO_2"),
    "MONDO_3": raw_disease("MONDO_3"),
}


def disease_answers(name: str, variables: dict[str, Any]) -> Any:
    if name == "ReadDiseases":
        return {"diseases": [LIVING[i] for i in variables["efoIds"] if i in LIVING]}
    hits = {"two": ["MONDO_2"], "three": ["MONDO_3"]}
    return {
        "mapIds": {
            "mappings": [
                {"term": term, "hits": [{"id": i} for i in hits[term]] if term in hits else None}
                for term in variables["terms"]
            ]
        }
    }


def test_a_dead_id_leads_to_the_term_that_lists_it_and_to_no_other(tmp_path):
    names = {"MONDO_1": "one", "EFO_2": "two", "EFO_3": "three", "EFO_9": "nothing"}
    answer = run(disease_answers, lambda ot: ot.diseases(names), tmp_path)
    assert {asked: disease.id for asked, disease in answer.items()} == {"MONDO_1": "MONDO_1", "EFO_2": "MONDO_2"}
    living = answer["MONDO_1"]
    assert (living.synonyms, living.mesh_ids, living.descendant_count, living.drug_count) == (
        ("exact",),
        ("D006976",),
        2,
        7,
    )


# -- Directions ----------------------------------------------------------------------------------------------------


def test_directions_are_counted_over_pages_without_clinical_precedence(tmp_path):
    pages: dict[str | None, Any] = {
        None: {"cursor": "next", "rows": [{"directionOnTarget": "LoF", "directionOnTrait": "protect"}]},
        "next": {
            "cursor": None,
            "rows": [
                {"directionOnTarget": "LoF", "directionOnTrait": "risk"},
                {"directionOnTarget": None, "directionOnTrait": "risk"},
            ],
        },
    }

    def respond(_, variables):
        assert "clinical_precedence" not in variables["datasources"]
        return {"disease": {"evidences": pages[variables["cursor"]]}}

    question = DirectionQuestion(ensembl_id=PDE5, disease_id="MONDO_1", action=Action.DECREASES)
    answer = run(respond, lambda ot: ot.all_directions([question]), tmp_path)
    assert answer == {(PDE5, "MONDO_1"): {"agrees": 1, "opposes": 1, "unknown": 1}}
    assert run(lambda *_: {"disease": None}, lambda ot: ot.directions(question), tmp_path / "other") == {}
