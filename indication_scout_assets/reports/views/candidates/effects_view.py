"""What a candidate's effects amount to: the sentence on its best evidence, and its trials pooled, for every format.

What belongs here: putting stored effects and estimates beside the records they are of. Wording is in
``words.effect_words``; which effect it is, and what is pooled, was decided when the report was made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ....domain.documents import DocumentKind
from ....domain.findings.assessment import DiseaseMatch, DrugMatch, Level
from ....domain.findings.effects import PooledEffect
from ....domain.findings.study_designs import WITHOUT_DISEASE
from ...words import assessment_words, effect_words, summary_words
from .record_views import PlaceView

if TYPE_CHECKING:
    from .assessment_view import GradeView
    from .candidate_views import CandidateView
    from .summary_view import StudyRow

_CROSSOVER: Final = "D018592"
"""MeSH's heading "Cross-Over Studies"."""


@dataclass(frozen=True)
class PooledView:
    """A pooled estimate with its trials."""

    estimate: PooledEffect
    sentence: str
    trials: tuple[tuple[PlaceView, str], ...]
    """Each trial with its numbers, its weight and the sentence they stand in."""
    polarities: tuple[str, ...]
    """Of each trial."""


def pooled_views(view: CandidateView) -> list[PooledView]:
    """The pooled estimates of a candidate, that of most trials first."""
    graded = {g.grade.evidence_id: g for g in view.assessment.counted}
    views = []
    for estimate in view.evidence.pooled:
        of_trials = [(trial, graded[trial.article_id]) for trial in estimate.trials if trial.article_id in graded]
        if len(of_trials) == len(estimate.trials):
            sizes = [grade.grade.participants for _, grade in of_trials]
            participants = sum(size or 0 for size in sizes) if all(sizes) else 0
            places = tuple(
                (PlaceView(grade.record.name, grade.href), effect_words.trial_of_pooled(trial))
                for trial, grade in of_trials
            )
            polarities = tuple(grade.grade.polarity.value for _, grade in of_trials)
            views.append(PooledView(estimate, effect_words.pooled(estimate, participants), places, polarities))
    return views


def best_evidence(view: CandidateView, row_of: dict[str, StudyRow], pooled: list[PooledView]) -> str:
    """What the best evidence is and which effect it gives, in a few sentences; empty where there is none.

    A published meta-analysis comes before trials pooled by the report, these before a single trial.
    """
    best = view.evidence.best_effect
    graded = {g.grade.evidence_id: g for g in view.assessment.counted}
    if best is None or best.best_id not in graded or (best.effect and best.shown_id not in graded):
        return ""
    of_best, row = graded[best.best_id], row_of[best.best_id]
    own = [pooled[0].sentence] if pooled else []
    published = of_best.grade.level is Level.SYNTHESIS_OF_TRIALS
    unread = effect_words.inconclusive([graded[key].record.name for key in best.inconclusive if key in graded])
    first = effect_words.BEST_WITH_DIRECTION if unread else effect_words.BEST
    lead = effect_words.BEST_SINGLE if own and not published else first
    before, after = ([], own) if published else (own, [])
    if best.effect and best.is_of_best:
        sentences = [effect_words.with_effect(lead, _named(view, of_best), row.result, best.effect)]
    else:
        conclusion = summary_words.quoted(best.conclusion or row.telling) or row.outcome
        sentences = [effect_words.without_numbers(lead, _named(view, of_best), conclusion), *after]
    if best.effect and not best.is_of_best and not after:
        named, result = _named(view, graded[best.shown_id]), row_of[best.shown_id].result
        sentences.append(effect_words.with_effect(effect_words.BEST_IN_NUMBERS, named, result, best.effect))
    return " ".join(filter(None, [*before, *sentences, unread]))


def effect_in_short(view: CandidateView, row_of: dict[str, StudyRow]) -> str:
    """The effect of the best evidence in one line; empty where no study gives one in numbers.

    Where what was measured or against what was not read, it is the sentence that holds the numbers. One that shows a
    harm is on the list of harms instead.
    """
    best = view.evidence.best_effect
    row = row_of.get(best.shown_id) if best else None
    if best is None or row is None or best.effect is None:
        return ""
    assessed = [part.assessment for part in view.report.candidates if part.assessment]
    if best.effect.sentence.text in {harm.citation.quote for a in assessed for harm in a.harms if harm.citation}:
        return ""
    whole = effect_words.is_complete(best.effect)
    result = row.result if whole else summary_words.quoted(best.effect.sentence.text)
    return effect_words.in_short(row.record.name, "" if best.is_of_best else row.design, row.people, result)


def _named(view: CandidateView, graded: GradeView) -> str:
    """What a study is, with its record, and of what or in whom where that is not this drug alone in this disease."""
    grade, match = graded.grade, graded.grade.directness
    article = view.report.articles.get(grade.evidence_id) if grade.evidence_kind is DocumentKind.ARTICLE else None
    crossover = article is not None and any(heading.ui == _CROSSOVER for heading in article.mesh_headings)
    indirect = [
        match.drug.value if match.drug is not DrugMatch.THIS_DRUG else "",
        match.disease.value if match.disease is not DiseaseMatch.THIS_DISEASE else "",
        assessment_words.POPULATION[match.population] if match.population in WITHOUT_DISEASE else "",
        summary_words.of_approved_use(grade.approved_use, alone=grade.approved_use_alone),
    ]
    return effect_words.study(grade, graded.record.name, ["crossover" if crossover else "", *indirect])
