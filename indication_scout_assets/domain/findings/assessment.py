"""What a candidate's evidence amounts to: grades, readings of trials, safety, and the score with its arithmetic.

What belongs here: the nouns that grading, scoring and the report share. Every value can be traced to facts of design
or to exact words; none that counts comes from a language model. The rules are in ``grading`` (one item of evidence),
``rules.trials`` (trials and stages), ``harms`` (safety), ``scoring`` and ``strength`` (the candidate).
"""

from __future__ import annotations

from enum import IntEnum, StrEnum

from pydantic import ConfigDict, Field

from ..base import Value
from ..candidates import CandidateList
from ..documents import Citation, DocumentKind
from ..drugs import ClinicalStage
from ..records.trials import StopReason
from .statements import Polarity
from .study_designs import WITHOUT_RESULTS, Population, ReadFrom, StudyDesign


# ------------------------------------------------------------------------------------------------ one item of evidence
class Level(IntEnum):
    """OCEBM 2011 level for questions of treatment; 1 is the strongest."""

    SYNTHESIS_OF_TRIALS = 1
    RANDOMIZED_TRIAL = 2
    CONTROLLED_STUDY = 3
    """Controlled cohort or follow-up study without chance assignment."""
    CASES = 4
    """Case series, case-control or historically controlled study."""
    MECHANISM = 5
    """Mechanism-based reasoning: animals, cells, computation, opinion."""


class DrugMatch(StrEnum):
    THIS_DRUG = "this drug"
    COMBINATION = "in combination"
    """The drug together with another one: what happens need not be its doing."""
    AMONG_SEVERAL = "among several drugs"
    """A review whose title does not name the drug: its participants and pooled effects are those of all its drugs."""
    CLASS = "its class"
    NOT_TOLD = "not told whether alone"
    """A trial of several drugs that says neither by its arms nor in words what is given with what."""
    COMPARATOR = "only compared with"
    MENTIONED = "only mentioned"
    """An article that takes no side and whose title is about something else than the drug in the disease."""
    NOT_NAMED = "not named"


class DiseaseMatch(StrEnum):
    THIS_DISEASE = "this disease"
    NARROWER = "a narrower disease"
    BROADER = "a broader disease"
    """Only a term above it, or the wider heading it is filed under: no study of this disease."""
    NEAR = "a related disease"
    """A near kin by its name, neither above nor below it."""
    NOT_NAMED = "not named"


class EvidenceDirectness(Value):
    """How directly an item speaks to the pair: GRADE's indirectness by what can be seen."""

    drug: DrugMatch
    disease: DiseaseMatch
    population: Population

    @property
    def names_pair(self) -> bool:
        """Whether drug and disease are both named: in title, abstract or index terms, or by what a trial registers."""
        return self.drug in _NAMED_DRUG and self.disease in (DiseaseMatch.THIS_DISEASE, DiseaseMatch.NARROWER)

    @property
    def is_direct(self) -> bool:
        """This drug alone, in people with this disease."""
        return (
            self.drug is DrugMatch.THIS_DRUG
            and self.disease is DiseaseMatch.THIS_DISEASE
            and self.population is Population.HUMAN
        )


_NAMED_DRUG = (
    DrugMatch.THIS_DRUG,
    DrugMatch.COMBINATION,
    DrugMatch.AMONG_SEVERAL,
    DrugMatch.NOT_TOLD,
    DrugMatch.COMPARATOR,
)


class RiskSignal(StrEnum):
    """A fact that lowers what an item can bear."""

    RETRACTED = "retracted"
    CONCERN = "expression of concern"
    UNCHECKED = "retraction not checked"
    PREPRINT = "preprint"
    TERMINATED = "terminated"
    NO_RESULTS = "no results posted"
    """A completed trial whose results are neither posted nor published by a paper known here."""
    SMALL = "few participants"


