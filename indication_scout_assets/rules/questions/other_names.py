"""What a question names, under the other names a workspace knows: paracetamol is acetaminophen, MASLD is fatty liver.

What belongs here: finding names in a question, also of drugs by the form of their names alone, and saying whether a
text names the same thing otherwise. How much other names count is ``ranking``'s.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from ...domain.questions.library import NameGroup, OtherNames
from ...domain.questions.question_answering import QuestionFrame
from ..labels.label_words import drug_called
from ..language.stemming import stem
from ..names.name_matching import is_acronym, names_in, unique_names, words
from ..word_tables import read_table
from .question_frames import read_question, with_known_names

DrugsIn = Callable[[str], Sequence[str]]
"""The drugs a text names, as it calls them, in its order."""
MOST = 8
"""Other names of one thing that are searched; the first are the commonest."""
_LONGEST = 10
"""Words of a name."""
_KINDS = ("disease", "syndrome", "phenomenon", "disorder")
_EPONYM = re.compile(rf"(?P<person>(?-i:[A-Z])[^\W\d_]+)(?:['’]s)? (?P<kind>{'|'.join(_KINDS)})", re.IGNORECASE)
_SHORTEST = 4
"""Letters of a name that is no acronym."""


class NamesKnown:
    """The names a workspace knows, for many questions."""

    def __init__(self, groups: Iterable[NameGroup]) -> None:
        self._groups: dict[tuple[str, ...], NameGroup] = {}
        for group in groups:
            called = group.model_copy(update={"names": tuple(unique_names(group.names))})
            for name in called.names:
                if is_acronym(name) or len(name) >= _SHORTEST:
                    self._groups.setdefault(words(name), called)
            for name in _by_eponym(called.names):
                self._groups.setdefault(words(name), called)

    def in_question(self, question: str) -> tuple[OtherNames, ...]:
        """What the question names, each with its other names; longer names first taken, none within another."""
        others = ((group, [n for n in group.names if not _said(n, question)]) for group in self.things_in(question))
        return tuple(OtherNames(named=g.names[0], others=tuple(names[:MOST])) for g, names in others if names)

    def things_in(self, question: str) -> tuple[NameGroup, ...]:
        """The drugs and diseases the question names, each once, as it is called there first."""
        things: dict[NameGroup, NameGroup] = {}
        for named, group in self._named(question):
            names = tuple(unique_names([named, *group.names]))
            things.setdefault(group, group.model_copy(update={"names": names}))
        return tuple(things.values())

    def _named(self, question: str) -> Iterator[tuple[str, NameGroup]]:
        """The names that stand in the question, each with what is called so."""
        asked = question.replace("?", " ").split()
        first = 0
        while first < len(asked):
            length = next(
                (n for n in range(min(_LONGEST, len(asked) - first), 0, -1) if self._known(asked, first, n)), 0
            )
            if length:
                named = " ".join(asked[first : first + length]).strip(",;:.()")
                yield named, self._groups[words(named)]
            first += length or 1

    def has(self, word: str) -> bool:
        """Whether a word, by its stem, is part of a name."""
        return word in {stem(part) for called in self._groups for part in called}

    def names_of(self, name: str) -> tuple[str, ...]:
        """All names of what is called so; the name alone where it is not known."""
        group = self._groups.get(words(name))
        return group.names if group else (name,)

    def _known(self, asked: Sequence[str], first: int, length: int) -> bool:
        name = " ".join(asked[first : first + length]).strip(",;:.()")
        known = words(name)
        if known not in self._groups:
            return False
        # A word that is an acronym elsewhere ("all", "aids") is meant only where it is written as one.
        as_acronym = any(is_acronym(other) for other in self._groups[known].names if words(other) == known)
        return is_acronym(name) or (len(name) >= _SHORTEST and not as_acronym)


def _by_eponym(names: Sequence[str]) -> Iterator[str]:
    """Further names of a disease that bears a person's name and is called in two ways: where it is Raynaud disease and
    Raynaud phenomenon, it is Raynaud syndrome as well. One that has a single name may not be the other: Cushing disease
    is a kind of Cushing syndrome.
    """
    called: dict[str, set[str]] = {}
    for name in names:
        if match := _EPONYM.fullmatch(name):
            called.setdefault(match["person"], set()).add(match["kind"].lower())
    yield from (f"{person} {kind}" for person, kinds in called.items() if len(kinds) > 1 for kind in _KINDS)


def disease_rows() -> tuple[NameGroup, ...]:
    """Diseases as people call them and as papers do (``disease_names.toml``)."""
    rows = read_table(__package__, "disease_names.toml")["disease"]
    return tuple(NameGroup(kind="disease", names=tuple(row["names"])) for row in rows)


@lru_cache(maxsize=1)
def listed_diseases() -> NamesKnown:
    """The names of those diseases, for many questions."""
    return NamesKnown(disease_rows())


def read_with_names(question: str, known: NamesKnown) -> QuestionFrame:
    """A question taken apart, with the other names of what it names: those known, and where it names a drug and no
    disease among them, those of the diseases that are listed."""
    frame = read_question(question)
    others, things = known.in_question(frame.text), known.things_in(frame.text)
    if [thing.kind for thing in things] == ["drug"]:  # of a disease that is no candidate here
        others += listed_diseases().in_question(frame.text)
        things += listed_diseases().things_in(frame.text)
    return with_known_names(frame, things, others)


def with_names(text: str, other_names: Sequence[OtherNames]) -> str:
    """The text with the names of a question added that it holds under another name."""
    named = [names.named for names in other_names if names_in(text, names.others)]
    return f"{text} {' '.join(named)}" if named else text


def _said(name: str, question: str) -> bool:
    held, asked = words(name), words(question)
    return any(asked[at : at + len(held)] == held for at in range(len(asked) - len(held) + 1))


def drugs_by_form(text: str) -> tuple[str, ...]:
    """The words of a text that are drugs by the form of their name: "metoprolol"; what is eaten and drunk is none."""
    return tuple(word for word in re.findall(r"[^\W\d_]{4,}", text) if _ends_as_drugs(word.lower()))


def _ends_as_drugs(word: str) -> bool:
    called = drug_called(word)
    return bool(called) and called.isdisjoint(map(stem, ("alcohol", "caffeine")))
