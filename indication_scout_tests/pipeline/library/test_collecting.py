"""The library of a drug from its run, and abstracts as articles of a library."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from indication_scout_assets.domain.documents import Section
from indication_scout_assets.domain.findings.evidence import PoolEntry
from indication_scout_assets.domain.outcomes import TransientFailure
from indication_scout_assets.domain.records.articles import AbstractSection, Article, Correction, RetractionStatus
from indication_scout_assets.domain.records.full_text import FullText
from indication_scout_assets.domain.records.retractions import RetractionCheck
from indication_scout_assets.domain.records.source_catalogue import source_entry
from indication_scout_assets.domain.runs import StageRun, StageStatus
from indication_scout_assets.pipeline.engine import Ended, StageOutcome
from indication_scout_assets.pipeline.library.collecting import Collecting
from indication_scout_assets.pipeline.library.library_stages import DRUG_LIBRARY_STAGES
from indication_scout_assets.pipeline.resources.clients import Sources
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.pipeline.runner import run_all
from indication_scout_assets.sources.formats.markup import READER
from indication_scout_assets.sources.literature.europepmc import EuropePmc
from indication_scout_assets.sources.ncbi.pmc import Pmc
from indication_scout_tests.whole_runs import WordEmbedder

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HEADED = "RESULTS: Sleep was longer with tea than with coffee (p = 0.01).\nTea helps nurses to sleep."
BODY = "Tea lengthened sleep in nurses by an hour in the body of the article."
ARTICLES = (
    Article(
        pmid="11", title="Tea and sleep", abstract=HEADED,
        sections=(AbstractSection(heading="RESULTS", start=9, end=HEADED.index("\n")),),
    ),
    Article(pmid="12", title="Tea in full", abstract="Tea was given to nurses who slept longer.", doi="10.1/tea"),
    Article(pmid="13", title="Tea is everything", abstract="Tea was significantly better than all else we know of."),
)  # fmt: skip
UPSTREAM = ("abstracts", "retraction_checks", "full_texts")


def save_text(bench: Workbench) -> None:
    bench.db.full_texts.save(
        FullText(
            article_id="12", source="PMC", license="CC BY 4.0", text=BODY, fetched_at=NOW,
            sections=(Section(title="Results", kind="results", start=0, end=len(BODY)),),
        ),
        "hash",
    )  # fmt: skip


def say_done(bench: Workbench, outputs: str) -> None:
    """As if the run had come so far."""
    for stage in UPSTREAM:
        bench.db.stages.record(
            StageRun(subject="tea", stage=stage, inputs="", outputs=outputs, status=StageStatus.OK, finished_at=NOW)
        )


@pytest.fixture
def filled(bench: Workbench, tmp_path: Any) -> Workbench:
    bench.settings = bench.settings.model_copy(update={"state_dir": tmp_path})
    bench.__dict__["embedder"] = WordEmbedder()
    db = bench.db
    db.drugs.add("tea", "tea")
    db.articles.save(ARTICLES)
    db.pools.replace("tea", {"D1": [PoolEntry(article_id=article.id, found_by=("x",)) for article in ARTICLES]})
    save_text(bench)
    status = RetractionStatus.RETRACTED
    db.retraction_checks.replace("tea", [RetractionCheck(article_id="13", status=status, checked_at=NOW)])
    say_done(bench, "1")
    return bench


def built(bench: Workbench) -> dict[str, StageOutcome]:
    ends = {end.stage: end for end in run_all(bench, ["tea"], stages=DRUG_LIBRARY_STAGES)}
    assert not [end.run.reason for end in ends.values() if end.ended is Ended.FAILED]
    return ends


def test_a_drugs_run_makes_its_library_without_a_request_or_vector(filled: Workbench) -> None:
    ends = built(filled)
    facts = ends["library_texts"].run.facts
    assert (facts["full_texts_now"], facts["abstracts_now"], facts["retracted"]) == (1, 2, 1)
    assert {(end.work["requests"], end.work["vectors"]) for end in ends.values()} == {(0, 0)}
    stored = filled.db.library.load(["11", "12", "13"])
    assert stored["12"].text == BODY
    assert not stored["13"].usable
    assert [article.id for article in filled.db.library.index_articles("drug:tea")] == ["11", "12"]
    assert ends["library_index"].run.facts["articles"] == 2
    assert {end.ended for end in built(filled).values()} == {Ended.UNCHANGED}


def test_an_index_that_is_gone_is_built_again(filled: Workbench) -> None:
    built(filled)
    for file in (filled.settings.workspace_dir / "library").glob("*/rows.json"):
        file.unlink()
    assert [name for name, end in built(filled).items() if end.ended is Ended.DONE] == ["library_index"]


def test_a_later_run_brings_full_texts_and_retractions_and_takes_out_what_left(filled: Workbench) -> None:
    with filled.db.transaction() as connection:
        connection.execute("DELETE FROM full_texts")
    built(filled)
    assert filled.db.library.load(["12"])["12"].source == "PubMed"
    save_text(filled)
    status = RetractionStatus.RETRACTED
    filled.db.retraction_checks.replace("tea", [RetractionCheck(article_id="11", status=status, checked_at=NOW)])
    kept = [PoolEntry(article_id=pmid, found_by=("x",)) for pmid in ("11", "12")]
    filled.db.pools.replace("tea", {"D1": kept})
    say_done(filled, "2")
    built(filled)
    assert filled.db.library.load(["12"])["12"].text == BODY
    assert [row["id"] for row in filled.db.library.members("drug:tea")] == ["11", "12"]
    assert [article.id for article in filled.db.library.index_articles("drug:tea")] == ["12"]


def test_so_many_vectors_as_the_setting_says(filled: Workbench) -> None:
    filled.settings = filled.settings.model_copy(update={"library_vectors": 2})
    assert built(filled)["library_vectors"].work["vectors"] == 2
    assert {end.ended for end in built(filled).values()} == {Ended.UNCHANGED}


def test_what_stands_behind_the_last_heading_is_kept(filled: Workbench) -> None:
    built(filled)
    article = filled.db.library.load(["11"])["11"]
    parts = {section.title: article.text[section.start : section.end] for section in article.sections}
    assert parts["Abstract > Last part"] == "Tea helps nurses to sleep."


def test_nobody_is_asked_for_an_article_of_the_run_that_has_no_text(filled: Workbench) -> None:
    filled.settings = filled.settings.model_copy(update={"refresh_days": 1e-9})
    filled.db.articles.save([Article(pmid="14", title="Tea without an abstract")])
    pool = [PoolEntry(article_id=pmid, found_by=("x",)) for pmid in ("11", "14")]
    filled.db.pools.replace("tea", {"D1": pool})
    ends = built(filled)
    assert sum(end.work["requests"] + end.work["retries"] for end in ends.values()) == 0
    assert filled.db.library.reasons("drug:tea") == {"14": "Its record has no abstract."}


JATS = (
    "<article><front><article-meta><article-id pub-id-type='pmc'>PMC12</article-id><title-group><article-title>Tea in"
    f" full</article-title></title-group></article-meta></front><body><sec><title>Results</title><p>{BODY} Table 1"
    " says more.</p></sec></body></article>"
)


async def silent(client: Any, pmcid: str) -> bytes:
    raise TransientFailure("It did not answer.")


async def answers(client: Any, pmcid: str) -> bytes:
    return JATS.encode()


@pytest.fixture
def in_pmc(filled: Workbench) -> Workbench:
    """The article that the run has a full text of has a number of PMC, where that text was asked for."""
    filled.db.articles.save([ARTICLES[1].model_copy(update={"pmcid": "PMC12"})])
    return filled


def test_a_text_no_source_gave_for_a_fault_is_noted_and_asked_for_again(
    in_pmc: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pmc, "full_text_xml", silent)
    monkeypatch.setattr(EuropePmc, "full_text_xml", silent)
    first = built(in_pmc)["library_texts"].run
    assert (first.status, first.transient) == (StageStatus.DEGRADED, True)
    noted = in_pmc.db.stages.outcomes("tea", "library_texts")
    assert [(outcome.source, outcome.question, outcome.reason) for outcome in noted] == [
        (source_entry(key).title, "PMC12", "It did not answer.") for key in ("pmc_full_text", "europepmc_full_text")
    ]
    assert in_pmc.db.library.load(["PMC12"])["PMC12"].text == BODY
    monkeypatch.setattr(Pmc, "full_text_xml", answers)
    assert built(in_pmc)["library_texts"].run.status is StageStatus.OK
    assert "Table 1 says more." in in_pmc.db.library.load(["PMC12"])["PMC12"].text


def test_a_fault_of_pmc_is_none_where_europe_pmc_gives_the_text(
    in_pmc: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pmc, "full_text_xml", silent)
    monkeypatch.setattr(EuropePmc, "full_text_xml", answers)
    assert built(in_pmc)["library_texts"].run.status is StageStatus.OK
    assert in_pmc.db.library.load(["PMC12"])["PMC12"].source == "Europe PMC"


def test_a_drug_without_articles_has_an_empty_library(filled: Workbench) -> None:
    filled.db.pools.replace("tea", {})
    ends = built(filled)
    assert ends["library_index"].run.facts == {"rows": 0, "articles": 0}


NOTED = """<article article-type="{kind}"><front><article-meta><article-id pub-id-type="pmcid">PMC{number}</article-id>
<article-id pub-id-type="doi">10.1234/t{number}</article-id>
<title-group><article-title>Tea {number}</article-title></title-group>{related}</article-meta></front>
<body><sec><title>Results</title><p>Tea lengthened sleep.</p></sec></body></article>"""
NAMES_21 = (
    '<related-article xmlns:x="http://www.w3.org/1999/xlink" related-article-type="{relation}" ext-link-type="doi"'
    ' x:href="10.1234/T21"/>'
)


def standings(bench: Workbench, folder: Path) -> dict[str, str]:
    """After a run over the folder."""
    bench.db.library.open_collection("notes", folders=[str(folder)])
    work = Collecting(bench, cast(Sources, None), "notes", lambda *_: None)
    work.of_folder(folder)
    work.follow_notices()
    return {row["id"]: row["retraction"] for row in bench.db.library.members("notes")}


@pytest.mark.parametrize(
    ("kind", "relation", "of_paper", "of_notice"),
    [
        ("retraction", "retracted-article", "retracted", "retracted"),
        ("withdrawal", "retracted-article", "retracted", "retracted"),
        ("expression-of-concern", "object-of-concern", "expression_of_concern", "expression_of_concern"),
        ("correction", "corrected-article", "unchecked", "unchecked"),
        ("retraction", "commentary-article", "unchecked", "retracted"),
    ],
)
def test_a_notice_of_a_folder_strikes_the_paper_that_it_names(
    bench: Workbench, tmp_path: Path, kind: str, relation: str, of_paper: str, of_notice: str
) -> None:
    (tmp_path / "a.xml").write_text(NOTED.format(kind="research-article", number=21, related=""))
    assert standings(bench, tmp_path) == {"PMC21": "unchecked"}
    related = NAMES_21.format(relation=relation)
    (tmp_path / "b.xml").write_text(NOTED.format(kind=kind, number=22, related=related))
    assert standings(bench, tmp_path) == {"PMC21": of_paper, "PMC22": of_notice}
    assert standings(bench, tmp_path) == {"PMC21": of_paper, "PMC22": of_notice}


def test_a_notice_that_the_run_found_strikes_a_paper_of_its_library(filled: Workbench) -> None:
    link = Correction(kind="RetractionOf", pmid="11")
    filled.db.articles.save([ARTICLES[2].model_copy(update={"corrections": (link,)})])
    built(filled)
    assert [article.id for article in filled.db.library.index_articles("drug:tea")] == ["12"]


def test_what_another_version_read_is_read_again_and_its_passages_go(filled: Workbench) -> None:
    built(filled)
    library = filled.db.library
    known = library.load(["11"])["11"]
    library.save(known.model_copy(update={"text": known.text.replace("tea", "T-"), "read_by": "of yesterday"}))
    assert library.known(["11", "12"], READER) == {"12": "12"}
    [article] = [a for a in library.index_articles("drug:tea") if a.id == "11"]
    assert article.passages == ()  # those of another text
    say_done(filled, "2")
    built(filled)
    assert library.load(["11"])["11"].text == known.text
    assert library.known(["11", "12"], READER) == {"11": "11", "12": "12"}


def test_an_abstract_does_not_take_the_place_of_a_full_text(filled: Workbench) -> None:
    built(filled)
    whole = filled.db.library.load(["12"])["12"]
    filled.db.library.save(whole.model_copy(update={"read_by": "of yesterday"}))
    with filled.db.transaction() as connection:
        connection.execute("DELETE FROM full_texts")
    say_done(filled, "2")
    built(filled)
    assert filled.db.library.load(["12"])["12"].text == BODY
