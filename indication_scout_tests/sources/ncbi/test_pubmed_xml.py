"""PubMed XML: every shape a record comes in, and nothing that a hostile or broken answer could do."""

from __future__ import annotations

from datetime import date

import pytest

from indication_scout_assets.domain.records.articles import Article, RetractionStatus
from indication_scout_assets.sources.http.http_client import TransientBody
from indication_scout_assets.sources.ncbi.pubmed_dates import read_printed_date
from indication_scout_assets.sources.ncbi.pubmed_xml import NO_TITLE, join_records, parse_articles, split_records

GROUP = "Task Force of the\u00a0IGS"
"""The last space does not break, so that the end is no initials."""
PROLOG = (
    b'<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" '
    b'"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n'
)

FULL = """
<PubmedArticle>
  <MedlineCitation Status="MEDLINE" Owner="NLM">
    <PMID Version="1">90000001</PMID>
    <Article PubModel="Print-Electronic">
      <Journal><JournalIssue CitedMedium="Internet"><PubDate><Year>2019</Year><Month>Mar</Month><Day>05</Day></PubDate>
        </JournalIssue><Title>Journal of Invented Results</Title><ISOAbbreviation>J Inv Res</ISOAbbreviation></Journal>
      <ArticleTitle>CO<sub>2</sub> and <i>in vivo</i> effects of 10<sup>-3</sup>&#xa0;M sildenafil:
        <b>a trial</b>.</ArticleTitle>
      <ELocationID EIdType="pii" ValidYN="1">x</ELocationID>
      <ELocationID EIdType="doi" ValidYN="Y">10.1000/elocation</ELocationID>
      <Abstract>
        <AbstractText Label="BACKGROUND" NlmCategory="BACKGROUND">Pressure rose to <mml:math
          xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>p</mml:mi><mml:mo>=</mml:mo><mml:mn>25</mml:mn></mml:math>
          mm Hg.</AbstractText>
        <AbstractText Label="METHODS">We gave &lt;5 mg. See NCT99999999.</AbstractText>
        <AbstractText Label="EMPTY"/>
        <AbstractText Label="UNLABELLED">It helped.</AbstractText>
        <CopyrightInformation>Nobody's.</CopyrightInformation>
      </Abstract>
      <AuthorList CompleteYN="Y">
        <Author ValidYN="Y"><LastName>Gali&#xe8;</LastName><ForeName>Nazzareno</ForeName><Initials>N</Initials></Author>
        <Author ValidYN="N"><LastName>Withdrawn</LastName><Initials>W</Initials></Author>
        <Author ValidYN="Y"><LastName>Smith</LastName><Initials>J</Initials><Suffix>Jr</Suffix></Author>
        <Author ValidYN="Y"><CollectiveName>The Invented Study Group</CollectiveName></Author>
        <Author ValidYN="Y"><CollectiveName>Task Force of the IGS</CollectiveName></Author>
      </AuthorList>
      <Language>eng</Language><Language>fre</Language>
      <DataBankList CompleteYN="Y">
        <DataBank><DataBankName>ClinicalTrials.gov</DataBankName><AccessionNumberList>
          <AccessionNumber>NCT00000001</AccessionNumber><AccessionNumber>NCT00000001</AccessionNumber>
          <AccessionNumber>unknown</AccessionNumber></AccessionNumberList></DataBank>
        <DataBank><DataBankName>GENBANK</DataBankName><AccessionNumberList>
          <AccessionNumber>AB000001</AccessionNumber></AccessionNumberList></DataBank>
      </DataBankList>
      <PublicationTypeList>
        <PublicationType UI="D016428">Journal Article</PublicationType>
        <PublicationType UI="D016449">Randomized Controlled Trial</PublicationType>
        <PublicationType UI="D016441">Retracted Publication</PublicationType>
      </PublicationTypeList>
      <ArticleDate DateType="Electronic"><Year>2018</Year><Month>12</Month><Day>20</Day></ArticleDate>
    </Article>
    <ChemicalList><Chemical><RegistryNumber>BW9B0ZE037</RegistryNumber>
      <NameOfSubstance UI="D000068677">Sildenafil Citrate</NameOfSubstance></Chemical></ChemicalList>
    <SupplMeshList><SupplMeshName Type="Disease" UI="C563534">Narcolepsy 1</SupplMeshName></SupplMeshList>
    <CommentsCorrectionsList>
      <CommentsCorrections RefType="RetractionIn"><RefSource>J Inv Res. 2021;1:2</RefSource><PMID>90000009</PMID>
        </CommentsCorrections>
      <CommentsCorrections RefType="Cites"><RefSource>Other</RefSource><PMID>1</PMID></CommentsCorrections>
      <CommentsCorrections RefType="ErratumIn"><RefSource>J Inv Res. 2020;3:4</RefSource></CommentsCorrections>
    </CommentsCorrectionsList>
    <MeshHeadingList>
      <MeshHeading><DescriptorName UI="D006976" MajorTopicYN="N">Hypertension, Pulmonary</DescriptorName>
        <QualifierName UI="Q000188" MajorTopicYN="Y">drug therapy</QualifierName>
        <QualifierName UI="Q000503" MajorTopicYN="N">physiopathology</QualifierName></MeshHeading>
      <MeshHeading><DescriptorName UI="D006801" MajorTopicYN="N">Humans</DescriptorName></MeshHeading>
    </MeshHeadingList>
    <KeywordList Owner="NOTNLM"><Keyword MajorTopicYN="N">PDE<sub>5</sub></Keyword><Keyword>PDE5</Keyword></KeywordList>
  </MedlineCitation>
  <PubmedData>
    <History><PubMedPubDate PubStatus="pubmed"><Year>2018</Year><Month>12</Month><Day>22</Day></PubMedPubDate>
      <PubMedPubDate PubStatus="entrez"><Year>2018</Year><Month>12</Month><Day>21</Day></PubMedPubDate></History>
    <ArticleIdList><ArticleId IdType="pubmed">90000001</ArticleId><ArticleId IdType="doi">10.1000/own</ArticleId>
      <ArticleId IdType="pmc">PMC7000001</ArticleId></ArticleIdList>
    <ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.1000/cited</ArticleId></ArticleIdList>
      </Reference></ReferenceList>
  </PubmedData>
</PubmedArticle>
"""

