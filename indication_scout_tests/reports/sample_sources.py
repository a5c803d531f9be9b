"""What the sample has from the other sources: labels, counts of adverse events, references, web pages, standings.

All texts are written for these tests; set ids, counts and record numbers belong to nothing real.
"""

from __future__ import annotations

from datetime import date

from indication_scout_assets.domain.articles import Article, Origin, PublicationType, RetractionStatus
from indication_scout_assets.domain.full_text import FullTextFacts, FullTextQuote, FullTextStep
from indication_scout_assets.domain.labels import (
    AdverseEvents,
    EventCount,
    Label,
    LabelIndication,
    LabelMention,
    LabelSection,
    ProductType,
)
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.domain.references import ReferenceEntry, ReferenceKind, WebPage
from indication_scout_assets.domain.retractions import Notice, RetractionCheck, RetractionSignal

from .sample_parts import WHEN

PREPRINT = "doi:10.99999/preprint.<1>"
CENTRAL = "PMC99000009"
OLDER_REVIEW = "99000070"

MORE_ARTICLES = (
    Article(
        id=PREPRINT,
        doi="10.99999/Preprint.<1>",
        title="Sildenafil in early preeclampsia: a preprint",
        abstract="Twenty women took sildenafil. Blood pressure fell in twelve.",
        authors=("New N",),
        journal="Made-up Preprints",
        pub_date="2025 Feb",
        year=2025,
        published=date(2025, 2, 1),
        publication_types=(PublicationType(name="Preprint", ui="D000076942"),),
        is_preprint=True,
        open_access=True,
        cited_by=1,
        origins=(Origin(source="Europe PMC", id="PPR99001", url="https://europepmc.org/article/PPR/PPR99001"),),
        demonstration=True,
    ),
    Article(
        pmcid=CENTRAL,
        title="Placental flow under sildenafil",
        abstract="Flow rose in the treated arm.",
        journal="Journal of Made-up Medicine",
        pub_date="2020",
        year=2020,
        open_access=True,
        origins=(
            Origin(source="PubMed Central", id=CENTRAL, url=f"https://pmc.ncbi.nlm.nih.gov/articles/{CENTRAL}/"),
            Origin(source="OpenAlex", id="W99000009", url="javascript:alert(1)"),
        ),
        demonstration=True,
    ),
    Article(pmid=OLDER_REVIEW, title="Sildenafil for lung fibrosis, first version", year=2015, demonstration=True),
)

_LONG = "Before treatment, weigh the risk of a fall in blood pressure. " * 9 + "LAST WORDS of a long section."


def _label(number: int, title: str, day: date, sections: dict[str, str], *ingredients: str) -> Label:
    return Label(
        set_id=f"00000000-0000-4000-8000-00000000000{number}",
        source="openFDA",
        title=title,
        effective=day,
        ingredients=ingredients or ("sildenafil citrate",),
        moieties=tuple(i.removesuffix(" citrate") for i in ingredients or ("sildenafil citrate",)),
        sections=tuple(LabelSection(code="", kind=kind, title=kind, text=text) for kind, text in sections.items()),
        product_type=ProductType.PRESCRIPTION,
        demonstration=True,
    )


LABELS = (
    _label(1, "Made-up sildenafil tablets", date(2024, 3, 1), {
        "boxed_warning": "Do not give to <b>children</b> with made-up disease.",
        "contraindications": "Nitrates in any form.",
        "warnings": _LONG,
    }),
    _label(2, "Another made-up sildenafil", date(2025, 6, 9), {"contraindications": "NITRATES, in any form"}),
    _label(3, "Made-up combination", date(2023, 1, 2), {"warnings": "The other ingredient harms the liver."},
           "sildenafil citrate", "madeupril"),
)  # fmt: skip
INDICATIONS = (
    LabelIndication(text="Treatment of erectile dysfunction.", labels=17, set_id=LABELS[0].set_id, source="openFDA"),
    LabelIndication(text="Made-up use, with madeupril.", labels=1, set_id=LABELS[2].set_id, single_ingredient=False),
)
EVENTS = AdverseEvents(
    reports=48213,
    serious=20917,
    reactions=tuple(EventCount(term=f"Reaction {n}", reports=9000 - 700 * n) for n in range(12)),
    last_updated="2026-06-30",
    demonstration=True,
)
MENTIONS = tuple(
    LabelMention(
        set_id=set_id, source="DailyMed", kind=kind, sentence=sentence, start=0, end=len(sentence), score=0.5,
        negated=negated,
    )
    for set_id, kind, sentence, negated in (
        (LABELS[0].set_id, "studies", "In lung fibrosis <i>no gain</i> was seen.", False),
        (LABELS[1].set_id, "studies", "In lung fibrosis <i>no gain</i> was seen.", False),
        ("99999999-0000-4000-8000-000000000009", "indications", "Not indicated for lung fibrosis.", True),
    )
)  # fmt: skip


