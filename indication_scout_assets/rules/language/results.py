"""What an article says the drug did in the disease: its sentences read as results and weighed against each other.

What belongs here: where in an article a sentence stands, whose result it tells and which way it goes, and how many
sentences become one side: the conclusion before the title, both before single results; the primary endpoint before
others. The phrases are in ``result_phrases``, each under an id that every side carries. Harm is not read here (``cues``,
``blame``), nor what the article is about (``intent``).

Neither drug nor disease need be named in a sentence of an article that is about the drug in the disease
(``ArticleFrame.understood``). Another agent in the sentence then takes the result away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from ...domain.statements import Polarity
from . import cues
from . import result_phrases as phrases
from .article_sentences import ArticleSentence
from .mentions import DISEASE, DRUG, MEASURE, ArticleReader
from .result_phrases import ResultPhrase
from .result_words import OTHER_AGENT
from .significance import chance_stated
from .stopping import LEFT_FOR_DISEASE

_DECIMAL_POINT = re.compile(r"\.(?=\d)(?:(?<=\d\.)|(?<![\w.]\.))")
_OPENING = 0.25
"""Share of an abstract without headings in which nothing is a result."""
_FIRST_HALF = 0.5
_LONG = 3
"""Sentences of an abstract from which on its last two conclude, and not the last alone."""
_SAME_THING = 40
"""Characters after a phrase that still belong to what it speaks of."""
_NEGATED_WITHIN = 70
"""Characters before a phrase in which a negation denies it."""


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

    @property
    def strength(self) -> tuple[bool, bool, bool]:
        """For sorting: the plainest result of the drug alone first."""
        return self.hedged, self.combined, not self.sentence.names_both


@dataclass(frozen=True)
class ArticleFrame:
    """What the whole article tells of the pair, so that a sentence need not."""

    understood: bool
    """The article is about the drug in the disease: a result may leave either unnamed."""
    of_disease: bool
    """Title, aims or methods say that the people studied have the disease."""
    titled: bool
    """Its title names the drug as what is given."""
    sole: bool
    """Its title names no other agent."""
    versus_nothing: bool
    """It compares with placebo, no treatment or usual care."""
    combined: bool
    """By its title it is about the drug together with another one."""
    agents: frozenset[str]
    """What its title names beside the drug as its equal."""

    @classmethod
    def of(cls, reader: ArticleReader, title: ArticleSentence, rest: Sequence[ArticleSentence]) -> ArticleFrame:
        """Read from title, aims and methods."""
        asking = " ".join(s.masked for s in rest if _asks(s))
        masked_title = phrases.DISEASE_AS_PLACE.sub(" ", title.masked)
        given_in_title, given_in_aim = _gives_drug(masked_title), _gives_drug(asking)
        everything = " ".join((title.masked, *(s.masked for s in rest)))
        of_disease = DISEASE in masked_title or bool(
            phrases.POPULATION.search(phrases.DISEASE_AS_PLACE.sub(" ", asking))
        )
        population = DISEASE in masked_title
        if not population and not cues.TITLE_OTHER_AILMENT.search(masked_title):
            named_anywhere = phrases.POPULATION.search(phrases.DISEASE_AS_PLACE.sub(" ", everything))
            population = bool(named_anywhere) or any(s.names_both for s in rest if _asks(s))
        about = given_in_title if DRUG in title.masked else given_in_aim and DISEASE in masked_title
        return cls(
            understood=about and population and not phrases.TITLE_PLANS.search(title.masked),
            of_disease=of_disease,
            titled=given_in_title,
            sole=not reader.other_agents_of_title and not OTHER_AGENT.search(title.masked),
            versus_nothing=bool(phrases.AGAINST_NOTHING.search(everything)),
            combined=bool(phrases.COMBINED.search(title.masked)) and not phrases.ADDED_ON.search(title.masked),
            agents=reader.other_agents_of_title,
        )


def _gives_drug(masked: str) -> bool:
    return DRUG in phrases.NO_REMEDY.sub(" ", cues.NOT_AS_TREATMENT.sub(" ", masked))


def _asks(sentence: ArticleSentence) -> bool:
    """Whether a sentence tells what the study set out to do, in whom and how."""
    return bool(phrases.ASKING_HEADING.search(sentence.heading) or phrases.ASKS.search(sentence.masked))


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

        Conclusion and title outweigh single results. A primary endpoint that was missed makes every benefit mixed; for
        and against in the conclusion is mixed, but a difference that was not found in one of many outcomes takes
        nothing from what is concluded.
        """
        readings = self.readings
        good = [r for r in readings if r.polarity is Polarity.SUPPORTS]
        bad = [r for r in readings if r.polarity is Polarity.CONTRADICTS]
        concluded_good, concluded_bad = _at(good, Place.CONCLUSION), _at(bad, Place.CONCLUSION)
        missed = [r for r in bad if r.primary]
        if missed and (benefit := concluded_good or _at(good, Place.TITLE) or good):
            return _mixed(missed[0], benefit[0])
        if concluded_good:
            plain_bad = [r for r in concluded_bad if not r.weak] or _at(bad, Place.TITLE)
            return _mixed(plain_bad[0], concluded_good[0]) if plain_bad else _plainest(concluded_good)
        if concluded_bad:
            titled = _at(good, Place.TITLE)
            return _mixed(concluded_bad[0], titled[0]) if titled else _plainest(concluded_bad)
        if titled := [r for r in readings if r.place is Place.TITLE]:
            return titled[0]
        return _of_results(good, bad) if self.frame.titled else None

    @cached_property
    def readings(self) -> list[ResultReading]:
        """Every result, in the order of the text."""
        read: list[ResultReading] = []
        if phrases.states(self.title.masked):
            read += self._read(self.title, Place.TITLE)
        for sentence, place in zip(self.rest, places(self.rest), strict=True):
            if place is not Place.BACKGROUND:
                read += self._read(sentence, place)
        if not self.frame.titled:
            read = [r for r in read if DRUG in r.sentence.masked]
        return read if self.frame.of_disease else [r for r in read if DISEASE in r.sentence.masked]

    def _read(self, sentence: ArticleSentence, place: Place) -> Iterator[ResultReading]:
        """The results of one sentence, clause by clause; a clause without a subject gets that before it."""
        masked = cues.ASIDE.sub(" ", _DECIMAL_POINT.sub("·", sentence.masked))
        if "?" in masked:
            return
        primary = bool(phrases.PRIMARY.search(masked))
        names_both, before = sentence.names_both, ""
        for clause in clauses(masked):
            given = _gives_drug(before) and cues.SAME_SUBJECT.search(clause)
            before = f"{DRUG}{clause}" if given else clause
            reading = ClauseReader(before, self.frame, names_both=names_both).read()
            if reading is None:
                continue
            phrase, match, hedged = reading
            combined = bool(phrases.COMBINED.search(before)) and not phrases.ADDED_ON.search(before)
            yield ResultReading(
                phrase.side, _cue(match), phrase.id, sentence, place, hedged, combined or self.frame.combined, primary,
                phrase.weak,
            )  # fmt: skip


