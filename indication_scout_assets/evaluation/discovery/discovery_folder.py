"""The folder that ``scout eval discovery`` reads: drugs, what was known of them and when, and what happened later.

What belongs here: the form of the files, documented in ``docs/developers/discovery.md``, and plain sentences on what is
wrong with them. What follows from the facts on a day is in ``snapshot``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from pydantic import BeforeValidator

from ...domain.diseases import Disease
from ...domain.drugs import ClinicalStage, DrugTarget
from ...domain.outcomes import PermanentFailure
from ...ranking.files.document_files import InputRow
from ...rules.candidates.association_scores import AssociationEvidence
from ..input_rows import Text, file_of, rows_of

_PAGE: Final = "see docs/developers/discovery.md"


def _stage(written: Any) -> Any:
    """Most trials of a drug in a disease are of phase 2 or later: one whose phase the register left out counts as the
    least that the paths count, not as nothing."""
    return ClinicalStage.PHASE_2 if written == "TRIAL" else written


class DatedFact(NamedTuple):
    """One kind of report that the drug was given for the disease, as the folder lists it."""

    stage: Annotated[ClinicalStage, BeforeValidator(_stage)]
    source: Text
    year: float | None
    """Of the first report, as a decimal; ``None`` where no date is known."""
    reports: Any


def _targets(given: Any) -> Any:
    keys = ("symbol", "ensembl_id", "action_type")
    return [dict(zip(keys, target, strict=True)) for target in given]


class FieldDrug(InputRow):
    """A drug of the folder."""

    drug: Text
    name: Text
    targets: Annotated[tuple[DrugTarget, ...], BeforeValidator(_targets)]
    first_approval: int | None = None
    """Year."""


class _Known(InputRow):
    drug: Text
    disease: Text
    facts: tuple[DatedFact, ...]


class LaterUse(InputRow):
    """A disease that was new to the drug on the day and in which it was tried before ``until``; years as decimals."""

    drug: Text
    disease: Text
    as_of: float
    until: float
    first_year: float | None = None
    """Of the first report after the day."""


class _Evidence(AssociationEvidence):
    target: Text
    disease: Text


class DiscoveryFolder(NamedTuple):
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

    @property
    def answers(self) -> tuple[LaterUse, ...]:
        return (*self.outcomes, *self.entries)

    def first_after(self, day: float) -> DiscoveryFolder:
        """The folder as if it had been made on this day: its answers are those that first came after it."""
        came = [
            {(a.drug, a.disease): a.model_copy(update={"as_of": day}) for a in answers if (a.first_year or 0) >= day}
            for answers in (self.outcomes, self.entries)
        ]
        return self._replace(outcomes=tuple(came[0].values()), entries=tuple(came[1].values()))


def read_discovery_folder(folder: Path) -> DiscoveryFolder:
    """The folder's files, gzipped or not.

    Raises:
        PermanentFailure: a file is missing, or a line is not of the form; the sentence names file and line.
    """
    drugs = {drug.drug: drug for drug in rows_of(folder, "drugs", FieldDrug, _PAGE)}
    if not drugs:
        raise PermanentFailure(f"{file_of(folder, 'drugs')}: there is no drug in it; give one a line.")
    knowledge: dict[str, dict[str, tuple[DatedFact, ...]]] = defaultdict(dict)
    for row in rows_of(folder, "knowledge", _Known, _PAGE):
        knowledge[row.drug][row.disease] = (*knowledge[row.drug].get(row.disease, ()), *row.facts)
    outcomes, entries = (tuple(rows_of(folder, name, LaterUse, _PAGE)) for name in ("outcomes", "entries"))
    if not outcomes and not entries:
        raise PermanentFailure(f"{folder} holds neither outcomes nor entries; there is nothing to measure with.")
    if unknown := sorted({answer.drug for answer in (*outcomes, *entries)} - drugs.keys()):
        raise PermanentFailure(f"{folder}: {unknown[0]} is in the outcomes or entries, but not among the drugs.")
    evidence: dict[str, dict[str, tuple[AssociationEvidence, ...]]] = defaultdict(dict)
    for record in rows_of(folder, "evidence", _Evidence, _PAGE, optional=True):
        of_target = evidence[record.target]
        of_target[record.disease] = (*of_target.get(record.disease, ()), record)
    diseases = {term.id: term for term in rows_of(folder, "diseases", Disease, _PAGE, optional=True)}
    slim = _slim(folder / "slim_diseases.json") if entries else frozenset()
    return DiscoveryFolder(folder.resolve().name, drugs, knowledge, outcomes, entries, slim, diseases, evidence)


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


# -- Days ----------------------------------------------------------------------------------------------------------


def year_of(day: date) -> float:
    """The day as a decimal year: 2015-07-01 is 2015.496."""
    first, following = date(day.year, 1, 1), date(day.year + 1, 1, 1)
    return day.year + (day - first).days / (following - first).days


def day_of(year: float) -> date:
    """The day of a decimal year."""
    first, following = date(int(year), 1, 1), date(int(year) + 1, 1, 1)
    return first + timedelta(days=round((year - int(year)) * (following - first).days))
