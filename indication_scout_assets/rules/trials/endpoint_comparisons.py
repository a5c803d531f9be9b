"""What a sentence of results says of the primary endpoint in two arms: better, worse, or no different.

What belongs here: comparisons of the drug with placebo, no treatment or another drug, of an endpoint that is named
without the word "primary": "liver fat fell more with the drug than with placebo (P = 0.02)". Sentences that speak of
"the primary endpoint" itself are read in ``published_results``; what the endpoint measures, in ``endpoint_measures``.

A side needs all of it: both arms in one clause, the endpoint's own words, a direction whose worth is known, and a
statistic. What lacks one of them says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...text.numbers import numbers, p_values
from ..language.mentions import DRUG
from ..language.sentences import BRACKETED
from ..language.significance import chance_stated
from ..names.name_matching import fold
from ..vocabulary import AGENT
from .endpoint_measures import Measure
from .posted_results import OutcomeVerdict

NOTHING = "\ue010"
"""An arm with placebo or no treatment, in a sentence; a private-use character as the masks are."""
OTHER = "\ue011"
"""An arm with another drug of the trial."""
_NOTHING_ARM = re.compile(
    r"""\b(?:placebos?|vehicle|sham|(?:no|without)\ (?:treatment|intervention)|untreated|usual\ care|controls?
    |(?:than|versus|vs\.?|compared\ (?:with|to))\ (?:[\w-]+\ ){0,2}?
        (?:standard|routine|conventional)\ (?:care|therapy|treatment))
    (?:[-\ ](?:treated\ )?(?:groups?|arms?|patients|subjects|participants|women|men))?\b""",
    re.VERBOSE,
)
_OPENING = re.compile(r"^\s*(?:after|at|during|over|in|following|by|when|within) [^,]{3,80},\s")
"""When and in whom, before the sentence begins."""
_DECIMAL = re.compile(r"(?<=\d)[.·](?=\d)|(?<![\w.])[.·](?=\d)")
_POINT = "·"
_CLAUSE = re.compile(
    r";|,\s(?:but|whereas|while|although|however|and no\b|with (?:a|an|no|similar)\b|and (?=there (?:was|were)\b))"
    r"|\b(?:whereas|while|although)\b"
)
_AND_THAT = re.compile(
    r"(?P<lead>[^;]*?\b(?:revealed|showed|indicated|demonstrated|found) that )"
    r"(?P<first>[^;]*?),? and that (?P<second>.*)"
)
_COMPARED = re.compile(
    r"\b(?:than|compared (?:with|to)|in comparison (?:with|to)|as compared (?:with|to)|versus|vs\.?(?=\s)|relative to"
    r"|superior to|inferior to|over(?= (?:the )?[\ue010\ue011]))\b"
)
_NOT_BETWEEN_ARMS = re.compile(
    r"\b(?:baseline(?! in\b)|pre-?treatment|historical|within[- ](?:group|arm)|interaction|non-?\s?inferior\w*"
    r"|equivalen\w*)\b"
)
_NOT_RESULT = re.compile(
    r"\b(?:would|could|should|whether|hypothesi\w+|assum\w+|expected|powered|designed|aim\w*|to (?:assess|evaluate"
    r"|compare|determine|investigate|examine)|secondary|sub-?groups?|post[- ]hoc|exploratory|regardless|irrespective"
    r"|previous\w*|in a (?:prior|recent)|meta-analys[ie]s)\b"
)
_EQUAL = re.compile(
    r"""\b(?:no\ (?:statistically\ |clinically\ |[\w-]+ly\ )?(?:significant\ |meaningful\ |relevant\ )?
            (?:[\w-]+\ )?(?:differences?|effects?|benefits?|improvements?|advantages?|superiority)
        |(?:did|do|does|was|were)\ not\ (?:statistically\ |significantly\ )*
            (?:differ\w*|improve\w*|better|superior|affect\w*|change\w*|reduce\w*|lower\w*|higher|increase\w*
            |decrease\w*
            |prevent\w*|significant\w*|alter\w*|prolong\w*|shorten\w*)
        |no\ (?:better|different|more\ effective|superior)
        |(?:was|were|remained)\ (?:[\w-]+ly\ )?
            (?:similar|comparable|unchanged|equal|identical|the\ same|not\ different))\b""",
    re.VERBOSE,
)
"""Says that arms do not differ."""
_CHANGE = r"(?:reduc\w+|decreas\w+|declin\w+|drops?|fell|falls?|loss|lowering|suppression|fewer)"
_GROWTH = r"(?:increas\w+|gains?|rises?|prolongation)"
_BETWEEN = r"(?:[\w%≥\-\ue001\ue002]+ ){0,5}?"
_DIRECTIONS = (
    (re.compile(rf"\b(?:less|smaller|lower|lesser) {_BETWEEN}{_CHANGE}\b"), "up"),
    (re.compile(rf"\b(?:less|smaller|lower|lesser) {_BETWEEN}{_GROWTH}\b"), "down"),
    (
        re.compile(
            rf"\b(?:less|smaller|lesser) {_BETWEEN}improvements?\b|\b(?:inferior|worse|worsen\w*|less effective)\b"
        ),
        "bad",
    ),
    (re.compile(r"\b(?:greater|larger|more|different) (?:[\w-]+ ){0,3}?(?:changes?|effects?|differences?)\b"), ""),
    (
        re.compile(r"\b(?:superior|better|more (?:effective|efficacious|favorable)|improv(?:ed|es|ements?|ing))\b"),
        "good",
    ),
    (re.compile(rf"\b(?:lower(?:ed|s|ing)?|{_CHANGE}|less|shorter|shorten\w*|smaller|prevent\w*)\b"), "down"),
    (re.compile(rf"\b(?:higher|{_GROWTH}|greater|longer|more|larger|prolong\w*|rais\w+)\b"), "up"),
)
"""The first that matches tells; an empty direction tells nothing."""
_NEGATED = re.compile(r"\b(?:not|no|neither|nor|without|fail\w*|never|non-?significant\w*)\b")
_SIGNIFICANT = re.compile(
    r"(?<!not )(?<!non-)(?<!non)\bsignifican(?:t|tly)\b(?! (?:differences? )?(?:in|between)? ?baseline)"
)
_DOSES = frozenset({"mg", "µg", "mcg", "g", "iu", "u", "ml", "kg"})
"""Units of what is given: a number with one is no result."""
_NAMED_AFTER = 24
"""Characters after a p value in which it is called one of non-inferiority."""
_COUNTED = re.compile(r"\d\s(?:of|out of)\s\d")
_PRIMARY = re.compile(
    r"\b(?:co-?\s?)?primary[-\s](?:(?!and\b|or\b)[\w-]+[-\s]){0,2}?(?:end[\s-]?points?|outcomes?|variables?)\b"
)
_OF_PART = re.compile(
    r"\b(?:components?|distribution|across|consistent|heterogene\w+|each (?:element|item)|individual)\b"
)
_CAUTIOUS = re.compile(
    r"\b(?:numerical\w*|tend(?:ed|ency|s)?|trend\w*|may|might|can|appear\w*|suggest\w*|seem\w*|likely|potential\w*"
    r"|compared (?:with|to) previous|similar|comparable)\b"
)


class EndpointClause(NamedTuple):
    """What a clause says of one measure."""

    measure: Measure
    verdict: OutcomeVerdict


def with_arms(masked: str, other_agents: Sequence[str]) -> str:
    """The masked sentence with the arms without the drug marked as well; no stop in a number or bracket is left."""
    text = BRACKETED.sub(lambda bracket: bracket[0].replace(";", ","), _DECIMAL.sub(_POINT, masked))
    text = _NOTHING_ARM.sub(lambda arm: _marked(arm[0]), text)
    for agent in sorted({fold(agent).strip() for agent in other_agents}, key=len, reverse=True):
        if len(agent) > 3:
            text = re.sub(rf"(?<![\w-]){re.escape(agent)}(?![\w-])", OTHER, text)
    return AGENT.sub(OTHER, text)


def _marked(arm: str) -> str:
    """The arm's mark, with the word of comparison before it where the pattern took it along."""
    compared = _COMPARED.match(arm)
    return f"{compared[0]} {NOTHING}" if compared else NOTHING


