"""From the records identified to the reports counted, as a PRISMA 2020 flow: four boxes, what fell beside each.

What belongs here: this picture. Its table says the same in words.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from markupsafe import Markup

from ...domain.findings.evidence import PrismaFlow
from ..views.report_citation import FlowStep, flow_steps
from .svg import el, line, picture, text

_WIDTH: Final = 880.0
_BOX: Final = 320.0
_BESIDE: Final = 380.0
"""Where the boxes of what fell begin."""
_LINE: Final = 18.0
_GAP: Final = 26.0
_LETTERS: Final = 66
"""Letters of a line in a box of what fell."""


def prisma_flow(ident: str, name: str, flow: PrismaFlow | None) -> Markup | None:
    """The picture, or ``None`` where the report has no flow or nothing was identified."""
    if flow is None or not flow.identified:
        return None
    parts, top = [], 8.0
    steps = flow_steps(flow)
    for number, step in enumerate(steps):
        beside = _lines(step)
        height = 20 + _LINE * max(2 + len(step.origins), len(beside))
        parts.append(_box(0.5, top, _BOX - 1, height, [step.name, f"n = {step.number:,}", *step.origins]))
        if step.beside:
            parts.append(_box(_BESIDE, top, _WIDTH - _BESIDE - 1, height, beside))
            parts.append(_arrow(_BOX, top + height / 2, _BESIDE, top + height / 2))
        if number + 1 < len(steps):
            parts.append(_arrow(_BOX / 2, top + height, _BOX / 2, top + height + _GAP))
        top += height + _GAP
    title = f"From records to counted studies: {name}"
    return picture(f"{ident}-prisma", _WIDTH, top - _GAP + 8, title, _described(steps), parts)


def _lines(step: FlowStep) -> list[str]:
    """The box of what fell: its head, then each reason."""
    reasons = [f"{part.number:,}: {part.reason.value}" for part in step.excluded]
    return [f"{step.beside}: n = {step.fallen:,}", *(row for reason in reasons for row in wrap(reason, _LETTERS))]


def _box(x: float, y: float, width: float, height: float, lines: list[str]) -> Markup:
    words = (
        text(x + 10, y + 24 + _LINE * number, words, "" if number else "node-name")
        for number, words in enumerate(lines)
    )
    return el("g", el("rect", x=x, y=y, width=width, height=height, rx=6), *words, class_="node")


def _arrow(x1: float, y1: float, x2: float, y2: float) -> Markup:
    level = y1 == y2
    head = f"M{x2} {y2}" + ("l-8 -4v8z" if level else "l-4 -8h8z")
    return el("g", line(x1, y1, x2, y2, "grid"), el("path", d=head, class_="head"), class_="edge")


def _described(steps: list[FlowStep]) -> str:
    words = []
    for step in steps:
        fallen = "; ".join(f"{part.number:,} {part.reason.value}" for part in step.excluded)
        words.append(f"{step.name}: {step.number:,}." + (f" {step.beside}: {fallen}." if fallen else ""))
    return " ".join(words)
