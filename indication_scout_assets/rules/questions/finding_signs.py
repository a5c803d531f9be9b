"""Signs that a text reports what was found: an effect with its numbers or its significance.

What belongs here: telling a finding from a method, an aim or what others found. Which way a finding points is read in
``directions``.
"""

from __future__ import annotations

import re

from ...text.numbers import has_statistic

_SIGNIFICANCE = re.compile(
    r"\bsignifican\w*|\b(?:no|not|without)\b[^.;]{0,40}\bdiffer\w*|\bdid not differ\b"
    r"|\bno (?:\w+ ){0,3}(?:effect|change|evidence)"
    r"|\bsimilar (?:between|in both|across)",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:increas|decreas|reduc|improv|higher|lower|greater|fewer|less|more|longer|shorter|declin|rose|fell|larger"
    r"|smaller|better|worse|differ|compared|versus|vs)\w*",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\b(?:sample size|power (?:of|to)|statistical(?:ly)? analys[ei]s|was (?:considered"
    r"|defined|set|taken|deemed|accepted)"
    r"|were (?:considered|defined|deemed)|we (?:aimed|hypothesi[sz]ed|calculated|planned)"
    r"|hypothes[ie]s|primary (?:outcome|end\s?point)s? (?:was|were|is)"
    r"|secondary (?:outcome|end\s?point)s? (?:was|were|is|include)|(?:aim|objective"
    r"|purpose) (?:of|was)|will be|(?:is|are) (?:(?:currently|now|also) )?(?:being|under) (?:evaluat|investigat|stud"
    r"|test|explor)\w*|to (?:detect|determine|investigate|evaluate|assess|compare"
    r"|examine)\b"
    r"|(?:t|chi-square|wilcoxon|mann[-–]whitney)[- ](?:test|u)|anova|regression models? (?:was|were))",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:et al\b|previous(?:ly)? (?:stud|report|trial|work|research|published|shown"
    r"|described)|earlier stud|other (?:studies|authors|trials)"
    r"|(?:a|one|another|recent|several|many|these) (?:recent |previous |large "
    r"|small )?(?:meta-analys|review|cohort stud)|has been (?:shown|reported)"
    r"|have (?:been )?(?:shown|reported)"
    r"|consistent with (?:the |our )?(?:findings|results|previous|other)|in (?:line|agreement|contrast) (?:with|to))",
    re.IGNORECASE,
)


def tells_finding(text: str) -> bool:
    """Whether a passage reports a result: a statistic or a word on significance beside a comparison."""
    return bool(has_statistic(text) or _SIGNIFICANCE.search(text)) and bool(
        _COMPARED.search(text) or _SIGNIFICANCE.search(text)
    )


def finding_strength(sentence: str) -> int:
    """How much a sentence looks like a finding: 0 to 3, a point each for a comparison, a statistic and significance."""
    return sum(bool(pattern.search(sentence)) for pattern in (_COMPARED, _SIGNIFICANCE)) + has_statistic(sentence)


def tells_plan(sentence: str) -> bool:
    """Whether a sentence says what was planned, defined or asked instead of what was found."""
    return bool(_PLAN.search(sentence))


_AIM = re.compile(
    r"^(?:\w+: )?(?:to (?:learn|find out|test|estimate|explore|establish|study|identify|clarify|see|describe|define"
    r"|confirm|verify|analy[sz]e|detect|determine|investigate|evaluate|assess|compare|examine)\b(?!.*,? we\b)"
    r"|(?:the |our |its )?(?:primary |main |present )?(?:aim|objective|purpose|goal)s? (?:of|was|were|is)\b"
    r"|(?:here,? |therefore,? |thus,? )?we (?:therefore |thus )?(?:aimed|sought|set out|wanted|asked|hypothesi[sz]ed)\b"
    r"|th(?:is|e) (?:present |current )?(?:study|trial|work) (?:aim(?:s|ed)|was (?:designed|undertaken) to)\b)",
    re.IGNORECASE,
)


def tells_aim(sentence: str) -> bool:
    """Whether a sentence says what a study wanted to know; whatever comparison it names, nothing was found yet."""
    return bool(_AIM.search(sentence.strip()))


_UNKNOWN = re.compile(
    r"^if\b|\bwhether\b|\b(?:unknown|unclear|awaited|controversial)\b|\bremains? to be\b"
    r"|\bno (?:\w+ )?(?:claims?|conclusions?|inferences?)\b[^.;]{0,60}\b(?:drawn|made|possible)\b"
    r"|\badjust(?:ed|ing|ment)s? for\b"
    r"|\b(?:there are|were) no (?:published |controlled |other )?studies\b"
    r"|\bfurther (?:\w+[\s-]){0,3}?(?:trials?|studies)\b"
    r"|\bshould be (?:\w+ly )?(?:investigated|studied|evaluated|tested|explored|examined|confirmed)\b"
    r"|\brequires? (?:further )?confirmation\b|\bcorrelat\w+"
    r"|\bhypothes\w+|\bpredict\w+|\bprognostic\b"
    r"|\bnot (?:yet )?(?:been )?(?:fully |well )?(?:known|studied|established|determined|investigated)\b",
    re.IGNORECASE,
)


_DESIGN = re.compile(
    r"\b(?:we|was|were|been) (?:\w+ly )?(?:examin|stud[iy]|investigat|evaluat|assess|compar|randomi[sz]|assign|enrol"
    r"|recruit|undertaken|conducted|performed)\w*"
    r"|\b(?:patients?|subjects|children|women|men|adults|volunteers) (?:\w+ly )?received\b",
    re.IGNORECASE,
)


def tells_design(sentence: str) -> bool:
    """Whether a sentence says how a study was done, wherever it says so, and gives no number or word of a result."""
    return bool(_DESIGN.search(sentence)) and not (has_statistic(sentence) or _SIGNIFICANCE.search(sentence))


def leaves_unknown(sentence: str) -> bool:
    """Whether a sentence says of what it names that it is not known, only asked, or that it was adjusted for."""
    return bool(_UNKNOWN.search(sentence))


def finds_nothing(sentence: str) -> bool:
    """Whether a sentence only asks, plans, says how a study was done, or leaves what it names unknown."""
    return leaves_unknown(sentence) or tells_aim(sentence) or tells_plan(sentence) or tells_design(sentence)


def tells_of_others(sentence: str) -> bool:
    """Whether a sentence reports what other work found."""
    return bool(_OTHERS.search(sentence))


_COMES_TO = re.compile(
    r"\b(?:in conclusion|conclud\w+|we (?:find|found|show|suggest|propose|believe)"
    r"|(?:these|our|this|the present|the) (?:\w+ ){0,2}?(?:data|results?|findings?|study|observations?|analys[ie]s"
    r"|review|trial)(?: \w+){0,2} (?:suggests?|shows?|indicates?|demonstrates?|confirms?|supports?|provides?|reveals?"
    r"|establish\w*)|appears? to|thus|therefore)\b",
    re.IGNORECASE,
)


def tells_conclusion(sentence: str) -> bool:
    """Whether a sentence says by its own words that it is what a study comes to: "these data suggest"."""
    return bool(_COMES_TO.search(sentence))
