"""ClinicalTrials.gov v2: trials of a drug in a condition, and studies as ``Trial`` values.

What belongs here: the query, paging and parsing. Whether a trial found really belongs to the pair is decided in
``rules.trials.trial_matching``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from ..domain.base import DEMONSTRATION_KEYWORD
from ..domain.diseases import NormalizedName
from ..domain.findings.evidence import SearchRecord
from ..domain.outcomes import PermanentFailure, SourceState
from ..domain.records.trials import Analysis, Arm, Intervention, MeshTerm, PostedOutcome, ResultGroup, Trial
from ..rules.as_of import trial_as_of
from ..rules.literature.pubmed_query import disease_search_names, plain
from ..rules.trials.purpose import MAY_TREAT, OTHER_PURPOSES, SUPPORTIVE_CARE
from .formats.json_texts import part, parts, true_or_false, whole_number
from .formats.json_texts import plain_text as string
from .formats.json_texts import texts as strings
from .http.http_client import HttpAnswer, ServiceClient, TransientBody
from .reference_lookups import drug_terms

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
    categories = [category for each in parts(outcome.get("classes")) for category in parts(each.get("categories"))]
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


SOURCE = "ClinicalTrials.gov"
PAGE = 100
NOT_KNOWN_ENROLLMENT = 99_999_999
"""What the registry writes where nobody knows the number of participants."""

FIELDS = (
    "NCTId", "BriefTitle", "OfficialTitle", "BriefSummary", "OverallStatus", "WhyStopped", "StartDate",
    "PrimaryCompletionDate", "CompletionDate", "StudyFirstPostDate", "LeadSponsorName", "Condition", "Phase",
    "StudyType", "EnrollmentCount", "EnrollmentType", "DesignAllocation", "DesignMasking", "DesignPrimaryPurpose",
    "InterventionType", "InterventionName", "InterventionOtherName", "InterventionArmGroupLabel", "ArmGroupLabel",
    "ArmGroupType", "PrimaryOutcomeMeasure", "ReferencePMID", "ReferenceType", "ConditionMeshId", "ConditionMeshTerm",
    "ConditionAncestorId", "ConditionAncestorTerm", "HasResults", "Keyword",
    "LastUpdatePostDate", "ResultsFirstPostDate", "RetractionPMID", "RetractionSource", "HealthyVolunteers", "StdAge",
    *RESULT_FIELDS,
)  # fmt: skip
"""Everything a ``Trial`` holds; a whole record with results can be a megabyte."""


_PURPOSES = (SUPPORTIVE_CARE, *(purpose for purpose in OTHER_PURPOSES if purpose not in MAY_TREAT))
_NOT_TO_TREAT = f"AREA[DesignPrimaryPurpose]({' OR '.join(_PURPOSES)})"


class TrialSearch(NamedTuple):
    """One search as made, and the trials it found, in the registry's order and not yet judged."""

    record: SearchRecord
    trials: list[Trial]


