"""Reports once held what a language model, as a second reader, made of sides and effects; nothing shows that any more.

An effect that the model alone had read goes as a whole: nothing would tell it from others.
"""

from __future__ import annotations

from typing import Any

from ...domain.report import EvidenceReport
from .upgrade import Upgrade


def _take_out(part: dict[str, Any]) -> None:
    part.pop("second_reading", None)
    if isinstance(effects := part.get("effects"), dict):
        part["effects"] = {
            article_id: left for article_id, described in effects.items() if (left := _by_rule(described))
        }


def _by_rule(effects: Any) -> list[Any]:
    return [effect for effect in effects if not _is_by_model(effect)] if isinstance(effects, list) else []


def _is_by_model(effect: Any) -> bool:
    """Whether the model alone read it; its mark, if it has one, is taken off."""
    mark = effect.pop("mark", None) if isinstance(effect, dict) else None
    return isinstance(mark, dict) and mark.get("verdict") == "proposed"


UPGRADE = Upgrade({EvidenceReport: ["candidates.*", "candidates.*.assessment.grades.*"]}, _take_out)
