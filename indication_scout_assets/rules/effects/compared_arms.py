"""Who is compared with whom in a sentence of results, where its words alone tell it.

What belongs here: the comparator by its name, which has to be a treatment, a control or an arm of the study, and
comparisons that are none of the drug's: of times, of healthy people, of both arms at once, of an arm that mixes the
drug with others. Whose a number is is read in ``arm_values``.
"""

from __future__ import annotations

import itertools
import re

from ..language.mentions import DRUG
from ..vocabulary import AGENT
from . import effect_patterns as patterns
from .arm_names import CONTROL_ARM, PLACEBO
from .result_values import without_brackets
from .study_arms import Mention, StudyArms

_FLAGS = re.IGNORECASE | re.VERBOSE
_TREATMENT = re.compile(
    r"""(?:therap|treatment|surg|exercis|training|diet|\bcare\b|drugs?\b|medication|inhibitor|antagonist|blocker
    |blockade|agonist
        |\bagents?\b|vaccin|transplant|radiation|irradiation|counsel|monotherap
        |\b(?:acid|vitamin|oxygen|iron|calcium|lithium
        |alone|diuretics?|nitrates?|opiates?|antidepressants?|antipsychotics?|antibiotics?|antihistamines?
        |NSAIDs?)\b)""",
    _FLAGS,
)
"""In the name of what people got."""
_NO_TREATMENT = re.compile(
    r"""\b(?:but|and|or|does|do|did|was|were|is|are|has|had|have|whose|who|which|that|their|its|before|after
    |during|run-in
        |period|phase|base-?line|time|times|day|night|year|years|weeks?|months?|previous|control\s(?:of|over)
        |values?|levels?
        |subjects|healthy|normal)\b""",
    _FLAGS,
)
"""In what follows "than" without being one."""
_AGENTS = r"(?:[\w-]+(?:\s[\w-]+)?,\s)+"
_GIVEN = r"(?:assigned(?:\sto)?|receiving|received|taking|given|treated\swith|on|with)"
_OTHER_COMPARISON = re.compile(
    rf"""\b(?:than|compared\s(?:with|to)|versus|vs\.?)\s(?:during|in|at)
    \s(?:the\s)?(?:day(?:time)?|night(?:time)?|morning|evening
        |winter|summer|run-in)\b
    |\b(?:than|compared\s(?:with|to)|versus|vs\.?)\s(?:the\s)?run-in\b
    |{DRUG}\s(?:was|were)\s(?:consumed|required|needed|administered)\b
    |{DRUG}-induced\s(?:changes?|increases?|rises?|responses?)\b
    |{DRUG}[-\s](?:stimulated|provoked|challenge|stimulation|test|provocation)\b
    |\b(?:in|of|from|with)\s(?:the\s)?(?:normal|healthy)\s(?:subjects|volunteers|controls|persons|individuals)\b
    |\b(?:underlying|concomitant|co-?existing)\s(?:[\w-]+\s){{0,2}}diseases?\b
    |\bprotein\sbinding\b|\bfree\sfraction\b|\bunbound\b|\bdryness\b
    |\b(?:than|versus|compared\s(?:with|to))\swhen\b
    |\b(?:resistant|sensitive|susceptible)\s(?:[\w.]+\s){{0,2}}(?:strains?|isolates?|organisms?)\b
    |^(?:In|Among|Of)\s(?:the\s)?non-[a-z]+\s(?:patients|subjects|group|participants|individuals|women|men)\b
    |\b(?:inside|outside)\s(?:the|of)\b
    |\bsimilarly\s(?:reduced|increased|decreased|impaired)\sin\s(?:both|the\stwo)\b
    |\b{_GIVEN}\s(?:\w+\s)?{_AGENTS}(?:or|and)\s(?:[\w-]+\s)?{DRUG}(?!\w)(?=[^.;]{{0,30}},\sthose\b)
    |\b{_GIVEN}\s(?:either\s)?(?!placebo)[a-z]{{5,}}\sor\s{DRUG}
    \s(?:\w+\s)?(?:increased|decreased|rose|fell|improved|does|do|did)\b
    |^[^.;]{{0,120}}\bblockade\s{_GIVEN}\s(?:[a-z]{{5,}}\sor\s{DRUG}|{DRUG}\sor\s[a-z]{{5,}})\b""",
    _FLAGS,
)
"""A comparison that is not of the drug with something else, over a masked sentence."""
_OF_BOTH = re.compile(
    rf"""\bboth\s[^.;,]{{0,30}}\b(?:placebo|controls?)\b[^.;,]{{0,20}}\band\b[^.;,]{{0,20}}{DRUG}
    |\bboth\s[^.;,]{{0,20}}{DRUG}[^.;,]{{0,20}}\band\b[^.;,]{{0,20}}\b(?:placebo|controls?)\b
    |\b(?:reduced|improved|increased|decreased|lowered|fell|rose)\sin\sboth\b""",
    _FLAGS,
)
"""What both arms had in common, which compares them only by numbers."""
_BUT_NOT = re.compile(rf"\bbut\snot\s(?:with\s|after\s|by\s)?{DRUG}")
_OPENS_AS_COMPARATOR = re.compile(
    rf"(?:[A-Za-z]+,\s)?"
    rf"(?:compared\s(?:with|to)|relative\sto|versus|unlike|in\s(?:contrast|comparison)\s(?:with|to))"
    rf"\s(?:the\s)?"
    rf"(?:[a-z-]+\s)?{DRUG}(?:\s[a-z-]+)?,\s(?!there\b)",
    re.IGNORECASE,
)
_LISTED_ASIDE = re.compile(rf"\([^()\d]*,[^()\d]*{DRUG}[^()\d]*\)")
"""The drug in a bracket that lists several: "(dihydropyridines, diltiazem and zelavir)"."""
_RATIO_OF_OTHERS = re.compile(
    rf"\b(?:using|users\sof)\s{DRUG}\s?and/or\s|\b{_GIVEN}\s(?:\w+\s)?{_AGENTS}or\s(?:[\w-]+\s)?{DRUG}", _FLAGS
)
"""An arm of several drugs, each of which some of its people got."""
_CHANGES = re.compile(
    r"(?:significant(?:ly)?\s)?(?:reduc|improv|decreas|increas|prolong|delay|lower|shorten|exceed)(?:ed|s|es)$",
    re.IGNORECASE,
)
_COMPARATIVE = re.compile(
    r"\b(?:greater|higher|lower|fewer|less|more|better|longer|shorter|faster|smaller|larger|worse|earlier"
    r"|superior|inferior"
    r"|differ\w*|similar\w*|comparable|equivalent|equally|as\s(?:\w+\s)?effective)\b",
    re.IGNORECASE,
)
_NEAR = 60
"""Characters between an arm and the words on it."""
_CONTROLLED = re.compile(
    r"\bcompar|\bversus\b|\bvs\b|\bplacebo|\brandom|\bblind|\bcontrol\s(?:group|arm|patients)", re.IGNORECASE
)
_CONCEDED = re.compile(
    r"(?:^|[,;]\s)(?:that,?\s)?(?:even\s|but\s)?"
    r"(?:with|despite|for|at|given|in\sspite\sof|notwithstanding)\s(?:an?\s|the\s)?"
    r"(?:\w+ly\s)?$",
    re.IGNORECASE,
)
"""Before words of a condition under which something else is compared: "for an equivalent decrease, zelavir was"."""
_OPENS_SENTENCE = re.compile(r"Similarly,\s")
"""A word that joins two sentences: "Similarly, response was greater"."""
_TO_DRUG = re.compile(
    rf"\b(?:than|versus|vs\.?|compared\s(?:with|to)|(?:in\s)?(?:comparison|contrast)\s(?:with|to)"
    rf"|relative\sto|to|as|over|with\sthat\sof)\s"
    rf"(?:(?:the|that|those|in|with|on|of|for|by|after|during|oral|placebo|both|either|patients|given"
    rf"|receiving|taking|treated)\s)*"
    rf"(?:[\w-]+\s(?:and|or|nor)\s)?{DRUG}",
    re.IGNORECASE,
)
"""The drug where something else is compared with it."""
_OF_AMOUNT = re.compile(rf"{DRUG}\s(?:dos(?:e|age)|levels?|concentrations?)\s(?:was|were|is)\b", re.IGNORECASE)
_OF_ANOTHER = re.compile(
    r"(?-i:^(?!Treatment|Therapy|Supplementation|Prophylaxis|Administration|Patients|Subjects"
    r"|Compared)[A-Z][a-z]{4,}\s(?:[a-z]+ly\s)?)"
    r"(?:reduced|lowered|decreased|increased|improved|prolonged|delayed|prevented|shortened)\b"
    r"|\b(?!placebo|active|saline|drug|actively)[a-z]{6,}[\s-]treated\s(?:patients|subjects|women|men|group)\b",
    re.IGNORECASE,
)
"""Another agent as the subject of a sentence that does not name the drug."""
_ARMS_TOGETHER = re.compile(r"[\s,]*\b(?:and|or|as\swell\sas)\b\s(?:the\s|in\s|with\s|on\s|those\s)*$")
"""Between two arms that share what is told."""
_CLAUSE = re.compile(
    r";\s|,?\s(?:but(?!\s(?:not|the\s(?:first|last|lowest|highest))\b)|whereas|while|although|though|yet)\s",
    re.IGNORECASE,
)
_PLAIN_CHANGE = re.compile(r"(?:increased|decreased|fell|rose|improved|reduced)$", re.IGNORECASE)
_LEADS = re.compile(
    r"(?:(?!\band\b)[^,;]){0,60}?\b(?:with|in|on|by|after|for|under)\s(?:the\s|those\s|patients\s|receiving\s)*$"
)
"""From a change to whose it is."""


