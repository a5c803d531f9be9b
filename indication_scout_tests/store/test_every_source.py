"""Round trips of what every source brings: pools, standings, full texts, labels, references, web pages; and its age."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from indication_scout_assets.domain.documents import Section
from indication_scout_assets.domain.findings.evidence import PoolEntry
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.domain.records.articles import Origin, RetractionStatus
from indication_scout_assets.domain.records.full_text import FullText, FullTextStep, TextChunk
from indication_scout_assets.domain.records.labels import (
    AdverseEvents,
    EventCount,
    Label,
    LabelIndication,
    LabelSection,
)
from indication_scout_assets.domain.records.references import ReferenceEntry, ReferenceKind, WebPage
from indication_scout_assets.domain.records.retractions import Notice, RetractionCheck, RetractionSignal
from indication_scout_assets.store.database import Database

from . import values
from .values import NOON, PH, SLUG

PREPRINT = values.article("1").model_copy(update={"pmid": None, "id": "doi:10.1101/x", "doi": "10.1101/x"})


def test_an_article_without_a_pmid_is_stored_under_its_own_id(db: Database) -> None:
    db.articles.save([PREPRINT, values.article("2")])
    assert db.articles.load(["doi:10.1101/x", "2"]) == {"doi:10.1101/x": PREPRINT, "2": values.article("2")}


def test_what_has_aged_is_fetched_again(db: Database) -> None:
    db.articles.save([values.article("1")])
    now = datetime.now(UTC)
    assert db.articles.to_fetch(["1", "2"], now - timedelta(days=1)) == ["2"]
    assert db.articles.to_fetch(["1", "2"], now + timedelta(minutes=1)) == ["1", "2"]


def test_what_only_other_sources_gave_is_fetched_from_pubmed_when_it_answers_again(db: Database) -> None:
    db.articles.save([values.article("1")], from_pubmed=False)
    assert db.articles.to_fetch(["1"]) == ["1"]
    db.articles.save([values.article("1")])
    db.articles.save([values.article("1", title="merged")], from_pubmed=False)
    assert db.articles.to_fetch(["1"], datetime.now(UTC) - timedelta(days=1)) == []
    assert db.articles.load(["1"])["1"].title == "merged"


def test_pools_are_replaced_as_a_whole_and_keep_their_order(sildenafil: Database) -> None:
    sildenafil.articles.save([values.article("1"), values.article("2"), PREPRINT])
    origin = Origin(source="Europe PMC", id="PPR1", url="https://europepmc.org/abstract/PPR/PPR1")
    first = {
        PH: [PoolEntry(article_id="2", found_by=("pubmed_articles",))],
        "B": [PoolEntry(article_id="1", found_by=())],
    }
    second = {
        PH: [
            PoolEntry(
                article_id=PREPRINT.id, found_by=("europepmc_preprints", "openalex_literature"), origins=(origin,)
            ),
            PoolEntry(article_id="1", found_by=("cochrane_reviews",), superseded=True),
        ]
    }
    sildenafil.pools.replace(SLUG, first)
    sildenafil.pools.replace(SLUG, second)
    assert sildenafil.pools.load(SLUG) == second


def test_standings_belong_to_the_drug(sildenafil: Database) -> None:
    sildenafil.articles.save([values.article("1"), values.article("2")])
    signal = RetractionSignal(source="Crossref", notice=Notice.RETRACTION, dated=date(2025, 3, 14), notice_id="10.1/n")
    checks = [
        RetractionCheck(
            article_id="1", status=RetractionStatus.RETRACTED, signals=(signal,), checked=("Crossref",),
            unchecked=("OpenAlex",), checked_at=NOON,
        ),
        RetractionCheck(article_id="2", status=RetractionStatus.NONE, checked=("Crossref",), checked_at=NOON),
    ]  # fmt: skip
    sildenafil.retraction_checks.replace(SLUG, checks)
    sildenafil.retraction_checks.replace(SLUG, checks)
    assert sildenafil.retraction_checks.by_article(SLUG) == {check.article_id: check for check in checks}
    assert sildenafil.retraction_checks.by_article("bupropion") == {}


def test_a_paper_found_retracted_by_another_source_may_not_be_ranked_or_quoted(sildenafil: Database) -> None:
    sildenafil.articles.save([values.article("1")])
    sildenafil.evidence.replace(SLUG, {PH: [values.ranked("1", rank=1)]})
    assert sildenafil.checks.offences("check_ranked_evidence", SLUG, model="m") == []
    check = RetractionCheck(article_id="1", status=RetractionStatus.RETRACTED, checked_at=NOON)
    sildenafil.retraction_checks.replace(SLUG, [check])
    assert sildenafil.checks.offences("check_ranked_evidence", SLUG, model="m") == [f"{PH} 1: retracted, yet ranked"]
    assert sildenafil.checks.offences("check_ranked_evidence", "bupropion", model="m") == []


def test_full_texts_are_fetched_once_per_version_of_the_article(db: Database) -> None:
    article = values.article("1")
    db.articles.save([article])
    text = FullText(
        article_id="1", source="PMC", url="https://example.org", license="CC BY 4.0", text="Aims. We did it.",
        sections=(Section(title="Introduction", kind="intro", start=0, end=16),),
        chunks=(TextChunk(section=0, start=0, end=16),),
        steps=(FullTextStep(source="Unpaywall", state=SourceState.OK, detail="gold"),), fetched_at=NOON,
    )  # fmt: skip
    assert db.full_texts.to_fetch([("1", article.text_hash)]) == ["1"]
    db.full_texts.save(text, article.text_hash)
    db.full_texts.save(text, article.text_hash)
    assert db.full_texts.load(["1", "2"]) == {"1": text}
    assert db.full_texts.to_fetch([("1", article.text_hash)]) == []
    assert db.full_texts.to_fetch([("1", "another text")]) == ["1"]
    assert db.full_texts.to_fetch([("1", article.text_hash)], NOON + timedelta(days=1)) == ["1"]
    with pytest.raises(ValueError, match="offsets would be wrong"):
        db.full_texts.save(text.model_copy(update={"text": "a\x00b"}), article.text_hash)


def test_labels_and_counts_are_replaced_together(sildenafil: Database) -> None:
    section = LabelSection(code="34067-9", kind="indications", title="1 INDICATIONS", text="For one thing.")
    label = Label(set_id="s", source="DailyMed", title="X", effective=date(2024, 5, 6), sections=(section,))
    events = AdverseEvents(reports=10, serious=3, reactions=(EventCount(term="HEADACHE", reports=4),))
    indication = LabelIndication(text="For one thing.", labels=45)
    records = sildenafil.drug_records
    records.replace_labels(SLUG, [label, label], [indication], events)
    records.replace_labels(SLUG, [label], [indication], events)
    assert (records.labels(SLUG), records.indications(SLUG), records.adverse_events(SLUG)) == (
        [label],
        [indication],
        events,
    )
    records.replace_labels(SLUG, [], [], None)
    assert (records.labels(SLUG), records.indications(SLUG), records.adverse_events(SLUG)) == ([], [], None)


def test_references_and_web_pages(sildenafil: Database) -> None:
    records = sildenafil.drug_records
    entry = ReferenceEntry(source="RxNorm", kind=ReferenceKind.IDENTITY, id="136411", title="sildenafil")
    page = WebPage(url="https://example.org", title="t", content="c", disease_id=PH)
    assert (records.references(SLUG), records.web_pages(SLUG)) == ([], ([], {}))
    records.replace_references(SLUG, [entry])
    records.replace_web_pages(SLUG, [page], {PH: "Primary evidence is thin: 1 source."})
    assert records.references(SLUG) == [entry]
    assert records.web_pages(SLUG) == ([page], {PH: "Primary evidence is thin: 1 source."})


def test_the_last_use_of_each_source_over_all_drugs(sildenafil: Database) -> None:
    outcomes = [
        SourceOutcome(source="OMIM", question="q", state=SourceState.FAILED, reason="It is down."),
        SourceOutcome(source="PubMed", question="q", state=SourceState.OK, found=3),
        SourceOutcome(source="PubMed", question="r", state=SourceState.OK, found=1),
    ]
    sildenafil.stages.replace_outcomes(SLUG, "abstracts", outcomes)
    sildenafil.stages.record(values.stage_run(stage="abstracts"))
    uses = {(use.source, use.state): use for use in sildenafil.stages.source_uses()}
    assert {key: (use.questions, use.drugs, use.reason) for key, use in uses.items()} == {
        ("OMIM", SourceState.FAILED): (1, 1, "It is down."),
        ("PubMed", SourceState.OK): (2, 1, None),
    }
