"""Which collection of papers is meant: the one that is named, else what is held and what the question names.

What belongs here: choosing, and the sentence where it is not certain. Nothing is opened.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..domain.letters import visible
from ..domain.monographs.label_documents import AliasKind, DrugAlias
from ..domain.outcomes import AmbiguousCollection, DrugNotHeld, NotHeld, WrongArgument
from ..domain.questions.library import Collection, CollectionKind, drug_library, drug_of
from ..rules.labels.drug_aliases import DrugNames
from ..rules.questions.other_names import drugs_by_form
from ..store.database import Database

DEFAULT_COLLECTION = "library"
MOST_NAMED = 20
"""Drugs or collections that a sentence names."""
SHORTEST_NAME = 3
"""Letters of a drug's name below which it is not looked for in a question."""


def meant_collection(db: Database, collection: str, drug: str = "", question: str = "") -> str:
    """The name of the collection that is meant: the one named, else the drug's library, else the only one, else the
    library of the drug a question names.

    A name that no collection has may be a drug's.

    Raises:
        WrongArgument: both are given, or none is found.
    """
    if collection and drug:
        raise WrongArgument("Give --collection or --drug, not both.")
    held = {stored.name: stored for stored in db.library.collections()}
    if drug:
        key = db.drugs.known_as([drug])[drug]
        if (name := drug_library(key)) in held:
            return name
        raise DrugNotHeld(
            f"The workspace {db.workspace} has no library of the drug {key!r}; "
            f"`scout -w {db.workspace} run {key}` makes one.",
            drug,
        )
    if collection:
        of_drug = drug_library(collection)
        return of_drug if collection not in held and of_drug in held else collection
    try:
        with_articles = [stored for stored in held.values() if stored.articles]
        return _only_one(with_articles or list(held.values()), question)  # one whose filling failed answers nothing
    except AmbiguousCollection:
        if name := _of_the_drug_named(db, question, list(held.values())):
            return name
        raise


def library_named(db: Database, question: str) -> str:
    """The library of the one drug with a library that a question names; empty where it names none or several."""
    try:
        return _of_the_drug_named(db, question, db.library.collections())
    except NotHeld:  # a word is nearly a name
        return ""


def _of_the_drug_named(db: Database, question: str, held: Sequence[Collection]) -> str:
    """The library of the one drug with a library that a question names; empty where it names none or several.

    Raises:
        WrongArgument: it names none, but a word is nearly a name.
    """
    drugs = [drug for collection in held if (drug := drug_of(collection.name))]
    if not question or not drugs:
        return ""
    profiles = {drug: db.drugs.load(drug) for drug in drugs}
    names = DrugNames(
        DrugAlias(drug=drug, name=name.lower(), kind=AliasKind.GENERIC)
        for drug, profile in profiles.items()
        for name in (drug.replace("-", " "), *([profile.name, *(s.name for s in profile.synonyms)] if profile else ()))
        if len(name) > SHORTEST_NAME
    )
    named = {name.drug for name in names.named_in(visible(question))}
    if not named and (near := names.nearest(visible(question), ())):
        raise NotHeld(f"No library of a drug of this name is held; did you mean {' or '.join(near)}?")
    return drug_library(named.pop()) if len(named) == 1 else ""


def _only_one(held: Sequence[Collection], question: str) -> str:
    """The collection that is meant where none is named.

    Raises:
        WrongArgument: there is none. AmbiguousCollection: there are several and none is called ``library``.
    """
    named = [collection.name for collection in held if collection.kind is CollectionKind.COLLECTION]
    if DEFAULT_COLLECTION in named:
        return DEFAULT_COLLECTION
    if len(held) == 1 or len(named) == 1:
        return held[0].name if len(held) == 1 else named[0]
    if not held:
        raise WrongArgument(
            "There is no collection yet; `scout run DRUG` makes a drug's, `scout collect NAME --query …` fills one."
        )
    drugs = [drug for collection in held if (drug := drug_of(collection.name))]
    raise AmbiguousCollection(_which(question, drugs, named), (*map(drug_library, drugs), *named))


def _which(question: str, drugs: Sequence[str], collections: Sequence[str]) -> str:
    """That several collections are held, and what the question names instead of one."""
    asked = next(iter(drugs_by_form(question)), "").lower()
    if any(drug.replace("-", " ") in question.lower() for drug in drugs):
        begun = "More than one drug that was run here is named."
    elif asked and drugs:
        begun = f"{asked.capitalize()} has not been run here."
    else:
        begun = "Each drug and collection has papers of its own, and none that is held here is named."
    here = [f"Drugs here: {', '.join(drugs[:MOST_NAMED])}."] if drugs else []
    here += [f"Collections here: {', '.join(collections[:MOST_NAMED])}."] if collections else []
    return " ".join((begun, *here))


def check_collection(db: Database, collection: str) -> None:
    """See that a collection is held before it is served.

    Raises:
        WrongArgument: it is not; those held are named.
    """
    held = [stored.name for stored in db.library.collections()]
    if meant_collection(db, collection) not in held:
        there = f"there are {', '.join(held[:MOST_NAMED])}" if held else "there is none"
        raise WrongArgument(f"There is no collection {collection!r} here; {there}.")
