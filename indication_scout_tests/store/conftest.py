"""Fixtures of the store's tests."""

from __future__ import annotations

import pytest

from indication_scout_assets.store.database import Database

from .values import SLUG


@pytest.fixture
def sildenafil(db: Database) -> Database:
    db.drugs.add(SLUG, "Sildenafil")
    return db
