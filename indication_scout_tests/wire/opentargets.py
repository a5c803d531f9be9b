"""Open Targets Platform 26.06: GraphQL over a part of its schema (``opentargets.graphql``).

What belongs here: the endpoint and its error habits. The objects behind the fields are in ``opentargets_graph``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from graphql import GraphQLError, GraphQLSyntaxError, build_schema, execute_sync, parse, validate

from .messages import Answer, Request, as_json
from .opentargets_graph import Graph
from .records import Records

_SCHEMA = Path(__file__).with_name("opentargets.graphql")


class OpenTargets:
    """Runs whatever query the client sends against the authored drugs, targets and diseases."""

    def __init__(self, records: Records) -> None:
        self._schema = build_schema(_SCHEMA.read_text("utf-8"))
        self._root = Graph(records).root()

    def answer(self, request: Request) -> Answer:
        """HTTP 400 for a query that does not fit the schema; 200 for everything else, resolver errors included."""
        query, variables, name = _question(request)
        if not query:
            return as_json({"error": "Bad request: a JSON object with a query is expected"}, 400)
        try:
            document = parse(query)
        except GraphQLSyntaxError as error:
            places = [{"line": place.line, "column": place.column} for place in error.locations or []]
            return as_json({"syntaxError": str(error), "locations": places}, 400)
        if errors := validate(self._schema, document):
            return as_json({"data": None, "errors": [_shown(error) for error in errors]}, 400)
        result = execute_sync(self._schema, document, self._root, variable_values=variables, operation_name=name)
        if result.data is None and result.errors:
            # Nothing was executed: variables that do not fit, or no such operation.
            return as_json({"data": None, "errors": [_shown(error) for error in result.errors]}, 400)
        return as_json({"data": result.data} | ({"errors": [*map(_shown, result.errors)]} if result.errors else {}))


def _question(request: Request) -> tuple[str, dict[str, Any], str | None]:
    try:
        asked = json.loads(request.body) if request.method == "POST" else dict(request.params)
        variables = asked.get("variables") or {}
        if isinstance(variables, str):
            variables = json.loads(variables)
        return str(asked.get("query") or ""), variables, asked.get("operationName") or None
    except (ValueError, AttributeError):
        return "", {}, None


def _shown(error: GraphQLError) -> dict[str, Any]:
    return dict(error.formatted)
