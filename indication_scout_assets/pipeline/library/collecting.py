"""Taking articles into a collection: from PMC by a query or a list of ids, or from a folder of JATS files.

What belongs here: which articles are new, fetching them politely, their retraction status, and storing them batch by
batch, so that a run that was interrupted goes on where it stopped. A second run with nothing new makes no request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ...domain.articles import Article, RetractionStatus
from ...domain.documents import Section
from ...domain.full_text import FullText
from ...domain.outcomes import PermanentFailure, SourceState, TransientFailure
from ...domain.questions.library import LibraryArticle
from ...domain.retractions import RetractionCheck
from ...rules.questions.passage_cutting import passages_in
from ...sources.formats.jats_front import parse_with_front, to_library_article
from ...sources.full_text_ladder import ABSTRACT
from ..clients import Sources
from ..workbench import Workbench

BATCH = 50
"""Full texts per request: some 5 MB."""
Progress = Callable[[str, int, int], None]
"""Told what is done, how many of how many."""
_PMCID = re.compile(r"PMC\d{1,10}")
_PMID = re.compile(r"[1-9]\d{0,8}")


@dataclass
class Taken:
    """What a run of ``collect`` did."""

    wanted: int = 0
    known: int = 0
    full_texts: int = 0
    abstracts: int = 0
    missing: dict[str, str] = field(default_factory=dict)
    """Ids that gave no article, with the reason."""
    retracted: int = 0
    passages: int = 0
    vectors: int = 0
    requests: int = 0
    notes: list[str] = field(default_factory=list)


class Collecting:
    """One run of filling one collection."""

    def __init__(self, bench: Workbench, name: str, progress: Progress) -> None:
        self._bench = bench
        self._library = bench.db.library
        self._name = name
        self._progress = progress
        self.taken = Taken()

    async def by_query(self, query: str, most: int) -> None:
        """Take in what a PMC query finds, at most ``most`` articles.

        Raises:
            PermanentFailure: PMC refuses the query. TransientFailure: PMC does not answer.
        """
        self._library.open_collection(self._name, [query])
        async with self._bench.sources() as sources:
            record = await sources.clients["pmc_full_text"].found_by(query, most)
            if record.state is SourceState.DEGRADED:
                self.taken.notes.append(record.reason)
            if record.total is not None and record.total > len(record.ids):
                self.taken.notes.append(
                    f"PMC has {record.total} articles for this query, of which {len(record.ids)} were read; narrow it "
                    "by date to reach the others."
                )
            await self._take(sources, record.ids)

    async def by_ids(self, ids: Sequence[str]) -> None:
        """Take in these PMC ids and PMIDs. A PMID whose article is in PMC gets its full text, else its abstract.

        Raises:
            PermanentFailure: an id that is neither. TransientFailure: a source does not answer.
        """
        if bad := [i for i in ids if not (_PMCID.fullmatch(i) or _PMID.fullmatch(i))]:
            raise PermanentFailure(f"{bad[0]!r} is neither a PMC id (PMC123) nor a PMID; give one of these a line.")
        self._library.open_collection(self._name)
        async with self._bench.sources() as sources:
            await self._take(sources, ids)

    def of_folder(self, folder: Path) -> None:
        """Take in the JATS files of a folder; a file that is none is reported and left out."""
        self._library.open_collection(self._name)
        files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in {".xml", ".nxml", ".jats"})
        self.taken.wanted = len(files)
        for number, path in enumerate(files, start=1):
            try:
                articles = self._parsed(path.read_bytes(), "file")
            except (TransientFailure, PermanentFailure, OSError, ValueError) as error:
                self.taken.missing[str(path)] = str(error)
                continue
            named = [
                article if article.id else article.model_copy(update={"id": f"file:{path.name}"})
                for article in articles
            ]
            known = self._library.known([article.id for article in named])
            self.taken.known += len(known)
            self._store([article for article in named if article.id not in known])
            self._library.add_members(self._name, known.values())
            self._progress("texts", number, len(files))

    def of_drug(self, slug: str) -> None:
        """Take in the articles that a run of the drug found, as the store has them: no request is made.

        Raises:
            PermanentFailure: the drug has no articles yet.
        """
        db = self._bench.db
        ids = list(dict.fromkeys(entry.article_id for pool in db.pools.load(slug).values() for entry in pool))
        if not ids:
            raise PermanentFailure(f"The drug {slug!r} has no articles yet; `scout run {slug}` finds them.")
        self._library.open_collection(self._name)
        checks, full_texts = db.retraction_checks.by_article(slug), db.full_texts.load(ids)
        records = db.articles.load(ids)
        own = {record.id: record.pmcid or record.id for record in records.values()}
        known = self._library.known(own.values())
        self._library.add_members(self._name, known.values())
        self.taken.wanted, self.taken.known = len(ids), len(known)
        new = [record for record in records.values() if own[record.id] not in known]
        stored = [
            _from_run(record, full_texts.get(record.id), checks.get(record.id), self._bench.now) for record in new
        ]
        self._store([article for article in stored if article.text])
        self._progress("texts", len(ids), len(ids))

    async def _take(self, sources: Sources, ids: Sequence[str]) -> None:
        wanted = list(dict.fromkeys(ids))
        self.taken.wanted = len(wanted)
        known = self._library.known(wanted)
        self._library.add_members(self._name, known.values())
        self.taken.known = len(known)
        vain = self._library.asked_in_vain(self._name, self._bench.aged)
        new = [i for i in wanted if i not in known and i not in vain]
        records = await self._records(sources, [i for i in new if not i.startswith("PMC")])
        in_pmc = {record.pmcid: pmid for pmid, record in records.items() if record.pmcid}
        pmcids = list(dict.fromkeys([*(i for i in new if i.startswith("PMC")), *in_pmc]))
        done = 0
        for start in range(0, len(pmcids), BATCH):
            some = pmcids[start : start + BATCH]
            got = await self._full_texts(sources, some)
            done += len(some)
            for pmcid in set(some) - got:
                if pmcid not in in_pmc:
                    self.taken.missing[pmcid] = "PMC gives out no text of it."
            self._progress("texts", done, len(new))
            stored = self._library.known(in_pmc[p] for p in some if p in in_pmc)
            for pmid in stored:
                records.pop(pmid, None)
        abstracts = [_from_record(record, self._bench.now) for record in records.values()]
        self._store([article for article in abstracts if article.text])
        for article in abstracts:
            if not article.text:
                self.taken.missing[article.id] = "PubMed's record has no abstract."
        self._library.save_missing(self._name, self.taken.missing)
        self._progress("texts", len(new), len(new))
        self.taken.requests = sum(host.requests for host in sources.client.counters.values())

    async def _records(self, sources: Sources, pmids: Sequence[str]) -> dict[str, Article]:
        if not pmids:
            return {}
        fetched = await sources.pubmed.fetch(pmids)
        self.taken.missing |= dict.fromkeys(fetched.missing, "PubMed has no such record.")
        return dict(fetched.articles)

    async def _full_texts(self, sources: Sources, pmcids: Sequence[str]) -> set[str]:
        """Fetch and store full texts with what PubMed says of their standing; the PMC ids that had one."""
        articles = self._parsed(await sources.clients["pmc_full_text"].full_texts_xml(pmcids), "PMC")
        articles = [article for article in articles if article.pmcid in pmcids and article.text]
        records = await sources.pubmed.fetch([article.pmid for article in articles if article.pmid])
        self._store([_with_standing(article, records.articles.get(article.pmid)) for article in articles])
        return {article.pmcid for article in articles}

    def _parsed(self, xml: bytes, source: str) -> list[LibraryArticle]:
        now = self._bench.now
        return [to_library_article(article, front, source, now) for article, front in parse_with_front(xml)]

    def _store(self, articles: Iterable[LibraryArticle]) -> None:
        stored: list[str] = []
        with self._bench.db.transaction():
            for article in articles:
                passages = passages_in(article)
                self._library.save(article, passages)
                stored.append(article.id)
                self.taken.passages += len(passages)
                self.taken.retracted += not article.usable
                self.taken.abstracts += article.source == "PubMed"
                self.taken.full_texts += article.source != "PubMed"
            self._library.add_members(self._name, stored)


def _with_standing(article: LibraryArticle, record: Article | None) -> LibraryArticle:
    """The article with the retraction status of its PubMed record, and its date where the text gives none."""
    if record is None:
        return article
    status = article.retraction if article.retraction is RetractionStatus.RETRACTED else record.retraction
    types = ", ".join(kind.name for kind in record.publication_types)
    return article.model_copy(
        update={
            "retraction": status,
            "published": article.published or record.published,
            "journal": article.journal or record.journal,
            "article_type": "; ".join(filter(None, (article.article_type, types))),
        }
    )


def _from_run(
    record: Article, full_text: FullText | None, check: RetractionCheck | None, now: datetime
) -> LibraryArticle:
    """An article of a drug's run with its full text, where there is one, and the standing it was given."""
    article = _from_record(record, now)
    if full_text is not None and full_text.source and full_text.source != ABSTRACT:
        whole = {
            "text": full_text.text, "sections": full_text.sections, "license": full_text.license,
            "source": full_text.source,
        }  # fmt: skip
        article = article.model_copy(update=whole)
    own = {"id": record.pmcid or record.id, "pmcid": record.pmcid or ""}
    return article.model_copy(update=own | ({"retraction": check.status} if check else {}))


def _from_record(record: Article, now: datetime) -> LibraryArticle:
    """The abstract alone, as an article of a library."""
    sections = _abstract_parts(record)
    return LibraryArticle(
        id=record.pmid or record.id, pmid=record.pmid or "", pmcid="", doi=record.doi or "",
        title=record.title, journal=record.journal, published=record.published, authors=record.authors,
        article_type=", ".join(kind.name for kind in record.publication_types), retraction=record.retraction,
        source="PubMed", text=record.abstract, sections=sections, fetched_at=now,
    )  # fmt: skip


def _abstract_parts(record: Article) -> tuple[Section, ...]:
    """The parts of an abstract; what lies behind the last headed one is its last part, a conclusion as a rule."""
    text = record.abstract
    if not text:
        return ()
    if not record.sections:
        return (Section(title="Abstract", kind="abstract", start=0, end=len(text)),)
    parts = [
        Section(title=f"Abstract > {part.heading}", kind="abstract", start=part.start, end=part.end)
        for part in record.sections
    ]
    past = parts[-1].end
    start = past + len(text[past:]) - len(text[past:].lstrip())
    if start < len(text):
        parts.append(Section(title="Abstract > Last part", kind="abstract", start=start, end=len(text)))
    return tuple(parts)
