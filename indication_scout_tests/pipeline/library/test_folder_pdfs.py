"""PDFs of a folder in a collection: taken in, named by their DOI, changed, removed, and what is unreadable."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from indication_scout_assets.domain.outcomes import TransientFailure
from indication_scout_assets.domain.records.articles import Article, Correction, PublicationType
from indication_scout_assets.pipeline.library import collecting
from indication_scout_assets.pipeline.library.collecting import Collecting
from indication_scout_assets.pipeline.resources.clients import Sources
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.rules.literature.chunking import passages_in
from indication_scout_tests.label_examples import Drawn, drawn_pdf
from indication_scout_tests.library_texts import JATS, TEXTS

TITLE = "Oat bran and the sleep of nurses"
RECORD = Article(
    pmid="77", doi="10.1234/OATS.5", title=f"{TITLE}.", authors=("Miller A",), journal="Oats Today",
    published=date(2018, 5, 6), publication_types=(PublicationType(name="Review"),),
)  # fmt: skip


def oats(words: str = "Nurses slept longer with oat bran than with wheat bran.") -> bytes:
    lines = (
        TITLE,
        "doi 10.1234/oats.5",
        words,
        "They were ninety, of three hospitals, and all of them worked at night.",
    )
    return drawn_pdf(Drawn([(line, False, 50, 780 - 14 * n) for n, line in enumerate(lines)]))


class Records:
    """PubMed and Crossref, as far as they are asked; ``None`` for one that does not answer."""

    def __init__(self, pubmed: list[Article] | None, crossref: list[Article] | None = None) -> None:
        self.known = {"pubmed": pubmed, "crossref": crossref}
        self.asked: list[str] = []
        self.pubmed = self.crossref = self

    async def by_doi(self, dois: Any) -> dict[str, Article]:
        self.asked += dois
        if self.known["pubmed"] is None:
            raise TransientFailure("PubMed did not answer.")
        return {record.doi.lower(): record for record in self.known["pubmed"] if record.doi}

    async def records(self, dois: Any) -> dict[str, Article]:
        if self.known["crossref"] is None:
            raise TransientFailure("Crossref did not answer.")
        return {record.doi.lower(): record for record in self.known["crossref"] if record.doi}


def collected(bench: Workbench, folder: Path, sources: Records | None = None, name: str = "mine") -> Collecting:
    """One run over the folder, as the stage does it."""
    bench.db.library.open_collection(name, folders=[str(folder)])
    work = Collecting(bench, cast(Sources, sources), name, lambda *_: None)
    held = work.of_folder(folder)
    if sources is not None:
        asyncio.run(work.name_by_doi())
    if held is not None:
        work.forget_files(held, [])
    return work


def members(bench: Workbench, name: str = "mine") -> list[str]:
    return [row["id"] for row in bench.db.library.members(name)]


def test_a_pdf_keeps_its_id_its_file_and_its_place(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "oats.pdf").write_bytes(oats())
    assert vars(collected(bench, tmp_path).taken)["full_texts"] == 1
    (first,) = members(bench)
    article = bench.db.library.load([first])[first]
    assert (article.file, article.doi) == ("sub/oats.pdf", "10.1234/oats.5")
    assert all(article.text[p.start : p.end].strip() for p in passages_in(article))
    again = collected(bench, tmp_path)
    assert (again.taken.known, again.taken.full_texts, members(bench)) == (1, 0, [first])


def test_a_changed_file_is_read_anew_and_a_removed_one_is_forgotten(bench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "oats.pdf"
    file.write_bytes(oats())
    collected(bench, tmp_path)
    (first,) = members(bench)
    file.write_bytes(oats("Nurses slept no longer with oat bran."))
    collected(bench, tmp_path)
    (second,) = members(bench)
    assert "no longer" in bench.db.library.load([second])[second].text
    assert bench.db.library.load([first]) == {}
    collected(bench, tmp_path, name="other")
    file.unlink()
    collected(bench, tmp_path)
    assert (members(bench), members(bench, "other")) == ([], [second])


def test_a_changed_file_in_jats_is_read_anew(bench: Workbench, tmp_path: Path) -> None:
    file = tmp_path / "oats.xml"
    file.write_text(JATS.format(**TEXTS[0]))
    collected(bench, tmp_path)
    file.write_text(JATS.format(**TEXTS[0] | {"results": "Nothing was found."}))
    collected(bench, tmp_path)
    assert "Nothing was found." in bench.db.library.load(["PMC101"])["PMC101"].text


def test_a_folder_that_is_gone_leaves_what_it_had(bench: Workbench, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "oats.pdf").write_bytes(oats())
    collected(bench, folder)
    (folder / "oats.pdf").unlink()
    folder.rmdir()
    assert "is gone" in collected(bench, folder).taken.notes[0]
    assert len(members(bench)) == 1


def test_each_file_that_cannot_be_read_has_its_sentence(
    bench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collecting, "MOST_BYTES", 5_000)
    for name, content in {"a": oats(), "empty": b"", "huge": oats() + b"\n" * 5_000}.items():
        (tmp_path / f"{name}.pdf").write_bytes(content)
    missing = collected(bench, tmp_path).taken.missing
    assert {Path(path).name: reason for path, reason in missing.items()} == {
        "empty.pdf": "It cannot be read: The file is empty.",
        "huge.pdf": f"It cannot be read: The file has {len(oats()) + 5_000:,} bytes; "
        "split it into files of at most 5,000.",
    }
    assert bench.db.library.reasons("mine") == missing
    assert len(members(bench)) == 1


def test_a_record_of_its_doi_names_it_and_says_how_it_stands(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "oats.pdf").write_bytes(oats())
    retracted = RECORD.model_copy(update={"corrections": (Correction(kind="RetractionIn", pmid="78"),)})
    sources = Records([retracted], [])
    collected(bench, tmp_path, sources)
    (article,) = bench.db.library.load(members(bench)).values()
    assert (article.pmid, article.published, article.article_type) == ("77", date(2018, 5, 6), "Review")
    assert (article.authors, article.usable) == (("Miller A",), False)
    assert sources.asked == ["10.1234/oats.5"]
    collected(bench, tmp_path, sources)
    assert len(sources.asked) == 1
    assert bench.db.library.known(["77"]) == {}  # a file of one's own is nobody else's article


def test_crossref_names_what_pubmed_does_not_know(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "oats.pdf").write_bytes(oats())
    collected(bench, tmp_path, Records([], [RECORD.model_copy(update={"pmid": None, "authors": ()})]))
    (article,) = bench.db.library.load(members(bench)).values()
    assert (article.pmid, article.journal, article.retraction) == ("", "Oats Today", "none")


def test_the_doi_of_another_paper_is_left_out(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "oats.pdf").write_bytes(oats())
    collected(
        bench, tmp_path, Records([RECORD.model_copy(update={"title": "Retinal surgery in diabetic rabbits"})], [])
    )
    (article,) = bench.db.library.load(members(bench)).values()
    assert (article.doi, article.pmid, article.title) == ("", "", "oats")


def test_sources_out_of_reach_are_said_and_asked_again(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "oats.pdf").write_bytes(oats())
    work = collected(bench, tmp_path, Records(None))
    assert work.taken.notes == ["Articles could not be looked up by their DOI: PubMed did not answer."]
    assert [outcome.unanswered for outcome in work.outcomes] == [True]
    assert len(members(bench)) == 1
    collected(bench, tmp_path, Records([RECORD], []))
    assert [row["pmid"] for row in bench.db.library.members("mine")] == ["77"]


def test_a_collection_that_is_removed_takes_its_files_with_it(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "oats.pdf").write_bytes(oats())
    collected(bench, tmp_path)
    ids, now = members(bench), datetime.now(UTC)
    assert bench.db.library.load(ids)[ids[0]].fetched_at <= now
    bench.db.library.remove_collection("mine")
    assert bench.db.library.load(ids) == {}
