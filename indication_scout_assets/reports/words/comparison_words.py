"""The words of the drug-by-disease matrix: marks, sentences and the states of drugs.

What belongs here: wording that the page, the text and the Markdown share. Nothing here escapes or lays out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...domain.candidates import CandidateList, SetAside
from ...domain.comparison import Cell, CellState, Commonness, ComparedDrug, MatrixState
from ...domain.drugs import ClinicalStage
from .common_words import APPROVAL, LISTS, SET_ASIDE, in_heading, stage_name

DUAL: Final = "◆"
HARM: Final = "!"
MARK: Final[Mapping[SetAside, str]] = {
    SetAside.APPROVED_USE: "A",
    SetAside.WITHDRAWN_USE: "W",
    SetAside.WIDER_THAN_APPROVED_USE: "U",
    SetAside.DRUG_CAUSES_IT: "H",
    SetAside.SAME_DIRECTION_AS_CAUSE: "S",
    SetAside.CONTRARY_ACTION: "O",
    SetAside.KIN_OF_TRIED: "K",
    SetAside.SHOWN_WITH_KIN: "F",
    SetAside.TARGET_ALONE: "T",
    SetAside.NO_REASON: "R",
    SetAside.NOT_TREATED: "P",
    SetAside.NOT_A_DISEASE: "N",
    SetAside.TOO_BROAD: "B",
    SetAside.BELOW_CUT: "C",
}
"""What stands in a cell in place of a rank."""
LIST_MARK: Final[Mapping[CandidateList, str]] = {CandidateList.TRIED: "t", CandidateList.NEW: "n"}
LIST_MEANING: Final = "t: already tried in people; n: new to the drug; the number is the rank in that list"
DUAL_MEANING: Final = "targets and drugs of the class both lead there"
HARM_MEANING: Final = "harm in this very disease is known"
EMPTY_MEANING: Final = (
    "Empty: the disease is neither a candidate, nor an approved or withdrawn use, nor a known harm of the drug, or the "
    "drug has no report yet. It does not say that the drug was tried there and failed."
)
NOTHING_KNOWN: Final = "neither a candidate, nor an approved or withdrawn use, nor a known harm"
SCORES_MEANING: Final = (
    "A rank is the place within one of a drug's two lists. Scores follow the same arithmetic for every drug, but "
    "a drug that was studied more has more evidence to score; a higher score in one column does not prove a better "
    "drug."
)


def mark(cell: Cell) -> str:
    """What stands in the cell: ``n3◆!`` for a candidate, a letter for what is set aside."""
    if cell.rank is None:
        return MARK[cell.set_aside] if cell.set_aside else "?"
    listed = LIST_MARK[cell.listed] if cell.listed else ""
    return f"{listed}{cell.rank}{DUAL if cell.dual_path else ''}{HARM if harmful(cell) else ''}"


def score(value: float) -> str:
    """Two places, with a true minus, and none before a zero."""
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "−")


def harmful(cell: Cell) -> bool:
    """Whether a safety finding or a counted study tells of harm in this disease."""
    return bool(cell.harm_known or cell.harm)


def counts(cell: Cell) -> str:
    """``4 for, 1 against, 0 of harm``, or that no study takes a side; nothing where the evidence was not assessed."""
    if cell.supports is None:
        return ""
    if not (cell.supports or cell.contradicts or cell.harm):
        return "no study for or against"
    return f"{cell.supports} for, {cell.contradicts} against, {cell.harm} of harm"


def line(cell: Cell) -> str:
    """A cell on one line of a table: ``n3◆! 0.41, phase 3, 4 for, 1 against, 0 of harm``, or ``A approved use``."""
    if cell.state is not CellState.CANDIDATE:
        return f"{mark(cell)} {SET_ASIDE[cell.set_aside]}" if cell.set_aside else mark(cell)
    stage = stage_name(cell.stage) if cell.stage not in (None, ClinicalStage.UNKNOWN) else ""
    return ", ".join(part for part in (f"{mark(cell)} {score(cell.score)}", stage, counts(cell)) if part)


def sentence(cell: Cell, drug: str, disease: str) -> str:
    """Everything the cell knows, for a reader who points at it or hears it."""
    pair = f"{in_heading(drug)} in {disease}"
    if cell.state is not CellState.CANDIDATE:
        return f"{pair}: {SET_ASIDE[cell.set_aside] if cell.set_aside else 'set aside'}. {cell.reason}".strip()
    rank = f"place {cell.rank}"
    rank += f" in the list “{LISTS[cell.listed]}”" if cell.listed else ""
    if cell.assessed:
        rank += f", {cell.rank_before} before papers and trials were read"
    parts = [rank, f"score {score(cell.score)}"]
    parts += [f"furthest stage: {stage_name(cell.stage)}"] if cell.stage else []
    parts += [APPROVAL[cell.approval]]
    parts += [f"studies: {counts(cell)}"] if cell.assessed else ["evidence not yet assessed"]
    parts += [DUAL_MEANING] if cell.dual_path else []
    parts += [HARM_MEANING] if harmful(cell) else []
    return f"{pair}: {'; '.join(parts)}."


def standing(cell: Cell) -> str:
    """What the disease is to the drug, in words: ``sentence`` without the names."""
    return sentence(cell, "", "").partition(": ")[2]


def state_line(drug: ComparedDrug) -> str:
    """The state of a drug with its reason, and that it is off the watch list where it is."""
    text = drug.state.text + (f": {drug.reason}" if drug.reason else "")
    return text if drug.active else f"{text.rstrip('.')}; off the watch list"


TITLE: Final = "All drugs of the source"
MEANING: Final = (
    "Places by the rules alone: what Open Targets says of targets, of drugs of the class and of drugs alike by use. No "
    "paper and no label has been read for them, so an approved use that only a label names may appear here as new. "
    "A run of the drug reads both."
)

TRIED_ORDER: Final = "in the order of the drug's own trials there (stage, how many, why stopped), not of the score"
NEW_ORDER: Final = "in the order of the score"
LIKELY: Final = (
    "Drugs that were not tried in this disease, nor in a wider or narrower one. First come those whose uses are most "
    "like the uses of the drugs given for it. Compare likenesses within this table only: in another disease the same "
    "number means something else. Evidence against a drug has been looked for only where the table shows a place in "
    "the drug's own list."
)


def summary(state: MatrixState) -> str:
    """How much there is, of which release, and whether it is all."""
    drugs = f"{state.drugs:,} drugs" if state.finished_at else f"{state.scored:,} of {state.drugs:,} drugs so far"
    return f"{drugs} and {state.diseases:,} diseases of {state.data_version}, {state.places:,} places in all."


def share(common: Commonness) -> str:
    """``317 of 2,397 (13 %)``."""
    return f"{common.lists:,} of {common.of:,} ({_percent(common)})"


def commonness_sentence(common: Commonness) -> str:
    """How common a disease is in all drugs' lists, for a reader of one candidate."""
    if not common.lists:
        return f"No drug of the matrix has it among its first {common.places} new diseases ({common.of:,} lists)."
    return (
        f"{common.lists:,} of the {common.of:,} drugs of the matrix ({_percent(common)}) have it among their first "
        f"{common.places} new diseases. The more drugs have it there, the less it says about this one."
    )


def _percent(common: Commonness) -> str:
    percent = 100 * common.lists / common.of if common.of else 0.0
    return "under 1 %" if 0 < percent < 0.5 else f"{percent:.0f} %"
