"""What a typed name may stand for: a name that is known, part of one, or one spelt much like it.

What belongs here: letters alone. Misspelt words of a question over labels are read in ``rules.labels``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Generic, NamedTuple, Protocol, TypeVar

ALIKE = 0.8
"""Share of letters in common from which a name may be meant."""
MOST = 3
"""Names that are offered."""
NEAR = 8
"""Diseases that are offered."""


class NamedDisease(Protocol):
    """A disease under its id and all its names."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def synonyms(self) -> Sequence[str]: ...


DiseaseT = TypeVar("DiseaseT", bound=NamedDisease)


class MeantDisease(NamedTuple, Generic[DiseaseT]):
    """What a typed name stands for: ``disease``, or else the ones that come near, ``NEAR`` at most."""

    disease: DiseaseT | None
    near: Sequence[DiseaseT] = ()


def nearest_names(name: str, known: Iterable[str], most: int = MOST) -> list[str]:
    """The known names most like this one, in lower case, the nearest first; none where none is near."""
    return get_close_matches(name.strip().lower(), sorted({other.lower() for other in known}), n=most, cutoff=ALIKE)


def meant_disease(name: str, diseases: Iterable[DiseaseT]) -> MeantDisease[DiseaseT]:
    """The disease of this id, name or synonym, else the only one of whose names this is a part."""
    wanted = name.strip().casefold()
    called = [(disease, [title.casefold() for title in (disease.name, *disease.synonyms)]) for disease in diseases]
    for disease, names in called:
        if wanted in (disease.id.casefold(), *names):
            return MeantDisease(disease)
    holding = [disease for disease, names in called if wanted and any(wanted in title for title in names)]
    if len(holding) == 1:
        return MeantDisease(holding[0])
    of_name = {title: disease for disease, names in called for title in names}
    alike = {of_name[title].id: of_name[title] for title in nearest_names(wanted, of_name, NEAR)}
    return MeantDisease(None, (holding or list(alike.values()))[:NEAR])
