"""Clinical trials as registered, and how a trial relates to a (drug, disease) pair.

What belongs here: the registered facts and rules over them (phase order, what a stop reason says).
"""

from __future__ import annotations

import re
from enum import StrEnum

from .base import Value


class Intervention(Value):
    kind: str
    name: str
    other_names: tuple[str, ...] = ()
    arm_types: tuple[str, ...] = ()
    """Types of the arms that get it, as registered: ``EXPERIMENTAL``, ``ACTIVE_COMPARATOR``…; empty if not known."""


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
    primary_outcomes: tuple[str, ...] = ()
    pmids: tuple[str, ...] = ()
    """Papers about the trial: registered as its result, derived from it, or without saying; background is left out."""
    retracted_pmids: tuple[str, ...] = ()
    """Papers the record refers to, background too, that the registry links to a notice of retraction."""
    has_results: bool | None = None
    """Whether results are posted; ``None`` where the registry does not say."""
    demonstration: bool = False

    @property
    def phase_label(self) -> str:
        """``phase 2``, ``phase 1/2``, ``not applicable`` or ``phase not stated``."""
        numbers = [p.removeprefix("EARLY_").removeprefix("PHASE") for p in self.phases if "PHASE" in p]
        if numbers:
            return ("early " if any(p.startswith("EARLY") for p in self.phases) else "") + "phase " + "/".join(numbers)
        return "not applicable" if "NA" in self.phases else "phase not stated"

    @property
    def phase_number(self) -> float:
        """Highest phase as a number (0.5 for early phase 1), 0 where none is stated."""
        found = [0.5 if p.startswith("EARLY") else float(p[-1]) for p in self.phases if p[-1:].isdigit()]
        return max(found, default=0.0)

    @property
    def url(self) -> str:
        return f"https://clinicaltrials.gov/study/{self.nct_id}"

    @property
    def citable_fields(self) -> dict[str, str]:
        """Texts a citation may quote, by field name."""
        fields = {
            "title": self.title,
            "summary": self.summary,
            "why_stopped": self.why_stopped,
            "primary_outcomes": " ".join(self.primary_outcomes),
        }
        return {name: text for name, text in fields.items() if text}


class ConditionMatch(StrEnum):
    """How the trial's conditions relate to the candidate disease."""

    EXACT = "exact"
    """The candidate's own MeSH heading is among the trial's condition headings."""
    TEXT = "text"
    """No heading says so, but a registered condition is the disease's name or a synonym of it."""


class DrugRole(StrEnum):
    """The drug's part in the trial."""

    EXPERIMENTAL = "experimental"
    MENTIONED = "mentioned"


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
    """What a registered stop reason says."""

    OBJECTIVE_MET = "objective met early"
    EFFICACY = "lack of efficacy"
    SAFETY = "safety"
    ENROLMENT = "slow enrolment"
    BUSINESS = "business or funding"
    OTHER = "other"
    NOT_STATED = "not stated"


_NEGATED = re.compile(
    r"""\b(?:not\ (?:\w+\ ){0,3}?(?:related|due|because|based|driven|caused|prompted|a\ result|for|owing)\b
    |not\ (?=safety|efficacy|toxic)
    |un(?:related|connected)\ to|rather\ than|other\ than|without\ (?:any\ )?(?=safety|efficacy|toxic)
    |no\ (?:\w+\ ){0,2}?(?=safety|toxic|adverse)
    |safety\ (?:[\w-]+\ ){0,2}?
        (?=(?:was|were|is|remains?)\ (?:\w+\ )?(?:consistent|acceptable|favou?rable|good)))[^.;]*""",
    re.IGNORECASE | re.VERBOSE,
)
"""What was not the reason, to the end of its clause: "not related to safety or efficacy", "safety was acceptable"."""
_REASONS = (
    (
        StopReason.OBJECTIVE_MET,
        re.compile(
            r"(?:objective|end ?point|aim)s?\b(?:(?!\bno[tr]?\b|\bnever\b)[^.;]){0,30}\b(?:met|reached|achieved)"
            r"|(?:early|clear|proven) (?:efficacy|benefit)"
            r"|efficacy (?:was )?(?:shown|demonstrated|established)",
            re.I,
        ),
    ),
    (
        StopReason.SAFETY,
        re.compile(
            r"safety|adverse|toxicit|side effect|harm|mortality|deaths?\b"
            r"|more (?:likely|often|frequent\w*)[^.;]{0,40}(?:severe|crises|hospitali|worsen|bleed)",
            re.I,
        ),
    ),
    (
        StopReason.EFFICACY,
        re.compile(
            r"futil|lack of efficacy|inefficac|ineffective|(?<!recruitment )(?<!enrollment )efficacy"
            r"|not (?:met|reached)"
            r"|(?:no|insufficient|lack of)(?: \w+){0,5} (?:benefit|effect|superiority)",
            re.I,
        ),
    ),
    (
        StopReason.ENROLMENT,
        re.compile(
            r"enrol|recruit|accru|inclusion|participa|candidates|sample size|too few (?:patients|subjects)", re.I
        ),
    ),
    (StopReason.BUSINESS, re.compile(r"fund|sponsor|business|financ|strateg|company|budget|commercial", re.I)),
)


def stop_reason(why_stopped: str) -> StopReason:
    """Class of a registered stop reason; a negated mention ("not for safety reasons") does not count."""
    text = why_stopped.strip()
    if not text:
        return StopReason.NOT_STATED
    text = _NEGATED.sub(" ", text)
    for reason, pattern in _REASONS:
        if pattern.search(text):
            return reason
    return StopReason.OTHER
