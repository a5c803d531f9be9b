"""Whether a trial's own words bear out a condition that the registry's index gives it.

What belongs here: one check. The registry fills a trial's condition headings by machine, from conditions and keywords;
they may hold diseases the trial is not about ("Cancer" of a trial of graft-versus-host disease became twenty kinds of
cancer) or a wrong one altogether. What follows from it is in ``development_stage`` (no stage by such a trial) and in
``assessment.grading.directness`` (no study of the disease).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...domain.records.trials import ConditionMatch, Trial, TrialMatch
from ..names.name_matching import is_acronym, names_in, root, words

_TELLS_NOTHING = frozenset(
    map(root, (
        "acute", "adult", "advanced", "benign", "cancer", "carcinoma", "cell", "child", "chronic", "congenital",
        "disease", "disorder", "familial", "hereditary", "idiopathic", "infection", "malignancy", "malignant",
        "neoplasm", "pediatric", "primary", "progressive", "secondary", "severe", "syndrome", "tumor", "type",
        "unspecified", "with",
    ))
)  # fmt: skip
"""Words of many diseases' names, by which a text does not name one of them."""
_LONG_ENOUGH = 4
_BEGINNING = 4
"""Letters by which two kinds of one organ's disease agree: "colonic" and "colorectal", "glioma" and "glioblastoma"."""


def only_indexed(match: TrialMatch, disease_names: Sequence[str]) -> bool:
    """Whether a trial is matched by an index heading alone, and none of its own words speaks of the disease.

    Args:
        disease_names: all names of the disease. One word of one of them is enough in the trial's own words, and the
            beginning of one in its registered conditions, where it is not a word of many diseases.
    """
    if match.condition is not ConditionMatch.EXACT or not disease_names:
        return False
    telling = [name for name in disease_names if _telling(name)]
    if len(telling) < len(disease_names) / 2:
        return False  # the disease itself is as wide as "cancer"
    tell_tale = frozenset().union(*map(_telling, telling))
    text = own_words(match.trial)
    begun = {word[:_BEGINNING] for condition in match.trial.conditions for word in _telling(condition)}
    spoken_of = tell_tale.intersection(words(text)) or begun.intersection(word[:_BEGINNING] for word in tell_tale)
    return not spoken_of and not names_in(text, list(disease_names))


def own_words(trial: Trial) -> str:
    """What whoever registered the trial wrote of its subject: titles, summary, conditions, primary outcomes."""
    parts = (trial.title, trial.official_title, trial.summary, *trial.conditions, *trial.primary_outcomes)
    return " . ".join(part for part in parts if part)


def _telling(name: str) -> frozenset[str]:
    """The words of a name that tell it from others."""
    if is_acronym(name):
        return frozenset()
    return frozenset(word for word in words(name) if len(word) >= _LONG_ENOUGH and word not in _TELLS_NOTHING)
