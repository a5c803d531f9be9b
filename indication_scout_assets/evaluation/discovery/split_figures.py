"""The same lists taken apart and put to the test: by day, by split of the drugs, and with answers that were shuffled.

What belongs here: recall of the first ten by part, for the product and the popular diseases. An order that is worth
something holds in every split and on every day, and falls to popularity where the answers are dealt out anew.
"""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from ..shares import SEED
from .discovery_figures import PLACES, JudgedList

SPLITS: Final = 5
_DEALS: Final = 20
"""Shuffles whose mean is given."""
_SHARES: Final = ("product", "popularity", "shuffled_product", "shuffled_popularity")


class DayLists(NamedTuple):
    """What one drug was judged by on one day: its own list, and the popular diseases that were new to it."""

    kind: str
    day: float
    product: JudgedList
    popular: JudgedList

    @property
    def split(self) -> int:
        """0 to 4: SHA-256 of the drug's id, modulo 5."""
        return int(hashlib.sha256(self.product.drug.encode("utf-8")).hexdigest(), 16) % SPLITS


def figures_by_part(lists: Sequence[DayLists]) -> list[dict[str, Any]]:
    """A row for each day, each split, and the mean over the splits, of each kind of answers.

    ``product`` and ``popularity`` are recall at 10; ``shuffled_product`` and ``shuffled_popularity`` the same where the
    answers were dealt out anew. ``spread`` is the standard deviation of the product's over the splits.
    """
    given = [lists, *(shuffled(lists, number) for number in range(_DEALS))]
    rows: list[dict[str, Any]] = []
    for kind in dict.fromkeys(each.kind for each in lists):
        days = sorted({each.day for each in lists if each.kind == kind})
        splits = []
        for part, value in (*(("day", day) for day in days), *(("split", number) for number in range(SPLITS))):
            own = [[each for each in of if each.kind == kind and getattr(each, part) == value] for of in given]
            if own[0]:
                rows.append({"kind": kind, "part": f"{part} {value:g}", **_figures(own)})
                splits += rows[-1:] if part == "split" else []
        means = {name: fmean(part[name] for part in splits) for name in _SHARES}
        spread = stdev([part["product"] for part in splits]) if len(splits) > 1 else None
        answers = sum(part["answers"] for part in splits)
        rows.append({"kind": kind, "part": "mean of splits", "answers": answers, **means, "spread": spread})
    return rows


def part_rows(parts: Iterable[Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """The figures as the head and the rows of a table."""
    heads = ["recall@10", "part", "answers", "product", "popularity", "shuffled", "popularity, shuffled", "spread"]
    written = []
    for row in parts:
        shares = (row.get(name) for name in (*_SHARES, "spread"))
        counted = (row["kind"], row["part"], str(row["answers"]))
        written.append([*counted, *("" if share is None else f"{share:.3f}" for share in shares)])
    return heads, written


def shuffled(lists: Iterable[DayLists], deal: int) -> list[DayLists]:
    """The lists with the answers of each day and kind dealt out anew among the drugs.

    Each disease came as often and each drug has as many answers as before; only who had which is left to chance. What
    was not open to the drug it falls to is left out.
    """
    chance = random.Random(f"{SEED} {deal}")  # noqa: S311 - a control, no secret
    groups: dict[tuple[str, float], list[DayLists]] = defaultdict(list)
    for each in lists:
        groups[each.kind, each.day].append(each)
    dealt = []
    for group in groups.values():
        answers = [disease for each in group for disease in sorted(each.product.answers)]
        chance.shuffle(answers)
        for each in group:
            own = frozenset(answers.pop() for _ in each.product.answers).intersection(each.popular.ranking)
            product, popular = (judged._replace(answers=own) for judged in (each.product, each.popular))
            dealt.append(each._replace(product=product, popular=popular))
    return dealt


def _figures(given: Sequence[Sequence[DayLists]]) -> dict[str, Any]:
    """The true answers first, then every deal."""
    (product, popular), *dealt = [
        [_recall(lists) for lists in zip(*((each.product, each.popular) for each in of), strict=True)] for of in given
    ]
    shares = (product, popular, *(fmean(of) for of in zip(*dealt, strict=True)))
    return {"answers": sum(len(each.product.answers) for each in given[0]), **dict(zip(_SHARES, shares, strict=True))}


def _recall(lists: Sequence[JudgedList]) -> float:
    answers = sum(len(each.answers) for each in lists)
    return sum(each.found(PLACES) for each in lists) / answers if answers else 0.0
