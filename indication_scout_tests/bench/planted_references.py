"""How many planted faults ``scout check`` finds in reference lists, and how many clean references it flags.

    SCOUT_EUTILS_URL=… (and the others) python -m indication_scout_tests.bench.planted_references [LISTS]

The sources' addresses are a mirror's; records, abstracts and citing sentences come from it at run time, and only the
seed stands here. Each list is a manuscript of ten references: one retracted, one under another article's identifier,
one quoted with two words changed, one cited for what it does not say (by turns a real citing sentence of another
article, and a sentence of its abstract with another number), and six clean ones: two with real citing sentences of
full texts, two quoted word for word, two without a sentence, of which one is printed without an identifier.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lxml import etree

from indication_scout_assets.domain.records.articles import Article, RetractionStatus
from indication_scout_assets.environment import load_settings
from indication_scout_assets.evaluation.shares import Share
from indication_scout_assets.operations.checking.checked_references import CitingSentence
from indication_scout_assets.operations.checking.claims import read_claims, source_text
from indication_scout_assets.operations.checking.reference_check import check_files
from indication_scout_assets.pipeline.resources import hosts
from indication_scout_assets.pipeline.resources.clients import Sources
from indication_scout_assets.pipeline.resources.source_bench import SourceBench, exchanges_of
from indication_scout_assets.rules.language.sentences import abstract_sentences, sentences
from indication_scout_assets.text.numbers import numbers

SEED = 51
POOL = 1500
"""Articles that lists draw from."""
PER_REQUEST = 50
CAUGHT_BY = {
    "retracted": {"retracted"},
    "wrong_identifier": {"wrong_identifier", "unknown_identifier"},
    "wrong_quotation": {"altered_quotation", "missing_quotation"},
    "other_articles_claim": {"says_nothing", "says_otherwise"},
    "other_number": {"says_otherwise", "says_nothing"},
}
_MARK = re.compile(r"⟦(.*?)⟧")


class Pool(NamedTuple):
    """What lists are made of."""

    articles: Sequence[Article]
    retracted: Sequence[Article]
    cited: Sequence[tuple[str, Article]]
    """Real citing sentences, each with the one article it cites."""


async def pool(bench: SourceBench) -> Pool:
    """Everything from the mirror, in an order that a seed can draw from."""
    async with bench.sources() as sources:
        ids = (await sources.pubmed.search("randomized[tiab]", 9_000)).ids
        drawn = random.Random(SEED).sample(sorted(ids), POOL)
        articles = (await sources.pubmed.fetch(sorted(drawn), store=True)).articles.values()
        gone = (await sources.pubmed.search('"retracted publication"[pt]', 200)).ids
        retracted = (await sources.pubmed.fetch(sorted(gone), store=True)).articles.values()
        cited = [pair async for pair in _citing(sources)]
    usable = [a for a in articles if len(abstract_sentences(a)) > 4 and a.retraction is RetractionStatus.NONE]
    return Pool(usable, [a for a in retracted if a.retraction is RetractionStatus.RETRACTED], cited)


async def _citing(sources: Sources) -> Any:
    """Sentences of the mirror's full texts that cite one article alone, which the mirror's PubMed has."""
    ids = (await sources.clients["pmc_full_text"].found_by('"open access"[filter]', 2500)).ids
    pairs: dict[str, str] = {}
    for pmcid in ids:
        xml = await sources.clients["pmc_full_text"].full_text_xml(pmcid)
        if xml is not None:
            pairs |= dict(_cited_alone(etree.fromstring(xml, etree.XMLParser(huge_tree=True, recover=True))))
    known = (await sources.pubmed.fetch(sorted(set(pairs.values())), store=True)).articles
    for sentence, pmid in sorted(pairs.items()):
        if pmid in known and known[pmid].abstract and known[pmid].retraction is RetractionStatus.NONE:
            yield sentence, known[pmid]


def _cited_alone(article: Any) -> Iterator[tuple[str, str]]:
    pmids = {}
    for reference in article.iter("ref"):
        numbers_of = [e.text.strip() for e in reference.iter("pub-id") if e.get("pub-id-type") == "pmid" and e.text]
        if len(numbers_of) == 1:
            pmids[reference.get("id")] = numbers_of[0]
    for paragraph in article.iter("p"):
        for mark in paragraph.iter("xref"):
            if mark.get("ref-type") == "bibr":
                mark.text = f"⟦{mark.get('rid')}⟧"
        for sentence in sentences(" ".join("".join(paragraph.itertext()).split())):
            marks = set(_MARK.findall(sentence.text))
            claim = re.sub(r"[\[(]?\s*⟦.*?⟧\s*[\])]?", "", sentence.text).strip()
            if len(marks) == 1 and (pmid := pmids.get(next(iter(marks)))) and len(claim) > 30 and "⟦" not in claim:
                yield claim, pmid


# ------------------------------------------------------------------------------------------------ the lists
def manuscript_of(given: Pool, draw: random.Random, number: int) -> tuple[str, dict[str, str]]:
    """A manuscript in Markdown, and the plant of each label; ``clean`` for the others."""
    articles = draw.sample(list(given.articles), 8)
    citing = draw.sample(list(given.cited), 3)
    with_doi = [a for a in given.articles if a.doi]
    wrong, quoted, misread, *clean = articles
    cited_for = _other_claim(citing[0][0], misread, number)
    rows = [
        ("retracted", draw.choice(given.retracted), "", "id"),
        ("wrong_identifier", wrong, "", f"doi:{draw.choice(with_doi).doi}" if number % 2 else f"PMID: {clean[0].pmid}"),
        ("wrong_quotation", quoted, f"They wrote that “{_altered(_passage(quoted, draw), draw)}”", "id"),
        (*cited_for, "id"),
        *(("clean", article, sentence.rstrip(". "), "id") for sentence, article in citing[1:]),
        *(("clean", article, f"They wrote that “{_passage(article, draw)}”", "id") for article in clean[1:3]),
        ("clean", clean[3], "", "id"),
        ("clean", clean[4], "", ""),
    ]
    draw.shuffle(rows)
    body, entries, plants = [], [], {}
    for label, (plant, article, sentence, how) in enumerate(rows, 1):
        plants[str(label)] = plant
        body += [f"{sentence} [{label}]."] if sentence else []
        number_of = f"doi:{article.doi}" if article.doi and label % 2 else f"PMID: {article.pmid}"
        entries.append(f"{label}. {_printed(article, draw)} {number_of if how == 'id' else how}".strip())
    return "\n\n".join([*body, "## References", *entries]) + "\n", plants


def _other_claim(sentence: str, article: Article, number: int) -> tuple[str, Article, str]:
    with_numbers = [s.text for s in abstract_sentences(article) if numbers(s.text)]
    if number % 2 or not with_numbers:
        return "other_articles_claim", article, sentence.rstrip(". ")
    text = with_numbers[-1]
    at = numbers(text)[0]
    digits = "".join(str((int(c) + 3) % 9 + 1) if c.isdigit() else c for c in text[at.start : at.end])
    return "other_number", article, f"{text[: at.start]}{digits}{text[at.end :]}".rstrip(". ")


def _passage(article: Article, draw: random.Random) -> str:
    """Ten to eighteen words of an abstract, as they stand there, without quotation marks of their own."""
    long = [
        s.text for s in abstract_sentences(article) if len(s.text.split(" ")) > 12 and not set(s.text) & set('“”"«»[]')
    ]
    words = draw.choice(long or [article.title]).split(" ")
    start = draw.randrange(max(1, len(words) - 10))
    return " ".join(words[start : start + draw.randint(10, 18)]).strip(" .,;:")


def _altered(passage: str, draw: random.Random) -> str:
    words = passage.split(" ")
    for place in draw.sample(range(1, len(words)), min(2, len(words) - 1)):
        words[place] = draw.choice(["never", "twice", "seldom", "rarely", "mostly"])
    return " ".join(words)


def _printed(article: Article, draw: random.Random) -> str:
    """As lists print it: sometimes without its subtitle, its capitals or its year."""
    title = article.title.rstrip(".")
    if draw.random() < 0.2 and len(title.split(": ")[0]) > 40:
        title = title.split(": ")[0]
    title = title.title() if draw.random() < 0.1 else title
    author = article.authors[0] if article.authors else ""
    return ". ".join(filter(None, [author, title, article.journal, str(article.year or "")])) + "."


# ------------------------------------------------------------------------------------------------ the figures
def main(lists: int = 200) -> None:
    """Print the figures as JSON."""
    hosts.RATES = defaultdict(lambda: 1000.0)  # our own server
    settings = load_settings()
    given = asyncio.run(pool(SourceBench(settings, exchanges_of(settings))))
    draw, plants = random.Random(SEED), {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(lists):
            path = Path(folder) / f"{number}.md"
            text, plants[str(path)] = manuscript_of(given, draw, number)
            path.write_text(text, "utf-8")
        begun = time.perf_counter()
        report = check_files(settings, [Path(path) for path in plants])
        seconds = time.perf_counter() - begun
    flagged: Mapping[tuple[str, str], set[str]] = defaultdict(set)
    for finding in report.findings:
        if finding.level != "note":
            flagged[finding.file, finding.label].add(finding.kind.value)
    caught, of, false = Counter[str](), Counter[str](), Counter[str]()
    for file, labels in plants.items():
        for label, plant in labels.items():
            of[plant] += 1
            kinds = flagged.get((file, label), set())
            caught[plant] += bool(kinds & CAUGHT_BY.get(plant, kinds))
            false.update(kinds if plant == "clean" else ())
    missed = [
        f"{plant}: {claim.sentence.text} | {claim.closest} | {claim.reason}"
        for claim in report.claims
        if (plant := plants[claim.sentence.file][claim.label]) in ("wrong_quotation", "other_number")
        and not flagged.get((claim.sentence.file, claim.label), set()) & CAUGHT_BY[plant]
    ]
    print("\n".join(missed), file=sys.stderr)
    print(
        json.dumps(
            {
                "lists": lists,
                "cited": len(given.cited),
                "retracted_records": len(given.retracted),
                "caught": {plant: Share(caught[plant], of[plant]).words for plant in CAUGHT_BY},
                "clean_flagged": Share(caught["clean"], of["clean"]).words,
                "clean_flagged_as": dict(false),
                "unanswered": report.unanswered,
                "check_seconds": round(seconds, 1),
                "claims": Counter(claim.verdict.value for claim in report.claims),
                "seconds_of_1000_sentences": _speed(given),
            },
            indent=2,
        )
    )
    if lists < 20:
        for finding in report.findings:
            if plants[finding.file].get(finding.label) == "clean" and finding.level != "note":
                print(finding.kind, finding.sentence, "|", finding.words)


def _speed(given: Pool) -> dict[str, float]:
    """Seconds, by the clock and of the processor, for 1,000 sentences against 1,000 abstracts, the model loaded."""
    articles = (list(given.articles) * 2)[:1000]
    texts = {("f", article.id): source_text(article, None) for article in articles}
    sentence = [abstract_sentences(article)[-1].text for article in articles[1:] + articles[:1]]
    cited = [
        (CitingSentence(file="f", line=1, text=text, claim=text, labels=(article.id,)), article.id)
        for text, article in zip(sentence, articles, strict=True)
    ]
    begun, worked = time.perf_counter(), time.process_time()
    read_claims(cited, texts)
    return {"clock": round(time.perf_counter() - begun, 1), "processor": round(time.process_time() - worked, 1)}


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
