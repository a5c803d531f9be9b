"""Questions that ask several things, as questions that ask one each.

What belongs here: the patterns, without a model. A question that compares two treatments in a trial ("the effect of A
compared with B on C") is one question: papers answer it as a whole.
"""

from __future__ import annotations

import re

from .question_frames import read_question

_END = "?!. "
_COMPARED = re.compile(
    r"^(?:please\s)?(?:compare|contrast)\s(?P<first>.+?)\s(?:and|with|to|versus|vs\.?)\s(?P<second>.+?)"
    r"(?:\s(?P<link>for|in|on|with\srespect\sto|regarding|as\sto)\s(?P<outcome>.+))?$",
    re.IGNORECASE,
)
_HARMS = re.compile(
    r"^(?P<first>.+?),?\s(?:and|as\swell\sas|plus)\s(?:what\s(?:are|is)\s)?(?:(?:its|their|the|any)\s)?"
    r"(?P<harms>(?:common\s|main\s|serious\s)?(?:side\seffects?|adverse\s(?:effects?|events?|reactions?)"
    r"|harms?|risks?|safety"
    r"|contraindications?|interactions?))$",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"(?<=\?)\s+(?=(?:and\s|also\s)?(?:what|which|how|does|do|is|are|can|why|when|who)\b)", re.IGNORECASE
)


def sub_questions(question: str, most: int | None = None) -> tuple[str, ...]:
    """The questions a question asks, at least itself.

    Args:
        question: written out, so that it can be understood alone.
        most: how many at most; ``None``: as many as it asks, 1: only itself.
    """
    asked = " ".join(question.split())
    if most == 1:
        return (asked,)
    bare = asked.rstrip(_END)
    parts = _several(asked) or _compared(bare) or _with_harms(bare) or (asked,)
    return parts if most is None else parts[:most]


def _several(asked: str) -> tuple[str, ...]:
    parts = [part.strip() for part in _SEVERAL.split(asked) if part.strip()]
    return tuple(re.sub(r"^(?:and|also)\s", "", part, flags=re.I) for part in parts) if len(parts) > 1 else ()


def _compared(asked: str) -> tuple[str, ...]:
    match = _COMPARED.match(asked)
    if match is None:
        return ()
    link = "in" if (match["link"] or "").lower() == "in" else "on"
    ending = f" {link} {match['outcome'].strip()}" if match["outcome"] else ""
    return tuple(f"What is the effect of {match[name].strip()}{ending}?" for name in ("first", "second"))


def _with_harms(asked: str) -> tuple[str, ...]:
    match = _HARMS.match(asked)
    if match is None:
        return ()
    subject = read_question(match["first"]).subject
    return (
        (f"{match['first'].rstrip(_END)}?", f"What are the {match['harms'].lower()} of {subject}?") if subject else ()
    )
