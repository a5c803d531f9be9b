"""The judged sets of the repository: ids, names and labels, never a title, an abstract or a sentence.

What belongs here: what a row of each set holds, and reading and writing the files. Texts come by id from the sources
(``readings.texts``), figures are counted in ``readings.tasks``. Each set is a CSV file in ``judged``; a list within a
cell is joined by ``|``. The wrong readings that users reported are rows of the same form, in a file of the workspace.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import BeforeValidator, ValidationError

from ..domain.base import Value
from ..domain.findings.readings import Direction
from ..domain.findings.study_designs import Population, StudyDesign
from ..domain.outcomes import PermanentFailure

FOLDER: Final = Path(__file__).parent / "judged"
REPORTED: Final = "reported.csv"
"""Readings that users called wrong, in the state folder of a workspace."""
DIRECTIONS: Final = (
    "directions_readings.csv",
    "directions_polarity.csv",
    "directions_held_out.csv",
    "directions_training.csv",
    "directions_fresh.csv",
)


class Part(StrEnum):
    """Whether whoever made a reader had read the texts and labels of a row."""

    READ = "read"
    """Rules were mended on them: their figures flatter."""
    TRAINING = "training"
    """The bundled reader's model was trained on them."""
    CALIBRATION = "calibration"
    """The bundled reader's last layer and thresholds were fitted on them."""
    TUNING = "tuning"
    """Unread by whoever made the rules, and no reader was trained on them yet."""
    UNREAD = "unread"
    """Unread, and to be left so."""
    HELD_OUT = "held out"
    """Labelled when the rules were done: none was made, kept or let go by them, as many were by the others."""
    FRESH = "fresh"
    """Labelled and read once, when rules, model, last layer and thresholds were settled: nothing was chosen by them."""
    REPORTED = "reported"
    """Called wrong by a user, so never drawn by chance."""


FITTED_ON: Final = frozenset({Part.TRAINING, Part.CALIBRATION})
"""Parts that a reader was made on and that nothing is measured on."""


def _split(cell: Any) -> Any:
    return tuple(name for name in cell.split("|") if name) if isinstance(cell, str) else cell


def _none(cell: Any) -> Any:
    return None if cell == "" else cell


Names = Annotated[tuple[str, ...], BeforeValidator(_split)]


class JudgedRow(Value):
    """What every row says: the drug, who labelled it and when."""

    pmid: str
    drug: str
    sure: Annotated[bool | None, BeforeValidator(_none)] = None
    """``False`` where a careful colleague could differ; ``None`` where that was not asked."""
    part: Part
    labelled_by: str = ""
    labelled_on: Annotated[date | None, BeforeValidator(_none)] = None

    @property
    def pmids(self) -> tuple[str, ...]:
        """Of the articles whose texts are read."""
        return (self.pmid,)


class JudgedDirection(JudgedRow):
    """Which way an article's result for a drug in a disease points."""

    disease: str
    drug_names: Names = ()
    """Other names of the drug."""
    disease_names: Names = ()
    """Other names of the disease."""
    label: Direction
    detail: str = ""
    """What the labeller called it, where that says more: ``use_only``, ``no_harm``, ``other``."""
    alone: bool = True
    """``False`` where the effect belongs to a combination whose parts cannot be told apart."""
    plain: Annotated[bool | None, BeforeValidator(_none)] = True
    """``False`` where the text hedges; ``None`` where that was not asked."""
    sentence_number: Annotated[int | None, BeforeValidator(_none)] = None
    """The sentence the label rests on: 0 is the title, n the n-th of the abstract; ``None`` for none."""


class JudgedDesign(JudgedRow):
    """How the study of an article was made, and with whom."""

    design: StudyDesign
    participants: Annotated[int | None, BeforeValidator(_none)] = None
    """Randomised, else enrolled, else analysed people; ``None`` where the text does not tell or has none."""
    participants_words: str = ""
    """The words that give the number, at most 80 characters."""
    population: Annotated[Population | None, BeforeValidator(_none)] = None
    """``None`` where that was not asked."""
    compares_groups: Annotated[bool | None, BeforeValidator(_none)] = None
    """Whether a study without chance assignment compares groups by treatment; ``None`` where that was not asked."""


class JudgedEffect(JudgedRow):
    """One effect that an abstract tells of a drug in a disease; a single row without values where it tells none."""

    disease: str
    tells: bool
    main: bool = False
    """Whether it is the article's main effect."""
    drug_value: str = ""
    other_value: str = ""
    estimate: str = ""
    interval: str = ""
    p: str = ""
    comparator: str = ""
    endpoint: str = ""
    primary: Annotated[bool | None, BeforeValidator(_none)] = None
    direction: str = ""
    """``benefit``, ``no benefit`` or ``harm`` of the drug against the comparator."""

    @property
    def numbers(self) -> str:
        """What tells the effect: the values of both arms, else the estimate, else the p value."""
        return f"{self.drug_value} : {self.other_value}" if self.drug_value else self.estimate or self.p


class JudgedPaperPair(JudgedRow):
    """Two papers, and whether they tell of the same participants."""

    other: str
    same: Annotated[bool | None, BeforeValidator(_none)] = None
    """``None`` where the abstracts do not tell."""
    drawn: str
    """How the pair was drawn, for example ``3+ authors, near``."""

    @property
    def pmids(self) -> tuple[str, ...]:
        return self.pmid, self.other


class TrialPaperOutcome(StrEnum):
    """What a paper tells of a trial's primary endpoint."""

    MET = "met"
    NOT_MET = "not met"
    MIXED = "mixed"
    SINGLE_ARM_POSITIVE = "single arm positive"
    SINGLE_ARM_NEGATIVE = "single arm negative"
    NOT_TOLD = "not told"


