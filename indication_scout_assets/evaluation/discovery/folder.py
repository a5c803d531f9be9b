"""The folder that ``scout eval discovery`` reads: drugs, what was known of them and when, and what happened later.

What belongs here: the form of the files and plain sentences on what is wrong with them. What follows from the facts on
a day is in ``snapshot``. The form is documented in ``docs/discovery.md``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from ...domain.diseases import Disease
from ...domain.drugs import ClinicalStage, DrugTarget
from ...domain.outcomes import PermanentFailure
from ...ranking.files.documents import Line, read_lines
from ...rules.candidates.association_scores import AssociationEvidence

Row = TypeVar("Row")
SLIM: Final = "slim_diseases.json"
_ENDINGS: Final = (".jsonl.gz", ".jsonl")
_STAGES: Final = {"TRIAL": ClinicalStage.PHASE_2, **{str(stage): stage for stage in ClinicalStage}}
"""Stages as the folder writes them. Most trials of a drug in a disease are of phase 2 or later: one whose phase the
register left out counts as the least that the paths count, not as nothing."""


@dataclass(frozen=True)
class DatedFact:
    """One kind of report that the drug was given for the disease."""

    stage: ClinicalStage
    source: str
    year: float | None
    """Of the first report, as a decimal; ``None`` where no date is known."""


@dataclass(frozen=True)
class FieldDrug:
    """A drug of the folder."""

    id: str
    name: str
    targets: tuple[DrugTarget, ...]
    first_approval: int | None
    """Year."""


@dataclass(frozen=True)
class LaterUse:
    """A disease that was new to the drug on the day and in which it was tried before ``until``; years as decimals."""

    drug: str
    disease: str
    as_of: float
    until: float


@dataclass(frozen=True)
class DiscoveryFolder:
    """All files of one folder."""

    name: str
    drugs: Mapping[str, FieldDrug]
    knowledge: Mapping[str, Mapping[str, tuple[DatedFact, ...]]]
    """Facts by drug and disease."""
    outcomes: tuple[LaterUse, ...]
    entries: tuple[LaterUse, ...]
    slim: frozenset[str]
    """Diseases whose register is complete: the entries are judged on lists of these alone."""
    diseases: Mapping[str, Disease]
    """Terms of the ontology by id; empty where the folder brings none."""
    evidence: Mapping[str, Mapping[str, tuple[AssociationEvidence, ...]]]
    """Evidence by target and disease; empty where the folder brings none."""


def read_discovery_folder(folder: Path) -> DiscoveryFolder:
    """The folder's files, gzipped or not.

    Raises:
        PermanentFailure: a file is missing, or a line is not of the form; the sentence names file and line.
    """
    drugs = {drug.id: drug for drug in _rows(folder, "drugs", _drug)}
    if not drugs:
        raise PermanentFailure(f"{folder / 'drugs'}: there is no drug in it; give one a line.")
    knowledge: dict[str, dict[str, tuple[DatedFact, ...]]] = defaultdict(dict)
    for drug, disease, facts in _rows(folder, "knowledge", _knowledge):
        knowledge[drug][disease] = (*knowledge[drug].get(disease, ()), *facts)
    outcomes, entries = (tuple(_rows(folder, name, _answer)) for name in ("outcomes", "entries"))
    if not outcomes and not entries:
        raise PermanentFailure(f"{folder} holds neither outcomes nor entries; there is nothing to measure with.")
    unknown = sorted({answer.drug for answer in (*outcomes, *entries)} - drugs.keys())
    if unknown:
        raise PermanentFailure(f"{folder}: {unknown[0]} is in the outcomes or entries, but not among the drugs.")
    evidence: dict[str, dict[str, list[AssociationEvidence]]] = defaultdict(lambda: defaultdict(list))
    for target, disease, record in _rows(folder, "evidence", _evidence, optional=True):
        evidence[target][disease].append(record)
    return DiscoveryFolder(
        name=folder.resolve().name,
        drugs=drugs,
        knowledge=knowledge,
        outcomes=outcomes,
        entries=entries,
        slim=_slim(folder / SLIM) if entries else frozenset(),
        diseases={term.id: term for term in _rows(folder, "diseases", _term, optional=True)},
        evidence={t: {d: tuple(records) for d, records in by.items()} for t, by in evidence.items()},
    )


def _rows(folder: Path, name: str, read: Callable[[Line], Row], *, optional: bool = False) -> Iterator[Row]:
    """What ``read`` makes of each line of the file called ``name``; a sentence names the line it fails at."""
    path = next((folder / f"{name}{ending}" for ending in _ENDINGS if (folder / f"{name}{ending}").is_file()), None)
    if path is None:
        if optional:
            return
        raise PermanentFailure(f"{folder} has no {name}{_ENDINGS[0]} (nor {name}{_ENDINGS[1]}); see docs/discovery.md.")
    for line in read_lines(path):
        try:
            yield read(line)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            missing = f" (it needs {error})" if isinstance(error, KeyError) else ""
            raise PermanentFailure(
                f"{line.where} is not of the form of {name}{missing}; see docs/discovery.md."
            ) from None


def _drug(line: Line) -> FieldDrug:
    values = line.record
    approval = values.get("first_approval")
    return FieldDrug(
        id=_text(values["drug"]),
        name=_text(values["name"]),
        targets=tuple(
            DrugTarget(symbol=symbol, ensembl_id=ensembl_id, action_type=action)
            for symbol, ensembl_id, action in values["targets"]
        ),
        first_approval=None if approval is None else int(approval),
    )


def _knowledge(line: Line) -> tuple[str, str, tuple[DatedFact, ...]]:
    facts = tuple(
        DatedFact(
            stage=_STAGES[stage],
            source=_text(source),
            year=None if year is None else float(year),
        )
        for stage, source, year, _ in line.record["facts"]
    )
    return _text(line.record["drug"]), _text(line.record["disease"]), facts


def _answer(line: Line) -> LaterUse:
    values = line.record
    return LaterUse(_text(values["drug"]), _text(values["disease"]), float(values["as_of"]), float(values["until"]))


def _evidence(line: Line) -> tuple[str, str, AssociationEvidence]:
    fields = {key: value for key, value in line.record.items() if key not in ("target", "disease")}
    return _text(line.record["target"]), _text(line.record["disease"]), AssociationEvidence.model_validate(fields)


def _term(line: Line) -> Disease:
    return Disease.model_validate(line.record)


def _slim(path: Path) -> frozenset[str]:
    try:
        ids: Any = json.loads(path.read_text("utf-8"))
    except OSError:
        raise PermanentFailure(f"{path} is missing: the diseases whose register of trials is complete.") from None
    except ValueError:
        raise PermanentFailure(f"{path} is no JSON; give a list of disease ids.") from None
    if not isinstance(ids, list) or not all(isinstance(disease, str) for disease in ids):
        raise PermanentFailure(f"{path} is no list of disease ids.")
    return frozenset(ids)


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is no text")
    return value
