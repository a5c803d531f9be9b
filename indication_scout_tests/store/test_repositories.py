"""Every repository gives back what it was given, replaces what it replaces and no more, and can be run twice."""

from __future__ import annotations

from datetime import timedelta

import psycopg
import pytest
from psycopg import sql

from indication_scout_assets.domain.candidates import SetAside
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.store.database import Database

from . import values
from .values import PH, SLUG


def rows(db: Database, table: str) -> int:
    with db.transaction() as connection:
        return len(connection.execute(sql.SQL("SELECT FROM {}").format(sql.Identifier(table))).fetchall())


class TestDrugs:
    def test_watch_list_keeps_the_first_name_and_the_rows_of_a_removed_drug(self, db: Database) -> None:
        assert db.drugs.add(SLUG, "Sildenafil")
        assert not db.drugs.add(SLUG, "SILDENAFIL")
        db.drugs.save(values.profile())
        assert db.drugs.deactivate(SLUG)
        assert not db.drugs.deactivate(SLUG)
        (watched,) = db.drugs.watch_list()
        assert (watched.query, watched.active, watched.chembl_id) == ("Sildenafil", False, "CHEMBL192")
        assert db.drugs.add(SLUG, "sildenafil")
        assert db.drugs.watch_list()[0].active
        assert db.drugs.load(SLUG) == values.profile()

    def test_profile_is_replaced_as_a_whole(self, sildenafil: Database) -> None:
        assert sildenafil.drugs.load(SLUG) is None
        sildenafil.drugs.save(values.profile())
        fewer = values.profile(synonyms=(), targets=values.profile().targets[1:])
        sildenafil.drugs.save(fewer)
        sildenafil.drugs.save(fewer)
        assert sildenafil.drugs.load(SLUG) == fewer

    def test_saving_an_unknown_drug_does_not_put_it_on_the_watch_list(self, db: Database) -> None:
        db.drugs.save(values.profile())
        assert [drug.active for drug in db.drugs.watch_list()] == [False]

    def test_a_name_means_the_one_drug_that_has_it_else_a_drug_of_its_own(self, db: Database) -> None:
        db.drugs.add(SLUG, "Sildenafil")
        assert db.drugs.known_as(["Viagra", "Sildenafil"]) == {"Viagra": "viagra", "Sildenafil": SLUG}
        db.drugs.save(values.profile())
        names = ("Viagra", " VIAGRA®", "chembl192", "UK-92480", "Sildenafil")
        assert db.drugs.known_as(names) == dict.fromkeys(names, SLUG)
        db.drugs.add("uk-92480", "UK-92480")
        assert db.drugs.known_as(["UK-92480"]) == {"UK-92480": SLUG}, "no source has identified the other"
        db.drugs.save(values.profile(slug="uk-92480", chembl_id="CHEMBL1", name="UK92"))
        assert db.drugs.known_as(["Viagra", "UK-92480"]) == {"Viagra": "viagra", "UK-92480": "uk-92480"}
        with pytest.raises(PermanentFailure):
            db.drugs.known_as(["§"])

    def test_an_unknown_drug_has_no_query(self, db: Database) -> None:
        with pytest.raises(PermanentFailure, match=r"scout add nothing"):
            db.drugs.query("nothing")


class TestCandidates:
    def test_findings_keep_their_order_and_their_path(self, sildenafil: Database) -> None:
        findings = [values.finding("B", 0.1), values.finding("A", 0.9)]
        sildenafil.candidates.save_findings(SLUG, "target", findings)
        sildenafil.candidates.save_findings(SLUG, "class", findings[:1])
        sildenafil.candidates.save_findings(SLUG, "class", [])
        assert sildenafil.candidates.findings(SLUG, "target") == findings
        assert sildenafil.candidates.findings(SLUG, "class") == []

    def test_list_keeps_its_order_with_those_set_aside(self, sildenafil: Database) -> None:
        listed = [
            values.candidate("C", 1),
            values.candidate("A", 2),
            values.candidate("B", None, SetAside.APPROVED_USE),
        ]
        sildenafil.candidates.replace(SLUG, listed)
        sildenafil.candidates.replace(SLUG, listed)
        assert sildenafil.candidates.load(SLUG) == listed
        sildenafil.candidates.replace(SLUG, listed[1:])  # rank 1 is free again
        assert [c.disease.id for c in sildenafil.candidates.load(SLUG)] == ["A", "B"]

    def test_a_disease_is_shared_and_the_newest_counts(self, sildenafil: Database) -> None:
        sildenafil.candidates.replace(SLUG, [values.candidate(PH, name="old")])
        sildenafil.drugs.add("other", "Other")
        sildenafil.candidates.replace("other", [values.candidate(PH, name="new")])
        assert sildenafil.candidates.load(SLUG)[0].disease.name == "new"

    def test_a_refused_list_leaves_the_one_before(self, sildenafil: Database) -> None:
        sildenafil.candidates.replace(SLUG, [values.candidate()])
        neither_ranked_nor_set_aside = values.candidate("A", None)
        with pytest.raises(psycopg.errors.CheckViolation):
            sildenafil.candidates.replace(SLUG, [values.candidate("B", 1), neither_ranked_nor_set_aside])
        assert sildenafil.candidates.load(SLUG) == [values.candidate()]


