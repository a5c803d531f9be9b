"""Who is compared with whom in a sentence of results, where its words alone tell it.

What belongs here: the comparator by its name, which has to be a treatment, a control or an arm of the study, and
comparisons that are none of the drug's: of times, of healthy people, of both arms at once, of an arm that mixes the
drug with others. Whose a number is is read in ``arm_values``.
"""

from __future__ import annotations

import re

from ..language.mentions import DRUG
from ..language.vocabulary import AGENT
from . import effect_patterns as patterns
from .study_arms import Mention, StudyArms

_FLAGS = re.IGNORECASE | re.VERBOSE
_TREATMENT = re.compile(
    r"""(?:therap|treatment|surg|exercis|training|diet|\bcare\b|drugs?\b|medication|inhibitor|antagonist|blocker|blockade|agonist
        |\bagents?\b|vaccin|transplant|radiation|irradiation|counsel|monotherap|\b(?:acid|vitamin|oxygen|iron|calcium|lithium
        |alone|diuretics?|nitrates?|opiates?|antidepressants?|antipsychotics?|antibiotics?|antihistamines?|NSAIDs?)\b)""",
    _FLAGS,
)
"""In the name of what people got."""
_NO_TREATMENT = re.compile(
    r"""\b(?:but|and|or|does|do|did|was|were|is|are|has|had|have|whose|who|which|that|their|its|before|after|during|run-in
        |period|phase|base-?line|time|times|day|night|year|years|weeks?|months?|previous|control\s(?:of|over)|values?|levels?
        |subjects|healthy|normal)\b""",
    _FLAGS,
)
"""In what follows "than" without being one."""
_AGENTS = r"(?:[\w-]+(?:\s[\w-]+)?,\s)+"
_GIVEN = r"(?:assigned(?:\sto)?|receiving|received|taking|given|treated\swith|on|with)"
_OTHER_COMPARISON = re.compile(
    rf"""\bboth\s[^.;,]{{0,30}}\b(?:placebo|controls?)\b[^.;,]{{0,20}}\band\b[^.;,]{{0,20}}{DRUG}
    |\bboth\s[^.;,]{{0,20}}{DRUG}[^.;,]{{0,20}}\band\b[^.;,]{{0,20}}\b(?:placebo|controls?)\b
    |\b(?:than|compared\s(?:with|to)|versus|vs\.?)\s(?:during|in|at)\s(?:the\s)?(?:day(?:time)?|night(?:time)?|morning|evening
        |winter|summer|run-in)\b
    |\b(?:than|compared\s(?:with|to)|versus|vs\.?)\s(?:the\s)?run-in\b
    |{DRUG}\s(?:was|were)\s(?:consumed|required|needed|administered)\b|{DRUG}-induced\s(?:changes?|increases?|rises?|responses?)\b
    |{DRUG}[-\s](?:stimulated|provoked|challenge|stimulation|test|provocation)\b
    |\b(?:in|of|from|with)\s(?:the\s)?(?:normal|healthy)\s(?:subjects|volunteers|controls|persons|individuals)\b
    |\b(?:underlying|concomitant|co-?existing)\s(?:[\w-]+\s){{0,2}}diseases?\b
    |\bprotein\sbinding\b|\bfree\sfraction\b|\bunbound\b|\bdryness\b
    |\b(?:than|versus|compared\s(?:with|to))\swhen\b
    |\b(?:inside|outside)\s(?:the|of)\b|\bbut\snot\s(?:with\s|after\s|by\s)?{DRUG}
    |\b(?:reduced|improved|increased|decreased|lowered|fell|rose)\sin\sboth\b
    |\bsimilarly\s(?:reduced|increased|decreased|impaired)\sin\s(?:both|the\stwo)\b
    |\b{_GIVEN}\s(?:\w+\s)?{_AGENTS}(?:or|and)\s(?:[\w-]+\s)?{DRUG}(?!\w)(?=[^.;]{{0,30}},\sthose\b)
    |\b{_GIVEN}\s(?:either\s)?(?!placebo)[a-z]{{5,}}\sor\s{DRUG}\s(?:\w+\s)?(?:increased|decreased|rose|fell|improved|does|do|did)\b
    |^[^.;]{{0,120}}\bblockade\s{_GIVEN}\s(?:[a-z]{{5,}}\sor\s{DRUG}|{DRUG}\sor\s[a-z]{{5,}})\b""",
    _FLAGS,
)
"""A comparison that is not of the drug with something else, over a masked sentence."""
_OPENS_AS_COMPARATOR = re.compile(
    rf"(?:[A-Za-z]+,\s)?(?:compared\s(?:with|to)|relative\sto|versus|unlike|in\s(?:contrast|comparison)\s(?:with|to))\s(?:the\s)?"
    rf"(?:[a-z-]+\s)?{DRUG}(?:\s[a-z-]+)?,\s(?!there\b)",
    re.IGNORECASE,
)
_LISTED_ASIDE = re.compile(rf"\([^()\d]*,[^()\d]*{DRUG}[^()\d]*\)")
"""The drug in a bracket that lists several: "(dihydropyridines, diltiazem and zelavir)"."""
_RATIO_OF_OTHERS = re.compile(rf"\b{_GIVEN}\s(?:\w+\s)?{_AGENTS}or\s(?:[\w-]+\s)?{DRUG}", _FLAGS)
"""An arm of several drugs, each of which some of its people got."""
_CHANGES = re.compile(
    r"(?:significant(?:ly)?\s)?(?:reduc|improv|decreas|increas|prolong|delay|lower|shorten|exceed)(?:ed|s|es)$",
    re.IGNORECASE,
)
_COMPARATIVE = re.compile(
    r"\b(?:greater|higher|lower|fewer|less|more|better|longer|shorter|faster|smaller|larger|worse|earlier|superior|inferior"
    r"|differ\w*|similar\w*|comparable|equivalent|equally|as\s(?:\w+\s)?effective)\b",
    re.IGNORECASE,
)
_NEAR = 60
"""Characters between an arm and the words on it."""
_CONTROLLED = re.compile(
    r"\bcompar|\bversus\b|\bvs\b|\bplacebo|\brandom|\bblind|\bcontrol\s(?:group|arm|patients)", re.IGNORECASE
)
_LEADS = re.compile(
    r"(?:(?!\band\b)[^,;]){0,60}?\b(?:with|in|on|by|after|for|under)\s(?:the\s|those\s|patients\s|receiving\s)*$"
)
"""From a change to whose it is."""


