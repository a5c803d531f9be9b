"""Which reports make a known end, and on which day a pair is looked at; invented drugs and diseases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from indication_scout_assets.domain.drugs import ClinicalReport, ClinicalStage, Indication
from indication_scout_assets.evaluation.scores.known_ends import (
    PairEnd,
    approved_diseases,
    dated_ends,
    first_of_each,
    start_days,
    undated_ends,
    without_approved_kin,
)
from indication_scout_assets.evaluation.scores.score_folder import KnownEnd

FIRST, LAST = date(2000, 1, 1), date(2015, 12, 31)
PHASE_2, PHASE_3, APPROVAL = ClinicalStage.PHASE_2, ClinicalStage.PHASE_3, ClinicalStage.APPROVAL


def report(number: str, stage: ClinicalStage, *stops: str, year: int | None = None, drugs: int = 1) -> ClinicalReport:
    ids = tuple(f"CHEMBL{place}" for place in range(drugs))
    return ClinicalReport(id=number, source="test", stage=stage, year=year, stop_reasons=stops, drug_ids=ids)


def use(*reports: ClinicalReport, disease: str = "MONDO_1", stage: ClinicalStage = PHASE_3) -> Indication:
    return Indication(disease_id=disease, disease_name=disease, stage=stage, reports=reports)


DAYS: Mapping[str, date | None] = {
    "NCT00000010": date(2003, 1, 1), "NCT00000020": date(2006, 1, 1), "NCT00000030": date(2009, 1, 1),
    "NCT00000025": None, "FDA-1": date(2010, 12, 31),
}  # fmt: skip


def ends(*indications: Indication, days: Mapping[str, date | None] = DAYS) -> list[PairEnd]:
    return dated_ends({"CHEMBL1": indications}, days, FIRST, LAST)


def test_a_trial_before_the_year_of_the_approval_makes_a_pair_approved() -> None:
    trials = (report("NCT00000010", PHASE_2), report("NCT00000020", PHASE_3), report("NCT00000030", PHASE_3))
    (end,) = ends(use(*trials, report("FDA-1", APPROVAL, year=2009), stage=APPROVAL))
    assert (end.end, end.day, end.by) == (KnownEnd.APPROVED, date(2006, 1, 1), "FDA-1")
    assert end.trials == ("NCT00000020", "NCT00000030")
    assert ends(use(trials[2], report("FDA-1", APPROVAL, year=2009))) == []  # no trial of an earlier year


def test_a_trial_of_this_drug_alone_stopped_for_futility_makes_it_failed() -> None:
    (end,) = ends(use(report("NCT00000010", PHASE_2, "Negative"), report("NCT00000020", PHASE_3, "Negative")))
    assert (end.end, end.day, end.by) == (KnownEnd.FAILED, date(2006, 1, 1), "NCT00000020")
    assert ends(use(report("NCT00000020", PHASE_3, "Insufficient_Enrollment"))) == []
    assert ends(use(report("NCT00000020", PHASE_3, "Negative", drugs=2))) == []
    assert ends(use(report("NCT00000020", ClinicalStage.PHASE_1, "Negative"))) == []


def test_an_approval_without_a_date_ends_no_dated_pair_as_failed() -> None:
    futile = report("NCT00000020", PHASE_3, "Negative")
    assert ends(use(futile, report("curated-1", APPROVAL), stage=APPROVAL)) == []
    assert ends(use(futile, stage=ClinicalStage.PHASE_4)) == []


def test_trials_outside_the_window_do_not_count() -> None:
    later = {"NCT00000020": date(2016, 1, 1)}
    assert ends(use(report("NCT00000020", PHASE_3, "Negative")), days=later) == []


def test_a_trial_without_a_date_began_when_those_numbered_near_it_did() -> None:
    assert start_days(DAYS)["NCT00000025"] == date(2006, 1, 1)  # the middle of the three
    assert "NCT00000025" not in start_days({"NCT00000025": None, "NCT00000010": date(2003, 1, 1)})
    approval = report("FDA-1", APPROVAL, year=2009)
    (end,) = ends(use(report("NCT00000025", PHASE_3), approval))
    assert end.day == date(2006, 1, 1)
    assert ends(use(report("NCT00000025", PHASE_3, "Negative"))) == []  # its day must be known


def test_undated_ends_are_those_of_curated_lists() -> None:
    uses: Mapping[str, Sequence[Indication]] = {
        "CHEMBL1": [
            use(report("curated-1", APPROVAL), disease="MONDO_1", stage=APPROVAL),
            use(report("FDA-1", APPROVAL, year=2014), disease="MONDO_2", stage=APPROVAL),
            use(report("NCT00000010", PHASE_2, "Negative"), disease="MONDO_3"),
            use(report("NCT00000010", PHASE_2), disease="MONDO_4"),
        ]
    }
    assert [(end.disease_id, end.end, end.day) for end in undated_ends(uses)] == [
        ("MONDO_1", KnownEnd.APPROVED, None),
        ("MONDO_3", KnownEnd.FAILED, None),
    ]
    assert approved_diseases(uses) == {"CHEMBL1": {"MONDO_1", "MONDO_2"}}


def test_no_failure_stands_beside_an_approval_of_its_kin() -> None:
    def failed(disease: str) -> PairEnd:
        return PairEnd("CHEMBL1", disease, disease, KnownEnd.FAILED, None, "NCT00000010")

    ancestors = {"narrow": {"approved", "root"}, "approved": {"wide", "root"}, "wide": {"root"}, "other": {"root"}}
    kept = without_approved_kin(
        [failed(disease) for disease in ("narrow", "wide", "other")], {"CHEMBL1": {"approved"}}, ancestors
    )
    assert [end.disease_id for end in kept] == ["other"]


def test_the_choice_has_nothing_to_do_with_what_pairs_are() -> None:
    pairs = [
        PairEnd("CHEMBL1", f"MONDO_{number}", "", kind, None, "") for number in range(9) for kind in KnownEnd
    ]  # fmt: skip
    chosen = first_of_each(pairs, 3)
    assert [end.end for end in chosen] == [KnownEnd.APPROVED] * 3 + [KnownEnd.FAILED] * 3
    assert first_of_each(list(reversed(pairs)), 3) == chosen
