"""What an article says the drug did in the disease: its sentences read as results and weighed against each other.

What belongs here: where in an article a sentence stands, and how many results become one side: the conclusion before
the title, both before single results; the primary endpoint before others. Whose result a clause tells is in
``result_clauses``, the phrases are in ``result_phrases``, each under an id that every side carries. Harm is not read
here (``cues``, ``blame``), nor what the article is about (``intent``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

from ...domain.statements import Polarity
from ..language.mentions import DISEASE, DRUG
from . import cues
from . import result_guards as guards
from . import result_marks as marks
from .article_sentences import ArticleSentence
from .result_clauses import ArticleFrame, ClauseReader, clauses, gives_drug

_OPENING = 0.25
"""Share of an abstract without headings in which nothing is a result."""
_FIRST_HALF = 0.5
_LONG = 3
"""Sentences of an abstract from which on its last two conclude, and not the last alone."""


class Place(IntEnum):
    """Where a sentence stands; a later member weighs more."""

    BACKGROUND = 0
    """Background, aims and methods: no results."""
    RESULT = 1
    TITLE = 2
    CONCLUSION = 3


@dataclass(frozen=True)
class ResultReading:
    """One result, or what all of an article's results come to."""

    polarity: Polarity
    cue: str
    """The words it was read from, folded, lower case."""
    rule: str
    """Id of the phrase in ``result_phrases``; two ids joined by a plus where the article is mixed."""
    sentence: ArticleSentence
    place: Place
    hedged: bool = False
    """It is said with caution: "may", "suggests"."""
    combined: bool = False
    """It is the result of the drug together with another one."""
    primary: bool = False
    """The sentence is about the primary endpoint."""
    weak: bool = False
    """No difference between groups, which may be of any outcome."""
    vague: bool = False
    """Such a difference in a clause that does not compare with placebo or no treatment."""
    contrasted: bool = False
    """A failure beside which the same sentence tells an effect that no phrase reads: "suppressed…, but did not"."""

    @property
    def strength(self) -> tuple[bool, bool, bool]:
        """For sorting: the plainest result of the drug alone first."""
        return self.hedged, self.combined, not self.sentence.names_both


