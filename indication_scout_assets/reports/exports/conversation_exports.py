"""A conversation over the literature as a file: Markdown to be read, RIS for reference managers.

What belongs here: the two formats. The words are those of the articles, escaped; what is retracted by now is struck
through in Markdown and left out of RIS, which would strip the warning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ...domain.articles import Article
from ...domain.questions.library import file_and_pages
from ...domain.questions.question_answering import AnswerCitation, LibraryAnswer
from ...domain.questions.routed_answers import ConversationTurn, RoutedAnswer
from ...rules.questions.verdict_words import verdict_words
from .. import links
from ..markdown_templates import escape
from .bibliography import inverted_author


def render_markdown(
    name: str, turns: Sequence[ConversationTurn], retracted: Collection[str] = (), *, demonstration: bool = False
) -> str:
    """The turns with question, verdict, sentences and the words they stand on; then the papers by their numbers. What
    labels answered has its place in its label.

    Args:
        name: of the conversation.
        turns: in their order.
        retracted: ids of articles that are retracted by now.
        demonstration: whether the articles are written for the demonstration and have no page.
    """
    lines = [f"# Conversation {escape(name)}", ""]
    for number, turn in enumerate(turns, start=1):
        if isinstance(turn, LibraryAnswer):
            lines += [*_turn(number, turn, retracted), ""]
        else:
            lines += [*_label_turn(number, turn), ""]
    papers = list(_papers(turns))
    if papers:
        lines += ["## Papers", ""]
        cited = list(_citations(turns))
        lines += [
            _paper(c, c.article_id in retracted, demonstration, [x.page for x in cited if x.n == c.n]) for c in papers
        ]
        lines.append("")
    return "\n".join(lines)


def render_ris(
    turns: Sequence[ConversationTurn], retracted: Collection[str] = (), *, demonstration: bool = False
) -> str:
    """The papers that were cited, by their numbers; one group of lines each, ended by CR LF as the format asks.

    The quoted sentences are notes. Arguments as of ``render_markdown``.
    """
    quotes: dict[str, dict[str, None]] = {}
    for citation in _citations(turns):
        quotes.setdefault(citation.article_id, {})[citation.quote] = None
    lines: list[str] = []
    for paper in (paper for paper in _papers(turns) if paper.article_id not in retracted):
        pairs = [
            ("TY", "JOUR"),
            *(("AU", inverted_author(author)) for author in paper.authors),
            ("TI", paper.title),
            ("JO", paper.journal),
            ("PY", str(paper.year or "")),
            ("DO", paper.doi),
            ("AN", paper.pmid or paper.pmcid),
            ("DB", "PubMed" if paper.pmid else ""),
            ("UR", _address(paper, demonstration)),
            *(("N1", quote) for quote in quotes[paper.article_id]),
            ("N1", "Demonstration text; no real record." if demonstration else ""),
        ]
        lines += [f"{tag}  - {' '.join(value.split())}" for tag, value in pairs if value]
        lines += ["ER  - ", ""]
    return "".join(f"{line}\r\n" for line in lines)


def _turn(number: int, turn: LibraryAnswer, retracted: Collection[str]) -> Iterator[str]:
    yield f"## {number}. {escape(turn.question)}"
    yield ""
    if turn.standalone_question not in {"", turn.question}:
        yield f"Searched: {escape(turn.standalone_question)}"
        yield ""
    if turn.refused:
        yield f"Not answered. {escape(turn.reason)}"
        return
    if turn.verdict is not None:
        counts = ", ".join(f"{count.sentences} {count.reading.replace('_', ' ')}" for count in turn.counts)
        yield f"**{verdict_words(turn.verdict, turn.counts)}** (sentences that count: {escape(counts)})"
        yield ""
    if turn.reason:
        yield escape(turn.reason)
        yield ""
    gone = {citation.n for citation in turn.citations if citation.article_id in retracted}
    for sentence in turn.sentences:
        numbers = ", ".join(map(str, sentence.citations))
        words = escape(sentence.text)
        yield (
            f"* ~~{words}~~ \\[{numbers}\\] (retracted)"
            if gone & set(sentence.citations)
            else f"* {words} \\[{numbers}\\]"
        )


def _label_turn(number: int, turn: RoutedAnswer) -> Iterator[str]:
    yield f"## {number}. {escape(turn.question)}"
    yield ""
    if turn.label is None or not turn.label.facts:
        yield f"Not answered. {escape(turn.label.note if turn.label else '')}"
        return
    for fact in turn.label.facts:
        where = " ".join(filter(None, (fact.number, fact.title or fact.section.value.replace("_", " "))))
        address = links.set_id_url(fact.set_id)
        shown = f" <{address}>" if address else ""
        yield f"* {escape(fact.text)} ({escape(f'label of {fact.drug}, {fact.region}, {where}')}){shown}"


def _citations(turns: Iterable[ConversationTurn]) -> Iterator[AnswerCitation]:
    return (citation for turn in turns if isinstance(turn, LibraryAnswer) for citation in turn.citations)


def _papers(turns: Iterable[ConversationTurn]) -> Iterator[AnswerCitation]:
    """One citation of each paper, by number."""
    first: dict[int, AnswerCitation] = {}
    for citation in _citations(turns):
        first.setdefault(citation.n, citation)
    return iter(first[n] for n in sorted(first))


def _paper(paper: AnswerCitation, retracted: bool, demonstration: bool, pages: Iterable[int | None]) -> str:
    reference = " ".join(
        filter(None, (paper.led_by, paper.title.rstrip(".") + ".", paper.journal, str(paper.year or "")))
    )
    address = _address(paper, demonstration)
    number = paper.pmcid or (f"PMID {paper.pmid}" if paper.pmid else paper.file or paper.article_id)
    where = f" <{address}>" if address else f" {escape(number)}"
    where += f" ({escape(file_and_pages(paper.file, pages))})" if paper.file else ""
    words = f"~~{escape(reference)}~~ (retracted)" if retracted else escape(reference)
    return f"{paper.n}. {words}{where}"


def _address(paper: AnswerCitation, demonstration: bool) -> str:
    article = Article(
        id=paper.article_id,
        title=paper.title,
        pmid=paper.pmid or None,
        pmcid=paper.pmcid or None,
        doi=paper.doi or None,
    )
    return links.article_url(article, demonstration) or ""
