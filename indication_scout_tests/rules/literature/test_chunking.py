"""Chunks: exact offsets, whole sentences, nothing lost and never across sections."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.documents import Section
from indication_scout_assets.domain.records.full_text import TextChunk
from indication_scout_assets.rules.literature.chunking import chunk

PROSE = st.lists(
    st.sampled_from(["Patients improved.", "It was p = 0.05 (e.g. in men).", "word", "X" * 70, "\n\n", "α β", "Is?"]),
    max_size=40,
).map(" ".join)  # fmt: skip


def laid_out(parts: list[str]) -> tuple[str, list[Section]]:
    text, sections = "", []
    for part in parts:
        text += "\n\n" if text else ""
        sections.append(Section(title="S", start=len(text), end=len(text) + len(part)))
        text += part
    return text, sections


def words(text: str, chunks: list[TextChunk]) -> list[str]:
    return [text[piece.start : piece.end] for piece in chunks]


def test_chunks_are_whole_sentences_and_repeat_the_last_ones() -> None:
    text = "One is here. Two is here. Three is here. Four is here."
    sections = [Section(title="S", start=0, end=len(text))]
    assert words(text, list(chunk(text, sections, size=30, overlap=15))) == [
        "One is here. Two is here.", "Two is here. Three is here.", "Three is here. Four is here.",
    ]  # fmt: skip
    assert words(text, list(chunk(text, sections, size=30, overlap=0))) == [
        "One is here. Two is here.", "Three is here. Four is here.",
    ]  # fmt: skip


def test_a_sentence_too_long_is_cut_between_words_and_a_word_too_long_within() -> None:
    text = "alpha beta gamma " + "x" * 25
    assert words(text, list(chunk(text, [Section(title="S", start=0, end=len(text))], size=12, overlap=3))) == [
        "alpha beta", "gamma", "x" * 12, "x" * 12, "x",
    ]  # fmt: skip


def test_an_empty_section_has_no_chunk() -> None:
    assert chunk("  \n", [Section(title="S", start=0, end=3), Section(title="T", start=1, end=1)]) == ()


def test_an_overlap_as_long_as_a_chunk_is_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        chunk("x", [], size=10, overlap=10)


@given(st.lists(PROSE | st.text(max_size=300), max_size=4), st.integers(1, 120), st.data())
def test_nothing_is_lost_and_nothing_crosses(parts: list[str], size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    text, sections = laid_out(parts)
    chunks = chunk(text, sections, size=size, overlap=overlap)
    for number, section in enumerate(sections):
        own = [piece for piece in chunks if piece.section == number]
        covered = set()
        for before, piece in zip([None, *own], own, strict=False):
            assert section.start <= piece.start < piece.end <= section.end
            assert piece.end - piece.start <= size
            assert text[piece.start : piece.end].strip() == text[piece.start : piece.end]
            if before is not None:
                assert before.start < piece.start
                assert before.end < piece.end
                assert before.end - piece.start <= overlap
            covered |= set(range(piece.start, piece.end))
        assert all(at in covered for at in range(section.start, section.end) if not text[at].isspace())
