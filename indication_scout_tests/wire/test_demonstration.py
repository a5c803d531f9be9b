"""The demonstration's records: they hang together, lead to the intended candidates, and hold the hard cases."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from indication_scout_assets.demo import ALIASES
from indication_scout_assets.demo import DRUGS as DEMO_DRUGS
from indication_scout_assets.domain.articles import Article, RetractionStatus
from indication_scout_assets.domain.candidates import (
    ApprovalStatus,
    Candidate,
    CandidateList,
    CandidateWeights,
    SetAside,
    TargetDirection,
)
from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.drugs import DrugProfile
from indication_scout_assets.domain.trials import Trial
from indication_scout_assets.rules.candidates import paths, selection
from indication_scout_assets.rules.candidates.use_path import use_findings
from indication_scout_assets.rules.literature.pubmed_query import pubmed_query
from indication_scout_assets.rules.trials.trial_matching import match
from indication_scout_assets.sources.disease_indexing import normalize
from indication_scout_tests.wire import records
from indication_scout_tests.wire.article_xml import PUBLICATION_TYPES
from indication_scout_tests.wire.clients import Clients, clients
from indication_scout_tests.wire.opentargets_associations import DATASOURCES
from indication_scout_tests.wire.opentargets_graph import STAGES
from indication_scout_tests.wire.server import start

KNOWN = records.load()
DRUGS = ("bupropion", "sildenafil", "baricitinib")
TRIED = {
    "bupropion": "MONDO_0011122 MONDO_0005582 MONDO_0007743 MONDO_0004985 MONDO_0005419 MONDO_0005186 MONDO_0011662",
    "sildenafil": "MONDO_0006727 MONDO_0800504 MONDO_0022430 MONDO_0010811 MONDO_0006625 MONDO_0005016 MONDO_0008364 "
    "MONDO_0005100 MONDO_0005030 MONDO_0010679",
    "baricitinib": "MONDO_0007915 MONDO_0005147 MONDO_0005083 MONDO_0008661 MONDO_0008538 MONDO_0005016 MONDO_0013730",
}
NEW = {
    "bupropion": "MONDO_0016158 MONDO_0005180 MONDO_0005404",
    "sildenafil": "",
    "baricitinib": "MONDO_0005101 MONDO_0009692 MONDO_0009891 HP_0000964",
}
RANKED = {drug: [*TRIED[drug].split(), *NEW[drug].split()] for drug in DRUGS}
OBESITY, ECZEMA, TEMPORAL_ARTERITIS, GAMBLING = "MONDO_0011122", "HP_0000964", "MONDO_0008538", "MONDO_0011662"
NARCOLEPSY, DIASTOLIC_FAILURE, GROWTH_RESTRICTION = "MONDO_0016158", "MONDO_0006727", "MONDO_0005030"


@dataclass
class Found:
    """What the product's clients and rules make of one drug's records."""

    profile: DrugProfile
    candidates: list[Candidate]
    names: dict[str, NormalizedName]
    articles: dict[str, dict[str, Article]]
    """Disease id -> PMID -> article."""
    trials: dict[str, list[Trial]]

    def aside(self, reason: SetAside) -> set[str]:
        return {c.disease.name for c in self.candidates if c.set_aside is reason}


@pytest.fixture(scope="module")
def drugs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Found]]:
    cache: Path = tmp_path_factory.mktemp("exchanges")

    async def run() -> dict[str, Found]:
        async with clients(server, cache) as c:
            return {drug: await discover(c, drug) for drug in DRUGS}

    with start() as server:
        yield asyncio.run(run())


async def discover(c: Clients, drug: str) -> Found:
    profile = await c.opentargets.drug_profile(await c.opentargets.find_drug(drug), drug, drug)
    weights = CandidateWeights()
    associations = await c.opentargets.target_associations([t.ensembl_id for t in profile.targets], 200)
    target = paths.target_findings(profile, associations)
    directions = await c.opentargets.all_directions(paths.direction_questions(target, 30))
    target = paths.with_directions(target, directions)
    classmates = paths.class_findings(profile, await c.opentargets.class_drugs(profile))
    alike = await c.opentargets.drugs_alike(profile)
    found_by: dict[str, Any] = {
        "target": target,
        "classmates": classmates,
        "alike": use_findings(profile, alike.drugs, alike.drug_counts),
        "weights": weights,
    }
    diseases = await c.opentargets.diseases(selection.diseases_to_look_up(profile, **found_by))
    keep = dict.fromkeys(CandidateList, 10)
    candidates = selection.make_candidates(profile, **found_by, diseases=diseases, keep=keep)
    names = await normalize([candidate.disease for candidate in candidates if candidate.rank], c.mesh)
    molecule = await c.chembl.molecule(profile.chembl_id)
    drug_names = [profile.name, *(synonym.name for synonym in (*profile.synonyms, *molecule.synonyms))]
    articles, trials = {}, {}
    for disease_id, name in names.items():
        search = await c.pubmed.search(pubmed_query(drug_names, name))
        articles[disease_id] = (await c.pubmed.fetch(search.ids)).articles
        listed = (await c.trials.search(drug_names, name)).trials
        trials[disease_id] = [trial for trial in listed if match(trial, drug_names, name)]
    return Found(profile, candidates, names, articles, trials)


def planted(drug: str, plant: str, disease: str | None = None) -> set[str]:
    """PMIDs of the drug's articles written for a purpose, in one disease or in any."""
    of_drug = re.compile(rf"990{DRUGS.index(drug):02d}\d{{3}}")
    return {
        str(a["pmid"])
        for a in KNOWN.articles
        if a.get("plant") == plant and of_drug.fullmatch(str(a["pmid"])) and disease in {None, a.get("disease")}
    }


