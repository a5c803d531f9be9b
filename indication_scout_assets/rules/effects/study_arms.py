"""The arms of a study, as its title and abstract name them: which had the drug, which had not, and by what names.

What belongs here: reading the arms of one article, and where a sentence mentions them. An arm has more names than what
it got: a label ("zelavir (group A)"), or its part in the study ("the treatment group"). Which numbers belong to an arm
is in ``arm_values``.
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

_FLAGS = re.IGNORECASE | re.VERBOSE
CONTROL_ARM = "control"
"""The name of an arm with nothing, or with what everybody gets."""
PLACEBO = "placebo"
"""The name of an arm with a placebo, which may be given with something else."""
NO_TREATMENT = r"no[\s-]treatment\b(?!\s(?:differen|effect|related|interact))"
"""Not given anything; "no treatment difference" is something else."""
CONTROL = (
    r"\bplacebos?\b(?!-controlled|-subtracted|-corrected|\scontrolled"
    r"|\s(?:run-in|lead-in|wash-?out|baseline|period|phase))"
    r"|\bsaline\b|\bsham\b(?!-controlled)|(?<!ing\s)\bvehicle\b(?!-controlled)|\bcontrols\b(?!\s(?:the|of)\b)"
    r"|\bcontrol(?=\s(?:groups?|arms?|patients|subjects|individuals|treatment|women|men|children"
    r"|participants|infants|eyes"
    r"|regimen|cohort)\b)"
    rf"|\bcontrol(?=\s(?:and|or|versus|vs\.?)\s[\w{DRUG}-]+\s(?:groups|arms|patients|subjects|eyes)\b)"
    r"|(?-i:\b(?:PBO|PLO|PLB|PCB|SOC)\b)"
    r"|(?:(?<=than\s)|(?<=versus\s)|(?<=vs\s)|(?<=vs\.\s)|(?<=than\sin\s))control\b(?!\sof)"
    r"|(?-i:\bControl)(?=:?\s\d)"
    r"|\b(?:usual|standard|conventional|routine|supportive)"
    r"\s(?:medical\s)?(?:care|therapy|treatment|management)\b(?!\sof)"
    rf"|\b{NO_TREATMENT}|\buntreated\b|\bnon-?treated\b|\bnon-?users?\b"
    r"|\bobservation\s(?:group|arm|alone)\b"
)
"""An arm with nothing, or with what everybody gets."""
WITHOUT_DRUG = (
    rf"\b(?:without|no|non-?|off|not\s(?:given|receiving|taking|using|treated\swith|on)|did\snot\sreceive"
    rf"|non-?users\sof)[\s-]?"
    rf"(?:the\s)?(?:treatment\swith\s)?{DRUG}+|{DRUG}+[\s-](?:free|na[iï]ve|untreated)\b"
)
PART_OF_DRUG = (
    r"\b(?:active(?:\s(?:treatment|drug|medication))?|treatment|intervention|experimental|study|drug"
    r"|treated|supplement(?:ed|ation)|lozenges?|gel|patch|cream|spray|ointment|infusion|injection|mouthwash|film|implant)"
    r"\s(?:groups?|arms?|patients|subjects|participants|women|men|children)\b(?<!study\spatients)(?<!study\ssubjects)"
    r"(?<!study\sparticipants)(?<!groups)(?<!arms)|\btreatment(?=\sand\s(?:\d|control))"
    r"|(?:(?<=\bon\s)|(?<=of\sthe\s)|(?<=receiving\s))active\s(?:drug|treatment|medication|therapy|compound)\b"
)
"""The part of the drug's arm in a study that has no other agent."""
GROUP_NAMED = (
    r"(?P<both>\bcombination\b(?!\sof\b))|\b(?P<group>[a-z][\w-]{3,})(?=\s(?:groups?|arms?|recipients)\b|-treated\b)"
)
"""Whatever a sentence names as a group."""
DOSE = re.compile(
    r"(?<![\w.])\d[\d.]*[-\s]?(?:mg|g|µg|microg(?:rams?)?|mcg|IU|units?)\b(?!\s?/\s?[dm]?[lL]\b)"
    r"(?:\s?/\s?(?:kg|day|d)\b)*"
    r"(?:\s(?:once|twice|three\stimes|daily|a\sday|per\sday|BID|TID|QD|b\.i\.d\.?|t\.i\.d\.?|o\.d\.?)(?!\w))*",
    re.IGNORECASE,
)
"""An arm by its dose, where only the drug has doses."""
BEFORE_DOSE = re.compile(
    r"(?:^|[(\[,;:]|\b(?:the|an?|with|after|following|and|or|for|of|in|than|to|on|vs\.?|versus|by|taking|receiving"
    r"|using|only|both))\s?$",
    re.IGNORECASE,
)
"""Before a dose that is no other agent's."""
LISTED_DOSE = re.compile(
    rf"(?<=[(;\s]){DOSE.pattern}(?=[,:]\s[-−]?\d[\d.·]*\s?%)|(?<=receiving\s){DOSE.pattern}(?=[,;]|\sand\s)",
    re.IGNORECASE,
)
"""A dose of a list: "(80 mg, 68%; 40 mg, 54%)", "57% receiving 6 mg,"."""
TOGETHER = re.compile(r"-|\s?(?:\+|/)\s?|\s(?:plus|combined\swith|in\scombination\swith|together\swith)\s")
"""Between two agents of one arm."""
_COMBINED_BEFORE = re.compile(
    r"(?!(?:placebo|treated|intranasal|sublingual|transdermal|epidural|inhaled|extended|controlled)-)"
    r"(?:\b(?P<partner>[A-Za-z]{6,}[-/]|[A-Za-z]{3,}\s?(?:\+|\splus\s)\s?)|\bcombination\sof\s|\bplus\s|\+\s?)$"
)


