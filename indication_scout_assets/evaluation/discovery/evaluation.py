"""The product's candidates against what happened later: every list of a folder made, judged, and put in figures.

What belongs here: which lists are made for which answers, the baselines, and the results as JSON, table and picture.
The form of the JSON is documented in ``docs/discovery.md``.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from ...domain.candidates import Candidate, UseEvidence
from ...domain.outcomes import PermanentFailure
from ...domain.runs import Progress
from ...rules.candidates import odds
from ...rules.candidates.use_path import used
from ...settings import Settings
from ..rankings.metrics import SEED
from ..rankings.picture import Estimate, Panel, ranking_markdown, ranking_plot
from ..results import write_files
from .figures import (
    DISCOVERY_METRICS,
    JudgedList,
    ShownList,
    difference,
    figures_of_lists,
    interval,
    separations,
    shown_list,
)
from .folder import DiscoveryFolder, LaterUse, read_discovery_folder
from .odds_fitting import JudgedPair, band_figures, pairs_of_day
from .snapshot import PATHS, CandidatePath, FieldSnapshot, day_of, ranked_lists, year_of

PRODUCT: Final = "product"
BY_LIKENESS: Final = "likeness"
BY_ODDS: Final = "odds"
BASELINE: Final = "popularity"
CHANCE: Final = "random"
_SAME_DAY: Final = 0.01
"""Years: the half-year of the answers, 2015.5, and 2015-07-01, which is 2015.496, are one day."""
Judged = Mapping[str, Sequence[JudgedList]]
"""Lists by the name of what made them: the product, each path, the baselines."""


@dataclass(frozen=True)
class DiscoveryEvaluation:
    """All lists of one folder, judged."""

    name: str
    outcomes: Judged
    entries: Judged
    lists: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    bands: tuple[Mapping[str, Any], ...] = field(default=())
    """Odds that the product gives against what happened among the entries; none without entries."""
    auroc: Mapping[str, float] = field(default_factory=dict)
    """By kind of answer: which drug was tried in a disease, by the order that the product gives the drugs of a disease
    (``rules.candidates.drug_order``); the mean over answers, see ``figures``."""
    auroc_of_odds: Mapping[str, float] = field(default_factory=dict)
    """The same by the odds of each drug's own list."""

    def as_json(self) -> dict[str, Any]:
        """``outcomes`` and ``entries`` by name, ``lists``, ``bands``; see docs/discovery.md."""
        return {
            "outcomes": {name: _figures(lists) for name, lists in self.outcomes.items()},
            "entries": {name: _figures(lists) for name, lists in self.entries.items()},
            "lists": dict(self.lists),
            "bands": [dict(band) for band in self.bands],
            "auroc_by_disease": dict(self.auroc),
            "auroc_by_disease_odds": dict(self.auroc_of_odds),
        }


def evaluate_discovery(
    folder: Path,
    settings: Settings,
    *,
    as_of: date | None = None,
    paths: Sequence[str] = (),
    observe: Progress = lambda *_: None,
) -> DiscoveryEvaluation:
    """Judge the product on the folder's answers; no network, no database.

    Args:
        folder: in the form of docs/discovery.md.
        settings: weights of the formula and how many directions are looked up.
        as_of: only the answers of this day; all days where it is not given.
        paths: names of the only paths the product may use; all where it is empty.
        observe: told what is being done.

    Raises:
        PermanentFailure: the folder is not of that form, or has no answers of that day.
    """
    data = read_discovery_folder(folder)
    chosen = [path for path in PATHS if not paths or path.name in paths]
    groups = {"outcomes": _of_day(data.outcomes, as_of), "entries": _of_day(data.entries, as_of)}
    days = sorted({answer.as_of for answers in groups.values() for answer in answers})
    if not days:
        raise PermanentFailure(f"{folder} has no answers as of {as_of}; it has those of {_days_there(data)}.")
    judged: dict[str, dict[str, list[JudgedList]]] = {name: defaultdict(list) for name in groups}
    shown: dict[float, list[ShownList]] = {}
    choices: dict[float, int] = {}
    pairs: list[JudgedPair] = []
    separated: dict[str, dict[str, list[float]]] = {by: {name: [] for name in groups} for by in (BY_LIKENESS, BY_ODDS)}
    for day in days:
        snapshot = FieldSnapshot(data, day, settings.candidate_weights, settings.direction_lookups)
        choices[day] = len(snapshot.open_diseases)
        of_day = {name: _by_drug(a for a in answers if a.as_of == day) for name, answers in groups.items()}
        shown[day] = _judge_day(snapshot, chosen, of_day, judged, separated, observe)
        pairs += pairs_of_day(snapshot)
    return DiscoveryEvaluation(
        name=data.name,
        outcomes=judged["outcomes"],
        entries=judged["entries"],
        lists=figures_of_lists(shown, choices),
        notes=_notes(data),
        bands=tuple(band_figures(pairs)) if pairs else (),
        auroc=_means(separated[BY_LIKENESS]),
        auroc_of_odds=_means(separated[BY_ODDS]),
    )


