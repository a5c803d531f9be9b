"""How publishers mark the titles of papers that were taken back, and title the notices that say so.

What belongs here: the fixed forms at a title's start and end. What follows for a record is in ``articles``; which
records are one article, in ``rules.literature.article_keys``.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple


class TitleForm(StrEnum):
    RETRACTED = "retracted"
    """``RETRACTED: …``, ``[Retracted] …``, ``… (Retracted article. See vol. 7)``, ``… . Retracted.``"""
    WITHDRAWN = "withdrawn"
    """``Withdrawn: …``, ``… (Withdrawn)``, ``REMOVED: …``, ``TEMPORARY REMOVAL: …``"""
    NOTICE = "notice"
    """``Retraction: …``, ``Retraction Note to …``, ``Statement of retraction: …``, ``Removal notice``"""
    CONCERN = "concern"
    """``Expression of concern: …``, on a notice and on the paper it is about alike."""


class TitleMark(NamedTuple):
    """A mark as it stands in a title."""

    form: TitleForm
    words: str
    """As the publisher wrote them, without brackets and colon: ``RETRACTED ARTICLE``."""
    rest: str
    """The title without the mark."""


_WHOLE = r"(?:\ (?:article|paper|chapter|manuscript|publication))?"
_TITLE_FOLLOWS = r"(?!\s*(?-i:[a-z]+)\s)"
"""No plain lower-case word begins a title: ``Withdrawn: why patients leave trials`` is an author's."""
_MARK = re.compile(
    rf"""^\W*(?:
        (?P<notice>(?:(?:retraction|withdrawal|removal)\ (?:note|notice|statement)
                |(?:notice|statement)\ of\ retraction(?:\ and\ replacement)?)(?=\s*(?:[:.\])]|$)|\ (?:to|for)\b)
            |retraction(?=\W*$|\s*:{_TITLE_FOLLOWS}|—\S|\ (?:of|to)\s*[:“"‘']|\ for\ [^:]{{1,80}}\bet\ al\b))
        |(?P<concern>(?:(?:editorial|notice\ of)\ )?expressions?\ of\ (?:editorial\ )?concern)
            (?:\W*$|\s*[:\])]|(?=\ (?:to|for|on|regarding|about)\s*[:“"‘']))
        |(?P<retracted>retracted{_WHOLE}|(?:article|paper)\ retracted)\s*[:\])]
        |(?P<withdrawn>(?-i:WITHDRAWN|REMOVED)(?=\s*[:\])])
            |(?:withdrawn{_WHOLE}|removed|temporary\ removal)(?=\s*[:\])]{_TITLE_FOLLOWS}))\s*[:\])])
    |[(\[]\s*(?:(?P<retracted_after>retracted{_WHOLE})(?:(?:\s*[.:,;]|\s(?:in|by|on|see)\b)[^()\[\]]{{0,200}})?
        |(?P<withdrawn_after>withdrawn{_WHOLE}))\s*[)\]]\W*$
    |(?<=[.?!])\s+(?:(?P<retracted_last>retracted{_WHOLE})|(?P<withdrawn_last>withdrawn{_WHOLE}))\W*$""",
    re.IGNORECASE | re.VERBOSE,
)


def title_mark(title: str) -> TitleMark | None:
    """The mark at the start or the end of a title; ``None`` where there is none, which says nothing of the paper."""
    match = _MARK.search(title)
    if match is None or match.lastgroup is None:
        return None
    rest = f"{title[: match.start()]} {title[match.end() :]}".strip()
    return TitleMark(TitleForm(match.lastgroup.partition("_")[0]), match[match.lastgroup], rest)
