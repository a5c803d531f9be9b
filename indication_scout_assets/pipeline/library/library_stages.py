"""The stages of libraries: which articles, their texts, passages, vectors and index; of a drug, and of a collection.

What belongs here: how each step is a stage, with what it depends on and what it tells. The steps themselves are in the
other modules of this package. A drug's library follows its run and makes no request of its own unless
``SCOUT_LIBRARY_PER_DRUG`` says so; a collection is filled by whatever it was given.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from ...domain.findings.evidence import SearchRecord
from ...domain.outcomes import PermanentFailure, SourceOutcome, SourceState
from ...domain.questions.library import Collection, CollectionKind, drug_library
from ...domain.records.source_catalogue import source_entry
from ...domain.runs import SubjectKind
from ...rules.literature.chunking import passages_in
from ...sources.formats.markup import READER
from ..engine import Stage, Written
from ..resources.workbench import CollectionRun, DrugRun, SubjectRun
from ..stored_inputs import pool_articles, search_outcome
from . import library_checks as checks
from .collecting import PUBMED, Collecting, article_files
from .library_index import index_place, index_vectors, library_index, make_vectors

GROUP = "library"
CUT_BY = "1"
"""Version of the rules that cut passages; passages cut by another are cut anew."""
_BATCH = 100
PMC_TITLE = source_entry("pmc_full_text").title
_OVERLAP = timedelta(days=7)
"""An article may show in PMC's search some days after the date it is counted under."""
_PMCID, _PMID = re.compile(r"PMC\d{1,10}"), re.compile(r"[1-9]\d{0,8}")


def library_of(run: SubjectRun) -> str:
    """The name of the collection that a stage works on."""
    return drug_library(run.subject.name) if run.subject.kind is SubjectKind.DRUG else run.subject.name


def _collection(run: SubjectRun) -> Collection:
    collection = run.db.library.collection(library_of(run))
    if collection is None:
        raise PermanentFailure(
            f"Nothing fills the collection {run.subject.name!r}; `scout collect {run.subject.name} --query …` "
            "says what it holds."
        )
    return collection


# ------------------------------------------------------------------------------------------------ which articles
class QueryAnswer(NamedTuple):
    """What PMC found for a query of a collection."""

    query: str
    """As the collection has it; what was asked may be limited to what is new."""
    ids: tuple[str, ...]
    outcome: SourceOutcome
    whole: bool
    """Whether all articles of the query could be read."""
    note: str = ""
    """One sentence where something is missing."""


def require_ids(ids: Iterable[str]) -> None:
    """Refuse what is no number of an article.

    Raises:
        PermanentFailure: names the first one.
    """
    if bad := [i for i in ids if not (_PMCID.fullmatch(i) or _PMID.fullmatch(i))]:
        raise PermanentFailure(f"{bad[0]!r} is neither a PMC id (PMC123) nor a PMID; give one of these a line.")


async def ask_queries(run: SubjectRun, collection: Collection) -> list[QueryAnswer]:
    """Put the collection's queries to PMC; one that was answered whole before is asked only for what has come since.

    Raises:
        PermanentFailure: PMC refuses a query. TransientFailure: PMC does not answer.
    """
    answers = []
    for query in collection.queries:
        before = run.db.library.answered_on(collection.name, query)
        since = before[0] - _OVERLAP if before else None
        asked = limited(query, since, run.settings.as_of)
        record = await run.sources.clients["pmc_full_text"].found_by(asked, collection.most)
        answers.append(_answer(query, record))
    return answers


def limited(query: str, since: date | None, until: date | None) -> str:
    """A PMC query limited to what became readable there in these days, both included."""
    if since is None and until is None:
        return query
    first, last = since or date(1800, 1, 1), f"{until:%Y/%m/%d}" if until else "3000"
    return f'({query}) AND ("{first:%Y/%m/%d}"[pmcrdat] : "{last}"[pmcrdat])'


def outcome_of(query: str, record: SearchRecord) -> SourceOutcome:
    """What PMC answered to a query, as a line of the table of sources."""
    return search_outcome(record).model_copy(update={"source": PMC_TITLE, "question": query, "disease_id": None})


def _answer(query: str, record: SearchRecord) -> QueryAnswer:
    outcome = outcome_of(query, record)
    whole = record.total is not None and record.total <= len(record.ids)
    note = record.reason if record.state is SourceState.DEGRADED else ""
    if not whole and record.total is not None:
        note = (
            f"PMC has {record.total} articles for this query, of which {len(record.ids)} were read; narrow it by date "
            "to reach the others."
        )
    whole = whole and record.state in {SourceState.OK, SourceState.EMPTY}
    return QueryAnswer(query, tuple(record.ids), outcome, whole, note)


