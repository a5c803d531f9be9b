"""Cues for and against patients under the drug as it is prescribed."""

from __future__ import annotations

import pytest

from indication_scout_assets.ranking.scoring import COMMON, patient_cues

PATIENTS = "Mortality was compared over 2 years; long-term follow-up of both groups."
LABORATORY = "A single dose by infusion in healthy volunteers: pharmacokinetics, receptor channels, and surgery."


def share_of_cues(text: str) -> float:
    (share,) = patient_cues([text])
    return share


def test_the_scale_runs_from_all_against_to_all_for():
    assert share_of_cues(PATIENTS) == pytest.approx(1)
    assert share_of_cues(LABORATORY) == pytest.approx(0)
    assert share_of_cues(LABORATORY) < share_of_cues("") < share_of_cues(PATIENTS)


@pytest.mark.parametrize("text", ["Deaths fell.", "After 12 weeks", "A versus B", "A follow-up"])
def test_what_patients_feel_and_what_lasts_speaks_for(text):
    assert share_of_cues(text) > share_of_cues("")


@pytest.mark.parametrize(
    "text", ["IV bolus", "Topical use", "Bioavailability", "Anaesthesia", "Healthy young men", "Rat cells in vitro"]
)
def test_other_routes_kinetics_and_laboratory_work_speak_against(text):
    assert share_of_cues(text) < share_of_cues("")


def test_a_cue_counts_once_however_often_it_stands():
    assert share_of_cues("Injection, infusion, injection.") == share_of_cues("Injection.")
    assert share_of_cues("DEATHS") == share_of_cues("deaths")


def test_a_cue_is_a_whole_word():
    assert share_of_cues("Excellent subacutely") == share_of_cues("")


def test_what_the_typical_articles_show_speaks_against_nothing():
    texts = ["Injection of the drug", "An injection, acute", "Tablets", "Infusion", "Tablets again"]
    apart, together = patient_cues(texts), patient_cues(texts, [0, 1, 2])
    assert apart[0] < apart[2]
    assert together[0] == together[2] == together[3] == apart[2]
    assert together[1] < together[0]  # "acute" is in one of three


def test_a_cue_is_common_in_more_than_a_share_of_the_typical():
    texts = ["Injection", "Injection", "Tablets", "Tablets", "Tablets"]
    assert COMMON * len(texts) == 2
    assert patient_cues(texts, range(5)) == patient_cues(texts)
    assert patient_cues(texts, range(4)) != patient_cues(texts)


def test_a_cue_for_counts_however_common_it_is():
    texts = ["Deaths fell.", "Mortality fell."]
    assert patient_cues(texts, [0, 1]) == patient_cues(texts)
