"""The arms of a study, as its title and abstract name them: which had the drug, which had not, and by what names.

What belongs here: reading the arms of one article, and where a sentence mentions them. An arm has more names than what
it got: an abbreviation the abstract gives it ("budenoside (BUD)"), a letter ("group A received zelavir"), or its part
in the study ("the treatment group"). Which numbers belong to an arm is in ``arm_values``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ..kept_readings import kept
from ..language.mentions import DRUG, ArticleReader
from ..vocabulary import AGENT
from . import arm_names as names


class Mention(NamedTuple):
    """Characters of a sentence that name an arm, with what belongs to the name: its dose, "-treated", "group"."""

    start: int
    end: int
    name_end: int
    """Where the bare name ends: "placebo" of "placebo group"."""
    name: str
    """What tells this arm from others; empty for the drug's."""
    is_combined: bool = False
    """Whether the drug was given together with another agent."""
    partner: str = ""
    """That other agent, where its name is known."""

    dose: str = ""
    """The dose that is part of the name."""

    @property
    def has_drug(self) -> bool:
        return not self.name


class GroupLabel(NamedTuple):
    """A name of a group that the study gives it: "group A", "the DM group"."""

    name: str
    """Folded."""
    has_drug: bool


@dataclass(frozen=True)
class StudyArms:
    """The arms of one study as seen from a drug."""

    drug_names: tuple[str, ...]
    agents: tuple[str, ...] = ()
    """Other agents that an arm got, folded."""
    labels: tuple[GroupLabel, ...] = ()
    """Names of groups such as "group a"."""
    is_compared: bool = False
    """Whether the article names an arm without the drug at all."""
    others: int = 0
    """How many arms without the drug it names."""

    @property
    def is_two_armed(self) -> bool:
        """Whether the drug is compared with exactly one other thing."""
        return self.others == 1

    def mentions(self, text: str) -> list[Mention]:
        """Where a text names an arm, in its order."""
        masked = self.mask(text)
        spotted: list[Mention] = []
        for match in self._matches(masked):
            if spotted and match.start() < spotted[-1].end:
                continue
            if not _is_arm(match, masked):
                continue
            if match.lastgroup is None and self.agents and not (spotted and spotted[-1].has_drug):
                continue  # another agent's dose
            end = names.KIND_AFTER.match(masked, match.end())
            last = end.end() if end else match.end()
            dose = _dose(masked, match.start(), last)
            mention = Mention(match.start(), last, match.end(), self._name_of(match), dose=dose)
            if match.lastgroup == "with":
                mention = mention._replace(dose=match[0].lower())
            before = spotted[-1] if spotted else None
            if before and _is_one_arm(before, mention, masked):
                spotted[-1] = _together(before, mention)
            else:
                spotted.append(_with_partner(mention, masked, is_both=match.lastgroup == "both"))
                spotted[-1:] = _each_dose(spotted[-1], masked)
        return spotted

    def mask(self, text: str) -> str:
        """The text with every character of the drug's names masked, so that all others keep their place."""
        return self.drug_pattern.sub(lambda name: DRUG * len(name[0]), text)

    @property
    def drug_pattern(self) -> re.Pattern[str]:
        """Finds the drug's names."""
        return name_pattern(self.drug_names)

    def _matches(self, masked: str) -> list[re.Match[str]]:
        """All that may be a mention, as it stands; of two at one place the study's own name first."""
        of_study = [match for pattern in self._own_patterns for match in pattern.finditer(masked)]
        general = names.MENTION.finditer(masked)
        has_part = self.is_compared and not self.agents
        of_all = [match for match in general if has_part or match.lastgroup != "part"]
        doses = (names.DOSE if has_part else names.LISTED_DOSE).finditer(masked)
        return sorted((*of_study, *of_all, *doses), key=lambda match: (match.start(), match.re is names.MENTION))

    @cached_property
    def _own_patterns(self) -> list[re.Pattern[str]]:
        """What this study's arms are called, beside the drug's names and what any study calls them."""
        parts = [
            rf"(?P<{'with' if label.has_drug else 'labelled'}>\b{re.escape(label.name)}\b)" for label in self.labels
        ]
        parts += [rf"(?P<agent>\b{re.escape(agent)}s?\b)" for agent in self.agents]
        return [re.compile(part, re.IGNORECASE) for part in parts]

    def _name_of(self, match: re.Match[str]) -> str:
        kind = match.lastgroup
        if kind in (None, "drug", "with", "part"):  # a dose has no group
            return ""
        if kind in ("control", "without") and not match[0].lower().startswith(names.PLACEBO):
            return names.CONTROL_ARM
        return match[0].lower().rstrip("s")


