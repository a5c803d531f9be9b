"""Fields of a PubMed record as Biopython's values and as ours, and the choices in which ours differ.

What belongs here: for each field where it stands in ``Bio.Entrez.read``'s nested values, taken over as it is; and our
choices, each a function from Biopython's value to what ours must then be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from indication_scout_assets.domain.articles import Article, group_author
from indication_scout_assets.sources.ncbi.pubmed_dates import read_printed_date
from indication_scout_assets.sources.ncbi.pubmed_xml import NO_TITLE


# ------------------------------------------------------------------------------------------------ Biopython's values
def part(record: Any, path: str) -> Any:
    """What stands at a path of Biopython's nested values, ``None`` where the record lacks it."""
    for name in path.split("/"):
        record = record.get(name) if hasattr(record, "get") else None
    return record


def many(record: Any, path: str) -> list[Any]:
    """The values at a path, none where the record lacks it."""
    return list(part(record, path) or [])


def words(value: Any) -> str:
    """The text of a value, empty for none."""
    return "" if value is None else str(value)


def attribute(value: Any, name: str) -> str:
    """An attribute of a value's element, empty where it has none."""
    return str(getattr(value, "attributes", {}).get(name, ""))


def pmid_of(record: Any) -> str:
    """The PMID of an article's or a book's record."""
    return words(part(record, "MedlineCitation/PMID") or part(record, "BookDocument/PMID"))


def fields_by_biopython(record: Any) -> dict[str, Any]:
    """The fields of a ``PubmedArticle`` or ``PubmedBookArticle`` as Biopython gives them."""
    if part(record, "BookDocument"):
        return _book(record)
    citation = part(record, "MedlineCitation")
    article, ids = part(citation, "Article"), many(record, "PubmedData/ArticleIdList")
    return {
        "pmid": pmid_of(record),
        "title": words(part(article, "ArticleTitle")),
        "abstract": tuple(_abstract(article)),
        "authors": tuple(map(_author, many(article, "AuthorList"))),
        "journal": words(part(article, "Journal/Title")),
        "printed date": " ".join(map(words, (part(article, "Journal/JournalIssue/PubDate") or {}).values())),
        "year": _year(part(article, "Journal/JournalIssue/PubDate")),
        "published": next(map(_day, many(article, "ArticleDate")), ""),
        "entrez date": _entrez(many(record, "PubmedData/History")),
        "language": tuple(map(words, many(article, "Language"))),
        "publication types": tuple(
            (words(kind), attribute(kind, "UI")) for kind in many(article, "PublicationTypeList")
        ),
        "MeSH headings": tuple(map(_heading, many(citation, "MeshHeadingList"))),
        "substances": tuple(words(part(chemical, "NameOfSubstance")) for chemical in many(citation, "ChemicalList")),
        "keywords": tuple(words(keyword) for owner in many(citation, "KeywordList") for keyword in owner),
        "doi": _of_kind(ids, "IdType", "doi"),
        "pmcid": _of_kind(ids, "IdType", "pmc"),
        "accession numbers": tuple(_accessions(article)),
        "corrections": tuple(map(_link, many(citation, "CommentsCorrectionsList"))),
    }


def _book(record: Any) -> dict[str, Any]:
    document = part(record, "BookDocument")
    ids = [*many(document, "ArticleIdList"), *many(record, "PubmedBookData/ArticleIdList")]
    return {
        "pmid": pmid_of(record),
        "title": words(part(document, "ArticleTitle")),
        "abstract": tuple(_abstract(document)),
        "authors": tuple(_author(person) for owner in many(document, "AuthorList") for person in owner),
        "journal": words(part(document, "Book/BookTitle")),
        "printed date": " ".join(map(words, (part(document, "Book/PubDate") or {}).values())),
        "year": _year(part(document, "Book/PubDate")),
        "published": _day(part(document, "ContributionDate")),
        "entrez date": _entrez(many(record, "PubmedBookData/History")),
        "language": tuple(map(words, many(document, "Language"))),
        "publication types": tuple((words(kind), attribute(kind, "UI")) for kind in many(document, "PublicationType")),
        "keywords": tuple(words(keyword) for owner in many(document, "KeywordList") for keyword in owner),
        "doi": _of_kind(ids, "IdType", "doi"),
        "pmcid": _of_kind(ids, "IdType", "pmc"),
    }


def _abstract(holder: Any) -> Iterator[tuple[str, str]]:
    """Each part's label and text."""
    return ((attribute(text, "Label"), words(text)) for text in many(holder, "Abstract/AbstractText"))


def _author(person: Any) -> str:
    names = (words(part(person, name)) for name in ("LastName", "Initials", "Suffix", "CollectiveName"))
    name = " ".join(name for name in names if name)
    return group_author(name) if words(part(person, "CollectiveName")) else name


def _day(date: Any) -> str:
    return "-".join(words(part(date, name)).zfill(2) for name in ("Year", "Month", "Day")) if date else ""


