"""What people are sent: a line on each run that failed, and a digest of what changed, by webhook and by mail.

What belongs here: the texts, and how they leave. Addresses and passwords are secrets: no message names them.
"""

# No postponed annotations here: Dagster reads them when it loads the definitions.

import json
import logging
import smtplib
import ssl
from collections.abc import Sequence
from email.message import EmailMessage
from functools import partial
from itertools import groupby
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import Request, urlopen

import dagster as dg
from pydantic import SecretStr

from ..environment import load_settings
from ..pipeline.resources.workbench import Workbench
from ..reports.noted_changes import digest
from ..settings import Settings
from .stage_asset import COLLECTION_JOB, UNKNOWN

log = logging.getLogger(__name__)
TIMEOUT = 10.0
"""Seconds for each of webhook and mail; Dagster gives a tick of a sensor 60."""


@dg.run_failure_sensor(
    name="failure_sensor",
    description="Says of each run that failed in one line which drugs, at which stage, why, and what to do; "
    "sends it by webhook (`SCOUT_FAILURE_WEBHOOK`) and mail (`SCOUT_FAILURE_MAIL`) where they are set.",
    minimum_interval_seconds=30,
    default_status=dg.DefaultSensorStatus.RUNNING,
)
def failure_sensor(context: dg.RunFailureSensorContext) -> dg.SkipReason:
    """The line goes to the log of whoever runs the sensors, stands in the sensor's own list, and is sent. It starts
    nothing, which is why it is the one sensor that is on.
    """
    settings = load_settings()
    line = failure_line(context.dagster_run, context.get_step_failure_events(), settings.command)
    log.error(line)
    return dg.SkipReason(" ".join([line, *send(settings, failures_of(settings), line)]))


class Recipients(NamedTuple):
    """Who is sent a kind of text."""

    kind: str
    """Of the settings' names: ``FAILURE`` or ``DIGEST``."""
    webhook: SecretStr | None
    mail: str
    subject: str


def failures_of(settings: Settings) -> Recipients:
    """Who is told of runs that failed."""
    return Recipients("FAILURE", settings.failure_webhook, settings.failure_mail, "a run failed")


def send(settings: Settings, to: Recipients, text: str) -> list[str]:
    """Send a text by webhook and mail, as far as the settings say; returns a sentence for each that could not be."""
    failures = []
    for name, means, named in (
        ("webhook", _post, f"SCOUT_{to.kind}_WEBHOOK"),
        ("mail", partial(_mail, settings), f"SCOUT_{to.kind}_MAIL and SCOUT_SMTP_URL"),
    ):
        try:
            means(to, text)
        except (OSError, ValueError, smtplib.SMTPException) as error:  # its words may hold the address, a secret
            code = getattr(error, "code", None) or getattr(error, "smtp_code", None)
            reason = f"{type(error).__name__}{f' {code}' if code else ''}"
            failures.append(f"This could not be sent by {name} ({reason}); check {named}.")
            log.warning(failures[-1])
    return failures


def send_digest(bench: Workbench) -> list[str]:
    """Send of each drug what no digest had, one text a drug; what cannot be sent is sent the next time.

    Returns:
        A sentence for each text that could not be sent. Nothing where nobody is to be sent it.
    """
    settings = bench.settings
    to = Recipients("DIGEST", settings.digest_webhook, settings.digest_mail, "what changed")
    if to.webhook is None and not to.mail:
        return []
    failures: list[str] = []
    unsent = sorted(bench.db.reports.changes(unsent=True), key=lambda change: change.drug)
    for _, group in groupby(unsent, key=lambda change: change.drug):
        changes = list(group)
        if failed := send(settings, to, digest(changes)):
            failures += failed
        else:
            bench.db.reports.mark_sent(changes)
    return failures


def _post(to: Recipients, text: str) -> None:
    """As Slack, Mattermost and their kind take it; nothing where no address is set."""
    if to.webhook is None:
        return
    address = to.webhook.get_secret_value()
    if urlsplit(address).scheme not in {"http", "https"}:
        raise ValueError
    body = json.dumps({"text": text}).encode()
    request = Request(address, body, {"Content-Type": "application/json"})  # noqa: S310 - http or https
    with urlopen(request, timeout=TIMEOUT):  # noqa: S310
        pass


def _mail(settings: Settings, to: Recipients, text: str) -> None:
    """Nothing where nobody is to be written to. A password is sent under TLS alone, and the name proven."""
    if not to.mail:
        return
    server = urlsplit(settings.smtp_url.get_secret_value() if settings.smtp_url else "smtp://localhost")
    message = EmailMessage()
    message["To"] = to.mail
    message["From"] = settings.contact_email or to.mail.split(",")[0]
    message["Subject"] = f"IndicationScout, workspace {settings.workspace}: {to.subject}"
    message.set_content(text)
    kind = smtplib.SMTP_SSL if server.scheme == "smtps" else smtplib.SMTP
    with kind(server.hostname or "", server.port or 0, timeout=TIMEOUT) as connection:
        connection.ehlo()
        if kind is smtplib.SMTP and (connection.has_extn("starttls") or server.password):
            connection.starttls(context=ssl.create_default_context() if server.password else None)
        if server.password:
            connection.login(unquote(server.username or ""), unquote(server.password))
        connection.send_message(message)


def failure_line(run: dg.DagsterRun, failures: Sequence[dg.DagsterEvent], command: str) -> str:
    """What a person needs to know of a run that failed, in one line; ``command`` is that of its workspace."""
    reasons, names, unknown = [], set[str](), set[str]()
    for step in [event.step_failure_data for event in failures]:
        if step.user_failure_data is not None:
            reasons.append(step.user_failure_data.description or "")
            telling = dict(step.user_failure_data.metadata)
            if UNKNOWN in telling:
                unknown |= set(str(telling.pop(UNKNOWN).value).split())
            names |= set(telling)
        elif step.error is not None:
            reasons.append(step.error.message.strip().splitlines()[0])
    why = " ".join(filter(None, reasons)) or "Its process ended before it could say why."
    return f"Run {run.run_id[:8]} of {run.job_name} failed. {why} {_what_to_do(run, names, unknown, command)}"


def _what_to_do(run: dg.DagsterRun, names: set[str], unknown: set[str], command: str) -> str:
    """The commands that help: no run helps a drug whose name the source does not know."""
    lines = []
    if again := sorted(names - unknown):
        collections = COLLECTION_JOB.tag in run.tags or run.job_name == COLLECTION_JOB.name
        commands = (
            [f"{command} collect {name}" for name in again] if collections else [f"{command} run {' '.join(again)}"]
        )
        lines.append(f"What was done is kept; {' and '.join(f'`{typed}`' for typed in commands)} goes on from there.")
    if unknown:
        lines.append(f"`{command} remove {' '.join(sorted(unknown))}` forgets a name that is wrong.")
    return " ".join(lines) or "What was done is kept; the same run goes on from there."
