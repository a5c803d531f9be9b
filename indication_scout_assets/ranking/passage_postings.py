"""A lexical index of passages that lies in a folder: which passages hold a word, and how much it adds to their scores.

What belongs here: building, saving, opening and reading postings. BM25's constants are ``lexical``'s. The arrays are
mapped into memory, so opening an index of 100,000 passages takes a fraction of a second.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .lexical import K1, B, tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Postings:
    """Words to texts. Texts are numbered in the order they were given."""

    def __init__(self, words: Mapping[str, int], arrays: Mapping[str, NDArray[Any]], texts: int) -> None:
        self._words = words
        self._first = arrays["first"]
        self._texts = arrays["texts"]
        self._impacts = arrays["impacts"]
        self._idf = arrays["idf"]
        self.size = texts

    @classmethod
    def of(cls, texts: Iterable[str]) -> Postings:
        """The index of some texts."""
        import numpy as np  # noqa: PLC0415

        words: dict[str, int] = {}
        columns: list[NDArray[np.int32]] = []
        counts: list[NDArray[np.int32]] = []
        lengths: list[int] = []
        for text in texts:
            stems = tokens(text)
            counted = Counter(stems)
            columns.append(np.array([words.setdefault(word, len(words)) for word in counted], dtype=np.int32))
            counts.append(np.array(list(counted.values()), dtype=np.int32))
            lengths.append(len(stems))
        sizes = np.array([len(column) for column in columns], dtype=np.int64)
        owners = np.repeat(np.arange(len(columns), dtype=np.int32), sizes)
        column = np.concatenate(columns) if columns else np.empty(0, np.int32)
        count = (np.concatenate(counts) if counts else np.empty(0, np.int32)).astype(np.float32)
        order = np.argsort(column, kind="stable")
        held = np.bincount(column, minlength=len(words))
        idf = np.log(1 + (len(columns) - held + 0.5) / (held + 0.5)).astype(np.float32)
        length = np.array(lengths, dtype=np.float32)
        damper = K1 * (1 - B + B * length / max(1.0, float(length.mean()) if len(length) else 1.0))
        impacts = idf[column] * count / (count + damper[owners])
        arrays = {
            "first": np.concatenate([[0], np.cumsum(held)]).astype(np.int64),
            "texts": owners[order],
            "impacts": impacts[order].astype(np.float32),
            "idf": idf,
        }
        return cls(words, arrays, len(columns))

    def save(self, folder: Path) -> None:
        """Write the index into a folder of its own."""
        import numpy as np  # noqa: PLC0415

        folder.mkdir(parents=True, exist_ok=True)
        for name in ("first", "texts", "impacts", "idf"):
            np.save(folder / f"{name}.npy", getattr(self, f"_{name}"))
        facts = {"texts": self.size, "words": list(self._words)}
        (folder / "words.json").write_text(json.dumps(facts, ensure_ascii=False), encoding="utf-8")

    @classmethod
    def open(cls, folder: Path) -> Postings:
        """Map a saved index into memory."""
        import numpy as np  # noqa: PLC0415

        facts = json.loads((folder / "words.json").read_text(encoding="utf-8"))
        arrays = {n: np.load(folder / f"{n}.npy", mmap_mode="r") for n in ("first", "texts", "impacts", "idf")}
        return cls({word: number for number, word in enumerate(facts["words"])}, arrays, facts["texts"])

    def holds(self, word: str) -> bool:
        """Whether any text holds a stem."""
        return word in self._words

    def idf(self, word: str) -> float:
        """How rare a stem is; a stem nobody holds is as rare as can be."""
        import numpy as np  # noqa: PLC0415

        number = self._words.get(word)
        return float(np.log(1 + (self.size + 0.5) / 0.5)) if number is None else float(self._idf[number])

    def scores(self, weights: Mapping[str, float]) -> NDArray[np.float32]:
        """BM25 of every text: the sum over the stems of weight times impact. Shape (texts,)."""
        import numpy as np  # noqa: PLC0415

        scores = np.zeros(self.size, dtype=np.float32)
        for word, weight in weights.items():
            number = self._words.get(word)
            if number is not None and weight:
                span = slice(int(self._first[number]), int(self._first[number + 1]))
                scores[self._texts[span]] += np.float32(weight) * self._impacts[span]
        return scores

    def holding(self, stems: Iterable[str]) -> NDArray[np.bool_]:
        """Which texts hold all of the stems. Shape (texts,)."""
        import numpy as np  # noqa: PLC0415

        held = np.ones(self.size, dtype=np.bool_)
        for stem in stems:
            own = np.zeros(self.size, dtype=np.bool_)
            number = self._words.get(stem)
            if number is not None:
                own[self._texts[int(self._first[number]) : int(self._first[number + 1])]] = True
            held &= own
        return held
