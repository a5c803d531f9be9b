"""How records became counted studies, as a PRISMA 2020 flow: identified, screened, read, counted, and why others fell.

What belongs here: the boxes and their arithmetic. Which box a record ends in is decided in
``rules.assessment.record_flow``; a number that nobody knows is ``None``, never guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Self

from .base import Value
from .documents import DocumentKind


class Exclusion(StrEnum):
    """Why a record went no further, in the order in which it is asked."""

    LATER = "dated after the as-of day, or without a day"
    NOT_DELIVERED = "PubMed gave no record for its number"
    DUPLICATE = "the same record found again"
    OLDER_VERSION = "an older version of a Cochrane review"
    RETRACTED = "retracted, or the notice of a retraction"
    OTHER_TRIAL = "a trial of another drug or another condition"
    NO_DRUG = "does not name the drug"
    NO_DISEASE = "does not name the disease"
    SAME_STUDY = "another paper of its study has the place"
    BELOW_THRESHOLD = "below the threshold, or beyond the places, of each source that found it"
    BELOW_TOP = "not among the best ranked, which are read"
    NOT_READ = "no reader could read it"
    RESTS_ON_RETRACTED = "its outcome rests on a retracted paper"
    DEFERRED = "a person must decide on it"
    HEALTHY = "made in healthy people"
    OTHER_REPORT = "another report of its study is counted"
    NO_LEVEL = "planned, without results, or of a design that could not be read"
    NOT_OF_PAIR = "no study of this drug in this disease"


REMOVED = (Exclusion.LATER, Exclusion.NOT_DELIVERED, Exclusion.DUPLICATE, Exclusion.OLDER_VERSION)
"""Before screening; the reasons up to ``NOT_READ`` are those of screening, the others those after reading."""
_ORDER = {reason: place for place, reason in enumerate(Exclusion)}


class Excluded(Value):
    """How many records fell for one reason."""

    reason: Exclusion
    number: int


class IdentifiedRecords(Value):
    """What one source gave, over all that was asked of it."""

    source: str
    of_register: bool = False
    """A register of trials, and not a database of articles."""
    searches: int
    not_in_full: int = 0
    """Searches that failed, were not made, or were answered in part: what they would have given is not known."""
    matching: int | None = None
    """Records the source says match; ``None`` where it gave no answer."""
    records: int | None = None
    """Records taken from it; ``None`` where it gave no answer."""


Record = tuple[DocumentKind, str]
"""An article or a trial, by its id."""


class PrismaFlow(Value):
    """The boxes of the flow. Each is the sum of those that follow from it: ``faults`` says where one is not."""

    sources: tuple[IdentifiedRecords, ...] = ()
    otherwise: int = 0
    """Records no search gave: newer versions of reviews that were found, and what earlier searches had given."""
    identified: int = 0
    removed: tuple[Excluded, ...] = ()
    """Before screening."""
    screened: int = 0
    """Articles and trials, each once."""
    screened_out: tuple[Excluded, ...] = ()
    read: int = 0
    not_counted: tuple[Excluded, ...] = ()
    """After reading."""
    counted: int = 0
    """Reports that are counted, one for each study of a pair."""

    @classmethod
    def of(
        cls,
        sources: Iterable[IdentifiedRecords],
        ends: Mapping[Record, Exclusion | None],
        *,
        later: int = 0,
        not_delivered: int = 0,
        followed: int = 0,
    ) -> Self:
        """The flow of records.

        Args:
            sources: what was searched.
            ends: of each record, once, why it went no further; ``None`` for what is counted.
            later: records that the sources gave and an as-of day shut out.
            not_delivered: numbers without a record.
            followed: of ``ends``, those that are known to come of no search.
        """
        sources = tuple(sources)
        given = sum(source.records or 0 for source in sources)
        # What earlier searches gave stays when a source is silent, so there may be more records than were found now.
        otherwise = max(followed, len(ends) + later + not_delivered - given)
        again = given + otherwise - len(ends) - later - not_delivered
        numbers = Counter(reason for reason in ends.values() if reason)
        numbers += Counter({Exclusion.LATER: later, Exclusion.NOT_DELIVERED: not_delivered, Exclusion.DUPLICATE: again})
        excluded = [Excluded(reason=reason, number=numbers[reason]) for reason in Exclusion if numbers[reason]]
        removed = tuple(part for part in excluded if part.reason in REMOVED)
        not_counted = tuple(part for part in excluded if _ORDER[part.reason] > _ORDER[Exclusion.NOT_READ])
        screened = given + otherwise - _sum(removed)
        counted = sum(reason is None for reason in ends.values())
        return cls(
            sources=sources,
            otherwise=otherwise,
            identified=given + otherwise,
            removed=removed,
            screened=screened,
            screened_out=tuple(part for part in excluded if part not in (*removed, *not_counted)),
            read=counted + _sum(not_counted),
            not_counted=not_counted,
            counted=counted,
        )

    @property
    def unanswered(self) -> tuple[str, ...]:
        """Sources of which some search was not answered in full, so that there may be more records."""
        return tuple(source.source for source in self.sources if source.not_in_full)

    @property
    def faults(self) -> tuple[str, ...]:
        """Where a box is not the sum of those that follow from it; empty where all add up."""
        given = sum(source.records or 0 for source in self.sources) + self.otherwise
        sums = (
            ("identified", self.identified, given),
            ("identified", self.identified, _sum(self.removed) + self.screened),
            ("screened", self.screened, _sum(self.screened_out) + self.read),
            ("read", self.read, _sum(self.not_counted) + self.counted),
        )
        return tuple(
            f"{box} is {number}, but its parts add up to {total}" for box, number, total in sums if number != total
        )


def furthest(ends: Iterable[Mapping[Record, Exclusion | None]]) -> dict[Record, Exclusion | None]:
    """Of several pairs' records, how far each came in any of them."""
    best: dict[Record, Exclusion | None] = {}
    for of_pair in ends:
        for record, reason in of_pair.items():
            if record not in best or _place(reason) > _place(best[record]):
                best[record] = reason
    return best


def _place(reason: Exclusion | None) -> int:
    return len(_ORDER) if reason is None else _ORDER[reason]


def _sum(excluded: Iterable[Excluded]) -> int:
    return sum(part.number for part in excluded)
