"""Admission to the top k: each source brings only its best, every kind of evidence has its places, and each study one.

What belongs here: who gets a place, and in what order. The order it starts from is the ranking's; how a study was made
is read in ``rules.literature.study_design``. Nothing here changes a score: a boost for trials puts every trial above
every relevant paper (an earlier project's list was 85 % randomised trials, at a precision of .55), a quota only says
how many of the k places each kind of evidence can count on. Which papers are of one study is decided in
``rules.literature.studies``.

What someone who looks for a new use of a drug wants to see, and what follows:

- *Has it been tried in people?* Four of ten places wait for trials and syntheses that name both drug and disease, and
  the best of them stands before any animal study or review whose score is hardly better. Only one article moves, and
  only one about the drug as the remedy: a trial of another drug that mentions ours stays where it is.
- *If not, what is there?* One of ten places each waits for observation, for the laboratory and for a review, so none of
  them is hidden behind a wall of trials.
- *Not the same thing ten times.* Laboratory and reviews fill at most two of ten places, commentary and what is unclear
  at most three, while other kinds are left to fill them. A place nobody claims goes to the next best of any kind.
- *Evidence, not repetition.* A study has one place however many papers report it. The best ranked one that has results
  holds it; the others stand right behind it and say whose place they share.
- *About this drug.* At most ``MOST_WITHOUT_DRUG`` articles in the list may fail to name the drug. Where none names it
  the list is that short, and ``no_drug_specific_evidence`` says so.
- *Nothing new missed.* An article of the last ``RECENT_YEARS`` years that names the disease does not count against that
  limit: it may call the drug by a name nobody has listed yet. In a list where nothing names the drug it counts.

Places wait only for articles among the best ``REACH`` times k, so that no quota lifts what is hardly related.

Limits and thresholds of sources are facts of the catalogue. A threshold is held against the cross-encoder's score, and
against the cosine similarity of what it did not read: the score itself is relative to the pool, whose last article
always scores about 0, and would cut a paper that is to the point because the others are more so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from ..domain.findings.evidence import RankedArticle
from ..domain.findings.pair_questions import RECENT_YEARS
from ..domain.findings.readings import TreatmentRelation
from ..domain.findings.study_designs import DesignReading, EvidenceType, StudyDesign
from ..domain.records.articles import Article
from ..domain.records.source_catalogue import SourceEntry
from ..domain.records.trials import Trial
from ..rules.literature.studies import study_keys

MOST_WITHOUT_DRUG = 5
REACH = 3
HARDLY_BETTER = 0.1
"""Difference of scores up to which a trial or synthesis goes before an animal study or review."""


@dataclass(frozen=True)
class Quota:
    """Shares of the k places, 0 to 1, rounded down; the upper one to no less than one place."""

    least: float
    most: float

    def places(self, top_k: int) -> tuple[int, int]:
        """Fewest and most places among ``top_k``."""
        return int(self.least * top_k + 1e-9), max(1, int(self.most * top_k + 1e-9))


QUOTAS: Mapping[EvidenceType, Quota] = {
    EvidenceType.TRIALS_AND_SYNTHESES: Quota(least=0.4, most=1.0),
    EvidenceType.OBSERVATIONAL: Quota(least=0.1, most=1.0),
    EvidenceType.PRECLINICAL: Quota(least=0.1, most=0.2),
    EvidenceType.REVIEWS: Quota(least=0.1, most=0.2),
    EvidenceType.OTHER: Quota(least=0.0, most=0.3),
}
_FIRST = EvidenceType.TRIALS_AND_SYNTHESES
_NEVER_FIRST = frozenset({EvidenceType.PRECLINICAL, EvidenceType.REVIEWS})
_WITHOUT_RESULTS = frozenset({StudyDesign.PROTOCOL, StudyDesign.COMMENTARY})
_REMEDY = frozenset({"", TreatmentRelation.TREATS, TreatmentRelation.PREVENTS, TreatmentRelation.NO_EFFECT})
"""Readings of a text about the drug as a remedy; empty where none was asked for."""


def admit(
    ranked: Sequence[RankedArticle],
    found_by: Mapping[str, Sequence[str]],
    entries: Iterable[SourceEntry],
    top_k: int,
    *,
    articles: Mapping[str, Article] = MappingProxyType({}),
    designs: Mapping[str, DesignReading] = MappingProxyType({}),
    trials: Sequence[Trial] = (),
    today: date | None = None,
) -> list[RankedArticle]:
    """Mark what passes, and give ``top_k`` places among it; those with a place come first, numbered anew.

    An article passes where at least one source that found it has it among its best ``places`` and where its relevance
    to the question is at least that source's ``min_score``. Articles without a rank never pass.

    Args:
        ranked: a pair's articles, best first; those without a rank last.
        found_by: keys of the entries that found each article, by its id.
        entries: the catalogue.
        top_k: how many of those that pass are marked ``in_top_k``.
        articles: by id, for their studies.
        designs: of the articles' studies, by id; without them all kinds of evidence are one.
        trials: of the pair; their records list their papers.
        today: from which "recent" is counted, or the as-of day; without it nothing is recent.
    """
    placed = [r for r in ranked if r.rank is not None]
    passing: set[str] = set()
    for entry in entries:
        best = [r for r in placed if entry.key in found_by.get(r.id, ())]
        passing |= {r.id for r in best[: entry.places] if _relevance(r) >= (entry.min_score or 0)}
    marked = [
        r.model_copy(
            update={
                "found_by": tuple(found_by.get(r.id, ())),
                "passed": r.id in passing,
                "study_design": designs[r.id].design.value if r.id in designs else "",
                "evidence_type": designs[r.id].evidence_type.value if r.id in designs else "",
            }
        )
        for r in ranked
    ]
    known = [articles[r.id] for r in placed if r.id in articles]
    recent = {article.id for article in known if today is not None and is_recent(article, today)}
    return place(marked, top_k, study_keys(known, trials), recent)


def place(
    ranked: Sequence[RankedArticle], top_k: int, studies: Mapping[str, str], recent: Set[str] = frozenset()
) -> list[RankedArticle]:
    """The ranking with places given by the rules of this module, ordered and numbered anew.

    Those with a place come first, each study's papers together, then the others; those without a rank stay last.

    Args:
        ranked: best first, each once, with design and kind of evidence; ``passed`` says who may have a place.
        top_k: places; fewer are given where fewer may have one.
        studies: keys of the articles' studies by id: articles that share one share one place. One that is missing is
            of a study of its own.
        recent: ids of articles of the last ``RECENT_YEARS`` years.
    """
    papers: dict[str, list[RankedArticle]] = {}
    for row in (row for row in ranked if row.rank is not None):
        papers.setdefault(studies.get(row.id, row.id), []).append(row)
    # A study stands where its best paper stands, whoever holds the place.
    of_study = {_holder(own).id: own for own in papers.values()}
    holders = [_holder(own) for own in papers.values()]
    top = _lead_with_a_trial(_chosen([holder for holder in holders if holder.passed], top_k, recent))
    placed = {holder.id for holder in top}
    ordered: list[RankedArticle] = []
    for holder in (*top, *(holder for holder in holders if holder.id not in placed)):
        for row in (holder, *(row for row in of_study[holder.id] if row.id != holder.id)):
            facts = {
                "rank": len(ordered) + 1,
                "in_top_k": row.id in placed,
                "same_study_as": "" if row is holder else holder.id,
            }
            ordered.append(row.model_copy(update=facts))
    return [*ordered, *(row for row in ranked if row.rank is None)]


def no_drug_specific_evidence(ranked: Iterable[RankedArticle]) -> bool:
    """Whether nothing that could have a place names the drug; an empty ranking is no evidence either way."""
    passing = [r for r in ranked if r.rank is not None and r.passed]
    return bool(passing) and not any(r.names_drug for r in passing)


def is_recent(article: Article, today: date) -> bool:
    """Whether it appeared in the ``RECENT_YEARS`` years before ``today``; what has no exact date goes by its year."""
    day = article.published or article.entrez_date
    if day is None:
        return article.year is not None and today.year - RECENT_YEARS <= article.year <= today.year
    earliest = (today.year - RECENT_YEARS, today.month, today.day)
    return earliest <= (day.year, day.month, day.day) and day <= today


# ------------------------------------------------------------------------------------------------ rules
def _holder(papers: Sequence[RankedArticle]) -> RankedArticle:
    """The best paper that may have a place and has results; else the best that may have one; else the best."""
    return min(papers, key=lambda paper: (not paper.passed, paper.study_design in _WITHOUT_RESULTS))


def _kind(row: RankedArticle) -> EvidenceType:
    return EvidenceType(row.evidence_type or EvidenceType.OTHER)


def _chosen(passing: Sequence[RankedArticle], top_k: int, recent: Set[str]) -> list[RankedArticle]:
    """Those with a place, in the order given."""
    if not any(row.names_drug for row in passing):
        return list(passing[: min(top_k, MOST_WITHOUT_DRUG)])
    limits = {kind: quota.places(top_k) for kind, quota in QUOTAS.items()}
    chosen: set[str] = set()
    held: Counter[EvidenceType] = Counter()
    for row in passing[: REACH * top_k]:
        if row.names_drug and row.names_disease and held[_kind(row)] < limits[_kind(row)][0]:
            chosen.add(row.id)
            held[_kind(row)] += 1
    without_drug = 0
    for limited in (True, False):
        for row in passing:
            if len(chosen) >= top_k:
                break
            counts = not row.names_drug and not (row.id in recent and row.names_disease)
            full = limited and held[_kind(row)] >= limits[_kind(row)][1]
            if row.id in chosen or full or (counts and without_drug >= MOST_WITHOUT_DRUG):
                continue
            chosen.add(row.id)
            held[_kind(row)] += 1
            without_drug += counts
    return [row for row in passing if row.id in chosen]


def _lead_with_a_trial(top: Sequence[RankedArticle]) -> list[RankedArticle]:
    """The first trial or synthesis that names both, moved before the first animal study or review."""
    trials = (
        n
        for n, row in enumerate(top)
        if row.names_drug and row.names_disease and row.intent in _REMEDY and _kind(row) is _FIRST
    )
    lead = next(trials, None)
    first = next((n for n, row in enumerate(top) if _kind(row) in _NEVER_FIRST), None)
    if lead is None or first is None or lead < first or top[first].score - top[lead].score > HARDLY_BETTER:
        return list(top)
    return [*top[:first], top[lead], *top[first:lead], *top[lead + 1 :]]


def _relevance(ranked: RankedArticle) -> float:
    """What a threshold is held against: the cross-encoder's score, else the cosine similarity."""
    read = ranked.components.cross_encoder
    return ranked.components.cosine if read is None else read
