"""Documents and topics as users write them, and the sentence that meets each kind of bad line."""

from __future__ import annotations

import gzip
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.records.articles import Article, RetractionStatus
from indication_scout_assets.ranking.files.document_files import (
    Line,
    article_of,
    lines_in,
    read_documents,
    read_lines,
    read_topics,
    topic_of,
    without_text,
)


def article(**record: Any) -> Article:
    return article_of(Line({"id": "a1", "title": "A title"} | record, "docs.jsonl, line 1"))


def topic(**record: Any) -> Any:
    return topic_of(Line({"id": "t1"} | record, "topics.jsonl, line 1"))


def refusal_of(content: bytes, reader: Any = read_documents) -> str:
    with pytest.raises(PermanentFailure) as caught:
        reader(lines_in(content, "docs.jsonl"))
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_the_least_document_has_an_id():
    assert article_of(Line({"id": 7}, "")) == Article(id="7", title="")


def test_a_document_has_its_text_under_either_name():
    assert article(abstract="As abstract.") == article(text="As abstract.") == article(abstract="", text="As abstract.")
    assert article(abstract=None, title=None).text == ""


def test_markup_and_entities_of_a_line_are_read():
    read = article(title="<i>Tea</i> in Beh&#231;et", abstract="AIM: type&nbsp;2\nRESULTS: 10<sup>9</sup>/L",
                   sections=[{"label": "AIM", "start": 5, "end": 9}])  # fmt: skip
    assert (read.title, read.abstract, read.sections) == ("Tea in Behçet", "AIM: type 2\nRESULTS: 10⁹/L", ())
    assert topic(drug="met\u00adformin", disease="type&nbsp;2 diabetes").disease_names == ("type 2 diabetes",)


def test_a_pmid_is_the_id_where_there_is_no_other():
    assert article_of(Line({"pmid": "123", "title": "x"}, "")).id == "123"
    both = article_of(Line({"id": "mine", "pmid": 123, "title": "x"}, ""))
    assert (both.id, both.pmid) == ("mine", "123")
    assert article().pmid is None  # digits alone make no PMID


def test_names_become_publication_types_and_headings():
    read = article(publication_types=["Retracted Publication"], mesh=["Humans", "Obesity"])
    assert read.retraction is RetractionStatus.RETRACTED
    assert [heading.name for heading in read.mesh_headings] == ["Humans", "Obesity"]
    assert article(publication_types=None, mesh=[]).publication_types == ()


@pytest.mark.parametrize(
    ("given_", "year", "published"),
    [
        ({"date": "2019-03-05"}, 2019, date(2019, 3, 5)),
        ({"date": "2019-03"}, 2019, date(2019, 3, 1)),
        ({"date": 2019}, 2019, date(2019, 1, 1)),
        ({"date": "March 2019"}, 2019, None),
        ({"year": "2019"}, 2019, None),
        ({"year": 2018, "date": "2019-03-05"}, 2018, date(2019, 3, 5)),
        ({"date": ""}, None, None),
    ],
)
def test_dates(given_: dict[str, Any], year: int | None, published: date | None):
    read = article(**given_)
    assert (read.year, read.published) == (year, published)


def test_the_kind_of_source_is_where_it_comes_from():
    assert article(source_type="Cochrane").origins[0].source == "Cochrane"
    assert article(source_type="preprint").is_preprint
    assert not article(source_type="pubmed").is_preprint


def test_what_the_command_prints_is_read_back():
    whole = Article(
        pmid="31", title="T", abstract="Some text.", year=2001, published=date(2001, 2, 3), keywords=("k",),
        publication_types=({"name": "Review", "ui": "D016454"},),
        mesh_headings=({"name": "Mice", "major": True},), nct_ids=("NCT99000001",), is_preprint=True, cited_by=4,
        origins=({"source": "PubMed", "id": "31"},),
    )  # fmt: skip
    assert article_of(Line(whole.model_dump(mode="json"), "")) == whole


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"id": "1"}\n{"id": "2",\n', "docs.jsonl, line 2: not JSON"),
        (b'\n\n["id"]', "docs.jsonl, line 3: not a JSON object"),
        (b'{"id": "\xff"}', "line 1: the text is not UTF-8"),
        (b'{"id": "1", "title": "\\ud800"}', "line 1: the text is not UTF-8"),
        (b"[" * 100_000, "line 1: not JSON"),
        (b'{"title": "no id"}', "line 1: there is no id"),
        (b'{"id": true}', "line 1: there is no id"),
        (b'{"id": "1"}\n{"id": 1}', "line 2: the id '1' stands twice"),
        (b'{"id": "1", "title": ["x"]}', "line 1: `title` is not of the form: input should be a valid string"),
        (b'{"id": "1", "mesh": {"a": 1}}', "line 1: `mesh` is no list"),
        (b'{"id": "1", "mesh": [3]}', "line 1: `mesh_headings.0` is not of the form"),
        (b'{"id": "1", "year": "soon"}', "line 1: the year 'soon' is no year"),
        (b'{"id": "1", "date": "2019-02-30"}', "line 1: the date '2019-02-30' does not exist"),
        (b'{"id": "1", "date": "spring"}', "line 1: the date 'spring' has no year"),
        (b"  \n", "There are no documents"),
        (b"\x1f\x8b not really", "docs.jsonl is a damaged gzip file"),
    ],
)
def test_a_bad_line_is_one_sentence_with_its_place(content: bytes, words: str):
    assert words in refusal_of(content)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({}, "the topic asks nothing"),
        ({"drug": "x"}, "the topic asks nothing"),
        ({"query": 3}, "`query` is not of the form: input should be a valid string"),
        ({"drug": 3, "disease": "y"}, "`drug` is not of the form: input should be a valid tuple"),
        ({"query": "q", "synonyms": ["x"]}, "`synonyms` is not of the form: input should be a valid dictionary"),
        ({"query": "q", "disease_synonyms": [1]}, "`disease_synonyms.0` is not of the form: input should"),
    ],
)
def test_a_bad_topic_is_one_sentence_with_its_place(record: dict[str, Any], words: str):
    line = json.dumps({"id": "t"} | record).encode()
    assert f"docs.jsonl, line 1: {words}" in refusal_of(line, read_topics)


