"""Whether a sentence tells of a drug only together with another, as one product: "zelavir/budenoside".

What belongs here: fixed combinations. A drug that is added to a treatment both arms have is judged by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...names.drug_mentions import names_drug

_OTHER = r"(?!placebo|control|vehicle|sham|baseline|dose|day|group)(?P<other>[a-z]{5,})"
_AS_DRUGS_END = r"(?P<other>[a-z]{3,}(?:one|ine|ide|ate|ol|il|in|an|am|ib|ir|ab|pril|um))"
_JOINED = r"(?:\s?/\s?|\s?\+\s?)"
_AND = r"\s(?:and|plus|with)\s"
_FIXED = r"(?:combin\w+(?: \w+)? of|fixed(?:[- ]dose)?(?: combinations?(?: of)?)?)"
_COMBINED = r"(?:in\s)?(?:fixed[- ](?:dose )?)?combination"
_TOGETHER = (
    r"{other}{joined}{drug}", r"{drug}{joined}{other}",
    r"{ends}[-–]{drug}", r"{drug}[-–]{ends}",
    r"{fixed}\s{other}{and}{drug}", r"{fixed}\s{drug}{and}{other}",
    r"{other}{and}{drug}\s{combined}", r"{drug}{and}{other}\s{combined}",
)  # fmt: skip
_NOT_OF = re.compile(r"\bnothing (?:about|of|on)\b[^.;,]*", re.IGNORECASE)
"""What a sentence says that it does not tell: "they say nothing about zelavir alone"."""


@lru_cache(maxsize=256)
def _patterns(names: tuple[str, ...], known: str = "") -> tuple[re.Pattern[str], ...]:
    drug = rf"(?:{'|'.join(map(re.escape, names))})"
    parts = {"drug": drug, "other": _OTHER, "ends": _AS_DRUGS_END, "joined": _JOINED, "and": _AND, "fixed": _FIXED}
    parts |= {"combined": _COMBINED}
    texts = [text.format(**parts) for text in _TOGETHER]
    if known:
        other, link = f"(?P<other>{re.escape(known)})", r"\s(?:(?:combined )?with|and|plus)\s"
        texts += [f"{other}{link}{drug}", f"{drug}{link}{other}"]
    return tuple(re.compile(rf"\b{text}\b", re.IGNORECASE) for text in texts)


def combined_with(sentence: str, title: str, names: Sequence[str], question: str) -> str:
    """The drug that a sentence tells of together with another one; empty where it tells of it by itself.

    Args:
        sentence: as it stands.
        title: of its paper, which says it of a sentence that does not name the drug.
        names: of the drug asked about.
        question: one that names the other drug, too, asks for both.
    """
    own = tuple(names)
    of_title = _only_with(title, own)
    other = _only_with(sentence, own, of_title) if names_drug(sentence, own) else of_title
    return "" if other.lower() in question.lower() else other


def _only_with(text: str, names: tuple[str, ...], known: str = "") -> str:
    """The drug beside which alone a text names these; ``known`` is one that they are known to be combined with."""
    patterns = _patterns(names, known)
    matches = (match["other"] for pattern in patterns for match in pattern.finditer(text))
    other = next((name for name in matches if not names_drug(name, names)), "")
    for pattern in (*patterns, _NOT_OF) if other else ():
        text = pattern.sub(" ", text)
    return "" if names_drug(text, names) else other
