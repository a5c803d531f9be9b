"""A sentence with its drug and its disease masked, so that one set of rules reads every pair.

What belongs here: finding the two in a text by all their names, the abbreviations an article introduces itself
included ("pulmonary arterial hypertension (PAH)"); what else an article is about (other drugs, measures of other
diseases), so that it is not taken for the pair's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ...domain.diseases import NormalizedName
from ...domain.records.articles import Article
from ..kept_readings import kept
from ..names.disease_names import content_words
from ..names.drug_mentions import DRUG_MASK, without_other_agents
from ..names.name_matching import Masks, fold, is_acronym, long_form, means_another, names_in, shortens, words
from ..names.name_variants import all_variants, near_variants
from ..vocabulary import AGENT, CLASSES, MEASURE_PARTS, MEASURED_BY_ALL, MEASURES
from ..worded_pattern import WordedPattern, worded

DRUG = DRUG_MASK
DISEASE = "\ue001"
MEASURE = "\ue002"
"""Private-use characters: no source text holds them, and folding leaves them alone."""

_INTRODUCED = re.compile(r"\(\s*(?P<short>[A-Za-z][A-Za-z0-9-]{1,9})\s*[);,]")
_INTRODUCED_FIRST = re.compile(r"(?P<short>[A-Z](?<![\w-].)[A-Za-z0-9-]{1,9})\s\(\s?(?=[A-Za-z])")
"""``PTU (propylthiouracil)``."""
_STEM = 4
"""Letters that "arterial" and "artery" share."""
_STATISTIC = re.compile(r"a?(?:HR|OR|RR)|IRR|CI|SD|SEM?|IQR")
"""What stands in brackets after a name without being short for it: "zelavir (aRR 1.0)"."""
_BEFORE = 120
"""Characters before the bracket in which the long form must end."""
_SALT_LAST = re.compile(rf"{DRUG}\s\w+(?:ide|ate|ium)$")
_FORM = r"(?:\s(?:\w{2,3}|hydrochloride|extended[\s-]release|sustained[\s-]release))?"
"""What may follow a drug's name: SR, ER, 32…"""
_COMBINED = re.compile(
    rf"[a-z]{{4,}}{_FORM}\s?(?:[/+]|plus|and)\s?{DRUG}{_FORM}$|{DRUG}{_FORM}\s?(?:[/+]|plus|and)\s?[a-z]{{4,}}{_FORM}$"
)
_EQUAL_AGENT = re.compile(
    rf"""{DRUG}\s?(?:,|versus|vs\.?|plus|compared\ (?:with|to)|[+/]|and(?=\ [\w-]+\ (?:for|in|on|versus|treatment)\b))
        \s?(?P<after>[a-z][\w-]{{3,}})
    |(?P<before>[a-z][\w-]{{3,}})\s?
        (?:versus|vs\.?|,?\ or(?=\ {DRUG})|,(?=\ {DRUG},)
        |plus|compared\ (?:with|to)|[+/]|and(?=\ {DRUG}\ (?:for|in|on|versus|treatment)\b))\s?{DRUG}""",
    re.VERBOSE,
)
"""What a title names beside the drug as its equal: "Metformin and berberine for…", "bosentan versus sildenafil"."""
_GROUP_NAME = re.compile(
    rf"""{DISEASE}(?=(?:\ (?:and|&)\ \w+)?(?:\ (?:clinical|cooperative|research|trials?|treatment|collaborative
        |working|oncology)){{0,3}}\ (?:
        group\ b\b|(?:study|research|trials?|cooperative|collaborative|working|oncology)\ (?:group|network|unit)
        |network|society|foundation|association|consortium|institute|federation|league|initiative|trialists?
        |collaboration)\b)
    |(?<=treatment\ of\ ){DISEASE}(?=\ \(eortc)|{DISEASE}(?=\ and\ {DISEASE}\ group\ b\b)""",
    re.VERBOSE,
)
"""The disease as a part of a group's name: "Cancer and Leukemia Group B"."""
_IN_OTHERS = worded(
    "without|not|but no",
    rf"""(?<!percentage\ of\ )(?<!proportion\ of\ )(?<!number\ of\ )(?<!%\ of\ )(?<!more\ )(?<!most\ )
    \b(?:patients?|people|persons|adults|children|infants|women|men|subjects|individuals|those|survivors|participants)
    \ (?:(?:[\w-]+\ ){{0,4}}?(?:without|not\ having|who\ (?:did|do)\ not\ have)
    |(?:with|having)\ (?:[\w-]+\ ){{1,4}}?but\ (?:no|not|without))
    \ (?:(?:an?y?|known|previous|prior|clinical|overt|signs?\ of|evidence\ of|(?:a\ )?history\ of|[\w-]+\ or)\ )*
    (?:[\w-]+\ )?{DISEASE}""",
)
"""The disease as what the people studied have not: "in patients without heart failure"."""
_GIVEN = re.compile(
    rf"""\b(?:receiv\w+|given|assigned|allocated|randomi[sz]ed|(?:treat|inject)\w*\ with|adding
    |(?:addition|administration|infusion|doses?)\ of|administered|started\ on|treatment\ with)
        \ (?:[^\s.;]+\ ){{0,5}}?\W?{DRUG}
    |{DRUG}\ (?:\([^)]*\)\ )?(?:[\w-]+\ )?(?:was|were)\ (?:[\w-]+\ )?
        (?:given|administered|added|infused|injected|started)""",
    re.VERBOSE,
)
"""The drug as what people got in a study."""
_NOT_GIVEN = re.compile(
    rf"\b(versus|vs\.?|compared\ (?:with|to)|than(?:\ (?:did|with|in|on|after))?|and|or)\ no\ {DRUG}", re.VERBOSE
)
"""No drug as what the drug is compared with."""
_COMPARED = re.compile(r"\b(?:compared\ (?:with|to)|than|versus|vs\.?|and|or|unlike)\W+(?:in\W+|the\W+)*$", re.VERBOSE)
"""Before such people: it is to them that those with the disease are compared."""
_LACKED = "another condition"
_GROUP = "group"
"""What stands for the disease in a group's name."""
_NO_AGENT = frozenset(
    ("placebo", "standard", "usual", "diet", "best", "optimal", "background", "conventional", "therapy", "treatment",
     "oral", "with", "efficacy")
)  # fmt: skip