def test_topics_in_all_their_forms():
    assert topic(query=" does it help? ").query == "does it help?"
    pair = topic(drug="sildenafil", disease="gout", drug_synonyms=["Viagra"], disease_synonyms="podagra")
    assert pair.drugs == (("sildenafil", "Viagra"),)
    assert pair.disease_names == ("gout", "podagra")
    assert topic(drug="sildenafil", disease="gout", synonyms={"drug": ["Viagra"], "disease": ["podagra"]}) == pair
    assert topic(drug=["sildenafil"], disease=["gout", "podagra"], drug_synonyms=["Viagra"]) == pair


def test_a_class_of_drugs():
    plain = topic(drugs=["baclofen", "tizanidine"], disease="spasticity")
    assert plain.drugs == (("baclofen",), ("tizanidine",))
    named = topic(drugs=["baclofen", "tizanidine"], disease="spasticity", drug_synonyms={"baclofen": ["Lioresal"]})
    assert named.drugs == (("baclofen", "Lioresal"), ("tizanidine",))
    more = topic(drugs=["baclofen", "tizanidine"], disease="spasticity", drug_synonyms=["dantrolene"])
    assert more.drugs[2:] == (("dantrolene",),)


def test_files_may_be_packed_and_begin_with_a_mark(tmp_path: Path):
    plain = b'\xef\xbb\xbf{"id": "1"}\r\n\r\n{"id": "2"}'
    (tmp_path / "a.jsonl").write_bytes(plain)
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(plain))
    for name in ("a.jsonl", "b.jsonl.gz"):
        lines = read_lines(tmp_path / name)
        assert [line.id for line in lines] == ["1", "2"]
        assert lines[1].where == f"{tmp_path / name}, line 3"


def test_a_file_that_is_not_there(tmp_path: Path):
    with pytest.raises(PermanentFailure, match=r"cannot be read \(No such file"):
        read_lines(tmp_path / "none.jsonl")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
fields = st.sampled_from(
    ["id", "pmid", "title", "abstract", "text", "publication_types", "mesh", "date", "year", "source_type", "sections",
     "keywords", "origins", "query", "drug", "drugs", "disease", "drug_synonyms", "synonyms"]
)  # fmt: skip


@given(st.lists(st.dictionaries(fields, anything, max_size=6), min_size=1, max_size=3))
def test_whatever_is_written_is_read_or_refused_in_one_sentence(records: list[dict[str, Any]]):
    content = "\n".join(map(json.dumps, records)).encode()
    for reader in (read_documents, read_topics):
        sentence = ""
        try:
            assert reader(lines_in(content, "f"))
        except PermanentFailure as refused:
            sentence = str(refused)
        assert "\n" not in sentence


def test_a_notice_of_the_file_strikes_the_paper_that_it_names() -> None:
    notice = {"id": 2, "title": "Retraction: Oats", "corrections": [{"kind": "RetractionOf", "pmid": "1"}]}
    records = [{"pmid": "1", "title": "Oats"}, notice, {"pmid": "3", "title": "Wheat"}]
    documents = read_documents(lines_in("\n".join(map(json.dumps, records)).encode(), "f"))
    assert [(document.id, document.usable) for document in documents] == [("1", False), ("2", False), ("3", True)]


def test_documents_without_any_text_are_refused_and_some_are_counted() -> None:
    empty, with_title = Article(id="1", title=""), Article(id="2", title="On oats")
    assert without_text([empty, with_title]) == 1
    with pytest.raises(PermanentFailure, match="No document has any text"):
        without_text([empty])
