"""The product's candidates against what happened later: every list of a folder made, judged, and put in figures.

What belongs here: which lists are made for which answers, the baselines, and the results as JSON and table.
The form of the JSON is documented in ``docs/developers/discovery.md``.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from ...domain.candidates import Candidate, UseEvidence
from ...domain.outcomes import PermanentFailure
from ...domain.runs import Progress
from ...rules.candidates import odds
from ...rules.candidates.use_path import used
from ...settings import Settings
from ..figure_files import json_text, write_files
from ..rankings.comparison_tables import Panel, ranking_markdown
from ..shares import SEED
from .discovery_figures import (
    DISCOVERY_METRICS,
    JudgedList,
    ShownList,
    figures_by_drug,
    figures_of_lists,
    separations,
    shown_list,
)
from .discovery_folder import DiscoveryFolder, LaterUse, day_of, read_discovery_folder, year_of
from .odds_fitting import JudgedPair, band_figures, pairs_of_day
from .snapshot import PATHS, CandidatePath, FieldSnapshot, ranked_lists
from .split_figures import DayLists, figures_by_part, part_rows

KINDS: Final = ("outcomes", "entries")
"""Of answers."""
PRODUCT, REPORTED, BASELINE, CHANCE = "product", "with_a_reason", "popularity", "random"
"""The product orders every disease, as the matrix stores it; a report lists those with a reason."""
FURTHER_DAYS: Final = frozenset({2008.0, 2012.0})
"""Days beside those of the answers, judged by the answers that first came after them."""
_SAME_DAY: Final = 0.01
"""Years: the half-year of the answers, 2015.5, and 2015-07-01, which is 2015.496, are one day."""
Judged = Mapping[str, Sequence[JudgedList]]
"""Lists by the name of what made them: the product, each path, the baselines."""


@dataclass(frozen=True)
class DiscoveryEvaluation:
    """All lists of one folder, judged."""

    name: str
    judged: Mapping[str, Judged]
    """By kind of answers; empty where the folder has none of that kind."""
    lists: Mapping[str, Any]
    bands: Sequence[Mapping[str, Any]]
    """Odds that the product gives against what happened among the entries; none without entries."""
    auroc: Mapping[str, Mapping[str, float]]
    """Which drug was tried in a disease: the mean over answers, see ``figures.separations``; by ``auroc_by_disease``
    (the order that the product gives the drugs of a disease) or ``auroc_by_disease_odds``, and by kind."""
    parts: Sequence[Mapping[str, Any]]
    """Recall by day and by split of the drugs, with answers as they are and shuffled; see ``split_figures``."""
    notes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """``outcomes`` and ``entries`` by name, ``lists``, ``bands``; see docs/developers/discovery.md."""
        figures: dict[str, Any] = {kind: {} for kind in KINDS}
        for kind, judged, panels in self.kinds:
            figures[kind] = {name: _figures(name, lists, panels) for name, lists in judged.items()}
        return {**figures, "lists": dict(self.lists), "bands": list(self.bands), "parts": self.parts, **self.auroc}

    @cached_property
    def kinds(self) -> list[tuple[str, Judged, list[Panel]]]:
        """Outcomes and entries, those there are, with one panel a metric."""
        return [(kind, judged, _panels(judged)) for kind, judged in self.judged.items() if judged]

    @property
    def sentences(self) -> list[str]:
        """The lists as the product shows them, the bands, how well drugs are told apart, and what the folder lacks."""
        lists, by_odds = self.lists, self.auroc["auroc_by_disease_odds"]
        return [
            f"All {lists['lists']} lists of the product: {lists['places']} places in the tens, {lists['empty']} empty.",
            f"Entropy {lists['entropy']:.3f} (1: even); the commonest disease"
            + (f", {lists['commonest']}," if lists["commonest"] else "")
            + f" is in {100 * lists['commonest_share']:.1f} % of a day's lists.",
            f"Ties {100 * lists['ties']:.1f} % of places; wrong direction {lists['wrong_direction']}; "
            f"the drug's own trials or their kin {lists['own_trials']}.",
            *(
                f"AUROC by disease, {kind}: {value:.3f} by the likeness that orders the drugs of a disease, "
                f"{by_odds[kind]:.3f} by the odds."
                for kind, value in self.auroc["auroc_by_disease"].items()
            ),
            *(
                f"Band {row['band']}: {row['pairs']} pairs, {row['expected']:.0f} expected, {row['seen']} seen"
                + (f" ({row['ratio']:.2f})." if row["ratio"] is not None else ".")
                for row in self.bands
            ),
            *self.notes,
        ]


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
        folder: in the form of docs/developers/discovery.md.
        settings: weights of the formula and how many directions are looked up.
        as_of: only the answers of this day; all days where it is not given.
        paths: names of the only paths the product may use; all where it is empty.
        observe: told what is being done.

    Raises:
        PermanentFailure: the folder is not of that form, or has no answers of that day.
    """
    data = read_discovery_folder(folder)
    days = sorted({a.as_of for a in data.answers if as_of is None or abs(a.as_of - year_of(as_of)) < _SAME_DAY})
    if not days:
        there = ", ".join(sorted({day_of(answer.as_of).isoformat() for answer in data.answers}))
        raise PermanentFailure(f"{folder} has no answers as of {as_of}; it has those of {there}.")
    made, further = (_Lists([path for path in PATHS if not paths or path.name in paths], observe) for _ in range(2))
    for day in days:
        made.add(FieldSnapshot(data, day, settings.candidate_weights, settings.direction_lookups))
    for day in sorted(FURTHER_DAYS.difference(days)) if as_of is None else ():
        after = data.first_after(day)
        further.judge_only(FieldSnapshot(after, day, settings.candidate_weights, settings.direction_lookups))
    return DiscoveryEvaluation(
        name=data.name,
        judged=made.judged,
        lists=figures_of_lists(made.shown, made.choices),
        bands=band_figures(made.pairs) if made.pairs else (),
        auroc={by: {kind: fmean(own) for kind, own in values.items() if own} for by, values in made.separated.items()},
        parts=figures_by_part([*made.by_day, *further.by_day]),
        notes=_notes(data),
    )


