"""The readers there are, and the one way to ask them.

What belongs here: registering a reader, choosing one, and handing every draft to the verifier: nothing but its output
leaves this module. How a reader reads is in a module of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ..domain.articles import Article
from ..domain.base import fingerprint_of_code
from ..domain.outcomes import WrongArgument
from ..domain.readings import ArticleReading, PairNames, ReadFailure
from .reader_protocol import ArticleToRead, Reader
from .rule_reader import BRIEF_RULES, RULES, RuleReader
from .verifier.verified_readings import verified_reading


def code_fingerprint() -> str:
    """Fingerprint of all code that decides what a reading says: a change of it makes every reading due, by itself."""
    return fingerprint_of_code("reading/**/*", "rules/**/*")


def reader(name: str = RULES) -> Reader:
    """The reader registered under a name.

    Raises:
        WrongArgument: there is none.
    """
    if name not in READERS:
        raise WrongArgument(f"No reader is called {name!r}; there are: {', '.join(READERS)}.")
    return READERS[name]()


READERS: Final[Mapping[str, Callable[[], Reader]]] = {
    RULES: lambda: RuleReader(code_fingerprint()),
    BRIEF_RULES: lambda: RuleReader(code_fingerprint(), brief=True),
}
"""Every reader there is. ``BRIEF_RULES`` reads whole pools before they are ranked."""


def read(by: Reader, articles: Sequence[ArticleToRead]) -> Iterator[list[ArticleReading] | ReadFailure]:
    """What stands of a reader's drafts: for each article a reading for every pair that was read, or a failure."""
    for (article, pairs), draft in zip(articles, by.read(articles), strict=True):
        if isinstance(draft, ReadFailure):
            yield draft
        else:
            yield [verified_reading(article, pair, by.id, draft) for pair in pairs if pair.key in draft.pairs]


def read_one(article: Article, pair: PairNames) -> ArticleReading:
    """What one article says of one pair, read in full by the rules."""
    [reading] = _by_rules(RULES, pair, [article])
    return reading


def brief_readings(pair: PairNames, articles: Sequence[Article]) -> list[ArticleReading]:
    """What each article says of one pair, read in brief by the rules."""
    return _by_rules(BRIEF_RULES, pair, articles)


def names_alone(drug_names: Sequence[str], disease_names: Sequence[str]) -> PairNames:
    """A pair of which no more is known than names, the preferred ones first."""
    diseases = tuple(disease_names)
    return PairNames(drug_names=tuple(drug_names), disease=diseases[0] if diseases else "", disease_names=diseases)


def _by_rules(name: str, pair: PairNames, articles: Sequence[Article]) -> list[ArticleReading]:
    made = read(reader(name), [ArticleToRead(article, (pair,)) for article in articles])
    return [reading for readings in made if not isinstance(readings, ReadFailure) for reading in readings]
