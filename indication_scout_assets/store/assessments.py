"""Assessments: what the evidence of each of a drug's candidates amounts to."""

from __future__ import annotations

from collections.abc import Sequence

from ..domain.assessment import Assessment
from .repository import Repository, json_list


class Assessments(Repository):
    def replace(self, slug: str, assessments: Sequence[Assessment]) -> None:
        """Replace all of the drug's assessments."""
        with self._transaction():
            self._run("clear_assessments", slug=slug)
            self._run("insert_assessments", slug=slug, assessments=json_list(assessments))

    def load(self, slug: str) -> list[Assessment]:
        """The drug's assessments, best candidate first."""
        return [Assessment.model_validate(row["assessment"]) for row in self._rows("load_assessments", slug=slug)]
