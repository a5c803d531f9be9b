"""``docs/ablation.md`` says what the measured numbers say."""

import json
from pathlib import Path

from indication_scout_tests.bench.ablation.ablation_page import RESULTS, page

PAGE = Path(__file__).parents[2] / "docs" / "ablation.md"


def test_the_page_is_rendered_from_the_numbers():
    assert PAGE.read_text("utf-8") == page(json.loads(RESULTS.read_text("utf-8")))
