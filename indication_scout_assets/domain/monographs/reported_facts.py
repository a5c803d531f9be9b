"""What a report says of a drug's labels: facts word for word with their place, and candidates held against them.

What belongs here: nouns. Which facts a report shows and what is held against them is in ``rules.labels``.
"""

from __future__ import annotations

from enum import StrEnum

from ..base import Value
from ..documents import Citation
from .label_documents import LabelCategory


class LabelFactKind(StrEnum):
    """What a report says of every drug by its labels, in its order."""

    ROUTES = "routes"
    HALF_LIFE = "half-life"
    MAXIMUM_DOSE = "maximum dose"
    HIGHEST_DOSE = "highest dose named"
    """Only where no label sets a maximum."""
    RENAL_DOSE = "dose in renal impairment"
    HEPATIC_DOSE = "dose in hepatic impairment"
    CONTRAINDICATIONS = "contraindications"
    PREGNANCY = "pregnancy"


class LabelQuote(Value):
    """Words of a held label: ``text`` is ``section.text[start:end]``, white space as it stands."""

    text: str
    set_id: str
    """Id of the label: its set id, of a file without one its name."""
    source: str
    region: str
    effective: str
    url: str
    section: LabelCategory
    title: str
    number: str
    page: int | None
    ordinal: int
    """Place of the section in its label."""
    start: int
    end: int
    above: str = ""
    """What stands above it and belongs to it: the line that leads in, the heading, the columns of its table."""
    same_in: int = 1
    """Labels of the drug that hold these very words."""
    product: str = ""
    """Title of the label."""
    indication: str = ""
    """What the product is for: the first words of its label's indications."""


class DrugLabelFact(Value):
    """One fact of the drug's labels."""

    kind: LabelFactKind
    quote: LabelQuote


class DrugLabelFacts(Value):
    """What the labels held of a drug say of it."""

    labels: int = 0
    """Labels of the drug held in full."""
    facts: tuple[DrugLabelFact, ...] = ()


class LabelCheckKind(StrEnum):
    """What a candidate was found to have against the drug's labels."""

    CONTRAINDICATED = "contraindicated by a label"
    DOSE_ABOVE = "dose far above the label"


class LabelCheck(Value):
    """Something about a candidate that the drug's labels speak against, with their words."""

    kind: LabelCheckKind
    quote: LabelQuote
    """The words of the label: what it forbids, or its highest dose."""
    citation: Citation | None = None
    """The sentence of the study, of a dose."""
    daily: float | None = None
    """Milligrams a day in the study."""
    label_daily: float | None = None
    """Milligrams a day that the labels' highest dose comes to."""
