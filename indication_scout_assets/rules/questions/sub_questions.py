"""Questions that ask several things, as questions that ask one each.

What belongs here: the patterns, without a model. A question that compares two treatments in a trial ("the effect of A
compared with B on C") is one question: papers answer it as a whole.
"""

from __future__ import annotations

import re

from .question_frames import CHANGES

_END = "?!. "
_COMPARE = re.compile(
    r"^(?:please\s)?(?:compare|contrast)\s(?P<first>.+?)\s(?:and|with|to|versus|vs\.?)\s(?P<second>.+?)"
    r"(?:\s(?P<link>for|in|on|with\srespect\sto|regarding|as\sto)\s(?P<outcome>.+))?$"
    r"|^how\sdo(?:es)?\s(?P<first2>.+?)\s(?:and|compare\s(?:with|to))\s(?P<second2>.+?)(?:\scompare)?"
    r"(?:\s(?P<link2>for|in|on|with\srespect\sto|regarding|as\sto)\s(?P<outcome2>.+))?$"
    r"|^what\s(?:is|are)\sthe\sdifferences?\sbetween\s(?P<first3>.+?)\sand\s(?P<second3>.+?)"
    r"(?:\s(?P<link3>for|in|on|with\srespect\sto|regarding|as\sto)\s(?P<outcome3>.+))?$"
    r"|^which\s(?:\w+\s){0,3}?(?:is|works)"
    r"\s(?:better|safer|more\seffective)(?:\s(?P<link4>for|in|on)\s(?P<outcome4>[^,:]+))?"
    r"\s?[,:]\s?(?P<first4>.+?)\sor\s(?P<second4>.+)$",
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
_SUBJECT = (
    re.compile(
        r"\b(?:effects?|impact|efficacy|benefits?|role|use) of (?P<name>.+?)"
        r"(?:\s(?:on|in|for|compared|versus)\b|$)",
        re.I,
    ),
    re.compile(
        r"^(?:does|do|did|can|is|are|will|would|should)\s(?P<name>.+?)\s(?:\w+ly\s)?"
        r"(?:affect|reduce|increase|improve|lower|raise|prevent|help|work|treat|cause|change|effective|useful|safe"
        r"|shorten|prolong|protect|relieve|associated|beneficial)\w*\b",
        re.I,
    ),
    re.compile(r"^(?:what|which|how)\s.*?\b(?:of|does|do|is)\s(?P<name>[\w-]+(?:\s[\w-]+)?)\b", re.I),
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
    match = _COMPARE.match(asked)
    if match is None:
        return ()
    parts = {name.rstrip("234"): text.strip() for name, text in match.groupdict().items() if text}
    outcome, link = parts.get("outcome", ""), parts.get("link", "")
    if not outcome:
        return tuple(f"What is the effect of {parts[name]}?" for name in ("first", "second"))
    joined = (
        f"on {outcome}" if link.lower() in {"on", "for", "with respect to", "regarding", "as to"} else f"in {outcome}"
    )
    return tuple(f"What is the effect of {parts[name]} {joined}?" for name in ("first", "second"))


def _with_harms(asked: str) -> tuple[str, ...]:
    match = _HARMS.match(asked)
    if match is None:
        return ()
    subject = subject_of(match["first"])
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
    subject = subject_of(match["first"]) if match else ""
    if match is None or not subject:
        return ()
    second = re.sub(r"\b(?:it|they)\b", lambda _: subject, match["second"], count=1, flags=re.IGNORECASE)
    return f"{match['first']}?", f"{second[:1].upper()}{second[1:]}?"


def subject_of(question: str) -> str:
    """What a question is about, in its own words; empty where no pattern knows."""
    for pattern in _SUBJECT:
        if match := pattern.search(question):
            return match["name"].strip()
    return ""
