"""An answer as the shell prints it, whoever answered: sentences with what they rest on, or why there are none.

What belongs here: lines and exit codes. The verbs that ask are in ``ask_verbs`` and ``label_verbs``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from textwrap import shorten
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape

from .shared import EXIT_FAILED, EXIT_TRANSIENT

if TYPE_CHECKING:
    from ...domain.questions.answers import Answer, AnswerRefusal
    from ...domain.questions.question_answering import AnswerSentence

EXIT_REFUSED = EXIT_TRANSIENT
"""Nothing covers the question; a fuller collection may."""
EXIT_DID_YOU_MEAN, EXIT_NO_DRUG = 4, 5
_EXITS = {"did_you_mean": EXIT_DID_YOU_MEAN, "no_drug": EXIT_NO_DRUG, "error": EXIT_FAILED}


def exit_code(answer: Answer) -> int:
    """0 where something is answered; else by why it is not."""
    return _EXITS.get(answer.refusal.cause.value, EXIT_REFUSED) if answer.refusal else 0


def print_answer(answer: Answer, *, streamed: bool = False) -> None:
    """Print an answer; where it was streamed, without the sentences of papers, which have been printed."""
    out = Console(highlight=False)
    if answer.asks.from_context:
        out.print(f"({' and '.join(answer.asks.from_context)} of the question before)")
    if answer.standalone_question != answer.question and answer.collection:
        out.print(f"[dim]Searched: {escape(answer.standalone_question)}[/]", soft_wrap=True)
    if answer.refusal is not None:
        _print_refusal(out, answer, answer.refusal)
    for caution in answer.cautions:
        out.print(f"[yellow]{escape(caution)}[/]", soft_wrap=True)
    for of_label, sentences in groupby(answer.sentences, key=lambda sentence: sentence.of_label):
        if of_label:
            _print_label_sentences(out, list(sentences))
        else:
            _print_papers(out, answer, list(sentences), streamed=streamed)
    for picture in answer.pictures:
        drawn = f", drawn from {picture.drawn_from}" if picture.drawn_from else ""
        out.print(escape(f"picture: {picture.file} ({picture.kind}, {picture.document}{drawn})"), soft_wrap=True)
    _print_notes(out, answer)


def _print_refusal(out: Console, answer: Answer, refusal: AnswerRefusal) -> None:
    out.print(f"[yellow]Not answered.[/] {escape(refusal.reason)}", soft_wrap=True)
    for paper in refusal.nearest:
        out.print(f"  nearest: {escape(paper.title)} ({paper.known_as})", soft_wrap=True)
    if answer.suggestions:
        out.print(f"Did you mean {' or '.join(answer.suggestions)}?")
    if refusal.drugs_held:
        out.print(f"Labels are held of: {', '.join(refusal.drugs_held)}.", soft_wrap=True)
    labels = [label for entry in answer.sources for label in entry.labels]
    names = Counter(f"{label.title or label.set_id} ({label.region})" for label in labels)
    for name, count in names.items():
        out.print(escape(f"searched: {name}" + (f", {count} labels" if count > 1 else "")), soft_wrap=True)


def _print_label_sentences(out: Console, sentences: Sequence[AnswerSentence]) -> None:
    """Words of labels, each with its place."""
    for sentence in sentences:
        cited, label = sentence.citations[0], sentence.citations[0].label
        if label is None:
            continue
        above = label.lead_in or label.heading
        if above and above not in sentence.text:
            out.print(escape(f"  {above}"), soft_wrap=True)
        out.print(escape(f"“{sentence.text}”"), soft_wrap=True)
        parts = (
            label.drug,
            label.region,
            label.effective,
            *(shorten(t, 80, placeholder=" …") for t in (cited.title, label.indication)),
        )
        product = ", ".join(filter(None, parts))
        page = f", page {cited.page}" if cited.page else ""
        same = f"; the same in {label.same_in} labels" if label.same_in > 1 else ""
        place = f"{cited.section}{page}; {cited.article_id}, characters {cited.start}–{cited.end}{same}"
        where = f"label of {product}: {place}"
        out.print(escape(f"    [{where}]"), soft_wrap=True)


def _print_papers(out: Console, answer: Answer, sentences: Sequence[AnswerSentence], *, streamed: bool) -> None:
    """What papers answer: the verdict, the sentences, and the records that their numbers are of."""
    from ...rules.questions.verdicts import verdict_words

    if answer.verdict is not None:
        counts = ", ".join(f"{count.sentences} {count.reading.replace('_', ' ')}" for count in answer.verdict.votes)
        out.print(f"[bold]{verdict_words(answer.verdict)}[/] (sentences that count: {counts})", soft_wrap=True)
        out.print(f"[dim]{escape(answer.verdict.caution)}[/]", soft_wrap=True)
    for place, step in enumerate(answer.steps):
        verdict = f" {verdict_words(step.verdict)}" if step.verdict else ""
        out.print(f"[bold]{escape(step.question)}[/]{verdict}", soft_wrap=True)
        if step.reason:
            refused = "[yellow]Not answered.[/] " if step.refused else ""
            out.print(f"  {refused}{escape(step.reason)}", soft_wrap=True)
        _print_lines(out, [line for line in sentences if line.step == place and not streamed])
    if not answer.steps and not streamed:
        _print_lines(out, sentences)
    if answer.counted_sentences:
        out.print("The sentences of papers that the verdict counts:")
    for line in answer.counted_sentences:
        out.print(
            escape(f"  {line.reading.replace('_', ' ')}: {line.text} ({line.citations[0].known_as})"), soft_wrap=True
        )
    out.print()
    _print_records(out, sentences)


def _print_records(out: Console, sentences: Sequence[AnswerSentence]) -> None:
    from ...domain.questions.library import file_and_pages
    from ...domain.questions.question_answering import RecordKind

    citations = [citation for line in sentences for citation in line.citations]
    for n in dict.fromkeys(citation.n for citation in citations):
        cited = [citation for citation in citations if citation.n == n]
        c = cited[0]
        name = c.known_as if c.source is RecordKind.PAPER else c.passage_id
        file = file_and_pages(c.file, (citation.page for citation in cited))
        parts = (f"[{n}]", c.led_by, c.title, c.journal, f"{c.year}." if c.year else "", name * (name != c.file), file)
        out.print(escape(" ".join(part for part in parts if part)), soft_wrap=True)


def _print_lines(out: Console, sentences: Sequence[AnswerSentence]) -> None:
    for sentence in sentences:
        out.print(escape(sentence_line(sentence)), soft_wrap=True)


def sentence_line(sentence: AnswerSentence) -> str:
    """A sentence with its numbers, and what the verdict counts it as, or that it does not where it points somewhere."""
    numbers = "".join(f"[{n}]" for n in sentence.numbers)
    aside = sentence.why_not_counted
    counted = sentence.reading.replace("_", " ") if sentence.counted else aside or "not counted"
    tells = sentence.counted is not None or aside
    return f"- {sentence.text} {numbers}" + (f" ({counted})" if tells else "")


def _print_notes(out: Console, answer: Answer) -> None:
    """Who read and wrote, what was removed, what was searched and what could not be."""
    if answer.written_by or answer.read_by:
        done = "Read and written" if answer.written_by else "Read"
        out.print(f"[dim]{done} by {escape(answer.written_by or answer.read_by)}.[/]", soft_wrap=True)
    if answer.removed:
        counted = sorted(Counter(sentence.kind for sentence in answer.removed).items())
        kinds = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in counted)
        out.print(f"[dim]Sentences removed: {kinds}.[/]", soft_wrap=True)
    for note in answer.notes:
        out.print(f"[yellow]{escape(note)}[/]", soft_wrap=True)
    searched = " ".join(entry.searched for entry in answer.sources if entry.searched)
    out.print(f"[dim]{escape(' '.join(filter(None, (searched, answer.why))))}[/]", soft_wrap=True)
