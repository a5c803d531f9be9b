"""What is compared with what: the arms a question and a quotation name, and which side of a comparison each is on.

What belongs here: finding arms in plain text (``claim_clauses.plain``). Directions and numbers are held against them
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

GENERIC = (
    "placebo",
    "control",
    "sham",
    "vehicle",
    "saline",
    "usual care",
    "standard care",
    "no treatment",
    "baseline",
    "without it",
    "without treatment",
)
"""Arms that need no finding."""
_STOP = (
    r"(?:than|compared|versus|vs|relative|and|or|but|at|after|in|on|of|by|for|from|to|with|without|was|were|is|are|had"
    r"|did|during|over|because|as|that|which|who|respectively|alone|whereas|while|group|groups|arm|arms|cohort|plus"
    r"|may|might|could|can|would|not|the|a|an|has|have|reported|showed|shown|experienced|occurred|improved"
    r"|reduced|lowered"
    r"|increased|decreased|rose|fell|gave|led|resulted|survived|died|developed|received|achieved|reached|lower|higher"
    r"|fewer|greater|longer|shorter|less|more|risk|risks)"
)
_LEADING = "the|a|an|those|patients|subjects|women|men|children|participants|given|who|took|on|with|in"
_PHRASE = rf"(?:(?:{_LEADING}) )*(?P<name>(?!{_STOP}\b)[a-z][\w-]*(?: (?!{_STOP}\b)[a-z][\w-]*){{0,3}})"
_NOT_PEOPLE = "".join(
    f"(?<!{word} )" for word in ("patients", "children", "women", "men", "adults", "people", "associated", "correlated")
)
_OPENS = r"(?:^|[,;] (?:and |while |whereas |but )?)(?:in [^,]{1,40}, |after [^,]{1,40}, )?"
_SUBJECT = r"(?P<name>[a-z][\w-]*(?: [a-z][\w-]*){0,2}?)"
_NAMED_BY = (
    re.compile(rf"\b(?:than|versus|vs\.?|compared (?:with|to)|relative to)(?: with| in| by| for| on)? {_PHRASE}"),
    re.compile(rf"\b(?P<name>(?!{_STOP}\b)[a-z][\w-]*(?: (?!{_STOP}\b)[a-z][\w-]*){{0,2}}?) (?:group|arm|cohort)s?\b"),
    re.compile(rf"\b(?:receiving|received|given|taking|took|assigned to|treated with|randomi[sz]ed to) {_PHRASE}"),
    re.compile(rf"{_NOT_PEOPLE}\bwith {_PHRASE}"),
    re.compile(rf"(?:%|\)|\b(?:patients|subjects|those|participants)) (?:on|in|with|of|for) {_PHRASE}"),
    re.compile(rf"\bbetween {_PHRASE}"),
    re.compile(rf"{_OPENS}{_SUBJECT} had (?:no|little) effect"),
    re.compile(
        rf"{_OPENS}{_SUBJECT} (?:significantly )?(?:reduced|lowered|increased|improved|decreased|raised|prevented"
        r"|attenuated|shortened|lengthened|prolonged) (?!in\b|by\b|from\b|with\b|more\b|less\b|significantly\b|to\b"
        r"|over\b|during\b|after\b|at\b|on\b|and\b)"
    ),
    re.compile(rf"\bbetween (?:the )?[\w -]{{2,40}}? and {_PHRASE}"),
)
_REFERENCE = re.compile(
    r"\b(?:than|versus|vs\.?|compared (?:with|to)|relative to|over|against)\b(?P<after>[^,;(]{1,80})"
)
_BETWEEN = re.compile(r"\bbetween\b|\bcompared\b|\brelative to\b|\bas\s\w+\sas\b")
_PARTNERS = (
    re.compile(r"\b(?:the )?combination of (?P<first>[a-z][\w-]*) (?:and|with|plus) (?P<second>[a-z][\w-]*)"),
    re.compile(
        r"\b(?P<first>[a-z][\w-]*) (?:plus|combined with|together with|in combination with|added to|in addition to)"
        r" (?P<second>[a-z][\w-]*)"
    ),
    re.compile(r"\b(?:adding|addition of) (?P<first>[a-z][\w-]*) to (?P<second>[a-z][\w-]*)"),
    re.compile(r"\b(?P<first>[a-z][\w-]*)-(?P<second>[a-z][\w-]*) combination"),
)


@dataclass(frozen=True)
class Arms:
    """The arms that texts name, longest names first."""

    names: tuple[str, ...]
    sure: frozenset[str] = frozenset(GENERIC)
    """Those that were named beforehand or need no finding."""

    @classmethod
    def of(cls, named: Iterable[str], texts: Iterable[str]) -> Arms:
        """Arms of a question (``named``) and those that plain texts name themselves."""
        named = [name.strip() for name in named if name.strip()]
        names = {*named, *GENERIC}
        for text in texts:
            for pattern in _NAMED_BY:
                names |= {match["name"] for match in pattern.finditer(text)}
        kept = {name for name in names if not (name.endswith("s") and name[:-1] in names)}
        kept -= {longer[0] for name in kept if len(longer := [o for o in kept if o != name and _holds(o, name)]) == 1}
        return cls(tuple(sorted(kept, key=lambda name: (-len(name), name))), frozenset({*named, *GENERIC}))

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        if not self.names:
            return None
        choice = "|".join(r"[\s-]+".join(re.escape(word) + r"\w{0,3}" for word in name.split()) for name in self.names)
        return re.compile(rf"\b(?:{choice})\b")

    def places(self, text: str) -> list[tuple[int, int, str]]:
        """Start, end and name of each arm mentioned."""
        if self._pattern is None:
            return []
        return [(m.start(), m.end(), self._name(m[0])) for m in self._pattern.finditer(text)]

    def _name(self, words: str) -> str:
        """One name for the forms of an arm."""
        flat = re.sub(r"[\s-]+", " ", words)
        return next(
            (
                name
                for name in self.names
                if len(flat.split()) == len(name.split())
                and all(w.startswith(n) for w, n in zip(flat.split(), name.split(), strict=True))
            ),
            flat,
        )

    def sides(self, text: str) -> tuple[frozenset[str], frozenset[str]]:
        """The arms of a clause that are told of, and those they are held against."""
        spans = [match.span("after") for match in _REFERENCE.finditer(text)]
        against: set[str] = set()
        told_of: set[str] = set()
        for start, _, name in self.places(text):
            (against if any(a <= start < b for a, b in spans) else told_of).add(name)
        return frozenset(told_of), frozenset(against)

    def turned(self, claim: str, quoted: str) -> bool:
        """Whether a claim's clause tells of the arm that the quoted clause holds something against."""
        of, against = self.sides(claim)
        quoted_of, quoted_against = self.sides(quoted)
        if not quoted_against:
            return False
        return bool((of & quoted_against) - quoted_of) or bool((against & quoted_of) - quoted_against)


NOBODY = Arms(())
"""No arm: numbers are then read for their values alone."""


def compares(text: str) -> bool:
    """Whether a text holds something against something else."""
    return bool(_REFERENCE.search(text)) or bool(_BETWEEN.search(text))


def holds_against(text: str) -> bool:
    """Whether a text holds something against something else than a number: "than placebo", not "versus 2 m"."""
    return any(not match["after"].lstrip()[:1].isdigit() for match in _REFERENCE.finditer(text))


def without_reference(text: str) -> str:
    """A text without what something is held against."""
    return _REFERENCE.sub(" ", text)


def partner_lost(claim: str, quotes: Iterable[str]) -> str:
    """What a quotation tells of together, where the claim names one of the two alone; empty where it does not."""
    own = without_reference(claim)
    for quote in quotes:
        for pattern in _PARTNERS:
            for match in pattern.finditer(quote):
                first, second = match["first"], match["second"]
                if (first in own) != (second in own) and "combination" not in own:
                    return f"{first} with {second}"
    return ""


def _holds(longer: str, name: str) -> bool:
    """Whether a longer name has all words of another, as "zinc supplements" has those of "zinc"."""
    return set(name.split()) < set(longer.split())
