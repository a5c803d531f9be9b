"""The arms of a study, as its title and abstract name them: which had the drug, which had not, and by what names.

What belongs here: reading the arms of one article, and where a sentence mentions them. An arm has more names than what
it got: an abbreviation the abstract gives it ("budenoside (BUD)"), a letter ("group A received zelavir"), or its part
in the study ("the treatment group"). Which numbers belong to an arm is in ``arm_values``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..language.mentions import DRUG, ArticleReader, shortens
from ..language.vocabulary import AGENT
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

    @property
    def has_drug(self) -> bool:
        return not self.name


@dataclass(frozen=True)
class StudyArms:
    """The arms of one study as seen from a drug."""

    drug_names: tuple[str, ...]
    agents: tuple[str, ...] = ()
    """Other agents that an arm got, folded."""
    short: tuple[tuple[str, str], ...] = ()
    """Abbreviations of them, each with what it stands for."""
    labels: tuple[tuple[str, bool], ...] = ()
    """Names of groups such as "group a", each with whether the group had the drug."""
    is_compared: bool = False
    """Whether the article names an arm without the drug at all."""
    others: int = 0
    """How many arms without the drug it names."""

    @property
    def is_two_armed(self) -> bool:
        """Whether the drug is compared with exactly one other thing."""
        return self.others == 1

    def mentions(self, text: str) -> list[Mention]:
        """Where a sentence names an arm, in its order."""
        masked = self.mask(text)
        spotted: list[Mention] = []
        for match in self._pattern.finditer(masked):
            if spotted and match.start() < spotted[-1].end:
                continue
            if match.lastgroup == "group" and names.NO_AGENT.search(match["group"]):
                continue
            end = names.KIND_AFTER.match(masked, match.end())
            mention = Mention(match.start(), end.end() if end else match.end(), match.end(), self._name_of(match))
            before = spotted[-1] if spotted else None
            if before and names.TOGETHER.fullmatch(masked, before.end, mention.start):
                spotted[-1] = _together(before, mention)
            else:
                is_combined = match.lastgroup == "both" or mention.has_drug and names.combined(masked, mention.start, mention.name_end)
                spotted.append(mention._replace(is_combined=is_combined))
        return spotted

    def mask(self, text: str) -> str:
        """The text with every character of the drug's names masked, so that all others keep their place."""
        return self.drug_pattern.sub(lambda name: DRUG * len(name[0]), text)

    @cached_property
    def drug_pattern(self) -> re.Pattern[str]:
        """Finds the drug's names."""
        return re.compile("|".join(rf"\b{re.escape(name)}" for name in self.drug_names) or r"(?!)", re.IGNORECASE)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        agents = "|".join(rf"\b{re.escape(agent)}s?\b" for agent in self.agents) or r"(?!)"
        short = "|".join(rf"(?<![\w-])(?-i:{re.escape(letters)})(?![\w+/])" for letters, _ in self.short) or r"(?!)"
        with_drug = _any_label(label for label, has_drug in self.labels if has_drug)
        without = _any_label(label for label, has_drug in self.labels if not has_drug)
        part = names.PART_OF_DRUG if not self.agents and self.is_compared else r"(?!)"
        return re.compile(
            rf"(?P<without>{names.WITHOUT_DRUG})|(?P<with>{with_drug})|(?P<labelled>{without})"
            rf"|(?P<drug>{DRUG}+)|(?P<control>{names.CONTROL})|(?P<agent>{agents})|(?P<short>{short})|(?P<part>{part})|{names.GROUP_NAMED}",
            re.IGNORECASE,
        )

    def _name_of(self, match: re.Match[str]) -> str:
        kind = match.lastgroup
        if kind in ("drug", "with", "part"):
            return ""
        if kind == "short":
            return dict(self.short)[match[0]]
        return names.CONTROL_ARM if kind in ("control", "without") else match[0].lower().rstrip("s")


def _together(first: Mention, second: Mention) -> Mention:
    """Two agents of one arm."""
    has_drug = first.has_drug or second.has_drug
    name = "" if has_drug else f"{first.name}+{second.name}"
    return Mention(first.start, second.end, second.name_end, name, is_combined=has_drug)


def _any_label(labels: Iterable[str]) -> str:
    return "|".join(rf"\b{re.escape(label)}\b" for label in labels) or r"(?!)"


def study_arms(reader: ArticleReader) -> StudyArms:
    """The arms of a study, as title and abstract name them."""
    bare = StudyArms(reader.names_of_drug)
    title, abstract = bare.mask(reader.article.title), bare.mask(reader.article.abstract)
    text = f"{title}\n{abstract}"
    of_disease = {word.lower() for name in reader.pair.disease_names for word in re.findall(r"[\w-]+", name)}
    agents = tuple(agent for agent in _agents(title, abstract) if agent not in of_disease)
    short = tuple(_short_names(agents, text))
    controls = re.search(names.CONTROL, text, re.IGNORECASE) or re.search(names.WITHOUT_DRUG, text, re.IGNORECASE)
    arms = StudyArms(
        reader.names_of_drug, agents, short, (), bool(agents or controls), len(agents) + (controls is not None)
    )
    return StudyArms(
        arms.drug_names, agents, short, tuple(_labels(arms, abstract).items()), arms.is_compared, arms.others
    )


def _agents(title: str, abstract: str) -> Iterator[str]:
    """What other arms got: words that stand where an arm's name does."""
    in_title = {match["agent"].lower() for pattern in names.AGENT_IN_TITLE for match in pattern.finditer(title)}
    places = Counter(match["agent"].lower() for pattern in names.AGENT_PLACES for match in pattern.finditer(abstract))
    lowered = title.lower()
    for agent in dict.fromkeys((*sorted(in_title), *places)):
        if names.NO_AGENT.search(agent):
            continue
        often = places[agent] > 1 or (places[agent] and agent in lowered)
        if often or AGENT.fullmatch(agent):
            yield agent


def _short_names(agents: tuple[str, ...], text: str) -> Iterator[tuple[str, str]]:
    for agent in agents:
        for match in re.finditer(rf"\b{re.escape(agent)}\b(?:\s[\w-]+)?\s?[(\[](?:group\s)?({names.SHORT})[)\],;]", text, re.IGNORECASE):
            if match[1][:1].isupper() and shortens(match[1], agent) and not names.STATISTIC.fullmatch(match[1]):
                yield match[1], agent


def _labels(arms: StudyArms, abstract: str) -> dict[str, bool]:
    """Names of groups, with whether they got the drug; a name that is given to both is left out."""
    read: dict[str, bool | None] = {}
    for label, got in _given_to(abstract):
        kinds = {mention.has_drug for mention in arms.mentions(got)}
        if len(kinds) == 1:
            has_drug = kinds.pop()
            read[label] = has_drug if read.get(label, has_drug) is has_drug else None
    return {label: has_drug for label, has_drug in read.items() if has_drug is not None}


def _given_to(abstract: str) -> Iterator[tuple[str, str]]:
    """Each name of a group with the words that say what it got."""
    for match in names.LABEL_THEN_GIVEN.finditer(abstract):
        yield _folded(match), names.NEXT_LABEL.split(match["given"], maxsplit=1)[0]
    for match in names.GIVEN_THEN_LABEL.finditer(abstract):
        yield _folded(match), re.split(r"\b(?:and|or|versus|vs)\b|[;)]", match["given"])[-1]


def _folded(match: re.Match[str]) -> str:
    return match["label"].lower()