# The records hang together


def test_there_are_at_least_150_records():
    assert len(KNOWN.articles) + len(KNOWN.trials) >= 150


def test_no_number_can_be_taken_for_a_real_record():
    pmids = [str(article["pmid"]) for article in KNOWN.articles]
    ncts = [trial["nct"] for trial in KNOWN.trials]
    assert all(re.fullmatch(r"990\d{5}", pmid) for pmid in pmids)
    assert all(re.fullmatch(r"NCT990\d{5}", nct) for nct in ncts)
    assert len(set(pmids)) == len(pmids)
    assert len(set(ncts)) == len(ncts)


def test_every_drug_target_and_disease_referred_to_exists():
    drugs = {drug["id"] for drug in KNOWN.drugs}
    targets = {target["symbol"] for target in KNOWN.targets}
    diseases = {disease["id"] for disease in KNOWN.diseases}
    dead = {old for disease in KNOWN.diseases for old in disease.get("obsolete", [])}
    assert len(drugs) == len(KNOWN.drugs)
    assert len(diseases) == len(KNOWN.diseases)
    for disease in KNOWN.diseases:
        assert set(disease.get("parents", [])) <= diseases, disease
    for association in KNOWN.associations:
        assert association["target"] in targets
        assert association["disease"] in diseases, association
        assert set(association["scores"]) | {e["source"] for e in association.get("evidence", [])} <= set(DATASOURCES)
        assert all(0 < score <= 1 for score in association["scores"].values())
    for drug in KNOWN.drugs:
        assert drug.get("parent", drug["id"]) in drugs
        assert drug["stage"] in STAGES
        assert {symbol for m in drug.get("mechanisms", []) for symbol in m["targets"]} <= targets
        assert {w["disease"] for w in drug.get("warnings", []) if w.get("disease")} <= diseases | dead
        for use in drug.get("indications", []):
            assert use["disease"] in diseases, use
            assert use["stage"] in STAGES
            assert {i for report in use.get("reports", []) for i in report.get("drugs", [])} <= drugs
    assert set(KNOWN.chembl_synonyms) <= drugs
    assert {article["disease"] for article in KNOWN.articles if article.get("disease")} <= diseases


def test_each_heading_has_one_ui_and_each_ui_one_heading():
    pairs = {(r["ui"], r["name"]) for r in KNOWN.mesh}
    pairs |= {(ui, name) for a in KNOWN.articles for name, ui, *_ in a.get("mesh", [])}
    pairs |= {(ui, name) for t in KNOWN.trials for ui, name in t.get("condition_mesh", [])}
    assert [ui for ui, times in Counter(ui for ui, _ in pairs).items() if times > 1] == []
    assert [name for name, times in Counter(name for _, name in pairs).items() if times > 1] == []


