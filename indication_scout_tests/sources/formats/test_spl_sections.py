"""SPL as a printed label: sections with their titles, pictures where a text shows them, zips, and what is no label."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.sources.formats.label_files import read_label_file
from indication_scout_assets.sources.formats.spl import parse_spl
from indication_scout_assets.sources.formats.spl_sections import printed_spl
from indication_scout_tests.label_examples import PICTURE, VELOTRIN, velotrin, zipped


def test_sections_keep_their_titles_numbers_and_places():
    label = printed_spl(velotrin())
    assert (label.set_id, label.version, label.brands) == (VELOTRIN, "4", ("Velozip",))
    assert label.ingredients == ("velotrin", "velotrin sodium")
    adults = next(section for section in label.sections if section.title == "Adults")
    assert adults.parent is not None
    above = label.sections[adults.parent]
    assert (adults.number, adults.depth, above.title, above.text) == ("2.1", 1, "DOSAGE AND ADMINISTRATION", "")


def test_every_text_of_the_label_is_there_once():
    texts = [section.text for section in printed_spl(velotrin()).sections if section.text]
    assert [text for text in texts if text not in [s.text for s in parse_spl(velotrin()).sections]] == []
    assert len(texts) == len(set(texts))


def test_a_picture_stands_in_the_section_that_shows_it():
    label = printed_spl(velotrin())
    assert [(p.file, label.sections[p.section].title) for p in label.pictures] == [
        ("velotrin-formula.png", "DESCRIPTION")
    ]


def test_a_zip_brings_the_bytes_of_its_pictures():
    file = read_label_file(zipped(velotrin()))
    assert file.pictures == {"velotrin-formula.png": PICTURE}
    assert file.labels[0].pictures[0].sha256
    assert file.labels[0].sections == printed_spl(velotrin()).sections


@pytest.mark.parametrize("content", [b"", b"text", b"<document/>", b"PK\x03\x04 broken", b"%PDF-1.4 broken"])
def test_what_is_no_label_is_refused_in_a_sentence(content: bytes):
    with pytest.raises(PermanentFailure, match=r"\.$"):
        read_label_file(content)
