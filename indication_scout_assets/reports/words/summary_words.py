"""The sentences of the first screen and of a candidate's summary: what was found, in counted words.

What belongs here: sentences from counts and effects. Every number in them is a count of rows the report holds, or a
quotation of an abstract. What is counted and where it stands, ``views.summary_view`` says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...domain.assessment import Level
from ...domain.candidates import OddsBand
from ...domain.effects import Effect
from ...domain.statements import Polarity
from .common_words import listed, plural, shorten

STUDIES: Final[Mapping[Level, tuple[str, str]]] = {
    Level.SYNTHESIS_OF_TRIALS: ("synthesis of randomised trials", "syntheses of randomised trials"),
    Level.RANDOMIZED_TRIAL: ("randomised trial", "randomised trials"),
    Level.CONTROLLED_STUDY: (
        "controlled study without chance assignment",
        "controlled studies without chance assignment",
    ),
    Level.CASES: ("report or series of cases", "reports or series of cases"),
    Level.MECHANISM: ("study in animals, in cells or of reasons", "studies in animals, in cells or of reasons"),
}
"""What a study of each level is called in a sentence: one, and several."""
SIDE: Final[Mapping[Polarity, str]] = {
    Polarity.SUPPORTS: "for",
    Polarity.CONTRADICTS: "against",
    Polarity.MIXED: "mixed",
    Polarity.NEUTRAL: "takes no side",
    Polarity.HARM: "harm",
}
"""The side of a study, a candidate or a trial, in one word or two."""
NO_SIDE: Final = "no side"
NOTHING_FOUND: Final = "No study names both the drug and the disease."
NONE_FOR: Final = "No counted study, trial or guideline speaks for it."
NONE_AGAINST: Final = "No counted study, trial or guideline speaks against it. Such results may be unpublished."
NONE_MISSING: Final = "Nothing that the rules look for."
ODDS_MEANING: Final = (
    "Odds: how many candidates like this were in a registered trial within six years. A trial is not a success."
)
_LONGEST_EFFECT: Final = 90


def odds_cell(band: OddsBand | None) -> str:
    """``about 1 in 10``, ``fewer than 1 in 100``, or that they are not known."""
    if band is None:
        return "not known"
    return "fewer than 1 in 100" if band is OddsBand.FEWER else f"about {band.value}"


def studies(level: Level, number: int, people: int) -> str:
    """``3 randomised trials with 1,204 people``."""
    single, several = STUDIES[level]
    text = plural(number, single, several)
    return f"{text} with {people:,} people" if people and level is not Level.MECHANISM else text


def sides(counts: Mapping[Polarity, int]) -> str:
    """``2 for, 1 against``; ``none takes a side`` where none does."""
    taken = [
        f"{counts[side]:,} {SIDE[side]}"
        for side in (Polarity.SUPPORTS, Polarity.CONTRADICTS, Polarity.HARM, Polarity.MIXED)
        if counts.get(side)
    ]
    if taken and (without := counts.get(Polarity.NEUTRAL)):
        taken.append(f"{without:,} without a side")
    return ", ".join(taken) or "none takes a side"


def effect(read: Effect) -> str:
    """The numbers of an effect as the text gives them: ``71% vs 37%; 0.66 (0.55 to 0.80); p<0.001``."""
    value = read.value.text if read.value else ""
    if read.value and read.interval:
        value = f"{value} ({read.interval.text})"
    parts = [shorten(read.groups.text, _LONGEST_EFFECT) if read.groups else "", value]
    parts.append(read.p_value.text if read.p_value else "")
    return "; ".join(part for part in parts if part)


def measure_name(read: Effect) -> str:
    """What kind of number the value is: ``hazard ratio``; empty where there is none."""
    return read.measure.value.replace("_", " ") if read.value else ""


def stops(reasons: Sequence[str]) -> str:
    """``2 trials stopped (lack of efficacy; safety)``; empty where none was stopped."""
    return f"{plural(len(reasons), 'trial')} stopped ({'; '.join(dict.fromkeys(reasons))})" if reasons else ""


def sentence(parts: Sequence[str]) -> str:
    """Parts of a sentence with a capital and a full stop; empty where there are none."""
    text = "; ".join(part for part in parts if part)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def papers_only(papers: int, trials: int) -> str:
    """What there is where no study counts: papers and trials that say nothing of an effect."""
    counted = [plural(papers, "paper")] if papers else []
    counted += [plural(trials, "registered trial")] if trials else []
    return f"{listed(counted)} found, none of them evidence of an effect" if counted else ""