def _year(date: Any) -> str:
    return words(part(date, "Year") or part(date, "MedlineDate"))[:4]


def _entrez(history: Sequence[Any]) -> str:
    return next((_day(day) for day in history if attribute(day, "PubStatus") == "entrez"), "")


def _heading(heading: Any) -> tuple[str, str, bool, tuple[str, ...]]:
    """Name, UI, whether the descriptor itself is major, qualifiers."""
    name = part(heading, "DescriptorName")
    qualifiers = tuple(map(words, many(heading, "QualifierName")))
    return words(name), attribute(name, "UI"), attribute(name, "MajorTopicYN") == "Y", qualifiers


def _of_kind(ids: Sequence[Any], name: str, kind: str) -> str:
    return next((words(identifier) for identifier in ids if attribute(identifier, name) == kind), "")


def _accessions(article: Any) -> Iterator[tuple[str, str]]:
    for bank in many(article, "DataBankList"):
        yield from ((words(part(bank, "DataBankName")), words(number)) for number in many(bank, "AccessionNumberList"))


def _link(correction: Any) -> tuple[str, str, str]:
    return attribute(correction, "RefType"), words(part(correction, "PMID")), words(part(correction, "RefSource"))


# ------------------------------------------------------------------------------------------------ our values
def fields_by_us(article: Article) -> dict[str, Any]:
    """The same fields of our record."""
    return {
        "pmid": article.pmid,
        "title": article.title,
        "abstract": tuple(_parts(article)),
        "authors": article.authors,
        "journal": article.journal,
        "printed date": article.pub_date,
        "year": str(article.year or ""),
        "published": str(article.published or ""),
        "entrez date": str(article.entrez_date or ""),
        "language": tuple(filter(None, article.language.split("; "))),
        "publication types": tuple((kind.name, kind.ui or "") for kind in article.publication_types),
        "MeSH headings": tuple(
            (heading.name, heading.ui or "", heading.major, heading.qualifiers) for heading in article.mesh_headings
        ),
        "substances": article.substances,
        "keywords": article.keywords,
        "doi": article.doi or "",
        "pmcid": article.pmcid or "",
        "accession numbers": tuple(("ClinicalTrials.gov", number) for number in article.nct_ids),
        "corrections": tuple(
            (correction.kind, correction.pmid or "", correction.source) for correction in article.corrections
        ),
    }


def _parts(article: Article) -> Iterator[tuple[str, str]]:
    """Label and text of each part of the abstract, labelled or not, by our spans."""
    labelled = {(section.start, section.end): section.heading for section in article.sections}
    at = 0
    for line in article.abstract.splitlines():
        end = at + len(line)
        label = next((name for (start, stop), name in labelled.items() if stop == end and start >= at), "")
        yield label, line.removeprefix(f"{label}: ") if label else line
        at = end + 1


# ------------------------------------------------------------------------------------------------ our choices
@dataclass(frozen=True)
class Choice:
    """One way in which our record says something else than Biopython's, on purpose."""

    says: str
    fields: frozenset[str]
    """Empty for all."""
    change: Callable[[Any, Any], Any]
    """(Biopython's value, its record) -> what ours is by this choice."""

    def apply(self, name: str, value: Any, record: Any) -> Any:
        return value if self.fields and name not in self.fields else self.change(value, record)


_TAG = re.compile(r"</?(?:i|b|u|su[bp]|(?:mml:)?(?:m[a-z]+|none|semantics|annotation))(?:\s[^<>]*)?/?>")
_FORMULA = re.compile(r"<(mml:)?math[ >].*?</(mml:)?math>", re.DOTALL)


def _strings(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_strings(entry, change) for entry in value)
    return change(value) if isinstance(value, str) else value


def _close_formulas(text: str) -> str:
    return _FORMULA.sub(lambda formula: re.sub(r">\s+<(?!/(?:mml:)?mtext>)", "><", formula[0]), text)


def _other_abstract(value: Any, record: Any) -> Any:
    """The first other abstract, an English one before others."""
    others = many(record, "MedlineCitation/OtherAbstract")
    english_first = sorted(others, key=lambda other: attribute(other, "Language") not in {"eng", ""})
    return value or next((tuple(_abstract({"Abstract": other})) for other in english_first), ())


def _published(value: str, record: Any) -> str:
    dates = part(record, "MedlineCitation/Article/Journal/JournalIssue/PubDate") or part(
        record, "BookDocument/Book/PubDate"
    )
    parts = {name: words(written) for name, written in (dates or {}).items()}
    return value if re.fullmatch(r"\d{4}-\d\d-\d\d", value) else str(read_printed_date(parts).first_day or "")


def _by_pubmed(value: str, record: Any) -> str:
    history = many(record, "PubmedData/History") or many(record, "PubmedBookData/History")
    return value or next((_day(day) for day in history if attribute(day, "PubStatus") == "pubmed"), "")


def _valid_authors(_: Any, record: Any) -> Any:
    return tuple(_author(person) for person in _people(record) if attribute(person, "ValidYN") != "N")


