"""The literature group: articles found for each candidate in every source, their vectors, and the top k."""

from __future__ import annotations

from collections.abc import Sequence

from ..domain.candidates import Candidate
from ..domain.evidence import RankedArticle, SearchRecord
from ..domain.outcomes import PermanentFailure, SourceState, TransientFailure
from ..domain.source_catalogue import CATALOGUE
from ..ranking.admission import admit
from ..ranking.queries import QUERIES_VERSION, lexical_query, therapeutic_query
from ..ranking.ranker import rank_articles
from .reading import (
    drug_labels,
    names_of,
    pool_articles,
    pools,
    ranked_candidates,
    retracted,
    search_outcome,
    source_table,
    switched_off,
)
from .searching import ENTRIES, save_merged, search_everywhere
from .stage import Stage, Written
from .workbench import DrugRun

EMBED_BATCH = 256
"""Articles embedded between two commits; a killed run loses at most these vectors."""


async def _abstracts(run: DrugRun) -> Written:
    """Search every source of articles for each candidate by the drug's names and the disease's names; fetch what is
    not known yet; make one article of all records of one article.

    Every query is kept with the source's own count and warnings. A record is fetched once, whatever finds it, and again
    when it has aged. Retracted papers are kept and marked. Of a Cochrane review only the newest version counts.
    """
    candidates = ranked_candidates(run)
    found = await search_everywhere(run, candidates)
    if found.searches and all(s.state in (SourceState.FAILED, SourceState.NOT_ASKED) for s in found.searches):
        failed = [s.reason for s in found.searches if s.state is SourceState.FAILED]
        if not failed:
            raise PermanentFailure("Every source of articles is switched off; take some out of SCOUT_SOURCES_OFF.")
        raise TransientFailure(failed[0])
    disease_names = {c.disease.id: c.disease.name for c in candidates}
    pooled = {entry.article_id for pool in found.pools.values() for entry in pool}
    articles = {one: found.articles[one] for one in sorted(pooled)}

    def write() -> None:
        save_merged(run, articles)
        for source, searches in _by_source(found.searches).items():
            run.db.searches.replace(run.slug, source, searches)
        run.db.pools.replace(run.slug, found.pools)

    return Written(
        write=write,
        outputs=[
            [[s.source, s.disease_id, s.query, s.total, s.state] for s in found.searches],
            found.pools,
            [[one, a.text_hash, a.retraction, a.marked_retracted_by] for one, a in articles.items()],
        ],
        facts={
            "rows": len(articles),
            "searches": len(found.searches),
            "searches_without_a_paper": sum(1 for s in found.searches if not s.ids),
            "records_before_merging": found.records,
            "articles_fetched_now": found.fetched,
            "articles_pubmed_did_not_return": len(found.missing),
            "articles_not_in_pubmed": sum(1 for a in articles.values() if a.pmid is None),
            "older_cochrane_versions_left_out": found.superseded,
        },
        outcomes=tuple(search_outcome(s) for s in found.searches),
        preview=source_table(found.searches)
        + "\n\n| Disease | Articles | Found by one source only |\n|---|--:|--:|\n"
        + "\n".join(
            f"| {disease_names[disease_id]} | {len(pool)} | {sum(1 for e in pool if len(e.found_by) == 1)} |"
            for disease_id, pool in found.pools.items()
        ),
    )


def _by_source(searches: Sequence[SearchRecord]) -> dict[str, list[SearchRecord]]:
    grouped: dict[str, list[SearchRecord]] = {entry.title: [] for entry in ENTRIES}
    for search in searches:
        grouped[search.source].append(search)
    return grouped


async def _embeddings(run: DrugRun) -> Written:
    """One vector per article, model and version of its text; what has one is not embedded again."""
    articles = pool_articles(run)
    embedder = run.bench.embedder
    missing = run.db.embeddings.missing([(a.id, a.text_hash) for a in articles.values()], embedder.name)
    # Texts of like length together: a batch is padded to its longest.
    missing.sort(key=lambda one: (len(articles[one].text), one))
    for start in range(0, len(missing), EMBED_BATCH):
        chunk = [articles[one] for one in missing[start : start + EMBED_BATCH]]
        vectors = embedder.embed_documents([a.text for a in chunk])
        rows = [(a.id, a.text_hash, vector) for a, vector in zip(chunk, vectors, strict=True)]
        run.db.embeddings.save(embedder.name, rows)
        run.made["vectors"] += len(rows)
    return Written(
        write=lambda: None,
        outputs=[embedder.name, sorted((a.id, a.text_hash) for a in articles.values())],
        facts={
            "rows": len(articles),
            "model": embedder.name,
            "dimension": embedder.dimension,
            "vectors_made_now": len(missing),
            "vectors_made_before": len(articles) - len(missing),
        },
    )


