"""The two halves of judged data: rules are mended on one, figures of the other are published.

What belongs here: which half a drug is in. Everything judged of one drug is in one half, so that what was learnt from
it flatters no figure of the other.
"""

from __future__ import annotations

import hashlib


def half_of(key: str) -> int:
    """0 or 1: SHA-256 of an id or name as it is written, modulo 2."""
    return int(hashlib.sha256(key.encode("utf-8")).hexdigest(), 16) % 2


def half_of_name(drug: str) -> int:
    """The half of a drug's name, in whatever capitals and with whatever spaces around it is written."""
    return half_of(drug.casefold().strip())
