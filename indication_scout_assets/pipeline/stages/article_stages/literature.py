"""The literature group: articles found for each candidate in every source, their vectors, and the top k."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ....domain.candidates import Candidate
from ....domain.findings.evidence import RankedArticle, SearchRecord
from ....domain.findings.readings import ArticleReading
from ....domain.outcomes import PermanentFailure, SourceState, TransientFailure
from ....domain.records.articles import Article
from ....domain.records.source_catalogue import CATALOGUE
from ....ranking.quotas import admit, no_drug_specific_evidence
from ....ranking.ranker import rank_pair, ranked_articles, read_again
from ....ranking.retrieval.queries import QUERIES_VERSION, claims_of
from ....ranking.scoring import PAIR
from ....ranking.second_stage import SecondStage
from ....ranking.topics import Topic
from ....reading.reader_protocol import ArticleToRead
from ....reading.readers import code_fingerprint, reader
from ....reading.rule_reader import BRIEF_RULES, read_study
from ....reading.stored_readings import StoredReadings
from ....sources.formats.markup import READER
from ...article_search import ENTRIES, search_everywhere
from ...candidate_names import brief_names
from ...data_checks import EVERY_ARTICLE_HAS_ITS_VECTOR, SCORES_ARE_IN_RANGE
from ...engine import Stage, Written
from ...resources.ranking_models import embedding_model, reading_model
from ...resources.telemetry import current_attributes, meters, reranking
from ...resources.workbench import DrugRun
from ...stored_inputs import (
    names_of,
    pool_articles,
    pools,
    ranked_candidates,
    retracted,
    search_outcome,
    switched_off,
)

EMBED_BATCH = 256
"""Articles embedded between two commits; a killed run loses at most these vectors."""


async def _abstracts(run: DrugRun) -> Written:
    """Search every source of articles for each candidate by the drug's names and the disease's names; fetch what is
    not known yet; make one article of all records of one article.

    Every query is kept with the source's own count and warnings. A record is fetched once, whatever finds it, and again
    when it has aged. Retracted papers are kept and marked. Of a Cochrane review only the newest version counts.
    """
    candidates = ranked_candidates(run)
    disease_names = {c.disease.id: c.disease.name for c in candidates}
    literature = await search_everywhere(run, candidates)
    _must_have_answered(literature.searches)
    pooled = {entry.article_id for pool in literature.pools.values() for entry in pool}
    articles = {article_id: literature.articles[article_id] for article_id in sorted(pooled)}

    def write() -> None:
        stored = run.db.articles.load(articles)
        changed = [a for article_id, a in articles.items() if stored.get(article_id) != a]
        run.db.articles.save(changed, from_pubmed=False)
        for entry in ENTRIES:
            searches = [search for search in literature.searches if search.source == entry.title]
            run.db.searches.replace(run.slug, entry.title, searches)
        run.db.pools.replace(run.slug, literature.pools)

    return Written(
        write=write,
        outputs=[
            [[s.source, s.disease_id, s.query, s.total, s.state] for s in literature.searches],
            literature.pools,
            [[article_id, a.text_hash, a.standing, a.marked_retracted_by] for article_id, a in articles.items()],
        ],
        facts={
            "rows": len(articles),
            "searches": len(literature.searches),
            "records_before_merging": literature.records,
            "articles_fetched_now": literature.fetched,
        },
        outcomes=tuple(search_outcome(s) for s in literature.searches),
        preview="| Disease | Articles | Found by one source only |\n|---|--:|--:|\n"
        + "\n".join(
            f"| {disease_names[disease_id]} | {len(pool)} | {sum(1 for e in pool if len(e.found_by) == 1)} |"
            for disease_id, pool in literature.pools.items()
        ),
    )


def _must_have_answered(searches: Sequence[SearchRecord]) -> None:
    """Pass where a source of articles answered, or where there was nothing to search for.

    Raises:
        PermanentFailure: every source of articles is switched off.
        TransientFailure: all that were asked failed.
    """
    silent = (SourceState.FAILED, SourceState.NOT_ASKED)
    if not searches or any(s.state not in silent for s in searches):
        return
    failed = [s.reason for s in searches if s.state is SourceState.FAILED]
    if not failed:
        raise PermanentFailure("Every source of articles is switched off; take some out of SCOUT_SOURCES_OFF.")
    raise TransientFailure(failed[0])


async def _embeddings(run: DrugRun) -> Written:
    """One vector per article, model and version of its text; what has one is not embedded again."""
    articles = pool_articles(run)
    embedder = run.bench.embedder
    missing = run.db.embeddings.missing([(a.id, a.text_hash) for a in articles.values()], embedder.name)
    # Texts of like length together: a batch is padded to its longest.
    missing.sort(key=lambda article_id: (len(articles[article_id].text), article_id))
    for start in range(0, len(missing), EMBED_BATCH):
        chunk = [articles[article_id] for article_id in missing[start : start + EMBED_BATCH]]
        with meters().span("embed", {**current_attributes(), "model": embedder.name, "texts": len(chunk)}):
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
    """Rank each candidate's articles by what they say of the drug as a treatment of the disease; keep the top k.

    First by words, by closeness to one claim per axis of evidence (an exact scan over the pair's own articles), by
    which of the two the text names and what it says of them; then, where there is a cross-encoder, the best are read
    again. What a source found enters the top k only within the source's own limit and above its threshold, and each
    kind of evidence and each study has its places. Retracted articles are listed without a rank.
    """
    candidates = ranked_candidates(run)
    ranked: dict[str, list[RankedArticle]] = {}
    read_twice: list[SecondStage] = []
    material = _PairMaterial(run, candidates)
    readings = StoredReadings(reader(BRIEF_RULES), run.db.readings)
    for candidate in candidates:
        disease_id = candidate.disease.id
        with reranking(disease_id, len(material.pools.get(disease_id, ()))) as tell:
            ranked[disease_id], second = _ranked_of_pair(run, material, readings, disease_id)
            read_twice += [] if second is None else [second]
            tell([row.score for row in ranked[disease_id] if row.in_top_k])
    return Written(
        write=lambda: run.db.evidence.replace(run.slug, ranked),
        outputs=ranked,
        facts={
            "rows": sum(r.in_top_k for rows in ranked.values() for r in rows),
            "articles_scored": sum(len(rows) for rows in ranked.values()),
            "pairs_without_drug_specific_evidence": sum(map(no_drug_specific_evidence, ranked.values())),
            **second_stage_facts(read_twice),
            "articles_read_now": readings.made,
            "articles_read_before": readings.reused,
        },
        preview=_top_table(candidates, ranked),
    )


class _PairMaterial:
    """What the store holds on all pairs of a drug before they are ranked."""

    def __init__(self, run: DrugRun, candidates: Sequence[Candidate]) -> None:
        self.drug_names = (run.profile.name.lower(), *run.profile.names)
        self.names = names_of(run, candidates)
        self.pools = pools(run)
        self.articles = pool_articles(run, self.pools)
        self.gone = retracted(run)
        self.trials = run.db.trials.load(run.slug)
        self.designs = {article_id: read_study(a, brief=True).design for article_id, a in self.articles.items()}


def _ranked_of_pair(
    run: DrugRun, material: _PairMaterial, readings: StoredReadings, disease_id: str
) -> tuple[list[RankedArticle], SecondStage | None]:
    """One pair's articles in order, the top k marked, and what the second reading did; ``None`` without an article."""
    pool = material.pools.get(disease_id, ())
    articles = [material.articles[entry.article_id] for entry in pool]
    topic = Topic.of_pair(material.drug_names, material.names[disease_id].names, id=disease_id)
    weights = replace(PAIR, lexical=run.settings.fusion_lexical_weight)
    pair = brief_names(run.profile, material.names[disease_id])

    def read(_: Topic, chosen: Sequence[Article]) -> list[ArticleReading]:
        made = readings.of([ArticleToRead(article, (pair,)) for article in chosen]).get(pair.key, {})
        return [made[article.id] for article in chosen]

    usable, scores = rank_pair(
        topic,
        articles,
        _cosines(run, topic, articles),
        read=read,
        configuration=weights,
        retracted=material.gone,
    )
    second = None
    if articles:
        weight = run.settings.cross_encoder_weight
        second = read_again(topic, usable, scores, run.bench.cross_encoder, weight, run.db.cross_scores)
    rows = admit(
        ranked_articles(articles, usable, scores, topic, retracted=material.gone),
        {entry.article_id: entry.found_by for entry in pool},
        CATALOGUE,
        run.settings.top_k,
        articles={article.id: article for article in articles},
        designs=material.designs,
        trials=[match.trial for match in material.trials.get(disease_id, [])],
        today=run.settings.as_of or run.bench.today,
    )
    return rows, second


def _cosines(run: DrugRun, topic: Topic, articles: Sequence[Article]) -> dict[str, float]:
    """Similarity of each article to the nearest of the topic's claims."""
    nearest: dict[str, float] = {}
    ids = [article.id for article in articles]
    for claim in claims_of(topic, PAIR.axes) if ids else ():
        cosines = run.db.embeddings.cosine(_query_vector(run, claim), ids, run.bench.embedder.name)
        nearest |= {article_id: max(cosine, nearest.get(article_id, cosine)) for article_id, cosine in cosines.items()}
    return nearest


def second_stage_facts(stages: Sequence[SecondStage]) -> dict[str, Any]:
    """What the cross-encoder did, over all lists it was given; the sentence where it did nothing."""
    scored = [stage for stage in stages if stage.separation]
    notes = sorted({stage.note for stage in stages if stage.note})
    return {
        "cross_encoder": scored[0].model if scored else "none",
        "cross_encoder_documents": sum(stage.documents for stage in scored),
        "cross_encoder_invalid": sum(stage.invalid for stage in stages),
        "cross_encoder_tie_breaks": sum(1 for stage in scored if stage.blended),
        "cross_encoder_separation": "; ".join(
            " / ".join(f"{score:.3f}" for score in stage.separation or ()) for stage in scored
        ),
        "cross_encoder_note": " ".join(notes),
    }


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
        f"| {c.disease.name} | {r.rank} | {r.id} | {r.score:.3f} | {r.intent} | {r.study_design} "
        f"| {r.components.cosine:.3f} | {r.components.lexical:.2f} |"
        for c in candidates
        for r in ranked.get(c.disease.id, [])
        if r.rank is not None and r.rank <= 3
    ]
    return (
        "| Disease | Rank | Article | Score | Says | Study | Cosine | BM25 |\n|---|--:|---|--:|---|---|--:|--:|\n"
        + "\n".join(rows)
    )


