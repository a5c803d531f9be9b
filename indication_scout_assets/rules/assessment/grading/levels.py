"""The OCEBM 2011 level of an article or a registered trial, for questions of treatment.

What belongs here: which level a design has, and the fact that decides between two. The design itself is read in
``study_design``. Source: OCEBM Levels of Evidence Working Group, "The Oxford 2011 Levels of Evidence".

Levels are not raised (dramatic effects) and not lowered (imprecision, indirectness): those are shown as participants,
directness and risks, and weighed by who scores. A guideline has no level, as it weighs the evidence of others: its
recommendations are shown apart. A narrative review and a comment are opinion, level 5. A protocol and a trial without
results say nothing of an effect: no level.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ....domain.findings.assessment import Level
from ....domain.findings.study_designs import (
    NOT_IN_PEOPLE,
    SYNTHESES,
    DesignReading,
    EvidenceType,
    Population,
    ReadFrom,
    StudyDesign,
)
from ....domain.records.articles import Article
from ....domain.records.trials import Trial
from ...literature.study_design import comparison_in

_D = StudyDesign


@dataclass(frozen=True)
class LevelReading:
    """A level, or none, and the facts it rests on in one plain sentence."""

    level: Level | None
    reason: str


_ALWAYS = {
    _D.RANDOMIZED_TRIAL: (Level.RANDOMIZED_TRIAL, "A randomised trial"),
    _D.CASE_CONTROL: (Level.CASES, "A case-control study"),
    _D.CASE_SERIES: (Level.CASES, "A case series"),
    _D.CASE_REPORT: (Level.CASES, "A case report"),
    _D.CROSS_SECTIONAL: (Level.CASES, "A cross-sectional study, which follows nobody"),
    _D.ANIMAL: (Level.MECHANISM, "A study in animals"),
    _D.IN_VITRO: (Level.MECHANISM, "A study of cells or molecules"),
    _D.IN_SILICO: (Level.MECHANISM, "A prediction by computation"),
    _D.NARRATIVE_REVIEW: (Level.MECHANISM, "A narrative review, which counts as opinion"),
    _D.COMMENTARY: (Level.MECHANISM, "A comment, which counts as opinion"),
    _D.GUIDELINE: (None, "A guideline, which weighs the evidence of others: its recommendations are shown apart"),
    _D.PROTOCOL: (None, "A protocol: the study is planned and has no results"),
    _D.OTHER: (None, "The record does not show how the study was made"),
}

_BY_CHANCE = re.compile(
    r"(?<!non-)(?<!non)(?<!not )\brandomi[sz]ed\b|\brandomly\b|\b[rc]cts?\b|\brandomi[sz]ed-controlled\b"
    r"|\b(?:placebo|sham|vehicle)[\s-]controlled\b|\bcontrolled (?:clinical )?trials?\b",
    re.IGNORECASE,
)
_NOT_BY_CHANCE = re.compile(
    r"\b(?:non-?\s?randomi[sz]ed|observational|cohorts?|retrospective|prospective (?:studies|cohort)|real-world)\b",
    re.IGNORECASE,
)
_CASES = re.compile(r"\b(?:case[\s-](?:reports?|series|control(?:led)?)|cross-sectional)\b", re.IGNORECASE)
_ANIMALS = re.compile(
    r"\b(?:animal (?:models?|studies|experiments?)|pre-?clinical|in vitro|rodents?|mice|rats|murine)\b", re.IGNORECASE
)
_TRIALS = re.compile(r"\btrials?\b", re.IGNORECASE)
_SELECTION = re.compile(
    r"[^.]*\b(?:includ\w+|eligib\w+|select\w+|identif\w+|search\w*|retriev\w+|criteria|pooled|comprising|involving"
    r"|meta-?analy\w+|systematic\w*)\b[^.]*",
    re.IGNORECASE,
)
"""Sentences that say which studies a synthesis is made of."""


def level_of_article(article: Article, reading: DesignReading, population: Population) -> LevelReading:
    """The level of the study an article reports.

    Args:
        reading: of ``study_design.design_of``.
        population: what was studied; nothing in animals or cells is above level 5.
    """
    design = reading.design
    if article.is_retraction_notice:
        return LevelReading(None, "The notice of a retraction, which is no study.")
    if design in SYNTHESES:
        return _of_synthesis(article, reading, population)
    if population in NOT_IN_PEOPLE and design not in (_D.PROTOCOL, _D.GUIDELINE):
        where = "animals" if population is Population.ANIMAL else "cells or molecules"
        return LevelReading(Level.MECHANISM, f"A study in {where}{_shown_by(reading)}.")
    if design in (_D.COHORT, _D.CLINICAL_TRIAL):
        return _of_groups(article, reading)
    level, words = _ALWAYS[design]
    return LevelReading(level, f"{words}{_shown_by(reading)}.")


def level_of_trial(trial: Trial, *, results_known: bool) -> tuple[StudyDesign, LevelReading]:
    """Design and level of a registered trial, by allocation and study type.

    Args:
        results_known: posted, or published by a paper at hand; without results a trial has a design and no level.
    """
    design, level, words = _registered(trial)
    if results_known and level is not None:
        return design, LevelReading(level, f"{words}, with results.")
    without = "neither posted nor published results are known" if level is not None else "it tests no treatment"
    return design, LevelReading(None, f"{words}; {without}.")


# ------------------------------------------------------------------------------------------------ rules
def _shown_by(reading: DesignReading) -> str:
    """The words or the indexing term a design was read from."""
    if not reading.cue:
        return ""
    where = {
        ReadFrom.PUBLICATION_TYPE: "by its publication type",
        ReadFrom.MESH: "by its MeSH heading",
        ReadFrom.TEXT: "by its text",
    }
    return f", {where[reading.source]} “{reading.cue}”" if reading.source in where else ""


def _of_synthesis(article: Article, reading: DesignReading, population: Population) -> LevelReading:
    """A synthesis has the level of what it is made of: its title says so, else the sentences on what was included."""
    name = "A meta-analysis" if reading.design is _D.META_ANALYSIS else "A systematic review"
    animals = population is Population.ANIMAL or reading.evidence_type is EvidenceType.PRECLINICAL
    if animals or _ANIMALS.search(article.title):
        return LevelReading(Level.MECHANISM, f"{name} of studies in animals or cells.")
    selection = " ".join(_SELECTION.findall(article.abstract))
    for text, where in ((article.title, "title"), (selection, "abstract"), (article.abstract, "abstract")):
        if level := _made_of(text):
            return LevelReading(level[0], f"{name} {level[1]}: its {where} says “{level[2]}”.")
    if trials := _TRIALS.search(article.text):
        return LevelReading(Level.CONTROLLED_STUDY, f"{name} of “{trials[0].lower()}” not said to be randomised.")
    return LevelReading(Level.CASES, f"{name} that does not say of which studies.")


def _made_of(text: str) -> tuple[Level, str, str] | None:
    """The level of the studies a text names, what they are, and the words."""
    chance, other, cases = (pattern.search(text) for pattern in (_BY_CHANCE, _NOT_BY_CHANCE, _CASES))
    if chance and not other and not cases:
        return Level.SYNTHESIS_OF_TRIALS, "of randomised trials", chance[0]
    if chance and (observed := other or cases):
        return Level.CONTROLLED_STUDY, "that takes in studies without chance assignment", observed[0]
    if other:
        return Level.CONTROLLED_STUDY, "of observational studies", other[0]
    return (Level.CASES, "of cases", cases[0]) if cases else None


def _of_groups(article: Article, reading: DesignReading) -> LevelReading:
    """A cohort, or a trial without chance assignment: controlled where the text compares groups, else cases."""
    name = "A cohort study" if reading.design is _D.COHORT else "A trial that is not said to be randomised"
    if words := comparison_in(article):
        return LevelReading(Level.CONTROLLED_STUDY, f"{name} that compares groups: “{words}”.")
    return LevelReading(Level.CASES, f"{name} that compares no groups{_shown_by(reading)}.")


def _registered(trial: Trial) -> tuple[StudyDesign, Level | None, str]:
    allocation, kind = trial.allocation.upper(), trial.study_type.upper()
    if kind == "EXPANDED_ACCESS":
        return _D.OTHER, None, "Registered as expanded access"
    if kind == "OBSERVATIONAL":
        return _D.COHORT, Level.CASES, "Registered as observational, without a word on comparison groups"
    if allocation == "RANDOMIZED":
        return _D.RANDOMIZED_TRIAL, Level.RANDOMIZED_TRIAL, "Registered with allocation RANDOMIZED"
    if allocation == "NON_RANDOMIZED":
        return _D.CLINICAL_TRIAL, Level.CONTROLLED_STUDY, "Registered with allocation NON_RANDOMIZED"
    if allocation == "NA":
        return _D.CLINICAL_TRIAL, Level.CASES, "Registered with a single arm (allocation NA)"
    return _D.CLINICAL_TRIAL, Level.CASES, "Registered without an allocation"
