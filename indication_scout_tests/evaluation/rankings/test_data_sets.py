"""Folders of judged topics: every form is told by its content, and a folder that is none of them says what it lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.evaluation.rankings.data_sets import DataSet, read_data_set

from .judged import DOCUMENTS, TOPICS, judged_folder, write_lines


def by_id(data: DataSet) -> dict[str, Any]:
    return {topic.topic.id: topic for topic in data.topics}


def refusal_of(folder: Path) -> str:
    with pytest.raises(PermanentFailure) as caught:
        read_data_set(folder)
    return str(caught.value)


def test_the_users_own_folder(tmp_path: Path):
    data = read_data_set(judged_folder(tmp_path / "mine"))
    assert (data.name, data.documents, list(data.corpora)) == ("mine", 6, ["docs"])
    first, second = data.topics
    assert first.relevant == {"t1": 2.0}
    assert first.unjudged == {"n2"}
    assert (second.relevant, second.pool) == ({"t2": 1.0}, None)
    assert data.notes == ("1 of 3 topics have no relevant document and are not scored.",)
    assert [topic.topic.id for topic in data.first(1).topics] == ["1"]


@pytest.mark.parametrize("half", ["train", "test"])
def test_halves_are_found_by_pattern_and_other_files_are_named(tmp_path: Path, half: str):
    write_lines(tmp_path / f"corpus_{half}.jsonl", DOCUMENTS)
    write_lines(tmp_path / f"topics_{half}.jsonl", TOPICS[:1])
    write_lines(tmp_path / f"harm_pairs_{half}.jsonl", [{"drug": "x", "disease": "y", "harm": ["t1"]}])
    (tmp_path / "README.md").write_text("not read")
    data = read_data_set(tmp_path)
    assert list(data.corpora) == [f"corpus_{half}"]
    assert data.notes == (f"harm_pairs_{half}.jsonl holds no judgements of rankings and is not used.",)


def test_two_halves_in_one_folder_keep_apart(tmp_path: Path):
    for half in ("train", "test"):
        write_lines(tmp_path / f"corpus_{half}.jsonl", DOCUMENTS)
        write_lines(tmp_path / f"topics_{half}.jsonl", TOPICS[:2])
    data = read_data_set(tmp_path)
    assert {topic.topic.id: topic.corpus for topic in data.topics} == {
        "topics_test/1": "corpus_test", "topics_test/2": "corpus_test",
        "topics_train/1": "corpus_train", "topics_train/2": "corpus_train",
    }  # fmt: skip


def test_grades_of_zero_and_unjudged_documents_are_not_relevant(tmp_path: Path):
    judged_folder(tmp_path)
    write_lines(
        tmp_path / "topics.jsonl",
        [{"id": "1", "query": "q", "relevant": {"t1": 0, "t2": 0.5, "n1": 1, "gone": 1}, "unjudged": ["n1"]}],
    )
    data = read_data_set(tmp_path)
    assert data.topics[0].relevant == {"t2": 0.5, "gone": 1.0}
    assert data.notes == ("1 relevant documents are not among the documents and count as never found.",)


def test_reviews_have_a_corpus_of_their_own_and_their_judgements_in_the_documents(tmp_path: Path):
    flags = [(1, 1), (1, 0), (0, 0)]
    for name in ("Alpha", "Beta"):
        rows = [
            doc | {"abstract_included": a, "included": b} for doc, (a, b) in zip(DOCUMENTS, flags, strict=False)
        ]  # fmt: skip
        write_lines(tmp_path / f"{name}.jsonl", rows)
    asks = {"drugs": ["sildenafil", "bosentan"], "disease": "Raynaud phenomenon", "query": "trials of both"}
    write_lines(tmp_path / "topics.jsonl", [{"id": "Alpha"} | asks, {"id": "Beta"} | asks])
    data = read_data_set(tmp_path)
    assert {key: len(corpus) for key, corpus in data.corpora.items()} == {"Alpha": 3, "Beta": 3}
    alpha = by_id(data)["Alpha"]
    assert (alpha.corpus, alpha.relevant) == ("Alpha", {"t1": 1.0, "t2": 1.0})
    assert alpha.topic.drugs == (("sildenafil",), ("bosentan",))


def test_votes_on_pairs_rank_the_judged_documents_alone(tmp_path: Path):
    write_lines(tmp_path / "abstracts.jsonl", DOCUMENTS)
    pair = {"drug": "sildenafil", "disease": "Raynaud phenomenon"}
    votes = [
        pair | {"pmid": "t1", "label": "relevant"},
        pair | {"pmid": "n1", "label": "not_relevant"},
        pair | {"pmid": "late", "label": "relevant", "title": "Known by its title"},
        {"drug": "baricitinib", "disease": "gout", "pmid": "t2", "label": "tie"},
    ]
    write_lines(tmp_path / "pmid_votes.jsonl", votes)
    write_lines(tmp_path / "trial_votes.jsonl", [pair | {"nct_id": "NCT99000001", "label": "relevant"}])
    data = read_data_set(tmp_path)
    (topic,) = data.topics
    assert topic.topic.id == "sildenafil / Raynaud phenomenon"
    assert sorted(topic.pool or ()) == ["late", "n1", "t1"]
    assert set(topic.relevant) == {"t1", "late"}
    assert any(article.title == "Known by its title" for article in data.corpora["documents"])
    assert data.notes == (
        "trial_votes.jsonl holds no judgements of rankings and is not used.",
        "1 of 2 topics have no relevant document and are not scored.",
    )


def test_what_a_folder_lacks(tmp_path: Path):
    assert "There is no folder" in refusal_of(tmp_path / "none")
    assert "holds no documents" in refusal_of(tmp_path)
    write_lines(tmp_path / "docs.jsonl", DOCUMENTS)
    assert "holds documents but no topics" in refusal_of(tmp_path)
    write_lines(tmp_path / "topics.jsonl", [{"id": "1", "query": "q"}])
    assert "topics.jsonl, line 1: the topic has no judgements" in refusal_of(tmp_path)
    write_lines(tmp_path / "topics.jsonl", TOPICS[2:])
    assert "has a relevant document" in refusal_of(tmp_path)


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        ({"relevant": {"t1": "high"}}, "line 2: `relevant.t1` is not of the form: input should be a valid number"),
        ({"relevant": "t1"}, "line 2: `relevant` is not of the form"),
        ({"relevant": ["t1"], "unjudged": [["n1"]]}, "line 2: `unjudged.0` is not of the form"),
        ({"id": "1", "relevant": ["t1"]}, "The topic '1' stands twice in topics"),
    ],
)
def test_bad_judgements(tmp_path: Path, topic: dict[str, Any], words: str):
    judged_folder(tmp_path)
    write_lines(tmp_path / "topics.jsonl", [TOPICS[0], {"id": "9", "query": "q"} | topic])
    assert words in refusal_of(tmp_path)
