"""The measurement as a whole: every task in one table, today against the last release, and floors that a test holds.

What belongs here: the table, its JSON, what is kept of a release, and how far two labellers agree. What counts as right
is in ``tasks``.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from ...domain.findings.readings import PairNames
from ...domain.outcomes import PermanentFailure, ScoutError
from ...domain.records.articles import Article
from ...domain.runs import Progress
from ...reading.readers import names_alone
from ...settings import Settings
from ..judged_sets import (
    FITTED_ON,
    FOLDER,
    REPORTED,
    JudgedDesign,
    JudgedDirection,
    JudgedEffect,
    JudgedNumber,
    JudgedPaperPair,
    JudgedRow,
    JudgedTrialPaper,
    read_directions,
    read_rows,
)
from ..shares import Share
from .judged_reader import BUNDLED, JudgedReader
from .tasks import (
    Figure,
    Rows,
    design_rows,
    direction_rows,
    effect_rows,
    figures,
    number_rows,
    numbers,
    pair_names,
    pair_rows,
    trial_rows,
)
from .texts import Texts, texts_of

LAST_RELEASE: Final = FOLDER / "last_release.json"
TODAY: Final = FOLDER / "today.json"
FLOORS: Final = FOLDER / "floors.csv"
FLOORED: Final = ("read", "unread", "held out")
"""Groups that have floors."""
_BELOW: Final = 0.02
"""How far a floor lies under the lower bound of the 95 % interval."""
HEADINGS: Final = ("task", "pairs", "n", "right", "recognised", "right then", "recognised then")
Extra = Callable[[], Rows]
"""Rows that are measured where something beside the texts is at hand; a ``ScoutError`` says what is missing."""


@dataclass(frozen=True)
class Measurement:
    """Figures by row and group, and what was not measured."""

    name: str
    """Of the release, or ``today``."""
    reader: str
    measured_on: date
    figures: Mapping[tuple[str, str], Figure]
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """``name``, ``reader``, ``measured_on``, ``notes`` and ``figures``, a list of rows with their shares."""
        rows = [
            {"task": task, "pairs": group, "n": n, "right": right.as_json(), "recognised": recognised.as_json()}
            for (task, group), (n, right, recognised) in self.figures.items()
        ]
        return {
            "name": self.name,
            "reader": self.reader,
            "measured_on": self.measured_on.isoformat(),
            "notes": list(self.notes),
            "figures": rows,
        }

    @classmethod
    def read(cls, path: Path) -> Measurement:
        """The measurement that was kept in a file.

        Raises:
            PermanentFailure: there is none, or it is not of the form.
        """
        try:
            kept = json.loads(path.read_text("utf-8"))
            rows = {(row["task"], row["pairs"]): _figure(row) for row in kept["figures"]}
            day = date.fromisoformat(kept["measured_on"])
            return cls(kept["name"], kept["reader"], day, rows, tuple(kept["notes"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise PermanentFailure(f"{path} holds no measurement ({error}); write it with --save-release.") from None

    def write(self, path: Path) -> Path:
        """Keep it in a file, one figure a line."""
        kept = self.as_json()
        rows = ",\n".join(f"  {json.dumps(row)}" for row in kept.pop("figures"))
        path.write_text(f'{json.dumps(kept, ensure_ascii=False)[:-1]}, "figures": [\n{rows}\n]}}\n', "utf-8")
        return path

    def rows(self, last: Measurement | None) -> list[list[str]]:
        """The table under ``HEADINGS``; the last two columns are empty where nothing changed.

        What the release has and was not measured today is said to be so.
        """
        out, before = [], dict(last.figures) if last else {}
        for (task, group), now in self.figures.items():
            then, changed = before.pop((task, group), None), ["–", "–"]
            if then is not None:
                shares = ((now.right, then.right), (now.recognised, then.recognised))
                changed = ["" if today == past else past.words for today, past in shares]
            out.append([task, group, str(now.n), now.right.words, now.recognised.words, *changed])
        for (task, group), then in before.items():
            nothing = "not measured"
            out.append([task, group, "", nothing, nothing, then.right.words, then.recognised.words])
        return out

    def floors(self) -> list[tuple[str, str, str, float]]:
        """Task, group, ``right`` or ``recognised``, and the share it must not fall under; those above 0."""
        out = []
        for (task, group), figure in self.figures.items():
            for name, share in (("right", figure.right), ("recognised", figure.recognised)):
                floor = math.floor(100 * (share.interval[0] - _BELOW)) / 100
                if group in FLOORED and floor > 0:
                    out.append((task, group, name, floor))
        return out


def _figure(row: Mapping[str, Any]) -> Figure:
    right, recognised = (Share(row[name]["hits"], row[name]["of"]) for name in ("right", "recognised"))
    return Figure(row["n"], right, recognised)


class Selection(NamedTuple):
    """Which rows are measured: all, unless names of sets or PMIDs are given."""

    sets: Collection[str] = ()
    pmids: Collection[str] = ()


SETS: Final = ("directions", "designs", "effects", "trials", "numbers", "studies")
"""Names of the sets whose texts are asked for by id."""
_ALL: Final = Selection()


def judged_rows(reported: Path | None = None, selected: Selection = _ALL) -> dict[str, Sequence[JudgedRow]]:
    """The rows of each set whose texts are asked for by id."""
    every: dict[str, Sequence[JudgedRow]] = {
        "directions": [row for row in read_directions(reported) if row.part not in FITTED_ON],
        "designs": [r for r in read_rows(FOLDER / "design.csv", JudgedDesign) if r.part not in FITTED_ON],
        "effects": read_rows(FOLDER / "effects.csv", JudgedEffect),
        "trials": read_rows(FOLDER / "trials.csv", JudgedTrialPaper),
        "numbers": read_rows(FOLDER / "numbers.csv", JudgedNumber),
        "studies": read_rows(FOLDER / "same_study.csv", JudgedPaperPair),
    }
    return {
        name: [row for row in rows if not selected.pmids or row.pmid in selected.pmids]
        for name, rows in every.items()
        if not selected.sets or name in selected.sets
    }


def pairs_to_read(rows: Mapping[str, Sequence[JudgedRow]], texts: Texts) -> Iterator[tuple[Article, PairNames]]:
    """What a reader is asked for these rows; of designs the study alone, which is a drug without a disease."""
    for row in (row for of_set in rows.values() for row in of_set if row.pmid in texts.articles):
        if isinstance(row, JudgedDesign):
            yield texts.articles[row.pmid], names_alone([row.drug], [])
        elif isinstance(row, (JudgedDirection, JudgedEffect)):
            yield texts.articles[row.pmid], pair_names(row)


def texts_of_judged(settings: Settings, selected: Selection = _ALL) -> Texts:
    """The texts of all judged rows, those that users of the workspace reported among them.

    Raises:
        PermanentFailure, TransientFailure: a source does not answer.
    """
    sets = judged_rows(settings.workspace_dir / REPORTED, selected)
    numbers = [row.nct for row in sets.get("trials", ()) if isinstance(row, JudgedTrialPaper)]
    return texts_of(settings, [pmid for rows in sets.values() for row in rows for pmid in row.pmids], numbers)


def measure(
    texts: Texts,
    *,
    reader: JudgedReader = BUNDLED,
    reported: Path | None = None,
    selected: Selection = _ALL,
    extras: Mapping[str, Extra] | None = None,
    observe: Progress = lambda *_: None,
) -> Measurement:
    """Read every judged text and count.

    Args:
        texts: see ``texts_of_judged``.
        reader: who reads.
        reported: file of the readings that users called wrong.
        selected: which rows.
        extras: what else is measured, by what it is called; what is missing for it becomes a note.
        observe: told the set that is read.
    """
    readers = {
        "directions": direction_rows, "designs": design_rows, "effects": effect_rows, "trials": trial_rows,
        "numbers": number_rows, "studies": pair_rows,
    }  # fmt: skip
    located: dict[tuple[str, str], Figure] = {}
    notes = [f"{len(texts.missing)} articles are not in PubMed: {', '.join(texts.missing)}."] if texts.missing else []
    for done, (name, rows) in enumerate(judged_rows(reported, selected).items()):
        observe(f"reading {name}", done, len(readers))
        located |= _by_key(readers[name](reader, rows, texts))  # type: ignore[operator]
    for name, rows_of in (extras or {}).items():
        observe(name, len(readers), len(readers))
        try:
            located |= _by_key(rows_of())
        except ScoutError as missing:
            notes.append(f"{name}: not measured. {missing}")
    return Measurement("today", reader.name, datetime.now(UTC).date(), located, tuple(notes))


def _by_key(rows: Rows) -> dict[tuple[str, str], Figure]:
    return {(name, group): figure for name, group, figure in figures(rows)}


def save_release(measurement: Measurement, version: str) -> list[Path]:
    """Keep the figures as those of a release, and the floors that follow from them; a checkout's files are written."""
    kept = replace(measurement, name=version)
    with FLOORS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows((("task", "pairs", "figure", "floor"), *kept.floors()))
    return [kept.write(LAST_RELEASE), FLOORS]


