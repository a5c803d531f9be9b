"""The sentences of the first screen and of a candidate's summary: what was found, in counted words.

What belongs here: sentences from counts and effects. Every number in them is a count of rows the report holds, or a
quotation of an abstract. What is counted and where it stands, ``views.summary_view`` says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from ...domain.assessment import Level
from ...domain.candidates import OddsBand
from ...domain.statements import Polarity
from ...domain.study_designs import StudyDesign
from ...domain.trials import Trial
from .article_words import STATUS, Standing
from .common_words import listed, plural, shorten, status_name

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
SIDE: Final[Mapping[Polarity, str]] = {
    Polarity.SUPPORTS: "benefit",
    Polarity.CONTRADICTS: "no benefit",
    Polarity.MIXED: "mixed",
    Polarity.NEUTRAL: "inconclusive",
    Polarity.HARM: "harm",
}
"""The direction of a study, a candidate or a trial, in one word or two."""
_WITH: Final[Mapping[Polarity, str]] = {
    Polarity.SUPPORTS: "with benefit",
    Polarity.CONTRADICTS: "without benefit",
    Polarity.HARM: "with harm",
    Polarity.MIXED: "with mixed results",
}
"""The same after a number of studies."""
NOT_DECIDED: Final = "inconclusive"
NOT_IN_PEOPLE: Final = "not in people"
"""After the direction of studies in animals or cells alone."""
NO_STUDY: Final = "no study"
SIDE_OF_CANDIDATE: Final[Mapping[Polarity, str]] = {
    Polarity.SUPPORTS: "benefit",
    Polarity.CONTRADICTS: "no benefit",
    Polarity.MIXED: "conflicting",
}
"""The direction of a candidate's counted studies together."""
UNTRIED: Final = "none known"
IN_PAPERS: Final = "in papers only"
IN_A_REGISTER: Final = "trial registered"
TERMS: Final = (
    "Direction: of the counted studies together; “inconclusive”: none could be read. Stage: by Open Targets, the "
    "registry or papers. Harm: whether the drug causes or worsens the disease. Approval: in any country, by Open "
    "Targets and the labels read."
)
"""The columns of the first screen, explained where they first stand."""
NOTHING_FOUND: Final = "No paper and no registered trial was found"
NONE_FOR: Final = "No counted study, trial or guideline speaks for it."
NONE_EITHER_WAY: Final = "No counted study, trial or guideline speaks for it or against it. Results may be unpublished."
NONE_MISSING: Final = "Nothing of what is checked for each candidate."
EFFECTS_BY_RULE: Final = (
    "Effects are read by rule, and only of studies with a direction. On 89 abstracts that nobody read for these "
    "rules, 8 of the 9 effects shown were the main one and right in every number; 46 of the 54 that tell an effect in "
    "numbers have only their sentence here."
)
"""Said beside effects; the figures are in docs/effects.md and docs/measured.md."""
ODDS_MEANING: Final = (
    "Odds: how many diseases and drugs like these were in a registered trial within six years, whatever their place "
    "by the score. A trial is not a success."
)
_LONGEST_QUOTE: Final = 320


def odds_cell(band: OddsBand | None) -> str:
    """``about 1 in 10``, ``fewer than 1 in 100``, or that they are not known."""
    if band is None:
        return "not known"
    return "fewer than 1 in 100" if band is OddsBand.FEWER else f"about {band.value}"


def names_of_studies(level: Level, designs: Sequence[StudyDesign]) -> tuple[str, str]:
    """What a study of a level is called, and what several are, by their design where all are of one."""
    of_one_design = _DESIGNS.get(level, {}).get(designs[0]) if len(set(designs)) == 1 else None
    return of_one_design or STUDIES[level]


def studies(level: Level, designs: Sequence[StudyDesign], people: int) -> str:
    """``3 randomised trials with 1,204 participants``; ``designs`` has one for each study."""
    text = plural(len(designs), *names_of_studies(level, designs))
    return f"{text} with {plural(people, 'participant')}" if people and level is not Level.MECHANISM else text


def side_of_some(side: str, decided: int, studies_: int) -> str:
    """``benefit, in 1 of 4``: a direction with how many studies have one, where most have none."""
    return f"{side}, in {decided:,} of {studies_:,}" if 2 * decided < studies_ else side


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
    return f"No result against it was read{but}.{rest} Results against a drug are often not published."


