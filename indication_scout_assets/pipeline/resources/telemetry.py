"""Spans and counters for a collector of OpenTelemetry: sources, cache, embedding, reranking, model calls.

What belongs here: what is being worked on, for logs, costs and telemetry of whatever happens meanwhile, and everything
that imports OpenTelemetry. That is off until ``SCOUT_OTLP_ENDPOINT`` names a collector, and
no text of a source, no question and no key is ever sent: names of stages, sources and models, the drug, counts,
seconds, dollars.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.util import find_spec
from typing import Any, NamedTuple

from ...domain.outcomes import PermanentFailure
from ...settings import Settings

Facts = Mapping[str, str | int | float | bool]
NAME = "indication_scout"
_FLUSH_MILLISECONDS = 5_000


class Working(NamedTuple):
    """All empty outside of a run."""

    run: str = ""
    """Dagster's id."""
    subject: str = ""
    stage: str = ""


_NOTHING = Working()
NOW: ContextVar[Working] = ContextVar("working", default=_NOTHING)


@contextmanager
def working(run: str, subject: str, stage: str) -> Iterator[None]:
    """Inside the block this is what is worked on."""
    token = NOW.set(Working(run, subject, stage))
    try:
        yield
    finally:
        NOW.reset(token)


@cache
def install_log_context() -> None:
    """Let log lines of ours begin with run, subject and stage, once per process.

    By the factory of records: a filter of a logger does not see what the loggers below it say.
    """
    make = logging.getLogRecordFactory()
    ours = __name__.partition(".")[0]

    def made(*arguments: Any, **named: Any) -> logging.LogRecord:
        record = make(*arguments, **named)
        now = NOW.get()
        if now.stage and record.name.partition(".")[0] == ours and isinstance(record.msg, str):
            about = " ".join(filter(None, (now.run[:8], now.subject, now.stage)))
            record.msg = f"[{about}] ".replace("%", "%%" if record.args else "%") + record.msg
        return record

    logging.setLogRecordFactory(made)


class Meters:
    """What a process tells a collector; without one, nothing."""

    @contextmanager
    def span(self, name: str, facts: Facts) -> Iterator[Callable[[Facts], None]]:
        """Time a block; the function it gets takes further facts."""
        yield lambda more: None

    def past(self, name: str, seconds: float, facts: Facts) -> None:
        """A span that has just ended."""

    def add(self, counter: str, number: float, facts: Facts) -> None:
        """Add to a counter."""

    def flush(self) -> None:
        """Send what has not been sent."""


class OpenTelemetry(Meters):
    """With one. Spans nest by what is worked on: stage, then what it asks and reads."""

    def __init__(self, traces: Any, metrics: Any) -> None:
        self._providers = (traces, metrics)
        self._tracer = traces.get_tracer(NAME)
        self._meter = metrics.get_meter(NAME)
        self._counters: dict[str, Any] = {}

    @contextmanager
    def span(self, name: str, facts: Facts) -> Iterator[Callable[[Facts], None]]:
        with self._tracer.start_as_current_span(name, attributes=_named(facts)) as span:
            yield lambda more: span.set_attributes(_named(more))

    def past(self, name: str, seconds: float, facts: Facts) -> None:
        now = time.time_ns()
        span = self._tracer.start_span(name, start_time=now - int(seconds * 1e9), attributes=_named(facts))
        span.end(now)

    def add(self, counter: str, number: float, facts: Facts) -> None:
        if number:
            known = self._counters.get(counter)
            if known is None:
                known = self._counters[counter] = self._meter.create_counter(f"scout.{counter}")
            known.add(number, _named(facts))

    def flush(self) -> None:
        for provider in self._providers:
            provider.force_flush(_FLUSH_MILLISECONDS)


def _named(facts: Facts) -> dict[str, str | int | float | bool]:
    return {f"scout.{name}": value for name, value in facts.items()}


_meters: dict[str, Meters] = {"": Meters()}
"""By endpoint. Providers live as long as the process."""
_current: list[Meters] = [_meters[""]]


def meters() -> Meters:
    """What this process tells."""
    return _current[0]


def use(chosen: Meters) -> None:
    """Tell it to these from now on."""
    _current[0] = chosen


def start(settings: Settings) -> None:
    """Tell the collector the settings name, if any.

    Raises:
        PermanentFailure: a collector is named and OpenTelemetry is not installed.
    """
    endpoint = settings.otlp_endpoint.rstrip("/")
    if endpoint not in _meters:
        _meters[endpoint] = _of(endpoint, settings.workspace)
    use(_meters[endpoint])


def _of(endpoint: str, workspace: str) -> Meters:
    if find_spec("opentelemetry.sdk") is None or find_spec("opentelemetry.exporter.otlp.proto.http") is None:
        raise PermanentFailure(
            "SCOUT_OTLP_ENDPOINT is set, but OpenTelemetry is not installed; `pip install "
            "'indication-scout[telemetry]'`, in a checkout `.venv/bin/pip install -c constraints.txt -e "
            "'.[telemetry]'`, installs it."
        )
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter  # noqa: PLC0415 - optional
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
    from opentelemetry.sdk.metrics import MeterProvider  # noqa: PLC0415
    from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader  # noqa: PLC0415
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    # A collector that is away must neither fill the log nor hold up the end of a run.
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
    resource = Resource.create({"service.name": NAME, "scout.workspace": workspace})
    traces = TracerProvider(resource=resource)
    traces.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{endpoint}/v1/traces", timeout=5)))
    reader = PeriodicExportingMetricReader(OTLPMetricExporter(endpoint=f"{endpoint}/v1/metrics", timeout=5))
    return OpenTelemetry(traces, MeterProvider(metric_readers=[reader], resource=resource))


def current_attributes() -> dict[str, str]:
    """Run, drug or collection, and stage, as facts."""
    now = NOW.get()
    return {name: value for name, value in (("run", now.run), ("subject", now.subject), ("stage", now.stage)) if value}


@contextmanager
def reranking(disease: str, articles: int) -> Iterator[Callable[[Sequence[float]], None]]:
    """A span over the ranking of a list of so many articles; its block tells the scores of those it let through."""
    started = time.perf_counter()
    with meters().span("rerank", {**current_attributes(), "disease": disease, "input_count": articles}) as note:

        def tell(scores: Sequence[float]) -> None:
            note(
                {
                    "output_count": len(scores),
                    "filtered_count": articles - len(scores),
                    "avg_score": sum(scores) / len(scores) if scores else 0.0,
                    "top_score": max(scores, default=0.0),
                    "latency_ms": (time.perf_counter() - started) * 1000,
                }
            )

        yield tell