def test_names_come_with_the_fingerprint_they_were_decided_on(db: Database) -> None:
    db.names.save(values.name(term="old"), "f1")
    db.names.save(values.name(), "f2")
    assert db.names.load([PH, "unknown"]) == {PH: (values.name(), "f2")}


def test_searches_of_one_source_are_replaced_and_a_pair_may_have_two(sildenafil: Database) -> None:
    pubmed = [values.search(), values.search(query="wider")]
    registry = [values.search(source="ClinicalTrials.gov")]
    sildenafil.searches.replace(SLUG, "PubMed", pubmed[:1])
    sildenafil.searches.replace(SLUG, "ClinicalTrials.gov", registry)
    sildenafil.searches.replace(SLUG, "PubMed", pubmed)
    assert sildenafil.searches.load(SLUG, "PubMed") == pubmed
    assert sildenafil.searches.load(SLUG) == registry + pubmed


class TestArticles:
    def test_round_trip_in_the_given_order(self, db: Database) -> None:
        articles = [values.article("10"), values.article("9", abstract="", doi=None, published=None)]
        db.articles.save([values.article("10", title="old"), *articles])
        assert list(db.articles.load(["9", "10", "9", "8"]).values()) == articles[::-1]
        assert db.articles.to_fetch(["8", "9", "7", "8"]) == ["8", "7"]

    def test_nul_and_lone_surrogates_leave_the_text_and_the_hash_fits_what_is_stored(self, db: Database) -> None:
        db.articles.save([values.article(title="a\x00b", abstract="c\ud800", keywords=("k\x00", "\\u0000"))])
        loaded = db.articles.load(["1"])["1"]
        assert (loaded.title, loaded.abstract, loaded.keywords) == ("a b", "c\ufffd", ("k ", "\\u0000"))
        with db.transaction() as connection:
            stored = connection.execute("SELECT text_hash FROM articles").fetchone()
        assert stored == {"text_hash": loaded.text_hash}

    def test_nul_leaves_plain_text_parameters(self, db: Database) -> None:
        db.drugs.add("a", "A\x00B")
        assert db.drugs.query("a") == "AB"
        assert db.articles.to_fetch(["1\x00"]) == ["1"]


class TestEvidence:
    def test_all_pairs_of_a_drug_are_replaced(self, sildenafil: Database) -> None:
        sildenafil.articles.save([values.article("1"), values.article("2")])
        both = [values.ranked("2", 1), values.ranked("1", None)]
        sildenafil.evidence.replace(SLUG, {"A": both, "B": both[:1]})
        assert sildenafil.evidence.load(SLUG) == {"A": both, "B": both[:1]}
        sildenafil.evidence.replace(SLUG, {"B": both, "C": []})
        assert sildenafil.evidence.load(SLUG) == {"B": both}

    def test_only_stored_articles_can_be_evidence(self, sildenafil: Database) -> None:
        with pytest.raises(psycopg.errors.ForeignKeyViolation):
            sildenafil.evidence.replace(SLUG, {"A": [values.ranked("unknown")]})


