"""The arms of a study, as its title and abstract name them: which had the drug, which had not, and by what names.

What belongs here: reading the arms of one article, and where a sentence mentions them. An arm has more names than what
it got: an abbreviation the abstract gives it ("budenoside (BUD)"), a letter ("group A received zelavir"), or its part
in the study ("the treatment group"). Which numbers belong to an arm is in ``arm_values``.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ..kept_readings import kept
from ..language.mentions import DRUG, ArticleReader
from ..names.name_matching import shortens
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
    got: tuple[int, int] | None = None
    """Where the abstract names what a group without the drug got."""

    @property
    def is_bare(self) -> bool:
        """Whether the name alone says nothing of what the group got."""
        return names.BARE_LABEL.fullmatch(self.name) is not None


@dataclass(frozen=True)
class StudyArms:
    """The arms of one study as seen from a drug."""

    drug_names: tuple[str, ...]
    agents: tuple[str, ...] = ()
    """Other agents that an arm got, folded."""
    short: tuple[tuple[str, str], ...] = ()
    """Abbreviations of them, each with what it stands for."""
    labels: tuple[GroupLabel, ...] = ()
    """Names of groups such as "group a"."""
    is_compared: bool = False
    """Whether the article names an arm without the drug at all."""
    is_addition: bool = False
    """Whether the drug was added to what both arms got."""
    others: int = 0
    """How many arms without the drug it names."""

    def agent_of(self, short: str) -> str | None:
        """The agent that an abbreviation stands for; ``None`` for anything else."""
        return dict(self.short).get(short) or None

    def label_of(self, name: str) -> GroupLabel | None:
        """The label that a sentence calls an arm by, if it is one."""
        return next((label for label in self.labels if label.name == name.lower()), None)

    @property
    def compares_drug_alone(self) -> bool:
        """Whether all groups that have a label got the drug."""
        return len(self.labels) > 1 and all(label.has_drug for label in self.labels)

    @property
    def is_two_armed(self) -> bool:
        """Whether the drug is compared with exactly one other thing."""
        return self.others == 1

    def mentions(self, text: str, *, is_gift: bool = False) -> list[Mention]:
        """Where a text names an arm, in its order.

        Args:
            text: a sentence.
            is_gift: the text tells what a group got, so that "a dose of zelavir" is its arm.
        """
        masked = self.mask(text)
        spotted: list[Mention] = []
        for match in self._matches(masked):
            if spotted and match.start() < spotted[-1].end:
                continue
            if not _is_arm(match, masked, is_gift=is_gift):
                continue
            if match.lastgroup is None and self.agents and not (spotted and spotted[-1].has_drug):
                continue  # another agent's dose
            end = names.KIND_AFTER.match(masked, match.end())
            last = end.end() if end else match.end()
            start = _with_amount(match, masked, spotted[-1].end if spotted else 0)
            mention = Mention(start, last, match.end(), self._name_of(match), dose=_dose(masked, start, last))
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
        if self.is_compared and names.DRUG_PERIOD.search(masked):
            of_study += names.PLACEBO_PERIOD.finditer(masked)
        if self.is_addition:
            of_study += names.PARTS_OF_ADDITION.finditer(masked)
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
        own = [re.compile(part, re.IGNORECASE) for part in parts]
        return own + [re.compile(rf"(?P<short>{_as_named(short)})") for short, _ in self.short]

    def _name_of(self, match: re.Match[str]) -> str:
        kind = match.lastgroup
        if kind in (None, "drug", "with", "part"):  # a dose has no group
            return ""
        if kind == "group" and self._is_drug_misspelt(match["group"]):
            return ""
        if kind == "short":
            return dict(self.short).get(match[0], dict(self.short).get(match[0].rstrip(string.digits), ""))
        if kind in ("control", "without") and not match[0].lower().startswith(names.PLACEBO):
            return names.CONTROL_ARM
        return match[0].lower().rstrip("s")

    def _is_drug_misspelt(self, word: str) -> bool:
        """Whether a group's name begins as the drug's does: "zelavire group"."""
        return any(word[:6].lower() == name[:6].lower() for name in self.drug_names if len(name) > 6)


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
        return [mention, *_second_dose(mention, masked)]
    return [mention, *(Mention(start, end, end, "", dose=dose) for start, end, dose in places)]


def _second_dose(mention: Mention, masked: str) -> list[Mention]:
    """The drug's other arm in "zelavir 10 mg and 20 mg"."""
    second = names.SECOND_DOSE.match(masked, mention.end) if mention.dose else None
    if second is None:
        return []
    start, end = second.span("dose")
    return [Mention(start, end, end, "", dose=second["dose"])]


