"""Adding labels to the store: files, folders, set ids of DailyMed, or of a drug by its name (DailyMed, else openFDA).

What belongs here: reading, cutting and storing what the user named. How a file is read is in ``sources.formats``.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..domain.monographs.label_documents import LabelDocument, Monograph, PrintedLabel
from ..domain.outcomes import PermanentFailure, SourceState, TransientFailure, WrongArgument
from ..pipeline.resources.source_bench import SourceBench, exchanges_of, workspace_url
from ..pipeline.stages.label_monographs import made_by
from ..rules.labels.label_cutting import labels_in_full, monograph, printed_texts
from ..settings import Settings
from ..sources.drugs.dailymed import DailyMed
from ..sources.formats.label_files import SUFFIXES, LabelFile, read_label_file
from ..store.database import Database

LABELS_OF_A_DRUG = 3
"""Labels read where a drug is named and no file."""
_SET_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


class AddedLabel(NamedTuple):
    """What became of one label."""

    id: str
    drug: str
    title: str
    sections: int
    spans: int
    pictures: int
    other: float
    """Share of its characters in sections of no known category."""
    new: bool
    """False where this very label was held already."""


class LabelIntake(NamedTuple):
    """What became of the labels that were named."""

    added: list[AddedLabel]
    refused: dict[str, str]
    """Why files gave no label, by their names; the others were read all the same."""


def add_labels(settings: Settings, what: Sequence[str], drug: str, region: str = "", source: str = "") -> LabelIntake:
    """Hold labels of a drug.

    Args:
        settings: of the workspace.
        what: files, folders of files, or set ids of DailyMed; nothing for the drug's newest labels there, or, where it
            has none, the texts openFDA gives of them.
        drug: generic name the labels are held under; empty only where every label names its ingredients.
        region: ``US``, ``EU`` or ``CA``; told by the label's form where it is not given.
        source: where a file comes from.

    Raises:
        WrongArgument: a file that does not exist; nothing was held then.
        PermanentFailure, TransientFailure: a source has no label, or does not answer.
    """
    set_ids = [entry.lower() for entry in what if _SET_ID.fullmatch(entry)]
    files = _files([entry for entry in what if not _SET_ID.fullmatch(entry)])
    intake = LabelIntake([], {})
    with Database.open(workspace_url(settings), settings.workspace) as db:

        def hold(name: str, file: LabelFile, origin: str) -> None:
            for number, printed in enumerate(file.labels, start=1):
                held = _monograph(name, number, printed, drug, region, source or origin)
                if newer := _newer(db.labels.documents(held.document.drug), held.document):
                    intake.refused[name] = (
                        f"It is version {held.document.version} of the label {newer.id}, whose version "
                        f"{newer.version} is held and stays."
                    )
                    continue
                intake.added.append(_report(held, new=db.labels.save(held, made_by(), file.pictures)))

        for document in asyncio.run(_from_sources(settings, set_ids, drug)) if set_ids or not what else ():
            hold(*document)
        for path in files:
            try:
                hold(path.name, read_label_file(path.read_bytes()), f"file {path.name}")
            except (PermanentFailure, OSError) as error:
                intake.refused[str(path)] = str(error)
    return intake


def _newer(held: Sequence[LabelDocument], document: LabelDocument) -> LabelDocument | None:
    """The same label in a later version, if it is held; versions that are no numbers are not compared."""
    same = (known for known in held if known.id == document.id)
    numbered = (known for known in same if known.version.isdigit() and document.version.isdigit())
    return next((known for known in numbered if int(known.version) > int(document.version)), None)


def _files(entries: Sequence[str]) -> list[Path]:
    """The files that are named, and those of folders that may be labels.

    Raises:
        WrongArgument: one does not exist.
    """
    files: list[Path] = []
    for path in map(Path, entries):
        if not path.exists():
            raise WrongArgument(f"There is no file {path}, and it is no set id of DailyMed.")
        files += sorted(p for p in path.rglob("*") if p.suffix.lower() in SUFFIXES) if path.is_dir() else [path]
    return files


async def _from_sources(settings: Settings, set_ids: Sequence[str], drug: str) -> list[tuple[str, LabelFile, str]]:
    """The documents of set ids; of the drug's newest labels where there are none, and where DailyMed has none of it,
    the texts openFDA gives.

    Raises:
        PermanentFailure: nobody has a label of the drug.
    """
    bench = SourceBench(settings, exchanges_of(settings))
    async with bench.sources() as sources:
        wanted = list(set_ids) or await _newest(sources.dailymed, drug)
        if not wanted:
            labels = labels_in_full((await sources.openfda.labels([drug], LABELS_OF_A_DRUG)).labels, "openFDA")
            if not labels:
                raise PermanentFailure(f"Neither DailyMed nor openFDA has a label of {drug}.")
            texts = labels[:LABELS_OF_A_DRUG]
            return [(label.set_id, LabelFile((printed_texts(label),), {}), label.source) for label in texts]
        return [(set_id, read_label_file(await sources.dailymed.document(set_id)), "DailyMed") for set_id in wanted]


async def _newest(dailymed: DailyMed, drug: str) -> list[str]:
    """The set ids of the drug's newest labels at DailyMed.

    Raises:
        WrongArgument: no drug is named.
        TransientFailure: DailyMed did not give all it has, and none of it is a label of the drug.
    """
    if not drug:
        raise WrongArgument("Name a file, a set id of DailyMed, or a drug with --drug.")
    search = await dailymed.labels([drug], LABELS_OF_A_DRUG)
    if not search.labels and search.outcome.state is not SourceState.EMPTY:
        raise TransientFailure(search.outcome.reason)
    return [label.set_id for label in search.labels]


def _monograph(name: str, number: int, printed: PrintedLabel, drug: str, region: str, source: str) -> Monograph:
    generic = drug or " and ".join(printed.ingredients[:1])
    if not generic:
        raise WrongArgument(f"{name} does not say which drug it is of; name it with --drug.")
    text = " ".join([printed.title, *printed.brands, *printed.ingredients, *(s.text for s in printed.sections)]).lower()
    parts = [part for part in re.split(r"\s+and\s+|[/,+]\s*", generic.lower()) if part]
    if not all(part in text for part in parts):
        raise PermanentFailure(f"{name} never names {generic}; it is not held for it.")
    document_id = printed.set_id or (name if number == 1 else f"{name}#{number}")
    return monograph(printed, generic, document_id, source, region.upper())


def _report(held: Monograph, *, new: bool) -> AddedLabel:
    characters = sum(len(section.text) for section in held.sections)
    other = sum(len(section.text) for section in held.sections if section.category == "other")
    return AddedLabel(
        held.document.id,
        held.document.drug,
        held.document.title,
        len(held.sections),
        len(held.spans),
        len(held.pictures),
        round(other / max(1, characters), 4),
        new,
    )
