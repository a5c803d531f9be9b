"""The sample report with an assessment of every candidate: grades of each kind, a score that adds up, harm, guidelines.

``assessed_report`` is ``sample_report`` after its evidence was graded. The ranks change: preeclampsia, where the drug
does harm, falls behind the two below it.
"""

from __future__ import annotations

from indication_scout_assets.domain.assessment import (
    Assessment,
    CandidateStage,
    DiseaseMatch,
    DrugMatch,
    EvidenceDirectness,
    EvidenceScore,
    Factor,
    Grade,
    Harm,
    HarmKind,
    Level,
    MisuseKind,
    PartName,
    Recommendation,
    RecommendationStrength,
    RiskSignal,
    ScorePart,
    ScoreTerm,
    TrialMisuse,
    TrialOutcome,
    TrialReading,
    WeightEffect,
)
from indication_scout_assets.domain.drugs import ClinicalStage
from indication_scout_assets.domain.report import EvidenceReport
from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.domain.study_designs import Population, ReadFrom, StudyDesign
from indication_scout_assets.domain.trials import StopReason

from .sample import sample_report
from .sample_parts import cite
from .sample_records import ARTICLES

WEIGHTS = {
    PartName.TARGET_PATH: 0.15,
    PartName.CLASS_PATH: 0.15,
    PartName.LITERATURE: 0.3,
    PartName.TRIALS: 0.3,
    PartName.SAFETY: 0.1,
}
DIRECT = EvidenceDirectness(
    drug=DrugMatch.THIS_DRUG, disease=DiseaseMatch.THIS_DISEASE, population=Population.HUMAN
)  # fmt: skip


def grade(key: str, level: Level | None, polarity: Polarity, **more: object) -> Grade:
    """A direct, counted article of a randomised trial, unless told otherwise."""
    values: dict[str, object] = {
        "evidence_kind": "trial" if key.startswith("NCT") else "article",
        "evidence_id": key,
        "study": key,
        "design": StudyDesign.RANDOMIZED_TRIAL,
        "design_cue": "Randomized Controlled Trial",
        "design_source": ReadFrom.PUBLICATION_TYPE,
        "level": level,
        "level_reason": "PubMed calls it a randomised controlled trial.",
        "directness": DIRECT,
        "polarity": polarity,
    }
    return Grade.model_validate(values | more)


def term(kind: str, key: str, text: str, sign: int, **factors: float) -> ScoreTerm:
    """A term whose value is the product of its factors."""
    value = 1.0
    for factor in factors.values():
        value *= factor
    named = tuple(Factor(name=name.replace("_", " "), value=factor) for name, factor in factors.items())
    return ScoreTerm(evidence_kind=kind, evidence_id=key, text=text, sign=sign, factors=named, value=value)


def part(name: PartName, value: float, formula: str, *terms: ScoreTerm) -> ScorePart:
    return ScorePart(
        name=name, value=value, weight=WEIGHTS[name], points=value * WEIGHTS[name], formula=formula, terms=terms
    )


def score(*parts: ScorePart, low: int, high: int) -> EvidenceScore:
    """The sum of the parts; the first part's weight decides the rank."""
    effects = tuple(
        WeightEffect(part=p.name, without=high if n == 0 else low, halved=low, doubled=low) for n, p in enumerate(parts)
    )
    return EvidenceScore(
        parts=parts, total=sum(p.points for p in parts), best_rank=low, worst_rank=high, effects=effects
    )


def _paths(target: float, klass: float) -> tuple[ScorePart, ScorePart]:
    return (
        part(
            PartName.TARGET_PATH,
            target,
            "the strongest association × direction",
            *([term("target", "ENSG00000138735", "PDE5A", 1, association=target)] if target else []),
        ),
        part(
            PartName.CLASS_PATH,
            klass,
            "1 − product of (1 − weight) over the drugs of the class",
            *([term("drug", "CHEMBL779", "tadalafil", 1, stage=klass)] if klass else []),
        ),
    )


def _nothing(name: PartName) -> ScorePart:
    return part(name, 0.0, "no term, so 0")


