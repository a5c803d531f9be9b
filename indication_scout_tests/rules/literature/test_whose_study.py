"""Whose study it is, by the words of title and abstract alone: pooled trials, reviews, plans, cohorts, cells."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.study_designs import StudyDesign
from indication_scout_assets.rules.literature.study_design import design_of

D = StudyDesign
LONG = (
    " Pain is common in this disease and treatment is often hard. Patients want relief that lasts, "
    "and drugs differ in how"
    " soon they act. Side effects are a burden to many, and the costs of care are high. The choice "
    "of a drug rests on age,"
    " on other illness and on what has been tried before. Much remains to be learned about the best "
    "use of the agents that"
    " are available today."
)
"""What makes an abstract long enough to tell of its own study if it had one."""


@pytest.mark.parametrize(
    ("title", "abstract", "design"),
    [
        (
            "Zelavir in asthma",
            "Patients from 12 centres were randomised to zelavir or placebo. Two previous trials had failed.",
            D.RANDOMIZED_TRIAL,
        ),
        (
            "Zelavir in asthma",
            "In contrast to five earlier trials, zelavir was no better than placebo in this double-blind "
            "trial of 60 patients.",
            D.RANDOMIZED_TRIAL,
        ),
        (
            "Zelavir in asthma",
            "Sixty patients who had taken part in three trials of zelavir were followed in this open-label "
            "extension study.",
            D.CLINICAL_TRIAL,
        ),
        (
            "Zelavir in heart failure",
            "Available studies have provided evidence of harm. Mortality was similar in both the zelavir "
            "and the placebo group of the ALPHA study. An encouraging signal has been provided by the BETA "
            "study." + LONG,
            D.NARRATIVE_REVIEW,
        ),
        (
            "Drugs for asthma: what is the evidence?",
            "In a double-blind trial, zelavir was better than placebo. In another trial, budenoside was no "
            "better. Zelavir should be preferred." + LONG,
            D.NARRATIVE_REVIEW,
        ),
        (
            "Rationale and design of the ALPHA trial",
            "This report describes the rationale and design of ALPHA, a randomized, double-blind, "
            "placebo-controlled trial of zelavir.",
            D.PROTOCOL,
        ),
        (
            "Cough in reflux: an analysis of the BASE study",
            "Baseline data were collected from a prospective, multicentre, open cohort study of zelavir. "
            "6215 patients were included.",
            D.COHORT,
        ),
        (
            "Zelavir in asthma",
            "In an open, non-randomised study 30 patients took zelavir and 30 budenoside.",
            D.CLINICAL_TRIAL,
        ),
        (
            "Screening identifies the zelavir receptor as a regulator of resistance in leukemia",
            "By genome-wide RNAi screening in leukemic cells we found the receptor. Knockdown confers "
            "resistance to zelavir. Cells of patients with high levels were more sensitive.",
            D.IN_VITRO,
        ),
        (
            "Zelavir and platelets",
            "Platelets of 12 healthy volunteers were incubated with zelavir in vitro.",
            D.IN_VITRO,
        ),
        (
            "Zelavir in HIV",
            "One hundred patients were randomised to zelavir or placebo; isolates were tested in vitro.",
            D.RANDOMIZED_TRIAL,
        ),
        (
            "Zelavir in acute shoulder pain, and a meta-analysis of controlled studies with zelavir",
            "This is borne out by a double-blind comparison of zelavir and budenoside in 122 patients and "
            "by a meta-analysis of trials.",
            D.META_ANALYSIS,
        ),
        (
            "Zelavir in asthma: a randomised trial",
            "Meta-analyses of earlier trials disagree. Sixty patients were randomised to zelavir or placebo.",
            D.RANDOMIZED_TRIAL,
        ),
        ("Cost of zelavir", "A Markov model was fed with data from three randomised trials.", D.OTHER),
    ],
)
def test_design(title: str, abstract: str, design: StudyDesign) -> None:
    assert design_of(Article(id="1", title=title, abstract=abstract)).design is design