def test_trials_are_shared_and_matches_replaced(sildenafil: Database) -> None:
    first = {"A": [values.match("NCT2"), values.match("NCT1")], "B": [values.match("NCT1")], "C": []}
    sildenafil.trials.replace(SLUG, first)
    sildenafil.trials.replace(SLUG, first)
    assert sildenafil.trials.load(SLUG) == {"A": first["A"], "B": first["B"]}
    sildenafil.trials.replace(SLUG, {"B": [values.match("NCT1", "TERMINATED")]})
    assert sildenafil.trials.load(SLUG) == {"B": [values.match("NCT1", "TERMINATED")]}
    assert rows(sildenafil, "trials") == 2


def test_syntheses_are_rows_of_statements_and_citations(sildenafil: Database) -> None:
    literature = [values.synthesis("A", statements=3), values.synthesis("B", statements=0)]
    sildenafil.syntheses.replace(SLUG, "literature", literature)
    sildenafil.syntheses.replace(SLUG, "literature", literature)
    sildenafil.syntheses.replace(SLUG, "trials", [values.synthesis("A", "trials")])
    assert sildenafil.syntheses.load(SLUG, "literature") == {"A": literature[0], "B": literature[1]}
    assert (rows(sildenafil, "statements"), rows(sildenafil, "citations")) == (5, 9)
    sildenafil.syntheses.replace(SLUG, "literature", [])
    assert (rows(sildenafil, "statements"), rows(sildenafil, "citations")) == (2, 3)


def test_a_stored_report_gives_the_same_bytes(sildenafil: Database) -> None:
    report = values.report()
    sildenafil.reports.save(SLUG, "f1", report, "reports/old.html")
    sildenafil.reports.save(SLUG, "f2", report, "reports/demo/sildenafil.html")
    stored = sildenafil.reports.load(SLUG)
    assert stored is not None
    assert (stored.fingerprint, stored.html_path, stored.built_at) == (
        "f2",
        "reports/demo/sildenafil.html",
        values.NOON,
    )
    assert stored.report.model_dump_json() == report.model_dump_json()
    assert sildenafil.reports.load("unknown") is None


def test_different_reports_are_kept_as_versions_and_the_oldest_forgotten(
    sildenafil: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("indication_scout_assets.store.repositories.report_repository.KEPT", 2)
    for fingerprint in ("f1", "f2", "f2", "f3"):
        sildenafil.reports.save(SLUG, fingerprint, values.report(), "reports/demo/sildenafil.html")
    versions = sildenafil.reports.versions(SLUG)
    assert [v.fingerprint for v in versions] == ["f3", "f2"]
    assert sildenafil.reports.versions(SLUG, before=versions[0].saved_at)[0].fingerprint == "f2"
    assert versions[0].report == values.report()


def test_the_report_to_compare_with_is_a_month_older_or_else_the_oldest(sildenafil: Database) -> None:
    now = values.report().run.built_at
    ages = {"hour": 0, "day": 2, "fortnight": 14, "month": 30, "year": 365}

    def save(*names: str) -> None:
        for name in names:
            built = {"built_at": now - timedelta(days=ages[name]), "workspace": name}
            report = values.report().model_copy(update={"run": values.report().run.model_copy(update=built)})
            sildenafil.reports.save(SLUG, name, report, "x.html")

    def compared_with() -> str | None:
        earlier = sildenafil.reports.earlier(SLUG, now)
        return earlier.run.workspace if earlier else None

    save("hour")
    assert compared_with() is None
    save("day", "fortnight")
    assert compared_with() == "fortnight"
    save("year", "month")
    assert compared_with() == "month"


def test_assessments_are_replaced_and_come_best_first(sildenafil: Database) -> None:
    second, first = values.assessment("MONDO_2", rank=2), values.assessment("MONDO_1", rank=1)
    sildenafil.assessments.replace(SLUG, [second, first, values.assessment("MONDO_3", rank=3)])
    sildenafil.assessments.replace(SLUG, [second, first])
    assert sildenafil.assessments.load(SLUG) == [first, second]


def test_empty_lists_are_no_error(sildenafil: Database) -> None:
    sildenafil.articles.save([])
    sildenafil.embeddings.save("m", [])
    sildenafil.evidence.replace(SLUG, {})
    sildenafil.trials.replace(SLUG, {})
    sildenafil.candidates.replace(SLUG, [])
    assert sildenafil.articles.load([]) == {}
    assert sildenafil.articles.to_fetch([]) == []
