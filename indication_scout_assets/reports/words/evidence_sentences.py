"""What the counted studies of a candidate reported, in whole sentences: the strongest kinds of study first.

What belongs here: sentences from counts. Which studies are counted, ``views.candidates.summary_view`` says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ...domain.findings.assessment import Level
from ...domain.findings.statements import Polarity
from ...domain.findings.study_designs import StudyDesign
from .common_words import listed, plural
from .summary_words import study_name

_REPORTED: Final[Mapping[Polarity, tuple[str, str]]] = {
    Polarity.SUPPORTS: ("reported a benefit", "reported a benefit"),
    Polarity.CONTRADICTS: ("reported no benefit", "reported no benefit"),
    Polarity.HARM: ("reported harm", "reported harm"),
    Polarity.MIXED: ("reported mixed results", "reported mixed results"),
    Polarity.NEUTRAL: ("was inconclusive", "were inconclusive"),
}
"""What one study did, and what several did, in the order they are named."""
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
"""Numbers below ten are written out, as medical journals do."""


class CountedStudy(NamedTuple):
    """A counted study, as a sentence needs it."""

    level: Level
    design: StudyDesign
    polarity: Polarity
    participants: int | None
    """``None`` where its record does not say."""
    of_several: bool = False
    """A review of several drugs, whose participants are not all the drug's."""


def number(count: int) -> str:
    """``two``, ``12``."""
    return _NUMBERS[count] if count < len(_NUMBERS) else f"{count:,}"


def evidence(studies: Sequence[CountedStudy], levels: Sequence[Level]) -> list[str]:
    """A sentence for each of these levels, then one for the studies of all others where any has a direction."""
    sentences = [of_level(studies, level) for level in levels]
    weaker = [study._replace(participants=0) for study in studies if study.level not in levels]
    if any(study.polarity is not Polarity.NEUTRAL for study in weaker):
        sentences.append(_reported("study of weaker design", "studies of weaker design", weaker))
    return sentences


def of_level(studies: Sequence[CountedStudy], level: Level) -> str:
    """What the studies of this level reported; there is at least one."""
    alike = [study for study in studies if study.level is level]
    return _reported(*study_name(level, [study.design for study in alike]), alike)


def _reported(single: str, several: str, studies: Sequence[CountedStudy]) -> str:
    """``Of three randomised trials (121 participants), two reported a benefit (83) and one was inconclusive.``"""
    of_direction = {
        polarity: alike
        for polarity in _REPORTED
        if (alike := [study for study in studies if study.polarity is polarity])
    }
    of_several = " of several drugs" if all(study.of_several for study in studies) else ""
    name = f"{number(len(studies))} {single if len(studies) == 1 else several}{of_several}"
    size = _size(studies, "participant")
    if len(of_direction) == 1:
        ((polarity, _),) = of_direction.items()
        return _sentence(f"{name}{size} {_REPORTED[polarity][len(studies) > 1]}")
    parts = [
        f"{number(len(alike))} {_REPORTED[polarity][len(alike) > 1]}{_size(alike) if size else ''}"
        for polarity, alike in of_direction.items()
    ]
    return _sentence(f"of {name}{size}, {listed(parts)}")


def _size(studies: Sequence[CountedStudy], unit: str = "") -> str:
    """`` (121 participants)``; what is added up of some alone is a lower bound.

    Animals and cells are not counted, and neither are the participants of reviews of several drugs.
    """
    known = [
        study.participants
        for study in studies
        if study.participants and study.level is not Level.MECHANISM and not study.of_several
    ]
    if not known:
        return ""
    at_least = "at least " if len(known) < len(studies) else ""
    total = plural(sum(known), unit) if unit else f"{sum(known):,}"
    return f" ({at_least}{total})"


def without_result(papers: int, trials: int, untested: int = 0, unclear: int = 0, elsewhere: int = 0) -> list[str]:
    """What was found where no study counts; none where nothing was found.

    Args:
        papers, trials: found.
        untested: of the trials, those that do not test the drug or do not state whether they do.
        unclear: of these, those that do not state it.
        elsewhere: of the trials, those that the registry's index alone files under the disease.
    """
    counted = [f"{number(count)} {name if count == 1 else f'{name}s'}" for count, name in _kinds(papers, trials)]
    if not counted:
        return []
    were, none = ("was", "without") if papers + trials == 1 else ("were", "none with")
    sentences = [_sentence(f"{listed(counted)} {were} found, {none} a readable result of the drug")]
    if untested == unclear:
        sentences.append(_of_trials(untested, trials, "state", " whether the drug is tested"))
    else:
        sentences.append(_of_trials(untested, trials, "test", " the drug"))
    if elsewhere:
        which = (
            "the trial is" if trials == 1 else f"{number(elsewhere)} of the trials {'is' if elsewhere == 1 else 'are'}"
        )
        sentences.append(_sentence(f"{which} filed under this disease by the registry’s index alone"))
    return [sentence for sentence in sentences if sentence]


def _kinds(papers: int, trials: int) -> list[tuple[int, str]]:
    return [(count, name) for count, name in ((papers, "paper"), (trials, "registered trial")) if count]


def _of_trials(count: int, trials: int, verb: str, what: str) -> str:
    """``None of the trials states …``, ``Two of the trials do not state …``; empty for none."""
    if not count:
        return ""
    if trials == 1:
        return f"The trial does not {verb}{what}."
    if count == trials:
        return f"None of the trials {verb}s{what}."
    return _sentence(f"{number(count)} of the trials {'does' if count == 1 else 'do'} not {verb}{what}")


def in_approved_uses(uses: Sequence[str], decided: int) -> str:
    """``One of the three studies with a direction was made in an approved use (schizophrenia).``; empty for none.

    Args:
        uses: of each such study, the approved use that its title names.
        decided: studies with a direction.
    """
    if not uses:
        return ""
    named = f"an approved use ({listed(dict.fromkeys(uses))})"
    if decided == 1:
        return f"The study with a direction was made in {named}."
    verb = "was" if len(uses) == 1 else "were"
    of = f"{number(len(uses))} of the {number(decided)}"
    which = of if len(uses) < decided else "both" if decided == 2 else f"all {number(decided)}"
    return _sentence(f"{which} studies with a direction {verb} made in {named}")


def indexed_with(uses: Sequence[str]) -> str:
    """That PubMed files the disease's papers with those of approved uses; empty for none."""
    approved = "an approved use" if len(uses) == 1 else "approved uses"
    return f"PubMed indexes its papers with those of {listed(uses)}, {approved}." if uses else ""


def same_studies(other: str) -> str:
    """That another candidate, ranked higher, rests on the same studies; empty for none."""
    return f"The same studies are counted for {other}." if other else ""


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
