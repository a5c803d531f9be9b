"""PDFs of papers: columns, headings by type, pages, what the file says of itself, and what is left out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.questions.library import LibraryArticle, page_at
from indication_scout_assets.sources.formats.pdf.paper_pdf import paper_pdf
from indication_scout_tests.label_examples import Drawn, drawn_pdf

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TITLE = "Oat bran and the sleep of night nurses"
LEFT = (
    "Oat bran was given to ninety nurses who",
    "work at night and sleep by day. They kept",
    "a diary of their sleep for eight weeks and",
    "were seen by a doctor each week. None of",
    "them had eaten oat bran in the year before",
    "and none of them left the study early on.",
)
RIGHT = (
    "The nurses slept longer with oat bran than",
    "with wheat bran, by forty minutes a day in",
    "all of the three hospitals. Weight did not",
    "differ between the two groups of nurses at",
    "the end of the study, nor did their blood",
    "pressure or the number of meals they had.",
)
PROSE = " ".join((*LEFT, *RIGHT))
ENTRIES = tuple(
    (f"{n}. Miller A, Baker B. A paper on the bran of oats and on {word}.", f"J Oats. 20{n:02};{n}(2):{n}1-{n}9.")
    for n, word in enumerate(("sleep", "weight", "meals", "nights", "days"), start=1)
)


def page(
    *lines: str, top: float = 780, left: float = 50, bold: Sequence[str] = (), large: Sequence[str] = ()
) -> list[tuple[str, int, float, float]]:
    """Lines one below the other."""
    return [(line, 16 if line in large else line in bold, left, top - 14 * n) for n, line in enumerate(lines)]


def read(*pages: Any, **how: Any) -> LibraryArticle:
    return paper_pdf(drawn_pdf(*(p if isinstance(p, Drawn) else Drawn(p) for p in pages), **how), "oats.pdf", NOW)


def by_title(article: LibraryArticle) -> dict[str, str]:
    return {s.title: article.text[s.start : s.end] for s in article.sections}


def test_two_columns_are_read_one_after_the_other() -> None:
    across = "A line above runs across both of the columns of this page, because it is as long as that."
    article = read([*page(across), *page(*LEFT, top=700), *page(*RIGHT, top=700, left=310)])
    assert article.text == f"{across}\n\n{PROSE}"


def test_lines_of_the_left_column_go_on_whatever_they_begin_with() -> None:
    left = [line.capitalize() for line in LEFT]
    lines = [*page(*left, top=700), *page(*RIGHT, *RIGHT, top=700, left=310)]
    assert read(lines).text.startswith(" ".join(left))


def test_headings_are_told_by_their_type_and_their_kind_by_their_words() -> None:
    article = read(page("Methods", *LEFT, "Results", "Sleep", *RIGHT, bold=["Sleep"], large=["Methods", "Results"]))
    assert [(s.title, s.kind) for s in article.sections] == [("Methods", "methods"), ("Results > Sleep", "results")]
    assert by_title(article)["Methods"] == " ".join(LEFT)


def test_every_character_knows_its_page() -> None:
    article = read(page("Oats", *LEFT, bold=("Oats",)), page(*RIGHT))
    first, second = article.text.index("ninety"), article.text.index("forty")
    assert (page_at(article.pages, first), page_at(article.pages, second)) == (1, 2)
    assert [p.number for p in article.pages_of(first, second)] == [1, 2]
    assert [p.number for p in article.pages_of(second, second + 5)] == [2]


@pytest.mark.parametrize("heading", ["References", "Quellen", ""])
def test_the_list_of_references_is_left_out_whatever_it_is_called(heading: str) -> None:
    entries = [line for entry in ENTRIES for line in entry]
    lines = page(
        "Results",
        *LEFT,
        *RIGHT,
        *filter(None, [heading]),
        *entries,
        "Annex",
        *RIGHT,
        bold=("Results", heading, "Annex"),
    )
    article = read(lines)
    assert [s.title for s in article.sections] == ["Results", "Annex"]
    assert "Miller" not in article.text
    assert by_title(article)["Results"].endswith(RIGHT[-1])


def test_a_paper_that_cites_in_its_prose_loses_nothing() -> None:
    lines = (*LEFT, "as Miller found (J Oats 2003;4(2):11-19).", *RIGHT)
    assert "2003;4(2):11-19" in read(page(*lines)).text


def test_running_lines_of_left_and_right_pages_are_left_out() -> None:
    pages = []
    for number, word in enumerate(("first", "second", "third", "fourth", "fifth", "sixth")):
        head = f"Miller and Baker {number}" if number % 2 else f"{number} Oats Today"
        body = (f"{line} in the {word} week" for line in LEFT)
        pages.append([*page(head, top=820), *page(*body, top=760 - 20 * number)])
    article = read(*pages)
    assert "Oats Today" not in article.text
    assert "Miller" not in article.text
    assert article.text.count("Oat bran was given") == 6


def test_a_word_broken_at_the_end_of_a_line_is_whole_where_the_file_says_so() -> None:
    lines = (
        "The inflam-", "mation was less. In long-", "term use inflammation comes back, and bra-",
        "nched chains do not.", "All of the nurses said so.",
    )  # fmt: skip
    assert read(page(*lines)).text.startswith(
        "The inflammation was less. In long-term use inflammation comes back, and bra-nched chains do not."
    )


def test_the_file_says_what_it_is_where_that_is_printed() -> None:
    properties = {"Title": TITLE, "Author": "Ann M. Smith, Bea Jones and Nobody Else", "CreationDate": "D:20190304"}
    lines = page(TITLE, "Ann M. Smith, Bea Jones", "doi:10.1234/oats.5.", *LEFT)
    article = read(lines, properties=properties)
    assert (article.title, article.authors) == (TITLE, ("Smith AM", "Jones B"))
    assert (article.doi, article.published) == ("10.1234/oats.5", date(2019, 1, 1))
    assert (article.file, article.source) == ("oats.pdf", "file")


def test_else_the_largest_words_of_the_first_page_are_its_title() -> None:
    title = ("Oat bran and the", "sleep of nurses")
    properties = {"Title": "Microsoft Word - draft7.doc", "CreationDate": "D:20190304"}
    article = read(page(*title, "(c) 2017 Oats Today", *LEFT, large=title), properties=properties)
    assert (article.title, article.published) == ("Oat bran and the sleep of nurses", date(2017, 1, 1))


def test_without_a_title_it_is_called_after_the_file() -> None:
    assert read(page(*LEFT)).title == "oats"


def encrypted(content: bytes) -> bytes:
    key = b"/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (%s) /U (%s) >> /ID [<00> <00>] " % (b"o" * 32, b"u" * 32)
    return content.replace(b"/Root 1 0 R", key + b"/Root 1 0 R")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "The file is empty."),
        (drawn_pdf(Drawn(page(*LEFT)))[:300], "The PDF is damaged"),
        (b"<html>Sign in</html>", "The PDF is damaged"),
        (encrypted(drawn_pdf(Drawn(page(*LEFT)))), "The PDF is encrypted; give a copy that opens without a password."),
        (drawn_pdf(Drawn([]), Drawn([])), "the PDF is scanned, and is not read."),
        (drawn_pdf(*[Drawn([])] * 501), "The PDF has 501 pages; split it into files of at most 500."),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_one_sentence(content: bytes, reason: str) -> None:
    with pytest.raises(PermanentFailure, match=reason):
        paper_pdf(content, "x.pdf", NOW)
