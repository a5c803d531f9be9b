"""Do several hosts together keep a source's rate? ``… bench.shared_rates MIRROR [--apart]``, with a served database.

Two processes, each with a folder for rates of its own as two hosts have, ask E-utilities and Semantic Scholar of a
mirror that keeps their limits, as fast as their gate lets them; the mirror's own counters say what it saw. With
``--apart`` each host keeps its slots in files, as hosts do that do not know of each other.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from indication_scout_assets.environment import load_settings
from indication_scout_assets.pipeline.resources.source_bench import rate_gate
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_answers import Host
from indication_scout_assets.sources.http.http_client import HttpClient

Asked = tuple[str, str, str, float, int, dict[str, str], str]
ASKED: tuple[Asked, ...] = (
    ("E-utilities", "eutils", "/esearch.fcgi", 3.0, 60, {"db": "pubmed", "retmode": "json"}, "term"),
    ("Semantic Scholar", "semanticscholar/graph/v1", "/paper/search", 1.0, 20, {}, "query"),
)
"""Name, prefix, path, requests a second, requests of each host, parameters, and the one that differs."""


async def ask(mirror: str, host: str) -> None:
    """One host's questions, all at once: the gate alone holds them back."""
    settings = load_settings()
    with tempfile.TemporaryDirectory() as folder:
        store = ExchangeStore.cache(Path(folder))
        async with HttpClient(user_agent="bench", exchanges=store, rate=rate_gate(settings)) as client:

            async def send(number: int, asked: Asked) -> None:
                name, prefix, path, rate, _, params, varied = asked
                service = Host(name, f"{mirror}/{prefix}", rate)
                await client.request(service, "GET", path, params=params | {varied: f"aspirin {host} {number}"})

            await asyncio.gather(*(send(n, asked) for asked in ASKED for n in range(asked[4])))


def main() -> None:
    mirror, *more = sys.argv[1:]
    if more[:1] == ["--host"]:
        asyncio.run(ask(mirror, more[1]))
        return
    urllib.request.urlopen(urllib.request.Request(f"{mirror}/healthz/reset", method="POST"))
    kept = "files" if "--apart" in more else "database"
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        hosts = [
            subprocess.Popen(
                [sys.executable, "-m", "indication_scout_tests.bench.shared_rates", mirror, "--host", name],
                env={**os.environ, "SCOUT_RATE_DIR": f"{folder}/{name}", "SCOUT_RATES_IN": kept},
            )
            for name in ("one", "other")
        ]
        codes = [host.wait() for host in hosts]
    traffic = json.load(urllib.request.urlopen(f"{mirror}/healthz"))["traffic"]
    for name, prefix, *_ in ASKED:
        seen = traffic[prefix.partition("/")[0]]
        refused = seen["statuses"].get("429", 0)
        print(f"{name:16} {seen['requests']:4} requests, most in one second {seen['max_rps']}, {refused} refused (429)")
    print(f"{time.monotonic() - started:.0f} s, slots in {kept}, exit codes {codes}")


if __name__ == "__main__":
    main()
