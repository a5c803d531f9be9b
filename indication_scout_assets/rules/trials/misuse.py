"""Why a trial does not show that the drug treats the disease, whatever its title suggests.

What belongs here: registered facts of a trial against "DRUG treats DISEASE": what is tested, against what, in whom, by
which endpoint. Each difference is one plain sentence with the registered words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...domain.diseases import NormalizedName
from ...domain.findings.assessment import MisuseKind, TrialMisuse
from ...domain.records.trials import DrugRole, Trial, TrialMatch
from ..names.drug_mentions import names_drug
from ..names.name_matching import fold, is_acronym, names_in, root, same_name, shortens, words
from .arms import Gets, arm_gets, company_of, given_with
from .drug_part import Company
from .endpoints import EndpointKind, kind_of
from .purpose import OTHER_PURPOSES, gives_nobody, not_to_treat
from .trial_matching import drug_in, forms, given

_HEALTHY = re.compile(
    r"\bhealthy (?:(?:adult|male|female|young|elderly|older|human|japanese|chinese|korean|caucasian|asian|and|or) )*"
    r"(?:volunteers?|subjects?|participants?|people|adults|men|women|individuals)\b|^healthy$",
    re.IGNORECASE,
)
_CHILDREN = re.compile(
    r"\b(?:child(?:ren|hood)?|pa?ediatric|adolescen\w+|infants?|neonat\w+|newborns?|juvenile)\b", re.I
)
_WITHOUT_DISEASE = frozenset({"healthy"})
_ACRONYM = re.compile(r"\b[A-Z][A-Za-z0-9-]{1,9}\b")
_NEUTRAL = frozenset(
    map(root, (
        "active", "acute", "adult", "advanced", "and", "bilateral", "chronic", "disease", "disorder", "in", "mild",
        "moderate", "of", "or", "patient", "primary", "severe", "stable", "syndrome", "the", "to", "with",
    ))
)  # fmt: skip
"""Words beside a disease's name that make no part of it."""
_LISTED_CONDITIONS = re.compile(r"\b(?:or|and|and/or)\b|[/;]", re.IGNORECASE)
_SHOWN = 90
"""Characters of a registered text in a sentence."""
_LISTED = 3


def misuses(match: TrialMatch, drug_names: Sequence[str], name: NormalizedName) -> tuple[TrialMisuse, ...]:
    """The differences found, in the order intervention, comparator, population, endpoint; one of a kind at most."""
    misused = (
        (MisuseKind.INTERVENTION, _intervention(match, drug_names)),
        (MisuseKind.COMPARATOR, _comparator(match, drug_names)),
        (MisuseKind.POPULATION, _population(match.trial, name)),
        (MisuseKind.ENDPOINT, _endpoint(match.trial, drug_names, name)),
    )
    return tuple(TrialMisuse(kind=kind, sentence=sentence) for kind, sentence in misused if sentence)


def not_treating(trial: Trial, drug_names: Sequence[str]) -> str:
    """Why it treats nobody with the drug, in one sentence; empty where the registry does not say so."""
    if untreated := gives_nobody(trial):
        return untreated
    part = drug_in(trial, drug_names)
    if part is not None and part[0] is DrugRole.COMPARATOR and trial.arms:
        return f"By its arms “{part[1]}” is what another treatment is compared with."
    return _in_all_arms(trial, drug_names)


# ------------------------------------------------------------------------------------------------ what is tested
def _intervention(match: TrialMatch, drug_names: Sequence[str]) -> str:
    if match.drug is not DrugRole.EXPERIMENTAL:
        return _not_tested(match)
    trial = match.trial
    if together := given_with(match, drug_names):
        return f"The drug is given together with another: “{_short(together)}”."
    if trial.primary_purpose not in OTHER_PURPOSES and (untreated := not_to_treat(trial)):
        return untreated
    return _by_arms(trial, drug_names) if trial.arms else _by_words(match, drug_names)


