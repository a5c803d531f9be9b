"""ClinicalTrials.gov v2: ``/studies``, ``/studies/{nct}`` and ``/version`` over the authored trials.

What belongs here: the parameters, the search and the shape of a study. An unknown parameter is HTTP 400 in plain text.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from typing import Any

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .messages import Answer, Request, as_json, plain
from .query import Fields, QueryError, Term, contains, evaluate, normalise, parse
from .records import Record, Records

_AREAS = {
    "query.intr": ("interventions", "title"),
    "query.cond": ("conditions", "title", "conditionmeshterm"),
    "query.term": ("everything",),
    "query.titles": ("title",),
    "query.id": ("nctid",),
    "filter.advanced": ("everything",),
}
_POSTED = re.compile(r"AREA\[(StudyFirstPostDate|LastUpdatePostDate)\]RANGE\[(MIN|[\d-]+), ?(MAX|[\d-]+)\]")
"""A range of first-post dates, the one range a client here asks for; a trial without the date lies in none."""
_OTHER = {"filter.ids", "filter.overallStatus", "fields", "format", "sort", "pageSize", "pageToken", "countTotal"}


class ClinicalTrials:
    """The authored trials."""

    def __init__(self, records: Records) -> None:
        self._studies = [(_study(t), _fields(t)) for t in sorted(records.trials, key=lambda t: t["nct"])]

    def answer(self, request: Request) -> Answer:
        """Answer by path."""
        if request.path == "version":
            return as_json({"apiVersion": "2.0.5", "dataTimestamp": "2026-11-02T09:00:05"})
        if request.path == "studies":
            return self._search(request.params)
        if request.path.startswith("studies/"):
            wanted = request.path.removeprefix("studies/")
            studies = [study for study, fields in self._studies if contains(fields["nctid"], wanted)]
            return as_json(studies[0]) if studies else plain(f"NCT number {wanted} not found", 404)
        return plain("Not found", 404)

    def _search(self, params: Mapping[str, str]) -> Answer:
        if unknown := sorted(set(params) - set(_AREAS) - _OTHER):
            return plain(f"Unknown parameter `{unknown[0]}`", 400)
        try:
            size = int(params.get("pageSize", 10))
            begin = int(base64.b64decode(params["pageToken"], validate=True)) if "pageToken" in params else 0
        except (ValueError, binascii.Error):
            return plain("`pageSize` or `pageToken` is invalid", 400)
        if not 0 <= size <= 1000:
            return plain("`pageSize` must be between 0 and 1000", 400)
        params, posted = _without_range(params)
        try:
            studies = [s for s, fields in self._studies if _wanted(params, fields) and _in_range(s, posted)]
        except QueryError as error:
            return plain(f"Invalid query: {error}", 400)
        result: dict[str, Any] = {"studies": studies[begin : begin + size]}
        if params.get("countTotal") == "true" and not begin:
            result = {"totalCount": len(studies), **result}
        if begin + size < len(studies):
            result["nextPageToken"] = base64.b64encode(str(begin + size).encode()).decode()
        return as_json(result)


def _without_range(params: Mapping[str, str]) -> tuple[Mapping[str, str], tuple[str, str, str] | None]:
    """The parameters without a filter by a date, and that filter: which date, from when, until when."""
    asked = _POSTED.fullmatch(params.get("filter.advanced", ""))
    if asked is None:
        return params, None
    return {n: v for n, v in params.items() if n != "filter.advanced"}, (asked[1], asked[2], asked[3])


def _in_range(study: Mapping[str, Any], posted: tuple[str, str, str] | None) -> bool:
    if posted is None:
        return True
    which, first, last = posted
    struct = {"StudyFirstPostDate": "studyFirstPostDateStruct", "LastUpdatePostDate": "lastUpdatePostDateStruct"}[which]
    day = (study["protocolSection"]["statusModule"].get(struct) or {}).get("date", "")
    return bool(day) and (first == "MIN" or first <= day) and (last == "MAX" or day <= last)


def _wanted(params: Mapping[str, str], fields: Fields) -> bool:
    for name, areas in _AREAS.items():
        if not params.get(name):
            continue

        def matches(term: Term, trial: Fields, areas: tuple[str, ...] = areas) -> bool:
            searched = (term.field,) if term.field else areas
            return any(contains(trial.get(area, ""), term.text) for area in searched)

        if not evaluate(parse(params[name]), fields, matches):
            return False
    ids, statuses = params.get("filter.ids"), params.get("filter.overallStatus")
    separated = str.maketrans("|", ",")
    return (not ids or fields["nctid"].strip() in ids.lower().translate(separated).split(",")) and (
        not statuses or fields["status"].strip() in statuses.lower().translate(separated).split(",")
    )


def _fields(trial: Record) -> Fields:
    interventions = [n for i in trial.get("interventions", []) for n in [i["name"], *i.get("other_names", [])]]
    titles = [trial["title"], trial.get("official_title", "")]
    mesh = [term for _, term in [*trial.get("condition_mesh", []), *trial.get("condition_ancestors", [])]]
    fields: dict[str, str | list[str]] = {
        "nctid": trial["nct"],
        "status": trial["status"],
        "title": titles,
        "interventions": interventions,
        "interventionname": interventions,
        "conditions": trial["conditions"],
        "condition": trial["conditions"],
        "conditionmeshterm": mesh,  # ancestors match too, as in the real service
        "everything": [*titles, *interventions, *trial["conditions"], *mesh, trial.get("summary", ""), trial["nct"]],
    }
    return {name: normalise(text) for name, text in fields.items()}


def _study(trial: Record) -> dict[str, Any]:
    design = {
        "allocation": trial.get("allocation"),
        "primaryPurpose": trial.get("primary_purpose"),
        "maskingInfo": {"masking": trial["masking"]} if trial.get("masking") else None,
    }
    protocol = {
        "identificationModule": {
            "nctId": trial["nct"],
            "briefTitle": trial["title"],
            "officialTitle": trial.get("official_title"),
        },
        "statusModule": {
            "overallStatus": trial["status"],
            "whyStopped": trial.get("why_stopped"),
            "startDateStruct": _date(trial.get("start")),
            "completionDateStruct": _date(trial.get("completion")),
            "primaryCompletionDateStruct": _date(trial.get("completion")),
            "studyFirstPostDateStruct": _date(trial.get("first_posted")),
            "lastUpdatePostDateStruct": _date(trial.get("last_updated")),
            "resultsFirstPostDateStruct": _date(trial.get("results_posted")),
        },
        "sponsorCollaboratorsModule": {"leadSponsor": {"name": trial.get("sponsor", ""), "class": "OTHER"}},
        "descriptionModule": {"briefSummary": trial.get("summary", "")},
        "conditionsModule": {"conditions": trial["conditions"], "keywords": [DEMONSTRATION_KEYWORD]},
        "designModule": {
            "studyType": trial.get("study_type", "INTERVENTIONAL"),
            "phases": trial.get("phases"),
            "designInfo": _filled(design),
            "enrollmentInfo": _filled({"count": trial.get("enrollment"), "type": trial.get("enrollment_type")}),
        },
        "eligibilityModule": {"healthyVolunteers": trial.get("healthy_volunteers"), "stdAges": trial.get("ages")},
        "armsInterventionsModule": _arms(trial.get("interventions", [])),
        "outcomesModule": {"primaryOutcomes": [_outcome(o) for o in trial.get("primary_outcomes", [])]},
        "referencesModule": {"references": [_reference(str(p), trial) for p in trial.get("pmids", [])]},
    }
    browse = {
        "meshes": [{"id": ui, "term": term} for ui, term in trial.get("condition_mesh", [])],
        "ancestors": [{"id": ui, "term": term} for ui, term in trial.get("condition_ancestors", [])],
    }
    study = {
        "protocolSection": {name: _filled(module) for name, module in protocol.items()},
        "derivedSection": {"conditionBrowseModule": _filled(browse)},
        "hasResults": bool(trial.get("has_results", False)),
    }
    if results := [_result(outcome) for outcome in trial.get("results", [])]:
        study["resultsSection"] = {"outcomeMeasuresModule": {"outcomeMeasures": results}}
    return study


def _result(outcome: Record) -> dict[str, Any]:
    """A posted outcome: its groups with people and value, and one analysis over all of them where it has a p value."""
    ids = [f"OG{n:03}" for n in range(len(outcome["groups"]))]
    groups = list(zip(ids, outcome["groups"], strict=True))
    analysis = {
        "groupIds": ids,
        "nonInferiorityType": outcome.get("hypothesis", "SUPERIORITY"),
        "pValue": outcome.get("p_value"),
        "statisticalMethod": outcome.get("method"),
        "paramType": outcome.get("estimate"),
        "paramValue": outcome.get("estimate_value"),
    }
    return _filled(
        {
            "type": outcome.get("type", "PRIMARY"),
            "title": outcome["title"],
            "timeFrame": outcome.get("time_frame"),
            "paramType": outcome["measure"],
            "unitOfMeasure": outcome["unit"],
            "groups": [{"id": i, "title": g["title"], "description": g.get("description", "")} for i, g in groups],
            "denoms": [
                {
                    "units": "Participants",
                    "counts": [{"groupId": i, "value": str(g["participants"])} for i, g in groups],
                }
            ],
            "classes": [
                {"categories": [{"measurements": [{"groupId": i, "value": str(g["value"])} for i, g in groups]}]}
            ],
            "analyses": [_filled(analysis)] if outcome.get("p_value") else None,
        }
    )


def _arms(interventions: list[Record]) -> dict[str, Any]:
    """One arm per intervention; ``arm`` in the record says its type, experimental where it says nothing."""

    def kind(intervention: Record) -> str:
        usual = "PLACEBO_COMPARATOR" if "placebo" in intervention["name"].lower() else "EXPERIMENTAL"
        return str(intervention.get("arm", usual))

    return {
        "armGroups": [{"label": i["name"], "type": kind(i), "interventionNames": [i["name"]]} for i in interventions],
        "interventions": [
            _filled(
                {
                    "type": i.get("type", "DRUG"),
                    "name": i["name"],
                    "armGroupLabels": [i["name"]],
                    "otherNames": i.get("other_names"),
                }
            )
            for i in interventions
        ],
    }


def _reference(pmid: str, trial: Record) -> dict[str, Any]:
    notice = trial.get("retractions", {}).get(pmid)
    return _filled(
        {"pmid": pmid, "type": "RESULT", "retractions": [{"pmid": notice, "source": "Notice"}] if notice else None}
    )


def _date(date: Any) -> dict[str, str] | None:
    return {"date": str(date)} if date else None


def _outcome(outcome: Any) -> dict[str, Any]:
    return dict(outcome) if isinstance(outcome, dict) else {"measure": outcome}


def _filled(module: dict[str, Any]) -> dict[str, Any]:
    """The registry leaves out what it does not know."""
    return {name: value for name, value in module.items() if value not in (None, [], {})}
