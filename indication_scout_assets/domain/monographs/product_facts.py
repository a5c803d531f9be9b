"""Facts of labels as answers and reports show them: words of a section, with the product and what stands above them.

What belongs here: nouns. Which facts answer a question is in ``ranking.retrieval.label_passages``, how spans become
facts in ``rules.labels.label_facts``.
"""

from __future__ import annotations

from pydantic import ConfigDict

from ..base import Value
from .label_documents import Assertion, LabelCategory, SpanForm


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


class LabelFact(LabelContext):
    """A fact span, or neighbouring bullets of a list: ``text == section.text[start:end]``."""

    text: str
    title: str
    """Of the section."""
    number: str
    set_id: str
    """Id of the label's document."""
    page: int | None
    start: int
    end: int
    ordinal: int
    """Of its section in its document."""

    @property
    def where(self) -> str:
        """The section: number and title, else what kind of section it is."""
        return " ".join(filter(None, (self.number, self.title or self.category.value.replace("_", " "))))