def _days_there(data: DiscoveryFolder) -> str:
    """The days of a folder's answers, for a message."""
    return ", ".join(sorted({day_of(answer.as_of).isoformat() for answer in (*data.outcomes, *data.entries)}))


def write_discovery(evaluation: DiscoveryEvaluation, folder: Path) -> list[Path]:
    """Write the figures as ``discovery.json``, ``discovery.md`` and one picture per kind of answers.

    Raises:
        PermanentFailure: the folder cannot be written to.
    """
    contents = {"discovery.json": json.dumps(evaluation.as_json(), ensure_ascii=False, indent=2) + "\n"}
    tables = []
    for kind, judged in judged_kinds(evaluation):
        panels, note = panels_of(judged), summary(judged)
        title = f"Candidates on {evaluation.name}: {kind}"
        tables.append(ranking_markdown(title, [f"{note}."], panels, "drugs"))
        contents[f"{kind}.svg"] = ranking_plot(title, note, panels, "drugs") + "\n"
    sentences = [*sentences_on_lists(evaluation.lists), *sentences_on_odds(evaluation), *evaluation.notes]
    contents["discovery.md"] = "\n".join([*tables, *(f"* {sentence}" for sentence in sentences)]) + "\n"
    return write_files(folder, contents)


def judged_kinds(evaluation: DiscoveryEvaluation) -> list[tuple[str, Judged]]:
    """Outcomes and entries, those there are."""
    kinds = (("outcomes", evaluation.outcomes), ("entries", evaluation.entries))
    return [(kind, judged) for kind, judged in kinds if judged]


def panels_of(judged: Judged) -> list[Panel]:
    """One panel a metric; differences are to the list of popular diseases."""
    return [
        Panel(
            metric.title,
            tuple(
                Estimate(
                    name,
                    interval(lists, metric),
                    None if name == BASELINE else difference(lists, judged[BASELINE], metric),
                )
                for name, lists in judged.items()
            ),
            1.0,
        )
        for metric in DISCOVERY_METRICS
    ]


def summary(judged: Judged) -> str:
    """How much was judged, in words."""
    lists = judged[PRODUCT]
    answers, drugs = sum(len(each.answers) for each in lists), len({each.drug for each in lists})
    empty = sum(not each.ranking for each in lists)
    return f"{answers} diseases of {drugs} drugs in {len(lists)} lists, {empty} of them empty"


def sentences_on_lists(lists: Mapping[str, Any]) -> list[str]:
    """The figures of the lists as the product shows them, in plain sentences."""
    return [
        f"All {lists['lists']} lists of the product: {lists['places']} places in the tens, {lists['empty']} empty.",
        f"Entropy {lists['entropy']:.3f} (1: even); the commonest disease"
        + (f", {lists['commonest']}," if lists["commonest"] else "")
        + f" is in {100 * lists['commonest_share']:.1f} % of a day's lists.",
        f"Ties {100 * lists['ties']:.1f} % of places; wrong direction {lists['wrong_direction']}; "
        f"the drug's own trials or their kin {lists['own_trials']}.",
    ]


def sentences_on_odds(evaluation: DiscoveryEvaluation) -> list[str]:
    """The bands against what happened, and how well drugs are told apart, in plain sentences."""
    return [
        *(
            f"AUROC by disease, {kind}: {value:.3f} by the likeness that orders the drugs of a disease, "
            f"{evaluation.auroc_of_odds[kind]:.3f} by the odds."
            for kind, value in evaluation.auroc.items()
        ),
        *(
            f"Band {row['band']}: {row['pairs']} pairs, {row['expected']:.0f} expected, {row['seen']} seen"
            + (f" ({row['ratio']:.2f})." if row["ratio"] is not None else ".")
            for row in evaluation.bands
        ),
    ]


