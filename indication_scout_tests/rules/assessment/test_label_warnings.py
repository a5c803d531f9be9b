"""What a label's safety sections say of a disease: unwanted effects, cautions, and what looks like them."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.assessment import HarmKind
from indication_scout_assets.rules.assessment.label_warnings import (
    LONGEST,
    MOST_OF_A_KIND,
    SIGNS,
    label_findings,
    signs_of,
)
from indication_scout_assets.rules.language.mentions import Pair

from .test_harms import harms, label

LISTED, WARNED = HarmKind.LISTED_EFFECT, HarmKind.WARNED


def findings(disease: str, text: str, kind: str = "adverse_reactions", **more):
    pair = Pair(("zelavir",), (disease,))
    return list(label_findings([label(kind, text, **{"ingredients": ("zelavir",), **more})], pair))


def kinds(disease: str, text: str, kind: str = "adverse_reactions") -> list[HarmKind]:
    return [finding.kind for finding in findings(disease, text, kind)]


@pytest.mark.parametrize(
    ("disease", "text"),
    [
        ("gout", "Metabolic: thirst, edema, gout, weight loss."),
        ("asthma", "Effects in at least 1% of patients treated with zelavir were cough 4%, asthma 2% and rash."),
        ("gout", "Metabolism | Gout Thirst"),
        ("stroke", "A higher incidence of stroke was observed."),
        ("asthma", "Acute asthma has been reported."),
    ],
)
def test_an_effect_among_the_adverse_reactions_is_told(disease, text):
    assert kinds(disease, text) == [LISTED]


@pytest.mark.parametrize(
    ("disease", "text"),
    [
("gout", "In a trial of 300 patients (20 to 60 years) with gout, headache was usual."),
("asthma", "Asthma patients had headache."),
("gout", "No case of gout was seen."),
("gout", "Zelavir reduced the risk of gout."),
("stroke", "Stroke was not more common than with placebo."),
("hypertension", "Lungs: pulmonary hypertension."),
("asthma", "The effect of zelavir in asthma has not been studied."),
],
)  # fmt: skip
def test_what_names_the_disease_among_adverse_reactions_and_is_no_effect(disease, text):
    assert kinds(disease, text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Asthma has been reported after zelavir.", [LISTED]),
        ("Use zelavir with caution in patients with asthma.", [WARNED]),
        ("In people with a history of asthma, breathing may deteriorate.", [WARNED]),
        (
            "Trials of such drugs have shown an increased risk of events, including asthma.",
            [LISTED],
        ),
        ("Asthma.", []),
        ("Zelavir was given to patients with asthma.", []),
        ("Ask about asthma before zelavir is started.", []),
    ],
)
def test_a_warning_tells_an_effect_or_asks_for_care(text, expected):
    assert kinds("asthma", text, "warnings") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Limitations of use: not recommended in people with gout.", [WARNED]),
        ("Zelavir is not for use in asthma and should not be used in patients with gout.", [WARNED]),
        ("Zelavir is contraindicated in the management of acute pain, including gout.", [HarmKind.CONTRAINDICATED]),
        ("Zelavir is indicated for pain where other drugs are contraindicated.", []),
        ("Zelavir is indicated for the treatment of gout.", []),
        ("It is not known whether zelavir helps in gout.", []),
    ],
)
def test_indications_tell_what_the_drug_is_not_for(text, expected):
    assert kinds("gout", text, "indications") == expected


def test_a_sign_stands_for_the_disease_and_is_named():
    (harm,) = harms("epilepsy", labels=[label("adverse_reactions", "Nerves: dizziness, seizures.")])
    assert (harm.kind, harm.penalty, harm.about_disease) == (LISTED, 0.0, True)
    assert harm.sentence == (
        "A label's adverse reactions name seizure, a sign of epilepsy: “Nerves: dizziness, seizures.”"
    )
    assert harm.citation is not None
    assert harm.citation.field == "adverse_reactions"


def test_a_disease_forbidden_by_its_sign_is_said_and_costs_nothing():
    (harm,) = harms("epilepsy", labels=[label("contraindications", "Contraindicated in patients with seizures.")])
    assert (harm.kind, harm.penalty) == (HarmKind.CONTRAINDICATED, 0.0)


def test_two_signs_in_one_sentence_are_told_once():
    assert kinds("type 2 diabetes", "Metabolic: hyperglycemia, diabetes mellitus.") == [LISTED]


def test_a_disease_has_no_sign_by_a_part_of_its_name():
    assert signs_of(["Wolff-Parkinson-White syndrome", "gestational asthma"]) == ()
    assert signs_of(["hyperlipidemia"]) == ("dyslipidemia", "hypercholesterolemia", "hypertriglyceridemia")
    assert all(diseases and signs for diseases, signs in SIGNS)


def test_few_effects_are_told_and_a_long_list_is_cut_around_the_name():
    text = " ".join(f"Gout was reported in {n} of 90 people." for n in range(2, 9))
    assert kinds("gout", text) == [LISTED] * MOST_OF_A_KIND
    long = "Effects were " + ", ".join(f"effect-{n}" for n in range(60)) + ", gout, " + "thirst, " * 60 + "cough."
    (finding,) = findings("gout", long)
    assert "gout," in finding.words
    assert finding.words.startswith("… ")
    assert finding.words.endswith(" …")
    assert len(finding.words) < LONGEST + 30
    assert finding.words.strip("… ") in finding.mention.sentence


def test_of_a_combination_the_effect_may_be_anothers():
    (finding,) = findings("gout", "Metabolic: gout.", ingredients=("zelavir", "budenoside"))
    assert finding.doubt == ", of a combination,"
    assert not finding.counts


def test_a_sentence_of_contraindications_that_forbids_nothing_is_none():
    text = "Gout is a slow process and stopping zelavir in pregnancy should have little impact."
    assert kinds("gout", text, "contraindications") == []
    assert kinds("gout", "Active gout, which may include fever", "contraindications") == [HarmKind.CONTRAINDICATED]
