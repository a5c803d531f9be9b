"""The small parts the sample report is put together from."""

from __future__ import annotations

from datetime import UTC, datetime

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.candidates import (
    ApprovalStatus,
    Candidate,
    CandidateScore,
    CandidateWeights,
    ClassFact,
    Direction,
    SetAside,
    TargetFact,
)
from indication_scout_assets.domain.citations import Citation
from indication_scout_assets.domain.diseases import Disease
from indication_scout_assets.domain.drugs import ClinicalStage
from indication_scout_assets.domain.evidence import RankedArticle, RankingComponents, SearchRecord
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.domain.report import RunFacts
from indication_scout_assets.domain.statements import Polarity, Statement
from indication_scout_assets.domain.trials import ConditionMatch, DrugRole, Trial, TrialMatch
from indication_scout_assets.rules.candidates.selection import combine

WHEN = datetime(2026, 7, 1, 9, 30, tzinfo=UTC)
QUERY = '("sildenafil"[tiab] OR "Viagra"[tiab]) AND "{}"[MeSH Terms]'


def cite(record: Article | Trial, quote: str, field: str = "abstract") -> Citation:
    """A citation of ``quote`` where it stands in the record."""
    if isinstance(record, Article):
        kind, evidence_id, text = "article", record.id, getattr(record, field)
    else:
        kind, evidence_id, text = "trial", record.nct_id, record.document.texts[field]
    start = text.index(quote)
    return Citation(
        evidence_kind=kind, evidence_id=evidence_id, field=field, start=start, end=start + len(quote), quote=quote
    )


def stated(polarity: Polarity, citation: Citation, *more: Citation, text: str = "", cue: str = "") -> Statement:
    """A statement; without ``text`` it is verbatim."""
    return Statement(text=text or citation.quote, polarity=polarity, polarity_cue=cue, citations=(citation, *more))


def ranked(
    key: str,
    rank: int | None,
    cosine: float,
    lexical: float,
    *,
    top: bool = True,
    found_by: tuple[str, ...] = ("pubmed_articles",),
    drug: bool = True,
    disease: bool = True,
    read: tuple[str, str, str] = ("", "", ""),
    same: str = "",
) -> RankedArticle:
    """A ranked article whose normalised parts are made from its raw ones; ``read``: design, kind, intent."""
    near, words = (cosine + 0.2) / 1.2, min(lexical / 14, 1.0)
    fused = (near + words) / 2
    names = "the drug and the disease" if drug and disease else "the drug only" if drug else "neither of the two"
    return RankedArticle(
        id=key,
        pmid=key if key.isdigit() else None,
        rank=rank,
        score=(fused + drug + disease) / 3,
        components=RankingComponents(
            cosine=cosine,
            lexical=lexical,
            cosine_normalized=near,
            lexical_normalized=words,
            fused=fused,
            drug=float(drug),
            disease=float(disease),
        ),
        in_top_k=top,
        names_drug=drug,
        names_disease=disease,
        why=f"Near to the therapeutic question ({near:.2f}) and shares its words ({words:.2f}); names {names}.",
        found_by=found_by,
        study_design=read[0],
        evidence_type=read[1],
        intent=read[2],
        same_study_as=same,
    )


def searched(disease_id: str, term: str, ids: tuple[str, ...], total: int, **more: object) -> SearchRecord:
    values: dict[str, object] = {
        "source": "PubMed",
        "disease_id": disease_id,
        "query": QUERY.format(term),
        "translation": f'("sildenafil"[Title/Abstract] OR "Viagra"[Title/Abstract]) AND "{term.lower()}"[MeSH Terms]',
        "ids": ids,
        "total": total,
        "state": SourceState.OK if ids else SourceState.EMPTY,
        "searched_at": WHEN,
    }
    return SearchRecord.model_validate(values | more)