def _by_words(match: TrialMatch, drug_names: Sequence[str]) -> str:
    """What is given with the drug as far as title and summary tell, for a trial without registered arms."""
    company = company_of(match, drug_names)
    if company is Company.TOGETHER:
        return f"By its words the drug is given together with another: {_list(match.other_agents)}."
    if company is Company.NOT_TOLD:
        return f"It lists {_list(match.other_agents)} as well, and does not tell whether that is given with the drug."
    return ""


def _not_tested(match: TrialMatch) -> str:
    """What the trial tests where that is another treatment, or not told."""
    trial = match.trial
    if match.drug is DrugRole.MENTIONED:
        named = "The drug is named by the title alone and is no intervention of the trial"
        none = "The registry lists no intervention; the drug stands in the title alone"
        return f"{named if trial.interventions else none}: “{_short(trial.title)}”."
    if match.drug is DrugRole.UNCLEAR:
        return f"It lists {_list(match.other_agents)} as well, and does not tell which of its drugs is tested."
    tested = [i.name for i in trial.interventions if "EXPERIMENTAL" in i.arm_types] or list(match.other_agents)
    given_drug = f"“{match.matched_intervention}” is what it is compared with"
    or_beside = " or given beside" if trial.arms else ""
    return f"The trial tests {_list(tested) or 'another treatment'}; {given_drug}{or_beside}."


def _by_arms(trial: Trial, drug_names: Sequence[str]) -> str:
    """What else than the drug makes the difference between the arms."""
    if in_all := _in_all_arms(trial, drug_names):
        return in_all
    arms = [arm_gets(trial, arm, drug_names) for arm in trial.arms]
    with_drug = [arm for arm, gets in zip(trial.arms, arms, strict=True) if gets is Gets.DRUG]
    others_by_arm = [_others(trial, arm.interventions, drug_names) for arm in with_drug]
    shared = [set(_others(trial, a.interventions, drug_names)) for a in trial.arms if a not in with_drug]
    new = [
        other for others in others_by_arm[:1] for other in others if all(other in rest for rest in others_by_arm[1:])
    ]
    new = [other for other in new if not any(other in rest for rest in shared)]
    if new:
        return f"Every arm with the drug gets {_list(new)} too; the other arms do not."
    return ""


def _in_all_arms(trial: Trial, drug_names: Sequence[str]) -> str:
    every = [arm_gets(trial, arm, drug_names) is Gets.DRUG for arm in trial.arms]
    if len(every) > 1 and all(every) and (differing := _differing(trial, drug_names)):
        return f"All {len(every)} arms get the drug; they differ in {_list(differing)}."
    return ""


def _differing(trial: Trial, drug_names: Sequence[str]) -> list[str]:
    """Other drugs that some arms get and others do not."""
    each = [_others(trial, arm.interventions, drug_names) for arm in trial.arms]
    every = dict.fromkeys(other for others in each for other in others)
    return [other for other in every if any(other not in others for others in each)]


def _others(trial: Trial, names: Sequence[str], drug_names: Sequence[str]) -> list[str]:
    """Drugs and biologicals among an arm's interventions beside this drug and placebos."""
    return [
        i.name
        for i in trial.interventions
        if i.name in names
        and i.kind.upper() in {"DRUG", "BIOLOGICAL", "COMBINATION_PRODUCT"}
        and given(i)
        and not names_drug(given(i), forms(drug_names))
    ]


# ------------------------------------------------------------------------------------------------ against what
def _comparator(match: TrialMatch, drug_names: Sequence[str]) -> str:
    trial = match.trial
    if match.drug is not DrugRole.EXPERIMENTAL:
        return ""
    arms = [(arm, arm_gets(trial, arm, drug_names)) for arm in trial.arms]
    without = [(arm, gets) for arm, gets in arms if gets is not Gets.DRUG]
    if trial.allocation == "NA" or len(arms) == 1:
        return "The trial has one arm: nothing is compared with the drug."
    if arms and not without and not _differing(trial, drug_names):
        arm_names = _list([arm.name for arm, _ in arms])
        return f"All arms get the drug, in other doses or forms ({arm_names}): nothing else is compared with it."
    if trial.allocation == "NON_RANDOMIZED":
        return "The groups were not assigned by chance."
    if without and all(gets is Gets.OTHER for _, gets in without):
        others = [_others(trial, arm.interventions, drug_names) or [arm.name] for arm, _ in without]
        with_drug = {intervention for arm, gets in arms if gets is Gets.DRUG for intervention in arm.interventions}
        if not all(
            intervention in with_drug for each in others for intervention in each
        ):  # else the drug is added to what all get
            return f"The drug is compared with another treatment alone: {_list([o for each in others for o in each])}."
    return ""


