"""Single pieces on the demonstration's own articles: embedding, exact cosine, ranking, parsing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from indication_scout_assets.demo import SNAPSHOT
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.ranking.gate import texts_of
from indication_scout_assets.ranking.ranker import rank_pair, ranked_articles
from indication_scout_assets.ranking.retrieval.lexical import tokens
from indication_scout_assets.ranking.retrieval.queries import OMNIBUS, claims_of
from indication_scout_assets.ranking.scoring import PAIR
from indication_scout_assets.ranking.topics import Topic
from indication_scout_assets.rules.stance.intent import read_intent
from indication_scout_assets.sources.ncbi.pubmed_xml import parse_articles
from indication_scout_tests.readings import brief_of_topic

from .timing import in_turn, print_figure, seconds

ARTICLES = 100
TOPIC = Topic.of_pair(["bupropion", "Wellbutrin"], ["Obesity", "overweight"])


def measure_rooms(bench: Workbench) -> None:
    """Print the speed of each piece."""
    with bench.db.transaction() as connection:
        ids = [row["id"] for row in connection.execute("SELECT id FROM articles WHERE abstract <> '' ORDER BY id")]
    articles = _as_long_as_real_ones(list(bench.db.articles.load(ids[:ARTICLES]).values()))
    texts = [article.text for article in articles]
    bench.embedder.embed_documents(texts[:1])  # loads the model
    embedding = seconds(lambda: bench.embedder.embed_documents(texts))
    print_figure(f"embedding {len(texts)} abstracts, {bench.embedder.name}", f"{len(texts) / embedding:.1f} /s")
    _ranking(bench, articles)
    xml = next(path.read_bytes() for path in sorted((SNAPSHOT / "bodies" / "pubmed").glob("efetch*")))
    parsed = seconds(lambda: [parse_articles(xml) for _ in range(200)])
    print_figure("parsing PubMed XML", f"{200 / parsed:.0f} records/s")


def _as_long_as_real_ones(articles: Sequence[Article], characters: int = 1500) -> list[Article]:
    """The articles with longer abstracts, of those after them: the demonstration's are a third of a real one's."""
    abstracts = [article.abstract for article in articles]
    return [
        article.model_copy(update={"abstract": " ".join([*abstracts[at:], *abstracts])[:characters]})
        for at, article in enumerate(articles)
    ]


def _ranking(bench: Workbench, articles: Sequence[Article]) -> None:
    """Vectors and articles lie in the store; then what one pair of 100 articles costs."""
    name = bench.embedder.name
    bench.db.articles.save(articles)
    texts = [article.text for article in articles]
    rows = zip(articles, bench.embedder.embed_documents(texts), strict=True)
    bench.db.embeddings.save(name, [(article.id, article.text_hash, vector) for article, vector in rows])
    vector = [float(x) for x in bench.embedder.embed_query(claims_of(TOPIC, (OMNIBUS,))[0])]
    ids = [article.id for article in articles]

    def cosines() -> dict[str, float]:
        return bench.db.embeddings.cosine(vector, ids, name)

    known = cosines()
    usable, scores = rank_pair(TOPIC, articles, known, read=brief_of_topic)
    without_intent = replace(PAIR, intent=0.0)
    facts_naming_comparator = [usable[i] for i in scores.readings]

    def readings() -> None:
        for article in facts_naming_comparator:
            read_intent(TOPIC.drug_names, TOPIC.disease_names, article)

    def names_only() -> None:
        _forget_texts()
        rank_pair(TOPIC, articles, known, read=brief_of_topic, configuration=without_intent)

    took = in_turn(
        {
            f"first stage over {len(ids)} articles, what they say of the two unread": names_only,
            f"reasons for {len(ids)} articles": lambda: ranked_articles(articles, usable, scores, TOPIC),
            f"what {len(facts_naming_comparator)} articles that name both say of the two, read anew": readings,
            f"exact cosine over {len(known)} articles in SQL": cosines,
            f"hybrid ranking of {len(ids)} articles, cosines at hand": lambda: _ranked(articles, known),
            f"hybrid ranking of {len(ids)} articles with their cosines": lambda: _ranked(articles, cosines()),
            "the same, its texts known from another pair": lambda: _ranked(articles, cosines(), forget=False),
        },
        9,
    )
    for what, time in took.items():
        print_figure(what, f"{time * 1000:.1f} ms")


def _ranked(articles: Sequence[Article], cosines: Mapping[str, float], *, forget: bool = True) -> None:
    """The first stage and the reasons; nothing is known of the texts, unless they are not forgotten."""
    if forget:
        _forget_texts()
    usable, scores = rank_pair(TOPIC, articles, cosines, read=brief_of_topic)
    ranked_articles(articles, usable, scores, TOPIC)


def _forget_texts() -> None:
    texts_of.cache_clear()
    tokens.cache_clear()