def partner_of(masked: str, start: int) -> str | None:
    """What the drug is combined with in its name at a place, as in "zelavir-budenoside"; ``None`` if with nothing.

    Empty where the other part has no name.
    """
    match = _COMBINED_BEFORE.search(masked, max(0, start - 30), start)
    if match is None:
        return None
    partner = match["partner"] or match.groupdict().get("added") or ""
    return re.sub(r"\W", "", partner.lower().replace(" plus ", ""))


KIND_AFTER = re.compile(
    r"""(?:\s(?:acid|citrate|mesylate|phosphate|sulfate|sulphate|fumarate
    |(?:CC|XL|XR|SR|ER|CD|LA|CR|IR|GITS)(?:/(?:XL|XR|SR|ER|LA))?|hydrochloride|maleate|sodium|acetate|propionate
    |succinate|tartrate|glargine
            |mononitrate|dinitrate|alone|monotherapy|(?:nasal\s)?spray|tablets?|suppositor(?:y|ies)|wafer|patch
            |cream|gel|injections?)\b)*
        (?:(?:(?<!placebo)(?<!saline)(?<!control)(?<!controls)(?<!mg),)?\s?\d[\d.,]*(?:[-\s]?(?:mg|g|µg
        |microg\w*|mcg|IU|U|units?|ml)(?![\w.])(?:\s?/\s?(?:kg|d|day|m2|h))*)
            (?:\s(?:once|twice|three\stimes|daily|a\sday|per\sday|b\.?i\.?d|t\.?i\.?d|q\.?d|QD|BID|TID)\b\.?)*)?
        (?:\s\(\d[\d.,]*\s?(?:mg|g|µg|mcg)(?:\s?/\s?(?:kg|d|day))?\))?
        (?:\s[bo]\.\s?[dm]\.)?
        (?:[\s-]?-?(?:treated|treatment|therapy|assigned|based|use|administration|infusions?|premedication
        |ingestion)\b)?
        (?:\s(?:groups?|arms?|patients|recipients|subjects|participants|users?|women|men|children|infants
        |individuals|adults
            |volunteers|boys|girls|cases|cohort|regimen|eyes|responders)\b)?
        (?:\s\(\s?[nN]\s?=\s?\d+\s?\))?""",
    _FLAGS,
)
"""What belongs to an arm's name and comes after it."""
_AMOUNT = r"\d[\d.]*(?:[-\s]?(?:mg|µg|mcg|g)(?:\s?/\s?d(?:ay)?)?\b(?!\s?/\s?[dm]?l))?"
FURTHER_DOSES = re.compile(
    rf"(?:(?:^|,)\s{_AMOUNT}(?=,|\s(?:and|or)\s))*,?\s(?:and|or)\s\d[\d.]*[-\s]?(?:mg|µg|mcg|g)\b(?!\s?/\s?[dm]?l)",
    re.IGNORECASE,
)
"""After the drug: a list of doses, each of which is an arm: "zelavir 10, 20 and 40 mg"."""
LISTED_AMOUNT = re.compile(r"\d[\d.]*(?:[-\s]?(?:mg|µg|mcg|g)\b)?")
"""One dose of such a list."""

