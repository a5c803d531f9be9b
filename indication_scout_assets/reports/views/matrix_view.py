"""The matrix of all drugs as the start page shows it: a short table, and what its script searches both ways.

What belongs here: choosing and ordering. Wording is in ``words.comparison_words``; the script is ``matrix.js``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import groupby
from typing import Final, NamedTuple

from markupsafe import Markup

from ...domain.candidates import CandidateList, OddsBand
from ...domain.comparison import FirstPlace, MatrixOverview
from ..words import comparison_words

BEST_DRUGS: Final = 3
"""Drugs named beside a disease."""
_BANDS: Final = {band: number for number, band in enumerate(OddsBand)}


class MatrixView(NamedTuple):
    """The section on the matrix."""

    summary: str
    rows: list[tuple[str, str, str]]
    """A disease, in how many lists it stands, and the drugs that score highest for it among those."""
    data: Markup
    """JSON for the script, safe inside a ``script`` element."""


def matrix_view(overview: MatrixOverview) -> MatrixView:
    """The section as the template prints it. The same matrix gives the same bytes."""
    best: dict[str, list[FirstPlace]] = defaultdict(list)
    for place in sorted(overview.places, key=lambda place: (-place.score, place.rank, place.drug_id)):
        if place.listed is CandidateList.NEW:
            best[place.disease_id].append(place)
    rows = [
        (
            common.disease.name,
            comparison_words.share(common.commonness),
            ", ".join(overview.drugs[place.drug_id] for place in best[common.disease.id][:BEST_DRUGS]),
        )
        for common in overview.commonest
    ]
    return MatrixView(comparison_words.summary(overview.state), rows, _data(overview))


def _data(overview: MatrixOverview) -> Markup:
    """Names, and of each drug its places by number of the disease: new ones with the band of their odds, then tried."""
    drugs = {drug: number for number, drug in enumerate(overview.drugs)}
    diseases = {disease: number for number, disease in enumerate(overview.diseases)}
    lists: list[list[list[int]]] = [[[], [], []] for _ in drugs]
    for drug, own in groupby(overview.places, key=lambda place: place.drug_id):
        new, odds, tried = lists[drugs[drug]]
        for place in own:
            if place.listed is CandidateList.NEW:
                new.append(diseases[place.disease_id])
                odds.append(_BANDS[place.odds] if place.odds else -1)
            else:
                tried.append(diseases[place.disease_id])
    written = json.dumps(
        {
            "drugs": list(overview.drugs.values()),
            "diseases": list(overview.diseases.values()),
            "odds": [band.value for band in OddsBand],
            "lists": lists,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )
    # Names come from a source: none may end the element.
    return Markup(written.replace("<", "\\u003c"))  # noqa: S704 - no markup is left in it
