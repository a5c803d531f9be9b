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
from collections.abc import Iterable, Mapping, Sequence
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


@dataclass(frozen=True)
class Contender:
    """What the quotas know of one ranked article."""

    id: str
    design: StudyDesign
    evidence_type: EvidenceType
    study: str
    """Key of its study: articles that share it share one place."""
    names_drug: bool
    names_disease: bool
    passed: bool
    """Whether it may have a place at all."""
    recent: bool = False
    as_remedy: bool = True
    """Whether the text says what the drug did for the disease, be it nothing."""
    score: float = 0.0

    @property
    def names_both(self) -> bool:
        return self.names_drug and self.names_disease


@dataclass(frozen=True)
class Placing:
    """Who has a place, and the order of all."""

    order: tuple[str, ...]
    """Ids of all contenders: those with a place first, each study's papers together."""
    top: tuple[str, ...]
    """Ids of those with a place, best first."""
    same_study_as: Mapping[str, str]
    """Id -> id of the article that holds the place of its study."""


def place(contenders: Sequence[Contender], top_k: int, quotas: Mapping[EvidenceType, Quota] = QUOTAS) -> Placing:
    """Give ``top_k`` places by the rules of this module.

    Args:
        contenders: best first, each once.
        top_k: places; fewer are given where fewer may have one.
        quotas: of every evidence type.
    """
    studies: dict[str, list[Contender]] = {}
    for contender in contenders:
        studies.setdefault(contender.study, []).append(contender)
    # A study stands where its best paper stands, whoever holds the place.
    holders = [_holder(papers) for papers in studies.values()]
    passing = [contender for contender in holders if contender.passed]
    top = _lead_with_a_trial(_chosen(passing, top_k, quotas))
    placed = {contender.id for contender in top}
    rest = [contender for contender in holders if contender.id not in placed]
    order: list[str] = []
    same: dict[str, str] = {}
    for holder in (*top, *rest):
        others = [contender.id for contender in studies[holder.study] if contender.id != holder.id]
        order += [holder.id, *others]
        same |= dict.fromkeys(others, holder.id)
    return Placing(tuple(order), tuple(contender.id for contender in top), same)


def with_quotas(
    ranked: Sequence[RankedArticle],
    articles: Mapping[str, Article],
    top_k: int,
    *,
    trials: Sequence[Trial] = (),
    designs: Mapping[str, DesignReading] = MappingProxyType({}),
    today: date | None = None,
) -> list[RankedArticle]:
    """The ranking with places given: ordered and numbered anew, ``in_top_k`` and the facts they rest on filled in.

    Args:
        ranked: best first; those without a rank stay last and without one. ``passed`` says who may have a place.
        articles: by id.
        designs: of the articles' studies, by id. One that is missing is unclear.
        top_k: places.
        trials: of the pair; their records list their papers.
        today: from which "recent" is counted, or the as-of day; without it nothing is recent.
    """
    placeable = [r for r in ranked if r.rank is not None]
    known = [articles[r.id] for r in placeable if r.id in articles]
    keys = study_keys(known, trials)
    placing = place([_contender(r, articles, designs, keys, today) for r in placeable], top_k)
    number, top = {article_id: n for n, article_id in enumerate(placing.order, start=1)}, set(placing.top)
    placed = [
        r.model_copy(
            update={
                "rank": number.get(r.id),
                "in_top_k": r.id in top,
                "study_design": designs[r.id].design.value if r.id in designs else "",
                "evidence_type": designs[r.id].evidence_type.value if r.id in designs else "",
                "same_study_as": placing.same_study_as.get(r.id, ""),
            }
        )
        for r in ranked
    ]
    return sorted(placed, key=lambda r: (r.rank is None, r.rank or 0))


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
def _contender(
    ranked: RankedArticle,
    articles: Mapping[str, Article],
    readings: Mapping[str, DesignReading],
    keys: Mapping[str, str],
    today: date | None,
) -> Contender:
    article, reading = articles.get(ranked.id), readings.get(ranked.id)
    return Contender(
        id=ranked.id,
        design=reading.design if reading else StudyDesign.OTHER,
        evidence_type=reading.evidence_type if reading else EvidenceType.OTHER,
        study=keys.get(ranked.id, ranked.id),
        names_drug=ranked.names_drug,
        names_disease=ranked.names_disease,
        passed=ranked.passed,
        recent=article is not None and today is not None and is_recent(article, today),
        as_remedy=ranked.intent in _REMEDY,
        score=ranked.score,
    )


