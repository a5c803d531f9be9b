"""Where a drug was tried, from records found by the drug alone: trials and articles, by the conditions they name.

What belongs here: which trials give the drug to treat, which conditions a record names, and joining records by disease.
Which disease a name means is the ontology's word (``sources.opentargets``); what an article says of the pair is read as
everywhere (``reading``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ....domain.base import fingerprint
from ....domain.diseases import DiseaseRef
from ....domain.drugs import TRIAL, ClinicalReport, ClinicalStage, DrugProfile, Indication
from ....domain.records.articles import Article
from ....domain.records.trials import DrugRole, Trial
from ...literature.pubmed_query import plain
from ...names.name_matching import natural_order
from ...trials.development_stage import PHASES
from ...trials.misuse import not_treating
from ...trials.trial_matching import drug_in

UNPLACED: Final = "CONDITION_"
"""Begins the id of a registered condition that no disease of the ontology is called by."""
ARTICLE: Final = "ARTICLE"
"""Kind of a report that is an article."""
_TREATED: Final = frozenset({"drug therapy", "prevention & control", "prevention and control"})
"""Qualifiers by which PubMed's indexers say that a disease was treated or prevented with drugs."""
_STAGES: Final = {**PHASES, ("PHASE4",): ClinicalStage.PHASE_4}
"""Of a report, as Open Targets gives them; how far a use has come is judged in ``development_stage``."""
_GIVEN: Final = frozenset({DrugRole.EXPERIMENTAL, DrugRole.UNCLEAR})
_PARTS: Final = {
    DrugRole.COMPARATOR: "By its words the drug is what another treatment is compared with.",
    DrugRole.MENTIONED: "Its title names the drug, and none of its interventions does.",
}
"""Parts of a drug in a trial that does not test it."""
_UNNAMED: Final = "The registry finds it by the drug, which neither its interventions nor its titles name."
NO_RESULT: Final = "No result of the drug in people who have it was read in this article."
_MODEL: Final = "Disease Models, Animal"
LONGEST_TITLE_NAME: Final = 5
"""Words of a title that may be a disease's name, where a record has no headings."""


def trials_of_drug(trials: Iterable[Trial], drug_names: Sequence[str]) -> list[tuple[Trial, str]]:
    """The drug's trials, each with why it does not test it as treatment or prevention; empty where it does.

    It is a comparator, a test, what all arms get, or named by the title alone, or in no part that is read.
    """

    def untreated(trial: Trial) -> str:
        part = drug_in(trial, drug_names)
        not_given = _UNNAMED if part is None else "" if part[0] in _GIVEN else _PARTS[part[0]]
        return not_treating(trial, drug_names) or not_given

    return [(trial, untreated(trial)) for trial in trials]


def conditions_of_trial(trial: Trial) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The conditions a trial is registered for: in its own words, and as the headings that the registry derives."""
    return _plain(trial.conditions), _plain(term.term for term in trial.condition_mesh)


def conditions_of_article(article: Article) -> tuple[str, ...]:
    """Names of what an article may be about.

    The headings that its indexers say were treated; of a record whose headings have no qualifiers all of them; of one
    without headings the phrases of its title. A record indexed as a model of disease treats nobody.
    """
    headings = article.mesh_headings
    if any(heading.name == _MODEL for heading in headings):
        return ()
    if not headings:
        return _phrases(article.title)
    if not any(heading.qualifiers for heading in headings):
        return _plain(heading.name for heading in headings)
    return _plain(h.name for h in headings if _TREATED.intersection(map(str.casefold, h.qualifiers)))


def _plain(names: Iterable[str]) -> tuple[str, ...]:
    """The names as a text would have them, without remarks in brackets: "Chronic Renal Insufficiency"."""
    return tuple(dict.fromkeys(plain(natural_order(name)) for name in names))


def _phrases(title: str) -> tuple[str, ...]:
    words = [word.strip("()[].,:;?!\"'") for word in title.split()]
    runs = (
        " ".join(words[start:end])
        for start in range(len(words))
        for end in range(start + 1, min(start + LONGEST_TITLE_NAME, len(words)) + 1)
        if all(words[start:end])
    )
    return tuple(dict.fromkeys(run for run in runs if len(run) > 3 and run.lower() != run.upper()))


def report_of_trial(trial: Trial, untreated: str = "") -> ClinicalReport:
    """A registered trial as a report of the drug's development; ``untreated`` is why nobody is treated in it."""
    year = trial.start_date[:4]
    return ClinicalReport(
        id=trial.nct_id,
        source="ClinicalTrials.gov",
        kind=TRIAL,
        stage=_STAGES.get(tuple(trial.phases), ClinicalStage.UNKNOWN),
        title=trial.title,
        year=int(year) if year.isdecimal() else None,
        status=trial.status,
        why_stopped=trial.why_stopped or None,
        url=trial.url,
        not_treating=untreated,
    )


def report_of_article(article: Article, *, has_result: bool = True) -> ClinicalReport:
    """An article as a report of the drug's development, of unknown stage."""
    return ClinicalReport(
        id=article.id,
        source="PubMed",
        kind=ARTICLE,
        title=article.title,
        year=article.year,
        url=f"https://pubmed.ncbi.nlm.nih.gov/{article.pmid}/" if article.pmid else None,
        not_treating="" if has_result else NO_RESULT,
    )


def joined_uses(reports: Iterable[tuple[DiseaseRef, ClinicalReport]]) -> list[Indication]:
    """The reports by disease, in order of its id; the stage is the highest of its reports'."""
    by_disease: dict[str, dict[str, ClinicalReport]] = defaultdict(dict)
    names: dict[str, str] = {}
    for disease, report in reports:
        names[disease.id] = disease.name
        by_disease[disease.id][report.id] = report
    return [
        Indication(
            disease_id=disease_id,
            disease_name=names[disease_id],
            stage=max((report.stage for report in of_disease.values()), key=lambda stage: stage.rank),
            reports=tuple(of_disease[report_id] for report_id in sorted(of_disease)),
        )
        for disease_id, of_disease in sorted(by_disease.items())
    ]


def diseases_of_trial(trial: Trial, known: Mapping[str, DiseaseRef]) -> list[DiseaseRef]:
    """What a trial is registered for: its own words where the ontology knows any, else its headings.

    The registry derives headings by program, and some are of another disease altogether. A trial of which the ontology
    knows neither keeps each condition under an id of its own (``UNPLACED``).
    """
    own, headings = conditions_of_trial(trial)
    placed = [known[name] for name in own if name in known] or [known[name] for name in headings if name in known]
    return placed or [
        DiseaseRef(id=f"{UNPLACED}{fingerprint(name.casefold())[:12]}", name=name) for name in own or headings
    ]


def with_tried_uses(profile: DrugProfile, tried: Iterable[Indication]) -> DrugProfile:
    """The profile with the uses that were found by the drug alone; reports known already stay as they are."""
    uses: Mapping[str, Indication] = {use.disease_id: use for use in profile.indications}
    added = dict(uses)
    for use in tried:
        own = uses.get(use.disease_id)
        known = {report.id for report in own.reports} if own else set()
        new = tuple(report for report in use.reports if report.id not in known)
        if own is None:
            added[use.disease_id] = use
        elif new:
            stage = max(own.stage, use.stage, key=lambda each: each.rank)
            added[use.disease_id] = own.model_copy(update={"reports": (*own.reports, *new), "stage": stage})
    return profile.model_copy(update={"indications": tuple(added.values())})
