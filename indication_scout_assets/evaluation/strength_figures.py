"""``scout eval strength``: the rule's word for a drug in a disease, held against published GRADE judgements.

What belongs here: the form of a judgement, the evidence that the rule is given, and counting the two words against
each other. The evidence are the articles that PubMed has on the pair, read by the bundled reader, without the review
that was judged; no registered trial is asked for, so that masking, stops and unreported trials are not known.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ..domain.base import Value
from ..domain.findings.assessment import EvidenceStrength, StrengthOfEvidence
from ..domain.findings.readings import PairNames, RecordReadings
from ..domain.findings.statements import Polarity
from ..domain.outcomes import PermanentFailure
from ..domain.records.articles import Article
from ..domain.runs import Progress
from ..pipeline.resources.source_bench import SourceBench, exchanges_of
from ..reading.readers import names_alone, read_one
from ..rules.assessment.direction import studies_of_pair
from ..rules.assessment.grading.grade import PriorReadings, grade_all
from ..rules.assessment.strength import BodyFacts, strength_of
from ..rules.literature.pubmed_query import pubmed_query
from ..settings import Settings
from .halves import half_of_name
from .judged_sets import FOLDER, Names, read_rows
from .readings.judged_reader import normalized
from .shares import RESAMPLES, SEED, Share, of_those

JUDGEMENTS: Final = FOLDER / "strength_judgements.csv"
_WORDS: Final = tuple(EvidenceStrength)


class StrengthJudgement(Value):
    """What a published review says of the certainty of the evidence for a drug in a disease."""

    review: str
    """DOI, or PMID."""
    drug: str
    drug_names: Names = ()
    """Other names of the drug."""
    disease: str
    disease_names: Names = ()
    """Other names of the disease."""
    comparator: str
    word: EvidenceStrength
    """Of the first efficacy outcome against this comparator."""
    benefit: bool
    """Whether that outcome is better with the drug, by an interval that excludes no effect."""
    labelled_by: str = ""
    labelled_on: date


class ComparedStrength(NamedTuple):
    """A judgement, and what the rule says of the same pair."""

    judged: StrengthJudgement
    articles: int
    """Found for the pair and read."""
    strength: StrengthOfEvidence | None

    @property
    def steps(self) -> int:
        """By how many words the rule's is higher, negative where it is lower; 0 where it has none."""
        return _WORDS.index(self.judged.word) - _WORDS.index(self.strength.word) if self.strength else 0

    def as_json(self) -> dict[str, Any]:
        strength = self.strength
        return {
            "review": self.judged.review,
            "drug": self.judged.drug,
            "disease": self.judged.disease,
            "published": self.judged.word.value,
            "ours": strength.word.value if strength else None,
            "direction": strength.direction.value if strength else None,
            "articles": self.articles,
            "steps": [step.model_dump(mode="json") for step in strength.steps] if strength else [],
        }


class StrengthEvaluation:
    """Judged pairs, compared; figures are of those to which the rule gives a word."""

    def __init__(self, compared: Sequence[ComparedStrength]) -> None:
        self.judged, self.pairs = len(compared), [pair for pair in compared if pair.strength]
        self._all = compared

    @property
    def shares(self) -> Mapping[str, Share]:
        """By what is counted."""
        better = [pair for pair in self.pairs if pair.judged.benefit]
        return {
            "the same word": of_those([pair.steps == 0 for pair in self.pairs]),
            "within one step": of_those([abs(pair.steps) <= 1 for pair in self.pairs]),
            "higher than published": of_those([pair.steps > 0 for pair in self.pairs]),
            "lower than published": of_those([pair.steps < 0 for pair in self.pairs]),
            "benefit where published": of_those(
                [p.strength.direction is Polarity.SUPPORTS for p in better if p.strength]
            ),
        }

    @cached_property
    def kappa(self) -> tuple[float, float, float] | None:
        """Linearly weighted kappa with its 95 % bootstrap interval over drugs; ``None`` with fewer than two drugs."""
        by_drug: dict[str, list[tuple[int, int]]] = {}
        for pair in self.pairs:
            place = _WORDS.index(pair.judged.word)
            by_drug.setdefault(pair.judged.drug, []).append((place, place - pair.steps))
        if len(by_drug) < 2:
            return None
        groups = [np.array(places) for places in by_drug.values()]
        draws = np.random.default_rng(SEED).integers(0, len(groups), size=(RESAMPLES, len(groups)))
        drawn = [weighted_kappa(np.concatenate([groups[n] for n in draw])) for draw in draws]
        low, high = np.nanpercentile(drawn, [2.5, 97.5])
        return weighted_kappa(np.concatenate(groups)), float(low), float(high)

    @property
    def confusion(self) -> list[list[str]]:
        """A row for each published word, then how often the rule gives each, the highest first."""
        counted = Counter((pair.judged.word, pair.strength.word) for pair in self.pairs if pair.strength)
        return [[word.value, *(str(counted[word, ours]) for ours in _WORDS)] for word in _WORDS]

    def as_json(self) -> dict[str, Any]:
        """The figures and every pair; see docs/reference/verbs-json.md."""
        return {
            "judged": self.judged,
            "compared": len(self.pairs),
            **{name.replace(" ", "_"): share.as_json() for name, share in self.shares.items()},
            "weighted_kappa": [round(value, 3) for value in self.kappa] if self.kappa else None,
            "pairs": [pair.as_json() for pair in self._all],
        }