# ------------------------------------------------------------------------------------------------ the whole article
@dataclass(frozen=True)
class ArticleResults:
    """The results of one article.

    Args:
        title, rest: its sentences, masked.
        frame: of the same sentences.
    """

    title: ArticleSentence
    rest: Sequence[ArticleSentence]
    frame: ArticleFrame

    def verdict(self) -> ResultReading | None:
        """The article's side; ``None`` where it tells none.

        Support is what is concluded, or stated by the title. A single result from which nobody concludes names the
        drug, in an article whose title names no other agent: of the rest four in ten said something else. A single
        failure names the disease, all outcomes or the primary one, or denies a benefit of the drug by its name; beside
        another effect it is mixed.
        """
        side = self._side()
        if side is None:
            return None
        if side.polarity is Polarity.MIXED:
            return side
        if not self._is_borne_out(side):
            return None
        concluded = side.place in (Place.TITLE, Place.CONCLUSION)
        if side.polarity is Polarity.SUPPORTS:
            return side if concluded or (self.frame.sole and DRUG in side.sentence.masked) else None
        if side.contrasted or any(r.contrasted for r in _at(self.readings, Place.CONCLUSION)):
            return replace(side, polarity=Polarity.MIXED)
        of_benefit = guards.OF_BENEFIT.search(side.cue) and DRUG in side.sentence.masked
        named = of_benefit or DISEASE in side.sentence.masked
        return side if concluded or side.primary or named else None

    def _is_borne_out(self, side: ResultReading) -> bool:
        """Whether something else bears out the sentence a side rests on, which alone may be about another question.

        That is a second sentence or the title of the same side, drug and disease named in it, or words that conclude;
        for a failure that is ``vague`` they are not enough. Otherwise a benefit needs the heading of a conclusion or a
        comparison with placebo or no treatment. A failure that denies an effect needs nothing else; one that is
        ``weak``, a difference that was not found, needs such a comparison, and the drug's name in the conclusion, or
        the heading and no other agent in the title. A combination fails only where an effect is denied and its title
        names nothing that stands against it.
        """
        fails = side.polarity is Polarity.CONTRADICTS
        if fails and side.combined and (side.weak or not self.frame.sole):
            return False
        if fails and not side.weak:
            return True
        agreeing = {reading.sentence for reading in self.readings if reading.polarity is side.polarity}
        sentence, nothing = side.sentence, self.frame.versus_nothing
        concludes = marks.CONCLUDES.search(sentence.masked)
        borne = len(agreeing) > 1 or side.place is Place.TITLE or sentence.names_both or bool(concludes)
        if borne and not (fails and side.vague):
            return True
        headed = bool(marks.CONCLUDING_HEADING.search(sentence.heading))
        if fails:
            last_part = max((other.part for other in self.rest), default=0)
            by_name = DRUG in sentence.masked and side.place is Place.CONCLUSION
            return nothing and (by_name or ((headed or 0 < sentence.part == last_part) and self.frame.sole))
        return nothing or headed

    def _side(self) -> ResultReading | None:
        """The side of all results.

        Conclusion and title outweigh single results. A primary endpoint that was missed makes every benefit mixed; for
        and against in the conclusion is mixed, but a difference that was not found in one of many outcomes takes
        nothing from what is concluded, nor does a failure that is not said to be the drug's where the benefit is.
        """
        readings = self.readings
        good = [r for r in readings if r.polarity is Polarity.SUPPORTS]
        bad = [r for r in readings if r.polarity is Polarity.CONTRADICTS]
        concluded_good, concluded_bad = _at(good, Place.CONCLUSION), _at(bad, Place.CONCLUSION)
        missed = [r for r in bad if r.primary]
        good_by_name = [r for r in good if DRUG in r.sentence.masked]
        if missed and (benefit := concluded_good or _at(good, Place.TITLE) or good):
            return _mixed(missed[0], benefit[0])
        if concluded_good:
            by_name = any(DRUG in r.sentence.masked for r in concluded_good)
            plain_bad = [r for r in concluded_bad if not r.weak and (DRUG in r.sentence.masked or not by_name)]
            plain_bad = plain_bad or _at(bad, Place.TITLE)
            return _mixed(plain_bad[0], concluded_good[0]) if plain_bad else _plainest(concluded_good)
        if concluded_bad:
            unmarked = good_by_name and all(_only_stands_last(r) for r in concluded_bad)
            stated = next(iter(_at(good, Place.TITLE)), None) or _of_results(good, bad)
            return stated if unmarked else _of_failure(concluded_bad, good)
        if titled := [r for r in readings if r.place is Place.TITLE]:
            return titled[0]
        return _of_results(good, bad) if self.frame.titled else None

    @cached_property
    def readings(self) -> list[ResultReading]:
        """Every result, in the order of the text."""
        read: list[ResultReading] = []
        if marks.states(self.title.masked):
            read += self._read(self.title, Place.TITLE)
        for sentence, place in zip(self.rest, places(self.rest), strict=True):
            if place is not Place.BACKGROUND:
                read += self._read(sentence, place)
        if not self.frame.titled:
            read = [r for r in read if DRUG in r.sentence.masked]
        if self.frame.of_disease:
            return read
        denied = any(r.polarity is Polarity.CONTRADICTS and _concluded_by_name(r) for r in read)
        return [r for r in read if DISEASE in r.sentence.masked or (denied and _concluded_by_name(r))]

    def _is_of_drug(self, clause: str) -> bool:
        """Whether title or clause names the drug: else it may be another one's failure."""
        return DRUG in self.title.masked or DRUG in clause

    def _read(self, sentence: ArticleSentence, place: Place) -> Iterator[ResultReading]:
        """The results of one sentence, clause by clause; a clause without a subject gets that before it."""
        masked = cues.ASIDE.sub(" ", sentence.masked)
        if "?" in masked:
            return
        in_passing = DRUG in sentence.masked and DRUG not in masked
        primary = bool(marks.PRIMARY.search(masked))
        before = ""
        for clause in clauses(masked):
            given = gives_drug(before) and cues.SAME_SUBJECT.search(clause)
            before = f"{DRUG}{clause}" if given else clause
            reading = ClauseReader(before, self.frame, sentence.names_both).read()
            if reading is None:
                continue
            phrase, match, hedged = reading
            if phrase.side is Polarity.CONTRADICTS and (in_passing or not self._is_of_drug(before)):
                continue
            taken = guards.OTHERS_DID_NOT.search(masked) or marks.TAKEN_BACK.search(masked)
            if phrase.side is Polarity.SUPPORTS and taken:
                continue
            denies = phrase.side is Polarity.CONTRADICTS
            contrasted = denies and any(guards.tells_effect(c) for c in clauses(masked) if c != clause)
            vague = phrase.weak and not marks.AGAINST_NOTHING.search(before)
            combined = guards.combines(before) and not self.frame.added
            added = guards.ADDED_ON.search(before) or guards.WITH_AND_WITHOUT.search(before)
            yield ResultReading(
                phrase.side,
                _cue(match),
                phrase.id,
                sentence,
                place,
                hedged,
                combined or (self.frame.combined and not added),
                primary,
                phrase.weak,
                vague,
                contrasted,
            )


