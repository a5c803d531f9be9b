"""Taking texts into a collection: by number from PMC, Europe PMC and PubMed, from a folder, from a drug's run.

What belongs here: which texts are new, fetching them politely, what is known of retractions, and storing them batch by
batch, so that a run that was interrupted goes on where it stopped. What is known is not asked for again. Articles of a
library are made of the records the product has: PubMed's, and those of a drug's run.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from ...domain.documents import Section
from ...domain.letters import latin_letters
from ...domain.outcomes import PermanentFailure, ScoutError, SourceOutcome, SourceState
from ...domain.questions.library import LibraryArticle
from ...domain.records.articles import Article, Correction, RetractionStatus, text_hash
from ...domain.records.full_text import FullText
from ...domain.records.retractions import RetractionCheck
from ...domain.records.source_catalogue import source_entry
from ...domain.runs import Progress
from ...rules.literature.article_keys import doi_key
from ...rules.literature.retraction_status import NOTICE_LINKS
from ...sources.formats.jats_front import parse_with_front, to_library_article
from ...sources.formats.markup import READER
from ...sources.formats.pdf.paper_pdf import paper_pdf
from ...sources.formats.pdf.pdf_lines import OPENING
from ...sources.literature.full_text_ladder import ABSTRACT
from ..resources.clients import Sources
from ..resources.workbench import Workbench

PUBMED = "PubMed"
"""``LibraryArticle.source`` of an abstract alone."""
_SAME_TITLE = 0.8
"""Share of the longer words of a record's title that stand on a PDF's first pages; type and markup may spoil some."""
BATCH = 50
"""Full texts per request: some 5 MB."""
JATS_SUFFIXES = {".xml", ".nxml", ".jats"}
PDF_SUFFIX = ".pdf"
MOST_BYTES = 200_000_000
"""Of a file."""
_PLACES = {"PMC": source_entry("pmc_full_text"), "Europe PMC": source_entry("europepmc_full_text")}
"""Where full texts are given out, as articles name it."""
_CROSSREF = source_entry("crossref").title


@dataclass
class Taken:
    """What one run took in."""

    wanted: int = 0
    known: int = 0
    full_texts: int = 0
    abstracts: int = 0
    retracted: int = 0
    missing: dict[str, str] = field(default_factory=dict)
    """Ids and files that gave no article, with the reason."""
    notes: list[str] = field(default_factory=list)


class Collecting:
    """One run of filling one collection. ``taken`` says what was done, ``outcomes`` what the sources answered."""

    def __init__(self, bench: Workbench, sources: Sources, collection: str, progress: Progress) -> None:
        self._bench = bench
        self._sources = sources
        self._library = bench.db.library
        self._name = collection
        self._progress = progress
        self.taken = Taken()
        self.outcomes: list[SourceOutcome] = []

    # ------------------------------------------------------------------------------------------------ by number
    async def by_ids(self, ids: Sequence[str]) -> None:
        """Take in these PMC ids and PMIDs. A full text comes from PMC, else from Europe PMC; where neither gives one,
        and for a PMID that is not in PMC, the abstract is taken.

        Raises:
            TransientFailure: a source does not answer; what was stored before stays.
        """
        wanted = list(dict.fromkeys(ids))
        self.taken.wanted += len(wanted)
        self._library.add_members(self._name, self._library.known(wanted).values())
        known = self._library.known(wanted, READER)
        self.taken.known += len(known)
        vain = self._library.asked_in_vain(self._name, self._bench.aged)
        new = [i for i in wanted if i not in known and i not in vain]
        records = await self._records([i for i in new if not i.startswith("PMC")])
        in_pmc = {record.pmcid: pmid for pmid, record in records.items() if record.pmcid}
        pmcids = list(dict.fromkeys([*(i for i in new if i.startswith("PMC")), *in_pmc]))
        for start in range(0, len(pmcids), BATCH):
            some = pmcids[start : start + BATCH]
            for pmcid in await self._batch(some, {p: records[in_pmc[p]] for p in some if p in in_pmc}):
                records.pop(in_pmc.get(pmcid, ""), None)
            self._progress("texts", start + len(some), len(new))
        abstracts = [from_record(record, self._bench.now) for record in records.values()]
        self._store(article for article in abstracts if article.text)
        no_text = {article.id: "PubMed's record has no abstract." for article in abstracts if not article.text}
        self.taken.missing |= no_text
        self._library.save_missing(self._name, self.taken.missing)
        if new:
            self._progress("texts", len(new), len(new))

    async def _batch(self, pmcids: Sequence[str], known: Mapping[str, Article]) -> set[str]:
        """Take in the articles of these PMC ids; the ids that need nothing more. ``known``: records by PMC id."""
        parsed = {
            a.pmcid: a
            for a in self._parsed(await self._sources.clients["pmc_full_text"].full_texts_xml(pmcids), "PMC")
            if a.pmcid in pmcids
        }
        whole = {pmcid: article for pmcid, article in parsed.items() if article.text}
        for pmcid in pmcids:
            if pmcid not in whole and (article := await self._full_text(pmcid, ("Europe PMC",))) is not None:
                whole[pmcid] = article
        unknown = [a.pmid for a in parsed.values() if a.pmid and a.pmcid not in known]
        records = (await self._sources.pubmed.fetch(unknown)).articles if unknown else {}
        of_article = {pmcid: known.get(pmcid) or records.get(a.pmid) for pmcid, a in parsed.items()}
        self._store(with_record(article, of_article.get(pmcid)) for pmcid, article in whole.items())
        left = [pmcid for pmcid in pmcids if pmcid not in whole and pmcid not in known]
        abstracts = {pmcid: record for pmcid in left if (record := of_article.get(pmcid)) is not None}
        self._store(
            from_record(record, self._bench.now).model_copy(update={"id": pmcid, "pmcid": pmcid})
            for pmcid, record in abstracts.items()
            if record.abstract
        )
        for pmcid in left:
            if pmcid not in abstracts or not abstracts[pmcid].abstract:
                self.taken.missing[pmcid] = (
                    "Neither PMC nor Europe PMC gives out a text of it, and no abstract is known."
                )
        return {pmcid for pmcid in pmcids if pmcid in whole or pmcid in left}

    async def _full_text(self, pmcid: str, places: Sequence[str]) -> LibraryArticle | None:
        """Its full text from the first of these places that gives it out; where none does, their faults are noted."""
        faults: dict[str, str] = {}
        for place in places:
            try:
                xml = await self._sources.clients[_PLACES[place].key].full_text_xml(pmcid)
                articles = self._parsed(xml, place) if xml is not None else []
            except (ScoutError, ValueError) as error:
                faults[_PLACES[place].title] = str(error)
                continue
            for article in articles:
                if article.pmcid in {"", pmcid} and article.text:
                    return article
        for title, fault in faults.items():
            self._note(title, pmcid, fault)
        return None

    async def _records(self, pmids: Sequence[str]) -> dict[str, Article]:
        if not pmids:
            return {}
        fetched = await self._sources.pubmed.fetch(pmids)
        self.taken.missing |= dict.fromkeys(fetched.missing, "PubMed has no such record.")
        return dict(fetched.articles)

    # ------------------------------------------------------------------------------------------------ from a folder
    def of_folder(self, folder: Path) -> set[str] | None:
        """Take in the articles of a folder's files; the ids it holds. What is damaged or holds none is named with the
        reason and left out. A folder that is gone leaves what was taken from it: ``None``."""
        if not folder.is_dir():
            self.taken.notes.append(f"The folder {folder} is gone; what was taken from it stays.")
            return None
        files = article_files(folder)
        self.taken.wanted += len(files)
        held: set[str] = set()
        for number, path in enumerate(files, start=1):
            try:
                ids = self._of_file(path, path.relative_to(folder).as_posix())
                reason = "It is XML without an article in JATS."
            except (ScoutError, OSError, ValueError) as error:
                ids, reason = set(), f"It cannot be read: {str(error).rstrip('.')}."
            if not ids:
                self.taken.missing[str(path)] = reason
            held |= ids
            self._progress("texts", number, len(files))
        faults = {name: reason for name, reason in self.taken.missing.items() if name in set(map(str, files))}
        named_before = [name for name in self._library.reasons(self._name) if Path(name).is_relative_to(folder)]
        self._library.clear_missing(self._name, named_before)
        self._library.save_missing(self._name, faults)
        return held

    def _of_file(self, path: Path, name: str) -> set[str]:
        """Take in what is new or changed of a file; the ids it holds. A PDF is named by its content, and read where
        that is new; of JATS, what a source gave stands above the file."""
        if (size := path.stat().st_size) > MOST_BYTES:
            raise PermanentFailure(f"The file has {size:,} bytes; split it into files of at most {MOST_BYTES:,}.")
        content = path.read_bytes()
        if path.suffix.lower() == PDF_SUFFIX:
            article_id = f"file:{name}:{hashlib.sha256(content).hexdigest()[:12]}"
            known = self._library.known([article_id], READER)
            read = [] if known else [paper_pdf(content, name, self._bench.now)]
            articles = [article.model_copy(update={"id": article_id}) for article in read]
        else:
            read = self._parsed(content, "file")
            articles = [a if a.id else a.model_copy(update={"id": f"file:{path.name}"}) for a in read]
            known = self._library.known([article.id for article in articles], READER)
            hashes = {text_hash(article.text) for article in articles}
            about = self._library.about(known.values())
            same = {row["id"] for row in about if row["source"] != "file" or row["text_hash"] in hashes}
            known = {wanted: stored for wanted, stored in known.items() if stored in same}
        self.taken.known += len(known)
        self._store(article for article in articles if article.id not in known)
        self._library.add_members(self._name, known.values())
        return {*known.values(), *(article.id for article in articles if article.id not in known)}

    def forget_files(self, held: Set[str], wanted: Iterable[str]) -> None:
        """Take out what came from files that are gone: what neither the files ``held`` nor the ids ``wanted`` have."""
        stay = {*held, *self._library.known(wanted).values()}
        members = self._library.members(self._name)
        self._library.keep_members(
            self._name, [row["id"] for row in members if row["source"] != "file" or row["id"] in stay]
        )

    # ------------------------------------------------------------------------------------------------ from a run
    async def of_run(
        self,
        records: Iterable[Article],
        texts: Mapping[str, FullText],
        checks: Mapping[str, RetractionCheck],
        unanswered: Set[str] = frozenset(),
    ) -> None:
        """Take in the articles that a drug's run found, with the full texts it had; what is stored is not read again.

        A full text is read anew from the source's stored answer, which holds what the run did not keep (tables, the
        places of references); where that is gone, the run's own text is taken. Where a fault is why, it is noted, and
        the text is asked for again when ``unanswered``, ids of articles, has it.
        """
        own = {record.pmcid or record.id: record for record in records}
        known = self._library.known(own)
        stored = {row["id"]: row for row in self._library.about(set(known.values()))}
        self.taken.wanted += len(own)
        new = {
            key: record
            for key, record in own.items()
            if key in unanswered or self._is_new(known.get(key), stored, texts.get(record.id))
        }
        self.taken.known += len(own) - len(new)
        for number, (key, record) in enumerate(new.items(), start=1):
            article, text = None, texts.get(record.id)
            if text is not None and has_body(text) and record.pmcid:
                article = await self._full_text(record.pmcid, tuple(_PLACES))
            article = with_record(article, record) if article else from_run(record, text, self._bench.now)
            article = with_check(article, checks.get(record.id))
            if article.text:
                self._store([article.model_copy(update={"id": key})])
            else:
                self.taken.missing[key] = "Its record has no abstract."
            self._progress("texts", number, len(new))
        self._library.add_members(self._name, known.values())
        self._library.save_missing(self._name, self.taken.missing)
        self._keep_checks(own, checks)

    @staticmethod
    def _is_new(article_id: str | None, stored: Mapping[str, Mapping[str, str]], text: FullText | None) -> bool:
        """Whether it is to be stored: it is unknown, another version read it, or only its abstract is known and there
        is more now."""
        if article_id is None or stored[article_id]["read_by"] != READER:
            return True
        return stored[article_id]["source"] == PUBMED and text is not None and has_body(text)

    def _keep_checks(self, own: Mapping[str, Article], checks: Mapping[str, RetractionCheck]) -> None:
        """Bring what the run's retraction gate says to articles that were stored before."""
        stored = {row["id"]: RetractionStatus(row["retraction"]) for row in self._library.about(set(own))}
        changed = {
            key: check.status
            for key, record in own.items()
            if (check := checks.get(record.id)) is not None
            and key in stored
            and check.status is not stored[key]
            and (stored[key] is not RetractionStatus.RETRACTED or check.status is RetractionStatus.REINSTATED)
        }
        if changed:
            self._library.save_standings(changed, self._bench.now)

    # ------------------------------------------------------------------------------------------------ by DOI
    async def name_by_doi(self) -> None:
        """Ask PubMed, and Crossref for the others, what articles with a DOI and without a PMID are and whether they are
        retracted: those nobody was asked about, or not for long. A fault is noted, and they are asked for again."""
        due = [row for row in self._library.members(self._name) if row["doi"] and not row["pmid"] and self._is_due(row)]
        for start in range(0, len(due), BATCH):
            articles = self._library.load(row["id"] for row in due[start : start + BATCH])
            dois = list(dict.fromkeys(doi_key(article.doi) for article in articles.values()))
            records: dict[str, Article] = {}
            for source, ask in (
                (PUBMED, self._sources.pubmed.by_doi),
                (_CROSSREF, self._sources.crossref.records),
            ):
                try:
                    records |= await ask([doi for doi in dois if doi not in records])
                except ScoutError as error:
                    self._note(source, "articles by DOI", str(error))
                    self.taken.notes.append(f"Articles could not be looked up by their DOI: {error}")
                    return
            for article in articles.values():
                named = named_by(article, records.get(doi_key(article.doi)))
                self._library.save(named)
                self._library.save_standings({named.id: named.retraction}, self._bench.now)
                self.taken.retracted += not named.usable

    def _is_due(self, row: Mapping[str, Any]) -> bool:
        """Whether nobody was asked how an article stands, or not for long."""
        asked, aged = row["standing_asked_at"], self._bench.aged
        return asked is None or (aged is not None and asked < aged)

    # ------------------------------------------------------------------------------------------------ standing
    async def ask_standing(self) -> None:
        """Ask PubMed whether articles are retracted of which nobody was asked, or not for long; a fault is noted."""
        due = {row["pmid"]: row for row in self._library.members(self._name) if row["pmid"] and self._is_due(row)}
        if not due:
            return
        try:
            records = (await self._sources.pubmed.fetch(list(due))).articles
        except ScoutError as error:
            self._note(PUBMED, "retractions", str(error))
            return
        standings = {
            due[pmid]["id"]: record.standing
            for pmid, record in records.items()
            if due[pmid]["retraction"] != RetractionStatus.RETRACTED
            or record.retraction in {RetractionStatus.RETRACTED, RetractionStatus.REINSTATED}
        }
        self._library.save_standings(standings, self._bench.now)

    def follow_notices(self) -> None:
        """Let every notice that is stored strike the article it names, in whatever collection either is.

        A retraction stays, and a reinstatement is a later word.
        """
        links: dict[str, list[Correction]] = defaultdict(list)
        for row in self._library.named_in_notices(NOTICE_LINKS):
            links[row["id"]].append(Correction(kind=NOTICE_LINKS[row["kind"]]))
        standings = {key: Article(id=key, title="", corrections=tuple(own)).standing for key, own in links.items()}
        stored = {row["id"]: RetractionStatus(row["retraction"]) for row in self._library.about(set(standings))}
        settled = {RetractionStatus.RETRACTED, RetractionStatus.REINSTATED}
        changed = {key: s for key, s in standings.items() if stored[key] not in {*settled, s}}
        self.taken.retracted += sum(standing is RetractionStatus.RETRACTED for standing in changed.values())
        self._library.save_standings(changed, None)

    # ------------------------------------------------------------------------------------------------ helpers
    def _note(self, source: str, question: str, fault: str) -> None:
        failed = SourceState.FAILED
        self.outcomes.append(
            SourceOutcome(source=source, question=question, state=failed, reason=fault, unanswered=True)
        )

    def _parsed(self, xml: bytes, source: str) -> list[LibraryArticle]:
        now = self._bench.now
        return [to_library_article(article, front, source, now) for article, front in parse_with_front(xml)]

    def _store(self, articles: Iterable[LibraryArticle]) -> None:
        """Store what was read; an abstract does not take the place of a full text that cannot be had any more."""
        stored: list[str] = []
        with self._bench.db.transaction():
            for article in articles:
                stored.append(article.id)
                if article.source == PUBMED and any(r["source"] != PUBMED for r in self._library.about([article.id])):
                    continue
                self._library.save(article.model_copy(update={"read_by": READER}))
                self.taken.retracted += not article.usable
                self.taken.abstracts += article.source == PUBMED
                self.taken.full_texts += article.source != PUBMED
            self._library.add_members(self._name, stored)


