"""A conversation over the literature as a file: Markdown to be read, RIS for reference managers.

What belongs here: the two formats. The words are those of the articles, escaped; what is retracted by now is struck
through in Markdown and left out of RIS, which would strip the warning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ...domain.questions.answers import Answer
from ...domain.questions.library import file_and_pages
from ...domain.questions.question_answering import AnswerCitation, AnswerSentence
from ...domain.records.articles import Article
from ...rules.questions.verdicts import verdict_words
from .. import links
from ..markdown_templates import escape
from .bibliography import inverted_author, ris_text


def render_markdown(
    name: str, turns: Sequence[Answer], retracted: Collection[str] = (), *, demonstration: bool = False
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
        lines += [*_turn(number, turn, retracted), ""]
    papers = list(_papers(turns))
    if papers:
        lines += ["## Papers", ""]
        cited = list(_citations(turns))
        lines += [
            _paper(c, c.article_id in retracted, demonstration, [x.page for x in cited if x.n == c.n]) for c in papers
        ]
        lines.append("")
    return "\n".join(lines)


def render_ris(turns: Sequence[Answer], retracted: Collection[str] = (), *, demonstration: bool = False) -> str:
    """The papers that were cited, by their numbers; one group of lines each, ended by CR LF as the format asks.

    The quoted sentences are notes. Arguments as of ``render_markdown``.
    """
    quotes: dict[str, dict[str, None]] = {}
    for citation in _citations(turns):
        quotes.setdefault(citation.article_id, {})[citation.quote] = None
    return ris_text(
        [
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
        for paper in _papers(turns)
        if paper.article_id not in retracted
    )


def _turn(number: int, turn: Answer, retracted: Collection[str]) -> Iterator[str]:
    yield f"## {number}. {escape(turn.question)}"
    yield ""
    if turn.standalone_question not in {"", turn.question}:
        yield f"Searched: {escape(turn.standalone_question)}"
        yield ""
    if turn.refusal is not None:
        yield f"Not answered. {escape(turn.refusal.reason)}"
        return
    if turn.verdict is not None:
        counts = ", ".join(f"{count.sentences} {count.reading.replace('_', ' ')}" for count in turn.verdict.votes)
        yield f"**{verdict_words(turn.verdict)}** (sentences that count: {escape(counts)})"
        yield ""
    for caution in turn.cautions:
        yield escape(caution)
        yield ""
    for sentence in turn.sentences:
        yield _of_label(sentence) if sentence.of_label else _of_papers(sentence, retracted)


def _of_papers(sentence: AnswerSentence, retracted: Collection[str]) -> str:
    numbers, words = ", ".join(map(str, sentence.numbers)), escape(sentence.text)
    gone = any(citation.article_id in retracted for citation in sentence.citations)
    return f"* ~~{words}~~ \\[{numbers}\\] (retracted)" if gone else f"* {words} \\[{numbers}\\]"


def _of_label(sentence: AnswerSentence) -> str:
    cited = sentence.citations[0]
    of = f"label of {cited.label.drug}, {cited.label.region}, {cited.section}" if cited.label else cited.section
    address = links.set_id_url(cited.article_id)
    return f"* {escape(sentence.text)} ({escape(of)})" + (f" <{address}>" if address else "")


def _citations(turns: Iterable[Answer]) -> Iterator[AnswerCitation]:
    """Those of papers, trials and labels that have a number in the list of papers."""
    return (citation for turn in turns for citation in turn.citations if citation.label is None)


def _papers(turns: Iterable[Answer]) -> Iterator[AnswerCitation]:
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