@kept(256)
def name_pattern(drug_names: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the names of a drug, whatever their case."""
    return re.compile("|".join(rf"\b{re.escape(name)}" for name in drug_names) or r"(?!)", re.IGNORECASE)


def _each_dose(mention: Mention, masked: str) -> list[Mention]:
    """The arms of the drug in "zelavir 10, 20 and 40 mg"; the mention alone where it has no list of doses."""
    if not mention.has_drug or mention.is_combined:
        return [mention]
    listed = names.FURTHER_DOSES.match(masked[mention.end :])
    places = [
        (mention.end + amount.start(), mention.end + amount.end(), amount[0])
        for amount in (names.LISTED_AMOUNT.finditer(listed[0]) if listed else ())
    ]
    if not mention.dose and len(places) > 1:
        _, end, dose = places.pop(0)
        mention = mention._replace(end=end, dose=dose)
    elif len(places) < 2:
        return [mention]
    return [mention, *(Mention(start, end, end, "", dose=dose) for start, end, dose in places)]


def _dose(masked: str, start: int, end: int) -> str:
    """The dose that stands in an arm's name."""
    own = names.DOSE.search(masked, start, end)
    return own[0] if own else ""


def _is_one_arm(first: Mention, second: Mention, masked: str) -> bool:
    """Whether two agents are named together; of "zelavir-placebo" the one is taken from the other."""
    joined = names.TOGETHER.fullmatch(masked, first.end, second.start)
    if second.has_drug and first.name and masked[first.end : second.start] == " and ":
        return re.search(rf"\b{re.escape(first.name)}\salone\b", masked, re.IGNORECASE) is not None
    controls = (names.PLACEBO, names.CONTROL_ARM)
    return joined is not None and not (joined[0] == "-" and (first.name in controls or second.name in controls))


def _together(first: Mention, second: Mention) -> Mention:
    """Two agents of one arm."""
    has_drug = first.has_drug or second.has_drug
    name = "" if has_drug else f"{first.name}+{second.name}"
    return Mention(first.start, second.end, second.name_end, name, has_drug, first.name or second.name)


def _with_partner(mention: Mention, masked: str, *, is_both: bool) -> Mention:
    """The mention, with what the drug, or another agent, is combined with in its name."""
    if mention.has_drug:
        partner = names.partner_of(masked, mention.start)
        return mention._replace(is_combined=is_both or partner is not None, partner=partner or "")
    return mention._replace(is_combined=is_both)


def _is_arm(match: re.Match[str], masked: str) -> bool:
    """Whether what may be an arm's name is one, as far as its neighbours tell."""
    if match.lastgroup is None:
        return names.BEFORE_DOSE.search(masked, max(0, match.start() - 12), match.start()) is not None
    if match.lastgroup == "drug":
        return True
    if names.OF_P_VALUE.search(masked, max(0, match.start() - 60), match.start()):
        return False
    if match.lastgroup == "group":
        return not names.is_no_agent(match["group"])
    if match.lastgroup == "stem":
        before = masked[max(0, match.start() - 60) : match.start()]
        return bool(names.VALUE_BEFORE.search(before))
    return True


def study_arms(reader: ArticleReader) -> StudyArms:
    """The arms of a study, as title and abstract name them."""
    bare = StudyArms(tuple(reader.names_of_drug))
    title, abstract = bare.mask(reader.article.title), bare.mask(reader.article.abstract)
    of_disease = {word for name in reader.pair.disease_names for word in re.findall(r"[\w-]+", name.lower())}
    agents = tuple(agent for agent in _agents(title, abstract) if agent not in of_disease)
    others = len(agents) + (names.ANY_CONTROL.search(f"{title}\n{abstract}") is not None)
    arms = StudyArms(bare.drug_names, agents, (), others > 0, others)
    return replace(arms, labels=tuple(_labels(arms, abstract)))


def _agents(title: str, abstract: str) -> Iterator[str]:
    """What other arms got: words that stand where an arm's name does."""
    places = Counter(_agents_in_places(abstract))
    lowered = title.lower()
    for agent, times in places.items():
        often = times > 1 or agent in lowered
        if not names.is_no_agent(agent) and (often or AGENT.fullmatch(agent)):
            yield agent


def _agents_in_places(abstract: str) -> Iterator[str]:
    for pattern in names.AGENT_AFTER:
        for match in pattern.finditer(abstract):
            yield match["agent"].lower()
    for pattern in names.AGENT_ENDS:
        for match in pattern.finditer(abstract):
            agent = names.AGENT_BEFORE.search(abstract, max(0, match.start() - 80), match.start())
            if agent:
                yield agent["agent"].lower()


def _labels(arms: StudyArms, abstract: str) -> Iterator[GroupLabel]:
    """Names of groups; none where a name is given both to a group with the drug and to another."""
    kinds: dict[str, set[bool]] = {}
    for label, start, end in _given_to(abstract):
        got = abstract[start:end]
        read = _kinds(arms.mentions(got))
        if read or names.DOSE.search(got):
            got_drug = read if read and not label.startswith("control") else {False}
            kinds.setdefault(label, set()).update(got_drug if read else {False, True})  # a dose of what?
    if {True} in kinds.values() and all(len(read) == 1 for read in kinds.values()):
        for label, read in kinds.items():
            yield GroupLabel(label, True in read)


def _kinds(mentions: list[Mention]) -> set[bool]:
    """Whether what a group got holds the drug; the fluid a drug is given in does not count beside it."""
    fluid = any(mention.has_drug for mention in mentions)
    return {mention.has_drug for mention in mentions if not (fluid and mention.name == names.CONTROL_ARM)}


def _given_to(abstract: str) -> Iterator[tuple[str, int, int]]:
    """Each name of a group, with where the words stand that say what it got."""
    for match in names.LABEL.finditer(abstract):
        label = match["label"].lower()
        opened = names.OPENED_BEFORE.search(abstract, max(0, match.start() - 20), match.start())
        if opened and names.CLOSED_AFTER.match(abstract, match.end()):
            first = max(0, opened.start() - 90)
            start = _last_part(abstract, names.PART_ENDS, first, opened.start())
            yield label, start, opened.start()


def _last_part(text: str, ends: re.Pattern[str], start: int, end: int) -> int:
    """Where the last part of a stretch of text begins."""
    return max((match.end() for match in ends.finditer(text, start, end)), default=start)