def test_publication_types_links_and_trials_exist():
    pmids = {str(article["pmid"]) for article in KNOWN.articles}
    ncts = {trial["nct"] for trial in KNOWN.trials}
    for article in KNOWN.articles:
        assert set(article.get("publication_types", [])) <= set(PUBLICATION_TYPES), article["pmid"]
        assert set(article.get("nct", [])) <= ncts, article["pmid"]
        retractions = [c for c in article.get("corrections", []) if c["kind"].startswith("Retraction")]
        assert {str(c["pmid"]) for c in retractions} <= pmids, article["pmid"]
    for trial in KNOWN.trials:
        assert {str(pmid) for pmid in trial.get("pmids", [])} <= pmids, trial["nct"]


@pytest.mark.parametrize("drug", DRUGS)
def test_each_planted_case_is_made_of_records_that_exist(drug):
    pmids = {str(article["pmid"]) for article in KNOWN.articles}
    ncts = {trial["nct"] for trial in KNOWN.trials}
    diseases = {disease["id"] for disease in KNOWN.diseases}
    cases = yaml.safe_load((records.RECORDS / "planted" / f"{drug}.yaml").read_text("utf-8"))
    assert cases
    for name, case in cases.items():
        assert {str(pmid) for pmid in case["pmids"]} <= pmids, name
        assert set(case["ncts"]) <= ncts, name
        assert case.get("disease") in {*diseases, None}, name
        assert case["expect"], name


# They end in the intended candidates


def test_every_name_the_demonstration_runs_under_finds_its_drug(tmp_path):
    async def run() -> Any:
        async with clients(server, tmp_path) as c:
            return [await c.opentargets.find_drug(name) for name in (*DEMO_DRUGS, *ALIASES)]

    with start() as server:
        drugs = asyncio.run(run())
    assert set(drugs) == {"CHEMBL894", "CHEMBL192", "CHEMBL2105759"}


@pytest.mark.parametrize("drug", DRUGS)
def test_the_ten_are_those_intended(drugs, drug):
    ranked = [c for c in drugs[drug].candidates if c.rank]
    for listed, expected in ((CandidateList.TRIED, TRIED), (CandidateList.NEW, NEW)):
        assert " ".join(c.disease.id for c in ranked if c.listed is listed) == expected[drug]


@pytest.mark.parametrize(("drug", "uses"), records.APPROVED_USES.items())
def test_approved_uses_are_set_aside(drugs, drug, uses):
    assert drugs[drug].aside(SetAside.APPROVED_USE) == uses


def test_a_combination_product_is_no_approval_of_one_component(drugs):
    obesity = next(c for c in drugs["bupropion"].candidates if c.disease.id == OBESITY)
    assert obesity.approval is ApprovalStatus.COMBINATION_ONLY
    assert "naltrexone" in obesity.approval_reason
    texts = [article.text for article in drugs["bupropion"].articles[OBESITY].values()]
    assert any("naltrexone" in text.lower() for text in texts)


def test_what_the_drug_causes_is_set_aside_through_ids_that_have_died(drugs):
    assert "epilepsy" in drugs["bupropion"].aside(SetAside.DRUG_CAUSES_IT)
    assert "venous thromboembolism" in drugs["baricitinib"].aside(SetAside.DRUG_CAUSES_IT)


def test_what_is_no_disease_or_too_broad_is_set_aside(drugs):
    assert drugs["sildenafil"].aside(SetAside.NOT_A_DISEASE) == {
        "pregnancy",
        "lipid metabolic process",
        "blood pressure",
    }
    assert drugs["bupropion"].aside(SetAside.TOO_BROAD) == {"nervous system disorder"}
    assert drugs["baricitinib"].aside(SetAside.TOO_BROAD) == {"immune system disorder"}


def test_directions_agree_oppose_and_are_mixed(drugs):
    def direction(drug: str, disease_id: str) -> TargetDirection:
        candidate = next(c for c in drugs[drug].candidates if c.disease.id == disease_id)
        return paths.pooled_direction(candidate.target_facts)

    assert direction("baricitinib", "MONDO_0009891") is TargetDirection.AGREES
    assert direction("bupropion", "MONDO_0700117") is TargetDirection.OPPOSES
    assert direction("bupropion", "MONDO_0007743") is TargetDirection.MIXED
    assert direction("sildenafil", "MONDO_0008364") is TargetDirection.UNKNOWN


