"""One study counts once, by its best report."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.findings.assessment import (
    DiseaseMatch,
    DrugMatch,
    EvidenceDirectness,
    Grade,
    Level,
    RiskSignal,
)
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import Population, StudyDesign
from indication_scout_assets.rules.assessment.grading.grade import DEFERRED, RETRACTED, counted_once

A, B = "NCT99999990", "NCT99999991"
DIRECT = EvidenceDirectness(drug=DrugMatch.THIS_DRUG, disease=DiseaseMatch.THIS_DISEASE, population=Population.HUMAN)


def grade(
    record_id: str, level: int | None = 2, participants: int | None = None, polarity: Polarity = Polarity.SUPPORTS, *,
    deferred: str = "", risks: tuple[RiskSignal, ...] = (),
) -> Grade:  # fmt: skip
    return Grade(
        evidence_kind="trial" if record_id.startswith("NCT") else "article", evidence_id=record_id, study=record_id,
        design=StudyDesign.OTHER, level=None if level is None else Level(level), level_reason="So it is.",
        directness=DIRECT, polarity=polarity, participants=participants, deferred=deferred, risks=risks,
    )  # fmt: skip


def counting(*grades: Grade, study: str = A) -> list[str]:
    return [g.evidence_id for g in counted_once(grades, {grade.evidence_id: study for grade in grades}) if g.counts]


GRADES = st.lists(
    st.builds(
        grade,
        st.integers(min_value=1, max_value=40).map(str),
        st.sampled_from([None, 1, 2, 3, 4, 5]),
        st.none() | st.integers(min_value=1, max_value=500),
        st.sampled_from(list(Polarity)),
        deferred=st.sampled_from(["", "", "", "They disagree."]),
        risks=st.sampled_from([(), (), (RiskSignal.SMALL,), (RiskSignal.RETRACTED,)]),
    ),
    unique_by=lambda grade: grade.evidence_id,
    max_size=12,
)
STUDIES = st.dictionaries(st.integers(min_value=1, max_value=40).map(str), st.sampled_from([A, B, "s1"]))


class TestChoice:
    def test_level_then_a_side_then_participants_then_id(self) -> None:
        assert counting(grade("1", 3, 900), grade("2", 2, 10)) == ["2"]
        assert counting(grade("1", 2, 900, Polarity.NEUTRAL), grade("2", 2, 10)) == ["2"]
        assert counting(grade("1", 2, 10), grade("2", 2, 900)) == ["2"]
        assert counting(grade("2", 2, 10), grade("1", 2, 10)) == ["1"]
        assert counting(grade("1", None, 900), grade("2", 5)) == ["2"]

    def test_a_report_that_names_drug_and_disease_before_one_that_does_not(self) -> None:
        broader = DIRECT.model_copy(update={"disease": DiseaseMatch.BROADER})
        of_class = DIRECT.model_copy(update={"drug": DrugMatch.CLASS})
        others = [grade(str(n), 1).model_copy(update={"directness": d}) for n, d in enumerate((broader, of_class))]
        assert counting(*others, grade("9", 4)) == ["9"]
        assert counting(*others, grade("9", None)) == ["0"], "it has no level at all"

    def test_a_retracted_or_deferred_report_never_counts(self) -> None:
        retracted, deferred = grade("1", 1, risks=(RiskSignal.RETRACTED,)), grade("2", 1, deferred="They disagree.")
        assert counting(retracted, deferred, grade("3", 4)) == ["3"]
        grades = counted_once([retracted, deferred], {})
        assert [(grade.counts, grade.not_counted, grade.level) for grade in grades] == [
            (False, RETRACTED, 1),
            (False, DEFERRED, 1),
        ]

    def test_the_others_say_which_counts_and_where_they_differ(self) -> None:
        best, same, other = grade("1"), grade("2", 3), grade("3", 3, polarity=Polarity.CONTRADICTS)
        grades = counted_once([best, same, other], dict.fromkeys("123", A))
        assert [grade.study for grade in grades] == [A, A, A]
        assert grades[1].not_counted == "Another report of the same study counts: article 1."
        assert grades[2].not_counted.endswith("which reads as supports and this one as contradicts.")


class TestProperties:
    @given(GRADES, STUDIES)
    def test_a_study_counts_exactly_once_where_it_can(self, grades: list[Grade], keys: dict[str, str]) -> None:
        counted = counted_once(grades, keys)
        assert [grade.evidence_id for grade in counted] == [grade.evidence_id for grade in grades]
        for study in {grade.study for grade in counted}:
            reports = [grade for grade in counted if grade.study == study]
            able = [grade for grade in reports if not grade.deferred and RiskSignal.RETRACTED not in grade.risks]
            assert sum(grade.counts for grade in reports) == bool(able)
        assert all(grade.counts != bool(grade.not_counted) for grade in counted)

    @given(GRADES, STUDIES, st.randoms(use_true_random=False))
    def test_the_order_changes_nothing(self, grades: list[Grade], keys: dict[str, str], random: object) -> None:
        shuffled = list(grades)
        random.shuffle(shuffled)  # type: ignore[attr-defined]

        def by_id(grades: tuple[Grade, ...]) -> dict[str, Grade]:
            return {grade.evidence_id: grade for grade in grades}

        assert by_id(counted_once(grades, keys)) == by_id(counted_once(shuffled, keys))

    @given(GRADES, STUDIES, st.integers(min_value=1, max_value=500))
    def test_more_participants_and_a_better_level_never_lose(
        self, grades: list[Grade], keys: dict[str, str], more: int
    ) -> None:
        for grade in counted_once(grades, keys):
            if grade.counts:
                larger = grade.model_copy(update={"participants": (grade.participants or 0) + more})
                better = grade.model_copy(
                    update={"level": Level(max(1, int(grade.level) - 1)) if grade.level else Level(5)}
                )
                for instead in (larger, better):
                    changed = [instead if g.evidence_id == grade.evidence_id else g for g in grades]
                    assert grade.evidence_id in {g.evidence_id for g in counted_once(changed, keys) if g.counts}
