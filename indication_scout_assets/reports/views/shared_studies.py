"""Studies that are counted for more than one candidate.

What belongs here: finding them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...domain.statements import Polarity

if TYPE_CHECKING:
    from .assessment_view import GradeView
    from .candidate_views import CandidateView


def rests_on_the_same(view: CandidateView, other: CandidateView) -> bool:
    """Whether all counted studies that take a side for one candidate are counted for another as well."""
    deciding = frozenset(graded.grade.study for graded in _deciding(view))
    return bool(deciding) and deciding <= {graded.grade.study for graded in _deciding(other)}


def _deciding(view: CandidateView) -> Iterator[GradeView]:
    """Counted studies that take a side."""
    counted = view.assessment.counted if view.assessment else ()
    return (graded for graded in counted if graded.grade.polarity is not Polarity.NEUTRAL)
