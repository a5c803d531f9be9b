"""Who is compared with whom in a sentence of results, where its words alone tell it.

What belongs here: the comparator by its name, which has to be a treatment, a control or an arm of the study, and
comparisons that are none of the drug's: of times, of healthy people, of both arms at once, of an arm that mixes the
drug with others. Whose a number is is read in ``arm_values``.
"""

from __future__ import annotations

import re

from ..language.mentions import DRUG
from ..vocabulary import AGENT
from . import effect_patterns as patterns
from .arm_assignment import without_brackets
from .study_arms import CONTROL_ARM, PLACEBO, Mention, StudyArms

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
_RATIO_OF_OTHERS = re.compile(
    rf"\b(?:using|users\sof)\s{DRUG}\s?and/or\s|\b{_GIVEN}\s(?:\w+\s)?{_AGENTS}or\s(?:[\w-]+\s)?{DRUG}", _FLAGS
)
"""An arm of several drugs, each of which some of its people got."""
_COMPARATIVE = re.compile(
    r"\b(?:greater|higher|lower|fewer|less|more|better|longer|shorter|faster|smaller|larger|worse|earlier"
    r"|superior|inferior"
    r"|differ\w*|similar\w*|comparable|equivalent|equally|as\s(?:\w+\s)?effective)\b",
    re.IGNORECASE,
)
_OPENS_AS_COMPARATOR = re.compile(
    rf"(?:[A-Za-z]+,\s)?"
    rf"(?:compared\s(?:with|to)|relative\sto|versus|unlike|in\s(?:contrast|comparison)\s(?:with|to))"
    rf"\s(?:the\s)?"
    rf"(?:[a-z-]+\s)?{DRUG}(?:\s[a-z-]+)?,\s(?!there\b)",
    re.IGNORECASE,
)
_TO_DRUG = re.compile(
    rf"\b(?:than|versus|vs\.?|compared\s(?:with|to)|(?:in\s)?(?:comparison|contrast)\s(?:with|to)"
    rf"|relative\sto|to|as|over|with\sthat\sof)\s"
    rf"(?:(?:the|that|those|in|with|on|of|for|by|after|during|oral|placebo|both|either|patients|given"
    rf"|receiving|taking|treated)\s)*"
    rf"(?:[\w-]+\s(?:and|or|nor)\s)?{DRUG}",
    re.IGNORECASE,
)
"""The drug where something else is compared with it."""
_OF_ANOTHER = re.compile(
    r"(?-i:^(?!Treatment|Therapy|Supplementation|Prophylaxis|Administration|Patients|Subjects"
    r"|Compared)[A-Z][a-z]{4,}\s(?:[a-z]+ly\s)?)"
    r"(?:reduced|lowered|decreased|increased|improved|prolonged|delayed|prevented|shortened)\b"
    r"|\b(?!placebo|active|saline|drug|actively)[a-z]{6,}[\s-]treated\s(?:patients|subjects|women|men|group)\b",
    re.IGNORECASE,
)
"""Another agent as the subject of a sentence that does not name the drug."""
_CLAUSE = re.compile(
    r";\s|,?\s(?:but(?!\s(?:not|the\s(?:first|last|lowest|highest))\b)|whereas|while|although|though|yet)\s",
    re.IGNORECASE,
)


def is_of_others(masked: str) -> bool:
    """Whether a masked sentence compares something else than the drug with its comparator."""
    return _OTHER_COMPARISON.search(masked) is not None


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
    if patterns.COMPARATOR.search(name) or is_named_treatment(name):
        return True
    return any(not mention.has_drug for mention in arms.mentions(name))


def is_named_treatment(name: str) -> bool:
    """Whether a name is a drug's by its stem, or says that it is a treatment."""
    return (_TREATMENT.search(name) or AGENT.search(name)) is not None


def compared(text: str) -> re.Match[str] | None:
    """The words that compare, or tell a change."""
    return patterns.COMPARES.search(text) or patterns.OPPOSES.search(text)


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
    if words.re is patterns.OPPOSES:
        return False
    flat = without_brackets(text)
    begins = [m.end() for m in _CLAUSE.finditer(flat, 0, words.start())]
    ends = _CLAUSE.search(flat, words.end())
    clause = (begins[-1] if begins else 0, ends.start() if ends else len(text))
    inside = [m for m in mentions if clause[0] <= m.start < clause[1]]
    others = [m for m in inside if not m.has_drug and m.name not in (PLACEBO, CONTROL_ARM)]
    places = [m.start for m in inside if m.has_drug] + [m.start() for m in arms.drug_pattern.finditer(text, *clause)]
    if not places:
        of_groups = patterns.GROUPS_NAMED.search(text, *clause)
        of_drug = DRUG not in masked and not (AGENT.search(text, *clause) or _OF_ANOTHER.search(text, *clause))
        return not others and (of_groups is not None or of_drug)
    drug = min(places)
    if drug < words.start() or not _TO_DRUG.search(masked):
        return True
    is_alike = patterns.ALIKE.search(words[0]) is not None
    before = others if is_alike else [m for m in inside if not m.has_drug]
    return not any(m.start < drug for m in before) and AGENT.search(text, clause[0], drug) is None


def compares_arms(words: str) -> bool:
    """Whether words compare two things, rather than telling a change: "higher", not "increased"."""
    return _COMPARATIVE.search(words) is not None
