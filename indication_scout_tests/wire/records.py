"""The authored records, read from YAML.

What belongs here: reading the files under ``records/``. What a record looks like on the wire is in the module of the
source that serves it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

RECORDS = Path(__file__).parent / "records"
APPROVED_USES = {
    "bupropion": {"major depressive disorder", "seasonal affective disorder", "nicotine dependence"},
    "sildenafil": {"erectile dysfunction", "pulmonary arterial hypertension"},
    "baricitinib": {
        "rheumatoid arthritis", "alopecia areata", "atopic eczema", "COVID-19", "juvenile idiopathic arthritis",
    },
}  # fmt: skip
"""What the authored records say each drug is approved for."""
"""The demonstration's records."""

Record = dict[str, Any]


def doi_of(article: Record) -> str:
    """The article's DOI; below a prefix that no registrant has, where the record names none."""
    return str(article.get("doi") or f"10.99999/demo.{article['pmid']}")


def cited_by(records: Records, service: str, pmid: str) -> list[Record]:
    """The articles of the reference list that a service holds of an article."""
    listed = records.extra.get("references", {}).get(pmid, {})
    by_pmid = {str(article["pmid"]): article for article in records.articles}
    return [by_pmid[cited] for cited in listed.get("cites", ()) if service in listed["held_by"]]


_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Records:
    """Everything the server knows. Ids are those of the real sources, record numbers are not."""

    articles: tuple[Record, ...]
    trials: tuple[Record, ...]
    mesh: tuple[Record, ...]
    drugs: tuple[Record, ...]
    targets: tuple[Record, ...]
    diseases: tuple[Record, ...]
    associations: tuple[Record, ...]
    chembl_synonyms: dict[str, dict[str, list[str]]]
    """ChEMBL id -> synonym type -> labels."""
    extra: dict[str, Any] = field(default_factory=dict)
    """Records of the services that have one file of their own, by the file's stem: ``extra["openfda"]``."""


@cache
def load(directory: Path = RECORDS) -> Records:
    """Read all records of ``directory``; a missing file or folder is an empty list, as in a small test's own folder."""
    return Records(
        articles=tuple(_all_of(directory / "articles")),
        trials=tuple(_all_of(directory / "trials")),
        mesh=tuple(_read(directory / "mesh.yaml", [])),
        drugs=tuple(_read(directory / "opentargets" / "drugs.yaml", [])),
        targets=tuple(_read(directory / "opentargets" / "targets.yaml", [])),
        diseases=tuple(_read(directory / "opentargets" / "diseases.yaml", [])),
        associations=tuple(_read(directory / "opentargets" / "associations.yaml", [])),
        chembl_synonyms=_read(directory / "chembl.yaml", {}),
        extra={path.stem: _read(path, {}) for path in sorted(directory.glob("*.yaml"))},
    )


def _all_of(folder: Path) -> Iterable[Record]:
    for path in sorted(folder.glob("*.yaml")):
        yield from _read(path, [])


def _read(path: Path, default: Any) -> Any:
    if not path.exists():
        return default
    # The C loader is the same safe loader, ten times faster.
    return yaml.load(path.read_text("utf-8"), Loader=_Loader) or default  # noqa: S506
