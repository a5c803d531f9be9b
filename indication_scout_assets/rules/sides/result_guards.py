"""What takes a benefit or a failure from the drug though its words are there, as patterns over masked clauses.

What belongs here: guards. Of whom something is told, what it is compared with, whether it is only needed, measured,
supposed or said in passing. The phrases that tell results are in ``result_phrases``; where the guards are asked is in
``result_clauses``.
"""

from __future__ import annotations

import re

from ..language.mentions import DISEASE as S
from ..language.mentions import DRUG as D
from ..language.mentions import MEASURE as M
from ..vocabulary import AILMENT, HELPING, STOPPING
from ..worded_pattern import worded
from . import cues
from .result_words import GOOD, NOTHING, names_other_agent


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


# ------------------------------------------------------------------------------------------------ how a clause is cut
CLAUSE_BREAK = _pattern(
    rf"""{cues.CLAUSE_BREAK.pattern}
    |,?\ and\ (?=(?:might|may|was|were|is|are|had|has)\ (?:[\w-]+\ ){{0,2}}?(?:associated|tolerated|safe|accompanied))
    |,?\ and\ (?=there\ (?:was|were|is|are)\ no\b)|,\ (?=(?:did|does|do|was|were|had|has)\ (?:not|no)\b)"""
)
"""Where a clause ends; what is said in passing of safety is one of its own."""
RIVALS = re.compile(r"\b(?:versus|vs|compar\w+|or|against)\b")
"""In the title of a combination: something else stands against it."""

# --------------------------------------------------------------------------------------------- whose part it is
AS_REFERENCE = _pattern(
    rf"""\b(?:than|versus|vs|as\ effective\ as|superior\ (?:to|with)|compared\ (?:with|to)|over)
    (?:\W+(?:that|those|the|of|with|in|on|seen|achieved|treatment|intramuscular
        |twice|daily|mg|weeks?|months?|\d+[\d·]*)\b){{1,8}}?\W{{1,2}}(?:[a-z]+-)?{D}"""
)
"""The drug is what another treatment is measured against: "superior to that achieved with the drug"."""
BACKBONE = _pattern(
    rf"""\b(?:versus|with)\ (?:[\w-]+\ ){{0,2}}?{D}(?:\ [\w-]+)?\ (?:alone|monotherapy)\b
    |{D}\W{{1,3}}(?:with\ or\ without|\+/-|with\ and\ without)"""
)
"""A title that asks what another agent adds to the drug."""
WITH_OR_WITHOUT = re.compile(rf"\bwith(?:\sor\s|\sand\s)without(?=\W+{D})")
"""In a title: it is the drug that makes the difference."""
GIVEN_ANYWAY = _pattern(
    rf"""^[^{D}]*\b(?:addition\ of|adding|effects?\ of|efficacy(?:\ and\ safety)?\ of)\b[^{D}]*
        (?:\b(?:taking|receiving|(?:treated|maintained)\ with)\W+(?:[\w-]+\W+){{0,2}}?{D})
    |^[^{D}]*\b(?:(?:addition\ of|adding)\ [^{D}]*\bto)\W+(?:[\w-]+\W+){{0,2}}?{D}
    |^[^{D}]*\bin\b[^{D}]*{D}-maintained|\b(?:(?:randomi[sz]ed)[^.:;]{{0,20}}\ trial)\b
        [^{D}.:;]*\bin\ combination\ with\W+(?:[\w-]+\W+){{0,5}}?{D}
    |[a-z]{{4,}}-{D}\ (?:and|versus|vs)\ [a-z]{{4,}}-{D}|{D}-based\ [^.:;]*\b(?:and|versus|vs)\ [^.:;]*\btherap
    |{D}[^.:;]*\b(?:versus|vs|compared\ with)\b[^.:;]*{D}
    |\bimpact\ of\ concurrent\ [^.;]{{0,20}}?{D}[^.;]*\bon\b[^.;]*\befficacy\ of"""
)
"""A title of what another agent does in people who get the drug anyway, or of two treatments that both hold it."""
FOR_AILMENT = _pattern(
    rf"""\b(?:for|treatment\ of)\ (?:the\ )?(?:(?!patients
        |people)[\w-]+\ ){{0,2}}?(?P<ailment>{AILMENT})(?![\w-])"""
)
"""What a clause that does not name the disease says the drug is for."""
ANALGESIC = re.compile(r"\banalgesi\w+")
PAINFUL = re.compile(r"pain|alg|colic|neur|arthr|menorr|operat")
"""In a disease's name: less pain is help against it."""

