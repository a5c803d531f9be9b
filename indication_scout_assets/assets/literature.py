"""The literature group: articles found for each candidate, their vectors, and the top k."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ..domain.articles import RetractionStatus
from ..domain.candidates import Candidate
from ..domain.evidence import RankedArticle, SearchRecord
from ..domain.outcomes import SourceState, TransientFailure
from ..domain.pubmed_query import pubmed_query
from ..ranking.queries import QUERIES_VERSION, lexical_query, therapeutic_query
from ..ranking.ranker import rank_articles
from .reading import PUBMED, drug_labels, failed_search, names_of, pmids_by_disease, ranked_candidates, search_outcome
from .stage import Stage, Written
from .workbench import DrugRun

FETCH_BATCH = 200
"""Records per efetch: the size NCBI answers reliably."""
EMBED_BATCH = 256
"""Articles embedded between two commits; a killed run loses at most these vectors."""


async def _abstracts(run: DrugRun) -> Written:
    """Search PubMed for each candidate by the drug's names and the disease's indexed name; fetch what is not known yet.

    Every query is kept with PubMed's own translation, count and warnings. A record is fetched once, whatever finds it.
    Retracted papers are kept and marked.
    """
    candidates = ranked_candidates(run)
    names, labels = names_of(run, candidates), drug_labels(run)
    before = {record.disease_id: record for record in run.db.searches.load(run.slug, PUBMED)}

    async def search(candidate: Candidate) -> SearchRecord:
        query = pubmed_query(labels, names[candidate.disease.id])
        try:
            return await run.sources.pubmed.search(query, run.settings.max_abstracts, disease_id=candidate.disease.id)
        except TransientFailure as error:
            return failed_search(PUBMED, candidate.disease.id, query, error, before.get(candidate.disease.id))

    searches = list(await asyncio.gather(*map(search, candidates)))
    if searches and all(s.state is SourceState.FAILED for s in searches):
        raise TransientFailure(searches[0].reason)
    pmids = list(dict.fromkeys(pmid for s in searches for pmid in s.ids))
    unknown = run.db.articles.unknown(pmids)
    missing = await _fetch(run, unknown)
    articles = run.db.articles.load(pmids)
    retracted = [a.pmid for a in articles.values() if a.retraction is RetractionStatus.RETRACTED]
    disease_names = {c.disease.id: c.disease.name for c in candidates}
    return Written(
        write=lambda: run.db.searches.replace(run.slug, PUBMED, searches),
        outputs=[
            [
                s.disease_id,
                s.query,
                s.total,
                s.state,
                [[p, articles[p].text_hash, articles[p].retraction] for p in s.ids if p in articles],
            ]
            for s in searches
        ],
        facts={
            "rows": len(articles),
            "searches": len(searches),
            "searches_without_a_paper": sum(1 for s in searches if not s.ids),
            "articles_fetched_now": len(unknown) - len(missing),
            "articles_known_before": len(pmids) - len(unknown),
            "articles_pubmed_did_not_return": len(missing),
            "articles_retracted": len(retracted),
        },
        outcomes=tuple(search_outcome(s) for s in searches),
        preview="| Disease | Found | Read | Query |\n|---|--:|--:|---|\n"
        + "\n".join(
            f"| {disease_names[s.disease_id]} | {s.total} | {len(s.ids)} | `{s.query[:160]}` |" for s in searches
        ),
    )


async def _fetch(run: DrugRun, pmids: list[str]) -> list[str]:
    """Fetch and store articles batch by batch; returns the ids PubMed did not send."""

    async def batch(ids: list[str]) -> list[str]:
        found = await run.sources.pubmed.fetch(ids)
        run.db.articles.save(list(found.articles.values()))
        return sorted(found.missing)

    ordered = sorted(pmids)  # the same ids make the same requests, whatever order they were found in
    batches = [ordered[i : i + FETCH_BATCH] for i in range(0, len(ordered), FETCH_BATCH)]
    return [pmid for ids in await asyncio.gather(*map(batch, batches)) for pmid in ids]


async def _embeddings(run: DrugRun) -> Written:
    """One vector per article, model and version of its text; what has one is not embedded again."""
    pmids = sorted({pmid for ids in pmids_by_disease(run).values() for pmid in ids})
    articles = run.db.articles.load(pmids)
    embedder = run.bench.embedder
    missing = run.db.embeddings.missing([(a.pmid, a.text_hash) for a in articles.values()], embedder.name)
    # Texts of like length together: a batch is padded to its longest.
    missing.sort(key=lambda pmid: (len(articles[pmid].text), pmid))
    for start in range(0, len(missing), EMBED_BATCH):
        chunk = [articles[pmid] for pmid in missing[start : start + EMBED_BATCH]]
        vectors = embedder.embed_documents([a.text for a in chunk])
        rows = [(a.pmid, a.text_hash, vector) for a, vector in zip(chunk, vectors, strict=True)]
        run.db.embeddings.save(embedder.name, rows)
        run.bench.made["vectors"] += len(rows)
    return Written(
        write=lambda: None,
        outputs=[embedder.name, sorted((a.pmid, a.text_hash) for a in articles.values())],
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

    Cosine similarity is an exact scan over the pair's own articles. Retracted articles are listed without a rank.
    """
    s = run.settings
    candidates = ranked_candidates(run)
    names, found = names_of(run, candidates), pmids_by_disease(run)
    labels = drug_labels(run)
    drug = run.profile.name.lower()
    ranked: dict[str, list[RankedArticle]] = {}
    for candidate in candidates:
        name = names[candidate.disease.id]
        articles = list(run.db.articles.load(found.get(candidate.disease.id, [])).values())
        cosines = run.db.embeddings.cosine(
            _query_vector(run, therapeutic_query(drug, name.term)), [a.pmid for a in articles], run.bench.embedder.name
        ) if articles else {}  # fmt: skip
        ranked[candidate.disease.id] = rank_articles(
            articles,
            cosines,
            lexical_query(drug, name.term),
            drug_names=labels,
            disease_names=name.names,
            lexical_weight=s.fusion_lexical_weight,
            top_k=s.top_k,
        )

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
        run.bench.made["vectors"] += 1
    return vector


