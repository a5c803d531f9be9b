"""A sentence with its drug and its disease masked, so that one set of rules reads every pair.

What belongs here: finding the two in a text by all their names, the abbreviations an article introduces itself
included ("pulmonary arterial hypertension (PAH)"); what else an article is about (other drugs, measures of other
diseases), so that it is not taken for the pair's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..domain.articles import Article
from ..domain.diseases import NormalizedName
from ..domain.names_match import mask_names

DRUG = "\ue000"
DISEASE = "\ue001"
"""Private-use characters: no source text holds them, and folding leaves them alone."""

_INTRODUCED = re.compile(r"\(\s*(?P<short>[A-Za-z][A-Za-z0-9-]{1,9})\s*[);,]")
_BEFORE = 120
"""Characters before the bracket in which the long form must end."""


@dataclass(frozen=True)
class Pair:
    """A drug and a disease under all their names, preferred names first."""

    drug_names: tuple[str, ...]
    disease_names: tuple[str, ...]

    @classmethod
    def of(cls, drug_names: Sequence[str], disease: NormalizedName) -> Pair:
        return cls(tuple(drug_names), tuple(dict.fromkeys((disease.disease_name, *disease.names))))

    @property
    def drug(self) -> str:
        """The drug as a sentence calls it: ``SILDENAFIL`` is sildenafil, research codes stay."""
        name = self.drug_names[0]
        return name.lower() if name.replace(" ", "").isalpha() else name

    @property
    def disease(self) -> str:
        return self.disease_names[0]

    def mask(self, text: str) -> str:
        """The folded text with every name of the two masked."""
        return mask_names(text, {DRUG: self.drug_names, DISEASE: self.disease_names})


@dataclass(frozen=True)
class ArticleReader:
    """One article as the pair sees it."""

    pair: Pair
    article: Article

    @cached_property
    def _short_forms(self) -> dict[str, str]:
        """Abbreviations the article gives the drug or the disease, and the mask of each."""
        found = {}
        text = self.article.text
        for match in _INTRODUCED.finditer(text):
            before = self.pair.mask(text[max(0, match.start() - _BEFORE) : match.start()]).rstrip()
            if before.endswith((DRUG, DISEASE)) and not match["short"].islower():
                found[match["short"]] = before[-1]
        return found

    def mask(self, text: str) -> str:
        """A sentence of the article, folded and masked."""
        for short, mask in self._short_forms.items():
            text = re.sub(rf"(?<![\w-]){re.escape(short)}s?(?![^\W_])", mask, text)
        return self.pair.mask(text)
