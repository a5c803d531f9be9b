"""What an article that gives the drug for the disease says came of it: a benefit, or none.

What belongs here: whether the article is about the drug in the disease, so that a sentence may leave either unnamed,
where in it a sentence stands, and the sentence that tells the benefit. How a sentence is read is in ``polarity``;
how a
clause denies one in ``failures``, and harm is in ``intent``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from ...domain.findings.statements import Polarity
from ..language.mentions import DISEASE, DRUG, ArticleReader
from . import cues
from .article_sentences import ArticleSentence
from .failures import ClauseDenial, clauses
from .intent_cues import OTHER_USE, TITLE_COMPARATOR
from .polarity import read

_OPENING = 0.25
"""Share of an abstract without headings in which nothing is a result."""
_FIRST_HALF = 0.5
_LONG = 3
"""Sentences of an abstract from which on its last two conclude, and not the last alone."""
_NEGATED_WITHIN = 60
"""Characters before a phrase in which a negation denies it."""


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


_CONCLUDING_HEADING = re.compile(r"CONCLU|INTERPRET|DISCUSSION|IMPLICATION|SUMMARY")
_RESULT_HEADING = re.compile(r"RESULT|FINDING|OBSERVATION|OUTCOMES?$")
_ASKING_HEADING = re.compile(
    r"BACKGROUND|INTRODUCTION|CONTEXT|IMPORTANCE|RATIONALE|OBJECTIVE|AIM|PURPOSE|METHOD|DESIGN|SETTING|PATIENTS"
    r"|PARTICIPANTS|INTERVENTION|MEASURE|REGISTRATION|FUNDING|MATERIAL"
)
_CONCLUDES = _pattern(
    r"""\b(?:conclu\w+|in\ summary|taken\ together|thus|therefore|overall(?!\ survival)
    |(?:these|the|our|this|study|such|trial)\ (?:[\w-]+\ ){0,2}?(?:results?|findings?|data|study|trial|analysis
        |report|experience|meta-analysis)\ (?:[\w-]+\ ){0,2}?(?:suggests?|indicates?|shows?|showed
        |demonstrates?|demonstrated|supports?|confirms?|confirmed|provides?|are\ consistent|reveal\w*))\b"""
)
_APPARATUS = _pattern(
    r"""^\W*(?:funded|(?:trial|clinical)\ ?(?:trials?)?\ registration|registered|clinicaltrials|supplement\w+)\b
    |clinicaltrials\.?gov|^\W*\(?abstract\ truncated"""
)
"""Who paid, where it is registered: no part of what was found."""
TITLE_PLANS = _pattern(
    r"\b(?:rationale|trial\ design|protocol|baseline\ characteristics|design\ and"
    r")\b|\b(?:bio)?markers?\ of\ [^.:;]*\boutcomes?\b"
    r"|^\W*(?:the\ )?predictors?\b"
)
"""A title of an article that has no results yet, or asks what goes with a good result."""
_TITLE_STATES = _pattern(
    r"""\b(?:(?:improv|ameliorat|alleviat|attenuat|reliev|prevent|revers|protect|reduc|decreas|lower|suppress
        |inhibit|delay|increas|enhanc|prolong|abolish|block|suppress)e?s
    |(?:is|are|was)\ (?:as|an?|effective|superior|safe)|improved|effective\ in|successful\w*|as\ effective\ as)\b"""
)
"""A title that says what was found, and does not only name what was studied."""
POPULATION = _pattern(
    rf"""\b{cues.PEOPLE}\s(?:[\w-]+\s){{0,3}}?(?:with|suffering\ from)\s(?:[\w,-]+\s){{0,5}}?{DISEASE}
    |{DISEASE}\s{cues.PEOPLE}\b"""
)
"""The disease as that of the people studied."""


class Place(IntEnum):
    """Where a sentence stands; a later member weighs more."""

    BACKGROUND = 0
    """Background, aims and methods: no results."""
    RESULT = 1
    CONCLUSION = 2


@dataclass(frozen=True)
class ArticleResults:
    """The results of one article.

    Args:
        reader: the article as the pair sees it.
        title, rest: its sentences, masked.
    """

    reader: ArticleReader
    title: ArticleSentence
    rest: Sequence[ArticleSentence]

    @cached_property
    def are_of_pair(self) -> bool:
        """Whether the article is about the drug in the disease: a result may then leave either unnamed."""
        title = self.title.masked
        if self._is_elsewhere:
            return False
        aims = [s for s in self.rest if s.asks or _ASKING_HEADING.search(s.heading)]
        if DRUG not in title:
            return DISEASE in title and _gives_drug(" ".join(s.masked for s in aims))
        if DISEASE in title or cues.TITLE_OTHER_AILMENT.search(title):
            return DISEASE in title and _gives_drug(title)
        in_people = any(POPULATION.search(s.masked) for s in self.rest) or any(s.names_both for s in aims)
        return in_people and _gives_drug(title)

    @cached_property
    def _is_elsewhere(self) -> bool:
        """Whether its title has no results yet, or is on another agent or another use of the drug."""
        return any(p.search(self.title.masked) for p in (TITLE_PLANS, OTHER_USE, TITLE_COMPARATOR))

    def benefit(self) -> tuple[ArticleSentence, str] | None:
        """The sentence that tells a benefit, and its cue: a conclusion, else the title.

        Else a single result that names the drug, where the title names no other agent. Of an article on something else
        only a conclusion that names both.
        """
        return next(((sentence, cue) for sentence in self._telling() if (cue := self._helped(sentence))), None)

    def failure(self) -> tuple[ArticleSentence, str] | None:
        """The sentence that concludes that the drug does not help, or the title that says so, and its cue.

        Of an article on something else only a conclusion that names both, where the title names the drug.
        """
        named = _gives_drug(self.title.masked)
        may_deny = [s for s in self._concluding if self.are_of_pair or (named and s.names_both)]
        may_deny += [self.title] if self.title.names_both and not cues.TITLE_TOPIC.search(self.title.masked) else []
        return next(((sentence, cue) for sentence in may_deny if (cue := self._denied(sentence))), None)

    def is_concluding(self, sentence: ArticleSentence) -> bool:
        """Whether a sentence stands where the article concludes."""
        return sentence in self._concluding

    def _denied(self, sentence: ArticleSentence) -> str:
        """The cue by which a sentence denies that the drug helped; a clause without a subject gets that before it."""
        before, masked = "", cues.ASIDE.sub(" ", sentence.masked)
        everything = (self.title.masked, *(s.masked for s in self.rest))
        for clause in clauses(masked) if "?" not in masked else ():
            before = f"{DRUG}{clause}" if _gives_drug(before) and cues.SAME_SUBJECT.search(clause) else clause
            understood = (self.are_of_pair or sentence.names_both) and (
                DRUG in before or not self.reader.names_another_agent(before)
            )
            against_nothing = any(map(cues.VERSUS_NOTHING.search, everything))
            if cue := ClauseDenial(before, understood, against_nothing, self._alone).cue():
                return cue
        return ""

    @cached_property
    def _concluding(self) -> list[ArticleSentence]:
        placed = zip(self.rest, places(self.rest), strict=True)
        return [sentence for sentence, place in placed if place is Place.CONCLUSION]

    @cached_property
    def _alone(self) -> bool:
        """Whether its title names no other agent."""
        return not self.reader.names_another_agent(self.title.masked)

    def _telling(self) -> Iterator[ArticleSentence]:
        """The sentences that may tell what came of the drug, those that weigh most first."""
        title = self.title.masked
        if not self.are_of_pair:
            yield from (s for s in self._concluding if self._alone and s.names_both and not self._is_elsewhere)
            return
        yield from self._concluding
        if _TITLE_STATES.search(title) and not cues.TITLE_TOPIC.search(title):
            yield self.title
        if self._alone:
            placed = zip(self.rest, places(self.rest), strict=True)
            yield from (sentence for sentence, place in placed if place is Place.RESULT and DRUG in sentence.masked)

    def _helped(self, sentence: ArticleSentence) -> str:
        """The cue by which a sentence tells a benefit; empty where it tells none."""
        masked = sentence.masked
        if "?" in masked:
            return ""
        understood = self.are_of_pair and (DRUG in masked or not self.reader.names_another_agent(masked))
        reading = read(masked, understood=understood)
        if reading.polarity in (Polarity.SUPPORTS, Polarity.MIXED):
            return reading.cue
        telling = reading.polarity is not Polarity.NEUTRAL or not (understood or DISEASE in masked)
        if telling or not self.are_of_pair or not (_gives_drug(masked) if DRUG in masked else understood):
            return ""
        if any(p.search(masked) for p in (cues.NO_EFFECT, cues.NOT_SEEN, cues.DOUBT, cues.OTHER_WINS)):
            return ""
        for pattern in cues.BENEFITS:
            match = pattern.search(masked)
            if match and not cues.NEGATION.search(masked[max(0, match.start() - _NEGATED_WITHIN) : match.start()]):
                return " ".join(match["cue"].replace(DRUG, "the drug").replace(DISEASE, "the disease").split())
        return ""


def _gives_drug(masked: str) -> bool:
    """Whether a masked text names the drug as a treatment."""
    return DRUG in cues.NOT_AS_TREATMENT.sub(" ", masked)


def places(sentences: Sequence[ArticleSentence]) -> list[Place]:
    """Where each sentence of an abstract stands: by its heading, else by its words and its place."""
    of_study = [n for n, sentence in enumerate(sentences) if not _APPARATUS.search(sentence.masked)]
    parts = max((sentence.part for sentence in sentences), default=0)
    last = frozenset(of_study[-2:] if len(sentences) > _LONG else of_study[-1:])
    if parts > 1:
        last = frozenset(n for n in last if sentences[n].part == parts)
    return [
        _place(sentence, number / len(sentences), is_last=number in last, parts=parts)
        if number in of_study
        else Place.BACKGROUND
        for number, sentence in enumerate(sentences)
    ]


def _place(sentence: ArticleSentence, share: float, *, is_last: bool, parts: int) -> Place:
    if (under := _place_under(sentence)) is not None:
        return under
    masked = sentence.masked
    if parts > 1 and not sentence.heading and sentence.part in (0, parts):
        return Place.CONCLUSION if sentence.part else Place.BACKGROUND
    if _CONCLUDES.search(masked) and share >= _FIRST_HALF:
        return Place.CONCLUSION
    asks = sentence.asks and not cues.NO_EFFECT.search(masked)
    if asks or (not is_last and share < _OPENING):
        return Place.BACKGROUND
    return Place.CONCLUSION if is_last else Place.RESULT


def _place_under(sentence: ArticleSentence) -> Place | None:
    """The place its heading gives a sentence; ``None`` where it has none that tells."""
    if _CONCLUDING_HEADING.search(sentence.heading):
        return Place.CONCLUSION
    if _RESULT_HEADING.search(sentence.heading):
        return Place.CONCLUSION if _CONCLUDES.search(sentence.masked) else Place.RESULT
    return Place.BACKGROUND if _ASKING_HEADING.search(sentence.heading) else None
