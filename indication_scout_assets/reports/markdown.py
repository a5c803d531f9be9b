"""The report as Markdown: for the terminal, for git, and for Dagster's page of a materialisation.

What belongs here: Markdown and its escaping. The facts come from ``view``, the wording from ``words``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..domain.outcomes import SourceOutcome
from ..domain.report import EvidenceReport
from ..domain.statements import Polarity
from . import links, words
from .records import ArticleView, StatementView, TrialView
from .view import CandidateView, candidate_views, set_aside_groups

_SPECIAL = re.compile(r"([\\`*_\[\]|~])")
_MARKER = re.compile(r"^(\s*)(?:([#>+-])|(\d+)([.)]))(?=\s|$)")


def escape(text: str) -> str:
    """Text that Markdown prints as it is: on one line, with no markup, no HTML and no table cell of its own."""
    flat = _SPECIAL.sub(r"\\\1", " ".join(text.split()))
    flat = flat.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKER.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] else f"{m[1]}{m[3]}\\{m[4]}", flat)


def link(text: str, url: str | None) -> str:
    """A link if the address may be linked to; otherwise the text alone."""
    return f"[{escape(text)}](<{url}>)" if links.safe_url(url) else escape(text)


def render_candidates_table(report: EvidenceReport) -> str:
    """All candidates in one Markdown table, as the first page of the report has them."""
    rows = [_candidate_row(view) for view in candidate_views(report)]
    if not rows:
        return "No candidate was found.\n"
    head = ("#", "Disease", "Score", "Paths", "Approval", "Own stage", "Articles", "Trials", "For / against / harm",
            "Sources")  # fmt: skip
    return _table(head, rows)


def render_markdown(report: EvidenceReport) -> str:
    """The whole report; the same report gives the same text."""
    views = candidate_views(report)
    blocks = [*_head(report), "## Candidates", render_candidates_table(report).rstrip()]
    for view in views:
        blocks += _candidate(report, view)
    blocks += [*_set_aside(report), *_methods(report)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _head(report: EvidenceReport) -> list[str]:
    drug, run = report.drug, report.run
    blocks = [f"# {escape(words.in_heading(drug.name))}: evidence for new uses"]
    if run.demonstration:
        blocks.append(f"> **{words.DEMONSTRATION}**")
    if drug.withdrawn:
        blocks.append(f"> **{words.WITHDRAWN}**")
    for warning in drug.warnings:
        blocks.append(f"> **{escape(words.warning_sentence(warning))}**")
    targets = "; ".join(f"{words.verb(t.action_type)} {t.symbol}" for t in drug.targets)
    facts = (
        f"Identity: {link(drug.chembl_id, links.drug_url(drug.chembl_id))}, {escape(drug.drug_type)}",
        f"Furthest stage: {words.stage_label(drug.maximum_stage)}",
        f"Mechanism: {escape(targets) or 'no target is known'}",
        f"Built {run.built_at:%Y-%m-%d} in workspace {escape(run.workspace)} from {escape(words.versions(run))}",
    )
    blocks.append("\n".join(f"- {fact}" for fact in facts))
    blocks += ["Sources asked about the drug:", _outcomes(report.outcomes)]
    return blocks


def _candidate_row(view: CandidateView) -> Sequence[str]:
    c, counts = view.candidate, view.polarity_counts
    states = ", ".join(f"{escape(s)} {state.value}" for s, state in sorted(view.source_states.items()))
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
        states,
    )


def _candidate(report: EvidenceReport, view: CandidateView) -> list[str]:
    c, name = view.candidate, view.evidence.name
    blocks = [f"## {view.rank}. {escape(c.disease.name)}"]
    for trouble in view.troubles:
        blocks.append(f"> **{escape(trouble.source)}: {words.STATE[trouble.state]}.** {escape(trouble.reason)}")
    blocks += [f"> **Keep in mind.** {escape(sentence)}" for sentence in view.evidence.cautions]
    why = [words.target_sentence(report.drug, c.disease.name, f) + " " + words.direction_sentence(f)
           for f in c.target_facts]  # fmt: skip
    why += [words.class_sentence(c.disease.name, f) for f in c.class_facts]
    why += [own] if (own := words.own_sentence(report.drug, c)) else []
    blocks += ["### Why it is here", _list(map(escape, why))]
    blocks.append(escape(view.arithmetic.sentence))
    blocks.append(f"Approval: {words.state_of_approval(c)}. {escape(c.approval_reason)}")
    term = f"{name.term} ({name.mesh_id})" if name.mesh_id else name.term
    blocks.append(f"Searched as “{escape(term)}”. {escape(words.name_sentence(name))}")
    blocks += _case(view)
    if view.articles:
        blocks += ["### Articles", _articles_table(view.articles)]
    if view.retracted:
        lines = (f"~~{escape(a.article.title)}~~ (PMID {a.article.pmid})" for a in view.retracted)
        blocks += ["### Retracted", words.RETRACTED, _list(lines)]
    if view.trials:
        blocks += ["### Trials", _trials_table(view.trials)]
    if view.evidence.not_found:
        blocks += ["### What was not found", _list(map(escape, view.evidence.not_found))]
    blocks += ["### Sources", _outcomes(view.evidence.outcomes), _searches(view)]
    return blocks


def _case(view: CandidateView) -> list[str]:
    blocks = ["### The case"]
    for polarity, statements in view.case.items():
        blocks.append(f"**{words.CASE[polarity]}**\n\n" + _list(map(_statement, statements)))
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
    head = ("#", "Article", "Year", "Fused", "Cosine", "BM25", "Cosine 0–1", "BM25 0–1", "Names", "Why")
    rows = []
    for a in articles:
        r = a.ranked
        if r is None:
            continue
        p = r.components
        title = f"{escape(a.article.title)} ({link('PMID ' + a.article.pmid, a.url)})"
        rows.append((
            str(r.rank or ""), title, str(a.article.year or "undated"), f"{p.fused:.2f}", f"{p.cosine:.2f}",
            f"{p.lexical:.1f}", f"{p.cosine_normalized:.2f}", f"{p.lexical_normalized:.2f}", words.names_label(r),
            escape(r.why),
        ))  # fmt: skip
    return _table(head, rows)


def _trials_table(trials: Sequence[TrialView]) -> str:
    head = ("Trial", "Title", "Phase", "Status", "Enrolment", "Why it stopped", "Results posted", "Condition")
    rows = []
    for found in trials:
        t, matched = found.trial, found.match
        rows.append((
            link(t.nct_id, found.url), escape(t.title), t.phase_label, escape(words.status_label(t)),
            words.enrolment(t), escape(words.stop_sentence(t)), words.results_posted(t),
            f"{escape(matched.matched_condition)} ({words.CONDITION[matched.condition]})",
        ))  # fmt: skip
    return _table(head, rows)


def _outcomes(outcomes: Sequence[SourceOutcome]) -> str:
    return _list(
        f"{escape(o.source)}, {escape(o.question)}: {words.STATE[o.state]}, {o.found} found"
        f"{'. ' + escape(o.reason) if o.reason else ''}"
        for o in outcomes
    )


def _searches(view: CandidateView) -> str:
    lines = []
    for s in view.evidence.searches:
        text = f"{escape(s.source)}: `{s.query.replace('`', ' ')}` found {s.total:,}, kept {len(s.ids):,}"
        lines.append(text + (f"; warnings: {escape('; '.join(s.warnings))}" if s.warnings else ""))
    return _list(lines)


def _set_aside(report: EvidenceReport) -> list[str]:
    blocks = ["## Set aside"] if report.set_aside else []
    for reason, group in set_aside_groups(report):
        title = words.SET_ASIDE[reason] if reason else "Set aside"
        lines = (f"{escape(c.disease.name)} ({escape(c.disease.id)}): {escape(c.set_aside_reason)}" for c in group)
        blocks.append(f"**{title}**\n\n" + _list(lines))
    return blocks


def _methods(report: EvidenceReport) -> list[str]:
    run = report.run
    facts = {
        "Ranking question": run.ranking_query,
        "Embedding model": run.embedding_model,
        "Statements by": run.synthesizer,
        "Code version": run.code_version,
        **dict(sorted(run.settings.items())),
    }
    lines = (f"{escape(name)}: {escape(value)}" for name, value in facts.items())
    return ["## How this was made", _list(lines), f"`{words.SCORE_FORMULA}`", words.SCORE_MEANING, words.CAVEAT]


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
