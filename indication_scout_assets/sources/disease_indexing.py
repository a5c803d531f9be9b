"""Disease names as PubMed and ClinicalTrials.gov index them.

What belongs here: choosing the MeSH record a disease is searched by, and saying why. Looking records up is in
``mesh``; a language model that proposes names is handed in.

The order is: the ontology's own cross-reference to MeSH; the disease's name, its exact synonyms and plain variants of
them, where MeSH has exactly that name; a proposal, where the heading says everything a name of the disease says; else
the original name. A heading that is (also) the name of a parent in the ontology would broaden the disease and is never
taken, unless MeSH files the disease's very own name under it: then it has nothing narrower, and the name says that the
heading is broader (``HeadingScope``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

from ..domain.diseases import Disease, HeadingScope, NameMethod, NormalizedName
from ..domain.outcomes import ScoutError
from ..rules.names.disease_names import (
    exact_synonyms,
    foreign_terms,
    lookup_names,
    same_concept_name,
    says_everything,
    variants,
)
from ..rules.names.heading_scope import is_above, is_most_of, parents_of_heading, rests_on_entry_term, scope_of
from ..rules.names.name_matching import fold, same_name
from .ncbi.mesh import Mesh, MeshRecord

CLINICAL_USAGE = {"eczematoid dermatitis": "Dermatitis, Atopic", "narcolepsy-cataplexy syndrome": "Narcolepsy"}
"""Names whose cross-reference or place in the ontology is right but not where the clinical papers are. The ontology
says Eczema, trials of its treatment are indexed under Atopic Dermatitis; it has narcolepsy above narcolepsy with
cataplexy, which papers and trials call narcolepsy. Such a heading counts as the disease's own. Checked by hand; keep it
short."""

MAX_LOOKUPS = 8
"""Names looked up for one disease without a cross-reference; each costs a request."""


_WIDER = " The heading is wider than the disease: it covers others as well."


Proposer = Callable[[Disease], Awaitable[str | None]]
"""Proposes the name a disease is indexed by; ``None`` where it has no idea. Answers are checked."""


async def normalize(
    diseases: Sequence[Disease], mesh: Mesh, propose: Proposer | None = None
) -> dict[str, NormalizedName]:
    """The indexed name of each disease, by disease id, in the order given.

    One request for all cross-references (two with nine-digit ids); at most ``MAX_LOOKUPS`` + 1 for a disease without.
    Where MeSH (or the proposer) gives no answer, the disease keeps its own name as ``NameMethod.UNANSWERED``: a failed
    look-up never counts as "no such heading", and never stops the other diseases.
    """
    try:
        known = await mesh.headings({ui for disease in diseases for ui in disease.mesh_ids})
    except ScoutError as error:
        return {disease.id: unanswered(disease, error) for disease in diseases}

    async def normalized(disease: Disease) -> NormalizedName:
        try:
            return await _normalize(disease, known, mesh, propose)
        except ScoutError as error:
            return unanswered(disease, error)

    return {name.disease_id: name for name in await asyncio.gather(*map(normalized, diseases))}


async def _normalize(
    disease: Disease, known: dict[str, MeshRecord], mesh: Mesh, propose: Proposer | None
) -> NormalizedName:
    referred = [known[ui] for ui in disease.mesh_ids if ui in known]
    unread = any(ui.startswith("D") and ui not in known for ui in disease.mesh_ids)
    return (
        await _by_usage(disease, referred, mesh)
        or _by_reference(disease, [record for record in referred if record.is_disease], 1.0, unread)
        or await _by_name(disease, mesh, unread)
        or _by_reference(disease, [record for record in referred if not record.is_disease], 0.6, unread)
        or await _by_proposal(disease, mesh, propose)
    )


async def _by_usage(disease: Disease, referred: Sequence[MeshRecord], mesh: Mesh) -> NormalizedName | None:
    usual = CLINICAL_USAGE.get(fold(disease.name))
    record = await _disease_named(usual, mesh) if usual else None
    if record is None:
        return None
    note = f"Clinical papers index {disease.name!r} as {record.name}; checked by hand."
    also = (*_own_terms(record, disease), *(other.name for other in referred if other != record))
    resolved = _resolved(disease, record, NameMethod.SYNONYM, 0.9, note)
    return resolved.model_copy(update={"entry_terms": also, "scope": HeadingScope.SAME})


def _by_reference(
    disease: Disease, referred: Sequence[MeshRecord], confidence: float, unread: bool
) -> NormalizedName | None:
    """The best heading the ontology refers to: one with the disease's own name, then a descriptor, then the first.

    ``unread``: the ontology also refers to a descriptor that E-utilities do not know.
    """
    usable = [record for record in referred if not _broader(record, disease)]
    if unread:  # the better one may be among those: take only what carries a name of the disease
        names = (disease.name, *disease.synonyms)
        usable = [record for record in usable if any(record.named(name) for name in names)]
    if not usable:
        return None
    record = min(usable, key=lambda r: (not r.named(disease.name), r.is_supplementary))
    note = f"The ontology refers {disease.id} to MeSH {record.ui}."
    if not record.is_disease:
        note += " MeSH does not file it under diseases."
    if record.is_supplementary:
        confidence = min(confidence, 0.9)
    return _resolved(disease, record, NameMethod.CROSS_REFERENCE, confidence, note)


async def _by_name(disease: Disease, mesh: Mesh, unread: bool) -> NormalizedName | None:
    for name in lookup_names(disease, MAX_LOOKUPS):
        record = await _disease_named(name, mesh)
        if record is None or _broader(record, disease):
            continue
        if unread and not record.named(disease.name):
            continue  # the disease's heading is one E-utilities do not know; a synonym's heading is another
        if record.named(disease.name):
            confidence, kind = 0.95, "the disease's own name"
        elif name in variants(disease.name):
            confidence, kind = 0.8, f"the variant {name!r} of its name"
        else:
            confidence, kind = 0.85, f"its exact synonym {name!r}"
        return _resolved(disease, record, NameMethod.SYNONYM, confidence, f"MeSH {record.ui} has {kind}.")
    return None


async def _by_proposal(disease: Disease, mesh: Mesh, propose: Proposer | None) -> NormalizedName:
    """The proposed name where it stands every check, else the original name with a note that says why."""
    proposed = ((await propose(disease) if propose else None) or "").strip()
    if not proposed:
        return _original(disease, "")
    record = await _disease_named(proposed, mesh)
    if record is None:
        return _original(disease, f" The proposal {proposed!r} was refused: MeSH has no disease of exactly that name.")
    own_names = [disease.name, *variants(disease.name), *exact_synonyms(disease, least_words=2)]
    if _broader(record, disease) or not says_everything(own_names, (record.name, *record.entry_terms)):
        return _original(disease, f" The proposal {proposed!r} was refused: it would broaden the disease.")
    note = f"A language model proposed {proposed!r}; MeSH {record.ui} says everything the disease's name says."
    return _resolved(disease, record, NameMethod.LANGUAGE_MODEL, 0.7, note)


async def _disease_named(name: str, mesh: Mesh) -> MeshRecord | None:
    """The disease MeSH has under exactly this name; a symptom's, a test's or an organism's heading is none."""
    records = [record for record in await mesh.search(name) if record.is_disease]
    return min(records, key=lambda r: (not same_name(r.name, name), r.is_supplementary), default=None)


