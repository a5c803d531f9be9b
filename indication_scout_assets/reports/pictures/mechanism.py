"""Why a candidate is here, as a sketch: the drug, its targets, the drugs of its class, the disease.

What belongs here: this picture. Path 1 runs from the drug over a target to the disease; path 2 from a target over
other drugs that act on it the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from markupsafe import Markup

from ...domain.candidates import Candidate, ClassFact
from ...domain.drugs import DrugProfile
from ..words import common_words
from .svg import el, number, picture, shorten, text

MAX_TARGETS: Final = 4
MAX_CLASS_DRUGS: Final = 5
_WIDTH: Final = 880.0
_BOX: Final = 38.0
_GAP: Final = 14.0
_DRUG, _TARGET, _CLASS, _DISEASE = 0.0, 204.0, 440.0, 692.0
_WIDTHS: Final = {_DRUG: 140.0, _TARGET: 132.0, _CLASS: 176.0, _DISEASE: 188.0}


def mechanism(ident: str, drug: DrugProfile, candidate: Candidate) -> Markup | None:
    """The sketch, or ``None`` for a candidate without any fact."""
    others = candidate.class_facts
    actions: dict[str, str | None] = {f.symbol: f.action_type for f in candidate.target_facts}
    for fact in others:
        for symbol in fact.shared_targets:
            actions.setdefault(symbol, fact.action_type)
    symbols = list(actions)[:MAX_TARGETS]
    if not symbols:
        return None
    scored = [f for f in candidate.target_facts if f.symbol in symbols]
    shown = [f for f in others if set(f.shared_targets) & set(symbols)][:MAX_CLASS_DRUGS]
    target_y = {s: 24 + (_BOX + _GAP) * n for n, s in enumerate(symbols)}
    class_top = 24 + (_BOX + _GAP) * len(scored) + (8 if scored else 0)
    class_y = {f.chembl_id: class_top + (_BOX + _GAP) * n for n, f in enumerate(shown)}
    left_out = (len(actions) > len(symbols), len(others) > len(shown))
    bottom = max([*target_y.values(), *class_y.values()]) + _BOX
    height = bottom + (26 if any(left_out) else 8)
    middle = (24 + bottom - _BOX) / 2
    leave = (_DRUG + _WIDTHS[_DRUG], middle + _BOX / 2)
    parts = [_edge(leave, (_TARGET, y + _BOX / 2), "edge", 1.5) for y in target_y.values()]
    parts += _class_edges(shown, target_y, class_y, middle)
    parts += _association_edges(candidate, target_y, middle)
    parts.append(_box(_DRUG, middle, common_words.in_sentence(drug.name), "this drug", "node-drug"))
    parts += [
        _box(_TARGET, y, s, f"drug {common_words.verb(actions[s])} it", "node-target") for s, y in target_y.items()
    ]
    parts += [
        _box(
            _CLASS,
            class_y[f.chembl_id],
            common_words.in_sentence(f.name),
            common_words.stage_name(f.stage),
            "node-class",
        )
        for f in shown
    ]
    parts.append(_box(_DISEASE, middle, candidate.disease.name, "disease", "node-disease"))
    if left_out[0]:
        parts.append(text(_TARGET, height - 6, f"and {len(actions) - len(symbols)} more targets", "small muted"))
    if left_out[1]:
        parts.append(text(_CLASS, height - 6, f"and {len(others) - len(shown)} more drugs", "small muted"))
    title = f"How {common_words.in_sentence(drug.name)} is connected with {candidate.disease.name}"
    described = " ".join(
        [common_words.target_sentence(drug, candidate.disease.name, f) for f in candidate.target_facts]
        + [common_words.class_sentence(candidate.disease.name, f) for f in others]
    )
    return picture(f"{ident}-mechanism", _WIDTH, height, title, described, parts)


def _association_edges(candidate: Candidate, target_y: dict[str, float], middle: float) -> list[Markup]:
    parts = []
    for fact in candidate.target_facts:
        if fact.symbol not in target_y:
            continue
        y = target_y[fact.symbol] + _BOX / 2
        start, end = (_TARGET + _WIDTHS[_TARGET], y), (_DISEASE, middle + _BOX / 2)
        parts.append(_edge(start, end, "edge edge-target", 1 + 5 * fact.score, level_to=_CLASS + _WIDTHS[_CLASS]))
        caption = f"{fact.score:.2f} · {common_words.DIRECTION_SHORT[fact.direction]}"
        parts.append(text(_CLASS + 10, y - 8, caption, "small halo"))
    return parts


def _class_edges(
    shown: Sequence[ClassFact], target_y: dict[str, float], class_y: dict[str, float], middle: float
) -> list[Markup]:
    parts = []
    for fact in shown:
        y = class_y[fact.chembl_id] + _BOX / 2
        for symbol in fact.shared_targets:
            if symbol in target_y:
                start = (_TARGET + _WIDTHS[_TARGET], target_y[symbol] + _BOX / 2)
                parts.append(_edge(start, (_CLASS, y), "edge edge-class dashed", 1.25))
        parts.append(_edge((_CLASS + _WIDTHS[_CLASS], y), (_DISEASE, middle + _BOX / 2), "edge edge-class", 2))
    return parts


def _edge(
    start: tuple[float, float], end: tuple[float, float], class_: str, width: float, level_to: float | None = None
) -> Markup:
    """A curve that leaves and arrives level, with an arrow head.

    Args:
        start: where it leaves.
        end: where its head points.
        class_: its colour.
        width: of the line, in pixels.
        level_to: as far as here it runs level, so that it crosses nothing below it.
    """
    (x1, y1), (x2, y2) = start, end
    bend = x1 if level_to is None else level_to
    reach = (x2 - bend) * 0.5
    tip = x2 - 5
    path = (
        f"M{number(x1)} {number(y1)}H{number(bend)}C{number(bend + reach)} {number(y1)} {number(x2 - reach)} "
        f"{number(y2)} {number(tip)} {number(y2)}"
    )
    head = f"M{number(x2)} {number(y2)}l-8 -4v8z"
    return el("g", el("path", d=path, stroke_width=width), el("path", d=head, class_="head"), class_=class_)


def _box(x: float, y: float, name: str, role: str, class_: str) -> Markup:
    width = _WIDTHS[x]
    limit = int((width - 16) / 7)
    lines = wrap(name, limit) if x in {_DRUG, _DISEASE} else []
    if not lines:
        lines = [shorten(name, limit)]
    if len(lines) > 2:
        lines = [lines[0], shorten(" ".join(lines[1:]), limit)]
    grown = 8 * (len(lines) - 1)  # a second line, half above and half below
    return el(
        "g",
        el("title", name),
        el("rect", x=x + 0.5, y=y - grown, width=width - 1, height=_BOX + 2 * grown, rx=6),
        *(text(x + 10, y - grown + 16 + 16 * n, part, "node-name") for n, part in enumerate(lines)),
        text(x + 10, y + grown + 30, role, "tiny muted"),
        class_=f"node {class_}",
    )