# ------------------------------------------------------------------------------------------------ two labellers
class Agreement(NamedTuple):
    """How far two labellers who read apart agree on one question."""

    asked: str
    same: Share
    kappa: float | None
    """Cohen's; ``None`` where both gave one answer throughout."""


def agreements() -> list[Agreement]:
    """The agreement on the tenth of each set that was read twice; sets without a second reading are left out."""
    design, effects = _read_twice("design", JudgedDesign), _read_twice("effects", JudgedEffect)
    trials = _read_twice("trials", JudgedTrialPaper)
    directions = _read_twice("directions_held_out", JudgedDirection)
    studies = _read_twice("same_study", JudgedPaperPair)
    both_tell = [(first, other) for first, other in effects if first.tells and other.tells]
    asked: list[tuple[str, list[tuple[str, str]]]] = [
        ("direction, held out", [(first.label, other.label) for first, other in directions]),
        ("design", [(first.design, other.design) for first, other in design]),
        ("number of participants", [(str(first.participants), str(other.participants)) for first, other in design]),
        ("population", [(a.population, b.population) for a, b in design if a.population and b.population]),
        ("effect told in numbers", [(str(first.tells), str(other.tells)) for first, other in effects]),
        (
            "main effect, where both tell one",
            [(str(numbers(first.numbers)), str(numbers(other.numbers))) for first, other in both_tell],
        ),
        ("its direction", [(first.direction, other.direction) for first, other in both_tell]),
        ("paper reports the trial", [(str(first.reports), str(other.reports)) for first, other in trials]),
        ("outcome of the trial", [(first.outcome, other.outcome) for first, other in trials]),
        ("same participants, of two papers", [(str(first.same), str(other.same)) for first, other in studies]),
    ]
    return [_agreement(title, pairs) for title, pairs in asked if pairs]


_Judged = TypeVar("_Judged", bound=JudgedRow)


def _read_twice(name: str, form: type[_Judged]) -> list[tuple[_Judged, _Judged]]:
    """Both readings of each item that has two; of effects the main one."""
    second = FOLDER / f"{name}_second.csv"
    if not second.is_file():
        return []
    once, twice = (
        {(*row.pmids, row.drug, getattr(row, "nct", "")): row for row in read_rows(path, form) if _is_first(row)}
        for path in (FOLDER / f"{name}.csv", second)
    )
    return [(once[key], row) for key, row in twice.items()]


def _is_first(row: JudgedRow) -> bool:
    return not isinstance(row, JudgedEffect) or row.main or not row.tells


def _agreement(title: str, pairs: Sequence[tuple[str, str]]) -> Agreement:
    from sklearn.metrics import cohen_kappa_score  # noqa: PLC0415 - takes a second to import

    first, second = ([str(pair[place]) for pair in pairs] for place in (0, 1))
    several = len({*first, *second}) > 1
    kappa = float(cohen_kappa_score(first, second)) if several else None
    return Agreement(title, Share(sum(a == b for a, b in pairs), len(pairs)), kappa)
