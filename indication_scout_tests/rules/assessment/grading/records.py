"""Records of the pair sildenafil in Raynaud phenomenon, in our own words, for the tests of grading."""

from __future__ import annotations

from typing import Any

from indication_scout_assets.domain.candidates import ApprovalStatus, Candidate, CandidateScore, ClassFact
from indication_scout_assets.domain.diseases import Disease, DiseaseRef, NameMethod, NormalizedName
from indication_scout_assets.domain.documents import Citation
from indication_scout_assets.domain.drugs import ClinicalStage
from indication_scout_assets.domain.findings.assessment import TrialOutcome, TrialReading
from indication_scout_assets.domain.findings.statements import Polarity, Statement
from indication_scout_assets.domain.records.articles import Article, MeshHeading, PublicationType
from indication_scout_assets.domain.records.trials import ConditionMatch, DrugRole, Intervention, Trial, TrialMatch

DRUG = ("sildenafil", "Revatio")
RAYNAUD = NormalizedName(
    disease_id="MONDO:1", disease_name="Raynaud disease", term="Raynaud Disease", mesh_id="D011928",
    method=NameMethod.CROSS_REFERENCE, confidence=1, synonyms=("Raynaud phenomenon",),
)  # fmt: skip
HYPERTENSION = NormalizedName(
    disease_id="MONDO:2", disease_name="hypertension", term="Hypertension", mesh_id="D006973",
    method=NameMethod.CROSS_REFERENCE, confidence=1,
)  # fmt: skip
CANDIDATE = Candidate(
    disease=Disease(id="MONDO:1", name="Raynaud disease", parents=(DiseaseRef(id="MONDO:9", name="vascular disease"),)),
    score=CandidateScore(target_path=0.1, class_path=0.1, direction_factor=1, total=0.1),
    class_facts=(
        ClassFact(
            chembl_id="CHEMBL2", name="TADALAFIL", stage=ClinicalStage.PHASE_3, shared_targets=("PDE5A",),
            action_type="INHIBITOR",
        ),
    ),
    approval=ApprovalStatus.NOT_APPROVED,
)  # fmt: skip


def article(
    title: str = "Sildenafil in Raynaud disease", abstract: str = "", *, number: int = 1, types: tuple[str, ...] = (),
    tags: tuple[str, ...] = (), **fields: Any,
) -> Article:  # fmt: skip
    return Article(
        pmid=f"9900000{number}", title=title, abstract=abstract,
        publication_types=tuple(PublicationType(name=name) for name in types),
        mesh_headings=tuple(MeshHeading(name=tag) for tag in tags), **fields,
    )  # fmt: skip


def quoting(
    record: Article, quote: str, polarity: Polarity, text: str = "", *, field: str = "abstract", **fields: Any
) -> Statement:
    start = getattr(record, field).index(quote)
    citation = Citation(
        evidence_kind="article", evidence_id=record.id, field=field, start=start, end=start + len(quote), quote=quote
    )
    return Statement(text=text or quote, polarity=polarity, citations=(citation,), **fields)


def trial_match(*, role: DrugRole = DrugRole.EXPERIMENTAL, others: tuple[str, ...] = (), **fields: Any) -> TrialMatch:
    values: dict[str, Any] = {
        "nct_id": "NCT99999990", "title": "A trial", "conditions": ("Raynaud Disease",), "status": "COMPLETED",
        "study_type": "INTERVENTIONAL", "allocation": "RANDOMIZED",
        "interventions": (Intervention(kind="DRUG", name="Sildenafil"),),
    }  # fmt: skip
    return TrialMatch(
        trial=Trial(**(values | fields)), condition=ConditionMatch.EXACT, matched_condition="Raynaud", drug=role,
        matched_intervention="Sildenafil", other_agents=others,
    )  # fmt: skip


def trial_reading(outcome: TrialOutcome = TrialOutcome.NOT_KNOWN, **fields: Any) -> TrialReading:
    return TrialReading(nct_id=fields.pop("nct_id", "NCT99999990"), outcome=outcome, **fields)