def _concluded_by_name(reading: ResultReading) -> bool:
    """Whether it is concluded of the drug by name: where that is a failure, the disease need not be said again."""
    return reading.place is Place.CONCLUSION and not reading.weak and DRUG in reading.sentence.masked


def _only_stands_last(reading: ResultReading) -> bool:
    """Whether it stands where conclusions stand, but neither heading nor words say that it is one, nor of what."""
    sentence = reading.sentence
    if marks.RESULT_HEADING.search(sentence.heading):
        return DISEASE not in sentence.masked
    marked = marks.CONCLUDING_HEADING.search(sentence.heading) or marks.CONCLUDES.search(sentence.masked)
    return not (marked or sentence.part or DISEASE in sentence.masked)


def _at(readings: Iterable[ResultReading], place: Place) -> list[ResultReading]:
    return [reading for reading in readings if reading.place is place]


def _plainest(readings: Sequence[ResultReading]) -> ResultReading:
    return min(readings, key=lambda reading: reading.strength)


def _mixed(against: ResultReading, for_: ResultReading) -> ResultReading:
    return ResultReading(
        Polarity.MIXED,
        f"{against.cue} / {for_.cue}",
        f"{against.rule}+{for_.rule}",
        against.sentence,
        against.place,
        for_.hedged,
        for_.combined,
        against.primary,
    )


def _of_failure(concluded: Sequence[ResultReading], good: Sequence[ResultReading]) -> ResultReading:
    """The side where a failure is concluded: mixed with what the title states."""
    beside = _at(good, Place.TITLE)
    return _mixed(concluded[0], beside[0]) if beside else _plainest(concluded)


def _of_results(good: Sequence[ResultReading], bad: Sequence[ResultReading]) -> ResultReading | None:
    """The side where nothing is concluded: results both ways give none, save on the primary endpoint."""
    if missed := [reading for reading in bad if reading.primary]:
        return _mixed(missed[0], good[0]) if good else missed[0]
    if good and bad:
        told_together = [(no, yes) for no in bad for yes in good if no.sentence is yes.sentence and not no.weak]
        return _mixed(*told_together[0]) if told_together else None
    if good:
        return _plainest(good)
    return next((reading for reading in bad if not reading.weak), None)


# ------------------------------------------------------------------------------------------------ places
def places(sentences: Sequence[ArticleSentence]) -> list[Place]:
    """Where each sentence of an abstract stands: by its heading, else by its words and its place."""
    of_study = [n for n, sentence in enumerate(sentences) if not marks.APPARATUS.search(sentence.masked)]
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
    if marks.CONCLUDES.search(masked) and share >= _FIRST_HALF:
        return Place.CONCLUSION
    asks = sentence.asks and not cues.NO_EFFECT.search(masked)
    if asks or (not is_last and share < _OPENING):
        return Place.BACKGROUND
    return Place.CONCLUSION if is_last else Place.RESULT


def _place_under(sentence: ArticleSentence) -> Place | None:
    """The place its heading gives a sentence; ``None`` where it has none that tells."""
    if marks.CONCLUDING_HEADING.search(sentence.heading):
        return Place.CONCLUSION
    if marks.RESULT_HEADING.search(sentence.heading):
        return Place.CONCLUSION if marks.CONCLUDES.search(sentence.masked) else Place.RESULT
    return Place.BACKGROUND if marks.ASKING_HEADING.search(sentence.heading) else None


def _cue(match: re.Match[str]) -> str:
    words = match["cue"].replace(DRUG, "the drug").replace(DISEASE, "the disease")
    return " ".join(words.split())