def _holder(papers: Sequence[Contender]) -> Contender:
    """The best paper that may have a place and has results; else the best that may have one; else the best."""
    return min(papers, key=lambda paper: (not paper.passed, paper.design in _WITHOUT_RESULTS))


def _chosen(passing: Sequence[Contender], top_k: int, quotas: Mapping[EvidenceType, Quota]) -> list[Contender]:
    """Those with a place, in the order given."""
    if not any(contender.names_drug for contender in passing):
        return list(passing[: min(top_k, MOST_WITHOUT_DRUG)])
    limits = {kind: quota.places(top_k) for kind, quota in quotas.items()}
    chosen: set[str] = set()
    held: Counter[EvidenceType] = Counter()
    for contender in passing[: REACH * top_k]:
        if contender.names_both and held[contender.evidence_type] < limits[contender.evidence_type][0]:
            chosen.add(contender.id)
            held[contender.evidence_type] += 1
    without_drug = 0
    for limited in (True, False):
        for contender in passing:
            if len(chosen) >= top_k:
                break
            counts = not contender.names_drug and not (contender.recent and contender.names_disease)
            full = limited and held[contender.evidence_type] >= limits[contender.evidence_type][1]
            if contender.id in chosen or full or (counts and without_drug >= MOST_WITHOUT_DRUG):
                continue
            chosen.add(contender.id)
            held[contender.evidence_type] += 1
            without_drug += counts
    return [contender for contender in passing if contender.id in chosen]


def _lead_with_a_trial(top: Sequence[Contender]) -> list[Contender]:
    """The first trial or synthesis that names both, moved before the first animal study or review."""
    trials = (
        n
        for n, contender in enumerate(top)
        if contender.names_both and contender.as_remedy and contender.evidence_type is _FIRST
    )
    lead = next(trials, None)
    first = next((n for n, contender in enumerate(top) if contender.evidence_type in _NEVER_FIRST), None)
    if lead is None or first is None or lead < first or top[first].score - top[lead].score > HARDLY_BETTER:
        return list(top)
    return [*top[:first], top[lead], *top[first:lead], *top[lead + 1 :]]


def admit(
    ranked: Sequence[RankedArticle],
    found_by: Mapping[str, Sequence[str]],
    entries: Iterable[SourceEntry],
    top_k: int,
    *,
    articles: Mapping[str, Article] | None = None,
    designs: Mapping[str, DesignReading] | None = None,
    trials: Sequence[Trial] = (),
    today: date | None = None,
) -> list[RankedArticle]:
    """Mark what passes, and give ``top_k`` places among it; those with a place come first, numbered anew.

    An article passes where at least one source that found it has it among its best ``places`` and where its relevance
    to the question is at least that source's ``min_score``. Articles without a rank never pass.

    Args:
        ranked: a pair's articles, best first.
        found_by: keys of the entries that found each article, by its id.
        entries: the catalogue.
        top_k: how many of those that pass are marked ``in_top_k``.
        articles: by id, for their studies.
        designs: by the article's id; without them all kinds of evidence are one.
        trials, today: see ``with_quotas``.
    """
    placed = [r for r in ranked if r.rank is not None]
    passing: set[str] = set()
    for entry in entries:
        best = [r for r in placed if entry.key in found_by.get(r.id, ())]
        passing |= {r.id for r in best[: entry.places] if _relevance(r) >= (entry.min_score or 0)}
    marked = [
        r.model_copy(update={"found_by": tuple(found_by.get(r.id, ())), "passed": r.id in passing}) for r in ranked
    ]
    return with_quotas(marked, articles or {}, top_k, designs=designs or {}, trials=trials, today=today)


def _relevance(ranked: RankedArticle) -> float:
    """What a threshold is held against: the cross-encoder's score, else the cosine similarity."""
    read = ranked.components.cross_encoder
    return ranked.components.cosine if read is None else read
