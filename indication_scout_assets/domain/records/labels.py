"""Drug labels and reports of adverse events: what regulators' documents say about a drug.

What belongs here: the label with its sections and the counts of FAERS. A section's offsets refer to its own text.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from ..base import Value
from ..documents import Document, DocumentKind
from ..outcomes import SourceOutcome

FAERS_CAVEAT = (
    "Reports to FAERS are voluntary and unverified: a count shows that an event was reported with the drug, not that "
    "the drug caused it, nor how often it happens."
)
FAERS_LIMITS = (
    "Nobody counts how many take the drug; one case may be reported several times, most are never reported, and "
    "publicity, the drug's age and lawsuits change what is. The drug may have been one of several taken, the event a "
    "sign of the disease it was taken for. Counts of two drugs cannot be compared."
)
"""What else the counts do not show."""

BETWEEN_SECTIONS = "\n\n"
"""What ``Label.text_of`` puts between two sections."""


class ProductType(StrEnum):
    """What a label is for. Only a human drug's label speaks for a human drug."""

    PRESCRIPTION = "human prescription"
    OVER_THE_COUNTER = "human over the counter"
    ANIMAL = "animal"
    HOMEOPATHIC = "homeopathic"
    OTHER = "other"
    """Vaccines, allergen extracts, supplements, bulk ingredients, indexing files…"""
    UNKNOWN = "unknown"


class LabelSection(Value):
    """One section of a label."""

    code: str
    """LOINC code; a section without one has that of the nearest section above it."""
    kind: str
    """``indications``, ``boxed_warning``, ``contraindications``, ``warnings``, ``adverse_reactions``,
    ``interactions``, ``dosage``, ``mechanism``, ``pharmacology``, ``studies`` or ``other``."""
    title: str
    text: str


class LabelVersion(Value):
    """A version of a label."""

    version: str
    day: date | None = None
    """When its source published it; where that is not known, the day it is in force from."""


class Label(Value):
    """The current version of one label."""

    set_id: str
    source: str
    """``DailyMed`` or ``openFDA``."""
    title: str
    version: str = ""
    effective: date | None = None
    published: date | None = None
    """When its source published this version, where it says so."""
    history: tuple[LabelVersion, ...] | None = ()
    """Its versions, this one included, newest first: asked for where an earlier run read another version. ``None``
    where the source gave no answer."""
    ingredients: tuple[str, ...] = ()
    """Active ingredients in lower case, as the label names them, salts included."""
    moieties: tuple[str, ...] = ()
    """The active part of each ingredient (``sildenafil`` of ``sildenafil citrate``), where the label states it."""
    uniis: tuple[str, ...] = ()
    """FDA's codes of the active ingredients as labelled (UNII); sources may give them in another order."""
    classes: tuple[str, ...] = ()
    """Established pharmacologic classes (EPC), where the source gives them."""
    brand_names: tuple[str, ...] = ()
    sections: tuple[LabelSection, ...] = ()
    product_type: ProductType = ProductType.UNKNOWN
    url: str = ""
    same_boxed_warning: int = 0
    """Labels of the drug with this very boxed warning, of all that its source has; 0 where nobody counted."""
    demonstration: bool = False

    @property
    def dated_version(self) -> LabelVersion:
        """Its version with the day it is of."""
        return LabelVersion(version=self.version, day=self.published or self.effective)

    @property
    def document(self) -> Document:
        """The texts of the label by kind of section. Two sources may hold one set id with other texts."""
        kinds = dict.fromkeys(section.kind for section in self.sections if section.text)
        return Document(
            kind=DocumentKind.LABEL,
            id=self.set_id,
            source=self.source,
            title=self.title,
            texts={kind: self.text_of(kind) for kind in kinds},
        )

    def text_of(self, kind: str) -> str:
        """The text of all sections of a kind, blank line between two."""
        return BETWEEN_SECTIONS.join(s.text for s in self.sections if s.kind == kind and s.text)


class EventCount(Value):
    """How many reports name a reaction (MedDRA preferred term)."""

    term: str
    reports: int


class AdverseEvents(Value):
    """Reports to FAERS that name the drug."""

    reports: int
    """Reports in all."""
    serious: int | None = None
    reactions: tuple[EventCount, ...] = ()
    """Most reported first."""
    last_updated: str = ""
    caveat: str = f"{FAERS_CAVEAT} {FAERS_LIMITS}"
    demonstration: bool = False
    """True for invented counts."""


class LabelIndication(Value):
    """A text of indications and usage, over all labels of the drug that were read."""

    text: str
    """``Label.text_of("indications")`` of the newest label that carries it."""
    labels: int
    """Labels that carry it, in whatever case and spacing."""
    set_id: str = ""
    """The newest of them."""
    source: str = ""
    single_ingredient: bool = True
    """Whether the drug is these labels' only active ingredient."""


class DrugLabels(NamedTuple):
    """What is known of a drug's labels: those kept in full, and the texts of indications over all that were read."""

    labels: Sequence[Label] = ()
    indications: Sequence[LabelIndication] = ()


class LabelMention(Value):
    """A label's section that names a candidate disease: one exact sentence of it."""

    set_id: str
    source: str
    kind: str
    sentence: str
    start: int
    """Of the sentence in ``Label.text_of(kind)``."""
    end: int
    score: float
    """Rank within the pair, 0 to 1, higher is nearer to the question."""
    negated: bool = False
    """The sentence says that the drug is not for the disease, or that nothing is established: "not indicated for",
    "has not been studied in", a limitation of use."""

    @property
    def key(self) -> str:
        """Where it stands, as one word: label, kind of section and first character."""
        return f"{self.set_id}:{self.kind}:{self.start}"


class BoxedWarning(Value):
    """A boxed warning, once for all labels that carry it."""

    text: str
    """``Label.text_of("boxed_warning")`` of the first of them."""
    set_ids: tuple[str, ...]
    """Labels that carry it, in the order given."""
    labels: int = 0
    """Labels that carry it, those counted by their source and not kept among them."""
    source: str
    single_ingredient: bool = True
    """False where only labels of combinations carry it: it may be about the other ingredient."""


class LabelSearch(NamedTuple):
    """What a source of labels answered about a drug."""

    labels: tuple[Label, ...]
    """Those returned in full, fittest first: as many as asked for, and further ones for boxed warnings these lack."""
    outcome: SourceOutcome
    indications: tuple[LabelIndication, ...] = ()
    """The distinct texts of indications over all labels read, most carried first."""
    warnings: tuple[str, ...] = ()
    """What was left out and why, one sentence each."""


class AdverseEventSearch(NamedTuple):
    """What FAERS answered about a drug."""

    events: AdverseEvents | None
    """``None`` where no report names the drug."""
    outcome: SourceOutcome