class Grade(Value):
    """One article or trial, graded by facts."""

    evidence_kind: DocumentKind
    """An article or a trial."""
    evidence_id: str
    study: str
    """Key of the study: the trial's number, else the id of its first paper. Equal for all reports of one study."""
    counts: bool = True
    """Whether this item stands for its study; of several reports one does."""
    not_counted: str = ""
    """Why it does not count: one plain sentence."""
    design: StudyDesign
    design_cue: str = ""
    design_source: ReadFrom = ReadFrom.NOTHING
    level: Level | None
    """``None`` where the item is no evidence of an effect: a protocol, a trial without results, an unread design."""
    level_reason: str
    """One plain sentence: the facts the level rests on."""
    directness: EvidenceDirectness
    polarity: Polarity
    """Of what the record as a whole says of the pair."""
    polarity_cue: str = ""
    harm_in_passing: bool = Field(default=False, exclude_if=lambda in_passing: not in_passing)
    """It is harm that neither numbers of two arms tell nor the article's title, which does not name the disease or
    names another drug beside this one; left out of JSON where it is not."""
    polarity_hedged: bool = False
    """The article says it with caution ("may", "suggests"); it weighs less."""
    approved_use: str = ""
    """An approved use of the drug that the article's title names, the disease's own names left out; empty for none."""
    approved_use_alone: bool = False
    """Its title names the approved use and not the disease: the study was made for that use, and weighs less."""
    participants: int | None = None
    participants_cue: str = ""
    """The words, or the registry's field, that give the number."""
    masked: bool = Field(default=False, exclude_if=lambda masked: not masked)
    """PubMed's headings call it single- or double-blind; left out of JSON where they do not."""
    risks: tuple[RiskSignal, ...] = ()
    deferred: str = ""
    """Why a person must decide: a statement and the facts disagree. Deferred items are listed and never counted."""

    @property
    def stands(self) -> bool:
        """Whether it stands for its study: it has a level and is neither deferred nor retracted."""
        return self.counts and self.level is not None and not self.deferred and RiskSignal.RETRACTED not in self.risks

    @property
    def is_study_of_pair(self) -> bool:
        """Whether it stands for its study and names drug and disease: what numbers of studies count."""
        return self.stands and self.directness.names_pair

    @property
    def may_tell_effect(self) -> bool:
        """Whether it is a study of the pair that takes a side: what others tell is mostly of something else."""
        decided = self.polarity is not Polarity.NEUTRAL
        return decided and self.directness.names_pair and self.design not in WITHOUT_RESULTS


# ------------------------------------------------------------------------------------------------ trials and guidelines
class TrialOutcome(StrEnum):
    MET = "primary endpoint met"
    NOT_MET = "primary endpoint not met"
    MIXED = "some primary endpoints met"
    CALLED_ACTIVE = "one arm, called active by its paper"
    """Nothing was compared; takes no side."""
    CALLED_INACTIVE = "one arm, called inactive by its paper"
    POSTED = "results posted, not decided by them"
    """Results are posted, but nothing says whether the endpoint was met."""
    PUBLISHED = "results published, not decided by them"
    """A paper reports the trial and does not say whether the endpoint was met; no results are posted."""
    NOT_KNOWN = "no results known"


class MisuseKind(StrEnum):
    INTERVENTION = "intervention"
    COMPARATOR = "comparator"
    POPULATION = "population"
    ENDPOINT = "endpoint"


class TrialMisuse(Value):
    """Why a trial does not show what a reader may take it to show."""

    kind: MisuseKind
    sentence: str
    """One plain sentence with the registered words."""


class TrialReading(Value):
    """What a trial says about the pair."""

    nct_id: str
    outcome: TrialOutcome
    outcome_source: str = ""
    """``posted results`` or the id of the article that says so; empty where nothing does."""
    outcome_cue: str = ""
    """The figure or the words."""
    citation: Citation | None = None
    """Exact words of the linked publication, where that decided."""
    stop: StopReason | None = None
    """``None`` where the trial was not stopped."""
    misuse: tuple[TrialMisuse, ...] = ()