def endpoint_clauses(
    marked: str, measures: Sequence[Measure], *, against_nothing: bool, concluding: bool = False
) -> Iterator[EndpointClause]:
    """What a sentence says of the measures, clause by clause; one that says "the primary outcome" speaks of all.

    Args:
        marked: of ``with_arms``.
        against_nothing: the trial compares with placebo or no treatment, so that "the groups" are these two.
        concluding: it stands in the conclusion, which repeats no statistic.
    """
    if _NOT_RESULT.search(marked) or _OF_PART.search(marked):
        return
    for clause in filter(None, _CLAUSE.split(_repeated_lead(marked))):
        for measure in measures:
            if _speaks_of(measure, clause) and measure.at_its_time(clause):
                verdict = _verdict(clause, measure, against_nothing, concluding=concluding)
                if verdict:
                    yield EndpointClause(measure, verdict)


def _repeated_lead(marked: str) -> str:
    """ "An analysis of remission showed that X, and that Y" as two clauses, each with what was analysed."""
    listed = _AND_THAT.match(marked)
    return f"{listed['lead']}{listed['first']}; {listed['lead']}{listed['second']}" if listed else marked


def _verdict(clause: str, measure: Measure, against_nothing: bool, *, concluding: bool) -> OutcomeVerdict | None:
    if _NOT_BETWEEN_ARMS.search(clause):
        return None
    bare = _OPENING.sub(" ", BRACKETED.sub(" ", clause), count=1)
    if equal := _EQUAL.search(bare):
        return _equal(bare, equal, measure, against_nothing)
    sense = _sense(clause, bare)
    return _compared(clause, bare, measure, sense, concluding=concluding) if sense else None