class _Wordings:
    """All wordings of one thing, ready to be looked for in many articles.

    Args:
        wordings: in the order in which they are to be found.
    """

    def __init__(self, wordings: Iterable[str]) -> None:
        self._parts = {wording: frozenset(_parts(wording)) for wording in wordings}
        self._all_parts = sorted(frozenset().union(*self._parts.values()))
        ends = dict.fromkeys(fold(wording).rpartition(" ")[::2] for wording in self._parts)
        self._shared = [(kind, noun) for kind, noun in ends if len(kind) > 3]

    def named_in(self, text: str) -> list[str]:
        """``names_in``, asked only for wordings each word of which the text holds."""
        folded = fold(text)
        held = frozenset(part for part in self._all_parts if part in folded)
        possible = [wording for wording, parts in self._parts.items() if parts <= held]
        return names_in(text, possible) if possible else []

    def sharing_noun_in(self, text: str) -> list[str]:
        """The parts by which lists name what shares its noun: ``breast`` of "breast, lung and skin cancers"."""
        folded = fold(text)
        kinds: dict[str, None] = {}
        for kind, noun in self._shared:
            if kind in folded and noun in folded:
                listed = rf"\b({re.escape(kind)})(?:,|/|\sand\s|\sor\s)[^.;]{{1,60}}?\b{re.escape(noun)}"
                if re.search(listed, folded):
                    kinds[kind] = None
        return list(kinds)


def _without_disease(lacking: re.Match[str]) -> str:
    """What ``_IN_OTHERS`` found, without the disease; as it is where those who have it are compared with these."""
    if _COMPARED.search(lacking.string[: lacking.start()]):
        return lacking[0]
    return f"{lacking[0][:-1]}{_LACKED}"


def explained_otherwise(text: str, names: Sequence[str]) -> frozenset[str]:
    """The acronyms among a disease's names that a text introduces for something else: "coronary heart disease (CHD)".

    What they are introduced for is the disease where it is one of the names, or shares the words of one.
    """
    meant: dict[str, bool] = {}
    acronyms = [name for name in names if is_acronym(name) and name in text]
    for acronym in acronyms if "(" in text else ():
        for long in _long_forms(text, acronym):
            meant[acronym] = meant.get(acronym, False) or _is_one_of(long, names)
    return frozenset(acronym for acronym, is_disease in meant.items() if not is_disease)


