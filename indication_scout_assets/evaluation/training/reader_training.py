"""Training of the bundled reader: the judged pairs in, its file of weights out.

What belongs here: the upper layers of the bundled encoder and the heads over them, trained on the pairs of the parts
``training``, ``tuning`` and ``read``; then the last layer, a logistic regression over what the trained model and the
rules say, on pairs of the part ``calibration``, and for each direction the least probability from which on it was right
often enough on pairs that the regression had not seen (cross-fitted by drug). On two cores it takes half an hour.

Input: title, and as many whole sentences as fit 192 wordpieces, drug and disease masked (``reading.trained_model``).
Cross entropy weighted by the root of class frequency, label smoothing .05, unsure labels at half weight, the sentence
that carries the label as a second loss; AdamW, 10 % of warm-up, linear decay.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ...domain.findings.readings import Direction
from ...reading.bundled_reader import PairText
from ...reading.trained_model import DIRECTIONS, HEADS, WEIGHTS, MaskedArticle, TrainedModel, masked_article
from ...text.bundled_encoder import DIMENSION, Encoder, best_precision, bundled_folder, load_files
from ..judged_sets import JudgedDirection, Part
from ..readings.tasks import pair_names
from ..readings.texts import Texts

if TYPE_CHECKING:
    import torch

TRAINED_ON: Final = frozenset({Part.TRAINING, Part.READ})
CALIBRATED_ON: Final = frozenset({Part.CALIBRATION})
SEED: Final = 46
EPOCHS: Final = 4
_BATCH: Final = 16
_FROZEN: Final = 2
"""Layers, the lowest, that stay as they are, as does the table of words."""
_RATE, _HEAD_RATE = 8e-5, 1e-3
_WARM: Final = 0.1
_SMOOTHING: Final = 0.05
_UNSURE: Final = 0.5
"""Weight of a label that a colleague could differ on."""
_OF_SENTENCE, _OF_REST = 0.5, 0.2
"""Weights of the losses beside the direction's."""
LEAST_RIGHT: Final = {
    Direction.BENEFIT: 0.83,
    Direction.HARM: 0.90,
}
"""Share right that a threshold has to reach. Failures and mixed results are too few for one of their own: 39 of 664."""
LEAST_TOLD: Final = 4
"""Pairs that must lie above a threshold."""
_MOST_HARM: Final = 0.05
"""Probability of harm above which no benefit is told."""
_FOLDS: Final = 8
"""Parts of the drugs, each told by a regression that has not seen it."""
_C: Final = 0.1
"""Inverse strength of the regression's L2 penalty."""


@dataclass(frozen=True)
class Example:
    """A judged pair, as the model sees it."""

    row: JudgedDirection
    text: PairText
    masked: MaskedArticle


def examples(rows: Sequence[JudgedDirection], texts: Texts, tokenizer: Any) -> list[Example]:
    """The rows whose texts are at hand and name both."""
    out = []
    for row in rows:
        if row.pmid in texts.articles:
            text = PairText(texts.articles[row.pmid], pair_names(row))
            if text.names_both:
                out.append(Example(row, text, masked_article(tokenizer, text.reader)))
    return out


def train(
    rows: Sequence[JudgedDirection],
    texts: Texts,
    *,
    to: Path = WEIGHTS,
    observe: Callable[[str], None] = lambda _: None,
) -> Mapping[str, Any]:
    """Train, fit the last layer, and write the file.

    Args:
        rows: of every part; those of other parts than the trained ones are left alone.
        texts: their articles.
        to: the file.
        observe: told where training stands.

    Returns:
        The card that the file holds: data, split, seed, last layer, thresholds.
    """
    import torch  # noqa: PLC0415
    from safetensors.torch import save_file  # noqa: PLC0415

    tokenizer, weights = load_files(bundled_folder())
    tokenizer.no_truncation()
    tokenizer.no_padding()
    made = examples([row for row in rows if row.part in TRAINED_ON | CALIBRATED_ON], texts, tokenizer)
    learnt = [example for example in made if example.row.part in TRAINED_ON]
    observe(f"{len(learnt)} pairs to train on, {len(made) - len(learnt)} for calibration")
    module = _trained(learnt, observe)
    kept = {name: tensor.to(torch.bfloat16).contiguous() for name, tensor in module.kept().items()}
    layers = {name: tensor.float() for name, tensor in kept.items() if name.startswith("encoder.")}
    heads = {name: tensor.float() for name, tensor in kept.items() if name not in layers}
    model = TrainedModel(Encoder(weights | layers, best_precision()), tokenizer, heads, {})
    card = {
        "trained_on": dict(Counter(example.row.label.value for example in learnt)),
        "articles": len({example.row.pmid for example in learnt}),
        "drugs": len({example.row.drug.lower() for example in learnt}),
        "seed": SEED,
        "epochs": EPOCHS,
        "last_layer": fitted(model, [example for example in made if example.row.part in CALIBRATED_ON]),
    }
    save_file(kept, to, metadata={"card": json.dumps(card)})
    return card


