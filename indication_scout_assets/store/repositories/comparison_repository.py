"""Comparisons: the drug-by-disease matrix of the workspace, read in one statement without any whole report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from ...domain.candidates import SetAside
from ...domain.comparison import (
    NOTABLE,
    Cell,
    CellState,
    ComparedDisease,
    ComparedDrug,
    Comparison,
    StageEndState,
    compare,
    drug_state,
    names,
)
from ..repository import Repository, Row, stored_value


class PicturedDrug(NamedTuple):
    """What tells on which page a drug stands and whether that page must be made anew."""

    slug: str
    name: str
    failed: bool
    shown: str


class ComparisonRepository(Repository):
    statements = "comparisons"

    def load(self, slugs: Sequence[str] | None = None, *, only_notable: bool = False) -> Comparison:
        """The matrix as of one moment.

        Args:
            slugs: the drugs; ``None`` for all of the workspace, those off the watch list included. Unknown ones are
                left out.
            only_notable: leave out cells that would get no row by themselves: cut off, too broad, no disease.
        """
        (row,) = self._rows(
            "load",
            slugs=None if slugs is None else list(slugs),
            notable=sorted(reason.value for reason in NOTABLE),
            only_notable=only_notable,
        )
        diseases = [
            ComparedDisease(id=d["id"], name=d["name"], synonyms=names(d["name"], d["names"])) for d in row["diseases"]
        ]
        return compare(map(_cell, row["cells"]), map(_drug, row["drugs"]), diseases)

    def pictures(self) -> list[PicturedDrug]:
        """Every drug by slug, with a fingerprint of what the pages over all drugs show of it; no cell is read."""
        return [PicturedDrug(**row) for row in self._rows("load_pictures")]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the right to write a picture of the whole workspace; who waits for it sees all that was committed.

        Two runs may write the same page. Each must read after the other has written, or the later writer may put an
        older picture in place of a newer one.
        """
        with self._transaction():
            self._row("lock")
            yield


def _drug(row: Row) -> ComparedDrug:
    ends = [stored_value(StageEndState, end) for end in row["ends"]]
    state, reason = drug_state(ends, ran=row["ran"], reported=row["built_at"] is not None)
    return ComparedDrug(
        slug=row["slug"],
        name=row["name"],
        synonyms=names(row["name"], row["names"]),
        active=row["active"],
        state=state,
        reason=reason,
        built_at=row["built_at"],
    )


def _cell(row: Row) -> Cell:
    aside = {None: CellState.CANDIDATE, SetAside.APPROVED_USE.value: CellState.APPROVED}
    return stored_value(Cell, row | {"state": aside.get(row["set_aside"], CellState.SET_ASIDE)})
