"""The numbers of a sentence that can be what an arm of a study reached: "71%", "6 (10%)", "136 +/- 12 mg/dl".

What belongs here: which numbers those are, their size and unit. Doses, times, counts of people, thresholds, statistics
and intervals are none. Whose a value is, is asked in ``arm_values``.
"""

from __future__ import annotations

import math
import re

from . import effect_patterns as patterns
from .study_arms import Mention

_INTERVAL_OF_VALUE = re.compile(
    rf"""\s?[(\[,;]\s?(?:unadjusted\s)?(?:9\d\s?%\s?(?:CI|confidence\s(?:intervals?|limits?))(?:\s?[(\[]CI[)\]])?[\s:,=]*)?
    [(\[]?(?P<low>{patterns.NUMBER})(?:\s?[a-z%][a-z%/]{{0,7}})?\s?(?:to|[-−–,])\s?(?P<high>{patterns.NUMBER})
    (?:\s?[a-z%/]{{1,8}}\b|%)?(?:\]\)|(?<=\d)[)\]](?=\s)|(?=[)\],;\s]))""",
    re.IGNORECASE | re.VERBOSE,
)
"""After a value: its interval, in brackets of its own or within those of the value."""
_UNITS = ("unit", "unit_after", "unit_later", "unit_last", "unit_of_mean")
"""The groups of a value that may hold its unit."""
_BRACKETED = re.compile(r"\([^()]*\)")


def values_in(text: str) -> list[re.Match[str]]:
    """The numbers of a sentence that may be what an arm reached."""
    values = [match for match in patterns.ARM_VALUE.finditer(text) if _is_result(text, match)]
    shares = [value for value in values if unit_of(value) == "%"]
    thresholds = {match.start() for match in patterns.THRESHOLD.finditer(text)}
    others = [value for value in shares if value.start() not in thresholds]
    return [v for v in values if v.start() not in thresholds] if len(others) > 1 else values


def without_strengths(
    text: str, values: list[re.Match[str]], drug: re.Pattern[str], mentions: list[Mention]
) -> list[re.Match[str]]:
    """The values but those right after the drug's name, as in "zelavir 1%".

    They stay in a list that gives every arm its value so: "(zelavir 12%, budenoside 15%)".
    """
    starts = {value.start() for value in values}
    listed = [mention for mention in mentions if mention.end + 1 in starts]
    opened = any(text[: mention.start].rstrip().endswith(("(", "[", ":")) for mention in listed)
    if opened and any(not mention.has_drug for mention in listed):
        return values
    return [v for v in values if v["share"] or not (v[0][0].isdigit() and _is_strength(text[: v.start()], drug))]


def without_intervals(text: str, values: list[re.Match[str]]) -> str:
    """The text with each interval blanked that follows a value and holds it: "14.4 days, 95% CI 12.5-16.6 days"."""
    for value in values:
        interval = _INTERVAL_OF_VALUE.match(text, value.end())
        if interval is None:
            continue
        numbers = map(number_in, (interval["low"], value["share"] or value["number"] or "", interval["high"]))
        low, number, high = (math.nan if number is None else number for number in numbers)
        if low <= number <= high or high <= number <= low < 0:
            is_own = interval[0].lstrip()[0] in "([" and text[interval.end() : interval.end() + 1] in (")", "]")
            end = interval.end() + is_own
            text = text[: interval.start()] + " " * (end - interval.start()) + text[end:]
    return text


def blanked(part: re.Match[str]) -> str:
    """As many spaces as a part of a text has characters."""
    return " " * len(part[0])


def without_brackets(text: str) -> str:
    """The text with what stands in round brackets blanked, so that every other character keeps its place."""
    return _BRACKETED.sub(blanked, text)


def number_in(text: str) -> float | None:
    """A number as written; ``None`` where it is none."""
    match = re.search(patterns.NUMBER, text)
    if match is None:
        return None
    plain = match[0].replace("−", "-").replace("–", "-").replace("·", ".").replace(",", "").replace(" ", "")
    return float(plain)


def unit_of(match: re.Match[str]) -> str:
    """The unit of a value in the singular, "%" for any share; empty for none."""
    unit = next(filter(None, (match[name] for name in _UNITS)), "").strip(" -").lower()
    is_share = _is_share(match) or patterns.PER_CENT.fullmatch(unit)
    return "%" if is_share else unit.removesuffix("s")


def is_plain(match: re.Match[str]) -> bool:
    """Whether a value is a whole number without a percent sign, which may count anything."""
    return (
        match["share"] is None
        and match["count"] is None
        and patterns.PER_CENT.search(match[0]) is None
        and re.fullmatch(r"[\d,]+[\s-]?[A-Za-z]*", match[0]) is not None
    )


def _is_share(match: re.Match[str]) -> bool:
    """Whether a value is a share of people by its form: "6 (10%)", "ten per cent", "3 of 12 patients", "68% of 139"."""
    return any(match[name] for name in ("share", "spelt", "count", "of_size"))


def _is_result(text: str, match: re.Match[str]) -> bool:
    """Whether a number can be what an arm reached, and not a dose, a time, a count of people or a statistic."""
    if _is_share(match):
        return True
    before, after = text[: match.start()], text[match.end() :]
    signed = match[0][0] in "-−–+" and before.endswith("baseline ")
    has_spread = "±" in match[0] or "+/-" in match[0]
    if (patterns.NO_RESULT_BEFORE.search(before) and not signed) or patterns.NO_RESULT_AFTER.match(after):
        return False
    is_share = patterns.PER_CENT.search(match[0]) is not None
    if not (is_share or has_spread or signed) and patterns.NO_ARM_BEFORE.search(before):
        return False
    is_dose = match[0].endswith(("mg", "mg kg")) or patterns.DOSE_AFTER.match(after) is not None
    is_fraction = re.fullmatch(r"\d+/\d+", match[0]) is not None
    return not is_fraction and not (is_dose and not has_spread)


def _is_strength(before: str, drug: re.Pattern[str]) -> bool:
    """Whether a number stands right after the drug's name: "zelavir 1%" is a strength."""
    ends = [match.end() for match in drug.finditer(before)]
    return bool(ends) and before[ends[-1] :] == " "
