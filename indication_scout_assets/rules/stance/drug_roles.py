"""The part a sentence gives the drug: what is used, or what is to blame, compared with or measured.

What belongs here: marking those mentions of the drug in a masked sentence that cannot be the ones that help. What a
whole abstract says is in ``intent``.
"""

from __future__ import annotations

import re

from ..language.mentions import DRUG as D
from .stopping import GONE, tells_of_stopping

PASSIVE = "\ue003"
"""A mention of the drug as cause, comparator or measured substance; a private-use character as the masks are."""

BROUGHT_ABOUT = (
    r"(?:induced|associated|related|evoked|provoked|caused|elicited|precipitated|mediated|produced|triggered)"
)
_WORD = r"[^\s.;,]+"
_LISTED = rf"(?:-?,? ?(?:and|or|,|/)-? ?[\w{D}-]+)?"
_NO_GOOD_NEWS = (
    r"(?!(?:\s[\w-]+){0,5}?\s(?:relief|improve\w+|remissions?|regression|resolution|healing|eradication|recovery)\b)"
)
"""What was brought about is no help."""
_MARKS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{D}(?={_LISTED}\W{{0,3}}(?:induced|evoked|provoked|caused|elicited|produced|triggered"
        rf"|exposed|intoxicat\w+|overdos\w*|abus\w*|withdraw\w*)\b{_NO_GOOD_NEWS})",
        rf"{D}(?=(?:-?,? ?(?:and|or) [\w-]+)?\W{{0,3}}(?:treated|injected)"
        r" (?:rats?|mice|animals?|group)s?\b)",
        rf"(?:(?:induced|evoked|provoked|caused|elicited|triggered|produced) by|due to"
        r"|secondary to|attribut\w+ to|result\w+ from|toxicit\w+ of|exposure to|associated with"
        r"|from|against|complication of|than|versus|vs\.?|compared (?:with|to)|without|despite)"
        rf"(?:\s(?!and\b){_WORD}){{0,3}}?\s\W?{D}",
        rf"(?:adverse|side|toxic) (?:\w+ )?(?:effects?|reactions?|events?)"
        rf" (?:of|to|from|with)(?:\s{_WORD}){{0,3}}?\s\W?{D}",
        rf"{D}(?=\s(?:as"
        rf")\s(?:(?:the|an?|active)\s){{0,3}}(?:comparator|control)\b)",
        rf"\b(?:(?:addition of|adding)\s(?:(?!to\b){_WORD}\s){{1,8}}?|added\s|in addition\s)to\s\W?{D}",
    )
)


def mark_passive(masked: str) -> str:
    """The masked sentence with every mention of the drug that is no treatment marked ``PASSIVE``."""
    if D not in masked:
        return masked
    for pattern in (*_MARKS, GONE) if tells_of_stopping(masked) else _MARKS:
        if D not in masked:
            break
        masked = pattern.sub(lambda match: match[0].replace(D, PASSIVE), masked)
    return masked
