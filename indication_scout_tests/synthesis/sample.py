"""A pair, and articles and trials about it, for the tests of this room."""

from __future__ import annotations

from typing import Any

from indication_scout_assets.domain.model_calls import FailedCall, ModelBatch, ModelCall
from indication_scout_assets.domain.records.articles import Article, PublicationType
from indication_scout_assets.domain.records.trials import ConditionMatch, DrugRole, Trial, TrialMatch
from indication_scout_tests.diseases import PULMONARY

DRUG_NAMES = ["SILDENAFIL", "Viagra", "UK-92480"]
DISEASE = PULMONARY.model_copy(update={"entry_terms": ("Pulmonary Arterial Hypertension",)})
RETRACTED = (PublicationType(name="Retracted Publication", ui="D016441"),)


def article(pmid: str, title: str, *abstract: str, **changes: Any) -> Article:
    """An article whose abstract is the given sentences."""
    return Article(pmid=pmid, title=title, abstract=" ".join(abstract), **changes)


TRIAL = article(
    "101",
    "Sildenafil for pulmonary hypertension: a randomised trial",
    "BACKGROUND: Sildenafil is used to treat erectile dysfunction.",
    "METHODS: We gave sildenafil 20 mg or placebo to 278 patients with pulmonary arterial hypertension (PAH).",
    "RESULTS: Sildenafil improved the walking distance by 45 m compared with placebo (P < .001).",
    "CONCLUSION: Sildenafil improves exercise capacity in PAH.",
)
MENTION = article(
    "102",
    "Erectile dysfunction in primary care",
    "Men took sildenafil for many reasons.",
    "Some of them had pulmonary hypertension.",
    "Most were content with their care.",
)
UNRELATED = article("103", "Soil bacteria", "Bacteria fix nitrogen in the soil.")


def trial(nct_id: str = "NCT00000001", role: DrugRole = DrugRole.EXPERIMENTAL, **changes: Any) -> TrialMatch:
    facts: dict[str, Any] = {"title": f"Sildenafil in Pulmonary Hypertension ({nct_id})", "status": "COMPLETED"}
    return TrialMatch(
        trial=Trial(nct_id=nct_id, **(facts | changes)), condition=ConditionMatch.EXACT,
        matched_condition="Hypertension, Pulmonary", drug=role,
    )  # fmt: skip


class Log:
    """A log of calls and batches in memory."""

    def __init__(self) -> None:
        self.calls: dict[str, ModelCall] = {}
        self.failures: list[FailedCall] = []
        self.batches: dict[str, ModelBatch] = {}

    def get(self, key: str) -> str | None:
        return self.calls[key].answer if key in self.calls else None

    def save(self, call: ModelCall) -> None:
        self.calls.setdefault(call.key, call)

    def save_failure(self, call: FailedCall) -> None:
        self.failures.append(call)

    def save_batch(self, batch: ModelBatch) -> None:
        self.batches[batch.batch_id] = batch

    def open_batches(self, provider: str) -> list[ModelBatch]:
        return [batch for batch in self.batches.values() if batch.provider == provider]

    def end_batch(self, batch_id: str) -> None:
        del self.batches[batch_id]