def query_of_drug(names: Sequence[str]) -> str:
    """The open-access articles whose title names the drug, in PMC's syntax."""
    titles = " OR ".join(f'"{name}"[ti]' for name in dict.fromkeys(names) if '"' not in name)
    return f"({titles}) AND open access[filter]"


async def _drug_articles(run: DrugRun) -> Written:
    """Which articles the drug's library holds: those its run found for any candidate.

    With ``SCOUT_LIBRARY_PER_DRUG`` also so many open-access texts of PMC whose title names the drug, the newest first;
    they are looked for again when they have aged.
    """
    name, library, most = library_of(run), run.db.library, run.settings.library_per_drug
    own = [record.pmcid or record.id for record in pool_articles(run).values()]
    of_pmc: tuple[str, ...] = ()
    outcomes: tuple[SourceOutcome, ...] = ()
    if most:
        query = limited(query_of_drug(run.profile.names), None, run.settings.as_of)
        record = await run.sources.clients["pmc_full_text"].found_by(query, most)
        of_pmc, outcomes = tuple(record.ids), (outcome_of(query, record),)

    def write() -> None:
        library.open_collection(
            name, drugs=[run.slug], kind=CollectionKind.DRUG, vectors=bool(run.settings.library_vectors)
        )
        library.want_only(name, [*own, *of_pmc])

    return Written(
        write=write,
        outputs=sorted({*own, *of_pmc}),
        facts={"rows": len({*own, *of_pmc}), "of_the_run": len(own), "of_pmc": len(of_pmc)},
        outcomes=outcomes,
    )


async def _collection_articles(run: CollectionRun) -> Written:
    """Which articles the collection holds: what its PMC queries find, and the ids, folders and drugs it was given.

    A query that was answered whole is asked again only for what has become readable since, when it has aged. What a
    query once found stays.
    """
    collection, library = _collection(run), run.db.library
    answers = await ask_queries(run, collection)
    ids = {i for answer in answers for i in answer.ids}
    wanted = sorted({*library.wanted(collection.name), *ids})
    notes = [answer.note for answer in answers if answer.note]

    def write() -> None:
        for answer in answers:
            library.want(collection.name, answer.ids, answer.query)
            if answer.whole:
                library.save_answer(collection.name, answer.query, run.bench.today, len(answer.ids))

    return Written(
        write=write,
        outputs=[wanted, _given(run)],
        facts={"rows": len(wanted), "found_now": len(ids), "notes": notes},
        outcomes=tuple(answer.outcome for answer in answers),
        preview="\n".join(f"* {answer.query}: {len(answer.ids)}" for answer in answers),
    )


def _given(run: SubjectRun) -> dict[str, Any]:
    """What a collection is filled by, and the state of it: another one is noticed."""
    collection = run.db.library.collection(library_of(run))
    if collection is None:
        return {}
    files = [
        (str(path), stat.st_size, stat.st_mtime_ns)
        for folder in collection.folders
        for path in article_files(Path(folder))
        for stat in [path.stat()]
    ]
    drugs = {}
    for slug in collection.drugs:
        records = (run.db.stages.get(slug, stage) for stage in ("abstracts", "full_texts", "retraction_checks"))
        drugs[slug] = [record.outputs if record else "" for record in records]
    ids = run.db.library.given(collection.name)
    return {"queries": collection.queries, "most": collection.most, "files": files, "drugs": drugs, "ids": ids}


# ------------------------------------------------------------------------------------------------ texts
async def _drug_texts(run: DrugRun) -> Written:
    """The texts of the drug's library: the full text where the run has it, else the abstract, with the standing the
    retraction gate gave it. Texts beyond the run's come from PMC, Europe PMC or PubMed.

    A text that is stored is not read again; an abstract gives way to a full text that was found later.
    """
    work = Collecting(run.bench, run.sources, library_of(run), run.bench.steps)
    records = list(pool_articles(run).values())
    await _take_run(run, work, run.slug, records, "library_texts")
    wanted = set(run.db.library.wanted(library_of(run)))
    own = {record.pmcid or record.id for record in records}  # nobody is asked for what the run found without a text
    known = set(run.db.library.known(wanted, READER))
    if beyond := sorted(i for i in wanted - known - own if i.startswith("PMC") or i.isdecimal()):
        await work.by_ids(beyond)
    work.follow_notices()
    return _texts_written(run, work, wanted)


