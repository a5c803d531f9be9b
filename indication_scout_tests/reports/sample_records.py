"""The sample's articles and trials, written for these tests."""

from __future__ import annotations

from datetime import date

from indication_scout_assets.domain.articles import Article, Correction, MeshHeading, Origin, PublicationType
from indication_scout_assets.domain.trials import Intervention, MeshTerm, Trial

from .sample_sources import MORE_ARTICLES

RCT = PublicationType(name="Randomized Controlled Trial", ui="D016449")
META = PublicationType(name="Meta-Analysis", ui="D017418")
PLAIN = PublicationType(name="Journal Article", ui="D016428")
RETRACTED = PublicationType(name="Retracted Publication", ui="D016441")

_FIRST = (
    "BACKGROUND: Vessels of the fibrotic lung are narrowed. METHODS: We gave sildenafil or placebo to 180 adults. "
    "RESULTS: Those on sildenafil walked 41 m further (95% CI 12 to 70; p<0.01) than those given placebo. Serious "
    "hypotension led to withdrawal in four patients who took nitrates. CONCLUSION: The drug deserves a larger trial."
)

_ARTICLES = (
    Article(
        pmid="99000001",
        title="Sildenafil and walking distance in idiopathic pulmonary fibrosis: a randomised trial",
        abstract=_FIRST,
        authors=("Ample A", "Bright B", "Clear C", "Deep D"),
        journal="Journal of Made-up Medicine",
        pub_date="2021 Mar 5",
        year=2021,
        published=date(2021, 3, 5),
        entrez_date=date(2021, 3, 6),
        language="eng",
        publication_types=(RCT, PLAIN),
        mesh_headings=(
            MeshHeading(name="Idiopathic Pulmonary Fibrosis", ui="D054990", major=True, qualifiers=("drug therapy",)),
        ),
        keywords=("phosphodiesterase",),
        substances=("Sildenafil Citrate",),
        doi="10.99999/made.up.1",
        nct_ids=("NCT99000001",),
        open_access=True,
        cited_by=1234,
        origins=(
            Origin(source="PubMed", id="99000001", url="https://pubmed.ncbi.nlm.nih.gov/99000001/"),
            Origin(source="Europe PMC", id="99000001", url="https://europepmc.org/article/MED/99000001"),
            Origin(source="OpenAlex", id="W99000001", url="https://openalex.org/W99000001"),
        ),
        demonstration=True,
    ),
    Article(
        pmid="99000002",
        title="PDE5 inhibition in lung fibrosis: pooled analysis of <script>alert('title')</script> \"four\" trials",
        abstract="We pooled four trials. Pooled walking distance rose by 33 m with sildenafil; heterogeneity was low.",
        authors=("Even E",),
        journal="Reviews & Sums",
        pub_date="2023",
        year=2023,
        published=date(2023, 1, 1),
        publication_types=(META,),
        demonstration=True,
    ),
    Article(
        pmid="99000003",
        title="No effect of sildenafil on lung volume in lung fibrosis",
        abstract="Sildenafil did not slow the decline of forced vital capacity & gas transfer in 90 patients.",
        authors=("The Fibrosis Study Group",),
        journal="Journal of Made-up Medicine",
        pub_date="2019 Nov",
        year=2019,
        published=date(2019, 11, 1),
        publication_types=(RCT,),
        corrections=(Correction(kind="ErratumIn", pmid="99000090", source="J Made-up Med. 2020;1:2"),),
        demonstration=True,
    ),
    Article(
        pmid="99000004",
        title="Sildenafil in bleomycin-treated mice with lung fibrosis",
        abstract="Mice gained alveolar surface but not survival.",
        journal="Animal Notes",
        pub_date="",
        publication_types=(PLAIN,),
        demonstration=True,
    ),
    Article(
        pmid="99000005",
        title="Striking reversal of fibrosis with sildenafil",
        abstract="All patients recovered.",
        authors=("Gone G",),
        journal="Journal of Made-up Medicine",
        pub_date="2018",
        year=2018,
        published=date(2018, 1, 1),
        publication_types=(PLAIN, RETRACTED),
        corrections=(Correction(kind="RetractionIn", pmid="99000091"),),
        demonstration=True,
    ),
    Article(
        pmid="99000006",
        title="Pharmacokinetics of sildenafil in older adults with lung fibrosis",
        abstract="Fourteen patients were dosed. Exposure doubled.",
        journal="Doses",
        pub_date="2012 Jan-Feb",
        year=2012,
        published=date(2012, 1, 1),
        publication_types=(PLAIN,),
        demonstration=True,
    ),
    Article(
        pmid="99000007",
        title="Pulmonary rehabilitation: a programme",
        abstract="",
        journal="Breath",
        pub_date="2009",
        year=2009,
        published=date(2009, 6, 1),
        demonstration=True,
    ),
    Article(
        pmid="99000008",
        title="Sildenafil for preeclampsia: study protocol",
        abstract="We will compare sildenafil with placebo.",
        journal="Plans",
        pub_date="2016 May",
        year=2016,
        published=date(2016, 5, 1),
        publication_types=(PLAIN,),
        demonstration=True,
    ),
)

