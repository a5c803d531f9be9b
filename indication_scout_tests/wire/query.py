"""Boolean queries over records: the part of PubMed's and ClinicalTrials.gov's query languages the clients use.

Quotes, field tags behind a term (``"obesity"[tiab]``) or areas before it, also before a
parenthesis (``AREA[ConditionMeshTerm]"Obesity"``),
``AND``, ``OR`` and ``NOT`` from left to right without precedence as in PubMed, parentheses, a trailing ``*``, ranges of
dates (``"2019/05"[dp] : "3000"[dp]``). Words side by side without an operator are joined with ``AND``. No stemming, no
proximity.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

Fields = Mapping[str, str]
"""A record as the query sees it: field name -> ``normalise``d text; several values are kept apart by ``|``."""

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<paren>[()])
      | (?P<area>AREA)\[(?P<area_name>[^\]]+)\]
      | (?:"(?P<phrase>[^"]*)"|(?P<word>[^\s()\[\]"]+))(?:\s*\[(?P<tag>[^\]]+)\])?
    )""",
    re.X,
)


class QueryError(Exception):
    """The query cannot be read; the text says where."""


@dataclass(frozen=True)
class Term:
    """One word or phrase; ``field`` is empty where the query names none."""

    text: str
    field: str
    quoted: bool
    until: str = ""
    """The end of a range that begins with ``text``."""


@dataclass(frozen=True)
class Combination:
    """``left operator right``."""

    operator: str
    left: Node
    right: Node


Node = Term | Combination
Match = Callable[[Term, Fields], bool]


def normalise(values: str | Iterable[str]) -> str:
    """Lower-case words between single spaces; several values are separated so that no phrase spans two."""
    parts = [values] if isinstance(values, str) else values
    return " | ".join(" " + " ".join(re.findall(r"\w+", part.lower())) + " " for part in parts)


def parse(query: str) -> Node:
    """The tree of ``query``.

    Raises:
        QueryError: no term, an unclosed parenthesis, an operator without a term.
    """
    tokens = _tokens(query)
    if not tokens:
        raise QueryError("the query has no term")
    node, rest = _expression(tokens)
    if rest:
        raise QueryError(f"unexpected {rest[0]!r} in the query")
    return node


def terms(node: Node) -> list[Term]:
    """All terms, from left to right."""
    return [node] if isinstance(node, Term) else [*terms(node.left), *terms(node.right)]


def evaluate(node: Node, fields: Fields, match: Match) -> bool:
    """Whether the record's ``fields`` satisfy the query; ``match`` decides about single terms."""
    if isinstance(node, Term):
        return match(node, fields)
    left = evaluate(node.left, fields, match)
    if node.operator == "OR":
        return left or evaluate(node.right, fields, match)
    return left and evaluate(node.right, fields, match) == (node.operator == "AND")


def contains(text: str, phrase: str) -> bool:
    """Whether normalised ``text`` holds ``phrase`` as whole words; a trailing ``*`` lets the last word go on."""
    needle = _needle(phrase)
    return bool(needle.strip()) and needle in text


def in_range(day: str, term: Term) -> bool:
    """Whether a day, ``YYYYMMDD``, lies in the range of a term, or in the year, month or day that it names alone."""
    first = re.sub(r"\D", "", term.text)
    last = re.sub(r"\D", "", term.until) or first
    return bool(day) and first.ljust(8, "0") <= day <= last.ljust(8, "9")


@lru_cache(maxsize=4096)
def _needle(phrase: str) -> str:
    needle = normalise(phrase)
    return needle.rstrip() if phrase.endswith("*") else needle


def _tokens(query: str) -> list[str | Term]:
    tokens: list[str | Term] = []
    areas = [""]  # of the parentheses around, innermost last
    pending, position = "", 0
    while query[position:].strip():
        match = _TOKEN.match(query, position)
        if not match:
            raise QueryError(f"cannot read the query at {query[position : position + 20]!r}")
        position = match.end()
        word = match["word"]
        if match["area"]:
            pending = match["area_name"].lower()
        elif match["paren"]:
            tokens.append(match["paren"])
            if match["paren"] == "(":
                areas.append(pending or areas[-1])
            elif len(areas) > 1:
                areas.pop()
            pending = ""
        elif word in {"AND", "OR", "NOT", ":"} and not match["tag"]:
            tokens.append(word)
        else:
            text = match["phrase"] if word is None else word
            tokens.append(Term(text, (match["tag"] or pending or areas[-1]).lower(), quoted=word is None))
            pending = ""
    return _with_ranges(tokens)


def _with_ranges(tokens: list[str | Term]) -> list[str | Term]:
    """The tokens with ``begin : end`` as one term."""
    joined: list[str | Term] = []
    rest = iter(tokens)
    for token in rest:
        if token != ":":
            joined.append(token)
            continue
        begin, end = joined.pop() if joined else "", next(rest, "")
        if not isinstance(begin, Term) or not isinstance(end, Term) or begin.field != end.field:
            raise QueryError("a range needs a beginning and an end in the same field")
        joined.append(replace(begin, until=end.text))
    return joined


def _expression(tokens: list[str | Term]) -> tuple[Node, list[str | Term]]:
    node, tokens = _operand(tokens)
    while tokens and tokens[0] != ")":
        operator = "AND"
        if isinstance(tokens[0], str) and tokens[0] != "(":
            operator, tokens = tokens[0], tokens[1:]
            if operator == "AND" and tokens[:1] == ["NOT"]:
                operator, tokens = "NOT", tokens[1:]
        right, tokens = _operand(tokens)
        node = Combination(operator, node, right)
    return node, tokens


def _operand(tokens: list[str | Term]) -> tuple[Node, list[str | Term]]:
    if not tokens:
        raise QueryError("the query ends with an operator")
    first, rest = tokens[0], tokens[1:]
    if isinstance(first, Term):
        return first, rest
    if first != "(":
        raise QueryError(f"{first!r} stands where a term should be")
    node, rest = _expression(rest)
    if rest[:1] != [")"]:
        raise QueryError("a parenthesis is not closed")
    return node, rest[1:]