def reference(source: str, kind: ReferenceKind, ident: str, title: str, **more: str) -> ReferenceEntry:
    return ReferenceEntry(source=source, kind=kind, id=ident, title=title, demonstration=True, **more)


ABOUT_THE_DRUG = (
    reference("RxNorm", ReferenceKind.IDENTITY, "9900136", "sildenafil", url="https://example.org/rxnorm"),
    reference("RxNorm", ReferenceKind.IDENTITY, "9900136", "sildenafil again"),
    reference("PubChem", ReferenceKind.IDENTITY, "9905212", "Sildenafil"),
    reference(
        "MedlinePlus", ReferenceKind.BACKGROUND, "a1", "Sildenafil for readers", text="What to know <b>first</b>."
    ),
)
ABOUT_FIBROSIS = tuple(
    reference("NICE", ReferenceKind.GUIDELINE, f"https://example.org/{n}", f"Guideline {n}", url=f"https://example.org/{n}",
              published="2021") for n in range(7)
)  # fmt: skip
PAGES = (
    WebPage(
        url="https://example.org/page> <script>alert(1)</script>",
        title="Miracle <script>alert('web')</script>",
        content="It cures [everything](javascript:alert(1)) | **now** <img src=x>",
        score=0.9,
        published="2024-02-01",
        disease_id="MONDO_0001157",
    ),
    WebPage(url="javascript:alert('page')", title="", content="Second page.", disease_id="MONDO_0001157"),
)
WEB_NOTE = "The open web was asked: 1 source in all (fewer than 5), 0 of high quality (fewer than 2)."


def _check(
    key: str, status: RetractionStatus, *signals: RetractionSignal, unchecked: tuple[str, ...] = ()
) -> RetractionCheck:
    return RetractionCheck(
        article_id=key, status=status, signals=signals, checked=("PubMed",), unchecked=unchecked, checked_at=WHEN
    )


STANDINGS = {
    check.article_id: check
    for check in (
        _check("99000001", RetractionStatus.NONE),
        _check("99000002", RetractionStatus.NONE, unchecked=("Crossref", "OpenAlex")),
        _check("99000003", RetractionStatus.CORRECTED,
               RetractionSignal(source="PubMed", notice=Notice.CORRECTION, notice_id="99000090")),
        _check("99000005", RetractionStatus.RETRACTED,
               RetractionSignal(source="PubMed publication type", notice=Notice.RETRACTION),
               RetractionSignal(source="Crossref", notice=Notice.RETRACTION, dated=date(2020, 1, 2),
                                notice_id="10.99999/notice", reason="Data <b>error</b>.")),
        _check(CENTRAL, RetractionStatus.EXPRESSION_OF_CONCERN,
               RetractionSignal(source="Europe PMC", notice=Notice.CONCERN, dated=date(2021, 5, 4))),
        _check(PREPRINT, RetractionStatus.UNCHECKED, unchecked=("Crossref",)),
    )
}  # fmt: skip
FULL_TEXTS = {
    "99000001": FullTextFacts(
        source="PMC",
        url="https://example.org/full",
        license="CC BY 4.0",
        sections=14,
        characters=32100,
        steps=(
            FullTextStep(source="Unpaywall", state=SourceState.OK, detail="An open copy is known."),
            FullTextStep(source="PMC", state=SourceState.OK, detail="Read in full."),
        ),
    ),
    "99000002": FullTextFacts(
        source="abstract",
        steps=(FullTextStep(source="Unpaywall", state=SourceState.FAILED, detail="No answer (HTTP 503)."),),
    ),
}
QUOTES = (
    FullTextQuote(
        article_id="99000001", section="Results > Walking", text="Patients with <5 falls walked 12 m further.",
        start=9000, end=9043,
    ),
)  # fmt: skip


def _about_drug(source: str, question: str, state: SourceState, records: int = 0, reason: str = "") -> SourceOutcome:
    return SourceOutcome(source=source, question=question, state=state, found=records, reason=reason)


DRUG_OUTCOMES = (
    _about_drug("openFDA labels", "labels of the drug", SourceState.OK, 3),
    _about_drug("FAERS", "reports that name the drug", SourceState.OK, 1),
    _about_drug("RxNorm", "ids of the drug", SourceState.OK, 2),
    _about_drug("PubChem", "ids of the drug", SourceState.OK, 1),
    _about_drug("OMIM", "entries that name the drug", SourceState.FAILED, 0, "OMIM refused the key; set OMIM_API_KEY."),
    _about_drug("Open-i", "figures", SourceState.NOT_ASKED, 0, "Switched off."),
)
