"""Synthesis without a language model: the sentences that report what the drug did in the disease, word for word.

What belongs here: choosing sentences. How a sentence is read is in ``polarity``. The same articles always give the
same statements.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..domain.articles import Article, RetractionStatus
from ..domain.diseases import NormalizedName
from ..domain.statements import Citation, Polarity, Statement, Synthesis
from ..domain.trials import TrialMatch
from .mentions import DISEASE, DRUG, ArticleReader, Pair
from .polarity import (
    NEUTRAL,
    Reading,
    caused_by_drug,
    names_combination,
    read,
    title_reports_harm,
    title_reports_treatment,
)
from .protocol import LITERATURE
from .registered import trial_synthesis
from .sentences import Span, abstract_sentences, sentences

METHOD = "extractive"
VERSION = "1"
MAX_STATEMENTS = 8
MAX_PER_ARTICLE = 2
MIN_WORDS, MAX_WORDS = 6, 90
"""Shorter is a fragment, longer cannot be read as one statement."""

_WORTH = 5.0
"""Least weight of a sentence worth quoting: names both in a result, and says what happened."""
_WORTH_NEUTRAL = 6.0
"""The same where nothing is said for or against: names both, and concludes or gives numbers."""
_WORTH_CONCLUDING = 4.0
"""The same for the conclusion of an article on the drug in the disease: names one of the two."""
_CONCLUSION_PART = 2.5

_CONCLUDES = re.compile(r"CONCLU|INTERPRET|DISCUSSION|SUMMARY|IMPLICATION|SIGNIFICANCE|LESSON")
_REPORTS = re.compile(r"RESULT|FINDING|OBSERVATION|OUTCOMES?$|SIDE EFFECTS")
_OPENING_PART = 0.4
"""Share of an abstract without headings that is taken for background and methods."""
_NOT_A_FINDING = re.compile(
    r"""\b(?:aim(?:ed|s)?|objectives?|purpose|we\ (?:\w+\ )?(?:sought|hypothesi[sz]ed|evaluate|investigate|examine)
    |(?:to|will)\ (?:\w+\ )?(?:evaluate|investigate|determine|assess|examine|compare|explore|test|study|clarify|review)
    |was\ designed|were\ (?:randomi[sz]ed|randomly|assigned|allocated|enrolled|recruited|included|divided|given)
    |(?:is|are|been|being)\ (?:\w+\ )?(?:used|approved|indicated|prescribed|licensed|recommended|marketed|studied)
    |remains?\ (?:unclear|unknown|controversial|to\ be)|whether|little\ is\ known|we\ report
    |this\ (?:review|article|paper)|further|future|warranted|(?:is|are)\ needed
    |should\ be\ (?:studied|investigated|confirmed|considered)|protocol
    |hypothesi[sz]ed|has\ been\ (?:proposed|suggested)|case\ of)\b""",
    re.X,
)
_NUMBERS = re.compile(r"\d+(?:\.\d+)?\s?%|\bp\s?[<=>]|\b(?:ci|hr|rr)\b|confidence|hazard|odds|±")
_CONCLUSION_WORDS = re.compile(
    r"\b(?:conclu\w+|suggests?|indicates?|demonstrates?|shows?|our\ (?:data|results|findings))\b", re.X
)
_OTHER_ARTICLES = re.compile(
    r"\b(?:previous(?:ly)?|prior|earlier|other)\ (?:stud\w+|reports?|work|trials?|shown)\b", re.X
)


@dataclass(frozen=True)
class _Finding:
    """A sentence worth quoting."""

    article: Article
    field: str
    span: Span
    reading: Reading
    weight: float

    def statement(self) -> Statement:
        citation = Citation(
            evidence_kind="article", evidence_id=self.article.pmid, field=self.field, start=self.span.start,
            end=self.span.end, quote=self.span.text,
        )  # fmt: skip
        return Statement(
            text=self.span.text, polarity=self.reading.polarity, polarity_cue=self.reading.cue, citations=(citation,)
        )


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
        usable = [a for a in articles if a.retraction is not RetractionStatus.RETRACTED]
        found = [_findings(ArticleReader(pair, article)) for article in usable]
        turns = [f[turn] for turn in range(MAX_PER_ARTICLE) for f in found if len(f) > turn][:MAX_STATEMENTS]
        kept = [finding for findings in found for finding in findings if finding in turns]
        return Synthesis(
            kind=LITERATURE, disease_id=disease.disease_id, method=METHOD,
            statements=tuple(finding.statement() for finding in kept),
            note="" if kept else no_statement_note(pair, usable, searched),
        )  # fmt: skip

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


def _findings(reader: ArticleReader) -> list[_Finding]:
    """The article's sentences worth quoting, best first, at most ``MAX_PER_ARTICLE``."""
    article = reader.article
    title = reader.mask(article.title)
    spans = abstract_sentences(article)
    masked = [reader.mask(span.text) for span in spans]
    whole = " ".join([title, *masked])
    if DRUG not in whole or DISEASE not in whole:
        return []
    harmful = title_reports_harm(title) or any(caused_by_drug(sentence) for sentence in masked)
    about, combined = title_reports_treatment(title), names_combination(title)
    findings = []
    for index, (span, sentence) in enumerate(zip(spans, masked, strict=True)):
        part = _part(span, index, len(spans))
        if not part or not MIN_WORDS <= len(span.text.split()) <= MAX_WORDS or _NOT_A_FINDING.search(sentence):
            continue
        if (DRUG not in sentence or DISEASE not in sentence) and not about:
            continue
        reading = read(sentence, understood=about)
        if combined and reading.polarity is Polarity.SUPPORTS:
            reading = NEUTRAL  # the benefit is that of both
        if harmful and reading.polarity in (Polarity.SUPPORTS, Polarity.MIXED):
            continue  # the article reports harm: a benefit in it is another disease's or another drug's
        weight = part + _weight(sentence, reading)
        if weight >= _least_weight(reading, concludes=about and part >= _CONCLUSION_PART):
            findings.append(_Finding(article, "abstract", span, reading, weight))
    findings += _title_finding(article, title, harmful)
    findings.sort(key=lambda f: (-f.weight, -f.span.start))
    return findings[:MAX_PER_ARTICLE]


