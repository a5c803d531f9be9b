"""Labels a run has read, as printed labels: which of them are held in full, and the texts openFDA gives of a label.

What belongs here: the choice, and sections from openFDA's fields. SPL and PDF are read in ``sources.formats``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...domain.base import fingerprint
from ...domain.labels import Label, ProductType
from ...domain.monographs.label_documents import LabelForm, LabelTemplate, PrintedLabel, PrintedSection
from .label_rules import is_for_people, is_single_ingredient

MOST_LABELS = 5
"""Labels of a drug held in full by its run."""


def labels_in_full(labels: Sequence[Label], first_source: str) -> list[Label]:
    """The labels whose sections are held: those of ``first_source``, else those of the others, in their order.

    Labels of the drug alone where there are any; none for animals.
    """
    fit = [label for label in labels if is_for_people(label)]
    of_source = [label for label in fit if label.source == first_source] or fit
    alone = [label for label in of_source if is_single_ingredient(label)]
    return list({label.set_id: label for label in alone or of_source}.values())[:MOST_LABELS]


def printed_texts(label: Label) -> PrintedLabel:
    """The texts openFDA gives of a label, section by section as they are: it has no titles, tables or pictures."""
    sections = tuple(
        PrintedSection(title=section.title, text=section.text, code=section.code)
        for section in label.sections
        if section.text
    )
    return PrintedLabel(
        form=LabelForm.SPL,
        template=LabelTemplate.FDA,
        sha256=fingerprint([s.model_dump() for s in sections]),
        set_id=label.set_id,
        version=label.version,
        effective=label.effective,
        title=label.title,
        brands=label.brand_names,
        ingredients=tuple(dict.fromkeys([*label.moieties, *label.ingredients])),
        sections=sections,
        url=label.url,
        prescription=label.product_type is not ProductType.OVER_THE_COUNTER,
    )
