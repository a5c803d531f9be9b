"""Judged rows and readings in our own words, and a reader that says what it is told: what tests of measuring share.

What belongs here: nothing that asserts.
"""

from __future__ import annotations

from typing import Any

from indication_scout_assets.domain.findings.effects import Effect, EffectMeasure, TextSpan
from indication_scout_assets.domain.findings.readings import Direction, PairReading, Participants, StudyReading
from indication_scout_assets.domain.findings.study_designs import DesignReading, EvidenceType, Population, StudyDesign
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.evaluation.judged_sets import JudgedDirection, JudgedEffect, Part, TrialPaperOutcome
from indication_scout_assets.evaluation.readings.judged_reader import JudgedReader
from indication_scout_assets.evaluation.readings.texts import Texts


def articles(*pmids: str) -> Texts:
    return Texts({pmid: Article(pmid=pmid, title=f"Zelavir in asthma, {pmid}") for pmid in pmids}, {})


def judged(pmid: str, label: Direction, **other: Any) -> JudgedDirection:
    return JudgedDirection.model_validate(
        {
            "pmid": pmid,
            "drug": "zelavir",
            "disease": "asthma",
            "label": label,
            "part": Part.UNREAD,
            "sure": True,
            **other,
        }
    )


def judged_effect(pmid: str, **values: Any) -> JudgedEffect:
    return JudgedEffect.model_validate(
        {
            "pmid": pmid,
            "drug": "zelavir",
            "disease": "asthma",
            "part": Part.UNREAD,
            "sure": True,
            "tells": True,
            **values,
        }
    )


def effect(**texts: str) -> Effect:
    spans = {name: TextSpan(start=0, end=len(text), text=text) for name, text in texts.items()}
    return Effect.model_validate(
        {"sentence": {"start": 0, "end": 1, "text": "."}, "measure": EffectMeasure.GROUPS, **spans}
    )


def reader_of(
    directions: dict[str, Direction] | None = None,
    effects: dict[str, tuple[Effect, ...]] | None = None,
    outcome: TrialPaperOutcome = TrialPaperOutcome.NOT_TOLD,
    participants: int | None = 60,
) -> JudgedReader:
    """A reader that gives these answers by PMID."""

    def study(article: Article) -> StudyReading:
        return StudyReading(
            design=DesignReading(design=StudyDesign.RANDOMIZED_TRIAL, evidence_type=EvidenceType.TRIALS_AND_SYNTHESES),
            population=Population.HUMAN,
            participants=None if participants is None else Participants(number=participants, spans=(), cue=""),
        )

    def of_pair(article: Article, *_: object) -> PairReading:
        pmid = str(article.pmid)
        return PairReading(
            direction=(directions or {}).get(pmid, Direction.NONE), effects=(effects or {}).get(pmid, ())
        )

    return JudgedReader("invented", study, of_pair, lambda *_: outcome)
