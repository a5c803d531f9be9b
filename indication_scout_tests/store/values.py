"""Domain values for the tests of the store: one of each, with every field filled."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from indication_scout_assets.domain.candidates import (
    ApprovalStatus,
    Candidate,
    CandidateScore,
    ClassFact,
    PathFinding,
    SetAside,
    TargetDirection,
    TargetFact,
)
from indication_scout_assets.domain.diseases import Disease, DiseaseRef, NameMethod, NormalizedName
from indication_scout_assets.domain.documents import Citation
from indication_scout_assets.domain.drugs import (
    ClinicalReport,
    ClinicalStage,
    DrugProfile,
    DrugTarget,
    DrugWarning,
    Indication,
    Synonym,
)
from indication_scout_assets.domain.findings.assessment import (
    Assessment,
    CandidateStage,
    EvidenceScore,
    PartName,
    ScorePart,
)
from indication_scout_assets.domain.findings.evidence import RankedArticle, RankingComponents, SearchRecord
from indication_scout_assets.domain.findings.report import CandidateEvidence, EvidenceReport, RunFacts
from indication_scout_assets.domain.findings.statements import (
    Polarity,
    RefusalKind,
    RefusedStatement,
    Statement,
    Synthesis,
)
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.domain.records.articles import (
    AbstractSection,
    Article,
    Correction,
    MeshHeading,
    PublicationType,
)
from indication_scout_assets.domain.records.trials import (
    ConditionMatch,
    DrugRole,
    Intervention,
    MeshTerm,
    Trial,
    TrialMatch,
)
from indication_scout_assets.domain.runs import StageRun, StageStatus

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
SLUG = "sildenafil"
PH = "MONDO_0005149"


def profile(slug: str = SLUG, **changes: Any) -> DrugProfile:
    values: dict[str, Any] = {
        "slug": slug,
        "query": "Sildenafil",
        "chembl_id": "CHEMBL192",
        "name": "SILDENAFIL",
        "drug_type": "Small molecule",
        "maximum_stage": ClinicalStage.APPROVAL,
        "synonyms": (
            Synonym(name="Viagra", kind="trade_name", source="ChEMBL"),
            Synonym(name="UK-92480", kind="research_code", source="ChEMBL"),
        ),
        "targets": (
            DrugTarget(ensembl_id="ENSG00000138735", symbol="PDE5A", action_type="INHIBITOR", mechanism="PDE5"),
            DrugTarget(ensembl_id="ENSG00000132915", symbol="PDE6A"),
        ),
        "indications": (
            Indication(
                disease_id=PH,
                disease_name="pulmonary hypertension",
                stage=ClinicalStage.APPROVAL,
                reports=(ClinicalReport(id="1", source="FDA", year=2005, drug_ids=("CHEMBL192",)),),
            ),
        ),
        "warnings": (DrugWarning(kind="Withdrawn", year=1999, country="Nowhere"),),
        "related_ids": ("CHEMBL1737",),
        "data_version": "Open Targets 26.06",
    }
    return DrugProfile(**values | changes)


def disease(disease_id: str = PH, name: str = "pulmonary hypertension") -> Disease:
    return Disease(
        id=disease_id,
        name=name,
        synonyms=("lung hypertension",),
        cross_references=("MESH:D006976",),
        obsolete_ids=("EFO_0001361",),
        parents=(DiseaseRef(id="MONDO_1", name="vascular disease"),),
        ancestors=("MONDO_1", "MONDO_0"),
        therapeutic_areas=(DiseaseRef(id="EFO_0000319", name="cardiovascular disease"),),
        drug_count=40,
    )


TARGET_FACT = TargetFact(
    ensembl_id="ENSG00000138735",
    symbol="PDE5A",
    score=0.123456789012345,
    datatype_scores={"genetic_association": 0.25, "literature": 1.0},
    direction=TargetDirection.AGREES,
)
CLASS_FACT = ClassFact(
    chembl_id="CHEMBL779",
    name="TADALAFIL",
    stage=ClinicalStage.PHASE_3,
    shared_targets=("PDE5A",),
    action_type="INHIBITOR",
)


def finding(disease_id: str = PH, score: float = 0.5) -> PathFinding:
    return PathFinding(disease_id=disease_id, disease_name="x", score=score, target_facts=(TARGET_FACT,))


def candidate(
    disease_id: str = PH, rank: int | None = 1, set_aside: SetAside | None = None, name: str = "x"
) -> Candidate:
    return Candidate(
        disease=disease(disease_id, name),
        rank=rank,
        score=CandidateScore(target_path=0.5, class_path=0.25, direction_factor=1, total=0.3333333333333333),
        target_facts=(TARGET_FACT,),
        class_facts=(CLASS_FACT,),
        approval=ApprovalStatus.NOT_APPROVED,
        own_stage=ClinicalStage.PHASE_2,
        set_aside=set_aside,
        merged_ids=("EFO_1",),
    )


def name(disease_id: str = PH, term: str = "Hypertension, Pulmonary") -> NormalizedName:
    return NormalizedName(
        disease_id=disease_id,
        disease_name="pulmonary hypertension",
        term=term,
        mesh_id="D006976",
        method=NameMethod.CROSS_REFERENCE,
        confidence=1.0,
        entry_terms=("Pulmonary Hypertension",),
    )


def search(disease_id: str = PH, source: str = "PubMed", query: str = "a AND b") -> SearchRecord:
    return SearchRecord(
        source=source,
        disease_id=disease_id,
        query=query,
        translation='"a"[MeSH Terms]',
        ids=("3", "1", "2"),
        total=3,
        warnings=("phrase not found",),
        state=SourceState.DEGRADED,
        reason="Cut short.",
        searched_at=NOON,
    )


def article(pmid: str = "1", **changes: Any) -> Article:
    values: dict[str, Any] = {
        "pmid": pmid,
        "title": f"Sildenafil in β-thalassaemia {pmid}",
        "abstract": "BACKGROUND: Why. RESULTS: It worked.",
        "sections": (AbstractSection(heading="BACKGROUND", start=0, end=16),),
        "authors": ("Doe J", "The Group"),
        "journal": "J Test",
        "pub_date": "1998 Dec-1999 Jan",
        "year": 1998,
        "published": date(1998, 12, 1),
        "publication_types": (PublicationType(name="Randomized Controlled Trial", ui="D016449"),),
        "mesh_headings": (MeshHeading(name="Humans", ui="D006801", major=True, qualifiers=("therapy",)),),
        "keywords": ("PDE5",),
        "doi": "10.1/x",
        "nct_ids": ("NCT00000001",),
        "corrections": (Correction(kind="ErratumIn", pmid="9"),),
    }
    return Article(**values | changes)


def ranked(pmid: str = "1", rank: int | None = 1) -> RankedArticle:
    return RankedArticle(
        id=pmid,
        pmid=pmid,
        rank=rank,
        score=0.75,
        components=RankingComponents(
            cosine=0.1, lexical=3.3, cosine_normalized=0.5, lexical_normalized=1.0, fused=0.75
        ),
        in_top_k=rank is not None,
        names_drug=True,
        names_disease=False,
        why="Because.",
    )


def trial(nct_id: str = "NCT00000001", status: str = "COMPLETED") -> Trial:
    return Trial(
        nct_id=nct_id,
        title="A trial",
        status=status,
        phases=("PHASE2", "PHASE3"),
        enrollment=100,
        condition_mesh=(MeshTerm(id="D006976", term="Hypertension, Pulmonary"),),
        interventions=(Intervention(kind="DRUG", name="Sildenafil", other_names=("Revatio",)),),
        has_results=True,
    )


def match(nct_id: str = "NCT00000001", status: str = "COMPLETED") -> TrialMatch:
    return TrialMatch(
        trial=trial(nct_id, status),
        condition=ConditionMatch.EXACT,
        matched_condition="Hypertension, Pulmonary",
        drug=DrugRole.EXPERIMENTAL,
    )


def synthesis(disease_id: str = PH, kind: str = "literature", statements: int = 2) -> Synthesis:
    def statement(number: int) -> Statement:
        cited = [
            Citation(evidence_kind="article", evidence_id="1", field="abstract", start=i, end=i + 3, quote="abc")
            for i in range(number + 1)
        ]
        return Statement(
            text=f"It worked {number}.", polarity=Polarity.SUPPORTS, polarity_cue="worked", citations=tuple(cited)
        )

    return Synthesis(
        kind=kind,
        disease_id=disease_id,
        method="extractive",
        statements=tuple(statement(number) for number in range(statements)),
        dropped=1,
        unsupported=1,
        refused=(RefusedStatement(text="It cures.", kind=RefusalKind.UNSUPPORTED, reason="A quote was not there."),),
    )


def outcome(source: str = "PubMed", state: SourceState = SourceState.OK) -> SourceOutcome:
    return SourceOutcome(source=source, question="a AND b", state=state, found=3, total=3, disease_id=PH)


def stage_run(stage: str = "candidates", slug: str = SLUG, **changes: Any) -> StageRun:
    values: dict[str, Any] = {
        "subject": slug,
        "stage": stage,
        "inputs": "in",
        "outputs": "out",
        "code_version": "1",
        "status": StageStatus.OK,
        "facts": {"kept": 10, "names": ["a", "b"]},
        "finished_at": NOON,
    }
    return StageRun(**values | changes)


def report() -> EvidenceReport:
    return EvidenceReport(
        drug=profile(),
        candidates=(
            CandidateEvidence(
                candidate=candidate(),
                name=name(),
                searches=(search(),),
                ranked=(ranked(),),
                assessment=assessment(PH, 1),
            ),
        ),
        set_aside=(candidate("MONDO_2", None, SetAside.APPROVED_USE),),
        articles={"22": article("22"), "1": article("1")},  # not in the order jsonb would give them
        run=RunFacts(
            workspace="demo",
            demonstration=True,
            built_at=NOON,
            data_versions={"Open Targets": "26.06"},
            code_version="1",
            embedding_model="m",
            synthesizer="extractive",
            ranking_query="{drug} for {disease}",
            settings={"zz": "1", "a": "2"},
        ),
    )


def assessment(disease_id: str, rank: int) -> Assessment:
    part = ScorePart(name=PartName.TRIALS, value=0.5, weight=0.3, points=0.15, formula="one trial")
    return Assessment(
        disease_id=disease_id,
        rank=rank,
        stage=CandidateStage(
            stage=ClinicalStage.PHASE_2, reason="NCT00000001 is a phase 2 trial.", evidence_ids=("NCT00000001",)
        ),
        score=EvidenceScore(parts=(part,), total=0.15),
    )
