"""What a report as of a date says of its date: what was left out and counted, and what of today is in it."""

from __future__ import annotations

from datetime import date

from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.reports.html_report import render_html
from indication_scout_assets.reports.markdown_report import render_markdown
from indication_scout_assets.reports.views.safety_view import Safety
from indication_scout_assets.reports.views.source_table import source_rows
from indication_scout_assets.reports.words.as_of_words import left_out, notes

from ..sample import sample_report

DAY = date(2015, 1, 1)
REPORT = sample_report(as_of=DAY)
ROWS = source_rows(
    [
        SourceOutcome(source="PubMed", question="q", state=SourceState.OK, found=2, left_out=3),
        SourceOutcome(source="PubMed", question="r", state=SourceState.EMPTY, left_out=1),
        SourceOutcome(source="DailyMed", question="q", state=SourceState.OK, found=1),
        SourceOutcome(
            source="OMIM", question="q", state=SourceState.NOT_ASKED, reason="OMIM is not asked in an as-of run: why."
        ),
        SourceOutcome(source="Tavily", question="q", state=SourceState.NOT_ASKED, reason="It needs a key."),
    ]
)


def test_what_the_date_cost_is_counted_by_source():
    assert left_out(ROWS).endswith("as later or without a full date: 4 records (4 of PubMed).")
    assert left_out(ROWS[1:]).endswith("None that they sent was later or undated.")


def test_sources_not_asked_for_the_sake_of_the_date_are_named_and_no_others():
    (sentence,) = [note for note in notes(REPORT, ROWS) if note.startswith("Not asked")]
    assert sentence == "Not asked, because what they say carries no full date: OMIM."


def test_a_language_model_is_said_to_know_what_came_later():
    def speaks(synthesizer: str) -> bool:
        run = REPORT.run.model_copy(update={"synthesizer": synthesizer})
        return any("language model" in note for note in notes(REPORT.model_copy(update={"run": run}), ROWS))

    assert [speaks("extractive@2"), speaks("claude-sonnet-5@2")] == [False, True]


def test_a_report_of_today_says_none_of_it():
    today = sample_report()
    assert notes(today, ROWS) == []
    assert 'id="as-of"' not in render_html(today)
    assert "--as-of" not in render_html(today)


def test_both_forms_say_it_and_how_to_repeat_the_run():
    page, text = render_html(REPORT), render_markdown(REPORT)
    assert 'href="#as-of"' in page
    assert 'id="as-of"' in page
    assert "--as-of 2015-01-01 run" in page
    assert "### As of 2015-01-01" in text


def test_what_is_missing_is_missing_as_of_the_day():
    """A current label was revised since; that it is missing says nothing of the day."""
    bare = {"labels": (), "label_indications": (), "adverse_events": None}
    answered = tuple(
        SourceOutcome(source=source, question="q", state=SourceState.EMPTY)
        for source in ("DailyMed", "openFDA labels", "FAERS")
    )
    safety = Safety(REPORT.model_copy(update={**bare, "outcomes": answered}))
    assert "last revised by 2015-01-01 was found" in safety.no_label
    assert safety.no_events == "FAERS holds no report received by 2015-01-01 that names the drug."
