"""Whether an article is titled by an approved use of the drug.

What belongs here: finding the use. A trial in people with schizophrenia that measured their anxiety tells of the drug
in schizophrenia first; who weighs it for anxiety has to know.
"""

from __future__ import annotations

from typing import NamedTuple

from ....domain.findings.readings import PairNames
from ....domain.records.articles import Article
from ...language.mentions import DISEASE, Pair
from ...names.name_matching import names_in
from ...names.name_variants import all_variants


class ApprovedUse(NamedTuple):
    """The approved use that a title names."""

    name: str
    """Empty where it names none."""
    alone: bool
    """Whether the title names it and not the disease."""


def approved_use_of(article: Article, pair: PairNames) -> ApprovedUse:
    """The approved use that the title names beside the disease, be it by an adjective ("hypertensive diabetics").

    "Pulmonary hypertension" names no hypertension where it is the disease.
    """
    title = Pair((), pair.disease_names).mask(article.title)
    uses = ((use.name, all_variants(use.names)) for use in pair.approved_uses)
    name = next((name for name, names in uses if names_in(title, names)), "")
    return ApprovedUse(name, bool(name) and DISEASE not in title)