_AGENT = r"(?P<agent>[A-Za-z][a-z](?:\w|-(?!-)){2,})"
_LED = (
    r"(?:(?:the|an?|oral|intravenous|inhaled|topical|either|those|that|patients|of|with|on|in|for|receiving|given"
    r"|treated|liposomal|parenteral|enteric-coated|transdermal|intramuscular|subcutaneous|sublingual"
    r"|epidural|\w+-release)\s)*"
)
_FORM = rf"(?:(?!\b(?:and|or|versus|vs|than|with)\b)[^.;:{DRUG}]){{0,60}}?"
AGENT_AFTER = (
    re.compile(
        rf"\b(?:versus|vs\.?|than|superior\sto|inferior\sto|compared\s(?:with|to)|comparison\swith)\s{_LED}{_AGENT}",
        re.IGNORECASE,
    ),
    re.compile(rf"{DRUG}+{_FORM}\bor\s{_LED}{_AGENT}", re.IGNORECASE),
)
"""Where an abstract names another arm."""
AGENT_ENDS = (
    re.compile(r"-treated\b|\s(?:groups?|arms?|recipients|regimen)\b|\s\([nN]\s?=\s?\d+", re.IGNORECASE),
    re.compile(rf"\s(?:versus|vs\.?|compared\s(?:with|to)|or)\s{_LED}{DRUG}", re.IGNORECASE),
)
"""What stands right after another arm's name."""
AGENT_BEFORE = re.compile(
    r"\b(?P<agent>[A-Za-z][a-z][\w-]{2,})"
    r"(?:\s?\([^()]{0,40}\)|,?\s\d[\w.,/-]*|\s(?:mg\S*|microg\S*|daily|once|twice|three|times"
    r"|a|per|day|kg|alone|treatment|therapy|tablets|hydrochloride|sodium|maleate|QD|BID))*,?$",
    re.IGNORECASE,
)
"""The name of an arm with its dose, right before what tells that it is an arm."""
_NO_AGENT = frozenset(
    """
    placebo control saline sham vehicle usual standard conventional routine treatment treated untreated untreat
    study active drug both each either other another these those this that them they their which with without were
    when whom group patient subjects participants women children adults people infants individuals male female
    volunteers baseline pretreatment before after during expected higher lower greater fewer more less same similar
    single double parallel blind crossover cross-over three four five first second third half zero once twice daily
    dose dosage high low high-dose low-dose normal healthy best supportive care therapy therapies combination
    combined monotherapy intervention experimental investigational observation matching matched alone from into only
    also than been have would could time day week month year hour minutes visit data rate score level value mean
    median total number pain age risk primary secondary efficacy safety tolerability effect outcome tablet capsule
    injection infusion regimen agent therapeutic clinical severe moderate mild acute chronic long-term short-term
    early late delayed immediate intention-to-treat per-protocol intent-to-treat surgery surgical disease subgroup
    cohort diet exercise morning evening night nighttime oral intravenous epidural subcutaneous topical inhaled
    nasal rectal fixed open-label overall entire whole remaining what where while between typical plus gits catheter
    disorder system hypertensive trial ethnic among beta calcium rash salt plain metabolic retard compassionate percent
    high-level midrange on-demand knee renal portal cardiac ocular auditory intermittent responders completers
    decrease increase spray ineffective-dose microg intensive whereas collaborative comparison type basal
    normotensive model relapse intramuscular postoperative intraoperative limit young receptor caucasian bipolar
    release changes treat stratum withdraw real triple dual distal concurrent gestational lifestyle drinking smoking
    endocrine incentive optimal inpatient outpatient concomitant across overweight
    bolus single-dose loading citrate hydrochloride mesylate phosphate sulfate sulphate fumarate acetate
    mmhg migraine headache angina asthma hypertension depression insomnia epilepsy anxiety ulcer
    preventive patch local obese recovery failure heart fluid inhibitor antagonist
    blocker nontriptan small large larger smaller elderly older younger white black subset most many some such very
    well over under least about one two all any
    """.split()  # noqa: SIM905
)
"""Words that no arm got, in the singular."""
_NO_AGENT_FORM = re.compile(
    r"^(?:randomi[sz]ed|dos(?:ing|ed)|\w+-release|(?:placebo|non|pre|post|chemotherapy)-\w+|previous\w*)$"
    r"|(?:ly|ing|tions?|ments?|ness|it(?:y|ies)|[ae]nce|ous|ful|[ai]ble|ed|ologic(?:al)?|a?emia|itis|osis|pathy)$|\d",
    re.IGNORECASE,
)
"""Forms of such words."""


