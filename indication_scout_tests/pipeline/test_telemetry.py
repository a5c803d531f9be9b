"""What a collector of OpenTelemetry is told, what runs cost, and how log lines begin; nothing where it is off."""

from __future__ import annotations

import asyncio
import gzip
import http.server
import logging
import threading
from types import SimpleNamespace
from typing import Any

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from indication_scout_assets.domain.model_calls import FailedCall, ModelCall
from indication_scout_assets.pipeline.engine import Stage, Written, run_stage
from indication_scout_assets.pipeline.resources import telemetry
from indication_scout_assets.pipeline.resources.telemetry import (
    Meters,
    OpenTelemetry,
    install_log_context,
    meters,
    reranking,
    use,
    working,
)
from indication_scout_assets.pipeline.resources.workbench import DrugRun, Workbench
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.http_answers import Counters

CALL = {"provider": "ollama", "model": "m", "purpose": "literature", "prompt_hash": "h"}


@pytest.fixture
def collected():
    """Spans by name, and the sums of the counters by name."""
    spans, metrics = InMemorySpanExporter(), InMemoryMetricReader()
    traces = TracerProvider()
    traces.add_span_processor(SimpleSpanProcessor(spans))
    use(OpenTelemetry(traces, MeterProvider(metric_readers=[metrics])))

    def counters() -> dict[str, float]:
        data = metrics.get_metrics_data()
        points: list[Any] = (
            [m for r in data.resource_metrics for s in r.scope_metrics for m in s.metrics] if data else []
        )
        return {metric.name: sum(point.value for point in metric.data.data_points) for metric in points}

    yield lambda: {span.name: span for span in spans.get_finished_spans()}, counters
    use(Meters())


def carried_out(bench: Workbench, slug: str = "aspirin") -> None:
    """A stage that asks a source twice, makes vectors, ranks a list and calls a model, once with and once without an
    answer."""
    bench.db.drugs.add(slug, slug)
    counters = Counters()

    async def function(run: DrugRun) -> Written:
        """Work."""
        with meters().span("source", {"source": "PubMed"}):
            counters["PubMed"].requests += 2
            counters["PubMed"].retries += 1
            counters["PubMed"].cached += 5
        run.made["vectors"] += 7
        with reranking("MONDO_1", 4) as tell:
            tell([0.75, 0.25])
        log = bench._call_log
        log.save(ModelCall(key=slug, answer="{}", input_tokens=10, output_tokens=3, cost=0.5, seconds=1.5, **CALL))
        log.save_failure(FailedCall(key=slug, failure="No.", input_tokens=1, **CALL))
        return Written(write=lambda: None, outputs=1)

    sources: Any = SimpleNamespace(client=SimpleNamespace(counters=counters))
    bench.run_id, bench.__dict__["embedder"] = "run-1", SimpleNamespace(name="words@1")
    asyncio.run(run_stage(Stage("first", "g", "1", function), DrugRun(bench, sources, slug)))


def test_spans_and_counters_of_a_stage(bench, collected):
    carried_out(bench)
    spans, counters = collected[0](), collected[1]()
    stage = dict(spans["stage"].attributes)
    assert (stage["scout.run"], stage["scout.subject"], stage["scout.stage"]) == ("run-1", "aspirin", "first")
    assert (stage["scout.requests"], stage["scout.vectors"], stage["scout.ended"]) == (2, 7, "done")
    for name in ("source", "rerank", "model call"):
        assert spans[name].parent.span_id == spans["stage"].context.span_id
    rerank = {name.removeprefix("scout."): value for name, value in spans["rerank"].attributes.items()}
    assert (rerank["input_count"], rerank["output_count"], rerank["filtered_count"]) == (4, 2, 2)
    assert (rerank["avg_score"], rerank["top_score"]) == (0.5, 0.75)
    assert rerank["latency_ms"] >= 0
    sums = {name.removeprefix("scout."): value for name, value in counters.items()}
    assert sums == {
        "requests": 2, "cached": 5, "retries": 1, "vectors": 7, "model_calls": 2, "input_tokens": 11,
        "output_tokens": 3, "dollars": 0.5,
    }  # fmt: skip


def test_what_a_run_cost_is_added_up_per_drug_and_run(bench):
    carried_out(bench)
    carried_out(bench, "metformin")
    [cost] = bench.db.stages.costs(["aspirin"])
    assert (cost.run, cost.subject, cost.requests, cost.cached, cost.retries) == ("run-1", "aspirin", 2, 5, 1)
    assert (cost.vectors, cost.embedder, cost.models) == (7, "words@1", ("m",))
    assert (cost.model_calls, cost.model_calls_failed, cost.input_tokens, cost.output_tokens) == (2, 1, 11, 3)
    assert (cost.dollars, cost.cost_unknown) == (0.5, 1)
    assert {row.subject for row in bench.db.stages.costs()} == {"aspirin", "metformin"}


def test_it_is_off_without_a_collector(bench):
    telemetry.start(Settings())
    assert type(meters()) is Meters
    carried_out(bench)
    meters().flush()


def test_spans_and_counters_get_to_a_collector_over_http():
    got: dict[str, bytes] = {}

    class Collector(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got[self.path] = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
            self.send_response(200)
            self.end_headers()

        def log_message(self, format, *args):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    endpoint = f"http://127.0.0.1:{server.server_port}"
    try:
        telemetry.start(Settings(otlp_endpoint=f"{endpoint}/"))
        with working("run-1", "aspirin", "first"), reranking("MONDO_1", 1) as tell:
            meters().add("requests", 3, {"source": "PubMed"})
            tell([1.0])
        meters().flush()
        opened = telemetry._meters.pop(endpoint)
        assert isinstance(opened, OpenTelemetry)
        for provider in opened._providers:
            provider.shutdown()  # or this process waits for the server at its end
    finally:
        use(Meters())
        server.shutdown()
        server.server_close()
    assert b"rerank" in got["/v1/traces"]
    assert b"scout.top_score" in got["/v1/traces"]
    assert b"scout.requests" in got["/v1/metrics"]


def test_a_log_line_says_what_was_worked_on(caplog):
    install_log_context()
    log = logging.getLogger("indication_scout_assets.sources.http.http_client")
    with working("0123456789", "aspirin", "abstracts"):
        log.warning("%s: 100%% of %d", "PubMed", 3)
        log.warning("100% sure")
        logging.getLogger("httpx").warning("theirs")
    log.warning("afterwards")
    assert [record.getMessage() for record in caplog.records] == [
        "[01234567 aspirin abstracts] PubMed: 100% of 3",
        "[01234567 aspirin abstracts] 100% sure",
        "theirs",
        "afterwards",
    ]