GRADES = (
    grade(
        "99000001",
        Level.RANDOMIZED_TRIAL,
        Polarity.SUPPORTS,
        study="NCT99000001",
        participants=180,
        participants_cue="sildenafil or placebo to 180 adults",
        polarity_cue="walked 41 m further",
    ),
    grade(
        "99000002",
        Level.SYNTHESIS_OF_TRIALS,
        Polarity.SUPPORTS,
        design=StudyDesign.META_ANALYSIS,
        design_cue="Meta-Analysis",
        level_reason="A meta-analysis whose abstract says that it pools trials.",
        participants=640,
        participants_cue="640 people in four trials",
    ),
    grade(
        "99000003",
        Level.RANDOMIZED_TRIAL,
        Polarity.CONTRADICTS,
        participants=90,
        participants_cue="in 90 patients",
        risks=(RiskSignal.SMALL, RiskSignal.UNCHECKED),
    ),
    grade(
        "99000004",
        Level.MECHANISM,
        Polarity.MIXED,
        design=StudyDesign.ANIMAL,
        design_cue="Animals",
        level_reason="Animals only, by MeSH check tag.",
        directness=DIRECT.model_copy(update={"population": Population.ANIMAL}),
    ),
    grade(
        "99000005",
        Level.CASES,
        Polarity.SUPPORTS,
        design=StudyDesign.CASE_SERIES,
        design_cue="",
        counts=False,
        not_counted="The paper is retracted.",
        risks=(RiskSignal.RETRACTED,),
    ),
    grade(
        "99000006",
        Level.CASES,
        Polarity.NEUTRAL,
        design=StudyDesign.CLINICAL_TRIAL,
        design_cue="dosed",
        level_reason="People were treated by plan without a comparison.",
        participants=14,
        participants_cue="Fourteen patients",
        directness=DIRECT.model_copy(update={"disease": DiseaseMatch.BROADER}),
    ),
    grade(
        "99000007",
        None,
        Polarity.NEUTRAL,
        design=StudyDesign.OTHER,
        design_cue="",
        level_reason="Nothing tells how it was made.",
        deferred="A statement calls it a randomised trial; its record does not <i>say</i> so.",
    ),
    grade(
        "NCT99000001",
        Level.RANDOMIZED_TRIAL,
        Polarity.SUPPORTS,
        counts=False,
        not_counted="PMID 99000001 reports the same study.",
        participants=180,
    ),
    grade(
        "NCT99000002",
        Level.RANDOMIZED_TRIAL,
        Polarity.CONTRADICTS,
        design_cue="RANDOMIZED",
        design_source=ReadFrom.NOTHING,
        level_reason="Registered as randomised; stopped for futility.",
        participants=77,
        participants_cue="enrolment, actual",
        risks=(RiskSignal.TERMINATED, RiskSignal.NO_RESULTS),
    ),
    grade(
        "NCT99000004",
        None,
        Polarity.NEUTRAL,
        level_reason="Withdrawn before anyone was enrolled: no evidence of an effect.",
        participants=0,
        risks=(RiskSignal.TERMINATED,),
    ),
)


def _fibrosis() -> Assessment:
    a = ARTICLES
    literature = (
        term("article", "99000002", "PMID 99000002 synthesis of trials", 1, level=1.0, direct=1.0, size=0.9),
        term("article", "99000001", "PMID 99000001 randomised trial", 1, level=0.8, direct=1.0, size=0.8),
        term("article", "99000003", "PMID 99000003 randomised trial", -1, level=0.8, direct=1.0, size=0.6),
        term("article", "99000004", "PMID 99000004 mechanism", 1, level=0.1, animals=0.3),
        term("article", "99000006", "PMID 99000006 cases", 1, level=0.3, broader_disease=0.5),
        term("article", "99000008", "PMID 99000008 with a label <b>too</b> long for the picture", 1, level=0.05),
    )
    trials = (
        term("trial", "NCT99000001", "NCT99000001 phase 3, endpoint met", 1, phase=0.8, outcome=1.0),
        term("trial", "NCT99000002", "NCT99000002 stopped for futility", -1, phase=0.6, outcome=0.9),
    )
    return Assessment(
        disease_id="MONDO_0005345",
        rank=1,
        stage=CandidateStage(
            stage=ClinicalStage.PHASE_3,
            reason="NCT99000001 is a completed phase 3 trial of the drug in this disease.",
            evidence_ids=("NCT99000001",),
        ),
        score=score(
            *_paths(0.42, 0.63),
            part(PartName.LITERATURE, 0.55, "saturating sum of what is for less what is against", *literature),
            part(PartName.TRIALS, 0.22, "saturating sum of what is for less what is against", *trials),
            part(
                PartName.SAFETY,
                -0.2,
                "−(1 − product of (1 − penalty))",
                term("harm", "99000001", "hypotension with nitrates", -1, penalty=0.2),
            ),
            low=1,
            high=3,
        ),
        grades=GRADES,
        trials=(
            TrialReading(
                nct_id="NCT99000001",
                outcome=TrialOutcome.MET,
                outcome_source="99000001",
                outcome_cue="walked 41 m further (95% CI 12 to 70; p<0.01)",
                citation=cite(a["99000001"], "walked 41 m further (95% CI 12 to 70; p<0.01) than those given placebo"),
                misuse=(
                    TrialMisuse(
                        kind=MisuseKind.ENDPOINT,
                        sentence="The primary endpoint is walking distance, not survival or lung volume.",
                    ),
                ),
            ),
            TrialReading(
                nct_id="NCT99000002",
                outcome=TrialOutcome.NOT_KNOWN,
                stop=StopReason.EFFICACY,
                misuse=(
                    TrialMisuse(
                        kind=MisuseKind.INTERVENTION,
                        sentence="Both arms also get pirfenidone, so the effect need not be sildenafil's.",
                    ),
                ),
            ),
            TrialReading(nct_id="NCT99000003", outcome=TrialOutcome.NOT_KNOWN),
            TrialReading(nct_id="NCT99000004", outcome=TrialOutcome.NOT_KNOWN, stop=StopReason.BUSINESS),
        ),
        recommendations=(
            Recommendation(
                citation=cite(a["99000001"], "The drug deserves a larger trial"),
                polarity=Polarity.SUPPORTS,
                strength=RecommendationStrength.CONDITIONAL,
                strength_cue="deserves",
                line=2,
            ),
            Recommendation(
                citation=cite(a["99000002"], "heterogeneity was low"), polarity=Polarity.CONTRADICTS, line=None
            ),
        ),
        harms=(
            Harm(
                kind=HarmKind.CONTRAINDICATED,
                sentence="Labels forbid it to people with lung fibrosis who take nitrates.",
                about_disease=True,
                citation=cite(
                    a["99000001"], "Serious hypotension led to withdrawal in four patients who took nitrates"
                ),
                source="PMID 99000001",
                penalty=0.2,
            ),
            Harm(
                kind=HarmKind.BOXED_WARNING,
                sentence="A boxed warning stands on 1 of 3 labels.",
                about_disease=False,
                source="openFDA labels",
            ),
        ),
    )


