"""Is there enough primary evidence, or should the web be asked as well?

What belongs here: the rule and its arithmetic. A study counts once however many records tell of it (which those are
is decided in ``studies``), and a retracted paper never counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...domain.base import Value
from ...domain.findings.study_designs import ReadFrom, StudyDesign
from ...domain.records.articles import Article, RetractionStatus
from ...domain.records.labels import LabelMention
from ...domain.records.trials import DrugRole, Trial, TrialMatch
from .studies import study_keys
from .study_design import design_of, is_cochrane

MIN_SOURCES = 5
MIN_HIGH_QUALITY = 2
_HIGH_QUALITY = frozenset(
    {StudyDesign.RANDOMIZED_TRIAL, StudyDesign.SYSTEMATIC_REVIEW, StudyDesign.META_ANALYSIS, StudyDesign.GUIDELINE}
)


class Sufficiency(Value):
    """The judgement on a (drug, disease) pair, with both counts it rests on."""

    sources: int
    """Studies and labels, each once, retracted papers left out."""
    high_quality: int
    """Those among them that are of high quality."""
    sufficient: bool
    sentence: str
    """Both counts and what follows, for the log and the report."""


def judge(
    articles: Iterable[Article],
    trials: Sequence[TrialMatch] = (),
    labels: Iterable[LabelMention] = (),
    *,
    statuses: Mapping[str, RetractionStatus] | None = None,
    unanswered: Sequence[str] = (),
) -> Sufficiency:
    """Insufficient with fewer than 5 sources in all or fewer than 2 of high quality.

    High quality are randomised trials, systematic reviews, meta-analyses, Cochrane reviews, guidelines, and registered
    intervention trials that are completed and have results. Articles in animals alone count as sources, not as high
    quality; trials count where they test the drug; labels that say the same sentence count once. ``statuses`` is by
    article id and adds to what each record says of itself; notices of retractions never count. ``unanswered`` names the
    sources that gave no full answer: what they may hold is not known, and the sentence says so.
    """
    tested = [match.trial for match in trials if match.drug is DrugRole.EXPERIMENTAL]
    counted = [article for article in articles if _counts(article, statuses or {})]
    keys = study_keys(counted, tested)
    studies = {keys[trial.nct_id]: _has_results(trial) for trial in tested}
    for article in counted:
        # A Cochrane review is one whatever its types are, and no report of the trials it lists.
        key = article.id if is_cochrane(article) else keys[article.id]
        studies[key] = studies.get(key, False) or is_high_quality(article)
    statements = {" ".join(mention.sentence.split()).casefold() for mention in labels}
    return _judgement(len(studies) + len(statements), sum(studies.values()), unanswered)


def is_high_quality(article: Article) -> bool:
    """Whether the record says it is of a design that counts as high quality, and not in animals alone."""
    read = design_of(article)
    by_record = read.source is ReadFrom.PUBLICATION_TYPE
    return by_record and read.design in _HIGH_QUALITY and not article.animals_only


def _counts(article: Article, statuses: Mapping[str, RetractionStatus]) -> bool:
    """A reinstated paper counts; one that only a flag calls retracted does not until it has been checked."""
    status = statuses.get(article.id, RetractionStatus.UNCHECKED)
    if article.is_retraction_notice or status is RetractionStatus.RETRACTED:
        return False
    if status is RetractionStatus.REINSTATED:
        return True
    flagged = bool(article.marked_retracted_by) and status is RetractionStatus.UNCHECKED
    return article.retraction is not RetractionStatus.RETRACTED and not flagged


def _has_results(trial: Trial) -> bool:
    return trial.status == "COMPLETED" and trial.has_results is True and trial.study_type in {"", "INTERVENTIONAL"}


def _judgement(sources: int, high_quality: int, unanswered: Sequence[str]) -> Sufficiency:
    sufficient = sources >= MIN_SOURCES and high_quality >= MIN_HIGH_QUALITY
    counts = (
        f"{sources} source{'' if sources == 1 else 's'} in all ({MIN_SOURCES} needed), "
        f"{high_quality} of high quality ({MIN_HIGH_QUALITY} needed)"
    )
    doubt = f" as far as is known, for {' and '.join(unanswered)} gave no full answer" if unanswered else ""
    follows = "sufficient, so the web is not asked" if sufficient else f"insufficient{doubt}, so the web may be asked"
    return Sufficiency(
        sources=sources, high_quality=high_quality, sufficient=sufficient, sentence=f"{counts}: {follows}."
    )
