"""The sentences of the first screen and of a candidate's summary: what was found, in counted words.

What belongs here: sentences from counts and effects. Every number in them is a count of rows the report holds, or a
quotation of an abstract. What is counted and where it stands, ``views.candidates.summary_view`` says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from ...domain.candidates import OddsBand
from ...domain.drugs import ClinicalReport
from ...domain.findings.assessment import Level
from ...domain.findings.study_designs import StudyDesign
from . import list_words
from .common_words import listed, plural, quoted_words

STUDIES: Final[Mapping[Level, tuple[str, str]]] = {
    Level.SYNTHESIS_OF_TRIALS: (
        "review of randomised trials",
        "reviews of randomised trials",
    ),
    Level.RANDOMIZED_TRIAL: ("randomised trial", "randomised trials"),
    Level.CONTROLLED_STUDY: ("non-randomised controlled study", "non-randomised controlled studies"),
    Level.CASES: ("study without a control group", "studies without a control group"),
    Level.MECHANISM: (
        "review, comment or study in animals or cells",
        "reviews, comments or studies in animals or cells",
    ),
}
"""What studies of a level are called in a sentence where their designs differ: one, and several."""
_DESIGNS: Final[Mapping[Level, Mapping[StudyDesign, tuple[str, str]]]] = {
    Level.SYNTHESIS_OF_TRIALS: {
        StudyDesign.META_ANALYSIS: ("meta-analysis of randomised trials", "meta-analyses of randomised trials"),
        StudyDesign.SYSTEMATIC_REVIEW: (
            "systematic review of randomised trials",
            "systematic reviews of randomised trials",
        ),
    },
    Level.CONTROLLED_STUDY: {
        StudyDesign.META_ANALYSIS: (
            "meta-analysis not limited to randomised trials",
            "meta-analyses not limited to randomised trials",
        ),
        StudyDesign.SYSTEMATIC_REVIEW: (
            "systematic review not limited to randomised trials",
            "systematic reviews not limited to randomised trials",
        ),
    },
    Level.CASES: {
        StudyDesign.META_ANALYSIS: ("meta-analysis of unnamed studies", "meta-analyses of unnamed studies"),
        StudyDesign.SYSTEMATIC_REVIEW: (
            "systematic review of unnamed studies",
            "systematic reviews of unnamed studies",
        ),
        StudyDesign.CLINICAL_TRIAL: ("trial without a control group", "trials without a control group"),
        StudyDesign.COHORT: ("cohort without a control group", "cohorts without a control group"),
        StudyDesign.CASE_CONTROL: ("case-control study", "case-control studies"),
        StudyDesign.CROSS_SECTIONAL: ("cross-sectional study", "cross-sectional studies"),
        StudyDesign.CASE_SERIES: ("series of cases", "series of cases"),
        StudyDesign.CASE_REPORT: ("report of a case", "reports of cases"),
    },
    Level.MECHANISM: {
        StudyDesign.ANIMAL: ("study in animals", "studies in animals"),
        StudyDesign.IN_VITRO: ("study in cells or tissue", "studies in cells or tissue"),
        StudyDesign.IN_SILICO: ("prediction by computer", "predictions by computer"),
        StudyDesign.NARRATIVE_REVIEW: ("narrative review", "narrative reviews"),
        StudyDesign.COMMENTARY: ("comment or letter", "comments or letters"),
    },
}
"""What studies of these levels are called where all are of one design."""
NOT_IN_PEOPLE: Final = "in animals or cells only"
"""After the direction of studies in animals or cells alone."""
NO_STUDY: Final = "no study"
NOT_RECORDED: Final = "not recorded"
"""The direction in a report from before it was stored."""
IN_A_REGISTER: Final = "trial registered"
UNTRIED: Final = "none known"
IN_PAPERS: Final = "in papers only"
TERMS: Final = (
    "Direction: the overall result of the counted studies; “inconclusive”: no direction could be read. Strength: "
    "how certain the direction is, graded by this program as in GRADE; “at most”: too little is known to lower it. "
    "Stage: the highest phase in Open Targets; if none, whether a trial is registered or a clinical report was found."
)
"""The columns of the first screen, explained where they first stand."""
NOTHING_FOUND: Final = "No paper and no registered trial was found"
NONE_FOR: Final = "No counted study, trial or guideline supports it."
NONE_EITHER_WAY: Final = (
    "No counted study, trial or guideline reports a benefit, no benefit or harm. Results may be unpublished."
)
NONE_MISSING: Final = "None of the evidence gaps we check for was found."
EFFECTS_BY_RULE: Final = (
    "Effects are extracted automatically, and only from studies with a direction. In a check on 89 unseen abstracts, "
    "all 7 effects shown were the main effect with every number right; 47 of the 54 abstracts with a numerical "
    "effect have only their sentence here."
)
"""Printed with effects; the figures are in docs/grading.md and docs/developers/measured.md."""
ODDS_MEANING: Final = (
    "Odds: how many diseases and drugs like these were in a registered trial within six years, whatever their place "
    "by the score. A trial is not a success."
)


def odds_cell(band: OddsBand | None) -> str:
    """``about 1 in 10``, ``fewer than 1 in 100``, or that they are not known."""
    if band is None:
        return "not known"
    return "fewer than 1 in 100" if band is OddsBand.FEWER else f"about {band.value}"


def study_name(level: Level, designs: Sequence[StudyDesign]) -> tuple[str, str]:
    """What one study, and what several, of a level are called; ``designs`` has one for each study."""
    of_one_design = _DESIGNS.get(level, {}).get(designs[0]) if len(set(designs)) == 1 else None
    return of_one_design or STUDIES[level]


def missed(trials: Sequence[str]) -> str:
    """``Primary endpoint not met in 1 phase 3 trial: NCT00000001.``; empty where there is none."""
    return f"Primary endpoint not met in {plural(len(trials), 'phase 3 trial')}: {listed(trials)}." if trials else ""


def none_against(studies_: int, undecided: int, in_part: int = 0, mixed: int = 0) -> str:
    """That no result against it was read, and of how many counted studies none was read at all.

    Args:
        studies_: counted.
        undecided: of these.
        in_part: trials that met their endpoint in part alone.
        mixed: counted studies with results of both kinds.
    """
    trials = "a trial" if in_part == 1 else f"{in_part:,} trials"
    but = f", but {trials} met {'its' if in_part == 1 else 'their'} endpoint only in part" if in_part else ""
    if mixed:
        both = "a study has" if mixed == 1 else f"{mixed:,} studies have"
        but += f"{' and' if but else ', but'} {both} results of both kinds"
    of = plural(studies_, "counted study", "counted studies")
    rest = f" {undecided:,} of {of} {'is' if undecided == 1 else 'are'} inconclusive." if undecided else ""
    return f"No counted study was negative{but}.{rest} Negative results are often not published."


def quoted(sentence_: str) -> str:
    """The abstract's own words in quotation marks, as ``quoted_words`` shows them; empty for none."""
    return f"“{quoted_words(sentence_)}”" if sentence_ else ""


