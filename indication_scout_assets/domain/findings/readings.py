"""Readings: what a reader says that an article says, on which words, and what the verifier took away.

What belongs here: the nouns. Who reads is in ``reading.readers``, what stands is decided in ``reading.verifier``;
nothing downstream needs to know which reader a reading is of.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Literal, Self

from pydantic import Field

from ..base import Value, fingerprint
from ..documents import Citation
from ..records.articles import Article
from ..records.full_text import FullTextQuote
from .assessment import EvidenceDirectness, Level, Recommendation, TrialReading
from .effects import Effect
from .statements import Polarity
from .study_designs import DesignReading, Population


class Direction(StrEnum):
    """Which way an article's result for a drug in a disease points."""

    BENEFIT = "benefit"
    NO_BENEFIT = "no benefit"
    MIXED = "mixed"
    HARM = "harm"
    """The drug causes the disease or makes it worse."""
    NONE = "none"
    """No result of this drug in this disease, or none that can be told."""

    @property
    def polarity(self) -> Polarity:
        """The same as statements and grades call it."""
        return _POLARITY[self]

    @classmethod
    def of(cls, polarity: Polarity) -> Self:
        """The direction that statements and grades call ``polarity``."""
        return cls(next(direction for direction, other in _POLARITY.items() if other is polarity))


_POLARITY = {
    Direction.BENEFIT: Polarity.SUPPORTS,
    Direction.NO_BENEFIT: Polarity.CONTRADICTS,
    Direction.MIXED: Polarity.MIXED,
    Direction.HARM: Polarity.HARM,
    Direction.NONE: Polarity.NEUTRAL,
}


class TreatmentRelation(StrEnum):
    """What an article says the drug is to the disease, whatever came of it."""

    TREATS = "treats"
    PREVENTS = "prevents"
    CAUSES = "causes"
    """Causes or worsens."""
    NO_EFFECT = "no_effect"
    UNCLEAR = "unclear"

    @property
    def supports(self) -> bool:
        """Whether the article is about the drug as a remedy of the disease."""
        return self in (TreatmentRelation.TREATS, TreatmentRelation.PREVENTS)


class ReaderId(Value):
    """Who read. Two readers of one id give the same reading of the same article and pair."""

    name: str
    """``rules``, ``anthropic``, …"""
    model: str = ""
    prompt: str = ""
    """Hash of the prompt; empty for readers without one."""
    version: str = ""
    """Fingerprint of the code that reads and verifies."""

    @property
    def key(self) -> str:
        """What readings are stored under."""
        return fingerprint(self.name, self.model, self.prompt, self.version)

    @property
    def title(self) -> str:
        """What people are shown."""
        return f"{self.name} ({self.model})" if self.model else self.name


class ArticleSpan(Value):
    """Characters of an article: ``getattr(article, field)[start:end] == text``."""

    field: Literal["title", "abstract"]
    start: int
    end: int
    text: str

    @classmethod
    def of(cls, article: Article, field: str, start: int, end: int) -> Self:
        """These characters of an article's title or, for any other field, of its abstract."""
        where: Literal["title", "abstract"] = "title" if field == "title" else "abstract"
        return cls(field=where, start=start, end=end, text=getattr(article, where)[start:end])


class RefusedPart(Value):
    """A part of a reading that the verifier took away."""

    part: str
    """``direction``, ``effect``, ``participants``, ``quotation``, …"""
    words: str
    """The words it was said to stand on; empty where it named none."""
    reason: str
    """One plain sentence."""


class Participants(Value):
    """How many people a study had: the words of the spans give the number."""

    number: int
    spans: tuple[ArticleSpan, ...]
    """More than one where arms were added up."""
    cue: str
    """The words of the spans, joined by `` + ``."""


class StudyReading(Value):
    """What an article says of its study, whatever the pair. A brief reading holds design and population alone."""

    design: DesignReading
    population: Population
    level: Level | None = None
    """``None`` where the article is no evidence of an effect, or its level was not read."""
    level_reason: str = ""
    """One plain sentence: the facts the level rests on; empty where it was not read."""
    participants: Participants | None = None


class QuotedSentence(Value):
    """A sentence of an article worth quoting for a pair, with the direction it takes by itself."""

    span: ArticleSpan
    direction: Direction = Direction.NONE
    cue: str = ""
    of_combination: bool = False
    """The article is about the drug together with another one."""


class PairReading(Value):
    """What an article says of one drug in one disease."""

    relation: TreatmentRelation = TreatmentRelation.UNCLEAR
    direction: Direction = Direction.NONE
    of_combination: bool = False
    """The direction is that of the drug together with another one; the parts cannot be told apart."""
    cautious: bool = False
    """The direction is stated with caution: "may", "suggests"."""
    primary: bool | None = None
    """Whether the direction is that of the primary endpoint; ``None`` where the text does not say."""
    span: ArticleSpan | None = None
    """The sentence the direction, else the relation, stands on."""
    second_span: ArticleSpan | None = Field(default=None, exclude_if=lambda span: span is None)
    """Another sentence that gives the same direction by itself, where the reader names one."""
    cue: str = ""
    """The words of it that decided, folded, lower case."""
    harm_in_passing: bool = False
    """It is harm with one sign alone: neither the title gives it to the drug alone, nor do numbers of two arms tell it
    or, where a language model reads, two sentences or two readers."""
    equal_to: str = Field(default="", exclude_if=lambda words: not words)
    """The effective comparator that a benefit is equality with, in the article's words; empty for any other benefit."""
    directness: EvidenceDirectness | None = None
    """Whose effect it is and in whom: the drug's, a combination's, its class's, or only a comparator's; ``None`` in a
    brief reading."""
    approved_use: str = ""
    """An approved use of the drug that the title names, the disease's own names left out; empty for none."""
    approved_use_alone: bool = False
    """The title names the approved use and not the disease."""
    of_narrower_disease: bool = False
    """The direction is that of a disease below the pair's."""
    quotations: tuple[QuotedSentence, ...] = ()
    """Sentences worth quoting, best first."""
    effects: tuple[Effect, ...] = ()
    """What was measured of the drug against something else: the main effect first."""


