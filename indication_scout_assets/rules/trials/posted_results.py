"""Whether a trial met its primary endpoint, by the analyses its sponsor posted.

What belongs here: arithmetic on registered figures. The rules:

- Only outcomes of efficacy count, and only comparisons of a group with the drug and one without it. A test within a
  group, against the past, or of two doses of the drug says nothing of it.
- A test of non-inferiority or equivalence is no sign of a benefit, nor is its p value one of failure.
- p < .05 (.025 if one-sided) is a difference. It is a success only where the groups' values and the outcome's words
  tell that it is in the drug's favour; where they tell the contrary the endpoint was not met; else it is undecided.
- Another p value is a failure against placebo or no treatment; against another treatment only where superiority was
  what was tested.
- Doses or analyses that disagree make the outcome mixed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from ...domain.diseases import NormalizedName
from ...domain.findings.assessment import TrialOutcome
from ...domain.records.trials import Analysis, DrugRole, PostedOutcome, ResultGroup, TrialMatch
from ...text.estimates import ALPHA, PValue
from ...text.numbers import p_values
from .arms import Gets, adds_only_the_drug, group_gets
from .endpoints import EndpointKind, better_when, kind_of


class Decision(NamedTuple):
    """The outcome by posted figures, and those it was read from; ``POSTED`` where they decide nothing."""

    outcome: TrialOutcome
    cue: str = ""


_MET, _NOT_MET, _MIXED, _UNDECIDED = TrialOutcome.MET, TrialOutcome.NOT_MET, TrialOutcome.MIXED, TrialOutcome.POSTED
_ONE_SIDED = re.compile(r"\bone[- ](?:sided|tailed)", re.IGNORECASE)
_OWN_ALPHA = re.compile(
    r"(?:significance (?:level|threshold)|level of significance|alpha|α)\D{0,30}?(?P<alpha>0?\.\d+)", re.IGNORECASE
)
_NOT_BETWEEN = re.compile(
    r"\b(?:within[- ](?:group|arm|treatment|subject)|(?:versus|vs\.?|compared (?:with|to)|against) baseline"
    r"|from baseline within|historical|literature|interaction|trend test|descriptive)",
    re.IGNORECASE,
)
NOT_SUPERIOR = re.compile(r"non-?\s?inferior|equivalen", re.IGNORECASE)
_OF_SUPERIORITY = frozenset({"SUPERIORITY"})
_OF_NON_INFERIORITY = re.compile("NON_INFERIORITY.*|EQUIVALENCE")
_SHARE = re.compile(r"percent|proportion|%|rate|probabilit", re.IGNORECASE)
_PEOPLE = re.compile(r"participants|patients|subjects|people|individuals|persons", re.IGNORECASE)
_RATIO = re.compile(r"ratio|relative risk|\b[hor]r\b", re.IGNORECASE)
_DIFFERENCE = re.compile(r"difference", re.IGNORECASE)


def read_posted(match: TrialMatch, drug_names: Sequence[str], name: NormalizedName) -> Decision:
    """The outcome by all posted primary outcomes of efficacy, with the figures that decided.

    Undecided where any of them is, unless another was met: then some were.
    """
    efficacy = [o for o in match.trial.results if kind_of(o.title, drug_names) is EndpointKind.EFFICACY]
    decisions = [_outcome(match, outcome, drug_names, name) for outcome in efficacy]
    verdicts = {decision.outcome for decision in decisions}
    cue = "; ".join(dict.fromkeys(decision.cue for decision in decisions if decision.cue))
    if not verdicts:
        return Decision(_UNDECIDED)
    if len(verdicts) == 1:
        return Decision(verdicts.pop(), cue)
    return Decision(_MIXED if verdicts & {_MET, _MIXED} else _UNDECIDED, cue)


def _outcome(match: TrialMatch, outcome: PostedOutcome, drug_names: Sequence[str], name: NormalizedName) -> Decision:
    groups = {group.id: group for group in outcome.groups}
    gets = {key: group_gets(match.trial, group, drug_names) for key, group in groups.items()}
    better = better_when(outcome.title, (name.disease_name, *name.names))
    decisions = []
    for analysis in outcome.analyses:
        compared = [groups[key] for key in dict.fromkeys(analysis.group_ids) if key in groups]
        with_drug = [group for group in compared if gets[group.id] is Gets.DRUG]
        without = [group for group in compared if gets[group.id] is not Gets.DRUG]
        if with_drug and without and _compares_groups(analysis):
            against_nothing = all(
                adds_only_the_drug(match.trial, treated, other, drug_names)
                for treated in with_drug
                for other in without
            )
            verdict = _analysis(match, outcome, analysis, with_drug, without, better, against_nothing)
            if verdict is not None:
                decisions.append(Decision(verdict, _cue(outcome, analysis, with_drug, without)))
    return _agreed(decisions)


def _agreed(decisions: Sequence[Decision]) -> Decision:
    """The verdict of an outcome's analyses: mixed where one shows a benefit and another does not."""
    decided = [decision for decision in decisions if decision.outcome is not _UNDECIDED]
    verdicts = {decision.outcome for decision in decided}
    if len(verdicts) > 1:
        return Decision(_MIXED, "; ".join(decision.cue for decision in decided))
    if not decided or (len(decided) < len(decisions) and verdicts == {_NOT_MET}):
        return Decision(_UNDECIDED, decisions[0].cue if decisions else "")
    return decided[0]