BARE = """<PubmedArticle><MedlineCitation><PMID>90000002</PMID><Article><ArticleTitle/></Article>
<OtherAbstract Type="Publisher" Language="spa"><AbstractText>En otra lengua.</AbstractText></OtherAbstract>
<OtherAbstract Type="plain-language-summary" Language="eng"><AbstractText>In plain words.</AbstractText></OtherAbstract>
</MedlineCitation></PubmedArticle>"""

BOOK = """<PubmedBookArticle><BookDocument><PMID Version="1">90000003</PMID>
<ArticleIdList><ArticleId IdType="bookaccession">NBK1</ArticleId></ArticleIdList>
<Book><Publisher><PublisherName>P</PublisherName></Publisher><BookTitle book="x">Invented Reviews</BookTitle>
<PubDate><Year>2004</Year></PubDate><AuthorList Type="editors"><Author><LastName>Editor</LastName><Initials>E</Initials>
</Author></AuthorList></Book><ArticleTitle book="x" part="y">A Chapter</ArticleTitle><Language>eng</Language>
<AuthorList Type="authors"><Author><LastName>Writer</LastName><Initials>W</Initials></Author></AuthorList>
<PublicationType UI="D016454">Review</PublicationType>
<Abstract><AbstractText Label="CLINICAL CHARACTERISTICS">Rare.</AbstractText></Abstract>
<ContributionDate><Year>2010</Year><Month>7</Month><Day>9</Day></ContributionDate></BookDocument>
<PubmedBookData><History><PubMedPubDate PubStatus="entrez"><Year>2010</Year><Month>7</Month><Day>10</Day>
</PubMedPubDate></History></PubmedBookData></PubmedBookArticle>"""


def answer(*records: str) -> bytes:
    return PROLOG + f"<PubmedArticleSet>{''.join(records)}</PubmedArticleSet>".encode()


def parsed(record: str) -> Article:
    (article,) = parse_articles(answer(record))
    return article


