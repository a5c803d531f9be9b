"""What the rules are run over: judged sets with the right answers, and larger corpora of which only a change is seen.

What belongs here: reading a folder of corpora, and asking the product's readers. The folder holds ``readings.jsonl.gz``
and ``polarity.jsonl`` (judged pairs), ``labels/{design,effects,trials}.jsonl``, ``labelled.xml``, ``records.xml`` and
``papers.xml`` (PubMed's XML), ``trials.json`` (studies of ClinicalTrials.gov), ``questions/*.jsonl`` and
``label_questions.json``; collection and labels they are put to are in the workspace of the environment.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.assessment import TrialOutcome
from indication_scout_assets.domain.diseases import NameMethod, NormalizedName
from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.domain.study_designs import StudyDesign
from indication_scout_assets.domain.trials import ConditionMatch, DrugRole, Intervention, Trial, TrialMatch


class Reading(NamedTuple):
    """What the product says of an item; right and wrong where it is judged and something was claimed."""

    text: str
    right: int = 0
    wrong: int = 0


@dataclass(frozen=True)
class Task:
    """One thing that is read, with the items it is read from."""

    name: str
    rooms: tuple[str, ...]
    """Whose units are switched off for it."""
    judged: tuple[Callable[[], Reading], ...] = ()
    others: tuple[Callable[[], Reading], ...] = ()
    answers: int = 0
    """Judged items of which something is to be said: what recall is a share of."""


_Judged = Mapping[str, Any]
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_CLAIMED = (Polarity.SUPPORTS, Polarity.CONTRADICTS, Polarity.HARM)
_OUTCOMES = {
    TrialOutcome.MET: "met",
    TrialOutcome.NOT_MET: "not met",
    TrialOutcome.MIXED: "mixed",
    TrialOutcome.CALLED_ACTIVE: "single arm positive",
    TrialOutcome.CALLED_INACTIVE: "single arm negative",
}


def read_tasks(folder: Path) -> Iterator[Task]:
    """The tasks over articles and trials, in the order of the rooms."""
    pairs = [*_pairs(folder / "readings.jsonl.gz"), *_pairs(folder / "polarity.jsonl")]
    labels = {name: _lines(folder / "labels" / f"{name}.jsonl") for name in ("design", "effects", "trials")}
    labelled, papers = _articles(folder / "labelled.xml"), _articles(folder / "papers.xml")
    records = list(_articles(folder / "records.xml").values())
    designs = [(labelled[row["pmid"]], row) for row in labels["design"] if row["pmid"] in labelled]
    yield Task(
        "sides",
        ("rules.sides",),
        tuple(partial(_side, p.drug_names, p.disease_names, p.article, p.label) for p in pairs),
        answers=sum(p.label in _CLAIMED for p in pairs),
    )
    yield Task(
        "effects",
        ("rules.effects",),
        tuple(
            partial(_effect, (row["drug"],), (row["disease"],), labelled[row["pmid"]], row)
            for row in labels["effects"]
            if row["pmid"] in labelled
        ),
        tuple(partial(_effect, p.drug_names, p.disease_names, p.article) for p in pairs),
        sum(row["tells"] for row in labels["effects"]),
    )
    yield Task(
        "design",
        ("rules.literature",),
        tuple(partial(_design, article, row) for article, row in designs),
        tuple(partial(_design, article) for article in (*records, *(p.article for p in pairs))),
        len(designs),
    )
    yield Task(
        "participants",
        ("rules.assessment.grading",),
        tuple(partial(_participants, article, row) for article, row in designs),
        tuple(partial(_participants, article) for article in (*records, *(p.article for p in pairs))),
        sum(row["participants"] is not None for _, row in designs),
    )
    yield Task(
        "directness",
        ("rules.assessment.grading",),
        others=tuple(partial(_directness, p.drug_names, p.disease_names, p.article) for p in pairs),
    )
    trials = {trial.nct_id: trial for trial in _trials(folder / "trials.json")}
    yield Task(
        "trials",
        ("rules.trials",),
        tuple(
            partial(_trial, trials.get(row["nct"]), labelled[row["pmid"]], row)
            for row in labels["trials"]
            if row["pmid"] in labelled
        ),
        tuple(_of_registry(list(trials.values()), papers)),
        sum(row["outcome"] != "not told" for row in labels["trials"]),
    )


def question_tasks(folder: Path, bench: Any, collection: str) -> Iterator[Task]:
    """The tasks over questions, put to a workspace's collection and labels."""
    from indication_scout_assets.answering.labels.label_desk import LabelDesk  # noqa: PLC0415
    from indication_scout_assets.answering.papers.library_answering import LibraryAnswering  # noqa: PLC0415
    from indication_scout_assets.answering.papers.reading_desk import ReadingDesk  # noqa: PLC0415
    from indication_scout_assets.answering.papers.record_shelf import RecordShelf  # noqa: PLC0415
    from indication_scout_assets.evaluation.label_figures import read_judged  # noqa: PLC0415
    from indication_scout_assets.evaluation.question_evaluation import read_question_folder  # noqa: PLC0415

    asked = read_question_folder(folder / "questions")
    known = bench.db.library.known({i for question in asked for i in question.ids})
    asked = [question for question in asked if any(i in known for i in question.ids)]
    desks = {
        asks: LibraryAnswering(ReadingDesk(bench, collection, titles=not asks), RecordShelf(bench.db))
        for asks in (False, True)
    }
    answering = tuple(partial(_question, desks[question.title_asks], question) for question in asked)
    yield Task("questions", ("rules.questions",), answering, answers=len(answering))
    desk, on_labels = LabelDesk(bench.db), read_judged(folder / "label_questions.json")
    of_labels = tuple(partial(_label_question, desk, question) for question in on_labels)
    yield Task("labels", ("rules.labels",), of_labels, answers=len(of_labels))


