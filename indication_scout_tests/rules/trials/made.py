"""Trials, results and papers made for the tests of this room: sildenafil in pulmonary hypertension, all invented."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from indication_scout_assets.domain.findings.assessment import TrialReading
from indication_scout_assets.domain.findings.readings import ArticleReading, ArticleSpan, Direction
from indication_scout_assets.domain.records.articles import Article, PublicationType
from indication_scout_assets.domain.records.trials import (
    Analysis,
    Arm,
    Intervention,
    PostedOutcome,
    ResultGroup,
    Trial,
    TrialMatch,
)
from indication_scout_assets.rules.trials.trial_matching import match
from indication_scout_assets.rules.trials.trial_outcomes import read_trial
from indication_scout_tests.diseases import PULMONARY
from indication_scout_tests.readings import pair_of, readings_of

NAME = PULMONARY
DRUGS = ("sildenafil", "sildenafil citrate", "Revatio")
WALK = "Change in six-minute walk distance at week 12"


def arm(label: str, kind: str, *interventions: str) -> Arm:
    return Arm(name=label, kind=kind, interventions=interventions or (label,))


ARMS = (arm("Sildenafil", "EXPERIMENTAL"), arm("Placebo", "PLACEBO_COMPARATOR"))


def trial(*arms: Arm, **fields: Any) -> Trial:
    """A trial of sildenafil against placebo, unless told otherwise; interventions follow from the arms."""
    arms = arms or ARMS
    names = dict.fromkeys(name for arm in arms for name in arm.interventions)
    interventions = tuple(
        Intervention(kind="DRUG", name=name, arm_types=tuple(a.kind for a in arms if name in a.interventions))
        for name in names
    )
    made = {
        "nct_id": "NCT99000001", "title": "A trial", "status": "COMPLETED", "phases": ("PHASE3",),
        "allocation": "RANDOMIZED", "primary_purpose": "TREATMENT", "study_type": "INTERVENTIONAL", "enrollment": 100,
        "enrollment_type": "ACTUAL", "conditions": ("Pulmonary Hypertension",), "primary_outcomes": (WALK,),
        "arms": arms, "interventions": interventions,
    }  # fmt: skip
    return Trial.model_validate({**made, **fields})


def matched(registered: Trial) -> TrialMatch:
    matching = match(registered, DRUGS, NAME)
    assert matching is not None
    return matching


def analysis(p_value: str = "", **fields: Any) -> Analysis:
    made = {"group_ids": ("OG0", "OG1"), "p_value": p_value, "hypothesis": "SUPERIORITY"}
    return Analysis.model_validate({**made, **fields})


def outcome(*analyses: Analysis, values: tuple[str, ...] = ("40", "5"), **fields: Any) -> PostedOutcome:
    """Walk distance of sildenafil (40 m) against placebo (5 m), unless told otherwise."""
    titles = fields.pop("titles", ("Sildenafil 20 mg", "Placebo"))
    groups = tuple(
        ResultGroup(id=f"OG{n}", title=title, participants=50, value=value)
        for n, (title, value) in enumerate(zip(titles, values, strict=True))
    )
    return PostedOutcome.model_validate(
        {"title": WALK, "measure": "MEAN", "groups": groups, "analyses": analyses, **fields}
    )


def paper(*sentences: str, **fields: Any) -> Article:
    """A randomised trial's report that lists the trial's number."""
    made = {
        "pmid": "99000001", "title": "Sildenafil in pulmonary hypertension: a randomized trial",
        "abstract": " ".join(sentences), "year": 2020, "nct_ids": ("NCT99000001",),
        "publication_types": (PublicationType(ui="D016449", name="Randomized Controlled Trial"),),
    }  # fmt: skip
    return Article.model_validate({**made, **fields})


def read_as(papers: Sequence[Article], direction: Direction = Direction.NONE) -> dict[str, ArticleReading]:
    """The papers as they are read for sildenafil in pulmonary hypertension, with this direction of all, by id."""
    out = {}
    for article_id, reading in readings_of(papers, pair_of(DRUGS, NAME)).items():
        [text] = (paper.abstract for paper in papers if paper.id == article_id)
        span = ArticleSpan(field="abstract", start=0, end=len(text), text=text)
        of_pair = reading.of_pair.model_copy(update={"direction": direction, "span": span})
        out[article_id] = reading.model_copy(update={"of_pair": of_pair})
    return out


def trial_read(registered: Trial, *papers: Article) -> TrialReading:
    """What a trial comes to with these papers."""
    return read_trial(matched(registered), papers, read_as(papers), DRUGS, NAME)
