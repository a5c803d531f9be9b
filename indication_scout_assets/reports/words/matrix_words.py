"""The words of the matrix of all drugs, on the start page and beside a candidate.

What belongs here: wording. Nothing here escapes or lays out.
"""

from __future__ import annotations

from typing import Final

from ...domain.comparison import Commonness, MatrixState

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