class ArticleReading(Value):
    """What one reader says of one article for one pair, as far as the verifier lets it stand."""

    article_id: str
    text_version: str
    """Of what was read: ``reading.reader_protocol.text_version``."""
    pair: str
    """Key of the pair under all its names: ``PairNames.key``."""
    reader: ReaderId
    study: StudyReading
    of_pair: PairReading
    refused: tuple[RefusedPart, ...] = Field(default=(), exclude_if=lambda refused: not refused)
    taken_over: Mapping[str, ReaderId] = Field(default={}, exclude_if=lambda parts: not parts)
    """Who read what fell of the reader's own: ``direction``, ``effects``, ``design``, ``participants``."""

    @property
    def read_by(self) -> str:
        """Who read what stands, as people are shown it."""
        others = (f"{part} by {reader.title}" for part, reader in self.taken_over.items())
        return "; ".join((self.reader.title, *others))

    @property
    def note(self) -> ReadingNote:
        """What a report shows of it beside its grade."""
        span = self.of_pair.span
        return ReadingNote(reader=self.read_by, sentence=span.text if span else "", refused=self.refused)


class ReadingNote(Value):
    """What a report shows of a reading beside its grade: who read, on which sentence, and what was refused."""

    reader: str
    sentence: str = ""
    refused: tuple[RefusedPart, ...] = Field(default=(), exclude_if=lambda refused: not refused)


class OtherUse(Value):
    """A use the drug is approved for, under all its names."""

    name: str
    names: tuple[str, ...]


class PairNames(Value):
    """A drug and a disease under all names by which an article may speak of them, preferred names first."""

    drug_names: tuple[str, ...]
    disease: str
    """What a sentence calls the disease."""
    disease_names: tuple[str, ...]
    mesh_id: str | None = None
    """The disease's own heading."""
    wider_names: tuple[str, ...] = ()
    """Names of the wider heading the disease is filed under, where that is not its own."""
    broader_names: tuple[str, ...] = ()
    """Names of the diseases right above it in the ontology."""
    narrower_names: tuple[str, ...] = ()
    """Names of diseases below it that are no approved uses: their results are read where none is of the disease."""
    class_names: tuple[str, ...] = ()
    """Names by which a text speaks of the drug's class."""
    approved_uses: tuple[OtherUse, ...] = ()
    of_newborns: bool = Field(default=False, exclude_if=lambda of_newborns: not of_newborns)
    """It is a disease of newborn infants, so that what their mothers are given treats somebody else."""

    @property
    def key(self) -> str:
        """What readings are stored under: it changes with every name."""
        return fingerprint(self)

    @property
    def all_disease_names(self) -> tuple[str, ...]:
        """Of the disease alone, its plain name first."""
        return tuple(dict.fromkeys((self.disease, *self.disease_names)))


class RecordReadings(Value):
    """What is read of a candidate's records beside its articles' abstracts."""

    disease_id: str
    trials: tuple[TrialReading, ...] = ()
    published_trials: tuple[str, ...] = ()
    """Numbers of the trials that an article at hand reports, and not only plans."""
    recommendations: tuple[Recommendation, ...] = ()
    full_text_quotes: tuple[FullTextQuote, ...] = ()


class ReadFailure(Value):
    """Why a reader gave no reading of an article."""

    reason: str
    """One plain sentence."""
    transient: bool = False
    """Whether asking again may help."""


class KnownHarm(Value):
    """A disease that papers give to the drug."""

    name: str
    """The MeSH heading, in the order of speech."""
    mesh_id: str
    count: int
    """Papers that tell it, none of them retracted as far as is known."""
    papers: tuple[Citation, ...]
    """The words of the best, at most three in a report: title names both, on people, most cited, newest."""


class KnownHarms(Value):
    """What one search for harm by the drug alone found."""

    query: str = ""
    """Empty where the search got no answer."""
    total: int = 0
    """Records that PubMed says match."""
    read: int = 0
    harms: tuple[KnownHarm, ...] = ()
    """Those that most papers tell come first."""

    @property
    def article_ids(self) -> list[str]:
        return sorted({citation.evidence_id for harm in self.harms for citation in harm.papers})

    def without(self, article_ids: Collection[str]) -> Self:
        """The same without what these articles tell."""
        kept = []
        for harm in self.harms:
            papers = tuple(c for c in harm.papers if c.evidence_id not in article_ids)
            count = harm.count - len(harm.papers) + len(papers)
            kept += [harm.model_copy(update={"papers": papers, "count": count})] if papers else []
        return self.model_copy(update={"harms": tuple(sorted(kept, key=lambda harm: -harm.count))})