def _compared(clause: str, bare: str, measure: Measure, sense: int, *, concluding: bool) -> OutcomeVerdict | None:
    """The side of a clause with both arms; worse than another drug decides nothing."""
    against_nothing = NOTHING in clause and OTHER not in clause
    if chance_stated(clause.replace(_POINT, ".")):
        failed = against_nothing and _speaks_of(measure, bare.partition(",")[0])
        return OutcomeVerdict.NOT_MET if failed else None
    if not _significant(clause) and (not concluding or _CAUTIOUS.search(clause)):
        return None
    worth = _worth(bare, measure)
    way = _way_of_values(bare, measure, sense) if worth is None else sense * worth
    if way > 0:
        return OutcomeVerdict.MET
    return OutcomeVerdict.NOT_MET if way < 0 and against_nothing else None


def _equal(bare: str, equal: re.Match[str], measure: Measure, against_nothing: bool) -> OutcomeVerdict | None:
    """No difference from placebo: a failure, where the endpoint is what did not differ, first of what is listed."""
    groups = re.search(r"\b(?:groups|arms|treatments)\b", bare) is not None and against_nothing
    head = bare[: equal.end()] + bare[equal.end() :].partition(",")[0]
    if OTHER in head or not (NOTHING in bare or groups):
        return None
    after, before = bare[equal.end() :].partition(",")[0], bare[: equal.start()]
    speaks_of_it = _speaks_of(measure, after) or (_speaks_of(measure, before) and "," not in before.strip(" ,"))
    return OutcomeVerdict.NOT_MET if speaks_of_it else None


def _speaks_of(measure: Measure, phrase: str) -> bool:
    return measure.named_in(phrase) or _PRIMARY.search(phrase) is not None


def _sense(clause: str, bare: str) -> int:
    """+1 where the direction is the drug's against the other arm, -1 where it is the other's; 0 where arms are lacking.

    Both arms on the side of the drug, or the drug in both, tell nothing.
    """
    inside = any(
        DRUG in bracket and (NOTHING in bracket or OTHER in bracket) and re.search(r"between|difference|\bvs", bracket)
        for bracket in BRACKETED.findall(clause)
    )
    between = re.search(rf"between[^,;]*{DRUG}[^,;]*[{NOTHING}{OTHER}]", bare)
    if DRUG in bare and (inside or between) and not _COMPARED.search(bare):
        return 1
    return _order(*_sides(bare))


def _sides(bare: str) -> tuple[str, str]:
    """What stands before and after the word that compares; the arm a sentence opens with comes second.

    "Compared with placebo, the drug …" and "in 30 patients on the drug and in 50 on placebo" are compared as well.
    """
    compared = _COMPARED.search(bare)
    if compared:
        before, after = bare[: compared.start()], bare[compared.end() :]
        if any(mark in before for mark in (DRUG, NOTHING, OTHER)):
            return before, after
        against, _, rest = after.partition(",")
        return rest, against
    pair = re.search(rf"[{DRUG}{NOTHING}{OTHER}][^,;]*?\band\b(?=[^;]*\d[^;]*[{DRUG}{NOTHING}{OTHER}])", bare)
    return (bare[: pair.end()], bare[pair.end() :]) if pair else (bare, "")


def _order(first: str, second: str) -> int:
    """Another drug beside both arms is no arm: "the drug plus metformin than with placebo plus metformin"."""
    if DRUG in first and DRUG not in second:
        if NOTHING in first:
            return 0
        return 1 if NOTHING in second or (OTHER in second and OTHER not in first) else 0
    if DRUG in second and DRUG not in first and NOTHING not in second:
        return -1 if NOTHING in first or (OTHER in first and OTHER not in second) else 0
    return 0


def _worth(bare: str, measure: Measure) -> int | None:
    """+1 where what the clause says of its first arm is good, -1 where bad, 0 unknown; ``None`` without a direction."""
    for pattern, way in _DIRECTIONS:
        direction = pattern.search(bare)
        if direction is None:
            continue
        if not way or _NEGATED.search(bare[max(0, direction.start() - 30) : direction.start()]):
            return 0
        return {"good": 1, "bad": -1, "up": measure.better, "down": -measure.better}[way]
    return None


def _way_of_values(bare: str, measure: Measure, sense: int) -> int:
    """+1 where the two arms' values favour the drug, -1 where the other arm; 0 where they do not tell."""
    first, second = _sides(bare)
    before, after = _results_in(first), _results_in(second)
    if not before or not after or _COUNTED.search(bare):
        return 0
    higher = before[-1] - after[0]
    return sense * measure.better * ((higher > 0) - (higher < 0))


def _results_in(text: str) -> list[float]:
    return [number.value for number in numbers(text) if number.unit not in _DOSES]


def _significant(clause: str) -> bool:
    """Whether the clause calls the difference more than chance: by its p value, else by the word."""
    of_difference = [p for p in p_values(clause) if "inferior" not in clause[p.end : p.end + _NAMED_AFTER]]
    if of_difference:
        return not any(p.is_chance for p in of_difference)
    return bool(_SIGNIFICANT.search(clause)) and not _NEGATED.search(clause)
