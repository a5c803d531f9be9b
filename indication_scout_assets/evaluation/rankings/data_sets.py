"""Folders of documents, topics and judgements to measure rankings on.

What belongs here: what a folder of JSON-lines files means; single files are read by ``documents``. Files are told apart
by their first line, never by exact names, and these forms are known:

- topics with ``relevant`` (ids, or ids with grades) and one corpus for all of them, or one corpus per topic, in a file
  named like the topic; ids in ``unjudged`` are left out before scoring;
- topics without judgements and one file of documents per topic, whose documents say ``abstract_included`` (or
  ``included``): systematic reviews;
- votes, one line per ``drug``, ``disease`` and ``pmid`` with a ``label``: each pair is a topic, and only its judged
  documents are ranked.

A file of topics goes with the documents whose name ends alike (``topics_test.jsonl``, ``corpus_test.jsonl``), or with
all of them where none does. Other files are named in ``notes``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

from ...domain.outcomes import PermanentFailure
from ...domain.records.articles import Article
from ...ranking.files.document_files import ID_KEYS, InputRow, Line, article_of, read_documents, read_lines, topic_of
from ...ranking.topics import Topic
from ..input_rows import LINES, Id, Ids, Name

_INCLUDED: Final = ("abstract_included", "included")
"""Flags of a review's documents, the one that counts first."""
Grade = Annotated[float, Field(strict=True, allow_inf_nan=False)]
RELEVANT: Final = "relevant"
"""The ``label`` of a vote that counts; every other one is a judgement of not relevant."""


@dataclass(frozen=True)
class JudgedTopic:
    """A topic, what it is searched in, and what is known to be relevant."""

    topic: Topic
    corpus: str
    """Key in ``DataSet.corpora``."""
    relevant: Mapping[str, float]
    """Grade of each relevant document, above 0; none of them is unjudged."""
    unjudged: frozenset[str] = frozenset()
    """Left out of the ranking before it is scored."""
    pool: frozenset[str] | None = None
    """The documents that are ranked; ``None`` for the whole corpus."""


@dataclass(frozen=True)
class DataSet:
    name: str
    corpora: Mapping[str, tuple[Article, ...]]
    topics: tuple[JudgedTopic, ...]
    """Those with at least one relevant document, which alone can be scored."""
    notes: tuple[str, ...] = ()
    """Plain sentences on what was left out."""

    @property
    def documents(self) -> int:
        return len({article.id for corpus in self.corpora.values() for article in corpus})

    def ranked_for(self, judged: JudgedTopic) -> Sequence[Article]:
        """What is ranked for a topic."""
        corpus = self.corpora[judged.corpus]
        return corpus if judged.pool is None else [article for article in corpus if article.id in judged.pool]

    def first(self, topics: int) -> DataSet:
        """The same with the first ``topics`` topics and the corpora they need."""
        kept = self.topics[:topics]
        needed = {topic.corpus for topic in kept}
        return replace(self, topics=kept, corpora={key: self.corpora[key] for key in self.corpora if key in needed})


@dataclass(frozen=True)
class _File:
    path: Path
    lines: list[Line]

    @property
    def stem(self) -> str:
        return self.path.name.split(".")[0]

    @property
    def half(self) -> str:
        """``test`` of ``topics_test.jsonl``: what tells files of one kind apart."""
        return self.stem.rpartition("_")[2].casefold()


_Files = Mapping[str, list[_File]]
"""By what they hold: ``documents``, ``topics``, ``votes``, ``others``."""


def read_data_set(folder: Path) -> DataSet:
    """The data set in a folder.

    Raises:
        PermanentFailure: the folder holds none of the forms above, a line is bad, or nothing can be scored.
    """
    if not folder.is_dir():
        raise PermanentFailure(f"There is no folder {folder}; give one that holds documents and judged topics.")
    files = _sorted_by_kind(folder)
    others = files["others"]
    if not files["documents"]:
        raise PermanentFailure(
            f"{folder} holds no documents; put a .jsonl or .jsonl.gz file there, one object with id, title and "
            "abstract on each line."
        )
    if files["topics"]:
        corpora, judged = _of_topics(files)
        others = [*others, *files["votes"]]
    elif files["votes"]:
        corpora, judged = _of_votes(files)
    else:
        raise PermanentFailure(
            f"{folder} holds documents but no topics; add topics.jsonl, one object with id, query and relevant on each "
            "line."
        )
    return _data_set(folder, corpora, judged, others)


def _data_set(
    folder: Path, corpora: dict[str, tuple[Article, ...]], judged: Sequence[JudgedTopic], others: Sequence[_File]
) -> DataSet:
    scored = tuple(topic for topic in judged if topic.relevant)
    if not scored:
        raise PermanentFailure(f"No topic of {folder} has a relevant document; nothing can be scored.")
    notes = [f"{other.path.name} holds no judgements of rankings and is not used." for other in others]
    if empty := len(judged) - len(scored):
        notes.append(f"{empty} of {len(judged)} topics have no relevant document and are not scored.")
    ids = {key: {article.id for article in corpus} for key, corpus in corpora.items()}
    missing = sum(len(set(topic.relevant) - ids[topic.corpus]) for topic in scored)
    if missing:
        notes.append(f"{missing} relevant documents are not among the documents and count as never found.")
    return DataSet(folder.resolve().name, corpora, scored, tuple(notes))