def names_disease(text: str, names: Sequence[str]) -> bool:
    """Whether a text names a disease by one of its names, in any wording that it does not explain otherwise."""
    wordings = _wordings(tuple(names)).named_in(text)
    return not explained_otherwise(text, (*wordings, *names)).issuperset(wordings)


def _long_forms(text: str, acronym: str) -> Iterator[str]:
    """What a text introduces an acronym for, wherever it does."""
    for match in _INTRODUCED.finditer(text):
        if match["short"].removesuffix("s") == acronym:
            yield long_form(acronym, text[max(0, match.start() - _BEFORE) : match.start()])
    for match in _INTRODUCED_FIRST.finditer(text):
        inside = " ".join(text[match.end() :].partition(")")[0].lower().split())
        if match["short"].removesuffix("s") == acronym and long_form(acronym, inside) == inside:
            yield inside


def _is_one_of(long: str, names: Sequence[str]) -> bool:
    """Whether a long form is one of the names, or has most of the telling words of one; an empty one is.

    Words with one beginning count as the same. Half of them do where the first is among them: "extrapyramidal signs"
    are extrapyramidal symptoms, "coronary heart disease" is no congenital one.
    """
    others = [name for name in all_variants(names) if not is_acronym(name)]
    if not long or names_in(long, others):
        return True
    stems, first = _stems(long), "".join(words(long)[:1])[:_STEM]
    for name in others:
        own = _stems(name)
        twice_shared, fewest = 2 * len(stems & own), min(len(stems), len(own))
        if twice_shared > fewest or (twice_shared == fewest > 0 and "".join(words(name)[:1]).startswith(first)):
            return True
    return False


def _stems(name: str) -> set[str]:
    return {word[:_STEM] for word in content_words(name)}


@kept(512)
def _wordings(names: tuple[str, ...], *, near: bool = False) -> _Wordings:
    """The wordings of a thing, or of its near kin, kept: a pair's names are looked for in all its articles."""
    return _Wordings([w for name in names for w in near_variants(name)] if near else all_variants(names))


def _parts(wording: str) -> Iterator[str]:
    """A substring of every form of each word of a wording."""
    return (word[:-1] if len(word) > 4 else word for word in words(wording))


@dataclass(frozen=True)
class Pair:
    """A drug and a disease under all their names, preferred names first."""

    drug_names: tuple[str, ...]
    disease_names: tuple[str, ...]
    unused_names: tuple[str, ...] = ()
    """Further names of the disease, which the article that is read does not use."""

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

    @classmethod
    def named_in(
        cls, drug_names: Sequence[str], disease_names: Sequence[str], article: Article, *, near: bool = False
    ) -> Pair | None:
        """The pair under the wordings the article uses, variants included; ``None`` where one of the two is not named.

        Where it names the disease in no wording, a list that shares one noun may: "breast and lung cancers".

        Args:
            near: near kin of the disease counts as well (``near_variants``).
        """
        text = article.text
        drugs = _wordings(tuple(drug_names)).named_in(text)
        if not drugs:
            return None
        wordings = _wordings(tuple(disease_names))
        diseases = wordings.named_in(text) or wordings.sharing_noun_in(text)
        if near:
            kin = _wordings(tuple(disease_names), near=True)
            diseases += kin.named_in(text) or kin.sharing_noun_in(text)
        foreign = explained_otherwise(text, (*diseases, *disease_names))
        diseases = [name for name in diseases if name not in foreign]
        named = any(not means_another(name, article.title) for name in diseases)
        return cls(tuple(drugs), tuple(diseases), tuple(disease_names)) if named else None

    def mask(self, text: str) -> str:
        """The folded text with every name of the two masked, and the measures of other diseases."""
        masked = self._masks.masked(text)
        if DISEASE in masked:
            masked = _GROUP_NAME.sub(_GROUP, masked)
            masked = _IN_OTHERS.sub(_without_disease, masked)
        if DRUG in masked:
            masked = without_other_agents(masked)
        if f" no {DRUG}" in masked:
            masked = _NOT_GIVEN.sub(r"\1 no treatment", masked)
        return self._foreign_measures.sub(MEASURE, masked) if self._foreign_measures else masked

    @cached_property
    def _masks(self) -> Masks:
        return Masks({DRUG: self.drug_names, DISEASE: self.disease_names})

    @cached_property
    def _foreign_measures(self) -> WordedPattern | None:
        """What is measured in other diseases than this one; ``None`` where nothing is foreign to it."""
        names = fold(" ; ".join(self.disease_names))
        if MEASURED_BY_ALL.search(names):
            return None
        foreign = [measure for measure, diseases in MEASURES if not re.search(diseases, names)]
        return WordedPattern(MEASURE_PARTS, re.compile("|".join(foreign))) if foreign else None


