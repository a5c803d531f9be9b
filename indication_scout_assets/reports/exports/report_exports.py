"""Tables for a spreadsheet: the candidates and the evidence as CSV.

What belongs here: flat exports. Cells that a spreadsheet would run as a formula are defused with a leading apostrophe.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Sequence

from ...domain.assessment import Assessment, Grade, Level, PartName
from ...domain.candidates import Candidate
from ...domain.documents import DocumentKind
from ...domain.effects import Effect
from ...domain.report import EvidenceReport
from ...domain.statements import Polarity
from ..views.candidate_views import candidate_views
from ..views.verified import verified
from ..words import common_words

_SIDES = (Polarity.SUPPORTS, Polarity.CONTRADICTS, Polarity.MIXED, Polarity.HARM, Polarity.NEUTRAL)
_CANDIDATE_COLUMNS = (
    "list", "rank", "disease_id", "disease", "total", "target_path", "class_path", "use_path", "direction_factor",
    "paths", "approval", "own_stage", "articles_found", "trials", "trials_stopped", "for", "against", "harm",
    "source_states", "set_aside", "set_aside_reason", "studies", "rank_after_evidence", "rank_best", "rank_worst",
    "evidence_score", *(f"points_{part.name.lower()}" for part in PartName), "stage",
    *(f"studies_level_{int(level)}" for level in Level), "deferred", "harm_in_disease", "label_checks",
    "studies_counted", *(f"studies_{side.value}" for side in _SIDES), "ranking_score",
)  # fmt: skip
_EVIDENCE_COLUMNS = (
    "disease_id", "disease", "kind", "id", "rank", "fused", "cosine", "lexical", "cosine_normalized",
    "lexical_normalized", "in_top_k", "names_drug", "names_disease", "retracted", "title", "year", "journal",
    "phase", "status", "why_stopped", "enrolment", "demonstration", "doi", "preprint", "cited_by", "standing",
    "found_by", "also_in", "linked", "score", "intent", "study_design", "evidence_type", "same_study_as", "level",
    "level_reason", "polarity", "participants", "drug_match", "disease_match", "population", "risks", "study", "counts",
    "deferred", "outcome", "effect_measure", "endpoint", "comparator", "groups", "value", "interval", "p_value",
    "effect_sentence",
)  # fmt: skip


def render_candidates_csv(report: EvidenceReport) -> str:
    """One row per candidate in rank order, then one per disease that was set aside."""
    rows: list[Sequence[object]] = []
    for view in candidate_views(verified(report)):
        c, counts = view.candidate, view.polarity_counts
        states = "; ".join(f"{source}: {state.value}" for source, state in sorted(view.source_states.items()))
        assessed = view.evidence.assessment
        rows.append(
            (
                view.listed.value,
                view.rank,
                *_before_evidence(c),
                "" if view.articles_unchecked else view.evidence.articles_found,
                "" if view.trials_unchecked else len(view.trials),
                "" if view.trials_unchecked else view.stopped_trials,
                counts[Polarity.SUPPORTS],
                counts[Polarity.CONTRADICTS],
                counts[Polarity.HARM],
                states,
                "",
                "",
                "" if view.articles_unchecked else view.evidence.studies or "",
                *_assessed(assessed),
                "; ".join(dict.fromkeys(check.kind.value for check in view.evidence.label_checks)),
                *_sides(assessed),
                assessed.score.total if assessed else c.score.total,
            )
        )
    for c in report.set_aside:
        why = c.set_aside.value if c.set_aside else ""
        rows.append(
            (
                c.listed.value,
                "",
                *_before_evidence(c),
                *[""] * 7,
                why,
                c.set_aside_reason,
                "",
                *_assessed(None),
                "",
                *_sides(None),
                "",
            )
        )
    return csv_text(_CANDIDATE_COLUMNS, rows)


def _before_evidence(candidate: Candidate) -> tuple[object, ...]:
    """The columns from ``disease_id`` to ``own_stage``."""
    score = candidate.score
    return (
        candidate.disease.id,
        candidate.disease.name,
        score.total,
        score.target_path,
        score.class_path,
        score.use_path,
        score.direction_factor,
        common_words.path_names(candidate),
        candidate.approval.value,
        candidate.own_stage.value if candidate.own_stage else "",
    )


def render_evidence_csv(report: EvidenceReport) -> str:
    """One row per article and trial of each candidate, retracted articles marked."""
    rows: list[Sequence[object]] = []
    for view in candidate_views(verified(report)):
        pair = (view.disease.id, view.disease.name)
        found_of = view.evidence.assessment
        grades = {(g.evidence_kind, g.evidence_id): g for g in found_of.grades} if found_of else {}
        outcomes = {t.nct_id: t.outcome.value for t in found_of.trials} if found_of else {}
        for a in (*view.articles, *view.retracted):
            r, parts = a.ranked, a.ranked.components if a.ranked else None
            rows.append(
                (
                    *pair,
                    "article",
                    a.article.id,
                    (r.rank or "") if r else "",
                    *(
                        (parts.fused, parts.cosine, parts.lexical, parts.cosine_normalized, parts.lexical_normalized)
                        if parts
                        else ("",) * 5
                    ),
                    *((r.in_top_k, r.names_drug, r.names_disease) if r else ("",) * 3),
                    a in view.retracted,
                    a.article.title,
                    a.article.year or "",
                    a.article.journal,
                    "",
                    "",
                    "",
                    "",
                    report.run.demonstration or a.article.demonstration,
                    a.article.doi or "",
                    a.article.is_preprint,
                    "" if a.article.cited_by is None else a.article.cited_by,
                    a.standing.status.value,
                    a.found_by,
                    "; ".join(place.name for place in a.origins),
                    "; ".join(place.name for place in a.trials),
                    *((r.score, r.intent, r.study_design, r.evidence_type, r.same_study_as) if r else ("",) * 5),
                    *_graded(grades.get((DocumentKind.ARTICLE, a.article.id))),
                    "",
                    *_effect(view.evidence.effects.get(a.article.id, ())),
                )
            )
        for shown in view.trials:
            t = shown.trial
            rows.append(
                (
                    *pair,
                    "trial",
                    t.nct_id,
                    *("",) * 10,
                    t.title,
                    t.start_date[:4],
                    t.sponsor,
                    t.phase_name,
                    t.status,
                    t.why_stopped,
                    "" if t.enrollment is None else t.enrollment,
                    report.run.demonstration or t.demonstration,
                    *("",) * 6,
                    "; ".join(place.name for place in shown.papers),
                    *("",) * 5,
                    *_graded(grades.get((DocumentKind.TRIAL, t.nct_id))),
                    outcomes.get(t.nct_id, ""),
                    *_effect(()),
                )
            )
    return csv_text(_EVIDENCE_COLUMNS, rows)


def _assessed(assessment: Assessment | None) -> Sequence[object]:
    """The cells of an assessment; empty ones where there is none."""
    if assessment is None:
        return ("",) * (4 + len(PartName) + 1 + len(Level) + 2)
    points = {part.name: part.points for part in assessment.score.parts}
    levels = Counter(grade.level for grade in assessment.counted)
    return (
        assessment.rank,
        assessment.score.best_rank,
        assessment.score.worst_rank,
        assessment.score.total,
        *(points.get(part, "") for part in PartName),
        assessment.stage.stage.value,
        *(levels[level] for level in Level),
        len(assessment.deferred),
        any(harm.is_plain for harm in assessment.harms),
    )


def _sides(assessment: Assessment | None) -> Sequence[object]:
    """How many studies count, and how many of them take each side; empty cells where there is no assessment."""
    if assessment is None:
        return ("",) * (1 + len(_SIDES))
    counts = Counter(grade.polarity for grade in assessment.counted)
    return (len(assessment.counted), *(counts[side] for side in _SIDES))


def _graded(grade: Grade | None) -> Sequence[object]:
    """The cells of a grade; empty ones where there is none."""
    if grade is None:
        return ("",) * 11
    directness = grade.directness
    return (
        "" if grade.level is None else int(grade.level),
        grade.level_reason,
        grade.polarity.value,
        "" if grade.participants is None else grade.participants,
        directness.drug.value,
        directness.disease.value,
        directness.population.value,
        "; ".join(risk.value for risk in grade.risks),
        grade.study,
        grade.counts,
        grade.deferred,
    )


def _effect(effects: Sequence[Effect]) -> Sequence[object]:
    """The cells of an article's first effect; empty ones where it tells none."""
    if not effects:
        return ("",) * 8
    first = effects[0]
    spans = (first.endpoint, first.comparator, first.groups, first.value, first.interval, first.p_value, first.sentence)
    return (first.measure.value, *(span.text if span else "" for span in spans))


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with its head; no cell of it is run as a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
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
