"""How a study was made: the designs, what they were read from, and how directly a study speaks to a pair.

What belongs here: the values. They are read off records in ``rules.literature.study_design``.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from ..base import Value


class StudyDesign(StrEnum):
    """What kind of study an article reports."""

    META_ANALYSIS = "meta_analysis"
    """With or without a systematic review."""
    SYSTEMATIC_REVIEW = "systematic_review"
    GUIDELINE = "guideline"
    RANDOMIZED_TRIAL = "randomized_trial"
    CLINICAL_TRIAL = "clinical_trial"
    """People were treated by plan, but not assigned by chance, or the record does not say so."""
    COHORT = "cohort"
    """People followed or looked back upon: prospective, retrospective, registries."""
    CASE_CONTROL = "case_control"
    CROSS_SECTIONAL = "cross_sectional"
    CASE_SERIES = "case_series"
    CASE_REPORT = "case_report"
    ANIMAL = "animal"
    IN_VITRO = "in_vitro"
    """Cells, tissues, molecules."""
    IN_SILICO = "in_silico"
    """Predicted by computation alone."""
    NARRATIVE_REVIEW = "narrative_review"
    PROTOCOL = "protocol"
    """A study that is planned; no results."""
    COMMENTARY = "commentary"
    """Editorials, comments, letters, news."""
    OTHER = "other"
    """Nothing tells, or none of these."""


IN_PEOPLE: Final = frozenset(
    {
        StudyDesign.RANDOMIZED_TRIAL,
        StudyDesign.CLINICAL_TRIAL,
        StudyDesign.COHORT,
        StudyDesign.CASE_CONTROL,
        StudyDesign.CROSS_SECTIONAL,
        StudyDesign.CASE_SERIES,
        StudyDesign.CASE_REPORT,
    }
)
"""Designs of studies in people, where nothing says that they were made in animals."""
SYNTHESES: Final = (StudyDesign.META_ANALYSIS, StudyDesign.SYSTEMATIC_REVIEW)
"""Designs of articles that put other studies together."""
PRECLINICAL: Final = (StudyDesign.ANIMAL, StudyDesign.IN_VITRO, StudyDesign.IN_SILICO)
WITHOUT_RESULTS: Final = frozenset(
    {StudyDesign.NARRATIVE_REVIEW, StudyDesign.COMMENTARY, StudyDesign.GUIDELINE, StudyDesign.PROTOCOL}
)
"""Designs of articles that quote what others found or plan a study, and measured nothing themselves."""


class EvidenceType(StrEnum):
    """The kinds of evidence that have places of their own in a list."""

    TRIALS_AND_SYNTHESES = "trials_and_syntheses"
    OBSERVATIONAL = "observational"
    PRECLINICAL = "preclinical"
    REVIEWS = "reviews"
    OTHER = "other"


class Population(StrEnum):
    """What was studied."""

    HUMAN = "human"
    HEALTHY = "healthy"
    """People without the disease: healthy volunteers."""
    MOTHERS = "mothers"
    """Pregnant women, of a disease of their newborns."""
    ANIMAL = "animal"
    IN_VITRO = "in_vitro"
    """Cells, molecules and computation."""
    UNCLEAR = "unclear"


WITHOUT_DISEASE: Final = (Population.HEALTHY, Population.MOTHERS)
"""People who have not the disease: what they show is no effect on it."""
NOT_IN_PEOPLE: Final = (Population.ANIMAL, Population.IN_VITRO)
"""What is studied where no person is."""


class ReadFrom(StrEnum):
    """What a design was read from."""

    PUBLICATION_TYPE = "publication_type"
    MESH = "mesh"
    TEXT = "text"
    REGISTRY = "registry"
    NOTHING = "nothing"


class DesignReading(Value):
    """A study's design and what shows it."""

    design: StudyDesign
    evidence_type: EvidenceType
    cue: str = ""
    """The publication type, heading or words that decided; empty where nothing did."""
    source: ReadFrom = ReadFrom.NOTHING
