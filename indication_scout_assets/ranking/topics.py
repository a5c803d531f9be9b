"""What articles are ranked for: a question in free words, or drugs and a disease by all their names.

What belongs here: the topic. How it is worded for vectors and words is in ``queries``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Topic:
    """A question to rank articles by: ``query``, or ``drugs`` and ``disease_names``, or both."""

    id: str
    query: str = ""
    drugs: tuple[tuple[str, ...], ...] = ()
    """Names of each drug, preferred first; one drug as a rule, several where a class of drugs is reviewed."""
    disease_names: tuple[str, ...] = ()
    """Preferred first."""

    @classmethod
    def of_pair(cls, drug_names: Sequence[str], disease_names: Sequence[str], *, id: str = "") -> Topic:
        """The topic of one drug and one disease."""
        return cls(id=id, drugs=(tuple(drug_names),), disease_names=tuple(disease_names))

    @property
    def drug_names(self) -> tuple[str, ...]:
        """All names of all its drugs."""
        return tuple(name for names in self.drugs for name in names)

    @property
    def is_pair(self) -> bool:
        """Whether it asks for drugs as a treatment of a disease, so that texts can be held against both."""
        return bool(self.drugs and self.disease_names)
