"""Readings of articles: kept once over all drugs, named by each candidate they serve, gone when nobody needs them."""

from __future__ import annotations

import psycopg
import pytest

from indication_scout_assets.domain.findings.readings import ArticleReading, ReaderId, RecordReadings
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.workspace import drop
from indication_scout_tests.readings import changed, pair_of, readings_of

from .values import PH, SLUG, article, name

RULES = ReaderId(name="rules", version="1")
OTHER = ReaderId(name="rules", version="2")
PAIR = pair_of(["Sildenafil"], name())
TEXTS = [
    article("1", title="Sildenafil in pulmonary hypertension", abstract="Sildenafil improved pulmonary hypertension."),
    article("2", title="Sildenafil in pulmonary hypertension: β ≥ 5 % µ"),
    article("3", title="Pulmonary hypertension caused by sildenafil", abstract=""),
]


def read(by: ReaderId = RULES) -> list[ArticleReading]:
    made = readings_of(TEXTS, PAIR)
    return [made[record.id].model_copy(update={"reader": by}) for record in TEXTS]


def keys(readings: list[ArticleReading]) -> list[tuple[str, str]]:
    return [(reading.text_version, reading.pair) for reading in readings]


def test_what_is_saved_is_known_as_it_was_to_its_reader_alone(db: Database) -> None:
    made = read()
    assert db.readings.known(RULES, keys(made)) == {}
    db.readings.save(made[:2])
    assert db.readings.known(RULES, keys(made)) == dict(zip(keys(made)[:2], made[:2], strict=True))
    assert db.readings.known(OTHER, keys(made)) == {}
    version, pair = keys(made)[0]
    assert db.readings.known(RULES, [(version, "another pair"), ("another text", pair)]) == {}
    assert db.readings.known(RULES, []) == {}
    db.readings.save([])


def test_the_first_reading_stays(db: Database) -> None:
    [first, *_] = read()
    db.readings.save([first])
    db.readings.save([changed(first, of_pair={"cue": "another"})])
    assert db.readings.known(RULES, keys([first])) == {keys([first])[0]: first}


def test_a_candidates_readings_keep_their_order(sildenafil: Database) -> None:
    made = read()
    sildenafil.readings.save(made)
    sildenafil.readings.replace(SLUG, {PH: made[::-1], "MONDO_2": made[:1], "MONDO_3": []})
    loaded = sildenafil.readings.load(SLUG)
    assert {disease: list(of_pair.values()) for disease, of_pair in loaded.items()} == {
        PH: made[::-1], "MONDO_2": made[:1],
    }  # fmt: skip
    assert list(loaded[PH]) == ["3", "2", "1"]
    sildenafil.readings.replace(SLUG, {PH: made[1:2]})
    assert sildenafil.readings.load(SLUG) == {PH: {"2": made[1]}}


def test_two_drugs_share_a_reading(sildenafil: Database) -> None:
    made = read()
    sildenafil.drugs.add("revatio", "Revatio")
    sildenafil.readings.save(made)
    for slug in (SLUG, "revatio"):
        sildenafil.readings.replace(slug, {PH: made[:2]})
    sildenafil.readings.replace(SLUG, {})
    assert sildenafil.readings.load(SLUG) == {}
    assert sildenafil.readings.load("revatio") == {PH: {"1": made[0], "2": made[1]}}
    assert set(sildenafil.readings.known(RULES, keys(made))) == set(keys(made))


def test_a_replacement_that_fails_leaves_what_was_there(sildenafil: Database) -> None:
    made = read()
    sildenafil.readings.save(made[:1])
    sildenafil.readings.replace(SLUG, {PH: made[:1]})
    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        sildenafil.readings.replace(SLUG, {PH: made})
    assert sildenafil.readings.load(SLUG) == {PH: {"1": made[0]}}


def test_what_no_reader_reads_and_no_candidate_uses_is_removed(sildenafil: Database) -> None:
    old, new = read(), read(OTHER)
    sildenafil.readings.save([*old, *new])
    sildenafil.readings.replace(SLUG, {PH: old[:1]})
    assert sildenafil.readings.prune([OTHER]) == 2
    assert set(sildenafil.readings.known(RULES, keys(old))) == {keys(old)[0]}
    assert len(sildenafil.readings.known(OTHER, keys(new))) == 3
    assert sildenafil.readings.load(SLUG) == {PH: {"1": old[0]}}
    assert sildenafil.readings.prune([OTHER]) == 0


def test_workspaces_are_apart(sildenafil: Database, database_url: str, workspace: str) -> None:
    made = read()
    sildenafil.readings.save(made)
    sildenafil.readings.replace(SLUG, {PH: made})
    beside = f"{workspace}_beside"
    try:
        with Database.open(database_url, beside) as other:
            other.drugs.add(SLUG, "Sildenafil")
            assert other.readings.known(RULES, keys(made)) == {}
            assert other.readings.load(SLUG) == {}
            other.readings.prune([])
    finally:
        drop(database_url, beside)
    assert len(sildenafil.readings.known(RULES, keys(made))) == 3


def test_records_are_replaced_as_a_whole(sildenafil: Database) -> None:
    records = [RecordReadings(disease_id=PH, published_trials=("NCT00000001",)), RecordReadings(disease_id="MONDO_2")]
    sildenafil.record_readings.replace(SLUG, records)
    assert sorted(sildenafil.record_readings.load(SLUG), key=lambda r: r.disease_id) == sorted(
        records, key=lambda r: r.disease_id
    )
    sildenafil.record_readings.replace(SLUG, records[:1])
    assert sildenafil.record_readings.load(SLUG) == records[:1]
