"""The numbers of a text: with sign, power of ten and unit; p values, intervals, ratios and differences.

What belongs here: the only patterns for numbers and statistics, in the styles of JAMA, NEJM, the Lancet, European
journals and registries. They read text as it is written or folded, and keep places. Whose a number is and what it says
of a drug is decided elsewhere. What cannot be (a p value over 1, an interval that does not hold its own value) is not
read.
"""

from __future__ import annotations

import re
from typing import Final

from .estimates import ALPHA, ComparedBy, ConfidenceInterval, EffectEstimate, Number, PValue, StatisticalTest

_DASHES = "-−–‐‑﹣－"
_MINUS = rf"\{_DASHES}"
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_PLAIN: Final = str.maketrans({**dict.fromkeys(_DASHES, "-"), "·": ".", "∙": ".", "⋅": "."})
_FLAGS = re.IGNORECASE | re.VERBOSE
_TENS = rf"""(?:\s?[×x*]\s?10(?:\s?\(\s?(?P<in_brackets>[{_MINUS}+]?\s?\d{{1,3}})\s?\)
    |(?P<raised>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,3}})
    |\s?\^?\s?(?P<signed>[{_MINUS}]\s?\d{{1,3}})|\^(?P<powered>\+?\d{{1,3}}))(?!\d)
    |e(?P<exponent>[{_MINUS}+]?\d{{1,3}})(?![\w.]))"""
"""``× 10⁻⁸``, ``x 10(-8)``, ``×10-8``, ``e-8``."""
_LOST_POWER = re.compile(r"\s?[×x*]\s?10\d", re.IGNORECASE)
"""``× 1028`` has lost what was raised: the number before it cannot be known."""
_DIGITS = (
    r"0,\d+|\d+,\d{1,2}(?=\s?%)|(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d{1,3}(?:[\u2009\u202f\u00a0]\d{3})+(?!\d)|\d+)"
    r"(?:[.·∙⋅]\s?\d+)?|[.·∙⋅]\d+"
)
PLAIN_NUMBER: Final = rf"(?:{_DIGITS})"
"""A number without sign, power and unit, for patterns of what stands around it; ``number_value`` says what it is."""
_COMMA = r"\d{1,3},\d{1,2}(?![\d,])"
"""A decimal comma where a statistic is sure: ``0,50–1,20``. Thousands have three digits behind it."""
_SIGN = rf"(?:(?<![\w)%\]/{_MINUS}])[{_MINUS}+]|(?<=[=(\[:]\s)[{_MINUS}]\s)?"
_NUMBER = re.compile(
    rf"(?<![\w.·])(?<!\d,)(?<![a-z][{_MINUS}])(?P<mantissa>{_SIGN}(?:{_DIGITS}))(?P<tens>{_TENS})?", _FLAGS
)
"""A number with its sign, a comma or thin space for thousands, and a dot of any height or a comma for decimals."""
_UNIT = re.compile(
    r"""[\s-]?(?P<unit>%|per\s?cent(?:age)?(?:\spoints?)?|mm\s?Hg|(?:m|u|µ|μ|n|p)?mol/l|(?:m|u|µ|μ|n|p)?g/[dm]?l
    |m?g/kg(?:/d(?:ay)?)?|kg/m2|m?l/min|mg|mcg|µg|μg|ug|kg|g|ml|dl|l|m/s|km|cm|mm|m|years?|months?|weeks?|days?|hours?|h
    |minutes?|min|seconds?|s|points?|fold|x|kcal|iu|u|bpm|beats/min|episodes?|attacks?|events?)(?![\w/]|-[a-z])""",
    _FLAGS,
)


def _named(prefix: str) -> str:
    """The pattern of a number with its power of ten, whose groups begin with a prefix."""
    return rf"(?:[{_MINUS}+]\s?)?(?:{_COMMA}|{_DIGITS})(?:{_TENS.replace('?P<', f'?P<{prefix}_')})?"