# --------------------------------------------------------------------------------------------- given with another
COMBINED = worded(
    cues.BESIDE_ANOTHER + "|regimen|triple therapy",
    rf"""{cues.WITH_ANOTHER}|{D}(?!\ (?:and|versus|vs|or)\ (?:an?\ |the\ )?[a-z]+[-/][a-z]+\ (?:fixed\ )?combination)
        (?:(?!\ (?:and|versus|vs|or|than|with)\ (?:an?|the)\ (?:fixed\ )?combination\ of\b)[^.;,]){{0,60}}?\bcombin\w+\b
        (?!\ (?:multi\w+|measur\w+|analys\w+|data|recordings?|tests?|end\ ?points?|outcomes?)\b)
    |\b(?:combination|combined)\ (?:therapy|chemotherapy)|\bregimen\b|\btriple\ therapy""",
)
"""The drug in a combination: not one of two others that it is named beside, nor measurements that are combined."""
ADDED_ON = _pattern(
    rf"""\b(?:addition\ of|adding|added|adjunct\w*|add-on)\b[^.;,]{{0,30}}?{D}
    |{D}[^.;,]{{0,40}}?\b(?:added\ (?:on\ )?to|add-on|adjunct\w*)"""
)
"""Given beside what people got anyway: the difference is the drug's."""
WITH_AND_WITHOUT = _pattern(
    rf"""\b(?P<agent>[a-z]{{5,}})\ (?:alone\ )?(?:versus|compared\ with|or|with|and)\ (?:[\w-]+\ ){{0,2}}?
        (?P=agent)\ (?:plus|with|and|in\ combination\ with)\ (?:[\w-]+\ ){{0,2}}?{D}
    |\b(?P<other>[a-z]{{5,}})\ (?:plus|and|in\ combination\ with)\ (?:[\w-]+\ ){{0,2}}?{D}[^.;]{{0,40}}?
        \ (?:versus|compared\ with|or|with|and)\ (?:[\w-]+\ ){{0,2}}?(?P=other)\b
        (?!\ (?:plus|and|combined|with|in\ combination)\b)
    |{D}\ (?:plus|and|in\ combination\ with)\ (?:[\w-]+\ ){{0,2}}?(?P<third>[a-z]{{5,}})
        \ (?:[\w-]+\ ){{0,2}}?(?:versus|compared\ with)\ (?:[\w-]+\ ){{0,2}}?(?P=third)\b
        (?!\ (?:plus|and|combined|with|in\ combination)\b)
    |{D}\ (?:plus|and|with|in\ combination\ with)\ (?:[\w-]+\ ){{0,4}}?(?P<fourth>[a-z]{{5,}})\b
        [^.;]{{0,70}}?\b(?:versus|compared\ with|and|or|than)\ (?:[\w-]+\ ){{0,4}}?(?P=fourth)\ alone\b"""
)
"""The same agent with and without the drug: the difference is the drug's."""


def combines(masked: str) -> bool:
    """Whether a masked text gives the drug together with another agent, as a part and not as what is added."""
    if ADDED_ON.search(masked) or WITH_AND_WITHOUT.search(masked):
        return False
    return bool(COMBINED.search(masked))


# --------------------------------------------------------------------------------------------- a benefit that is none
IN_WHOM = _pattern(
    rf"""\bidentif\w+\b[^,;]*\bwhom?\b[^,;]*$|\b(?:(?:in|of)\ whom)\b[^,;{D}]*$
    |\b(?:who|that)\ (?:had|has)\ (?:not\ )*$"""
)
"""Before a benefit: it is told of people before they got the drug, or of people still to be found."""
GAIN = re.compile(r"^(?:improvements?|relief|success|protection|remission|cure|protective|beneficial)$")
UNLIKELY_AFTER = _pattern(
    rf"""^[^.;,]{{0,110}}?\b(?:is|are|was|were)\ (?:(?:\w+ly|very)\ )*(?:unlikely
        |not\ (?:yet\ )?(?:apparent|present|established)
        |lower\b(?!\ (?:in|with|for|on)\ (?:the\ )?(?:{NOTHING})))"""
)
"""After a noun of benefit: what is said of it takes it away, or gives it to others."""
NO_GAIN_BEFORE = re.compile(
    r"\b(?:needed|necessary|too\s\w+)\sto\s(?:(?:be|of|any)\s)*(?:[\w-]+\s){0,2}$"
    r"|\bpreviously\s$|\bnegative\sinfluence\sof\b[^.;]*$"
    r"|\b(?:based\son|measures?\sof|evalu\w+\sfor|indicator\sof)\s(?:[\w-]+\s){0,3}?$"
    r"|\bharmful\b[^,;]{0,30}$"
    r"|\bnot\s(?:\w+ly\s)?"
    r"blunt\b"
    r"[^,;]{0,80}$"
    r"|\bonly\s(?:an?\s)?minor\b[^,;]{0,30}$"
    r"|\bonly\s(?:one|two)\b[^,;]{0,50}$"
)
"""Before a benefit: what it would take to have it, what it was measured by, how few had it."""

