"""Rows of Open Targets' answers as values of the domain.

What belongs here: pure functions from JSON in the shape of ``queries/*.graphql``. ``drug`` and ``disease`` of a row may
be null where the source could not map what a report says; such rows are left out, such names are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from ...domain.candidates import Association, ClassDrug
from ...domain.diseases import Disease, DiseaseRef
from ...domain.drugs import ClinicalReport, ClinicalStage, DrugProfile, DrugTarget, DrugWarning, Indication, Synonym
from ...rules.as_of import latest_day
from ...rules.candidates.association_scores import AssociationEvidence
from ...rules.names.drug_mentions import names_only_others

Row = Mapping[str, Any]


def profile(drug: Row, slug: str, query: str, data_version: str) -> DrugProfile:
    """A drug of ``read_drug_profile``."""
    related = [drug["parentMolecule"], *drug["childMolecules"]]
    return DrugProfile(
        slug=slug,
        query=query,
        chembl_id=drug["id"],
        name=drug_name(drug),
        drug_type=drug["drugType"],
        maximum_stage=stage(drug["maximumClinicalStage"]),
        description=drug["description"] or "",
        synonyms=synonyms(drug),
        targets=targets(drug),
        indications=indications(drug),
        warnings=tuple(warning(row) for row in drug["drugWarnings"]),
        related_ids=tuple(sorted({row["id"] for row in related if row} - {drug["id"]})),
        data_version=data_version,
    )


def parent_id(drug: Row) -> str | None:
    """The molecule the drug is a form of, if it is one."""
    parent = drug.get("parentMolecule")
    return str(parent["id"]) if parent else None


def drug_name(drug: Row) -> str:
    """The name as people write it: the service prints generic names in capitals."""
    name = str(drug["name"])
    return name.lower() if name.isupper() else name


def synonyms(drug: Row) -> tuple[Synonym, ...]:
    """Name, synonyms and trade names; a name that comes twice keeps its first kind."""
    named = [
        Synonym(name=drug_name(drug), kind="name", source="Open Targets"),
        *(Synonym(name=s["label"], kind="synonym", source=s["source"]) for s in drug["synonyms"]),
        *(Synonym(name=s["label"], kind="trade_name", source=s["source"]) for s in drug["tradeNames"]),
    ]
    distinct: dict[str, Synonym] = {}
    for synonym in named:
        if synonym.name.strip():
            distinct.setdefault(synonym.name.strip().casefold(), synonym)
    return tuple(distinct.values())


def targets(drug: Row) -> tuple[DrugTarget, ...]:
    """One per target and action type, in the source's order."""
    mechanisms = drug["mechanismsOfAction"]
    distinct: dict[tuple[str, str | None], DrugTarget] = {}
    for row in mechanisms["rows"] if mechanisms else ():
        for target in row["targets"]:
            distinct.setdefault(
                (target["id"], row["actionType"]),
                DrugTarget(
                    ensembl_id=target["id"],
                    symbol=target["approvedSymbol"],
                    action_type=row["actionType"],
                    mechanism=row["mechanismOfAction"],
                ),
            )
    return tuple(distinct.values())


def indications(drug: Row) -> tuple[Indication, ...]:
    """Rows with a disease; those the source could not map to one are left out, reports where the operation asks for
    none.
    """
    return tuple(
        Indication(
            disease_id=row["disease"]["id"],
            disease_name=row["disease"]["name"],
            stage=stage(row["maxClinicalStage"]),
            reports=tuple(report(r, drug["id"]) for r in row.get("clinicalReports") or ()),
        )
        for row in drug["indications"]["rows"]
        if row["disease"] is not None
    )


def report(row: Row, drug_id: str = "") -> ClinicalReport:
    """A clinical report of the drug; an operation may ask for fewer fields than the profile does.

    The source takes "Glucagon-Like Peptide-1 receptor agonists" for glucagon: such a report treats with another agent.
    """
    drugs = row.get("drugs") or ()
    mapped = [d for d in drugs if d["drug"] and d["drug"]["id"] == drug_id]
    another = mapped and all(names_only_others(d["drugFromSource"] or "", (drug_name(d["drug"]),)) for d in mapped)
    named = {d["drug"]["id"]: drug_name(d["drug"]) for d in drugs if d["drug"]}
    together = Counter(label for label, _ in {(d["drugFromSource"], d["drug"]["id"]) for d in drugs if d["drug"]})
    return ClinicalReport(
        id=row["id"],
        source=row["source"],
        kind=row.get("type") or "",
        stage=stage(row["clinicalStage"]),
        title=row.get("title") or "",
        year=row.get("year"),
        status=row.get("trialOverallStatus"),
        why_stopped=row.get("trialWhyStopped"),
        stop_reasons=tuple(row["trialStopReasonCategories"]),
        url=row.get("url"),
        drug_ids=tuple(named),
        drug_names=tuple(named.values()),
        combined_ids=tuple(
            dict.fromkeys(
                d["drug"]["id"]
                for d in drugs
                if d["drug"] and d["drugFromSource"] and together[d["drugFromSource"]] > 1
            )
        ),
        unmapped_drugs=tuple(
            dict.fromkeys(d["drugFromSource"] for d in drugs if not d["drug"] and d["drugFromSource"])
        ),
        not_treating=f"It gives “{mapped[0]['drugFromSource']}”, another agent." if another else "",
    )


