"""Target-disease associations and their evidence, scored by Open Targets' published formula.

The harmonic sum of the weighted data-source scores, largest first, divided by its ceiling
(https://platform-docs.opentargets.org/associations). The source scores themselves are illustrative values of the
demonstration; the direction of each evidence is a published fact.
"""

# ruff: noqa: N803 - arguments are named as the schema names them

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .records import Record, Records


class Datasource(NamedTuple):
    """Data type and default weight of a source."""

    datatype: str
    weight: float


DATASOURCES = {
    "gwas_credible_sets": Datasource("genetic_association", 1.0),
    "gene_burden": Datasource("genetic_association", 1.0),
    "eva": Datasource("genetic_association", 1.0),
    "orphanet": Datasource("genetic_association", 1.0),
    "genomics_england": Datasource("genetic_association", 1.0),
    "intogen": Datasource("somatic_mutation", 1.0),
    "eva_somatic": Datasource("somatic_mutation", 1.0),
    "cancer_gene_census": Datasource("somatic_mutation", 1.0),
    "clinical_precedence": Datasource("clinical", 1.0),
    "reactome": Datasource("affected_pathway", 1.0),
    "europepmc": Datasource("literature", 0.2),
    "expression_atlas": Datasource("rna_expression", 0.2),
    "impc": Datasource("animal_model", 0.2),
}
_CEILING = sum(1 / rank**2 for rank in range(1, 1001))


class Associations:
    """Associations by target and disease, with their evidence rows."""

    def __init__(
        self, records: Records, targets: Mapping[str, dict[str, Any]], diseases: Mapping[str, dict[str, Any]]
    ) -> None:
        self._targets = targets
        self._diseases = diseases
        ids = {record["symbol"]: record["id"] for record in records.targets}
        self._records = {(ids[r["target"]], r["disease"]): r for r in records.associations}

    def of_target(
        self,
        ensembl_id: str,
        datasources: Sequence[Mapping[str, Any]] | None = None,
        page: Mapping[str, int] | None = None,
        **_: Any,
    ) -> dict[str, Any]:
        """Associated diseases, best first. Listed ``datasources`` replace the default weights."""
        weights = {name: source.weight for name, source in DATASOURCES.items()}
        required = []
        for setting in datasources or []:
            weights[setting["id"]] = setting["weight"]
            required += [setting["id"]] if setting.get("required") else []
        rows = [
            row
            for (target, disease), record in self._records.items()
            if target == ensembl_id and set(required) <= set(record["scores"])
            for row in [self._row(disease, record["scores"], weights)]
            if row["score"] > 0
        ]
        rows.sort(key=lambda row: (-row["score"], row["disease"]["id"]))
        page = page or {"index": 0, "size": 25}
        begin = page["index"] * page["size"]
        return {
            "count": len(rows),
            "datasources": [{"id": n, "weight": w, "propagate": True, "required": False} for n, w in weights.items()],
            "rows": rows[begin : begin + page["size"]],
        }

    def evidence(
        self,
        ensembl_ids: Iterable[str],
        disease_ids: Iterable[str],
        datasourceIds: Sequence[str] | None = None,
        size: int | None = None,
        cursor: str | None = None,
        **_: Any,
    ) -> dict[str, Any]:
        """Evidence rows for all pairs; the cursor is the place of the next page."""
        rows = [
            self._evidence(target, disease, number, evidence)
            for target in ensembl_ids
            for disease in disease_ids
            for number, evidence in enumerate(self._records.get((target, disease), {}).get("evidence", []))
            if not datasourceIds or evidence["source"] in datasourceIds
        ]
        begin = int(cursor or 0)
        end = begin + (size or 25)
        return {"count": len(rows), "cursor": str(end) if end < len(rows) else None, "rows": rows[begin:end]}

    def _row(self, disease: str, scores: Mapping[str, float], weights: Mapping[str, float]) -> dict[str, Any]:
        weighted = {source: score * weights[source] for source, score in scores.items() if weights[source] > 0}
        types: dict[str, float] = {}
        for source, score in weighted.items():
            name = DATASOURCES[source].datatype
            types[name] = max(types.get(name, 0.0), score)
        return {
            "disease": self._diseases[disease],
            "score": _harmonic(weighted.values()),
            "novelty": None,
            "datasourceScores": _components({s: scores[s] for s in weighted}),
            "datatypeScores": _components(types),
        }

    def _evidence(self, target: str, disease: str, number: int, evidence: Record) -> dict[str, Any]:
        source = evidence["source"]
        score = float(self._records[target, disease]["scores"].get(source, 0.5))
        return {
            "id": f"{target}-{disease}-{number}",
            "datasourceId": source,
            "datatypeId": DATASOURCES[source].datatype,
            "score": score,
            "resourceScore": score,
            "directionOnTarget": evidence.get("on_target"),
            "directionOnTrait": evidence.get("on_trait"),
            "evidenceDate": evidence.get("date"),
            "publicationDate": evidence.get("date"),
            "publicationYear": evidence.get("year"),
            "releaseDate": evidence.get("released"),
            "literature": [],
            "qualityControls": [],
            "target": self._targets[target],
            "disease": self._diseases[disease],
        }


def _harmonic(scores: Iterable[float]) -> float:
    ordered = sorted(scores, reverse=True)
    return round(sum(score / rank**2 for rank, score in enumerate(ordered, 1)) / _CEILING, 6)


def _components(scores: Mapping[str, float]) -> list[dict[str, Any]]:
    return [{"id": name, "score": round(score, 6)} for name, score in sorted(scores.items(), key=lambda s: -s[1])]
