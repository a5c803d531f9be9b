"""Single records as the page prints them: a citation, a statement, an article, a trial.

What belongs here: values with every decision about one record already taken. Which of them a candidate has, ``view``
says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from markupsafe import Markup

from ....domain.documents import Citation
from ....domain.findings.evidence import RankedArticle, RankedRecord
from ....domain.findings.statements import Basis, Polarity, Statement, Strength
from ....domain.records.articles import Article, RetractionStatus
from ....domain.records.full_text import FullTextFacts, FullTextQuote
from ....domain.records.trials import STOPPED_EARLY, Trial, TrialMatch
from ...words import article_words, common_words, ranking_words
from ...words.article_words import Standing
from ...words.retraction_words import CitedRetraction

T = TypeVar("T")


def in_order(
    records: Iterable[T], key: Callable[[T], str], ranked: Sequence[RankedRecord], source: str
) -> list[tuple[T, RankedRecord | None]]:
    """Records with their places within a source, by rank; those without one come after, as they stand.

    Where no cross-encoder read any of them they all stand as they are, without places: the order they come in (furthest
    phase, weightiest section) tells a reader more than shared words do.

    Args:
        key: the id under which a record is ranked.
        ranked: places of all sources.
        source: key of the catalogue's entry.
    """
    places = {place.id: place for place in ranked if place.source == source}
    if all(place.cross_encoder is None for place in places.values()):
        return [(record, None) for record in records]
    placed = [(record, places.get(key(record))) for record in records]
    return sorted(placed, key=lambda pair: (pair[1] is None, pair[1].rank if pair[1] else 0))


@dataclass(frozen=True)
class CitationView:
    """One citation: where its words are marked on the page (``anchor``), or none where they do not stand."""

    citation: Citation
    anchor: str | None
    name: str
    detail: str
    repeats_statement: bool
    """Whether the statement holds the quote, so that it need not be printed twice."""
    stands: bool = True
    """Whether the quoted words are in the stored text; a label's may be without being marked on the page."""
    url: str | None = None
    """Page of the record, where its text is not on this one."""


@dataclass(frozen=True)
class StatementView:
    """One statement of a synthesis."""

    statement: Statement
    origin: str
    """``literature`` or ``trials``."""
    citations: tuple[CitationView, ...]

    @property
    def distinct_citations(self) -> tuple[CitationView, ...]:
        """Its citations without those that read as one before them: equal words of one record at another place."""
        by_words: dict[tuple[str, ...], CitationView] = {}
        for view in self.citations:
            quote = "" if view.repeats_statement else " ".join(view.citation.quote.split())
            by_words.setdefault((quote, view.name, view.detail, str(view.stands)), view)
        return tuple(by_words.values())

    @property
    def further(self) -> tuple[str, ...]:
        """How strong its words are, and whose effect they report where that is not this drug's alone."""
        statement, basis = self.statement, self.statement.basis
        strength = f"{statement.strength.value} words" if statement.strength is not Strength.NONE_STATED else ""
        whose = f"about: {basis.value}" if basis is not Basis.THIS_DRUG else ""
        return tuple(part for part in (strength, whose) if part)


@dataclass(frozen=True)
class PlaceView:
    """Something to point to: its words, and its address or its place on the page, if it has one."""

    name: str
    href: str | None


@dataclass(frozen=True)
class ArticleView:
    """An article under one candidate, its quoted words marked."""

    anchor: str
    article: Article
    ranked: RankedArticle | None
    title: Markup
    abstract: Markup
    url: str | None
    doi: str | None
    """Address of its DOI, where that is not the address it is called by anyway."""
    polarities: tuple[Polarity, ...]
    """What the statements that cite it say, each once."""
    standing: Standing
    origins: tuple[PlaceView, ...] = ()
    """Other sources that have it."""
    trials: tuple[PlaceView, ...] = ()
    """Registered trials it reports; those of this candidate lead to their row."""
    finders: tuple[PlaceView, ...] = ()
    """The searches that found it; those of this candidate lead to their query."""
    same_study: PlaceView | None = None
    """The article that holds the place of its study, where that is another one."""
    cited_retractions: tuple[CitedRetraction, ...] = ()
    """Retracted articles that it cites, where it counts and its references are known."""
    companions: tuple[PlaceView, ...] = ()
    """Other papers of its study, where this one holds the place."""
    full_text: FullTextFacts | None = None
    full_text_url: str | None = None
    full_text_quotes: tuple[FullTextQuote, ...] = ()

    @property
    def name(self) -> str:
        """What it is called by: ``PMID 123``."""
        return article_words.name(self.article)

    @property
    def also(self) -> str:
        """What comes before its origins: the page it is called by is not among them."""
        return "Also in" if self.article.pmid or self.article.pmcid else "In"

    @property
    def found_by(self) -> str:
        return "; ".join(article_words.finders(self.ranked.found_by)) if self.ranked else ""

    @property
    def full_text_notes(self) -> list[str]:
        """What its full text says, in lines with other notes."""
        return [f"in its full text, {quote.section}: “{quote.text}”" for quote in self.full_text_quotes]

    @property
    def standing_note(self) -> str:
        """Whether it stands, in a line with other notes; empty where it does, or is called retracted anyway."""
        standing = self.standing
        if standing.status is RetractionStatus.NONE and standing.sentence:
            return f"{standing.tag}: {standing.sentence}"
        return standing.sentence or ("" if standing.retracted else standing.tag)

    @property
    def types(self) -> tuple[str, ...]:
        """What kind of study it is, then its publication types where they say more."""
        named, ranked = common_words.publication_types(self.article), self.ranked
        if ranked is None:
            return named
        return (*ranking_words.design_tags(ranked), *(t for t in named if not ranking_words.said_by_design(t, ranked)))

    @property
    def byline(self) -> str:
        """First authors, journal and date."""
        authors = self.article.authors
        who = ", ".join(authors[:3]) + (" et al." if len(authors) > 3 else "")
        parts = (who, self.article.journal, self.article.pub_date or "undated")
        return " · ".join(part for part in parts if part)


@dataclass(frozen=True)
class TrialView:
    """A trial under one candidate; ``fields`` are its citable texts with the quoted words marked."""

    anchor: str
    match: TrialMatch
    fields: Mapping[str, Markup]
    cited: tuple[str, ...]
    """Fields that some statement quotes, beside the title and the stop reason, which are always shown."""
    url: str | None
    papers: tuple[PlaceView, ...] = ()
    """Articles shown here that report it."""
    ranked: RankedRecord | None = None

    @property
    def trial(self) -> Trial:
        return self.match.trial

    @property
    def stopped(self) -> bool:
        """Whether it began and was stopped early."""
        return self.trial.status in STOPPED_EARLY