class TestJournalArticle:
    article = parsed(FULL)

    def test_inline_markup_keeps_its_text_and_white_space_is_single(self) -> None:
        assert self.article.title == "CO₂ and in vivo effects of 10⁻³ M sildenafil: a trial."
        assert "Pressure rose to p=25 mm Hg." in self.article.abstract

    def test_structured_abstract_keeps_labels_and_exact_spans(self) -> None:
        assert self.article.abstract == (
            "BACKGROUND: Pressure rose to p=25 mm Hg.\nMETHODS: We gave <5 mg. See NCT99999999.\nIt helped."
        )
        spans = {s.heading: self.article.abstract[s.start : s.end] for s in self.article.sections}
        assert spans == {
            "BACKGROUND": "Pressure rose to p=25 mm Hg.",
            "METHODS": "We gave <5 mg. See NCT99999999.",
        }

    def test_people_and_groups(self) -> None:
        assert self.article.authors == ("Galiè N", "Smith J Jr", "The Invented Study Group", GROUP)

    def test_dates(self) -> None:
        assert (self.article.pub_date, self.article.year) == ("2019 Mar 05", 2019)
        assert self.article.published == date(2018, 12, 20)
        assert self.article.entrez_date == date(2018, 12, 21)

    def test_ids_are_its_own_and_not_those_it_cites_or_mentions(self) -> None:
        assert (self.article.doi, self.article.pmcid) == ("10.1000/own", "PMC7000001")
        assert self.article.nct_ids == ("NCT00000001",)

    def test_indexing(self) -> None:
        heading, humans, concept = self.article.mesh_headings
        assert (heading.name, heading.ui, heading.major) == ("Hypertension, Pulmonary", "D006976", True)
        assert heading.qualifiers == ("drug therapy", "physiopathology")
        assert (humans.major, concept.ui) == (False, "C563534")
        assert [p.ui for p in self.article.publication_types] == ["D016428", "D016449", "D016441"]
        assert self.article.keywords == ("PDE₅",)
        assert self.article.substances == ("Sildenafil Citrate",)
        assert self.article.language == "eng; fre"

    def test_corrections_without_plain_citations(self) -> None:
        assert [(c.kind, c.pmid) for c in self.article.corrections] == [
            ("RetractionIn", "90000009"),
            ("ErratumIn", None),
        ]
        assert self.article.retraction is RetractionStatus.RETRACTED


def test_a_record_may_lack_almost_everything() -> None:
    article = parsed(BARE)
    assert article == Article(pmid="90000002", title=NO_TITLE, abstract="In plain words.")


def test_an_other_abstract_does_not_replace_the_abstract() -> None:
    both = BARE.replace(
        "<ArticleTitle/>", "<ArticleTitle>T</ArticleTitle><Abstract><AbstractText>A</AbstractText></Abstract>"
    )
    assert parsed(both).abstract == "A"


def test_vernacular_title_stands_in_for_a_missing_one() -> None:
    assert parsed(BARE.replace("<ArticleTitle/>", "<VernacularTitle>Titel</VernacularTitle>")).title == "Titel"
    unavailable = "<ArticleTitle>[Not Available].</ArticleTitle>"
    assert (
        parsed(BARE.replace("<ArticleTitle/>", f"{unavailable}<VernacularTitle>Titel</VernacularTitle>")).title
        == "Titel"
    )
    assert parsed(BARE.replace("<ArticleTitle/>", unavailable)).title == NO_TITLE


def test_doi_of_the_article_itself_where_the_id_list_has_none() -> None:
    assert parsed(FULL.replace('<ArticleId IdType="doi">10.1000/own</ArticleId>', "")).doi == "10.1000/elocation"


@pytest.mark.parametrize(
    ("forename", "initials"),
    [("Marc A", "MA"), ("Ann-Christine", "AC"), ("E.-H.", "EH"), ("Lucas de Souza", "LS"), ("曼", "曼"), ("", "")],
)
def test_initials_of_a_record_without_them_are_those_of_the_forename(forename: str, initials: str) -> None:
    named = f"<LastName>Invented</LastName><ForeName>{forename}</ForeName>"
    record = BARE.replace("<ArticleTitle/>", f"<AuthorList><Author>{named}</Author></AuthorList>")
    assert parsed(record).authors == (f"Invented {initials}".strip(),)


