"""Which drugs a disease might be tried with next: the question of the paths, asked from the disease's side.

What belongs here: the likeness that orders the drugs of one disease, and the drugs that are no answer. A drug's own
list compares diseases, and its score damps frequent ones and looks at a few hundred neighbours; with the disease held
neither helps, so that here every drug is compared with every other over all their uses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...domain.diseases import Disease
from .disease_rules import is_too_broad, not_a_candidate
from .use_path import CERTAIN, disease_weight

_DRUGS_AT_ONCE: Final = 512
"""Rows of the table of all drugs against all drugs that are in memory together."""
_DECIMALS: Final = 4
"""Drugs alike to so many decimals are tied: further ones depend on the machine."""


def likeness(uses: Mapping[str, Collection[str]], drugs: Sequence[str], diseases: Sequence[str]) -> NDArray[np.float64]:
    """How much each drug is like those given for each disease, 0 or more: a row a drug, a column a disease.

    The sum of -ln(1 - cosine) over the other drugs given for the disease; the cosine is that of all uses of both drugs,
    each use weighing ``disease_weight``. It is comparable between drugs of one disease, not between diseases.

    Args:
        uses: diseases by drug, of all drugs; the forms of one drug are one drug.
        drugs: those to compare; one without uses is like none.
        diseases: those asked about.
    """
    rows = {drug: row for row, drug in enumerate(sorted(uses))}
    columns = {use: column for column, use in enumerate(sorted({use for own in uses.values() for use in own}))}
    given = np.zeros((len(rows), len(columns)), dtype=np.float32)
    for drug, own in uses.items():
        given[rows[drug], [columns[use] for use in own]] = 1.0
    weights = np.asarray([disease_weight(int(count)) for count in given.sum(axis=0)], dtype=np.float32)
    vectors = given * weights
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.float32(1e-9))
    known = [(place, columns[disease]) for place, disease in enumerate(diseases) if disease in columns]
    of_known = given[:, [column for _, column in known]]
    summed = np.zeros((len(drugs), len(diseases)))
    there = [place for place, drug in enumerate(drugs) if drug in rows]
    for start in range(0, len(there), _DRUGS_AT_ONCE):
        places = there[start : start + _DRUGS_AT_ONCE]
        own_rows = [rows[drugs[place]] for place in places]
        alike = np.minimum(vectors[own_rows] @ vectors.T, np.float32(CERTAIN))
        alike[np.arange(len(own_rows)), own_rows] = 0.0
        summed[np.ix_(places, [place for place, _ in known])] = -np.log1p(-alike) @ of_known
    return summed.round(_DECIMALS)


def most_likely(likenesses: Mapping[str, float], closed: Collection[str], most: int) -> list[tuple[str, float]]:
    """The first ``most`` drugs of one disease with their likeness; those like none and the ``closed`` are out."""
    open_to_it = ((drug, value) for drug, value in likenesses.items() if value > 0 and drug not in closed)
    return sorted(open_to_it, key=lambda pair: (-pair[1], pair[0]))[:most]


class ClosedDrugs:
    """The drugs to which a disease is not new, or which are known to cause it: no answer to the question."""

    def __init__(
        self,
        tried: Mapping[str, Iterable[str]],
        harms: Mapping[str, Iterable[str]],
        diseases: Mapping[str, Disease],
    ) -> None:
        """Args:
        tried: the diseases each drug was given for.
        harms: the diseases that each drug's warnings name.
        diseases: the ontology by any id used above.
        """
        self._diseases = {disease.id: disease for disease in diseases.values()}
        self._tried, self._caused = _by_disease(tried, diseases), _by_disease(harms, diseases)
        self._below: dict[str, set[str]] = defaultdict(set)
        for disease_id in self._tried:
            for ancestor in self._diseases[disease_id].ancestors:
                self._below[ancestor].add(disease_id)

    def of(self, disease: Disease) -> set[str]:
        """Drugs tried in it or its kin (chapters of medicine aside), or with a warning of it or of a wider term."""
        above = [self._diseases[ancestor] for ancestor in disease.ancestors if ancestor in self._diseases]
        wider = [term.id for term in above if not_a_candidate(term) is None]
        causes = [term.id for term in above if not is_too_broad(term)]
        tried = (self._tried.get(term, ()) for term in (disease.id, *wider, *self._below.get(disease.id, ())))
        caused = (self._caused.get(term, ()) for term in (disease.id, *causes))
        return {drug for drugs in (*tried, *caused) for drug in drugs}


def _by_disease(of_drugs: Mapping[str, Iterable[str]], diseases: Mapping[str, Disease]) -> dict[str, set[str]]:
    by_disease: dict[str, set[str]] = defaultdict(set)
    for drug, terms in of_drugs.items():
        for term in terms:
            if term in diseases:
                by_disease[diseases[term].id].add(drug)
    return by_disease