def _at(readings: Iterable[ResultReading], place: Place) -> list[ResultReading]:
    return [reading for reading in readings if reading.place is place]


def _plainest(readings: Sequence[ResultReading]) -> ResultReading:
    return min(readings, key=lambda reading: reading.strength)


def _mixed(against: ResultReading, for_: ResultReading) -> ResultReading:
    return ResultReading(
        Polarity.MIXED, f"{against.cue} / {for_.cue}", f"{against.rule}+{for_.rule}", against.sentence, against.place,
        for_.hedged, for_.combined, against.primary,
    )  # fmt: skip


def _of_results(good: Sequence[ResultReading], bad: Sequence[ResultReading]) -> ResultReading | None:
    """The side of single results, where nothing is concluded: both ways they take none, save on the primary endpoint."""
    if missed := [reading for reading in bad if reading.primary]:
        return _mixed(missed[0], good[0]) if good else missed[0]
    if good and bad:
        return None
    if good:
        return _plainest(good)
    return bad[0] if len(bad) > 1 or any(reading.rule == phrases.NO_BETTER.id for reading in bad) else None


# ------------------------------------------------------------------------------------------------ places
def places(sentences: Sequence[ArticleSentence]) -> list[Place]:
    """Where each sentence of an abstract stands: by its heading, else by its words and its place."""
    told = [n for n, sentence in enumerate(sentences) if not phrases.APPARATUS.search(sentence.masked)]
    last = frozenset(told[-2:] if len(sentences) > _LONG else told[-1:])
    parts = max((sentence.part for sentence in sentences), default=0)
    return [
        _place(sentence, number / len(sentences), is_last=number in last, parts=parts) if number in told
        else Place.BACKGROUND
        for number, sentence in enumerate(sentences)
    ]  # fmt: skip


