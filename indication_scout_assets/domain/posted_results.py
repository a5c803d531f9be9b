"""Results of a trial as its sponsor posted them: the primary outcomes, their groups and their analyses.

What belongs here: the registered figures and words, unchanged. What they amount to is read in ``trial_evidence``.
"""

from __future__ import annotations

from .base import Value


class ResultGroup(Value):
    """One group of participants in a posted outcome."""

    id: str
    """As the analyses refer to it, for example ``OG000``; of this outcome only."""
    title: str = ""
    description: str = ""
    participants: int | None = None
    """People analysed."""
    value: str = ""
    """The outcome's value of the group as written; empty where the outcome has several (by visit, by part)."""


class Analysis(Value):
    """One statistical analysis of a posted outcome; everything as written, empty where not stated."""

    group_ids: tuple[str, ...] = ()
    """Groups compared; one alone is no comparison."""
    description: str = ""
    p_value: str = ""
    """For example ``<0.001`` or ``0.03``."""
    p_comment: str = ""
    method: str = ""
    """For example ``ANCOVA`` or ``Log Rank``."""
    estimate: str = ""
    """What is estimated, for example ``Hazard Ratio (HR)``."""
    estimate_value: str = ""
    interval_percent: str = ""
    interval_sides: str = ""
    """``ONE_SIDED`` or ``TWO_SIDED``."""
    interval_low: str = ""
    interval_high: str = ""
    hypothesis: str = ""
    """``SUPERIORITY``, ``NON_INFERIORITY``, ``EQUIVALENCE``, ``OTHER``, and older mixed types."""
    hypothesis_comment: str = ""


class PostedOutcome(Value):
    """A primary outcome with its posted results."""

    title: str
    time_frame: str = ""
    measure: str = ""
    """Kind of the values: ``MEAN``, ``NUMBER``, ``COUNT_OF_PARTICIPANTS``…"""
    unit: str = ""
    groups: tuple[ResultGroup, ...] = ()
    analyses: tuple[Analysis, ...] = ()
