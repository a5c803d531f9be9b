"""The pair of a drug and a disease whose evidence is graded.

What belongs here: what every grader must know of the pair, and nothing of an article or a trial.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....domain.candidates import Candidate
from ....domain.diseases import Disease, NormalizedName


class GradedPair(NamedTuple):
    """A drug and a disease by all the names under which a text may speak of them."""

    drug_names: Sequence[str]
    """All names of the drug, preferred one first."""
    class_names: Sequence[str]
    """Of the drug's class: ``directness.class_names_of``."""
    candidate: Candidate
    """The disease as the ontology has it: its parents' names make a broader disease."""
    name: NormalizedName
    """The disease as articles and registries name it."""
    approved_uses: Sequence[Disease] = ()
    """What the drug is approved for."""
    narrower_names: Sequence[str] = ()
    """Of diseases below it in the ontology that are no approved uses: what is told of them is told of a part of it."""

    @property
    def with_narrower(self) -> NormalizedName:
        """The disease by the names of those below it as well."""
        return self.name.model_copy(update={"synonyms": (*self.name.synonyms, *self.narrower_names)})
