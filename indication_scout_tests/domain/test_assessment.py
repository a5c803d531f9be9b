"""What a grade says of the article it was made for."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.documents import DocumentKind
from indication_scout_assets.domain.findings.assessment import (
    DiseaseMatch,
    DrugMatch,
    EvidenceDirectness,
    Grade,
    Level,
)
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import Population, StudyDesign


@pytest.mark.parametrize(
    ("drug", "disease", "design", "side", "expected"),
    [
        (DrugMatch.THIS_DRUG, DiseaseMatch.THIS_DISEASE, StudyDesign.RANDOMIZED_TRIAL, Polarity.SUPPORTS, True),
        (DrugMatch.COMBINATION, DiseaseMatch.NARROWER, StudyDesign.META_ANALYSIS, Polarity.CONTRADICTS, True),
        (DrugMatch.THIS_DRUG, DiseaseMatch.THIS_DISEASE, StudyDesign.RANDOMIZED_TRIAL, Polarity.NEUTRAL, False),
        (DrugMatch.MENTIONED, DiseaseMatch.THIS_DISEASE, StudyDesign.RANDOMIZED_TRIAL, Polarity.SUPPORTS, False),
        (DrugMatch.THIS_DRUG, DiseaseMatch.NOT_NAMED, StudyDesign.RANDOMIZED_TRIAL, Polarity.SUPPORTS, False),
        (DrugMatch.THIS_DRUG, DiseaseMatch.THIS_DISEASE, StudyDesign.NARRATIVE_REVIEW, Polarity.SUPPORTS, False),
        (DrugMatch.THIS_DRUG, DiseaseMatch.THIS_DISEASE, StudyDesign.PROTOCOL, Polarity.SUPPORTS, False),
    ],
)
def test_effects_are_those_of_studies_of_the_pair_with_a_side(
    drug: DrugMatch, disease: DiseaseMatch, design: StudyDesign, side: Polarity, expected: bool
) -> None:
    grade = Grade(
        evidence_kind=DocumentKind.ARTICLE,
        evidence_id="1",
        study="1",
        design=design,
        level=Level.RANDOMIZED_TRIAL,
        level_reason="It says so.",
        directness=EvidenceDirectness(drug=drug, disease=disease, population=Population.HUMAN),
        polarity=side,
    )
    assert grade.may_tell_effect is expected
