"""The folder that ``scout eval polarity`` reads: articles, each with a pair and the side that people read in it.

What belongs here: the form of the files. Which half a drug is in is told by ``halves``; what follows from the product's
own readings is in ``polarity``. The form is documented in ``docs/cli.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from ..domain.articles import Article
from ..domain.outcomes import PermanentFailure
from ..ranking.files.documents import Line, article_of, read_lines
from .halves import half_of_name

PAIRS: Final = ("pairs.jsonl", "pairs.jsonl.gz")
"""One row per article and pair."""
_HARM_FILES: Final = "harm_pairs*.jsonl*"
_TOPIC_FILES: Final = "topics*.jsonl*"
_CORPUS_FILES: Final = "corpus*.jsonl*"


class JudgedSide(StrEnum):
    """What people read in an article."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    MIXED = "mixed"
    HARM = "harm"
    NO_HARM = "no_harm"
    USE_ONLY = "use_only"
    OTHER = "other"


@dataclass(frozen=True)
class JudgedArticle:
    """An article, the pair it is read for, and what people read in it."""

    row: str
    drug_names: tuple[str, ...]
    disease_names: tuple[str, ...]
    article: Article
    side: JudgedSide
    alone: bool = True
    """``False`` where the effect belongs to a combination whose parts cannot be told apart."""
    plain: bool = True
    """``False`` where the text hedges."""

    @property
    def half(self) -> int:
        """0 or 1, by the drug's name: the rows of one drug are in one half, however its name is written."""
        return half_of_name(self.drug_names[0])


def read_polarity_folder(folder: Path) -> list[JudgedArticle]:
    """The judged articles of a folder, in their order.

    Either ``pairs.jsonl``, or ``harm_pairs*.jsonl`` with ``corpus*.jsonl`` (and ``topics*.jsonl``), whose pairs are
    all ``harm``: the drug causes the disease.

    Raises:
        PermanentFailure: a file is missing, or a line is not of the form; the sentence names file and line.
    """
    path = next((folder / name for name in PAIRS if (folder / name).is_file()), None)
    rows = [_judged(line) for line in read_lines(path)] if path else list(_harm_rows(folder))
    if not rows:
        raise PermanentFailure(f"{folder} holds no judged article; give one a line in {PAIRS[0]}, see docs/cli.md.")
    return rows


def _judged(line: Line) -> JudgedArticle:
    record = line.record
    names = {key: _names(line, key) for key in ("drug", "disease")}
    label = record.get("label")
    if label not in set(JudgedSide):
        known = ", ".join(JudgedSide)
        raise line.bad(f"the label {label!r} is none of {known}", "see docs/cli.md")
    return JudgedArticle(
        row=str(record.get("row") or line.id),
        drug_names=names["drug"],
        disease_names=names["disease"],
        article=article_of(line),
        side=JudgedSide(label),
        alone=record.get("alone") is not False,
        plain=record.get("strength") != "hedged",
    )


def _names(line: Line, key: str) -> tuple[str, ...]:
    """A name and its synonyms, each once."""
    name, synonyms = line.record.get(key), line.record.get(f"{key}_synonyms") or []
    if not isinstance(name, str) or not name.strip():
        raise line.bad(f"there is no `{key}`", "give each row a drug and a disease")
    if not isinstance(synonyms, list) or not all(isinstance(synonym, str) for synonym in synonyms):
        raise line.bad(f"`{key}_synonyms` is no list of names", "see docs/cli.md")
    return tuple(dict.fromkeys(text for written in (name, *synonyms) if (text := written.strip())))


def _harm_rows(folder: Path) -> Iterator[JudgedArticle]:
    """Pairs in which the drug causes the disease, one row per article."""
    pairs = [line for path in _files(folder, _HARM_FILES) for line in read_lines(path)]
    if not pairs:
        raise PermanentFailure(f"{folder} has neither {PAIRS[0]} nor harm_pairs.jsonl; see docs/cli.md.")
    pairs += [line for path in _files(folder, _TOPIC_FILES) for line in read_lines(path)]
    corpus = {line.id: article_of(line) for path in _files(folder, _CORPUS_FILES) for line in read_lines(path)}
    for line in pairs:
        causing: Any = line.record.get("harm") or []
        if not causing:
            continue
        drug, disease = _names(line, "drug"), _names(line, "disease")
        for number in causing:
            if str(number) not in corpus:
                raise line.bad(f"article {number} is not in the corpus", "give its title and abstract")
            yield JudgedArticle(
                f"{drug[0]} / {disease[0]} / {number}", drug, disease, corpus[str(number)], JudgedSide.HARM
            )


def _files(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern))