def weighted_kappa(places: np.ndarray[Any, np.dtype[Any]]) -> float:
    """Cohen's kappa with linear weights (Psychol Bull 1968; 70: 213).

    Args:
        places: shape (n, 2), two raters' words as places 0 to 3. Not a number where both always give the same one.
    """
    seen = np.abs(places[:, 0] - places[:, 1]).mean()
    by_chance = np.abs(places[:, 0][:, None] - places[:, 1][None, :]).mean()
    return float(1 - seen / by_chance) if by_chance else float("nan")


def evaluate_strength(
    settings: Settings,
    path: Path = JUDGEMENTS,
    *,
    half: int | None = None,
    limit: int = 100,
    observe: Progress = lambda *_: None,
) -> StrengthEvaluation:
    """Give the rule what PubMed has on every judged pair, and compare; no database is needed.

    Args:
        settings: whose PubMed is asked; answers are kept in the workspace's exchange cache.
        path: judgements, one a line.
        half: only drugs of this half, 0 or 1; see ``halves``.
        limit: articles of a pair that are read, the most relevant by PubMed's order.
        observe: told how many pairs are read.

    Raises:
        PermanentFailure, TransientFailure: the file is not of the form, or PubMed does not answer.
    """
    rows = [row for row in read_rows(path, StrengthJudgement) if half in (None, half_of_name(row.drug))]
    if not rows:
        raise PermanentFailure(f"{path} has no judgement of half {half}.")
    compared = []
    for number, (row, articles) in enumerate(zip(rows, asyncio.run(_articles(settings, rows, limit)), strict=True)):
        observe("pairs", number, len(rows))
        compared.append(_compared(row, articles))
    return StrengthEvaluation(compared)


async def _articles(settings: Settings, rows: Sequence[StrengthJudgement], limit: int) -> list[list[Article]]:
    """Of each pair what PubMed finds, without the review that was judged."""
    pools = []
    async with SourceBench(settings, exchanges_of(settings)).sources() as sources:
        for row in rows:
            query = pubmed_query((row.drug, *row.drug_names), normalized(_names(row)))
            pmids = (await sources.pubmed.search(query, limit)).ids
            articles = (await sources.pubmed.fetch(pmids)).articles.values() if pmids else ()
            pools.append([article for article in articles if row.review not in (article.doi, article.pmid)])
    return pools


def _names(row: StrengthJudgement) -> PairNames:
    return names_alone((row.drug, *row.drug_names), (row.disease, *row.disease_names))


def _compared(row: StrengthJudgement, articles: Sequence[Article]) -> ComparedStrength:
    pair = _names(row)
    readings = {article.id: read_one(article, pair) for article in articles}
    before = PriorReadings(readings, RecordReadings(disease_id=row.disease), checks={}, literature=None)
    studies = studies_of_pair(grade_all(articles, (), pair, before), (), ())
    effects = {key: reading.of_pair.effects for key, reading in readings.items()}
    return ComparedStrength(row, len(articles), strength_of(studies, BodyFacts(effects)))