def _broader(record: MeshRecord, disease: Disease) -> bool:
    """Whether the heading is that of a parent or therapeutic area, and MeSH does not file the disease's name there."""
    if record.named(disease.name):
        return False
    above = [term for term in (*disease.parents, *disease.therapeutic_areas) if term.id != disease.id]
    return any(record.named(term.name) or same_concept_name(record.name, term.name) for term in above)


def _resolved(disease: Disease, record: MeshRecord, method: NameMethod, confidence: float, note: str) -> NormalizedName:
    name = NormalizedName(
        disease_id=disease.id,
        disease_name=disease.name,
        term=record.name,
        mesh_id=record.ui,
        method=method,
        confidence=confidence,
        entry_terms=_own_terms(record, disease),
        note=note,
        synonyms=tuple(exact_synonyms(disease, least_words=2)),
        of_newborns=record.is_of_newborns,
    )
    scope = scope_of(record.name, record.entry_terms, disease, method)
    return _as_broader(name) if scope is HeadingScope.BROADER else name


def _own_terms(record: MeshRecord, disease: Disease) -> tuple[str, ...]:
    """The entry terms of a heading without lone words that mean something else in most texts."""
    foreign = foreign_terms(record.entry_terms, (record.name, disease.name, *disease.synonyms))
    return tuple(term for term in record.entry_terms if term not in foreign)