def _preeclampsia() -> Assessment:
    return Assessment(
        disease_id="MONDO_0005081",
        rank=4,
        stage=CandidateStage(
            stage=ClinicalStage.UNKNOWN, reason="ClinicalTrials.gov was not checked, so no stage is known."
        ),
        score=score(
            *_paths(0.64, 0.0),
            _nothing(PartName.LITERATURE),
            _nothing(PartName.TRIALS),
            part(
                PartName.SAFETY,
                -1.0,
                "−(1 − product of (1 − penalty))",
                term("harm", "label", "causes or worsens the disease", -1, penalty=1.0),
            ),
            low=4,
            high=4,
        ),
        grades=(
            grade(
                "99000008",
                None,
                Polarity.NEUTRAL,
                design=StudyDesign.PROTOCOL,
                design_cue="study protocol",
                level_reason="A protocol has no results.",
            ),
        ),
        harms=(
            Harm(
                kind=HarmKind.CAUSES_DISEASE,
                sentence="Reports say that the drug worsens the outcome of the newborn.",
                about_disease=True,
                source="openFDA labels",
                penalty=1.0,
            ),
        ),
    )


def _raynaud() -> Assessment:
    return Assessment(
        disease_id="MONDO_0001157",
        rank=2,
        stage=CandidateStage(
            stage=ClinicalStage.PHASE_2,
            reason="NCT99000005 is a phase 2 trial of the drug.",
            evidence_ids=("NCT99000005",),
        ),
        score=score(
            *_paths(0.0, 0.39),
            _nothing(PartName.LITERATURE),
            _nothing(PartName.TRIALS),
            _nothing(PartName.SAFETY),
            low=2,
            high=2,
        ),
        grades=(
            grade(
                "NCT99000005",
                None,
                Polarity.NEUTRAL,
                design=StudyDesign.CLINICAL_TRIAL,
                design_cue="PHASE2",
                level_reason="No results are known: no evidence of an effect.",
                participants=24,
                risks=(RiskSignal.NO_RESULTS,),
            ),
        ),
        trials=(TrialReading(nct_id="NCT99000005", outcome=TrialOutcome.NOT_KNOWN),),
    )


def _altitude() -> Assessment:
    return Assessment(
        disease_id="MONDO_0001044",
        rank=3,
        stage=CandidateStage(stage=ClinicalStage.UNKNOWN, reason="No trial of the drug is registered."),
        score=score(*_paths(0.12, 0.1), _nothing(PartName.LITERATURE), _nothing(PartName.TRIALS),
                    _nothing(PartName.SAFETY), low=2, high=4),
    )  # fmt: skip


def assessed_report(*, demonstration: bool = True) -> EvidenceReport:
    """The sample report with every candidate assessed; the candidates stay in their order before the evidence."""
    report = sample_report(demonstration=demonstration)
    assessments = {a.disease_id: a for a in (_fibrosis(), _preeclampsia(), _raynaud(), _altitude())}
    candidates = tuple(
        c.model_copy(update={"assessment": assessments[c.candidate.disease.id]}) for c in report.candidates
    )
    return report.model_copy(update={"candidates": candidates})
