"""Until version 3 of the report's schema, a synthesis kept why a statement was refused, without its text and kind."""

from __future__ import annotations

from typing import Any

from ...domain.report import EvidenceReport
from ...domain.statements import RefusalKind, Synthesis
from .upgrade import Upgrade


def _list_refusals(synthesis: dict[str, Any]) -> None:
    if "dropped_reasons" in synthesis:
        reasons = synthesis.pop("dropped_reasons")
        synthesis["refused"] = [{"text": "", "kind": RefusalKind.MALFORMED, "reason": reason} for reason in reasons]


UPGRADE = Upgrade(
    {Synthesis: [""], EvidenceReport: ["candidates.*.literature", "candidates.*.trial_synthesis"]}, _list_refusals
)