def article_files(folder: Path) -> list[Path]:
    """The files of a folder, and of those in it, that may be articles, by name."""
    suffixes = {*JATS_SUFFIXES, PDF_SUFFIX}
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in suffixes and path.is_file())


# ---------------------------------------------------------------------------------------------------- records
def with_record(article: LibraryArticle, record: Article | None) -> LibraryArticle:
    """The full text with what its bibliographic record knows better: standing, date, journal, type of publication."""
    if record is None:
        return article
    own, known = article.retraction, record.standing
    silent = known is RetractionStatus.NONE and own is not RetractionStatus.UNCHECKED
    types = ", ".join(kind.name for kind in record.publication_types)
    return article.model_copy(
        update={
            "retraction": own if own is RetractionStatus.RETRACTED or silent else known,
            "corrections": tuple(dict.fromkeys((*article.corrections, *record.corrections))),
            "pmid": article.pmid or record.pmid or "",
            "published": article.published or record.published,
            "journal": article.journal or record.journal,
            "article_type": "; ".join(filter(None, (article.article_type, types))),
        }
    )


def named_by(article: LibraryArticle, record: Article | None) -> LibraryArticle:
    """The article with what the record of its DOI says. A DOI on a PDF whose title does not stand there is another
    paper's, and left out."""
    if record is None or not article.file:
        return with_record(article, record)
    opening = article.text[: article.pages[OPENING].at if len(article.pages) > OPENING else None]
    texts = (record.title, f"{article.title} {opening}")
    own, printed = (set(re.findall(r"[^\W_]{4,}", latin_letters(text))) for text in texts)
    if not own or len(own & printed) < _SAME_TITLE * len(own):
        return article.model_copy(update={"doi": ""})
    better = {"title": record.title, "authors": record.authors, "published": record.published, "pmcid": record.pmcid}
    return with_record(article.model_copy(update={name: value for name, value in better.items() if value}), record)