class _Module:
    """The layers that learn, and the heads; named as in the file."""

    def __init__(self) -> None:
        import torch  # noqa: PLC0415
        from torch import nn  # noqa: PLC0415
        from transformers import BertModel  # noqa: PLC0415

        torch.manual_seed(SEED)
        bert = BertModel.from_pretrained(str(bundled_folder()), attn_implementation="eager")
        bert.train(False)
        self.embeddings, self.lower = bert.embeddings, bert.encoder.layer[:_FROZEN]
        self.layers = bert.encoder.layer[_FROZEN:]
        self.evidence = nn.Sequential(nn.Linear(2 * DIMENSION, 128), nn.Tanh(), nn.Linear(128, 1))
        self.heads = nn.ModuleDict({name: nn.Linear(3 * DIMENSION, outputs) for name, outputs in HEADS.items()})
        self.dropout = nn.Dropout(0.1)

    def learning(self) -> list[dict[str, Any]]:
        """What learns, with its rate."""
        heads = [*self.evidence.parameters(), *self.heads.parameters()]
        return [{"params": [*self.layers.parameters()], "lr": _RATE}, {"params": heads, "lr": _HEAD_RATE}]

    def kept(self) -> dict[str, torch.Tensor]:
        """What the file holds, by name."""
        layers = {
            f"encoder.layer.{int(name.partition('.')[0]) + _FROZEN}.{name.partition('.')[2]}": tensor
            for name, tensor in self.layers.state_dict().items()
        }
        evidence = {f"evidence.{name}": tensor for name, tensor in self.evidence.state_dict().items()}
        return layers | evidence | dict(self.heads.state_dict())

    def set_training(self, learns: bool) -> None:
        for part in (self.layers, self.dropout):
            part.train(learns)

    def frozen_states(self, tokens: Sequence[int]) -> torch.Tensor:
        """What the frozen layers make of an article's tokens, shape (n, 384); made once."""
        import torch  # noqa: PLC0415

        with torch.inference_mode():
            states = self.embeddings(torch.tensor([tokens]))
            for layer in self.lower:
                states = _first(layer(states))
        return states[0].clone()

    def outputs(self, batch: Sequence[tuple[Example, torch.Tensor]]) -> tuple[dict[str, torch.Tensor], torch.Tensor]:
        """Logits by head, shape (batch, outputs), and of the sentences, shape (batch, most sentences)."""
        import torch  # noqa: PLC0415

        longest = max(len(states) for _, states in batch)
        most = max(len(example.masked.sentences) for example, _ in batch)
        states = torch.zeros(len(batch), longest, DIMENSION)
        there, parts = torch.zeros(len(batch), longest), torch.zeros(len(batch), most, longest)
        for row, (example, own) in enumerate(batch):
            states[row, : len(own)], there[row, : len(own)] = own, 1
            for place, part in enumerate(example.masked.parts):
                if part >= 0:
                    parts[row, part, place] = 1
        with torch.autocast("cpu", torch.bfloat16, enabled=best_precision() == "bf16"):
            for layer in self.layers:
                states = _first(layer(states, (1 - there[:, None, None, :]) * -1e4))
        states = states.float()
        mean = (states * there[..., None]).sum(1) / there.sum(1, keepdim=True)
        vectors = (parts / parts.sum(-1, keepdim=True).clamp(min=1)) @ states
        beside = torch.cat([vectors, mean[:, None].expand_as(vectors)], -1)
        carries = self.evidence(beside)[..., 0].masked_fill(parts.sum(-1) == 0, -1e4)
        pooled = (carries.softmax(-1)[..., None] * vectors).sum(1)
        whole = self.dropout(torch.cat([states[:, 0], mean, pooled], -1))
        return {name: head(whole) for name, head in self.heads.items()}, carries


def _first(output: Any) -> Any:
    return output[0] if isinstance(output, tuple) else output


