"""The score after the evidence against what became of a pair: graded and scored by the product's own rules.

What belongs here: which evidence counts on a pair's day, the call of the stage's own assessment, and the results as
JSON, table and rows. No rule of its own: a change of the product's rules changes the figures by itself. The form of the
JSON is documented in ``docs/scoring.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from ...domain.articles import Article
from ...domain.assessment import EvidenceScore, PartName
from ...domain.diseases import Disease, NameMethod, NormalizedName
from ...domain.drugs import DrugProfile
from ...domain.evidence import PoolEntry, RankedArticle, RankingComponents
from ...domain.readings import ReadFailure
from ...domain.runs import Progress
from ...domain.trials import Trial, TrialMatch
from ...pipeline.candidate_names import brief_names
from ...pipeline.stages.article_readings import read_records
from ...pipeline.stages.assessments import DrugEvidence, candidate_inputs
from ...reading.reader_protocol import ArticleToRead
from ...reading.readers import read, reader
from ...reading.verifier.pair_statements import Given, verify
from ...rules.as_of import article_as_of, article_day, known_on, trial_as_of
from ...rules.assessment.harms import DrugFacts
from ...rules.assessment.scoring.candidate_score import score_candidate
from ...rules.assessment.scoring.weights import EvidenceWeights
from ...rules.language.mentions import Pair
from ...rules.trials.trial_matching import match
from ...settings import Settings
from ...synthesis.extractive import ExtractiveSynthesizer
from ...synthesis.synthesizer import PairLiterature
from ..figure_files import json_lines, json_text, write_files
from ..shares import Interval
from .score_figures import JudgedFigure, Separation, Telling, separation
from .score_folder import EndedPair, KnownEnd, ScoreFolder, bare_candidate, read_score_folder

TOTAL: Final = "whole score"
ARTICLES: Final = "number of articles"
"""A baseline: it reads nothing."""
FIGURES: Final = (TOTAL, *(part.value for part in PartName), ARTICLES)
_PATHS: Final = (PartName.TARGET_PATH, PartName.CLASS_PATH, PartName.USE_PATH)
_NO_PLACE: Final = RankingComponents(cosine=0.0, lexical=0.0, cosine_normalized=0.0, lexical_normalized=0.0, fused=0.0)


class CountedEvidence(NamedTuple):
    """What of a pair's evidence counts on its day."""

    articles: tuple[Article, ...]
    trials: tuple[Trial, ...]
    by_search: int
    """Articles that only a search limited to the day dates."""
    articles_left_out: int
    """Later than the day, or without a date."""
    trials_left_out: int


class ScoredPair(NamedTuple):
    """A pair and what the product makes of it."""

    pair: EndedPair
    evidence: CountedEvidence
    score: EvidenceScore

    @property
    def figures(self) -> dict[str, float]:
        """The figures that the pair has, by name: a part that nobody looked at is missing."""
        values = {part.name: part.value for part in self.score.parts}
        asked = {
            **dict.fromkeys(_PATHS, self.pair.candidate is not None),
            PartName.LITERATURE: self.pair.articles is not None,
            PartName.TRIALS: self.pair.trials is not None,
            PartName.SAFETY: self.pair.profile is not None,
        }
        figures = {TOTAL: self.score.total} | {name.value: values[name] for name in PartName if asked[name]}
        if self.pair.articles is not None:
            figures[ARTICLES] = float(len(self.evidence.articles))
        return figures

    def as_row(self) -> dict[str, Any]:
        """The pair's line of ``pairs.jsonl``."""
        pair = self.pair
        return {
            "id": pair.id,
            "drug": pair.drug_names[0],
            "disease": pair.disease_names[0],
            "end": pair.end.value,
            "day": pair.day.isoformat() if pair.day else None,
            "figures": self.figures,
            "points": {part.name.value: part.points for part in self.score.parts},
        }


class ScoreEvaluation(NamedTuple):
    """All pairs of one folder, scored."""

    name: str
    pairs: tuple[ScoredPair, ...]
    figures: Mapping[str, Separation]
    """By name, see ``FIGURES``; over all pairs that have the figure."""
    speaking: Mapping[str, Separation]
    """The same over the pairs for which the figure is not 0."""
    of_new_uses: Mapping[str, Separation]
    """The same over pairs whose drug had been given for another disease before the day and not for this one, which is
    what the product is asked about; empty where the folder does not say which these are."""

    def as_json(self) -> dict[str, Any]:
        """``pairs``, ``evidence``, ``figures`` and ``figures_of_new_uses``; see docs/scoring.md."""
        ends, evidence = Counter(scored.pair.end for scored in self.pairs), [scored.evidence for scored in self.pairs]
        figures = {name: figure.as_json() | {"tells": figure.telling.value} for name, figure in self.figures.items()}
        new = {name: figure.as_json() | {"tells": figure.telling.value} for name, figure in self.of_new_uses.items()}
        return {
            "pairs": {
                "all": len(self.pairs),
                **{end.value: ends[end] for end in KnownEnd},
                "drugs": len({scored.pair.drug_id for scored in self.pairs}),
                "without_a_day": sum(scored.pair.day is None for scored in self.pairs),
            },
            "evidence": {
                "articles": sum(len(counted.articles) for counted in evidence),
                "dated_by_search": sum(counted.by_search for counted in evidence),
                "articles_left_out": sum(counted.articles_left_out for counted in evidence),
                "trials": sum(len(counted.trials) for counted in evidence),
                "trials_left_out": sum(counted.trials_left_out for counted in evidence),
            },
            "figures": {
                name: figure | {"where_not_zero": self.speaking[name].as_json()} for name, figure in figures.items()
            },
            "figures_of_new_uses": new,
        }


