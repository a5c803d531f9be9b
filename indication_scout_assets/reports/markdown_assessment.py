"""What the Markdown report says of a candidate's assessment: harm, cases, gaps, score, grades, guidelines.

What belongs here: the same content as the page's, in lists and tables. Articles and trials themselves are in
``markdown``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..domain.report import EvidenceReport
from ..domain.statements import Polarity
from .markdown_text import escape, listing, quoted, table
from .pictures.evidence_map import COLUMNS, map_rows
from .pictures.phase_funnel import TrialState, phase_label
from .pictures.score_picture import signed, strongest
from .views.assessment_view import AssessmentView, GradeView, ReadingView, RecommendationView, risk_labels
from .views.candidate_views import CandidateView
from .views.record_views import CitationView, StatementView
from .words import assessment_words, common_words

_COLUMNS = ("Rank", "Before", "Disease", "Score", "Parts", "Stage", "L1", "L2", "L3", "L4", "L5",
            "For / against / harm / mixed / neither way", "Harm here", "Paths", "Approval", "Sources")  # fmt: skip


def ranking(views: Sequence[CandidateView]) -> str:
    """The first page's table after the evidence."""
    return table(_COLUMNS, map(_row, views))


def _row(view: CandidateView) -> Sequence[str]:
    c, a = view.candidate, view.assessment
    name, before = escape(c.disease.name), str(c.rank or "–")
    last = (common_words.paths_label(c), common_words.state_of_approval(c), escape(sources(view)))
    if a is None:
        return ("–", before, name, "not assessed", "–", common_words.stage_label(c.own_stage), *("–",) * 7, *last)
    parts = ", ".join(f"{p.name.value} {signed(p.points)}" for p in a.found.score.parts)
    says = (Polarity.SUPPORTS, Polarity.CONTRADICTS, Polarity.HARM, Polarity.MIXED, Polarity.NEUTRAL)
    return (
        a.rank_label, before, name, signed(a.found.score.total), parts, common_words.stage_label(a.found.stage.stage),
        *(str(n) for _, n in a.levels), " / ".join(str(a.polarities[p]) for p in says), a.harm_label or "none found",
        *last,
    )  # fmt: skip


def sources(view: CandidateView) -> str:
    """``17 answered``; what is in trouble is named: ``1 failed: OMIM``."""
    troubled = {o.source for o in view.troubles}
    return "; ".join(
        f"{counted}: {', '.join(named)}" if troubled & set(named) else counted
        for _, counted, named in view.states_summary
    )


def explained(views: Sequence[CandidateView]) -> list[str]:
    """What the first page's table needs to be read; nothing where no candidate was assessed."""
    if not any(view.assessment for view in views):
        return []
    return [assessment_words.RANGE_MEANING, f"L1 to L5: {assessment_words.LEVELS_MEANING}"]


def harm(view: CandidateView) -> list[str]:
    """Safety in this disease; it stands before the cases."""
    a = view.assessment
    if a is None:
        return []
    blocks = ["### Safety in this disease"]
    for found in a.harms:
        cited = f" {citation(found.citation)}" if found.citation else f" ({escape(found.source)})"
        kind = common_words.in_heading(found.harm.kind.value)
        blocks.append(quoted(f"**{escape(kind)}.** {escape(found.harm.sentence)}{cited}"))
    return blocks if a.harms else [*blocks, assessment_words.NO_HARM]


def cases(view: CandidateView) -> list[str]:
    """The case for, the case against, what is neither. Harm is never under the first."""
    a, case = view.assessment, view.case
    warned = [quoted(f"**{escape(view.without_drug)}**")] if view.without_drug else []
    against = [
        *_part("Harm", map(_statement, case.get(Polarity.HARM, ()))),
        *_part("Trials", map(_reading, a.failed if a else ())),
        *_part("Guidelines", map(_guidance, a.recommended(Polarity.CONTRADICTS) if a else ())),
        *_part("Statements", map(_statement, case.get(Polarity.CONTRADICTS, ()))),
        *_part("Trials that do not show what they seem to", (m for r in (a.misused if a else ()) for m in _misuse(r))),
    ]
    for_ = [
        *_part("Trials", map(_reading, a.met if a else ())),
        *_part("Guidelines", map(_guidance, a.recommended(Polarity.SUPPORTS) if a else ())),
        *_part("Statements", map(_statement, case.get(Polarity.SUPPORTS, ()))),
    ]
    others = [_statement(s) for p in (Polarity.MIXED, Polarity.NEUTRAL) for s in case.get(p, ())]
    blocks = [*warned, "### The case for", *(for_ or ["Nothing speaks for it."])]
    blocks += ["### The case against", *(against or ["Nothing speaks against it; perhaps nobody looked."])]
    return [*blocks, *(["### Mixed, or neither way", listing(others)] if others else [])]


def missing(view: CandidateView) -> list[str]:
    """What was not found, what a person must decide, what was refused."""
    a = view.assessment
    lines = [escape(sentence) for sentence in (*view.missing, *view.notes)]
    blocks = [listing(lines)] if lines else []
    blocks += _part("Deferred: a person must decide", (
        f"{_named(g)}: {escape(g.grade.deferred)}" for g in (a.deferred if a else ())
    ))  # fmt: skip
    blocks += _part("Refused statements", (
        escape(" ".join([f"{common_words.plural(r.number, 'statement')} {r.words}.", *r.told])) for r in view.refused
    ))  # fmt: skip
    return ["### What is missing", *blocks] if blocks else []