def warning(row: Row) -> DrugWarning:
    """A boxed warning or a withdrawal. The service writes ids as ``EFO:0001`` in some releases."""
    references = row["references"] or ()
    return DrugWarning(
        kind=row["warningType"],
        toxicity_class=row["toxicityClass"],
        description=row["description"],
        country=row["country"],
        year=row["year"],
        disease_id=row["efoId"].replace(":", "_") if row["efoId"] else None,
        disease_name=row["efoTerm"],
        url=next((r["url"] for r in references if r["url"]), None),
    )


def class_drug(drug: Row) -> ClassDrug:
    """A drug of ``list_target_drugs``, without indications."""
    return ClassDrug(
        chembl_id=drug["id"],
        name=drug_name(drug),
        parent_id=parent_id(drug),
        targets=targets(drug),
        warnings=tuple(warning(row) for row in drug["drugWarnings"]),
    )


def other_drugs(listed: Iterable[Row]) -> list[ClassDrug]:
    """Drugs of ``list_disease_drugs``, without targets and uses; rows without a drug are left out."""
    return [
        ClassDrug(
            chembl_id=row["drug"]["id"],
            name=drug_name(row["drug"]),
            parent_id=parent_id(row["drug"]),
        )
        for row in listed
        if row["drug"] is not None
    ]


def with_evidence(listed: Iterable[Row], without: str) -> list[Row]:
    """Rows of associations that some other source than ``without`` supports."""
    return [row for row in listed if row["score"] > 0 and evidence_sources(row, without)]


def evidence_sources(row: Row, without: str) -> list[str]:
    """The data sources behind an association, but for one."""
    return [part["id"] for part in row["datasourceScores"] if part["id"] != without]


def associations(listed: Iterable[Row], without: str) -> list[Association]:
    """Rows with a score above 0. Datatypes fed by the source ``without`` alone are dropped from the breakdown."""
    return [
        Association(
            disease_id=row["disease"]["id"],
            disease_name=row["disease"]["name"],
            score=row["score"],
            datatype_scores={part["id"]: part["score"] for part in row["datatypeScores"] if part["id"] != "clinical"},
            source_scores={part["id"]: part["score"] for part in row["datasourceScores"] if part["id"] != without},
        )
        for row in with_evidence(listed, without)
    ]


def evidence(row: Row) -> AssociationEvidence:
    """A record of ``list_dated_evidence``; one whose dates cannot all be read is undated."""
    return AssociationEvidence(
        source=row["datasourceId"],
        datatype=row["datatypeId"],
        score=row["score"],
        day=latest_day(row["evidenceDate"], row["publicationDate"], row["publicationYear"], row["releaseDate"]),
        on_target=row["directionOnTarget"],
        on_trait=row["directionOnTrait"],
    )


def report_days(drugs: Iterable[Row]) -> dict[str, date | None]:
    """The day of each clinical report of ``list_report_dates``, by the report's id: when its trial began, or its year.

    A trial is registered around its start; the report does not say when.
    """
    return {
        report["id"]: latest_day(report["trialStartDate"], report["year"])
        for drug in drugs
        for row in drug["indications"]["rows"]
        for report in row["clinicalReports"]
    }


def disease(row: Row) -> Disease:
    """A disease of ``read_diseases``."""
    exact = [s["terms"] for s in row["synonyms"] or () if "exact" in s["relation"].lower()]
    return Disease(
        id=row["id"],
        name=row["name"],
        description=row["description"] or "",
        synonyms=tuple(dict.fromkeys(term for terms in exact for term in terms)),
        cross_references=tuple(row["dbXRefs"]),
        obsolete_ids=tuple(row["obsoleteTerms"]),
        parents=_refs(row["parents"]),
        ancestors=tuple(sorted(row["ancestors"])),
        therapeutic_areas=_refs(row["therapeuticAreas"]),
        is_therapeutic_area=row["isTherapeuticArea"],
        descendant_count=len(row["descendants"]),
        drug_count=row["drugAndClinicalCandidates"]["count"],
    )


def stage(text: str | None) -> ClinicalStage:
    """A stage the enumeration does not know counts as unknown, never as an error: new releases add some."""
    return ClinicalStage.__members__.get(text or "", ClinicalStage.UNKNOWN)


def _refs(listed: Iterable[Row]) -> tuple[DiseaseRef, ...]:
    return tuple(DiseaseRef(id=row["id"], name=row["name"]) for row in listed)