async def _take_run(run: SubjectRun, work: Collecting, slug: str, records: list[Any], stage: str) -> None:
    """Take in the articles of a drug's run; again those of which a source gave no answer when ``stage`` last ran."""
    texts = run.db.full_texts.load([record.id for record in records])
    unanswered = {outcome.question for outcome in run.db.stages.outcomes(run.subject.key, stage) if outcome.open}
    await work.of_run(records, texts, run.db.retraction_checks.by_article(slug), unanswered)


async def _collection_texts(run: CollectionRun) -> Written:
    """The texts of the collection: JATS from PMC, else from Europe PMC, else the abstract from PubMed; the files of its
    folders, JATS and PDF; the articles of its drugs' runs, as they are stored.

    Fifty are fetched at a time and stored as they come. Of all that have a PMID PubMed is asked whether they are
    retracted, anew when that has aged; of those with a DOI alone PubMed and Crossref, what they are as well.
    """
    collection = _collection(run)
    work = Collecting(run.bench, run.sources, collection.name, run.bench.steps)
    wanted = list(run.db.library.wanted(collection.name))
    for slug in collection.drugs:
        drug = DrugRun(run.bench, run.sources, slug)
        records = list(pool_articles(drug).values())
        if not records:
            raise PermanentFailure(f"The drug {slug!r} has no articles yet; `scout run {slug}` finds them.")
        await _take_run(run, work, slug, records, "collection_texts")
        wanted += [record.pmcid or record.id for record in records]
    held = [work.of_folder(Path(folder)) for folder in collection.folders]
    await work.by_ids(run.db.library.wanted(collection.name))
    await work.name_by_doi()
    await work.ask_standing()
    if held and None not in held:
        work.forget_files({key for ids in held for key in ids or ()}, wanted)
    work.follow_notices()
    return _texts_written(run, work, None)


def _texts_written(run: SubjectRun, work: Collecting, wanted: set[str] | None) -> Written:
    """The stage's record; ``wanted``: what alone the library holds, where it follows a run."""
    name, library = library_of(run), run.db.library
    members = library.members(name)
    if wanted is not None:
        stay = set(library.known(wanted).values())
        members = [row for row in members if row["id"] in stay]
    sources = Counter(row["source"] for row in members)

    def write() -> None:
        if wanted is not None:
            library.keep_members(name, [row["id"] for row in members])

    return Written(
        write=write,
        outputs=[[row["id"], row["text_hash"], row["retraction"]] for row in members],
        facts={"rows": len(members)}
        | {f"from_{source.lower().replace(' ', '_')}": count for source, count in sorted(sources.items())}
        | {"retracted": sum(row["retraction"] == "retracted" for row in members)}
        | {f"{name}_now": value for name, value in vars(work.taken).items() if isinstance(value, int)}
        | {"notes": work.taken.notes},
        outcomes=tuple(work.outcomes),
        preview="| From | As | Articles |\n|---|---|--:|\n"
        + "\n".join(
            f"| {source or 'unknown'} | {'abstract' if source == PUBMED else 'full text'} | {count} |"
            for source, count in sources.most_common()
        ),
    )


# ------------------------------------------------------------------------------------------------ passages
async def _passages(run: SubjectRun) -> Written:
    """The passages of the texts: pieces of up to 1,000 characters of one section, each at its exact place.

    A text is cut once; all are cut anew when the rules for cutting have changed. Passages that stay the same keep their
    vectors.
    """
    name, library = library_of(run), run.db.library
    uncut = library.uncut(name, CUT_BY)
    cut = 0
    for start in range(0, len(uncut), _BATCH):
        articles = library.load(uncut[start : start + _BATCH])
        with run.db.transaction():
            for article in articles.values():
                passages = passages_in(article)
                library.save_passages(article.id, passages, CUT_BY)
                cut += len(passages)
        run.bench.steps("passages of texts", start + len(articles), len(uncut))
    of_kind = library.kinds(name)
    return Written(
        write=lambda: None,
        outputs=list(library.state(name, "")[:2]),
        facts={"rows": sum(of_kind.values()), "cut_now": cut},
        preview="| Section | Passages |\n|---|--:|\n"
        + "\n".join(f"| {kind} | {count} |" for kind, count in sorted(of_kind.items())),
    )


