"""What an abstract as a whole says the drug is to the disease: treatment, prevention, cause, no help, or nothing clear.

What belongs here: the verdict on one abstract and the sentence that says so. It is bolder than ``polarity``, which
reads sentences to be quoted: it also counts people with the disease who are given the drug, and a disease that was
there before the drug was. Blame outweighs benefit: where a sentence gives the disease to the drug, none of the benefits
named elsewhere makes the abstract support.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...domain.findings.readings import TreatmentRelation
from ...domain.findings.statements import Polarity
from ...domain.records.articles import Article
from ..language.mentions import DISEASE, DRUG, ArticleReader, Pair
from ..vocabulary import AGENT
from . import intent_cues as cues
from .article_sentences import ArticleSentence, article_sentences
from .cues import TITLE_ASKS_OF_RISK
from .drug_roles import PASSIVE
from .harm_attribution import attribution_denied
from .polarity import counted_harm, harm_matches, read, title_reports_harm, title_reports_treatment
from .results import ArticleResults, Place, places
from .stopping import BLAME_BY_STOPPING, after_stopping, is_stopped


@dataclass(frozen=True)
class IntentReading:
    """The verdict, and the sentence it stands on: ``getattr(article, field)[start:end] == sentence``.

    Without a verdict ``field``, ``sentence`` and ``cue`` are empty and the offsets 0.
    """

    intent: TreatmentRelation
    polarity: Polarity
    """``neutral`` where the drug is used for the disease and no outcome is stated."""
    field: str = ""
    """``title`` or ``abstract``."""
    start: int = 0
    end: int = 0
    sentence: str = ""
    cue: str = ""
    """The words it was read from, folded, lower case."""


_UNCLEAR = IntentReading(TreatmentRelation.UNCLEAR, Polarity.NEUTRAL)
_SentenceAndCue = tuple[ArticleSentence, str]
"""A sentence and the cue found in it."""


def read_intent(drug_names: Sequence[str], disease_names: Sequence[str], article: Article) -> IntentReading:
    """The verdict of one article on a pair; the same names and text always give the same.

    Args:
        drug_names: all names of the drug; their variants are looked for as well.
        disease_names: the same of the disease.
        article: title and abstract are read.

    Returns:
        ``unclear`` where the article does not name both or says nothing of their relation.
    """
    exact = Pair.named_in(drug_names, disease_names, article)
    if exact:
        abstract = _Abstract(ArticleReader(exact, article))
        reading = abstract.verdict()
        if reading.intent is not TreatmentRelation.UNCLEAR or abstract.is_about_other_use:
            return reading
    wider = Pair.named_in(drug_names, disease_names, article, near=True)
    if not wider or wider == exact:
        return _UNCLEAR
    reading = _Abstract(ArticleReader(wider, article)).verdict()
    return reading if not exact or reading.polarity is Polarity.SUPPORTS else _UNCLEAR


def read_masked(reader: ArticleReader) -> IntentReading:
    """The verdict of one article under exactly the names of the reader's pair, none of their kin."""
    return _Abstract(reader).verdict()


