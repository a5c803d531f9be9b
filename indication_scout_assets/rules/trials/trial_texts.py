"""The texts of a registered trial that an answer may quote, by field.

What belongs here: the registry's own texts, and its posted figures as one text. What a trial comes to for a drug is
read in ``trial_outcomes``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...domain.records.trials import Analysis, PostedOutcome, ResultGroup, Trial

TITLE, STATUS, RESULTS, CONDITIONS, WHY_STOPPED = "title", "status", "results", "conditions", "why_stopped"


def citable_fields(trial: Trial) -> Mapping[str, str]:
    """Text by field: ``results`` (the posted primary outcomes, a line each), ``status``, ``conditions``, and those of
    the trial's document: ``why_stopped``, ``primary_outcomes``, ``summary``, ``title``. None is empty.

    The values of ``results`` are the registry's, as written; the words between them ("in", "participants analysed") and
    their order are ours. The same trial gives the same text.
    """
    lines = " \n".join(_outcome(outcome) for outcome in trial.results)
    texts = {RESULTS: lines, STATUS: trial.status, CONDITIONS: "; ".join(trial.conditions), **trial.document.texts}
    return {field: text for field, text in texts.items() if text}


def _outcome(outcome: PostedOutcome) -> str:
    parts = [outcome.title.rstrip(". ")]
    if outcome.time_frame:
        parts.append(f"time frame {outcome.time_frame.rstrip('. ')}")
    parts += filter(None, (_group(group, outcome.unit) for group in outcome.groups))
    parts += filter(None, (", ".join(_facts(analysis)) for analysis in outcome.analyses))
    return "; ".join(parts) + "."


def _group(group: ResultGroup, unit: str) -> str:
    if not group.value:
        return ""
    people = f" ({group.participants} participants analysed)" if group.participants is not None else ""
    return f"{group.value} {unit}".strip() + f" in {group.title or group.id}{people}"


def _facts(analysis: Analysis) -> Iterator[str]:
    if analysis.estimate and analysis.estimate_value:
        yield f"{analysis.estimate} {analysis.estimate_value}"
    if analysis.interval_low and analysis.interval_high:
        percent = f"{analysis.interval_percent}% " if analysis.interval_percent else ""
        yield f"{percent}CI {analysis.interval_low} to {analysis.interval_high}"
    if analysis.p_value:
        yield f"p {analysis.p_value if analysis.p_value[:1] in '<>=≤≥' else '= ' + analysis.p_value}"
