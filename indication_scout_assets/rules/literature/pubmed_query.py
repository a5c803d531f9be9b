"""The PubMed query of a (drug, disease) pair.

What belongs here: names in, query text out, and leaving out phrases PubMed turned out not to know. Every name comes
from some other source and is quoted so that nothing in it can act as PubMed syntax.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date

from ...domain.diseases import NormalizedName
from ...domain.outcomes import PermanentFailure
from ..language.sentences import BRACKETED
from ..names.name_matching import natural_order, unique_names

MAX_SYNONYMS = 8
"""Names per side. More add names that PubMed's phrase index lacks, hardly any papers."""
MAX_SPELLINGS = 2
"""Plurals and other spellings of these names added on top: PubMed takes a quoted phrase literally."""
MAX_NAME_LENGTH = 60
"""Characters. Longer names are systematic chemical names or definitions; no title or abstract uses them."""
OPERATOR = re.compile(r"\b(?:AND|OR|NOT)\b")
"""What PubMed, and OpenAlex too, take for an operator between words: in capitals only."""

_SYNTAX = re.compile(r"""["“”„«»()\[\]{}<>*:;|&#/\\^~=+?!@$%_\x00-\x1f\x7f]""")
_SALT = re.compile(
    r"acetate|anhydrous|benzoate|bes[iy]late|bitartrate|bromide|calcium|chloride|citrate|(?:hemi|mono|di|tri)?hydrate|"
    r"edisylate|esylate|fumarate|gluconate|hcl|(?:di)?hydrochloride|hydrobromide|lactate|magnesium|mal[ae]ate|"
    r"mes[iy]late|napsylate|nitrate|oxalate|pamoate|phosphate|potassium|(?:di)?sodium|succinate|sul(?:f|ph)ate|"
    r"tartrate|tosylate|trifluoroacetate",
    re.IGNORECASE,
)
_EVERYDAY = re.compile(
    r"active|balance|complete|control|drops|gel|generic|injection|liquid|night|oral|original|patch|plus|powder|prime|"
    r"relief|sleep|solution|spray|tablets?|topical|vision|water",
    re.IGNORECASE,
)
"""Names some product really has, and which as a search term mean anything but that product."""
_SHAPE = re.compile(r"\([^()]+\)(?: AND \([^()]+\))*")
_SIDE = re.compile(r'"[^"]+"\[(?:mh|nm|tiab)\](?: OR "[^"]+"\[(?:mh|nm|tiab)\])*')
"""The drug's or the disease's names; a filter has other fields."""


def pubmed_query(drug_names: Sequence[str], name: NormalizedName) -> str:
    """``(drug as heading, as substance, or in title or abstract) AND (disease as heading, or in title or abstract)``.

    ``drug_names`` come best first; the first is also searched as heading and substance. Names that mean too many things
    (fewer than four letters, everyday words), that are too long to be written in an abstract, or that another chosen
    name already covers ("sildenafil citrate" beside "sildenafil") are left out. A heading wider than the disease is no
    name of it; it is searched for itself (``wider_heading_query``).

    Raises:
        PermanentFailure: no name of one of the two can be searched.
    """
    return f"{_drug_side(drug_names)} AND {disease_query(name)}"


def wider_heading_query(drug_names: Sequence[str], name: NormalizedName) -> str:
    """``(drug) AND (heading)`` for a disease whose heading is wider: what it finds need not be about the disease.

    Raises:
        PermanentFailure: no name of the drug can be searched, or the disease has no wider heading.
    """
    if not name.is_broader:
        raise PermanentFailure(f"{name.disease_name!r} has no wider heading to be searched in PubMed.")
    return f"{_drug_side(drug_names)} AND ({_heading(name)})"


HARM_QUALIFIERS = ("adverse effects", "toxicity", "poisoning")
"""Qualifiers of a drug's heading that say that the article is about harm by it."""


def use_queries(drug_names: Sequence[str]) -> tuple[str, str]:
    """How uses are searched by the drug alone: as a major topic or in the title, and by its names wherever they stand.

    Raises:
        PermanentFailure: no name of the drug can be searched.
    """
    by_names, names = _drug_side(drug_names), drug_search_names(drug_names)
    titles = " OR ".join(f'"{name}"[ti]' for name in names)
    return f'("{names[0]}"[majr] OR {titles})', by_names


def harm_queries(drug_names: Sequence[str]) -> tuple[str, str]:
    """How harm is searched by the drug alone: by the qualifiers of its heading, and by its names, for records without
    qualifiers.

    Raises:
        PermanentFailure: no name of the drug can be searched.
    """
    by_names, heading = _drug_side(drug_names), drug_search_names(drug_names)[0]
    qualified = " OR ".join(f'"{heading}/{qualifier}"[mh]' for qualifier in HARM_QUALIFIERS)
    return f"({qualified})", by_names


def _drug_side(drug_names: Sequence[str]) -> str:
    drugs = drug_search_names(drug_names)
    if not drugs:
        raise PermanentFailure(f"None of the drug's names ({', '.join(drug_names)[:100]}) can be searched in PubMed.")
    terms = [f'"{drugs[0]}"[mh]', f'"{drugs[0]}"[nm]', *(f'"{drug}"[tiab]' for drug in drugs)]
    return f"({' OR '.join(terms)})"


def disease_query(name: NormalizedName) -> str:
    """The disease's side of ``pubmed_query`` alone, for what names no single drug.

    Raises:
        PermanentFailure: no name of the disease can be searched.
    """
    return f"({' OR '.join(_disease_terms(name))})"


def with_filters(query: str, *filters: str) -> str:
    """The query and every filter, each in its parentheses; empty ones are left out."""
    return " AND ".join([query, *(f"({condition})" for condition in filters if condition)])