def _top_table(candidates: Sequence[Candidate], ranked: dict[str, list[RankedArticle]]) -> str:
    rows = [
        f"| {c.disease.name} | {r.rank} | {r.pmid} | {r.score:.3f} | {r.components.cosine:.3f} "
        f"| {r.components.lexical:.2f} |"
        for c in candidates
        for r in ranked.get(c.disease.id, [])
        if r.rank is not None and r.rank <= 3
    ]
    return "| Disease | Rank | PMID | Score | Cosine | BM25 |\n|---|--:|---|--:|--:|--:|\n" + "\n".join(rows)


ABSTRACTS = Stage(
    "abstracts",
    "literature",
    "1",
    _abstracts,
    upstream=("drug_profile", "candidates", "normalized_names"),
    settings=("max_abstracts",),
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "xml"}),
)
EMBEDDINGS = Stage(
    "embeddings",
    "literature",
    "1",
    _embeddings,
    upstream=("abstracts",),
    depends_on=lambda run: run.bench.embedder.name,
    kinds=frozenset({"python", "postgres", "pytorch"}),
)
RERANKED_TOP_K = Stage(
    "reranked_top_k",
    "literature",
    "1",
    _reranked_top_k,
    upstream=("drug_profile", "candidates", "normalized_names", "abstracts", "embeddings"),
    settings=("top_k", "fusion_lexical_weight"),
    depends_on=lambda run: QUERIES_VERSION,
    kinds=frozenset({"python", "postgres", "sql"}),
)
STAGES = (ABSTRACTS, EMBEDDINGS, RERANKED_TOP_K)
