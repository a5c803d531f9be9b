"""Which arms and result groups of a trial get the drug, and what the others get.

What belongs here: reading arms and groups by the names of what they get. A group is told by its title, by the arm of
the same name, then by its description; "placebo for sildenafil" and "no sildenafil" give none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from ...domain.records.trials import Arm, Intervention, ResultGroup, Trial, TrialMatch
from ..names.drug_mentions import DRUG_MASK, masked_drug, names_drug
from ..names.name_matching import names_in, same_name
from .drug_part import Company, company_by_words
from .trial_matching import forms, given

_NOTHING = re.compile(
    r"\b(?:placebos?|sham|vehicle|saline|dummy|no (?:treatment|intervention|drug|therapy|medication)|observation"
    r"|untreated|wait(?:ing)?[- ]?list|watchful waiting|best supportive|standard of care"
    r"|(?:usual|standard|routine|supportive) (?:care|treatment|therapy)|control(?:s| group| arm)?$)",
    re.IGNORECASE,
)
_NOTHING_KINDS = frozenset({"PLACEBO_COMPARATOR", "SHAM_COMPARATOR", "NO_INTERVENTION"})
_WITHOUT = re.compile(
    r"\b(?:no|without|not (?:receiv\w+|treated with|given|taking)|(?:match\w*|identical|similar|comparable)(?: \w+)? to"
    r"|instead of|prior to|before|versus|vs\.?|compared (?:with|to)|placebo (?:for|to match|of|matching))"
    rf"\s(?:(?:the|any|an?|oral|daily|\d+|mg)\s)*{DRUG_MASK}"
)
_CHOICE = re.compile(r"\b(?:or|vs\.?|versus)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.;])\s+|\n")


class Gets(StrEnum):
    """What an arm or group gets."""

    DRUG = "the drug"
    NOTHING = "placebo or no treatment"
    """Beside what all arms get."""
    OTHER = "another treatment"
    UNKNOWN = "not stated"


def gives_drug(text: str, drug_names: Sequence[str]) -> bool:
    """Whether a text says that the drug is given: its placebo, and the words that it is not, give none."""
    spared = _WITHOUT.sub(" ", masked_drug(text, forms(drug_names)))
    return DRUG_MASK in given(Intervention(kind="", name=spared))


def given_with(match: TrialMatch, drug_names: Sequence[str]) -> str:
    """The intervention that gives the drug together with another, where none gives it by itself; else empty.

    "Insulin or metformin" gives either.
    """
    names = forms(drug_names)
    naming = [i.name for i in match.trial.interventions if names_drug(given(i), names)]
    combined = [i for i in naming if names_in(i, match.other_agents) and not _CHOICE.search(i)]
    return combined[0] if combined and len(combined) == len(naming) else ""


def company_of(match: TrialMatch, drug_names: Sequence[str]) -> Company:
    """Whether the trial gives the drug with another one: in one product or in one arm, not in every arm alike.

    Without registered arms its words tell (``drug_part.company_by_words``), or nothing does.
    """
    trial, names = match.trial, forms(drug_names)
    listed = {i.name for i in trial.interventions}
    own = {i.name for i in trial.interventions if names_drug(given(i), names)}
    in_product = set(match.other_agents).difference(listed)
    if in_product and not all(_CHOICE.search(name) for name in own):
        return Company.TOGETHER  # part of a product or of a regimen that names both
    others = set(match.other_agents) & listed
    if not others:
        return Company.ALONE
    with_drug = [set(arm.interventions) for arm in trial.arms if own.intersection(arm.interventions)]
    if with_drug:
        with_others = [arm for arm in with_drug if others.intersection(arm)]
        every = set.intersection(*(set(arm.interventions) for arm in trial.arms))
        together = len(with_others) == len(with_drug) and not all(others & arm <= every for arm in with_others)
        return Company.TOGETHER if together else Company.ALONE
    arms_of = [i.arm_types for i in trial.interventions if i.name in others]
    if all(arms_of):
        return Company.TOGETHER if any("EXPERIMENTAL" in kinds for kinds in arms_of) else Company.ALONE
    return company_by_words(trial, names)


def arm_gets(trial: Trial, arm: Arm, drug_names: Sequence[str]) -> Gets:
    """What an arm gets, by its interventions, then by its name."""
    names = forms(drug_names)
    given_here = [i for i in trial.interventions if i.name in arm.interventions]
    if any(names_drug(given(i), names) for i in given_here):
        return Gets.DRUG
    if not given_here and gives_drug(arm.name, drug_names):
        return Gets.DRUG
    if arm.kind in _NOTHING_KINDS or _NOTHING.search(" ; ".join((arm.name, *(i.name for i in given_here)))):
        return Gets.NOTHING
    return Gets.OTHER if given_here else Gets.UNKNOWN


def group_gets(trial: Trial, group: ResultGroup, drug_names: Sequence[str]) -> Gets:
    """What a group of posted results got."""
    if gives_drug(group.title, drug_names):
        return Gets.DRUG
    if arm := _arm_of(trial, group):
        return arm_gets(trial, arm, drug_names)
    if _NOTHING.search(group.title):
        return Gets.NOTHING
    if any(gives_drug(sentence, drug_names) for sentence in _SENTENCE.split(group.description)):
        return Gets.DRUG
    if _NOTHING.search(group.description):
        return Gets.NOTHING
    others = [i for i in trial.interventions if not names_drug(given(i), forms(drug_names))]
    named = any(names_in(f"{group.title} {group.description}", [i.name, *i.other_names]) for i in others)
    return Gets.OTHER if named else Gets.UNKNOWN


def compared_with_nothing(trial: Trial, drug_names: Sequence[str]) -> bool:
    """Whether an arm of the trial gets placebo or no treatment."""
    if trial.arms:
        return any(arm_gets(trial, arm, drug_names) is Gets.NOTHING for arm in trial.arms)
    return any(_NOTHING.search(i.name) for i in trial.interventions)


def adds_only_the_drug(trial: Trial, with_drug: ResultGroup, without: ResultGroup, drug_names: Sequence[str]) -> bool:
    """Whether the group without the drug gets placebo, nothing, or only what the group with the drug gets as well."""
    if group_gets(trial, without, drug_names) is Gets.NOTHING:
        return True
    treated, compared = (_others_of(trial, group, drug_names) for group in (with_drug, without))
    return bool(compared) and compared <= treated


def _others_of(trial: Trial, group: ResultGroup, drug_names: Sequence[str]) -> set[str]:
    """The interventions beside the drug that a group gets, by its arm or its words."""
    names = forms(drug_names)
    others = [i for i in trial.interventions if given(i) and not names_drug(given(i), names)]
    arm = _arm_of(trial, group)
    text = f"{group.title} {group.description}"
    return {
        i.name for i in others if (i.name in arm.interventions if arm else names_in(text, [i.name, *i.other_names]))
    }


def _arm_of(trial: Trial, group: ResultGroup) -> Arm | None:
    """The arm of the same name, else the one arm whose name the group's title holds."""
    if same := next((arm for arm in trial.arms if same_name(arm.name, group.title)), None):
        return same
    held = [arm for arm in trial.arms if names_in(group.title, [arm.name])]
    return held[0] if len(held) == 1 else None
