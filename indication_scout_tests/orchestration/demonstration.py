"""The demonstration as its tests use it: the planted cases, a run of the three drugs, and the way into a report.

What belongs here: nothing that asserts what a report says; that is in ``test_demonstration_reports``.
"""

from __future__ import annotations

import fcntl
import pickle
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from indication_scout_assets.demo import DRUGS, SNAPSHOT
from indication_scout_assets.domain.findings.report import CandidateEvidence, EvidenceReport
from indication_scout_assets.domain.findings.statements import Polarity, Statement
from indication_scout_assets.pipeline.engine import Ended
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.pipeline.runner import run_all
from indication_scout_assets.ranking.models.embedders import Embedder, minilm
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.store.database import Database
from indication_scout_tests.wire import records

Case = dict[str, Any]
CASES: dict[tuple[str, str], Case] = {
    (drug, name): case
    for drug in DRUGS
    for name, case in yaml.safe_load((records.RECORDS / "planted" / f"{drug}.yaml").read_text("utf-8")).items()
}
"""By drug and name: the records that make the case, and what a good report does with it."""
PLANTS = {str(article["pmid"]): article.get("plant") for article in records.load().articles}
"""What each article was written for, by PMID."""
TESTS_THE_DRUG = {"treatment", "failed", "erratum", "animal", "injection"}
"""Purposes of articles that report what the drug did in the disease, or sum up such reports."""
OBESITY = "MONDO_0011122"


def cases(*kinds: str) -> pytest.MarkDecorator:
    """Parametrises a test with the planted cases of these kinds; a kind's variants (``kind_…``) are of it."""
    chosen = [key for key in CASES if any(key[1] == kind or key[1].startswith(f"{kind}_") for kind in kinds)]
    return pytest.mark.parametrize(("drug", "kind"), chosen, ids=["-".join(key) for key in chosen])


class CachedEmbedder:
    """An embedder that gives a text it has seen the same vector again, at no cost."""

    def __init__(self, embedder: Embedder) -> None:
        self.name, self.dimension = embedder.name, embedder.dimension
        self._embedder = embedder
        self._known: dict[str, Any] = {}

    def embed_documents(self, texts: Sequence[str]) -> Any:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= dict(zip(new, self._embedder.embed_documents(new), strict=True))
        return np.array([self._known[text] for text in texts])

    def keep(self, file: Path) -> None:
        """Write what is known, for a process that does without the model."""
        file.write_bytes(pickle.dumps(self._known))

    def know(self, file: Path) -> None:
        """Take over what another process kept."""
        self._known |= pickle.loads(file.read_bytes())  # noqa: S301  (written by this run of the suite)

    def embed_query(self, text: str) -> Any:
        if text not in self._known:
            self._known[text] = self._embedder.embed_query(text)
        return self._known[text]


@dataclass(frozen=True)
class Run:
    """A finished run of the three drugs."""

    bench: Workbench
    reports: dict[str, EvidenceReport]

    def file(self, drug: str, suffix: str) -> Path:
        return self.bench.settings.report_dir / f"{drug}.{suffix}"


@contextmanager
def opened(database_url: str, workspace: str, folder: Path, embedder: CachedEmbedder) -> Iterator[Workbench]:
    """A workbench over the bundled snapshot."""
    with Database.open(database_url, workspace) as db:
        settings = Settings(workspace="demo", state_dir=folder, reports_dir=folder / "reports", snapshot=SNAPSHOT)
        bench = Workbench(settings, db, ExchangeStore.replay(SNAPSHOT))
        bench.__dict__["embedder"] = embedder
        yield bench


def carry_through(bench: Workbench, drugs: Sequence[str] = DRUGS) -> None:
    """Run drugs, or the three, to their reports."""
    for drug in drugs:
        bench.db.drugs.add(drug, drug)
    ends = run_all(bench, drugs)
    assert {end.ended for end in ends} == {Ended.DONE}, [end.run.reason for end in ends if end.run.reason]


def finished(bench: Workbench) -> Run:
    stored = {drug: bench.db.reports.load(drug) for drug in DRUGS}
    return Run(bench, {drug: row.report for drug, row in stored.items() if row})


@contextmanager
def demonstrated_once(database_url: str, folder: Path) -> Iterator[Run]:
    """The three drugs with the bundled model, carried through by the first process that asks, opened by the others.

    It is to be read only: every file of the suite that asks sees the same rows and the same reports.
    """
    folder.mkdir(exist_ok=True)
    vectors = folder / "vectors"
    embedder = CachedEmbedder(minilm())
    with opened(database_url, "t_demonstration", folder, embedder) as bench:
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if vectors.exists():
                embedder.know(vectors)
            else:
                carry_through(bench)
                embedder.keep(vectors)
        yield finished(bench)


def part(report: EvidenceReport, disease_id: str) -> CandidateEvidence:
    return next(part for part in report.candidates if part.candidate.disease.id == disease_id)


def statements(parts: Sequence[CandidateEvidence], ids: Sequence[str] | None = None) -> list[Statement]:
    """The statements under these candidates that stand on one of these records, or all."""
    every = [
        s for p in parts for synthesis in (p.literature, p.trial_synthesis) if synthesis for s in synthesis.statements
    ]
    return [s for s in every if ids is None or any(c.evidence_id in ids for c in s.citations)]


def polarities(parts: Sequence[CandidateEvidence], ids: Sequence[str]) -> set[Polarity]:
    return {statement.polarity for statement in statements(parts, ids)}
