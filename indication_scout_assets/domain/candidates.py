"""Candidates: (drug, disease) pairs with the facts of all three paths, their approval status and their place.

What belongs here: the nouns. What each path finds is computed in ``paths`` and ``use_path``, the approval status in
``approval``; the rules that merge, judge and rank candidates are in ``rules.candidates.selection``.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from .base import Value
from .diseases import Disease
from .drugs import Action, ClinicalStage, DrugTarget, DrugWarning, Indication


class TargetDirection(StrEnum):
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
    warnings: tuple[DrugWarning, ...] = ()

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
    direction: TargetDirection = TargetDirection.UNKNOWN
    direction_counts: dict[str, int] = Field(default_factory=dict)
    """Evidence records by ``TargetDirection``: how many agree, oppose, or say nothing. An inherited loss counts as one
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


class UseFact(Value):
    """Path 3: one other drug, used for much the same diseases as this drug, was given for the disease too."""

    chembl_id: str
    name: str
    similarity: float
    """How alike the two drugs are by use, 0 to 1; see ``rules.candidates.use_path``."""
    shared: tuple[str, ...]
    """Names of the rarest diseases that both were given for, at most three."""
    stage: ClinicalStage
    """How far the other drug came in the disease."""
    weight: float = 0.0
    """What the drug adds to the use path, 0 to 1."""
    shared_targets: tuple[str, ...] = ()
    """Symbols of the targets on which both act, as far as is told in the same direction: a mechanism in common."""


class UseEvidence(Value):
    """Path 3 on one disease: all drugs alike by use that were given for it, the most alike of them by name."""

    strength: float = 0.0
    """-ln of the product of (1 - weight) over these drugs; 0 or more, whatever the disease's frequency."""
    drugs: int = 0
    """How many drugs alike by use were given for the disease."""
    facts: tuple[UseFact, ...] = ()
    """The drugs most alike, the nearest first, with the nearest that shares a target."""


class PathFinding(Value):
    """What one path says about one disease, before merging."""

    disease_id: str
    disease_name: str
    score: float
    """0 to 1, as the path's own formula gives it."""
    target_facts: tuple[TargetFact, ...] = ()
    class_facts: tuple[ClassFact, ...] = ()
    contrary_facts: tuple[ClassFact, ...] = ()
    """Drugs that do the opposite on the same target."""
    use: UseEvidence = UseEvidence()


class OwnDevelopment(Value):
    """The drug itself in the disease: what is known of people who were given it, before the literature is read."""

    stage: ClinicalStage | None = None
    """Highest stage the drug has reached for the disease; ``None`` where no report names it."""
    reports: int = 0
    weight: float = 0.0
    """What these reports weigh together, 0 to 1; see ``rules.candidates.uses.own_development``."""


class CandidateList(StrEnum):
    """Which of the two lists a candidate stands in."""

    TRIED = "tried"
    """Tried, not approved: people with the disease have been given the drug."""
    NEW = "new"
    """New to the drug: neither the disease nor its kin has been tried."""


class MergedDisease(Value):
    """One disease with what all paths say about it."""

    disease: Disease
    target_facts: tuple[TargetFact, ...] = ()
    class_facts: tuple[ClassFact, ...] = ()
    contrary_facts: tuple[ClassFact, ...] = ()
    use: UseEvidence = UseEvidence()
    own: OwnDevelopment = OwnDevelopment()
    untreated: str = ""
    """Where the drug's own reports name the disease and none treats it with the drug: which, and why."""
    merged_ids: tuple[str, ...] = ()


class ApprovalStatus(StrEnum):
    APPROVED = "approved"
    APPROVED_NARROWER = "approved_narrower"
    """An approved use is a subtype or a part of the candidate."""
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
    WIDER_THAN_APPROVED_USE = "wider_than_approved_use"
    """An approved use is a subtype of the disease: what speaks for it is mostly that use."""
    DRUG_CAUSES_IT = "drug_causes_it"
    SAME_DIRECTION_AS_CAUSE = "same_direction_as_cause"
    """The drug does to its target what the cause of the disease does to it."""
    CONTRARY_ACTION = "contrary_action"
    """Drugs that do the opposite on the same target came further in it than any that does the same."""
    KIN_OF_TRIED = "kin_of_tried"
    """A wider or narrower term of a disease the drug has been tried in: not new to the drug, nor tried itself."""
    SHOWN_WITH_KIN = "shown_with_kin"
    """A wider or narrower term of a candidate that stands higher: one finding takes one place."""
    TARGET_ALONE = "target_alone"
    """One kind of data on a target, of unknown direction, and nothing else: evidence, but no candidate of its own."""
    NO_REASON = "no_reason"
    """Nothing leads to it that a scientist would give as a reason: it keeps its place among all drugs (the matrix)."""
    NOT_TREATED = "not_treated"
    """Records of the drug name it, none of which treats it with the drug, and nothing else speaks for it."""
    NOT_A_DISEASE = "not_a_disease"
    TOO_BROAD = "too_broad"
    BELOW_CUT = "below_cut"