async def _reranked_top_k(run: DrugRun) -> Written:
    """Rank each candidate's articles by their closeness to the therapeutic query and by words, fused; keep the top k.

    Cosine similarity is an exact scan over the pair's own articles. What a source found enters the top k only within
    the source's own limit and above its threshold. Retracted articles are listed without a rank.
    """
    s = run.settings
    candidates = ranked_candidates(run)
    names, found, gone = names_of(run, candidates), pools(run), retracted(run)
    every = pool_articles(run, found)
    labels = drug_labels(run)
    drug = run.profile.name.lower()
    ranked: dict[str, list[RankedArticle]] = {}
    for candidate in candidates:
        name = names[candidate.disease.id]
        pool = found.get(candidate.disease.id, [])
        articles = [every[entry.article_id] for entry in pool]
        cosines = run.db.embeddings.cosine(
            _query_vector(run, therapeutic_query(drug, name.term)), [a.id for a in articles], run.bench.embedder.name
        ) if articles else {}  # fmt: skip
        order = rank_articles(
            articles,
            cosines,
            lexical_query(drug, name.term),
            drug_names=labels,
            disease_names=name.names,
            lexical_weight=s.fusion_lexical_weight,
            retracted=gone,
        )
        found_by = {entry.article_id: entry.found_by for entry in pool}
        ranked[candidate.disease.id] = admit(order, found_by, CATALOGUE, s.top_k)

    tops = [r for rows in ranked.values() for r in rows if r.in_top_k]
    return Written(
        write=lambda: run.db.evidence.replace_all(run.slug, ranked),
        outputs=ranked,
        facts={
            "rows": len(tops),
            "articles_scored": sum(len(rows) for rows in ranked.values()),
            "pairs_without_an_article": sum(1 for rows in ranked.values() if not rows),
            "top_articles_naming_drug_and_disease": sum(1 for r in tops if r.names_drug and r.names_disease),
        },
        preview=_top_table(candidates, ranked),
    )


def _query_vector(run: DrugRun, query: str) -> list[float]:
    """The query's vector, made once per model and wording."""
    embedder = run.bench.embedder
    vector = run.db.embeddings.query_vector(embedder.name, query)
    if vector is None:
        vector = [float(x) for x in embedder.embed_query(query)]
        run.db.embeddings.save_query_vector(embedder.name, query, vector)
        run.made["vectors"] += 1
    return vector


def _top_table(candidates: Sequence[Candidate], ranked: dict[str, list[RankedArticle]]) -> str:
    rows = [
        f"| {c.disease.name} | {r.rank} | {r.id} | {r.score:.3f} | {r.components.cosine:.3f} "
        f"| {r.components.lexical:.2f} |"
        for c in candidates
        for r in ranked.get(c.disease.id, [])
        if r.rank is not None and r.rank <= 3
    ]
    return "| Disease | Rank | Article | Score | Cosine | BM25 |\n|---|--:|---|--:|--:|--:|\n" + "\n".join(rows)


ABSTRACTS = Stage(
    "abstracts",
    "literature",
    "2",
    _abstracts,
    upstream=("drug_profile", "candidates", "normalized_names"),
    settings=("max_abstracts",),
    depends_on=lambda run: switched_off(run, *ENTRIES),
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "xml"}),
)
EMBEDDINGS = Stage(
    "embeddings",
    "literature",
    "1",
    _embeddings,
    upstream=("abstracts", "clinical_trials"),
    depends_on=lambda run: run.bench.embedder.name,
    kinds=frozenset({"python", "postgres", "pytorch"}),
)
RERANKED_TOP_K = Stage(
    "reranked_top_k",
    "literature",
    "2",
    _reranked_top_k,
    upstream=("drug_profile", "candidates", "normalized_names", "abstracts", "embeddings", "retraction_checks"),
    settings=("top_k", "fusion_lexical_weight"),
    depends_on=lambda run: QUERIES_VERSION,
    kinds=frozenset({"python", "postgres", "sql"}),
)
STAGES = (ABSTRACTS, EMBEDDINGS, RERANKED_TOP_K)