_BOUND_UNIT = r"\s?(?:%|per\s?cent|(?!to\b|and\b)[a-zµμ/²]{1,15}(?:\s?Hg)?)?"
"""A unit of a bound, whatever it is: one word between two numbers that ``to`` joins can be nothing else."""
_OPERATOR = (
    r"</=|>/=|<<|>>|[<>]\s?(?:or\s?)?=|[<>=≤≥⩽⩾≪≫]|(?:less|greater|smaller|lower|more)\sthan(?:\sor\sequal\sto)?"
)
_P_VALUE = re.compile(
    rf"""(?<![\w-])p(?:\s?\([^()]{{1,20}}\)|\s?for\s(?:the\s)?[a-z]+(?:\s[a-z]+)?)?
    (?P<named>[\s-]?values?)?\s*(?:(?:was|were|of|is)\s)?\s*
    (?:(?P<operator>{_OPERATOR})\s*|(?P<colon>:)\s?=?\s*|(?<=[a-z])\s+(?=[\d.·]))?
    (?:10(?:\s?\(\s?[{_MINUS}]\s?(?P<tenth>\d{{1,3}})\s?\)|(?P<tenth_raised>⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,3}})
    |\^\s?[{_MINUS}]\s?(?P<tenth_after_caret>\d{{1,3}}))|(?P<value>{_named("p")})|(?P<words>n\.?\s?s\b\.?|not\ssignificant))""",
    _FLAGS,
)
_NO_P_VALUE = re.compile(r"\s?(?:mm\s?Hg|[munpµμ]?(?:mol|g)/d?l|mg|kg|%)(?!\w)|(?:\s\d)+(?![\d.,·])", re.IGNORECASE)
"""After a number: the unit of a pressure or an amount, or digits that a reader of PDFs has torn off."""
_NS_ALONE = re.compile(r"(?<=[\s(,\[])(?:N\.?S\.?|n\.s\.?|(?<=[(\[])ns)(?=[\s),;\]]|\.\s|\.?$)")
_NAME_OF_INTERVAL = r"""(?:(?P<level>9\d(?:[.·]\d)?|80)\s?%?[\s-]?)?
    (?:\bCI[s95]*\b|\bCrI\b|\bCL\b|\b(?:confidence|credib(?:le|ility))\s(?:intervals?|limits?)\b(?:\s?[\[(]Cr?I[\])])?)
    (?:\s?[\[(]?9\d\s?%[\])]?)?"""
_TO = rf"\s*(?:\bto\b|\band\b|[{_MINUS}—,;])\s*"
_BOUNDS = rf"(?P<low>{_named('low')}){_BOUND_UNIT}{_TO}(?P<high>{_named('high')})(?![\d.·]*\d)"
_INTERVAL = re.compile(
    rf"{_NAME_OF_INTERVAL}[\s:,;=(\[]*(?:(?:of|from|was|were|is|between)\s)?\s*(?P<bounds>{_BOUNDS})", _FLAGS
)
_BOUNDS_ALONE = re.compile(rf"(?P<bounds>{_BOUNDS}){_BOUND_UNIT}", _FLAGS)
_BARE_INTERVAL = re.compile(
    rf"\s?{_BOUND_UNIT}[,;]?\s?[\[(](?:(?P<level>9\d(?:[.·]\d)?)\s?%[,:]?\s)?(?P<bounds>{_BOUNDS}){_BOUND_UNIT}\s?[\]);,]",
    _FLAGS,
)
"""Two bounds in brackets right after their value: ``0.8 [0.5, 1.2]``."""


def _short(name: str) -> str:
    """The pattern of a ratio's short name: in capitals, or folded with an interval after its value; "or" is a word."""
    with_interval = r"\s?,?\s?(?:\d*[.·,])?\d+[,;\s]*(?:[(\[]\d|[(\[]?(?:9\d\s?%\s?)?(?:cr?i\b|confidence))"
    folded = rf"{name.lower()}s?(?=\s?[=:]\s?[\d.·]|{with_interval})"
    return rf"(?-i:a?{name}s?)|{folded}"