def sides(counts: Mapping[Polarity, int], people_: Mapping[Polarity, int] | None = None) -> str:
    """``2 with benefit, 1 without benefit``; with ``people_``: ``2 with benefit (63 participants)``."""
    taken = [
        f"{counts[side]:,} {_WITH[side]}"
        + (f" ({plural(number, 'participant')})" if (number := (people_ or {}).get(side)) else "")
        for side in (Polarity.SUPPORTS, Polarity.CONTRADICTS, Polarity.HARM, Polarity.MIXED)
        if counts.get(side)
    ]
    if taken and (without := counts.get(Polarity.NEUTRAL)):
        taken.append(f"{without:,} {NOT_DECIDED}")
    return ", ".join(taken) or "all inconclusive"


def quoted(sentence_: str) -> str:
    """The abstract's own words in quotation marks, cut where they are very long; empty for none."""
    return f"“{shorten(' '.join(sentence_.split()), _LONGEST_QUOTE)}”" if sentence_ else ""


def ended(text: str) -> str:
    """The text with a full stop, unless it ends with one, inside quotation marks or not."""
    return text if text.rstrip("”").endswith((".", "…", "?", "!")) else f"{text}."


STOPPED_EARLY: Final = "Stopped early"


def stops(number: int) -> str:
    """``2 trials stopped early``; empty where none was stopped."""
    return f"{plural(number, 'trial')} {STOPPED_EARLY.lower()}" if number else ""


def sentence(parts: Sequence[str]) -> str:
    """Parts of a sentence with a capital and a full stop; empty where there are none."""
    text = "; ".join(part for part in parts if part)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def of_approved_use(use: str, *, alone: bool) -> str:
    """Of a study whose title names an approved use, instead of the disease or beside it; empty where it names none."""
    if not use:
        return ""
    return f"made for an approved use, {use}" if alone else f"in an approved use as well, {use}"


def in_approved_uses(uses: Sequence[str], decided: int) -> str:
    """``1 of 3 that take a side concerns an approved use (schizophrenia)``; empty where none does.

    Args:
        uses: of each such study, the approved use that its title names.
        decided: studies that take a side.
    """
    if not uses:
        return ""
    named = f"an approved use ({', '.join(dict.fromkeys(uses))})"
    if decided == 1:
        return f"the study with a direction concerns {named}"
    return f"{len(uses)} of {decided} with a direction concern{'s' if len(uses) == 1 else ''} {named}"


def nothing_found(stage: str) -> str:
    """That the searches found nothing, and the ``stage`` that Open Targets gives all the same; it may be empty."""
    return f"{NOTHING_FOUND}, though Open Targets gives {stage}." if stage else f"{NOTHING_FOUND}."


def weaker(number: int, decided: int) -> str:
    """``3 weaker studies, 1 with a side``: what the sentence on the strongest kinds leaves out; empty for none."""
    taken = f"{decided:,} with a direction" if number > 1 else "with a direction"
    return f"{plural(number, 'weaker study', 'weaker studies')}, {taken if decided else NOT_DECIDED}" if number else ""


def likeliest(odds: str, names: Sequence[str], others: int) -> str:
    """``Highest among the new for gout, lupus and 3 more: of pairs alike about 1 in 10 were in a registered trial…``"""
    more = f" and {others:,} more" if others else ""
    return (
        f"Highest among the new for {', '.join(names)}{more}: of pairs alike {odds} were in a registered trial within "
        "six years. It tells how often such diseases are tried, not that the drug would help."
    )


def papers_only(papers: int, trials: int, untested: int = 0, unclear: int = 0) -> str:
    """What there is where no study counts: papers and trials that are no study of the drug's effect on the disease.

    Args:
        papers, trials: found.
        untested: of the trials, those in which the drug is not what is tested.
        unclear: of these, those that do not tell which of their drugs is.
    """
    counted = [plural(papers, "paper")] if papers else []
    counted += [plural(trials, "registered trial")] if trials else []
    if not counted:
        return ""
    them = "them" if papers + trials > 1 else "it"
    text = f"{listed(counted)} found; no result on the drug in this disease was read in {them}"
    if not untested:
        return text
    if untested == unclear:
        which = "the trial does not tell" if trials == 1 else f"{unclear:,} of the trials do not tell"
        which = "none of the trials tells" if 1 < trials == unclear else which
        return f"{text}; {which} whether the drug is tested"
    if trials == 1:
        return f"{text}; the trial does not test the drug"
    which = "none of the trials tests" if untested == trials else f"{untested:,} of the trials do not test"
    return f"{text}; {which} the drug"


def trials_elsewhere(number: int, trials: int) -> str:
    """That of ``trials`` so many are filed under the disease by the registry alone; empty for none."""
    own = "its own words do not" if number == 1 else "their own words do not"
    which = "the trial is" if trials == 1 else f"{number:,} of the trials {'is' if number == 1 else 'are'}"
    return f"{which} filed under this disease by the registry's index, {own} speak of it" if number else ""


