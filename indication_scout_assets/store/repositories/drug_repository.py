"""Drugs: the watch list, and each drug's profile with its synonyms and targets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from psycopg.types.json import Jsonb

from ...domain.drugs import DrugProfile, slug
from ...domain.outcomes import PermanentFailure
from ...domain.runs import WatchedDrug
from ..repository import Repository, as_json, json_list, stored_value


class DrugProgress(NamedTuple):
    """A drug of the workspace and how far its stages have come."""

    slug: str
    query: str
    name: str | None
    chembl_id: str | None
    active: bool
    weak: list[str]
    """The states other than ``ok`` in which any of its stages ended."""
    reported: bool
    """Whether a report is stored."""
    finished_at: datetime | None
    """End of the last of its stages; ``None`` where none ran."""


class DrugRepository(Repository):
    statements = "drugs"

    def add(self, slug: str, query: str) -> bool:
        """Put a drug on the watch list; whether it was not there before. A drug added before keeps its first name."""
        return self._run("add", slug=slug, query=query) > 0

    def deactivate(self, slug: str) -> bool:
        """Take a drug off the watch list and keep its rows; whether it was on it."""
        return self._run("deactivate", slug=slug) > 0

    def progress(self) -> list[DrugProgress]:
        """All drugs of the workspace by slug, with how far they have come."""
        return [DrugProgress(**row) for row in self._rows("load_progress")]

    def without_results(self) -> list[str]:
        """Slugs of the drugs of which no stage has ever stored anything."""
        return [row["slug"] for row in self._rows("load_without_results")]

    def forget(self, slug: str) -> bool:
        """Delete a drug with all rows that are its own; whether there was one.

        Articles, trials, labels and diseases, which drugs share, stay, and so does what was paid.
        """
        return self._run("forget", slug=slug) > 0

    def follow_file(self, named: Mapping[str, str]) -> None:
        """Make the drugs of the file of drugs, names by slug, those of the watch list that came by it; drugs added
        otherwise stay."""
        with self._transaction():
            self._rows("add_of_file", slugs=list(named), queries=list(named.values()))
            self._rows("leave_file", slugs=list(named))

    def watch_list(self) -> list[WatchedDrug]:
        """All drugs of the workspace by slug, the inactive ones marked."""
        return [stored_value(WatchedDrug, row) for row in self._rows("load_watch_list")]

    def known_as(self, names: Iterable[str]) -> dict[str, str]:
        """The slug of the drug that each name means: of the drug it is the slug, an id, a name, a synonym or a trade
        name of, where that is one drug alone; its own where the workspace knows no drug of this name.

        Raises:
            PermanentFailure: a name has no letter or digit.
        """
        keys = {name: slug(name) for name in names}
        rows = self._rows("load_known_as", names=list(keys), slugs=list(keys.values()))
        return keys | {row["name"]: row["slug"] for row in rows}

    def query(self, slug: str) -> str:
        """The name the user gave.

        Raises:
            PermanentFailure: the workspace does not know the drug.
        """
        row = self._row("load_query", slug=slug)
        if row is None:
            raise PermanentFailure(f"The drug {slug!r} is not in this workspace; add it with `scout add {slug}`.")
        return str(row["query"])

    def save(self, profile: DrugProfile) -> None:
        """Store a profile with its synonyms and targets; a drug not on the watch list stays off it."""
        with self._transaction():
            self._run(
                "save",
                slug=profile.slug,
                query=profile.query,
                chembl_id=profile.chembl_id,
                name=profile.name,
                maximum_stage=profile.maximum_stage.value,
                withdrawn=profile.withdrawn,
                data_version=profile.data_version,
                profile=Jsonb(as_json(profile, exclude={"synonyms", "targets"})),
            )
            self._run("clear_synonyms", slug=profile.slug)
            self._run("insert_synonyms", slug=profile.slug, synonyms=json_list(profile.synonyms))
            self._run("clear_targets", slug=profile.slug)
            self._run("insert_targets", slug=profile.slug, targets=json_list(profile.targets))

    def load(self, slug: str) -> DrugProfile | None:
        row = self._row("load_profile", slug=slug)
        return stored_value(DrugProfile, row["profile"]) if row else None
