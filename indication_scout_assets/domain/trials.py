"""Clinical trials as registered, and how a trial relates to a (drug, disease) pair.

What belongs here: the registered facts and rules over them (phase order, what a stop reason says).
"""

from __future__ import annotations

import re
from enum import StrEnum

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


class Intervention(Value):
    kind: str
    name: str
    other_names: tuple[str, ...] = ()
    arm_types: tuple[str, ...] = ()
    """Types of the arms that get it, as registered: ``EXPERIMENTAL``, ``ACTIVE_COMPARATOR``…; empty if not known."""


class Arm(Value):
    """One arm of the trial."""

    label: str
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


_CAUSE = r"""(?:safety|toxic\w*|adverse|harm(?:s|ed|ful)?\b|side\ effects?|efficacy|futility
    |lack\ of\ (?:efficacy|effect|benefit))"""
_LISTED = r"(?=\s(?:(?:or|and|nor|any)\s)?(?:efficacy\b|safety|quality|toxic|tolerab|adverse|regulatory|harm))"
_CLAUSE = rf"""(?:[^.;:,]|,{_LISTED})*?
    (?=\b(?:but|however|rather|instead|due\ to|because)\b|[.;:]|,(?!{_LISTED})|$)"""
"""To the end of the clause, lists of causes included."""
_DENIED = re.compile(
    rf"""\bnot\ (?:\w+\ ){{0,3}}?(?:related|due|because|based|driven|caused|prompted|motivated
        |a\ result|for|owing)\b{_CLAUSE}
    |\b(?:nothing\ to\ do\ with|un(?:related|connected)\ to|independent(?:ly)?\ of|regardless\ of|rather\ than
    |other\ than
        |irrespective\ of){_CLAUSE}
    |\b(?:not|neither|nor|without|absence\ of)\ (?:(?:any|an?|new|the|patient|of)\ )*{_CAUSE}{_CLAUSE}
    |\bno\ (?:\w+\ ){{0,3}}?(?:safety|toxic\w*|adverse|side\ effects?|harm\w*|serious|sae){_CLAUSE}
    |\bno\ (?:efficacy\ (?=(?:or|and|nor|concern|issue))|(?=lack|futil)){_CLAUSE}
    |\bno\ (?:\w+\ )?(?:concerns?|issues?|problems?|signals?)\ (?:\w+\ ){{0,3}}?{_CAUSE}{_CLAUSE}
    |{_CAUSE}[^.;]{{0,40}}?\b(?:was|were|is|are|did|has|had|played|play)\ (?:not|no)\b[^.;]*?
        \b(?:factors?|reasons?|causes?|concerns?|roles?|basis|consideration)\b[^.;]*
    |\b(?:safety|toxic\w*|adverse\ events?)[^.;]{{0,40}}?\b(?:was|were|has|have)\ (?:not|no)\ (?:been\ )?
        (?:identified|observed|found|noted|seen|reported|an?\ issue)[^.;]*
    |\bsafety\ (?:[\w-]+\ ){{0,3}}?(?:was|were|is|remains?)\ (?:\w+\ )?(?:consistent|acceptable|favou?rable|good
    |comparable)[^.;]*""",
    re.IGNORECASE | re.VERBOSE,
)
"""What was not the reason, to the end of its clause: "not related to safety or efficacy", "safety was acceptable"."""
_NO_CAUSE = re.compile(
    r"""\bdata\ (?:(?:and|&)\ )?safety\ (?:and\ )?(?:monitoring|review)\ (?:board|committee)|\bsafety\ (?:monitoring
    |review)\ (?:board|committee)
    |\bto\ (?:further\ )?(?:assess|evaluate|confirm|determine|establish|study|characteri[sz]e
    |monitor)\ (?:the\ )?(?:[\w-]+\ )?
        (?:safety|efficacy)(?:\ (?:and|or)\ (?:safety|efficacy|tolerability))?
    |\bdeath\ of\ (?:the\ |our\ )?(?:pi\b|principal|investigator|lead)
    |\b(?:low|lower)(?:\ than\ (?:expected|anticipated))?\ (?:\w+\ )?(?:mortality|event\ rates?|deaths?)
    |\b(?:mortality|event\ rates?|deaths)\ (?:\w+\ )?(?:low|lower|fewer)\ than
    |\b(?:prior\ to|before)\ (?:\w+\ ){0,3}?(?:enrol|recruit|accru)\w*
    |\b(?:closed|open(?:ed|ing)?)\ to\ (?:enrol|recruit|accru)\w*
    |\b(?:accrual|enrol\w*|recruitment)(?:\ (?:goals?|targets?))?\ (?:(?:was|were|is|has\ been)\ )?
        (?:met|reached|complete[d]?|achieved|halted|stopped|closed|suspended)
    |\b(?:enrol\w*|recruitment)\ on\ the\ study\ was\ (?:halted|stopped)|\bclose\ (?:enrol|recruit)\w*
    |\brecruitment/study|\bsufficient\ (?:\w+\ )?(?:data|patients|participants|subjects)\b[^.;]*
    |\bcontinue\ recruit\w*|\brecruitment\ curtailed|\bdid\ not\ accrue\ any\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words of a reason that name no reason."""
_TARGET_MISSED = re.compile(
    r"(?:recruit|enrol|accru|inclusion|sample)\w*[^.;]{0,30}\b(?:not|never) (?:be )?(?:met|reached|achieved)"
    r"|(?:not|fail\w+ to|unable to) (?:meet|reach|achieve) [^.;]{0,30}(?:recruit|enrol|accru|sample)\w*",
    re.IGNORECASE,
)
_REASONS = (
    (
        StopReason.OBJECTIVE_MET,
        re.compile(
            r"(?:objective|end ?-?point|aim)s?\b(?:(?!\bno[tr]?\b|\bnever\b)[^.;]){0,30}\b(?:met|reached|achieved)\b"
            r"|(?:early|clear|proven|overwhelming|superior|significant) (?:efficacy|benefit)\b"
            r"|(?<!no )(?<!lack of )(?:efficacy|benefit)(?:(?!\bno[tr]?\b)[^.;]){0,30}"
            r"\b(?:shown|demonstrated|established|proven)\b",
            re.I,
        ),
    ),
    (
        StopReason.SAFETY,
        re.compile(
            r"safety|\badverse (?!market|econom|business|financ)|toxicit|side effect|\bharm(?:s|ed|ful)?\b|mortality"
            r"|deaths?\b"
            r"|transaminase|liver enzymes|tolerability|poorly tolerated|intolera|hypersensitiv|clinical hold"
            r"|(?:increase\w*|higher|excess\w*|elevated) (?:rate|risk|incidence|number|frequency)s? of"
            r"|concerns? (?:with|about|over|regarding)(?: \w+){0,3} use of"
            r"|more (?:likely|often|frequent\w*)[^.;]{0,40}(?:severe|crises|hospitali|worsen|bleed)",
            re.I,
        ),
    ),
    (
        StopReason.EFFICACY,
        re.compile(
            r"futil|lack of efficacy|inefficac|ineffective|(?<!recruitment )(?<!enrollment )efficacy"
            r"|not (?:been )?(?:met|reached)\b"
            r"|(?:not|fail\w* to) (?:meet|reach|achieve)\b(?! [^.;]{0,30}(?:fund|budget))"
            r"|not support (?:continu|further)"
            r"|(?:not|fail\w* to) (?:show|demonstrate)\b(?! [^.;]*\bPK\b)"
            r"|(?:no|not enough|insufficient|lack of|absence of|limited|inadequate)(?: \w+){0,5}"
            r" (?:benefit|effects?|superiority)\b"
            r"|no improvement\b"
            r"|(?:lowering|reduction|response|effect)[^.;]{0,90}\b(?:inadequate|insufficient)"
            r"|no (?:significant )?differences?\b|not a significant difference"
            r"|unlikely to (?:show|meet|demonstrate|benefit)",
            re.I,
        ),
    ),
    (
        StopReason.ENROLMENT,
        re.compile(
            r"enrol|recruit|accru|inclusion|sample size|candidates"
            r"|(?:too few|not enough|lack of|insufficient|unable to find|no|few|shortage of|most potential)"
            r" (?:\w+ ){0,2}?(?:patients|subjects|participants|volunteers|participation)"
            r"|(?:patients|participants|subjects) (?:do|did) not want",
            re.I,
        ),
    ),
    (
        StopReason.BUSINESS,
        re.compile(
            r"fund(?:s|ing|ed|er)?\b|sponsor|business|financ|strateg|\bcompany|budget|commercial|\bmarket\b"
            r"|pharmaceutical co|program(?:me)?(?: (?:was|has been))? (?:terminat|discontinu|stopp|clos)"
            r"|(?:not|stopp?e?d?|discontinu\w*|end(?:ed)?|terminat\w*)(?: \w+){0,2} develop|collaboration|\bgrant\b",
            re.I,
        ),
    ),
)


def stop_reason(why_stopped: str) -> StopReason:
    """Class of a registered stop reason; a negated mention ("not for safety reasons") does not count.

    Of several reasons the gravest for the drug counts: safety, then lack of efficacy, then enrolment, then business.
    """
    text = " ".join(why_stopped.split())
    if not text:
        return StopReason.NOT_STATED
    text = _TARGET_MISSED.sub(" slow enrolment ", text)
    text = _NO_CAUSE.sub(" ", _DENIED.sub(" ", text))
    for reason, pattern in _REASONS:
        if pattern.search(text):
            return reason
    return StopReason.OTHER