# ------------------------------------------------------------------------------------------------ files
class _JudgedPair(NamedTuple):
    drug_names: tuple[str, ...]
    disease_names: tuple[str, ...]
    article: Article
    label: str


def _pairs(path: Path) -> list[_JudgedPair]:
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [
        _JudgedPair(
            (row["drug"], *row["drug_synonyms"]),
            (row["disease"], *row["disease_synonyms"]),
            Article(pmid=row["id"], title=row["title"], abstract=row["abstract"]),
            row["label"],
        )
        for row in map(json.loads, text.decode("utf-8").splitlines())
    ]


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]


def _articles(path: Path) -> dict[str, Article]:
    from indication_scout_assets.sources.ncbi.pubmed_xml import read_articles  # noqa: PLC0415

    with path.open("rb") as file:
        return {str(article.pmid): article for article in read_articles(file)}


def _trials(path: Path) -> Iterator[Trial]:
    from indication_scout_assets.sources.clinicaltrials import parse_study  # noqa: PLC0415

    return map(parse_study, json.loads(path.read_text("utf-8")))


def _name(disease: str, *synonyms: str) -> NormalizedName:
    return NormalizedName(
        disease_id="", disease_name=disease, term=disease, method=NameMethod.ORIGINAL, confidence=1.0, synonyms=synonyms
    )


# ------------------------------------------------------------------------------------------------ reading
def _side(drug: tuple[str, ...], disease: tuple[str, ...], article: Article, label: str) -> Reading:
    from indication_scout_assets.reading.readers import names_alone, read_one  # noqa: PLC0415

    stated = read_one(article, names_alone(drug, disease)).of_pair.model_copy(
        update={"effects": (), "directness": None}
    )
    verdict = stated.direction.polarity
    return Reading(
        repr(stated), int(verdict in _CLAIMED and verdict == label), int(verdict in _CLAIMED and verdict != label)
    )


def _effect(drug: tuple[str, ...], disease: tuple[str, ...], article: Article, row: _Judged | None = None) -> Reading:
    from indication_scout_assets.rules.effects.effect_reading import of_the_disease, read_effects  # noqa: PLC0415
    from indication_scout_assets.rules.language.mentions import ArticleReader, Pair  # noqa: PLC0415

    reader = ArticleReader(Pair(drug, disease), article)
    effects = of_the_disease(read_effects(reader), reader)
    right = bool(row and effects and any(_agrees(effects[0], judged) for judged in row["effects"]))
    return Reading(repr(effects), int(right), int(row is not None and bool(effects) and not right))


def _agrees(effect: Any, judged: _Judged) -> bool:
    """Whether an effect has a number of the judged one, and none in the place of another."""
    read = {
        "values": _NUMBER.findall(effect.groups.text) if effect.groups else [],
        "estimate": _NUMBER.findall(effect.value.text) if effect.value else [],
        "interval": _NUMBER.findall(effect.interval.text) if effect.interval else [],
        "p": _NUMBER.findall(effect.p_value.text) if effect.p_value else [],
    }
    described = {name: _NUMBER.findall(judged[name]) for name in ("estimate", "interval", "p")}
    described["values"] = [*_NUMBER.findall(judged["drug_value"])[:1], *_NUMBER.findall(judged["other_value"])[:1]]
    both = [name for name in read if read[name] and described[name]]
    return bool(both) and all(
        set(described[name]) <= set(read[name]) or set(read[name]) <= set(described[name]) for name in both
    )


