"""The catalogue of sources: every search and look-up the product makes, with its limit, threshold and key.

What belongs here: facts about the sources that readers, settings and stages share; the README's table is made from it
(``python -m indication_scout_assets.domain.source_catalogue``). How a source is asked is in the module of ``sources``
that bears its service's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from enum import StrEnum

from .base import Value
from .outcomes import WrongArgument


class Yields(StrEnum):
    """What a source gives."""

    ARTICLES = "articles"
    TRIALS = "trials"
    LABELS = "labels"
    WEB_PAGES = "web pages"
    """Quarantined: shown, never graded as literature."""
    REFERENCE = "reference"
    """Facts on the drug or the disease; shown, not ranked."""
    CHECK = "check"
    """Answers about what was found already: its standing, its full text, its names."""


class SourceEntry(Value):
    """One way of asking one service."""

    key: str
    """As the command line takes it, for example ``europepmc_cited``."""
    title: str
    """As the report prints it, for example ``Europe PMC, highly cited``."""
    service: str
    """The host that is asked, for example ``Europe PMC``."""
    yields: Yields
    asks: str
    """The query; PAIR stands for the drug's names and the disease's names."""
    limit: int | None = None
    """Records read per question; ``None`` where the service's whole answer is read or a setting says."""
    best: int | None = None
    """Records that may pass into the top k, or the second stage, where that is another number than ``limit``."""
    min_score: float | None = None
    """Least relevance to the question of what passes: the cross-encoder's score, for an article without one its cosine
    similarity; ``None``: not ranked."""
    key_setting: str = ""
    """Environment name of the key; empty where the service has none."""
    key_required: bool = False

    @property
    def ranked(self) -> bool:
        return self.min_score is not None

    @property
    def places(self) -> int | None:
        """Records that may pass; ``None`` where there is no limit."""
        return self.best or self.limit


_S2_KEY, _OPENALEX_KEY, _NCBI_KEY = "SCOUT_SEMANTICSCHOLAR_API_KEY", "SCOUT_OPENALEX_API_KEY", "SCOUT_NCBI_API_KEY"
_FDA_KEY = "SCOUT_OPENFDA_API_KEY"
_RECENT = "since the year before last"
"""``questions.RECENT_YEARS`` in words; searches count by whole years, so that one asks the same for a year."""


def _pubmed(
    key: str, title: str, asks: str, limit: int | None, *, best: int | None = None, min_score: float = 0.2
) -> SourceEntry:
    return SourceEntry(
        key=key, title=title, service="PubMed", yields=Yields.ARTICLES, asks=asks, limit=limit, best=best,
        min_score=min_score, key_setting=_NCBI_KEY,
    )  # fmt: skip


def _articles(key: str, title: str, asks: str, limit: int, key_setting: str = "") -> SourceEntry:
    return SourceEntry(
        key=key, title=title, service=title.partition(",")[0], yields=Yields.ARTICLES, asks=asks, limit=limit,
        min_score=0.2, key_setting=key_setting,
    )  # fmt: skip


def _reference(key: str, title: str, asks: str, limit: int, service: str = "", **more: str | bool) -> SourceEntry:
    return SourceEntry.model_validate(
        {"key": key, "title": title, "service": service or title, "yields": Yields.REFERENCE, "asks": asks,
         "limit": limit, **more}
    )  # fmt: skip


def _check(key: str, title: str, asks: str, service: str = "") -> SourceEntry:
    return SourceEntry(key=key, title=title, service=service or title, yields=Yields.CHECK, asks=asks)


