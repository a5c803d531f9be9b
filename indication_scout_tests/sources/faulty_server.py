"""A server on 127.0.0.1 whose answers and faults follow a script; stand-ins for time and rate; clients for tests."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import httpx

from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.sources.http.http_client import Host, HttpClient
from indication_scout_assets.sources.http.rate import RateGate

Reply = Callable[[asyncio.StreamWriter], Awaitable[None]]


def answer(
    body: bytes = b'{"ok": true}', status: str = "200 OK", content_type: str = "application/json", **headers: str
) -> Reply:
    """A whole answer; header names are given with underscores."""

    async def reply(writer: asyncio.StreamWriter) -> None:
        lines = [f"HTTP/1.1 {status}", f"Content-Type: {content_type}", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join([*lines, "Connection: close", "", ""]).encode() + body)
        await writer.drain()

    return reply


async def truncated(writer: asyncio.StreamWriter) -> None:
    """Fewer bytes than announced."""
    writer.write(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"ok"')
    await writer.drain()


async def silent(writer: asyncio.StreamWriter) -> None:
    """No answer for longer than any test's time-out."""
    await asyncio.sleep(0.5)


async def reset(writer: asyncio.StreamWriter) -> None:
    """The connection is reset before anything is answered."""
    _reset(writer)


async def reset_in_body(writer: asyncio.StreamWriter) -> None:
    """The connection is reset in the middle of the body."""
    writer.write(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"ok"')
    await writer.drain()
    await asyncio.sleep(0.02)
    _reset(writer)


def _reset(writer: asyncio.StreamWriter) -> None:
    connection: socket.socket = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


class FaultyServer:
    """Gives the replies of a script in turn, the last one for ever. An async context manager."""

    def __init__(self, script: Sequence[Reply]) -> None:
        self._script = list(script)
        self.heads: list[str] = []
        """Request lines and headers, as they came."""
        self.bodies: list[bytes] = []

    async def __aenter__(self) -> FaultyServer:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lengths = [line.split(":")[1] for line in head.split("\r\n") if line.lower().startswith("content-length")]
        self.bodies.append(await reader.readexactly(int(lengths[0])) if lengths else b"")
        self.heads.append(head)
        reply = self._script[min(len(self.heads), len(self._script)) - 1]
        try:
            await reply(writer)
        finally:
            writer.close()


@dataclass
class OpenGate(RateGate[None]):
    """A rate gate that never waits and remembers what it was told."""

    penalties: list[tuple[str, float]] = field(default_factory=list)

    def _locked(self, host: str) -> NoReturn:
        raise NotImplementedError

    def _free_turn(self, host: str, most: int) -> None:
        raise NotImplementedError

    def _end_turn(self, turn: None) -> None:
        raise NotImplementedError

    async def wait(self, host: str, per_second: float) -> float:
        return 0.0

    @asynccontextmanager
    async def turn(self, host: str, most: int) -> AsyncIterator[float]:
        yield 0.0

    def penalise(self, host: str, seconds: float) -> None:
        self.penalties.append((host, seconds))


@dataclass
class Sleeper:
    """A sleep that takes no time and remembers how long it was asked for."""

    naps: list[float] = field(default_factory=list)

    async def __call__(self, seconds: float) -> None:
        self.naps.append(seconds)


T = TypeVar("T")
PUBMED = "https://eutils.example.org/entrez"


def host(url: str = PUBMED, **more: Any) -> Host:
    return Host("PubMed", url, 3, identify={"tool": "scout", "email": "me@example.org"}, **more)


def client(store: ExchangeStore, **more: Any) -> HttpClient:
    settings: dict[str, Any] = {"user_agent": "Test/1", "rate": OpenGate(), "sleep": Sleeper(), "timeout": 5}
    return HttpClient(exchanges=store, **(settings | more))


def served(
    script: Sequence[Reply], use: Callable[[HttpClient, FaultyServer], Coroutine[Any, Any, T]], path: Path, **more: Any
) -> T:
    """Run ``use`` with a client and a server that follows the script."""

    async def run() -> T:
        async with FaultyServer(script) as server, client(ExchangeStore.cache(path), **more) as http:
            return await use(http, server)

    return asyncio.run(run())


def mocked(
    handler: Callable[[httpx.Request], httpx.Response] | Callable[[httpx.Request], Coroutine[Any, Any, httpx.Response]],
    use: Callable[[HttpClient], Coroutine[Any, Any, T]],
    store: ExchangeStore,
    **more: Any,
) -> T:
    """Run ``use`` with a client whose requests are answered by ``handler``."""

    async def run() -> T:
        async with client(store, transport=httpx.MockTransport(handler), **more) as http:
            return await use(http)

    return asyncio.run(run())
