"""What a synthesizer is.

What belongs here: the protocol. A synthesizer blocks while it waits for a language model and may be used from several
threads at once; whatever it returns still passes ``reading.verifier``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from ..domain.diseases import NormalizedName
from ..domain.findings.readings import ArticleReading
from ..domain.findings.statements import Synthesis
from ..domain.records.articles import Article
from ..domain.records.trials import TrialMatch

LITERATURE = "literature"
TRIALS = "trials"


class PairLiterature(NamedTuple):
    """What was found and read of a pair."""

    articles: Sequence[Article]
    """The top k, in the order of their rank."""
    readings: Mapping[str, ArticleReading]
    """What each of them says of the pair, by its id."""
    searched: int
    """How many articles were found for the pair in all."""

    @property
    def usable(self) -> list[Article]:
        """The articles that may be quoted: neither retracted nor the notice of a retraction."""
        return [article for article in self.articles if article.usable]


class Synthesizer(Protocol):
    """Writes statements on one (drug, disease) pair from one kind of evidence."""

    @property
    def name(self) -> str:
        """Method, model and version: equal names and inputs give equal statements."""

    def literature(self, drug_names: Sequence[str], disease: NormalizedName, literature: PairLiterature) -> Synthesis:
        """Statements from a pair's top articles.

        Args:
            drug_names: preferred name first.
            disease: under its indexed name.
            found: the articles; retracted ones are passed over.
        """

    def trials(self, drug_names: Sequence[str], disease: NormalizedName, matches: Sequence[TrialMatch]) -> Synthesis:
        """Statements from a pair's registered trials."""
