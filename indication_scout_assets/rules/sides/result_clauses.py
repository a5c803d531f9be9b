"""One clause read as a result: whether it tells what the drug did in the disease, and which way that goes.

What belongs here: whose result a clause tells. A clause of an article that is about the drug in the disease
(``ArticleFrame.understood``) may leave either unnamed; another agent in it then takes the result away. What the results
of an article come to is in ``results``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..language.mentions import DISEASE, DRUG, MEASURE, ArticleReader
from ..language.sentences import clause_breaks
from ..language.significance import chance_stated
from ..names.name_matching import words
from . import cues
from . import result_guards as guards
from . import result_marks as marks
from . import result_phrases as phrases
from .article_sentences import ArticleSentence
from .intent_cues import OTHER_USE, TITLE_COMPARATOR
from .result_phrases import ResultPhrase
from .result_words import names_other_agent

_NO_TREATMENT = (
    cues.NOT_AS_TREATMENT,
    guards.AS_REFERENCE,
    marks.NO_REMEDY,
)
"""Mentions of the drug that are no treatment, or what a treatment is held against."""
_SAME_THING = 40
"""Characters after a phrase that still belong to what it speaks of."""
_NEGATED_WITHIN = 70
"""Characters before a phrase in which a negation denies it."""


@dataclass(frozen=True)
class ArticleFrame:
    """What the whole article tells of the pair, so that a sentence need not."""

    understood: bool
    """The article is about the drug in the disease: a result may leave either unnamed."""
    of_disease: bool
    """Title, aims or methods say that the people studied have the disease."""
    disease_titled: bool
    """Its title names the disease."""
    titled: bool
    """Its title names the drug as what is given."""
    sole: bool
    """Its title names no other agent, or only what is given together with the drug."""
    versus_nothing: bool
    """It compares with placebo, no treatment or usual care."""
    combined: bool
    """By its title it is about the drug together with another one."""
    added: bool
    """By its title it asks what the drug adds to something else."""
    agents: frozenset[str]
    """What its title names beside the drug as its equal."""
    disease_words: frozenset[str] = frozenset()
    """Of all the disease's names."""

    @classmethod
    def of(cls, reader: ArticleReader, title: ArticleSentence, rest: Sequence[ArticleSentence]) -> ArticleFrame:
        """Read from title, aims and methods."""
        aims = [s for s in rest if _asks(s)]
        asking = " ".join(s.masked for s in aims)
        masked_title = guards.WITH_OR_WITHOUT.sub("with", marks.DISEASE_AS_PLACE.sub(" ", title.masked))
        given_in_title, given_in_aim = gives_drug(masked_title), gives_drug(asking)
        everything = " ".join((title.masked, *(s.masked for s in rest)))
        of_disease = DISEASE in masked_title or bool(marks.POPULATION.search(marks.DISEASE_AS_PLACE.sub(" ", asking)))
        population = DISEASE in masked_title
        if not population and not cues.TITLE_OTHER_AILMENT.search(masked_title):
            named_anywhere = marks.POPULATION.search(marks.DISEASE_AS_PLACE.sub(" ", everything))
            population = bool(named_anywhere) or any(s.names_both for s in aims)
        combined = guards.combines(title.masked)
        alone = not reader.other_agents_of_title and not names_other_agent(title.masked)
        versus_nothing = bool(marks.AGAINST_NOTHING.search(everything))
        about = given_in_title if DRUG in title.masked else given_in_aim and DISEASE in masked_title
        return cls(
            understood=about and population and not _asks_of_another(title.masked),
            of_disease=of_disease,
            disease_titled=DISEASE in title.masked,
            titled=given_in_title,
            sole=alone or (combined and not guards.RIVALS.search(title.masked)),
            versus_nothing=versus_nothing,
            combined=combined,
            added=bool(guards.ADDED_ON.search(title.masked) or guards.WITH_AND_WITHOUT.search(title.masked)),
            agents=reader.other_agents_of_title,
            disease_words=frozenset(word for name in reader.pair.disease_names for word in words(name)),
        )


def _asks_of_another(title: str) -> bool:
    """Whether a masked title has no results yet, or is on another agent beside the drug, or on another use of it."""
    other = (marks.TITLE_PLANS, guards.BACKBONE, guards.GIVEN_ANYWAY, OTHER_USE, TITLE_COMPARATOR)
    return any(pattern.search(title) for pattern in other)