def outcome(
    source: str, state: SourceState, disease_id: str | None, reason: str = "", records: int = 0
) -> SourceOutcome:
    return SourceOutcome(
        source=source,
        question="articles on the pair" if source == "PubMed" else "trials of the pair",
        state=state,
        reason=reason,
        found=records,
        total=records,
        disease_id=disease_id,
    )


def match(trial: Trial, condition: ConditionMatch, matched: str, role: DrugRole = DrugRole.EXPERIMENTAL) -> TrialMatch:
    return TrialMatch(
        trial=trial,
        condition=condition,
        matched_condition=matched,
        drug=role,
        matched_intervention="Sildenafil citrate",
    )


def scored(target: float, klass: float, direction: float, crowding: float, novelty: float = 1.0) -> CandidateScore:
    total = novelty * combine(target, klass, direction, crowding, CandidateWeights())
    return CandidateScore(
        target_path=target,
        class_path=klass,
        direction_factor=direction,
        crowding_factor=crowding,
        novelty_factor=novelty,
        total=total,
    )


PDE5 = ("ENSG00000138735", "PDE5A", "INHIBITOR")


def target_fact(score: float, direction: Direction, counts: dict[str, int], **parts: float) -> TargetFact:
    ensembl_id, symbol, action = PDE5
    return TargetFact(
        ensembl_id=ensembl_id,
        symbol=symbol,
        action_type=action,
        score=score,
        datatype_scores=parts,
        direction=direction,
        direction_counts=counts,
    )


def class_fact(chembl_id: str, name: str, stage: ClinicalStage, *stops: str, targets: int = 1) -> ClassFact:
    return ClassFact(
        chembl_id=chembl_id,
        name=name,
        stage=stage,
        shared_targets=("PDE5A",),
        action_type="INHIBITOR",
        target_count=targets,
        report_ids=("NCT99009001",),
        stop_reasons=stops,
    )


def set_aside() -> tuple[Candidate, ...]:
    rows = (
        ("MONDO_0005149", "pulmonary hypertension", SetAside.APPROVED_USE, ApprovalStatus.APPROVED, "An approved use."),
        ("EFO_0004234", "erectile dysfunction", SetAside.APPROVED_USE, ApprovalStatus.APPROVED, "An approved use."),
        ("HP_0000505", "visual impairment", SetAside.DRUG_CAUSES_IT, ApprovalStatus.NOT_APPROVED,
         "A boxed warning names it as an effect of the drug."),
        ("EFO_0004324", "body weights and measures", SetAside.NOT_A_DISEASE, ApprovalStatus.NOT_APPROVED,
         "A measurement, not a disease."),
        ("EFO_0000319", "cardiovascular disorder", SetAside.TOO_BROAD, ApprovalStatus.NOT_APPROVED,
         "It has 2,011 subtypes."),
        *(
            (f"MONDO_090{n:04}", f"further disease {n}", SetAside.BELOW_CUT, ApprovalStatus.NOT_APPROVED,
             "Ranked after the tenth.") for n in range(12)
        ),
    )  # fmt: skip
    return tuple(
        Candidate(
            disease=Disease(id=ident, name=name),
            score=scored(0.2, 0.1, 1.0, 0.9),
            approval=approval,
            set_aside=why,
            set_aside_reason=reason,
        )
        for ident, name, why, approval, reason in rows
    )


def run_facts(demonstration: bool) -> RunFacts:
    return RunFacts(
        workspace="demo" if demonstration else "live",
        demonstration=demonstration,
        built_at=WHEN,
        data_versions={"Open Targets": "26.06", "ClinicalTrials.gov": "2026-06-30"},
        code_version="0.1.0",
        embedding_model="all-MiniLM-L6-v2",
        synthesizer="extractive",
        ranking_query="Evidence for {drug} as a treatment for {disease}, including clinical trials and efficacy data",
        settings={
            "top_k": "10",
            "max_abstracts": "100",
            "fusion_lexical_weight": "0.5",
            "candidate_weights.target_path": "0.6",
        },
    )