def is_of_others(masked: str) -> bool:
    """Whether a masked sentence compares something else than the drug with its comparator."""
    if _OTHER_COMPARISON.search(masked):
        return True
    is_aside = _LISTED_ASIDE.search(masked) or _BUT_NOT.search(masked)
    return masked.count(DRUG) == 1 and is_aside is not None


def is_of_both(masked: str) -> bool:
    """Whether a masked sentence tells what both arms had in common."""
    return _OF_BOTH.search(masked) is not None


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
        is_conceded = patterns.ALIKE.match(match[0]) and _CONCEDED.search(text, 0, match.start())
        if is_conceded or _OPENS_SENTENCE.match(text, match.start()):
            continue
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


def is_told_of_drug(text: str, words: re.Match[str], mentions: list[Mention], arms: StudyArms) -> bool:
    """Whether words without numbers are of the drug: it is named in their clause, and is not what another treatment is
    compared with; or the clause speaks of the groups alone.

    Args:
        text: the sentence.
        words: that compare.
        mentions: of the arms.
        arms: of the study.
    """
    masked = re.sub(f"{DRUG}+", lambda name: DRUG.ljust(len(name[0]), "\N{ZERO WIDTH SPACE}"), arms.mask(text))
    if words.re is patterns.OPPOSES or _OF_AMOUNT.search(masked) or _is_change_of_both(text, words, mentions):
        return False
    flat = without_brackets(text)
    begins = [m.end() for m in _CLAUSE.finditer(flat, 0, words.start())]
    ends = _CLAUSE.search(flat, words.end())
    clause = (begins[-1] if begins else 0, ends.start() if ends else len(text))
    inside = [m for m in mentions if clause[0] <= m.start < clause[1]]
    others = [m for m in inside if not m.has_drug and m.name not in (PLACEBO, CONTROL_ARM)]
    places = [m.start for m in inside if m.has_drug] + [m.start() for m in arms.drug_pattern.finditer(text, *clause)]
    if not places:
        of_groups = patterns.DENIES.match(words[0]) or patterns.GROUPS_NAMED.search(text, *clause)
        of_drug = DRUG not in masked and not (AGENT.search(text, *clause) or _OF_ANOTHER.search(text, *clause))
        return not others and (of_groups is not None or of_drug)
    drug = min(places)
    if drug < words.start() or not _TO_DRUG.search(masked):
        return True
    is_alike = patterns.ALIKE.search(words[0]) is not None
    before = others if is_alike else [m for m in inside if not m.has_drug]
    return not any(m.start < drug for m in before) and AGENT.search(text, clause[0], drug) is None