ARTICLES = {article.id: article for article in (*_ARTICLES, *MORE_ARTICLES)}

_SILDENAFIL = (Intervention(kind="DRUG", name="Sildenafil citrate", other_names=("Viagra",)),)
_IPF = (MeshTerm(id="D054990", term="Idiopathic Pulmonary Fibrosis"),)

_TRIALS = (
    Trial(
        nct_id="NCT99000001",
        title="Sildenafil and walking in lung fibrosis",
        status="COMPLETED",
        study_type="INTERVENTIONAL",
        phases=("PHASE3",),
        enrollment=180,
        enrollment_type="ACTUAL",
        allocation="RANDOMIZED",
        masking="DOUBLE",
        start_date="2017-02",
        completion_date="2020-06-30",
        sponsor="Made-up University",
        conditions=("Idiopathic Pulmonary Fibrosis",),
        condition_mesh=_IPF,
        interventions=_SILDENAFIL,
        has_results=True,
        demonstration=True,
    ),
    Trial(
        nct_id="NCT99000002",
        title="Sildenafil with pirfenidone",
        summary="Whether adding sildenafil to pirfenidone slows the loss of lung volume.",
        status="TERMINATED",
        why_stopped="Interim analysis showed futility for the primary outcome; not for safety reasons",
        phases=("PHASE2", "PHASE3"),
        enrollment=77,
        enrollment_type="ACTUAL",
        start_date="2019-09-01",
        completion_date="2021-12",
        conditions=("IPF",),
        condition_mesh=_IPF,
        interventions=_SILDENAFIL,
        has_results=False,
        demonstration=True,
    ),
    Trial(
        nct_id="NCT99000003",
        title="Lung fibrosis registry <img src=x onerror=alert(1)>",
        status="RECRUITING",
        study_type="OBSERVATIONAL",
        enrollment=2500,
        enrollment_type="ESTIMATED",
        start_date="2022-01",
        conditions=("lung fibrosis",),
        demonstration=True,
    ),
    Trial(
        nct_id="NCT99000004",
        title="Inhaled sildenafil, first in patients",
        status="WITHDRAWN",
        why_stopped="Sponsor had no funds",
        phases=("EARLY_PHASE1",),
        enrollment=0,
        conditions=("Idiopathic Pulmonary Fibrosis",),
        condition_mesh=_IPF,
        demonstration=True,
    ),
    Trial(
        nct_id="NCT99000005",
        title="Sildenafil cream for Raynaud attacks",
        status="UNKNOWN",
        phases=("PHASE2",),
        enrollment=24,
        enrollment_type="ESTIMATED",
        start_date="2008",
        completion_date="2010-01",
        conditions=("Raynaud Disease",),
        has_results=None,
        demonstration=True,
    ),
)

TRIALS = {trial.nct_id: trial for trial in _TRIALS}
