"""The readers there are, and the one way to ask them.

What belongs here: registering a reader, choosing one, and handing every draft to the verifier: nothing but its output
leaves this module. How a reader reads is in a module of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ..domain.base import fingerprint_of_code
from ..domain.findings.readings import ArticleReading, Direction, PairNames, ReadFailure, RefusedPart
from ..domain.outcomes import WrongArgument
from ..domain.records.articles import Article
from .bundled_reader import BundledReader
from .reader_protocol import BUNDLED, ArticleToRead, CorrectedReader, Reader, ReadingDraft
from .rule_reader import BRIEF_RULES, RuleReader
from .verifier.verified_readings import verified_reading


def code_fingerprint() -> str:
    """Fingerprint of all code that decides what a reading says: a change of it makes every reading due, by itself."""
    return fingerprint_of_code("reading/**/*", "rules/**/*", "text/**/*")


CORRECTABLE: Final = frozenset({"direction", "effect", "design", "participants", "answer"})
"""Parts of a draft for whose refusal its reader is asked again."""


def reader(name: str = BUNDLED) -> Reader:
    """The reader registered under a name.

    Raises:
        WrongArgument: there is none.
    """
    if name not in READERS:
        raise WrongArgument(f"No reader is called {name!r}; there are: {', '.join(READERS)}.")
    return READERS[name]()


READERS: Final[Mapping[str, Callable[[], Reader]]] = {
    BUNDLED: lambda: BundledReader(code_fingerprint()),
    BRIEF_RULES: lambda: RuleReader(code_fingerprint()),
}
"""Every reader that needs nothing but the package. ``BRIEF_RULES`` reads whole pools before they are ranked."""


def read(by: Reader, articles: Sequence[ArticleToRead]) -> Iterator[list[ArticleReading] | ReadFailure]:
    """What stands of a reader's drafts: for each article a reading for every pair that was read, or a failure.

    A reader that can be corrected is told once what fell of a draft; of the two drafts the one of which less falls is
    taken, the first where it is equal.
    """
    drafts = zip(articles, by.read(articles), strict=True)
    first = (_standing(by, asked, draft) for asked, draft in drafts)
    return _corrected(by, articles, list(first)) if isinstance(by, CorrectedReader) else first


def _standing(
    by: Reader, asked: ArticleToRead, draft: ReadingDraft | ReadFailure
) -> list[ArticleReading] | ReadFailure:
    if isinstance(draft, ReadFailure):
        return draft
    return [verified_reading(asked.article, pair, by.id, draft) for pair in asked.pairs if pair.key in draft.pairs]


def _corrected(
    by: Reader, articles: Sequence[ArticleToRead], made: list[list[ArticleReading] | ReadFailure]
) -> Iterator[list[ArticleReading] | ReadFailure]:
    due = {place: fallen for place, readings in enumerate(made) if (fallen := _fallen(readings))}
    if due and isinstance(by, CorrectedReader):
        again = by.read_again([(articles[place], fallen) for place, fallen in due.items()])
        for place, draft in zip(due, again, strict=True):
            second = _standing(by, articles[place], draft)
            if not isinstance(second, ReadFailure) and len(_fallen(second)) < len(due[place]):
                made[place] = second
    yield from made


def _fallen(readings: list[ArticleReading] | ReadFailure) -> list[RefusedPart]:
    """What a reader may be asked again, each refusal once."""
    refused = [] if isinstance(readings, ReadFailure) else [part for made in readings for part in made.refused]
    return [part for part in dict.fromkeys(refused) if part.part in CORRECTABLE]


def completed(reading: ArticleReading, other: ArticleReading) -> ArticleReading:
    """A reading with what another reader says in place of what fell of it; what was refused stays listed.

    A direction that fell takes everything with it that is said of the pair, but effects that stand. Harm with one sign
    has two where the other reader says the same.
    """
    fallen = {part.part for part in reading.refused}
    of_pair, study, theirs, taken = reading.of_pair, reading.study, other.of_pair, []
    if fallen & {"direction", "answer"}:
        of_pair = theirs.model_copy(update={"effects": of_pair.effects or theirs.effects})
        taken += ["direction"]
    elif of_pair.harm_in_passing and theirs.direction is Direction.HARM:
        of_pair = of_pair.model_copy(update={"harm_in_passing": False})
    if fallen & {"effect"} and not reading.of_pair.effects and theirs.effects:
        of_pair = of_pair.model_copy(update={"effects": theirs.effects})
        taken += ["effects"]
    if fallen & {"design"}:
        study = other.study.model_copy(update={"participants": study.participants or other.study.participants})
        taken += ["design"]
    elif fallen & {"participants"} and other.study.participants:
        study = study.model_copy(update={"participants": other.study.participants})
        taken += ["participants"]
    return reading.model_copy(
        update={"of_pair": of_pair, "study": study, "taken_over": dict.fromkeys(taken, other.reader)}
    )


def needs_another(reading: ArticleReading) -> bool:
    """Whether another reader is asked as well: a part fell, or harm has one sign alone."""
    return bool(_fallen([reading])) or reading.of_pair.harm_in_passing


def read_one(article: Article, pair: PairNames) -> ArticleReading:
    """What one article says of one pair, read in full by the bundled reader."""
    [reading] = full_readings(pair, [article])
    return reading


def full_readings(pair: PairNames, articles: Sequence[Article]) -> list[ArticleReading]:
    """What each article says of one pair, read in full by the bundled reader."""
    return _read_by(BUNDLED, pair, articles)


def brief_readings(pair: PairNames, articles: Sequence[Article]) -> list[ArticleReading]:
    """What each article says of one pair, read in brief by the rules."""
    return _read_by(BRIEF_RULES, pair, articles)


def names_alone(drug_names: Sequence[str], disease_names: Sequence[str]) -> PairNames:
    """A pair of which no more is known than names, the preferred ones first."""
    diseases = tuple(disease_names)
    return PairNames(drug_names=tuple(drug_names), disease=diseases[0] if diseases else "", disease_names=diseases)


def _read_by(name: str, pair: PairNames, articles: Sequence[Article]) -> list[ArticleReading]:
    made = read(reader(name), [ArticleToRead(article, (pair,)) for article in articles])
    return [reading for readings in made if not isinstance(readings, ReadFailure) for reading in readings]
