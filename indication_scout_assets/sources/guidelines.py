"""Guideline pages of WHO, CDC and NICE: a list that comes with the product and is matched by disease name.

What belongs here: the list and the matching. Nothing is asked: none of the three has an interface for this, so the list
is curated by hand (``guidelines.toml``), says of which day it is, and no page is fetched.
"""

from __future__ import annotations

import tomllib
from datetime import date
from functools import cache, cached_property
from importlib.resources import files
from typing import Self

from pydantic import Field

from ..domain.base import Value
from ..domain.outcomes import SourceOutcome, SourceState
from ..domain.records.references import LookUpResult, ReferenceEntry, ReferenceKind, ReferenceQuestion
from ..rules.names.name_matching import same_name
from .reference_lookups import not_as_of, not_asked

BODIES = ("WHO", "CDC", "NICE")


class Guideline(Value):
    """One guideline page."""

    body: str = Field(pattern=f"^({'|'.join(BODIES)})$")
    title: str = Field(min_length=1)
    year: int = Field(ge=1990, le=2100)
    """First published in this form; bodies go on changing their pages."""
    url: str = Field(pattern=r"^https://")
    topics: tuple[str, ...] = Field(min_length=1)
    """Names of the diseases it is about, other common names of each among them."""


class GuidelineList(Value):
    """The file's content."""

    compiled: date
    guideline: tuple[Guideline, ...]


class Guidelines:
    """The list of guideline pages."""

    def __init__(self, listed: GuidelineList) -> None:
        self._listed = listed

    @classmethod
    def from_package(cls) -> Self:
        """The list that comes with the product."""
        return cls(_bundled())

    @property
    def compiled(self) -> date:
        """The day the list was compiled."""
        return self._listed.compiled

    @cached_property
    def by_body(self) -> dict[str, tuple[Guideline, ...]]:
        """The guidelines of each body, in the order of the file."""
        return {body: tuple(g for g in self._listed.guideline if g.body == body) for body in BODIES}

    def look_up(self, body: str, question: ReferenceQuestion) -> LookUpResult:
        """The body's guidelines for the disease, newest first.

        A guideline is for the disease where a topic of it is a name of the disease, whole and apart from case, plural,
        spelling and inversion: one for hypertension is none for pulmonary hypertension, and "child" is not in
        "Child-Pugh". Years alone cannot serve an as-of run.
        """
        why = "the bundled list gives years only, and the pages change in place"
        if (refused := not_as_of(body, question, why)) is not None:
            return refused
        if question.disease is None:
            return not_asked(body, question, f"{body} guidelines are looked up by disease only.")
        names = (question.disease.disease_name, *question.disease.names)
        matching = [g for g in self.by_body[body] if any(same_name(t, n) for t in g.topics for n in names)]
        matching.sort(key=lambda guideline: -guideline.year)
        entries = tuple(_entry(guideline, question) for guideline in matching[: question.limit])
        origin = f"From the product's own list of {len(self.by_body[body])} {body} guidelines as of {self.compiled}"
        return LookUpResult(
            entries,
            SourceOutcome(
                source=body,
                question=question.disease.disease_name,
                state=SourceState.OK if entries else SourceState.EMPTY,
                reason=f"{origin}; pages were not fetched."
                if entries
                else f"{origin}, which has none for this disease.",
                found=len(entries),
                total=len(matching),
                disease_id=question.disease_id,
            ),
        )


class GuidelinePages:
    """The pages of one body, asked as other reference sources are."""

    def __init__(self, body: str) -> None:
        self._body = body
        self._guidelines = Guidelines.from_package()

    async def look_up(self, question: ReferenceQuestion) -> LookUpResult:
        """The body's guidelines for the disease, newest first."""
        return self._guidelines.look_up(self._body, question)


@cache
def _bundled() -> GuidelineList:
    """The list in the package; read once, because every stage of a run opens all sources."""
    text = files(__package__).joinpath("guidelines.toml").read_text(encoding="utf-8")
    return GuidelineList.model_validate(tomllib.loads(text))


def _entry(guideline: Guideline, question: ReferenceQuestion) -> ReferenceEntry:
    return ReferenceEntry(
        source=guideline.body,
        kind=ReferenceKind.GUIDELINE,
        id=guideline.url,
        title=guideline.title,
        url=guideline.url,
        published=str(guideline.year),
        disease_id=question.disease_id,
    )
