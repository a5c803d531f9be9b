"""Reference entries and web pages: what is shown beside the evidence and never ranked or graded with it.

What belongs here: the values, and the question they answer. Which source gives them is in ``source_catalogue``.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import NamedTuple

from ..base import Value
from ..diseases import NormalizedName
from ..outcomes import SourceOutcome


class ReferenceKind(StrEnum):
    IDENTITY = "identity"
    """Ids and names of the drug: RxNorm, PubChem."""
    BACKGROUND = "background"
    """Texts about drug or disease: MedlinePlus, NCBI Books, OMIM."""
    GUIDELINE = "guideline"
    """Guideline pages: WHO, CDC, NICE."""
    FIGURE = "figure"
    """Figures with their captions: Open-i."""


class ReferenceEntry(Value):
    """One entry of a reference source."""

    source: str
    """As the report prints it, for example ``RxNorm``."""
    kind: ReferenceKind
    id: str
    """In the source: an RxCUI, a CID, a MIM number, a URL."""
    title: str
    text: str = ""
    """A sentence or two in the source's words."""
    url: str = ""
    published: str = ""
    inchi_key: str = ""
    """Standard InChIKey of a compound; empty for all else."""
    disease_id: str | None = None
    """The candidate it is about; ``None`` for the drug itself."""
    demonstration: bool = False


class WebPage(Value):
    """A page found by a web search. Quarantined: shown, never graded as literature, never cited by a statement."""

    url: str
    title: str
    content: str
    """At most 500 characters of it."""
    score: float = 0.0
    """The search engine's own, 0 to 1."""
    published: str = ""
    disease_id: str


class ReferenceQuestion(Value):
    """What a reference source is asked."""

    drug_names: tuple[str, ...]
    """Preferred one first, salts and brand names among them; choose with ``pubmed_query.drug_search_names``."""
    disease: NormalizedName | None = None
    """The candidate; ``None`` for questions about the drug itself."""
    limit: int
    """Entries wanted."""
    as_of: date | None = None
    """Nothing later than this day, and nothing without a date, may enter; so most reference sources are not asked."""

    @property
    def disease_id(self) -> str | None:
        return self.disease.disease_id if self.disease else None


class LookUpResult(NamedTuple):
    """What a reference source gave, and how it went. Every source of this kind has
    ``look_up(question)``."""

    entries: tuple[ReferenceEntry, ...]
    outcome: SourceOutcome


class Pages(NamedTuple):
    """What a web search gave, and how it went."""

    pages: tuple[WebPage, ...]
    outcome: SourceOutcome
