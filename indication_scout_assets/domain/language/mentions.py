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

from ..articles import Article
from ..diseases import NormalizedName
from ..names_match import fold, mask_names
from .vocabulary import AGENT, MEASURED_BY_ALL, MEASURES

DRUG = "\ue000"
DISEASE = "\ue001"
MEASURE = "\ue002"
"""Private-use characters: no source text holds them, and folding leaves them alone."""

_INTRODUCED = re.compile(r"\(\s*(?P<short>[A-Za-z][A-Za-z0-9-]{1,9})\s*[);,]")
_BEFORE = 120
"""Characters before the bracket in which the long form must end."""
_FORM = r"(?:\s(?:\w{2,3}|hydrochloride|extended[\s-]release|sustained[\s-]release))?"
"""What may follow a drug's name: SR, ER, 32…"""
_COMBINED = re.compile(
    rf"[a-z]{{4,}}{_FORM}\s?(?:[/+]|plus|and)\s?{DRUG}{_FORM}$|{DRUG}{_FORM}\s?(?:[/+]|plus|and)\s?[a-z]{{4,}}{_FORM}$"
)
_BESIDE = re.compile(
    rf"""{DRUG}\s?(?:,|versus|vs\.?|plus|compared\ (?:with|to)|[+/]|and(?=\ [\w-]+\ (?:for|in|on|versus|treatment)\b))
        \s?(?P<after>[a-z][\w-]{{3,}})
    |(?P<before>[a-z][\w-]{{3,}})\s?
        (?:versus|vs\.?|plus|compared\ (?:with|to)|[+/]|and(?=\ {DRUG}\ (?:for|in|on|versus|treatment)\b))\s?{DRUG}""",
    re.VERBOSE,
)
"""What a title names beside the drug as its equal: "Metformin and berberine for…", "bosentan versus sildenafil"."""
_NO_AGENT = frozenset("placebo standard usual diet best optimal background conventional therapy treatment".split())  # noqa: SIM905


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
        """The folded text with every name of the two masked, and the measures of other diseases."""
        masked = mask_names(text, {DRUG: self.drug_names, DISEASE: self.disease_names})
        return self._foreign_measures.sub(MEASURE, masked) if self._foreign_measures else masked

    @cached_property
    def _foreign_measures(self) -> re.Pattern[str] | None:
        """What is measured in other diseases than this one; ``None`` where nothing is foreign to it."""
        names = fold(" ; ".join(self.disease_names))
        if MEASURED_BY_ALL.search(names):
            return None
        foreign = [measure for measure, diseases in MEASURES if not re.search(diseases, names)]
        return re.compile("|".join(foreign)) if foreign else None


@dataclass(frozen=True)
class ArticleReader:
    """One article as the pair sees it."""

    pair: Pair
    article: Article

    @cached_property
    def _short_forms(self) -> dict[str, str]:
        """Abbreviations the article gives the drug, the disease or a combination with the drug, and what they mask."""
        found = {}
        text = self.article.text
        for match in _INTRODUCED.finditer(text):
            if match["short"].islower():
                continue
            before = self.pair.mask(text[max(0, match.start() - _BEFORE) : match.start()]).rstrip()
            if combined := _COMBINED.search(before):
                found[match["short"]] = combined[0]
            elif before.endswith((DRUG, DISEASE)):
                found[match["short"]] = before[-1]
        return found

    @cached_property
    def _agents_beside(self) -> frozenset[str]:
        """What the title names beside the drug as its equal."""
        found = (match["after"] or match["before"] for match in _BESIDE.finditer(self.mask(self.article.title)))
        return frozenset(found) - _NO_AGENT

    def mask(self, text: str) -> str:
        """A sentence of the article, folded and masked."""
        for short, mask in self._short_forms.items():
            text = re.sub(rf"(?<![\w-]){re.escape(short)}(?:s|\d{{1,3}})?(?![^\W_])", mask, text)
        return self.pair.mask(text)

    def names_another_agent(self, masked: str) -> bool:
        """Whether a masked sentence names another drug, or what the article studies beside this one."""
        return bool(AGENT.search(masked)) or not self._agents_beside.isdisjoint(re.findall(r"[\w-]+", masked))
