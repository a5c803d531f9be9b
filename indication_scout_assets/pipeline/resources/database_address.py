"""Where the workspace's database is, as the settings name it.

What belongs here: turning settings into a URL. How a database is started or reached is in ``store.postgres``.
"""

from __future__ import annotations

from ...settings import Settings
from ...store.postgres.server import database_url


def workspace_url(settings: Settings) -> str:
    """URL of the database: served where the settings name one, else embedded (started if need be)."""
    served = settings.database_url.get_secret_value() if settings.database_url else None
    password = settings.database_password.get_secret_value() if settings.database_password else ""
    return database_url(served, settings.state_dir, password)