# --------------------------------------------------------------------------------------------- another thing's benefit
AFTER_STOPPING = _pattern(
    rf"\bafter\ (?:the\ )?"
    rf"(?:{D}\W{{1,2}}(?:[\w-]+\ )?(?:{STOPPING})|(?:{STOPPING})\ (?:of\ )?\W?(?:[\w-]+\W+){{0,5}}?{D})"
)
"""After a benefit: it came when the drug was taken away."""
OVER_ITSELF = _pattern(
    rf"""\b(?:superior\ to|than|relative\ to)\W+(?:[\w-]+\W+){{0,5}}?{D}
    (?:\W+\d[\d.·]*(?:\W?mg)?)?\W+(?:alone|monotherapy)\b"""
)
"""Something that holds the drug is better than the drug alone: that is its partner's doing."""

# --------------------------------------------------------------------------------------------- a failure that is none
CONDITION = re.compile(r"\b(?:if|when)\b[^,;]*$")
"""Before a denial: it is only supposed."""
NEXT_FINDING = re.compile(r"\band\s(?:was|were|is|did)\b")
"""Where a clause goes on to its next finding, whose statistic is another one."""
OTHERS_DID_NOT = _pattern(
    rf"""\bwhereas\ (?!(?:[\w-]+\ ){{0,5}}(?:placebo|controls?|untreated|vehicle|without|other)\b)
    (?:[\w-]+\ ){{0,3}}?{S}?\ ?patients\ (?:[\w-]+\ ){{0,4}}?did\ not\W*$"""
)
"""The end of a sentence that tells a benefit of some people: "whereas patients with the other one did not"."""
OTHER_DOSE_AFTER = re.compile(r"^\swas\sseen\swith\s(?:the\s)?\d")
"""After "no additional benefit": it is another dose that brought none."""
OF_HARM = re.compile(r"\b(?:negative|deleterious|harmful|hangover)\b|rhythmogen")
"""In a denial: what is denied is harm."""
DRUG_NEXT = _pattern(rf"^\W+(?:[\w-]+\W+){{0,4}}?{D}")
"""After "no evidence that": the drug is what it is told of."""
IN_PLACE_OF = re.compile(r"\b(?:replac|chang)\w*\b[^.;,]*$")
"""Before a denial: the drug was given instead of something else, which is what it is held against."""
OF_MECHANISM = re.compile(r"\b(?:mechanisms?|attributable\sto)\b")
"""What is denied is a way in which the drug would act, or help against what another one does."""
GREATER = re.compile(r"\b(?:greater|additional|further|better)\b")
"""What more of a drug does not add is no failure of less of it."""
ADVANTAGE = re.compile(r"\b(?:advantages?|benefits?|better)\b")
OVER_AGENT = re.compile(r"^\W*(?:[\w-]+\W+){0,6}?(?:over|than|above)\b(?!.*\balone\b)")
AT_RISK = re.compile(
    r"\b(?:odds|risks?)\s(?:of|for)"
    r"\s(?!(?:[\w-]+\s){0,2}?(?:death|dying|mortality|relapses?|recurrences?|progression)\b)"
)
"""What is as likely as without the drug is not brought about by it, which is no failure to help."""
EACH_OTHER = re.compile(r"\W+(?:[\w-]+\W+){0,2}?each\sother\b")
LESS_ONLY = re.compile(r"\b(?:reduce|decrease|reduced|lowered)$")
WORSE_IF_LESS = _pattern(rf"^\W+(?:[\w-]+\W+){{0,3}}?(?:efficacy|{GOOD})\b|^\ with\b")
"""After a denial that something got less: it is what one would want more of."""
IN_FOREIGN_MEASURE = _pattern(rf"^\W+(?:[\w-]+\W+){{0,4}}?(?:in|of|on)\W+(?:[\w-]+\W+){{0,3}}?{M}")
_EFFECT = _pattern(
    rf"""\b(?:(?:{HELPING})(?:es?|s|ed)|beneficial|(?:had|show\w*|produc\w+|suggest\w*)\s[^.;,]{{0,40}}?
    (?:effects?|reductions?|improvements?))\b"""
)


def tells_effect(clause: str) -> bool:
    """Whether a masked clause asserts that the drug, or what the sentence is about, did something."""
    return not names_other_agent(clause) and bool(_EFFECT.search(clause))


FAILED = re.compile(
    r"^(?:fail|ineff|cannot|(?:did|does|do|is)\s+not\b"
    r"(?!\s(?:\w+ly\s)?(?:influence|affect|alter|change|modify|differ)))"
)
"""A denial that says how the drug did, at whatever dose."""
OF_BENEFIT = re.compile(
    r"\b(?:protective|beneficial|favou?rable|therapeutic|benefits?|efficacy|ineffective|inactive)\b"
)
"""A denial that needs no outcome: the word denied is help itself."""
MORE_ONLY = re.compile(
    r"\b(?:increase|enhance|prolong|augment)$"
    r"|\baugmenting\seffects?$"
)
"""A denial that something got more: it speaks against the drug where more of it is good."""
BETTER_IF_MORE = _pattern(rf"^\W+(?:[\w-]+\W+){{0,6}}?(?:{GOOD}|outcomes?)\b")
