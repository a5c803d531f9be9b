"""The folder that ``scout eval score`` reads: pairs of drug and disease whose end is known, and their evidence.

What belongs here: the form of the files and plain sentences on what is wrong with them. What counts on a pair's day and
how it is graded is in ``evaluation``. The form is documented in ``docs/scoring.md``.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from pydantic import AfterValidator, StrictBool

from ...domain.articles import Article
from ...domain.candidates import ApprovalStatus, Candidate, CandidateScore
from ...domain.diseases import Disease
from ...domain.drugs import DrugProfile
from ...domain.outcomes import PermanentFailure, ScoutError
from ...domain.trials import Trial
from ...ranking.files.document_files import Line, read_documents, read_lines, topic_of
from ...sources.clinicaltrials import parse_study
from ...sources.http.http_client import TransientBody
from ...sources.ncbi.pubmed_xml import parse_articles
from ..input_rows import Ids, InputRow, file_of, row_of

_XML: Final = (".xml.gz", ".xml")
_PAGE: Final = "see docs/scoring.md"


class KnownEnd(StrEnum):
    """What became of a drug in a disease."""

    APPROVED = "approved"
    FAILED = "failed"
    """Stopped because it did not work, and never approved."""


IdsOrNone = Annotated[tuple[str, ...] | None, AfterValidator(lambda ids: ids and tuple(dict.fromkeys(ids)))]


class EndedPair(InputRow):
    """A drug in a disease whose end is known, and the evidence on it."""

    id: str
    drug_id: str
    """What drugs are drawn by: all pairs of one drug are drawn together."""
    drug_names: tuple[str, ...]
    disease_id: str
    disease_names: tuple[str, ...]
    mesh_id: str | None = None
    end: KnownEnd
    day: date | None = None
    """Evidence counts before this day; ``None``: whatever its date."""
    articles: IdsOrNone = None
    """Ids, best first; ``None`` where nobody looked for articles."""
    dated_by_search: Ids = ()
    """Articles without a date of their own that a search limited to what was there before the day brought."""
    trials: IdsOrNone = None
    """NCT numbers, without the trials that are the end; ``None`` where nobody looked for trials."""
    candidate: Candidate | None = None
    """What the paths say, as of the day; ``None`` where they were not asked."""
    new_use: StrictBool | None = None
    """Whether the drug had been given for another disease before the day, and not for this one; ``None`` where nobody
    looked."""
    profile: DrugProfile | None = None
    """The drug's targets and warnings, as of the day."""


class ScoreFolder(NamedTuple):
    """All files of one folder."""

    name: str
    pairs: tuple[EndedPair, ...]
    articles: Mapping[str, Article]
    trials: Mapping[str, Trial]


def bare_candidate(disease: Disease) -> Candidate:
    """The disease as a candidate to which no path leads."""
    return Candidate(
        disease=disease,
        score=CandidateScore(target_path=0.0, class_path=0.0, direction_factor=1.0, total=0.0),
        approval=ApprovalStatus.UNKNOWN,
    )


def read_score_folder(folder: Path) -> ScoreFolder:
    """The folder's files, gzipped or not.

    Raises:
        PermanentFailure: a file is missing, or a line is not of the form; the sentence names file and line.
    """
    path = file_of(folder, "pairs")
    if path is None:
        raise PermanentFailure(f"{folder} has no pairs.jsonl.gz (nor pairs.jsonl); {_PAGE}.")
    lines, pairs = read_lines(path), dict[str, EndedPair]()
    if not lines:
        raise PermanentFailure(f"{path}: there is no pair in it; give one a line.")
    articles, trials = _articles(folder), _trials(folder)
    for line in lines:
        pair = _pair(line)
        if pair.id in pairs:
            raise line.bad(f"the id {pair.id!r} stands twice", "give every pair an id of its own")
        pairs[pair.id] = pair
        for name, ids, known in (("article", pair.articles, articles), ("trial", pair.trials, trials)):
            if unknown := sorted(set(ids or ()) - known.keys()):
                raise line.bad(f"there is no {name} {unknown[0]!r} in the folder", _PAGE)
    return ScoreFolder(folder.resolve().name, tuple(pairs.values()), articles, trials)


def _pair(line: Line) -> EndedPair:
    topic = topic_of(line)
    if not topic.is_pair or len(topic.drugs) != 1:
        raise line.bad("it names no single drug and disease", "give a `drug` and a `disease`, a name each")
    drugs, diseases = topic.drugs[0], topic.disease_names
    own = {key: line.record.get(key) or None for key in ("day", "mesh_id")}
    own["drug_id"] = line.record.get("drug_id") or drugs[0].casefold()
    own["disease_id"] = line.record.get("disease_id") or diseases[0].casefold()
    return row_of(line, EndedPair, _PAGE, id=line.id, drug_names=drugs, disease_names=diseases, **own)


# ------------------------------------------------------------------------------------------------ evidence
def _articles(folder: Path) -> dict[str, Article]:
    """Articles by id: PubMed's XML, and JSON lines as ``scout assess`` reads them; none where there is no file."""
    articles: dict[str, Article] = {}
    if path := file_of(folder, "articles", _XML):
        try:
            articles = {article.id: article for article in parse_articles(_content(path))}
        except TransientBody as error:
            raise PermanentFailure(f"{path} is no XML of PubMed ({str(error).rstrip('.')}).") from None
    if (path := file_of(folder, "articles")) and (lines := read_lines(path)):
        articles |= {article.id: article for article in read_documents(lines)}
    return articles


def _trials(folder: Path) -> dict[str, Trial]:
    """Trials by NCT number: a study of ClinicalTrials.gov a line; none where there is no file."""
    path = file_of(folder, "trials")
    return {trial.nct_id: trial for trial in _studies(path)} if path else {}


def _studies(path: Path) -> Iterator[Trial]:
    for line in read_lines(path):
        try:
            yield parse_study(line.record)
        except (ScoutError, ValueError, TypeError, AttributeError):
            raise line.bad("it is no study of ClinicalTrials.gov", _PAGE) from None


def _content(path: Path) -> bytes:
    content = path.read_bytes()
    try:
        return gzip.decompress(content) if path.suffix == ".gz" else content
    except (OSError, EOFError, zlib.error):
        raise PermanentFailure(f"{path} is a damaged gzip file; pack or download it again.") from None