def ended(text: str) -> str:
    """The text with a full stop, unless it ends with one, inside quotation marks or not."""
    return text if text.rstrip("”").endswith((".", "…", "?", "!")) else f"{text}."


STOPPED_EARLY: Final = "Stopped early"


def sentence(parts: Sequence[str]) -> str:
    """Parts of a sentence with a capital and a full stop; empty where there are none."""
    text = "; ".join(part for part in parts if part)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def of_approved_use(use: str, *, alone: bool) -> str:
    """Of a study whose title names an approved use, instead of the disease or beside it; empty where it names none."""
    if not use:
        return ""
    return f"made for an approved use, {use}" if alone else f"in an approved use as well, {use}"


def nothing_found(stage: str, named: Sequence[ClinicalReport]) -> str:
    """That the searches found nothing, and what Open Targets gives all the same.

    Args:
        stage: that Open Targets gives, in words; may be empty.
        named: the trials that Open Targets names for the disease.
    """
    if named:
        return f"{NOTHING_FOUND}, though {trials_named(named)}."
    return f"{NOTHING_FOUND}, though Open Targets gives {stage}." if stage else f"{NOTHING_FOUND}."


def trials_named(named: Sequence[ClinicalReport]) -> str:
    """``Open Targets names 2 trials: NCT00000001 (phase 3, terminated) and NCT00000002 (phase 2)``."""
    shown = [f"{report.id} ({list_words.named_trial(report)})" for report in named[:_TRIALS_NAMED]]
    more = [plural(len(named) - len(shown), "other")] if len(named) > len(shown) else []
    counted = "the trial" if len(named) == 1 else f"{len(named)} trials:"
    return f"Open Targets names {counted} {listed([*shown, *more])}"