def gives_drug(masked: str) -> bool:
    """Whether a masked text names the drug as a treatment."""
    return DRUG in _as_treatment(masked)


def _as_treatment(masked: str) -> str:
    """A masked text without the mentions of the drug that are no treatment, or what a treatment is held against."""
    for mention in _NO_TREATMENT:
        if DRUG not in masked:
            break
        masked = mention.sub(" ", masked)
    return masked


def _asks(sentence: ArticleSentence) -> bool:
    """Whether a sentence tells what the study set out to do, in whom and how."""
    return bool(marks.ASKING_HEADING.search(sentence.heading)) or sentence.asks


def clauses(masked: str) -> Iterator[str]:
    """The clauses of a masked sentence."""
    start = 0
    for clause_break in clause_breaks(guards.CLAUSE_BREAK, masked):
        if clause := masked[start : clause_break.start()].strip():
            yield f" {clause}"
        start = clause_break.end()
    if clause := masked[start:].strip():
        yield f" {clause}"


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
        if not self._is_about_pair() or marks.SETS_ASIDE.search(self.clause) or cues.OTHER_WINS.search(self.clause):
            return None
        if denied := self._denied():
            return (*denied, False)
        helped = self._helped()
        if helped is None or any(p.search(self.clause) for p in (cues.DOUBT, cues.NOT_SEEN, marks.NO_RESULT)):
            return None
        return helped

    @cached_property
    def active(self) -> str:
        """The clause without the mentions of the drug that are no treatment."""
        clause = marks.GAIN_FROM.sub(r"\g<gain> with", self.clause) if " from " in self.clause else self.clause
        return _as_treatment(clause)

    @cached_property
    def _names_agent(self) -> bool:
        """Whether another agent is named."""
        if names_other_agent(self.clause):
            return True
        return not self.frame.agents.isdisjoint(re.findall(r"[\w-]+", self.clause))

    def _is_about_pair(self) -> bool:
        """Whether the clause tells of the drug as a treatment in this disease, by name or as the article's subject."""
        if DISEASE not in self.clause and (
            not (self.frame.understood or self.names_both) or self._is_for_another_ailment()
        ):
            return False
        if DRUG in self.active:
            return True
        if DRUG in self.clause:
            return phrases.NO_BENEFIT_FROM.pattern.search(self.clause) is not None
        if not self.frame.understood:
            return False
        both = marks.BOTH.search(self.clause)
        if both:
            return True
        return not self._names_agent and (self.frame.sole or bool(marks.ANAPHOR.search(self.clause)))

    def _is_for_another_ailment(self) -> bool:
        """Whether the clause says that the drug is for something that shares no word with the disease's names."""
        if self._is_of_another_part(self.clause):
            return True
        ailment = guards.FOR_AILMENT.search(self.clause)
        return ailment is not None and self.frame.disease_words.isdisjoint(words(ailment["ailment"]))

    def _is_of_another_part(self, text: str) -> bool:
        """Whether a text is on pain, and the disease by its names is not."""
        return bool(guards.ANALGESIC.search(text)) and not any(map(guards.PAINFUL.search, self.frame.disease_words))

    # -------------------------------------------------------------------------------------------- no help
    def _denied(self) -> tuple[ResultPhrase, re.Match[str]] | None:
        """What says that the drug did not help; against another active agent that is no finding against it."""
        if match := phrases.NO_BENEFIT_FROM.pattern.search(self.clause):
            return phrases.NO_BENEFIT_FROM, match
        active = self.active
        of_placebo = DRUG not in active and marks.OF_PLACEBO.search(active)
        if of_placebo or cues.NOT_ABOUT_EFFICACY.search(active) or marks.SAFETY.search(active):
            return None
        if match := phrases.NO_BETTER.pattern.search(self.clause):
            return None if guards.AT_RISK.search(self.clause) else (phrases.NO_BETTER, match)
        if denied := self._without_effect():
            return denied
        return None if self._is_of_giving else self._without_difference()

    @cached_property
    def _against_nothing(self) -> bool:
        """Whether the clause compares with placebo, no treatment or the like."""
        return marks.AGAINST_NOTHING.search(self.clause) is not None

    @cached_property
    def _is_of_giving(self) -> bool:
        """Whether the clause compares doses or ways of giving, and not with nothing."""
        return marks.OF_GIVING.search(self.clause) is not None and not self._against_nothing

    @cached_property
    def _denials(self) -> tuple[re.Match[str], ...]:
        """All that denies an effect or a change."""
        return tuple(cues.NO_EFFECT.finditer(self.active))

    def _without_effect(self) -> tuple[ResultPhrase, re.Match[str]] | None:
        """What denies an effect of the drug itself."""
        for effect in self._denials:
            if marks.OF_DIFFERENCE.search(effect["cue"]):
                continue
            of_dose = self._is_of_giving and (
                not guards.FAILED.search(effect["cue"]) or guards.GREATER.search(effect["cue"])
            )
            if not of_dose and self._is_drugs_failure(effect):
                return phrases.NO_EFFECT, effect
        return None

    def _without_difference(self) -> tuple[ResultPhrase, re.Match[str]] | None:
        """What denies a difference from nothing, or a change."""
        if difference := phrases.NO_DIFFERENCE.pattern.search(self.active):
            each_other = guards.EACH_OTHER.match(self.active, difference.end("cue"))
            if each_other or guards.AT_RISK.search(self.clause):
                return None
            alone = not self._names_agent and self.frame.sole and marks.BETWEEN_GROUPS.search(self.clause)
            counts = self.frame.versus_nothing and bool(self._against_nothing or alone)
            return (phrases.NO_DIFFERENCE, difference) if counts else None
        change = next(iter(self._denials), None)
        if change is None or not marks.OF_DIFFERENCE.search(change["cue"]) or not self._is_drugs_failure(change):
            return None
        return (phrases.NO_DIFFERENCE, change) if self._against_nothing or "change" in change["cue"] else None

    def _is_drugs_failure(self, match: re.Match[str]) -> bool:
        """Whether what is denied is an effect of the drug on what it is given for."""
        active = self.active
        before, after = active[: match.start("cue")], active[match.end("cue") :]
        if self._is_no_failure(match["cue"], before, after):
            return False
        another = match["cue"] != "neither" and cues.EFFECT_ON_ELSE.match(active, match.end("cue"))
        if cues.OF_PEOPLE.search(before) or another:
            return False
        if DRUG not in active:
            own = bool(cues.OWN_SUBJECT.search(self.clause))
        else:
            named_there = DRUG in before or DRUG in match["cue"] or match["cue"] == "neither"
            by_drug = marks.BY_DRUG_ITSELF.match(after) or (
                not names_other_agent(before) and marks.BY_DRUG_AFTER.match(after)
            )
            by_drug = by_drug or (match["cue"].endswith("that") and guards.DRUG_NEXT.match(after))
            own = named_there or bool(by_drug)
        return own and self._is_of_outcome(match["cue"], after)

    def _is_no_failure(self, cue: str, before: str, after: str) -> bool:
        """Whether what is denied is told of others, harm or loss, of another part, or an advantage over an agent."""
        of_harm = guards.OF_HARM.search(cue) or (cue.endswith("that") and guards.OF_HARM.search(after))
        if of_harm or self._is_of_another_part(after[:_SAME_THING]):
            return True
        of_others = any(p.search(before) for p in (guards.CONDITION, guards.IN_WHOM, guards.IN_PLACE_OF))
        if of_others or guards.OF_MECHANISM.search(after) or guards.IN_FOREIGN_MEASURE.search(after):
            return True
        if guards.GREATER.search(cue) and guards.OTHER_DOSE_AFTER.match(after):
            return True
        if guards.LESS_ONLY.search(cue):
            return bool(guards.WORSE_IF_LESS.match(after))
        return bool(guards.ADVANTAGE.search(cue) and guards.OVER_AGENT.match(after) and not self._against_nothing)

    def _is_of_outcome(self, cue: str, after: str) -> bool:
        """Whether what is denied is an effect on an outcome, where the words need say on what."""
        if guards.OF_BENEFIT.search(cue):
            return True
        if guards.MORE_ONLY.search(cue):
            return bool(guards.BETTER_IF_MORE.match(after))
        if target := marks.EFFECT_ON.match(f"{cue.rsplit(maxsplit=1)[-1]}{after}"):
            return bool(marks.OUTCOME.search(target["what"]))
        if not marks.CHANGES_ONLY.search(cue):
            return True
        expected = self.frame.versus_nothing or DISEASE in self.clause
        what = marks.HOW_PEOPLE_FARED if marks.CHANGES_EITHER_WAY.search(cue) else marks.OUTCOME
        return expected and bool(what.search(after[:_SAME_THING]))

    # -------------------------------------------------------------------------------------------- help
    def _helped(self) -> tuple[ResultPhrase, re.Match[str], bool] | None:
        for phrase in phrases.SUPPORTING:
            for match in phrase.pattern.finditer(self.active):
                if not self._is_drugs_doing(phrase, match):
                    continue
                if chance := self._chance(match):
                    return (*chance, False) if self._against_nothing else None
                hedged = bool(marks.HEDGED.search(self.active[: match.end("cue")]))
                return phrase, match, hedged
        return None

    def _chance(self, match: re.Match[str]) -> tuple[ResultPhrase, re.Match[str]] | None:
        """The difference that its own numbers call chance."""
        if self.active[: match.start("cue")].endswith("significantly "):
            return None
        words = chance_stated(guards.NEXT_FINDING.split(self.active[match.end("cue") :], maxsplit=1)[0])
        stated = re.search(rf"(?P<cue>{re.escape(words)})", self.active) if words else None
        return (phrases.BY_CHANCE, stated) if stated else None

    def _is_drugs_doing(self, phrase: ResultPhrase, match: re.Match[str]) -> bool:
        """Whether a benefit is asserted, and the clause gives it to the drug and to what the drug is given for."""
        before, after = self.active[: match.start("cue")], self.active[match.end("cue") :]
        if marks.MEANT_TO.search(before) or phrases.NO_DIFFERENCE.pattern.search(before) or "neither" in before:
            return False
        if marks.NEGATED.search(before[-_NEGATED_WITHIN:]) or self._is_no_event(match["cue"], before, after):
            return False
        if self._is_of_another(before, after):
            return False
        if phrase.compares and (self._is_of_safety(match) or self._compares_with_agent()):
            return False
        if DRUG not in self.active:
            return bool(marks.SUBJECT.search(before))
        return DRUG in before or self._follows_from_drug(match)

    def _is_no_event(self, cue: str, before: str, after: str) -> bool:
        """Whether a word of benefit tells none: of people before, of what is needed, its partner's, taken back."""
        if guards.IN_WHOM.search(before) or guards.NO_GAIN_BEFORE.search(before):
            return True
        what_follows = self.clause[self.clause.find(cue) :][: len(cue) + _SAME_THING]
        if guards.OVER_ITSELF.search(self.clause) or guards.AFTER_STOPPING.search(what_follows):
            return True
        return bool(guards.GAIN.match(cue) and guards.UNLIKELY_AFTER.match(after))

    def _is_of_another(self, before: str, after: str) -> bool:
        """Whether another agent or nothing brought it about, or another disease's measure got better."""
        if any(p.match(after) for p in (cues.BY_ANOTHER, marks.OF_NOTHING)):
            return True
        return MEASURE in self.active and bool(cues.FOREIGN_AFTER.search(after) or cues.FOREIGN_BEFORE.search(before))

    def _follows_from_drug(self, match: re.Match[str]) -> bool:
        """Whether a benefit told before the drug is named came with it, and is not that of what is named first."""
        before, after = self.active[: match.start("cue")], self.active[match.end("cue") :]
        return not names_other_agent(before) and bool(marks.GIVEN_AFTER.search(after))

    def _is_of_safety(self, match: re.Match[str]) -> bool:
        """Whether what is less or better is how the drug is borne."""
        return bool(marks.OF_SAFETY.search(self.active, match.start(), match.end() + _SAME_THING))

    def _compares_with_agent(self) -> bool:
        """Whether "less" or "better" is only less harm than another agent does, no help against the disease."""
        if self.frame.added:
            return False
        another = self._names_agent or not self.frame.sole
        if not self.frame.understood:
            return another
        return another and not self.frame.versus_nothing and bool(marks.RISK_OF_DISEASE.search(self.active))
