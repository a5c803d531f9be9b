"""Numbers of people as abstracts write them: digits and words, and the nouns that are counted.

What belongs here: patterns for lower-case text and what a number is worth. Which number is a study's is decided in
``participants`` and ``arm_sizes``.
"""

from __future__ import annotations

import re

_SMALL_WORDS = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()  # noqa: SIM905
_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905
_SMALL = {word: value for value, word in enumerate(_SMALL_WORDS, start=1)}
_TENS = {word: 10 * value for value, word in enumerate(_TENS_WORDS, start=2)} | {"fourty": 40}
_BELOW_HUNDRED = (
    rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{'|'.join(_SMALL_WORDS[:9])})\b)?"
    rf"|{'|'.join(sorted(_SMALL, key=len, reverse=True))})"
)
_HUNDREDS = rf"(?:(?:{_BELOW_HUNDRED}|a)[-\s]hundred(?:(?:\sand|-and)?[-\s]{_BELOW_HUNDRED})?|{_BELOW_HUNDRED})"
NUMBER = (
    r"(?:(?<![\w.,/%$€£°±<>≤≥-])(?:\d{1,3}(?:[,\u2000-\u200a\u202f\u00a0 ]\d{3})+|\d+)(?![.,:]\d|[\w%/°]|\s?%|[-–]\w)"
    rf"|(?<![\w-])(?:(?:{_HUNDREDS})[-\s]thousand(?:(?:,?\sand|-and|,)?[-\s](?:{_HUNDREDS}))?|{_HUNDREDS})(?![\w-]))"
)
"""Pattern of a whole number for lower-case text; not a decimal, a percentage, an age, a ratio."""


def value_of(number: str) -> int:
    """What a match of ``NUMBER`` is worth."""
    compact = re.sub(r"[,\s]", "", number)
    if compact.isdigit():
        return int(compact)
    total = group = 0
    for word in re.findall(r"[a-z]+", number.lower()):
        if word == "thousand":
            total, group = total + max(group, 1) * 1000, 0
        elif word == "hundred":
            group = max(group, 1) * 100
        else:
            group += _SMALL.get(word, 0) + _TENS.get(word, 0)
    return total + group


PEOPLE = r"""(?:patients|subjects|participants|women|men|adults|children|infants|neonates|newborns|babies|toddlers
    |volunteers|individuals|people|persons|adolescents|teenagers|boys|girls|males|females|(?:out|in)-?patients|smokers
    |veterans|cases|probands|mothers|students|twins|siblings|survivors|recipients|users|carriers|respondents
        |schoolchildren
    |youths?|nurses|physicians|asthmatics|diabetics|hypertensives|migraineurs|schizophrenics|parturients|sufferers
        |alcoholics|drinkers|addicts|responders|residents
    |pregnancies|controls|enrollees|beneficiaries|relatives|parents|patient|subject|woman|man|child|infant
        |participant)(?![\w-])"""
NOT_BETWEEN = r"""(?:of|in|for|with|to(?!\s(?:moderate|severe)\b)|after|by|per|at|from|on|during|or(?!\sfemale\b)|than
        |within|among
    |and(?!\s[a-z-]+\s(?:women|men|patients|adults|children|subjects|participants|volunteers)|\s(?:i{1,3}|[123])\s)
        |between|versus|vs|over|until|a|the|were|was|are|is|had|who|that|which|as|into|mg|g|kg|ml|mcg|μg|iu|units?
        |weeks?|months?|years?|days?(?!\ssurg|\scase)|hours?
    |hrs?|min|minutes?|h|times?|doses?|trials?|stud(?:y|ies)|rcts?|cent(?:er|re)s?|sites?|hospitals?|countries|cohorts?
    |groups?|arms?|sessions?|cycles?|episodes?|articles?|reports?|publications?|papers?|records?|percent|million|billion
    |(?:included|enrol+ed|involved|comprised)(?=\s\d)|previously|attacks|samples|biopsies|eyes|lesions|tumou?rs|visits
        |families|pairs|items|points?|case|cases|series|mm|cm|nm|μm|%)"""
_AGE = r"(?:\d{1,2}-?\s(?:to|through|or)\s\d{1,2}[-\s](?:years?|months?)[-\s]olds?)"
_GRADE = (
    r"(?:(?:asa|nyha)\s(?:physical\s)?(?:status\s)?(?:class\s)?(?:[1-4]|i{1,3}v?)\s(?:or|and|to)\s(?:[1-4]|i{1,3}v?))"
)
GAP = rf"(?:\s(?:(?!{NOT_BETWEEN}\b)\(?[\w'’/.+-]*[\w'’/+)-],?|h\.|{_AGE}|{_GRADE})){{0,7}}?\s"
"""Words between a number and its noun, such as an age of two numbers, or the "H." of "H. pylori-positive"."""
