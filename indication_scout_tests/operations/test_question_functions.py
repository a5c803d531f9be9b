"""Questions from Python: the examples of the page, run as they stand there."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest
from pydantic import SecretStr

from indication_scout_assets.domain.questions.answers import AnswerSource
from indication_scout_assets.operations.questions.answering import answering
from indication_scout_assets.operations.questions.question_functions import answer_query
from indication_scout_assets.pipeline.resources.workbench import workbench
from indication_scout_assets.settings import Settings
from indication_scout_tests import ROOT
from indication_scout_tests.label_examples import VELOTRIN, held, velotrin
from indication_scout_tests.library_texts import QUESTION, UNCOVERED, take_in, write_texts

PAGE = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.partition("## From Python")[2], re.MULTILINE | re.DOTALL)


@pytest.fixture
def settings(database_url: str, workspace: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A workspace with one label, papers on oats and the same on metformin, named by the environment."""
    folder = tmp_path / "texts"
    folder.mkdir()
    write_texts(folder)
    for path in folder.glob("*.xml"):
        text = path.read_text("utf-8").replace("PMC10", "PMC20")
        text = re.sub("oat bran", "metformin", text, flags=re.IGNORECASE)
        (folder / f"2{path.name}").write_text(re.sub("wheat bran", "placebo", text, flags=re.IGNORECASE), "utf-8")
    made = Settings(
        state_dir=tmp_path / "state", reports_dir=tmp_path / "reports", workspace=workspace,
        database_url=SecretStr(database_url),
    )  # fmt: skip
    with workbench(made) as bench:
        bench.db.labels.save(held(velotrin(), "velotrin"), "rules of this test")
        take_in(bench, "papers", folder)
    monkeypatch.setenv("SCOUT_DATABASE_URL", database_url)
    monkeypatch.setenv("SCOUT_WORKSPACE", workspace)
    monkeypatch.setenv("SCOUT_STATE_DIR", str(tmp_path / "state"))
    return made


def _printed(example: str) -> list[str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(example, "docs/questions.md", "exec"), {})  # noqa: S102 - the page's own code
    return out.getvalue().splitlines()


def test_the_first_example_prints_the_answer_and_its_citations(settings: Settings) -> None:
    lines = _printed(EXAMPLES[0])
    quote = "Serum cholesterol was significantly lower with metformin than with placebo (p = 0.01)."
    assert f"{quote} [1]" in " ".join(lines)
    assert any(line.endswith(f"(PMC201): {quote}") for line in lines)


def test_the_second_example_answers_many_questions_with_one_desk(settings: Settings) -> None:
    first, second = _printed(EXAMPLES[1])
    assert first.startswith("papers ")
    assert second.startswith("papers No passage")


def test_as_many_passages_come_as_are_asked_for(settings: Settings) -> None:
    result = answer_query(QUESTION, top_k=3)
    assert len(result.retrieved) == 3
    assert result.text.startswith(f"{result.citations[0].quote} [1]")


def test_numbers_of_a_label_stand_for_its_facts(settings: Settings) -> None:
    with answering(settings) as desk:
        result = answer_query("What is the half-life of velotrin?", desk=desk)
        citation = result.citations[0]
        assert [entry.source for entry in result.sources] == [AnswerSource.LABELS]
        assert result.text.startswith(f"{citation.quote} [1]")
        assert citation.passage_id.startswith(f"{VELOTRIN}#")
        refused = answer_query(UNCOVERED, desk=desk)
        assert (refused.refused, refused.text, refused.citations) == (True, "", ())
        assert refused.reason
        first = answer_query(QUESTION, desk=desk, conversation="talk")
        again = answer_query("And on body weight?", desk=desk, conversation="talk")
        known = {c.article_id: c.n for c in first.citations}
        assert all(known.get(c.article_id, c.n) == c.n for c in again.citations)
