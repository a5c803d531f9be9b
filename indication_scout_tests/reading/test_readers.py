"""What every registered reader must keep: ids, order, and that no article makes it raise."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.readings import ArticleSpan, ReadFailure
from indication_scout_assets.domain.outcomes import WrongArgument
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.reading import readers
from indication_scout_assets.reading.reader_protocol import ArticleToRead, ReadingDraft
from indication_scout_tests.readings import pair_of
from indication_scout_tests.rules.assessment.grading.records import DRUG, HYPERTENSION, RAYNAUD, article

PAIRS = (pair_of(DRUG, RAYNAUD, narrower_names=("digital vasospasm",)), pair_of(DRUG, HYPERTENSION))
HELPS = "Sildenafil significantly reduced attacks of Raynaud disease compared with placebo (P = 0.01)."
DENIES = "Sildenafil had no effect on hypertension compared with placebo."
STRANGE = (
    "\u202eSildenafil\u0000 \U0001f600 Ra\u0301ynaud\u00ad disease "
    "\u2265 5\u00a0% \ufffd \U0001f9ea 西地那非 ½ \x1f .?!;(["
)
ARTICLES = [
    article("Sildenafil in Raynaud disease: a randomised trial", f"We gave sildenafil to 61 patients. {HELPS}"),
    article("Sildenafil in Raynaud disease", "", number=2),
    article("", "", number=3),
    article(STRANGE, STRANGE * 20, number=4),
    article("Sildenafil in Raynaud disease", f"{STRANGE} {HELPS} {DENIES} {STRANGE}", number=5),
    article("Sildenafil and the hand", "Raynaud" + " " * 5000 + "disease" + "(" * 200 + "sildenafil", number=6),
    article("Sildenafil in hypertension", DENIES, number=7),
]
LONG = article("Sildenafil in Raynaud disease", f"It is long. {HELPS} " * (200_000 // (len(HELPS) + 13)), number=8)
each_reader = pytest.mark.parametrize("name", list(readers.READERS))


def asked(*articles: Article) -> list[ArticleToRead]:
    return [ArticleToRead(record, PAIRS) for record in articles]


@each_reader
def test_equal_ids_give_equal_readings(name: str) -> None:
    single, other = readers.reader(name), readers.reader(name)
    assert single.id == other.id
    assert single.id.version.startswith(readers.code_fingerprint())
    first, again = (list(readers.read(by, asked(*ARTICLES))) for by in (single, other))
    assert first == again
    assert list(readers.read(single, asked(*ARTICLES[::-1]))) == first[::-1]


def test_no_two_readers_share_an_id() -> None:
    ids = [readers.reader(name).id.key for name in readers.READERS]
    assert len(set(ids)) == len(ids) >= 2


@each_reader
def test_one_draft_for_each_article_in_order_with_every_pair_asked_for(name: str) -> None:
    by = readers.reader(name)
    drafts = list(by.read(asked(*ARTICLES)))
    assert len(drafts) == len(ARTICLES)
    for draft in drafts:
        assert isinstance(draft, ReadingDraft)
        assert set(draft.pairs) <= {pair.key for pair in PAIRS}
    made = list(readers.read(by, asked(*ARTICLES)))
    for record, readings in zip(ARTICLES, made, strict=True):
        assert not isinstance(readings, ReadFailure)
        assert [(reading.article_id, reading.pair) for reading in readings] == [(record.id, p.key) for p in PAIRS]
        assert {reading.reader for reading in readings} == {by.id}


@each_reader
def test_an_article_is_read_the_same_alone_and_among_others(name: str) -> None:
    by = readers.reader(name)
    together = list(by.read(asked(*ARTICLES)))
    assert [next(iter(by.read(asked(record)))) for record in ARTICLES] == together


@each_reader
@pytest.mark.parametrize("record", [*ARTICLES, LONG], ids=lambda record: record.id[-1])
def test_no_article_makes_it_raise_and_every_span_is_exact(name: str, record: Article) -> None:
    [made] = readers.read(readers.reader(name), asked(record))
    for reading in [] if isinstance(made, ReadFailure) else made:
        stated, people = reading.of_pair, reading.study.participants
        spans = [quotation.span for quotation in stated.quotations] + list(people.spans if people else ())
        spans += [stated.span] if stated.span else []
        assert all(exact(record, span) for span in spans)
        parts = [part for effect in stated.effects for _, part in effect if hasattr(part, "start")]
        assert all(record.abstract[part.start : part.end] == part.text for part in parts)


def exact(record: Article, span: ArticleSpan) -> bool:
    return bool(getattr(record, span.field)[span.start : span.end] == span.text) and bool(span.text)


@each_reader
def test_no_articles_give_no_drafts(name: str) -> None:
    assert list(readers.reader(name).read([])) == []


def test_an_unknown_reader_is_said_with_those_there_are() -> None:
    with pytest.raises(WrongArgument, match=r"nobody.*rules"):
        readers.reader("nobody")


def test_a_failure_is_handed_on_and_leaves_the_others() -> None:
    class Fails:
        id = readers.reader().id

        def read(self, articles):
            for draft, (record, _) in zip(readers.reader().read(articles), articles, strict=True):
                yield ReadFailure(reason="It is busy.") if record is ARTICLES[1] else draft

    made = list(readers.read(Fails(), asked(*ARTICLES[:3])))
    assert made[1] == ReadFailure(reason="It is busy.")
    assert not any(isinstance(readings, ReadFailure) for readings in (made[0], made[2]))