class _Abstract:
    """One article read for one pair."""

    def __init__(self, reader: ArticleReader) -> None:
        self.title, *self.rest = article_sentences(reader)
        self.reader = reader
        sentences = [self.title, *self.rest]
        self.with_drug = [sentence for sentence in sentences if DRUG in sentence.masked]
        self.with_disease = [sentence for sentence in sentences if DISEASE in sentence.masked]
        self.with_both = [sentence for sentence in sentences if sentence.names_both]
        self.of_use = [sentence for sentence in self.with_both if not _tells_other(sentence.masked)]
        """The sentences with both in which the drug may be the remedy of the disease, and not of something else."""
        title = self.title.masked
        self.elsewhere = bool(cues.OTHER_USE.search(title) or cues.TITLE_ELSEWHERE.search(title))
        """Whether by its title the article is about the treatment of something else, if in people with the disease."""
        self.of_event = bool(cues.TITLE_EVENT.search(self.title.helping))
        """Whether by its title the article is about what came with the drug."""
        self.of_another = self._is_of_another()
        """Whether by its title the article is about another drug, and this one is only mentioned."""

    @property
    def is_about_other_use(self) -> bool:
        """Whether its title says that the article is about something else than the drug as a remedy of the disease."""
        return self.elsewhere or self.of_event or self.of_another

    def verdict(self) -> IntentReading:
        """What the drug is to the disease, and whether it helped where it was given for the disease."""
        reading = self._relation()
        if reading.intent in (TreatmentRelation.CAUSES, TreatmentRelation.UNCLEAR):
            return reading
        results = ArticleResults(self.reader, self.title, self.rest)
        helped, failed = results.benefit(), results.failure()
        if failed and not (helped and results.is_concluding(helped[0])):
            return _reading(failed, reading.intent, Polarity.CONTRADICTS)
        if helped is None or failed or (reading.intent is TreatmentRelation.NO_EFFECT and not helped[0].names_both):
            return reading
        return _reading(helped, reading.intent, Polarity.SUPPORTS)

    def _relation(self) -> IntentReading:
        blame, benefit = self._blame(), self._benefit()
        if blame:
            settled = not benefit or title_reports_harm(self.title.masked)
            blamed = settled and blame[1]
            return _reading(blame, TreatmentRelation.CAUSES, Polarity.HARM if blamed else Polarity.NEUTRAL)
        if denied := self._denied():
            return _reading(denied, TreatmentRelation.NO_EFFECT)
        if given := benefit or self._used():
            return _reading(given, _kind(given))
        if not self.of_another and (event := self._event()):
            plain = event[0] is self.title and not self._asks_of_risk(self.title)
            plain = plain and not cues.SAFETY_WORD.fullmatch(event[1])
            return _reading(event, TreatmentRelation.CAUSES, Polarity.HARM if plain else Polarity.NEUTRAL)
        return _UNCLEAR

    def _blame(self) -> _SentenceAndCue | None:
        """The sentence that gives the disease to the drug, or in which the drug is only passive beside the disease."""
        asked = None
        for sentence in self.with_both:
            if match := next((m for m in _harms(sentence.masked) if _stands(m, sentence.helping, self.of_event)), None):
                if not self._asks_of_risk(sentence):
                    return sentence, _words(match)
                asked = asked or (sentence, "")
        if asked:
            return asked
        passive = [s for s in self._not_of_stopping if PASSIVE in s.helping and not cues.SETTING.search(s.helping)]
        if not passive or self.of_another or any(DRUG in s.helping for s in self.with_both) or self._given_for():
            return None
        return passive[0], ""

    def _asks_of_risk(self, sentence: ArticleSentence) -> bool:
        """Whether a sentence is a title that asks how often the disease comes with the drug, or leads up to that.

        What is known before ("case reports have linked the drug to …") is then what the article's results decide on.
        """
        if sentence is self.title:
            return bool(cues.TITLE_ASKS.search(sentence.masked))
        asked = DISEASE in self.title.masked and TITLE_ASKS_OF_RISK.search(self.title.masked)
        return bool(asked) and self._place_of[sentence.start] is Place.BACKGROUND

    @cached_property
    def _place_of(self) -> dict[int, Place]:
        """Where each sentence of the abstract stands, by its first character."""
        return dict(zip((s.start for s in self.rest), places(self.rest), strict=True))

    def _event(self) -> _SentenceAndCue | None:
        """The sentence that names the disease as what happened with the drug, where nothing takes the blame from it."""
        for pattern in cues.EVENT_WITH_DRUG:
            for sentence in self._not_of_stopping:
                match = pattern.search(sentence.masked)
                if match and not _is_of_people(match) and not attribution_denied(sentence.masked, match):
                    return sentence, _words(match)
        return None

    @cached_property
    def _not_of_stopping(self) -> list[ArticleSentence]:
        """The sentences with both that are not about the drug being taken away."""
        return [sentence for sentence in self.with_both if not is_stopped(sentence.masked)]

    def _given_for(self) -> _SentenceAndCue | None:
        """The sentence that says the drug is given for the disease."""
        if self.elsewhere or self.of_event:
            return None
        return _first(self.of_use, cues.GIVEN_FOR) or _first([self.title], (cues.TITLE_FOR,), marked=True)

    def _benefit(self) -> _SentenceAndCue | None:
        """The sentence that says the drug helps in the disease."""
        titled = self.title.names_both and not self.elsewhere and not self.of_event
        if titled and (helping := _first([self.title], cues.TITLE_HELPS, marked=True)):
            return helping
        for sentence in () if self.of_event else self.of_use:
            reading = read(sentence.helping)
            if reading.polarity in (Polarity.SUPPORTS, Polarity.MIXED):
                return sentence, reading.cue
        helps = cues.EFFECTS if self.elsewhere or self.of_event else cues.HELPS
        return _first(self.of_use, helps, marked=True) or self._given_for()

    def _denied(self) -> _SentenceAndCue | None:
        """The sentence that concludes that the drug does not help, unless another concludes that it does.

        The conclusion of an article whose title names both may leave either unnamed.
        """
        understood = title_reports_treatment(self.title.masked)
        concluding = [s for s in self.rest if cues.CONCLUDES.search(s.heading)] or self.rest[-2:]
        denial = None
        for sentence in concluding:
            of_drug = DRUG in sentence.masked or not self.reader.names_another_agent(sentence.masked)
            reading = read(sentence.helping, understood=understood and of_drug)
            if reading.polarity in (Polarity.SUPPORTS, Polarity.MIXED):
                return None
            if reading.polarity is Polarity.CONTRADICTS and (understood or sentence.names_both):
                denial = denial or (sentence, reading.cue)
        return denial

    def _used(self) -> _SentenceAndCue | None:
        """The sentence by which the disease was there first and the drug is given, where nothing speaks of an event."""
        if self.is_about_other_use or self._is_event() or self._is_culprit():
            return None
        if not any(cues.GIVEN.search(s.helping) for s in self.with_drug if DRUG in s.helping):
            return None
        remedy = cues.REMEDY.search(self.title.helping)
        return (
            _first(self.with_disease, (cues.AFFECTED,))
            or self._there_first()
            or ((self.with_disease[0], _words(remedy)) if remedy and self.with_disease else None)
        )

    def _is_of_another(self) -> bool:
        """Whether the title opens with another drug, or has this one as a comparator; not where this one is given."""
        title = self.title.masked
        if DRUG in title or DISEASE not in title:
            return bool(cues.TITLE_COMPARATOR.search(title))
        given = {m["agent"] for s in self.rest for m in cues.GIVEN_WHAT.finditer(s.masked)}
        if DRUG in given:
            return False
        opening = opening_match[0] if (opening_match := cues.OPENING.search(title)) else ""
        return bool(AGENT.search(opening)) or not given.isdisjoint(re.findall(r"[a-z]+", opening))

    def _there_first(self) -> _SentenceAndCue | None:
        """The sentence that names the disease before the drug is named."""
        for sentence in self.rest:
            disease, drug = sentence.masked.find(DISEASE), sentence.masked.find(DRUG)
            if disease >= 0 and drug < 0:
                return sentence, _search(cues.CAME_WITH, sentence.masked)
            if drug >= 0:
                return None
        return None

    def _is_event(self) -> bool:
        """Whether the disease is something that happened, in any sentence that names it."""
        return bool(
            _first(self.with_disease, cues.EVENT, averted=True)
            or _first([s for s in self.with_both if s is not self.title], cues.EVENT_WITH_DRUG, averted=True)
        )

    def _is_culprit(self) -> bool:
        """Whether the drug is to blame for something, or is a measured substance rather than a drug."""
        whole = " ".join(s.masked for s in (self.title, *self.rest))
        named = [s.masked for s in self.with_drug]
        return bool(
            cues.EXPOSURE.search(whole) or any(cues.CULPRIT.search(m) or cues.MEASURED.search(m) for m in named)
        )