class ClinicalTrials(ServiceClient):
    """One client of ClinicalTrials.gov."""

    async def search(
        self,
        drug_names: Sequence[str],
        name: NormalizedName,
        max_results: int = 100,
        *,
        disease_id: str = "",
        as_of: date | None = None,
    ) -> TrialSearch:
        """Trials of the drug in the disease, at most ``max_results``; judge each by ``trial_matching.match``.

        The registry answers a heading from its descendants as well. One request per ``PAGE`` trials. ``disease_id``
        is the record's; without it, the name's. With ``as_of`` the registry is asked for trials first posted by that
        day, what it has no date for is left out, and later outcomes are taken out of the rest
        (``rules.as_of.trial_as_of``).

        Raises:
            PermanentFailure: no drug name can be searched, or the registry refuses the query.
            TransientFailure: the registry does not answer. A fault is never an empty result.
        """
        intervention, condition = intervention_query(drug_names), condition_query(name)
        params = {"query.intr": intervention, "query.cond": condition}
        query = f"intervention: {intervention}; condition: {condition}"
        return await self._searched(params, query, disease_id or name.disease_id, max_results, as_of)

    async def of_drug(self, drug_names: Sequence[str], max_results: int, *, as_of: date | None = None) -> TrialSearch:
        """Trials that give the drug, whatever the condition, at most ``max_results``; else as ``search``."""
        intervention = intervention_query(drug_names)
        return await self._searched(
            {"query.intr": intervention}, f"intervention: {intervention}", "", max_results, as_of
        )

    async def of_other_purpose(
        self, drug_names: Sequence[str], max_results: int, *, as_of: date | None = None
    ) -> TrialSearch:
        """Trials of any of these drugs that need not treat what they are filed under; else as ``search``."""
        asked = {"query.intr": " OR ".join(f'"{plain(name)}"' for name in drug_names), "filter.advanced": _NOT_TO_TREAT}
        return await self._searched(asked, f"intervention: {asked['query.intr']}", "", max_results, as_of)

    async def _searched(
        self, asked: Mapping[str, str], query: str, disease_id: str, max_results: int, as_of: date | None
    ) -> TrialSearch:
        params = {**asked, "fields": "|".join(FIELDS), "countTotal": "true", "pageSize": str(min(PAGE, max_results))}
        if as_of is not None:
            params["filter.advanced"] = " AND ".join(filter(None, (asked.get("filter.advanced"), posted_by(as_of))))
            query += f"; first posted by {as_of.isoformat()}"
        studies, total, searched_at = await self._studies(params, max_results)
        read = [parse_study(study) for study in studies]
        trials = read if as_of is None else [seen for trial in read if (seen := trial_as_of(trial, as_of)) is not None]
        state, reason = _state(
            total, len(read), len(trials), as_of, "in this condition" if "query.cond" in asked else ""
        )
        record = SearchRecord(
            source=SOURCE,
            disease_id=disease_id,
            query=query,
            ids=tuple(trial.nct_id for trial in trials),
            total=total,
            warnings=_left_out(len(read) - len(trials), as_of),
            left_out=len(read) - len(trials),
            state=state,
            reason=reason,
            searched_at=searched_at,
        )
        return TrialSearch(record, trials)

    async def _studies(self, params: Mapping[str, str], max_results: int) -> tuple[list[dict[str, Any]], int, datetime]:
        """The records of a query, page after page; how many it has in all; when the first page was fetched."""
        answer = await self._page(params)
        page = answer.json()
        studies = list(page["studies"])
        total = whole_number(page.get("totalCount")) or len(studies)
        while (token := page.get("nextPageToken")) and len(studies) < max_results:
            page = (await self._page({**params, "pageToken": str(token)})).json()
            studies += page["studies"]
        return studies[:max_results], total, answer.fetched_at

    async def updated(self, drug_names: Sequence[str], since: date, max_results: int = 100) -> list[Trial]:
        """Trials of the drug, in any condition, whose record the registry posted or changed on the day or later.

        Raises:
            PermanentFailure, TransientFailure: as ``search``.
        """
        params = {
            "query.intr": intervention_query(drug_names),
            "filter.advanced": f"AREA[LastUpdatePostDate]RANGE[{since.isoformat()},MAX]",
            "fields": "|".join(FIELDS),
            "pageSize": str(min(PAGE, max_results)),
        }
        studies, _, _ = await self._studies(params, max_results)
        return [parse_study(study) for study in studies]

    async def _page(self, params: Mapping[str, str]) -> HttpAnswer:
        return await self._get("studies", check_page, params=params)


def intervention_query(drug_names: Sequence[str]) -> str:
    """The union of the drug's names, each a phrase.

    Raises:
        PermanentFailure: no name is long enough to be searched.
    """
    return " OR ".join(f'"{drug}"' for drug in drug_terms(SOURCE, drug_names))


def condition_query(name: NormalizedName) -> str:
    """The heading among the trials' headings (which finds its descendants as well), or a name among the conditions.

    A heading wider than the disease is not asked for: the registry keeps each trial's own words beside it.
    """
    names = disease_search_names(name) or [plain(name.disease_name)]
    texts = " OR ".join(f'"{disease}"' for disease in names)
    by_text = f"AREA[Condition]({texts})"
    return f'AREA[ConditionMeshTerm]"{plain(name.term)}" OR {by_text}' if name.own_mesh_id else by_text


def posted_by(as_of: date) -> str:
    """The filter that keeps trials first posted on or before the day."""
    return f"AREA[StudyFirstPostDate]RANGE[MIN,{as_of.isoformat()}]"


def _left_out(count: int, as_of: date | None) -> tuple[str, ...]:
    return (f"{count} trials without a first-post date by {as_of} were left out.",) if count else ()


def _state(total: int, read: int, kept: int, as_of: date | None, where: str) -> tuple[SourceState, str]:
    if total == 0:
        posted = f" first posted by {as_of}" if as_of else ""
        words = " ".join(filter(None, ("ClinicalTrials.gov has no trial of the drug", where)))
        return SourceState.EMPTY, f"{words}{posted}."
    if read and not kept:
        return SourceState.EMPTY, f"None of the {read} trials found is known to have been posted by then."
    if read < total:
        return SourceState.DEGRADED, f"Only {read} of the {total} trials found were read."
    return SourceState.OK, ""


def check_page(answer: HttpAnswer) -> None:
    """Accept a page of studies; a web page from the edge with HTTP 200 is none."""
    page = answer.json()
    if not isinstance(page, dict) or not isinstance(page.get("studies"), list):
        raise TransientBody("an answer without studies")
    if not all(isinstance(study, dict) for study in page["studies"]):
        raise TransientBody("a list with something else than studies")


