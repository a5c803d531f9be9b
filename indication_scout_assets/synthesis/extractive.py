"""Synthesis without a language model: the sentences that report what the drug did in the disease, word for word.

What belongs here: gathering the quotations of a pair from the readings of its articles. The same readings always give
the same statements.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..domain.diseases import NormalizedName
from ..domain.documents import cite
from ..domain.findings.readings import QuotedSentence
from ..domain.findings.statements import Basis, Statement, Synthesis
from ..domain.records.articles import Article
from ..domain.records.trials import TrialMatch
from ..rules.language.mentions import DISEASE, DRUG, Pair
from .synthesizer import LITERATURE, PairLiterature
from .trial_statements import trial_synthesis

METHOD = "extractive"
VERSION = "4"
MAX_STATEMENTS = 8
MAX_PER_ARTICLE = 2


class ExtractiveSynthesizer:
    """Quotes instead of writing; needs no key and no network."""

    @property
    def name(self) -> str:
        return f"{METHOD}@{VERSION}"

    def literature(self, drug_names: Sequence[str], disease: NormalizedName, literature: PairLiterature) -> Synthesis:
        """At most ``MAX_STATEMENTS``, the best of each article before the second of any, in the order of rank."""
        quotable = literature.usable
        places = {
            a.id: range(len(literature.readings[a.id].of_pair.quotations))
            for a in quotable
            if a.id in literature.readings
        }
        turns = [(i, turn) for turn in range(MAX_PER_ARTICLE) for i in places if turn in places[i]][:MAX_STATEMENTS]
        kept = [
            _statement(article, literature.readings[article.id].of_pair.quotations[turn])
            for article in quotable
            for turn in range(MAX_PER_ARTICLE)
            if (article.id, turn) in turns
        ]
        return Synthesis(
            kind=LITERATURE,
            disease_id=disease.disease_id,
            method=METHOD,
            statements=tuple(kept),
            note="" if kept else no_statement_note(Pair.of(drug_names, disease), quotable, literature.searched),
        )

    def trials(self, drug_names: Sequence[str], disease: NormalizedName, matches: Sequence[TrialMatch]) -> Synthesis:
        return trial_synthesis(drug_names, disease, matches, METHOD)


def _statement(article: Article, quotation: QuotedSentence) -> Statement:
    span = quotation.span
    return Statement(
        text=span.text,
        polarity=quotation.direction.polarity,
        polarity_cue=quotation.cue,
        basis=Basis.COMBINATION if quotation.of_combination else Basis.THIS_DRUG,
        citations=(cite(article.document, span.field, span.start, span.end),),
    )


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
