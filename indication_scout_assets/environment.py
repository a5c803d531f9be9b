"""The settings of one workspace, as the environment names it: which snapshot it replays, and its name as of a day.

What belongs here: what every entry point needs before anything is opened. It loads neither Dagster nor a database, so
that the command line's small verbs start at once.
"""

from __future__ import annotations

import re
from datetime import date

from .domain.outcomes import PermanentFailure
from .rules.as_of import last_day
from .settings import LONGEST_NAME, Settings

_DATED = re.compile(r"[a-z][a-z0-9_]*_(\d{4})(\d{2})(\d{2})", re.ASCII)
"""The name of a workspace of runs as of a day."""


def load_settings() -> Settings:
    """Settings of the environment; in the ``demo`` workspace the bundled snapshot is the default source.

    A run as of a date has a workspace of its own, ``NAME_20150630``: what was known that day and what is known now must
    never meet in one table.

    Raises:
        PermanentFailure: the name has no room for the date, it is that of another day's workspace, or the bundled
            demonstration is to be run as of a day, or several hosts are to share an embedded database.
    """
    settings = Settings()
    if settings.celery_broker is not None and settings.database_url is None:
        raise PermanentFailure(
            "SCOUT_CELERY_BROKER is set, so several hosts share this workspace, and the embedded database serves one "
            "host alone; set SCOUT_DATABASE_URL to a served Postgres, or leave SCOUT_CELERY_BROKER out."
        )
    name = as_of_workspace(settings.workspace, settings.as_of)
    if name != settings.workspace:
        settings = Settings(workspace=name)
    if settings.is_demo and settings.snapshot is None:
        if settings.as_of is not None:
            raise PermanentFailure(
                "The bundled demonstration holds the sources' answers to questions of today, so it cannot be run as of "
                "a day; leave --as-of (SCOUT_AS_OF) out, or name another workspace."
            )
        from .demo import SNAPSHOT  # noqa: PLC0415 - only the demonstration needs it

        return settings.model_copy(update={"snapshot": SNAPSHOT})
    return settings


def as_of_workspace(name: str, as_of: date | None) -> str:
    """The workspace that runs as of the day have under this name; without a day, the name itself.

    Raises:
        PermanentFailure: the name has no room for the date; or it already ends in a date that is not this day's, so
            that knowledge of two days would meet.
    """
    match = _DATED.fullmatch(name)
    if match is not None and (day := last_day("-".join(match.groups()))) is not None:
        if day == as_of:
            return name
        raise PermanentFailure(
            f"The workspace {name} is that of runs as of {day}; add --as-of {day} (or SCOUT_AS_OF={day}), or name "
            "another workspace."
        )
    if as_of is None:
        return name
    if len(dated := f"{name}_{as_of:%Y%m%d}") > LONGEST_NAME:
        raise PermanentFailure(
            f"A run as of {as_of} has a workspace of its own, {dated}, and no name may be longer than {LONGEST_NAME}; "
            f"give a workspace name of at most {LONGEST_NAME - len(dated) + len(name)} letters."
        )
    return dated
