"""Does a registered trial belong to a (drug, disease) pair?

What belongs here: pure rules over a trial's registered interventions and conditions. Searching is in
``sources.clinicaltrials``; the registry answers a condition heading from its ancestors as well, so every hit is judged
again here by the trial's own headings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...domain.diseases import NormalizedName
from ...domain.records.trials import ConditionMatch, DrugRole, Intervention, Trial, TrialMatch
from ..language.mentions import explained_otherwise
from ..language.sentences import BRACKETED
from ..literature.pubmed_query import plain, without_salt
from ..names.drug_mentions import names_drug
from ..names.name_matching import is_acronym, names_in, root, same_name, words
from .drug_part import role_of

_PLACEBO = re.compile(r"placebo|\bsham\b", re.IGNORECASE)
_STARTS_WITH_PLACEBO = re.compile(r"\W*(?:\w+ )?(?:placebo|sham)\b", re.IGNORECASE)
_NONE_GIVEN = re.compile(r"\W*[Nn]o\s")
"""Not ``NO``, which is nitric oxide."""
_CHOICE = re.compile(r"\b(?:or|vs|versus)\b|/", re.IGNORECASE)
_COMBINATION = re.compile(r"\b(?:or|vs|versus|and|with|plus)\b|[/+,;]", re.IGNORECASE)
_JOINED = re.compile(r"[+/;,]|\b(?:and|or|plus|versus|vs|combin\w+ (?:with|of))\b", re.IGNORECASE)
"""Between the parts of an intervention that gives several."""
_NO_AGENT = re.compile(
    r"""(?:\W|\b(?:\w*\d\w*|m?c?g|ml|iu|units?|doses?|(?:once|twice|three\ times)\ ?(?:a\ )?|daily|days?|weekly|weeks?
    |months?|tablets?|capsules?|pills?|oral|intravenous|subcutaneous|injections?|infusions?|solutions?|suspensions?
    |pens?|prefilled|injectors?|powder|cream|ointment|topical|inhaled|sr|xr|er|cr|xl|ir|hcl|hydrochloride|release
    |extended|sustained|immediate|modified|high|low|standard|usual|care|treatment|therapy|medication|drugs?|combination
    |groups?|arms?|lifestyle|diet\w*|nutrition\w*|medical|exercise|education|counsell?ing|intervention|for|of|in|by|the
    |a|mouth)\b)*""",
    re.IGNORECASE | re.VERBOSE,
)
"""A part of an intervention that is only a dose, a form or advice."""
_NEUTRAL = frozenset(
    map(root, (
        "acute", "adult", "advanced", "child", "children", "chronic", "disease", "disorder", "in", "mild", "moderate",
        "patient", "pediatric", "primary", "recurrent", "refractory", "severe", "stable", "syndrome", "the",
        "uncontrolled", "with",
    ))
)  # fmt: skip
"""Words that may stand beside a disease's name without making it another disease."""


def match(trial: Trial, drug_names: Sequence[str], name: NormalizedName) -> TrialMatch | None:
    """How the trial belongs to the pair, or ``None`` where it does not.

    Condition: the disease's heading among the trial's own condition headings (a trial of a broader or narrower heading
    is about another disease), or else a registered condition that is one of the disease's names; of a disease whose
    heading is wider, its names alone. Drug: named by an intervention, in the part that ``drug_part.role_of`` reads;
    ``mentioned`` where the title alone names it.
    """
    condition = _condition(trial, name)
    drug = drug_in(trial, drug_names)
    if condition is None or drug is None:
        return None
    kind, matched_condition = condition
    role, intervention = drug
    return TrialMatch(
        trial=trial,
        condition=kind,
        matched_condition=matched_condition,
        drug=role,
        matched_intervention=intervention,
        other_agents=_other_agents(trial, drug_names),
    )


def _condition(trial: Trial, name: NormalizedName) -> tuple[ConditionMatch, str] | None:
    for heading in trial.condition_mesh:
        if heading.id == name.own_mesh_id:
            return ConditionMatch.EXACT, heading.term
    foreign = explained_otherwise(f"{trial.title} {trial.official_title} {trial.summary}", name.names)
    for condition in trial.conditions:
        if any(_is_name(condition, disease) for disease in name.names if disease not in foreign):
            return ConditionMatch.TEXT, condition
    return None


def _is_name(condition: str, disease: str) -> bool:
    """Whether a registered condition is this name, bar words such as "severe": "Obesity Hypoventilation" is not."""
    if is_acronym(disease):
        return condition.strip() == disease
    if same_name(condition, disease):
        return True
    rest = list(words(condition))
    for word in words(disease):
        if word not in rest:
            return False
        rest.remove(word)
    return bool(names_in(condition, [disease])) and all(word in _NEUTRAL for word in rest)


def drug_in(trial: Trial, drug_names: Sequence[str]) -> tuple[DrugRole, str] | None:
    """The drug's part in a trial and the intervention that names it; ``None`` where nothing names it."""
    names = forms(drug_names)
    naming = [i for i in trial.interventions if names_drug(given(i), names)]
    if not naming:
        return (DrugRole.MENTIONED, "") if names_drug(f"{trial.title} {trial.official_title}", names) else None
    return role_of(trial, names, naming)


def forms(drug_names: Sequence[str]) -> tuple[str, ...]:
    """The drug's names, and each without a remark in brackets and without its salt."""
    return tuple(dict.fromkeys(n for drug in drug_names for n in (drug, plain(drug), without_salt(drug)) if n))


def _other_agents(trial: Trial, drug_names: Sequence[str]) -> tuple[str, ...]:
    """The trial's drugs and biologicals but this one and placebos; those given together with it are among them."""
    agents, names = [], forms(drug_names)
    for intervention in trial.interventions:
        if intervention.kind.upper() not in {"DRUG", "BIOLOGICAL", "COMBINATION_PRODUCT"} or not given(intervention):
            continue
        if names_drug(f"{given(intervention)} ; {intervention.name}", names):
            agents += _given_together(intervention.name, names)
        else:
            agents.append(intervention.name)
    return tuple(dict.fromkeys(agents))


def _given_together(intervention: str, drug_names: Sequence[str]) -> list[str]:
    """The other drugs of an intervention that names this one: "Naltrexone/bupropion" gives naltrexone as well."""
    parts = [part.strip() for part in _JOINED.split(BRACKETED.sub(" ", intervention))]
    return [
        part
        for part in parts
        if not (_NO_AGENT.fullmatch(part) or _PLACEBO.search(part) or names_drug(part, drug_names))
    ]


def given(intervention: Intervention) -> str:
    """What the intervention gives, without its placebos.

    "Placebo to match sildenafil", "bupropion placebo" and "No metformin" name the drug and give none; "sildenafil or
    placebo" gives it.
    """
    if not _PLACEBO.search(intervention.name):
        return " ; ".join(n for n in (intervention.name, *intervention.other_names) if not _NONE_GIVEN.match(n))
    separator = _CHOICE if _STARTS_WITH_PLACEBO.match(intervention.name) else _COMBINATION
    return " ; ".join(part for part in separator.split(intervention.name) if not _PLACEBO.search(part))