def entered_until(day: date | None) -> str:
    """The filter for records that PubMed had on that day; empty without one."""
    return f'"1800/01/01"[edat] : "{day:%Y/%m/%d}"[edat]' if day else ""


def entered_since(day: date) -> str:
    """The filter that keeps records PubMed has had since the day, that day's included."""
    return f'"{day:%Y/%m/%d}"[edat] : "3000/12/31"[edat]'


def published_since(year: int) -> str:
    """The filter for records published in that year or later."""
    return f'"{year}"[dp] : "3000"[dp]'


def without_phrases(query: str, phrases: Collection[str]) -> str | None:
    """The query of ``pubmed_query`` or ``disease_query``, filters and all, without the phrases PubMed does not know.

    PubMed replaces an unknown phrase by its separate words, which finds papers that name something else. ``None`` where
    no phrase of the drug, or nothing at all of the disease, would be left, and for queries of another shape. Filters
    stay as they are.
    """
    if not _SHAPE.fullmatch(query):
        return None
    groups = query[1:-1].split(") AND (")
    sides = [group.split(" OR ") for group in groups if _SIDE.fullmatch(group)]
    filters = groups[len(sides) :]
    if len(sides) not in (1, 2) or any(_SIDE.fullmatch(condition) for condition in filters):
        return None
    unknown = {f'"{plain(phrase)}"[tiab]'.casefold() for phrase in phrases}
    kept = [[term for term in side if term.casefold() not in unknown] for side in sides]
    if not kept[-1] or (len(kept) == 2 and not any(term.endswith("[tiab]") for term in kept[0])):
        return None
    return " AND ".join(f"({group})" for group in [*(" OR ".join(side) for side in kept), *filters])


def drug_search_names(drug_names: Iterable[str]) -> list[str]:
    """Names to search a drug by: without salts, see ``search_names``."""
    return search_names(without_salt(drug) for drug in drug_names)


def _disease_terms(name: NormalizedName) -> list[str]:
    diseases = disease_search_names(name)
    is_indexed = name.resolved and name.own_mesh_id is not None
    if not diseases and not is_indexed:
        raise PermanentFailure(why_not_searchable(name, "PubMed"))
    return [*([_heading(name)] if is_indexed else []), *(f'"{disease}"[tiab]' for disease in diseases)]


def _heading(name: NormalizedName) -> str:
    return f'"{plain(name.term)}"[{_heading_field(name)}]'


def disease_search_names(name: NormalizedName) -> list[str]:
    """Names to search a disease by, its own name first: see ``search_names``."""
    return search_names([name.disease_name, *name.names])


def why_not_searchable(name: NormalizedName, service: str) -> str:
    """Why a service cannot be asked for a disease none of whose names can be searched: one plain sentence."""
    own = plain(natural_order(name.disease_name))
    if len(own) > MAX_NAME_LENGTH:
        reason = f"has {len(own)} characters, and hardly any text writes out a name of more than {MAX_NAME_LENGTH}"
    elif _EVERYDAY.fullmatch(own):
        reason = "is an everyday word that means too many other things"
    else:
        reason = "has fewer than four letters and means too many other things"
    others = " Its other names are no better." if len(name.names) > 1 else ""
    return f"{service} was not searched for this disease, because its name {name.disease_name!r} {reason}.{others}"


def search_names(names: Iterable[str]) -> list[str]:
    """Cleaned, natural-order names fit for searching, none covered by another; the same names give the same list.

    Different names come in the order given, at most ``MAX_SYNONYMS``; then other spellings of the first two.
    """
    first_spelling: dict[tuple[str, ...], str] = {}
    for name in (plain(natural_order(name)) for name in names):
        if _means_something(name):
            first_spelling.setdefault(_tokens(name), name)
    kept = [name for key, name in first_spelling.items() if not any(_covers(other, key) for other in first_spelling)]
    distinct = unique_names(kept)
    spellings = [n for n in kept if n not in distinct and len(unique_names([*distinct[:2], n])) == len(distinct[:2])]
    return distinct[:MAX_SYNONYMS] + spellings[:MAX_SPELLINGS]


def plain(name: str) -> str:
    """The name with nothing in it that a query language could read as syntax; a remark in parentheses goes too."""
    return " ".join(_SYNTAX.sub(" ", BRACKETED.sub(" ", name)).split()).strip(" -.,'’")


def without_salt(drug: str) -> str:
    """``sildenafil citrate`` is ``sildenafil``; a name that is only salt words (``sodium chloride``) stays whole."""
    words = plain(drug).split()
    kept = list(words)
    while kept and _SALT.fullmatch(kept[-1]):
        kept.pop()
    return " ".join(kept or words)


def _means_something(name: str) -> bool:
    letters = sum(c.isalpha() for c in name)
    digits = sum(c.isdigit() for c in name)
    is_code = letters >= 2 and digits >= 4  # UK-92480, LY2835219
    return (letters >= 4 or is_code) and len(name) <= MAX_NAME_LENGTH and not _EVERYDAY.fullmatch(name)


def _tokens(name: str) -> tuple[str, ...]:
    """The words as PubMed's phrase index has them: without case and hyphens."""
    return tuple(re.findall(r"[^\W_]+", name.casefold()))


def _covers(shorter: tuple[str, ...], longer: tuple[str, ...]) -> bool:
    """Whether every text that has the longer phrase has the shorter one as well."""
    size = len(shorter)
    return size < len(longer) and any(longer[i : i + size] == shorter for i in range(len(longer) - size + 1))


def _heading_field(name: NormalizedName) -> str:
    """Supplementary concepts (UI ``C…``) are indexed beside the headings, as substance names are."""
    return "nm" if (name.mesh_id or "").startswith("C") else "mh"
