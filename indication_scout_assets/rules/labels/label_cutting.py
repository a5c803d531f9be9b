"""A printed label as a monograph: sections with their category, fact spans with what they say, pictures by kind, names.

What belongs here: putting together what the modules beside it read, and the check that nothing was lost; which labels
of a run are held, and the texts openFDA gives of one. SPL and PDF are read in ``sources.formats``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from ...domain.base import fingerprint
from ...domain.monographs.label_documents import (
    FactSpan,
    LabelCategory,
    LabelDocument,
    LabelForm,
    LabelPicture,
    LabelTemplate,
    Monograph,
    MonographSection,
    PictureKind,
    PrintedLabel,
    PrintedPicture,
    PrintedSection,
    SpanForm,
)
from ...domain.outcomes import PermanentFailure
from ...domain.records.labels import Label, ProductType
from .drug_aliases import aliases_of
from .fact_spans import cut
from .label_attributes import attributes_said, read_assertion, values_in
from .label_categories import categories
from .label_rules import is_for_people, is_single_ingredient

RULES = "9"
"""Version of the rules in code by which labels are cut: sections, spans, attributes, assertions, kinds of pictures."""
MOST_LABELS = 5
"""Labels of a drug held in full by its run."""
REGIONS = {LabelTemplate.FDA: "US", LabelTemplate.SMPC: "EU", LabelTemplate.CANADA: "CA"}
_GRAPHS = frozenset(
    {
        LabelCategory.CLINICAL_STUDIES,
        LabelCategory.PHARMACOKINETICS,
        LabelCategory.PHARMACODYNAMICS,
        LabelCategory.CLINICAL_PHARMACOLOGY,
        LabelCategory.MECHANISM,
        LabelCategory.ADVERSE_REACTIONS,
        LabelCategory.WARNINGS,
        LabelCategory.INTERACTIONS,
    }
)


@cache
def cut_by() -> str:
    """What names the rules a label is cut by: their version and the files they read."""
    folder = files(__package__)
    texts = [
        folder.joinpath(name).read_text(encoding="utf-8") for name in ("attributes.toml", "section_categories.csv")
    ]
    return fingerprint(RULES, *texts)


def monograph(printed: PrintedLabel, drug: str, document_id: str, source: str, region: str = "") -> Monograph:
    """Cut a label held for ``drug``; ``document_id`` names it in answers.

    Raises:
        PermanentFailure: it has no text, or a character of it would be in no span or in two.
    """
    document = document_of(printed, drug, document_id, source, region)
    sections = sections_of(printed, document_id)
    spans = tuple(span for section in sections for span in spans_of(section))
    if not spans:
        raise PermanentFailure(f"The label {document_id} holds no text that could be quoted.")
    pictures = pictures_of(printed, sections, document_id)
    return Monograph(document, sections, spans, pictures, aliases_of(document.drug, printed))


def document_of(printed: PrintedLabel, drug: str, document_id: str, source: str, region: str = "") -> LabelDocument:
    """The label without its text."""
    printed_so = printed.model_dump(include={"form", "version", "effective", "title", "url", "sha256"})
    region = region or REGIONS[printed.template]
    return LabelDocument(id=document_id, drug=drug_key(drug), region=region, source=source, **printed_so)


def drug_key(name: str) -> str:
    """The name under which labels of a drug are held: lower case, single blanks."""
    return " ".join(name.lower().split())


def sections_of(printed: PrintedLabel, document_id: str) -> tuple[MonographSection, ...]:
    """The label's sections with their category, in order."""
    read = categories(printed.sections, printed.template)
    return tuple(
        MonographSection(document=document_id, ordinal=place, **read_as._asdict(), **dict(section))
        for place, (section, read_as) in enumerate(zip(printed.sections, read, strict=True))
    )


def spans_of(section: MonographSection) -> Iterator[FactSpan]:
    """The fact spans of a section, in order.

    Raises:
        PermanentFailure: a character of it would be in no span or in two.
    """
    last = covered = 0
    for ordinal, piece in enumerate(cut(section.text)):
        text = section.text[piece.start : piece.end]
        if piece.start < last or not text:
            raise PermanentFailure(f"Section {section.ordinal} of {section.document} was not cut cleanly.")
        last = piece.end
        covered += len("".join(text.split()))
        how = read_assertion(text)
        yield FactSpan(
            document=section.document,
            section=section.ordinal,
            ordinal=ordinal,
            text=text,
            **piece._asdict(),
            assertion=how.assertion,
            values=values_in(text),
            attributes=() if piece.form is SpanForm.TITLE else attributes_said(text, section.category),
            conditions=tuple((piece.start + start, piece.start + end) for start, end in how.conditions),
        )
    if covered != len("".join(section.text.split())):
        raise PermanentFailure(f"Section {section.ordinal} of {section.document} was not cut completely.")


def pictures_of(
    printed: PrintedLabel, sections: Sequence[MonographSection], document_id: str
) -> tuple[LabelPicture, ...]:
    """The label's pictures with what they show."""
    pictures: list[LabelPicture] = []
    for picture in printed.pictures:
        first = not any(before.kind is PictureKind.STRUCTURE for before in pictures)
        kind = _kind(picture, sections[picture.section].category, first=first)
        pictures.append(LabelPicture(document=document_id, kind=kind, **dict(picture)))
    return tuple(pictures)


def _kind(picture: PrintedPicture, category: LabelCategory, *, first: bool) -> PictureKind:
    """What a picture shows. The first picture of a description, before any figure's caption, is the formula."""
    if category is LabelCategory.DESCRIPTION and first and not picture.caption:
        return PictureKind.STRUCTURE
    if category is LabelCategory.PACKAGE_LABEL:
        return PictureKind.PACKAGE
    return PictureKind.GRAPH if category in _GRAPHS else PictureKind.OTHER


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
