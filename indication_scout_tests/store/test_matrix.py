"""The matrix as it is stored: looked up by any name, asked both ways, how common a disease is."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.candidates import CandidateList, OddsBand
from indication_scout_assets.domain.comparison import LikelyDrug, MatrixPlace, MatrixTerm, PlacePath
from indication_scout_assets.domain.drugs import ClinicalStage
from indication_scout_assets.store.database import Database

ALPHA = MatrixTerm(id="CHEMBL11", name="alphamab", names=("Alphara", "AL-11"))
BETA = MatrixTerm(id="CHEMBL22", name="betastat", names=("alphara",))
GOUT = MatrixTerm(id="MONDO_01", name="gout", names=("gouty arthritis",))
LUPUS = MatrixTerm(id="MONDO_02", name="lupus")


def place(drug: MatrixTerm, disease: MatrixTerm, rank: int, listed: CandidateList = CandidateList.NEW) -> MatrixPlace:
    tried = listed is CandidateList.TRIED
    return MatrixPlace(
        drug=MatrixTerm(id=drug.id, name=drug.name),
        disease=MatrixTerm(id=disease.id, name=disease.name),
        listed=listed,
        rank=rank,
        score=1 / (rank + 1),
        own=0.2 if tried else 0.0,
        odds=None if tried else OddsBand.ONE_IN_35,
        stage=ClinicalStage.PHASE_2 if tried else None,
        paths=(PlacePath.TARGET, PlacePath.USE),
    )


TRIED = place(BETA, LUPUS, 1, CandidateList.TRIED)
PLACES = (place(ALPHA, GOUT, 2), place(ALPHA, LUPUS, 1), place(BETA, GOUT, 1), TRIED)


@pytest.fixture
def filled(db: Database) -> Database:
    db.matrix.begin("rules", "Open Targets 26.06", 2)
    db.matrix.save("rules", [ALPHA, BETA], [GOUT, LUPUS], PLACES)
    db.matrix.finish([ALPHA.id, BETA.id])
    return db


def test_without_a_matrix_nothing_is_known(db: Database) -> None:
    assert db.matrix.state() is None
    assert db.matrix.commonness([GOUT.id], 10) == {}
    assert db.matrix.overview(10, 5) is None
    assert db.matrix.find_drugs("alphamab") == []


def test_places_are_read_back_from_both_sides(filled: Database) -> None:
    assert filled.matrix.diseases_of(ALPHA.id, 10) == [PLACES[1], PLACES[0]]
    assert filled.matrix.diseases_of(ALPHA.id, 1) == [PLACES[1]]
    assert filled.matrix.diseases_of(BETA.id, 10) == [TRIED, PLACES[2]]
    assert filled.matrix.drugs_of(GOUT.id, 10) == [PLACES[2], PLACES[0]], "the higher score first"
    assert filled.matrix.drugs_of(LUPUS.id, 10) == [TRIED, PLACES[1]]
    assert filled.matrix.drugs_of(GOUT.id, 1) == [PLACES[2]]


def test_the_order_of_a_diseases_drugs_is_replaced_whole_and_names_the_place_in_the_drugs_own_list(
    filled: Database,
) -> None:
    filled.matrix.save_likely([{GOUT.id: [(BETA.id, 9.0)]}])
    filled.matrix.save_likely([{GOUT.id: [(ALPHA.id, 2.5)]}, {LUPUS.id: [(BETA.id, 1.5), (ALPHA.id, 0.5)]}])
    (alpha,) = filled.matrix.likely_drugs(GOUT.id, 10)
    assert alpha == LikelyDrug(
        drug=MatrixTerm(id=ALPHA.id, name=ALPHA.name), place=1, likeness=2.5,
        rank=2, score=PLACES[0].score, odds=OddsBand.ONE_IN_35, paths=PLACES[0].paths,
    )  # fmt: skip
    beta, _ = filled.matrix.likely_drugs(LUPUS.id, 10)
    assert (beta.rank, beta.score, beta.odds, beta.paths) == (None, None, None, ()), (
        "it has no place among its new ones"
    )
    assert [drug.place for drug in filled.matrix.likely_drugs(LUPUS.id, 1)] == [1]
    filled.matrix.save("rules", [ALPHA, BETA], [], [PLACES[0]])
    filled.matrix.finish([ALPHA.id, BETA.id])
    assert filled.matrix.likely_drugs(LUPUS.id, 10) == [], "a disease that left every list has no order"
    assert filled.matrix.disease_ids() == [GOUT.id]


@pytest.mark.parametrize("name", ["CHEMBL11", "chembl11", "Alphamab", " al-11 "])
def test_a_drug_is_known_by_id_name_and_other_names(filled: Database, name: str) -> None:
    assert [drug.id for drug in filled.matrix.find_drugs(name)] == [ALPHA.id]


def test_a_name_of_two_drugs_leads_to_both_and_a_part_of_a_name_is_an_offer(filled: Database) -> None:
    assert [drug.name for drug in filled.matrix.find_drugs("ALPHARA")] == ["alphamab", "betastat"]
    assert filled.matrix.find_drugs("alpha") == []
    assert [drug.name for drug in filled.matrix.suggest_drugs("stat")] == ["betastat"]
    assert [disease.id for disease in filled.matrix.find_diseases("Gouty arthritis")] == [GOUT.id]
    assert [disease.name for disease in filled.matrix.suggest_diseases("arthr")] == ["gout"]
    assert filled.matrix.suggest_diseases("100%_") == [], "no pattern, but a part of a name"


def test_how_common_a_disease_is_counts_first_places_of_new_diseases(filled: Database) -> None:
    first = filled.matrix.commonness([GOUT.id, LUPUS.id, "MONDO_99"], 1)
    assert {i: (c.lists, c.of, c.places) for i, c in first.items()} == {
        GOUT.id: (1, 2, 1), LUPUS.id: (1, 2, 1), "MONDO_99": (0, 2, 1),
    }  # fmt: skip
    assert filled.matrix.commonness([GOUT.id], 10)[GOUT.id].lists == 2


def test_a_page_is_given_names_in_order_and_the_first_places_of_every_list(filled: Database) -> None:
    overview = filled.matrix.overview(1, 1)
    assert overview is not None
    assert list(overview.drugs.values()) == ["alphamab", "betastat"]
    assert [c.disease.name for c in overview.commonest] == ["gout"]
    assert [(p.drug_id, p.disease_id, p.listed.value, p.odds) for p in overview.places] == [
        (ALPHA.id, LUPUS.id, "new", OddsBand.ONE_IN_35),
        (BETA.id, GOUT.id, "new", OddsBand.ONE_IN_35),
        (BETA.id, LUPUS.id, "tried", None),
    ]


def test_a_build_by_other_rules_begins_anew_and_drops_what_it_has_not_scored(filled: Database) -> None:
    assert filled.matrix.scored("rules") == {ALPHA.id, BETA.id}
    filled.matrix.begin("other rules", "Open Targets 26.09", 1)
    state = filled.matrix.state()
    assert state is not None
    assert (state.scored, state.finished_at, state.data_version) == (0, None, "Open Targets 26.09")
    filled.matrix.save("other rules", [ALPHA], [GOUT], [place(ALPHA, GOUT, 1)])
    filled.matrix.finish([ALPHA.id])
    state = filled.matrix.state()
    assert state is not None
    assert (state.scored, state.places, state.diseases, state.lists) == (1, 1, 1, 1)
    assert filled.matrix.find_drugs("betastat") == []


def test_a_build_that_goes_on_keeps_its_beginning(db: Database) -> None:
    db.matrix.begin("rules", "Open Targets 26.06", 2)
    before = db.matrix.state()
    db.matrix.begin("rules", "Open Targets 26.06", 2)
    after = db.matrix.state()
    assert before is not None
    assert after is not None
    assert after.started_at == before.started_at


def test_scored_again_means_that_nothing_counts_as_scored(filled: Database) -> None:
    filled.matrix.begin("rules", "Open Targets 26.06", 2, again=True)
    assert filled.matrix.scored("rules") == set()
    assert filled.matrix.diseases_of(BETA.id, 10), "the places of before stay until the drug is scored"