def score(view: CandidateView) -> list[str]:
    """The arithmetic of the score after the evidence, with every term."""
    a = view.assessment
    if a is None:
        return []
    found = a.found.score
    blocks = ["### The score after the evidence", escape(assessment_words.rank_sentence(a.found, view.candidate.rank))]
    head = ["Part", "Value", "Weight", "Points", "How"] + (
        ["Rank without it", "Halved", "Doubled"] if a.effects else []
    )
    rows = []
    for p in found.parts:
        row = [p.name.value, signed(p.value), f"{p.weight:.2f}", signed(p.points), escape(p.formula)]
        if a.effects:
            effect = a.effects.get(p.name)
            row += [str(effect.without), str(effect.halved), str(effect.doubled)] if effect else ["–"] * 3
        rows.append(row)
    rows.append(["**Score**", "", "", f"**{signed(found.total)}**", "", *([""] * 3 if a.effects else [])])
    blocks.append(table(head, rows).rstrip())
    terms = [
        (
            p.name.value,
            escape(assessment_words.term_label(t)),
            escape(assessment_words.term_factors(t)),
            signed(t.sign * t.value),
        )
        for p in found.parts
        for t in strongest(p.terms)
    ]
    return [*blocks, table(("Part", "Term", "Factors", "Value"), terms).rstrip()] if terms else blocks


def graded(view: CandidateView) -> list[str]:
    """The evidence map and the phase funnel as tables, guidelines, and every graded item."""
    a = view.assessment
    if a is None:
        return []
    blocks = []
    if a.marks:
        rows = [(f"{level.value} {assessment_words.LEVEL[level]}", *cells) for level, cells in map_rows(a.marks)]
        blocks += [
            "### What the studies say",
            table(("Level", *(common_words.CASE[p] for p in COLUMNS)), rows).rstrip(),
        ]
    blocks += _funnel(a)
    if a.recommendations:
        blocks += ["### What guidelines say", listing(map(_guidance, a.recommendations))]
    if a.grades:
        head = ("Level", "Study", "Kind and why", "Says", "People", "Directness", "Risks", "Counts")
        blocks += ["### The evidence, graded", table(head, map(_grade, (*a.counted, *a.uncounted))).rstrip()]
    return blocks


def methods(report: EvidenceReport) -> list[str]:
    """How the rank after the evidence comes about; nothing where no candidate was assessed."""
    if not any(c.assessment for c in report.candidates):
        return []
    return [f"`{assessment_words.EVIDENCE_FORMULA}`", assessment_words.EVIDENCE_MEANING]


def citation(c: CitationView) -> str:
    """The quoted words, where they are not said already, with the record they stand in."""
    return _source(c) if c.repeats_statement else f"“{escape(c.citation.quote)}” {_source(c)}"


def _source(c: CitationView) -> str:
    standing = "" if c.stands else "; the quoted words are not in the stored text"
    return f"({escape(c.label)}{', ' + escape(c.detail) if c.detail else ''}{standing})"


def _part(title: str, lines: Iterable[str]) -> list[str]:
    found = list(lines)
    return [f"**{title}**\n\n{listing(found)}"] if found else []


def _statement(view: StatementView) -> str:
    quotes = dict.fromkeys(map(citation, view.citations))
    notes = escape(", ".join([common_words.CASE[view.statement.polarity].lower(), *view.further]))
    return f"{escape(view.statement.text)} {'; '.join(quotes)}, {notes}"


def _reading(view: ReadingView) -> str:
    why = f": “{escape(view.why_stopped)}”" if view.why_stopped else ""
    cited = f" {citation(view.citation)}" if view.citation else ""
    return (
        f"{escape(view.record.label)} {escape(view.title)}. {escape(common_words.in_heading(view.said))}{why}.{cited}"
    )


def _guidance(view: RecommendationView) -> str:
    return f"{common_words.in_heading(view.label)}: {citation(view.citation)}"


def _misuse(view: ReadingView) -> Iterable[str]:
    for found in view.misuse:
        yield f"{escape(view.record.label)}: {assessment_words.MISUSE[found.kind]} {escape(found.sentence)}"


def _funnel(a: AssessmentView) -> list[str]:
    if not a.funnel.total:
        return []
    rows = [(phase_label(phase), *map(str, a.funnel.row(phase))) for phase in a.funnel.phases]
    return ["### How far the trials came", table(("Phase", *(s.value for s in TrialState)), rows).rstrip()]


def _named(view: GradeView) -> str:
    """The record by its label and title, the title of a retracted paper struck through."""
    struck = "~~" if view.struck and view.title else ""
    return f"{escape(view.record.label)} {struck}{escape(view.title)}{struck}"


def _grade(view: GradeView) -> Sequence[str]:
    grade = view.grade
    cue = f": “{grade.polarity_cue}”" if grade.polarity_cue else ""
    return (
        str(grade.level.value) if grade.level else "–",
        _named(view),
        escape(f"{view.design}. {grade.level_reason}"),
        escape(f"{common_words.CASE[grade.polarity].lower()}{cue}"),
        f"{grade.participants:,}" if grade.participants is not None else "–",
        view.directness,
        escape(", ".join(risk_labels(grade))) or "–",
        escape(view.standing),
    )