# ------------------------------------------------------------------------------------------------ making the lists
def _judge_day(
    snapshot: FieldSnapshot,
    paths: Sequence[CandidatePath],
    answers: Mapping[str, Mapping[str, Sequence[LaterUse]]],
    judged: Mapping[str, dict[str, list[JudgedList]]],
    separated: Mapping[str, Mapping[str, list[float]]],
    observe: Progress,
) -> list[ShownList]:
    """Make the lists of one day; the lists shown of all drugs come back.

    Those with answers are added to ``judged``, how well each answer's drug is told from others to ``separated``.
    """
    chances: dict[str, dict[str, float]] = {}
    asked = {answer.disease for of_drug in answers.values() for own in of_drug.values() for answer in own}
    with_answers = {drug for of_drug in answers.values() for drug in of_drug}
    drugs, shown = sorted(with_answers | set(snapshot.drugs_with_a_list)), []
    popular = sorted(snapshot.open_diseases, key=lambda d: (-snapshot.drug_counts[d], d))
    for done, drug in enumerate(drugs, start=1):
        alone = [[path] for path in paths] if drug in with_answers else []
        candidates, *by_path = ranked_lists(snapshot, drug, [paths, *alone])
        kin = snapshot.kin(drug)
        if drug in with_answers or snapshot.has_a_future(drug):
            chances[drug] = _chances(snapshot, drug, candidates, asked)
        shown.append(shown_list(candidates, kin))
        if drug in with_answers:
            rankings = {
                PRODUCT: [candidate.disease.id for candidate in candidates],
                **{path.name: [c.disease.id for c in own] for path, own in zip(paths, by_path, strict=True)},
                BASELINE: popular,
                CHANCE: _shuffled(snapshot, drug),
            }
            for kind, of_drug in answers.items():
                slim = snapshot.folder.slim if kind == "entries" else None
                for name, ranking in rankings.items() if drug in of_drug else ():
                    judged[kind][name].append(_judged_list(snapshot, drug, of_drug[drug], ranking, kin, slim))
        observe(f"lists as of {day_of(snapshot.as_of)}", done, len(drugs))
    scores = {BY_LIKENESS: snapshot.likeness(chances, asked), BY_ODDS: chances}
    for kind, of_drug in answers.items():
        came, left_out = snapshot.came_and_left_out([answer for own in of_drug.values() for answer in own], chances)
        for by, of_kind in separated.items():
            of_kind[kind].extend(separations(scores[by], came, left_out))
    return shown


def _chances(
    snapshot: FieldSnapshot, drug: str, candidates: Iterable[Candidate], diseases: Iterable[str]
) -> dict[str, float]:
    """The odds of each of the diseases for the drug: what may be compared between drugs, unlike the total."""
    listed = {candidate.disease.id: candidate for candidate in candidates}
    own_uses = len(used(snapshot.profile(drug).indications))
    chances = {}
    for disease in diseases:
        candidate = listed.get(disease)
        use, class_path = (candidate.use, candidate.score.class_path) if candidate else (UseEvidence(), 0.0)
        chances[disease] = odds.probability(use, class_path, snapshot.drug_counts.get(disease, 0), own_uses)
    return chances


def _judged_list(
    snapshot: FieldSnapshot,
    drug: str,
    answers: Sequence[LaterUse],
    ranking: Iterable[str],
    kin: Set[str],
    slim: Set[str] | None,
) -> JudgedList:
    """The list with what cannot be judged left out; an answer is judged whatever the folder's kin says."""
    wanted = frozenset(answer.disease for answer in answers)
    left_out = (kin | snapshot.undecided(drug, max(answer.until for answer in answers))) - wanted
    kept = (d for d in ranking if d not in left_out and (slim is None or d in slim))
    return JudgedList(drug, tuple(kept), wanted)


def _shuffled(snapshot: FieldSnapshot, drug: str) -> list[str]:
    """All diseases in an order that chance gives, the same whenever it is asked for."""
    diseases = list(snapshot.open_diseases)
    random.Random(f"{SEED} {snapshot.as_of} {drug}").shuffle(diseases)  # noqa: S311 - a baseline, no secret
    return diseases


def _of_day(answers: Sequence[LaterUse], as_of: date | None) -> list[LaterUse]:
    if as_of is None:
        return list(answers)
    return [answer for answer in answers if abs(answer.as_of - year_of(as_of)) < _SAME_DAY]


def _by_drug(answers: Iterable[LaterUse]) -> dict[str, list[LaterUse]]:
    by_drug: dict[str, list[LaterUse]] = defaultdict(list)
    for answer in answers:
        by_drug[answer.drug].append(answer)
    return by_drug


def _means(values: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {kind: fmean(of_kind) for kind, of_kind in values.items() if of_kind}


def _notes(data: DiscoveryFolder) -> tuple[str, ...]:
    notes = []
    if not data.diseases:
        notes.append(
            "The folder has no ontology: kin of known uses are not recognised, nor diseases that are too broad."
        )
    if not data.evidence:
        notes.append("The folder has no evidence on targets: the target path finds nothing, no direction is known.")
    return tuple(notes)


# ------------------------------------------------------------------------------------------------ figures
def _figures(lists: Sequence[JudgedList]) -> dict[str, Any]:
    """All metrics by key, and the interval of each; ``low`` and ``high`` are those of recall at 10."""
    spans = {metric.key: interval(lists, metric) for metric in DISCOVERY_METRICS}
    first = spans[DISCOVERY_METRICS[0].key]
    return {
        **{key: span.mean for key, span in spans.items()},
        "low": first.low,
        "high": first.high,
        "intervals": {key: [span.low, span.high] for key, span in spans.items()},
        "answers": sum(len(judged.answers) for judged in lists),
        "drugs": len({judged.drug for judged in lists}),
        "lists": len(lists),
        "empty": sum(not judged.ranking for judged in lists),
    }