def _place(sentence: ArticleSentence, share: float, *, is_last: bool, parts: int) -> Place:
    masked, heading = sentence.masked, sentence.heading
    if heading:
        if phrases.CONCLUDING_HEADING.search(heading):
            return Place.CONCLUSION
        if phrases.RESULT_HEADING.search(heading):
            return Place.CONCLUSION if phrases.CONCLUDES.search(masked) else Place.RESULT
        if phrases.ASKING_HEADING.search(heading):
            return Place.BACKGROUND
    if parts > 1 and not heading and sentence.part in (0, parts):
        return Place.CONCLUSION if sentence.part else Place.BACKGROUND
    if phrases.CONCLUDES.search(masked) and share >= _FIRST_HALF:
        return Place.CONCLUSION
    if phrases.ASKS.search(masked) and not phrases.FIGURES.search(masked):
        return Place.BACKGROUND
    if is_last:
        return Place.CONCLUSION
    known = phrases.SAYS_WHAT_IS_KNOWN.search(masked) and share < _FIRST_HALF
    return Place.BACKGROUND if share < _OPENING or known else Place.RESULT


def clauses(masked: str) -> Iterator[str]:
    """The clauses of a masked sentence."""
    start = 0
    for clause_break in cues.CLAUSE_BREAK.finditer(masked):
        if clause := masked[start : clause_break.start()].strip():
            yield f" {clause}"
        start = clause_break.end()
    if clause := masked[start:].strip():
        yield f" {clause}"


