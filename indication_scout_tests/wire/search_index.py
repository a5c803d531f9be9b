"""Searching one Entrez database: field names, unknown phrases and PubMed's way to say how it read a query.

What belongs here: what ``db=pubmed`` and ``db=mesh`` searches share.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from .query import Combination, Fields, Match, Node, Term, evaluate, normalise, parse, terms


@dataclass(frozen=True)
class Found:
    """What a search found, in the wire's words."""

    ids: Sequence[str]
    translation: str
    phrases_not_found: Sequence[str] = ()
    fields_not_found: Sequence[str] = ()
    quoted_not_found: Sequence[str] = ()


@dataclass(frozen=True)
class SearchIndex:
    """Records by id in the order a search lists them, with the database's field names and term matching."""

    records: Mapping[str, Fields]
    field_names: Mapping[str, str]
    """Accepted tag -> the name the translation shows."""
    match: Match
    knows: Callable[[str], bool]
    """Whether the database has heard of a phrase at all, in a record or as a name."""
    default_field: str = "all fields"
    never_unknown: Collection[str] = ()
    """Shown names of fields whose terms are no phrases of an index: dates, filters, publication types."""

    def search(self, query: str) -> Found:
        """Find the records that satisfy ``query``; an untagged or unknown field searches everywhere.

        A quoted phrase the database has never heard of is searched word by word and reported, as PubMed does.
        """
        tree = parse(query)
        used = terms(tree)
        unheard = [
            t
            for t in used
            if self.field_names.get(t.field) not in self.never_unknown
            and not t.text.endswith("*")
            and not self.knows(t.text)
        ]
        quoted = [t.text for t in unheard if t.quoted and " " in normalise(t.text).strip()]
        words = {w for t in unheard for w in normalise(t.text).split()}
        tree = self._resolved(tree, set(quoted))
        return Found(
            ids=[uid for uid, fields in self.records.items() if evaluate(tree, fields, self.match)],
            translation=_show(tree, self.field_names),
            phrases_not_found=sorted(w for w in words if not self.knows(w)),
            fields_not_found=sorted({t.field for t in used if t.field and t.field not in self.field_names}),
            quoted_not_found=quoted,
        )

    def _resolved(self, node: Node, unheard: set[str]) -> Node:
        if isinstance(node, Combination):
            return replace(node, left=self._resolved(node.left, unheard), right=self._resolved(node.right, unheard))
        field = node.field if node.field in self.field_names else self.default_field
        if node.text not in unheard:
            return replace(node, field=field)
        tree: Node | None = None
        for word in normalise(node.text).split():
            term = Term(word, field, quoted=False)
            tree = Combination("AND", tree, term) if tree else term
        return tree or node


def _show(node: Node, names: Mapping[str, str]) -> str:
    if isinstance(node, Term):
        field = names.get(node.field, "All Fields")
        if node.until:
            return f"{node.text} : {node.until}[{field}]"
        return f'"{node.text}"[{field}]'
    left = _show(node.left, names)
    right = _show(node.right, names)
    if isinstance(node.right, Combination):
        right = f"({right})"
    if isinstance(node.left, Combination) and node.left.operator != node.operator:
        left = f"({left})"
    return f"{left} {node.operator} {right}"
