"""Clinical trials as registered, and how a trial relates to a (drug, disease) pair.

What belongs here: the registered facts and rules over them (phase order, what a stop reason says).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from pydantic import ConfigDict, Field

from ..base import Value
from ..documents import Document, DocumentKind

STOPPED_STATUSES: Final = frozenset({"TERMINATED", "WITHDRAWN", "SUSPENDED"})
WITHDRAWN: Final = "WITHDRAWN"
"""Of a trial that ended before anybody took part in it."""
STOPPED_EARLY: Final = STOPPED_STATUSES - {WITHDRAWN}
OPEN_STATUSES: Final = frozenset(
    {"RECRUITING", "ACTIVE_NOT_RECRUITING", "NOT_YET_RECRUITING", "ENROLLING_BY_INVITATION"}
)


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


class Intervention(Value):
    kind: str
    name: str
    other_names: tuple[str, ...] = ()
    arm_types: tuple[str, ...] = ()
    """Types of the arms that get it, as registered: ``EXPERIMENTAL``, ``ACTIVE_COMPARATOR``…; empty if not known."""


class Arm(Value):
    """One arm of the trial."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)

    name: str = Field(alias="label")
    kind: str = ""
    """As registered: ``EXPERIMENTAL``, ``PLACEBO_COMPARATOR``, ``NO_INTERVENTION``…"""
    interventions: tuple[str, ...] = ()
    """Names of the interventions it gets."""


class MeshTerm(Value):
    id: str
    term: str


class Trial(Value):
    """A registered study (ClinicalTrials.gov v2). Dates stay as registered: ``YYYY-MM`` or ``YYYY-MM-DD``."""

    nct_id: str
    title: str
    official_title: str = ""
    summary: str = ""
    status: str = "UNKNOWN"
    why_stopped: str = ""
    study_type: str = ""
    phases: tuple[str, ...] = ()
    """As registered: ``PHASE2``, ``PHASE3``, ``NA``…"""
    enrollment: int | None = None
    enrollment_type: str = ""
    """``ACTUAL`` or ``ESTIMATED``."""
    allocation: str = ""
    masking: str = ""
    primary_purpose: str = ""
    start_date: str = ""
    completion_date: str = ""
    first_posted: str = ""
    last_updated: str = ""
    """When the registry last posted a change of the record."""
    results_posted: str = ""
    """When results were first posted."""
    sponsor: str = ""
    conditions: tuple[str, ...] = ()
    condition_mesh: tuple[MeshTerm, ...] = ()
    """The trial's own condition headings."""
    condition_ancestors: tuple[MeshTerm, ...] = ()
    interventions: tuple[Intervention, ...] = ()
    arms: tuple[Arm, ...] = ()
    healthy_volunteers: bool | None = None
    """Whether healthy people may take part; ``None`` where the registry does not say."""
    ages: tuple[str, ...] = ()
    """Age groups that may take part: ``CHILD``, ``ADULT``, ``OLDER_ADULT``; empty if not known."""
    primary_outcomes: tuple[str, ...] = ()
    results: tuple[PostedOutcome, ...] = ()
    """The primary outcomes with their posted results."""
    pmids: tuple[str, ...] = ()
    """Papers about the trial: registered as its result, derived from it, or without saying; background is left out."""
    retracted_pmids: tuple[str, ...] = ()
    """Papers the record refers to, background too, that the registry links to a notice of retraction."""
    has_results: bool | None = None
    """Whether results are posted; ``None`` where the registry does not say."""
    demonstration: bool = False

    @property
    def phase_name(self) -> str:
        """``phase 2``, ``phase 1/2``, ``no phase`` (it has none by design) or ``phase not stated``."""
        numbers = [p.removeprefix("EARLY_").removeprefix("PHASE") for p in self.phases if "PHASE" in p]
        if numbers:
            return ("early " if any(p.startswith("EARLY") for p in self.phases) else "") + "phase " + "/".join(numbers)
        return "no phase" if "NA" in self.phases else "phase not stated"

    @property
    def phase_number(self) -> float:
        """Highest phase as a number (0.5 for early phase 1), 0 where none is stated."""
        numbers = [0.5 if p.startswith("EARLY") else float(p[-1]) for p in self.phases if p[-1:].isdigit()]
        return max(numbers, default=0.0)

    @property
    def url(self) -> str:
        return f"https://clinicaltrials.gov/study/{self.nct_id}"

    @property
    def document(self) -> Document:
        """The registered texts that may be cited; those the registry does not give are left out."""
        texts = {
            "title": self.title,
            "summary": self.summary,
            "why_stopped": self.why_stopped,
            "primary_outcomes": " ".join(self.primary_outcomes),
        }
        return Document(
            kind=DocumentKind.TRIAL,
            id=self.nct_id,
            title=self.title,
            texts={field: text for field, text in texts.items() if text},
        )


class ConditionMatch(StrEnum):
    """How the trial's conditions relate to the candidate disease."""

    EXACT = "exact"
    """The candidate's own MeSH heading is among the trial's condition headings."""
    TEXT = "text"
    """No heading says so, but a registered condition is the disease's name or a synonym of it."""


class DrugRole(StrEnum):
    """The drug's part in the trial."""

    EXPERIMENTAL = "experimental"
    COMPARATOR = "comparator"
    """What another treatment is compared with."""
    UNCLEAR = "not told"
    """An intervention beside other drugs, and neither arms nor words say which of them is tested."""
    MENTIONED = "mentioned"
    """Named by the title alone."""


class TrialMatch(Value):
    """Why a trial belongs to a (drug, disease) pair."""

    trial: Trial
    condition: ConditionMatch
    matched_condition: str
    drug: DrugRole
    matched_intervention: str = ""
    other_agents: tuple[str, ...] = ()
    """Other drugs the trial gives, beside this one or with it: what happens in it need not be this drug's doing."""


class StopReason(StrEnum):
    """What a registered stop reason says, where it says that and nothing else; no class speaks of harm."""

    OBJECTIVE_MET = "objective met early"
    EFFICACY = "lack of efficacy"
    ENROLMENT = "slow enrolment"
    BUSINESS = "business or funding"
    NOT_CLASSIFIED = "not classified"
    NOT_STATED = "not stated"