_RATIO_NAMES = (
    ("hazard ratio", rf"hazards?\sratios?|{_short('HR')}"),
    ("odds ratio", rf"odds\sratios?|{_short('OR')}"),
    ("risk ratio", rf"relative\srisks?(?:\sratios?)?|risk\sratios?|{_short('RR')}"),
    ("rate ratio", rf"(?:incidence\s|event\s)?rate\sratios?|{_short('IRR')}"),
    ("prevalence ratio", r"prevalence\sratios?"),
    ("ratio", r"(?:[a-z]+\s)?mean\sratios?|ratio\sof\s[a-z ]{1,40}"),
)
_RATIO_NAMED = "|".join(f"(?:{words})" for _, words in _RATIO_NAMES)
_ASIDE = r"(?:\s?[\[(](?!9\d\s?%)[a-z]{1,6}[\])])?(?:\s?[\[(]9\d\s?%\s?(?:CI|confidence\sinterval)[\])],?)?"
_GAP = r"(?:(?!\bp\b|\brates?\b)[^\d;.]){0,45}?|(?:(?!\bp\b|\brates?\b)[^\d;.]){0,110}?\s(?:was|were|is|of|=)\s"
_RATIO = re.compile(
    rf"(?<![\w-])(?<!log\s)(?P<measure>{_RATIO_NAMED})(?![\w-]){_ASIDE}(?:{_GAP})(?P<value>{_named('r')})"
    rf"(?!\d|[.·]\d|\s?(?:%|[-–]?\s?years?|mg))",
    _FLAGS,
)
_DIFFERENCE = re.compile(
    rf"""(?<![\w-])(?:(?:[a-z]+\s)?differences?|[ws]?md|e[tm]d|lsmd)(?![\w-]){_ASIDE}
    (?:[^\d;.()\[\]]{{0,60}}?(?:\sof|\swas|\swere|\sis|[=:,(\[])?\s*|[^\d;.()\[\]]{{0,110}}?\s(?:was|were|is)\s)
    (?P<value>{_named("d")})(?!\d|[.·]\d|\s?(?:weeks?|months?|years?)\b|\s?%?\s?(?:vs|versus|and)\b)""",
    _FLAGS,
)
SPREAD: Final = re.compile(r"\s?(?:±|\+/[-−]|\(\s?(?:±|\+/[-−]))\s?\d+(?:[.·]\d+)?\s?%?\)?")
"""The spread of a mean, right after it: ``± 5``, ``+/- 5``."""
_CLOSE = 30
"""Characters between a value and the interval or p value that is its own."""


_SHORT_NAMES = {
    "hr": ComparedBy.HAZARD_RATIO,
    "or": ComparedBy.ODDS_RATIO,
    "rr": ComparedBy.RISK_RATIO,
    "irr": ComparedBy.RATE_RATIO,
}


def numbers(text: str) -> list[Number]:
    """All numbers of a text, in their order."""
    out = []
    lost = 0
    for match in _NUMBER.finditer(text):
        if match.start() < lost:
            continue
        if not match["tens"] and (power := _LOST_POWER.match(text, match.end())):
            lost = power.end()
            continue
        out.append(_with_unit(text, _value(match["mantissa"], _power(match, "")), *match.span()))
    return out


def number_value(written: str) -> float:
    """What a match of ``PLAIN_NUMBER`` is worth."""
    return _value(written, 0)


