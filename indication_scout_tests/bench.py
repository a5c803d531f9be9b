"""Speed, measured and printed, never asserted: ``make bench``.

What belongs here: the figures of the README. Each is the median of a few rounds on this machine; quote them with it.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from indication_scout_assets.assets.all_stages import STAGES
from indication_scout_assets.assets.workbench import Workbench, workbench
from indication_scout_assets.demo import ALIASES, DRUGS, SNAPSHOT
from indication_scout_assets.domain.articles import Article
from indication_scout_assets.orchestration.build import build_definitions
from indication_scout_assets.orchestration.instance import open_instance, prepare_home
from indication_scout_assets.orchestration.jobs import JOB, run_all, run_config
from indication_scout_assets.ranking.queries import lexical_query
from indication_scout_assets.ranking.ranker import rank_articles
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.pubmed_xml import parse_articles
from indication_scout_assets.store.server import release


def seconds(work: Callable[[], object], rounds: int = 3) -> float:
    """Median wall time of ``work`` in seconds."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def told(what: str, figure: str) -> None:
    print(f"{what:<62} {figure:>16}", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="scout-bench-") as folder:
        settings = Settings(
            workspace="demo", state_dir=Path(folder), reports_dir=Path(folder) / "reports", snapshot=SNAPSHOT
        )
        with workbench(settings) as bench:
            _pipeline(bench)
            _rooms(bench)
            _framework(bench, settings)
        release(settings.state_dir)


def _pipeline(bench: Workbench) -> None:
    """The three demonstration drugs, from nothing and again."""
    for drug in DRUGS:
        bench.db.drugs.add(drug, drug)
    told("three drugs, first run (loads the model)", f"{seconds(lambda: run_all(bench, DRUGS), 1):.1f} s")
    told("the same again: nothing new", f"{seconds(lambda: run_all(bench, DRUGS)) * 1000:.0f} ms")


def _rooms(bench: Workbench) -> None:
    """Single pieces, on the demonstration's own articles."""
    with bench.db.transaction() as connection:
        pmids = [row["pmid"] for row in connection.execute("SELECT pmid FROM articles ORDER BY pmid")]
    articles = list(bench.db.articles.load(pmids).values())[:100]
    texts = [article.text for article in articles]
    made = seconds(lambda: bench.embedder.embed_documents(texts))
    told(f"embedding {len(texts)} abstracts", f"{len(texts) / made:.1f} /s")
    vector = [float(x) for x in bench.embedder.embed_query("Evidence for bupropion as a treatment for obesity")]
    scan = seconds(lambda: bench.db.embeddings.cosine(vector, pmids[:100], bench.embedder.name), 9)
    told("exact cosine over 100 articles in SQL", f"{scan * 1000:.1f} ms")
    told("ranking 100 articles (BM25, fusion, reasons)", f"{seconds(lambda: _rank(articles), 5) * 1000:.0f} ms")
    xml = next(path.read_bytes() for path in sorted((SNAPSHOT / "bodies" / "pubmed").glob("efetch*")))
    parsed = seconds(lambda: [parse_articles(xml) for _ in range(200)])
    told("parsing PubMed XML", f"{200 / parsed:.0f} records/s")


def _rank(articles: list[Article]) -> None:
    rank_articles(
        articles,
        {article.id: 0.5 for article in articles},
        lexical_query("bupropion", "obesity"),
        drug_names=["bupropion", "Wellbutrin"],
        disease_names=["Obesity", "overweight"],
        lexical_weight=0.5,
        top_k=10,
    )


def _framework(bench: Workbench, settings: Settings) -> None:
    """What Dagster costs: a packed run of 20 unchanged drugs on its Postgres storage, less the stages' own time."""
    drugs = [*DRUGS, *ALIASES]
    for drug in drugs:
        bench.db.drugs.add(drug, drug)
    run_all(bench, drugs)
    import dagster as dg  # noqa: PLC0415

    quiet = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
    definitions = build_definitions({"scout": dg.ResourceDefinition.hardcoded_resource(bench)})
    with open_instance(prepare_home(settings)) as instance:
        instance.add_dynamic_partitions("drug", drugs)
        job = definitions.resolve_implicit_global_asset_job_def()
        tags = {"dagster/asset_partition_range_start": drugs[0], "dagster/asset_partition_range_end": drugs[-1]}
        own = seconds(lambda: run_all(bench, drugs))
        steps = seconds(lambda: job.execute_in_process(instance=instance, tags=tags, run_config=quiet))
        packed = definitions.resolve_job_def(JOB)
        whole = seconds(lambda: packed.execute_in_process(instance=instance, run_config=run_config(drugs) | quiet))
    cells = len(drugs) * len(STAGES)
    told("framework, range of 20 drugs, per drug and asset", f"{(steps - own) / cells * 1000:.1f} ms")
    told("framework, packed run of 20 drugs, per drug and asset", f"{(whole - own) / cells * 1000:.1f} ms")


if __name__ == "__main__":
    main()