def _design(article: Article, row: _Judged | None = None) -> Reading:
    from indication_scout_assets.rules.literature.study_design import design_of  # noqa: PLC0415

    reading = design_of(article)
    claimed = row is not None and reading.design is not StudyDesign.OTHER
    right = row is not None and reading.design.value == row["design"]
    return Reading(repr(reading), int(right), int(claimed and not right))


def _participants(article: Article, row: _Judged | None = None) -> Reading:
    from indication_scout_assets.rules.assessment.grading.participants import participants_of  # noqa: PLC0415
    from indication_scout_assets.rules.literature.study_design import design_of  # noqa: PLC0415

    count = participants_of(article, design_of(article).design)
    right = bool(row and count and count.number == row["participants"])
    return Reading(repr(count), int(right), int(bool(row and count) and not right))


def _directness(drug: tuple[str, ...], disease: tuple[str, ...], article: Article) -> Reading:
    from indication_scout_assets.reading.readers import names_alone, read_one  # noqa: PLC0415

    return Reading(repr(read_one(article, names_alone(drug, disease)).of_pair.directness))


def _trial(trial: Trial | None, paper: Article, row: _Judged) -> Reading:
    """What a paper says of a trial's endpoint; without the registry's record, by number and names alone."""
    name = _name(row["disease"])
    given = Intervention(kind="DRUG", name=row["drug"])
    known = trial or Trial(nct_id=row["nct"], title=paper.title, conditions=(row["disease"],), interventions=(given,))
    match = TrialMatch(
        trial=known.model_copy(update={"results": (), "has_results": None, "pmids": (paper.id,)}),
        condition=ConditionMatch.TEXT,
        matched_condition=row["disease"],
        drug=DrugRole.EXPERIMENTAL,
    )
    return _outcome(match, [paper], (row["drug"],), name, row["outcome"])


def _outcome(
    match: TrialMatch, papers: list[Article], drug: tuple[str, ...], name: NormalizedName, described: str | None = None
) -> Reading:
    from indication_scout_assets.reading.readers import brief_readings, names_alone  # noqa: PLC0415
    from indication_scout_assets.rules.trials.trial_outcomes import read_trial  # noqa: PLC0415

    pair = names_alone(drug, (name.disease_name, *name.names))
    readings = {made.article_id: made for made in brief_readings(pair, papers)}
    reading = read_trial(match, papers, readings, drug, name)
    stated = _OUTCOMES.get(reading.outcome) if described is not None else None
    return Reading(
        repr(reading), int(stated is not None and stated == described), int(stated is not None and stated != described)
    )


def _of_registry(trials: list[Trial], papers: Mapping[str, Article]) -> Iterator[Callable[[], Reading]]:
    """Every registered trial with the papers that belong to it, for the first drug and the first condition."""
    naming: defaultdict[str, list[Article]] = defaultdict(list)
    for paper in papers.values():
        for number in paper.nct_ids:
            naming[number].append(paper)
    for trial in trials:
        drugs = [i.name for i in trial.interventions if i.kind.upper() in ("DRUG", "BIOLOGICAL")]
        if drugs and trial.conditions:
            cited = [papers[pmid] for pmid in trial.pmids if pmid in papers]
            yield partial(
                _registered, trial, list({p.id: p for p in (*cited, *naming[trial.nct_id])}.values()), drugs[0]
            )


def _registered(trial: Trial, papers: list[Article], drug: str) -> Reading:
    from indication_scout_assets.rules.trials.trial_matching import match  # noqa: PLC0415

    name = _name(trial.conditions[0])
    located = match(trial, (drug,), name)
    return _outcome(located, papers, (drug,), name) if located else Reading("no match")


def _question(desk: Any, question: Any) -> Reading:
    from indication_scout_assets.answering.papers.library_answering import AnswerWishes  # noqa: PLC0415

    answer = desk.answer(question.question, AnswerWishes(10))
    stated = None if answer.refused else answer.verdict
    text = repr((answer.refused, answer.reason, answer.verdict, answer.counts, answer.sentences, answer.citations))
    return Reading(text, int(stated == question.verdict), int(stated is not None and stated != question.verdict))


def _label_question(desk: Any, question: dict[str, Any]) -> Reading:
    from indication_scout_assets.answering.labels.label_json import label_answer_json  # noqa: PLC0415
    from indication_scout_assets.evaluation.label_figures import label_figures  # noqa: PLC0415

    answer = label_answer_json(desk.ask(question["question"], context=question.get("context") or ""))
    [(_, kinds)] = label_figures([question], lambda _: answer).items()
    right, answered = kinds["all"]["right"] == 1, answer["status"] == "answered"
    return Reading(json.dumps(answer, sort_keys=True, default=str), int(right), int(answered and not right))
