"""Upgrades of stored documents: how a document that an older version stored becomes one that today's code reads.

A field that was added with a default needs no upgrade, and a field that is gone is ignored when the document is read.
Tables and columns change in ``sql/migrations``. A new upgrade goes to the end of ``UPGRADES``; none is ever taken out,
because the documents of every version since the first must stay readable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..domain.base import Value
from ..domain.findings.assessment import Assessment
from ..domain.findings.evidence import RankedArticle
from ..domain.findings.readings import RecordReadings
from ..domain.findings.report import EvidenceReport
from ..domain.findings.statements import RefusalKind, Synthesis
from ..domain.questions.answers import Answer
from ..domain.records.trials import StopReason


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
            article_id: left
            for article_id, described in effects.items()
            if (left := [effect for effect in described or () if not _is_by_model(effect)])
        }


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


def _one_answer(turn: dict[str, Any]) -> None:
    """Papers, labels and the two together once had answers of a shape each."""
    if "asks" in turn:
        return
    label = turn.get("label")
    changed = _once_of_label(turn, label) if label else _once_of_papers(turn.get("papers") or turn)
    if route := turn.get("route"):
        changed["asks"] |= route
        changed["sources"] = turn.get("asked") or changed["sources"]
    turn.update(changed)


def _once_of_papers(turn: dict[str, Any]) -> dict[str, Any]:
    records = [*turn.get("citations", ()), *turn.get("retrieved", ())]
    for record in records:
        kind = record.pop("record", "article")
        record["source"] = "paper" if kind == "article" else kind
    for part in (turn, *turn.get("steps", ())):
        voted = {"votes": part.get("counts", []), "caution": "Read by an earlier version. Read the sentences."}
        part["verdict"] = part["verdict"] and {"value": part["verdict"], **voted}
    sentences = []
    for line in turn.get("sentences", ()):
        numbered = [cited for cited in turn["citations"] if cited["n"] in line["citations"]]
        own = [cited for cited in numbered if cited["quote"] == line["text"]] or numbered
        sentences.append({**line, "citations": own, "source": own[0]["source"] if own else "paper"})
    for line in turn.get("counted_sentences", ()):
        line["citations"] = [{**line, "quote": line["text"], "section": ""}]
    reason, model = turn.get("reason", ""), f"{turn.get('provider', '')} {turn.get('model', '')}".strip()
    refused, searched = turn["refused"], turn.get("searched", "")
    entry = {"source": "papers", "collection": turn.get("collection", ""), "searched": searched}
    return {
        "asks": {
            "text": turn["standalone_question"],
            "kind": "open",
            "filters": turn.get("filters", {}),
            "other_names": turn.get("other_names", ()),
            "rewritten": turn.get("rewritten", ""),
        },
        "sentences": sentences,
        "refusal": {"cause": "not_covered", "reason": reason, "searched": searched} if refused else None,
        "sources": [{**entry, "outcome": "refused" if refused else "answered", "reason": reason * refused}],
        "cautions": [reason] if reason and not refused else [],
        "notes": [note for note in (turn.get("note"), turn.get("rewrite_note"), *turn.get("not_searched", ())) if note],
        "read_by": "" if model == "extractive" else model,
        "written_by": "" if model == "extractive" else model,
        "elapsed_ms": turn.get("ms", {}).get("total", 0),
    }


def _once_of_label(turn: dict[str, Any], label: dict[str, Any]) -> dict[str, Any]:
    titles = {searched["set_id"]: searched["title"] for searched in label["searched"]}
    sentences = []
    for n, fact in enumerate(label["facts"], start=1):
        where = " ".join(filter(None, (fact["number"], fact["title"] or fact["section"].replace("_", " "))))
        cited = {
            "article_id": fact["set_id"],
            "passage_id": f"{fact['set_id']}#{fact['ordinal']}",
            "title": titles.get(fact["set_id"]) or fact["drug"],
            "section": where,
            "quote": fact["text"],
            "label": {**fact, "category": fact["section"], "form": fact["source"]},
        }
        cited |= {name: fact[name] for name in ("start", "end", "page")} | {"n": n, "source": "label"}
        sentences.append({"text": fact["text"], "source": "label", "citations": [cited]})
    refused = label["status"] != "answered"
    refusal = {name: label.get(name, ()) for name in ("sections_held", "drugs_held")}
    refusal |= {"cause": label["status"], "reason": label["note"]}
    intent, drawn = label["intent"], label.get("drawn_from", "")
    asks = {name: intent.get(name, ()) for name in ("drugs", "from_context", "suggestions")}
    return {
        "standalone_question": turn.get("standalone_question") or turn["question"],
        "asks": {**asks, "text": intent["question"], "kind": "open", "asks_for": "label"},
        "sentences": sentences,
        "refusal": refusal if refused else None,
        "sources": [{"source": "labels", "outcome": "refused" if refused else "answered", "labels": label["searched"]}],
        "cautions": [label["caution"]] if label.get("caution") else [],
        "pictures": [{**picture, "drug": label["drug"], "drawn_from": drawn} for picture in label["images"]],
        "read_by": "" if label["path"] in ("", "ranked", "picture", "drawn") else label["path"],
    }


UPGRADES = (
    Upgrade({RankedArticle: [""], EvidenceReport: ["candidates.*.ranked.*"]}, _give_an_id),
    Upgrade(
        {Synthesis: [""], EvidenceReport: ["candidates.*.literature", "candidates.*.trial_synthesis"]}, _list_refusals
    ),
    Upgrade({EvidenceReport: ["candidates.*", "candidates.*.assessment.grades.*"]}, _take_out),
    Upgrade({Answer: [""]}, _one_answer),
    Upgrade({RecordReadings: [""], Assessment: [""], EvidenceReport: ["candidates.*.assessment"]}, _unclassed),
)


def upgraded(model: type[Value], document: Any) -> Any:
    """A stored document of a model, changed in place to the form of today; anything else comes back as it is."""
    for upgrade in UPGRADES:
        upgrade.apply(model, document)
    return document
