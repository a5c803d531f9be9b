"""Labels as they are printed and as they are held: sections with a category, fact spans with exact places, pictures.

What belongs here: nouns. How a file becomes a ``PrintedLabel`` is in ``sources.formats``, how that becomes a
``Monograph`` in ``rules.labels``. All offsets are characters of the text of the section, end exclusive.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import NamedTuple

from pydantic import ConfigDict

from ..base import Value


class LabelCategory(StrEnum):
    """What a section of a label is about, whatever the form of the label."""

    BOXED_WARNING = "boxed_warning"
    INDICATIONS = "indications"
    DOSAGE = "dosage"
    DOSAGE_FORMS = "dosage_forms"
    CONTRAINDICATIONS = "contraindications"
    WARNINGS = "warnings"
    ADVERSE_REACTIONS = "adverse_reactions"
    INTERACTIONS = "interactions"
    SPECIFIC_POPULATIONS = "specific_populations"
    PREGNANCY = "pregnancy"
    LACTATION = "lactation"
    FERTILITY = "fertility"
    PEDIATRICS = "pediatrics"
    GERIATRICS = "geriatrics"
    RENAL_IMPAIRMENT = "renal_impairment"
    HEPATIC_IMPAIRMENT = "hepatic_impairment"
    ABUSE_DEPENDENCE = "abuse_dependence"
    OVERDOSAGE = "overdosage"
    DESCRIPTION = "description"
    CLINICAL_PHARMACOLOGY = "clinical_pharmacology"
    MECHANISM = "mechanism"
    PHARMACODYNAMICS = "pharmacodynamics"
    PHARMACOKINETICS = "pharmacokinetics"
    MICROBIOLOGY = "microbiology"
    NONCLINICAL_TOXICOLOGY = "nonclinical_toxicology"
    CLINICAL_STUDIES = "clinical_studies"
    REFERENCES = "references"
    HOW_SUPPLIED = "how_supplied"
    STORAGE = "storage"
    SHELF_LIFE = "shelf_life"
    INCOMPATIBILITIES = "incompatibilities"
    EXCIPIENTS = "excipients"
    DRIVING = "driving"
    PATIENT_INFORMATION = "patient_information"
    PACKAGE_LABEL = "package_label"
    AUTHORISATION = "authorisation"
    OTHER = "other"


class CategoryMethod(StrEnum):
    """What a section's category was read from."""

    CODE = "code"
    NUMBER = "number"
    TITLE = "title"
    INHERITED = "inherited"
    NONE = "none"


class LabelForm(StrEnum):
    """The form of the file a label came as."""

    SPL = "spl"
    PDF = "pdf"


class LabelTemplate(StrEnum):
    """By whose numbering the sections of a label are told."""

    FDA = "fda"
    SMPC = "smpc"
    CANADA = "canada"


class SpanForm(StrEnum):
    """What kind of text a fact span is."""

    SENTENCE = "sentence"
    BULLET = "bullet"
    TABLE_ROW = "table_row"
    CAPTION = "caption"
    TITLE = "title"


class Assertion(StrEnum):
    """How a fact span holds."""

    FACT = "fact"
    CONDITIONAL = "conditional"
    NEGATED = "negated"
    NOT_ESTABLISHED = "not_established"


class PictureKind(StrEnum):
    """What a picture of a label shows."""

    STRUCTURE = "structure"
    GRAPH = "graph"
    LOGO = "logo"
    PACKAGE = "package"
    OTHER = "other"


class PrintedSection(Value):
    """A section as the file has it, with its own text only; those it contains follow it."""

    title: str
    """Without its number."""
    text: str
    number: str = ""
    code: str = ""
    """Its own LOINC code; empty where it has none, or that of unclassified sections."""
    depth: int = 0
    parent: int | None = None
    """Place of the section above it in the list of sections."""
    page: int | None = None
    """First page, from 1, of a PDF."""


class PrintedPicture(Value):
    """A picture as the file has it."""

    file: str
    """Its name; for a PDF the page and the place on it."""
    section: int
    """Place of its section in the list of sections."""
    caption: str = ""
    """The nearest caption before it in its section, "Figure 1 …", else empty."""
    page: int | None = None
    bbox: tuple[float, float, float, float] | None = None
    """Left, bottom, right, top in points, of a PDF."""
    sha256: str = ""
    """Of its bytes, where the file holds them."""