@dataclass(frozen=True)
class ArticleReader:
    """One article as the pair sees it."""

    pair: Pair
    article: Article

    @cached_property
    def _named(self) -> Pair:
        """The pair without the acronyms that the article explains otherwise."""
        foreign = explained_otherwise(self.article.text, (*self.pair.disease_names, *self.pair.unused_names))
        return replace(self.pair, disease_names=tuple(n for n in self.pair.disease_names if n not in foreign))

    @cached_property
    def _short_forms(self) -> dict[str, str]:
        """Abbreviations the article gives the drug, the disease or a combination with the drug, and what they mask."""
        meanings = {}
        text = self.article.text
        for match in _INTRODUCED.finditer(text):
            if match["short"].islower() or _STATISTIC.fullmatch(match["short"]):
                continue
            raw = text[max(0, match.start() - _BEFORE) : match.start()]
            before = _SALT_LAST.sub(DRUG, self._named.mask(raw).rstrip())
            combined = _COMBINED.search(before) if DRUG in before else None
            if before.endswith(DRUG) and any(shortens(match["short"], name) for name in self._named.drug_names):
                meanings[match["short"]] = DRUG
            elif combined:
                meanings[match["short"]] = combined[0]
            elif before.endswith((DRUG, DISEASE)) and shortens(match["short"], raw):
                meanings[match["short"]] = before[-1]
        for match in _INTRODUCED_FIRST.finditer(text):
            raw = text[match.end() : match.end() + _BEFORE]
            masked = self._named.mask(raw)
            if masked[:1] in (DRUG, DISEASE) and shortens(match["short"], raw.partition(")")[0]):
                meanings.setdefault(match["short"], masked[0])
        return meanings

    @cached_property
    def names_of_drug(self) -> tuple[str, ...]:
        """The drug's names, and the abbreviations the article gives it."""
        return (*self._named.drug_names, *(short for short, mask in self._short_forms.items() if mask == DRUG))

    @cached_property
    def _short_patterns(self) -> list[tuple[str, re.Pattern[str], str]]:
        return [
            (short, re.compile(rf"(?<![\w-]){re.escape(short)}(?:s|\d{{1,3}})?(?![^\W_])"), mask)
            for short, mask in self._short_forms.items()
        ]

    @cached_property
    def other_agents_of_title(self) -> frozenset[str]:
        """What the title names beside the drug as its equal."""
        agents = (match["after"] or match["before"] for match in _EQUAL_AGENT.finditer(self.mask(self.article.title)))
        return frozenset(agents) - _NO_AGENT

    @cached_property
    def _class_words(self) -> re.Pattern[str] | None:
        """What the article calls the drug by its class; ``None`` where the class is no stand-in for it.

        It is where the title names the class and not the drug, people got the drug, and no other member is named.
        """
        title, text = self._by_name(self.article.title), fold(self.article.text)
        if DRUG in title:
            return None
        for member, words_of_class in CLASSES:
            if not any(member.fullmatch(fold(name)) for name in self._named.drug_names) or not words_of_class.search(
                title
            ):
                continue
            masked = self._by_name(self.article.abstract)
            return words_of_class if _GIVEN.search(masked) and not member.search(self._by_name(text)) else None
        return None

    def _by_name(self, text: str) -> str:
        """A text of the article, folded and masked where the pair's names and the article's short ones stand."""
        for short, pattern, mask in self._short_patterns:
            if short in text:
                text = pattern.sub(mask, text)
        return self._named.mask(text)

    def mask(self, text: str) -> str:
        """A sentence of the article, folded and masked."""
        masked = self._by_name(text)
        return self._class_words.sub(DRUG, masked) if self._class_words else masked

    def names_another_agent(self, masked: str) -> bool:
        """Whether a masked sentence names another drug, or what the article studies beside this one."""
        return bool(AGENT.search(masked)) or not self.other_agents_of_title.isdisjoint(re.findall(r"[\w-]+", masked))
