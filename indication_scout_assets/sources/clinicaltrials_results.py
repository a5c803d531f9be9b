"""Posted results of ClinicalTrials.gov v2: the primary outcomes of a study's ``resultsSection``.

What belongs here: which pieces are asked for and how they become ``PostedOutcome`` values. Secondary outcomes, baseline
and adverse events are not asked for: with them a record can be a megabyte.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..domain.trials import Analysis, PostedOutcome, ResultGroup
from .registry_parts import parts, string, strings
from .texts import whole_number

RESULT_FIELDS = (
    "OutcomeMeasureType", "OutcomeMeasureTitle", "OutcomeMeasureTimeFrame", "OutcomeMeasureParamType",
    "OutcomeMeasureUnitOfMeasure", "OutcomeGroupId", "OutcomeGroupTitle", "OutcomeGroupDescription",
    "OutcomeDenomCountGroupId", "OutcomeDenomCountValue", "OutcomeMeasurementGroupId", "OutcomeMeasurementValue",
    "OutcomeAnalysisGroupId", "OutcomeAnalysisGroupDescription", "OutcomeAnalysisPValue",
    "OutcomeAnalysisPValueComment", "OutcomeAnalysisStatisticalMethod", "OutcomeAnalysisParamType",
    "OutcomeAnalysisParamValue", "OutcomeAnalysisCIPctValue", "OutcomeAnalysisCINumSides",
    "OutcomeAnalysisCILowerLimit", "OutcomeAnalysisCIUpperLimit", "OutcomeAnalysisNonInferiorityType",
    "OutcomeAnalysisNonInferiorityComment",
)  # fmt: skip


def parse_results(module: Mapping[str, Any]) -> tuple[PostedOutcome, ...]:
    """The primary outcomes of an ``outcomeMeasuresModule``, in the order posted; those without a title are left out."""
    return tuple(
        PostedOutcome(
            title=title,
            time_frame=string(outcome.get("timeFrame")),
            measure=string(outcome.get("paramType")),
            unit=string(outcome.get("unitOfMeasure")),
            groups=_groups(outcome),
            analyses=tuple(map(_analysis, parts(outcome.get("analyses")))),
        )
        for outcome in parts(module.get("outcomeMeasures"))
        if outcome.get("type") == "PRIMARY" and (title := string(outcome.get("title")))
    )


def _groups(outcome: Mapping[str, Any]) -> tuple[ResultGroup, ...]:
    people = {
        string(count.get("groupId")): whole_number(string(count.get("value")))
        for denominator in parts(outcome.get("denoms"))[:1]
        for count in parts(denominator.get("counts"))
    }
    values = _values(outcome)
    return tuple(
        ResultGroup(
            id=group_id,
            title=string(group.get("title")),
            description=string(group.get("description")),
            participants=people.get(group_id),
            value=values.get(group_id, ""),
        )
        for group in parts(outcome.get("groups"))
        if (group_id := string(group.get("id")))
    )


def _values(outcome: Mapping[str, Any]) -> dict[str, str]:
    """The value of each group, where the outcome has one class of one category."""
    categories = [one for each in parts(outcome.get("classes")) for one in parts(each.get("categories"))]
    if len(categories) != 1:
        return {}
    return {string(m.get("groupId")): string(m.get("value")) for m in parts(categories[0].get("measurements"))}


def _analysis(analysis: Mapping[str, Any]) -> Analysis:
    return Analysis(
        group_ids=strings(analysis.get("groupIds")),
        **{
            field: string(analysis.get(name))
            for field, name in (
                ("description", "groupDescription"),
                ("p_value", "pValue"),
                ("p_comment", "pValueComment"),
                ("method", "statisticalMethod"),
                ("estimate", "paramType"),
                ("estimate_value", "paramValue"),
                ("interval_percent", "ciPctValue"),
                ("interval_sides", "ciNumSides"),
                ("interval_low", "ciLowerLimit"),
                ("interval_high", "ciUpperLimit"),
                ("hypothesis", "nonInferiorityType"),
                ("hypothesis_comment", "nonInferiorityComment"),
            )
        },
    )
