"""The services that are asked: address, rate, identification and key of each, from the registry and the settings.

What belongs here: what a user can do when a service refuses, and the host each client is given. Nothing is sent from
here.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...domain.records.source_catalogue import Service, services
from ...settings import Settings
from ...sources.http.http_client import Host

_WITH_KEY = " with a key"
RATES = {service.name: service.rate for service in services()} | {
    service.name + _WITH_KEY: service.rate_with_key for service in services() if service.rate_with_key is not None
}
"""Requests per second each service allows or is known to bear."""

Hosts = Mapping[str, Host]
"""One host per service, by its name."""


def hosts(s: Settings) -> Hosts:
    """The hosts as the settings name them."""
    return {service.name: _host(service, s) for service in services()}


def _host(service: Service, s: Settings) -> Host:
    key = s.key(service)
    if s.snapshot is not None and service.key is not None and service.key.required:
        key = key or "replay"  # a replay sends nothing, and answers for who has no key
    mail = s.contact_email
    more: dict[str, str] = {}
    if service.key is not None:
        more = _advice(service.key.environment_name, bool(key), service.key.hint)
    elif service.contact_is_key:
        more = _advice("SCOUT_CONTACT_EMAIL", bool(mail))
    known = bool(mail) if service.contact_is_key else bool(key)
    return Host(
        service.name,
        s.address(service),
        RATES[service.name + (_WITH_KEY if known and service.rate_with_key is not None else "")],
        identify=service.identify | ({service.contact: mail} if service.contact and mail else {}),
        secrets={service.key.parameter: key} if service.key and service.key.parameter and key else {},
        secret_headers=(
            {service.key.header: service.key.header_form.format(key)}
            if service.key and service.key.header and key
            else {}
        ),
        in_flight=service.in_flight_with_key if known and service.in_flight_with_key else service.in_flight,
        **more,
    )


def _advice(setting: str, given: bool, hint: str = "") -> dict[str, str]:
    """What a user can do about a quota: set the key that raises it; where it is set, check it if it is refused."""
    return {"key_setting": setting} if given else {"on_quota": f"set {setting}{f' ({hint})' if hint else ''}"}