class OddsBand(StrEnum):
    """How many candidates alike were in a registered trial within six years; see ``rules.candidates.odds``."""

    ONE_IN_10 = "1 in 10"
    ONE_IN_16 = "1 in 16"
    ONE_IN_35 = "1 in 35"
    ONE_IN_80 = "1 in 80"
    FEWER = "fewer than 1 in 100"


class CandidateScore(Value):
    """The arithmetic of a rank; every part in [0, 1]. The formula is in ``rules.candidates.formula.score``."""

    target_path: float
    class_path: float
    use_path: float = 0.0
    direction_factor: float
    own: float = 0.0
    """Weight of the drug's own development; it orders the list of tried diseases and adds nothing to ``total``."""
    own_place: bool = True
    """Whether the targets alone earn a place; else they raise the odds of what the other paths found."""
    total: float
    """What the three paths say together; it orders the list of new diseases."""


class Candidate(Value):
    """A disease the drug might also treat, or one set aside with the reason."""

    disease: Disease
    rank: int | None = None
    """Place in its list, 1 is best; ``None`` for what is set aside."""
    listed: CandidateList = CandidateList.NEW
    score: CandidateScore
    target_facts: tuple[TargetFact, ...] = ()
    class_facts: tuple[ClassFact, ...] = ()
    use: UseEvidence = UseEvidence()
    approval: ApprovalStatus
    approval_reason: str = ""
    """One plain sentence with the disease ids it rests on."""
    approved_part: str = ""
    """Of a disease wider than an approved use, that use by its name."""
    odds: OddsBand | None = None
    """Of a new disease: how often candidates like it were tried within six years."""
    own_stage: ClinicalStage | None = None
    """Highest stage the drug itself has reached for this disease, from phase 2 on."""
    own_reports: int = 0
    """Clinical reports of the drug itself for this disease."""
    set_aside: SetAside | None = None
    set_aside_reason: str = ""
    merged_ids: tuple[str, ...] = ()
    """Obsolete or duplicate ids folded into ``disease.id``."""
    class_harm: str = ""
    """The sentence on warnings of other drugs of the class that name the disease; empty where there is none."""
    kin: tuple[str, ...] = ()
    """Names of wider and narrower terms that are shown with this candidate and take no place of their own."""

    @property
    def dual_path(self) -> bool:
        """Whether both the targets and drugs of the class lead to the disease."""
        return bool(self.target_facts) and bool(self.class_facts)

    @property
    def mechanism_in_use(self) -> UseFact | None:
        """The nearest drug alike by use that acts on a target of the drug's too and came to phase 2 in the disease."""
        return next((f for f in self.use.facts if f.shared_targets and f.stage.reached_phase_2), None)

    @property
    def has_reason(self) -> bool:
        """Whether a scientist would say why: trials of the drug; targets that earn a place; a drug of the class in the
        disease; or a drug that is used alike and acts alike."""
        by_target = bool(self.target_facts) and self.score.own_place
        tried = self.listed is CandidateList.TRIED
        return tried or by_target or bool(self.class_facts) or self.mechanism_in_use is not None


class CandidateWeights(Value):
    """Weights of the ranking formula; settings, see ``settings.Settings.candidate_weights``."""

    target_path: float = 0.4
    class_path: float = 0.15
    use_path: float = 0.25
    """Scale of the use path: it makes 1 - exp(-scale · strength) of the drugs alike by use."""
    use_damping: float = 1.0
    """Exponent by which frequent diseases are damped for a drug with one use; see ``formula.commonness``."""
    direction_opposes: float = 0.4
    """Factor on the target path where the drug's action should make the disease worse."""
    direction_mixed: float = 0.85
    direction_unknown: float = 0.9
