"""Is there enough primary evidence, or should the web be asked as well?

What belongs here: the rule and its arithmetic. A study counts once however many records tell of it, and a retracted
paper never counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .articles import Article, RetractionStatus
from .base import Value
from .labels import LabelMention
from .trials import DrugRole, Trial, TrialMatch

MIN_SOURCES = 5
MIN_HIGH_QUALITY = 2
HIGH_QUALITY_TYPES = frozenset(
    {
        "Randomized Controlled Trial", "Systematic Review", "Meta-Analysis", "Network Meta-Analysis",
        "Guideline", "Practice Guideline",
    }
)  # fmt: skip
"""Publication types by their MeSH names."""

_SUMMARIES = frozenset({"Systematic Review", "Meta-Analysis", "Network Meta-Analysis", "Review", "Guideline"})
"""Types of papers that sum up trials: one that lists a trial's number is no report of that trial."""


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
    standing: Mapping[str, RetractionStatus] | None = None,
) -> Sufficiency:
    """Insufficient with fewer than 5 sources in all or fewer than 2 of high quality.

    High quality are randomised trials, systematic reviews, meta-analyses, Cochrane reviews, guidelines, and registered
    intervention trials that are completed and have results. Articles in animals alone count as sources, not as high
    quality; trials count where they test the drug; labels that say the same sentence count once. ``standing`` is by
    article id and adds to what each record says of itself; notices of retractions never count.
    """
    tested = [match.trial for match in trials if match.drug is DrugRole.EXPERIMENTAL]
    counted = [article for article in articles if _counts(article, standing or {})]
    studies: dict[str, bool] = {trial.nct_id: _has_results(trial) for trial in tested}
    # Papers on fewer trials first: a pooled paper then joins a trial that is counted already, whatever the order given.
    for article in sorted(counted, key=lambda a: (len(a.nct_ids), a.id)):
        key = _study(article, studies, tested)
        studies[key] = studies.get(key, False) or is_high_quality(article)
    statements = {" ".join(mention.sentence.split()).casefold() for mention in labels}
    return _judgement(len(studies) + len(statements), sum(studies.values()))


def is_high_quality(article: Article) -> bool:
    """Whether the record says it is of a design that counts as high quality, and not in animals alone."""
    types = {kind.name for kind in article.publication_types}
    return not article.animals_only and (bool(types & HIGH_QUALITY_TYPES) or _is_cochrane(article.journal))


def _is_cochrane(journal: str) -> bool:
    return journal.casefold().removeprefix("the ").startswith("cochrane database")


def _counts(article: Article, standing: Mapping[str, RetractionStatus]) -> bool:
    """A reinstated paper counts; one that only a flag calls retracted does not until it has been checked."""
    status = standing.get(article.id, RetractionStatus.UNCHECKED)
    if article.is_retraction_notice or status is RetractionStatus.RETRACTED:
        return False
    if status is RetractionStatus.REINSTATED:
        return True
    flagged = bool(article.marked_retracted_by) and status is RetractionStatus.UNCHECKED
    return article.retraction is not RetractionStatus.RETRACTED and not flagged


def _has_results(trial: Trial) -> bool:
    return trial.status == "COMPLETED" and trial.has_results is True and trial.study_type in {"", "INTERVENTIONAL"}


def _study(article: Article, studies: Mapping[str, bool], trials: Sequence[Trial]) -> str:
    """The study the article tells of: a trial where a number links the two, else the article itself."""
    if any(kind.name in _SUMMARIES for kind in article.publication_types) or _is_cochrane(article.journal):
        return article.id
    linked = [trial.nct_id for trial in trials if article.pmid in trial.pmids]
    numbers = sorted({*article.nct_ids, *linked})
    known = [number for number in numbers if number in studies]
    return (known or numbers or [article.id])[0]


def _judgement(sources: int, high_quality: int) -> Sufficiency:
    sufficient = sources >= MIN_SOURCES and high_quality >= MIN_HIGH_QUALITY
    counts = (
        f"{sources} source{'' if sources == 1 else 's'} in all ({MIN_SOURCES} needed), "
        f"{high_quality} of high quality ({MIN_HIGH_QUALITY} needed)"
    )
    follows = "sufficient, so the web is not asked" if sufficient else "insufficient, so the web may be asked"
    return Sufficiency(
        sources=sources, high_quality=high_quality, sufficient=sufficient, sentence=f"{counts}: {follows}."
    )