# ------------------------------------------------------------------------------------------------ vectors and index
async def _vectors(run: SubjectRun) -> Written:
    """Vectors of the passages, those that tell a finding first; only what is missing is made.

    A collection has one for every passage but those of methods, introductions and tables. A drug's library has none
    unless ``SCOUT_LIBRARY_VECTORS`` says how many: on judged questions they find nothing that words do not.
    """
    name, library = library_of(run), run.db.library
    model, wanted = run.bench.embedder.name, checks.vectors_wanted(run.bench, _collection(run))
    made = 0
    if missing := wanted - library.state(name, model)[2]:
        made = make_vectors(library, name, run.bench.embedder, run.bench.steps, most=missing)
        index_vectors(run.db.nearest_passages, run.bench.embedder)
    run.made["vectors"] += made
    vectors = library.state(name, model)[2]
    return Written(
        write=lambda: None,
        outputs=[model, vectors],
        facts={"rows": vectors, "made_now": made, "model": model, "of_passages": library.state(name, model)[1]},
    )


def _model_and_wish(run: SubjectRun) -> list[Any]:
    collection = run.db.library.collection(library_of(run))
    return [run.bench.embedder.name, collection.wants_vectors if collection else None]


async def _index(run: SubjectRun) -> Written:
    """The index that questions are put to: the words of all passages and titles, and the vectors, in a folder of the
    workspace. It is built when something has changed, or when the folder is gone."""
    name, model = library_of(run), run.bench.embedder.name
    articles = len(run.db.library.usable(name))
    rows = 0
    if articles:
        rows = len(library_index(run.db.library, run.settings.library_dir, name, model).passage_ids)
    return Written(
        write=lambda: None,
        outputs=list(run.db.library.state(name, model)),
        facts={"rows": rows, "articles": articles},
    )


def _index_is_there(run: SubjectRun) -> bool:
    name = library_of(run)
    if not run.db.library.usable(name):
        return True
    return index_place(run.db.library, run.settings.library_dir, name, run.bench.embedder.name).exists()


# ------------------------------------------------------------------------------------------------ the stages
_TEXT_CHECKS = (
    "sections_are_exact",
    "no_paragraph_stands_twice",
    "licence_is_known",
    "retraction_was_asked",
    "every_id_has_a_text_or_a_reason",
)


def _stages(
    prefix: str,
    kind: CollectionKind,
    articles: Callable[[Any], Awaitable[Written]],
    texts: Callable[[Any], Awaitable[Written]],
    built_on: tuple[tuple[str, ...], tuple[str, ...]],
) -> tuple[Stage[Any], ...]:
    """The five stages of a kind of library. ``built_on``: stages that articles and texts build on beside each other."""
    of_articles, of_texts = built_on
    own = {step: f"{prefix}_{step}" for step in ("articles", "texts", "passages", "vectors", "index")}
    by_name = checks.checks_of(kind)
    text_checks = [*_TEXT_CHECKS, *(["most_have_a_body"] if kind is CollectionKind.COLLECTION else [])]
    return (
        Stage(
            own["articles"],
            GROUP,
            "1",
            articles,
            of_articles,
            checks=(by_name["no_library_is_empty"],),
            settings=("library_per_drug",),
            depends_on=_given if kind is CollectionKind.COLLECTION else lambda run: None,
            asks_sources=True,
        ),
        Stage(
            own["texts"],
            GROUP,
            f"2.{READER}",
            texts,
            (own["articles"], *of_texts),
            checks=tuple(by_name[name] for name in text_checks),
            asks_sources=True,
            kinds=frozenset({"python", "postgres", "xml"}),
        ),
        Stage(
            own["passages"],
            GROUP,
            CUT_BY,
            _passages,
            (own["texts"],),
            checks=(by_name["passages_are_exact"], by_name["passages_cover_the_text"]),
        ),
        Stage(
            own["vectors"],
            GROUP,
            "1",
            _vectors,
            (own["passages"],),
            checks=(by_name["no_passage_lacks_its_vector"], by_name["vectors_are_alike"]),
            settings=("library_vectors",),
            depends_on=_model_and_wish,
        ),
        Stage(
            own["index"],
            GROUP,
            "1",
            _index,
            (own["texts"], own["passages"], own["vectors"]),
            checks=(by_name["index_has_every_passage"],),
            intact=_index_is_there,
            kinds=frozenset({"python", "numpy"}),
        ),
    )


DRUG_LIBRARY_STAGES: tuple[Stage[DrugRun], ...] = _stages(
    "library",
    CollectionKind.DRUG,
    _drug_articles,
    _drug_texts,
    (("abstracts", "retraction_checks"), ("retraction_checks", "full_texts")),
)
"""Part of a drug's run."""
COLLECTION_STAGES: tuple[Stage[CollectionRun], ...] = _stages(
    "collection", CollectionKind.COLLECTION, _collection_articles, _collection_texts, ((), ())
)
"""What fills a named collection."""
