"""What templates of every format call by name: words, links, and what pictures and tables are made of alike.

What belongs here: names only. What one format alone needs stands with its templates.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..domain.findings.assessment import Level
from ..domain.findings.statements import Polarity
from ..rules.language.sentences import is_readable
from . import links
from .pictures.score_picture import signed, strongest
from .views import search_views
from .views.candidates.assessment_view import risk_names
from .views.report_citation import flow_sentence, flow_steps
from .views.safety_view import label_link
from .words import (
    article_words,
    as_of_words,
    assessment_words,
    common_words,
    comparison_words,
    effect_words,
    list_words,
    ranking_words,
    summary_words,
)

TEMPLATES: Final = "indication_scout_assets.reports"
"""The package whose folder ``templates`` holds them."""
SHARED: Final[Mapping[str, Any]] = {
    "Polarity": Polarity,
    "article_words": article_words,
    "as_of_words": as_of_words,
    "assessment_words": assessment_words,
    "label_link": label_link,
    "levels": tuple(Level),
    "list_words": list_words,
    "links": links,
    "comparison_words": comparison_words,
    "ranking_words": ranking_words,
    "flow_sentence": flow_sentence,
    "flow_steps": flow_steps,
    "is_readable": is_readable,
    "risk_names": risk_names,
    "searches": search_views,
    "signed": signed,
    "strongest": strongest,
    "effect_words": effect_words,
    "summary_words": summary_words,
    "words": common_words,
}


def grouped(number: int) -> str:
    """``2,500``."""
    return f"{number:,}"
