"""``sources.parsing``: files in the sources' own formats, of any size, whole or damaged, and what is no such file."""

from __future__ import annotations

import gzip
import io
import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.labels import AdverseEvents, Label
from indication_scout_assets.domain.records.references import ReferenceEntry, WebPage
from indication_scout_assets.domain.records.trials import Trial
from indication_scout_assets.sources.file_parsing import FORMS, parse
from indication_scout_assets.sources.formats.jats import JatsArticle, JatsSection
from indication_scout_assets.sources.formats.xml_root import xml_records
from indication_scout_assets.sources.http.http_answers import TransientBody
from indication_scout_assets.sources.ncbi.pubmed_xml import parse_articles, read_articles
from indication_scout_tests import ROOT
from indication_scout_tests.wire import records as demonstration
from indication_scout_tests.wire.article_xml import article_set

DOCS = (ROOT / "docs" / "reference" / "verbs-json.md").read_text("utf-8")
STUDY = {"protocolSection": {"identificationModule": {"nctId": "NCT99000001", "briefTitle": "A trial"}}}
OTHER = {"protocolSection": {"identificationModule": {"nctId": "NCT99000002", "briefTitle": "Ünlike – another"}}}


def pubmed_record(pmid: int) -> bytes:
    return (
        f"<PubmedArticle><MedlineCitation><PMID>{pmid}</PMID><Article><ArticleTitle>Title {pmid}</ArticleTitle>"
        "</Article></MedlineCitation></PubmedArticle>\n"
    ).encode()


def some(*pmids: int) -> bytes:
    return b"<PubmedArticleSet>\n" + b"".join(map(pubmed_record, pmids)) + b"</PubmedArticleSet>"


def records(form: str, content: bytes) -> list[dict[str, Any]]:
    return list(parse(form, io.BytesIO(content)))


class Read(NamedTuple):
    """What came of a damaged file."""

    records: list[dict[str, Any]]
    said: str


def read_until_fault(form: str, content: bytes) -> Read:
    read = parse(form, io.BytesIO(content))
    result: list[dict[str, Any]] = []
    with pytest.raises(PermanentFailure) as raised:
        result.extend(iter(lambda: next(read), None))
    assert str(raised.value).endswith(".")
    return Read(result, str(raised.value))


# Sizes


class Endless(io.RawIOBase):
    """A set of articles that never ends, and how much of it was read."""

    def __init__(self, compressed: bool = False) -> None:
        super().__init__()
        self.read_bytes = 0
        self._chunks = self._written() if not compressed else map(gzip.compress, self._written())
        self._left = b""

    def _written(self) -> Iterator[bytes]:
        yield b"<PubmedArticleSet>"
        for pmid in range(1, 10_000_000):
            yield pubmed_record(pmid)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left:
            self._left = next(self._chunks)
        given, self._left = self._left[: len(buffer)], self._left[len(buffer) :]
        buffer[: len(given)] = given
        self.read_bytes += len(given)
        return len(given)


@pytest.mark.parametrize("compressed", [False, True], ids=["plain", "gzipped"])
def test_a_set_of_any_size_is_read_record_by_record(compressed: bool):
    file = Endless(compressed)
    result = list(islice(parse("pubmed", io.BufferedReader(file)), 500))
    assert [record["pmid"] for record in result] == [str(pmid) for pmid in range(1, 501)]
    assert file.read_bytes < 2_000_000


def test_a_record_that_was_read_is_let_go():
    read = xml_records(io.BytesIO(some(*range(1, 200))), "PubMed", ("PubmedArticle",), within="PubmedArticleSet")
    for record in read:
        before = record.getprevious()
        assert before is None or (before.getprevious() is None and len(before) == 0), "the tree keeps what was read"


def test_json_lines_are_read_line_by_line():
    def lines() -> Iterator[bytes]:
        yield from (json.dumps(STUDY).encode() + b"\n" for _ in range(3))
        raise AssertionError("read ahead")

    class Lines(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any, left: Iterator[bytes] = lines()) -> int:  # noqa: B008 - one for the file
            line = next(left)
            buffer[: len(line)] = line
            return len(line)

    assert [trial["nct_id"] for trial in islice(parse("ctgov", io.BufferedReader(Lines())), 3)] == ["NCT99000001"] * 3


def test_the_stream_gives_the_articles_of_the_whole_document():
    document = article_set(demonstration.load().articles)
    assert len(parse_articles(document)) > 50
    assert list(read_articles(io.BytesIO(document))) == parse_articles(document)


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"<PubmedArticleSet/>",
        pubmed_record(1),
        b"<a/>",
        b"<a><PubmedArticle/></a>",
        b"<eFetchResult><ERROR>no such id</ERROR></eFetchResult>",
        b"<PubmedArticleSet><Group>" + pubmed_record(1) + b"</Group></PubmedArticleSet>",
        b'<!DOCTYPE a [<!ENTITY l "lol">]><PubmedArticleSet/>',
        some(1).replace(b"Title 1", b"&l;"),
        b"<!DOCTYPE PubmedArticleSet>" + some(1).replace(b"Title 1", b"&l;"),
    ],
)
def test_stream_and_document_agree_on_what_is_none(document: bytes):
    def outcome(read: Callable[[], list[Article]]) -> list[Article] | str:
        try:
            return read()
        except TransientBody as broken:
            return "malformed" if "malformed" in str(broken) else str(broken)

    assert outcome(lambda: list(read_articles(io.BytesIO(document)))) == outcome(lambda: parse_articles(document))


# Shapes


