"""Sentences of biomedical text with exact character offsets into the stored text.

What belongs here: where a sentence starts and ends, and under which heading of the abstract it stands. A sentence is
always ``text[start:end]``, so a quotation of it can be checked to the character; the heading itself ("RESULTS:") is
never part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...domain.records.articles import Article
from ...text.numbers import statistical_tests


@dataclass(frozen=True)
class Sentence:
    """A sentence: ``text == stored[start:end]``."""

    start: int
    end: int
    text: str
    heading: str = ""
    """The heading it stands under, upper case, where the text has headings."""


_NEVER_LAST = frozenset(
    "al approx ca cf dr e.g eg fig figs i.e ie mr mrs ms nos prof ref refs sp spp st subsp tab vol vs".split()  # noqa: SIM905
)
"""Abbreviations that no sentence ends with, without their last dot."""
_BEFORE_NUMBER = frozenset("no p pp n eq sec art v jan feb mar apr jun jul aug sep sept oct nov dec".split())  # noqa: SIM905
"""Words that are abbreviations where a number follows: "No. 5", "Nov. 1"."""
_DOTTED = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]")
"""``i.v``, ``b.i.d``, ``U.S``: they may end a sentence where a capital follows."""

_STOP = re.compile(
    r"""[.!?\n](?:(?<=\n)\s*|(?<=[^\s<>=≤≥][.!?])[.!?]*["'”’)\]]*(?:[⁰¹²³⁴-⁹]+[,⁻]?)*(?:;(?=\s)|(?=\s)))"""
)
"""A stop, with the raised numbers of notes after it, or the end of a line. It opens with what it is found by, or it
would be tried at every character."""
_READABLE = 12
"""Characters that words need to tell a reader something by themselves."""
_LAST_WORD = re.compile(r"[^\s(\[,;:=/]+$")
_LONGEST_WORD = 60
"""Characters before a stop in which its word is looked for; no abbreviation is as long."""
_NAME_BEFORE_INITIAL = re.compile(r"(?:^|[.,;(]|\b(?:by|of|from|Dr\.?|Prof\.?|[A-Z]\.))\s*[A-Z]$")
_STARTS_SENTENCE = re.compile(r"""["'“‘(\[]*(?:[A-Z0-9Α-Ω⁰¹²³⁴-⁹]|[a-zα-ω][A-Z0-9]|[a-zα-ω]-[A-Z])""")
_HEADING = re.compile(
    r"""(?P<words>[A-Z][A-Z0-9&/,'’() -]{1,78}[A-Z)]
        |(?:Study\s|Main\s)?[A-Z][a-z]+(?:(?:\sand|,|/|\s&)?\s?[A-Za-z]+)?)\s?:\s+(?=\S)""",
    re.VERBOSE,
)
_HEADING_WORDS = re.compile(
    r"""\b(?:BACKGROUND|INTRODUCTION|CONTEXT|IMPORTANCE|RATIONALE|HYPOTHESIS|OBJECTIVES?|AIMS?|PURPOSE|GOALS?|QUESTION|
        METHODS?|METHODOLOGY|MATERIALS?|DESIGN|SETTING|PATIENTS?|PARTICIPANTS?|SUBJECTS|INTERVENTIONS?|MEASURES?|
        MEASUREMENTS?|OUTCOMES?|DATA\ SOURCES?|EXPERIMENTAL\ APPROACH|RESULTS?|FINDINGS?|CONCLUSIONS?|DISCUSSION|
        INTERPRETATION|IMPLICATIONS?|SIGNIFICANCE|RELEVANCE|LIMITATIONS?|SUMMARY|REGISTRATION|FUNDING|CASE\ REPORT|
        CASE\ PRESENTATION|CASE\ SUMMARY|OBSERVATIONS?|LESSONS?|CONCERNS?|DIAGNOS[EI]S|SIDE\ EFFECTS|COMMENTS?)\b""",
    re.VERBOSE | re.IGNORECASE,
)


_BARE_HEADING = re.compile(
    r"""(?P<words>Background|Introduction|Context|Objectives?|Aims?|Purpose|Design
    |(?:Patients\sand\s|Materials\sand\s)?Methods?
    |Results?|Findings|Conclusions?|Discussion|Interpretation)\s+(?=[A-Z0-9])""",
    re.VERBOSE,
)
"""A heading that has lost its colon, as in "Conclusion The drug helped"."""
_BARE_HEADING_AT_START = re.compile(rf"(?:^|[.!?]\s+){_BARE_HEADING.pattern}", re.VERBOSE)


def sentences(text: str) -> list[Sentence]:
    """The sentences of ``text``, in order, without white space around them and without headings.

    Together they hold every character of ``text`` but headings and what stands between sentences: white space, and the
    semicolons by which old abstracts join their parts.
    """
    return list(_within(text, 0, len(text)))


def abstract_sentences(article: Article) -> list[Sentence]:
    """The abstract's sentences under their headings: as PubMed marks them up, else as the text itself shows them."""
    text = article.abstract
    spans: list[Sentence] = []
    position = 0
    for section in article.sections:
        heading_starts = text.rfind("\n", position, section.start) + 1 or position
        spans += _within(text, position, heading_starts)
        spans += _within(text, section.start, section.end, section.heading)
        position = section.end
    spans += _within(text, position, len(text))
    return spans


def _within(text: str, start: int, end: int, given_heading: str = "") -> Iterator[Sentence]:
    """Sentences of ``text[start:end]`` under the heading given, or under those found."""
    under = given_heading.upper()
    bare = not given_heading and len(_BARE_HEADING_AT_START.findall(text, start, end)) > 1
    for first, last in _pieces(text[start:end]):
        at, stop = start + first, start + last
        heading = None if given_heading else _heading(text, at, stop, bare=bare)
        if heading:
            under, at = heading["words"].upper(), heading.end()
        yield Sentence(at, stop, text[at:stop], under)


def _heading(text: str, start: int, stop: int, *, bare: bool) -> re.Match[str] | None:
    """The heading a sentence opens with; without its colon only where ``bare``, as a lone word may be the subject."""
    heading = _HEADING.match(text, start, stop)
    if heading and _HEADING_WORDS.search(heading["words"]):
        return heading
    return _BARE_HEADING.match(text, start, stop) if bare else None


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence, headings included."""
    start = 0
    for stop in _STOP.finditer(text):
        if "\n" in stop[0] or _ends(text, start, stop.start(), stop.end()):
            yield from _trimmed(text, start, stop.end() - stop[0].endswith(";"))  # old abstracts have "; " for a line
            start = stop.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    opened = piece.lstrip().removeprefix(";").lstrip()  # where a passage begins between the parts of an old abstract
    if opened:
        yield start + len(piece) - len(opened), end - (len(piece) - len(piece.rstrip()))


def _ends(text: str, start: int, dot: int, after: int) -> bool:
    """Whether the stop at ``dot`` ends a sentence."""
    rest = text[after:].lstrip()
    if rest and not _STARTS_SENTENCE.match(rest):
        return False
    return text[dot] != "." or not _abbreviates(text[start:dot], rest)


def _abbreviates(before: str, rest: str) -> bool:
    """Whether a full stop between the two belongs to an abbreviation, a number or an item of a list."""
    last = _LAST_WORD.search(before, max(0, len(before) - _LONGEST_WORD))
    word = last[0] if last else ""
    if rest[:1].isdigit() and (word.lower() in _BEFORE_NUMBER or before.count("(") > before.count(")")):
        return True  # "No. 5", "(P = 0. 048)"
    if word.lower() in _NEVER_LAST or before.strip().isdigit():  # "1. " opens an item of a list
        return True
    if _DOTTED.fullmatch(word):
        return bool(rest) and not rest[:1].isupper()
    # "J. Smith", but "vitamin D. Patients"
    return len(word) == 1 and word.isupper() and bool(_NAME_BEFORE_INITIAL.search(before))


def is_readable(cue: str) -> bool:
    """Whether the words a rule went by tell a reader anything by themselves: not "during", "higher" or "induced by"."""
    return len(cue.split()) > 1 and len(cue) >= _READABLE


_PUNCTUATION = frozenset(";:")
BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
"""Brackets that hold none."""


def clause_breaks(pattern: re.Pattern[str], sentence: str) -> Iterator[re.Match[str]]:
    """Where a pattern ends clauses of a sentence: outside brackets and outside the parts of one statistic.

    ``(4.1 vs 4.4; P = 0.62)`` and ``hazard ratio, 0.80; 95% CI, 0.50 to 1.20; P = .34`` belong to one clause.
    """
    breaks = list(pattern.finditer(sentence))
    if not any(match[0] in _PUNCTUATION for match in breaks):
        yield from breaks
        return
    whole = [match.span() for match in BRACKETED.finditer(sentence)]
    whole += [(test.start, test.end) for test in statistical_tests(sentence)]
    inside = (m for m in breaks if m[0] in _PUNCTUATION and any(start < m.start() < end for start, end in whole))
    dropped = {match.start() for match in inside}
    yield from (match for match in breaks if match.start() not in dropped)


def split_clauses(pattern: re.Pattern[str], sentence: str) -> list[str]:
    """The parts of a sentence between its ``clause_breaks``."""
    breaks = [match.span() for match in clause_breaks(pattern, sentence)]
    starts, ends = [0, *(end for _, end in breaks)], [*(start for start, _ in breaks), len(sentence)]
    return [sentence[start:end] for start, end in zip(starts, ends, strict=True)]
