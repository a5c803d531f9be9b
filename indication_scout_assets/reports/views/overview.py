"""What all candidates of a drug come to: the best supported one, phase 3, stops, the likeliest to be tried.

What belongs here: the lines of the first screen that are about several candidates. One candidate is in
``summary_view``, the drug itself in ``drug_view``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...domain.candidates import CandidateList, OddsBand
from ...domain.statements import Polarity
from ..pictures.phase_funnel import TrialState
from ..words import common_words, summary_words
from .candidate_views import CandidateView
from .key_facts import largest_trial, others_of_phase_three, phase_three_trials
from .record_views import PlaceView

_NEGATIVE = (TrialState.NOT_MET, TrialState.FAILED)
_POSITIVE = (TrialState.MET, TrialState.IN_PART)
_NAMED = 4
"""Trials that met their endpoint, trials that failed, and candidates, named at most."""


_MOST_RECORDS = 6
"""Running trials, and retracted papers, named at most."""


@dataclass(frozen=True)
class OverviewLine:
    """A line of the first screen: a sentence, and places it leads to with a word on each."""

    name: str
    text: str
    places: tuple[tuple[PlaceView, str], ...] = ()


def overview(views: Sequence[CandidateView]) -> list[OverviewLine]:
    """The lines, in the order they are asked for; none without candidates."""
    if not views:
        return []
    lines = [_best(views), _phase_three(views), *_stopped_early(views), *_running(views)]
    return [*lines, _retracted(views), *_likeliest(views)]


def _best(views: Sequence[CandidateView]) -> OverviewLine:
    """The first candidate that studies, trials or guidelines speak for and none against, else the first with any.

    Those whose studies were all made for an approved use of the drug come behind the others.
    """
    with_a_case = sorted((v for v in views if v.summary.case_for), key=lambda v: v.summary.rests_on_approved_uses)
    best = next((v for v in with_a_case if not v.summary.case_against), with_a_case[0] if with_a_case else None)
    if best is None:
        papers = summary_words.unchecked("Papers", sum(view.articles_unchecked for view in views), len(views))
        text = " ".join(filter(None, (summary_words.NONE_SUPPORTED, papers)))
        return OverviewLine(summary_words.BEST_SUPPORTED, text, _largest_trial(views))
    words = best.summary.found
    if best.summary.side_of is Polarity.MIXED or best.summary.case_against:
        words = f"{words} {summary_words.ALSO_AGAINST}"
    if figure := best.summary.best_figure:
        words = f"{words} {figure}"
    return OverviewLine(summary_words.BEST_SUPPORTED, "", ((PlaceView(best.heading, f"#{best.anchor}"), words),))


def _largest_trial(views: Sequence[CandidateView]) -> tuple[tuple[PlaceView, str], ...]:
    """The largest randomised trial of all candidates, where none of them is supported; none without a trial."""
    trials = [(view, trial) for view in views if (trial := largest_trial(view))]
    if not trials:
        return ()
    view, _ = max(trials, key=lambda pair: pair[1].grade.participants or 0)
    texts = [fact.text for fact in view.summary.facts if fact.name == summary_words.LARGEST_TRIAL]
    words = f"{summary_words.LARGEST_TRIAL.lower()}, {texts[0]}"
    return ((PlaceView(view.heading, f"#{view.anchor}"), words),)


def _phase_three(views: Sequence[CandidateView]) -> OverviewLine:
    """What became of the phase 3 trials of all candidates, each trial once, with those that met their endpoint
    or failed by name."""
    states: dict[str, TrialState] = {}
    failed: dict[str, tuple[PlaceView, str]] = {}
    met: dict[str, tuple[PlaceView, str]] = {}
    for view in views:
        for state, places in phase_three_trials(view).items():
            for place in places:
                states.setdefault(place.name, state)
                if state in (*_NEGATIVE, *_POSITIVE):
                    named = failed if state in _NEGATIVE else met
                    named.setdefault(place.name, (place, f"{view.heading}, {state.value}"))
    held = list(states.values())
    counts = [(state.value, held.count(state)) for state in TrialState if state in held]
    any_trial = any(view.trials for view in views)
    others = set().union(*map(others_of_phase_three, views)) if not counts else set()
    unchecked = sum(view.trials_unchecked for view in views)
    none = "" if unchecked == len(views) else summary_words.NO_TRIAL
    text = summary_words.phase_three(counts, untested=len(others)) if any_trial else none
    text = " ".join(filter(None, (text, summary_words.unchecked("Trials", unchecked, len(views)))))
    late = sum(view.summary.reached_phase_3 for view in views)
    if late and not failed:
        text = f"{text} {summary_words.late_stages(late)}"
    return OverviewLine(
        summary_words.ALL_PHASE_THREE, text, (*tuple(met.values())[:_NAMED], *tuple(failed.values())[:_NAMED])
    )


def _stopped_early(views: Sequence[CandidateView]) -> list[OverviewLine]:
    """Every stopped trial of the drug, each once, with its registered reason: whoever reads it judges whose it was."""
    stopped = {
        trial.trial.nct_id: (
            PlaceView(trial.trial.nct_id, f"#{trial.anchor}"),
            f"{view.heading}, {trial.trial.phase_name}, {common_words.stop_sentence(trial.trial)}",
        )
        for view in reversed(views)
        for trial in view.stopped_early
    }
    text = f"{common_words.plural(len(stopped), 'trial')}."
    return [OverviewLine(summary_words.STOPPED_EARLY, text, tuple(reversed(stopped.values())))] if stopped else []


def _running(views: Sequence[CandidateView]) -> list[OverviewLine]:
    """The trials that are planned or running, the furthest phase first, each once with its status and expected end."""
    running = {trial.trial.nct_id: (trial, view) for view in reversed(views) for trial in view.running}
    ordered = sorted(running.values(), key=lambda pair: (-pair[0].trial.phase_number, pair[0].trial.nct_id))
    places = tuple(
        (
            PlaceView(trial.trial.nct_id, f"#{trial.anchor}"),
            f"{view.heading}, {trial.trial.phase_name}, {summary_words.running(trial.trial)}",
        )
        for trial, view in ordered[:_MOST_RECORDS]
    )
    text = summary_words.of_which_named(common_words.plural(len(ordered), "trial"), len(ordered), len(places))
    return [OverviewLine(summary_words.RUNNING_NOW, text, places)] if ordered else []


def _retracted(views: Sequence[CandidateView]) -> OverviewLine:
    """The papers found that are retracted, each once with its notice: none of them counts."""
    retracted = {
        article.article.id: (PlaceView(article.name, f"#{article.anchor}"), summary_words.retracted(article.standing))
        for view in reversed(views)
        for article in view.retracted
    }
    read = {article.article.id for view in views for article in view.articles}
    if not retracted:
        return OverviewLine(summary_words.RETRACTED, summary_words.none_retracted(len(read)))
    places = tuple(reversed(retracted.values()))[:_MOST_RECORDS]
    number = f"{common_words.plural(len(retracted), 'paper')}, not counted"
    return OverviewLine(
        summary_words.RETRACTED, summary_words.of_which_named(number, len(retracted), len(places)), places
    )


def _likeliest(views: Sequence[CandidateView]) -> list[OverviewLine]:
    """The untried candidates with the best odds of a trial, those that stand first."""
    untried = [view for view in views if view.listed is CandidateList.NEW]
    bands = {view.candidate.odds for view in untried}
    best = next((band for band in OddsBand if band in bands), None)
    if best is None:
        return []
    alike = [view for view in untried if view.candidate.odds is best]
    names = [view.disease.name for view in alike[:_NAMED]]
    text = summary_words.likeliest(summary_words.odds_cell(best), names, len(alike) - len(names))
    return [OverviewLine(summary_words.LIKELIEST, text)]