def p_values(text: str) -> list[PValue]:
    """The p values of a text, in their order; one over 1 is none."""
    out = []
    for match in _P_VALUE.finditer(text):
        if match["words"]:
            out.append(PValue(">", ALPHA, match.start(), match.end()))
            continue
        named = match["operator"] or match["colon"] or match["named"]
        if not named or _NO_P_VALUE.match(text, match.end()):
            continue
        tenth = match["tenth"] or match["tenth_after_caret"] or (match["tenth_raised"] or "").translate(_RAISED)[1:]
        value = 10.0 ** -int(tenth) if tenth else _value(match["value"], _power(match, "p_"))
        if 0 <= value <= 1:
            out.append(PValue(_sign(match["operator"] or "="), value, match.start(), match.end()))
    alone = (m for m in _NS_ALONE.finditer(text) if not any(p.start <= m.start() < p.end for p in out))
    out += [PValue(">", ALPHA, match.start(), match.end()) for match in alone]
    return sorted(out, key=lambda p: p.start)


def intervals(text: str) -> list[ConfidenceInterval]:
    """The intervals that a text names as such, in their order; one the lower bound of which is the higher is none."""
    read = (_interval(match) for match in _INTERVAL.finditer(text))
    return [interval for interval in read if interval]


def bounds_of(text: str) -> tuple[float, float] | None:
    """The bounds that a few words give, with the name of their interval or without; ``None`` if they give none."""
    match = _INTERVAL.fullmatch(text.strip()) or _BOUNDS_ALONE.fullmatch(text.strip())
    interval = _interval(match) if match else None
    return (interval.low, interval.high) if interval else None


def estimates(text: str) -> list[EffectEstimate]:
    """The ratios and differences of a text, each with its own interval and p value, in their order.

    One whose interval does not hold it is left out.
    """
    return [estimate for estimate in _all_estimates(text) if estimate.is_possible]


def statistical_tests(text: str) -> list[StatisticalTest]:
    """Each statistical test of a text, in order of appearance.

    An estimate with its interval and p value is one test; so is a p value or an interval alone. An interval of no
    named measure is held against 0, and against 1 where a ratio is named before it.
    """
    own = _all_estimates(text)
    out = [StatisticalTest(e.opens, e.end, e.is_chance) for e in own if e.is_possible and (e.interval or e.p_value)]
    taken = {part.start for e in own for part in (e.interval, e.p_value) if part}
    for interval in intervals(text):
        if interval.start not in taken:
            is_ratio = _RATIO_BEFORE.search(text[max(0, interval.opens - _RATIO_REACH) : interval.opens])
            out.append(StatisticalTest(interval.opens, interval.end, interval.holds(1.0 if is_ratio else 0.0)))
    out += [StatisticalTest(p.start, p.end, p.is_chance) for p in p_values(text) if p.start not in taken]
    return sorted(out, key=lambda test: test.start)


def has_statistic(text: str) -> bool:
    """Whether a text gives a p value, an interval, a ratio, a difference or a spread."""
    return bool(p_values(text) or intervals(text) or _all_estimates(text) or SPREAD.search(text))


def _all_estimates(text: str) -> list[EffectEstimate]:
    read: dict[int, tuple[ComparedBy, int, Number]] = {}
    for pattern, prefix in ((_RATIO, "r_"), (_DIFFERENCE, "d_")):
        for match in pattern.finditer(text):
            number = _with_unit(text, _value(match["value"], _power(match, prefix)), *match.span("value"))
            measure = _measure(match["measure"]) if pattern is _RATIO else ComparedBy.DIFFERENCE
            if _INTERVAL.match(text, number.start) is None:
                read.setdefault(number.start, (measure, match.start(), number))
    named, p_named = intervals(text), p_values(text)
    ordered = [read[start] for start in sorted(read)]
    out = []
    for place, (measure, opens, number) in enumerate(ordered, start=1):
        reach = ordered[place][1] if place < len(ordered) else len(text) + 1
        interval = _own_interval(text, number, [i for i in named if i.opens < reach])
        last = interval.end if interval else number.unit_end
        p_value = next((p for p in p_named if last <= p.start < reach and _is_beside(text, last, p.start)), None)
        if p_value and not interval:  # "RR 2.4, p = 0.008, 95% CI 1.3 to 4.5"
            after = (i for i in named if p_value.end <= i.opens < reach and _is_beside(text, p_value.end, i.opens))
            interval = next(after, None)
        out.append(EffectEstimate(measure, opens, number, interval, p_value))
    return out


