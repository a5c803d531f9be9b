"""Is the heading a disease is indexed by the disease itself, or a wider one?

What belongs here: pure rules over names and cross-references. E-utilities give a heading's entry terms in one list,
those of narrower concepts among them: *Psychotic Disorders* has "schizoaffective disorder". So an entry term alone does
not say that heading and disease are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...domain.diseases import Disease, HeadingScope, NameMethod
from .disease_names import exact_synonyms, is_same_growth, same_concept_name, says_less, variants
from .name_matching import root, same_name, words

MOST = 0.5
"""A form with more than this share of a wider disease's subtypes is the wider disease in all but name: breast cancer is
most of breast neoplasm, congestive heart failure of heart failure."""


def scope_of(heading: str, entry_terms: Sequence[str], disease: Disease, method: NameMethod) -> HeadingScope:
    """What a heading covers that was found for the disease, as far as the disease's own record tells.

    It is the disease where it is called like it, by its name or an exact synonym, or where the ontology refers to it;
    but not where it is called like a term above the disease. One that has the name among its entry terms alone is wider
    where a term above is among them as well, or where it says less than the name. Of the terms above, a record names
    parents and therapeutic areas; ``is_above`` looks at the others.
    """
    if _is_own_name(heading, disease):
        return HeadingScope.SAME
    above = names_above(disease)
    if _is_called(heading, above):
        return HeadingScope.BROADER
    if method is NameMethod.CROSS_REFERENCE or _is_called(heading, exact_synonyms(disease)):
        return HeadingScope.SAME
    wider = any(same_name(term, name) for term in entry_terms for name in above) or says_less(heading, disease.name)
    return HeadingScope.BROADER if wider else HeadingScope.SAME


def rests_on_entry_term(heading: str, disease: Disease, method: NameMethod) -> bool:
    """Whether nothing but an entry term joins heading and disease: the terms above must be asked (``is_above``)."""
    referred = method is NameMethod.CROSS_REFERENCE
    return not (referred or _is_own_name(heading, disease) or _is_called(heading, exact_synonyms(disease)))


def is_above(heading: str, mesh_id: str | None, disease: Disease, terms: Iterable[Disease]) -> bool:
    """Whether the heading is that of one of ``terms``, all of them above the disease: by their names and references."""
    others = [term for term in terms if term.id != disease.id and not is_same_growth(term.name, disease.name)]
    return any(mesh_id in term.mesh_ids or _is_called(heading, (term.name, *exact_synonyms(term))) for term in others)


def is_most_of(form: Disease, wider: Disease, share: float = MOST) -> bool:
    """Whether more than this share of the wider disease's subtypes are the form's: it is the same in all but name."""
    return form.descendant_count > share * wider.descendant_count


def parents_of_heading(heading: str, disease: Disease) -> tuple[str, ...]:
    """Ids of the parents that are called like the heading: "heart failure" of congestive heart failure."""
    return tuple(parent.id for parent in disease.parents if _is_called(heading, [parent.name]))


def names_above(disease: Disease) -> list[str]:
    """Names of parents and therapeutic areas, but for those that MeSH does not tell from the disease."""
    above = [term.name for term in (*disease.parents, *disease.therapeutic_areas) if term.id != disease.id]
    return [name for name in above if not is_same_growth(name, disease.name)]


def _is_own_name(heading: str, disease: Disease) -> bool:
    own = _is_called(heading, (disease.name, *variants(disease.name)))
    return own or is_same_growth(heading, disease.name)


def _is_called(heading: str, names: Iterable[str]) -> bool:
    """Whether the heading itself, not an entry term of it, is one of the names.

    Disease and disorder are one word here, a syndrome is another: *Metabolic Syndrome* is no "metabolic disease".
    """
    return any(
        same_name(heading, name) or (same_concept_name(heading, name) and _is_syndrome(heading) is _is_syndrome(name))
        for name in names
    )


def _is_syndrome(name: str) -> bool:
    return root("syndrome") in words(name)
