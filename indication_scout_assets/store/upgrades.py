"""Upgrades of stored documents: how a document that an older version stored becomes one that today's code reads.

A field that was added with a default needs no upgrade, and a field that is gone is ignored when the document is read.
Tables and columns change in ``sql/migrations``. A new upgrade goes to the end of ``UPGRADES``; none is ever taken out,
because the documents of every version since the first must stay readable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..domain.assessment import Assessment
from ..domain.base import Value
from ..domain.evidence import RankedArticle
from ..domain.readings import RecordReadings
from ..domain.report import EvidenceReport
from ..domain.statements import RefusalKind, Synthesis
from ..domain.trials import StopReason


@dataclass(frozen=True)
class Upgrade:
    """How a document that an older version stored becomes what today's code reads.

    ``change`` gets the document as JSON and edits it in place; one that is of today already it leaves as it is.
    """

    places: Mapping[type[Value], Sequence[str]]
    """Where it is found in each kind of stored value: keys joined by dots, ``*`` for each of a list, empty for the
    value itself; for example ``candidates.*.ranked.*`` in a report."""
    change: Callable[[dict[str, Any]], None]

    def apply(self, model: type[Value], document: Any) -> None:
        """Change what is found in a stored value of this model; what has no such place stays as it is."""
        for place in self.places.get(model, ()):
            for part in _parts(document, place.split(".") if place else []):
                self.change(part)


def _parts(value: Any, steps: list[str]) -> Iterator[dict[str, Any]]:
    if not steps:
        if isinstance(value, dict):
            yield value
    elif steps[0] == "*":
        for item in value if isinstance(value, list) else []:
            yield from _parts(item, steps[1:])
    elif isinstance(value, dict):
        yield from _parts(value.get(steps[0]), steps[1:])


def _give_an_id(article: dict[str, Any]) -> None:
    """Ranked articles were keyed by their PMID; since every source's are ranked, they have an id of their own."""
    if not article.get("id"):
        article["id"] = article.get("pmid")


def _list_refusals(synthesis: dict[str, Any]) -> None:
    """Until version 3 of the report's schema a synthesis kept why a statement was refused, not its text and kind."""
    if "dropped_reasons" in synthesis:
        reasons = synthesis.pop("dropped_reasons")
        synthesis["refused"] = [{"text": "", "kind": RefusalKind.MALFORMED, "reason": reason} for reason in reasons]


def _take_out(part: dict[str, Any]) -> None:
    """Reports once held what a language model, as a second reader, made of sides and effects; nothing shows that any
    more. An effect that the model alone had read goes as a whole: nothing would tell it from others.
    """
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


def _unclassed(part: dict[str, Any]) -> None:
    """Stop reasons were once classed by single words, "safety" among them, which was shown as harm of the drug. Whose
    harm it was nobody had read; so such a class is none, and what was shown for it goes.
    """
    for reading in part.get("trials") or ():
        if reading.get("stop") in {"safety", "other"}:
            reading["stop"] = StopReason.NOT_CLASSIFIED.value
    if harms := part.get("harms"):
        part["harms"] = [harm for harm in harms if harm.get("kind") != "trial stopped for safety"]


UPGRADES = (
    Upgrade({RankedArticle: [""], EvidenceReport: ["candidates.*.ranked.*"]}, _give_an_id),
    Upgrade(
        {Synthesis: [""], EvidenceReport: ["candidates.*.literature", "candidates.*.trial_synthesis"]}, _list_refusals
    ),
    Upgrade({EvidenceReport: ["candidates.*", "candidates.*.assessment.grades.*"]}, _take_out),
    Upgrade({RecordReadings: [""], Assessment: [""], EvidenceReport: ["candidates.*.assessment"]}, _unclassed),
)


def upgraded(model: type[Value], document: Any) -> Any:
    """A stored document of a model, changed in place to the form of today; anything else comes back as it is."""
    for upgrade in UPGRADES:
        upgrade.apply(model, document)
    return document
