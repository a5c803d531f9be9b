"""Which way a sentence says an outcome went in one arm compared with the other.

What belongs here: reading increased, decreased or no difference from visible words and numbers, for the arms and the
outcome a question names. The cue that stands nearest to the outcome counts; what its own numbers call chance is no
difference; a change given to the comparator is turned round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...domain.questions.question_answering import QuestionFrame, Verdict
from ...text.numbers import estimates, p_values
from ..language.sentences import BRACKETED
from ..language.significance import chance_stated
from ..names.name_matching import fold
from .stems import content_stems, stem

_UP, _DOWN, _SAME = Verdict.INCREASED, Verdict.DECREASED, Verdict.NO_DIFFERENCE
_TURNED = {_UP: _DOWN, _DOWN: _UP, _SAME: _SAME}

_MORE = (
    r"increas\w*|higher|greater|more(?! or less)|rais(?:ed|es|e)|rose|risen|elevat\w*|longer"
    r"|larger|prolong\w*|gain(?:ed|s)?|augment\w*|enhanc\w*|exceed\w*|superior|upregulat\w*"
    r"|up-regulat\w*|faster|heavier|doubled|bigger|grew"
)
_LESS = (
    r"decreas\w*|reduc\w*|lower(?:ed|ing|s)?|less(?! than)|fewer|lost|declin\w*|fell|fall"
    r"|shorte(?:r|n\w*)|smaller|drop(?:ped|s)?|diminish\w*|suppress\w*|attenuat\w*|inferior"
    r"|prevent\w*|inhibit(?:s|ed|ing)?|protect(?:s|ed|ive|ing)?|halved|slower|downregulat\w*"
    r"|down-regulat\w*|lesser|blunt\w*|delay\w*|alleviat\w*|relie[fv]\w*"
)
_NONE = (
    r"no(?:t|r)?\s(?:\w+\s){0,4}?(?:differ\w*|chang\w*|affect\w*|effects?|influenc\w*"
    r"|impact\w*|associat\w*|benefits?|evidence|improv\w*|increas\w*|decreas\w*|reduc\w*"
    r"|advantage|alter\w*|significan\w*|superior|inferior|better|worse|higher|lower|modif\w*)"
    r"|\bnon-?significan\w*|insignifican\w*|\bsimilar(?:ly)?\b|\bcomparable\b|\bequivalent\b"
    r"|\bunchanged\b|\bunaffected\b|\bthe same\b|\bn\.?s\.?\)|\bneither\b|\bfailed to\b"
    r"|\bequal(?:ly)?\b|\bidentical\b|\bwithout (?:any )?(?:significant )?(?:differ|chang"
    r"|effect)\w*|\bnone of\b|\bindistinguishable\b|\black of\b|\bno longer significant"
    r"|\bas effective as\b|\bdid not\b(?! (?:include|use|receive|complete|meet|have|report))"
)
_CUES = re.compile(rf"(?P<same>{_NONE})|\b(?P<up>{_MORE})\b|\b(?P<down>{_LESS})\b")
_FALLING = "reduction|decrease|decline|fall|drop|loss|lowering|suppression|decrement|relief"
_CHANGE = re.compile(rf"^\W+(?:\w+\W+){{0,3}}?(?P<noun>{_FALLING}|increase|rise|gain)s?\b")
_NOT_SIGNIFICANT = re.compile(
    r"\b(?:not|n't|neither|none|no)\b[^.;]{0,30}?\b(?:statistical(?:ly)? )?(?:significan\w*"
    r"|differ\w*)|\bnon-?significant|\binsignificant|\bdid not reach"
)
_BREAK = re.compile(
    r"[;:]|,\s(?:but|whereas|while|although|however|yet|with no|and (?:no|the|a|in)\b)"
    r"|\b(?:but|whereas|while|although|however|except)\b"
)
_REFERENCE = re.compile(
    r"\b(?:than|compared (?:with|to)|as compared (?:with|to)|in comparison (?:with|to)|versus"
    r"|vs\.?|relative to|over|against|when compared)\b"
)
_IN_ARM = re.compile(
    r"\b(?:in|for|with|among|by|within|from|under|of|on|receiving|after)\s(?:the\s|those\s"
    r"|patients\s|subjects\s|women\s|men\s|children\s|participants\s)?"
)
_ARM_OF_COMPARATOR = re.compile(
    r"\b(?:placebo|controls?|comparator|usual|standard|conventional|sham|untreated"
    r"|no treatment|reference|non-?intervention|waiting|wait-?list)\b"
)
_BESIDE = 50
"""Characters before a change in which an arm is named sooner than farther away: "added to standard care, tea was …"."""


@dataclass(frozen=True)
class DirectionReading:
    """Which way, by which words, and how sure: 0 to 1."""

    verdict: Verdict
    cue: str
    weight: float


@dataclass(frozen=True)
class ArmWords:
    """The stems that tell the two arms and the outcome of a question."""

    subject: frozenset[str]
    comparator: frozenset[str]
    outcome: frozenset[str]
    outcome_text: str

    @classmethod
    def of(cls, frame: QuestionFrame, short_forms: Mapping[str, str] | None = None) -> ArmWords:
        """Stems both arms share tell nothing and are left out.

        Args:
            frame: the question.
            short_forms: abbreviations of the article that is read, with what they stand for; one whose long form is in
                the question counts as named there.
        """
        parts = {}
        for name, text in (("subject", frame.subject), ("comparator", frame.comparator), ("outcome", frame.outcome)):
            stems = content_stems(text)
            named = {
                s for short, full in (short_forms or {}).items() if _names(full, stems) for s in content_stems(short)
            }
            parts[name] = stems | named
        subject, comparator = parts["subject"], parts["comparator"]
        return cls(subject - comparator, comparator - subject, frozenset(parts["outcome"]), fold(frame.outcome))


def _names(full: str, stems: frozenset[str]) -> bool:
    words = content_stems(full)
    return bool(words) and words <= stems


_SHORT_FORM = re.compile(r"((?:[\w-]+\s){1,7})\(([A-Za-z][A-Za-z0-9+-]{1,9})\)")


def short_forms_in(text: str) -> dict[str, str]:
    """The abbreviations a text explains: ``{"VAT": "visceral adipose tissue"}``."""
    out: dict[str, str] = {}
    for match in _SHORT_FORM.finditer(text):
        words, letters = match[1].split(), re.sub(r"[^a-z]", "", match[2].lower())
        for count in range(1, min(len(words), len(letters) + 1) + 1):
            some = words[-count:]
            if some[0][:1].lower() == letters[:1] and _spells(some, letters):
                out.setdefault(match[2], " ".join(some))
                break
    return out


def _spells(words: Sequence[str], letters: str) -> bool:
    """Whether the letters stand in the words in this order, every word giving at least its first."""
    if len(words) == 1 and words[0].lower().startswith(letters):
        return True
    initials = "".join(word[0].lower() for word in re.split(r"[\s-]+", " ".join(words)) if word)
    if initials == letters:
        return True
    joined, position = " ".join(words).lower(), 0
    for letter in letters:
        position = joined.find(letter, position) + 1
        if not position:
            return False
    return len(words) >= len(letters) - 1 and len(letters) > 2


def read_direction(sentence: str, arms: ArmWords) -> DirectionReading | None:
    """What the sentence says of the outcome, ``None`` where it says nothing that can be read."""
    text = fold(sentence)
    places = _places(text, arms.outcome)
    if cues := list(_cues(text, arms)):
        return _judged(text, min(cues, key=lambda cue: _cost(text, cue, places)), arms)
    return _by_numbers(text)


@dataclass(frozen=True)
class _Cue:
    start: int
    end: int
    verdict: Verdict
    words: str


def _cues(text: str, arms: ArmWords) -> Iterator[_Cue]:
    for match in _CUES.finditer(text):
        if match.lastgroup == "same":
            yield _Cue(match.start(), match.end(), _SAME, match[0])
            continue
        if stem(match[0]) in arms.outcome and match[0] in arms.outcome_text:
            continue
        verdict, end = _UP if match.lastgroup == "up" else _DOWN, match.end()
        if (change := _CHANGE.match(text[end : end + 60])) and stem(change["noun"]) not in arms.outcome:
            end += change.end()
            if change["noun"] in _FALLING.split("|"):
                verdict = _TURNED[verdict]
        yield _Cue(match.start(), end, verdict, text[match.start() : end])


def _places(text: str, outcome: frozenset[str]) -> list[tuple[int, int]]:
    return [(m.start(), m.end()) for m in re.finditer(r"[\w-]+", text) if _stems_of(m[0]) & outcome]


@lru_cache(maxsize=8192)
def _stems_of(word: str) -> frozenset[str]:
    return content_stems(word)


def _cost(text: str, cue: _Cue, places: Sequence[tuple[int, int]]) -> float:
    """How far a cue is from the outcome; a break between them counts as much as a long way."""
    if not places:
        return cue.start - (200 if cue.verdict is _SAME else 0)
    distances = sorted(_distance(text, cue, place) for place in places)
    near = distances[: max(1, (len(distances) + 1) // 2)]
    return sum(near) / len(near) - (15 if cue.verdict is _SAME else 0)


def _distance(text: str, cue: _Cue, place: tuple[int, int]) -> float:
    low, high = (place[1], cue.start) if place[1] <= cue.start else (cue.end, place[0])
    if high <= low:
        return 0.0
    between = text[low:high]
    return len(between) + 80.0 * len(_BREAK.findall(between)) + 15.0 * between.count(",")


def _judged(text: str, cue: _Cue, arms: ArmWords) -> DirectionReading:
    after = text[cue.end :]
    if cue.verdict is _SAME:
        return DirectionReading(_SAME, cue.words, 0.9)
    negated = re.search(r"\b(?:no|not|nor|neither|without|never|cannot)\b(?:[\s,]+[\w-]+){0,4}\s*$", text[: cue.start])
    if negated:
        return DirectionReading(_SAME, f"{negated[0].strip()} {cue.words}", 0.9)
    p = next(iter(p_values(after)), None)
    if p is not None and p.is_chance:
        return DirectionReading(_SAME, after[p.start : p.end], 0.8)
    if p is None and chance_stated(after):
        return DirectionReading(_SAME, chance_stated(after), 0.7)
    if p is None and (denied := _NOT_SIGNIFICANT.search(text[cue.end :])):
        return DirectionReading(_SAME, denied[0], 0.7)
    before, after = BRACKETED.sub(" ", text[: cue.start]), BRACKETED.sub(" ", after)
    verdict = _TURNED[cue.verdict] if _of_comparator(before, after, arms) else cue.verdict
    return DirectionReading(verdict, cue.words, 1.0 if p is not None or "significan" in text else 0.6)


def _of_comparator(before: str, after: str, arms: ArmWords) -> bool:
    """Whether the clause gives the change to the comparator."""
    reference = _REFERENCE.search(after)
    if reference is not None:
        named = _leaning(_phrase(after[reference.end() :]), arms)
        if named:
            return named > 0
        after = after[: reference.start()]
    inside = _IN_ARM.search(after)
    if inside is not None and (named := _leaning(after[inside.start() : inside.end() + 60], arms)):
        return named < 0
    if (start := _REFERENCE.search(before)) is not None:
        named = _leaning(_phrase(before[start.end() :]), arms)
        if named:
            return named > 0
    named = _leaning(before[-_BESIDE:], arms) or _leaning(before[-90:], arms)
    return named < 0 and not _leaning(after, arms) < 0


def _phrase(text: str) -> str:
    """What is compared with: up to the next sign or verb."""
    end = re.search(r"[,;:(]|\b(?:and|was|were|is|are|had|has|at|after|in those|from)\b", text[1:])
    return text[: end.start() + 1] if end else text[:90]


def _leaning(text: str, arms: ArmWords) -> int:
    """Which arm a phrase names first: 1 the subject, -1 the comparator, 0 neither."""
    for match in re.finditer(r"[\w-]+", text):
        stems = _stems_of(match[0])
        subject, comparator = bool(stems & arms.subject), bool(stems & arms.comparator)
        if subject != comparator:
            return 1 if subject else -1
        if _ARM_OF_COMPARATOR.fullmatch(match[0]):
            return -1
    return 0


def _by_numbers(text: str) -> DirectionReading | None:
    """The direction by a ratio or a difference, where no word tells."""
    p = next(iter(p_values(text)), None)
    if (p is not None and p.is_chance) or (p is None and chance_stated(text)):
        return DirectionReading(_SAME, text[p.start : p.end] if p else chance_stated(text), 0.7)
    for estimate in estimates(text):
        without_effect = estimate.measure.without_effect
        verdict = _UP if estimate.value.value > without_effect else _DOWN
        return DirectionReading(verdict, text[estimate.opens : estimate.value.unit_end], 0.6 if without_effect else 0.5)
    return None
