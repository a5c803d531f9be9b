"""Files of references and manuscripts: what is read of each format, and what of a damaged one."""

from __future__ import annotations

import json
from io import BytesIO

import pytest

from indication_scout_assets.domain.outcomes import WrongArgument
from indication_scout_assets.operations.checking.manuscripts import manuscript
from indication_scout_assets.operations.checking.reference_formats import (
    identifier_list,
    printed_reference,
    reference_of_id,
    references_of,
)

BIBTEX = rb"""@article{first, title={The {\"U}ber trial}, author={M{\"u}ller, A and Smith, B}, year=2019,
  doi={https://doi.org/10.1000/ABC}, pmid={0123}}
@article{broken, title={Never closed, author={X}
@article{first, title={The same key}, year=2001}
@misc{link, title={A link}, url={https://doi.org/10.1000/xyz}}
"""
RIS = b"""TY  - JOUR
TI  - A title
AU  - Smith, J
PY  - 2019/03/01
DO  - 10.1000/x
AN  - 1234
DB  - PubMed
ER  -

TY  - JOUR
T1  - Another
AN  - 99
DB  - Embase
ER  -
"""


def test_bibtex_is_read_entry_by_entry():
    read = references_of("a.bib", BIBTEX, ".bib")
    assert [(r.label, r.line, r.title, r.author, r.year, r.doi, r.pmid) for r in read.references] == [
        ("first", 1, "The Über trial", "Müller, A", 2019, "10.1000/ABC", "123"),
        ("first", 4, "The same key", "", 2001, "", ""),
        ("link", 5, "A link", "", None, "10.1000/xyz", ""),
    ]
    ((line, why),) = read.unread
    assert line == 3
    assert why.startswith("This entry cannot be read:")


def test_ris_takes_an_accession_number_for_a_pmid_only_of_pubmed():
    first, second = references_of("a.ris", RIS, ".ris").references
    assert (first.line, first.title, first.author, first.year, first.doi, first.pmid) == (
        1, "A title", "Smith, J", 2019, "10.1000/x", "1234",
    )  # fmt: skip
    assert (second.line, second.label, second.title, second.pmid) == (10, "2", "Another", "")


def test_csl_json_is_read_whatever_its_types():
    items = [
        {
            "id": "x",
            "title": "T",
            "DOI": "10.1000/x",
            "author": [{"family": "Roe"}],
            "issued": {"date-parts": [[2019]]},
        },
        {"id": 7, "PMID": 12, "title": None, "author": "no list", "issued": "2001"},
        {"id": "empty"},
        5,
    ]
    read = references_of("a.json", json.dumps(items).encode(), ".json")
    assert [(r.label, r.title, r.author, r.year, r.doi, r.pmid) for r in read.references] == [
        ("x", "T", "Roe", 2019, "10.1000/x", ""),
        ("7", "", "", None, "", "12"),
    ]
    assert [why for _, why in read.unread] == [f"Item {n} has neither a title nor an identifier." for n in (3, 4)]


@pytest.mark.parametrize(
    ("content", "suffix"), [(b"\xff\xfe", ".bib"), (b"hello", ".ris"), (b"{", ".json"), (b"3", ".json"), (b"", ".bib")]
)
def test_what_is_no_such_file_is_refused_in_one_sentence(content, suffix):
    with pytest.raises(WrongArgument, match=r"^f\.x .*\.$|^f\.x .*\?$"):
        references_of("f.x", content, suffix)


@pytest.mark.parametrize(
    ("given", "pmid", "pmcid", "doi"),
    [
        ("PMID: 0012", "12", "", ""),
        ("https://pubmed.ncbi.nlm.nih.gov/12/", "12", "", ""),
        ("PMC1234567", "", "PMC1234567", ""),
        ("https://doi.org/10.1000/a(b)", "", "", "10.1000/a(b)"),
        ("doi:10.1000/x.", "", "", "10.1000/x"),
    ],
)
def test_an_identifier_is_known_in_every_spelling(given, pmid, pmcid, doi):
    reference = reference_of_id(given)
    assert reference is not None
    assert (reference.pmid, reference.pmcid, reference.doi) == (pmid, pmcid, doi)


def test_a_list_of_identifiers_keeps_what_is_none_and_prose_is_no_list():
    read = identifier_list("a.txt", "# mine\n10.1000/x\nPMID 12 # why\n\nhello\n")
    assert read is not None
    assert [(r.line, r.doi or r.pmid) for r in read.references] == [(2, "10.1000/x"), (3, "12")]
    assert read.unread == ((5, "'hello' is no DOI, PMID or PMC id."),)
    assert identifier_list("a.txt", "We read 10.1000/x and\nmany more words\nof no list.") is None