@pytest.mark.parametrize(
    ("drug", "disease_id", "term", "method"),
    [
        ("bupropion", OBESITY, "Obesity", NameMethod.SYNONYM),
        ("bupropion", NARCOLEPSY, "Narcolepsy", NameMethod.SYNONYM),
        ("bupropion", "MONDO_0005419", "methamphetamine dependence", NameMethod.ORIGINAL),
        ("sildenafil", "MONDO_0005016", "Diabetic Nephropathies", NameMethod.CROSS_REFERENCE),
        ("baricitinib", TEMPORAL_ARTERITIS, "Giant Cell Arteritis", NameMethod.SYNONYM),
    ],
)
def test_names_are_found_as_pubmed_indexes_them(drugs, drug, disease_id, term, method):
    name = drugs[drug].names[disease_id]
    assert (name.term, name.method) == (term, method)


# The hard cases are there


@pytest.mark.parametrize("drug", DRUGS)
def test_every_treatment_paper_is_found_by_the_pair_s_own_query(drugs, drug):
    for disease_id in RANKED[drug]:
        missed = planted(drug, "treatment", disease_id) - set(drugs[drug].articles[disease_id])
        assert missed == set(), disease_id


def test_every_candidate_but_a_few_has_evidence(drugs):
    empty = [i for drug in DRUGS for i in RANKED[drug] if not drugs[drug].articles[i]]
    assert len(empty) <= 3


def test_depression_papers_that_mention_obesity_are_found_for_obesity(drugs):
    mentions = planted("bupropion", "mention", OBESITY) & set(drugs["bupropion"].articles[OBESITY])
    assert len(mentions) >= 3


def test_a_name_pubmed_does_not_index_still_finds_its_papers(drugs):
    for drug, disease_id, name in (
        ("bupropion", NARCOLEPSY, "narcolepsy-cataplexy syndrome"),
        ("baricitinib", ECZEMA, "eczematoid dermatitis"),
        ("baricitinib", TEMPORAL_ARTERITIS, "temporal arteritis"),
    ):
        texts = [article.text.lower() for article in drugs[drug].articles[disease_id].values()]
        assert texts
        assert not any(name in text for text in texts)


def test_retracted_papers_are_found_and_marked_and_their_notices_exist(drugs):
    retracted = {
        article.pmid: article
        for drug in DRUGS
        for of_pair in drugs[drug].articles.values()
        for article in of_pair.values()
        if article.retraction is RetractionStatus.RETRACTED
    }
    assert {pmid for drug in DRUGS for pmid in planted(drug, "retracted")} <= set(retracted)
    assert len(retracted) >= 3
    notices = {pmid for drug in DRUGS for pmid in planted(drug, "notice")}
    assert {c.pmid for article in retracted.values() for c in article.corrections} & notices


def test_a_completed_trial_that_failed_is_there_with_its_paper(drugs):
    failed = {"bupropion": GAMBLING, "sildenafil": DIASTOLIC_FAILURE, "baricitinib": "MONDO_0007915"}
    for drug, disease_id in failed.items():
        assert planted(drug, "failed", disease_id) & set(drugs[drug].articles[disease_id])
        assert any(trial.status == "COMPLETED" for trial in drugs[drug].trials[disease_id])


def test_harm_and_animal_results_are_there(drugs):
    assert planted("sildenafil", "harm", GROWTH_RESTRICTION) & set(drugs["sildenafil"].articles[GROWTH_RESTRICTION])
    stopped = [t for t in drugs["sildenafil"].trials[GROWTH_RESTRICTION] if t.status == "TERMINATED"]
    assert any(trial.why_stopped for trial in stopped)
    for drug in DRUGS:
        animals = planted(drug, "animal")
        assert animals
        headings = {
            h.name
            for of_pair in drugs[drug].articles.values()
            for pmid, article in of_pair.items()
            if pmid in animals
            for h in article.mesh_headings
        }
        assert "Animals" in headings
        assert "Humans" not in headings


def test_records_are_marked_as_demonstration(drugs):
    marks: list[Any] = [a.demonstration for drug in DRUGS for p in drugs[drug].articles.values() for a in p.values()]
    marks += [trial.demonstration for drug in DRUGS for of_pair in drugs[drug].trials.values() for trial in of_pair]
    assert marks
    assert all(marks)
