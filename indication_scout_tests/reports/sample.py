"""A rich report made from domain values in our own words: every case a page must be able to show.

The record numbers (PMIDs 99xxxxxx, NCT99xxxxxx) belong to no real record. The articles and trials have a module of
their own, ``sample_records``.
"""

from __future__ import annotations

from datetime import date

from indication_scout_assets.domain.candidates import (
    ApprovalStatus,
    Candidate,
    Direction,
)
from indication_scout_assets.domain.diseases import Disease, DiseaseRef, NameMethod, NormalizedName
from indication_scout_assets.domain.drugs import (
    ClinicalReport,
    ClinicalStage,
    DrugProfile,
    DrugTarget,
    DrugWarning,
    Indication,
    Synonym,
)
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.domain.report import CandidateEvidence, EvidenceReport
from indication_scout_assets.domain.statements import Polarity, RefusalKind, Synthesis, refused
from indication_scout_assets.domain.trials import ConditionMatch, DrugRole

from .sample_parts import (
    PDE5,
    cite,
    class_fact,
    match,
    outcome,
    ranked,
    run_facts,
    scored,
    searched,
    set_aside,
    stated,
    target_fact,
)
from .sample_records import ARTICLES, TRIALS
from .sample_sources import (
    ABOUT_FIBROSIS,
    ABOUT_THE_DRUG,
    CENTRAL,
    DRUG_OUTCOMES,
    EVENTS,
    FULL_TEXTS,
    INDICATIONS,
    LABELS,
    MENTIONS,
    OLDER_REVIEW,
    PAGES,
    PREPRINT,
    QUOTES,
    STANDINGS,
    WEB_NOTE,
)


