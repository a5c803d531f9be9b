"""How the check of a model's sentences does on sentences of real papers: shortened ones, and spoilt ones.

What belongs here: the measure. ``python -m indication_scout_tests.reading.verifier.real_sentences FILE [HALF]`` reads
JSON lines with ``question``, ``pmcid`` and ``gold_text`` (sentences people marked as the answer), which are no part of
the repository. Each sentence is changed by a rule and held against itself as it was. The halves are split by paper; the
rules were set on half 0.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from indication_scout_assets.domain.questions.question_answering import QuestionFrame
from indication_scout_assets.reading.verifier.written_sentences import ClaimRefused, QuotedWords, check_claim
from indication_scout_assets.rules.language.sentences import sentences
from indication_scout_assets.rules.questions.question_frames import read_question

SHORTEST, LONGEST = 40, 420
_OPPOSITE = {
    "increased": "decreased", "decreased": "increased", "increase": "decrease", "decrease": "increase",
    "higher": "lower", "lower": "higher", "greater": "smaller", "reduced": "increased", "improved": "worsened",
    "better": "worse", "longer": "shorter", "shorter": "longer", "more": "less", "less": "more", "fewer": "more",
    "reduction": "increase",
}  # fmt: skip
_DIRECTION = re.compile(rf"\b(?:{'|'.join(_OPPOSITE)})\b")
_ASIDE = re.compile(r"\s*\([^()]*\)")
_OPENING = re.compile(
    r"^(?:In|At|After|Among|During|Overall|Moreover|However|Furthermore|Additionally)[^,]{0,60}, (?P<rest>.+)$"
)
_TWO_NUMBERS = re.compile(r"(?P<first>\d[\d.]*\s?%?)(?P<between>[^\d]{3,60}?)(?P<second>\d[\d.]*\s?%?)")


def without_asides(text: str) -> str:
    """What stands in brackets is left out."""
    return _ASIDE.sub("", text)


def without_opening(text: str) -> str:
    """The first adverbial is left out."""
    match = _OPENING.match(text)
    return match["rest"][0].upper() + match["rest"][1:] if match else ""


def turned_round(text: str) -> str:
    """The first direction becomes its opposite."""
    match = _DIRECTION.search(text)
    return text[: match.start()] + _OPPOSITE[match[0]] + text[match.end() :] if match else ""


def denial_changed(text: str) -> str:
    """A "not" or "no significant" is left out; where nothing is denied, a "not" is added."""
    if re.search(r"\b(?:no|not|nor|neither|without|failed)\b", text, re.IGNORECASE):
        for denial, left in ((r"\bnot ", ""), (r"\bno significant", "significant")):
            if re.search(denial, text):
                return re.sub(denial, left, text, count=1)
        return ""
    match = re.search(r"\b(?:was|were)\b", text)
    return f"{text[: match.end()]} not{text[match.end() :]}" if match else ""


def number_changed(text: str) -> str:
    """The first decimal number becomes another."""
    match = re.search(r"\d+\.\d+", text)
    return f"{text[: match.start()]}{float(match[0]) + 7.3:.1f}{text[match.end() :]}" if match else ""


def numbers_swapped(text: str) -> str:
    """The first two numbers outside brackets change places."""
    plain = without_asides(text)
    match = _TWO_NUMBERS.search(plain)
    if match is None or match["first"].strip() == match["second"].strip():
        return ""
    changed = match["second"] + match["between"] + match["first"]
    return plain[: match.start()] + changed + plain[match.end() :]


TRUE: tuple[Callable[[str], str], ...] = (without_asides, without_opening)
FALSE: tuple[Callable[[str], str], ...] = (turned_round, denial_changed, number_changed, numbers_swapped)


def stands(claim: str, quoted: str, frame: QuestionFrame) -> bool:
    """Whether a sentence stands on another."""
    try:
        check_claim(claim, [QuotedWords(quoted)], frame)
    except ClaimRefused:
        return False
    return True


def marked(path: Path, half: int) -> Iterator[tuple[str, QuestionFrame]]:
    """The marked sentences of a half, each once, with the first question they answer."""
    seen: set[str] = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if int(hashlib.sha256(str(entry["pmcid"]).encode()).hexdigest(), 16) % 2 != half:
            continue
        for text in entry["gold_text"]:
            for piece in sentences(text):
                if SHORTEST <= len(piece.text) <= LONGEST and piece.text not in seen:
                    seen.add(piece.text)
                    yield piece.text, read_question(entry["question"])


def main(path: Path, half: int) -> None:
    """Print how many changed sentences stand, by how they were changed."""
    tried: Counter[str] = Counter()
    standing: Counter[str] = Counter()
    for quoted, frame in marked(path, half):
        for change in (*TRUE, *FALSE):
            claim = change(quoted)
            if claim and claim != quoted:
                tried[change.__name__] += 1
                standing[change.__name__] += stands(claim, quoted, frame)
    for change in (*TRUE, *FALSE):
        name = change.__name__
        print(f"{name:18} {'true' if change in TRUE else 'false':6} {standing[name]:4} of {tried[name]:4} stand")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
