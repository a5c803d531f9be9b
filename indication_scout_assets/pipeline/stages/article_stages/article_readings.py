"""The stage in which articles are read: what each says of its pairs, by whom, on which words, what was refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ....domain.candidates import Candidate
from ....domain.diseases import NormalizedName
from ....domain.findings.readings import ArticleReading, Direction, PairNames, RecordReadings
from ....domain.findings.study_designs import StudyDesign
from ....domain.records.articles import Article
from ....domain.records.trials import TrialMatch
from ....reading.full_text_quotes import quotes
from ....reading.reader_protocol import ArticleToRead
from ....reading.readers import code_fingerprint
from ....reading.stored_readings import StoredReadings
from ....rules.language.mentions import Pair
from ....rules.literature.recommendations import recommendations
from ....rules.literature.studies import papers_of_trials, reported_trials
from ....rules.literature.study_design import design_of
from ....rules.trials.trial_outcomes import read_trial
from ...candidate_names import pair_names
from ...engine import Stage, Written
from ...resources.language_models import articles_model
from ...resources.workbench import DrugRun
from ...stored_inputs import names_of, pool_articles, pools, ranked_candidates, retracted

_LEFT_FOR_NOW = "articles_left_for_now"


async def _article_readings(run: DrugRun) -> Written:
    """What each candidate's top articles say of the drug in the disease, and what became of its trials.

    Each article is read once for each pair it is evidence for, or whose trials it reports, and stored with the words it
    stands on; a verifier holds every part against the text and takes away what it does not bear. Syntheses, grades,
    reports and answers read these rows and no abstract.
    """
    candidates, known = ranked_candidates(run), run.db.candidates.load(run.slug)
    names, material = names_of(run, candidates), _Material(run)
    pairs = {c.disease.id: pair_names(run.profile, c, names[c.disease.id], known) for c in candidates}
    wanted = {disease_id: material.to_read(disease_id) for disease_id in pairs}
    asked = {disease_id: [*articles, *material.of_trials(disease_id)] for disease_id, articles in wanted.items()}
    desk = StoredReadings.chain(run.bench.readers, run.db.readings)
    once: dict[str, tuple[Article, list[PairNames]]] = {}  # each article once, with all pairs it is read for
    for disease_id, articles in asked.items():
        for article in articles:
            once.setdefault(article.id, (article, []))[1].append(pairs[disease_id])
    by_pair = desk.of([ArticleToRead(article, tuple(of_article)) for article, of_article in once.values()])
    readings = {
        disease_id: [made for article in articles if (made := by_pair.get(pairs[disease_id].key, {}).get(article.id))]
        for disease_id, articles in wanted.items()
    }
    records = [
        _records(run, material, c, names[c.disease.id], by_pair.get(pairs[c.disease.id].key, {})) for c in candidates
    ]

    def write() -> None:
        run.db.readings.replace(run.slug, readings)
        run.db.record_readings.replace(run.slug, records)

    return Written(
        write=write,
        outputs=[readings, records],
        facts={**_facts(readings), "read_now": desk.made, "read_before": desk.reused, **_facts_of(desk)},
        preview=_preview(candidates, readings, desk),
    )


class _Material:
    """What the store holds on all pairs of a drug before they are read."""

    def __init__(self, run: DrugRun) -> None:
        pooled = pools(run)
        self.articles = pool_articles(run, pooled)
        self.pools = {disease_id: [entry.article_id for entry in pool] for disease_id, pool in pooled.items()}
        """Ids of the articles found, by disease."""
        self.gone = retracted(run)
        self.top = {
            disease_id: [row.id for row in rows if row.in_top_k or row.id in self.gone]
            for disease_id, rows in run.db.evidence.load(run.slug).items()
        }
        """Ids of those that are read, by disease: the top k, and retracted ones, which are shown and never counted."""
        self.trials = run.db.trials.load(run.slug)

    def to_read(self, disease_id: str) -> list[Article]:
        return [self.articles[i] for i in self.top.get(disease_id, ()) if i in self.articles]

    def of_trials(self, disease_id: str) -> list[Article]:
        """The papers that report a trial of the pair and are not among those that are read anyway."""
        trials = [match.trial for match in self.trials.get(disease_id, ())]
        standing = self.standing(disease_id)
        numbers = {trial.nct_id.upper() for trial in trials}
        reported, read = reported_trials(standing, trials), self.top.get(disease_id, ())
        return [a for a in standing if a.id not in read and not numbers.isdisjoint(reported.get(a.id, ()))]

    def standing(self, disease_id: str) -> list[Article]:
        """All articles found that are not retracted."""
        ids = dict.fromkeys(self.pools.get(disease_id, ()))
        return [self.articles[i] for i in ids if i in self.articles and i not in self.gone]


def read_records(
    name: NormalizedName,
    trials: Sequence[TrialMatch],
    papers: Sequence[Article],
    readings: Mapping[str, ArticleReading],
    drug_names: Sequence[str],
) -> RecordReadings:
    """What is read of a candidate's trials, their papers and of guidelines.

    Args:
        papers: those not retracted.
        readings: of the pair, by article id.
    """
    reported = papers_of_trials(reported_trials(papers, [match.trial for match in trials]))
    planned = {paper.id for paper in papers if design_of(paper).design is StudyDesign.PROTOCOL} if reported else set()
    numbers = [match.trial.nct_id for match in trials]
    return RecordReadings(
        disease_id=name.disease_id,
        trials=tuple(read_trial(match, papers, readings, drug_names, name) for match in trials),
        published_trials=tuple(n for n in numbers if not planned.issuperset(reported.get(n.upper(), ()))),
        recommendations=recommendations(papers, drug_names, name),
    )


def _records(
    run: DrugRun,
    material: _Material,
    candidate: Candidate,
    name: NormalizedName,
    readings: Mapping[str, ArticleReading],
) -> RecordReadings:
    """The same of a candidate in the store, with what full texts of its top articles say."""
    disease_id, drug_names = candidate.disease.id, run.profile.names
    trials, papers = material.trials.get(disease_id, ()), material.standing(disease_id)
    top = [article for article in material.to_read(disease_id) if article.id not in material.gone]
    texts, pair = run.db.full_texts.load([article.id for article in top]), Pair.of(drug_names, name)
    quoted = tuple(q for article in top if article.id in texts for q in quotes(pair, article, texts[article.id]))
    records = read_records(name, trials, papers, readings, drug_names)
    return records.model_copy(update={"full_text_quotes": quoted})


def _facts(readings: Mapping[str, Sequence[ArticleReading]]) -> dict[str, int]:
    made = [reading for of_pair in readings.values() for reading in of_pair]
    directions = Counter(reading.of_pair.direction for reading in made)
    return {
        "rows": len(made),
        "articles": len({reading.article_id for reading in made}),
        **{f"direction_{direction.value.replace(' ', '_')}": directions[direction] for direction in Direction},
        "parts_refused": sum(len(reading.refused) for reading in made),
    }


def _facts_of(desk: StoredReadings) -> dict[str, str | int | float]:
    """What a language model read and left to the next reader; nothing where none was to read."""
    if desk.then is None:
        return {}
    later = sum(1 for failure in desk.failures.values() if failure.transient)
    facts: dict[str, str | int | float] = {
        "reader": desk.by.id.title,
        "articles_read_by_model": desk.articles_made,
        "articles_left": len(desk.failures),
        _LEFT_FOR_NOW: later,
        "readings_with_a_part_of_the_next_reader": desk.taken_over,
    }
    dollars = getattr(desk.by, "likely_dollars", None) if desk.articles_made else None
    return facts if dollars is None else {**facts, "likely_dollars": round(dollars, 3)}


def _none_left_for_now(run: DrugRun) -> bool:
    """Whether no article was left to another reader because a model was out of reach; such a one is tried again."""
    last = run.db.stages.get(run.subject.key, "article_readings")
    return last is None or not last.facts.get(_LEFT_FOR_NOW)


def _preview(
    candidates: Sequence[Candidate], readings: Mapping[str, Sequence[ArticleReading]], desk: StoredReadings
) -> str:
    head = (
        "| Disease | Read | " + " | ".join(direction.value.capitalize() for direction in Direction) + " | Refused |\n"
    )
    rule = "|---|--:|" + "--:|" * len(Direction) + "--:|\n"
    rows = []
    for candidate in candidates:
        of_pair = readings.get(candidate.disease.id, ())
        counts = Counter(reading.of_pair.direction for reading in of_pair)
        numbers = " | ".join(str(counts[direction]) for direction in Direction)
        refused = sum(len(reading.refused) for reading in of_pair)
        rows.append(f"| {candidate.disease.name} | {len(of_pair)} | {numbers} | {refused} |")
    instead = f", but read by {desk.then.by.id.title}" if desk.then else ""
    failures = [
        f"- {article_id} was not read by {desk.by.id.title}{instead}: {failure.reason}"
        for article_id, failure in desk.failures.items()
    ]
    return head + rule + "\n".join(rows) + "\n\n" + "\n".join([f"Read by {desk.by.id.title}.", *failures])


ARTICLE_READINGS = Stage(
    name="article_readings",
    group="literature",
    code_version=f"1.{code_fingerprint()}",
    function=_article_readings,
    upstream=(
        "drug_profile",
        "candidates",
        "normalized_names",
        "abstracts",
        "clinical_trials",
        "retraction_checks",
        "reranked_top_k",
        "full_texts",
    ),
    depends_on=lambda run: [articles_model(run.settings), [by.id.key for by in run.bench.readers]],
    models=articles_model,
    intact=_none_left_for_now,
)
