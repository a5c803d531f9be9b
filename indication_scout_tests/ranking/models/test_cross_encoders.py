"""Cross-encoders of sentence-transformers: names and choice without loading, scores of a real model, cuts, errors."""

from __future__ import annotations

import math
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.ranking.models.cross_encoders import (
    DEFAULT_MODEL,
    SentenceTransformerCrossEncoder,
    choose,
    cut_at_sentences,
    sigmoid,
)
from indication_scout_assets.ranking.models.voyage import VoyageCrossEncoder
from indication_scout_assets.ranking.second_stage import rerank
from indication_scout_tests import ROOT

from .headed_minilm import bundled_folder, save_headed_minilm

QUERY = "sildenafil for pulmonary hypertension"
TEXTS = [
    "Sildenafil improved exercise capacity in pulmonary hypertension. It was safe.",
    "Soil bacteria fix nitrogen.",
    "A trial of bosentan. " * 12,
    "",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return save_headed_minilm(tmp_path_factory.mktemp("models") / "headed")


@pytest.fixture(scope="module")
def model(folder):
    def refuse(*args, **kwargs):
        raise AssertionError("a folder must not ask the network")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", refuse)
        patch.setattr(socket, "getaddrinfo", refuse)
        model = SentenceTransformerCrossEncoder(folder)
        model.score(QUERY, ["load"])
    return model


@pytest.fixture
def hub(tmp_path, monkeypatch):
    """An empty cache of the model hub, and no way to reach the hub."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    return tmp_path


def cache(hub: Path, model: str, files: tuple[str, ...]) -> Path:
    """Put a model into the hub's cache as the hub's client does."""
    home = hub / f"models--{model.replace('/', '--')}"
    snapshot = home / "snapshots" / "0123456789abcdef0123456789abcdef01234567"
    snapshot.mkdir(parents=True)
    (home / "refs").mkdir()
    (home / "refs" / "main").write_text(snapshot.name)
    for file in files:
        (snapshot / file).write_text("{}")
    return snapshot


@pytest.mark.parametrize(("logit", "score"), [(0.0, 0.5), (0.4, 0.59868766), (1.0, 0.73105858), (-800.0, 0), (800, 1)])
def test_the_sigmoid_takes_every_logit(logit, score):
    assert sigmoid(logit) == pytest.approx(score, abs=1e-8)


@pytest.mark.parametrize("logit", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_has_no_score(logit):
    assert math.isnan(sigmoid(logit))


@pytest.mark.slow
def test_scores_are_one_sigmoid_of_the_bare_models_logits(folder, model):
    import torch  # noqa: PLC0415
    from transformers import AutoModelForSequenceClassification, AutoTokenizer  # noqa: PLC0415

    texts = TEXTS[:3]
    bare, tokenizer = AutoModelForSequenceClassification.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    with torch.inference_mode():
        logits = [float(bare(**tokenizer(QUERY, text, return_tensors="pt")).logits[0, 0]) for text in texts]
    assert model.score(QUERY, texts) == pytest.approx([1 / (1 + math.exp(-logit)) for logit in logits], abs=1e-4)
    assert model.score(QUERY, []) == []


@pytest.mark.slow
def test_the_document_is_read_so_scores_differ_and_follow_their_texts(model):
    scores = model.score(QUERY, TEXTS)
    assert len({round(score, 3) for score in scores}) == 4
    assert model.score(QUERY, TEXTS[::-1]) == pytest.approx(scores[::-1], abs=1e-5)
    first, same = model.score(QUERY, [TEXTS[0], TEXTS[0]])
    assert first == pytest.approx(same, abs=1e-6)
    assert model.score("nitrogen in soil", TEXTS[:1]) != pytest.approx(scores[:1], abs=1e-3)


@pytest.mark.slow
def test_a_long_text_is_cut_after_a_sentence(folder, capfd):
    short = SentenceTransformerCrossEncoder(folder, max_tokens=32)
    begins = "Sildenafil improved exercise capacity. It was also safe."
    assert short.score(QUERY, [begins])[0] == pytest.approx(
        short.score(QUERY, [begins + " No other drug did so well in this long and very unusual trial of many years."])[
            0
        ],
        abs=1e-6,
    )
    assert 0 < short.score(QUERY, ["word " * 2000])[0] < 1
    assert 0 < short.score("word " * 2000, ["One. " * 300])[0] < 1
    assert capfd.readouterr() == ("", "")


def words(parts: list[str]) -> list[int]:
    return [len(part.split()) for part in parts]


@pytest.mark.parametrize(
    ("tokens", "kept"),
    [
        (9, "One two three. Four five six. Seven eight nine."),
        (8, "One two three. Four five six."),
        (3, "One two three."),
        (2, "One two three. Four five six. Seven eight nine."),
    ],
)
def test_cuts_fall_between_sentences(tokens, kept):
    assert cut_at_sentences(["One two three. Four five six. Seven eight nine.", "", "Short."], tokens, words) == [
        kept, "", "Short.",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("encoder", "has no trained head and cannot rank; give a cross-encoder with one score, auto or none."),
        ("two", "has 2 scores a pair and cannot rank; give a cross-encoder with one score, auto or none."),
        (
            "empty",
            r"could not be loaded \(.*\); give a folder that holds one, a name the model hub knows, auto or none.",
        ),
    ],
)
def test_a_model_that_cannot_rank_is_refused(tmp_path, what, sentence):
    (tmp_path / "empty").mkdir()
    folder = bundled_folder() if what == "encoder" else tmp_path / what
    if what == "two":
        save_headed_minilm(folder, labels=2)
    with pytest.raises(PermanentFailure, match=sentence):
        SentenceTransformerCrossEncoder(folder).score(QUERY, TEXTS)


def test_a_folder_that_is_not_there_and_a_model_nobody_has_are_one_sentence(hub):
    with pytest.raises(PermanentFailure, match=r"folder /no/such/folder does not exist; give another folder, a model"):
        SentenceTransformerCrossEncoder("/no/such/folder").score(QUERY, TEXTS)
    papers = [Article(id=str(n), title=text or "Paper") for n, text in enumerate(TEXTS)]
    result = rerank(QUERY, papers, choose("owner/model", offline=True))
    assert result.note.startswith("The cross-encoder owner/model could not be loaded (")
    assert result.note.endswith("; the order of the first stage stands.")
    assert result.failed == 4


def test_auto_is_the_default_model_where_this_machine_holds_it_with_weights(hub):
    assert choose("auto") is None
    cache(hub, "other/model", ("config.json", "model.safetensors"))
    snapshot = cache(hub, DEFAULT_MODEL, ("config.json",))
    assert choose("auto") is None, "a cache without weights is no model"
    (snapshot / "model.safetensors").write_text("")
    chosen = choose("auto", max_tokens=256, batch_size=4)
    assert chosen
    assert (chosen.name, chosen.batch_size) == (f"{DEFAULT_MODEL}@0123456789ab/256", 4)
    other = choose("other/model")
    assert other
    assert other.name == "other/model@0123456789ab/512"


def test_none_and_voyage_are_chosen_by_name(hub):
    assert choose("none") is None
    voyage = choose("voyage", voyage_key="key", voyage_model="rerank-2.5-lite")
    assert isinstance(voyage, VoyageCrossEncoder)
    assert (voyage.name, voyage.batch_size) == ("voyage/rerank-2.5-lite", 1000)
    with pytest.raises(PermanentFailure, match="needs a key"):
        choose("voyage")
    absent = choose("owner/model")
    assert absent
    assert absent.name == "owner/model@main/512"


def test_the_name_of_a_folder_follows_its_files(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    first = SentenceTransformerCrossEncoder(tmp_path).name
    assert SentenceTransformerCrossEncoder(tmp_path).name == first
    (tmp_path / "config.json").write_text("{ }")
    assert SentenceTransformerCrossEncoder(tmp_path).name != first


def test_choosing_and_naming_load_nothing_heavy(tmp_path):
    code = (
        "import sys\nfrom indication_scout_assets.ranking.models.cross_encoders import choose\n"
        f"m = choose({str(tmp_path)!r}); m.name; choose('auto')\n"
        "assert not {'torch', 'sentence_transformers', 'transformers', 'voyageai'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