def with_check(article: LibraryArticle, check: RetractionCheck | None) -> LibraryArticle:
    """The article with the standing that the drug's run gave it."""
    if check is None or article.retraction is RetractionStatus.RETRACTED:
        return article
    return article.model_copy(update={"retraction": check.status})


def from_record(record: Article, now: datetime) -> LibraryArticle:
    """The abstract alone, as an article of a library."""
    return LibraryArticle(
        id=record.pmid or record.id,
        pmid=record.pmid or "",
        pmcid="",
        doi=record.doi or "",
        title=record.title,
        journal=record.journal,
        published=record.published,
        authors=record.authors,
        article_type=", ".join(kind.name for kind in record.publication_types),
        retraction=record.standing,
        corrections=record.corrections,
        source=PUBMED,
        text=record.abstract,
        sections=_abstract_parts(record),
        fetched_at=now,
    )


def from_run(record: Article, text: FullText | None, now: datetime) -> LibraryArticle:
    """An article of a drug's run, with the full text as the run has stored it, where it has."""
    article = from_record(record, now)
    own = {"id": record.pmcid or record.id, "pmcid": record.pmcid or ""}
    if text is None or not has_body(text):
        return article.model_copy(update=own)
    whole = {"text": text.text, "sections": text.sections, "license": text.license, "source": text.source}
    return article.model_copy(update=own | whole)


def has_body(text: FullText) -> bool:
    """Whether more than the abstract could be had."""
    return bool(text.text) and text.source not in {"", ABSTRACT}


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