_TRIALS_NAMED: Final = 3
"""Trials that a sentence names."""


class TrialEnd(StrEnum):
    """What became of a registered trial that takes a side; the value is what one trial did."""

    MET = "met its endpoint"
    IN_PART = "met its endpoint in part"
    NOT_MET = "did not meet its endpoint"
    STOPPED = "was stopped"


def trials_ended(end: TrialEnd, number: int, phases: Sequence[str], reasons: Sequence[str] = ()) -> str:
    """``2 registered trials (phase 2, phase 3) met their endpoints``; why, or who says so, follows as ``reasons``."""
    did = end.value if number == 1 else end.value.replace("was ", "were ").replace("its endpoint", "their endpoints")
    named = f" ({', '.join(dict.fromkeys(phases))})" if phases else ""
    why = f" ({'; '.join(dict.fromkeys(reasons))})" if reasons else ""
    return f"{plural(number, 'registered trial')}{named} {did}{why}"


BY_PAPERS_ABOVE: Final = ", counted above by paper"
"""SourcedSentence of registered trials whose papers are counted as studies already."""


def people(number: int | None) -> str:
    """``1,204 participants``, or that the number is not stated."""
    return f"{number:,} participants" if number else "number of participants not stated"


LARGEST_TRIAL: Final = "Largest randomised trial"
PHASE_THREE: Final = "Phase 3"
LISTED_STAGE: Final = "Open Targets lists phase 3 all the same"
DOSES_GIVEN: Final = "Doses studied"
RANK: Final = "Rank"


def largest_trial(people: int, side: str, effect_: str) -> str:
    """``1,204 participants, benefit. Attacks: 71% vs 37%.``"""
    result = effect_ or "We could not extract its result"
    if result[1:2].islower():  # "attacks: …", but not "pH: …"
        result = result[:1].upper() + result[1:]
    return f"{people:,} participants, {side}. {ended(result)}"


def abstract_ends(sentence_: str) -> str:
    """What stands where no result was read: the last words of the abstract."""
    return f"Its abstract gives no result in numbers and ends: {quoted(sentence_)}"


def phase_three(counts: Sequence[tuple[str, int]], listed_elsewhere: str = "", untested: int = 0) -> str:
    """``2 registered trials (endpoint not met: 1; planned or running: 1).``

    Without any, how many of phase 3 do not test the drug, and what Open Targets lists all the same.
    """
    if counts:
        total = plural(sum(number for _, number in counts), "registered trial")
        return f"{total} ({'; '.join(f'{state}: {number}' for state, number in counts)})."
    none = "The search of ClinicalTrials.gov gave no phase 3 trial of the drug."
    if untested:
        is_not = "is not its study drug, or its role is not stated"
        records = "1 phase 3 record" if untested == 1 else f"{untested:,} phase 3 records"
        none += f" {records} matched the search, but the drug {is_not}."
    return f"{none} {listed_elsewhere}." if listed_elsewhere else none


def posted_results(unknown: int, posted: int) -> str:
    """What the registry has of the trials without a known outcome; ``posted`` of them have results there."""
    if not unknown:
        return ""
    if not posted:
        return f"No results of {'it' if unknown == 1 else 'these'} are posted in the registry."
    some = f"Of the {unknown:,} without a known outcome {posted:,} {'has' if posted == 1 else 'have'}"
    which = "It has" if unknown == 1 else some
    return f"{which} results in the registry that the rules could not decide; read them there."