_RATIO_BEFORE = re.compile(
    rf"(?<![\w-])(?:{_RATIO_NAMED}|a?(?:hr|or|rr|irr)|ratio|odds|hazard)s?(?![\w-])[^.]*$", _FLAGS
)
_RATIO_REACH = 60


def _with_unit(text: str, value: float, start: int, end: int) -> Number:
    """The number that stands at a place, with the unit behind it."""
    unit = _UNIT.match(text, end)
    return Number(value, start, end, _plain_unit(unit["unit"]) if unit else "", unit.end() if unit else end)


def _own_interval(text: str, number: Number, known: list[ConfidenceInterval]) -> ConfidenceInterval | None:
    """The interval beside a value: named within reach, or bare in brackets right after it."""
    if bare := _BARE_INTERVAL.match(text, number.end):
        return _interval(bare)
    last = number.end
    if spread := SPREAD.match(text, last):
        last = spread.end()
    return next((i for i in known if last <= i.opens and _is_beside(text, last, i.opens)), None)


def _is_beside(text: str, start: int, end: int) -> bool:
    """Whether nothing but a few words without numbers or the end of a sentence stands between two places."""
    between = text[start:end]
    return len(between) <= _CLOSE and not re.search(r"\d|\.\s|\b(?:and|but|while|whereas)\b", between)


def _interval(match: re.Match[str]) -> ConfidenceInterval | None:
    """The interval of a match; ``None`` where its lower bound lies over the upper one."""
    low = _value(match["low"], _power(match, "low_"))
    high = _value(match["high"], _power(match, "high_"))
    if low > high:
        return None
    level = match.groupdict().get("level")
    return ConfidenceInterval(
        low, high, *match.span("bounds"), match.start(), float(level.translate(_PLAIN)) if level else None
    )


def _measure(name: str) -> ComparedBy:
    words = " ".join(name.lower().split())
    if short := _SHORT_NAMES.get(words.removeprefix("a").removesuffix("s")):
        return short
    return next(ComparedBy(measure) for measure, pattern in _RATIO_NAMES if re.fullmatch(pattern, words))


def _power(match: re.Match[str], prefix: str) -> int:
    """The power of ten that a matched number is multiplied with."""
    groups = ("in_brackets", "raised", "signed", "powered", "exponent")
    raw = next((match[f"{prefix}{name}"] for name in groups if match[f"{prefix}{name}"]), "0")
    return int(raw.translate(_RAISED).translate(_PLAIN).replace(" ", ""))


_TENS_AFTER = re.compile(_TENS, _FLAGS)


def _value(written: str, power: int) -> float:
    """A number as written, its power of ten left out, times that power."""
    plain = _TENS_AFTER.sub("", written).translate(_PLAIN)
    plain = re.sub(r"[\s\u2009\u202f\u00a0]", "", plain)
    if re.fullmatch(r"[-+]?(?:0,\d+|\d+,\d{1,2})", plain):
        plain = plain.replace(",", ".")
    return float(f"{plain.replace(',', '')}e{power}")


def _sign(operator: str) -> str:
    """``<``, ``=`` or ``>`` for an operator in signs or words."""
    words = operator.lower()
    if words[0] in "<≤⩽≪" or words.startswith(("less", "smaller", "lower")):
        return "<"
    return ">" if words[0] in ">≥⩾≫" or words.startswith(("greater", "more")) else "="


def _plain_unit(unit: str) -> str:
    words = " ".join(unit.lower().split())
    return "%" if words.startswith("per") and "point" not in words else words
