"""What guidelines recommend, sentence by sentence: for or against, how strongly, and in which order.

What belongs here: sentences of guidelines that name the drug, and the disease there or in the title, and that recommend
something of it. "NYHA class III", "level at baseline", "grade 3 adverse events", "phase III" and "the recommended dose"
recommend nothing. Labels are no guidelines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...domain.articles import Article, RetractionStatus
from ...domain.assessment import Recommendation, RecommendationStrength
from ...domain.citations import Citation
from ...domain.diseases import NormalizedName
from ...domain.documents import DocumentKind
from ...domain.statements import Polarity
from ...domain.study_designs import StudyDesign
from ..language.mentions import DISEASE, DRUG, ArticleReader, Pair
from ..language.sentences import Sentence, abstract_sentences
from .study_design import design_of


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


_CLASS = r"(?:class(?:\ of\ recommendation)?|cor|recommendation\ class)\s*[:=]?\s*"
_NOT_A_GRADE = _pattern(
    r"""\b(?:nyha|who|functional|killip|stage|phase|child-pugh|ccs|asa|mallampati|fc|heart\ failure|fontaine)[\s,-]*
        (?:functional\s)?(?:class(?:es)?|stage|grade)?[\s-]*(?:i{1,3}v?|iv|[1-4])(?:[ab])?\b
        (?:\s*(?:-|to|or|and|/)\s*(?:i{1,3}v?|iv|[1-4])\b)?
    |\bclass(?:es)?[\s-]*(?:i{1,3}|iv|[1-4])[abc]?(?:\s*(?:-|to|or|and|/)\s*(?:i{1,3}|iv)[abc]?)?
        \s(?:anti-?\w+|drugs?|agents?|heart|symptoms?|disease|patients?|obesity|malocclusion|histone|hdac|pi3k
        |mhc|device)
    |\bgrades?[\s-]*[1-5](?:\s*(?:-|to|or|and|/)\s*[1-5])?\s(?:or\s(?:higher|more|worse)\s)?
        (?:adverse|toxicit\w+|events?|neutropeni\w+|bleeding|mucositis|tumou?rs?)
    |\blevels?\s(?:of\s[\w-]+\s)?(?:at|from|after|before)\s(?:baseline|week|month)
    |\brecommended\s(?:starting\s|initial\s|daily\s|maximum\s|maximal\s|adult\s|phase\s\S+\s|usual\s)*(?:dos\w+
    |intake|schedule
        |regimen|range|limit|duration)|\b(?:dose|dosage|dosing)\s(?:\w+\s){0,2}?recommended"""
)
"""Blanked before anything is read."""
_AGAINST = _pattern(
    rf"""\b(?:recommend(?:s|ed|ation)?\ (?:\w+ly\ )?against|suggest(?:s|ed|ion)?\ (?:\w+ly\ )?(?:against|not)
        |advise[sd]?\ against
        |not\ (?:be\ )?(?:\w+ly\ )?(?:recommend(?:ed)?|advised|advisable|indicated|suggested|advocated|endorsed|used
        |given
            |offered|prescribed|initiated|considered|started|administered)
        |do\ not\ (?:use|give|offer|prescribe|recommend|suggest|start|initiate)
        |no\ longer\ (?:be\ )?recommended|contraindicated|(?:should|must)\ be\ avoided
        |avoid(?:ing)?\ (?:the\ use\ of\ )?{DRUG}
        |{_CLASS}iii\b(?!\s*[ab]\b)|\bclass\ 3\b|\bharm\b|no\ role|is\ discouraged)"""
)
_NO_VERDICT = _pattern(
    r"""\b(?:insufficient|inadequate|limited|lacking|no)\ (?:\w+\ ){0,3}?(?:evidence|data)\ (?:\w+\ ){0,3}?
        to\ (?:\w+ly\ )?(?:recommend|make|support|suggest|advise|permit|determine|issue)
    |cannot\ (?:be\ )?(?:recommend(?:ed)?|make|advise)|no\ recommendation|neither\ for\ nor\ against|for\ or\ against
    |unable\ to\ (?:recommend|make)"""
)
_FOR = _pattern(
    rf"""\b(?:recommend(?:s|ed|ing|ations?)?|suggest(?:s|ed|ing)?\ (?!that\ (?:the|there|these|it)\b)|advise[sd]?
        |advocated?|endorse[sd]?|(?:is|are)\ indicated|(?:should|may|can|could|might
        |must)\ (?:also\ )?be\ (?:\w+ly\ )?(?:used
        |given|offered
            |prescribed|considered|initiated|started|preferred|added|tried|the)
        |consider(?:ed)?\b|offer\b|prefer(?:red|able)\b|is\ (?:a\ )?reasonable|drugs?\ of\ choice|treatment\ of\ choice
        |{_CLASS}i{{1,2}}[ab]?\b|class\ (?:1|2a|2b)\b
        |(?:first|second|third|fourth|1st|2nd|3rd)[- ](?:line|choice|step)|step\ [1-6]\b|add-?on)"""
)
_WEAK = _pattern(
    rf"""\b(?:conditional(?:ly)?|weak(?:ly)?|suggest(?:s|ed|ing|ion)?|(?:may|can|could|might)\ (?:also\ )?be
        |consider(?:ed)?|{_CLASS}ii[ab]?\b|class\ 2[ab]\b|grade\ (?:2[abc]?|b|c|d)\b|(?:level|strength)\ (?:b|c|d)\b
        |is\ reasonable
        |optional)"""
)
_STRONG = _pattern(
    rf"""(?P<strong>\b(?:strong(?:ly)?\ (?:\w+\ )?(?:recommend\w*|advise[sd]?|suggest\w*)|strong\ recommendation
        |recommend\w*\ strongly|\(strong\b|grade\ (?:1[abc]?|a)\b|level\ a\b|strength\ a\b
        |{_CLASS}(?:i|iii)\b(?!\s*[ab]\b)|class\ (?:1|3)\b|must\b))"""
)
_LINES = (
    (
        1,
        r"(?:first|1st)[- ](?:line|choice|step)|\bstep\ 1\b|(?:drugs?|treatment)\ of\ choice"
        r"|initial\ (?:treatment|therapy)",
    ),
    (
        2,
        r"(?:second|2nd)[- ](?:line|choice|step)|\bstep\ 2\b|add-?on"
        r"|(?:after|upon|following|on)\ (?:\w+\ ){0,3}?failure"
        r"|if\ (?:[\w-]+\ ){1,6}?(?:fails?|is\ ineffective|is\ insufficient|is\ not\ tolerated)"
        r"|where\ [\w\s-]{1,40}?\ fails?"
        r"|(?:un|not\ )responsive\ to|refractory\ to",
    ),
    (3, r"(?:third|3rd)[- ](?:line|choice|step)|\bstep\ 3\b"),
    (4, r"(?:fourth|4th)[- ](?:line|choice|step)|\bstep\ 4\b"),
    (5, r"(?:fifth|5th)[- ](?:line|choice|step)|\bstep\ 5\b"),
)
_LINE_PATTERNS = tuple((line, _pattern(words)) for line, words in _LINES)
_EVIDENCE_ONLY = re.compile(
    r"\b(?:recommend|suggest)\w*\s(?:further|more|future|additional)\s(?:\w+\s)?(?:research|stud|trial)"
)
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
        if design_of(article).design is StudyDesign.GUIDELINE and article.retraction is not RetractionStatus.RETRACTED
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