class JudgedTrialPaper(JudgedRow):
    """What a paper tells of the outcome of a registered trial."""

    nct: str
    disease: str
    reports: bool
    """Whether the paper reports results of this trial."""
    outcome: TrialPaperOutcome
    primary_said: Annotated[bool | None, BeforeValidator(_none)] = None
    """Whether the paper names the primary endpoint as such."""


class JudgedNumber(JudgedRow):
    """One statistic of a sentence of an abstract; a row with ``n`` 0 where it has none."""

    drug: str = ""
    sentence_start: int
    sentence_end: int
    sentence_sha256: str
    """The first 12 hexadecimal digits of the sentence's, so that a changed text is not counted."""
    n: int
    kind: str
    value: Annotated[float | None, BeforeValidator(_none)] = None
    sign: str = ""
    """Of a p value: ``<``, ``=``, ``>``, ``<=``, ``NS``."""
    low: Annotated[float | None, BeforeValidator(_none)] = None
    high: Annotated[float | None, BeforeValidator(_none)] = None
    level: Annotated[float | None, BeforeValidator(_none)] = None
    measure: str = ""
    unit: str = ""


_LAST: Final = ("sure", "part", "labelled_by", "labelled_on")
"""Columns behind those of the labels."""


class LabelQuestion(Value):
    """A question on drug labels and what a right answer to it is; its text and gold sentences are not ours to keep."""

    id: str
    drug: str = ""
    kind: str
    expect: str
    """``answer``, or how it is refused: ``not_in_label``, ``suggest``, ``no_drug``, ``advice_refused``…"""
    sections: Names = ()
    """Section categories in which the answer stands."""


class LabelAnswerJudged(Value):
    """A question of our own on drug labels, and where it is answered."""

    id: str
    part: Part
    drug: str
    kind: str
    expect: str
    """As of ``LabelQuestion``."""
    question: str
    context: str = ""
    """The question before."""
    sections: Names = ()
    """Categories in which the answer stands, the best first."""
    gold: str = ""
    """The places that answer together, each ``label|section|start|end``, with "; " between."""
    also: str = ""
    """Places each of which answers alone."""


class QuestionOfSubject(Value):
    """A question as people ask it, and what it asks for."""

    id: str
    part: Part
    subject: str
    """As of ``domain.questions.answers.QuestionSubject``."""
    question: str


class QuestionOfKind(Value):
    """A question as people ask it, and what it asks for."""

    id: str
    kind: str
    """``yes_no``, ``number`` or ``which``."""
    part: Part
    question: str


class FreeQuestion(Value):
    """A question over full texts as people ask it; no article's text is kept."""

    id: str
    kind: str
    """``yes_no``, ``number`` or ``which``."""
    answerable: bool
    verdict: str = ""
    """Of yes or no; else what a right answer holds, in any of several forms; empty: any number."""
    gold_pmcids: Names = ()
    missing: str = ""
    """In what no article fits, where it is not answerable: ``population``, ``comparator``, ``outcome``, ``drug``."""
    part: Part
    question: str = ""
    """Its text, where that is ours."""


RowT = TypeVar("RowT", bound=Value)


def read_rows(path: Path, form: type[RowT]) -> tuple[RowT, ...]:
    """The rows of a CSV file whose first line names the fields of ``form``, in their order.

    Raises:
        PermanentFailure: the file cannot be read, or a row is not of the form; the sentence names file and line.
    """
    try:
        lines = csv.DictReader(path.read_text("utf-8").splitlines())
    except (OSError, UnicodeDecodeError) as error:
        raise PermanentFailure(f"{path} cannot be read: {error}.") from error
    rows = []
    for number, record in enumerate(lines, start=2):
        try:
            rows.append(form.model_validate({key: value for key, value in record.items() if key}))
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(map(str, first["loc"])) or "the row"
            raise PermanentFailure(f"{path}, line {number}: {field}: {first['msg']}.") from None
    return tuple(rows)


def as_csv(rows: Iterable[Value], form: type[Value]) -> str:
    """The file of these rows: what ``read_rows`` reads."""
    text = io.StringIO()
    columns = sorted(form.model_fields, key=lambda name: name in _LAST)
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: _cell(value) for key, value in row.model_dump(mode="json").items()})
    return text.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "|".join(value)
    return "" if value is None else str(value)


def read_directions(reported: Path | None = None) -> tuple[JudgedDirection, ...]:
    """Every judged direction of the repository, and those that users reported.

    Args:
        reported: their file; one that is not there holds none.
    """
    rows = [row for name in DIRECTIONS for row in read_rows(FOLDER / name, JudgedDirection)]
    return (*rows, *read_reported(reported)) if reported else tuple(rows)


def read_reported(path: Path) -> tuple[JudgedDirection, ...]:
    """The readings that users called wrong, with what they should be; none where there is no such file."""
    return read_rows(path, JudgedDirection) if path.exists() else ()


def append_reported(path: Path, row: JudgedDirection) -> None:
    """Keep a reported row; an earlier one of the same article, drug and disease is replaced.

    Raises:
        PermanentFailure: the file is not of the form, or cannot be written.
    """
    kept = [old for old in read_reported(path) if _key(old) != _key(row)]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(as_csv([*kept, row], JudgedDirection), "utf-8")
    except OSError as error:
        raise PermanentFailure(f"{path} cannot be written ({error.strerror}).") from error


def _key(row: JudgedDirection) -> tuple[str, str, str]:
    return row.pmid, row.drug.casefold(), row.disease.casefold()