def test_a_printed_reference_gives_what_its_form_shows():
    text = "Roe J, Doe A. A title of 1999 things. J Test. 2005;353:2148-57. doi:10.1000/a.2001. PMID: 77"
    reference = printed_reference(text, "f", 3, "9")
    assert (reference.author, reference.doi, reference.pmid, reference.label) == ("Roe", "10.1000/a.2001", "77", "9")


MARKED = """# Title

One claim stands [1]. Another stands,[2,3] and ranges [1-3] too.
Raised marks count.² So do<sup>3</sup> these and these^1^ ones.

An area of 5 m² has none, nor has 10⁶. As Roe et al. (2005) wrote. It was so (Doe 2010; Roe, 2005). Number [99] is none.

## References

1. Roe J. A first title, which goes on
   in the next line. J Test 2005;1:1.
2. Doe A. A second title. J Test 2010;1:1.
2019. is the end of the second.
3. Poe E. A third title. J Test 2011;1:1.

## Funding

None was given [1].
"""


def labelled(text: str) -> dict[str, tuple[str, ...]]:
    return {s.claim: s.labels for s in manuscript("a.md", text.encode(), ".md", {}).sentences}


def test_a_manuscript_gives_its_entries_and_the_sentences_that_cite_them():
    read = manuscript("a.md", MARKED.encode(), ".md", {})
    assert [(r.label, r.line, r.year) for r in read.references] == [("1", 10, 2005), ("2", 12, 2010), ("3", 14, 2011)]
    assert read.references[0].text == "Roe J. A first title, which goes on in the next line. J Test 2005;1:1."
    assert read.references[1].text.endswith("2019. is the end of the second.")
    assert labelled(MARKED) == {
        "One claim stands.": ("1",),
        "Another stands, and ranges too.": ("2", "3", "1"),
        "Raised marks count.": ("2",),
        "So do these and these ones.": ("3", "1"),
        "As Roe et al. (2005) wrote.": ("1",),
        "It was so.": ("2", "1"),
        "None was given.": ("1",),
    }


def test_a_mark_behind_the_stop_belongs_to_the_sentence_before_it():
    entries = "References\n\n1. Roe J. A. 2005.\n2. Doe A. B. 2006.\n"
    text = f"The first said.[1] The second said. [2] The third said nothing.\n\n{entries}"
    assert labelled(text) == {"The first said.": ("1",), "The second said.": ("2",)}


def test_names_with_a_year_that_two_entries_share_are_left_alone():
    entries = "Roe J. A. 2005.\n\nRoe P. B. 2005.\n\nDoe A. C. 2006."
    assert labelled(f"It was so (Roe 2005). And so it was (Doe 2006).\n\nReferences\n\n{entries}\n") == {
        "And so it was.": ("3",)
    }


def test_markdown_cites_the_keys_of_another_file():
    keys = {r.label: r for r in references_of("a.bib", BIBTEX, ".bib").references}
    read = manuscript("a.md", b"It is so [@first; @link, p. 3]. Nobody knows [@other].", ".md", keys)
    assert [(s.claim, s.labels) for s in read.sentences] == [("It is so.", ("first", "link"))]


def test_a_line_that_begins_with_a_mark_is_no_entry_and_footnotes_are():
    text = "It was so, as they have shown\n[^1]. It was more.[^2]\n[^1]: Roe J. A. 2005.\n[^2]: Doe A. B. 2006.\n"
    assert labelled(text) == {"It was so, as they have shown.": ("1",), "It was more.": ("2",)}


def test_a_word_file_gives_its_raised_numbers_as_marks():
    from docx import Document  # noqa: PLC0415

    document = Document()
    document.add_heading("Results", 1)
    paragraph = document.add_paragraph("It was so.")
    paragraph.add_run("1,2").font.superscript = True
    paragraph.add_run(" It had 10")
    paragraph.add_run("x").font.superscript = True
    document.add_heading("References", 1)
    for entry in ("Roe J. A title. 2005.", "Doe A. Another title. 2006."):
        document.add_paragraph(entry, style="List Number")
    file = BytesIO()
    document.save(file)
    read = manuscript("a.docx", file.getvalue(), ".docx", {})
    assert [(r.label, r.author) for r in read.references] == [("1", "Roe"), ("2", "Doe")]
    assert [(s.claim, s.labels) for s in read.sentences] == [("It was so.", ("1", "2"))]


@pytest.mark.parametrize(
    ("content", "suffix"), [(b"PK no zip", ".docx"), (b"%PDF-nothing", ".pdf"), (b"Words.", ".md")]
)
def test_a_manuscript_without_references_is_refused_in_one_sentence(content, suffix):
    with pytest.raises(WrongArgument, match=r"^a\.x.*\.$"):
        manuscript("a.x", content, suffix, {})
