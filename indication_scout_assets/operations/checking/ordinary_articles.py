"""How near a sentence is to an article, beside how near it is to any.

What belongs here: where the vectors of ordinary articles lie, their file, and the nearness that follows. From which
nearness on an article speaks of a sentence is in ``claims``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from ...text.bundled_encoder import packaged_arrays

if TYPE_CHECKING:
    from numpy.typing import NDArray

ORDINARY: Final = Path(__file__).with_suffix(".safetensors")
_AXES: Final = 32
"""Directions in which the spread of ordinary articles is kept; 64 and 128 tell no more."""


@dataclass(frozen=True)
class OrdinaryArticles:
    """Where the vectors of articles on drugs and diseases lie by the bundled encoder, d = 384 numbers each.

    Some sentences are near to every article, others to none: how near one is to an article tells something only beside
    how near it is to others.

    Args:
        mean: of the articles, shape (d,).
        axes: the directions in which they differ most, as long as their standard deviation; shape (axes, d).
        rest: their variance in any other direction.
    """

    mean: NDArray[np.float32]
    axes: NDArray[np.float32]
    rest: float

    @classmethod
    def fitted(cls, vectors: NDArray[np.float32]) -> OrdinaryArticles:
        """Of some thousand articles; ``vectors`` of shape (articles, d)."""
        variances, directions = np.linalg.eigh(np.cov(vectors.T))
        axes = (directions[:, -_AXES:] * np.sqrt(variances[-_AXES:])).T
        return cls(vectors.mean(0), axes.astype(np.float32), float(variances[:-_AXES].mean()))

    def nearness(self, claim: NDArray[np.float32], title: NDArray[np.float32], closest: float) -> float:
        """How much nearer a sentence is to an article's title and ``closest`` sentence (a cosine) than to an ordinary
        article, or than texts that share nothing (cosine 0): the mean of both, in standard deviations of the former."""
        nearer = (closest + float(claim @ title)) / 2 - max(0.0, float(claim @ self.mean))
        return nearer / float(np.sqrt(np.sum((self.axes @ claim) ** 2) + self.rest))

    def save(self, path: Path = ORDINARY) -> None:
        """Write the file that ``ordinary_articles`` loads."""
        from safetensors.numpy import save_file  # noqa: PLC0415

        save_file({"mean": self.mean, "axes": self.axes, "rest": np.array([self.rest], np.float32)}, path)


@cache
def ordinary_articles() -> OrdinaryArticles:
    """Those of the package, which ``scout eval train`` writes.

    Raises:
        PermanentFailure: the file cannot be read.
    """
    given = packaged_arrays(ORDINARY, "The file")
    return OrdinaryArticles(given["mean"], given["axes"], float(given["rest"][0]))
