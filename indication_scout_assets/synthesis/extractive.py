"""Synthesis without a language model: the sentences that report what the drug did in the disease, word for word.

What belongs here: gathering the quotations of a pair. Which sentences of an article are worth quoting is in
``findings``. The same articles always give the same statements.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..domain.articles import Article
from ..domain.diseases import NormalizedName
from ..domain.statements import Synthesis
from ..domain.trials import TrialMatch
from ..rules.language.mentions import DISEASE, DRUG, ArticleReader, Pair
from .findings import MAX_PER_ARTICLE, findings, usable
from .synthesizer import LITERATURE
from .trial_statements import trial_synthesis

METHOD = "extractive"
VERSION = "4"
MAX_STATEMENTS = 8


class ExtractiveSynthesizer:
    """Quotes instead of writing; needs no key and no network."""

    @property
    def name(self) -> str:
        return f"{METHOD}@{VERSION}"

    def literature(
        self, drug_names: Sequence[str], disease: NormalizedName, articles: Sequence[Article], *, searched: int
    ) -> Synthesis:
        """At most ``MAX_STATEMENTS``, the best of each article before the second of any, in the order of rank."""
        pair = Pair.of(drug_names, disease)
        quotable = usable(articles)
        by_article = [findings(ArticleReader(pair, article)) for article in quotable]
        turns = [f[turn] for turn in range(MAX_PER_ARTICLE) for f in by_article if len(f) > turn][:MAX_STATEMENTS]
        kept = [finding for of_article in by_article for finding in of_article if finding in turns]
        return Synthesis(
            kind=LITERATURE,
            disease_id=disease.disease_id,
            method=METHOD,
            statements=tuple(finding.statement() for finding in kept),
            note="" if kept else no_statement_note(pair, quotable, searched),
        )

    def trials(self, drug_names: Sequence[str], disease: NormalizedName, matches: Sequence[TrialMatch]) -> Synthesis:
        return trial_synthesis(drug_names, disease, matches, METHOD)


def no_statement_note(pair: Pair, articles: Sequence[Article], searched: int) -> str:
    """Why nothing is said: one plain sentence."""
    if not searched:
        return f"No article was found for {pair.drug} in {pair.disease}."
    if not articles:
        return f"None of the articles found ({searched}) can be used."
    masked = [pair.mask(article.text) for article in articles]
    specific = sum(1 for text in masked if DRUG in text and DISEASE in text)
    among = f"the {len(articles)} best of {searched} articles found" if len(articles) > 1 else "the article found"
    if not specific:
        return f"No drug-specific evidence among {among}: none names both {pair.drug} and {pair.disease}."
    verb = "names" if specific == 1 else "name"
    return f"No sentence among {among} reports what {pair.drug} did in {pair.disease}, although {specific} {verb} both."