class _Lists:
    """The lists of all days and what they are judged by."""

    def __init__(self, paths: Sequence[CandidatePath], observe: Progress) -> None:
        self._paths, self._observe = paths, observe
        self.judged: dict[str, dict[str, list[JudgedList]]] = {kind: defaultdict(list) for kind in KINDS}
        self.by_day: list[DayLists] = []
        self.shown: dict[float, list[ShownList]] = defaultdict(list)
        self.choices: dict[float, int] = {}
        self.pairs: list[JudgedPair] = []
        self.separated: dict[str, dict[str, list[float]]] = {
            by: {kind: [] for kind in KINDS} for by in ("auroc_by_disease", "auroc_by_disease_odds")
        }

    def add(self, snapshot: FieldSnapshot) -> None:
        """Make and judge the lists of one day."""
        answers = _answers(snapshot)
        asked = {answer.disease for of_kind in answers.values() for answer in of_kind}
        with_answers = {answer.drug for of_kind in answers.values() for answer in of_kind}
        drugs, chances = sorted(with_answers | set(snapshot.drugs_with_a_list)), {}
        for done, drug in enumerate(drugs, start=1):
            alone = [[path] for path in self._paths] if drug in with_answers else []
            candidates, *by_path = ranked_lists(snapshot, drug, [self._paths, *alone])
            reported = [candidate for candidate in candidates if candidate.has_reason]
            if drug in with_answers or snapshot.has_a_future(drug):
                chances[drug] = _chances(snapshot, drug, candidates, asked)
            self.shown[snapshot.as_of].append(shown_list(reported, snapshot.kin(drug)))
            if drug in with_answers:
                self._judge(snapshot, drug, answers, [candidates, reported, *by_path])
            self._observe(f"lists as of {day_of(snapshot.as_of)}", done, len(drugs))
        for values, scores in zip(self.separated.values(), (snapshot.likeness(chances, asked), chances), strict=True):
            for kind, of_kind in answers.items():
                values[kind] += separations(scores, *snapshot.came_and_left_out(of_kind, chances))
        self.choices[snapshot.as_of] = len(snapshot.open_diseases)
        self.pairs += pairs_of_day(snapshot)

    def judge_only(self, snapshot: FieldSnapshot) -> None:
        """Make and judge the lists of the drugs with answers after a further day; nothing else is counted of it."""
        answers = _answers(snapshot)
        drugs = sorted({a.drug for of_kind in answers.values() for a in of_kind if snapshot.known.get(a.drug)})
        for done, drug in enumerate(drugs, start=1):
            self._judge(snapshot, drug, answers, ranked_lists(snapshot, drug, [self._paths]))
            self._observe(f"lists as of {day_of(snapshot.as_of)}", done, len(drugs))

    def _judge(
        self,
        snapshot: FieldSnapshot,
        drug: str,
        answers: Mapping[str, Sequence[LaterUse]],
        made: Sequence[Sequence[Candidate]],
    ) -> None:
        """Judge the lists with what cannot be judged left out; an answer is judged whatever the folder's kin says."""
        names = (PRODUCT, REPORTED, *(path.name for path in self._paths))
        rankings: dict[str, Sequence[str]] = {
            name: [c.disease.id for c in own] for name, own in zip(names, made, strict=False)
        }
        rankings |= {BASELINE: snapshot.popular, CHANCE: _shuffled(snapshot, drug)}
        for kind, of_kind in answers.items():
            own = [answer for answer in of_kind if answer.drug == drug]
            came, left_out = snapshot.came_and_left_out(own, [drug])
            for name, ranking in rankings.items() if own else ():
                closed: Set[str] = left_out[drug] - came[drug]
                kept = (d for d in ranking if d not in closed and (kind != "entries" or d in snapshot.folder.slim))
                self.judged[kind][name].append(JudgedList(drug, tuple(kept), frozenset(came[drug])))
            if own:
                product, popular = self.judged[kind][PRODUCT][-1], self.judged[kind][BASELINE][-1]
                self.by_day.append(DayLists(kind, snapshot.as_of, product, popular))


