"""The matrix of all drugs: its places by drug, both ways to ask it, and how far a build has come."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ...domain.candidates import CandidateList, OddsBand
from ...domain.comparison import (
    CommonDisease,
    Commonness,
    FirstPlace,
    LikelyDrug,
    MatrixOverview,
    MatrixPlace,
    MatrixState,
    MatrixTerm,
)
from ..repository import Repository, Row, json_list, stored_value

SUGGESTED = 6
"""Names offered where a name is not known."""


class MatrixRepository(Repository):
    statements = "matrix"

    # -- Building ------------------------------------------------------------------------------------------------

    def begin(self, basis: str, data_version: str, drugs: int, *, again: bool = False) -> None:
        """Note what is built: ``basis`` is a fingerprint of the rules, the settings and the release.

        ``again`` counts no drug as scored, whatever its basis.
        """
        with self._transaction():
            if again:
                self._run("forget_scores")
            self._run("begin", basis=basis, data_version=data_version, drugs=drugs)

    def scored(self, basis: str) -> set[str]:
        """Ids of the drugs that this basis has scored already."""
        return {row["id"] for row in self._rows("load_scored", basis=basis)}

    def save(
        self,
        basis: str,
        drugs: Sequence[MatrixTerm],
        diseases: Iterable[MatrixTerm],
        places: Iterable[MatrixPlace],
    ) -> None:
        """Replace the places of these drugs; ``diseases`` are those the places name, with all their names."""
        with self._transaction():
            self._run("save_drugs", basis=basis, drugs=json_list(map(_named, drugs)))
            self._run("save_diseases", diseases=json_list(map(_named, diseases)))
            self._run("clear_places", ids=[drug.id for drug in drugs])
            self._run("insert_places", places=json_list(map(_place, places)))

    def disease_ids(self) -> list[str]:
        """Ids of all diseases that stand in any list."""
        return sorted(row["id"] for row in self._rows("load_disease_names"))

    def save_likely(self, orders: Iterable[Mapping[str, Sequence[tuple[str, float]]]]) -> None:
        """Replace the order of the drugs of every disease: ids with their likeness, the most likely first.

        ``orders`` comes in parts, each of some diseases.
        """
        with self._transaction():
            self._run("clear_likely")
            for part in orders:
                rows: list[Row] = [
                    {"disease": disease, "place": place, "drug": drug, "likeness": likeness}
                    for disease, drugs in part.items()
                    for place, (drug, likeness) in enumerate(drugs, start=1)
                ]
                self._run("insert_likely", rows=json_list(rows))

    def finish(self, drugs: Collection[str]) -> None:
        """Note that all of ``drugs``, by their ids, are scored; others, which the source no longer has, are dropped."""
        with self._transaction():
            self._run("drop_other_drugs", ids=sorted(drugs))
            self._run("drop_empty_diseases")
            self._run("finish")

    # -- Asking --------------------------------------------------------------------------------------------------

    def state(self) -> MatrixState | None:
        """How far the matrix is; ``None`` where none was begun."""
        row = self._row("load_state")
        return stored_value(MatrixState, row) if row else None

    def find_drugs(self, name: str) -> list[MatrixTerm]:
        """Drugs of this id, name, synonym or trade name; one whose very name it is comes first."""
        return [MatrixTerm(**row) for row in self._rows("find_drugs", name=name.strip())]

    def find_diseases(self, name: str) -> list[MatrixTerm]:
        """Diseases of this id, name or exact synonym; one whose very name it is comes first."""
        return [MatrixTerm(**row) for row in self._rows("find_diseases", name=name.strip())]

    def suggest_drugs(self, part: str) -> list[MatrixTerm]:
        """A few drugs of whose names this is a part."""
        return [MatrixTerm(**row) for row in self._rows("suggest_drugs", part=part.strip(), most=SUGGESTED)]

    def suggest_diseases(self, part: str) -> list[MatrixTerm]:
        """A few diseases of whose names this is a part."""
        return [MatrixTerm(**row) for row in self._rows("suggest_diseases", part=part.strip(), most=SUGGESTED)]

    def diseases_of(self, drug_id: str, most: int) -> list[MatrixPlace]:
        """The first ``most`` places of each of the drug's lists, tried before new, in their order."""
        return [_of_row(row) for row in self._rows("load_diseases_of", drug=drug_id, most=most)]

    def drugs_of(self, disease_id: str, most: int) -> list[MatrixPlace]:
        """The first ``most`` drugs in whose lists the disease stands, tried before new, the best score first."""
        return [_of_row(row) for row in self._rows("load_drugs_of", disease=disease_id, most=most)]

    def likely_drugs(self, disease_id: str, most: int) -> list[LikelyDrug]:
        """The first ``most`` drugs to which the disease is new, the most likely first."""
        return [
            stored_value(LikelyDrug, row | {"drug": MatrixTerm(id=row["drug_id"], name=row["drug_name"])})
            for row in self._rows("load_likely", disease=disease_id, most=most)
        ]

    def commonness(self, disease_ids: Iterable[str], places: int) -> dict[str, Commonness]:
        """In how many drugs' first ``places`` of new diseases each stands; empty until a build is finished."""
        state = self.state()
        if state is None or state.finished_at is None:
            return {}
        ids = sorted(set(disease_ids))
        lists = {row["disease_id"]: row["lists"] for row in self._rows("load_commonness", ids=ids, places=places)}
        return {i: Commonness(lists=lists.get(i, 0), of=state.lists, places=places) for i in ids}

    def overview(self, places: int, commonest: int) -> MatrixOverview | None:
        """What a page shows: the first ``places`` of every list, and the diseases that stand in most of them.

        ``None`` where no drug has been scored.
        """
        state = self.state()
        if state is None or not state.places:
            return None
        return MatrixOverview(
            state=state,
            commonest=tuple(
                CommonDisease(
                    disease=MatrixTerm(id=row["id"], name=row["name"]),
                    commonness=Commonness(lists=row["lists"], of=state.lists, places=places),
                )
                for row in self._rows("load_commonest", places=places, most=commonest)
            ),
            drugs={row["id"]: row["name"] for row in self._rows("load_drug_names")},
            diseases={row["id"]: row["name"] for row in self._rows("load_disease_names")},
            places=[
                FirstPlace(**row)._replace(
                    listed=CandidateList(row["listed"]), odds=OddsBand(row["odds"]) if row["odds"] else None
                )
                for row in self._rows("load_first_places", places=places)
            ],
        )


def _named(term: MatrixTerm) -> Row:
    return {"id": term.id, "name": term.name, "names": [term.name, *term.names]}


def _place(place: MatrixPlace) -> Row:
    row: Row = place.model_dump(mode="json")
    return row | {"drug": place.drug.id, "disease": place.disease.id}


def _of_row(row: Row) -> MatrixPlace:
    return stored_value(
        MatrixPlace,
        row
        | {
            "drug": MatrixTerm(id=row["drug_id"], name=row["drug_name"]),
            "disease": MatrixTerm(id=row["disease_id"], name=row["disease_name"]),
        },
    )
