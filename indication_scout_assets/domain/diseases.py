"""Diseases as the ontology knows them, and their names as PubMed and ClinicalTrials.gov index them.

What belongs here: identity, place in the ontology, and the rules that say whether a term is a disease narrow enough to
be a candidate. How a name is looked up is in ``sources``.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from .base import Value


class DiseaseRef(Value):
    id: str
    name: str


class Disease(Value):
    """A term of the Open Targets disease index (MONDO, EFO, HP, Orphanet…)."""

    id: str
    name: str
    description: str = ""
    synonyms: tuple[str, ...] = ()
    """Exact synonyms only; broader, narrower and related ones mislead a search."""
    cross_references: tuple[str, ...] = ()
    """For example ``MESH:D006976``."""
    obsolete_ids: tuple[str, ...] = ()
    """Ids this term replaced, for example the EFO id a MONDO id took over."""
    parents: tuple[DiseaseRef, ...] = ()
    ancestors: tuple[str, ...] = ()
    """All ancestor ids."""
    therapeutic_areas: tuple[DiseaseRef, ...] = ()
    is_therapeutic_area: bool = False
    descendant_count: int = 0
    drug_count: int | None = None
    """Drugs with any clinical report for the disease; says how crowded it is."""

    def is_cross_reference(self, other_id: str) -> bool:
        """Whether ``other_id``, the id of another ontology's term, is among the cross-references.

        Ids are written ``HP_0000822`` and ``Orphanet_92``, references ``HP:0000822`` and ``ORPHA:92``.
        """
        return _as_reference(other_id) in {_as_reference(reference) for reference in self.cross_references}

    @property
    def mesh_ids(self) -> tuple[str, ...]:
        """MeSH descriptor ids among the cross-references, in their order."""
        out = []
        for ref in self.cross_references:
            prefix, _, code = ref.partition(":")
            if prefix.upper() in {"MESH", "MSH"} and code[:1].upper() in {"D", "C"} and code not in out:
                out.append(code)
        return tuple(out)


def _as_reference(term_id: str) -> str:
    prefix, _, code = term_id.replace("_", ":", 1).partition(":")
    return f"{'orphanet' if prefix.casefold() in {'orpha', 'ordo'} else prefix.casefold()}:{code}"


class NameMethod(StrEnum):
    """How a disease name was turned into an indexed one, best first."""

    CROSS_REFERENCE = "cross_reference"
    SYNONYM = "synonym"
    LANGUAGE_MODEL = "language_model"
    ORIGINAL = "original"
    UNANSWERED = "unanswered"
    """Nobody could be asked, so that the original name stands in: not the same as having no indexed name."""


class HeadingScope(StrEnum):
    """What an indexed name covers."""

    SAME = "same"
    """The disease itself."""
    BROADER = "broader"
    """More than the disease: schizoaffective disorder is filed under *Psychotic Disorders*."""


class NormalizedName(Value):
    """A disease under the name PubMed and ClinicalTrials.gov index it by."""

    disease_id: str
    disease_name: str
    """The ontology's name, always kept."""
    term: str
    """The name to search by; equals ``disease_name`` where nothing was resolved."""
    mesh_id: str | None = None
    """MeSH UI of the term; for an original name, the one the ontology gives although E-utilities do not know it."""
    method: NameMethod
    confidence: float
    """0 to 1; 1 is an exact cross-reference to a heading."""
    entry_terms: tuple[str, ...] = ()
    """The heading's other names: MeSH's entry terms, or the ontology's exact synonyms of an original name."""
    synonyms: tuple[str, ...] = ()
    """The ontology's exact synonyms: names the disease goes by in texts, whatever it is indexed as."""
    note: str = ""
    """Why this term, or why none: one plain sentence."""
    scope: HeadingScope = HeadingScope.SAME
    """Whether the term is the disease itself or a wider heading that has it among its entry terms."""
    of_newborns: bool = Field(default=False, exclude_if=lambda of_newborns: not of_newborns)
    """MeSH files it under the diseases of newborn infants; left out of JSON where it does not."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every name to search and to recognise the disease by, each once; its indexed one first.

        A wider heading and its entry terms name other diseases as well and are not among them.
        """
        if self.is_broader:
            return tuple(dict.fromkeys((self.disease_name, *self.synonyms)))
        return tuple(dict.fromkeys((self.term, self.disease_name, *self.entry_terms, *self.synonyms)))

    @property
    def wider_names(self) -> tuple[str, ...]:
        """The names of a wider heading that are none of the disease; empty where the heading is the disease's own."""
        if not self.is_broader:
            return ()
        return tuple(name for name in dict.fromkeys((self.term, *self.entry_terms)) if name not in self.names)

    @property
    def own_mesh_id(self) -> str | None:
        """The MeSH UI under which only this disease is filed; ``None`` for a wider heading."""
        return None if self.is_broader else self.mesh_id

    @property
    def is_broader(self) -> bool:
        return self.scope is HeadingScope.BROADER

    @property
    def resolved(self) -> bool:
        return self.method not in (NameMethod.ORIGINAL, NameMethod.UNANSWERED)
