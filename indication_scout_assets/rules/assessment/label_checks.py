"""A candidate held against the drug's labels: a disease they forbid the drug in, doses far above their highest.

What belongs here: what speaks against a candidate by the labels held in full. What it takes away from its score is
decided in ``harms``, by the labels of the drug's run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from ...domain.documents import Document, cite
from ...domain.findings.assessment import HarmKind
from ...domain.monographs.label_documents import LabelCategory, SpanForm
from ...domain.monographs.reported_facts import LabelCheck, LabelCheckKind
from ...domain.records.articles import Article
from ...domain.records.trials import DrugRole, TrialMatch
from ..labels.daily_doses import DailyDose, daily_doses
from ..labels.facts_for_report import HighestDose, quote_of
from ..labels.label_facts import DrugTexts
from ..language.mentions import DRUG, ArticleReader, Pair
from ..language.sentences import Sentence, abstract_sentences, sentences
from .label_warnings import forbidden_in

FAR_ABOVE = 2.0
"""How many times the labels' highest dose a day a dose is far above it."""
MOST_DOSES = 3
"""Studies named of one candidate, those with the highest doses."""
_BETWEEN = (
    r"(?:[\s,:(]|\b(?:at|a|an|the|of|in|doses?|dosage|daily|oral(?:ly)?|was|were|is|given|administered|started|titrated"
    r"|raised|increased|treatment|therapy|high|tablets?|capsules?|up|to|received?|target|maximum|total|citrate"
    r"|hydrochloride|sulfate|sodium|xl|sr|er|xr)\b)*"
)
_BEFORE_DOSE = re.compile(rf"{DRUG}{_BETWEEN}$", re.IGNORECASE)
_AFTER_DOSE = re.compile(rf"^[\s)]*(?:of\s)?(?:oral\s)?{DRUG}", re.IGNORECASE)


def forbidden_by_labels(pair: Pair, texts: DrugTexts) -> Iterator[LabelCheck]:
    """The contraindications of the labels that name the disease, each wording once."""
    seen: set[str] = set()
    for span in texts.spans:
        section = texts.sections[span.document, span.section]
        if section.category is not LabelCategory.CONTRAINDICATIONS or span.form is SpanForm.CAPTION:
            continue
        if forbidden_in(pair.mask(span.text)) is HarmKind.CONTRAINDICATED and span.text.casefold() not in seen:
            seen.add(span.text.casefold())
            quote = quote_of([span], texts)
            yield LabelCheck(kind=LabelCheckKind.CONTRAINDICATED, quote=quote)


def doses_above_labels(
    pair: Pair, highest: HighestDose | None, articles: Iterable[Article], trials: Iterable[TrialMatch]
) -> tuple[LabelCheck, ...]:
    """Studies in which people took more than ``FAR_ABOVE`` times the labels' highest dose a day, the highest first.

    Args:
        pair: the drug and the candidate's disease.
        highest: the labels' highest dose; nothing is found where none is known.
        articles: on people; doses in abstracts of studies on animals mean something else.
        trials: those in which the drug is tested are read.
    """
    if highest is None:
        return ()
    checks: list[LabelCheck] = []
    for article in articles:
        stated = (("abstract", sentence) for sentence in abstract_sentences(article))
        checks += _stated_above(article.document, stated, ArticleReader(pair, article).mask, highest)
    for document in (match.trial.document for match in trials if match.drug is DrugRole.EXPERIMENTAL):
        fields = ((field, document.texts.get(field, "")) for field in ("title", "summary"))
        stated = ((field, sentence) for field, text in fields for sentence in sentences(text))
        checks += _stated_above(document, stated, pair.mask, highest)
    by_study: dict[str, LabelCheck] = {}
    for check in checks:
        study = check.citation.evidence_id if check.citation else ""
        if study not in by_study or (check.daily or 0) > (by_study[study].daily or 0):
            by_study[study] = check
    return tuple(sorted(by_study.values(), key=lambda check: -(check.daily or 0)))[:MOST_DOSES]


def _stated_above(
    document: Document, stated: Iterable[tuple[str, Sentence]], mask: Callable[[str], str], highest: HighestDose
) -> Iterator[LabelCheck]:
    """The sentences of a document, each with its field, that give a dose far above the labels'."""
    for field, sentence in stated:
        if dose := _dose_above(mask, sentence.text, highest):
            yield LabelCheck(
                kind=LabelCheckKind.DOSE_ABOVE,
                quote=highest.quote,
                citation=cite(document, field, sentence.start, sentence.end),
                daily=dose.milligrams,
                label_daily=highest.milligrams,
            )


def _dose_above(mask: Callable[[str], str], sentence: str, highest: HighestDose) -> DailyDose | None:
    """The highest dose of the drug in a sentence, where it is far above the labels'; beside the drug's name only, for a
    sentence may tell the doses of several drugs.
    """
    if not any(sign.isdigit() for sign in sentence):
        return None
    masked = mask(sentence)
    own = [
        dose
        for dose in daily_doses(masked)
        if _BEFORE_DOSE.search(masked[: dose.start]) or _AFTER_DOSE.match(masked[dose.end :])
    ]
    top = max(own, key=lambda dose: dose.milligrams, default=None)
    return top if top and top.milligrams >= FAR_ABOVE * highest.milligrams else None