CATALOGUE: tuple[SourceEntry, ...] = (
    _pubmed("pubmed_articles", "PubMed", "PAIR as headings, substances, title or abstract", None, best=50),
    _pubmed(
        "pubmed_reviews", "PubMed, reviews and meta-analyses",
        "PAIR, systematic[sb], meta-analysis[pt] or review[pt]", 20,
    ),
    _pubmed("cochrane_reviews", "Cochrane", 'PAIR, "Cochrane Database Syst Rev"[ta], newest versions', 10),
    _pubmed("cochrane_recent", "Cochrane, recent", f"PAIR, the same journal, {_RECENT}", 5),
    _pubmed(
        "aap_guidelines", "AAP guidelines",
        '"American Academy of Pediatrics"[cn] or its journal "Pediatrics"[ta], AND DISEASE, guidelines and statements',
        5, min_score=0.16,
    ),
    _pubmed("pmc_articles", "PubMed Central", "PAIR as headings, substances, title or abstract, db=pmc", 15),
    _pubmed("pmc_reviews", "PubMed Central, reviews", "PAIR likewise, review or meta-analysis in the title", 10),
    _pubmed(
        "trial_publications", "PubMed, papers of registered trials",
        "NCT numbers of the pair's trials [si], 50 at a time", 1_000, best=100,
    ),
    _articles("europepmc_recent", "Europe PMC, recent", f"PAIR in title or abstract, {_RECENT}, newest first", 15),
    _articles("europepmc_cited", "Europe PMC, highly cited", "PAIR in title or abstract, most cited first", 10),
    _articles("europepmc_open_access", "Europe PMC, open access", "PAIR in title or abstract, OPEN_ACCESS:y", 10),
    _articles("europepmc_preprints", "Europe PMC, preprints", "PAIR in title or abstract, SRC:PPR", 10),
    _articles(
        "openalex_literature", "OpenAlex", "PAIR, DRUG in title or abstract; of the 100 most relevant, both there",
        15, _OPENALEX_KEY,
    ),
    _articles(
        "openalex_reviews", "OpenAlex, systematic reviews",
        "PAIR likewise, systematic review or meta-analysis; of these, most cited first", 10, _OPENALEX_KEY,
    ),
    _articles(
        "semanticscholar_papers", "Semantic Scholar", "first names of DRUG and DISEASE, by relevance", 15, _S2_KEY
    ),
    _articles("semanticscholar_cited", "Semantic Scholar, highly cited", "PAIR, most cited first", 10, _S2_KEY),
    SourceEntry(
        key="clinicaltrials", title="ClinicalTrials.gov", service="ClinicalTrials.gov", yields=Yields.TRIALS,
        asks="interventions: DRUG; conditions: DISEASE; then the trial's own headings must name the disease",
        best=10, min_score=0.16,
    ),
    SourceEntry(
        key="dailymed_labels", title="DailyMed", service="DailyMed", yields=Yields.LABELS,
        asks="labels of DRUG, for people, of one ingredient first; sentences of their sections that name the disease",
        limit=5, min_score=0.14,
    ),
    SourceEntry(
        key="tavily_web", title="Tavily", service="Tavily", yields=Yields.WEB_PAGES,
        asks="first names of DRUG and DISEASE on trusted medical sites, only where primary evidence is insufficient",
        limit=10, min_score=0.12, key_setting="SCOUT_TAVILY_API_KEY", key_required=True,
    ),
    _reference("openfda_labels", "openFDA labels", "labels of DRUG, all pages", 5, "openFDA", key_setting=_FDA_KEY),
    _reference("faers", "FAERS", "reports that name DRUG, by reaction", 20, "openFDA", key_setting=_FDA_KEY),
    _reference("rxnorm", "RxNorm", "concept of DRUG, its ingredients and classes", 5),
    _reference("pubchem", "PubChem", "compound called DRUG", 1),
    _reference("medlineplus", "MedlinePlus", "health topics on DISEASE", 3),
    _reference("omim", "OMIM", "entries on DISEASE", 3, key_setting="SCOUT_OMIM_API_KEY", key_required=True),
    _reference("ncbi_books", "NCBI Books", "chapters on DISEASE, db=books", 3, "PubMed", key_setting=_NCBI_KEY),
    _reference("openi", "Open-i", "figures on PAIR", 3),
    _reference("who_guidelines", "WHO", "bundled list of guideline pages on DISEASE", 3),
    _reference("cdc_guidelines", "CDC", "bundled list of guideline pages on DISEASE", 3),
    _reference("nice_guidelines", "NICE", "bundled list of guideline pages on DISEASE", 3),
    _check("opentargets", "Open Targets", "identity, targets, indications, both paths, ontology"),
    _check("chembl", "ChEMBL", "names of the drug and its salts, market facts"),
    _check("mesh", "MeSH", "the heading of each disease", "PubMed"),
    _check("crossref", "Crossref", "updated-by of each article's DOI"),
    _check("europepmc_standing", "Europe PMC, retractions", "types and linked notices, by PMID", "Europe PMC"),
    _check("openalex_standing", "OpenAlex, retractions", "is_retracted, by PMID or DOI", "OpenAlex"),
    _check("retraction_watch", "Retraction Watch", "a CSV file, by PMID and DOI; SCOUT_RETRACTION_WATCH_CSV"),
    _check("unpaywall", "Unpaywall", "open-access location of a top article's DOI"),
    _check("pmc_full_text", "PMC full text", "JATS of a top article", "PubMed"),
    _check("europepmc_full_text", "Europe PMC, full text", "JATS of a top article PMC did not give", "Europe PMC"),
)  # fmt: skip

_BY_KEY = {entry.key: entry for entry in CATALOGUE}


def source_entry(key: str) -> SourceEntry:
    """The entry with this key.

    Raises:
        WrongArgument: no entry has it; the sentence names near ones.
    """
    if key not in _BY_KEY:
        near = f"; near it are {', '.join(similar)}" if (similar := near_keys(key)) else ""
        raise WrongArgument(f"No source is called {key!r}{near} (`scout sources` lists all).")
    return _BY_KEY[key]


def near_keys(given: str) -> list[str]:
    """Keys that someone who wrote this may have meant: those it is a part of, and those alike in spelling."""
    written = re.sub(r"[^a-z0-9]+", "", given.casefold())
    plain = {key.replace("_", ""): key for key in _BY_KEY}
    holding = [key for text, key in plain.items() if len(written) > 2 and written in text]
    alike = [plain[text] for text in get_close_matches(written, plain, n=3)]
    parts = {part: key for key in reversed(_BY_KEY) for part in key.split("_")}
    by_part = [parts[part] for part in get_close_matches(written, parts, n=1, cutoff=0.7)]
    return list(dict.fromkeys((*holding, *by_part, *alike)))[:5]


def catalogue_markdown(entries: Iterable[SourceEntry] = CATALOGUE) -> str:
    """The README's tables: ranked sources, then the others."""
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
