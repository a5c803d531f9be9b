"""Are known weaknesses published for a version we pin? ``python -m indication_scout_tests.dependency_audit``, part of
``make check``.

What belongs here: one question to OSV, the public database of weaknesses in open-source packages, about all pins at
once. It ends with 1 where one is known. Where the database cannot be reached it says so and ends with 0: a checkout
must be checkable without a network. ``SCOUT_TEST_OSV_URL`` names another server of the protocol.
"""

from __future__ import annotations

import json
import os
import sys
import urllib.error
import urllib.request
from typing import Any

from indication_scout_tests import ROOT

OSV = "https://api.osv.dev/v1/querybatch"
PLACEHOLDERS = frozenset({"en-core-sci-md", "en-core-web-trf"})
"""Names of models that are not published as packages: whoever installs them gets a stranger's package."""


def pins() -> list[tuple[str, str]]:
    """Name and version of everything an installation holds."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return [(name, version) for name, _, version in (line.partition("==") for line in lines) if version]


def weaknesses(url: str, pinned: list[tuple[str, str]]) -> dict[str, list[str]]:
    """Ids of known weaknesses by pin. Raises ``OSError`` or ``ValueError`` where the database gives no answer."""
    queries = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in pinned]
    body = json.dumps({"queries": queries}).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        results: list[dict[str, Any]] = json.load(answer)["results"]
    known = {f"{name}=={version}": result for (name, version), result in zip(pinned, results, strict=True)}
    return {
        pin: [weakness["id"] for weakness in result["vulns"]] for pin, result in known.items() if result.get("vulns")
    }


def main() -> int:
    pinned = pins()
    try:
        known = weaknesses(os.environ.get("SCOUT_TEST_OSV_URL", OSV), pinned)
    except (OSError, ValueError, KeyError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        print(f"Dependencies not audited: {OSV} gives no answer here ({reason}).", file=sys.stderr)
        return 0
    for pin, ids in known.items():
        print(f"{pin} has known weaknesses: {', '.join(ids)}")
    print(f"{len(pinned)} pinned packages audited, {len(known)} with known weaknesses.")
    return 1 if known else 0


if __name__ == "__main__":
    sys.exit(main())
