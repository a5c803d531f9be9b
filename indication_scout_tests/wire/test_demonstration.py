"""The demonstration's records hang together; what a run makes of them is in ``orchestration/test_demonstration_*``."""

from __future__ import annotations

import re
from collections import Counter

import pytest
import yaml

from indication_scout_tests.wire import records
from indication_scout_tests.wire.article_xml import PUBLICATION_TYPES
from indication_scout_tests.wire.opentargets_associations import DATASOURCES
from indication_scout_tests.wire.opentargets_graph import STAGES

KNOWN = records.load()
DRUGS = ("bupropion", "sildenafil", "baricitinib")


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