def _answers(snapshot: FieldSnapshot) -> dict[str, list[LaterUse]]:
    """The answers of the snapshot's day, by kind."""
    of_kinds = zip(KINDS, (snapshot.folder.outcomes, snapshot.folder.entries), strict=True)
    return {kind: [answer for answer in of_kind if answer.as_of == snapshot.as_of] for kind, of_kind in of_kinds}


def _chances(
    snapshot: FieldSnapshot, drug: str, candidates: Iterable[Candidate], diseases: Iterable[str]
) -> dict[str, float]:
    """The odds of each of the diseases for the drug: what may be compared between drugs, unlike the total."""
    listed = {candidate.disease.id: (candidate.use, candidate.score.class_path) for candidate in candidates}
    own_uses, counts = len(used(snapshot.profile(drug).indications)), snapshot.drug_counts
    nothing = (UseEvidence(), 0.0)
    return {d: odds.probability(*listed.get(d, nothing), counts.get(d, 0), own_uses) for d in diseases}


def _shuffled(snapshot: FieldSnapshot, drug: str) -> list[str]:
    """All diseases in an order that chance gives, the same whenever it is asked for."""
    diseases = list(snapshot.open_diseases)
    random.Random(f"{SEED} {snapshot.as_of} {drug}").shuffle(diseases)  # noqa: S311 - a baseline, no secret
    return diseases


def _notes(data: DiscoveryFolder) -> tuple[str, ...]:
    missing = (
        (
            data.diseases,
            "The folder has no ontology: kin of known uses are not recognised, nor diseases that are too broad.",
        ),
        (
            data.evidence,
            "The folder has no evidence on targets: the target path finds nothing, no direction is known.",
        ),
    )
    return tuple(note for there, note in missing if not there)


def _figures(name: str, lists: Sequence[JudgedList], panels: Sequence[Panel]) -> dict[str, Any]:
    """All metrics by key, and the interval of each; ``low`` and ``high`` are those of recall at 10."""
    spans = {metric.key: panel.intervals[name] for metric, panel in zip(DISCOVERY_METRICS, panels, strict=True)}
    first = spans[DISCOVERY_METRICS[0].key]
    return {
        **{key: span.mean for key, span in spans.items()},
        "low": first.low,
        "high": first.high,
        "intervals": {key: [span.low, span.high] for key, span in spans.items()},
        **_counts(lists),
    }


def _counts(lists: Sequence[JudgedList]) -> dict[str, int]:
    return {
        "answers": sum(len(judged.answers) for judged in lists),
        "drugs": len({judged.drug for judged in lists}),
        "lists": len(lists),
        "empty": sum(not judged.ranking for judged in lists),
    }


def _panels(judged: Judged) -> list[Panel]:
    """Differences are to the list of popular diseases; what stands below the line is the same in all lists."""
    panels = []
    for metric in DISCOVERY_METRICS:
        parts = {name: figures_by_drug(lists, metric) for name, lists in judged.items()}
        above, below = {name: of_name[0] for name, of_name in parts.items()}, parts[BASELINE][1]
        panels.append(Panel.of(metric.title, above, BASELINE, 1.0, below))
    return panels


def summary(judged: Judged) -> str:
    """How much was judged, in words."""
    counts = "{answers} diseases of {drugs} drugs in {lists} lists, {empty} of them empty"
    return counts.format(**_counts(judged[PRODUCT]))


def write_discovery(evaluation: DiscoveryEvaluation, folder: Path) -> list[Path]:
    """Write the figures as ``discovery.json`` and ``discovery.md``.

    Raises:
        PermanentFailure: the folder cannot be written to.
    """
    contents, tables = {"discovery.json": json_text(evaluation.as_json())}, []
    for kind, judged, panels in evaluation.kinds:
        title, note = f"Candidates on {evaluation.name}: {kind}", summary(judged)
        tables.append(ranking_markdown(title, [f"{note}."], panels, BASELINE, "drugs"))
    heads, rows = part_rows(evaluation.parts)
    tables.append("\n".join(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows)) + "\n")
    contents["discovery.md"] = "\n".join([*tables, *(f"* {sentence}" for sentence in evaluation.sentences)]) + "\n"
    return write_files(folder, contents)