def _sorted_by_kind(folder: Path) -> _Files:
    by_kind: defaultdict[str, list[_File]] = defaultdict(list)
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name.endswith(LINES) and not path.name.startswith("."):
            file = _File(path, read_lines(path))
            if file.lines:
                by_kind[_kind(file)].append(file)
    return by_kind


def _kind(file: _File) -> str:
    names = file.lines[0].record.keys()
    has_id = not names.isdisjoint(ID_KEYS)
    if {"drug", "disease", "label"} <= names:
        return "votes" if has_id else "others"
    if has_id and not names.isdisjoint({"query", "drug", "drugs", "disease", "relevant"}):
        return "topics"
    if has_id and not names.isdisjoint({"title", "abstract", "text"}):
        return "documents"
    return "others"


# ------------------------------------------------------------------------------------------------ judged topics
def _of_topics(files: _Files) -> tuple[dict[str, tuple[Article, ...]], list[JudgedTopic]]:
    documents = {file.stem: file for file in files["documents"]}
    judged: list[JudgedTopic] = []
    needed: dict[str, list[_File]] = {}
    for topics in files["topics"]:
        shared = [file for file in files["documents"] if file.half == topics.half] or files["documents"]
        for line in topics.lines:
            topic = topic_of(line)
            mine = [documents[topic.id]] if topic.id in documents else shared
            corpus = "+".join(file.stem for file in mine)
            needed[corpus] = mine
            judged.append(_judged(line, topic, corpus, mine))
    corpora = {
        corpus: tuple(read_documents([line for file in mine for line in file.lines])) for corpus, mine in needed.items()
    }
    return corpora, _with_own_ids(judged, files["topics"])


def _by_id(given: Any) -> Any:
    return dict.fromkeys(map(str, given), 1.0) if isinstance(given, list) else given or {}


class _Judgements(InputRow):
    relevant: Annotated[dict[Id, Grade], BeforeValidator(_by_id)] = Field(default_factory=dict)
    """By id; ids alone count 1, grades of 0 or less say that a document is not relevant."""
    unjudged: Ids = ()


def _judged(line: Line, topic: Topic, corpus: str, files: Sequence[_File]) -> JudgedTopic:
    given = line.of_form(_Judgements, line.record)
    unjudged = frozenset(given.unjudged)
    if "relevant" in line.record:
        grades = {key: grade for key, grade in given.relevant.items() if grade > 0 and key not in unjudged}
        return JudgedTopic(topic, corpus, grades, unjudged)
    flag = next((key for key in _INCLUDED if key in files[0].lines[0].record), None)
    if flag is None:
        raise line.bad("the topic has no judgements", "give it `relevant`, the ids of the relevant documents")
    documents = [doc for doc in _all_lines(files) if doc.id not in unjudged]
    return JudgedTopic(topic, corpus, {doc.id: 1.0 for doc in documents if doc.record.get(flag) in (1, True)}, unjudged)


def _with_own_ids(judged: Sequence[JudgedTopic], files: Sequence[_File]) -> list[JudgedTopic]:
    """Two halves may number their topics alike: then the file's name goes before the number.

    Raises:
        PermanentFailure: an id stands twice in one file.
    """
    named = list(zip((file.stem for file in files for _ in file.lines), judged, strict=True))
    counted = Counter((name, each.topic.id) for name, each in named)
    for (name, topic), number in counted.items():
        if number > 1:
            raise PermanentFailure(f"The topic {topic!r} stands twice in {name}; give every topic an id of its own.")
    if len({each.topic.id for each in judged}) == len(judged):
        return list(judged)
    return [replace(each, topic=replace(each.topic, id=f"{name}/{each.topic.id}")) for name, each in named]


# ------------------------------------------------------------------------------------------------ votes on pairs
class _Vote(InputRow):
    drug: Name
    disease: Name


def _of_votes(files: _Files) -> tuple[dict[str, tuple[Article, ...]], list[JudgedTopic]]:
    articles = {article.id: article for article in read_documents(_all_lines(files["documents"]))}
    votes_of: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for line in _all_lines(files["votes"]):
        vote = line.of_form(_Vote, line.record)
        pair = (vote.drug.strip(), vote.disease.strip())
        if line.id not in articles:
            articles[line.id] = article_of(line)  # its title, where the line gives one
        votes_of[pair][line.id] = str(line.record.get("label"))
    judged = [
        JudgedTopic(
            topic=Topic.of_pair([drug], [disease], id=f"{drug} / {disease}"),
            corpus="documents",
            relevant={key: 1.0 for key, vote in votes.items() if vote == RELEVANT},
            pool=frozenset(votes),
        )
        for (drug, disease), votes in votes_of.items()
    ]
    return {"documents": tuple(articles.values())}, judged


def _all_lines(files: Iterable[_File]) -> list[Line]:
    return [line for file in files for line in file.lines]