# ------------------------------------------------------------------------------------------------ one study
def parse_study(study: Mapping[str, Any]) -> Trial:
    """A study record as ``Trial``; absent modules leave their fields empty.

    Raises:
        PermanentFailure: the record has no NCT id.
    """
    protocol = part(study, "protocolSection")
    identification, status = part(protocol, "identificationModule"), part(protocol, "statusModule")
    design, conditions = part(protocol, "designModule"), part(protocol, "conditionsModule")
    design_info, enrollment = part(design, "designInfo"), part(design, "enrollmentInfo")
    browse = part(study, "derivedSection", "conditionBrowseModule")
    nct_id = str(identification.get("nctId") or "")
    if not nct_id:
        raise PermanentFailure("ClinicalTrials.gov sent a study without an NCT id; it cannot be stored or cited.")
    eligibility = part(protocol, "eligibilityModule")
    return Trial(
        nct_id=nct_id,
        title=string(identification.get("briefTitle")) or string(identification.get("officialTitle")) or nct_id,
        official_title=string(identification.get("officialTitle")),
        summary=string(part(protocol, "descriptionModule").get("briefSummary")),
        status=string(status.get("overallStatus")) or "UNKNOWN",
        why_stopped=string(status.get("whyStopped")),
        study_type=string(design.get("studyType")),
        phases=strings(design.get("phases")),
        enrollment=_enrollment(enrollment.get("count")),
        enrollment_type=string(enrollment.get("type")),
        allocation=string(design_info.get("allocation")),
        masking=string(part(design_info, "maskingInfo").get("masking")),
        primary_purpose=string(design_info.get("primaryPurpose")),
        start_date=_date(status, "startDateStruct"),
        completion_date=_date(status, "primaryCompletionDateStruct") or _date(status, "completionDateStruct"),
        first_posted=_date(status, "studyFirstPostDateStruct"),
        last_updated=_date(status, "lastUpdatePostDateStruct"),
        results_posted=_date(status, "resultsFirstPostDateStruct"),
        sponsor=string(part(protocol, "sponsorCollaboratorsModule", "leadSponsor").get("name")),
        conditions=strings(conditions.get("conditions")),
        condition_mesh=_mesh_terms(browse.get("meshes")),
        condition_ancestors=_mesh_terms(browse.get("ancestors")),
        interventions=_interventions(part(protocol, "armsInterventionsModule")),
        arms=_arms(part(protocol, "armsInterventionsModule")),
        healthy_volunteers=true_or_false(eligibility.get("healthyVolunteers")),
        ages=strings(eligibility.get("stdAges")),
        primary_outcomes=tuple(
            text
            for outcome in parts(part(protocol, "outcomesModule").get("primaryOutcomes"))
            if (text := string(outcome.get("measure")))
        ),
        results=parse_results(part(study, "resultsSection", "outcomeMeasuresModule")),
        pmids=_own_papers(part(protocol, "referencesModule")),
        retracted_pmids=_retracted_papers(part(protocol, "referencesModule")),
        has_results=true_or_false(study.get("hasResults")),
        demonstration=DEMONSTRATION_KEYWORD in strings(conditions.get("keywords")),
    )


def _interventions(module: Mapping[str, Any]) -> tuple[Intervention, ...]:
    """Interventions with the types of the arms that get them, where the arms are registered."""
    arm_types = {string(arm.get("label")): string(arm.get("type")) for arm in parts(module.get("armGroups"))}
    return tuple(
        Intervention(
            kind=string(intervention.get("type")),
            name=string(intervention.get("name")),
            other_names=strings(intervention.get("otherNames")),
            arm_types=tuple(
                dict.fromkeys(
                    arm_types[label] for label in strings(intervention.get("armGroupLabels")) if arm_types.get(label)
                )
            ),
        )
        for intervention in parts(module.get("interventions"))
        if string(intervention.get("name"))
    )


def _arms(module: Mapping[str, Any]) -> tuple[Arm, ...]:
    """Arms with the interventions that say they belong to them."""
    given = [(string(i.get("name")), strings(i.get("armGroupLabels"))) for i in parts(module.get("interventions"))]
    return tuple(
        Arm(
            name=label,
            kind=string(arm.get("type")),
            interventions=tuple(name for name, labels in given if name and label in labels),
        )
        for arm in parts(module.get("armGroups"))
        if (label := string(arm.get("label")))
    )


def _own_papers(module: Mapping[str, Any]) -> tuple[str, ...]:
    """PMIDs of papers about the trial: those registered as mere background are not."""
    return _pmids(r for r in parts(module.get("references")) if r.get("type") != "BACKGROUND")


def _retracted_papers(module: Mapping[str, Any]) -> tuple[str, ...]:
    """PMIDs of the references that the registry links to a notice of retraction."""
    return _pmids(r for r in parts(module.get("references")) if parts(r.get("retractions")))


def _pmids(references: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    pmids = (str(reference["pmid"]).strip() for reference in references if reference.get("pmid"))
    return tuple(dict.fromkeys(pmid for pmid in pmids if pmid.isdecimal()))


def _enrollment(count: Any) -> int | None:
    known = isinstance(count, int) and not isinstance(count, bool) and 0 <= count < NOT_KNOWN_ENROLLMENT
    return int(count) if known else None


def _date(status: Mapping[str, Any], struct: str) -> str:
    return string(part(status, struct).get("date"))


def _mesh_terms(items: Any) -> tuple[MeshTerm, ...]:
    return tuple(
        MeshTerm(id=string(item.get("id")), term=string(item.get("term"))) for item in parts(items) if item.get("id")
    )
