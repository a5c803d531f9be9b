"""What the drug is known to harm by: one search by the drug alone, whatever disease it is a candidate for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from ....domain.documents import Citation, cite
from ....domain.findings.readings import ArticleSpan, Direction, KnownHarm, KnownHarms, PairNames
from ....domain.outcomes import SourceOutcome
from ....domain.records.articles import Article
from ....domain.records.source_catalogue import source_entry
from ....reading.bundled_reader import sure_direction
from ....reading.readers import code_fingerprint
from ....reading.verifier.cited_places import QuotableArticle
from ....rules.literature.pubmed_query import HARM_QUALIFIERS
from ....rules.names.name_matching import names_in, natural_order, same_name
from ....rules.word_tables import read_table
from ....sources.ncbi.mesh import MeshRecord
from ...article_search import fetch_from_pubmed
from ...engine import Stage, Written
from ...resources.workbench import DrugRun
from ...stored_inputs import answered, search_outcome, switched_off

HARMS = source_entry("drug_harms")
_GRAVE = read_table("indication_scout_assets.rules.literature", "grave_harms.toml")
_INDUCED = "chemically induced"
"""The qualifier of a disease that an agent brought about."""
_NO_HARMS = ("C22", "C23.550.291")
"""Places in the MeSH tree of no disease that a drug brings about: animals' own, and attributes such as recurrence."""


async def _known_harms(run: DrugRun) -> Written:
    """Ask PubMed once for harm by the drug alone, the newest records first, and read which diseases they give to it.

    A record says so by its index terms, or by its words, as the trained reader takes them. Retracted papers do not
    count; the retraction gate looks at the others.
    """
    notes = run.db.drug_records
    harms, outcome = await answered(
        run, HARMS, lambda: _ask(run), KnownHarms(), before=lambda: notes.known_harms(run.slug) or KnownHarms()
    )
    return Written(
        write=lambda: notes.replace_known_harms(run.slug, harms),
        outputs=harms,
        facts={"rows": len(harms.harms), "records_matching": harms.total, "records_read": harms.read},
        outcomes=(outcome,),
        preview="\n".join(f"- {h.name} ({h.count}): {h.papers[0].quote}" for h in harms.harms),
    )


async def _ask(run: DrugRun) -> tuple[KnownHarms, SourceOutcome]:
    search = await run.sources.pubmed_searches.harms(run.profile.names, HARMS.limit or 100, run.settings.as_of)
    await fetch_from_pubmed(run, search.ids)
    stored = run.db.articles.load(search.ids)
    articles = [stored[i] for i in search.ids if i in stored and stored[i].usable]
    harms = KnownHarms(query=search.query, total=search.total, read=len(articles), harms=await _harms(run, articles))
    late = len(search.ids) - len(stored) if run.settings.as_of else 0
    return harms, search_outcome(search, matching=len(articles)).model_copy(update={"left_out": late})


async def _harms(run: DrugRun, articles: Sequence[Article]) -> tuple[KnownHarm, ...]:
    """The harms, those that most papers tell first. Where as many papers tell benefit, nothing is claimed."""
    diseases, names = await _diseases(run, articles), run.profile.names
    papers, benefits = defaultdict[str, list[tuple[Article, Citation]]](list), Counter[str]()
    for article in articles:
        own = _diseases_of(article, diseases)
        readings = {
            ui: sure_direction(
                article,
                PairNames(drug_names=tuple(names), disease=natural_order(disease.name), disease_names=_names(disease)),
            )
            for ui, disease in own.items()
        }
        benefits.update(ui for ui, (direction, _) in readings.items() if direction is Direction.BENEFIT)
        harmed = {ui for ui, (direction, _) in readings.items() if direction is Direction.HARM}
        harmed |= _indexed(article, names) & own.keys()
        for ui in harmed:
            places = [number for other in harmed - {ui} for number in own[other].tree_numbers]
            is_wider = any(place.startswith(f"{number}.") for place in places for number in own[ui].tree_numbers)
            span = readings[ui][1] or ArticleSpan.of(article, "title", 0, len(article.title))
            if not is_wider and QuotableArticle(article).around(span.field, span.start, span.end):
                papers[ui].append((article, cite(article.document, span.field, span.start, span.end)))
    harms = []
    for ui, blaming in papers.items():
        if len(blaming) > benefits[ui]:
            ordered = sorted(blaming, key=lambda paper: _worth(paper[0], names, diseases[ui]), reverse=True)
            name, citations = natural_order(diseases[ui].name), tuple(citation for _, citation in ordered)
            harms.append(KnownHarm(name=name, mesh_id=ui, count=len(citations), papers=citations))
    return tuple(sorted(harms, key=lambda harm: (-harm.count, harm.name)))


async def _diseases(run: DrugRun, articles: Sequence[Article]) -> dict[str, MeshRecord]:
    """The diseases that the records may be about, by MeSH id: their headings and, where records have none, the grave
    harms. An approved use of the drug is none.
    """
    own = {heading.ui for article in articles for heading in article.mesh_headings if heading.ui}
    if any(not article.mesh_headings for article in articles):
        own |= {heading.split()[0] for heading in _GRAVE["headings"]}
    uses = [use.disease_name for use in run.profile.approved_uses]
    return {
        ui: record
        for ui, record in (await run.sources.mesh.headings(own)).items()
        if any(n.startswith(("C", "F03")) and not n.startswith(_NO_HARMS) for n in record.tree_numbers)
        and not any(record.named(use) for use in uses)
    }


def _diseases_of(article: Article, diseases: Mapping[str, MeshRecord]) -> dict[str, MeshRecord]:
    if article.mesh_headings:
        return {h.ui: diseases[h.ui] for h in article.mesh_headings if h.ui and h.ui in diseases}
    return {ui: record for ui, record in diseases.items() if names_in(article.text, _names(record))}


def _names(record: MeshRecord) -> tuple[str, ...]:
    return (record.name, *record.entry_terms, *_GRAVE["names"].get(record.ui, ()))


def _indexed(article: Article, drug_names: Sequence[str]) -> set[str]:
    """MeSH ids of the diseases that the index terms give to the drug; none without a qualifier of harm on the drug."""
    blamed = [h.name for h in article.mesh_headings if not set(HARM_QUALIFIERS).isdisjoint(h.qualifiers)]
    if not any(same_name(heading, name) for heading in blamed for name in drug_names):
        return set()
    return {h.ui for h in article.mesh_headings if h.ui and _INDUCED in h.qualifiers}


def _worth(article: Article, drug_names: Sequence[str], disease: MeshRecord) -> tuple[bool, bool, int, int, str]:
    in_title = bool(names_in(article.title, drug_names) and names_in(article.title, _names(disease)))
    return in_title, not article.animals_only, article.cited_by or 0, article.year or 0, article.id.zfill(9)


KNOWN_HARMS = Stage(
    name="known_harms",
    group="literature",
    code_version=f"1.{code_fingerprint()}",
    function=_known_harms,
    upstream=("drug_profile",),
    depends_on=lambda run: switched_off(run, HARMS),
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "json"}),
)
