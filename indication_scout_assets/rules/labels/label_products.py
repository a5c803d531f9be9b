"""Strengths and forms of a product that a question names, which the labels must have.

What belongs here: the question's words for what is sold, held against the labels' texts; its phrases are in
``product_forms.toml``. A dose that is asked about is none of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from ...domain.monographs.label_documents import LabelCategory, MonographSection
from ...text.numbers import PLAIN_NUMBER
from ..word_tables import read_table
from .label_attributes import Attribute

_ASKED_OF_PRODUCTS = frozenset({"dosage_forms", "how_supplied"})
"""Attributes by which every strength and form of the question is one of the product."""
_SAY_PRODUCTS = frozenset(
    {
        LabelCategory.DESCRIPTION,
        LabelCategory.HOW_SUPPLIED,
        LabelCategory.PACKAGE_LABEL,
        LabelCategory.STORAGE,
        LabelCategory.DOSAGE_FORMS,
        LabelCategory.AUTHORISATION,
    }
)
"""Categories that say what is sold; other sections may name products of others."""
_SAY_HOW_GIVEN = frozenset({LabelCategory.DOSAGE, LabelCategory.INDICATIONS})
"""Categories that say in which form it is given."""
_STRENGTH = re.compile(
    rf"(?<![\w.,/])(?P<number>{PLAIN_NUMBER})\s?(?P<unit>mg|mcg|g|%|milligrams?|micrograms?|percent|units?)"
    r"(?:\s?/\s?(?P<per>\d*(?:\.\d+)?)\s?(?P<volume>mL|L|g)\b)?(?![\w/])",
    re.IGNORECASE,
)
_UNITS = {"milligram": "mg", "microgram": "mcg", "percent": "%"}
_WRITTEN = {"%": "(?:%|percent)", "unit": "units?", "units": "units?", "mcg": "(?:mcg|µg|μg|micrograms?)"}
"""Units as labels write them."""


class _Forms(NamedTuple):
    forms: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    comes_as: re.Pattern[str]
    alone: re.Pattern[str]
    after_strength: re.Pattern[str]


@cache
def _table() -> _Forms:
    table = read_table(__package__, "product_forms.toml")

    def word(pattern: str) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{pattern})", re.IGNORECASE)

    forms = tuple((word(asked), word(says)) for asked, says in table["forms"].items())
    names = ("comes_as", "alone", "after_strength")
    return _Forms(forms, *(re.compile(table["sold"][name], re.IGNORECASE) for name in names))


def lacks_product(question: str, attribute: Attribute | None, sections: Iterable[MonographSection]) -> bool:
    """Whether a question names a strength or form of the product that the labels do not say is sold."""
    table = _table()
    of_product = attribute is not None and attribute.name in _ASKED_OF_PRODUCTS
    strengths = [
        _said(match)
        for match in _STRENGTH.finditer(question)
        if of_product or table.after_strength.match(question[match.end() :])
    ]
    names_form = of_product or bool(strengths or table.comes_as.search(question) or table.alone.search(question))
    forms = [says for asked, says in table.forms if names_form and asked.search(question)]
    if not strengths and not forms:
        return False
    here = list(sections)
    sold = (
        [f"{s.title} {s.text}" for s in here if s.category in _SAY_PRODUCTS] if attribute is None or of_product else []
    )
    sold = sold or [section.text for section in here]
    given = [*sold, *(s.text for s in here if s.category in _SAY_HOW_GIVEN)]
    return _is_missing(strengths, sold) or _is_missing(forms, given)


def _is_missing(patterns: Iterable[re.Pattern[str]], texts: Sequence[str]) -> bool:
    return any(not any(pattern.search(text) for text in texts) for pattern in patterns)


def _said(match: re.Match[str]) -> re.Pattern[str]:
    """How a label says a strength: a simple one may stand in a list, "5, 10 and 20 mg"."""
    number, unit = re.escape(match["number"]), match["unit"].lower()
    unit = next((short for long, short in _UNITS.items() if unit.startswith(long)), unit)
    unit = _WRITTEN.get(unit, unit)
    if not match["volume"]:
        return re.compile(
            rf"(?<![\d.,]){number}\s?-?(?:{unit}|(?:mg|mcg|%)?\s?(?:,|/|and\b|or\b|to\b|-|–)\s*\d)", re.IGNORECASE
        )
    each = re.escape(match["per"]) if match["per"] not in ("", "1") else "1?"
    between = r"\s?(?:/|per|in|\()\s?" if match["per"] else r"\s?(?:/|per)\s?"
    return re.compile(rf"(?<![\d.,]){number}\s?{unit}{between}{each}\s?{match['volume']}\b", re.IGNORECASE)
