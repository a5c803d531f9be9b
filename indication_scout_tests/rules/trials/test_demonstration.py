"""The demonstration's trials, read: each kind of outcome, stop and misuse that a report has to show is among them."""

from __future__ import annotations

import json

import pytest

from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.findings.assessment import MisuseKind, TrialOutcome, TrialReading
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.trials import StopReason, Trial
from indication_scout_assets.rules.trials.trial_matching import match
from indication_scout_assets.rules.trials.trial_outcomes import read_trial
from indication_scout_assets.sources.clinicaltrials import parse_study
from indication_scout_assets.sources.ncbi.pubmed_xml import parse_articles
from indication_scout_tests.readings import pair_of, readings_of
from indication_scout_tests.wire import clinicaltrials as wire
from indication_scout_tests.wire.article_xml import article_set
from indication_scout_tests.wire.messages import Request
from indication_scout_tests.wire.records import load


@pytest.fixture(scope="module")
def trials() -> dict[str, Trial]:
    answer = wire.ClinicalTrials(load()).answer(Request("GET", "studies", {"pageSize": "1000"}))
    read = [parse_study(study) for study in json.loads(answer.body)["studies"]]
    return {trial.nct_id: trial for trial in read}


@pytest.fixture(scope="module")
def papers() -> list[Article]:
    return parse_articles(article_set(load().articles))


def read(trials: dict[str, Trial], papers: list[Article], nct_id: str, drug: str) -> TrialReading:
    trial = trials[nct_id]
    heading = trial.condition_mesh[0]
    name = NormalizedName(
        disease_id="D", disease_name=trial.conditions[0], term=heading.term, mesh_id=heading.id,
        method=NameMethod.CROSS_REFERENCE, confidence=1,
    )  # fmt: skip
    matched = match(trial, [drug], name)
    assert matched is not None
    of_drug = [paper for paper in papers if drug in f"{paper.title} {paper.abstract}".lower()]
    return read_trial(matched, of_drug, readings_of(of_drug, pair_of([drug], name)), [drug], name)


@pytest.mark.parametrize(
    ("nct_id", "drug", "outcome", "source"),
    [
        ("NCT99001001", "sildenafil", TrialOutcome.NOT_MET, "posted results"),
        ("NCT99000001", "bupropion", TrialOutcome.NOT_MET, "posted results"),
        ("NCT99002005", "baricitinib", TrialOutcome.MET, "posted results"),
        ("NCT99000008", "bupropion", TrialOutcome.NOT_MET, "99000031"),
    ],
)
def test_outcomes(
    trials: dict[str, Trial], papers: list[Article], nct_id: str, drug: str, outcome: TrialOutcome, source: str
) -> None:
    reading = read(trials, papers, nct_id, drug)
    assert (reading.outcome, reading.outcome_source) == (outcome, source)
    if reading.citation:
        (cited,) = (paper for paper in papers if paper.id == reading.citation.evidence_id)
        assert reading.citation.stands_on(cited.title if reading.citation.field == "title" else cited.abstract)


@pytest.mark.parametrize(
    ("nct_id", "drug", "stop"),
    [
        ("NCT99000007", "bupropion", StopReason.EFFICACY),
        ("NCT99000006", "bupropion", StopReason.NOT_CLASSIFIED),
    ],
)
def test_stops(trials: dict[str, Trial], papers: list[Article], nct_id: str, drug: str, stop: StopReason) -> None:
    assert read(trials, papers, nct_id, drug).stop is stop


@pytest.mark.parametrize(
    ("nct_id", "drug", "kind", "words"),
    [
        ("NCT99001016", "sildenafil", MisuseKind.ENDPOINT, "pharmacokinetics"),
        ("NCT99000016", "bupropion", MisuseKind.INTERVENTION, "together with another"),
        ("NCT99002003", "baricitinib", MisuseKind.POPULATION, "Only children"),
    ],
)
def test_what_trials_do_not_show(
    trials: dict[str, Trial], papers: list[Article], nct_id: str, drug: str, kind: MisuseKind, words: str
) -> None:
    assert (
        words
        in {difference.kind: difference.sentence for difference in read(trials, papers, nct_id, drug).misuse}[kind]
    )
