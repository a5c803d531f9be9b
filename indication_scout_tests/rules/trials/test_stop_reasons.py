"""Stop reasons: what is said, what is denied, and what only sounds like a reason. All wordings are invented."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.trials import StopReason as R
from indication_scout_assets.rules.trials.stop_reasons import stop_reason


@pytest.mark.parametrize(
    ("why", "reason"),
    [
        ("Terminated on the advice of the Data and Safety Monitoring Board for futility", R.EFFICACY),
        ("The DSMB recommended stopping because of an excess of deaths in the treatment arm", R.SAFETY),
        ("No safety concerns; sponsor's strategic decision", R.BUSINESS),
        ("Not for safety reasons. Company reprioritised its portfolio", R.BUSINESS),
        ("Neither safety nor efficacy played a part: funding ended", R.BUSINESS),
        ("Not due to safety but because of lack of efficacy", R.EFFICACY),
        ("Safety was not a factor; recruitment too slow", R.ENROLMENT),
        ("No adverse events were seen. Budget exhausted", R.BUSINESS),
        ("Independent of safety findings, the sponsor closed the programme", R.BUSINESS),
        ("Absence of benefit at interim look, without any safety concern", R.EFFICACY),
        ("The study did not meet its primary endpoint", R.EFFICACY),
        ("Failed to demonstrate superiority over placebo", R.EFFICACY),
        ("Unlikely to meet primary endpoint based on conditional power", R.EFFICACY),
        ("Crossed the futility boundary", R.EFFICACY),
        ("Clinical hold by FDA after two cases of hepatotoxicity", R.SAFETY),
        ("Unacceptable toxicity", R.SAFETY),
        ("Adverse market conditions", R.BUSINESS),
        ("Adverse events led the sponsor to stop", R.SAFETY),
        ("Death of the principal investigator", R.OTHER),
        ("Enrollment target was not met", R.ENROLMENT),
        ("Failed to reach the planned sample size", R.ENROLMENT),
        ("Withdrawn before enrolling any patient for lack of funds", R.BUSINESS),
        ("Overwhelming efficacy at interim analysis", R.OBJECTIVE_MET),
        ("Efficacy was clearly demonstrated at the first interim analysis", R.OBJECTIVE_MET),
        ("Efficacy was not demonstrated", R.EFFICACY),
        ("Unrelated to product safety, the company was acquired", R.BUSINESS),
        ("Business reasons (no safety or efficacy issues)", R.BUSINESS),
        ("No concerns about safety or efficacy. Lack of funding", R.BUSINESS),
        ("No lack of efficacy, simply no funding", R.BUSINESS),
        ("Low event rate and slow accrual", R.ENROLMENT),
        ("Mortality lower than expected; funding withdrawn", R.BUSINESS),
        ("No efficacy or safety concerns; strategic decision", R.BUSINESS),
        (
            "The termination was not prompted by any safety signals or regulatory interactions; financial constraints",
            R.BUSINESS,
        ),
        ("Higher incidence of infections with the study drug", R.SAFETY),
        ("Study terminated for lack of participants", R.ENROLMENT),
        ("Positive interim result: primary endpoint was reached", R.OBJECTIVE_MET),
        ("Pharmacy could not supply placebo", R.OTHER),
        ("Drug expired", R.OTHER),
        ("COVID-19", R.OTHER),
        ("Poor tolerability", R.SAFETY),
        ("Efficacy not observed in stage 1", R.EFFICACY),
        ("Interim analysis showed no difference between groups", R.EFFICACY),
        ("Toxicity was not the reason; recruitment was difficult", R.ENROLMENT),
        ("No toxicity was observed, but the drug was ineffective", R.EFFICACY),
        ("Study halted due to safety; efficacy was promising", R.SAFETY),
        ("Sponsor decision unrelated to safety, efficacy or quality", R.BUSINESS),
        ("PI moved; not a safety issue", R.OTHER),
        ("Insufficient recruitment, not a lack of efficacy", R.ENROLMENT),
        ("Stopped for harm", R.SAFETY),
        ("Harmonisation of the development programme by the sponsor", R.BUSINESS),
        ("Not enough evidence of effect to go on", R.EFFICACY),
        ("Accrual goal met", R.OTHER),
        ("Sufficient data were collected in part one to assess the safety and efficacy", R.OTHER),
        ("Pharmaceutical partner withdrew; study did not accrue any patients", R.OTHER),
        ("For business reasons, enrollment on the study was halted", R.BUSINESS),
        ("Closed to recruitment as the company is not developing the drug further", R.BUSINESS),
        ("Development program terminated", R.BUSINESS),
        ("Lack of subjects", R.ENROLMENT),
        ("   ", R.NOT_STATED),
    ],
)
def test_a_reason_is_what_is_said_and_not_what_is_denied(why: str, reason: R) -> None:
    assert stop_reason(why) is reason