def is_no_agent(word: str) -> bool:
    """Whether a word is one that no arm got."""
    folded = word.lower()
    return folded in _NO_AGENT or folded.removesuffix("s") in _NO_AGENT or _NO_AGENT_FORM.search(folded) is not None


LABEL = re.compile(
    r"""(?P<label>\b(?:groups?|arms?|cohort)\s(?:(?-i:[A-Z]{1,3}\d?)|[1-6])\b
    |\b(?:(?-i:[A-Z]{1,5}\d?)|treatment|study|active|intervention|experimental|test|standard|control|case)
    \s(?:group|arm)\b)""",
    _FLAGS,
)
"""The name of a group: "group A", "DM group", "standard arm"."""
OPENED_BEFORE = re.compile(r"\(\s?(?:the\s|[nN]\s?=\s?\d+[,;]\s?)?$", re.IGNORECASE)
CLOSED_AFTER = re.compile(r"[^()]{0,20}\)")
"""Around the name of a group that stands in brackets after what it got: "zelavir (group A)"."""
COMBINATION_ENDS = re.compile(r"\b(?:or|versus|vs)\b|[;()]|:(?!\d)|\.\s(?=[A-Z])", re.IGNORECASE)
PART_ENDS = re.compile(rf"\band\b|{COMBINATION_ENDS.pattern}", re.IGNORECASE)
AFTER_P_VALUE = re.compile(
    r"\bp\s?[=<>≤][^()]{1,45}\b(?:vs\.?|versus|compared\s(?:with|to))\s(?:both\s)?$", re.IGNORECASE
)
"""In a bracket, before the arm that a p value compares with."""
OF_P_VALUE = re.compile(rf"\bfor\s(?:the\s)?comparisons?\s(?:with|to)\s$|{AFTER_P_VALUE.pattern}", re.IGNORECASE)
"""Before what a p value compares with."""
BY_STEM = rf"(?P<stem>{AGENT.pattern})"
"""Another drug, by the stem of its name."""
VALUE_BEFORE = re.compile(
    r"\d\S*\s(?:(?:of|in|for|with|on|among|after|the|patients|those|receiving|taking|given|treated)\s)+$", re.IGNORECASE
)
"""Around a drug's name that is an arm's."""
MENTION = re.compile(
    rf"(?P<without>{WITHOUT_DRUG})|(?P<drug>{DRUG}+)|(?P<control>{CONTROL})|(?P<part>{PART_OF_DRUG})|{GROUP_NAMED}"
    rf"|{BY_STEM}",
    re.IGNORECASE,
)
"""What any study calls its arms."""
ANY_CONTROL = re.compile(f"{CONTROL}|{WITHOUT_DRUG}", re.IGNORECASE)


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
            end = KIND_AFTER.match(masked, match.end())
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
        general = MENTION.finditer(masked)
        has_part = self.is_compared and not self.agents
        of_all = [match for match in general if has_part or match.lastgroup != "part"]
        doses = (DOSE if has_part else LISTED_DOSE).finditer(masked)
        return sorted((*of_study, *of_all, *doses), key=lambda match: (match.start(), match.re is MENTION))

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
        if kind in ("control", "without") and not match[0].lower().startswith(PLACEBO):
            return CONTROL_ARM
        return match[0].lower().rstrip("s")


