"""What guidelines recommend, sentence by sentence: for or against, how strongly, and in which order.

What belongs here: sentences of guidelines that name the drug, and the disease there or in the title, and that recommend
something of it. "NYHA class III", "level at baseline", "grade 3 adverse events", "phase III" and "the recommended dose"
recommend nothing. Labels are no guidelines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...domain.diseases import NormalizedName
from ...domain.documents import Citation, DocumentKind
from ...domain.findings.assessment import Recommendation, RecommendationStrength
from ...domain.findings.statements import Polarity
from ...domain.findings.study_designs import StudyDesign
from ...domain.records.articles import Article
from ..language.mentions import DISEASE, DRUG, ArticleReader, Pair
from ..language.sentences import Sentence, abstract_sentences
from .study_design import design_of


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


_CLASS = r"class\s"
_NOT_A_GRADE = _pattern(
    r"""\b(?:nyha|who|functional|stage|phase)\s(?:functional\s)?(?:class\s)?(?:i{1,3}|iv|[1-4])\b
        (?:\s*(?:-|to|or)\s*(?:i{1,3}|iv|[1-4])\b)?
    |\bclass\s(?:i{1,3}|iv)\s(?:anti-?\w+|drugs?|agents?)
    |\bgrade\s[1-5]\s(?:or\shigher\s)?(?:adverse|toxicit\w+)
    |\brecommended\s(?:starting\s|daily\s|maximum\s)*dos\w+"""
)
"""Blanked before anything is read."""
_AGAINST = _pattern(
    rf"""\b(?:(?:recommend|suggest|advise)(?:s|ed|ation)?\ against
        |not\ (?:be\ )?(?:\w+ly\ )?(?:recommend(?:ed)?|advised|indicated|used|given|offered|considered)
        |do\ not\ (?:use|give|offer|recommend)|contraindicated|should\ be\ avoided|avoid\ {DRUG}
        |{_CLASS}iii\b(?!\s*[ab]\b)|\bharm\b)"""
)
_NO_VERDICT = _pattern(
    r"""\b(?:insufficient|limited|no)\ (?:evidence|data)\ to\ (?:recommend|make|support)
    |cannot\ (?:be\ )?recommend(?:ed)?|no\ recommendation|for\ or\ against"""
)
_FOR = _pattern(
    rf"""\b(?:recommend(?:s|ed|ations?)?|suggest(?:s|ed)?\ (?!that\ (?:the|there|these|it)\b)|(?:is|are)\ indicated
        |(?:should|may|can)\ (?:also\ )?be\ (?:used|given|offered|considered|preferred|added)
        |is\ reasonable|{_CLASS}i{{1,2}}[ab]?\b|(?:first|second|third)[- ]line)"""
)
_WEAK = _pattern(rf"\b(?:conditional|weak|suggest(?:s|ed)?|(?:may|can)\ be|{_CLASS}ii[ab]?\b|is\ reasonable)")
_STRONG = _pattern(
    rf"""(?P<strong>\bstrong(?:ly)?\ (?:\w+\ )?recommend\w*|\bgrade\ 1[abc]?\b|\blevel\ a\b
        |\b{_CLASS}(?:i|iii)\b(?!\s*[ab]\b)|\bmust\b)"""
)
_LINES = (
    (1, r"first[- ]line|\bstep\ 1\b"),
    (2, r"second[- ]line|\bstep\ 2\b|after\ (?:\w+\ ){0,3}?failure|refractory\ to"),
    (3, r"third[- ]line|\bstep\ 3\b"),
)
_LINE_PATTERNS = tuple((line, _pattern(words)) for line, words in _LINES)
_EVIDENCE_ONLY = re.compile(r"\b(?:recommend|suggest)\w*\s(?:further|more|future)\s(?:research|stud|trial)")
_CLAUSE = re.compile(
    r";|,?\s\b(?:but|whereas|while|although|however)\b|,\sand\s(?=[^,;]*\b(?:is|are|should|may|can)\b)"
)


def recommendations(
    articles: Sequence[Article], drug_names: Sequence[str], name: NormalizedName
) -> tuple[Recommendation, ...]:
    """The sentences of guidelines among the articles that recommend the drug for the disease or against it.

    In the order of the articles, then of the text. Retracted articles are left out. A sentence of several clauses is
    read by the one that names the drug.
    """
    pair = Pair.of(drug_names, name)
    return tuple(
        recommendation
        for article in articles
        if design_of(article).design is StudyDesign.GUIDELINE and article.usable
        for recommendation in _of_article(article, ArticleReader(pair, article))
    )


def _of_article(article: Article, reader: ArticleReader) -> Iterator[Recommendation]:
    titled = DISEASE in reader.mask(article.title)
    title = Sentence(0, len(article.title), article.title)
    spans = [("title", title), *(("abstract", span) for span in abstract_sentences(article))]
    for field, span in spans:
        masked = reader.mask(span.text)
        if DRUG not in masked or not (titled or DISEASE in masked):
            continue
        read = read_sentence(masked)
        if read is None:
            continue
        polarity, strength, cue, line = read
        citation = Citation(
            evidence_kind=DocumentKind.ARTICLE,
            evidence_id=article.id,
            field=field,
            start=span.start,
            end=span.end,
            quote=span.text,
        )
        yield Recommendation(citation=citation, polarity=polarity, strength=strength, strength_cue=cue, line=line)


def read_sentence(masked: str) -> tuple[Polarity, RecommendationStrength, str, int | None] | None:
    """Polarity, strength and its words, line of treatment of a masked sentence; ``None`` where it gives no advice."""
    text = _NOT_A_GRADE.sub(" ", masked)
    if _EVIDENCE_ONLY.search(text):
        return None
    clause = next((part for part in _CLAUSE.split(text) if DRUG in part), text)
    advice = clause if _advises(clause) else text
    polarity = _polarity(advice)
    if polarity is None:
        return None
    if polarity is Polarity.NEUTRAL:
        return polarity, RecommendationStrength.NOT_GRADED, "", None
    strength, cue = _strength(text)
    return polarity, strength, cue, None if polarity is Polarity.CONTRADICTS else _line(advice)


def _advises(text: str) -> bool:
    return any(pattern.search(text) for pattern in (_NO_VERDICT, _AGAINST, _FOR))


def _polarity(text: str) -> Polarity | None:
    if _NO_VERDICT.search(text):
        return Polarity.NEUTRAL
    if _AGAINST.search(text):
        return Polarity.CONTRADICTS
    return Polarity.SUPPORTS if _FOR.search(text) else None


def _strength(text: str) -> tuple[RecommendationStrength, str]:
    """What the sentence says of its strength; "strong association" is none, a bare "is recommended" neither."""
    if strong := _STRONG.search(text):
        return RecommendationStrength.STRONG, _words(strong["strong"])
    if weak := _WEAK.search(text):
        return RecommendationStrength.CONDITIONAL, _words(weak[0])
    return RecommendationStrength.NOT_GRADED, ""


def _line(text: str) -> int | None:
    return next((line for line, pattern in _LINE_PATTERNS if pattern.search(text)), None)


def _words(text: str) -> str:
    return " ".join(text.replace(DRUG, "the drug").strip(" (").split())