def _fibrosis() -> CandidateEvidence:
    """Dual path, everything found: statements of each polarity, a retracted article, trials in several phases."""
    a = ARTICLES
    t = TRIALS
    ident = "MONDO_0005345"
    harm = "Serious hypotension led to withdrawal in four patients who took nitrates"
    trial_words = "Interim analysis showed futility for the primary outcome; not for safety reasons"
    return CandidateEvidence(
        candidate=Candidate(
            disease=Disease(
                id=ident,
                name="idiopathic pulmonary fibrosis",
                description="A chronic, progressive scarring of the lung of unknown cause.",
                synonyms=("IPF", "cryptogenic fibrosing alveolitis"),
                cross_references=("MESH:D054990",),
                therapeutic_areas=(DiseaseRef(id="OTAR_0000010", name="respiratory or thoracic disease"),),
                drug_count=61,
            ),
            rank=1,
            score=scored(0.42, 0.75, 1.0, 0.45),
            target_facts=(
                target_fact(
                    0.42,
                    Direction.AGREES,
                    {"agrees": 7, "opposes": 1},
                    genetic_association=0.3,
                    literature=0.22,
                    animal_model=0.11,
                ),
            ),
            class_facts=(
                class_fact("CHEMBL779", "tadalafil", ClinicalStage.PHASE_3),
                class_fact("CHEMBL1520", "vardenafil", ClinicalStage.PHASE_2, "Insufficient enrollment"),
                class_fact(
                    "CHEMBL3301614", "a PDE5 inhibitor with an <i>odd</i> name", ClinicalStage.PHASE_2, targets=4
                ),
            ),
            approval=ApprovalStatus.NOT_APPROVED,
            approval_reason="No approved use of sildenafil is idiopathic pulmonary fibrosis (MONDO_0005345) or one of "
            "its subtypes.",
            own_stage=ClinicalStage.PHASE_3,
            merged_ids=("EFO_0000768",),
        ),
        name=NormalizedName(
            disease_id=ident,
            disease_name="idiopathic pulmonary fibrosis",
            synonyms=("lung fibrosis",),
            term="Idiopathic Pulmonary Fibrosis",
            mesh_id="D054990",
            method=NameMethod.CROSS_REFERENCE,
            confidence=1.0,
            entry_terms=("Fibrosing Alveolitis", "IPF"),
            note="Open Targets cross-references the disease to this MeSH heading.",
        ),
        searches=(searched(ident, "Idiopathic Pulmonary Fibrosis", tuple(a), 57),),
        articles_found=42,
        studies=38,
        ranked=(
            ranked(
                "99000001",
                1,
                0.78,
                13.2,
                found_by=("pubmed_articles", "europepmc_cited", "a_new_source"),
                read=("randomized_trial", "trials_and_syntheses", "treats"),
            ),
            ranked("99000002", 2, 0.71, 12.1, read=("meta_analysis", "preclinical", "prevents"), same="99000001"),
            ranked("99000003", 3, 0.69, 9.9, read=("randomized_trial", "trials_and_syntheses", "no_effect")),
            ranked("99000004", 4, 0.60, 9.0, read=("animal", "preclinical", "unclear"), same="99000005"),
            ranked("99000006", 5, 0.55, 6.1, disease=False, read=("other", "other", "")),
            ranked("99000007", 6, 0.30, 2.4, top=False, drug=False, disease=False),
        ),
        retracted=("99000005",),
        trials=(
            match(t["NCT99000001"], ConditionMatch.EXACT, "Idiopathic Pulmonary Fibrosis"),
            match(t["NCT99000002"], ConditionMatch.EXACT, "Idiopathic Pulmonary Fibrosis"),
            match(t["NCT99000003"], ConditionMatch.TEXT, "lung fibrosis", DrugRole.MENTIONED),
            match(t["NCT99000004"], ConditionMatch.EXACT, "Idiopathic Pulmonary Fibrosis"),
        ),
        trial_papers={"NCT99000001": ("99000001", "99000005"), "NCT99000099": ("99000002",)},
        paper_trials={
            "99000001": ("NCT99000001",),
            "99000002": ("NCT99000099",),
            "99000005": ("NCT99000001",),
        },
        full_text_quotes=QUOTES,
        label_mentions=MENTIONS,
        references=ABOUT_FIBROSIS,
        web_note="The open web was not asked: 42 sources in all, 3 of high quality.",
        superseded=(OLDER_REVIEW, "99000071"),
        literature=Synthesis(
            kind="literature",
            disease_id=ident,
            method="extractive",
            statements=(
                stated(
                    Polarity.SUPPORTS,
                    cite(a["99000001"], "walked 41 m further (95% CI 12 to 70; p<0.01) than those given placebo"),
                    cite(a["99000002"], "Pooled walking distance rose by 33 m"),
                    text="walked 41 m further (95% CI 12 to 70; p<0.01) than those given placebo — "
                    "Pooled walking distance rose by 33 m",
                    cue="walked further",
                ),
                stated(Polarity.SUPPORTS, cite(a["99000002"], "Pooled walking distance rose by 33 m"), cue="rose"),
                stated(
                    Polarity.CONTRADICTS,
                    cite(a["99000003"], "did not slow the decline of forced vital capacity"),
                    cue="did not slow",
                ),
                stated(
                    Polarity.CONTRADICTS,
                    cite(a["99000003"], "Sildenafil did not slow the decline of forced vital capacity & gas transfer"),
                    cue="did not slow",
                ),
                stated(Polarity.HARM, cite(a["99000001"], harm), cue="Serious hypotension"),
                stated(
                    Polarity.MIXED, cite(a["99000004"], "Mice gained alveolar surface but not survival"), cue="but not"
                ),
                stated(Polarity.NEUTRAL, cite(a["99000006"], "Fourteen patients were dosed")),
            ),
            dropped=2,
            unsupported=1,
            fabricated=1,
            refused=(
                refused(
                    "Mice lived longer.", RefusalKind.UNSUPPORTED, "The words are not in the abstract of PMID 99000004."
                ),
                refused(
                    "A <b>trial</b> that is not there.", RefusalKind.FABRICATED, "No such record was given: 99009999."
                ),
            ),
        ),
        trial_synthesis=Synthesis(
            kind="trials",
            disease_id=ident,
            method="extractive",
            statements=(
                stated(Polarity.CONTRADICTS, cite(t["NCT99000002"], trial_words, "why_stopped"), cue="futility"),
            ),
        ),
        outcomes=(
            outcome("PubMed", SourceState.OK, ident, records=42),
            outcome("ClinicalTrials.gov", SourceState.OK, ident, records=4),
        ),
        not_found=(
            "No systematic review of randomised trials was found among the articles.",
            "No posted results were found for 3 of 4 trials.",
        ),
    )


