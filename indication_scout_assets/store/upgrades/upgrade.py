"""What an upgrade is: a change of one kind of document, wherever documents of that kind are stored.

What belongs here: the type and the way through a document. Each upgrade is a module beside this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...domain.base import Value


@dataclass(frozen=True)
class Upgrade:
    """How a document that an older version stored becomes what today's code reads.

    ``change`` gets the document as JSON and edits it in place; one that is of today already it leaves as it is.
    """

    places: Mapping[type[Value], Sequence[str]]
    """Where it is found in each kind of stored value: keys joined by dots, ``*`` for each of a list, empty for the
    value itself; for example ``candidates.*.ranked.*`` in a report."""
    change: Callable[[dict[str, Any]], None]

    def apply(self, model: type[Value], document: Any) -> None:
        """Change what is found in a stored value of this model; what has no such place stays as it is."""
        for place in self.places.get(model, ()):
            for part in _parts(document, place.split(".") if place else []):
                self.change(part)


def _parts(value: Any, steps: list[str]) -> Iterator[dict[str, Any]]:
    if not steps:
        if isinstance(value, dict):
            yield value
    elif steps[0] == "*":
        for item in value if isinstance(value, list) else []:
            yield from _parts(item, steps[1:])
    elif isinstance(value, dict):
        yield from _parts(value.get(steps[0]), steps[1:])
