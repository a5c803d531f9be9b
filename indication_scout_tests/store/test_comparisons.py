"""The matrix as it is read from the rows of many drugs."""

from __future__ import annotations

import threading

from indication_scout_assets.domain.candidates import SetAside
from indication_scout_assets.domain.comparison import Cell, CellState, DrugState
from indication_scout_assets.domain.drugs import ClinicalStage
from indication_scout_assets.domain.findings.assessment import (
    Assessment,
    DiseaseMatch,
    DrugMatch,
    EvidenceDirectness,
    Grade,
    Harm,
    HarmKind,
    Level,
)
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import Population, StudyDesign
from indication_scout_assets.domain.runs import StageStatus
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.sql_files import MIGRATIONS_DIR

from . import values
from .values import PH, SLUG

DIRECT = EvidenceDirectness(
    drug=DrugMatch.THIS_DRUG, disease=DiseaseMatch.THIS_DISEASE, population=Population.HUMAN
)  # fmt: skip


def grade(key: str, polarity: Polarity, level: Level | None = Level.RANDOMIZED_TRIAL, **more: object) -> Grade:
    given = {"evidence_kind": "article", "evidence_id": key, "study": key, "design": next(iter(StudyDesign))}
    rest = {"level": level, "level_reason": "It says so.", "directness": DIRECT, "polarity": polarity}
    return Grade.model_validate(given | rest | more)


GRADES = (
    grade("1", Polarity.SUPPORTS),
    grade("2", Polarity.SUPPORTS),
    grade("3", Polarity.CONTRADICTS),
    grade("4", Polarity.HARM),
    grade("5", Polarity.HARM, counts=False),
    grade("6", Polarity.SUPPORTS, level=None),
    grade("7", Polarity.CONTRADICTS, deferred="A person must decide."),
    grade("8", Polarity.NEUTRAL),
    *(
        grade(f"drug {n}", Polarity.SUPPORTS, directness=DIRECT.model_copy(update={"drug": drug}))
        for n, drug in enumerate(DrugMatch)
    ),
    *(
        grade(f"disease {n}", Polarity.HARM, directness=DIRECT.model_copy(update={"disease": disease}))
        for n, disease in enumerate(DiseaseMatch)
    ),
)


def assessed(disease_id: str, rank: int, grades: tuple[Grade, ...] = GRADES, about_disease: bool = True) -> Assessment:
    harm = Harm(kind=HarmKind.CAUSES_DISEASE, sentence="It does.", about_disease=about_disease)
    return values.assessment(disease_id, rank).model_copy(update={"grades": grades, "harms": (harm,)})


def cells(db: Database, slug: str = SLUG) -> dict[str, Cell]:
    return {cell.disease_id: cell for cell in db.comparisons.load().cells if cell.slug == slug}


def test_an_empty_workspace_has_an_empty_matrix(db: Database) -> None:
    comparison = db.comparisons.load()
    assert (comparison.drugs, comparison.diseases, comparison.cells) == ((), (), ())


def test_a_drug_that_never_ran_is_there_and_says_so(sildenafil: Database) -> None:
    (drug,) = sildenafil.comparisons.load().drugs
    assert (drug.slug, drug.name, drug.state, drug.built_at) == (SLUG, "Sildenafil", DrugState.NOT_RUN, None)


def test_candidates_from_before_the_assessment_have_the_rank_of_the_paths_and_no_counts(sildenafil: Database) -> None:
    sildenafil.candidates.replace(SLUG, [values.candidate(), values.candidate("B", None, SetAside.APPROVED_USE)])
    by_disease = cells(sildenafil)
    first, approved = by_disease[PH], by_disease["B"]
    assert (first.state, first.rank, first.rank_before) == (CellState.CANDIDATE, 1, 1)
    assert first.score == 0.3333333333333333
    assert (first.stage, first.dual_path) == (ClinicalStage.PHASE_2, True)
    assert (first.supports, first.contradicts, first.harm, first.harm_known) == (None, None, None, None)
    assert first.place is None, "there is no report to lead to"
    assert (approved.state, approved.rank) == (CellState.APPROVED, None)


def test_the_assessment_gives_rank_score_stage_and_the_counts_of_the_domain(sildenafil: Database) -> None:
    sildenafil.candidates.replace(SLUG, [values.candidate(), values.candidate("B", 2)])
    by_hand = assessed(PH, 2)
    sildenafil.assessments.replace(SLUG, [by_hand, assessed("B", 1, grades=(), about_disease=False)])
    by_disease = cells(sildenafil)
    first = by_disease[PH]
    assert (first.rank, first.rank_before, first.score) == (2, 1, 0.15)
    assert first.stage == by_hand.stage.stage
    polarities = [g.polarity for g in by_hand.counted]
    for count, polarity in (
        (first.supports, Polarity.SUPPORTS),
        (first.contradicts, Polarity.CONTRADICTS),
        (first.harm, Polarity.HARM),
    ):
        assert count == polarities.count(polarity) > 0
    assert first.harm_known
    second = by_disease["B"]
    assert (second.rank, second.supports, second.harm_known) == (1, 0, False)


