"""Where a report may link to: public pages of real records, and nothing else.

What belongs here: the rule that a link is http(s), the addresses of the sources' pages, and the rule that records
written for the demonstration are never linked, because their numbers belong to no real record.
"""

from __future__ import annotations

import re
from functools import partial
from urllib.parse import quote, urlsplit

from ..domain.records.articles import Article
from ..domain.records.labels import Label
from ..domain.records.trials import Trial

_IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]*")
_NEVER_IN_A_URL = re.compile(r"[\s\x00-\x1f\x7f<>\"`\\^{|}]")


def safe_url(url: str | None) -> str | None:
    """The address if it is plain http or https with a host; otherwise ``None``, so that it is printed as text.

    Characters that no address holds, and that would end a link in Markdown, are percent-encoded.
    """
    text = _NEVER_IN_A_URL.sub(lambda match: quote(match[0], safe=""), (url or "").strip())
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    return text if parts.scheme in {"http", "https"} and parts.hostname else None


def article_url(article: Article, demonstration: bool = False) -> str | None:
    """The page to read the article on; ``None`` for a demonstration record or in a demonstration run."""
    if demonstration or article.demonstration or (article.pmid and not article.pmid.isdigit()):
        return None
    if article.doi and not (article.pmid or article.pmcid):
        return doi_url(article)
    return safe_url(article.url)


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


def label_url(label: Label, demonstration: bool = False) -> str | None:
    """The label's page; DailyMed's where its source names none; ``None`` under the same rule."""
    if demonstration or label.demonstration:
        return None
    return safe_url(label.url) or set_id_url(label.set_id)


def real(url: str | None, demonstration: bool) -> str | None:
    """A source's address of a record; ``None`` where the record is written for the demonstration."""
    return None if demonstration else safe_url(url)


def _page(base: str, identifier: str | None) -> str | None:
    return base + identifier if identifier and _IDENTIFIER.fullmatch(identifier) else None


set_id_url = partial(_page, "https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=")
"""The label of a set id at DailyMed."""
disease_url = partial(_page, "https://platform.opentargets.org/disease/")
"""The disease at Open Targets."""
drug_url = partial(_page, "https://platform.opentargets.org/drug/")
"""The drug at Open Targets, by its ChEMBL id."""
chembl_url = partial(_page, "https://www.ebi.ac.uk/chembl/explore/compound/")
"""The drug at ChEMBL."""
target_url = partial(_page, "https://platform.opentargets.org/target/")
"""The target at Open Targets, by its Ensembl id."""
mesh_url = partial(_page, "https://meshb.nlm.nih.gov/record/ui?ui=")
"""The heading in the MeSH browser."""