def _preeclampsia() -> CandidateEvidence:
    """Single path (target), no trial, a registry that failed, a name that could not be resolved."""
    ident = "MONDO_0005081"
    return CandidateEvidence(
        candidate=Candidate(
            disease=Disease(id=ident, name="preeclampsia", drug_count=140),
            rank=2,
            score=scored(0.75, 0.0, 0.85, 0.35),
            target_facts=(target_fact(0.55, Direction.MIXED, {"agrees": 2, "opposes": 2}, literature=0.5),),
            approval=ApprovalStatus.UNKNOWN,
            approval_reason="The label source gave no answer, so nothing is known about an approval.",
        ),
        name=NormalizedName(
            disease_id=ident,
            disease_name="preeclampsia",
            term="preeclampsia",
            method=NameMethod.ORIGINAL,
            confidence=0.0,
            note="No MeSH heading was found under this name; it is searched for as it is.",
        ),
        searches=(
            searched(
                ident,
                "preeclampsia",
                ("99000008",),
                1,
                state=SourceState.DEGRADED,
                warnings=('Quoted phrase not found: "preeclampsia <late onset>"',),
                reason="PubMed did not know a phrase of the query.",
            ),
        ),
        articles_found=3,
        ranked=(
            ranked("99000008", 1, 0.5, 4.0, read=("protocol", "other", "")),
            ranked(PREPRINT, 2, 0.4, 3.0, found_by=("europepmc_preprints",)),
            ranked(CENTRAL, 3, 0.3, 2.0, found_by=("pmc_articles", "openalex_literature")),
        ),
        literature=Synthesis(
            kind="literature", disease_id=ident, method="extractive", note="No sentence names drug and effect together."
        ),
        outcomes=(
            outcome("PubMed", SourceState.DEGRADED, ident, "PubMed did not know a phrase of the query.", 1),
            outcome(
                "ClinicalTrials.gov",
                SourceState.FAILED,
                ident,
                "ClinicalTrials.gov did not answer after 6 attempts (HTTP 503); try again later.",
            ),
        ),
        not_found=("Trials were not checked: ClinicalTrials.gov did not answer.",),
    )


def _raynaud() -> CandidateEvidence:
    """Single path (class), used only in combination; trials but no article."""
    ident = "MONDO_0001157"
    return CandidateEvidence(
        candidate=Candidate(
            disease=Disease(id=ident, name="Raynaud disease", drug_count=9),
            rank=3,
            score=scored(0.0, 0.4, 1.0, 0.98),
            class_facts=(class_fact("CHEMBL779", "tadalafil", ClinicalStage.PHASE_2_3),),
            approval=ApprovalStatus.COMBINATION_ONLY,
            approval_reason="Approved for Raynaud disease (MONDO_0001157) only together with another drug.",
            own_stage=ClinicalStage.PHASE_2,
        ),
        name=NormalizedName(
            disease_id=ident,
            disease_name="Raynaud disease",
            term="Raynaud Disease",
            mesh_id="D011928",
            method=NameMethod.SYNONYM,
            confidence=0.9,
            note="A synonym is an entry term of this MeSH heading.",
        ),
        searches=(searched(ident, "Raynaud Disease", (), 0),),
        trials=(match(TRIALS["NCT99000005"], ConditionMatch.EXACT, "Raynaud Disease"),),
        web_pages=PAGES,
        web_note=WEB_NOTE,
        outcomes=(
            outcome("PubMed", SourceState.EMPTY, ident, "PubMed has no article for this query."),
            outcome("ClinicalTrials.gov", SourceState.OK, ident, records=1),
        ),
        not_found=(
            "No article was found for sildenafil in Raynaud disease. A search here says nothing about articles that "
            "name neither of the two in title or abstract.",
        ),
    )


def _altitude() -> CandidateEvidence:
    """Dual path with nothing found at all, and opposing direction."""
    ident = "MONDO_0001044"
    name = "high altitude pulmonary oedema with <script>alert('x')</script> in a long and winding name"
    return CandidateEvidence(
        candidate=Candidate(
            disease=Disease(id=ident, name=name),
            rank=4,
            score=scored(0.3, 0.2, 0.4, 0.59, novelty=0.5),
            target_facts=(target_fact(0.3, Direction.OPPOSES, {"opposes": 3}, rna_expression=0.3),),
            class_facts=(class_fact("CHEMBL779", "tadalafil", ClinicalStage.APPROVAL),),
            approval=ApprovalStatus.APPROVED_BROADER,
            approval_reason="A subtype of pulmonary oedema, for which the drug is approved.",
        ),
        name=NormalizedName(
            disease_id=ident,
            disease_name=name,
            term="Altitude Sickness",
            mesh_id="D000532",
            method=NameMethod.LANGUAGE_MODEL,
            confidence=0.6,
            note="Proposed by a language model and found in MeSH.",
        ),
        searches=(searched(ident, "Altitude Sickness", (), 0),),
        outcomes=(
            outcome("PubMed", SourceState.EMPTY, ident, "PubMed has no article for this query."),
            outcome("ClinicalTrials.gov", SourceState.EMPTY, ident, "No trial is registered."),
        ),
        not_found=("No article was found for sildenafil in this disease.", "No trial of sildenafil was found."),
    )