def _with_initials(_: Any, record: Any) -> Any:
    """Where there are none: the capitals that begin the forename's words."""
    names = []
    for person in _people(record):
        made = "".join(re.findall(r"(?:^|[\s.-])([^\W\d_])", words(part(person, "ForeName"))))
        initials = part(person, "Initials") or "".join(filter(str.isupper, made)) or part(person, "ForeName")
        if attribute(person, "ValidYN") != "N":
            names.append(_author({**person, "Initials": initials or ""}))
    return tuple(names)


def _people(record: Any) -> list[Any]:
    lists = many(record, "BookDocument/AuthorList") or many(record, "BookDocument/Book/AuthorList")
    return many(record, "MedlineCitation/Article/AuthorList") or [person for owner in lists for person in owner]


def _major_by_qualifier(value: Any, record: Any) -> Any:
    marks = [
        any(attribute(qualifier, "MajorTopicYN") == "Y" for qualifier in many(heading, "QualifierName"))
        for heading in many(record, "MedlineCitation/MeshHeadingList")
    ]
    return tuple((*heading[:2], heading[2] or mark, heading[3]) for heading, mark in zip(value, marks, strict=True))


def _with_concepts(value: Any, record: Any) -> Any:
    concepts = many(record, "MedlineCitation/SupplMeshList")
    return (*value, *((words(concept), attribute(concept, "UI"), False, ()) for concept in concepts))


def _elocation(value: str, record: Any) -> str:
    places = many(record, "MedlineCitation/Article/ELocationID") or many(record, "BookDocument/Book/ELocationID")
    return value or _of_kind([place for place in places if attribute(place, "ValidYN") != "N"], "EIdType", "doi")


def _of(*names: str) -> frozenset[str]:
    return frozenset(names)


CHOICES = (
    Choice("without an abstract another one (OtherAbstract) stands in", _of("abstract"), _other_abstract),
    Choice(
        "without an abbreviated or full journal name the index's own (MedlineTA) stands in", _of("journal"),
        lambda value, record: value
        or words(part(record, "MedlineCitation/Article/Journal/ISOAbbreviation"))
        or words(part(record, "MedlineCitation/MedlineJournalInfo/MedlineTA")),
    ),
    Choice(
        "without a title the original language's, the book's, or a mark stands in", _of("title"),
        lambda value, record: value
        or words(part(record, "MedlineCitation/Article/VernacularTitle"))
        or words(part(record, "BookDocument/Book/BookTitle"))
        or NO_TITLE,
    ),
    Choice("without an electronic date the first day the printed date can mean", _of("published"), _published),
    Choice("without an entrez date the day PubMed had it", _of("entrez date"), _by_pubmed),
    Choice("withdrawn authors (ValidYN=N) are left out", _of("authors"), _valid_authors),
    Choice("without Initials they are made from the forename", _of("authors"), _with_initials),
    Choice("a heading is major where one of its qualifiers is", _of("MeSH headings"), _major_by_qualifier),
    Choice("supplementary concepts follow the headings", _of("MeSH headings"), _with_concepts),
    Choice("the DOI stands in ELocationID alone", _of("doi"), _elocation),
    Choice("a PMC id without its version", _of("pmcid"), lambda value, _: value.split(".")[0]),
    Choice(
        "only numbers of ClinicalTrials.gov are kept, and only in its form", _of("accession numbers"),
        lambda value, _: tuple(
            (bank, number) for bank, number in value
            if bank == "ClinicalTrials.gov" and re.fullmatch(r"NCT\d{8}", number)
        ),
    ),
    Choice(
        "plain citations (RefType=Cites) are no corrections", _of("corrections"),
        lambda value, _: tuple(link for link in value if link[0] != "Cites"),
    ),
    Choice(
        "the label UNLABELLED is none", _of("abstract"),
        lambda value, _: tuple((label if label != "UNLABELLED" else "", text) for label, text in value),
    ),
    Choice(
        "white space between the elements of a formula (MathML) means nothing", _of("title", "abstract"),
        lambda value, _: _strings(value, _close_formulas),
    ),
    Choice(
        "inline markup is dropped, its text kept", _of("title", "abstract", "keywords", "journal"),
        lambda value, _: _strings(value, lambda text: _TAG.sub("", text)),
    ),
    Choice(
        "every run of white space (line ends, thin and non-breaking spaces) is one space", _of(),
        lambda value, _: _strings(value, lambda text: " ".join(text.split())),
    ),
    Choice(
        "parts of an abstract without text are left out", _of("abstract"),
        lambda value, _: tuple((label, text) for label, text in value if text),
    ),
    Choice(
        "empty entries are left out", _of("keywords", "authors", "substances", "language"),
        lambda value, _: tuple(filter(None, value)),
    ),
    Choice(
        "what is listed twice is kept once", _of("keywords", "substances", "language", "accession numbers"),
        lambda value, _: tuple(dict.fromkeys(value)),
    ),
)  # fmt: skip
"""In the order in which they are applied."""
