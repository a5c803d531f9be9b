"""What a grade says of the article it was made for."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.assessment import (
    DiseaseMatch,
    DrugMatch,
    EvidenceDirectness,
    Grade,
    Level,
)
from indication_scout_assets.domain.documents import DocumentKind
from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.domain.study_designs import Population, StudyDesign


@pytest.mark.parametrize(
    ("drug", "disease", "design", "expected"),
    [
        (DrugMatch.THIS_DRUG, DiseaseMatch.THIS_DISEASE, StudyDesign.RANDOMIZED_TRIAL, True),
        (DrugMatch.COMBINATION, DiseaseMatch.NARROWER, StudyDesign.META_ANALYSIS, True),
        (DrugMatch.MENTIONED, DiseaseMatch.THIS_DISEASE, StudyDesign.RANDOMIZED_TRIAL, False),
        (DrugMatch.THIS_DRUG, DiseaseMatch.NOT_NAMED, StudyDesign.RANDOMIZED_TRIAL, False),
        (DrugMatch.THIS_DRUG, DiseaseMatch.THIS_DISEASE, StudyDesign.NARRATIVE_REVIEW, False),
        (DrugMatch.THIS_DRUG, DiseaseMatch.THIS_DISEASE, StudyDesign.PROTOCOL, False),
    ],
)
def test_effects_are_those_of_studies_of_the_pair(
    drug: DrugMatch, disease: DiseaseMatch, design: StudyDesign, expected: bool
) -> None:
    grade = Grade(
        evidence_kind=DocumentKind.ARTICLE,
        evidence_id="1",
        study="1",
        design=design,
        level=Level.RANDOMIZED_TRIAL,
        level_reason="It says so.",
        directness=EvidenceDirectness(drug=drug, disease=disease, population=Population.HUMAN),
        polarity=Polarity.NEUTRAL,
    )
    assert grade.may_tell_effect is expected
