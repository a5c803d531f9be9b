"""Study designs: publication types first, then words; cues that are taken back count for nothing."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.articles import Article, MeshHeading, PublicationType
from indication_scout_assets.domain.study_designs import EvidenceType, Population, ReadFrom, StudyDesign
from indication_scout_assets.rules.literature.study_design import EVIDENCE_TYPE, design_of, population_of

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
            (("Journal Article", "Randomized Controlled Trial"), D.RANDOMIZED_TRIAL),
            (("Randomized Controlled Trial", "Meta-Analysis"), D.META_ANALYSIS),
            (("Review", "Systematic Review"), D.SYSTEMATIC_REVIEW),
            (("Letter", "Case Reports"), D.CASE_REPORT),
            (("Clinical Trial, Phase II",), D.CLINICAL_TRIAL),
            (("Practice Guideline", "Review"), D.GUIDELINE),
            (("Clinical Trial Protocol",), D.PROTOCOL),
            (("Randomized Controlled Trial, Veterinary",), D.ANIMAL),
            (("Editorial",), D.COMMENTARY),
            (("Review",), D.NARRATIVE_REVIEW),
            (("review",), D.NARRATIVE_REVIEW),
            (("Observational Study",), D.COHORT),
            (("Journal Article",), D.OTHER),
            ((), D.OTHER),
        ],
    )
    def test_the_most_telling_decides(self, types: tuple[str, ...], design: StudyDesign) -> None:
        assert design_of(paper("A paper", "", *types)).design is design

    def test_it_outweighs_the_text(self) -> None:
        reading = design_of(paper("A cohort study", "A cohort was followed.", "Randomized Controlled Trial"))
        assert (reading.design, reading.cue, reading.source) == (
            D.RANDOMIZED_TRIAL,
            "Randomized Controlled Trial",
            ReadFrom.PUBLICATION_TYPE,
        )

    def test_the_text_narrows_what_it_leaves_open(self) -> None:
        trial = design_of(paper("Gout", "Adults were randomly assigned to one of two doses.", "Clinical Trial"))
        assert (trial.design, trial.cue, trial.source) == (D.RANDOMIZED_TRIAL, "randomly assigned", ReadFrom.TEXT)
        review = design_of(paper("A drug in gout: a systematic review", "", "Review"))
        assert review.design is D.SYSTEMATIC_REVIEW
        planned = design_of(paper("Rationale and design of the GOUT trial", "Adults will be asked.", "Clinical Trial"))
        assert planned.design is D.PROTOCOL

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

    def test_a_heading_tells_where_the_text_does_not(self) -> None:
        assert design_of(paper(mesh=("Humans", "Case-Control Studies"))).design is D.CASE_CONTROL
        assert design_of(paper(mesh=("Humans", "Randomized Controlled Trials as Topic"))).design is D.OTHER
        article = paper("A paper", "People were randomised to two groups.", mesh=("Humans", "Prospective Studies"))
        assert design_of(article).design is D.RANDOMIZED_TRIAL


class TestText:
    @pytest.mark.parametrize(
        ("title", "abstract", "design"),
        [
            (
                "A drug in gout",
                "In this double-blind, placebo-controlled study, 40 adults took it.",
                D.RANDOMIZED_TRIAL,
            ),
            ("A drug in gout", "An open-label, single-arm study of 20 patients.", D.CLINICAL_TRIAL),
            ("A drug in gout: a systematic review", "", D.SYSTEMATIC_REVIEW),
            ("Does it work in gout?", "We searched MEDLINE and Embase up to 2020.", D.SYSTEMATIC_REVIEW),
            ("A drug in gout: meta-analysis of randomised trials", "", D.META_ANALYSIS),
            ("Zelavir in gout: evidence from clinical trials", "It was looked at in vitro.", D.NARRATIVE_REVIEW),
            (
                "Cost-effectiveness of zelavir in gout",
                "Pooled data from two trials fed a model of costs. Patients were randomly assigned to zelavir or not.",
                D.RANDOMIZED_TRIAL,
            ),
            ("Treatment guidelines for gout", "", D.GUIDELINE),
            ("Gout and a drug: study protocol", "Adults will be randomised.", D.PROTOCOL),
            ("Gout in users of a drug", "A retrospective cohort of 900 users was identified.", D.COHORT),
            ("A drug and gout: a case-control study", "", D.CASE_CONTROL),
            ("Who has gout?", "A cross-sectional survey of 400 adults.", D.CROSS_SECTIONAL),
            ("Gout after a drug", "We report a 54-year-old man who had pain.", D.CASE_REPORT),
            ("Gout after a drug", "We describe four patients with sudden pain.", D.CASE_SERIES),
            ("A drug lowers urate in rats", "Rats were randomly divided into groups.", D.ANIMAL),
            ("A drug stops crystals in HeLa cells", "Cell lines were incubated in vitro.", D.IN_VITRO),
            ("In silico screening for gout", "", D.IN_SILICO),
            ("Urate", "In this review we set out what is known about patients.", D.NARRATIVE_REVIEW),
            ("Gout", "It hurts.", D.OTHER),
        ],
    )
    def test_words_that_show_it(self, title: str, abstract: str, design: StudyDesign) -> None:
        assert design_of(paper(title, abstract)).design is design

    @pytest.mark.parametrize(
        "abstract",
        [
            "A randomised trial is needed.",
            "Further double-blind studies are warranted.",
            "This was a non-randomised study of patients.",
            "We used Mendelian randomisation.",
            "Previous randomised controlled trials disagree.",
            "Patients were not randomised.",
            "Participants were randomly selected from a list.",
        ],
    )
    def test_cues_that_are_taken_back(self, abstract: str) -> None:
        assert design_of(paper("A drug in gout", abstract)).design is not D.RANDOMIZED_TRIAL

    def test_a_case_that_reviews_the_literature_is_a_case(self) -> None:
        assert design_of(paper("Gout: case report and review of the literature")).design is D.CASE_REPORT

    def test_an_antibody_from_mice_makes_no_animal_study(self) -> None:
        text = "Patients received a mouse monoclonal antibody. Women and men were followed in a cohort."
        assert design_of(paper("Lupus", text)).design is D.COHORT

    def test_the_cue_is_in_the_text(self) -> None:
        reading = design_of(paper("Gout", "Adults were Randomly Assigned."))
        assert (reading.cue, reading.source) == ("randomly assigned", ReadFrom.TEXT)
        assert design_of(paper("Gout")).source is ReadFrom.NOTHING


def test_every_design_has_a_type_of_evidence() -> None:
    assert set(EVIDENCE_TYPE) == set(StudyDesign)


class TestPopulation:
    @pytest.mark.parametrize(
        ("article", "population"),
        [
            (paper("Druginib in rats with gout", "Rats were treated."), Population.ANIMAL),
            (paper("Druginib in gout", "", "Review", mesh=("Animals",)), Population.ANIMAL),
            (paper("Druginib in cells", "A cell line in vitro.", mesh=("Humans",)), Population.IN_VITRO),
            (paper("Druginib in gout", "Nothing more.", mesh=("Humans",)), Population.HUMAN),
            (paper("Druginib in gout", "A review of what patients report."), Population.HUMAN),
            (paper("Druginib in gout"), Population.UNCLEAR),
            (paper("Druginib", "It was given to 20 healthy subjects.", mesh=("Humans",)), Population.HEALTHY),
            (paper("Druginib", "In 20 patients and 9 healthy controls.", mesh=("Humans",)), Population.HUMAN),
        ],
    )
    def test_who_was_studied(self, article: Article, population: Population) -> None:
        assert population_of(article, design_of(article).design) is population

    def test_a_design_that_is_known_is_not_read_again(self) -> None:
        assert (
            population_of(paper("Druginib in gout", "A randomised trial in 40 adults."), D.ANIMAL) is Population.ANIMAL
        )


@pytest.mark.parametrize(
    ("title", "design"),
    [
        ("Zelavir in asthma: a randomised trial", StudyDesign.RANDOMIZED_TRIAL),
        ("Zelavir in asthma", StudyDesign.RANDOMIZED_TRIAL),
    ],
)
def test_a_review_is_no_trial_because_it_speaks_of_double_blind_ones(title, design):
    text = "In double-blind trials zelavir improved asthma. Patients were randomised to zelavir or placebo."
    assert design_of(Article(id="1", title=title, abstract=text)).design is design


LONG = "Much has been written on asthma and on what may be done about it in those who have it for years. " * 4
"""An abstract that would tell of its study if it had one."""


@pytest.mark.parametrize(
    ("abstract", "design"),
    [
        ("Although another randomised trial showed no effect, clinical trials have been positive.", D.NARRATIVE_REVIEW),
        ("Of treatments: data from trials comparing zelavir with placebo show that it helps.", D.NARRATIVE_REVIEW),
        ("Drugs are used. A large clinical trial was stopped. Treatment should begin early.", D.NARRATIVE_REVIEW),
        ("We treated 21 patients. It warrants study in a double-blind placebo-controlled trial.", D.CLINICAL_TRIAL),
        ("We randomized prospectively 103 patients into three groups.", D.RANDOMIZED_TRIAL),
        ("In three studies, randomly assigned patients got zelavir or placebo.", D.RANDOMIZED_TRIAL),
        ("At 32-month follow-up of older patients zelavir had helped.", D.COHORT),
    ],
)  # fmt: skip
def test_whose_trials_an_abstract_speaks_of(abstract: str, design: StudyDesign) -> None:
    assert design_of(paper("Zelavir in asthma", f"{LONG}{abstract}")).design is design


def test_a_heading_of_method_beside_one_on_trials_is_of_the_subject() -> None:
    headings = ("Double-Blind Method", "Randomized Controlled Trials as Topic")
    assert design_of(paper("Zelavir revisited", LONG, mesh=headings)).design is not D.RANDOMIZED_TRIAL
    assert design_of(paper("Zelavir", LONG, mesh=headings[:1])).design is D.RANDOMIZED_TRIAL


@pytest.mark.parametrize(
    ("abstract", "design"),
    [
        # by chance
        ("This open study of 40 patients compared zelavir with placebo in random order.", D.RANDOMIZED_TRIAL),
        ("In an open extension of a double-blind study 40 patients took it.", D.RANDOMIZED_TRIAL),
        ("We need more. A large double-blind trial of zelavir was once made; 40 adults took it.", D.OTHER),
        # only planned
        ("A trial of zelavir. A total of 300 patients will be recruited and randomised.", D.PROTOCOL),
        ("Patients were randomised to zelavir. They will be followed. Results: it helped.", D.RANDOMIZED_TRIAL),
        # a review of people is none of the literature
        ("A 61-year-old woman had fits on zelavir. We discuss what may have caused them.", D.CASE_REPORT),
        ("We report 4 cases of fits. Other drugs are also reviewed.", D.CASE_SERIES),
        ("This analysis reviews the use of zelavir in those who have claims data.", D.NARRATIVE_REVIEW),
    ],
)
def test_chance_plans_and_reviews_of_people(abstract: str, design: StudyDesign) -> None:
    assert design_of(paper("Zelavir in asthma", abstract)).design is design


@pytest.mark.parametrize(
    "abstract",
    [
        "Two adults were treated with zelavir 5 mg daily.",
        "Twenty adults were treated with zelavir.",
    ],
)
def test_people_who_had_been_treated_are_no_trial(abstract: str) -> None:
    assert design_of(paper("Zelavir in asthma", abstract)).design is not D.CLINICAL_TRIAL


def test_a_heading_outweighs_that_people_got_a_treatment() -> None:
    text = "Twenty patients with asthma took part and were treated with zelavir 5 mg daily."
    assert design_of(paper("Zelavir", text, mesh=("Humans", "Cohort Studies"))).design is D.COHORT


def test_a_drug_whose_short_name_is_an_animal_is_none() -> None:
    text = "LZeB was compared with RaT. " * 3 + "Patients were randomly assigned to RaT or none."
    assert design_of(paper("RaT in asthma", text)).design is D.RANDOMIZED_TRIAL


def test_a_review_tagged_by_the_animals_it_cites_is_of_people() -> None:
    review = paper("Asthma", "Patients should be treated.", "Review", mesh=("Animals", "Gerbillinae"))
    assert population_of(review, D.NARRATIVE_REVIEW) is Population.HUMAN
    of_rats = paper("Asthma", "Rats are not patients.", "Review", mesh=("Animals", "Rats"))
    assert population_of(of_rats, D.NARRATIVE_REVIEW) is Population.ANIMAL
