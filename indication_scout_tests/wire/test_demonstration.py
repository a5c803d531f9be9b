"""The demonstration's records hang together; what a run makes of them is in ``orchestration/test_demonstration_*``."""

from __future__ import annotations

import re

import pytest
import yaml

from indication_scout_tests.wire import records

KNOWN = records.load()
DRUGS = ("bupropion", "sildenafil", "baricitinib")


def test_no_number_can_be_taken_for_a_real_record():
    pmids = [str(article["pmid"]) for article in KNOWN.articles]
    ncts = [trial["nct"] for trial in KNOWN.trials]
    assert all(re.fullmatch(r"990\d{5}", pmid) for pmid in pmids)
    assert all(re.fullmatch(r"NCT990\d{5}", nct) for nct in ncts)
    assert len(set(pmids)) == len(pmids)
    assert len(set(ncts)) == len(ncts)


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
