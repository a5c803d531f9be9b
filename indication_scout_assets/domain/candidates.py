"""Candidates: (drug, disease) pairs with the facts of both paths, their approval status and their rank.

What belongs here: the nouns. What each path finds is computed in ``paths``, the approval status in ``approval``; the
rules that merge, judge and rank candidates are in ``rules.candidates.selection``.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from .base import Value
from .diseases import Disease
from .drugs import Action, ClinicalStage, DrugTarget, Indication


class Direction(StrEnum):
    """The drug's action on the target against what the evidence says the target does in the disease."""

    AGREES = "agrees"
    """The drug's action opposes the disease's direction: it should help."""
    OPPOSES = "opposes"
    MIXED = "mixed"
    UNKNOWN = "unknown"


class Association(Value):
    """One disease a source associates with a target."""

    disease_id: str
    disease_name: str
    score: float
    """Direct score without clinical precedence, 0 to 1."""
    datatype_scores: dict[str, float] = Field(default_factory=dict)
    source_scores: dict[str, float] = Field(default_factory=dict)
    """By data source, for example ``clingen``."""


class ClassDrug(Value):
    """Another drug that acts on a target of ours: what it acts on and what it was developed for."""

    chembl_id: str
    name: str
    parent_id: str | None = None
    """The molecule it is a salt or ester of; both count as one drug."""
    targets: tuple[DrugTarget, ...] = ()
    indications: tuple[Indication, ...] = ()

    @property
    def family_id(self) -> str:
        """The id shared by all forms of the drug."""
        return self.parent_id or self.chembl_id


class DirectionQuestion(Value):
    """Ask what the evidence says about the direction of one target in one disease, for a drug of this action."""

    ensembl_id: str
    disease_id: str
    action: Action


class TargetFact(Value):
    """Path 1: one target of the drug is associated with the disease."""

    ensembl_id: str
    symbol: str
    action_type: str | None = None
    score: float
    """Association score of Open Targets without clinical precedence, 0 to 1."""
    datatype_scores: dict[str, float] = Field(default_factory=dict)
    source_scores: dict[str, float] = Field(default_factory=dict)
    """The parts of the score by data source, for example ``clingen``."""
    direction: Direction = Direction.UNKNOWN
    direction_counts: dict[str, int] = Field(default_factory=dict)
    """Evidence records by ``Direction`` value: how many agree, oppose, or say nothing. An inherited loss counts as one
    more."""
    inherited_loss: str = ""
    """What says that losing the target is the disease, for example ``named DDC deficiency``; see
    ``rules.candidates.cause``."""


class ClassFact(Value):
    """Path 2: one other drug with the same target and action was developed for the disease."""

    chembl_id: str
    name: str
    stage: ClinicalStage
    shared_targets: tuple[str, ...]
    """Symbols of the targets on which both act the same way."""
    action_type: str
    target_count: int = 1
    """How many targets the other drug has in all; a promiscuous drug says less about one of them."""
    report_ids: tuple[str, ...] = ()
    """The most advanced reports, at most ten."""
    stop_reasons: tuple[str, ...] = ()
    weight: float = 0.0
    """What the drug adds to the class path, 0 to 1; see ``paths.class_weight``."""


class PathFinding(Value):
    """What one path says about one disease, before merging."""

    disease_id: str
    disease_name: str
    score: float
    """0 to 1, as the path's own formula gives it."""
    target_facts: tuple[TargetFact, ...] = ()
    class_facts: tuple[ClassFact, ...] = ()


class MergedDisease(Value):
    """One disease with what both paths say about it."""

    disease: Disease
    target_facts: tuple[TargetFact, ...] = ()
    class_facts: tuple[ClassFact, ...] = ()
    own_stage: ClinicalStage | None = None
    own_reports: int = 0
    merged_ids: tuple[str, ...] = ()


class ApprovalStatus(StrEnum):
    APPROVED = "approved"
    APPROVED_NARROWER = "approved_narrower"
    """An approved use is a subtype of the candidate."""
    APPROVED_BROADER = "approved_broader"
    """The candidate is a subtype of an approved use."""
    COMBINATION_ONLY = "combination_only"
    WITHDRAWN = "withdrawn"
    NOT_APPROVED = "not_approved"
    UNKNOWN = "unknown"


class SetAside(StrEnum):
    """Why a disease is shown beside the ranking and not in it."""

    APPROVED_USE = "approved_use"
    WITHDRAWN_USE = "withdrawn_use"
    DRUG_CAUSES_IT = "drug_causes_it"
    SAME_DIRECTION_AS_CAUSE = "same_direction_as_cause"
    """The drug does to its target what the cause of the disease does to it."""
    NOT_A_DISEASE = "not_a_disease"
    TOO_BROAD = "too_broad"
    BELOW_CUT = "below_cut"


class CandidateScore(Value):
    """The arithmetic of a rank; every part in [0, 1]. The formula is in ``rules.candidates.selection.score``."""

    target_path: float
    class_path: float
    direction_factor: float
    crowding_factor: float
    novelty_factor: float = 1.0
    total: float


class Candidate(Value):
    """A disease the drug might also treat, or one set aside with the reason."""

    disease: Disease
    rank: int | None = None
    """1 is best; ``None`` for what is set aside."""
    score: CandidateScore
    target_facts: tuple[TargetFact, ...] = ()
    class_facts: tuple[ClassFact, ...] = ()
    approval: ApprovalStatus
    approval_reason: str = ""
    """One plain sentence with the disease ids it rests on."""
    own_stage: ClinicalStage | None = None
    """Highest stage the drug itself has reached for this disease, from phase 2 on."""
    own_reports: int = 0
    """Clinical reports of the drug itself for this disease."""
    set_aside: SetAside | None = None
    set_aside_reason: str = ""
    merged_ids: tuple[str, ...] = ()
    """Obsolete or duplicate ids folded into ``disease.id``."""

    @property
    def dual_path(self) -> bool:
        return bool(self.target_facts) and bool(self.class_facts)


class CandidateWeights(Value):
    """Weights of the ranking formula; settings, see ``settings.Settings.candidate_weights``."""

    target_path: float = 0.6
    class_path: float = 0.7
    direction_opposes: float = 0.4
    """Factor on the target path where the drug's action should make the disease worse."""
    direction_mixed: float = 0.85
    direction_unknown: float = 0.9
    approved_narrower: float = 0.5
    """Factor on the total where a subtype of the disease is an approved use: its evidence is part of what was found."""
    crowding_scale: float = 25.0
    """Number of drugs at which a disease counts as crowded; larger is more lenient."""