def _compares_groups(analysis: Analysis) -> bool:
    words = " ".join((analysis.description, analysis.p_comment, analysis.hypothesis_comment, analysis.method))
    return not (
        _NOT_BETWEEN.search(words) or _OF_NON_INFERIORITY.fullmatch(analysis.hypothesis) or NOT_SUPERIOR.search(words)
    )


def _analysis(
    match: TrialMatch,
    outcome: PostedOutcome,
    analysis: Analysis,
    with_drug: list[ResultGroup],
    without: list[ResultGroup],
    better: int,
    against_nothing: bool,
) -> TrialOutcome | None:
    """What one comparison of groups says; ``None`` where it states neither a p value nor an interval."""
    significant = is_significant(analysis)
    if significant is None:
        return None
    if match.drug is not DrugRole.EXPERIMENTAL and not against_nothing:
        return _UNDECIDED  # the other treatment is what was tested
    if not significant:
        decided = against_nothing or analysis.hypothesis in _OF_SUPERIORITY
        return _NOT_MET if decided else _UNDECIDED
    if len(with_drug) != 1 or len(without) != 1:
        return _UNDECIDED
    favours = better * _higher(outcome, with_drug[0], without[0])
    return _UNDECIDED if favours == 0 else _MET if favours > 0 else _NOT_MET


# ------------------------------------------------------------------------------------------------ figures
def is_significant(analysis: Analysis) -> bool | None:
    """Whether the analysis calls the difference more than chance; ``None`` where its figures do not say.

    By the p value; without one, by an interval of at least 95 % that leaves out no effect (1 for a ratio, 0 for a
    difference).
    """
    alpha = _alpha(analysis)
    p_value = _p_value(analysis.p_value.strip())
    if p_value is None:
        return _interval_excludes_chance(analysis)
    if p_value.sign == "<":
        return True if p_value.value <= alpha else None
    if p_value.sign == ">":
        return False if p_value.value >= alpha else None
    return p_value.value < alpha


def _p_value(written: str) -> PValue | None:
    """The p value that the registry's field gives as a number, named ``p`` or not; ``None`` for none or several."""
    named = written if written[:1] in "pP" else f"p {written}" if written[:1] in "<>≤≥=" else f"p = {written}"
    read = p_values(named)
    if len(read) != 1 or not re.search(r"\d", named[: read[0].end]):
        return None
    return None if re.match(r"[^(]*\d", named[read[0].end :]) else read[0]


def _alpha(analysis: Analysis) -> float:
    """The level of the test: its own where the sponsor states a stricter one, half of .05 for a one-sided test."""
    words = f"{analysis.p_comment} {analysis.method}"
    own = _OWN_ALPHA.search(words)
    stated = _number(own["alpha"]) if own else None
    usual = ALPHA / 2 if _ONE_SIDED.search(words) else ALPHA
    return min(usual, stated) if stated else usual


def _interval_excludes_chance(analysis: Analysis) -> bool | None:
    low, high = _number(analysis.interval_low), _number(analysis.interval_high)
    percent = _number(analysis.interval_percent)
    if low is None or high is None or percent is None or percent < 95 or analysis.interval_sides == "ONE_SIDED":
        return None
    if _RATIO.search(analysis.estimate):
        return not low <= 1 <= high
    return not low <= 0 <= high if _DIFFERENCE.search(analysis.estimate) else None


def _higher(outcome: PostedOutcome, with_drug: ResultGroup, without: ResultGroup) -> int:
    """+1 where the group with the drug has the higher value, -1 where the lower; 0 where they do not tell."""
    first, second = _number(with_drug.value), _number(without.value)
    if first is None or second is None:
        return 0
    if outcome.measure == "COUNT_OF_PARTICIPANTS" or (_PEOPLE.search(outcome.unit) and not _SHARE.search(outcome.unit)):
        if not with_drug.participants or not without.participants:
            return 0
        first, second = first / with_drug.participants, second / without.participants
    return (first > second) - (first < second)


def _number(text: str) -> float | None:
    """A number as sponsors write it: ``0,03``, ``−2.1``, ``1.2E-5``; ``None`` for anything else."""
    plain = text.strip().replace("−", "-").replace("·", ".").replace(",", ".").replace(" ", "")
    try:
        number = float(plain)
    except ValueError:
        return None
    return number if math.isfinite(number) and "_" not in plain else None


def _cue(outcome: PostedOutcome, analysis: Analysis, with_drug: list[ResultGroup], without: list[ResultGroup]) -> str:
    """The outcome, the groups with their values, and the figure that decided, as registered."""
    p_value = analysis.p_value.lstrip("pP ")
    figure = f"{analysis.interval_percent} % interval {analysis.interval_low} to {analysis.interval_high}"
    if p_value:
        figure = f"p {p_value}" if p_value[0] in "<>≤≥=" else f"p = {p_value}"
    method = f", {analysis.method}" if analysis.method else ""
    sides = " against ".join(
        ", ".join(f"{group.title} {group.value}".strip() for group in side) for side in (with_drug, without)
    )
    return f"{outcome.title}: {sides} ({figure}{method})"
