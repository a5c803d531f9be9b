"""Runs as of a day: whatever enters is dated and not later, for every kind of record; later knowledge is taken out."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.candidates import ClassDrug
from indication_scout_assets.domain.diseases import Disease
from indication_scout_assets.domain.drugs import (
    ClinicalReport,
    ClinicalStage,
    DrugProfile,
    DrugWarning,
    Indication,
    MarketFacts,
)
from indication_scout_assets.domain.records.articles import Article, Correction, PublicationType, RetractionStatus
from indication_scout_assets.domain.records.labels import Label, LabelVersion
from indication_scout_assets.domain.records.references import ReferenceEntry, ReferenceKind, WebPage
from indication_scout_assets.domain.records.retractions import Notice, RetractionSignal
from indication_scout_assets.domain.records.trials import PostedOutcome, Trial
from indication_scout_assets.rules.as_of import (
    article_day,
    articles_as_of,
    class_drug_as_of,
    disease_as_of,
    evidence_as_of,
    exact_day,
    indications_as_of,
    known_on,
    labels_as_of,
    last_day,
    latest_day,
    market_as_of,
    profile_as_of,
    references_as_of,
    signals_as_of,
    trial_as_of,
    warnings_as_of,
    web_pages_as_of,
)
from indication_scout_assets.rules.candidates.association_scores import CEILING, AssociationEvidence, association_score

AS_OF = date(2010, 6, 30)

DAYS = st.dates(date(2008, 1, 1), date(2012, 12, 31))
MAYBE_DAYS = st.none() | DAYS
WRITTEN = st.one_of(
    DAYS.map(date.isoformat),
    DAYS.map(lambda day: f"{day:%Y-%m}"),
    DAYS.map(lambda day: f"{day:%Y}"),
    st.sampled_from(["", "2010-13", "2010-02-30", "June 2009", "2009-1", "20090101", "09", "0000", "unknown"]),
)
"""Dates as sources write them, whole, partial and broken."""
STAGES = st.sampled_from(list(ClinicalStage))


def _written_ways() -> dict[str, list[date]]:
    ways: dict[str, list[date]] = defaultdict(list)
    for number in range(date(2007, 1, 1).toordinal(), date(2014, 1, 1).toordinal()):
        day = date.fromordinal(number)
        for written in (f"{day:%Y-%m-%d}", f"{day:%Y-%m}", f"{day:%Y}"):
            ways[written].append(day)
    return ways


READINGS = _written_ways()


def readings(written: str | int | None) -> list[date]:
    """Every day a date can mean, in order, by how each day of the years in question is written."""
    return READINGS.get(str(written), [])


# -- Days ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2010-05-03", date(2010, 5, 3)), ("2010-05-03T11:00:00", date(2010, 5, 3)), ("2010-05", date(2010, 5, 31)),
        ("2012-02", date(2012, 2, 29)), ("2010", date(2010, 12, 31)), (2010, date(2010, 12, 31)), (None, None),
        ("", None), ("2010-13", None), ("2010-02-30", None), ("May 2010", None), ("20100503", None), (0, None),
    ],
)  # fmt: skip
def test_a_date_counts_from_the_last_day_it_can_mean(written, day):
    assert last_day(written) == day
    assert exact_day(str(written or "")) == (day if isinstance(written, str) and "-05-03" in written else None)


@pytest.mark.parametrize(
    ("dates", "day"),
    [
        (("2010-03-05", 2010), date(2010, 3, 5)), (("2010-03-05", 2011), date(2011, 12, 31)), ((None, None), None),
        ((None, 2009), date(2009, 12, 31)), (("2009-01-01", "someday"), None),
        (("2009-01-01", "2012-01-01"), date(2012, 1, 1)),
    ],
)  # fmt: skip
def test_of_several_dates_the_latest_counts_and_one_that_cannot_be_read_spoils_them(dates, day):
    assert latest_day(*dates) == day


@given(st.lists(WRITTEN | st.none() | st.integers(2008, 2012), max_size=4), DAYS)
def test_what_is_known_by_its_dates_has_one_and_no_reading_of_them_is_later(dates, as_of):
    if known_on(latest_day(*dates), as_of):
        spans = [readings(written) for written in dates if written not in (None, "")]
        assert spans
        assert all(spans)
        for days in spans:
            narrower = [other for other in spans if set(other) < set(days)]
            assert days[-1] <= as_of or any(other[-1] <= as_of for other in narrower)


def undated_or_later(items, day_of, as_of):
    """Those of the items that must not be in a run as of ``as_of``."""
    return [item for item in items if (day := day_of(item)) is None or day > as_of]


# -- Literature ----------------------------------------------------------------------------------------------------


@st.composite
def articles(draw: st.DrawFn) -> Article:
    pmid = draw(st.none() | st.just("99000001"))
    return Article(
        id="doi:10.5555/x", pmid=pmid, title="T", entrez_date=draw(MAYBE_DAYS), published=draw(MAYBE_DAYS), cited_by=7
    )


@given(st.lists(articles()), DAYS)
def test_articles_that_enter_are_dated_and_not_later(dated, as_of):
    entered = articles_as_of(dated, as_of)
    assert undated_or_later(entered, article_day, as_of) == []
    assert all((a.entrez_date if a.pmid else a.published) <= as_of for a in entered)
    assert all(a.cited_by is None for a in entered)


@pytest.mark.parametrize(("published", "enters"), [(date(2009, 5, 5), True), (date(2009, 5, 1), False), (None, False)])
def test_the_first_of_a_month_is_no_exact_date(published, enters):
    """Bibliographies write it where they know the month or the year alone."""
    article = Article(doi="10.5555/x", title="T", published=published)
    assert bool(articles_as_of([article], AS_OF)) is enters


@pytest.mark.parametrize(
    ("kind", "reference", "stays"),
    [
        ("ErratumIn", "Lancet. 2009 Mar 1;373:761", True), ("ErratumIn", "Lancet. 2010 Mar 1;375:761", False),
        ("CommentIn", "", False), ("UpdateIn", "Cochrane Database Syst Rev. 2012;1:CD1", False),
        ("UpdateOf", "Cochrane Database Syst Rev. 2007;1:CD1", True), ("CommentOn", "", True),
        ("RetractionIn", "Lancet. 2012;380:1", True), ("ExpressionOfConcernIn", "", True),
    ],
)  # fmt: skip
def test_links_to_later_records_go_but_for_retractions_and_concerns(kind, reference, stays):
    """The year of the reference counts from its last day; a link without one may be later."""
    link = Correction(kind=kind, pmid="99000009", source=reference)
    article = Article(pmid="99000001", title="T", entrez_date=date(2009, 1, 2), corrections=(link,))
    (known,) = articles_as_of([article], AS_OF)
    assert known.corrections == ((link,) if stays else ())


def test_a_retraction_stays_unless_it_is_surely_later():
    retracted = Article(
        pmid="99000001", title="T", entrez_date=date(2009, 1, 2), marked_retracted_by=("OpenAlex",),
        publication_types=(PublicationType(name="Retracted Publication"),),
        corrections=(Correction(kind="RetractionIn", pmid="99000009"),),
    )  # fmt: skip
    (kept,) = articles_as_of([retracted], AS_OF)
    assert (kept.retraction, kept.marked_retracted_by) == (RetractionStatus.RETRACTED, ("OpenAlex",))
    signals = [
        RetractionSignal(source=str(day), notice=Notice.RETRACTION, dated=day)
        for day in (None, AS_OF, AS_OF + timedelta(days=1))
    ]
    assert [signal.source for signal in signals_as_of(signals, AS_OF)] == ["None", "2010-06-30"]


@given(MAYBE_DAYS, WRITTEN, DAYS)
def test_labels_references_pages_and_counts_that_enter_are_dated_and_not_later(day, written, as_of):
    label = Label(set_id="s", source="DailyMed", title="T", effective=day)
    assert bool(labels_as_of([label], as_of)) is (day is not None and day <= as_of)
    published = label.model_copy(update={"effective": as_of, "published": day})
    assert bool(labels_as_of([published], as_of)) is (day is None or day <= as_of)
    history = LabelVersion(version="1", day=day)
    (kept,) = labels_as_of([label.model_copy(update={"effective": as_of, "history": (history,)})], as_of)
    assert bool(kept.history) is (day is not None and day <= as_of)
    entry = ReferenceEntry(source="RxNorm", kind=ReferenceKind.IDENTITY, id="1", title="T", published=written)
    page = WebPage(url="https://example.org", title="T", content="", published=written, disease_id="D")
    days = readings(written)
    enters = len(days) == 1 and days[0] <= as_of
    assert [bool(references_as_of([entry], as_of)), bool(web_pages_as_of([page], as_of))] == [enters, enters]


# -- Trials --------------------------------------------------------------------------------------------------------

TRIAL_OF_TODAY = Trial(
    nct_id="NCT99000001", title="Title", official_title="Official", summary="It failed.", status="TERMINATED",
    why_stopped="Futility", phases=("PHASE3",), enrollment=120, enrollment_type="ACTUAL", start_date="2009-05",
    completion_date="2011-01-20", first_posted="2009-04-02", last_updated="2013-01-01", results_posted="2012-02-01",
    conditions=("Obesity",), primary_outcomes=("Weight",), pmids=("99000001",), retracted_pmids=("99000001",),
    has_results=True, results=(PostedOutcome(title="Weight"),),
)  # fmt: skip


def trial_of_today(**changes: Any) -> Trial:
    return TRIAL_OF_TODAY.model_copy(update=changes)


def seen(trial: Trial, as_of: date = AS_OF) -> Trial:
    known = trial_as_of(trial, as_of)
    assert known is not None
    return known


def test_later_outcomes_are_taken_out_and_what_was_registered_stays():
    trial = seen(TRIAL_OF_TODAY)
    assert (trial.status, trial.why_stopped, trial.summary, trial.enrollment) == ("UNKNOWN", "", "", None)
    assert (trial.completion_date, trial.results_posted, trial.last_updated) == ("", "", "")
    assert (trial.has_results, trial.pmids) == (False, ())
    assert (trial.title, trial.phases, trial.conditions, trial.start_date) == (
        "Title", ("PHASE3",), ("Obesity",), "2009-05",
    )  # fmt: skip
    assert trial.primary_outcomes == ("Weight",)
    assert trial.results == ()
    assert trial.retracted_pmids == ("99000001",)


def test_a_record_not_touched_since_is_taken_as_it_is_but_for_its_papers():
    untouched = trial_of_today(last_updated="2010-06-30", completion_date="2011-01")
    assert seen(untouched) == untouched.model_copy(update={"pmids": ()})


def test_a_planned_enrolment_and_results_of_the_time_stay():
    trial = seen(trial_of_today(enrollment_type="ESTIMATED", results_posted="2010-03-01"))
    assert (trial.enrollment, trial.enrollment_type, trial.has_results) == (120, "ESTIMATED", True)
    assert trial.results == ()  # sponsors correct them, and this record changed later
    assert seen(trial_of_today(enrollment_type="")).enrollment is None
    assert seen(trial_of_today(results_posted="")).has_results is None


@given(WRITTEN, WRITTEN, WRITTEN, WRITTEN, WRITTEN, DAYS)
def test_trials_that_enter_were_posted_and_tell_nothing_later(posted, updated, results, start, end, as_of):
    dates = {"first_posted": posted, "last_updated": updated, "results_posted": results}
    trial = trial_of_today(**dates, start_date=start, completion_date=end)
    known = trial_as_of(trial, as_of)
    days = readings(posted)
    assert (known is not None) is (bool(days) and days[-1] <= as_of)
    if known is None:
        return
    assert known.pmids == ()
    untouched = bool(readings(updated)) and readings(updated)[-1] <= as_of
    if not untouched:
        shown = [known.start_date, known.completion_date, known.results_posted, known.last_updated]
        assert all(readings(written)[-1] <= as_of for written in shown if written)
        assert (known.status, known.why_stopped, known.summary, known.enrollment) == ("UNKNOWN", "", "", None)


# -- Drugs ---------------------------------------------------------------------------------------------------------


@st.composite
def indications(draw: st.DrawFn) -> Indication:
    reports = tuple(
        ClinicalReport(
            id=f"R{draw(st.integers(1, 8))}", source="AACT", stage=draw(STAGES), status="TERMINATED",
            why_stopped="Futility", stop_reasons=("Negative",),
        )
        for _ in range(draw(st.integers(0, 4)))
    )  # fmt: skip
    return Indication(disease_id="D", disease_name="d", stage=draw(STAGES), reports=reports)


REPORT_DAYS = st.dictionaries(st.integers(1, 8).map(lambda n: f"R{n}"), MAYBE_DAYS)


@given(st.lists(indications(), max_size=4), REPORT_DAYS, DAYS)
def test_indications_and_reports_that_enter_are_dated_and_not_later(dated, days, as_of):
    entered = indications_as_of(dated, days, as_of)
    assert all(i.reports for i in entered)
    reports = [report for i in entered for report in i.reports]
    assert undated_or_later(reports, lambda report: days.get(report.id), as_of) == []
    assert all((r.status, r.why_stopped, r.stop_reasons) == (None, None, ()) for r in reports)
    assert all(i.stage.rank <= max(r.stage.rank for r in i.reports) for i in entered)
    drug = class_drug_as_of(ClassDrug(chembl_id="C", name="c", indications=tuple(dated)), days, as_of)
    assert (drug.indications if drug else ()) == entered
    profile = DrugProfile(slug="s", query="s", chembl_id="C", name="c", indications=tuple(dated))
    own = [r for i in profile_as_of(profile, days, as_of).indications for r in i.reports]
    outside = undated_or_later(own, lambda report: days.get(report.id), as_of)
    assert all(r.stage is ClinicalStage.APPROVAL and days.get(r.id) is None for r in outside)
    assert [r for r in own if r not in outside] == reports


def report(id_: str, stage: ClinicalStage) -> ClinicalReport:
    return ClinicalReport(id=id_, source="AACT", stage=stage)


def test_the_stage_is_the_highest_known_on_the_day_and_never_above_todays():
    early, late = report("early", ClinicalStage.PHASE_2), report("late", ClinicalStage.APPROVAL)
    four = report("four", ClinicalStage.PHASE_4)
    days = {"early": date(2009, 1, 1), "late": date(2011, 1, 1), "four": date(2009, 1, 1)}

    def stage(today: ClinicalStage, *reports: ClinicalReport) -> list[ClinicalStage]:
        indication = Indication(disease_id="D", disease_name="d", stage=today, reports=reports)
        return [i.stage for i in indications_as_of([indication], days, AS_OF)]

    assert stage(ClinicalStage.APPROVAL, early, late) == [ClinicalStage.PHASE_2]
    assert stage(ClinicalStage.APPROVAL, late) == []
    assert stage(ClinicalStage.APPROVAL, early, four) == [ClinicalStage.PHASE_4]
    assert stage(ClinicalStage.PHASE_3, early, four) == [ClinicalStage.PHASE_3]


@pytest.mark.parametrize(("first", "known"), [(2001, True), (2010, False), (2015, False), (None, False)])
def test_an_undated_approval_counts_where_the_drug_was_approved_before_the_day(first, known):
    """Imatinib, approved in 2001: its listed use in gastrointestinal stromal tumour carries no date."""
    listed, trial = report("list", ClinicalStage.APPROVAL), report("trial", ClinicalStage.PHASE_2)
    use = Indication(
        disease_id="MONDO_0011719",
        disease_name="gastrointestinal stromal tumor",
        stage=ClinicalStage.APPROVAL,
        reports=(listed, trial),
    )
    profile = DrugProfile(
        slug="imatinib", query="imatinib", chembl_id="CHEMBL941", name="imatinib", indications=(use,),
        market=MarketFacts(first_approval=first),
    )  # fmt: skip
    uses = profile_as_of(profile, {"list": None}, AS_OF).approved_uses
    assert [[r.id for r in i.reports] for i in uses] == ([["list"]] if known else [])
    assert profile_as_of(profile, {"list": date(2012, 1, 1)}, AS_OF).approved_uses == ()
    other = Indication(
        disease_id="O",
        disease_name="o",
        stage=ClinicalStage.APPROVAL,
        reports=(report("dated", ClinicalStage.APPROVAL),),
    )
    approved_before = profile.model_copy(update={"indications": (use, other), "market": MarketFacts()})
    days = {"list": None, "dated": date(2002, 1, 1)}
    assert [i.disease_id for i in profile_as_of(approved_before, days, AS_OF).approved_uses] == ["MONDO_0011719", "O"]
    mate = ClassDrug(chembl_id="C", name="c", indications=(use,))
    assert class_drug_as_of(mate, {"list": None}, AS_OF) is None


def test_the_profile_keeps_who_the_drug_is_and_loses_what_came_later():
    profile = DrugProfile(
        slug="s",
        query="s",
        chembl_id="C",
        name="c",
        description="Approved in 2011.",
        maximum_stage=ClinicalStage.APPROVAL,
        indications=(
            Indication(
                disease_id="D",
                disease_name="d",
                stage=ClinicalStage.APPROVAL,
                reports=(report("old", ClinicalStage.PHASE_3), report("new", ClinicalStage.APPROVAL)),
            ),
        ),
        warnings=tuple(DrugWarning(kind="Withdrawn", year=year) for year in (2009, 2010, None)),
        market=MarketFacts(withdrawn=True, first_approval=2009, atc_codes=("N06AX12",)),
        related_ids=("C2",),
    )
    known = profile_as_of(profile, {"old": date(2008, 1, 1), "new": date(2011, 1, 1)}, AS_OF)
    assert (known.name, known.related_ids, known.description) == ("c", ("C2",), "")
    assert (known.maximum_stage, [w.year for w in known.warnings]) == (ClinicalStage.PHASE_3, [2009])
    assert known.market == MarketFacts(first_approval=2009)
    assert known.withdrawn


@given(st.none() | st.integers(2008, 2012), DAYS)
def test_a_year_is_known_once_it_is_over(year, as_of):
    over = year is not None and date(year, 12, 31) <= as_of
    assert bool(warnings_as_of([DrugWarning(kind="Withdrawn", year=year)], as_of)) is over
    market = market_as_of(MarketFacts(withdrawn=True, first_approval=year, atc_codes=("A01AA01",)), as_of)
    assert market == MarketFacts(first_approval=year if over else None)


# -- Targets and diseases ------------------------------------------------------------------------------------------


@given(st.lists(MAYBE_DAYS.map(lambda day: AssociationEvidence(source="eva", datatype="g", score=0.5, day=day))), DAYS)
def test_evidence_that_enters_is_dated_and_not_later(evidence, as_of):
    entered = evidence_as_of(evidence, as_of)
    assert undated_or_later(entered, lambda piece: piece.day, as_of) == []
    assert len(entered) + len(undated_or_later(evidence, lambda piece: piece.day, as_of)) == len(evidence)


def test_how_crowded_a_disease_is_today_is_not_known():
    assert disease_as_of(Disease(id="D", name="d", drug_count=40)) == Disease(id="D", name="d")


def evidence(source: str, datatype: str, *scores: float) -> list[AssociationEvidence]:
    return [AssociationEvidence(source=source, datatype=datatype, score=score) for score in scores]


def test_the_published_formula():
    records = [
        *evidence("gwas", "genetic", 0.4, 0.8), *evidence("eva", "genetic", 0.5),
        *evidence("europepmc", "literature", 1.0),
        *evidence("clinical_precedence", "clinical", 1.0),
    ]  # fmt: skip
    score = association_score(records, {"europepmc": 0.2, "clinical_precedence": 0.0})
    gwas, eva, papers = (0.8 + 0.4 / 4) / CEILING, 0.5 / CEILING, 1.0 / CEILING
    assert pytest.approx(1.644, abs=0.001) == CEILING
    assert score.total == pytest.approx((gwas + eva / 4 + 0.2 * papers / 9) / CEILING)
    assert score.by_datatype == pytest.approx({"genetic": (gwas + eva / 4) / 1.25, "literature": papers})
    assert score.by_source == pytest.approx({"gwas": gwas, "eva": eva, "europepmc": papers})
    assert association_score([], {}).total == 0.0


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), st.floats(0, 1)), max_size=30), st.floats(0, 1))
def test_a_score_lies_between_0_and_1_and_more_evidence_never_lowers_it(rows, more):
    records = [record for source, score in rows for record in evidence(source, "t", score)]
    weights = {"a": 0.2, "b": 0.0}
    score = association_score(records, weights)
    assert 0 <= score.total <= 1
    assert all(0 <= part <= 1 for part in score.by_datatype.values())
    assert association_score([*records, *evidence("a", "t", more)], weights).total >= score.total - 1e-12
