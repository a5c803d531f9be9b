"""What part the drug has in a trial: tested, compared with, only named, or not told; alone or with another drug.

What belongs here: the registered arms, and where the registry gives none the words of title and summary: "X versus Y",
"compare X and Y", "X in combination with Y". What neither arms nor words tell is not told: two drugs that one trial
lists may be given together or against each other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from ...domain.records.trials import DrugRole, Intervention, Trial
from ..language.mentions import DRUG
from ..language.sentences import sentences
from ..names.drug_mentions import names_drug, without_other_agents
from ..names.name_matching import mask_names
from ..names.name_variants import all_variants

OTHER = "\ue020"
"""Another drug of the trial, in a masked text; a private-use character as the mask of the drug is."""
_AGENT_KINDS = frozenset({"DRUG", "BIOLOGICAL", "COMBINATION_PRODUCT"})
_AGENT_NAME = re.compile(r"[A-Za-z][\w-]{3,}(?: [a-z]{4,})?")
_NO_AGENT = re.compile(
    r"\b(?:placebo|sham|standard|usual|care|therapy|treatment|control|tablets?|capsules?|oral|drug|daily|high|low|dose"
    r"|group|arm|active|comparator|matching|extended|release|injection)\b",
    re.IGNORECASE,
)
_AGAINST = (
    r"(?:versus|vs\.?|v\.|against|compared\s(?:with|to)|in\scomparison\s(?:with|to|of)|as\scompared\s(?:with|to))"
)
_MARK = rf"[{DRUG}{OTHER}]"
_COMPARED = re.compile(rf"{_AGAINST}")
_COMPARING = re.compile(
    r"\b(?:compar\w+|head[- ]to[- ]head|non-?inferior\w*|superiority)\b[^.;]{0,160}?"
    rf"{_MARK}[^.;]{{0,120}}?\b(?:and|with|to|versus|vs\.?|or|against|over)\b[^.;]{{0,80}}?{_MARK}"
)
_JOINED = re.compile(
    rf"{_MARK}[\w\s()-]{{0,25}}?(?:\bplus\b|\+|\bcombined\swith\b|\b(?:in\s)?combination\swith\b|\btogether\swith\b"
    rf"|\badded\sto\b|\badd-?\s?on\sto\b|\bon\stop\sof\b|\bwith\sor\swithout\b|/)[\w\s()-]{{0,40}}?{_MARK}"
    rf"|\bcombin\w+\s(?:of\s|therapy\sof\s|treatment\sof\s)?[\w\s()-]{{0,25}}?{_MARK}[\w"
    rf"\s()-]{{0,15}}?(?:and|with|plus|\+|/)"
    rf"[\w\s()-]{{0,20}}?{_MARK}"
    rf"|\b(?:addition\sof|adding)\s[\w\s()-]{{0,20}}?{_MARK}[\w\s()-]{{0,40}}?\bto\b[\w\s()-]{{0,20}}?{_MARK}"
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
    by_words = _role_by_words(trial, names, agents)
    if by_words is None:
        by_words = DrugRole.EXPERIMENTAL if any(i.arm_types for i in naming) else DrugRole.UNCLEAR
    return by_words, naming[0].name


def _role_by_words(trial: Trial, names: Sequence[str], agents: Sequence[str]) -> DrugRole | None:
    """By title, then summary; ``None`` where they do not tell.

    What a title compares the tested drug with stands behind "versus". A title that names the other drug alone, with a
    summary that compares the two, tests the other one.
    """
    titles = [_masked(text, names, agents) for text in (trial.title, trial.official_title) if text]
    for title in titles:
        compared = _COMPARED.search(title)
        if compared is None:
            continue
        tested, against = title[: compared.start()], title[compared.end() :]
        if DRUG in against and DRUG not in tested and OTHER in tested:
            return DrugRole.COMPARATOR
        if DRUG in tested:
            return DrugRole.EXPERIMENTAL
    if any(DRUG in title for title in titles):
        return DrugRole.EXPERIMENTAL
    compares = any(_COMPARING.search(s) or _compared_with_drug(s) for s in _summary(trial, names, agents))
    return DrugRole.COMPARATOR if compares and any(OTHER in title for title in titles) else None


def _compared_with_drug(masked: str) -> bool:
    compared = _COMPARED.search(masked)
    return compared is not None and OTHER in masked[: compared.start()] and DRUG in masked[compared.end() :]


def company_by_words(trial: Trial, names: Sequence[str]) -> Company:
    """Whether title and summary say that the drug is given with another; for trials without registered arms."""
    agents = other_agent_names(trial, names)
    if not agents:
        return Company.ALONE
    texts = [_masked(text, names, agents) for text in (trial.title, trial.official_title) if text]
    texts += _summary(trial, names, agents)
    texts = [text for text in texts if DRUG in text]
    joined = any(_with_drug(match[0]) for text in texts for match in _JOINED.finditer(text))
    compared = any(_COMPARING.search(text) or _compares(text) for text in texts)
    if joined == compared:
        return Company.NOT_TOLD
    return Company.TOGETHER if joined else Company.ALONE


def _with_drug(phrase: str) -> bool:
    return DRUG in phrase and OTHER in phrase


def _compares(masked: str) -> bool:
    """Whether the drug stands on one side of "versus" and another drug on the other."""
    compared = _COMPARED.search(masked)
    if compared is None:
        return False
    sides = masked[: compared.start()], masked[compared.end() :]
    return any(DRUG in side and OTHER in other and DRUG not in other for side, other in (sides, sides[::-1]))


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


def _summary(trial: Trial, names: Sequence[str], agents: Sequence[str]) -> list[str]:
    return [_masked(span.text, names, agents) for span in sentences(trial.summary)]


def _masked(text: str, names: Sequence[str], agents: Sequence[str]) -> str:
    return without_other_agents(mask_names(text, {DRUG: all_variants(names), OTHER: list(agents)}))
