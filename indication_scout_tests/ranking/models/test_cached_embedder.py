"""No text is embedded twice, in memory of one file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.ranking.models import cached_embedder
from indication_scout_assets.ranking.models.cached_embedder import FILE_NAME, CachedEmbedder
from indication_scout_tests.whole_runs import WordEmbedder


class CountingEmbedder(WordEmbedder):
    """Counts what it is asked; a text ``break`` makes it fail."""

    def __init__(self, name: str = "words@1") -> None:
        self.name = name
        self.asked: list[str] = []

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if "break" in texts:
            raise PermanentFailure("It broke.")
        self.asked += texts
        return WordEmbedder().embed_documents(texts)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        self.asked.append(text)
        return super().embed_query(text)


def test_texts_are_embedded_once_and_come_in_the_order_asked(tmp_path: Path):
    inner = CountingEmbedder()
    first = CachedEmbedder(inner, tmp_path / "new" / "folder")
    vectors = first.embed_documents(["a b", "c", "a b"])
    assert inner.asked == ["a b", "c"]
    assert np.array_equal(vectors, WordEmbedder().embed_documents(["a b", "c", "a b"]))

    progress: list[tuple[int, int]] = []
    later = CountingEmbedder()
    second = CachedEmbedder(later, tmp_path / "new" / "folder", lambda done, total: progress.append((done, total)))
    assert np.array_equal(second.embed_documents(["c", "d", "a b"])[[2, 0, 2]], vectors)
    assert later.asked == ["d"]
    assert progress == [(1, 1)]
    assert (second.name, second.dimension) == ("words@1", 64)


def test_queries_are_kept_apart_from_documents(tmp_path: Path):
    # Without this a model with a prefix for queries would be given a document's vector.
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner, tmp_path)
    embedder.embed_documents(["x"])
    once, again = embedder.embed_query("x"), embedder.embed_query("x")
    assert inner.asked == ["x", "x"]
    assert np.array_equal(once, again)


def test_another_model_has_vectors_of_its_own(tmp_path: Path):
    CachedEmbedder(CountingEmbedder(), tmp_path).embed_documents(["x"])
    other = CountingEmbedder("words@2")
    CachedEmbedder(other, tmp_path).embed_documents(["x"])
    assert other.asked == ["x"]


def test_nothing_to_embed_asks_nothing(tmp_path: Path):
    inner = CountingEmbedder()
    assert CachedEmbedder(inner, tmp_path).embed_documents([]).shape == (0, 64)
    assert inner.asked == []


def test_what_was_embedded_before_a_failure_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cached_embedder, "CHUNK", 2)
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner, tmp_path)
    with pytest.raises(PermanentFailure):
        embedder.embed_documents(["a", "b", "break"])
    embedder.embed_documents(["a", "b", "c"])
    assert inner.asked == ["a", "b", "c"]


def test_a_damaged_file_is_one_sentence(tmp_path: Path):
    (tmp_path / FILE_NAME).write_bytes(b"not a database at all, but long enough to be looked at" * 30)
    with pytest.raises(PermanentFailure, match="delete it, it is only a cache"):
        CachedEmbedder(WordEmbedder(), tmp_path).embed_query("x")


def test_a_folder_that_is_a_file_is_one_sentence(tmp_path: Path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(PermanentFailure, match="choose another folder with --cache"):
        CachedEmbedder(WordEmbedder(), tmp_path / "file").embed_query("x")
