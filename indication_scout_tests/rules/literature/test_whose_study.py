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
            "Safety of zelavir",
            "We assessed the safety of zelavir based on the results from 11 clinical studies. Patients were "
            "randomly assigned to zelavir or placebo.",
            D.META_ANALYSIS,
        ),
        (
            "Strokes on zelavir",
            "Strokes were assessed across 23 phase II to V zelavir studies. A combined analysis of "
            "individual patient data was undertaken. Zelavir was compared with placebo.",
            D.META_ANALYSIS,
        ),
        (
            "Strokes on zelavir",
            "Safety was assessed in 5,435 participants in 8 phase III trials of zelavir and placebo.",
            D.META_ANALYSIS,
        ),
        (
            "Strokes in arthritis trials of zelavir",
            "We analysed the incidence of strokes for zelavir and placebo in the entire clinical trial "
            "database. Data from all controlled trials were included. Patients were randomised to zelavir "
            "or placebo.",
            D.META_ANALYSIS,
        ),
        (
            "Zelavir in asthma",
            "Individual patient data from six double-blind trials were analysed together.",
            D.META_ANALYSIS,
        ),
        (
            "Zelavir in asthma",
            "This analysis used data of four randomised trials of zelavir in 2,100 patients.",
            D.META_ANALYSIS,
        ),
        (
            "Zelavir in asthma",
            "A retrospective analysis of seven randomized trials was done to see whether zelavir causes cough.",
            D.META_ANALYSIS,
        ),
        (
            "Zelavir in acute asthma: two double-blind trials",
            "In two identical double-blind trials 400 patients were randomised to zelavir or placebo.",
            D.RANDOMIZED_TRIAL,
        ),
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
            "Spotlight on zelavir in asthma",
            "Zelavir is a new agent. In published randomised, double-blind trials zelavir was more "
            "effective than placebo. In a 28-week study involving 301 patients, more patients responded to "
            "zelavir than to budenoside." + LONG,
            D.NARRATIVE_REVIEW,
        ),
        (
            "Clinical trials update: ALPHA, BETA",
            "This is a summary of reports made at a congress. ALPHA was a randomised trial comparing "
            "zelavir with placebo in 951 patients. Patients were randomised within 48 h.",
            D.NARRATIVE_REVIEW,
        ),
        (
            "Motion - zelavir is as safe as placebo: arguments against the motion",
            "Zelavir is less likely to harm the stomach, as has been shown by large, randomized, controlled "
            "trials. Comparisons with placebo have not enlisted enough subjects." + LONG,
            D.NARRATIVE_REVIEW,
        ),
        (
            "Zelavir in heart failure",
            "Available studies have provided evidence of harm. Mortality was similar in both the zelavir "
            "and the placebo group of the ALPHA study. An encouraging signal has been provided by the BETA "
            "study." + LONG,
            D.NARRATIVE_REVIEW,
        ),
        (
            "Zelavir for asthma",
            "Zelavir is one of the most useful drugs in asthma. Despite the in vitro activity, results of "
            "single drug therapy are often poor. Combinations can be recommended." + LONG,
            D.NARRATIVE_REVIEW,
        ),
        (
            "Zelavir: a profile",
            "Zelavir has been compared with placebo and budenoside in several double-blind trials, in which "
            "it was well tolerated. It should be considered in adults." + LONG,
            D.NARRATIVE_REVIEW,
        ),
        (
            "Treatment of asthma in 2001",
            "Randomised trials have shown that zelavir is superior to placebo. It is recommended as first-line therapy."
            + LONG,
            D.NARRATIVE_REVIEW,
        ),
        (
            "Drugs for asthma: what is the evidence?",
            "In a double-blind trial, zelavir was better than placebo. In another trial, budenoside was no "
            "better. Zelavir should be preferred." + LONG,
            D.NARRATIVE_REVIEW,
        ),
        (
            "Debate: should zelavir be given to all? No",
            "Large randomized trials have shown no benefit of zelavir over placebo. It should not be given "
            "to all patients." + LONG,
            D.NARRATIVE_REVIEW,
        ),
        (
            "Zelavir and asthma",
            "This paper presents the main findings of a systematic (Cochrane) review of zelavir in asthma. "
            "Ten studies compared zelavir with placebo.",
            D.SYSTEMATIC_REVIEW,
        ),
        (
            "Zelavir: the fifth drug of its class",
            "To review zelavir. Information was selected from a MEDLINE search (1990-2001).",
            D.SYSTEMATIC_REVIEW,
        ),
        (
            "Rationale and design of the ALPHA trial",
            "This report describes the rationale and design of ALPHA, a randomized, double-blind, "
            "placebo-controlled trial of zelavir.",
            D.PROTOCOL,
        ),
        (
            "Rationale and design of the third zelavir trial (ALPHA): zelavir added to enalapril",
            "Therapy with enalapril has been demonstrated in large trials to reduce mortality. ALPHA is a "
            "randomized, double-blind, placebo-controlled trial comparing zelavir with placebo in patients "
            "followed for 12 weeks.",
            D.PROTOCOL,
        ),
        ("The ALPHA study of zelavir", "Four hundred patients will be randomised to zelavir or placebo.", D.PROTOCOL),
        (
            "Cough in reflux: an analysis of the BASE study",
            "Baseline data were collected from a prospective, multicentre, open cohort study of zelavir. "
            "6215 patients were included.",
            D.COHORT,
        ),
        (
            "Zelavir in asthma",
            "We retrospectively reviewed the charts of 60 patients who had received zelavir.",
            D.COHORT,
        ),
        (
            "Zelavir in pregnancy",
            "Women in the national birth register who filled a prescription of zelavir were compared with others.",
            D.COHORT,
        ),
        (
            "Zelavir and the risk of stroke",
            "Cases of stroke were matched with four controls from the database.",
            D.CASE_CONTROL,
        ),
        ("Use of zelavir", "A questionnaire was mailed to 900 adults.", D.CROSS_SECTIONAL),
        (
            "Zelavir in H. pylori infection",
            "Thirty-one patients with ulcers and H. pylori infection were treated with zelavir 20 mg for two weeks.",
            D.CLINICAL_TRIAL,
        ),
        (
            "Zelavir and stem cells",
            "Patients (n = 69) with myeloma were treated with zelavir 5 mg daily. Yield was 39.5.",
            D.CLINICAL_TRIAL,
        ),
        (
            "Zelavir for 7 and 10 days",
            "Zelavir 20 mg was used during 7 days versus 10 days. 36 patients were included in each group.",
            D.CLINICAL_TRIAL,
        ),
        (
            "Zelavir in asthma",
            "A double-blind placebo-controlled trial was conducted on 86 in-patients.",
            D.RANDOMIZED_TRIAL,
        ),
        (
            "Zelavir in asthma",
            "Sixty patients received zelavir or placebo in a double-blind fashion.",
            D.RANDOMIZED_TRIAL,
        ),
        ("Zelavir in asthma", "Patients were allocated at random to zelavir or budenoside.", D.RANDOMIZED_TRIAL),
        (
            "Zelavir in asthma",
            "In a crossover study, ten patients took zelavir and placebo in random order.",
            D.RANDOMIZED_TRIAL,
        ),
        (
            "Zelavir in asthma",
            "In an open, non-randomised study 30 patients took zelavir and 30 budenoside.",
            D.CLINICAL_TRIAL,
        ),
        (
            "Zelavir in asthma",
            "Forty patients received zelavir 5 mg daily for six weeks; breathing was better than at baseline.",
            D.CLINICAL_TRIAL,
        ),
        (
            "Screening identifies the zelavir receptor as a regulator of resistance in leukemia",
            "By genome-wide RNAi screening in leukemic cells we found the receptor. Knockdown confers "
            "resistance to zelavir. Cells of patients with high levels were more sensitive.",
            D.IN_VITRO,
        ),
        (
            "Zelavir kills cancer cells",
            "Zelavir inhibited proliferation of HeLa cells with an IC50 of 2 uM. Apoptosis was seen.",
            D.IN_VITRO,
        ),
        (
            "Zelavir and platelets",
            "Platelets of 12 healthy volunteers were incubated with zelavir in vitro.",
            D.IN_VITRO,
        ),
        ("Zelavir in rats", "Rats were randomly assigned to zelavir or vehicle.", D.ANIMAL),
        (
            "Zelavir in HIV",
            "One hundred patients were randomised to zelavir or placebo; isolates were tested in vitro.",
            D.RANDOMIZED_TRIAL,
        ),
        ("Zelavir in hiccups", "We report a 45-year-old man whose hiccups stopped on zelavir.", D.CASE_REPORT),
        ("Zelavir in hiccups", "We describe four patients whose hiccups stopped on zelavir.", D.CASE_SERIES),
        ("Guidelines for the treatment of asthma", "", D.GUIDELINE),
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
        (
            "Zelavir in asthma: a post hoc analysis of the ALPHA trial",
            "Patients had been randomised to zelavir or placebo.",
            D.RANDOMIZED_TRIAL,
        ),
        ("Cost of zelavir", "A Markov model was fed with data from three randomised trials.", D.OTHER),
        (
            "Zelavir versus budenoside: a network comparison",
            "Randomised trials were identified in MEDLINE and compared indirectly; reviewers independently "
            "extracted data.",
            D.SYSTEMATIC_REVIEW,
        ),
        (
            "Long-term zelavir",
            "Patients who had completed one of four double-blind trials entered this open-label study.",
            D.CLINICAL_TRIAL,
        ),
        ("Zelavir: pooled safety", "Safety data from five trials (n = 2,400) were pooled.", D.META_ANALYSIS),
        (
            "Zelavir in the elderly",
            "A post hoc analysis of pooled data from two 12-week randomised trials was done in the elderly.",
            D.META_ANALYSIS,
        ),
        (
            "Zelavir in asthma: results of three trials",
            "Patients were randomised to zelavir or placebo.",
            D.RANDOMIZED_TRIAL,
        ),
        (
            "Zelavir and the heart",
            "Risk was found by analysing pooled zelavir data and those of placebo.",
            D.META_ANALYSIS,
        ),
        (
            "Zelavir in asthma",
            "Patients were randomised to three doses or placebo. Analysis of pooled zelavir groups showed a benefit.",
            D.RANDOMIZED_TRIAL,
        ),
        ("Zelavir in asthma", "Four controlled trials (n = 2,700) were analysed for rash on placebo.", D.META_ANALYSIS),
        ("Zelavir in asthma", "In this pooled analysis 348 subjects had received zelavir or placebo.", D.META_ANALYSIS),
    ],
)
def test_design(title: str, abstract: str, design: StudyDesign) -> None:
    assert design_of(Article(id="1", title=title, abstract=abstract)).design is design