def late_stages(number: int) -> str:
    """That Open Targets gives phase 3 for so many candidates, and that of these trials nothing is known here."""
    unknown = "trials that were not found here may have failed"
    return f"Open Targets gives phase 3 or 2/3 for {number:,} of these diseases: {unknown}."


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
"""Said of registered trials whose papers are counted as studies already."""


def map_sentence(candidates: int, without: int, with_trials: int) -> str:
    """The map of candidates in words."""
    return (
        f"Of {plural(candidates, 'candidate')}, {with_trials:,} have a counted randomised trial or a synthesis of such "
        f"trials, and {without:,} have no counted study. To the right stands what is more likely to be tried in a "
        "registered trial within six years, by how often candidates alike were; diseases already tried with the drug "
        "have a column of their own. Upwards stands what has a stronger kind of study."
    )


def people(number: int | None) -> str:
    """``1,204 participants``, or that the number is not stated."""
    return f"{number:,} participants" if number else "number of participants not stated"


LARGEST_TRIAL: Final = "Largest randomised trial"
PHASE_THREE: Final = "Phase 3"
ALL_PHASE_THREE: Final = "Phase 3, all candidates"
BEST_SUPPORTED: Final = "Best supported"
LIKELIEST: Final = "Base rate of a trial"
RUNNING_NOW: Final = "Running now"
RETRACTED: Final = "Retracted"
NO_TRIAL: Final = "No registered trial of a candidate was found."
ALSO_COUNTED: Final = "also counted for"
"""Before the candidate that stands higher and rests on the same studies."""
NONE_SUPPORTED: Final = "None: no counted study, trial or guideline speaks for any candidate."
ALSO_AGAINST: Final = "Something speaks against it as well."
DOSES_GIVEN: Final = "Doses studied"


def largest_trial(people: int, side: str, effect_: str) -> str:
    """``1,204 participants, benefit. Attacks: 71% vs 37%.``"""
    result = effect_ or "Its result was not read"
    if result[1:2].islower():  # "attacks: …", but not "pH: …"
        result = result[:1].upper() + result[1:]
    return f"{people:,} participants, {side}. {ended(result)}"


def abstract_ends(sentence_: str) -> str:
    """What stands where no result was read: the last words of the abstract."""
    return f"Its abstract tells no result in numbers and ends: {quoted(sentence_)}"


def phase_three(counts: Sequence[tuple[str, int]], *, listed_by_source: bool = False, untested: int = 0) -> str:
    """``2 registered trials: 1 endpoint not met, 1 planned or running.``

    Without any, whether Open Targets lists the stage all the same, and how many of phase 3 do not test the drug.
    """
    if not counts:
        none = "No phase 3 trial is known to test the drug."
        if untested:
            it, does = ("was found: it", "does") if untested == 1 else ("were found: they", "do")
            none += f" {plural(untested, 'trial')} of phase 3 {it} {does} not test the drug, or {does} not say so."
        return f"{none} Open Targets gives phase 3 all the same." if listed_by_source else none
    total = plural(sum(number for _, number in counts), "registered trial")
    return f"{total}: {', '.join(f'{number} {state}' for state, number in counts)}."


def running(trial: Trial) -> str:
    """``recruiting, to end in 2027-03``."""
    end = f", to end in {trial.completion_date[:7]}" if trial.completion_date else ", its end is not registered"
    return f"{status_name(trial)}{end}"


def of_which_named(number: str, count: int, named: int) -> str:
    """``9 trials, 6 of them here.``; without the second half where all are named."""
    return f"{number}, {named} of them here." if named < count else f"{number}."


def retracted(standing: Standing) -> str:
    """What the notice says, in one sentence."""
    return standing.sentence or STATUS[standing.status]


def none_retracted(read: int) -> str:
    """That no paper ranked here is known as retracted."""
    return (
        f"None of the {plural(read, 'paper')} ranked here is known to be retracted." if read else "No paper was read."
    )


def unchecked(what: str, number: int, candidates: int) -> str:
    """That ``what``, trials or papers, could not be asked for: a failure is not the answer "none"; empty for 0."""
    if not number:
        return ""
    which = "" if number == candidates else f" for {number:,} of {plural(candidates, 'candidate')}"
    return f"{what} were not checked{which}."


def posted_results(unknown: int, posted: int) -> str:
    """What the registry has of the trials without a known outcome; ``posted`` of them have results there."""
    if not unknown:
        return ""
    if not posted:
        return f"No results of {'it' if unknown == 1 else 'these'} are posted in the registry."
    some = f"Of the {unknown:,} without a known outcome {posted:,} {'has' if posted == 1 else 'have'}"
    which = "It has" if unknown == 1 else some
    return f"{which} results in the registry that the rules could not decide; read them there."