def _as_broader(name: NormalizedName) -> NormalizedName:
    return name.model_copy(update={"scope": HeadingScope.BROADER, "note": f"{name.note}{_WIDER}"})


def ids_above_in_doubt(name: NormalizedName, disease: Disease) -> tuple[str, ...]:
    """Ids of the terms above a disease that must be read to know whether its heading is theirs, or of a wider heading
    whether the disease is most of it; empty where it is known without (``with_terms_above``).
    """
    if name.is_broader:
        return parents_of_heading(name.term, disease)
    doubtful = name.resolved and not name.is_broader and rests_on_entry_term(name.term, disease, name.method)
    return disease.ancestors if doubtful and fold(disease.name) not in CLINICAL_USAGE else ()


def with_terms_above(name: NormalizedName, disease: Disease, terms: Mapping[str, Disease]) -> NormalizedName:
    """The name, marked as broader where its heading is that of a term above the disease: of MASLD, for MASH; and no
    longer where the disease is most of that term, as congestive heart failure is of heart failure.

    Args:
        terms: records of ``ids_above_in_doubt``, by id; those the ontology does not know are missing.
    """
    above = [terms[term_id] for term_id in ids_above_in_doubt(name, disease) if term_id in terms]
    if name.is_broader:
        if not any(is_most_of(disease, term) for term in above):
            return name
        note = f"{name.note.removesuffix(_WIDER)} The heading is wider, and the disease is most of it."
        return name.model_copy(update={"scope": HeadingScope.SAME, "note": note})
    return _as_broader(name) if is_above(name.term, name.mesh_id, disease, above) else name


def _original(disease: Disease, refused: str) -> NormalizedName:
    """The ontology's name, with its own synonyms to search by.

    Where the ontology names a descriptor that E-utilities do not know, its id is kept: registered trials may carry it.
    """
    descriptors = [ui for ui in disease.mesh_ids if ui.startswith("D")]
    reason = f"E-utilities have no record of MeSH {descriptors[0]}" if descriptors else "MeSH has no heading of its own"
    note = f"{reason} for {disease.name!r}; the original name is searched as it is.{refused}"
    return _own_name(disease, NameMethod.ORIGINAL, note)


def unanswered(disease: Disease, error: ScoutError) -> NormalizedName:
    """The ontology's name because nobody could be asked for a better one, or whether that one is the disease's own."""
    return _own_name(disease, NameMethod.UNANSWERED, f"No indexed name could be looked up: {error}")


def _own_name(disease: Disease, method: NameMethod, note: str) -> NormalizedName:
    descriptors = [ui for ui in disease.mesh_ids if ui.startswith("D")]
    return NormalizedName(
        disease_id=disease.id,
        disease_name=disease.name,
        term=disease.name,
        mesh_id=descriptors[0] if len(descriptors) == 1 else None,
        method=method,
        confidence=0.0,
        entry_terms=tuple(exact_synonyms(disease, least_words=2)),
        note=note,
    )
