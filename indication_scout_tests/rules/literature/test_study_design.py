"""Study designs: publication types first, then the trained model; in whom, and whether groups are compared."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.findings.study_designs import EvidenceType, Population, ReadFrom, StudyDesign
from indication_scout_assets.domain.records.articles import Article, MeshHeading, PublicationType
from indication_scout_assets.rules.literature.study_design import (
    EVIDENCE_TYPE,
    comparison_in,
    design_of,
    population_of,
)

D = StudyDesign


def paper(
    title: str = "A paper", abstract: str = "", *types: str, mesh: tuple[str, ...] = (), **fields: Any
) -> Article:
    return Article(
        id="1",
        title=title,
        abstract=abstract,
        publication_types=tuple(PublicationType(name=name) for name in types),
        mesh_headings=tuple(MeshHeading(name=name) for name in mesh),
        **fields,
    )


class TestPublicationTypes:
    @pytest.mark.parametrize(
        ("types", "design"),
        [
            (("Randomized Controlled Trial", "Meta-Analysis"), D.META_ANALYSIS),
            (("Letter", "Case Reports"), D.CASE_REPORT),
            (("Clinical Trial Protocol",), D.PROTOCOL),
            (("Randomized Controlled Trial, Veterinary",), D.ANIMAL),
            (("Observational Study",), D.COHORT),
            (("Journal Article",), D.OTHER),
            ((), D.OTHER),
        ],
    )
    def test_the_most_telling_decides(self, types: tuple[str, ...], design: StudyDesign) -> None:
        assert design_of(paper("A paper", "", *types)).design is design

    def test_the_text_narrows_what_it_leaves_open(self) -> None:
        trial = design_of(paper("Gout", TRIAL, "Clinical Trial"))
        assert (trial.design, trial.source) == (D.RANDOMIZED_TRIAL, ReadFrom.TEXT)
        assert trial.cue in TRIAL.lower()
        assert design_of(paper("Zelavir in gout: a meta-analysis", POOLED, "Review")).design is D.META_ANALYSIS

    def test_a_cochrane_review_is_systematic_and_its_protocol_is_none(self) -> None:
        journal = "The Cochrane database of systematic reviews"
        assert design_of(paper("A drug for gout", "", "Review", journal=journal)).design is D.SYSTEMATIC_REVIEW
        protocol = paper("A drug for gout", "This is a protocol for a Cochrane Review.", journal=journal)
        assert design_of(protocol).design is D.PROTOCOL


class TestMesh:
    def test_animals_alone_make_an_animal_study(self) -> None:
        reading = design_of(paper("A paper", "", "Randomized Controlled Trial", mesh=("Animals", "Dogs")))
        assert (reading.design, reading.evidence_type) == (D.ANIMAL, EvidenceType.PRECLINICAL)
        both = design_of(paper("A paper", "", "Randomized Controlled Trial", mesh=("Animals", "Humans")))
        assert both.design is D.RANDOMIZED_TRIAL

    def test_a_synthesis_of_animal_studies_is_preclinical(self) -> None:
        reading = design_of(paper("A paper", "", "Systematic Review", mesh=("Animals",)))
        assert (reading.design, reading.evidence_type) == (D.SYSTEMATIC_REVIEW, EvidenceType.PRECLINICAL)


TRIAL = (
    "Zelavir lowers urate. Sixty patients with gout were randomly assigned to zelavir 5 mg or placebo once daily for "
    "12 weeks in a double-blind study. Pain scores fell more with zelavir than with placebo (p = 0.01). Zelavir was "
    "well tolerated."
)
SINGLE_ARM = (
    "In this open-label study 24 patients with gout received zelavir 5 mg daily for 12 weeks. Mean urate decreased "
    "from 510 to 402 compared with baseline. There was no control group. Zelavir was well tolerated."
)
RATS = (
    "Male Wistar rats were treated with zelavir (10 mg/kg, i.p.) or vehicle. Rats given zelavir had less swelling of "
    "the paw than control rats."
)
POOLED = (
    "MEDLINE, Embase and the Cochrane Library were searched for randomized controlled trials of zelavir in gout. Eight "
    "trials with 2,103 patients were included in this meta-analysis. The pooled risk ratio was 0.71 (95% CI 0.60-0.84)."
)
RECORDS = (
    "We conducted a retrospective cohort study of 4,120 patients with gout identified from medical records. Use of "
    "zelavir was associated with a lower risk of flares (hazard ratio 0.80, 95% CI 0.70-0.91)."
)


class TestText:
    @pytest.mark.parametrize(
        ("title", "abstract", "design"),
        [
            ("Zelavir reduces inflammation in rats", RATS, D.ANIMAL),
            ("Zelavir and the risk of flares: a cohort study", RECORDS, D.COHORT),
            ("Gout", "It hurts.", D.OTHER),
        ],
    )
    def test_what_the_trained_model_reads(self, title: str, abstract: str, design: StudyDesign) -> None:
        assert design_of(paper(title, abstract)).design is design

    def test_a_trial_without_told_chance_is_not_randomised(self) -> None:
        plain = TRIAL.replace("randomly assigned to", "given").replace(" in a double-blind study", "")
        assert design_of(paper("Zelavir in gout", plain)).design is not D.RANDOMIZED_TRIAL

    def test_the_words_shown_are_of_the_text(self) -> None:
        reading = design_of(paper("Zelavir in gout", TRIAL))
        assert reading.source is ReadFrom.TEXT
        assert reading.cue in TRIAL.lower()
        assert design_of(paper("Gout")).source is ReadFrom.NOTHING


class TestComparison:
    def test_a_trial_with_two_arms_compares_groups(self) -> None:
        words = comparison_in(paper("Zelavir in gout", TRIAL))
        assert words
        assert words in TRIAL.lower()

    def test_one_arm_that_says_it_has_no_control_group_compares_none(self) -> None:
        assert comparison_in(paper("Zelavir in gout: an open-label study", SINGLE_ARM)) == ""


def test_every_design_has_a_type_of_evidence() -> None:
    assert set(EVIDENCE_TYPE) == set(StudyDesign)


class TestPopulation:
    @pytest.mark.parametrize(
        ("article", "population"),
        [
            (paper("Zelavir reduces inflammation in rats", RATS), Population.ANIMAL),
            (paper("Zelavir in rats", RATS, "Review", mesh=("Animals",)), Population.ANIMAL),
            (paper("Zelavir in gout", "Nothing more.", mesh=("Humans",)), Population.HUMAN),
            (paper("Zelavir in gout", TRIAL), Population.HUMAN),
        ],
    )
    def test_who_was_studied(self, article: Article, population: Population) -> None:
        assert population_of(article, design_of(article).design) is population