def is_of_others(masked: str) -> bool:
    """Whether a masked sentence compares something else than the drug with its comparator."""
    if _OTHER_COMPARISON.search(masked):
        return True
    return masked.count(DRUG) == 1 and _LISTED_ASIDE.search(masked) is not None


def opens_as_comparator(masked: str) -> bool:
    """Whether a masked sentence tells what another treatment did "compared with" the drug: none of the drug's doing."""
    return _OPENS_AS_COMPARATOR.match(masked) is not None


def is_mixed_arm(masked: str) -> bool:
    """Whether the drug is told as one of several that an arm got, so that a ratio is not the drug's."""
    return _RATIO_OF_OTHERS.search(masked) is not None


def comparator(text: str, drug: re.Pattern[str]) -> re.Match[str] | None:
    """What the drug is compared with: placebo and its like first, else what follows "than" or "versus"."""
    if match := patterns.COMPARATOR.search(text):
        return match
    for match in patterns.COMPARATOR_NAMED.finditer(text):
        name = match["name"]
        if (
            not patterns.NO_ENDPOINT.match(name)
            and name.split()[0].lower() not in patterns.NO_AGENT
            and not drug.search(name)
        ):
            return match
    return None


def is_treatment(name: str, arms: StudyArms) -> bool:
    """Whether a name after "than" or "versus" is of something people got: a treatment, a control, an arm."""
    if _NO_TREATMENT.search(name):
        return False
    if patterns.COMPARATOR.search(name) or is_named_treatment(name):
        return True
    return any(not mention.has_drug for mention in arms.mentions(name))


def is_named_treatment(name: str) -> bool:
    """Whether a name is a drug's by its stem, or says that it is a treatment."""
    return (_TREATMENT.search(name) or AGENT.search(name)) is not None


def compared(text: str, mentions: list[Mention]) -> re.Match[str] | None:
    """The words that compare; those of a change that the sentence gives to another arm do not."""
    for match in patterns.COMPARES.finditer(text):
        following = next((mention for mention in mentions if mention.start >= match.end()), None)
        of_other = (
            _CHANGES.match(match[0])
            and following is not None
            and not following.has_drug
            and not any(_is_subject(text, mention.end, match.start()) for mention in mentions)
            and _LEADS.fullmatch(text, match.end(), following.start)
        )
        if not of_other:
            return match
    return patterns.OPPOSES.search(text)


def _is_subject(text: str, end: int, start: int) -> bool:
    """Whether an arm stands close before words that begin no clause of their own."""
    return 0 <= start - end < _NEAR and not re.search(r"\b(?:and|but)\s(?:\w+\s)?$", text[end:start])


def has_control(text: str) -> bool:
    """Whether an article speaks of comparing at all."""
    return _CONTROLLED.search(text) is not None


def compares_arms(words: str) -> bool:
    """Whether words compare two things, rather than telling a change: "higher", not "increased"."""
    return _COMPARATIVE.search(words) is not None