class PrintedLabel(Value):
    """A label as a parser read it, before categories."""

    form: LabelForm
    template: LabelTemplate
    sha256: str
    """Of the file."""
    set_id: str = ""
    version: str = ""
    effective: date | None = None
    title: str = ""
    brands: tuple[str, ...] = ()
    ingredients: tuple[str, ...] = ()
    """Active ingredients, salts and moieties, lower case."""
    sections: tuple[PrintedSection, ...] = ()
    pictures: tuple[PrintedPicture, ...] = ()
    url: str = ""
    prescription: bool = True


class LabelDocument(Value):
    """A label held for a drug, without its text."""

    id: str
    """The set id; of a file without one its name, with ``#2`` for the second label in it."""
    drug: str
    """Generic name of the drug it is held for, lower case."""
    form: LabelForm
    region: str
    """``US``, ``EU`` or ``CA``."""
    source: str
    """``DailyMed``, or what the user named as the origin of the file."""
    version: str = ""
    effective: date | None = None
    title: str = ""
    url: str = ""
    sha256: str = ""

    @property
    def day(self) -> str:
        """Its date, as ``2024-03-31``; empty where it has none."""
        return self.effective.isoformat() if self.effective else ""


class MonographSection(PrintedSection):
    """A section of a held label."""

    document: str
    ordinal: int
    category: LabelCategory
    method: CategoryMethod
    flag: str = ""
    """Why a reader should doubt the category: code and title disagree."""

    @property
    def called(self) -> str:
        """Its title, else what kind of section it is."""
        return self.title or self.category.value.replace("_", " ")


class FactSpan(Value):
    """A piece of a section that can stand as a fact: ``text == section.text[start:end]``."""

    document: str
    section: int
    ordinal: int
    start: int
    end: int
    text: str
    form: SpanForm
    lead_in: str = ""
    """The line above a bullet that ends in a colon."""
    heading: str = ""
    """The nearest heading line above it within the section."""
    header: str = ""
    """The column headings of a table row."""
    group: str = ""
    """The row that heads the rows of a table below it."""
    footnotes: tuple[str, ...] = ()
    """The notes below the table that a row's signs point to."""
    attributes: tuple[str, ...] = ()
    assertion: Assertion = Assertion.FACT
    conditions: tuple[tuple[int, int], ...] = ()
    """Places of the conditions in the section's text."""
    values: tuple[str, ...] = ()
    """Quantities with their units, as they stand."""


class LabelContext(Value):
    """The product whose label words stand in, and what of the label belongs to them."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    drug: str
    indication: str = ""
    """What the product is for: the first words of its label's indications; empty where the label has none."""
    effective: str
    """Date of the label, as ``2024-03-31``; empty where it has none."""
    region: str
    """``US``, ``EU`` or ``CA``."""
    version: str
    url: str
    category: LabelCategory
    """Of the section."""
    form: SpanForm
    assertion: Assertion
    conditions: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    """Quantities with their units, as they stand."""
    lead_in: str = ""
    """The line above a bullet that ends in a colon."""
    heading: str = ""
    """The nearest heading line above it within the section."""
    header: str = ""
    """Of a row of a table: the headings of its columns, between bars as the row."""
    group: str = ""
    """Of a row of a table: the row that heads it."""
    footnotes: tuple[str, ...] = ()
    same_in: int = 1
    """Labels of the drug that hold these very words."""


class LabelPicture(PrintedPicture):
    """A picture of a held label."""

    document: str
    kind: PictureKind
    kind_by: str = ""
    """The vision model that tells what it shows; empty where caption and place do."""


_BEGINS = ((b"\x89PNG", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))


def picture_type(content: bytes) -> str:
    """The media type of a picture by its first bytes; empty for anything but PNG, JPEG and GIF."""
    return next((kind for begin, kind in _BEGINS if content.startswith(begin)), "")


class AliasKind(StrEnum):
    """What a drug's name is to the drug."""

    GENERIC = "generic"
    BRAND = "brand"
    SALT = "salt"
    COMPONENT = "component"


class DrugAlias(Value):
    """A name a drug is asked for by."""

    drug: str
    name: str
    """Lower case."""
    kind: AliasKind


class Monograph(NamedTuple):
    """One label, ready to be stored."""

    document: LabelDocument
    sections: tuple[MonographSection, ...]
    spans: tuple[FactSpan, ...]
    pictures: tuple[LabelPicture, ...]
    aliases: tuple[DrugAlias, ...]