# ------------------------------------------------------------------------------------------------ in whom
def _population(trial: Trial, name: NormalizedName) -> str:
    texts = (trial.title, trial.official_title, *trial.conditions)
    if healthy := next((phrase[0] for text in texts if (phrase := _HEALTHY.search(text))), ""):
        return f"Healthy people take part: “{healthy}”."
    if trial.healthy_volunteers and 0 < trial.phase_number <= 1:
        return f"It is a {trial.phase_name} trial that takes healthy volunteers."
    if trial.ages == ("CHILD",) and not any(_CHILDREN.search(wording) for wording in name.names):
        return "Only children could take part."
    narrower = [condition for condition in trial.conditions if _is_part(condition, name)]
    if narrower and not any(_is_the_disease(condition, name) for condition in trial.conditions):
        return f"Its registered condition is a part of the disease: “{narrower[0]}”."
    return ""


def _is_the_disease(condition: str, name: NormalizedName) -> bool:
    return any(same_name(condition, wording) for wording in name.names) or (
        bool(names_in(condition, list(name.names))) and not _is_part(condition, name)
    )


def _is_part(condition: str, name: NormalizedName) -> bool:
    """Whether a condition is the disease with a further word: "Treatment Resistant Depression" of depression.

    Words of its other names and its abbreviation make no part of it: "PCOS (Polycystic Ovary Syndrome)". Nor does a
    second condition beside it: "Overweight or Obesity" takes in the disease itself.
    """
    listed = _LISTED_CONDITIONS.split(condition)
    if len(listed) > 1 and any(same_name(part, wording) for part in listed for wording in name.names):
        return False
    named = names_in(condition, list(name.names))
    own = {word for wording in name.names for word in words(wording)}
    rest = words(
        _ACRONYM.sub(
            lambda acronym: " " if any(_spells(acronym[0], wording) for wording in named) else acronym[0], condition
        )
    )
    return bool(named) and any(word not in own and word not in _NEUTRAL for word in rest)


def _spells(acronym: str, name: str) -> bool:
    """Whether an acronym is made of a name's letters: "PCOS" of "polycystic ovary syndrome"."""
    return is_acronym(acronym) and shortens(acronym, name)


# ------------------------------------------------------------------------------------------------ by which endpoint
def _endpoint(trial: Trial, drug_names: Sequence[str], name: NormalizedName) -> str:
    kinds = {kind_of(outcome, drug_names) for outcome in trial.primary_outcomes}
    if kinds and EndpointKind.EFFICACY not in kinds:
        measured = " and ".join(sorted(kind.value for kind in kinds))
        return f"The primary outcome is {measured}: “{_short(trial.primary_outcomes[0])}”."
    if trial.primary_purpose in OTHER_PURPOSES:
        return not_to_treat(trial)
    if foreign := next(_foreign(trial, name), ""):
        return f"The primary outcome is of another condition of the trial: “{_short(foreign)}”."
    return ""


def _foreign(trial: Trial, name: NormalizedName) -> Iterator[str]:
    """The primary outcomes, where all name another condition of the trial and none names this disease."""
    own = list(name.names)
    others = [c for c in trial.conditions if not names_in(c, own) and fold(c) not in _WITHOUT_DISEASE]
    named = [bool(names_in(o, others)) and not names_in(o, own) for o in trial.primary_outcomes]
    if others and named and all(named):
        yield from trial.primary_outcomes


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN].rsplit(' ', 1)[0]}…"


def _list(names: Sequence[str]) -> str:
    """The first names, quoted, and how many more there are."""
    unique = list(dict.fromkeys(names))
    more = f" and {len(unique) - _LISTED} more" if len(unique) > _LISTED else ""
    return ", ".join(f"“{_short(entry)}”" for entry in unique[:_LISTED]) + more