@pytest.mark.parametrize(
    "content",
    [
        json.dumps([STUDY, OTHER]),
        json.dumps({"studies": [STUDY, OTHER], "nextPageToken": "x"}, indent=2),
        json.dumps(STUDY) + "\n" + json.dumps(OTHER),
        json.dumps(STUDY) + "\n\n" + json.dumps([OTHER]) + "\n",
        json.dumps([STUDY, OTHER], indent=1, ensure_ascii=False),
        "\ufeff" + json.dumps([STUDY, OTHER]),
    ],
    ids=["list", "page, indented", "lines", "lines, one blank", "list, indented", "byte order mark"],
)
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzipped"])
def test_studies_come_in_every_shape(content: str, pack: Callable[[bytes], bytes]):
    result = records("ctgov", pack(content.encode()))
    assert [trial["title"] for trial in result] == ["A trial", "Ünlike – another"]


def test_xml_in_another_encoding_is_read_as_it_says():
    document = '<?xml version="1.0" encoding="utf-16"?>' + some(7).decode().replace("Title 7", "Título 7")
    assert [article["title"] for article in records("pubmed", document.encode("utf-16"))] == ["Título 7"]


@pytest.mark.parametrize(("form", "content"), [("pubmed", b"<PubmedArticleSet/>"), ("ctgov", b'{"studies": []}')])
def test_an_empty_set_has_no_records(form: str, content: bytes):
    assert records(form, content) == []


# Damage


def test_articles_before_the_fault_are_given():
    whole = some(1, 2, 3)
    cut = read_until_fault("pubmed", whole[: whole.index(b"Title 3")])
    assert [article["pmid"] for article in cut.records] == ["1", "2"]
    assert "truncated or malformed" in cut.said


def test_studies_before_the_bad_line_are_given():
    cut = read_until_fault("ctgov", (json.dumps(STUDY) + "\n" + json.dumps(OTHER)[:-5]).encode())
    assert [trial["nct_id"] for trial in cut.records] == ["NCT99000001"]
    assert "Line 2 is truncated" in cut.said


def test_a_cut_compression_is_told():
    packed = gzip.compress(some(*range(1, 20_000)))
    cut = read_until_fault("pubmed", packed[: len(packed) // 2])
    assert cut.records
    assert "gzip compression is damaged or breaks off" in cut.said


def test_one_bad_study_is_named_by_its_place_and_all_others_are_given():
    page = {"studies": [STUDY, {"protocolSection": {}}, {"hasResults": False}, OTHER]}
    read = read_until_fault("ctgov", json.dumps(page).encode())
    assert [trial["title"] for trial in read.records] == ["A trial", "Ünlike – another"]
    assert "Study 2 is without an NCT id" in read.said
    assert "Study 3 is JSON that is no study" in read.said
    lines = "\n".join([json.dumps(STUDY), '{"protocolSection": ', json.dumps([OTHER, 7]), json.dumps(STUDY)])
    read = read_until_fault("ctgov", lines.encode())
    assert [trial["title"] for trial in read.records] == ["A trial", "Ünlike – another", "A trial"]
    assert "Line 2 is truncated or malformed JSON" in read.said
    assert "Line 3, study 2 is JSON that is no study" in read.said


def test_of_many_bad_studies_the_first_are_named_and_the_others_counted():
    read = read_until_fault("ctgov", json.dumps([{}] * 9 + [STUDY]).encode())
    assert len(read.records) == 1
    assert "Study 5 is" in read.said
    assert "Study 6 is" not in read.said
    assert "and 4 more; 1 studies could be read" in read.said


BOMB = b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("form", "document"),
    [
        ("pubmed", BOMB + some(1).replace(b"Title 1", b"&b;")),
        ("spl", BOMB + b'<document xmlns="urn:hl7-org:v3"><title>&b;</title></document>'),
        ("jats", BOMB + b"<article><front>&b;</front></article>"),
    ],
)
def test_entities_are_refused_before_any_record(form: str, document: bytes):
    refused = read_until_fault(form, document)
    assert refused.records == []
    assert "declares entities" in refused.said


KINDS = {
    "nothing": b"",
    "text": b"PMID- 123\n",
    "HTML": b"<!DOCTYPE html><html></html>",
    "a zip archive": b"PK\x03\x04rest",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", [*KINDS, "XML", "JSON"])
def test_a_file_of_another_kind_is_named_and_what_was_expected(form: str, kind: str):
    content = KINDS.get(kind) or {"XML": b"<?xml version='1.0'?><a/>", "JSON": b'{"a": 1}'}.get(kind, b"")
    sentence = read_until_fault(form, content).said
    assert FORMS[form].expected in sentence
    if kind != FORMS[form].starts_as:
        assert sentence.startswith(f"It holds {kind}")


# Documentation


def fields(record: type[Any]) -> list[str]:
    return list(record.model_fields if issubclass(record, BaseModel) else record._fields)


@pytest.mark.parametrize("record", [Article, Trial, Label, AdverseEvents, ReferenceEntry, WebPage])
def test_the_page_lists_every_field_of_a_record(record: type[BaseModel]):
    listed = re.search(rf"\(report-json\.md#{record.__name__.lower()}\)[^`|]*`([^`]*)`", DOCS)
    assert listed is not None
    assert listed[1].split(", ") == fields(record)


def test_the_page_lists_every_field_of_a_full_text():
    table = DOCS[DOCS.index("A full text is") : DOCS.index("How the two end")]
    listed = [name for row in re.findall(r"^\| ((?:`[\w\[\].]+`(?:, )?)+) \|", table, re.M) for name in row.split(", ")]
    documented = [name.strip("`") for name in listed]
    parts = [name.removeprefix("sections[].") for name in documented if name.startswith("sections[].")]
    assert [name for name in documented if "[]" not in name] == fields(JatsArticle)
    assert parts == fields(JatsSection)