ABSTRACTS = Stage(
    name="abstracts",
    group="literature",
    code_version=f"3.{READER}",
    function=_abstracts,
    upstream=("drug_profile", "candidates", "normalized_names"),
    settings=("max_abstracts",),
    depends_on=lambda run: switched_off(run, *ENTRIES),
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "xml"}),
)
EMBEDDINGS = Stage(
    name="embeddings",
    group="literature",
    code_version="1",
    function=_embeddings,
    upstream=("abstracts", "clinical_trials"),
    checks=(EVERY_ARTICLE_HAS_ITS_VECTOR,),
    depends_on=lambda run: run.bench.embedder.name,
    models=embedding_model,
    kinds=frozenset({"python", "postgres", "pytorch"}),
)
RERANKED_TOP_K = Stage(
    name="reranked_top_k",
    group="literature",
    code_version=f"17.{code_fingerprint()}",
    function=_reranked_top_k,
    upstream=(
        "drug_profile",
        "candidates",
        "normalized_names",
        "abstracts",
        "clinical_trials",
        "embeddings",
        "retraction_checks",
    ),
    checks=(SCORES_ARE_IN_RANGE,),
    settings=("top_k", "fusion_lexical_weight", "cross_encoder_weight"),
    models=reading_model,
    depends_on=lambda run: [
        QUERIES_VERSION,
        [[entry.key, entry.places, entry.min_score] for entry in CATALOGUE if entry.in_runs],
        run.bench.cross_encoder.name if run.bench.cross_encoder else "",
        str(run.settings.as_of or run.bench.today.year),
    ],
    kinds=frozenset({"python", "postgres", "sql"}),
)
