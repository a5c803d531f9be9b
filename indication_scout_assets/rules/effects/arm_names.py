"""The words by which abstracts name the arms of a study: patterns of ``study_arms``.

What belongs here: patterns over a text in which the drug's names are masked and every character keeps its place.
"""

from __future__ import annotations

import re

from ..language.mentions import DRUG
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
