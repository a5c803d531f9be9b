"""Why a report says of an article what it says: what was read, by whom, on which words, and what it weighs.

What belongs here: gathering it from the store, and keeping what a person says it should have been. Nothing is read
anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from ..domain.base import Value
from ..domain.candidates import Candidate
from ..domain.documents import DocumentKind
from ..domain.findings.assessment import Grade
from ..domain.findings.evidence import RankedArticle
from ..domain.findings.readings import ArticleReading, Direction
from ..domain.outcomes import PermanentFailure, WrongArgument
from ..domain.records.articles import Article
from ..evaluation.judged_sets import REPORTED, JudgedDirection, Part, append_reported
from ..pipeline.resources.workbench import workbench
from ..reports.words import assessment_words
from ..settings import Settings
from ..store.database import Database
from .deciding import meant_candidate


class ReadingExplanation(Value):
    """All that is stored of one article for one candidate."""

    drug: str
    disease: str
    article_id: str
    title: str
    reading: ArticleReading | None
    """``None`` where the article is not among the candidate's best, which alone are read in full."""
    ranked: RankedArticle | None
    grade: Grade | None
    weights: tuple[str, ...] = ()
    """What it adds to each part of the score, one sentence each."""
    quoted: tuple[str, ...] = ()
    """The report's statements that cite it."""


def explain(settings: Settings, drug: str, disease: str, article_id: str) -> ReadingExplanation:
    """What is stored of an article for a drug in a disease.

    Args:
        disease: an id, a name or a synonym.
        article_id: a PMID, or the id the report gives the article.

    Raises:
        DrugNotHeld, PermanentFailure: the drug, the candidate or the article is not held; what to type instead is said.
    """
    with workbench(settings) as bench:
        return _explanation(bench.db, *meant_candidate(settings, bench.db, drug, disease), article_id)


def report_wrong(settings: Settings, explanation: ReadingExplanation, right: str) -> Path:
    """Keep that a reading is wrong as a judged pair of the workspace; `make eval` counts it from then on.

    Args:
        right: the direction it should have been.

    Returns:
        The file it stands in.

    Raises:
        WrongArgument: there is no such direction.
    """
    try:
        label = Direction(right.strip().lower())
    except ValueError:
        words = ", ".join(f"“{direction.value}”" for direction in Direction)
        raise WrongArgument(f"{right!r} is no direction; say one of {words}.") from None
    path = settings.workspace_dir / REPORTED
    row = JudgedDirection(
        pmid=explanation.article_id,
        drug=explanation.drug,
        disease=explanation.disease,
        label=label,
        part=Part.REPORTED,
        labelled_by="a user of this workspace",
        labelled_on=datetime.now(UTC).date(),
    )
    append_reported(path, row)
    return path


def _explanation(db: Database, key: str, candidate: Candidate, article_id: str) -> ReadingExplanation:
    disease_id = candidate.disease.id
    ranked = {row.id: row for row in db.evidence.load(key).get(disease_id, ())}
    located = article_id if article_id in ranked else next((r.id for r in ranked.values() if r.pmid == article_id), "")
    if not located:
        best = ", ".join(list(ranked)[:5]) or "none"
        raise PermanentFailure(
            f"{article_id!r} was not found for {key} in {candidate.disease.name}; the best ranked articles are: {best}."
        )
    article: Article = db.articles.load([located])[located]
    assessment = next((a for a in db.assessments.load(key) if a.disease_id == disease_id), None)
    grades = (g for g in (assessment.grades if assessment else ()) if g.evidence_kind is DocumentKind.ARTICLE)
    literature = db.syntheses.load(key, "literature").get(disease_id)
    statements = literature.statements if literature else ()
    return ReadingExplanation(
        drug=key,
        disease=candidate.disease.name,
        article_id=located,
        title=article.title,
        reading=db.readings.load(key).get(disease_id, {}).get(located),
        ranked=ranked[located],
        grade=next((g for g in grades if g.evidence_id == located), None),
        weights=tuple(assessment_words.weight_in_score(assessment, located)) if assessment else (),
        quoted=tuple(s.text for s in statements if any(c.evidence_id == located for c in s.citations)),
    )


def sentences_of(explanation: ReadingExplanation) -> Iterator[tuple[str, str]]:
    """The explanation as lines: what is told, and the words."""
    yield "Article", f"{explanation.article_id}: {explanation.title}"
    if row := explanation.ranked:
        place = f"{row.rank}, in the top k" if row.in_top_k else str(row.rank or "none")
        yield "Rank", f"{place}; read for it by {row.read_by or 'nobody'}. {row.why}"
    if explanation.reading is None:
        yield "Reading", "none: only the best articles of a candidate are read in full."
    else:
        yield from _of_reading(explanation.reading)
    if grade := explanation.grade:
        counts = (
            "counts" if grade.is_study_of_pair else f"does not count: {grade.not_counted or 'no study of the pair'}"
        )
        risks = f"; risks: {', '.join(risk.value for risk in grade.risks)}" if grade.risks else ""
        yield "Grade", f"level {grade.level.value if grade.level else 'none'}, {grade.polarity.value}, {counts}{risks}"
    for weight in explanation.weights or ("none yet: the candidate is not assessed.",):
        yield "Score", weight
    for text in explanation.quoted:
        yield "Quoted", f"“{text}”"


def _of_reading(reading: ArticleReading) -> Iterator[tuple[str, str]]:
    study, stated = reading.study, reading.of_pair
    model = f", prompt {reading.reader.prompt[:8]}" if reading.reader.prompt else ""
    yield "Read by", f"{reading.read_by}{model}, version {reading.reader.version}"
    caution = ", stated with caution" if stated.cautious else ""
    yield (
        "Direction",
        f"{stated.direction.value}{caution}; the drug {stated.relation.value.replace('_', ' ')} the disease",
    )
    if stated.span:
        yield "On", f"“{stated.span.text}” ({stated.span.field}, {stated.span.start} to {stated.span.end})"
    if stated.cue:
        yield "Words", f"“{stated.cue}”"
    if stated.directness:
        yield "Directness", f"{stated.directness.drug.value}, {stated.directness.disease.value}"
    yield (
        "Design",
        f"{study.design.design.value.replace('_', ' ')}" + (f", by “{study.design.cue}”" if study.design.cue else ""),
    )
    yield "Level", study.level_reason or "not read"
    people = study.participants
    yield "Participants", f"{people.number}, by “{people.cue}”" if people else "not stated"
    for effect in stated.effects:
        yield "Effect", f"“{effect.sentence.text}”"
    for part in reading.refused:
        yield "Refused", f"{part.part} (“{part.words}”): {part.reason}" if part.words else f"{part.part}: {part.reason}"
