"""How long all sources are searched for a drug's candidates, against the floor that the slowest host's rate sets.

    python -m indication_scout_tests.bench.search_floor http://127.0.0.1:8765 sildenafil

The address is a mirror's whose ``/healthz`` counts what each host was asked; the sources' addresses, the workspace and
its folders are the environment's, as for ``scout run``. A host's floor is its requests divided by its rate. The search
lasts from the candidates to the last answer about articles, trials and references; names are looked up within it.
"""

from __future__ import annotations

import json
import sys
import time

import httpx

from indication_scout_assets.operations.running import run_drugs_now
from indication_scout_assets.pipeline.resources.hosts import RATES
from indication_scout_assets.settings import Settings

SERVICES = {
    "eutils": "PubMed", "opentargets": "Open Targets", "ctgov": "ClinicalTrials.gov", "chembl": "ChEMBL",
    "europepmc": "Europe PMC", "openalex": "OpenAlex", "semanticscholar": "Semantic Scholar", "dailymed": "DailyMed",
    "crossref": "Crossref with a key", "unpaywall": "Unpaywall", "openfda": "openFDA",
}  # fmt: skip
"""The rate each of the mirror's counters is held to; without keys, with a contact address."""
SEARCHES = {"abstracts", "clinical_trials", "reference_entries"}


def main(mirror: str, drug: str) -> None:
    """Run the drug in a workspace that must be new, and print the figures as JSON."""
    ended: dict[str, float] = {}
    httpx.post(f"{mirror}/healthz/reset").raise_for_status()

    def note(stage: str, *_: object) -> None:
        ended[stage] = time.perf_counter()

    summary = run_drugs_now(Settings(), [drug], note)
    if summary.stages_unchanged:
        sys.exit(f"{summary.stages_unchanged} stages had nothing to do; choose a workspace that holds nothing yet.")
    asked = httpx.get(f"{mirror}/healthz").json()["traffic"]
    floors = {name: asked[name]["requests"] / RATES[service] for name, service in SERVICES.items() if name in asked}
    slowest = max(floors, key=lambda name: floors[name])
    seconds = max(ended[stage] for stage in SEARCHES) - ended["candidates"]
    figures = {
        "candidates": summary.drugs[0].counts["candidates"],
        "hosts": {
            name: {
                "requests": asked[name]["requests"],
                "most_in_a_second": asked[name]["max_rps"],
                "floor_s": round(floor, 1),
            }
            for name, floor in sorted(floors.items(), key=lambda row: -row[1])
        },
        "search_s": round(seconds, 1),
        "floor_s": round(floors[slowest], 1),
        "bound_by": slowest,
        "ratio": round(seconds / floors[slowest], 2),
        "run_s": round(summary.seconds, 1),
    }
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