def sample_report(*, demonstration: bool = True, as_of: date | None = None) -> EvidenceReport:
    """Sildenafil with four candidates, each another case."""
    articles = {key: article.model_copy(update={"demonstration": demonstration}) for key, article in ARTICLES.items()}
    drug = DrugProfile(
        slug="sildenafil",
        query="Sildenafil",
        chembl_id="CHEMBL192",
        name="SILDENAFIL",
        drug_type="Small molecule",
        maximum_stage=ClinicalStage.PHASE_4,
        description="Small molecule drug with a maximum clinical stage of phase 4.",
        synonyms=(
            Synonym(name="Sildenafil citrate", kind="synonym", source="ChEMBL"),
            Synonym(name="Viagra", kind="trade_name", source="ChEMBL"),
            Synonym(name="UK-92480", kind="research_code", source="Open Targets"),
        ),
        targets=(DrugTarget(ensembl_id=PDE5[0], symbol=PDE5[1], action_type=PDE5[2], mechanism="PDE5A inhibitor"),),
        indications=(
            Indication(
                disease_id="MONDO_0005149",
                disease_name="pulmonary hypertension",
                stage=ClinicalStage.APPROVAL,
                reports=(
                    ClinicalReport(id="label-1", source="EMA", stage=ClinicalStage.APPROVAL, url="javascript:alert(1)"),
                ),
            ),
        ),
        data_version="Open Targets 26.06",
    )
    return EvidenceReport(
        drug=drug,
        candidates=(_fibrosis(), _preeclampsia(), _raynaud(), _altitude()),
        set_aside=set_aside(),
        articles=articles,
        standings=STANDINGS,
        full_texts=FULL_TEXTS,
        labels=LABELS,
        label_indications=INDICATIONS,
        adverse_events=EVENTS,
        references=ABOUT_THE_DRUG,
        outcomes=(
            SourceOutcome(source="Open Targets", question="drug profile", state=SourceState.OK, found=1),
            SourceOutcome(
                source="ChEMBL", question="synonyms", state=SourceState.DEGRADED, reason="One of two pages came back."
            ),
            *DRUG_OUTCOMES,
        ),
        run=run_facts(demonstration).model_copy(update={"as_of": as_of}),
    )


def withdrawn_report() -> EvidenceReport:
    """Rofecoxib: withdrawn, with a boxed warning, and no candidate left."""
    warnings = (
        DrugWarning(
            kind="Withdrawn",
            toxicity_class="cardiotoxicity",
            description="Myocardial infarction and stroke",
            country="Worldwide",
            year=2004,
            url="https://example.org/withdrawal",
        ),
        DrugWarning(kind="Black Box Warning", toxicity_class="cardiotoxicity", url="javascript:alert('no')"),
    )
    drug = DrugProfile(
        slug="rofecoxib",
        query="rofecoxib",
        chembl_id="CHEMBL122",
        name="ROFECOXIB",
        drug_type="Small molecule",
        maximum_stage=ClinicalStage.WITHDRAWAL,
        warnings=warnings,
        data_version="Open Targets 26.06",
        targets=(DrugTarget(ensembl_id="ENSG00000073756", symbol="PTGS2", action_type="INHIBITOR"),),
    )
    outcomes = (
        SourceOutcome(
            source="openFDA labels",
            question="labels of the drug",
            state=SourceState.FAILED,
            reason="openFDA did not answer after 6 attempts (HTTP 500); try again later.",
        ),
        SourceOutcome(source="FAERS", question="reports", state=SourceState.EMPTY, reason="No report names the drug."),
    )
    return EvidenceReport(
        drug=drug, candidates=(), set_aside=(), articles={}, outcomes=outcomes, run=run_facts(demonstration=False)
    )
