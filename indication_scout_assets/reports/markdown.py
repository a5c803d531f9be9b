"""The report as Markdown: for the terminal, for git, and for Dagster's page of a materialisation.

What belongs here: the report as a whole and what it says of each candidate; of the drug, ``markdown_drug`` does. The
facts come from ``view``, the wording from ``words``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..domain.articles import RetractionStatus
from ..domain.outcomes import SourceOutcome, SourceState
from ..domain.report import EvidenceReport
from ..domain.statements import Polarity
from . import article_words, ranking_words, words
from .beside import MentionView, WebView
from .markdown_drug import head, methods, references, safety, searched, set_aside
from .markdown_text import escape, link, listing, quoted, table
from .records import ArticleView, Place, StatementView, TrialView
from .view import CandidateView, candidate_views


def render_candidates_table(report: EvidenceReport) -> str:
    """All candidates in one Markdown table, as the first page of the report has them."""
    rows = [_candidate_row(view) for view in candidate_views(report)]
    if not rows:
        return "No candidate was found.\n"
    columns = ("#", "Disease", "Score", "Paths", "Approval", "Own stage", "Articles", "Trials", "For / against / harm",
               "Sources")  # fmt: skip
    return table(columns, rows)


def render_markdown(report: EvidenceReport) -> str:
    """The whole report; the same report gives the same text."""
    blocks = [*head(report), *safety(report), "## Candidates", render_candidates_table(report).rstrip()]
    for view in candidate_views(report):
        blocks += _candidate(report, view)
    blocks += [*set_aside(report), *searched(report), *_queries(report), *methods(report)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _candidate_row(view: CandidateView) -> Sequence[str]:
    c, counts = view.candidate, view.polarity_counts
    return (
        str(view.rank),
        escape(c.disease.name),
        f"{c.score.total:.2f}",
        words.paths_label(c),
        words.state_of_approval(c),
        words.stage_label(c.own_stage),
        view.articles_summary,
        view.trials_summary,
        f"{counts[Polarity.SUPPORTS]} / {counts[Polarity.CONTRADICTS]} / {counts[Polarity.HARM]}",
        escape("; ".join(_state(*row) for row in view.states_summary)),
    )


def _state(state: SourceState, counted: str, sources: Sequence[str]) -> str:
    """``17 answered``; what is in trouble is named: ``1 failed: OMIM``."""
    troubled = state in {SourceState.FAILED, SourceState.DEGRADED}
    return f"{counted}: {', '.join(sources)}" if troubled else counted


def _candidate(report: EvidenceReport, view: CandidateView) -> list[str]:
    c, name = view.candidate, view.evidence.name
    blocks = [f"## {view.rank}. {escape(c.disease.name)}", escape(view.in_short)]
    for trouble in view.troubles:
        blocks.append(quoted(f"**{escape(trouble.source)}: {words.STATE[trouble.state]}.** {escape(trouble.reason)}"))
    blocks += [quoted(f"**Keep in mind.** {escape(sentence)}") for sentence in view.evidence.cautions]
    why = [words.target_sentence(report.drug, c.disease.name, f) + " " + words.direction_sentence(f)
           for f in c.target_facts]  # fmt: skip
    why += [words.class_sentence(c.disease.name, f) for f in c.class_facts]
    why += [own] if (own := words.own_sentence(report.drug, c)) else []
    blocks += ["### Why it is here", listing(map(escape, why))]
    blocks.append(escape(view.arithmetic.sentence))
    blocks.append(f"Approval: {words.state_of_approval(c)}. {escape(c.approval_reason)}")
    term = f"{name.term} ({name.mesh_id})" if name.mesh_id else name.term
    blocks.append(f"Searched as “{escape(term)}”. {escape(words.name_sentence(name))}")
    blocks += [*_case(view), *_records(view), *_beside(view)]
    if view.not_found:
        blocks += ["### What was not found", listing(map(escape, view.not_found))]
    blocks += ["### Sources", _outcomes(view.evidence.outcomes)]
    if view.superseded:
        blocks.append(f"{words.SUPERSEDED} {_places(view.superseded)}.")
    return blocks


def _records(view: CandidateView) -> list[str]:
    """Articles, what is retracted, trials."""
    blocks = []
    if view.articles:
        blocks += ["### Articles", _articles_table(view.articles)]
    if view.also_cited:
        blocks += ["### Also cited", listing(map(_article, view.also_cited))]
    if view.retracted or view.retracted_unknown:
        lines = [_retracted(article) for article in view.retracted]
        lines += [f"~~{escape(label)}~~" for label in view.retracted_unknown]
        blocks += ["### Retracted", words.RETRACTED, listing(lines)]
    if view.trials:
        blocks += ["### Trials", _trials_table(view.trials)]
    return blocks


def _beside(view: CandidateView) -> list[str]:
    """What the labels say, background, the open web."""
    blocks = []
    if view.mentions:
        blocks += ["### What the labels say about this disease", listing(map(_mention, view.mentions))]
    if view.references:
        blocks += ["### For background, not evidence", references(view.references)]
    if view.web_pages:
        note = f"{view.evidence.web_note} Found by a web search, shown as it came; it supports no statement.".strip()
        blocks += ["### From the open web: not evidence", quoted(escape(note)), listing(map(_page, view.web_pages))]
    return blocks


def _mention(mention: MentionView) -> str:
    notes = [
        link(mention.source, mention.url),
        words.plural(mention.labels, "label") if mention.labels > 1 else "",
        "speaks against this use" if mention.negated else "",
        "demonstration" if mention.demonstration else "",
    ]
    return f"{escape(mention.section)}: “{escape(mention.sentence)}” ({', '.join(note for note in notes if note)})"


def _page(page: WebView) -> str:
    known = ", ".join(part for part in (page.host, page.published) if part)
    return f"{link(page.title, page.url)}{f' ({escape(known)})' if known else ''}: {escape(page.content)}"


def _case(view: CandidateView) -> list[str]:
    blocks = ["### The case", quoted(f"**{escape(view.without_drug)}**") if view.without_drug else ""]
    for polarity, statements in view.case.items():
        blocks.append(f"**{words.CASE[polarity]}**\n\n" + listing(map(_statement, statements)))
    if not view.case:
        notes = [s.note for s in view.syntheses if s.note] or ["No statement could be made."]
        blocks.append(escape(" ".join(notes)))
    else:
        blocks += [escape(s.note) for s in view.syntheses if s.note]
    dropped = sum(s.dropped for s in view.syntheses)
    if dropped:
        blocks.append(f"{words.plural(dropped, 'statement')} refused because the quoted words did not stand.")
    return blocks


def _statement(view: StatementView) -> str:
    quotes = []
    for c in view.citations:
        standing = "" if c.anchor else "; the quoted words are not in the stored text"
        words_ = "" if c.repeats_statement else f"“{escape(c.citation.quote)}” "
        quotes.append(f"{words_}({escape(c.label)}{', ' + escape(c.detail) if c.detail else ''}{standing})")
    return f"{escape(view.statement.text)} " + "; ".join(dict.fromkeys(quotes))


def _articles_table(articles: Sequence[ArticleView]) -> str:
    columns = ("#", "Article", "Year", "Score", "Names", "Why", "Parts of the score")
    rows = []
    for a in articles:
        r = a.ranked
        if r is None:
            continue
        parts = "; ".join(f"{name} {value}" for name, value in ranking_words.components(r.components))
        rows.append((
            str(r.rank or ""), _article(a), str(a.article.year or "undated"), f"{r.score:.2f}", words.names_label(r),
            escape(r.why), parts,
        ))  # fmt: skip
    return table(columns, rows)


def _article(a: ArticleView) -> str:
    """Title, what it is called by, and everything a reader weighs it by, in one line."""
    notes = [link(a.label, a.url), *_notes(a)]
    return f"{escape(a.article.title)} ({'; '.join(notes)})"


def _retracted(a: ArticleView) -> str:
    notes = "".join(f"; {note}" for note in _notes(a))
    return f"~~{escape(a.article.title)}~~ ({link(a.label, a.url)}){notes}"


def _notes(a: ArticleView) -> list[str]:
    """What there is to know about an article beside its title, already escaped."""
    article, standing = a.article, a.standing
    if standing.status is RetractionStatus.NONE and standing.sentence:
        said = f"{standing.tag}: {standing.sentence}"
    else:
        said = standing.sentence or ("" if standing.retracted else standing.tag)
    notes = [
        f"**{article_words.PREPRINT}**" if article.is_preprint else "",
        escape(", ".join(a.types)),
        a.says,
        escape(said),
        f"same study as {_places([a.same_study])}" if a.same_study else "",
        f"reports {_places(a.trials)}" if a.trials else "",
        "open access" if article.open_access else "",
        escape(article_words.full_text(a.full_text)) if a.full_text else "",
        link("full text", a.full_text_url) if a.full_text_url else "",
        article_words.cited(article),
        f"found by {escape(a.found_by)}" if a.found_by else "",
        f"{a.also.lower()} {_places(a.origins)}" if a.origins else "",
    ]
    return [note.rstrip(".") for note in notes if note]


def _places(places: Iterable[Place]) -> str:
    return ", ".join(link(place.label, place.href) for place in places)


def _trials_table(trials: Sequence[TrialView]) -> str:
    columns = ("Trial", "Title", "Phase", "Status", "Enrolment", "Why it stopped", "Results posted", "Papers shown",
               "Condition")  # fmt: skip
    rows = []
    for found in trials:
        t, matched = found.trial, found.match
        rows.append((
            link(t.nct_id, found.url), escape(t.title), t.phase_label, escape(words.status_label(t)),
            words.enrolment(t), escape(words.stop_sentence(t)), words.results_posted(t),
            escape(", ".join(place.label for place in found.papers)) or "–",
            f"{escape(matched.matched_condition)} ({words.CONDITION[matched.condition]})",
        ))  # fmt: skip
    return table(columns, rows)


def _outcomes(outcomes: Sequence[SourceOutcome]) -> str:
    """What each source answered; the queries themselves stand at the end of the report."""
    return listing(
        f"{escape(o.source)}: {words.STATE[o.state]}, {o.found} found{'. ' + escape(o.reason) if o.reason else ''}"
        for o in outcomes
    )


def _queries(report: EvidenceReport) -> list[str]:
    """Every search as it was made, by candidate: long lines for whoever repeats them."""
    blocks = ["## Searches as made"]
    for part in report.candidates:
        lines = []
        for s in part.searches:
            text = f"{escape(s.source)}: `{s.query.replace('`', ' ')}` found {s.total:,}, kept {len(s.ids):,}"
            lines.append(text + (f"; warnings: {escape('; '.join(s.warnings))}" if s.warnings else ""))
        blocks += [f"### {escape(part.candidate.disease.name)}", listing(lines)] if lines else []
    return blocks if len(blocks) > 1 else []
