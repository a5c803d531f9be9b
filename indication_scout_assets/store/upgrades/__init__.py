"""Upgrades of stored documents, one module each, in the order in which the documents changed.

What belongs here: how a document that an older version stored becomes one that today's code reads. A field that was
added with a default needs no upgrade, and a field that is gone is ignored when the document is read. Tables and columns
change in ``sql/migrations``. A new upgrade goes to the end of ``UPGRADES``; none is ever taken out, because the
documents of every version since the first must stay readable.
"""

from __future__ import annotations

from typing import Any

from ...domain.base import Value
from . import ranked_article_ids, refused_statements, second_readings, unread_stops
from .upgrade import Upgrade

UPGRADES: tuple[Upgrade, ...] = (
    ranked_article_ids.UPGRADE,
    refused_statements.UPGRADE,
    second_readings.UPGRADE,
    unread_stops.UPGRADE,
)


def upgraded(model: type[Value], document: Any) -> Any:
    """A stored document of a model, changed in place to the form of today; anything else comes back as it is."""
    for upgrade in UPGRADES:
        upgrade.apply(model, document)
    return document
