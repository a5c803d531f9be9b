"""The page on scoring: its example and its table of defaults are what the code gives."""

from __future__ import annotations

from indication_scout_assets.domain.findings.assessment import (
    EvidenceScore,
    Harm,
    HarmKind,
    Level,
    MisuseKind,
    TrialMisuse,
    TrialOutcome,
)
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import Population
from indication_scout_assets.domain.records.trials import StopReason
from indication_scout_assets.rules.assessment.scoring.candidate_score import score_candidate
from indication_scout_assets.rules.assessment.scoring.terms import shown
from indication_scout_tests import ROOT

from .samples import DIRECT, WEIGHTS, candidate, grade, inputs, match, reading

PAGE = (ROOT / "docs" / "scoring.md").read_text()


def example() -> EvidenceScore:
    """An invented candidate with something of everything."""
    mice = DIRECT.model_copy(update={"population": Population.ANIMAL})
    return score_candidate(
        inputs(
            candidate(targets=(0.6, 0.3), classmates=(0.5, 0.2), uses=(0.6, 0.4)),
            grades=(
                grade("A", participants=120),
                grade("B", level=Level.CONTROLLED_STUDY, participants=850),
                grade("C", level=Level.MECHANISM, directness=mice, participants=None),
                grade("D", Polarity.HARM, Level.CASES, participants=1),
                grade("E", study="T3", participants=410),
            ),
            trials=(
                match("T2", ("PHASE2",), allocation="NA", enrollment=60),
                match("T3", ("PHASE3",), enrollment=410),
                match("T4", ("PHASE3",), enrollment=0),
            ),
            readings=(
                reading("T2", TrialOutcome.MET, misuse=(TrialMisuse(kind=MisuseKind.COMPARATOR, sentence="One arm."),)),
                reading("T3", TrialOutcome.NOT_MET),
                reading("T4", stop=StopReason.BUSINESS),
            ),
            harms=(
                Harm(kind=HarmKind.BOXED_WARNING, sentence="It is boxed.", about_disease=False, source="DailyMed",
                     penalty=WEIGHTS.boxed_warning),
            ),
        ),
        WEIGHTS,
    )  # fmt: skip


def written_out(score: EvidenceScore) -> str:
    """The score as the page shows it."""
    lines = []
    for part in score.parts:
        lines.append(f"{part.name.value}: {shown(part.value)} × {part.weight:.2f} = {shown(part.points)}")
        for term in part.terms:
            product = " × ".join(f"{factor.value:.4f} ({factor.name})" for factor in term.factors if factor.value != 1)
            lines.append(f"  {'+' if term.sign > 0 else '−'} {term.evidence_id}: {product} = {term.value:.4f}")
        lines.append(f"  {part.formula}")
    lines.append(f"total: {' + '.join(shown(part.points) for part in score.parts)} = {shown(score.total)}")
    return "\n".join(lines)


def test_the_example_is_what_the_code_gives():
    assert written_out(example()) in PAGE


def test_the_page_gives_every_default_with_its_reason():
    rows = [
        f"| `{name}` | {field.default} | {field.description} |" for name, field in type(WEIGHTS).model_fields.items()
    ]
    assert [row for row in rows if row not in PAGE] == []


if __name__ == "__main__":
    print(written_out(example()))
