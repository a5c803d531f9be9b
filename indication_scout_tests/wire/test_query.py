"""The query language of the wire server."""

from __future__ import annotations

import pytest

from indication_scout_tests.wire.query import QueryError, Term, contains, evaluate, normalise, parse, terms

RECORD = {"title": normalise("Bupropion SR in obesity"), "mesh": normalise(["Obesity", "Body Weight"])}


def matches(query: str) -> bool:
    def matches(term, fields):
        return any(contains(fields[name], term.text) for name in ([term.field] if term.field else fields))

    return evaluate(parse(query), RECORD, matches)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("bupropion", True),
        ("bupropion obesity", True),
        ('"bupropion obesity"', False),
        ('"obesity body"', False),
        ("obes*", True),
        ("obes", False),
        ("obesity[mesh] AND bupropion[title]", True),
        ("bupropion[mesh] OR weight[title]", False),
        ("bupropion NOT obesity", False),
        ("bupropion AND NOT smoking", True),
        ("smoking AND x OR bupropion", True),
        ("bupropion OR x AND smoking", False),
        ("bupropion OR (x AND smoking)", True),
        ('AREA[mesh]("weight loss" OR obesity) AND title', False),
        ('AREA[mesh]("weight loss" OR obesity) AND bupropion', True),
        ("AREA[title](x OR (y OR bupropion))", True),
    ],
)
def test_left_to_right_booleans_with_fields_and_phrases(query, expected):
    assert matches(query) is expected


def test_terms_know_their_field_and_quotes():
    assert terms(parse('("Obesity"[mh] OR obese [tiab]) AND x')) == [
        Term("Obesity", "mh", True),
        Term("obese", "tiab", False),
        Term("x", "", False),
    ]


@pytest.mark.parametrize("query", ["", "  ", "(a OR b", "a AND", "OR a", "a)", '"unclosed'])
def test_what_cannot_be_read_is_an_error(query):
    with pytest.raises(QueryError):
        parse(query)