class CandidateStage(Value):
    """How far the drug has come in the disease, by registered facts alone; no model can lower it."""

    stage: ClinicalStage
    reason: str
    """One plain sentence with the trial or the record that sets it."""
    evidence_ids: tuple[str, ...] = ()


class RecommendationStrength(StrEnum):
    STRONG = "strong"
    CONDITIONAL = "conditional"
    NOT_GRADED = "not graded"


class Recommendation(Value):
    """A sentence of a guideline that says whether, and in which order, the drug is to be used for the disease."""

    citation: Citation
    polarity: Polarity
    """``supports`` for, ``contradicts`` against, ``neutral`` where neither is recommended."""
    strength: RecommendationStrength = RecommendationStrength.NOT_GRADED
    strength_cue: str = ""
    line: int | None = None
    """Step of treatment, 1 for first line; ``None`` where the sentence gives none."""


# ------------------------------------------------------------------------------------------------ safety
class HarmKind(StrEnum):
    CAUSES_DISEASE = "causes or worsens the disease"
    CONTRAINDICATED = "contraindicated in the disease"
    BOXED_WARNING = "boxed warning"
    LISTED_EFFECT = "listed as an unwanted effect"
    CLASS_EFFECT = "warned of with other drugs of the class"
    WARNED = "warned of in the disease"
    MENTIONED_IN_PASSING = "told in passing to cause or worsen the disease"
    """By an article whose title does not name the disease or names another drug beside, and not by numbers of arms."""
    GIVEN_TO_MOTHERS = "causes or worsens the disease after use in pregnancy"
    """By an article on pregnancy, of a disease of newborns; the treatment of newborns is another matter."""
    WITHDRAWN = "withdrawn"
    ADVERSE_EVENTS = "adverse event reports"


class Harm(Value):
    """A safety finding that bears on the candidate, or on the drug whatever it is used for."""

    kind: HarmKind
    sentence: str
    """One plain sentence."""
    about_disease: bool
    """It concerns the candidate disease, not only the drug."""
    citation: Citation | None = None
    source: str = ""
    penalty: float = 0.0
    """What it adds to the safety part, 0 to 1; 0 where it is only shown."""

    @property
    def is_plain(self) -> bool:
        """Whether it concerns the candidate disease and is not only told in passing: such are in the red box."""
        return self.about_disease and self.kind is not HarmKind.MENTIONED_IN_PASSING


# ------------------------------------------------------------------------------------------------ the score
class Factor(Value):
    """One factor of a term, under the name the report prints."""

    name: str
    value: float


class ScoreTerm(Value):
    """One item's place in a part of the score: the product of its factors, for or against."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)

    evidence_kind: str
    """``article``, ``trial``, ``target``, ``drug`` (of the class) or ``harm``."""
    evidence_id: str
    text: str = Field(alias="label")
    sign: int
    """+1 for, -1 against."""
    factors: tuple[Factor, ...]
    value: float
    """Product of the factors, 0 to 1, without the sign."""


class PartName(StrEnum):
    TARGET_PATH = "target path"
    CLASS_PATH = "class path"
    USE_PATH = "use path"
    LITERATURE = "literature"
    TRIALS = "trials"
    SAFETY = "safety"


class ScorePart(Value):
    """One addend of the score."""

    name: PartName
    value: float
    """0 to 1 for the paths; -1 to 1 for literature and trials; -1 to 0 for safety."""
    weight: float
    points: float
    """``value * weight``."""
    formula: str
    """How the terms give the value, in words and figures."""
    terms: tuple[ScoreTerm, ...] = ()


class WeightEffect(Value):
    """What becomes of a candidate's rank where one weight changes and all others stay."""

    part: PartName
    without: int
    """Rank where the weight is 0."""
    halved: int
    doubled: int


class EvidenceScore(Value):
    """The candidate's score: the sum of its parts' points."""

    parts: tuple[ScorePart, ...]
    total: float
    """Sum of the points, -1 to 1."""
    best_rank: int = 1
    """Over all changes of one weight in ``effect_reading``."""
    worst_rank: int = 1
    effects: tuple[WeightEffect, ...] = ()


