"""The score of a candidate with its numbers put into the formula, step by step.

What belongs here: repeating the arithmetic of ``domain.candidate_rules.score`` for a reader. Where the numbers of a
report do not give its score (another formula made it), the steps are left out rather than shown wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..domain.candidates import CandidateScore, CandidateWeights
from ..domain.report import RunFacts
from ..rules.candidates.selection import combine

_PREFIX = "candidate_weights."


def weights_of(run: RunFacts) -> CandidateWeights:
    """The weights the run was made with, as its settings record them; defaults for those it does not record."""
    known = CandidateWeights.model_fields
    recorded = {name.removeprefix(_PREFIX): value for name, value in run.settings.items() if name.startswith(_PREFIX)}
    return CandidateWeights.model_validate({name: value for name, value in recorded.items() if name in known})


@dataclass(frozen=True)
class Arithmetic:
    """One score and the weights it was made with."""

    score: CandidateScore
    weights: CandidateWeights

    @property
    def target_part(self) -> float:
        """What the target path gives by itself, 0 to 1."""
        return self.weights.target_path * self.score.target_path * self.score.direction_factor

    @property
    def class_part(self) -> float:
        """What the class path gives by itself, 0 to 1."""
        return self.weights.class_path * self.score.class_path * self.score.crowding_factor

    @cached_property
    def joined(self) -> float:
        s = self.score
        return combine(s.target_path, s.class_path, s.direction_factor, s.crowding_factor, self.weights)

    @property
    def stands(self) -> bool:
        """Whether the steps give the stored total."""
        return abs(self.joined * self.score.novelty_factor - self.score.total) < 0.005

    @property
    def shares(self) -> tuple[float, float]:
        """The total divided between target path and class path in the proportion of what each gives by itself."""
        both = self.target_part + self.class_part
        if both == 0:
            return 0.0, 0.0
        return self.score.total * self.target_part / both, self.score.total * self.class_part / both

    @property
    def sentence(self) -> str:
        """The formula with its numbers."""
        s, w = self.score, self.weights
        parts = (
            f"target path {s.target_path:.2f} × weight {w.target_path:.2f} × direction {s.direction_factor:.2f} = "
            f"{self.target_part:.2f}; class path {s.class_path:.2f} × weight {w.class_path:.2f} × crowding "
            f"{s.crowding_factor:.2f} = {self.class_part:.2f}"
        )
        novelty = f" × {s.novelty_factor:.2f} because a subtype is approved" if s.novelty_factor != 1 else ""
        if not self.stands:
            return f"Score {s.total:.2f}; its parts: {parts}."
        together = f"1 − (1 − {self.target_part:.2f}) · (1 − {self.class_part:.2f})"
        return f"Score {s.total:.2f}: {parts}; together {together}{novelty}."
