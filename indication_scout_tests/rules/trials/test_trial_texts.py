"""What of a registered trial may be quoted."""

from __future__ import annotations

from indication_scout_assets.domain.records.trials import Analysis, PostedOutcome, ResultGroup, Trial
from indication_scout_assets.rules.trials.trial_texts import citable_fields

TRIAL = Trial(
    nct_id="NCT00000001", title="Tea for sleep", summary="Nurses drink tea.", status="TERMINATED",
    why_stopped="Too few nurses.",
    results=(
        PostedOutcome(
            title="Hours of sleep.", time_frame="4 weeks", unit="hours",
            groups=(ResultGroup(id="OG000", title="Tea", participants=30, value="7.5"), ResultGroup(id="OG001")),
            analyses=(Analysis(estimate="Mean difference", estimate_value="0.5", interval_percent="95",
                               interval_low="0.1", interval_high="0.9", p_value="0.02"),),
        ),
    ),
)  # fmt: skip


def test_posted_results_are_a_line_of_the_registrys_own_values() -> None:
    assert citable_fields(TRIAL)["results"] == (
        "Hours of sleep; time frame 4 weeks; 7.5 hours in Tea (30 participants analysed); Mean difference 0.5, "
        "95% CI 0.1 "
        "to 0.9, p = 0.02."
    )


def test_other_fields_are_as_registered_and_empty_ones_are_left_out() -> None:
    fields = citable_fields(TRIAL)
    assert (fields["status"], fields["why_stopped"]) == ("TERMINATED", "Too few nurses.")
    assert "primary_outcomes" not in fields
    assert "results" not in citable_fields(Trial(nct_id="NCT00000002", title="Coffee"))