def _with_amount(match: re.Match[str], masked: str, end: int) -> int:
    """Where the name of an arm begins, with the amount that people got of it: "given 20 mg of zelavir".

    Args:
        match: the name.
        masked: the text.
        end: where the mention before it ends.
    """
    given = names.GIVEN_AMOUNT.search(masked, max(0, match.start() - 40), match.start())
    is_own = given is not None and match.lastgroup == "drug" and given.start("dose") >= end
    return given.start("dose") if given and is_own else match.start()


def _as_named(short: str) -> str:
    """The pattern of an abbreviation in a sentence; one letter stands for an arm in brackets alone."""
    if len(short) == 1:
        return rf"(?<=\(){short}(?=[);,])"
    return rf"(?<![\w-]){re.escape(short)}(?:\d{{2,3}}(?![\d.%]))?(?![a-zA-Z+/])"


def _dose(masked: str, start: int, end: int) -> str:
    """The dose that stands in an arm's name, else the one right before it."""
    own = names.DOSE.search(masked, start, end)
    before = names.DOSE_BEFORE.search(masked, max(0, start - 20), start)
    return own[0] if own else before["dose"] if before else ""


def _is_one_arm(first: Mention, second: Mention, masked: str) -> bool:
    """Whether two agents are named together; of "zelavir-placebo" the one is taken from the other."""
    joined = names.TOGETHER.fullmatch(masked, first.end, second.start)
    if names.RATIO_OPENS.search(masked, 0, first.start):
        return False
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
        partner = names.partner_of(masked, mention.start, mention.name_end)
        return mention._replace(is_combined=is_both or partner is not None, partner=partner or "")
    if (more := names.PLUS_WORD.match(masked, mention.end)) and DRUG not in more[0]:
        return mention._replace(end=more.end(), name_end=more.end(), name=f"{mention.name}+{more['word'].lower()}")
    if (more := names.PLUS_BEFORE.search(masked, max(0, mention.start - 40), mention.start)) and DRUG not in more[0]:
        return mention._replace(name=f"{more['word'].lower()}+{mention.name}")
    return mention._replace(is_combined=is_both)


def _is_arm(match: re.Match[str], masked: str, *, is_gift: bool) -> bool:
    """Whether what may be an arm's name is one, as far as its neighbours tell."""
    if match.lastgroup is None:
        led = names.BEFORE_DOSE.search(masked, max(0, match.start() - 12), match.start())
        return led is not None and not names.DOSES_OPPOSED.search(masked, max(0, match.start() - 8), match.end() + 8)
    if match.lastgroup == "drug":
        return _is_drugs_arm(match, masked, is_gift=is_gift)
    if names.OF_P_VALUE.search(masked, max(0, match.start() - 60), match.start()):
        return False
    if match.lastgroup == "group":
        return not names.is_no_agent(match["group"])
    if match.lastgroup == "stem":
        before = masked[max(0, match.start() - 60) : match.start()]
        return bool(names.BESIDE_VALUE.match(masked, match.end()) or names.VALUE_BEFORE.search(before))
    return True


def _is_drugs_arm(match: re.Match[str], masked: str, *, is_gift: bool) -> bool:
    """Whether the drug's name stands for its arm, and not for an amount, a strain or what a p value is of."""
    before = max(0, match.start() - 60)
    if names.AFTER_P_VALUE.search(masked, before, match.start()) or names.NO_GIFT_AFTER.match(masked, match.end()):
        return False
    is_given = is_gift or names.GIVEN_AMOUNT.search(masked, max(0, match.start() - 40), match.start())
    return bool(is_given) or not names.AMOUNT_BEFORE.search(masked, max(0, match.start() - 40), match.start())


