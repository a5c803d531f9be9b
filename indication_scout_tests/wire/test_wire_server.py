"""The wire server: what it does as the services do, and faults that come when asked.

That the product's clients read its formats is tested with each client.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import yaml

from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.server import WireServer, start

HTTP = httpx.Client(timeout=5)

ARTICLES: list[dict[str, Any]] = [
    {
        "pmid": "99900001",
        "title": "Bupropion for obesity",
        "journal": "Demonstration Record",
        "year": 2019,
        "abstract": [{"label": "METHODS", "text": "Forty adults took bupropion."}],
        "substances": ["Bupropion"],
        "mesh": [["Obesity", "D009765", True]],
    },
    {"pmid": "99900002", "title": "Retraction notice", "journal": "Demonstration Record", "year": 2020},
]
TRIALS: list[dict[str, Any]] = [
    {
        "nct": f"NCT9990000{number}", "title": "Zyban in obese adults", "status": "COMPLETED",
        "conditions": ["Obesity"], "condition_mesh": [["D009765", "Obesity"]],
        "condition_ancestors": [["D044343", "Overnutrition"]],
        "interventions": [{"type": "DRUG", "name": "Zyban", "other_names": ["bupropion"]}, {"name": "Placebo"}],
    }
    for number in (1, 2, 3)
]  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[WireServer]:
    with start() as running:
        yield running


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WireServer]:
    folder = tmp_path_factory.mktemp("records")
    for name, records in (("articles", ARTICLES), ("trials", TRIALS)):
        (folder / name).mkdir()
        (folder / name / "some.yaml").write_text(yaml.safe_dump(records), "utf-8")
    (folder / "mesh.yaml").write_text(
        yaml.safe_dump(
            [
                {"ui": "D009765", "name": "Obesity", "entries": ["adiposity"], "tree": ["C18.654.726.500"]},
                {"ui": "D044343", "name": "Overnutrition", "tree": ["C18.654.726"]},
            ]
        ),
        "utf-8",
    )
    with start(folder) as running:
        yield running


def esearch(server: WireServer, term: str, **more: str) -> dict[str, Any]:
    params = {"db": "pubmed", "retmode": "json", "term": term, **more}
    result: dict[str, Any] = HTTP.get(f"{server.base_url('eutils')}/esearch.fcgi", params=params).json()[
        "esearchresult"
    ]
    return result


def graphql(server: WireServer, query: str, **variables: Any) -> httpx.Response:
    return HTTP.post(server.base_url("opentargets"), json={"query": query, "variables": variables})


# PubMed and MeSH


def test_esearch_counts_are_strings_and_headings_explode(small):
    result = esearch(small, '"Overnutrition"[mh] AND bupropion[nm]')
    assert result["count"] == "1"
    assert result["idlist"] == ["99900001"]
    assert result["querytranslation"] == '"Overnutrition"[MeSH Terms] AND "bupropion"[Supplementary Concept]'
    assert "errorlist" not in result
    assert esearch(small, '"Overnutrition"[mh:noexp]')["count"] == "0"


def test_esearch_lists_newest_first_and_pages(small):
    assert esearch(small, "bupropion OR retraction", retmax="1")["idlist"] == ["99900002"]
    assert esearch(small, "bupropion OR retraction", retmax="1", retstart="1")["idlist"] == ["99900001"]


def test_an_unheard_phrase_is_searched_by_its_words_and_reported(small):
    result = esearch(small, 'bupropion AND "obesity adults"[tiab]')
    assert result["warninglist"]["quotedphrasesnotfound"] == ['"obesity adults"']
    assert result["count"] == "1"
    assert esearch(small, "xyzzy")["errorlist"]["phrasesnotfound"] == ["xyzzy"]
    assert esearch(small, "bupropion[nonsense]")["errorlist"]["fieldsnotfound"] == ["nonsense"]


def test_esearch_errors_come_inside_http_200(small):
    assert "Empty term" in esearch(small, " ")["ERROR"]
    assert "9998" in esearch(small, "bupropion", retstart="9999")["ERROR"]
    assert "parenthesis" in esearch(small, "(bupropion")["ERROR"]


# Open Targets


def test_graphql_errors_have_the_platform_s_statuses(server):
    unknown = graphql(server, '{drug(chemblId: "CHEMBL894") {knownDrugs}}')
    assert unknown.status_code == 400
    assert "knownDrugs" in unknown.json()["errors"][0]["message"]
    broken = graphql(server, "{drug(")
    assert broken.status_code == 400
    assert set(broken.json()) == {"syntaxError", "locations"}
    variables = graphql(server, "query($i: String!) {drug(chemblId: $i) {id}}")
    assert variables.status_code == 400
    missing = graphql(server, '{drug(chemblId: "CHEMBL0") {id}}')
    assert (missing.status_code, missing.json()) == (200, {"data": {"drug": None}})


def test_the_published_formula_scores_and_clinical_precedence_can_be_left_out(server):
    query = """query($d: [DatasourceSettingsInput!]) {
      target(ensemblId: "ENSG00000138735") {
        associatedDiseases(datasources: $d, page: {index: 0, size: 500}) {
          rows {score disease {id} datasourceScores {id score} datatypeScores {id}}}}}"""

    def scores(settings: Any) -> dict[str, Any]:
        rows = graphql(server, query, d=settings).json()["data"]["target"]["associatedDiseases"]["rows"]
        assert [r["score"] for r in rows] == sorted((r["score"] for r in rows), reverse=True)
        return {r["disease"]["id"]: r for r in rows}

    known = scores(None)
    blind = scores([{"id": "clinical_precedence", "weight": 0.0, "propagate": True}])
    pah = "MONDO_0015924"
    assert blind[pah]["score"] < known[pah]["score"]
    assert "clinical" not in {part["id"] for part in blind[pah]["datatypeScores"]}
    # 0.3 (reactome, weight 1) and 0.95 x 0.2 (literature): (0.3 / 1 + 0.19 / 4) / 1.6439
    assert blind[pah]["score"] == pytest.approx((0.3 + 0.19 / 4) / 1.64393, abs=1e-4)


# ChEMBL and ClinicalTrials.gov


def test_trials_are_found_by_other_names_and_by_a_heading_s_ancestor(small):
    url = f"{small.base_url('clinicaltrials')}/studies"
    params = {"query.intr": "bupropion", "query.cond": 'AREA[ConditionMeshTerm]"Overnutrition"', "countTotal": "true"}
    first = HTTP.get(url, params={**params, "pageSize": "2"}).json()
    assert (first["totalCount"], len(first["studies"])) == (3, 2)
    second = HTTP.get(url, params={**params, "pageSize": "2", "pageToken": first["nextPageToken"]}).json()
    assert len(second["studies"]) == 1
    assert not {"nextPageToken", "totalCount"} & set(second)


def test_the_registry_refuses_unknown_parameters_in_plain_text(small):
    answer = HTTP.get(f"{small.base_url('clinicaltrials')}/studies", params={"filter.phase": "PHASE2"})
    assert (answer.status_code, answer.headers["content-type"]) == (400, "text/plain; charset=utf-8")
    assert "filter.phase" in answer.text
    assert HTTP.get(f"{small.base_url('clinicaltrials')}/version").json()["apiVersion"] == "2.0.5"
    assert HTTP.get(f"{small.base_url('clinicaltrials')}/studies/NCT00000000").status_code == 404


# Faults


def test_shares_are_drawn_repeatably():
    def statuses(seed: int) -> tuple[list[int], int]:
        with start(faults=Faults(shares={"500": 0.5}, seed=seed)) as server:
            answers = [HTTP.get(f"{server.base_url('clinicaltrials')}/version").status_code for _ in range(20)]
            return answers, server.counters["clinicaltrials"].faults["500"]

    first, failed = statuses(7)
    assert first == statuses(7)[0]
    assert first.count(500) == failed
    assert 0 < failed < 20
    with pytest.raises(ValueError, match="unknown faults"):
        Faults(script=("404",))


def test_a_slow_answer_is_slow_and_whole():
    with start(faults=Faults(script=("slow",), slow_seconds=0.2)) as server:
        url = f"{server.base_url('clinicaltrials')}/version"
        with pytest.raises(httpx.ReadTimeout):
            HTTP.get(url, timeout=0.05)
        assert json.loads(HTTP.get(url).content)["apiVersion"] == "2.0.5"


def test_counters_say_how_fast_a_client_asked():
    with start() as server:
        for _ in range(3):
            HTTP.get(f"{server.base_url('clinicaltrials')}/version")
        traffic = server.counters["clinicaltrials"]
        assert (traffic.requests, traffic.paths["version"], traffic.most_per_second()) == (3, 3, 3)
        assert server.settings()["SCOUT_EUTILS_URL"] == f"{server.url}/eutils"
