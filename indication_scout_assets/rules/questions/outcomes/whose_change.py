"""Whose change a sentence tells: of the drug that is asked about, or of another arm.

What belongs here: turning round what is said of the arm that a drug is compared with ("lower with atenolol than with
carvedilol"), leaving out what is another arm's, and reading on where the drug's own change is told behind it.
"""

from __future__ import annotations

import re

from ..drug_forms import drugs_by_form
from ..stems import content_stems
from .asked_outcomes import NamedPlace, Outcome, places_of
from .sentence_changes import (
    HARD,
    INTRANSITIVE,
    SAME,
    UNTREATED,
    UP,
    Change,
    ReadSentence,
    change_at,
    joined_word,
    judged,
    plain_change,
)
from .two_shares import way_by_shares
from .words_of_change import COMPARES, OCCURS

_THAN = re.compile(
    r"\b(?:than|superior to|inferior to|compared (?:with|to)|in comparison (?:with|to)|versus|vs|relative to|over"
    r"|in contrast to)\b"
)
_PEOPLE = (
    "the|those|all|patients|subjects|women|men|participants|who|more|received|receiving|taking|in|on|with|treated|given"
)
_OF_ARM = re.compile(
    rf"\b(?:in|with|on|for|receiving|under|after|by|of|between|among) (?:(?:{_PEOPLE}) )*(?P<arm>[^,;:()]{{2,40}}?)"
    r" (?:groups?|arms?|recipients|patients|treated|therapy|treatment)\b"
)
_IN_CONTROLS = re.compile(r"\s(?:\w+\s){0,3}?(?:in|with|on|under)\s(?:the\s)?(?:placebo|controls?|untreated)\b")
"""Behind a change that is the other arm's: "weight gain in the placebo group"."""
_COMES_FROM = re.compile(
    r"\s(?:(?:that|which)\s)?(?:(?:was|were|is|are|may be|can be)\s)?(?:\w+ly\s)?"
    r"(?P<how>associated with|caused by|due to|induced by|produced by|attributed to|attributable to|secondary to)\s"
    r"(?P<agent>(?:[\w-]+\s?){1,4})"
)
_INDUCED = re.compile(r"(?P<agent>\w+)-(?:induced|associated|related|caused)\s(?:\w+\s)?$")
_CONTROLS_FIRST = re.compile(
    r"\s*in the (?:placebo|control|untreated)\b"
    r"|[^;:]{0,80}?\b(?:control|placebo|untreated) (?:group|patients|subjects) (?:\w+ )?"
    r"(?:revealed|showed|had|experienced)\b"
)
_WITH_AGENT = re.compile(r"\s(?:\w+ly\s)?(?:with|on|by|after)\s(?:the\s)?(?P<agent>[\w-]{3,})")
_AND_WITH = re.compile(r"\b(?:and|but)\s(?:(?:was|were|is|are)\s)?(?:\w+ly\s)?$")
_FRONTED = re.compile(
    r"\s*(?:(?:as )?compared (?:with|to)|relative to|in comparison (?:with|to)|unlike|in contrast (?:with|to)|versus)\s"
    r"(?P<other>[^,;]{1,80}),"
)
"""A comparison that opens a sentence: "compared with zelavir, budenoside reduced colds"."""
_NOTHING = content_stems("placebo control controls untreated sham")
_EXCEPTED = re.compile(r"\bbut not (?:with |for |in |by )?(?:the )?(?P<agent>[\w-]+)")
"""Whom a sentence leaves out: "budenoside but not zelavir reduced colds"."""
_CONTRAST = re.compile(r"\b(?:whereas|while|unlike|in contrast)\b")
_GOES_ON = re.compile(rf"\bbut\b|{_CONTRAST.pattern}")
_WHOM = re.compile(
    r"\b(?:in|among) (?:\w+ ){0,2}?(?:patients|subjects|those|people|women|men|children|adults)"
    r" (?:with|who|after|having)\b[^,;:()]{0,30}$"
)
_FEW = 6
"""Words before a change in a clause that has no outcome of its own: "but it did not change with zelavir"."""
_AFTER_THAN = 60
"""Characters behind "than" in which the other arm is named."""


def changes_with(
    sentence: str, outcome: Outcome, drug: frozenset[str] = frozenset(), rival: frozenset[str] = frozenset()
) -> list[Change]:
    """What a sentence says of an outcome with a drug, at each place where it names the outcome.

    Args:
        sentence: as it stands.
        outcome: as the question names it.
        drug: stems of the drug's names; without any, whatever arm is told of counts.
        rival: stems of the drug that the question compares it with, where the paper is one on both.
    """
    read, out = ReadSentence.of(sentence, outcome, between_rivals=bool(rival)), []
    excepted = _EXCEPTED.search(read.full)
    for place in places_of(read.text, outcome):
        if _WHOM.search(read.text, 0, place.start):
            continue  # who was looked at, not what came of it
        change = _caused(read, place, drug) or change_at(read, place)
        if change is None or OCCURS.fullmatch(change.words):
            change = _by_shares(read, place, drug, rival) or change
        if change is None:
            continue
        if excepted and drug and content_stems(excepted["agent"]) & drug:
            change = change._replace(way=SAME, words=excepted[0], valued=0)
        change = _shared_out(read, change, drug) or change
        own = _of_drug(read, change, place, drug) or _continued(read, change.end, drug)
        if own:
            own = own.of(outcome.text if place.sign > 0 else read.text[place.start : place.end])
            out.append(own.turned() if place.sign < 0 else own)
    return out


