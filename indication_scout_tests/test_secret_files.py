"""Secrets from files, as containers get them: one file for each, named as its setting."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.settings import Settings
from indication_scout_assets.store.postgres.connection import parse_url
from indication_scout_assets.store.postgres.server import database_url

HARD = "p@ss:w/rd %20#1é\"'"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOUT_SECRETS_DIR", str(tmp_path))
    monkeypatch.delenv("SCOUT_DATABASE_URL", raising=False)
    return tmp_path


def test_a_file_is_a_setting_under_each_of_its_names(folder):
    (folder / "SCOUT_DATABASE_PASSWORD").write_text(HARD + "\n")
    (folder / "ANTHROPIC_API_KEY").write_text("key-a\n")
    (folder / "SCOUT_NCBI_API_KEY").write_text("key-b")
    settings = Settings()
    assert settings.database_password is not None
    assert settings.database_password.get_secret_value() == HARD
    assert settings.anthropic_api_key is not None
    assert settings.anthropic_api_key.get_secret_value() == "key-a"
    assert settings.model_dump()["ncbi_api_key"].get_secret_value() == "key-b"
    assert HARD not in repr(settings)
    assert "key-a" not in repr(settings)


def test_the_environment_goes_before_a_file(folder, monkeypatch):
    (folder / "SCOUT_WEB_TOKEN").write_text("of the file")
    monkeypatch.setenv("SCOUT_WEB_TOKEN", "of the environment")
    token = Settings().web_token
    assert token is not None
    assert token.get_secret_value() == "of the environment"


def test_a_folder_that_is_not_there_is_one_sentence(folder, monkeypatch):
    monkeypatch.setenv("SCOUT_SECRETS_DIR", str(folder / "gone"))
    with pytest.raises(PermanentFailure, match=r"^SCOUT_SECRETS_DIR names .*gone, which is no folder"):
        Settings()


def test_a_password_of_any_letters_goes_into_the_url_where_that_holds_none(tmp_path):
    url = database_url("postgresql://scout@db:5432/scout", tmp_path, HARD)
    assert parse_url(url) == {"user": "scout", "password": HARD, "host": "db", "port": "5432", "dbname": "scout"}
    assert parse_url(database_url("postgresql://scout:own@db/scout", tmp_path, HARD))["password"] == "own"
