"""The server: one local port that stands for all public sources.

``start()`` gives a running ``WireServer``; each source lives under its own prefix, so a client's base URL is
``server.base_url("eutils")`` and so on. By hand: ``python -m indication_scout_tests.wire.server [PORT]``.
"""

from __future__ import annotations

import socket
import struct
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from . import records
from .chembl import Chembl
from .clinicaltrials import ClinicalTrials
from .crossref import Crossref
from .dailymed import DailyMed
from .europepmc import EuropePmc
from .eutils import Eutils
from .faults import FaultPlan, Faults, spoil
from .medlineplus import MedlinePlus
from .messages import Answer, Request, Source, plain
from .omim import Omim
from .openalex import OpenAlex
from .openfda import OpenFda
from .openi import OpenI
from .opentargets import OpenTargets
from .pubchem import PubChem
from .reactome import Reactome
from .rxnorm import RxNorm
from .semanticscholar import SemanticScholar
from .tavily import Tavily
from .unpaywall import Unpaywall

SOURCES: dict[str, Callable[[records.Records], Source]] = {
    "eutils": Eutils,
    "opentargets": OpenTargets,
    "clinicaltrials": ClinicalTrials,
    "chembl": Chembl,
    "europepmc": EuropePmc,
    "openalex": OpenAlex,
    "semanticscholar": SemanticScholar,
    "crossref": Crossref,
    "unpaywall": Unpaywall,
    "dailymed": DailyMed,
    "openfda": OpenFda,
    "rxnorm": RxNorm,
    "medlineplus": MedlinePlus,
    "pubchem": PubChem,
    "omim": Omim,
    "openi": OpenI,
    "tavily": Tavily,
    "reactome": Reactome,
}
"""Prefix -> what answers below it."""

PATHS = {prefix: f"/{prefix}" for prefix in SOURCES} | {"opentargets": "/opentargets/graphql"}
"""Prefix -> path of the source's base URL."""


@dataclass
class Traffic:
    """What one source saw."""

    requests: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    paths: Counter[str] = field(default_factory=Counter)
    started: list[float] = field(default_factory=list)
    """Begin of each request, monotonic seconds."""

    def most_per_second(self) -> int:
        """Most requests begun within any one second."""
        times = sorted(self.started)
        return max((sum(1 for t in times[i:] if t < begin + 1) for i, begin in enumerate(times)), default=0)


class WireServer:
    """A running server; stop it, or use it as a context manager."""

    def __init__(self, sources: dict[str, Source], faults: Faults, port: int) -> None:
        self.counters = {prefix: Traffic() for prefix in sources}
        self._sources = sources
        self._plan = FaultPlan(faults)
        self._lock = threading.Lock()
        self._http = _Http(("127.0.0.1", port), self)
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def __enter__(self) -> WireServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def base_url(self, prefix: str) -> str:
        """What a client takes as the source's base URL."""
        return self.url + PATHS[prefix]

    def settings(self) -> dict[str, str]:
        """Environment names and values that point the product at this server."""
        return {f"SCOUT_{prefix.upper()}_URL": self.base_url(prefix) for prefix in PATHS}

    def suffer(self, faults: Faults) -> None:
        """Fault in this way from now on, and count anew."""
        with self._lock:
            self._plan = FaultPlan(faults)
            self.counters.update({prefix: Traffic() for prefix in self.counters})

    def stop(self) -> None:
        """Stop serving and free the port."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def respond(self, method: str, target: str, content_type: str, body: bytes) -> tuple[Answer, str]:
        """The answer to one request, and the fault it suffered (empty for none)."""
        parts = urlsplit(target)
        prefix = next((p for p, base in PATHS.items() if (parts.path + "/").startswith(base + "/")), "")
        if not prefix:
            return plain("no source lives here", 404), ""
        path = parts.path.removeprefix(PATHS[prefix]).strip("/")
        fault = self._plan.next(prefix)
        with self._lock:
            traffic = self.counters[prefix]
            traffic.requests += 1
            traffic.paths[path] += 1
            traffic.started.append(time.monotonic())
            if fault:
                traffic.faults[fault] += 1
        query = parts.query
        if "form-urlencoded" in content_type:
            query += "&" + body.decode()
        params: dict[str, str] = {}
        for name, value in parse_qsl(query, keep_blank_values=True):
            params[name] = f"{params[name]},{value}" if name in params else value
        answer = self._sources[prefix].answer(Request(method, path, params, body))
        if fault == "slow":
            time.sleep(self._plan.faults.slow_seconds)
        return spoil(answer, fault, self._plan.faults.retry_after), fault


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], wire: WireServer) -> None:
        super().__init__(address, _Handler)
        self.wire = wire

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is its own affair; anything else is shown."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # one segment per answer: headers and body would otherwise wait for a delayed ACK
    server: _Http

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        answer, fault = self.server.wire.respond(self.command, self.path, self.headers.get("Content-Type") or "", body)
        if fault == "reset":
            # Linger 0 makes the kernel send RST instead of an orderly close.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_connection = True
            return
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.content_type)
        self.send_header("Content-Length", str(len(answer.body)))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing; the counters know."""


def start(records_dir: Path = records.RECORDS, faults: Faults = Faults(), port: int = 0) -> WireServer:  # noqa: B008
    """Serve the records of ``records_dir`` on a free port of 127.0.0.1, or on ``port``."""
    known = records.load(records_dir)
    return WireServer({prefix: build(known) for prefix, build in SOURCES.items()}, faults, port)


if __name__ == "__main__":
    with start(port=int(sys.argv[1]) if len(sys.argv) > 1 else 0) as server:
        for name, value in server.settings().items():
            sys.stdout.write(f"export {name}={value}\n")
        sys.stdout.flush()
        threading.Event().wait()
