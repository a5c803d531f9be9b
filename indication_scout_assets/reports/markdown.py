"""The report as Markdown: for the terminal, for git, and for Dagster's page of a materialisation.

What belongs here: the report as a whole and what it says of each candidate; of the drug, ``markdown_drug`` does. The
facts come from ``view``, the wording from ``words``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..domain.articles import RetractionStatus
from ..domain.outcomes import SourceOutcome
from ..domain.report import EvidenceReport
from ..domain.statements import Polarity
from . import markdown_assessment as assessed
from .markdown_drug import head, methods, references, safety, searched, set_aside
from .markdown_text import escape, link, listing, quoted, table
from .views import search_views
from .views.background_view import MentionView, WebView
from .views.candidate_views import CandidateView, candidate_views
from .views.record_views import ArticleView, PlaceView, TrialView
from .views.verified import verified
from .words import article_words, assessment_words, common_words, ranking_words


def render_candidates_table(report: EvidenceReport) -> str:
    """All candidates in one Markdown table, as the first page of the report has them."""
    views = candidate_views(report)
    if not views:
        return "No candidate was found.\n"
    if any(view.assessment for view in views):
        return assessed.ranking(views)
    rows = map(_candidate_row, views)
    columns = ("#", "Disease", "Score", "Paths", "Approval", "Own stage", "Articles", "Trials", "For / against / harm",
               "Sources")  # fmt: skip
    return table(columns, rows)


def render_markdown(report: EvidenceReport) -> str:
    """The whole report; the same report gives the same text."""
    report = verified(report)
    views = candidate_views(report)
    blocks = [*head(report), *safety(report), "## Candidates", render_candidates_table(report).rstrip()]
    blocks += assessed.explained(views)
    for view in views:
        blocks += _candidate(report, view)
    blocks += [*set_aside(report), *searched(report), *_queries(report), *methods(report), *assessed.methods(report)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _candidate_row(view: CandidateView) -> Sequence[str]:
    c, counts = view.candidate, view.polarity_counts
    return (
        str(view.rank),
        escape(c.disease.name),
        f"{c.score.total:.2f}",
        common_words.paths_label(c),
        common_words.state_of_approval(c),
        common_words.stage_label(c.own_stage),
        view.articles_summary,
        view.trials_summary,
        f"{counts[Polarity.SUPPORTS]} / {counts[Polarity.CONTRADICTS]} / {counts[Polarity.HARM]}",
        escape(assessed.sources(view)),
    )


def _candidate(report: EvidenceReport, view: CandidateView) -> list[str]:
    c, name = view.candidate, view.evidence.name
    blocks = [f"## {view.rank}. {escape(c.disease.name)}"]
    if found := view.evidence.assessment:
        blocks += [
            escape(assessment_words.rank_sentence(found, c.rank)),
            escape(assessment_words.stage_sentence(found)),
        ]
    blocks.append(escape(view.in_short))
    for trouble in view.troubles:
        blocks.append(
            quoted(f"**{escape(trouble.source)}: {common_words.STATE[trouble.state]}.** {escape(trouble.reason)}")
        )
    blocks += [quoted(f"**Keep in mind.** {escape(sentence)}") for sentence in view.evidence.cautions]
    blocks += [*assessed.harm(view), *assessed.cases(view), *assessed.missing(view), *_why(report, view)]
    blocks += [*assessed.score(view), *assessed.graded(view), *_records(view), *_beside(view)]
    term = f"{name.term} ({name.mesh_id})" if name.mesh_id else name.term
    blocks += ["### Sources", f"Searched as “{escape(term)}”. {escape(common_words.name_sentence(name))}"]
    blocks.append(_outcomes(view.evidence.outcomes))
    if view.superseded:
        blocks.append(f"{common_words.SUPERSEDED} {_places(view.superseded)}.")
    return blocks


def _why(report: EvidenceReport, view: CandidateView) -> list[str]:
    """Both paths, the score they give, the state of approval."""
    c = view.candidate
    why = [common_words.target_sentence(report.drug, c.disease.name, f) + " " + common_words.direction_sentence(f)
           for f in c.target_facts]  # fmt: skip
    why += [common_words.class_sentence(c.disease.name, f) for f in c.class_facts]
    why += [own] if (own := common_words.own_sentence(report.drug, c)) else []
    approval = f"Approval: {common_words.state_of_approval(c)}. {escape(c.approval_reason)}"
    return ["### Why it is here", listing(map(escape, why)), escape(view.arithmetic.sentence), approval]


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
        blocks += ["### Retracted", common_words.RETRACTED, listing(lines)]
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
        common_words.plural(mention.labels, "label") if mention.labels > 1 else "",
        "speaks against this use" if mention.negated else "",
        "demonstration" if mention.demonstration else "",
        escape(ranking_words.place(mention.ranked)).rstrip(".") if mention.ranked else "",
    ]
    return f"{escape(mention.section)}: “{escape(mention.sentence)}” ({', '.join(note for note in notes if note)})"


def _page(page: WebView) -> str:
    known = ", ".join(part for part in (page.host, page.published) if part)
    said = f"{link(page.title, page.url)}{f' ({escape(known)})' if known else ''}: {escape(page.content)}"
    return f"{said} ({escape(ranking_words.place(page.ranked))})" if page.ranked else said


def _articles_table(articles: Sequence[ArticleView]) -> str:
    columns = ("#", "Article", "Year", "Score", "Names", "Why", "Parts of the score")
    rows = []
    for a in articles:
        r = a.ranked
        if r is None:
            continue
        parts = "; ".join(f"{name} {value}" for name, value in ranking_words.components(r.components))
        rows.append((
            str(r.rank or ""), _article(a), str(a.article.year or "undated"), f"{r.score:.2f}",
            common_words.names_label(r), escape(r.why), parts,
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
        *(escape(f"in its full text, {q.section}: “{q.text}”") for q in a.full_text_quotes),
        article_words.cited(article),
        f"found by {escape(a.found_by)}" if a.found_by else "",
        f"{a.also.lower()} {_places(a.origins)}" if a.origins else "",
    ]
    return [note.rstrip(".") for note in notes if note]


def _places(places: Iterable[PlaceView]) -> str:
    return ", ".join(link(place.label, place.href) for place in places)


def _trials_table(trials: Sequence[TrialView]) -> str:
    columns = ("Trial", "Title", "Phase", "Status", "Enrolment", "Why it stopped", "Results posted", "Papers shown",
               "Condition", "Place")  # fmt: skip
    rows = []
    for found in trials:
        t, matched = found.trial, found.match
        rows.append((
            link(t.nct_id, found.url), escape(t.title), t.phase_label, escape(common_words.status_label(t)),
            common_words.enrolment(t), escape(common_words.stop_sentence(t)), common_words.results_posted(t),
            escape(", ".join(place.label for place in found.papers)) or "–",
            f"{escape(matched.matched_condition)} ({common_words.CONDITION[matched.condition]})",
            escape(ranking_words.place(found.ranked)) if found.ranked else "–",
        ))  # fmt: skip
    return table(columns, rows)


def _outcomes(outcomes: Sequence[SourceOutcome]) -> str:
    """What each source answered; the queries themselves stand at the end of the report."""
    return listing(
        f"{escape(o.source)}: {common_words.STATE[o.state]}{_found(o)}{'. ' + escape(o.reason) if o.reason else ''}"
        for o in outcomes
    )


def _found(outcome: SourceOutcome) -> str:
    """What came back; of a source that gave no answer, no number."""
    return f", {outcome.found:,} found" if search_views.answered(outcome) else ""


def _queries(report: EvidenceReport) -> list[str]:
    """Every search as it was made, by candidate: long lines for whoever repeats them."""
    blocks = ["## Searches as made"]
    for part in report.candidates:
        lines = []
        for s in part.searches:
            text = f"{escape(s.source)}: {search_views.result(s)}"
            text += f". `{asked.replace('`', ' ')}`" if (asked := search_views.asked(s.source, s.query)) else ""
            lines.append(text + (f"; warnings: {escape('; '.join(s.warnings))}" if s.warnings else ""))
        blocks += [f"### {escape(part.candidate.disease.name)}", listing(lines)] if lines else []
    return blocks if len(blocks) > 1 else []