def _least_weight(reading: Reading, concludes: bool) -> float:
    if reading.polarity is not Polarity.NEUTRAL:
        return _WORTH
    return _WORTH_CONCLUDING if concludes else _WORTH_NEUTRAL


def _part(span: Span, index: int, count: int) -> float:
    """Weight of the sentence's place; 0 for background and methods."""
    if span.label:
        return 3.0 if _CONCLUDES.search(span.label) else 2.0 if _REPORTS.search(span.label) else 0.0
    if index == count - 1:
        return 2.5
    return 1.5 if index >= count * _OPENING_PART else 0.0


def _weight(sentence: str, reading: Reading) -> float:
    weight = 2.0 * (DRUG in sentence) + 1.5 * (DISEASE in sentence)
    weight += 2.0 * (reading.polarity is not Polarity.NEUTRAL)
    weight += 1.0 * bool(_NUMBERS.search(sentence)) + 0.5 * bool(_CONCLUSION_WORDS.search(sentence))
    return weight - 1.5 * bool(_OTHER_ARTICLES.search(sentence))


def _title_finding(article: Article, title: str, harmful: bool) -> list[_Finding]:
    """The title where it states a finding about both: "Sildenafil improves…"."""
    spans = sentences(article.title)
    if DRUG not in title or DISEASE not in title or len(spans) != 1 or len(spans[0].text.split()) < MIN_WORDS:
        return []
    reading = read(title)
    if reading.polarity is Polarity.NEUTRAL or (harmful and reading.polarity is not Polarity.HARM):
        return []
    return [_Finding(article, "title", spans[0], reading, 5.0)]
