"""Tables for a spreadsheet: the candidates and the evidence as CSV.

What belongs here: flat exports. Cells that a spreadsheet would run as a formula are defused with a leading apostrophe.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ...domain.candidates import Candidate
from ...domain.documents import DocumentKind
from ...domain.findings.assessment import Assessment, Grade, Level, PartName
from ...domain.findings.effects import Effect
from ...domain.findings.report import EvidenceReport, ListedRecord
from ...domain.findings.statements import Polarity
from ...rules.effects.best_effect import effect_of_study
from ..views.candidates.candidate_views import candidate_views
from ..views.candidates.record_lists import record_lists
from ..views.candidates.record_views import ArticleView, TrialView
from ..views.verified import verified
from ..words import assessment_words, common_words

_DIRECTIONS = (Polarity.SUPPORTS, Polarity.CONTRADICTS, Polarity.MIXED, Polarity.HARM, Polarity.NEUTRAL)
_CANDIDATE_COLUMNS = (
    "list", "rank", "disease_id", "disease", "total", "target_path", "class_path", "use_path", "direction_factor",
    "paths", "approval", "own_stage", "articles_found", "trials", "trials_stopped", "for", "against", "harm",
    "source_states", "set_aside", "set_aside_reason", "studies", "rank_after_evidence", "rank_best", "rank_worst",
    "evidence_score", *(f"points_{part.name.lower()}" for part in PartName), "stage",
    *(f"studies_level_{int(level)}" for level in Level), "deferred", "harm_in_disease", "label_checks",
    "studies_counted", *(f"studies_{side.value}" for side in _DIRECTIONS), "ranking_score", "direction", "why",
    "strength", "missed_endpoints",
)  # fmt: skip
_EVIDENCE_COLUMNS = (
    "disease_id", "disease", "kind", "id", "rank", "fused", "cosine", "lexical", "cosine_normalized",
    "lexical_normalized", "in_top_k", "names_drug", "names_disease", "retracted", "title", "year", "journal",
    "phase", "status", "why_stopped", "enrolment", "demonstration", "doi", "preprint", "cited_by", "standing",
    "found_by", "also_in", "linked", "score", "intent", "study_design", "evidence_type", "same_study_as", "level",
    "level_reason", "polarity", "participants", "drug_match", "disease_match", "population", "risks", "study", "counts",
    "deferred", "outcome", "effect_measure", "endpoint", "comparator", "groups", "value", "interval", "p_value",
    "effect_sentence", "cited_retractions",
)  # fmt: skip


def render_candidates_csv(report: EvidenceReport) -> str:
    """One row per candidate in rank order, then one per disease that was set aside."""
    rows: list[Mapping[str, object]] = []
    for view in candidate_views(verified(report)):
        counts, evidence = view.polarity_counts, view.evidence
        row: dict[str, object] = {
            **_before_evidence(view.candidate),
            "list": view.listed.value,
            "rank": view.rank,
            "for": counts[Polarity.SUPPORTS],
            "against": counts[Polarity.CONTRADICTS],
            "harm": counts[Polarity.HARM],
            "source_states": "; ".join(f"{name}: {state.value}" for name, state in sorted(view.source_states.items())),
            "label_checks": "; ".join(dict.fromkeys(check.kind.value for check in evidence.label_checks)),
            "direction": view.summary.direction_text,
            "why": view.summary.found,
        }
        if not view.articles_unchecked:
            row |= {"articles_found": evidence.articles_found, "studies": evidence.studies or ""}
        if not view.trials_unchecked:
            row |= {"trials": len(view.trials), "trials_stopped": view.stopped_trials}
        rows.append(row | _assessed(view.assessment.assessment))
    for c in report.set_aside:
        why = c.set_aside.value if c.set_aside else ""
        set_aside = {"list": c.listed.value, "set_aside": why, "set_aside_reason": c.set_aside_reason}
        rows.append(_before_evidence(c) | set_aside)
    return csv_text(_CANDIDATE_COLUMNS, rows)


def render_lists_csv(report: EvidenceReport) -> str:
    """One row per record of the four lists: failed, running, retracted, harm."""
    rows: list[Mapping[str, object]] = [
        {
            "list": records.name.value,
            **row.record.model_dump(mode="json"),
            "disease_ids": "; ".join(row.record.disease_ids),
            "diseases": "; ".join(row.record.diseases),
        }
        for records in record_lists(candidate_views(verified(report)))
        for row in records.rows
    ]
    return csv_text(("list", *ListedRecord.model_fields), rows)


def _before_evidence(candidate: Candidate) -> dict[str, object]:
    score = candidate.score
    return {
        "disease_id": candidate.disease.id,
        "disease": candidate.disease.name,
        "total": score.total,
        "target_path": score.target_path,
        "class_path": score.class_path,
        "use_path": score.use_path,
        "direction_factor": score.direction_factor,
        "paths": common_words.path_names(candidate),
        "approval": candidate.approval.value,
        "own_stage": candidate.own_stage.value if candidate.own_stage else "",
    }


def render_evidence_csv(report: EvidenceReport) -> str:
    """One row per article and trial of each candidate, retracted articles marked."""
    rows: list[Mapping[str, object]] = []
    for view in candidate_views(verified(report)):
        pair = {"disease_id": view.disease.id, "disease": view.disease.name}
        assessment = view.assessment.assessment
        grades = {(g.evidence_kind, g.evidence_id): g for g in assessment.grades}
        outcomes = {t.nct_id: t.outcome.value for t in assessment.trials}
        for shown in (*view.articles, *view.retracted):
            key = shown.article.id
            grade = grades.get((DocumentKind.ARTICLE, key))
            rows.append(
                pair
                | _article(shown, demonstration=report.run.demonstration)
                | {"retracted": shown in view.retracted}
                | _graded(grade)
                | _effect(view.evidence.effects.get(key, ()), grade.polarity if grade else Polarity.NEUTRAL)
            )
        for of_trial in view.trials:
            key = of_trial.trial.nct_id
            rows.append(
                pair
                | _trial(of_trial, demonstration=report.run.demonstration)
                | _graded(grades.get((DocumentKind.TRIAL, key)))
                | {"outcome": outcomes.get(key, "")}
            )
    return csv_text(_EVIDENCE_COLUMNS, rows)


_PARTS = ("fused", "cosine", "lexical", "cosine_normalized", "lexical_normalized")
_RANKED = (
    "in_top_k", "names_drug", "names_disease", "score", "intent", "study_design", "evidence_type", "same_study_as",
)  # fmt: skip


def _article(view: ArticleView, *, demonstration: bool) -> dict[str, object]:
    article, ranked = view.article, view.ranked
    parts = ranked.components if ranked else None
    return {
        "kind": "article",
        "id": article.id,
        "rank": (ranked.rank or "") if ranked else "",
        **({name: getattr(parts, name) for name in _PARTS} if parts else {}),
        **({name: getattr(ranked, name) for name in _RANKED} if ranked else {}),
        "title": article.title,
        "year": article.year or "",
        "journal": article.journal,
        "demonstration": demonstration or article.demonstration,
        "doi": article.doi or "",
        "preprint": article.is_preprint,
        "cited_by": article.cited_by,
        "standing": view.standing.status.value,
        "cited_retractions": " ".join(cited.text for cited in view.cited_retractions),
        "found_by": view.found_by,
        "also_in": "; ".join(place.name for place in view.origins),
        "linked": "; ".join(place.name for place in view.trials),
    }


def _trial(view: TrialView, *, demonstration: bool) -> dict[str, object]:
    trial = view.trial
    return {
        "kind": "trial",
        "id": trial.nct_id,
        "title": trial.title,
        "year": trial.start_date[:4],
        "journal": trial.sponsor,
        "phase": trial.phase_name,
        "status": trial.status,
        "why_stopped": trial.why_stopped,
        "enrolment": trial.enrollment,
        "demonstration": demonstration or trial.demonstration,
        "linked": "; ".join(place.name for place in view.papers),
    }


def _assessed(assessment: Assessment) -> dict[str, object]:
    levels = Counter(grade.level for grade in assessment.counted)
    sides = Counter(grade.polarity for grade in assessment.counted)
    return {
        "rank_after_evidence": assessment.rank,
        "rank_best": assessment.score.best_rank,
        "rank_worst": assessment.score.worst_rank,
        "evidence_score": assessment.score.total,
        **{f"points_{part.name.name.lower()}": part.points for part in assessment.score.parts},
        "stage": assessment.stage.stage.value,
        **{f"studies_level_{int(level)}": levels[level] for level in Level},
        "deferred": len(assessment.deferred),
        "harm_in_disease": any(harm.is_plain for harm in assessment.harms),
        "studies_counted": len(assessment.counted),
        **{f"studies_{side.value}": sides[side] for side in _DIRECTIONS},
        "ranking_score": assessment.score.total,
        "strength": assessment_words.strength_word(assessment.strength),
        "missed_endpoints": "; ".join(assessment.missed_endpoints),
    }


def _graded(grade: Grade | None) -> dict[str, object]:
    if grade is None:
        return {}
    return {
        "level": None if grade.level is None else int(grade.level),
        "level_reason": grade.level_reason,
        "polarity": grade.polarity.value,
        "participants": grade.participants,
        "drug_match": grade.directness.drug.value,
        "disease_match": grade.directness.disease.value,
        "population": grade.directness.population.value,
        "risks": "; ".join(risk.value for risk in grade.risks),
        "study": grade.study,
        "counts": grade.counts,
        "deferred": grade.deferred,
    }


def _effect(effects: Sequence[Effect], direction: Polarity) -> dict[str, object]:
    """The cells of the effect that stands for an article."""
    first = effect_of_study(effects, direction)
    if first is None:
        return {}
    names = ("endpoint", "comparator", "groups", "value", "interval", "p_value")
    texts = {name: span.text for name in names if (span := getattr(first, name))}
    return {"effect_measure": first.measure.value, **texts, "effect_sentence": first.sentence.text}


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """A table with its head; a column a row does not name is empty, and no cell is run as a formula."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4f}"
    if isinstance(value, str) and value[:1] in {"=", "+", "-", "@", "\t", "\r"}:
        return "'" + value
    return value


def render_json(report: EvidenceReport) -> str:
    """Indented JSON with sorted keys and a newline at the end.

    The text is stable (equal reports give equal bytes) and complete (``EvidenceReport.model_validate_json`` reads it
    back to an equal report).
    """
    report = verified(report)
    return json.dumps(report.model_dump(mode="json"), indent=0, sort_keys=True, ensure_ascii=False) + "\n"
