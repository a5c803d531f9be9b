"""What part the drug has in a trial: tested, compared with, only named, or not told; alone or with another drug.

What belongs here: the registered arms. What they do not tell is not told: two drugs that one trial lists may be given
together or against each other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from ...domain.records.trials import DrugRole, Intervention, Trial
from ..names.drug_mentions import names_drug

_AGENT_KINDS = frozenset({"DRUG", "BIOLOGICAL", "COMBINATION_PRODUCT"})
_AGENT_NAME = re.compile(r"[A-Za-z][\w-]{3,}(?: [a-z]{4,})?")
_NO_AGENT = re.compile(
    r"\b(?:placebo|sham|standard|usual|care|therapy|treatment|control|tablets?|capsules?|oral|drug|daily|high|low|dose"
    r"|group|arm|active|comparator|matching|extended|release|injection)\b",
    re.IGNORECASE,
)


class Company(StrEnum):
    """Whether a trial gives the drug with another one."""

    ALONE = "alone"
    """Or beside what every arm gets alike."""
    TOGETHER = "together"
    NOT_TOLD = "not told"


def role_of(trial: Trial, names: Sequence[str], naming: Sequence[Intervention]) -> tuple[DrugRole, str]:
    """The drug's part in a trial that lists it as an intervention, and the intervention that names it.

    Args:
        names: the drug's names, with and without their salts.
        naming: the interventions that give it, at least one.
    """
    with_experimental_arm = any("EXPERIMENTAL" in i.arm_types for i in trial.interventions)
    for intervention in naming:
        if "EXPERIMENTAL" in intervention.arm_types:
            return DrugRole.EXPERIMENTAL, intervention.name
    if with_experimental_arm and any(i.arm_types for i in naming):
        return DrugRole.COMPARATOR, naming[0].name
    agents = other_agent_names(trial, names)
    if not agents:
        return DrugRole.EXPERIMENTAL, naming[0].name
    told = any(i.arm_types for i in naming)
    return (DrugRole.EXPERIMENTAL if told else DrugRole.UNCLEAR), naming[0].name


def other_agent_names(trial: Trial, names: Sequence[str]) -> list[str]:
    """Names by which texts may call the other drugs of the trial's interventions."""
    agents: list[str] = []
    for intervention in trial.interventions:
        wordings = (intervention.name, *intervention.other_names)
        if intervention.kind.upper() not in _AGENT_KINDS or names_drug(" ; ".join(wordings), names):
            continue
        for wording in wordings:
            agents += [
                agent
                for word in _AGENT_NAME.findall(wording)
                if (agent := word.split()[0]) and not _NO_AGENT.search(agent)
            ][:1]
    return list(dict.fromkeys(agent for agent in agents if len(agent) > 3 and not names_drug(agent, names)))