# ------------------------------------------------------------------------------------------------ its strength
class EvidenceStrength(StrEnum):
    """GRADE's certainty of evidence, the strongest first."""

    HIGH = "high"
    MODERATE = "moderate"
    LOW = "low"
    VERY_LOW = "very low"


class GradeDomain(StrEnum):
    """What GRADE starts from, and what lowers or raises it."""

    DESIGN = "study design"
    RISK_OF_BIAS = "risk of bias"
    INCONSISTENCY = "inconsistency"
    INDIRECTNESS = "indirectness"
    IMPRECISION = "imprecision"
    PUBLICATION_BIAS = "publication bias"
    LARGE_EFFECT = "large effect"


class StrengthStep(Value):
    """One step from the design to the word."""

    domain: GradeDomain
    change: int = 0
    """Levels it changes the word by, -2 to +2; the step of design changes nothing, the word starts from it."""
    fact: str
    """What the step rests on: one plain sentence."""
    evidence_ids: tuple[str, ...] = ()
    """The records that show the fact."""
    known: bool = True
    """Whether the fact is known. One that is not changes nothing."""
    concern: bool = Field(default=False, exclude_if=lambda concern: not concern)
    """Whether it is shown as a concern and never changes the word; left out of JSON where it is not."""


class StrengthOfEvidence(Value):
    """The strength of the studies that decide a direction."""

    word: EvidenceStrength
    start: EvidenceStrength
    """What the design starts from."""
    direction: Polarity
    """Of the body of evidence: the direction the word is of."""
    steps: tuple[StrengthStep, ...]
    """The design first; of a domain, what is not known after what is."""
    studies: tuple[str, ...]
    """Ids of the records that form the body of evidence, one for each study, sorted."""
    in_people: bool = True
    """False where the studies with a direction were made in animals or cells alone."""

    @property
    def at_most(self) -> bool:
        """Whether nothing is known of a whole domain that could lower the word."""
        known = {step.domain for step in self.steps if step.known}
        unknown = {step.domain for step in self.steps} - known - {GradeDomain.LARGE_EFFECT}
        return bool(unknown) and self.word is not EvidenceStrength.VERY_LOW


class Assessment(Value):
    """Everything decided about one candidate, after its evidence is in."""

    disease_id: str
    rank: int
    """Place in its list by ``score.total``; ties by the candidate's rank before the evidence."""
    listed: CandidateList = CandidateList.NEW
    """The list it stands in after the evidence."""
    listed_reason: str = ""
    """Why a candidate that no clinical report named counts as tried: one plain sentence."""
    without_evidence: bool = False
    """Of a new disease: no paper on drug and disease, no trial and nothing on a target; it stands behind the others."""
    direction: Polarity | None = None
    """Of the counted studies together; ``None`` in reports from before it was stored."""
    strength: StrengthOfEvidence | None = None
    """Of the evidence for the direction; ``None`` where no counted study has one."""
    harm_strength: StrengthOfEvidence | None = None
    """Of the evidence that the drug causes or worsens the disease; ``None`` where no counted study shows it."""
    missed_endpoints: tuple[str, ...] = ()
    """Numbers of the phase 3 trials of the drug in the disease that did not meet their primary endpoint."""
    stage: CandidateStage
    score: EvidenceScore
    grades: tuple[Grade, ...] = ()
    """Articles in the order of their rank, then trials by number."""
    trials: tuple[TrialReading, ...] = ()
    recommendations: tuple[Recommendation, ...] = ()
    harms: tuple[Harm, ...] = ()

    @property
    def deferred(self) -> tuple[Grade, ...]:
        return tuple(grade for grade in self.grades if grade.deferred)

    @property
    def counted(self) -> tuple[Grade, ...]:
        """The studies of the pair: one report of each that names drug and disease and has a level, neither deferred nor
        retracted."""
        return tuple(grade for grade in self.grades if grade.is_study_of_pair)
