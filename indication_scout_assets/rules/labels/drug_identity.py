"""Whether sources mean the same drug: by the structure they give, by the names they call it, by substance codes.

What belongs here: pure comparison of what is stored. An id that no other source confirms is shown as it is; where two
sources differ, both stay and the difference is told, for nobody can tell from here which of them is right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...domain.drugs import DrugProfile
from ...domain.records.labels import Label
from ...domain.records.references import ReferenceEntry, ReferenceKind
from ..literature.pubmed_query import without_salt
from ..names.name_matching import same_name
from .label_rules import active_names, is_single_ingredient

_INCHI_KEY = re.compile(r"[A-Z]{14}-[A-Z]{10}-[A-Z]")


def inchi_key(text: str) -> str:
    """The standard InChIKey as it is written, or empty for anything else."""
    return text if _INCHI_KEY.fullmatch(text) else ""


def structures_compared(drug: DrugProfile, entry: ReferenceEntry) -> str:
    """How the entry's structure differs from ChEMBL's, as one sentence; empty where they agree or one is not known.

    The first part of an InChIKey is the skeleton, the second stereochemistry and isotopes, the last the charge.
    """
    ours, theirs = drug.inchi_key, entry.inchi_key
    if not ours or not theirs or ours == theirs:
        return ""
    (skeleton, stereo, _), (other_skeleton, other_stereo, _) = ours.split("-"), theirs.split("-")
    if skeleton != other_skeleton:
        what = "another compound, or a salt or mixture that holds it"
    elif stereo != other_stereo:
        what = "the same skeleton in another stereochemistry or isotope"
    else:
        what = "the same compound in another charge"
    return f"{entry.source} {entry.id} has another structure than ChEMBL ({theirs}, not {ours}): {what}."


def names_compared(drug: DrugProfile, entry: ReferenceEntry) -> str:
    """One sentence where the entry's name is none that the drug is known by, salts aside; else empty."""
    called = without_salt(entry.title)
    known = (drug.name, drug.query, *(synonym.name for synonym in drug.synonyms))
    if any(same_name(called, without_salt(name)) for name in known):
        return ""
    return f"{entry.source} {entry.id} is called {entry.title}, a name that neither ChEMBL nor Open Targets knows."


def substance_codes(labels: Sequence[Label]) -> dict[str, tuple[str, ...]]:
    """UNII codes by substance, from labels of one ingredient in one form, as these label it: ``sildenafil citrate``.

    More than one code for a substance is a disagreement among labels.
    """
    codes_of: dict[str, dict[str, None]] = {}
    for label in labels:
        if len(label.ingredients) == 1 and len(label.uniis) == 1:
            codes_of.setdefault(label.ingredients[0], {}).setdefault(label.uniis[0])
    return {substance: tuple(codes) for substance, codes in sorted(codes_of.items())}


def classes_on_labels(labels: Sequence[Label]) -> tuple[str, ...]:
    """Established pharmacologic classes that labels of the drug alone give, each once."""
    alone = [label for label in labels if is_single_ingredient(label) and active_names(label)]
    return tuple(dict.fromkeys(name for label in alone for name in label.classes))


def differences(drug: DrugProfile, entries: Sequence[ReferenceEntry], labels: Sequence[Label]) -> list[str]:
    """What the sources on the drug's identity do not agree on, one sentence each; empty where nothing differs."""
    identities = [entry for entry in entries if entry.kind is ReferenceKind.IDENTITY]
    sentences = [
        sentence for entry in identities for sentence in (structures_compared(drug, entry), names_compared(drug, entry))
    ]
    sentences += [
        f"Labels give {substance} {len(codes)} substance codes: {', '.join(codes)}."
        for substance, codes in substance_codes(labels).items()
        if len(codes) > 1
    ]
    return [sentence for sentence in sentences if sentence]


def structure_confirmed(drug: DrugProfile, entries: Sequence[ReferenceEntry]) -> tuple[str, ...]:
    """The sources that give the very structure ChEMBL gives."""
    return tuple(entry.source for entry in entries if drug.inchi_key and entry.inchi_key == drug.inchi_key)
