"""What a section of a label is about: its category, read from its code, its number, its title or the section above.

What belongs here: the decision and why it was taken. Codes, numbers and words of titles are data, in
``section_categories.csv``.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ...domain.monographs.label_documents import CategoryMethod, LabelCategory, LabelTemplate, PrintedSection
from .fact_spans import is_heading

_GENERAL = frozenset(
    {
        LabelCategory.WARNINGS,
        LabelCategory.SPECIFIC_POPULATIONS,
        LabelCategory.CLINICAL_PHARMACOLOGY,
        LabelCategory.OTHER,
        LabelCategory.PACKAGE_LABEL,
    }
)
"""Categories under which a more exact title decides: "Usage in Pregnancy" coded as a warning is about pregnancy."""
_KEEPS_ITS_OWN = frozenset(
    {
        LabelCategory.PATIENT_INFORMATION,
        LabelCategory.PACKAGE_LABEL,
        LabelCategory.CLINICAL_STUDIES,
        LabelCategory.NONCLINICAL_TOXICOLOGY,
        LabelCategory.REFERENCES,
        LabelCategory.BOXED_WARNING,
        LabelCategory.CONTRAINDICATIONS,
        LabelCategory.ADVERSE_REACTIONS,
        LabelCategory.DOSAGE_FORMS,
        LabelCategory.INTERACTIONS,
        LabelCategory.INDICATIONS,
    }
)
"""Categories that everything below belongs to, whatever its title: "Pregnancy" in a leaflet is the leaflet's."""
_SPECIFIC = frozenset(
    {
        LabelCategory.PREGNANCY,
        LabelCategory.LACTATION,
        LabelCategory.PEDIATRICS,
        LabelCategory.GERIATRICS,
        LabelCategory.RENAL_IMPAIRMENT,
        LabelCategory.HEPATIC_IMPAIRMENT,
        LabelCategory.FERTILITY,
    }
)


_BESIDE_PRECAUTIONS = frozenset(
    {LabelCategory.INTERACTIONS, LabelCategory.PATIENT_INFORMATION, LabelCategory.NONCLINICAL_TOXICOLOGY}
)
"""What the older form prints below "Precautions"."""


_KINDS = {
    **{
        category: category.value
        for category in (
            LabelCategory.INDICATIONS,
            LabelCategory.BOXED_WARNING,
            LabelCategory.CONTRAINDICATIONS,
            LabelCategory.WARNINGS,
            LabelCategory.ADVERSE_REACTIONS,
            LabelCategory.INTERACTIONS,
            LabelCategory.DOSAGE,
            LabelCategory.MECHANISM,
        )
    },
    LabelCategory.CLINICAL_PHARMACOLOGY: "pharmacology",
    LabelCategory.PHARMACODYNAMICS: "pharmacology",
    LabelCategory.PHARMACOKINETICS: "pharmacology",
    LabelCategory.CLINICAL_STUDIES: "studies",
}
"""``LabelSection.kind`` of what reports read; all else is ``other``."""
PURPOSE = "55105-1"
"""The code of what an over-the-counter label is for in a word or two, which beside its uses only repeats them."""


class ReadCategory(NamedTuple):
    """A section's category, what it was read from, and why one should doubt it."""

    category: LabelCategory
    method: CategoryMethod
    flag: str = ""


class _Tables(NamedTuple):
    codes: dict[str, LabelCategory]
    numbers: dict[LabelTemplate, dict[str, LabelCategory]]
    titles: tuple[tuple[re.Pattern[str], LabelCategory], ...]


@cache
def _tables() -> _Tables:
    text = files(__package__).joinpath("section_categories.csv").read_text(encoding="utf-8")
    rows = [(row["system"], row["key"], LabelCategory(row["category"])) for row in csv.DictReader(text.splitlines())]
    return _Tables(
        {key: category for system, key, category in rows if system == "code"},
        {t: {key: category for system, key, category in rows if system == t.value} for t in LabelTemplate},
        tuple((re.compile(key, re.IGNORECASE), category) for system, key, category in rows if system == "title"),
    )


def categories(sections: Sequence[PrintedSection], template: LabelTemplate) -> list[ReadCategory]:
    """The category of every section, in order; a section's parent stands before it."""
    read: list[ReadCategory] = []
    for section in sections:
        above = read[section.parent] if section.parent is not None else None
        read.append(_category(section, template, above))
    return read