def _shared_out(sentence: ReadSentence, change: Change, drug: frozenset[str]) -> Change | None:
    """What the drug did to an outcome where two drugs are told of: "fell with budenoside and rose with zelavir"."""
    text = sentence.text
    other = _WITH_AGENT.match(text, change.end)
    if not drug or not other or not drugs_by_form(other["agent"]) or _names(other["agent"], drug):
        return None
    for word in sentence.changes:
        own = _WITH_AGENT.match(text, word.end()) if word.start() > other.end() else None
        if own and _names(own["agent"], drug) and _AND_WITH.search(text, other.end(), word.start()):
            return judged(sentence, word)
    return None


def _by_shares(sentence: ReadSentence, place: NamedPlace, drug: frozenset[str], rival: frozenset[str]) -> Change | None:
    """A change by two shares beside drug and placebo; another drug beside it says nothing of either alone."""
    may_tell = bool(drug) and (bool(rival) or UNTREATED.search(sentence.full) is not None)
    by = way_by_shares(sentence.full, place.start, drug, _NOTHING | rival) if may_tell else None
    return Change(by[0], by[1], place.start, place.end) if by else None


def _caused(sentence: ReadSentence, place: NamedPlace, drug: frozenset[str]) -> Change | None:
    """An outcome that is said to come from the drug, whatever else is said of it: "hypotension due to zelavir"."""
    text = sentence.text
    behind, before = _COMES_FROM.match(text, place.end), _INDUCED.search(text, 0, place.start)
    if drug and behind and content_stems(behind["agent"]) & drug:
        return Change(UP, behind["how"], place.start, behind.end())
    if drug and before and content_stems(before["agent"]) & drug:
        joined = joined_word(sentence, place)
        came = plain_change(joined) if joined else Change(UP, "", place.start, place.end)
        return came._replace(words=before[0].strip(), start=before.start())
    return None


def _of_drug(sentence: ReadSentence, change: Change, place: NamedPlace, drug: frozenset[str]) -> Change | None:
    """A change as it is of the drug; ``None`` where it is another arm's."""
    text = sentence.text
    if change.way == SAME or (drug and OCCURS.fullmatch(change.words) and not _names(text, drug)):
        return change if change.way == SAME else None
    first, last = min(change.start, place.start), max(change.end, place.end)
    start = max((hard.end() for hard in HARD.finditer(text, 0, first)), default=0)
    end = next((hard.start() for hard in HARD.finditer(text, last)), len(text))
    clause, first_in, last_in = text[start:end], max(0, first - start), max(0, last - start)
    of_controls = _CONTROLS_FIRST.match(clause) is not None
    compared = change.turned() if COMPARES.search(change.words) and not of_controls else None
    if _is_reference(clause, first_in, drug):
        return change.turned() if sentence.between_rivals else _of_reference(clause, change)
    if _THAN.search(clause, first_in):
        return change
    if (
        of_controls
        or _IN_CONTROLS.match(clause, last_in)
        or (not _names(clause, drug) and _OF_ARM.search(clause, first_in))
    ):
        return compared
    of_others = not _names(clause, drug) and (_contrasted(text, first, last, drug) or _lists_others(text, first, drug))
    return None if of_others else change


def _of_reference(clause: str, change: Change) -> Change | None:
    """A change as it is of the drug that another arm is compared with.

    Against nothing it is turned round. Of two drugs both did what "greater reduction" names; which of them has the
    higher value says nothing of what either does.
    """
    if UNTREATED.search(clause):
        return change.turned()
    return change if "…" in change.words else None


def _is_reference(clause: str, first: int, drug: frozenset[str]) -> bool:
    """Whether the drug is what another arm is compared with: named behind "than" only, or there "alone", or in a
    comparison that opens the clause."""
    if not drug:
        return False
    if (fronted := _FRONTED.match(clause)) and _names(fronted["other"], drug):
        return not _names(clause[fronted.end() :], drug)
    than = _THAN.search(clause, first)
    after = clause[than.end() : than.end() + _AFTER_THAN] if than else ""
    return than is not None and _names(after, drug) and (" alone" in after or not _names(clause[: than.start()], drug))


def _continued(sentence: ReadSentence, last: int, drug: frozenset[str]) -> Change | None:
    """What the rest of a sentence says of the same outcome with the drug: "… but did not change with zelavir"."""
    text = sentence.text
    for hard in _GOES_ON.finditer(text, last):
        end = next((other.start() for other in HARD.finditer(text, hard.end())), len(text))
        word = next((word for word in sentence.changes if hard.end() <= word.start() < end), None)
        if word and drug and _names(text[hard.end() : end], drug):
            short = len(text[hard.end() : word.start()].split()) <= _FEW
            return judged(sentence, word) if short and INTRANSITIVE.match(text, word.end()) else None
    return None


def _contrasted(text: str, first: int, last: int, drug: frozenset[str]) -> bool:
    """Whether the drug is named on the other side of a "whereas" only, or behind a "but"."""
    named = [match.span() for match in re.finditer(r"[^\W_]+", text) if content_stems(match[0]) & drug]
    parted = [
        _CONTRAST.search(text, end, first) if end <= first else _GOES_ON.search(text, last, start)
        for start, end in named
    ]
    return bool(parted) and all(parted)


def _lists_others(text: str, first: int, drug: frozenset[str]) -> bool:
    """Whether a sentence tells of one drug after the other, and of others where a change stands: "budenoside raises
    weight; zelavir does not"."""
    parts = [(match.start(), match.end()) for match in re.finditer(r"[^;]+", text)]
    own = next(text[start:end] for start, end in parts if start <= first < end)
    others = [word for word in drugs_by_form(own) if not content_stems(word) & drug]
    return len(parts) > 1 and bool(others) and not _names(own, drug) and _names(text, drug)


def _names(text: str, drug: frozenset[str]) -> bool:
    return not drug or bool(content_stems(text) & drug)