# ------------------------------------------------------------------------------------------------ a clause
@dataclass(frozen=True)
class ClauseReader:
    """One clause of a sentence, read for whose result it tells.

    Args:
        clause: masked, with middle dots for decimal points.
        frame: of its article.
        names_both: its sentence names drug and disease.
    """

    clause: str
    frame: ArticleFrame
    names_both: bool

    def read(self) -> tuple[ResultPhrase, re.Match[str], bool] | None:
        """The phrase that tells the result, where it was found, and whether it is said with caution."""
        if not self._is_about_pair() or phrases.SETS_ASIDE.search(self.clause) or cues.OTHER_WINS.search(self.clause):
            return None
        if denied := self._denied():
            return (*denied, False)
        if cues.DOUBT.search(self.clause) or cues.NOT_SEEN.search(self.clause) or phrases.NO_RESULT.search(self.clause):
            return None
        return self._helped()

    @cached_property
    def active(self) -> str:
        """The clause without the mentions of the drug that are no treatment."""
        clause = phrases.GAIN_FROM.sub(r"\g<gain> with", self.clause)
        return phrases.NO_REMEDY.sub(" ", cues.NOT_AS_TREATMENT.sub(" ", clause))

    @cached_property
    def _names_agent(self) -> bool:
        """Whether another agent is named."""
        if OTHER_AGENT.search(self.clause):
            return True
        return not self.frame.agents.isdisjoint(re.findall(r"[\w-]+", self.clause))

    def _is_about_pair(self) -> bool:
        """Whether the clause tells of the drug as a treatment in this disease, by name or as the article's subject."""
        if DISEASE not in self.clause and not self.frame.understood and not self.names_both:
            return False
        if DRUG in self.active:
            return not LEFT_FOR_DISEASE.search(self.clause)
        if DRUG in self.clause:
            return any(p.pattern.search(self.clause) for p in (phrases.NO_BENEFIT_FROM, phrases.PLACEBO_WORSE))
        if not self.frame.understood:
            return False
        both = phrases.BOTH.search(self.clause)
        if both:
            return True
        return not self._names_agent and (self.frame.sole or bool(phrases.ANAPHOR.search(self.clause)))

    # -------------------------------------------------------------------------------------------- no help
    def _denied(self) -> tuple[ResultPhrase, re.Match[str]] | None:
        """What says that the drug did not help; against another active agent that is no finding against it."""
        active = self.active
        if match := phrases.NO_BENEFIT_FROM.pattern.search(self.clause):
            return phrases.NO_BENEFIT_FROM, match
        if cues.NOT_ABOUT_EFFICACY.search(active) or phrases.SAFETY.search(active):
            return None
        if DRUG not in active and phrases.OF_PLACEBO.search(active):
            return None
        if match := phrases.NO_BETTER.pattern.search(self.clause):
            return phrases.NO_BETTER, match
        difference = phrases.NO_DIFFERENCE.pattern.search(active)
        effect = cues.NO_EFFECT.search(active)
        if effect and not phrases.OF_DIFFERENCE.search(effect["cue"]) and self._is_drugs_failure(effect):
            return phrases.NO_EFFECT, effect
        alone = self.frame.sole and not self._names_agent
        between_nothing = self.frame.versus_nothing and (phrases.AGAINST_NOTHING.search(self.clause) or alone)
        if difference and between_nothing:
            return phrases.NO_DIFFERENCE, difference
        if effect and phrases.OF_DIFFERENCE.search(effect["cue"]) and not difference and self._is_drugs_failure(effect):
            against = phrases.AGAINST_NOTHING.search(self.clause) or "change" in effect["cue"]
            return (phrases.NO_DIFFERENCE, effect) if against else None
        return None

    def _is_drugs_failure(self, match: re.Match[str]) -> bool:
        """Whether what is denied is an effect of the drug on what it is given for."""
        active = self.active
        before, after = active[: match.start("cue")], active[match.end("cue") :]
        if phrases.OF_PEOPLE.search(before) or cues.EFFECT_ON_ELSE.match(active, match.end("cue")):
            return False
        if DRUG not in active and not cues.OWN_SUBJECT.search(self.clause):
            return False
        named_there = DRUG in before or DRUG in match["cue"] or match["cue"] == "neither"
        if DRUG in active and not named_there and not phrases.BY_DRUG_AFTER.match(after):
            return False
        target = phrases.EFFECT_ON.match(f"{match['cue'].split()[-1]}{after}")
        if target:
            return bool(phrases.OUTCOME.search(target["what"]))
        changes_only = phrases.CHANGES_ONLY.search(match["cue"])
        return changes_only is None or bool(phrases.OUTCOME.search(after))

    # -------------------------------------------------------------------------------------------- help
    def _helped(self) -> tuple[ResultPhrase, re.Match[str], bool] | None:
        worse = phrases.PLACEBO_WORSE.pattern.search(self.clause) if DRUG not in self.active else None
        if worse and not phrases.NEGATED.search(self.clause[: worse.start("cue")]):
            return None if chance_stated(self.clause[worse.end("cue") :]) else (phrases.PLACEBO_WORSE, worse, False)
        for phrase in phrases.SUPPORTING:
            for match in phrase.pattern.finditer(self.active):
                if not self._is_drugs_doing(phrase, match):
                    continue
                if chance := self._chance(match):
                    return (*chance, False) if phrases.AGAINST_NOTHING.search(self.clause) else None
                hedged = bool(phrases.HEDGED.search(self.active[: match.end("cue")]))
                return phrase, match, hedged
        return None

    def _chance(self, match: re.Match[str]) -> tuple[ResultPhrase, re.Match[str]] | None:
        """The difference that its own numbers call chance."""
        words = chance_stated(self.active[match.end("cue") :])
        stated = re.search(rf"(?P<cue>{re.escape(words)})", self.active) if words else None
        return (phrases.BY_CHANCE, stated) if stated else None

    def _is_drugs_doing(self, phrase: ResultPhrase, match: re.Match[str]) -> bool:
        """Whether a benefit is asserted, and the clause gives it to the drug and to what the drug is given for."""
        active = self.active
        before, after = active[: match.start("cue")], active[match.end("cue") :]
        if phrases.NEGATED.search(before[-_NEGATED_WITHIN:]) or phrases.MEANT_TO.search(before) or "neither" in before:
            return False
        if cues.BY_ANOTHER.search(after) or phrases.OF_NOTHING.match(after):
            return False
        if phrases.NO_DIFFERENCE.pattern.search(before) or (phrase.compares and self._is_of_safety(match)):
            return False
        if MEASURE in active and (cues.FOREIGN_AFTER.search(after) or cues.FOREIGN_BEFORE.search(before)):
            return False
        if not self.frame.understood and phrases.SPARED.search(active):
            return False
        if phrase.compares and self._compares_with_agent():
            return False
        if DRUG not in active:
            return bool(phrases.SUBJECT.search(before) or cues.NO_SUBJECT_YET.search(before))
        if DRUG in before:
            return True
        if OTHER_AGENT.search(before) and not phrases.COMPARED.search(before):
            return False
        if cues.BACKGROUND.search(after) and cues.OF_ANOTHER.search(active[: match.end("cue")]):
            return False
        return bool(phrases.GIVEN_AFTER.search(after))

    def _is_of_safety(self, match: re.Match[str]) -> bool:
        """Whether what is less or better is how the drug is borne."""
        return bool(phrases.OF_SAFETY.search(self.active, match.start(), match.end() + _SAME_THING))

    def _compares_with_agent(self) -> bool:
        """Whether "less" or "better" is only less harm than another agent does, no help against the disease."""
        another = self._names_agent or not self.frame.sole
        if not self.frame.understood:
            return another
        return another and not self.frame.versus_nothing and bool(phrases.RISK_OF_DISEASE.search(self.active))


def _cue(match: re.Match[str]) -> str:
    words = match["cue"].replace(DRUG, "the drug").replace(DISEASE, "the disease").replace("·", ".")
    return " ".join(words.split())