def test_the_place_is_that_of_the_stored_report_whatever_the_candidates_are_now(sildenafil: Database) -> None:
    report = values.report()
    (first,) = report.candidates
    shown = [
        first.model_copy(update={"candidate": values.candidate(i, rank), "assessment": values.assessment(i, after)})
        for i, rank, after in ((PH, 1, 3), ("B", 2, 2), ("C", 3, 1))
    ]
    sildenafil.reports.save(SLUG, "f", report.model_copy(update={"candidates": tuple(shown)}), "x.html")
    listed = [values.candidate("NEW", 1), values.candidate(PH, 2), values.candidate("B", 3), values.candidate("C", 4)]
    sildenafil.candidates.replace(SLUG, listed)
    assert {key: cell.place for key, cell in cells(sildenafil).items()} == {"C": 1, "B": 2, PH: 3, "NEW": None}


def test_reports_from_before_the_migration_get_their_places(sildenafil: Database) -> None:
    sildenafil.reports.save(SLUG, "f", values.report(), "x.html")
    sildenafil.candidates.replace(SLUG, [values.candidate()])
    text = next(MIGRATIONS_DIR.glob("0009_*.sql")).read_text()
    update = text[text.index("UPDATE reports") : text.index(";", text.index("UPDATE reports"))]
    with sildenafil.transaction() as connection:
        connection.execute("UPDATE reports SET shown = '{}'")
        connection.execute(update.encode())
    assert cells(sildenafil)[PH].place == 1


def test_the_names_to_search_by_are_the_ontologys_and_the_indexed_ones(sildenafil: Database) -> None:
    sildenafil.drugs.save(values.profile())
    sildenafil.candidates.replace(SLUG, [values.candidate(name="lung disease")])
    sildenafil.names.save(values.name(term="Blood Pressure of Lungs"), "f")
    (disease,) = sildenafil.comparisons.load().diseases
    assert disease.name == "lung disease"
    assert disease.synonyms == ("lung hypertension", "Blood Pressure of Lungs", "Pulmonary Hypertension")
    (drug,) = sildenafil.comparisons.load().drugs
    assert (drug.name, drug.synonyms) == ("SILDENAFIL", ("Viagra", "UK-92480"))


def test_only_the_asked_drugs_and_their_diseases(db: Database) -> None:
    for n, slug in enumerate(("one", "two", "three")):
        db.drugs.add(slug, slug)
        db.candidates.replace(slug, [values.candidate(f"D{n}")])
    comparison = db.comparisons.load(["three", "one", "nosuch"])
    assert [d.slug for d in comparison.drugs] == ["one", "three"]
    assert {d.id for d in comparison.diseases} == {"D0", "D2"}


def test_cells_that_get_no_row_can_be_left_out(sildenafil: Database) -> None:
    sildenafil.candidates.replace(SLUG, [values.candidate("A"), values.candidate("B", None, SetAside.DRUG_CAUSES_IT)])
    sildenafil.drugs.add("two", "two")
    sildenafil.candidates.replace("two", [values.candidate("A", None, SetAside.BELOW_CUT)])
    assert [(c.disease_id, c.slug) for c in sildenafil.comparisons.load().cells] == [
        ("A", SLUG),
        ("A", "two"),
        ("B", SLUG),
    ]
    notable = sildenafil.comparisons.load(only_notable=True).cells
    assert [(c.disease_id, c.slug) for c in notable] == [("A", SLUG), ("B", SLUG)]


def test_a_failed_stage_makes_the_drug_failed_with_its_reason(sildenafil: Database) -> None:
    sildenafil.stages.record(values.stage_run(status=StageStatus.FAILED, reason="No such drug."))
    (drug,) = sildenafil.comparisons.load().drugs
    assert (drug.state, drug.reason) == (DrugState.FAILED, "candidates: No such drug.")


def test_who_writes_second_reads_what_the_first_did_not_see(
    sildenafil: Database, database_url: str, workspace: str
) -> None:
    """A writer that waits for another one sees everything committed in the meantime."""
    seen: list[list[str]] = []
    entered = threading.Event()

    def second() -> None:
        with Database.open(database_url, workspace) as other:
            other.drugs.add("late", "late")
            entered.set()
            with other.comparisons.writing():
                seen.append([d.slug for d in other.comparisons.load().drugs])

    with sildenafil.comparisons.writing():
        before = [d.slug for d in sildenafil.comparisons.load().drugs]
        thread = threading.Thread(target=second)
        thread.start()
        assert entered.wait(20)
        thread.join(0.3)
        assert seen == [], "the second waits"
        sildenafil.drugs.add("mine", "mine")
    thread.join(20)
    assert before == [SLUG]
    assert seen == [["late", "mine", SLUG]]
