"""Which drug of the workspace a name means, before it is put on the watch list.

What belongs here: the names of one drug (a brand, a ChEMBL id, a synonym) become one drug, not one each with a report
of its own. What a drug is called is read from the store and, for names it does not know, asked of Open Targets, whose
answer the first stage then reads from the store.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ...domain.drugs import slug
from ...domain.letters import latin_letters
from ...domain.outcomes import ScoutError, UnknownName
from ...pipeline.resources.workbench import Workbench


@dataclass
class WatchedNames:
    """The drugs that names mean."""

    drugs: dict[str, str] = field(default_factory=dict)
    """Names by slug, in the order given."""
    same: dict[str, str] = field(default_factory=dict)
    """The drug that each further name of it means: its slug, or the name it is kept by where the two have one slug."""
    before: frozenset[str] = frozenset()
    """The drugs that had been put on the list before."""


def watch_names(bench: Workbench, names: Iterable[str], *, ask: bool = True) -> WatchedNames:
    """Put the drugs that the names mean on the watch list, each once.

    A name that the source does not know, or could not be asked about, stays a drug of its own: its first stage says
    what is wrong with it.

    Args:
        ask: whether to ask the source about names that the store does not know.

    Raises:
        PermanentFailure: a name has no letter or digit.
    """
    given: dict[str, str] = {}
    here = {drug.slug: drug.query for drug in bench.db.drugs.watch_list()}
    watched = WatchedNames(before=frozenset(here))
    for name in names:
        key = slug(name)
        kept = here.get(key, given.setdefault(key, name))
        if _spelt(name) != _spelt(kept):
            watched.same[name] = kept
    new = [key for key in given if key not in here]
    stored = bench.db.drugs.known_as(given[key] for key in new)
    known = {key: stored[given[key]] for key in new} | (_as_asked(bench, given, new) if ask else {})
    for key, name in given.items():
        meant = known.get(key, key)
        if meant != key:
            watched.same[name] = meant
        watched.drugs.setdefault(meant, given.get(meant, name))
    for key, name in watched.drugs.items():
        bench.db.drugs.add(key, name)
    return watched


def _spelt(name: str) -> str:
    """A name without what makes no other name: case, accents, spaces and hyphens. Signs do: ``(+)-`` and ``(-)-``."""
    return re.sub(r"(?<=\w)[\s-]+(?=\w)", " ", latin_letters(name.strip()))


def _as_asked(bench: Workbench, given: dict[str, str], new: list[str]) -> dict[str, str]:
    """The slugs of the drugs that new names mean, as the source says: one of the workspace, else the first of the new.

    A name that is alone needs no question: the first stage asks it.
    """
    here = {drug.chembl_id: drug.slug for drug in bench.db.drugs.watch_list() if drug.chembl_id}
    if not new or (len(given) == 1 and not here):
        return {}
    ids = asyncio.run(_identified(bench, [given[key] for key in new]))
    slugs: dict[str, str] = {}
    for key, chembl_id in zip(new, ids, strict=True):
        if chembl_id == "":  # known to nobody, whatever the store's names say: one of several drugs, or misspelt
            slugs[key] = key
        elif chembl_id is not None:
            slugs[key] = here.setdefault(chembl_id, key)
    return slugs


async def _identified(bench: Workbench, names: list[str]) -> list[str | None]:
    """ChEMBL ids of the drugs; empty where the source does not know a name, ``None`` where it did not answer."""
    async with bench.sources() as sources:

        async def id_of(name: str) -> str | None:
            try:
                return await sources.opentargets.find_drug(name)
            except UnknownName:
                return ""
            except ScoutError:
                return None

        return list(await asyncio.gather(*map(id_of, names)))
