"""The facts of a candidate that are asked for first: the largest trial, phase 3, the stopped trials, the doses given.

What belongs here: which facts, and the records they rest on. A fact nothing is known of is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ....domain.documents import DocumentKind
from ....domain.drugs import ClinicalStage
from ....domain.findings.assessment import Level
from ....domain.findings.statements import Polarity
from ....rules.effects.doses import dose_of, same_dose
from ....rules.effects.result_sentences import result_in_numbers
from ....rules.language.mentions import ArticleReader, Pair
from ....rules.language.sentences import sentences
from ...pictures.timeline import TrialState, state_of
from ...words import assessment_words, common_words, summary_words
from .record_views import PlaceView, TrialView

if TYPE_CHECKING:
    from .assessment_view import GradeView
    from .candidate_views import CandidateView
    from .summary_view import StudyRow

DOSES: Final = 3
"""Doses named at most."""
_PHASE_3: Final = frozenset({ClinicalStage.PHASE_2_3, ClinicalStage.PHASE_3})
_PHASE: Final = 3


@dataclass(frozen=True)
class KeyFact:
    """A fact with its name and its records."""

    name: str
    text: str
    places: tuple[PlaceView, ...] = ()


def key_facts(view: CandidateView) -> list[KeyFact]:
    """What is known, in the order it is asked for."""
    facts = (_largest(view), _phase_three(view), _stopped_early(view), _doses(view), rank_fact(view))
    return [fact for fact in facts if fact]


def largest_trial(view: CandidateView) -> GradeView | None:
    """The counted randomised trial with the most people; ``None`` where none tells how many."""
    trials = [g for g in view.assessment.counted if g.grade.level is Level.RANDOMIZED_TRIAL and g.grade.participants]
    return max(trials, key=lambda g: g.grade.participants or 0, default=None)


def _largest(view: CandidateView) -> KeyFact | None:
    """The randomised trial with the most people, with its side and its result."""
    largest = largest_trial(view)
    if largest is None:
        return None
    row = next((r for r in view.summary.studies if r.record.name == largest.record.name), None)
    side = common_words.DIRECTION_WORD[largest.grade.polarity]
    if largest.grade.polarity is Polarity.NEUTRAL and (end := view.summary.end_of_study(largest.grade.study)):
        side = f"{side}; its registered trial {end}"
    result = _result_of(view, largest.grade.evidence_id, row)
    text = summary_words.largest_trial(largest.grade.participants or 0, side, result)
    return KeyFact(summary_words.LARGEST_TRIAL, text, (PlaceView(largest.record.name, largest.href),))


def _result_of(view: CandidateView, evidence_id: str, row: StudyRow | None) -> str:
    """A trial's result: its effect in numbers, else what its side rests on and the sentence with its numbers, else what
    its abstract ends with."""
    if row and row.effect and (row.effect.groups or row.effect.value):
        return row.measured
    side = row.result if row else ""
    article = view.report.articles.get(evidence_id)
    abstract = sentences(article.abstract) if article else []
    if article is None or not abstract:
        return side
    reader = ArticleReader(Pair.of(_drug_names(view), view.evidence.name), article)
    numbers = result_in_numbers(reader)
    if numbers and numbers.text not in side:
        return " ".join(filter(None, (side, summary_words.quoted(numbers.text))))
    return side or summary_words.abstract_ends(abstract[-1].text)


def _phase_three(view: CandidateView) -> KeyFact | None:
    """What became of the registered phase 3 trials that study the drug."""
    if view.trials_unchecked or not view.trials:
        return None
    states = phase_three_trials(view)
    counts = [(state.value, len(places)) for state, places in states.items()]
    decided = [place for places in states.values() for place in places]
    others = 0 if states else len(others_of_phase_three(view))
    named = [report for report in view.trials_by_open_targets if report.stage in _PHASE_3]
    by_stage = summary_words.LISTED_STAGE if view.assessment.assessment.stage.stage in _PHASE_3 else ""
    text = summary_words.phase_three(counts, summary_words.trials_named(named) if named else by_stage, others)
    unknown = {place.name for place in states.get(TrialState.NO_RESULT, ())}
    posted = [t.trial.has_results for t in view.assessment.studied if t.trial.nct_id in unknown]
    rest = "" if None in posted else summary_words.posted_results(len(posted), sum(map(bool, posted)))
    return KeyFact(summary_words.PHASE_THREE, " ".join(filter(None, (text, rest))), tuple(decided[:4]))


def _stopped_early(view: CandidateView) -> KeyFact | None:
    """Every trial that was stopped, with the registered reason as it is written: nobody has read whose fault it was."""
    stopped = view.stopped_early
    text = "; ".join(f"{t.trial.nct_id} ({t.trial.phase_name}): {common_words.stop_sentence(t.trial)}" for t in stopped)
    places = tuple(PlaceView(t.trial.nct_id, f"#{t.anchor}") for t in stopped)
    return KeyFact(summary_words.STOPPED_EARLY, f"{text}.", places) if stopped else None


def rank_fact(view: CandidateView) -> KeyFact | None:
    """Why it is ranked before the next candidate of its list."""
    if not view.below:
        return None
    after = view.below[0]
    own, others = view.assessment.assessment, after.assessment.assessment
    words = assessment_words.ranked_before(own, others, after.disease.name)
    return KeyFact(summary_words.RANK, words, (PlaceView(after.heading, f"#{after.anchor}"),))


def phase_three_trials(view: CandidateView) -> dict[TrialState, list[PlaceView]]:
    """The registered phase 3 trials that study the drug, by what became of them, in the order of ``TrialState``."""
    readings = view.assessment.by_trial
    states: dict[TrialState, list[PlaceView]] = {}
    for trial in _of_phase_three(view.assessment.studied):
        reading = readings.get(trial.trial.nct_id)
        place = reading.record if reading else PlaceView(trial.trial.nct_id, f"#{trial.anchor}")
        states.setdefault(state_of(trial.trial, reading.reading if reading else None), []).append(place)
    return {state: states[state] for state in TrialState if state in states}


def others_of_phase_three(view: CandidateView) -> set[str]:
    """The numbers of the phase 3 trials on the page that do not test the drug, or do not tell whether they do."""
    studied = {trial.trial.nct_id for trial in view.assessment.studied}
    return {trial.trial.nct_id for trial in _of_phase_three(view.trials)} - studied


def _of_phase_three(trials: Sequence[TrialView]) -> list[TrialView]:
    return [trial for trial in trials if int(trial.trial.phase_number + 0.5) == _PHASE]


def _drug_names(view: CandidateView) -> tuple[str, ...]:
    return tuple(dict.fromkeys((view.report.drug.name, *view.report.drug.names)))


def _doses(view: CandidateView) -> KeyFact | None:
    """The doses that the strongest studies name beside the drug, each once."""
    names = _drug_names(view)
    doses: dict[str, tuple[str, PlaceView]] = {}
    for graded in view.assessment.counted:
        article = view.report.articles.get(graded.grade.evidence_id)
        if article is None or graded.grade.evidence_kind is not DocumentKind.ARTICLE:
            continue
        if dose := dose_of(article.abstract, names):
            shown_first = (" ".join(dose.text.split()), PlaceView(graded.record.name, graded.href))
            doses.setdefault(same_dose(dose.text), shown_first)
    if not doses:
        return None
    longer = [key for key in doses if not any(other != key and other.startswith(key) for other in doses)]
    shown = [doses[key] for key in longer][:DOSES]
    text = summary_words.ended(common_words.listed(dose for dose, _ in shown))
    return KeyFact(summary_words.DOSES_GIVEN, text, tuple(place for _, place in shown))