def _trained(learnt: Sequence[Example], observe: Callable[[str], None]) -> _Module:
    import torch  # noqa: PLC0415

    module = _Module()
    chance = random.Random(SEED)  # noqa: S311 - an order, no secret
    prepared = [(example, module.frozen_states(example.masked.tokens)) for example in learnt]
    counts = Counter(example.row.label for example in learnt)
    weights = torch.tensor([1 / math.sqrt(counts[direction] + 1) for direction in DIRECTIONS])
    weights = weights / weights.sum() * len(DIRECTIONS)
    steps = EPOCHS * math.ceil(len(prepared) / _BATCH)
    optimizer = torch.optim.AdamW(module.learning(), weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (_WARM * steps), 1.0 if step < _WARM * steps else 1 - step / steps)
    )
    module.set_training(True)
    for epoch in range(EPOCHS):
        total = 0.0
        for batch in _batches(prepared, chance):
            loss = _loss(module, batch, weights)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([p for group in module.learning() for p in group["params"]], 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item()
        observe(f"epoch {epoch + 1} of {EPOCHS}: loss {total * _BATCH / len(prepared):.3f}")
    module.set_training(False)
    return module


def _batches(
    prepared: Sequence[tuple[Example, torch.Tensor]], chance: random.Random
) -> Iterator[list[tuple[Example, torch.Tensor]]]:
    """All examples once, by chance, those of like length together."""
    order = chance.sample(range(len(prepared)), len(prepared))
    batches = [
        alike
        for chunk in _chunks(order, 8 * _BATCH)
        for alike in _chunks(sorted(chunk, key=lambda i: len(prepared[i][1])), _BATCH)
    ]
    chance.shuffle(batches)
    for batch in batches:
        yield [prepared[i] for i in batch]


def _chunks(order: Sequence[int], size: int) -> list[list[int]]:
    return [list(order[start : start + size]) for start in range(0, len(order), size)]


def _loss(module: _Module, batch: Sequence[tuple[Example, torch.Tensor]], weights: torch.Tensor) -> torch.Tensor:
    """Of the direction, of the sentence it stands on where that was labelled, and of the yes-or-no heads."""
    import torch  # noqa: PLC0415
    from torch.nn import functional  # noqa: PLC0415

    logits, carries = module.outputs(batch)
    rows = [example.row for example, _ in batch]
    sure = torch.tensor([_UNSURE if row.sure is False else 1.0 for row in rows])
    wanted = torch.tensor([DIRECTIONS.index(row.label) for row in rows])
    of_direction = functional.cross_entropy(
        logits["direction"], wanted, weight=weights, label_smoothing=_SMOOTHING, reduction="none"
    )
    loss = (of_direction * sure).mean()
    likely = carries.log_softmax(-1)
    for number, (example, _) in enumerate(batch):
        sentences = example.masked.sentences
        if example.row.sentence_number in sentences:
            loss = loss - _OF_SENTENCE * likely[number, sentences.index(example.row.sentence_number)] / len(batch)
    for name, answers in (("together", [row.alone for row in rows]), ("cautious", [row.plain for row in rows])):
        asked = torch.tensor(
            [row.label is not Direction.NONE and answer is not None for row, answer in zip(rows, answers, strict=True)]
        )
        each = functional.binary_cross_entropy_with_logits(
            logits[name][:, 0], torch.tensor([float(answer is False) for answer in answers]), reduction="none"
        )
        loss = loss + _OF_REST * (each * asked).sum() / len(batch)
    return loss


def fitted(model: TrainedModel, examples: Sequence[Example]) -> Mapping[str, Any]:
    """The last layer: ``mean``, ``scale``, ``weights``, ``bias``, ``thresholds``, ``most_harm``, and on how many.

    Args:
        model: trained on other pairs.
        examples: for calibration, of several drugs.
    """
    import numpy as np  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.model_selection import GroupKFold, cross_val_predict  # noqa: PLC0415
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    impressions = model.impressions([example.masked for example in examples])
    features = np.array([e.text.features(seen) for e, seen in zip(examples, impressions, strict=True)])
    labels = np.array([DIRECTIONS.index(example.row.label) for example in examples])
    sure = np.array([0.5 if example.row.sure is False else 1.0 for example in examples])
    drugs = [example.row.drug.lower() for example in examples]
    regression = make_pipeline(StandardScaler(), LogisticRegression(C=_C, max_iter=2000))
    weighted = {"logisticregression__sample_weight": sure}
    unseen = cross_val_predict(
        regression, features, labels, groups=drugs, cv=GroupKFold(_FOLDS), method="predict_proba", params=weighted
    )
    regression.fit(features, labels, **weighted)
    scaler, layer = regression[0], regression[1]
    thresholds = {
        direction.value: threshold
        for column, direction in enumerate(DIRECTIONS)
        if direction in LEAST_RIGHT
        and (threshold := threshold_of(unseen[:, column], labels == column, LEAST_RIGHT[direction])) is not None
    }
    return {
        "pairs": len(examples),
        "drugs": len(set(drugs)),
        "mean": [round(float(x), 6) for x in scaler.mean_],
        "scale": [round(float(x), 6) for x in scaler.scale_],
        "weights": [[round(float(x), 5) for x in row] for row in layer.coef_],
        "bias": [round(float(x), 5) for x in layer.intercept_],
        "thresholds": thresholds,
        "most_harm": _MOST_HARM,
    }


def threshold_of(given: Sequence[float], right: Sequence[bool], least: float) -> float | None:
    """The least probability from which on the share right is reached, rounded up to a tenth as a margin for drugs that
    nobody has labelled; ``None`` where none is."""
    ordered = sorted(zip(given, right, strict=True), reverse=True)
    hits, best = 0, None
    for count, (probability, is_right) in enumerate(ordered, start=1):
        hits += bool(is_right)
        if count >= LEAST_TOLD and hits >= least * count:
            best = float(probability)
    return None if best is None else math.ceil(best * 10) / 10