@kept(256)
def name_pattern(drug_names: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the names of a drug, whatever their case."""
    return re.compile("|".join(rf"\b{re.escape(name)}" for name in drug_names) or r"(?!)", re.IGNORECASE)


def _each_dose(mention: Mention, masked: str) -> list[Mention]:
    """The arms of the drug in "zelavir 10, 20 and 40 mg"; the mention alone where it has no list of doses."""
    if not mention.has_drug or mention.is_combined:
        return [mention]
    listed = FURTHER_DOSES.match(masked[mention.end :])
    places = [
        (mention.end + amount.start(), mention.end + amount.end(), amount[0])
        for amount in (LISTED_AMOUNT.finditer(listed[0]) if listed else ())
    ]
    if not mention.dose and len(places) > 1:
        _, end, dose = places.pop(0)
        mention = mention._replace(end=end, dose=dose)
    elif len(places) < 2:
        return [mention]
    return [mention, *(Mention(start, end, end, "", dose=dose) for start, end, dose in places)]


def _dose(masked: str, start: int, end: int) -> str:
    """The dose that stands in an arm's name."""
    own = DOSE.search(masked, start, end)
    return own[0] if own else ""


def _is_one_arm(first: Mention, second: Mention, masked: str) -> bool:
    """Whether two agents are named together; of "zelavir-placebo" the one is taken from the other."""
    joined = TOGETHER.fullmatch(masked, first.end, second.start)
    if second.has_drug and first.name and masked[first.end : second.start] == " and ":
        return re.search(rf"\b{re.escape(first.name)}\salone\b", masked, re.IGNORECASE) is not None
    controls = (PLACEBO, CONTROL_ARM)
    return joined is not None and not (joined[0] == "-" and (first.name in controls or second.name in controls))


def _together(first: Mention, second: Mention) -> Mention:
    """Two agents of one arm."""
    has_drug = first.has_drug or second.has_drug
    name = "" if has_drug else f"{first.name}+{second.name}"
    return Mention(first.start, second.end, second.name_end, name, has_drug, first.name or second.name)


def _with_partner(mention: Mention, masked: str, *, is_both: bool) -> Mention:
    """The mention, with what the drug, or another agent, is combined with in its name."""
    if mention.has_drug:
        partner = partner_of(masked, mention.start)
        return mention._replace(is_combined=is_both or partner is not None, partner=partner or "")
    return mention._replace(is_combined=is_both)


def _is_arm(match: re.Match[str], masked: str) -> bool:
    """Whether what may be an arm's name is one, as far as its neighbours tell."""
    if match.lastgroup is None:
        return BEFORE_DOSE.search(masked, max(0, match.start() - 12), match.start()) is not None
    if match.lastgroup == "drug":
        return True
    if OF_P_VALUE.search(masked, max(0, match.start() - 60), match.start()):
        return False
    if match.lastgroup == "group":
        return not is_no_agent(match["group"])
    if match.lastgroup == "stem":
        before = masked[max(0, match.start() - 60) : match.start()]
        return bool(VALUE_BEFORE.search(before))
    return True


def study_arms(reader: ArticleReader) -> StudyArms:
    """The arms of a study, as title and abstract name them."""
    bare = StudyArms(tuple(reader.names_of_drug))
    title, abstract = bare.mask(reader.article.title), bare.mask(reader.article.abstract)
    of_disease = {word for name in reader.pair.disease_names for word in re.findall(r"[\w-]+", name.lower())}
    agents = tuple(agent for agent in _agents(title, abstract) if agent not in of_disease)
    others = len(agents) + (ANY_CONTROL.search(f"{title}\n{abstract}") is not None)
    arms = StudyArms(bare.drug_names, agents, (), others > 0, others)
    return replace(arms, labels=tuple(_labels(arms, abstract)))


def _agents(title: str, abstract: str) -> Iterator[str]:
    """What other arms got: words that stand where an arm's name does."""
    places = Counter(_agents_in_places(abstract))
    lowered = title.lower()
    for agent, times in places.items():
        often = times > 1 or agent in lowered
        if not is_no_agent(agent) and (often or AGENT.fullmatch(agent)):
            yield agent


def _agents_in_places(abstract: str) -> Iterator[str]:
    for pattern in AGENT_AFTER:
        for match in pattern.finditer(abstract):
            yield match["agent"].lower()
    for pattern in AGENT_ENDS:
        for match in pattern.finditer(abstract):
            agent = AGENT_BEFORE.search(abstract, max(0, match.start() - 80), match.start())
            if agent:
                yield agent["agent"].lower()


def _labels(arms: StudyArms, abstract: str) -> Iterator[GroupLabel]:
    """Names of groups; none where a name is given both to a group with the drug and to another."""
    kinds: dict[str, set[bool]] = {}
    for label, start, end in _given_to(abstract):
        got = abstract[start:end]
        read = _kinds(arms.mentions(got))
        if read or DOSE.search(got):
            got_drug = read if read and not label.startswith("control") else {False}
            kinds.setdefault(label, set()).update(got_drug if read else {False, True})  # a dose of what?
    if {True} in kinds.values() and all(len(read) == 1 for read in kinds.values()):
        for label, read in kinds.items():
            yield GroupLabel(label, True in read)


def _kinds(mentions: list[Mention]) -> set[bool]:
    """Whether what a group got holds the drug; the fluid a drug is given in does not count beside it."""
    fluid = any(mention.has_drug for mention in mentions)
    return {mention.has_drug for mention in mentions if not (fluid and mention.name == CONTROL_ARM)}


def _given_to(abstract: str) -> Iterator[tuple[str, int, int]]:
    """Each name of a group, with where the words stand that say what it got."""
    for match in LABEL.finditer(abstract):
        label = match["label"].lower()
        opened = OPENED_BEFORE.search(abstract, max(0, match.start() - 20), match.start())
        if opened and CLOSED_AFTER.match(abstract, match.end()):
            first = max(0, opened.start() - 90)
            start = _last_part(abstract, PART_ENDS, first, opened.start())
            yield label, start, opened.start()


def _last_part(text: str, ends: re.Pattern[str], start: int, end: int) -> int:
    """Where the last part of a stretch of text begins."""
    return max((match.end() for match in ends.finditer(text, start, end)), default=start)
