"""The dose a study gave, as its abstract writes it: "20 mg three times daily".

What belongs here: which number beside a drug's name is a dose, and when two wordings are of one dose. Nothing is
converted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...domain.findings.effects import TextSpan
from ...text.numbers import PLAIN_NUMBER

_UNIT = (
    r"(?:mg|g|µg|μg|mcg|ng|micrograms?|milligrams?|IU|MIU|units?|U)(?![\w-])(?!\s?/\s?[dm]?[lL]\b)"
    r"(?:\s?/\s?(?:kg|m2|m²|m\(2\)))?"
)
_EVERY = (
    r"(?:\s?(?:/\s?(?:d|day|week|h)\b"
    r"|(?:once|twice|thrice|(?:one|two|three|four|[1-4])\stimes)[\s-](?:daily|weekly|a\sday"
    r"|per\sday|a\sweek|each\sday)|daily|weekly|per\sday|a\sday|every\s(?:\d+|other|two|three)\s?(?:h\b"
    r"|hours|days?|weeks)"
    r"|(?:b\.?i\.?d|t\.?i\.?d|q\.?i\.?d|q\.?d|o\.?d)\b\.?))?"
)
_A_DAY = re.compile(
    r"\s?(?:/\s?(?:d|day)|(?:once\s|one\stime\s)?(?:daily|(?:per|a|each|every)\sday)|q\.?d\.?|o\.?d\.?)$", re.IGNORECASE
)
"""The ways to say that a dose is for a day; "once-daily" has its hyphen taken before."""
_DOSE = rf"(?P<dose>{PLAIN_NUMBER}(?:\s?(?:-|–|to|or|and)\s?{PLAIN_NUMBER})?\s?{_UNIT}{_EVERY})"


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    name = "|".join(re.escape(name) for name in names if len(name) > 2) or r"(?!)"
    after = rf"\b(?:{name})\b[^.;:\d\n]{{0,30}}?[(\[,]?\s?{_DOSE}"
    before = _DOSE.replace("?P<dose>", "?P<dose_before>") + rf"\s(?:of\s)?(?:oral\s|intravenous\s)?(?:{name})\b"
    return re.compile(f"{after}|{before}", re.IGNORECASE)


def dose_of(text: str, drug_names: Sequence[str]) -> TextSpan | None:
    """The first dose that stands beside a name of the drug; ``None`` where there is none."""
    match = _pattern(tuple(drug_names)).search(text)
    if match is None:
        return None
    group = "dose" if match["dose"] else "dose_before"
    return TextSpan(start=match.start(group), end=match.end(group), text=match[group])


def same_dose(text: str) -> str:
    """What two wordings of one dose have in common: "10 mg once daily", "10mg/day" and "10 mg q.d." are one.

    "150 mg twice daily" and "300 mg daily" stay two.
    """
    spaced = " ".join(text.replace("once-", "once ").split())
    return "".join(_A_DAY.sub("/day", spaced).lower().split())
