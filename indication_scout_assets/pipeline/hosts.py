"""The services that are asked: address, rate, identification and key of each, from the settings.

What belongs here: who may be asked how fast, and what a user can do when a service refuses. Nothing is sent from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from pydantic import SecretStr

from ..settings import Settings
from ..sources.http.http_client import Host

RATES = {
    "PubMed": 3.0, "PubMed with a key": 10.0,
    "Open Targets": 5.0,  # none published
    "ClinicalTrials.gov": 1.0,  # robots.txt: crawl-delay 1
    "ChEMBL": 3.0,
    "Europe PMC": 5.0,
    "OpenAlex": 10.0, "OpenAlex with a key": 30.0,
    "Semantic Scholar": 1.0,
    "Crossref": 1.0, "Crossref with an address": 3.0,  # lists of works, since December 2025
    "Unpaywall": 5.0,
    "DailyMed": 3.0,
    "openFDA": 4.0,
    "RxNorm": 5.0,
    "MedlinePlus": 1.4,  # 85 a minute
    "PubChem": 5.0,
    "OMIM": 4.0,
    "Open-i": 1.0,
    "Tavily": 1.6,  # 100 a minute
}  # fmt: skip
"""Requests per second each service allows or is known to bear."""


@dataclass(frozen=True)
class Hosts:
    """One host per service."""

    pubmed: Host
    opentargets: Host
    clinicaltrials: Host
    chembl: Host
    europepmc: Host
    openalex: Host
    semanticscholar: Host
    crossref: Host
    unpaywall: Host
    dailymed: Host
    openfda: Host
    rxnorm: Host
    medlineplus: Host
    pubchem: Host
    omim: Host
    openi: Host
    tavily: Host


def hosts(s: Settings) -> Hosts:
    """The hosts as the settings name them."""
    mail = s.contact_email
    polite = {"mailto": mail} if mail else {}
    ncbi, openalex, fda = _secret(s.ncbi_api_key), _secret(s.openalex_api_key), _secret(s.openfda_api_key)
    scholar, omim, tavily = _secret(s.semanticscholar_api_key), _secret(s.omim_api_key), _secret(s.tavily_api_key)
    if s.snapshot is not None:  # a replay sends nothing, and answers for who has no key
        omim, tavily = omim or "replay", tavily or "replay"
    return Hosts(
        pubmed=_host(
            "PubMed", s.eutils_url, " with a key" if ncbi else "",
            identify={"tool": "indication-scout"} | ({"email": mail} if mail else {}),
            secrets={"api_key": ncbi} if ncbi else {}, **_key("SCOUT_NCBI_API_KEY", ncbi),
        ),
        opentargets=_host("Open Targets", s.opentargets_url),
        clinicaltrials=_host("ClinicalTrials.gov", s.clinicaltrials_url),
        chembl=_host("ChEMBL", s.chembl_url),
        europepmc=_host("Europe PMC", s.europepmc_url, identify={"email": mail} if mail else {}),
        openalex=_host(
            "OpenAlex", s.openalex_url, " with a key" if openalex else "", identify=polite,
            secrets={"api_key": openalex} if openalex else {},
            **_key("SCOUT_OPENALEX_API_KEY", openalex, "the key is free"),
        ),
        semanticscholar=_host(
            "Semantic Scholar", s.semanticscholar_url, secret_headers={"x-api-key": scholar} if scholar else {},
            in_flight=1, **_key("SCOUT_SEMANTICSCHOLAR_API_KEY", scholar),
        ),
        crossref=_host(
            "Crossref", s.crossref_url, " with an address" if mail else "", identify=polite, in_flight=3 if mail else 1,
            **_key("SCOUT_CONTACT_EMAIL", mail),
        ),
        unpaywall=_host(
            "Unpaywall", s.unpaywall_url, identify={"email": mail} if mail else {}, **_key("SCOUT_CONTACT_EMAIL", mail)
        ),
        dailymed=_host("DailyMed", s.dailymed_url),
        openfda=_host(
            "openFDA", s.openfda_url, secrets={"api_key": fda} if fda else {}, **_key("SCOUT_OPENFDA_API_KEY", fda)
        ),
        rxnorm=_host("RxNorm", s.rxnorm_url),
        medlineplus=_host("MedlinePlus", s.medlineplus_url),
        pubchem=_host("PubChem", s.pubchem_url),
        omim=_host(  # in a header: addresses end up in logs
            "OMIM", s.omim_url, secret_headers={"ApiKey": omim} if omim else {}, **_key("SCOUT_OMIM_API_KEY", omim)
        ),
        openi=_host("Open-i", s.openi_url),
        tavily=_host(
            "Tavily", s.tavily_url, secret_headers={"Authorization": f"Bearer {tavily}"} if tavily else {},
            **_key("SCOUT_TAVILY_API_KEY", tavily),
        ),
    )  # fmt: skip


def _host(service: str, url: str, rate: str = "", **more: object) -> Host:
    build = partial(Host, service, url, RATES[service + rate])
    return build(**more)  # type: ignore[arg-type]


def _key(setting: str, value: str, more: str = "") -> dict[str, str]:
    """What a user can do about a quota: set the key that raises it; where it is set, check it if it is refused."""
    return {"key_setting": setting} if value else {"on_quota": f"set {setting}{f' ({more})' if more else ''}"}


def _secret(value: SecretStr | None) -> str:
    return value.get_secret_value() if value else ""