def kind_of_code(code: str) -> str:
    """``LabelSection.kind`` of a section by its LOINC code."""
    return "other" if code == PURPOSE else _KINDS.get(_tables().codes.get(code, LabelCategory.OTHER), "other")


def title_category(title: str) -> LabelCategory | None:
    """What the words of a title say; ``None`` where they say nothing."""
    words = title.strip().rstrip(":").strip()
    return next((category for pattern, category in _tables().titles if pattern.search(words)), None)


def _category(section: PrintedSection, template: LabelTemplate, above: ReadCategory | None) -> ReadCategory:
    titled = title_category(section.title or _first_line(section))
    if above and above.category in _KEEPS_ITS_OWN:
        return ReadCategory(above.category, CategoryMethod.INHERITED)
    for stated, method in _stated(section, template):
        if method is CategoryMethod.NUMBER and template is LabelTemplate.SMPC:
            return ReadCategory(stated, method)
        return _weighed(section, stated, method, titled, above)
    if titled and (above is None or _divides(above.category, titled, section)):
        return ReadCategory(titled, CategoryMethod.TITLE)
    if above and above.category is not LabelCategory.OTHER:
        return ReadCategory(above.category, CategoryMethod.INHERITED)
    return ReadCategory(titled or LabelCategory.OTHER, CategoryMethod.TITLE if titled else CategoryMethod.NONE)


def _first_line(section: PrintedSection) -> str:
    """The first line of a section without title and code, where it heads the rest; else empty."""
    first, _, rest = section.text.partition("\n")
    return first if not section.code and is_heading(first.strip(), rest) else ""


def _divides(above: LabelCategory, titled: LabelCategory, section: PrintedSection) -> bool:
    """Whether a section without a code is about what its title says, and not about what stands above it."""
    if above is LabelCategory.DOSAGE:
        return titled in (LabelCategory.RENAL_IMPAIRMENT, LabelCategory.HEPATIC_IMPAIRMENT)
    if above is LabelCategory.WARNINGS:  # in the newer form a numbered warning is one whatever it warns of
        return not section.number and titled in _SPECIFIC | _BESIDE_PRECAUTIONS
    return above is not LabelCategory.DESCRIPTION


def _stated(section: PrintedSection, template: LabelTemplate) -> Iterator[tuple[LabelCategory, CategoryMethod]]:
    """What code and number state, the surer first."""
    tables = _tables()
    if section.code in tables.codes:
        yield tables.codes[section.code], CategoryMethod.CODE
    if section.number in tables.numbers[template]:
        yield tables.numbers[template][section.number], CategoryMethod.NUMBER


def _weighed(
    section: PrintedSection,
    stated: LabelCategory,
    method: CategoryMethod,
    titled: LabelCategory | None,
    above: ReadCategory | None,
) -> ReadCategory:
    """The stated category held against the title and the section above."""
    misplaced = above and stated is LabelCategory.BOXED_WARNING and above.category is not LabelCategory.WARNINGS
    first_line = section.text.split("\n", 1)[0]
    if above and misplaced and "WARNING" not in f"{section.title} {first_line}".upper():
        flag = f"coded as a boxed warning, without the word, below {above.category.value}"
        return ReadCategory(above.category, CategoryMethod.INHERITED, flag)
    if titled is None or titled is stated:
        return ReadCategory(stated, method)
    if stated in _GENERAL or (titled in _SPECIFIC and (stated in _SPECIFIC or method is CategoryMethod.NUMBER)):
        flag = f"{method.value} says {stated.value}" if stated in _SPECIFIC else ""
        warns = stated is LabelCategory.WARNINGS and titled not in _SPECIFIC | {LabelCategory.ABUSE_DEPENDENCE}
        return ReadCategory(stated, method) if warns else ReadCategory(titled, CategoryMethod.TITLE, flag)
    if method is CategoryMethod.NUMBER and "." in section.number:  # the parts of 12 are numbered as they come
        return ReadCategory(titled, CategoryMethod.TITLE, f"number says {stated.value}")
    alike = {stated, titled} <= {LabelCategory.HOW_SUPPLIED, LabelCategory.STORAGE, LabelCategory.DOSAGE_FORMS}
    return ReadCategory(stated, method, "" if alike else f"title says {titled.value}")


def numbered_titles(template: LabelTemplate) -> frozenset[str]:
    """The numbers of sections a template has."""
    return frozenset(_tables().numbers[template])
