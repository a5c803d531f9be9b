"""Questions that ask several things, as questions that ask one each.

What belongs here: the patterns, without a model. A question that compares two treatments in a trial ("the effect of A
compared with B on C") is one question: papers answer it as a whole.
"""

from __future__ import annotations

import re

from .question_frames import CHANGES, read_question

_END = "?!. "
_LINK = r"(?:\s(?P<link>for|in|on|with\srespect\sto|regarding|as\sto)\s(?P<outcome>.+))?$"
_COMPARED = tuple(
    re.compile(f"^{begins}{_LINK}", re.IGNORECASE)
    for begins in (
        r"(?:please\s)?(?:compare|contrast)\s(?P<first>.+?)\s(?:and|with|to|versus|vs\.?)\s(?P<second>.+?)",
        r"how\sdo(?:es)?\s(?P<first>.+?)\s(?:and|compare\s(?:with|to))\s(?P<second>.+?)(?:\scompare)?",
        r"what\s(?:is|are)\sthe\sdifferences?\sbetween\s(?P<first>.+?)\sand\s(?P<second>.+?)",
    )
)
_WHICH_IS_BETTER = re.compile(
    r"^which\s(?:\w+\s){0,3}?(?:is|works)\s(?:better|safer|more\seffective)(?:\s(?P<link>for|in|on)\s"
    r"(?P<outcome>[^,:]+))?\s?[,:]\s?(?P<first>.+?)\sor\s(?P<second>.+)$",
    re.IGNORECASE,
)
_HARMS = re.compile(
    r"^(?P<first>.+?),?\s(?:and|as\swell\sas|plus)\s(?:what\s(?:are|is)\s)?(?:(?:its|their|the|any)\s)?"
    r"(?P<harms>(?:common\s|main\s|serious\s)?(?:side\seffects?|adverse\s(?:effects?|events?|reactions?)"
    r"|harms?|risks?|safety"
    r"|contraindications?|interactions?))$",
    re.IGNORECASE,
)
_ON_BOTH = re.compile(
    r"^(?P<effect>what (?:is|are) the (?:effects?|impact|influence) of .+?) on (?P<first>.+?),? and on (?P<second>.+)$",
    re.IGNORECASE,
)
_AND_IT = re.compile(
    r"^(?P<first>(?:do|does|did|is|are|can|could)\s.+?),?\s(?:and|but)\s"
    r"(?P<second>(?:do|does|did|is|are|can|could)\s(?:it|they)\s.+)$",
    re.IGNORECASE,
)
_ASKING = r"(?:do|does|did|can|could|will|would)"
_DOES_BOTH = (
    re.compile(
        rf"^(?P<head>{_ASKING}\s.+?\shelps?\s(?:people|patients|adults|children|men|women|smokers|me|you"
        rf"|them)(?:\sto)?)\s"
        r"(?P<first>(?!with\b|in\b|who\b)[a-z]+\s.+?),?\sand\s(?:to\s)?(?P<second>(?!in\b|with\b|who\b)[a-z]+\s.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?P<head>{_ASKING}\s(?:(?!and\b|or\b)\S+\s){{1,4}}?)(?P<first>(?:{CHANGES})\s.+?),?\sand\s"
        rf"(?P<second>(?:{CHANGES})\s.+)$",
        re.IGNORECASE,
    ),
)
"""Two things that are asked of one subject: "does zelavir reduce pain and improve sleep"."""
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
    parts = _several(asked) or _compared(bare) or _with_harms(bare) or _joined(bare) or (asked,)
    return parts if most is None else parts[:most]


def _several(asked: str) -> tuple[str, ...]:
    parts = [part.strip() for part in _SEVERAL.split(asked) if part.strip()]
    return tuple(re.sub(r"^(?:and|also)\s", "", part, flags=re.I) for part in parts) if len(parts) > 1 else ()


def _compared(asked: str) -> tuple[str, ...]:
    match = next(filter(None, (pattern.match(asked) for pattern in (*_COMPARED, _WHICH_IS_BETTER))), None)
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


def _joined(asked: str) -> tuple[str, ...]:
    """Two outcomes, "on A and on B", and two questions of one subject: "does X help A and does it cause B"."""
    if match := _ON_BOTH.match(asked):
        return tuple(f"{match['effect']} on {match[name]}?" for name in ("first", "second"))
    if both := next((match for pattern in _DOES_BOTH if (match := pattern.match(asked))), None):
        return tuple(f"{both['head'].strip()} {both[name]}?" for name in ("first", "second"))
    match = _AND_IT.match(asked)
    subject = read_question(match["first"]).subject if match else ""
    if match is None or not subject:
        return ()
    second = re.sub(r"\b(?:it|they)\b", lambda _: subject, match["second"], count=1, flags=re.IGNORECASE)
    return f"{match['first']}?", f"{second[:1].upper()}{second[1:]}?"