def _reading(
    finding: _SentenceAndCue, intent: TreatmentRelation, polarity: Polarity = Polarity.NEUTRAL
) -> IntentReading:
    sentence, cue = finding
    return IntentReading(intent, polarity, sentence.field, sentence.start, sentence.end, sentence.text, cue)


def _is_of_people(phrase: re.Match[str]) -> bool:
    """Whether a phrase that opens with the disease only says in whom: "patients with hypertension before and after"."""
    return phrase[0].startswith(DISEASE) and bool(cues.PEOPLE_WITH.search(phrase.string[: phrase.start()]))


def _tells_other(masked: str) -> bool:
    """Whether a sentence is about another use of the drug, or says that it does not tell what the drug does."""
    return bool(cues.OTHER_USE.search(masked) or cues.NOT_TESTED.search(masked))


def _first(
    sentences: Sequence[ArticleSentence],
    patterns: Iterable[re.Pattern[str]],
    *,
    marked: bool = False,
    averted: bool = False,
) -> _SentenceAndCue | None:
    """The first sentence one of the patterns is found in, patterns in their order."""
    for pattern in patterns:
        for sentence in sentences:
            match = pattern.search(sentence.helping if marked else sentence.masked)
            if match and not (averted and cues.AVERTED.search(match.string[: match.start()])):
                return sentence, _words(match)
    return None


def _harms(masked: str) -> Iterator[re.Match[str]]:
    """The phrases that give the disease to the drug, and its numbers where more people had it with the drug."""
    yield from harm_matches(masked)
    if counted := counted_harm(masked):
        yield counted
    for pattern in cues.BLAMES:
        if match := pattern.search(masked):
            yield match


def _stands(match: re.Match[str], helping: str, in_people: bool) -> bool:
    """Whether blame is meant: not averted or asked about, the disease not a mere setting.

    Args:
        helping: the sentence with the mentions of the drug that cannot help marked; its places are those of the match.
        in_people: what is brought about in people with the disease counts.
    """
    if cues.AVERTED.search(helping[: match.start("cue")]):
        return False
    if match.re is not BLAME_BY_STOPPING and (after_stopping(match) or attribution_denied(match.string, match)):
        return False
    phrase = match.string[match.end("cue") : match.end()]
    if in_people or match.re is BLAME_BY_STOPPING:
        return True
    return not (phrase.endswith(DISEASE) and cues.HANDED_ON.search(phrase))


def _search(pattern: re.Pattern[str], masked: str) -> str:
    match = pattern.search(masked)
    return _words(match) if match else ""


def _words(match: re.Match[str]) -> str:
    """The cue a reader is shown."""
    cue = next((words for name, words in match.groupdict().items() if name.startswith("cue") and words), match[0])
    return " ".join(cue.replace(DRUG, "the drug").replace(PASSIVE, "the drug").replace(DISEASE, "the disease").split())


def _kind(finding: _SentenceAndCue) -> TreatmentRelation:
    return TreatmentRelation.PREVENTS if cues.PREVENTS.search(finding[1]) else TreatmentRelation.TREATS