def test_a_formula_reads_alike_indented_or_not() -> None:
    close = '<math xmlns="http://www.w3.org/1998/Math/MathML"><msub><mtext>TeO </mtext><mn>3</mn></msub></math>'
    wide = close.replace("><", ">\n  <")
    assert wide != close
    for formula in (close, wide):
        title = f"<ArticleTitle>Of <i>x</i> <b>y</b> and {formula} alone</ArticleTitle>"
        assert parsed(BARE.replace("<ArticleTitle/>", title)).title == "Of x y and TeO ₃ alone"


def test_book_chapter() -> None:
    chapter = parsed(BOOK)
    assert chapter.is_book
    assert (chapter.title, chapter.journal, chapter.authors) == ("A Chapter", "Invented Reviews", ("Writer W",))
    assert (chapter.year, chapter.published, chapter.entrez_date) == (2004, date(2010, 7, 9), date(2010, 7, 10))
    assert chapter.abstract == "CLINICAL CHARACTERISTICS: Rare."
    assert [p.name for p in chapter.publication_types] == ["Review"]


def test_deleted_and_nameless_records_yield_nothing(caplog: pytest.LogCaptureFixture) -> None:
    deleted = "<DeleteCitation><PMID>1</PMID></DeleteCitation>"
    nameless = "<PubmedArticle><MedlineCitation><Article/></MedlineCitation></PubmedArticle>"
    assert [a.pmid for a in parse_articles(answer(BARE, deleted, nameless))] == ["90000002"]
    assert "without a PMID" in caplog.text
    assert list(split_records(answer(BARE, deleted, nameless))) == ["90000002"]


def test_records_cut_apart_and_joined_again_are_the_same() -> None:
    whole = answer(FULL, BARE, BOOK)
    records = split_records(whole)
    assert list(records) == ["90000001", "90000002", "90000003"]
    assert parse_articles(join_records(records.values())) == parse_articles(whole)
    assert parse_articles(records["90000001"]) == [parsed(FULL)]
    assert parse_articles(join_records([])) == []


@pytest.mark.parametrize(
    ("printed", "year", "first_day"),
    [
        ({"MedlineDate": "1998 Dec-1999 Jan"}, 1998, date(1998, 12, 1)),
        ({"MedlineDate": "2003 Winter"}, 2003, date(2003, 1, 1)),
        ({"MedlineDate": "Spring 1976"}, 1976, date(1976, 4, 1)),
        ({"MedlineDate": "1998 Dec 24-31"}, 1998, date(1998, 12, 24)),
        ({"MedlineDate": "1975-1976"}, 1975, date(1975, 1, 1)),
        ({"MedlineDate": "no date"}, None, None),
        ({"Year": "2003", "Season": "Fall"}, 2003, date(2003, 10, 1)),
        ({"Year": "2003", "Month": "09"}, 2003, date(2003, 9, 1)),
        ({"Year": "2003", "Month": "September", "Day": "31"}, 2003, date(2003, 9, 1)),
        ({"Year": "2003", "Month": "13"}, 2003, date(2003, 1, 1)),
        ({"Year": "2003"}, 2003, date(2003, 1, 1)),
        ({}, None, None),
    ],
)
def test_printed_dates(printed: dict[str, str], year: int | None, first_day: date | None) -> None:
    printed_date = read_printed_date(printed)
    assert (printed_date.year, printed_date.first_day) == (year, first_day)
    assert printed_date.text == " ".join(printed.values())


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"not xml",
        b"<html><body>Service unavailable</body></html>",
        b"<eFetchResult><ERROR>cannot get document</ERROR></eFetchResult>",
        answer(FULL)[:-300],
    ],
)
def test_what_is_no_set_of_records_may_pass_and_is_asked_for_again(broken: bytes) -> None:
    with pytest.raises(TransientBody):
        parse_articles(broken)
    with pytest.raises(TransientBody):
        split_records(broken)
