"""What a report says about articles that are no evidence on the pair."""

from __future__ import annotations

import pytest

from indication_scout_assets.pipeline.stages.report_content import nothing_specific


@pytest.mark.parametrize(
    ("examined", "gone", "sentence"),
    [
        (1, 0, "the one article found does not name both madeupril and gout."),
        (4, 0, "none of the 4 articles found names both madeupril and gout."),
        (5, 2, "none of the 3 articles found, 2 retracted aside, names both madeupril and gout."),
        (1, 1, "the one article found is retracted and counts for nothing."),
        (2, 2, "all 2 articles found are retracted and count for nothing."),
    ],
)
def test_a_retracted_article_is_never_said_to_name_something_else(examined: int, gone: int, sentence: str) -> None:
    """It once read "none of the 1 articles found names both lofexidine and …" of a retracted trial of just that."""
    assert nothing_specific(examined, gone, "madeupril and gout") == f"No drug-specific evidence: {sentence}"
