"""Where a report may link to: public pages of real records, and nothing else.

What belongs here: the rule that a link is http(s), the addresses of the sources' pages, and the rule that records
written for the demonstration are never linked, because their numbers belong to no real record.
"""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

from ..domain.articles import Article
from ..domain.trials import Trial

_IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]*")


def safe_url(url: str | None) -> str | None:
    """The address if it is plain http or https with a host; otherwise ``None``, so that it is printed as text."""
    text = (url or "").strip()
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    return text if parts.scheme in {"http", "https"} and parts.hostname else None


def article_url(article: Article, demonstration: bool = False) -> str | None:
    """The article's page at PubMed; ``None`` for a demonstration record or in a demonstration run."""
    if demonstration or article.demonstration or not article.pmid.isdigit():
        return None
    return article.url


def doi_url(article: Article, demonstration: bool = False) -> str | None:
    """The article's DOI as an address; ``None`` under the same rule."""
    if demonstration or article.demonstration or not article.doi:
        return None
    return f"https://doi.org/{quote(article.doi, safe='/:;()._-')}"


def trial_url(trial: Trial, demonstration: bool = False) -> str | None:
    """The trial's page at ClinicalTrials.gov; ``None`` for a demonstration record or in a demonstration run."""
    if demonstration or trial.demonstration or not re.fullmatch(r"NCT\d{8}", trial.nct_id):
        return None
    return trial.url


def disease_url(disease_id: str) -> str | None:
    """The disease at Open Targets."""
    return _page("https://platform.opentargets.org/disease/", disease_id)


def drug_url(chembl_id: str) -> str | None:
    """The drug at Open Targets."""
    return _page("https://platform.opentargets.org/drug/", chembl_id)


def chembl_url(chembl_id: str) -> str | None:
    """The drug at ChEMBL."""
    return _page("https://www.ebi.ac.uk/chembl/explore/compound/", chembl_id)


def target_url(ensembl_id: str) -> str | None:
    """The target at Open Targets."""
    return _page("https://platform.opentargets.org/target/", ensembl_id)


def mesh_url(mesh_id: str | None) -> str | None:
    """The heading in the MeSH browser."""
    return _page("https://meshb.nlm.nih.gov/record/ui?ui=", mesh_id or "")


def _page(base: str, identifier: str) -> str | None:
    return base + identifier if _IDENTIFIER.fullmatch(identifier) else None
