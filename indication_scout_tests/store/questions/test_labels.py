"""Labels in the store: what goes in comes out, one drug at a time, and the same label changes no row."""

from __future__ import annotations

import pytest
from psycopg import errors

from indication_scout_assets.store.database import Database
from indication_scout_tests.label_examples import ORMADINE, PICTURE, VELOTRIN, held, ormadine, velotrin, zipped


@pytest.fixture
def labels(db: Database) -> Database:
    assert db.labels.save(held(zipped(velotrin()), "velotrin"), "1", {"velotrin-formula.png": PICTURE})
    assert db.labels.save(held(ormadine(), "ormadine"), "1")
    return db


def test_a_label_comes_back_as_it_was_cut(labels: Database):
    label, stored = held(zipped(velotrin()), "velotrin"), labels.labels.load("velotrin")
    assert stored.documents == (label.document,)
    assert stored.sections == label.sections
    assert stored.spans == label.spans
    assert stored.pictures == label.pictures
    assert {alias for alias in labels.labels.aliases() if alias.drug == "velotrin"} == set(label.aliases)


def test_nothing_of_another_drug_is_read(labels: Database):
    assert {span.document for span in labels.labels.load("ormadine").spans} == {ORMADINE}
    assert {span.document for span in labels.labels.spans("velotrin", "half_life")} == {VELOTRIN}
    assert labels.labels.picture_bytes("velotrin", "velotrin-formula.png") == PICTURE
    assert labels.labels.picture_bytes("ormadine", "velotrin-formula.png") is None


def test_the_same_bytes_cut_by_the_same_rules_change_no_row(labels: Database):
    label = held(zipped(velotrin()), "velotrin")
    assert not labels.labels.save(label, "1")
    assert labels.labels.save(label, "2")
    assert len(labels.labels.documents("velotrin")) == 1


def test_a_label_is_forgotten_with_all_its_rows(labels: Database):
    assert labels.labels.forget(VELOTRIN)
    assert not labels.labels.forget(VELOTRIN)
    assert labels.labels.load("velotrin") == ((), (), (), ())
    assert {alias.drug for alias in labels.labels.aliases()} == {"ormadine"}


def test_words_of_labels_are_known(labels: Database):
    assert labels.labels.known_words(["colestipol", "velotrine", "it's"]) == {"colestipol"}


def test_a_span_without_a_section_cannot_be_stored(labels: Database):
    label = held(ormadine(), "ormadine")
    stray = label.spans[0].model_copy(update={"section": 99})
    with pytest.raises(errors.ForeignKeyViolation):
        labels.labels.save(label._replace(spans=(stray,)), "2")
    assert len(labels.labels.load("ormadine").spans) == len(label.spans)
