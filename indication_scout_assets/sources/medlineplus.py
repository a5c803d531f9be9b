"""MedlinePlus health topics through its web service: what patients are told about a disease or a drug.

What belongs here: the search, its XML, and which topics found are really about what was asked: the search is over full
texts and finds every topic that mentions it. Parsing expands no entity, loads no DTD and opens no connection.
"""

from __future__ import annotations

from typing import NamedTuple

from lxml import etree

from ..domain.records.references import LookUpResult, ReferenceEntry, ReferenceKind, ReferenceQuestion
from ..rules.names.name_matching import names_in
from .formats.markup import element_text
from .formats.xml_root import xml_root
from .http.http_client import HttpAnswer, ServiceClient, TransientBody, expect_xml
from .reference_lookups import disease_terms, drug_terms, is_demonstration, looked, not_as_of, short_text, web_address

SOURCE = "MedlinePlus"
MAX_NAMES = 3
"""Names tried, best first, until a topic is about one."""
_READ = 10
"""Topics read per name."""

_Element = etree._Element


class HealthTopic(NamedTuple):
    """One health topic as found."""

    url: str
    title: str
    other_titles: tuple[str, ...]
    summary: str


class MedlinePlus(ServiceClient):
    """One client of MedlinePlus; the service allows 85 requests a minute."""

    async def look_up(self, question: ReferenceQuestion) -> LookUpResult:
        """Topics about the disease, or, without one, topics whose summary names the drug. One request for each of up
        to three names.

        Raises:
            PermanentFailure: no name can be searched, or MedlinePlus refuses.
            TransientFailure: MedlinePlus does not answer.
        """
        if (refused := not_as_of(SOURCE, question)) is not None:
            return refused
        of_disease = disease_terms(SOURCE, question.disease) if question.disease else []
        terms = (of_disease or drug_terms(SOURCE, question.drug_names))[:MAX_NAMES]
        total = 0
        for term in terms:
            answer = await self._get("query", _check, params=_params(term))
            count, topics = read_topics(answer.body)
            total = max(total, count)
            entries = [_entry(topic, question, answer) for topic in topics if _is_about(topic, question, term)]
            if entries:
                return looked(SOURCE, question, term, entries, nothing="", total=count)
        nothing = (
            f"MedlinePlus has no topic about it; {total} mention it."
            if total
            else "MedlinePlus has no topic that mentions it."
        )
        return looked(SOURCE, question, ", ".join(terms), (), nothing=nothing, total=total)


def read_topics(xml: bytes) -> tuple[int, list[HealthTopic]]:
    """The count of matching topics and those of this answer.

    Raises:
        TransientBody: malformed XML, declared entities, or an answer that is no search result.
    """
    root = xml_root(xml, "MedlinePlus")
    count = element_text(root.find("count"))
    if root.tag != "nlmSearchResult" or not count.isdecimal():
        raise TransientBody("an answer without a count of topics")
    return int(count[:9]), [topic for node in root.iterfind("list/document") if (topic := _topic(node)) is not None]


def _topic(document: _Element) -> HealthTopic | None:
    fields: dict[str, list[str]] = {}
    for content in document.iterfind("content"):
        fields.setdefault(content.get("name", ""), []).append(element_text(content))
    title = short_text(next(iter(fields.get("title", ())), ""))
    url = web_address(document.get("url"))
    if not title or not url:
        return None
    return HealthTopic(
        url=url,
        title=title,
        other_titles=tuple(filter(None, (short_text(other) for other in fields.get("altTitle", ())))),
        summary=" ".join(fields.get("FullSummary", ())),
    )


def _is_about(topic: HealthTopic, question: ReferenceQuestion, term: str) -> bool:
    if question.disease is None:
        return bool(names_in(short_text(topic.summary, len(topic.summary) + 1), [term]))
    names = [question.disease.disease_name, *question.disease.names]
    return any(names_in(title, names) for title in (topic.title, *topic.other_titles))


def _entry(topic: HealthTopic, question: ReferenceQuestion, answer: HttpAnswer) -> ReferenceEntry:
    return ReferenceEntry(
        source=SOURCE,
        kind=ReferenceKind.BACKGROUND,
        id=topic.url,
        title=topic.title,
        text=short_text(topic.summary),
        url=topic.url,
        disease_id=question.disease_id,
        demonstration=is_demonstration(answer),
    )


def _params(term: str) -> dict[str, str]:
    return {"db": "healthTopics", "term": f'"{term}"', "retmax": str(_READ)}


def _check(answer: HttpAnswer) -> None:
    expect_xml(answer)
    read_topics(answer.body)
