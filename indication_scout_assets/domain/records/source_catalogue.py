"""The registry of sources: every service that is asked, and every search and look-up the product makes of it.

What belongs here: one entry per source with all that is known of it: address, rate, key, limit, threshold, title, whom
it is about, client. The settings, the clients, the stages, ``scout sources`` and the tables of ``docs/sources.md``
(``python -m indication_scout_assets.domain.records.source_catalogue``) are made from it. What an entry can say is in
``source_entries``; how a source is asked is in the module of ``sources`` that the entry names.
``docs/developers/add-a-source.md`` shows how one is added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from ..outcomes import WrongArgument
from .source_entries import About, ApiKey, ClientMethod, SearchPage, Service, SourceEntry, Yields

__all__ = [
    "CATALOGUE",
    "About",
    "ClientMethod",
    "Service",
    "SourceEntry",
    "Yields",
    "catalogue_markdown",
    "near_keys",
    "services",
    "source_entry",
]

_ROOM = "indication_scout_assets.sources."
_RECENT = "since the year before last"
"""``pair_questions.RECENT_YEARS`` in words; searches count by whole years, so that one asks the same for a year."""
_SORTED = r"(?P<query>.*) \(sort: (?P<sort>{})\)"
"""A search whose recorded query says how it was sorted."""
_PUBMED_QUERY = r"(?s)(?P<query>.*(?:\[\w[\w :-]*\]|NCT\d{8}).*)"
_FDA_QUERY = r"(?s)(?P<query>.*:\".*)"


def _fda_page(kind: str) -> tuple[SearchPage, ...]:
    address = f"https://api.fda.gov/drug/{kind}.json"
    return (SearchPage(pattern=_FDA_QUERY, address=address, parameters={"search": "query"}),)


# ------------------------------------------------------------------------------------------------ services
# fmt: off
_OPEN_TARGETS = Service(
    name="Open Targets", setting="opentargets", address="https://api.platform.opentargets.org/api/v4/graphql",
    rate=5.0,  # none published
    client=_ROOM + "opentargets.open_targets:OpenTargets",
)
_PUBMED = Service(
    name="PubMed", setting="eutils", address="https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
    purpose="NCBI E-utilities.", rate=3.0, rate_with_key=10.0, identify={"tool": "indication-scout"}, contact="email",
    key=ApiKey(
        owner="NCBI", setting="ncbi_api_key", vendor_name="NCBI_API_KEY", parameter="api_key",
        purpose="Raises the E-utilities limit from 3 to 10 requests a second.",
    ),
    client=_ROOM + "ncbi.pubmed_searches:PubMedSearches",
    pages=(
        SearchPage(
            pattern=_PUBMED_QUERY, address="https://pubmed.ncbi.nlm.nih.gov/", parameters={"term": "query"}
        ),
    ),
)
_PMC_PAGES = (
    SearchPage(pattern=_PUBMED_QUERY, address="https://www.ncbi.nlm.nih.gov/pmc/", parameters={"term": "query"}),
)
_CLINICAL_TRIALS = Service(
    name="ClinicalTrials.gov", setting="clinicaltrials", address="https://clinicaltrials.gov/api/v2",
    purpose="ClinicalTrials.gov v2.",
    rate=1.0,  # robots.txt: crawl-delay 1
    client=_ROOM + "clinicaltrials:ClinicalTrials",
    pages=(
        SearchPage(
            pattern=r"(?s)intervention: (?P<intr>.*?); condition: (?P<cond>.*?)(?:; first posted by .*)?",
            address="https://clinicaltrials.gov/search", parameters={"intr": "intr", "cond": "cond"},
        ),
    ),
)
_CHEMBL = Service(
    name="ChEMBL", setting="chembl", address="https://www.ebi.ac.uk/chembl/api/data", purpose="ChEMBL web services.",
    rate=3.0, client=_ROOM + "drugs.chembl:Chembl",
)
_EUROPE_PMC = Service(
    name="Europe PMC", setting="europepmc", address="https://www.ebi.ac.uk/europepmc/webservices/rest", rate=5.0,
    contact="email", client=_ROOM + "literature.europepmc:EuropePmc",
    pages=(  # its page has an order of its own to choose
        SearchPage(
            pattern="(?s)" + _SORTED.format("[^()]+"), address="https://europepmc.org/search",
            parameters={"query": "query"},
        ),
    ),
)
_OPENALEX = Service(
    name="OpenAlex", setting="openalex", address="https://api.openalex.org", rate=10.0, rate_with_key=30.0,
    contact="mailto",
    key=ApiKey(
        setting="openalex_api_key", vendor_name="OPENALEX_API_KEY", parameter="api_key", hint="the key is free",
        purpose="Raises OpenAlex's daily credits from 1,000 to 10,000 and its rate from 10 to 30 a second.",
    ),
    client=_ROOM + "literature.openalex:OpenAlex",
    pages=(
        SearchPage(
            pattern=r"(?s)search: (?P<search>.*?)(?:; filter: (?P<filter>.*))?",
            address="https://api.openalex.org/works", parameters={"search": "search", "filter": "filter"},
        ),
    ),
)
_SEMANTIC_SCHOLAR = Service(
    name="Semantic Scholar", setting="semanticscholar", address="https://api.semanticscholar.org/graph/v1", rate=1.0,
    in_flight=1,
    key=ApiKey(
        setting="semanticscholar_api_key", vendor_name="S2_API_KEY", header="x-api-key",
        purpose="A share of one's own of Semantic Scholar's rate; without it the pool is shared with everybody.",
    ),
    client=_ROOM + "literature.semanticscholar:SemanticScholar",
    pages=(
        SearchPage(
            pattern="(?s)" + _SORTED.format("relevance"), address="https://www.semanticscholar.org/search",
            parameters={"q": "query"},
        ),
        SearchPage(  # its page knows no operators
            pattern="(?s)" + _SORTED.format(r"[\w:]+"),
            address="https://api.semanticscholar.org/graph/v1/paper/search/bulk",
            parameters={"query": "query", "sort": "sort"},
        ),
    ),
)
_CROSSREF = Service(
    name="Crossref", setting="crossref", address="https://api.crossref.org",
    rate=1.0, rate_with_key=3.0,  # lists of works, since December 2025
    in_flight=1, in_flight_with_key=3, contact="mailto", contact_is_key=True,
    client=_ROOM + "literature.crossref:Crossref",
)
_UNPAYWALL = Service(
    name="Unpaywall", setting="unpaywall", address="https://api.unpaywall.org", rate=5.0, contact="email",
    contact_is_key=True, client=_ROOM + "literature.unpaywall:Unpaywall",
)
_DAILYMED = Service(
    name="DailyMed", setting="dailymed", address="https://dailymed.nlm.nih.gov/dailymed/services/v2", rate=3.0,
    client=_ROOM + "drugs.dailymed:DailyMed",
    pages=(
        SearchPage(
            pattern=r'labels of "(?P<query>[^"]+)"', address="https://dailymed.nlm.nih.gov/dailymed/search.cfm",
            parameters={"query": "query"},
        ),
    ),
)
_OPENFDA = Service(
    name="openFDA", setting="openfda", address="https://api.fda.gov/drug", purpose="openFDA: labels and FAERS.",
    rate=4.0,
    key=ApiKey(
        setting="openfda_api_key", vendor_name="OPENFDA_API_KEY", parameter="api_key",
        purpose="Raises openFDA's limit from 1,000 to 120,000 requests a day.",
    ),
    client=_ROOM + "drugs.openfda:OpenFda", pages=_fda_page("label"),
)
_RXNORM = Service(
    name="RxNorm", setting="rxnorm", address="https://rxnav.nlm.nih.gov/REST", rate=5.0,
    client=_ROOM + "drugs.rxnorm:RxNorm",
)
_MEDLINEPLUS = Service(
    name="MedlinePlus", setting="medlineplus", address="https://wsearch.nlm.nih.gov/ws",
    purpose="MedlinePlus web service.",
    rate=1.4,  # 85 a minute
    client=_ROOM + "medlineplus:MedlinePlus",
)
_PUBCHEM = Service(
    name="PubChem", setting="pubchem", address="https://pubchem.ncbi.nlm.nih.gov/rest/pug",
    purpose="PubChem PUG REST.", rate=5.0, client=_ROOM + "drugs.pubchem:PubChem",
)
_OMIM = Service(
    name="OMIM", setting="omim", address="https://api.omim.org/api", rate=4.0,
    key=ApiKey(
        setting="omim_api_key", vendor_name="OMIM_API_KEY", required=True, purpose="OMIM is asked only with it.",
        header="ApiKey",  # addresses end up in logs
    ),
    client=_ROOM + "omim:Omim",
)
_OPEN_I = Service(
    name="Open-i", setting="openi", address="https://openi.nlm.nih.gov/api", rate=1.0,
    client=_ROOM + "literature.openi:OpenI",
)
_TAVILY = Service(
    name="Tavily", setting="tavily", address="https://api.tavily.com", purpose="Tavily web search.",
    rate=1.6,  # 100 a minute
    key=ApiKey(
        setting="tavily_api_key", vendor_name="TAVILY_API_KEY", header="Authorization", header_form="Bearer {}",
        required=True,
        purpose="The web is searched only with it, and only where primary evidence is insufficient.",
    ),
    client=_ROOM + "tavily:Tavily",
)
_LISTED = (
    _OPEN_TARGETS, _PUBMED, _CLINICAL_TRIALS, _CHEMBL, _EUROPE_PMC, _OPENALEX, _SEMANTIC_SCHOLAR, _CROSSREF, _UNPAYWALL,
    _DAILYMED, _OPENFDA, _RXNORM, _MEDLINEPLUS, _PUBCHEM, _OMIM, _OPEN_I, _TAVILY,
)
"""In the order of the page of settings; a service that stands in an entry of its own need not be here."""
# fmt: on


# ------------------------------------------------------------------------------------------------ entries
def _pubmed(key: str, title: str, asks: str, limit: int | None, **more: str | float | bool | None) -> SourceEntry:
    return SourceEntry.model_validate(
        {
            "key": key,
            "title": title,
            "service": _PUBMED,
            "yields": Yields.ARTICLES,
            "asks": asks,
            "limit": limit,
            "min_score": 0.2,
            **more,
        }
    )


def _pmc(key: str, title: str, asks: str, limit: int) -> SourceEntry:
    return SourceEntry(
        key=key,
        title=title,
        service=_PUBMED,
        yields=Yields.ARTICLES,
        asks=asks,
        limit=limit,
        min_score=0.2,
        client=_ROOM + "ncbi.pmc:Pmc",
        site="PubMed Central",
        own_pages=_PMC_PAGES,
    )


def _articles(service: Service, key: str, title: str, asks: str, limit: int) -> SourceEntry:
    return SourceEntry(
        key=key, title=title, service=service, yields=Yields.ARTICLES, asks=asks, limit=limit, min_score=0.2
    )


def _of_drug(service: Service, key: str, asks: str, limit: int) -> SourceEntry:
    return SourceEntry(
        key=key, title=service.name, service=service, yields=Yields.REFERENCE, asks=asks, limit=limit, about=About.DRUG
    )


def _of_disease(service: Service, key: str, asks: str) -> SourceEntry:
    return SourceEntry(
        key=key, title=service.name, service=service, yields=Yields.REFERENCE, asks=asks, limit=3, about=About.DISEASE
    )


def _of_openfda(key: str, title: str, asks: str, limit: int, call: ClientMethod, kind: str) -> SourceEntry:
    return SourceEntry(
        key=key,
        title=title,
        service=_OPENFDA,
        yields=Yields.REFERENCE,
        asks=asks,
        limit=limit,
        about=About.DRUG,
        own_call=call,
        own_pages=_fda_page(kind),
    )


def _guidelines(body: str) -> SourceEntry:
    bundled = Service(name=body, client=_ROOM + "guidelines:GuidelinePages")
    return _of_disease(bundled, f"{body.lower()}_guidelines", "bundled list of guideline pages on DISEASE")


def _check(service: Service, key: str, title: str, asks: str, **more: str | bool) -> SourceEntry:
    return SourceEntry.model_validate(
        {"key": key, "title": title, "service": service, "yields": Yields.CHECK, "asks": asks, "about": None, **more}
    )


CATALOGUE: tuple[SourceEntry, ...] = (
    _pubmed(
        "pubmed_articles",
        "PubMed",
        "PAIR as headings, substances, title or abstract",
        None,
        best=50,
        limit_setting="max_abstracts",
    ),
    _pubmed(
        "pubmed_reviews",
        "PubMed, reviews and meta-analyses",
        "PAIR, systematic[sb], meta-analysis[pt] or review[pt]",
        20,
    ),
    _pubmed(
        "cochrane_reviews", "Cochrane", 'PAIR, "Cochrane Database Syst Rev"[ta], newest versions', 10, versioned=True
    ),
    _pubmed("cochrane_recent", "Cochrane, recent", f"PAIR, the same journal, {_RECENT}", 5, versioned=True),
    _pubmed(
        "aap_guidelines",
        "AAP guidelines",
        '"American Academy of Pediatrics"[cn] or its journal "Pediatrics"[ta], AND DISEASE, guidelines and statements',
        5,
        min_score=0.16,
    ),
    _pmc("pmc_articles", "PubMed Central", "PAIR as headings, substances, title or abstract, db=pmc", 15),
    _pmc("pmc_reviews", "PubMed Central, reviews", "PAIR likewise, review or meta-analysis in the title", 10),
    _pubmed(
        "trial_publications",
        "PubMed, papers of registered trials",
        "NCT numbers of the pair's trials [si], 50 at a time",
        1_000,
        best=100,
        about=None,
    ),
    _articles(
        _EUROPE_PMC, "europepmc_recent", "Europe PMC, recent", f"PAIR in title or abstract, {_RECENT}, newest first", 15
    ),
    _articles(
        _EUROPE_PMC, "europepmc_cited", "Europe PMC, highly cited", "PAIR in title or abstract, most cited first", 10
    ),
    _articles(
        _EUROPE_PMC, "europepmc_open_access", "Europe PMC, open access", "PAIR in title or abstract, OPEN_ACCESS:y", 10
    ),
    _articles(_EUROPE_PMC, "europepmc_preprints", "Europe PMC, preprints", "PAIR in title or abstract, SRC:PPR", 10),
    _articles(
        _OPENALEX,
        "openalex_literature",
        "OpenAlex",
        "PAIR, DRUG in title or abstract; of the 100 most relevant, both there",
        15,
    ),
    _articles(
        _OPENALEX,
        "openalex_reviews",
        "OpenAlex, systematic reviews",
        "PAIR likewise, systematic review or meta-analysis; of these, most cited first",
        10,
    ),
    _articles(
        _SEMANTIC_SCHOLAR,
        "semanticscholar_papers",
        "Semantic Scholar",
        "first names of DRUG and DISEASE, by relevance",
        15,
    ),
    _articles(
        _SEMANTIC_SCHOLAR, "semanticscholar_cited", "Semantic Scholar, highly cited", "PAIR, most cited first", 10
    ),
    SourceEntry(
        key="clinicaltrials",
        title="ClinicalTrials.gov",
        service=_CLINICAL_TRIALS,
        yields=Yields.TRIALS,
        asks="interventions: DRUG; conditions: DISEASE; then the trial's own headings must name the disease",
        limit_setting="max_trials",
        best=10,
        min_score=0.16,
    ),
    SourceEntry(
        key="dailymed_labels",
        title="DailyMed",
        service=_DAILYMED,
        yields=Yields.LABELS,
        about=About.DRUG,
        asks="labels of DRUG, for people, of one ingredient first; sentences of their sections that name the disease; "
        "the history of a label in another version than before",
        limit=5,
        min_score=0.14,
    ),
    SourceEntry(
        key="tavily_web",
        title="Tavily",
        service=_TAVILY,
        yields=Yields.WEB_PAGES,
        asks="first names of DRUG and DISEASE on trusted medical sites, only where primary evidence is insufficient",
        limit=10,
        min_score=0.12,
    ),
    _of_openfda("openfda_labels", "openFDA labels", "labels of DRUG, all pages", 5, ClientMethod.LABELS, "label"),
    _of_openfda("faers", "FAERS", "reports that name DRUG, by reaction", 20, ClientMethod.ADVERSE_EVENTS, "event"),
    SourceEntry(
        key="drug_harms",
        title="PubMed, harm by the drug",
        service=_PUBMED,
        yields=Yields.REFERENCE,
        about=None,
        own_call=ClientMethod.NONE,
        asks="DRUG with qualifiers of harm; then DRUG by name",
        limit=100,
    ),
    _of_drug(_RXNORM, "rxnorm", "concept of DRUG, its ingredients and classes", 5),
    _of_drug(_PUBCHEM, "pubchem", "compound called DRUG", 1),
    _of_disease(_MEDLINEPLUS, "medlineplus", "health topics on DISEASE"),
    _of_disease(_OMIM, "omim", "entries on DISEASE"),
    SourceEntry(
        key="ncbi_books",
        title="NCBI Books",
        service=_PUBMED,
        yields=Yields.REFERENCE,
        about=About.DISEASE,
        asks="chapters on DISEASE, db=books",
        limit=3,
        client=_ROOM + "ncbi.ncbi_books:NcbiBooks",
        site="NCBI Books",
        own_pages=(),
    ),
    SourceEntry(key="openi", title="Open-i", service=_OPEN_I, yields=Yields.REFERENCE, asks="figures on PAIR", limit=3),
    SourceEntry(
        key="reactome",
        title="Reactome",
        yields=Yields.REFERENCE,
        about=About.DRUG,
        limit=10,
        in_runs=False,
        asks="human pathways and reactions that name DRUG; no run asks it, `scout search` does",
        service=Service(
            name="Reactome",
            setting="reactome",
            address="https://reactome.org/ContentService",
            purpose="Reactome Content Service.",
            rate=3.0,  # none published
            client=_ROOM + "reactome:Reactome",
        ),
    ),
    _guidelines("WHO"),
    _guidelines("CDC"),
    _guidelines("NICE"),
    _check(_OPEN_TARGETS, "opentargets", "Open Targets", "identity, targets, indications, all three paths, ontology"),
    _check(_CHEMBL, "chembl", "ChEMBL", "names of the drug and its salts, market facts"),
    _check(_PUBMED, "mesh", "MeSH", "the heading of each disease", client=_ROOM + "ncbi.mesh:Mesh"),
    _check(_CROSSREF, "crossref", "Crossref", "updated-by of each article's DOI"),
    _check(_EUROPE_PMC, "europepmc_standing", "Europe PMC, retractions", "types and linked notices, by PMID"),
    _check(_OPENALEX, "openalex_standing", "OpenAlex, retractions", "is_retracted, by PMID or DOI"),
    _check(_CROSSREF, "crossref_references", "Crossref, references", "reference of each counted study's DOI"),
    _check(_OPENALEX, "openalex_references", "OpenAlex, references", "referenced_works of each counted study"),
    _check(_EUROPE_PMC, "europepmc_references", "Europe PMC, references", "references of a PMID without another list"),
    _check(
        Service(name="Retraction Watch"),
        "retraction_watch",
        "Retraction Watch",
        "a CSV file, by PMID and DOI; SCOUT_RETRACTION_WATCH_CSV",
        needs="retraction_watch_csv",
    ),
    _check(
        _UNPAYWALL,
        "unpaywall",
        "Unpaywall",
        "open-access location of a top article's DOI",
        needs="contact_email",
        today_only=True,
    ),
    _check(
        _PUBMED,
        "pmc_full_text",
        "PMC full text",
        "JATS of a top article",
        client=_ROOM + "ncbi.pmc:Pmc",
        site="PubMed Central",
        today_only=True,
    ),
    _check(
        _EUROPE_PMC,
        "europepmc_full_text",
        "Europe PMC, full text",
        "JATS of a top article PMC did not give",
        today_only=True,
    ),
)


def services() -> tuple[Service, ...]:
    """Every service that is asked, each once: as the page of settings lists them, then those of further entries."""
    asked = (*_LISTED, *(entry.service for entry in CATALOGUE if entry.service.address))
    return tuple({service.name: service for service in asked}.values())


def source_entry(key: str) -> SourceEntry:
    """The entry with this key.

    Raises:
        WrongArgument: no entry has it; the sentence names near ones.
    """
    for entry in CATALOGUE:
        if entry.key == key:
            return entry
    near = f"; near it are {', '.join(similar)}" if (similar := near_keys(key)) else ""
    raise WrongArgument(f"No source is called {key!r}{near} (`scout sources` lists all).")


def near_keys(given: str) -> list[str]:
    """Keys that someone who wrote this may have meant: those it is a part of, and those alike in spelling."""
    written = re.sub(r"[^a-z0-9]+", "", given.casefold())
    keys = [entry.key for entry in CATALOGUE]
    plain = {key.replace("_", ""): key for key in keys}
    holding = [key for text, key in plain.items() if len(written) > 2 and written in text]
    alike = [plain[text] for text in get_close_matches(written, plain, n=3)]
    parts = {part: key for key in reversed(keys) for part in key.split("_")}
    by_part = [parts[part] for part in get_close_matches(written, parts, n=1, cutoff=0.7)]
    return list(dict.fromkeys((*holding, *by_part, *alike)))[:5]


def catalogue_markdown(entries: Iterable[SourceEntry] = CATALOGUE) -> str:
    """The tables of ``docs/sources.md``: ranked sources, then the others."""
    entries = list(entries)
    ranked = [
        f"| {e.title} | `{e.key}` | {e.asks} | {_limit(e)} | {e.min_score:g} | {_key(e)} |" for e in entries if e.ranked
    ]
    others = [f"| {e.title} | `{e.key}` | {e.asks} | {_key(e)} |" for e in entries if not e.ranked]
    return (
        "| ranked source | key | query | limit | threshold | API key |\n|---|---|---|--:|--:|---|\n"
        + "\n".join(ranked)
        + "\n\n| not ranked | key | asked for | API key |\n|---|---|---|---|\n"
        + "\n".join(others)
        + "\n"
    )


def _limit(entry: SourceEntry) -> str:
    read = str(entry.limit) if entry.limit else "setting"
    return f"{read}, best {entry.best}" if entry.best else read


def _key(entry: SourceEntry) -> str:
    if not entry.key_setting:
        return "none"
    return f"`{entry.key_setting}`" + (", needed" if entry.key_required else ", optional")


if __name__ == "__main__":
    print(catalogue_markdown(), end="")
