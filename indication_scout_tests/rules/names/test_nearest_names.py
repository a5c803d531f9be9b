"""A misspelt name of a drug leads to the names it may stand for, and no other word does."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.names.nearest_names import nearest_names

KNOWN = ["Carvedilol", "carteolol", "bupropion", "Viagra"]


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("carvedilolx", "carvedilol"), ("Bupropian", "bupropion"), ("viagraa", "viagra"), ("zzznonsensol", None)],
)
def test_the_nearest_name(name, nearest):
    assert next(iter(nearest_names(name, KNOWN)), None) == nearest