def study_arms(reader: ArticleReader) -> StudyArms:
    """The arms of a study, as title and abstract name them."""
    whole = f"{reader.article.title}\n{reader.article.abstract}"
    bare = StudyArms((*reader.names_of_drug, *_short_names_of_drug(StudyArms(reader.names_of_drug), whole)))
    title, abstract = bare.mask(reader.article.title), bare.mask(reader.article.abstract)
    of_disease = {word for name in reader.pair.disease_names for word in re.findall(r"[\w-]+", name.lower())}
    added = next(filter(None, (pattern.search(title) for pattern in names.ADDED_IN_TITLE)), None)
    named = dict.fromkeys((*_agents(title, abstract), *_background(added)))
    agents = tuple(agent for agent in named if agent not in of_disease)
    text = f"{title}\n{abstract}"
    short = tuple(
        dict(
            (
                *_cut_names(agents, bare.drug_names, text),
                *_short_names((*agents, names.PLACEBO, "normal saline"), text),
                *_letters(agents, text),
            )
        ).items()
    )
    opposed = tuple(_opposed_shorts(abstract, {name for name, _ in short}))
    has_control = names.ANY_CONTROL.search(text) is not None
    is_addition = added is not None
    others = max(len(agents) + has_control, len(opposed), int(is_addition))
    arms = StudyArms(bare.drug_names, agents, (*short, *opposed), (), others > 0, is_addition, others)
    return replace(arms, labels=tuple(_labels(arms, abstract)))


def _background(added: re.Match[str] | None) -> Iterator[str]:
    """What the title says that both arms got, where it names it beside the drug."""
    agent = added.groupdict().get("agent") if added else None
    if agent and not names.is_no_agent(agent):
        yield agent.lower()


def _agents(title: str, abstract: str) -> Iterator[str]:
    """What other arms got: words that stand where an arm's name does."""
    in_title = {match["agent"].lower() for pattern in names.AGENT_IN_TITLE for match in pattern.finditer(title)}
    opposed = {match["agent"].lower() for pattern in names.AGENT_OPPOSED for match in pattern.finditer(title)}
    places = Counter(_agents_in_places(abstract))
    lowered = title.lower()
    for agent in dict.fromkeys((*sorted(in_title | opposed), *places)):
        often = places[agent] > 1 or (places[agent] and agent in lowered) or agent in opposed
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


def _short_names_of_drug(bare: StudyArms, text: str) -> Iterator[str]:
    """Abbreviations of the drug, with what it is bound to or how it is made: "zelavir bismuth citrate (ZBC)"."""
    masked = bare.mask(text)
    for match in names.DRUG_SHORTENED.finditer(masked):
        short, long = match["short"], text[match.start() : match.start("short")]
        if short[0].lower() == long[0].lower() and shortens(short, long):
            yield short


def _letters(agents: tuple[str, ...], masked: str) -> Iterator[tuple[str, str]]:
    """Single letters that the text gives to the drug and another arm: "zelavir (Z) or placebo (P)"."""
    for match in names.LETTERED.finditer(masked):
        of_drug, of_other = match["drug"] or match["drug_too"], match["letter_after"] or match["letter_before"]
        other = (match["after"] or match["before"]).lower()
        if of_drug != of_other and other in (*agents, names.PLACEBO):
            yield of_drug, ""
            yield of_other, other


def _cut_names(agents: tuple[str, ...], drug_names: tuple[str, ...], text: str) -> Iterator[tuple[str, str]]:
    """Capitals with which the name of an agent or the drug begins ("BUD"), each with the agent, empty for the drug."""
    longer = {**{name.lower(): "" for name in drug_names}, **{agent: agent for agent in agents}}
    for short in dict.fromkeys(names.CAPITALS.findall(text)) if agents else ():
        begun = {agent for name, agent in longer.items() if name.startswith(short.lower()) and name != short.lower()}
        if len(begun) == 1:
            yield short, begun.pop()


def _short_names(agents: tuple[str, ...], text: str) -> Iterator[tuple[str, str]]:
    """Abbreviations that the text gives to agents: "budenoside (BUD)"."""
    for match in names.INTRODUCED.finditer(text) if agents else ():
        before = text[max(0, match.start() - 40) : match.start()].lower()
        short = match["short"]
        for agent in agents:
            if re.search(rf"\b{re.escape(agent)}(?:\s[\w-]+)?\s?$", before) and shortens(short, agent):
                yield short, agent


