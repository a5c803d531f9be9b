"""The matrix of all drugs from the command line: building it, and asking it both ways.

What belongs here: what is started and what a name means. How a drug is scored is in ``pipeline.matrix_build``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...domain.candidates import CandidateList
from ...domain.comparison import Commonness, LikelyDrug, MatrixPlace, MatrixState, MatrixTerm
from ...domain.outcomes import PermanentFailure
from ...domain.runs import Progress
from ...pipeline.matrix_build import MatrixBuilt, build_matrix
from ...pipeline.resources.workbench import workbench
from ...pipeline.stages.evidence_reports import write_start_page
from ...settings import Settings
from ...store.database import Database

SHORTEST_PART = 3
"""Letters of a name from which others are suggested."""


@dataclass(frozen=True)
class MatrixAnswer:
    """What the matrix says of one drug or one disease."""

    about: MatrixTerm
    state: MatrixState
    tried: tuple[MatrixPlace, ...]
    new: tuple[MatrixPlace, ...]
    commonness: dict[str, Commonness]
    """By disease id, of the diseases named; empty while the matrix is being built."""
    likely: tuple[LikelyDrug, ...] = ()
    """Of a disease: the drugs to which it is new, the most likely first."""

    def as_json(self, about: str) -> dict[str, Any]:
        """The answer as the command prints it; ``about`` is ``drug`` or ``disease``, and rows name the other."""
        other = "disease" if about == "drug" else "drug"
        own = self.commonness.get(self.about.id)

        def row(place: MatrixPlace) -> dict[str, Any]:
            written = place.model_dump(mode="json", exclude={"drug", "disease", "listed"})
            common = self.commonness.get(place.disease.id) if other == "disease" else None
            return {
                other: _written(place.disease if other == "disease" else place.drug),
                **written,
                **({"lists": common.lists if common else None} if other == "disease" else {}),
            }

        return {
            about: _written(self.about) | ({"lists": own.lists if own else None} if about == "disease" else {}),
            "tried": [row(place) for place in self.tried],
            "new": [row(place) for place in self.new],
            **({"likely": [self._likely(drug) for drug in self.likely]} if about == "disease" else {}),
            "matrix": self.state.model_dump(mode="json"),
        }

    @staticmethod
    def _likely(drug: LikelyDrug) -> dict[str, Any]:
        return {"drug": _written(drug.drug), **drug.model_dump(mode="json", exclude={"drug"})}


def build(settings: Settings, observe: Progress, *, again: bool = False) -> tuple[MatrixBuilt, MatrixState]:
    """Build the matrix or go on with it, and show it on the start page.

    Raises:
        PermanentFailure, TransientFailure: as ``build_matrix``.
    """
    with workbench(settings) as bench:
        built = asyncio.run(build_matrix(bench, observe, again=again))
        write_start_page(bench)
        return built, _state(bench.db)


def drugs_for(settings: Settings, disease: str, most: int) -> MatrixAnswer:
    """The drugs in whose lists a disease stands, and the order of all others; ``disease``: an id, a name or a synonym.

    Raises:
        PermanentFailure: there is no matrix, or no disease or more than one of that name.
    """
    with workbench(settings) as bench:
        return drugs_in_matrix(bench.db, settings.new_kept, disease, most)


def drugs_in_matrix(db: Database, new_kept: int, disease: str, most: int) -> MatrixAnswer:
    """The same over an open workspace; ``new_kept`` is how many first places of a list count for how common it is.

    Raises: as ``drugs_for``.
    """
    state, matrix = _state(db), db.matrix
    meant = _meant(disease, "disease", matrix.find_diseases(disease), matrix.suggest_diseases)
    places, likely = matrix.drugs_of(meant.id, most), matrix.likely_drugs(meant.id, most)
    return _answer(meant, state, places, matrix.commonness([meant.id], new_kept), likely)


def diseases_for(settings: Settings, drug: str, most: int) -> MatrixAnswer:
    """The diseases in a drug's lists; ``drug`` is a ChEMBL id, a name, a synonym or a trade name.

    Raises:
        PermanentFailure: there is no matrix, or no drug or more than one of that name.
    """
    with workbench(settings) as bench:
        state, matrix = _state(bench.db), bench.db.matrix
        meant = _meant(drug, "drug", matrix.find_drugs(drug), matrix.suggest_drugs)
        places = matrix.diseases_of(meant.id, most)
        return _answer(
            meant, state, places, matrix.commonness({place.disease.id for place in places}, settings.new_kept)
        )


def _state(db: Database) -> MatrixState:
    if (state := db.matrix.state()) is None:
        raise PermanentFailure("There is no matrix in this workspace; `scout matrix build` makes one.")
    return state


Suggest = Callable[[str], list[MatrixTerm]]
"""Terms of whose names this is a part."""


def _near(suggest: Suggest, name: str) -> list[MatrixTerm]:
    """Terms of whose names this is a part, else its beginning, as of a plural or a misspelt word."""
    name = name.strip()
    parts = (name, name[:-1], name[: len(name) * 2 // 3])
    return next((terms for part in parts if len(part) >= SHORTEST_PART and (terms := suggest(part))), [])


def _meant(name: str, kind: str, called: Sequence[MatrixTerm], suggest: Suggest) -> MatrixTerm:
    """The one that is meant: of several, the one whose very name it is; else the only one whose name holds it."""
    wanted = name.strip().casefold()
    own = [term for term in called if wanted in (term.name.casefold(), term.id.casefold())]
    if len(own) == 1 or len(called) == 1:
        return (own or called)[0]
    if called:
        choices = ", ".join(f"{term.name} ({term.id})" for term in called)
        raise PermanentFailure(f"The name {name!r} belongs to several {kind}s: {choices}; give one of the ids.")
    near = _near(suggest, name)
    if len(near) == 1 and wanted in near[0].name.casefold():
        return near[0]
    listed = ", ".join(f"{term.name} ({term.id})" for term in near)
    advice = f"did you mean {listed}?" if listed else "check the spelling, or give its id."
    raise PermanentFailure(f"No list of the matrix has a {kind} called {name!r}; {advice}")


def _answer(
    about: MatrixTerm,
    state: MatrixState,
    places: Sequence[MatrixPlace],
    commonness: dict[str, Commonness],
    likely: Sequence[LikelyDrug] = (),
) -> MatrixAnswer:
    return MatrixAnswer(
        about=about,
        state=state,
        tried=tuple(place for place in places if place.listed is CandidateList.TRIED),
        new=tuple(place for place in places if place.listed is CandidateList.NEW),
        commonness=commonness,
        likely=tuple(likely),
    )


def _written(term: MatrixTerm) -> dict[str, Any]:
    return {"id": term.id, "name": term.name}