def evaluate_score(folder: Path, settings: Settings, observe: Progress = lambda *_: None) -> ScoreEvaluation:
    """Grade and score every pair of the folder; no network, no database.

    Every article that counts is graded, where a run grades the best alone; statements are chosen word for word.

    Args:
        folder: in the form of docs/scoring.md.
        settings: weights of the score.
        observe: told what is being done.

    Raises:
        PermanentFailure: the folder is not of that form.
    """
    data = read_score_folder(folder)
    scored = []
    for done, pair in enumerate(data.pairs, start=1):
        scored.append(score_pair(pair, data, settings.evidence_weights))
        observe("scoring pairs", done, len(data.pairs))
    judged, new_uses = _judged(scored), _judged(each for each in scored if each.pair.new_use)
    looked = any(pair.new_use is not None for pair in data.pairs)
    return ScoreEvaluation(
        name=data.name,
        pairs=tuple(scored),
        figures={name: separation(of_name) for name, of_name in judged.items()},
        speaking={name: separation([f for f in of_name if f.value != 0]) for name, of_name in judged.items()},
        of_new_uses={name: separation(of_name) for name, of_name in new_uses.items()} if looked else {},
    )


def _judged(scored: Iterable[ScoredPair]) -> dict[str, list[JudgedFigure]]:
    """The figures of the pairs by name; a pair that has a figure not is missing there."""
    judged: dict[str, list[JudgedFigure]] = {name: [] for name in FIGURES}
    for each in scored:
        approved = each.pair.end is KnownEnd.APPROVED
        for name, value in each.figures.items():
            judged[name].append(JudgedFigure(each.pair.drug_id, approved, value, each.pair.day))
    return judged


def score_pair(pair: EndedPair, folder: ScoreFolder, weights: EvidenceWeights) -> ScoredPair:
    """What the product makes of the pair's evidence that counts."""
    evidence = counted_evidence(pair, folder)
    candidate = pair.candidate or bare_candidate(Disease(id=pair.disease_id, name=pair.disease_names[0]))
    material = _material(pair, candidate.disease.id, evidence, weights)
    inputs = candidate_inputs(material, candidate, _name(pair))
    return ScoredPair(pair, evidence, score_candidate(inputs, weights))


def counted_evidence(pair: EndedPair, folder: ScoreFolder) -> CountedEvidence:
    """The pair's evidence from before its day, by the rules of a run as of the day before."""
    articles = [folder.articles[i] for i in pair.articles or ()]
    trials = [folder.trials[i] for i in pair.trials or ()]
    if pair.day is None:
        return CountedEvidence(tuple(articles), tuple(trials), 0, 0, 0)
    as_of = pair.day - timedelta(days=1)
    kept = [article_as_of(a, as_of) for a in articles if _is_before(a, as_of, pair)]
    seen = [known for trial in trials if (known := trial_as_of(trial, as_of)) is not None]
    return CountedEvidence(
        articles=tuple(kept),
        trials=tuple(seen),
        by_search=sum(article_day(article) is None for article in kept),
        articles_left_out=len(articles) - len(kept),
        trials_left_out=len(trials) - len(seen),
    )


def _is_before(article: Article, as_of: date, pair: EndedPair) -> bool:
    day = article_day(article)
    return article.id in pair.dated_by_search if day is None else known_on(day, as_of)


# ------------------------------------------------------------------------------------------------ one pair
def _name(pair: EndedPair) -> NormalizedName:
    first, *others = pair.disease_names
    return NormalizedName(
        disease_id=pair.disease_id,
        disease_name=first,
        term=first,
        mesh_id=pair.mesh_id,
        method=NameMethod.CROSS_REFERENCE if pair.mesh_id else NameMethod.ORIGINAL,
        confidence=1.0,
        synonyms=tuple(others),
    )


