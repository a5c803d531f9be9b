"""A check written down: text for a shell, JSON, SARIF 2.1.0, GitHub's annotations, a page.

What belongs here: from a ``CheckReport`` to text. Nothing is decided here.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from ...reports.html_templates import asset, html_environment, policy
from ...reports.words.common_words import listed
from .checked_references import CheckFinding, CheckReport, ClaimVerdict, FindingKind

_GITHUB = {"error": "error", "warning": "warning", "note": "notice"}
_WORDS = {kind: kind.value.replace("_", " ") for kind in FindingKind}


def written(report: CheckReport, form: str) -> str:
    """The report as ``text``, ``json``, ``sarif``, ``github`` or ``html``."""
    if form == "json":
        return json.dumps(report.model_dump(mode="json"), ensure_ascii=False, indent=2)
    return {"text": _text, "sarif": _sarif, "github": _github, "html": _html}[form](report)


def summary(report: CheckReport) -> str:
    """How much was checked and what came of it, in one or two sentences."""
    levels = Counter(finding.level for finding in report.findings)
    recorded = sum(1 for each in report.references if each.article_id)
    claims = f", {len(report.claims)} citations of sentences" if report.claims else ""
    counted = listed(
        [f"{levels[level]} {level}{'' if levels[level] == 1 else 's'}" for level in ("error", "warning", "note")]
    )
    lacking = "" if report.is_whole else " Not all could be asked, so that not all is known to be clean."
    return f"{len(report.references)} references, {recorded} with a record{claims}: {counted}.{lacking}"


# ------------------------------------------------------------------------------------------------ a shell
def _text(report: CheckReport) -> str:
    return "\n".join(
        [*map(_line, report.findings), *map(_missing, report.unanswered), *_not_asked(report), summary(report)]
    )


def _line(finding: CheckFinding) -> str:
    words = f"\n    “{finding.words}”" if finding.words else ""
    label = f" [{finding.label}]" if finding.label else ""
    return f"{finding.level:7} {finding.file}:{finding.line}{label} {_WORDS[finding.kind]}: {finding.sentence}{words}"


def _missing(why: str) -> str:
    return f"no answer: {why}"


def _not_asked(report: CheckReport) -> Iterator[str]:
    for outcome in report.sources:
        if outcome.state.value == "not_asked" and outcome.reason:
            yield f"not asked: {outcome.source}: {outcome.reason}"


def standing_lines(report: CheckReport) -> list[str]:
    """One line for each identifier: its title, its standing, who says so and when."""
    findings = {(f.label, f.kind): f.sentence for f in report.findings}
    lines = []
    for each in report.references:
        own = [sentence for (label, _), sentence in findings.items() if label == each.reference.label]
        says = each.standing if each.article_id else " ".join(own) or "No record was found."
        year = f" ({each.year})" if each.year else ""
        titled = f"{each.title.rstrip('.')}{year}. " if each.title else ""
        lines.append(f"{each.reference.label}: {titled}{says}")
        lines += [f"    {line}" for line in (each.cites_retracted, each.references) if line]
    return [*lines, *map(_missing, report.unanswered), *_not_asked(report)]


# ------------------------------------------------------------------------------------------------ machines
def _sarif(report: CheckReport) -> str:
    rules = [{"id": kind.value, "shortDescription": {"text": _WORDS[kind].capitalize()}} for kind in FindingKind]
    results = [
        {
            "ruleId": finding.kind.value,
            "level": finding.level,
            "message": {"text": finding.sentence},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": Path(finding.file).as_posix()},
                        "region": {"startLine": max(1, finding.line)},
                    }
                }
            ],
        }
        for finding in report.findings
    ]
    tool = {"name": "IndicationScout", "version": version("indication-scout"), "rules": rules}
    run = {
        "tool": {"driver": tool},
        "results": results,
        "invocations": [
            {
                "executionSuccessful": report.is_whole,
                "toolExecutionNotifications": [
                    {"level": "warning", "message": {"text": _missing(why)}} for why in report.unanswered
                ],
            }
        ],
    }
    return json.dumps(
        {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}, indent=2
    )


def _github(report: CheckReport) -> str:
    """Annotations of a workflow; what would end one is written as GitHub's documentation says."""
    lines = []
    for finding in report.findings:
        file, title = _escaped(finding.file, ",:"), _WORDS[finding.kind]
        place = f"file={file},line={max(1, finding.line)},title={title}"
        lines.append(f"::{_GITHUB[finding.level]} {place}::{_escaped(finding.sentence)}")
    lines += [f"::warning title=no answer::{_escaped(why)}" for why in report.unanswered]
    return "\n".join([*lines, summary(report)])


def _escaped(text: str, also: str = "") -> str:
    for sign in f"%\r\n{also}":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


# ------------------------------------------------------------------------------------------------ a page
def _html(report: CheckReport) -> str:
    style = asset("check.css")
    return (
        html_environment()
        .get_template("check.html")
        .render(
            report=report,
            summary=summary(report),
            kinds={kind.value: words for kind, words in _WORDS.items()},
            verdicts={verdict.value: verdict.value.replace("_", " ") for verdict in ClaimVerdict},
            style=style,
            policy=policy(style, ""),
            not_asked=list(_not_asked(report)),
        )
    )