def _is_change_of_both(text: str, words: re.Match[str], mentions: list[Mention]) -> bool:
    """Whether a plain change is told of two arms at once: "it increased for zelavir and placebo"."""
    if _PLAIN_CHANGE.match(words[0]) is None or _COMPARATIVE.search(text, words.end()):
        return False
    return any(
        left.has_drug != right.has_drug
        and _ARMS_TOGETHER.fullmatch(text, left.end, right.start)
        and patterns.OPPOSES.search(text, max(right.end, words.end())) is None
        for left, right in itertools.pairwise(mentions)
    )


def is_of_next_verb(text: str, words: re.Match[str], start: int) -> bool:
    """Whether what stands at ``start`` is the object of another change than the one the words tell: "increases density
    and reduces fracture risk", or of a condition before it: "for a similar fall in pressure, zelavir was better"."""
    if start < words.end():
        alike = patterns.ALIKE.search(text, 0, start)
        return alike is not None and _CONCEDED.search(text, 0, alike.start()) is not None
    return any(
        _CHANGES.match(match[0]) and re.search(r"\band\s(?:\w+ly\s)?$", text[words.end() : match.start()])
        for match in patterns.COMPARES.finditer(text, words.end(), start)
    )


def compares_arms(words: str) -> bool:
    """Whether words compare two things, rather than telling a change: "higher", not "increased"."""
    return _COMPARATIVE.search(words) is not None