def _material(pair: EndedPair, disease_id: str, evidence: CountedEvidence, weights: EvidenceWeights) -> DrugEvidence:
    """What a run's store would hold of the pair."""
    name, names = _name(pair), pair.drug_names
    articles = {article.id: article for article in evidence.articles}
    matches = [m for trial in evidence.trials if (m := match(trial, names, name)) is not None]
    profile = pair.profile or DrugProfile(slug="", query=names[0], chembl_id=pair.drug_id, name=names[0])
    asked = [ArticleToRead(article, (brief_names(profile, name),)) for article in evidence.articles]
    made = [reading for of_one in read(reader(), asked) if not isinstance(of_one, ReadFailure) for reading in of_one]
    readings = {reading.article_id: reading for reading in made}
    located = PairLiterature(evidence.articles, readings, len(articles))
    draft = ExtractiveSynthesizer().literature(names, name, located)
    return DrugEvidence(
        drug=DrugFacts(profile=profile, names=names),
        weights=weights,
        pools={disease_id: [PoolEntry(article_id=i, found_by=()) for i in articles]},
        articles=articles,
        ranked={disease_id: _ranked(evidence.articles)},
        trials={disease_id: _in_order(matches)},
        checks={},
        gone=frozenset(),
        literature={disease_id: verify(draft, Given(Pair.of(names, name), articles))},
        of_trials={},
        readings={disease_id: readings},
        records={disease_id: read_records(name, matches, evidence.articles, readings, names)},
    )


def _ranked(articles: Sequence[Article]) -> list[RankedArticle]:
    """All articles as a ranking hands them on, in the folder's order: every one of them is graded."""
    return [
        RankedArticle(
            id=article.id,
            pmid=article.pmid,
            rank=place,
            score=0.0,
            components=_NO_PLACE,
            in_top_k=True,
            names_drug=True,
            names_disease=True,
            why="",
        )
        for place, article in enumerate(articles, start=1)
    ]


def _in_order(matches: Iterable[TrialMatch]) -> list[TrialMatch]:
    return sorted(matches, key=lambda m: (-m.trial.phase_number, m.trial.nct_id))


# ------------------------------------------------------------------------------------------------ results
HEADINGS: Final = ("figure", "AUROC", "same years", "approved : failed", "0 for", "where not 0", "it tells")


def table_rows(evaluation: ScoreEvaluation) -> list[tuple[str, ...]]:
    """One row of words per figure, under ``HEADINGS``; those of new uses alone after those of all pairs."""
    return [
        *(_row(name, figure, evaluation.speaking[name]) for name, figure in evaluation.figures.items()),
        *(_row(f"{name}, new uses", figure, None) for name, figure in evaluation.of_new_uses.items()),
    ]


def _row(name: str, figure: Separation, speaking: Separation | None) -> tuple[str, ...]:
    return (
        name,
        _span_words(figure.auroc),
        _span_words(figure.same_years),
        f"{figure.approved} : {figure.failed}",
        "" if figure.zero is None else f"{100 * figure.zero:.0f} %",
        "" if speaking is None else f"{_span_words(speaking.auroc)} ({speaking.approved} : {speaking.failed})",
        figure.telling.value,
    )


def sentences_on_pairs(evaluation: ScoreEvaluation) -> list[str]:
    """How much was judged and what counted, in plain sentences."""
    values = evaluation.as_json()
    pairs, evidence = values["pairs"], values["evidence"]
    sentences = [
        f"{pairs['all']} pairs of {pairs['drugs']} drugs: {pairs['approved']} approved, {pairs['failed']} failed.",
        f"{evidence['articles']} articles count, {evidence['dated_by_search']} of them dated by a search alone; "
        f"{evidence['articles_left_out']} are later or without a date. {evidence['trials']} trials count; "
        f"{evidence['trials_left_out']} are later or without a date.",
    ]
    if pairs["without_a_day"]:
        sentences.append(
            f"{pairs['without_a_day']} pairs have no day: their evidence counts whatever its date, much of it is from "
            "after the end, which flatters the score."
        )
    mute = [name for name, figure in evaluation.figures.items() if figure.telling in _TELLS_NOTHING]
    if mute:
        sentences.append(f"These tell nothing here: {', '.join(mute)}.")
    return sentences


_TELLS_NOTHING: Final = frozenset({Telling.SILENT, Telling.CHANCE, Telling.YEARS, Telling.FEW, Telling.ONE_END})


def write_score(evaluation: ScoreEvaluation, folder: Path) -> list[Path]:
    """Write the figures as ``score.json`` and ``score.md``, and every pair's as a line of ``pairs.jsonl``.

    Raises:
        PermanentFailure: the folder cannot be written to.
    """
    lines = [HEADINGS, ("---", *["--:"] * (len(HEADINGS) - 2), "---"), *table_rows(evaluation)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in lines)
    sentences = "\n".join(f"* {sentence}" for sentence in sentences_on_pairs(evaluation))
    contents = {
        "score.json": json_text(evaluation.as_json()),
        "score.md": f"# The score against outcomes: {evaluation.name}\n\n{table}\n\n{sentences}\n",
        "pairs.jsonl": json_lines(scored.as_row() for scored in evaluation.pairs),
    }
    return write_files(folder, contents)


def _span_words(span: Interval | None) -> str:
    return span.words if span else "none"
