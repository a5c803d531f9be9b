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
        ("stroke", "A higher incidence of stroke was observed."),
        ("asthma", "Acute asthma has been reported."),
    ],
)
def test_an_effect_among_the_adverse_reactions_is_told(disease, text):
    assert kinds(disease, text) == [LISTED]


@pytest.mark.parametrize(
    ("disease", "text"),
    [
("asthma", "Asthma patients had headache."),
("gout", "Zelavir reduced the risk of gout."),
("asthma", "The effect of zelavir in asthma has not been studied."),
],
)  # fmt: skip
def test_what_names_the_disease_among_adverse_reactions_and_is_no_effect(disease, text):
    assert kinds(disease, text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Asthma has been reported after zelavir.", [LISTED]),
        ("In people with a history of asthma, breathing may deteriorate.", [WARNED]),
        ("Zelavir was given to patients with asthma.", []),
    ],
)
def test_a_warning_tells_an_effect_or_asks_for_care(text, expected):
    assert kinds("asthma", text, "warnings") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Limitations of use: not recommended in people with gout.", [WARNED]),
        ("Zelavir is indicated for the treatment of gout.", []),
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
