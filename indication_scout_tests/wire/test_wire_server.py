"""The wire server: its formats are those of the services, the real clients read them, and faults come when asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import yaml

from indication_scout_assets.domain.articles import RetractionStatus
from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.outcomes import PermanentFailure, SourceState, TransientFailure
from indication_scout_tests.wire.clients import clients
from indication_scout_tests.wire.faults import Faults
from indication_scout_tests.wire.server import WireServer, start

HTTP = httpx.Client(timeout=5)

ARTICLES: list[dict[str, Any]] = [
    {
        "pmid": "99900001",
        "title": "Bupropion for <i>obesity</i>: a trial with p<0.05",
        "abstract": [
            {"label": "METHODS", "text": "Forty adults (BMI > 30 kg/m<sup>2</sup>) took bupropion & diet."},
            {"label": "RESULTS", "text": "Weight fell."},
        ],
        "journal": "Demonstration Record",
        "year": 2019,
        "month": 3,
        "authors": ["Doe J", "van der Berg AB"],
        "publication_types": ["Journal Article", "Randomized Controlled Trial", "Retracted Publication"],
        "mesh": [["Obesity", "D009765", True], ["Humans", "D006801"]],
        "keywords": ["weight"],
        "substances": ["Bupropion"],
        "nct": ["NCT99900001"],
        "corrections": [{"kind": "RetractionIn", "pmid": "99900002", "source": "Demonstration Record 2020"}],
        "doi": "10.5555/demo.1",
    },
    {
        "pmid": "99900002",
        "title": "Retraction notice",
        "journal": "Demonstration Record",
        "year": 2020,
        "medline_date": "2020 Jan-Feb",
        "collective": "Demonstration Group",
        "publication_types": ["Retraction of Publication"],
    },
]
TRIALS: list[dict[str, Any]] = [
    {
        "nct": f"NCT9990000{number}",
        "title": "Zyban in obese adults",
        "status": "COMPLETED",
        "phases": ["PHASE2"],
        "enrollment": 40,
        "enrollment_type": "ACTUAL",
        "conditions": ["Obesity"],
        "condition_mesh": [["D009765", "Obesity"]],
        "condition_ancestors": [["D044343", "Overnutrition"]],
        "interventions": [{"type": "DRUG", "name": "Zyban", "other_names": ["bupropion"]}, {"name": "Placebo"}],
        "primary_outcomes": ["Body weight"],
        "pmids": ["99900001"],
    }
    for number in (1, 2, 3)
]
OBESITY = NormalizedName(
    disease_id="MONDO_0011122",
    disease_name="obesity disorder",
    term="Obesity",
    mesh_id="D009765",
    method=NameMethod.SYNONYM,
    confidence=0.9,
)


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


def test_the_real_client_reads_an_article_whole(small, tmp_path):
    async def run() -> Any:
        async with clients(small, tmp_path) as c:
            record = await c.pubmed.search('"bupropion"[tiab] AND "Obesity"[mh]')
            return record, await c.pubmed.fetch(["99900001", "99900002", "99900099"])

    record, fetched = asyncio.run(run())
    assert (record.ids, record.total, record.state) == (("99900001",), 1, SourceState.OK)
    assert fetched.missing == {"99900099"}
    article, notice = fetched.articles["99900001"], fetched.articles["99900002"]
    assert article.title == "Bupropion for obesity: a trial with p<0.05"
    assert "(BMI > 30 kg/m²) took bupropion & diet." in article.abstract
    assert [section.heading for section in article.sections] == ["METHODS", "RESULTS"]
    assert article.authors == ("Doe J", "van der Berg AB")
    assert {p.name: p.ui for p in article.publication_types}["Randomized Controlled Trial"] == "D016449"
    assert (article.mesh_headings[0].ui, article.mesh_headings[0].major) == ("D009765", True)
    assert article.substances == ("Bupropion",)
    assert article.nct_ids == ("NCT99900001",)
    assert article.doi == "10.5555/demo.1"
    assert "IndicationScout demonstration record" in article.keywords
    assert article.retraction is RetractionStatus.RETRACTED
    assert notice.retraction is RetractionStatus.NONE
    assert (notice.year, notice.authors, notice.abstract) == (2020, ("Demonstration Group",), "")


def test_the_real_client_finds_headings_by_ui_and_by_whole_name_only(server, tmp_path):
    async def run() -> Any:
        async with clients(server, tmp_path) as c:
            return (
                await c.mesh.headings(["D009290", "D000086382", "D999999"]),
                await c.mesh.search("narcolepsy-cataplexy syndrome"),
                await c.mesh.search("COVID-19"),
                await c.mesh.search("eczematoid dermatitis"),
            )

    headings, narcolepsy, covid, unknown = asyncio.run(run())
    assert {ui: record.name for ui, record in headings.items()} == {"D009290": "Narcolepsy", "D000086382": "COVID-19"}
    assert [record.ui for record in narcolepsy] == ["D009290"]
    assert [record.ui for record in covid] == ["D000086382"]
    assert unknown == []


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


def test_dead_ids_are_unknown_and_lead_on_through_their_successor(server, tmp_path):
    dead = graphql(server, '{disease(efoId: "EFO_0004286") {id} diseases(efoIds: ["EFO_0004286"]) {id}}').json()
    assert dead["data"] == {"disease": None, "diseases": []}

    async def run() -> Any:
        async with clients(server, tmp_path) as c:
            return await c.opentargets.diseases({"EFO_0004286": "venous thromboembolism"})

    assert asyncio.run(run())["EFO_0004286"].id == "MONDO_0005399"


@pytest.mark.parametrize(
    ("names", "chembl_id"),
    [
        ("bupropion, Wellbutrin, zyban, amfebutamone, BW-323, bupropion hydrochloride, Aplenzin", "CHEMBL894"),
        ("sildenafil, Viagra, REVATIO, sildenafil citrate, UK-92480, Granpidam, Liqrev, Vizarsin", "CHEMBL192"),
        ("baricitinib, Olumiant, LY3009104, INCB028050, INCB-28050, CHEMBL2105759", "CHEMBL2105759"),
    ],
)
def test_each_drug_is_found_by_all_its_names(server, tmp_path, names, chembl_id):
    async def run() -> Any:
        async with clients(server, tmp_path) as c:
            return {await c.opentargets.find_drug(name) for name in names.split(", ")}

    assert asyncio.run(run()) == {chembl_id}


# ChEMBL and ClinicalTrials.gov


def test_chembl_gives_market_facts_and_the_names_of_salts_too(server, tmp_path):
    async def run() -> Any:
        async with clients(server, tmp_path) as c:
            with pytest.raises(PermanentFailure):
                await c.chembl.molecule("CHEMBL1")
            return await c.chembl.molecule("CHEMBL894")

    molecule = asyncio.run(run())
    assert (molecule.market.withdrawn, molecule.market.first_approval) == (False, 1985)
    assert molecule.market.atc_codes == ("N06AX12",)
    kinds = {synonym.name: synonym.kind for synonym in molecule.synonyms}
    assert kinds["Zyban"] == "trade_name"
    assert kinds["BW-323"] == "research_code"
    assert "bupropion HCl" in kinds


def test_trials_are_found_by_other_names_and_by_a_heading_s_ancestor(small, tmp_path):
    url = f"{small.base_url('clinicaltrials')}/studies"
    params = {"query.intr": "bupropion", "query.cond": 'AREA[ConditionMeshTerm]"Overnutrition"', "countTotal": "true"}
    first = HTTP.get(url, params={**params, "pageSize": "2"}).json()
    assert (first["totalCount"], len(first["studies"])) == (3, 2)
    second = HTTP.get(url, params={**params, "pageSize": "2", "pageToken": first["nextPageToken"]}).json()
    assert len(second["studies"]) == 1
    assert not {"nextPageToken", "totalCount"} & set(second)

    async def run() -> Any:
        async with clients(small, tmp_path) as c:
            return await c.trials.search(["bupropion", "Zyban"], OBESITY)

    numbers = asyncio.run(run())
    assert len(numbers.trials) == 3
    trial = numbers.trials[0]
    assert (trial.nct_id, trial.status, trial.phases, trial.enrollment) == ("NCT99900001", "COMPLETED", ("PHASE2",), 40)
    assert trial.condition_mesh[0].id == "D009765"
    assert trial.pmids == ("99900001",)


def test_the_registry_refuses_unknown_parameters_in_plain_text(small):
    answer = HTTP.get(f"{small.base_url('clinicaltrials')}/studies", params={"filter.phase": "PHASE2"})
    assert (answer.status_code, answer.headers["content-type"]) == (400, "text/plain; charset=utf-8")
    assert "filter.phase" in answer.text
    assert HTTP.get(f"{small.base_url('clinicaltrials')}/version").json()["apiVersion"] == "2.0.5"
    assert HTTP.get(f"{small.base_url('clinicaltrials')}/studies/NCT00000000").status_code == 404


# Faults


@pytest.mark.parametrize("kind", ["429", "500", "503", "truncate", "html200", "error200", "reset"])
def test_a_client_gets_over_each_fault(tmp_path, kind):
    async def run(server: WireServer) -> Any:
        async with clients(server, tmp_path) as c:
            return await c.opentargets.version()

    with start(faults=Faults(script=(kind,))) as server:
        assert asyncio.run(run(server)) == "26.06"
        assert server.counters["opentargets"].faults == {kind: 1}
        assert server.counters["opentargets"].requests == 2


def test_a_source_that_stays_down_fails_and_the_others_do_not(tmp_path):
    async def run(server: WireServer) -> Any:
        async with clients(server, tmp_path) as c:
            with pytest.raises(TransientFailure):
                await c.pubmed.search("bupropion")
            return await c.opentargets.find_drug("Viagra")

    with start(faults=Faults(shares={"503": 1.0}, only=("eutils",))) as server:
        assert asyncio.run(run(server)) == "CHEMBL192"


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