def _opposed_shorts(masked: str, known: set[str]) -> Iterator[tuple[str, str]]:
    """Names in capitals that stand where another arm's would, opposite to the drug's, each with itself, folded."""
    for pattern in names.SHORT_OPPOSED:
        for match in pattern.finditer(masked):
            short = match["short"]
            if short not in known and short not in names.NO_SHORT and not _holds_drug(short, masked):
                known.add(short)
                yield short, short.lower()


def _holds_drug(short: str, masked: str) -> bool:
    """Whether a text introduces an abbreviation as of something with the drug: "zelavir and moricanol (ZM)"."""
    beside = re.search(rf"{DRUG}(?P<beside>[^.;()]{{0,60}})[(\[]{re.escape(short)}\b", masked)
    return beside is not None and not shortens(short, names.NEXT_AGENT.split(beside["beside"])[-1])


def _labels(arms: StudyArms, abstract: str) -> Iterator[GroupLabel]:
    """Names of groups; none where a name is given both to a group with the drug and to another."""
    kinds: dict[str, set[bool]] = {}
    places: dict[str, tuple[int, int] | None] = {}
    for label, start, end in _given_to(abstract):
        got = abstract[start:end]
        read = _kinds(arms.mentions(got, is_gift=True))
        place = _named_in(arms, start, got)
        if read or place or (names.DOSE.search(got) and not names.SPREAD.search(got)):
            got_drug = read if read and not label.startswith("control") else {False}
            kinds.setdefault(label, set()).update(got_drug if read or place else {False, True})  # a dose of what?
            places[label] = places.get(label) or place
    if {True} in kinds.values() and all(len(read) == 1 for read in kinds.values()):
        for label, read in kinds.items():
            yield GroupLabel(label, True in read, None if True in read else places[label])


def _kinds(mentions: list[Mention]) -> set[bool]:
    """Whether what a group got holds the drug; the fluid a drug is given in does not count beside it."""
    fluid = any(mention.has_drug for mention in mentions)
    return {mention.has_drug for mention in mentions if not (fluid and mention.name == names.CONTROL_ARM)}


def _named_in(arms: StudyArms, start: int, got: str) -> tuple[int, int] | None:
    """Where the abstract names the agent of a group without the drug, if it got one thing.

    Args:
        arms: of the study.
        start: where the words stand in the abstract.
        got: the words that say what the group got.
    """
    mentions = arms.mentions(got, is_gift=True)
    if len({mention.name for mention in mentions}) == 1 and not mentions[0].has_drug:
        return start + mentions[0].start, start + mentions[0].name_end
    word = None if mentions else names.GIVEN_NAME.search(got)
    if word is None or names.is_no_agent(word["name"].split()[0]):
        return None
    return start + word.start("name"), start + word.end("name")


def _given_to(abstract: str) -> Iterator[tuple[str, int, int]]:
    """Each name of a group, with where the words stand that say what it got."""
    for match in names.LABEL.finditer(abstract):
        label = match["label"].lower()
        if names.COMBINED_LABEL.search(abstract, max(0, match.start() - 2), match.start()):
            continue
        if given := names.GIVEN_AFTER.match(abstract, match.end()):
            following = names.LABEL.search(given["given"])
            yield label, given.start("given"), given.start("given") + following.start() if following else given.end()
        opened = names.OPENED_BEFORE.search(abstract, max(0, match.start() - 20), match.start())
        if opened and names.CLOSED_AFTER.match(abstract, match.end()):
            first = max(0, opened.start() - 90)
            start = _last_part(abstract, names.COMBINATION_ENDS, first, opened.start())
            if not names.COMBINES.search(abstract, start, opened.start()):
                start = _last_part(abstract, names.PART_ENDS, first, opened.start())
            yield label, start, opened.start()


def _last_part(text: str, ends: re.Pattern[str], start: int, end: int) -> int:
    """Where the last part of a stretch of text begins."""
    return max((match.end() for match in ends.finditer(text, start, end)), default=start)
