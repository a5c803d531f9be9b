"""The HTTP library, imported here alone: another one with its interface is a change of this module.

What belongs here: the import, and the certificates it trusts. A test holds that nobody else imports it.
"""

from __future__ import annotations

import ssl
from functools import cache

import httpx

__all__ = ["httpx", "trusted_certificates"]


@cache
def trusted_certificates() -> ssl.SSLContext:
    """The certificates that are trusted, read once per process: every client wants them, and reading takes 25 ms."""
    return httpx.create_ssl_context()
