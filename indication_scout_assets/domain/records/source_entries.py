"""What the registry says of a source: the service that is asked, its address, rate and key, and each way of asking it.

What belongs here: the shape of an entry. The entries themselves are in ``source_catalogue``. A client is named as
``module:Class`` and not imported, so that whoever only lists the sources loads none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pydantic import Field

from ..base import Value


class Yields(StrEnum):
    """What a source gives."""

    ARTICLES = "articles"
    TRIALS = "trials"
    LABELS = "labels"
    WEB_PAGES = "web pages"
    """Quarantined: shown, never graded as literature."""
    REFERENCE = "reference"
    """Facts on the drug or the disease; shown, not ranked."""
    CHECK = "check"
    """Answers about what was found already: its standing, its full text, its names."""


class About(StrEnum):
    """Whom a source is asked about, as `scout sources` writes it."""

    PAIR = "DRUG AND DISEASE"
    DRUG = "DRUG"
    DISEASE = "DISEASE"


class ClientMethod(StrEnum):
    """The method of a client that asks; ``sources.protocol`` says what each takes and gives."""

    SEARCH = "search"
    LOOK_UP = "look_up"
    LABELS = "labels"
    ADVERSE_EVENTS = "adverse_events"
    NONE = ""
    """A stage calls methods of its own."""


_CALLS: Mapping[Yields, ClientMethod] = {
    Yields.ARTICLES: ClientMethod.SEARCH,
    Yields.TRIALS: ClientMethod.SEARCH,
    Yields.LABELS: ClientMethod.LABELS,
    Yields.WEB_PAGES: ClientMethod.SEARCH,
    Yields.REFERENCE: ClientMethod.LOOK_UP,
    Yields.CHECK: ClientMethod.NONE,
}


class ApiKey(Value):
    """The key of a service and how it is sent: as the parameter, or as the header, that is named."""

    setting: str
    """Field of the settings, for example ``ncbi_api_key``."""
    vendor_name: str
    """The name in the environment that the vendor uses, for example ``NCBI_API_KEY``."""
    purpose: str
    """For the page of settings: what one has of it."""
    owner: str = ""
    """Whose key it is; empty: the service's."""
    parameter: str = ""
    header: str = ""
    header_form: str = "{}"
    """The header's value, with the key for ``{}``."""
    required: bool = False
    """Whether the service is asked only with it."""
    hint: str = ""
    """SourcedSentence with the advice to set it."""

    @property
    def environment_name(self) -> str:
        return f"SCOUT_{self.setting.upper()}"


class SearchPage(Value):
    """Where a reader can make a search again whose recorded query looks like the pattern."""

    pattern: str
    """A regular expression that the whole query matches."""
    address: str
    parameters: dict[str, str]
    """Group of the pattern by name of the parameter."""


class Service(Value):
    """A public service: everything that does not depend on what it is asked."""

    name: str
    """As the report prints it, and as the rate limiter and the snapshots know it."""
    setting: str = ""
    """With ``_url`` after it the field of the settings that holds the address."""
    address: str = ""
    """Base URL where the settings name no other; empty: nothing is asked, the source is a file."""
    purpose: str = ""
    """For the page of settings; empty: the name."""
    rate: float = 1.0
    """Requests per second it allows or is known to bear."""
    rate_with_key: float | None = None
    in_flight: int = 4
    """Most requests under way at once."""
    in_flight_with_key: int | None = None
    identify: dict[str, str] = Field(default={})
    """Parameters of every request."""
    contact: str = ""
    """The parameter that carries ``SCOUT_CONTACT_EMAIL``; empty: it is not sent."""
    contact_is_key: bool = False
    """Whether that address does what a key does elsewhere."""
    key: ApiKey | None = None
    client: str = ""
    """``module:Class`` of the client, called with the HTTP client and the host; for a file, with the service's name.
    It is that of every entry that names none of its own."""
    pages: tuple[SearchPage, ...] = ()

    def __hash__(self) -> int:
        """By the name, which is unique; so that entries can be keys although a service holds dictionaries."""
        return hash(self.name)

    @property
    def address_setting(self) -> str:
        """Field of the settings that holds the address."""
        return f"{self.setting}_url"


class SourceEntry(Value):
    """One way of asking one service."""

    key: str
    """As the command line takes it, for example ``europepmc_cited``."""
    title: str
    """As the report prints it, for example ``Europe PMC, highly cited``."""
    service: Service
    yields: Yields
    asks: str
    """The query; PAIR stands for the drug's names and the disease's names."""
    about: About | None = About.PAIR
    """Whom it is asked about; ``None`` where it cannot be searched by names."""
    limit: int | None = None
    """Records read per question; ``None`` where the service's whole answer is read or a setting says."""
    limit_setting: str = ""
    """Field of the settings that says it."""
    best: int | None = None
    """Records that may pass into the top k, or the second stage, where that is another number than ``limit``."""
    min_score: float | None = None
    """Least relevance to the question of what passes: the cross-encoder's score, for an article without one its cosine
    similarity; ``None``: not ranked."""
    client: str = ""
    """As with the service, where this entry has a client of its own."""
    own_call: ClientMethod | None = None
    """Where it is not asked as what yields the same is."""
    site: str = ""
    """Whose pages its records are found on; empty: the service's."""
    own_pages: tuple[SearchPage, ...] | None = None
    """Where a search can be made again, if elsewhere than the service's others."""
    needs: str = ""
    """Field of the settings, other than a key, without which it is not asked."""
    today_only: bool = False
    """Whether it says nothing of an earlier day, and so is not asked in a run as of one."""
    versioned: bool = False
    """Whether its records are published anew with every update."""
    in_runs: bool = True
    """Whether every run asks it; else only `scout search` does."""

    @property
    def ranked(self) -> bool:
        return self.min_score is not None

    @property
    def places(self) -> int | None:
        """Records that may pass; ``None`` where there is no limit."""
        return self.best or self.limit

    @property
    def call(self) -> ClientMethod:
        """The method that asks."""
        return _CALLS[self.yields] if self.own_call is None else self.own_call

    @property
    def client_path(self) -> str:
        """``module:Class`` of the client; empty where a stage opens a file instead."""
        return self.client or self.service.client

    @property
    def pages(self) -> tuple[SearchPage, ...]:
        return self.service.pages if self.own_pages is None else self.own_pages

    @property
    def key_setting(self) -> str:
        """Environment name of the key; empty where the service has none, or asks for none for this."""
        key = self.service.key
        return key.environment_name if key is not None and self.yields is not Yields.CHECK else ""

    @property
    def key_required(self) -> bool:
        return bool(self.key_setting) and self.service.key is not None and self.service.key.required
