"""What must hold of a library, a drug's or a collection: each check reads it and is able to fail.

What belongs here: the rules over rows and indexes. How a check shows in Dagster is in ``orchestration.stage_events``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

from ...domain.outcomes import ScoutError
from ...domain.questions.library import Collection, CollectionKind, drug_library
from ..data_checks import DataCheck
from ..resources.workbench import Workbench
from .library_index import VECTOR_KINDS, library_index

SHARE_WITH_BODY = 0.9
"""Of a collection's PMC ids, those that should have more than an abstract."""
COVERED = 0.98
"""Of the letters of a text, those that should stand in one of its passages."""
_MOST_SHOWN = 20


def vectors_wanted(bench: Workbench, collection: Collection) -> int:
    """How many vectors a library is to have."""
    kinds = bench.db.library.kinds(collection.name, usable=True)
    eligible = sum(count for kind, count in kinds.items() if kind in VECTOR_KINDS)
    if collection.kind is CollectionKind.DRUG:
        return min(eligible, bench.settings.library_vectors)
    return eligible if collection.wants_vectors else 0


_Look = Callable[[Workbench, Collection], Iterable[str]]


def _rule(name: str) -> _Look:
    """A check that is one SQL query answering with what is wrong."""
    return lambda bench, library: bench.db.library.offences(name, library.name, bench.embedder.name)


def _empty(bench: Workbench, library: Collection) -> Iterable[str]:
    fills = library.folders or library.drugs or bench.db.library.wanted(library.name)
    if not fills and not library.articles:
        yield "nothing belongs to it"


def _without_reason(bench: Workbench, library: Collection) -> Iterable[str]:
    wanted = set(bench.db.library.wanted(library.name))
    left = sorted(wanted - set(bench.db.library.known(wanted)) - set(bench.db.library.reasons(library.name)))
    yield from (f"{article_id} has no text and no reason" for article_id in left[:_MOST_SHOWN])


def _bodies(bench: Workbench, library: Collection) -> Iterable[str]:
    wanted = [i for i in bench.db.library.wanted(library.name) if i.startswith("PMC")]
    sources = {row["id"]: row["source"] for row in bench.db.library.members(library.name)}
    whole = sum(sources.get(i, "PubMed") != "PubMed" for i in wanted)
    if wanted and whole < SHARE_WITH_BODY * len(wanted):
        yield f"{whole} of {len(wanted)} PMC ids have a full text, fewer than {SHARE_WITH_BODY:.0%}"


def _uncovered(bench: Workbench, library: Collection) -> Iterable[str]:
    for article in bench.db.library.index_articles(library.name):
        held = bytearray(len(article.text))
        for passage in article.passages:
            held[passage.start : passage.end] = b"\1" * (passage.end - passage.start)
        letters = [match.start() for match in re.finditer(r"\w", article.text)]
        share = sum(held[at] for at in letters) / len(letters) if letters else 1.0
        if share < COVERED and len(letters) - sum(held[at] for at in letters) > len(article.text) * (1 - COVERED) + 400:
            yield f"{article.id}: {share:.0%} of its letters are in a passage"


def _lacking_vectors(bench: Workbench, library: Collection) -> Iterable[str]:
    wanted, model = vectors_wanted(bench, library), bench.embedder.name
    if (there := bench.db.library.state(library.name, model)[2]) < wanted:
        yield f"{there} of {wanted} passages have a vector of {model}"


def _lacking_in_index(bench: Workbench, library: Collection) -> Iterable[str]:
    stored = sum(bench.db.library.kinds(library.name, usable=True).values())
    if bench.db.library.usable(library.name):
        try:
            index = library_index(bench.db.library, bench.settings.library_dir, library.name, bench.embedder.name)
        except (ScoutError, OSError, ValueError) as error:
            yield f"the index cannot be opened: {error}"
        else:
            if len(index.passage_ids) != stored:
                yield f"the index has {len(index.passage_ids)} passages, the store {stored}"


_CHECKS: tuple[tuple[str, str, _Look], ...] = (
    ("no_library_is_empty", "Something belongs to the library: ids, a folder or a drug.", _empty),
    (
        "every_id_has_a_text_or_a_reason",
        "Every id that belongs to the library has a text, or a reason why not.",
        _without_reason,
    ),
    (
        "sections_are_exact",
        "Sections and marks of references lie in their text, sections in order and none in another.",
        _rule("check_sections"),
    ),
    ("most_have_a_body", f"At least {SHARE_WITH_BODY:.0%} of a collection's PMC ids have a full text.", _bodies),
    ("licence_is_known", "Every full text has a licence.", _rule("check_licences")),
    (
        "retraction_was_asked",
        "Of every article with a PMID somebody was asked whether it is retracted.",
        _rule("check_standings"),
    ),
    (
        "passages_are_exact",
        "Every passage lies in one section, and its id is made of the very words at its place.",
        _rule("check_passages"),
    ),
    ("no_passage_lacks_its_vector", "Every passage that is to have a vector has one.", _lacking_vectors),
    ("vectors_are_alike", "All vectors have the same length, and none is zero.", _rule("check_vectors")),
    ("no_paragraph_stands_twice", "No long paragraph occurs twice in a text.", _rule("check_paragraphs")),
    (
        "passages_cover_the_text",
        f"Passages hold {COVERED:.0%} of the letters of every text but short pieces.",
        _uncovered,
    ),
    ("index_has_every_passage", "The index can be opened and has as many passages as the store.", _lacking_in_index),
)


def checks_of(kind: CollectionKind) -> dict[str, DataCheck]:
    """The checks over the libraries of a kind, by name."""
    return {name: DataCheck(name, text, partial(_of_subject, look, kind)) for name, text, look in _CHECKS}


def _of_subject(look: _Look, kind: CollectionKind, bench: Workbench, subject: str) -> list[str]:
    """What a check finds in the library of a drug, or in a collection; nothing where there is none."""
    library = bench.db.library.collection(drug_library(subject) if kind is CollectionKind.DRUG else subject)
    return list(look(bench, library)) if library else []
