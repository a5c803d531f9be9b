"""Training of the ranking of labels: judged questions in, its file of weights out.

What belongs here: the fit, which takes a few minutes on two cores. What is asked and which passages answer is in
``evaluation/judged/label_answers.csv`` and in the questions of others whose texts lie in a folder; the labels are those
of a workspace.

The networks learn to put a passage that answers before the others of the drug's labels (softmax over the nearest), by
AdamW with linear decay; what says a question's category is a logistic regression over its vector, and the inputs of
each question come from one that has not seen it.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...answering.labels.label_session import LabelSession
from ...domain.questions.answers import QuestionSubject
from ...ranking.retrieval.label_passages import (
    CATEGORIES,
    IN_FULL,
    NEAR,
    PLAIN,
    REGISTRY,
    SUBJECTS,
    WEIGHTS,
    LabelPassages,
    LabelRanking,
    SeenQuestion,
    label_embedder,
    same_words,
)
from ...ranking.retrieval.lexical import tokens
from ...rules.questions.other_names import listed_diseases
from ...rules.questions.stems import content_stems
from ..judged_sets import FOLDER, LabelAnswerJudged, Part, QuestionOfKind, QuestionOfSubject, read_rows
from ..label_figures import read_judged
from ..readings.questions import LABEL_TEXTS, asked_of, there

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEARNT: Final = frozenset({"fact", "trap_absent"})
_SUBJECTS_OF: Final = {"fact": "label", "trap_absent": "label", "advice": "advice", "image": "image"}
"""What kinds of questions ask for that stand by themselves."""
_SHORTEST: Final = 25
"""Letters of a passage that is taken to be part of a longer place."""
SEEDS: Final = (0, 1, 2)
EPOCHS: Final = 50
HIDDEN: Final = 32
_NEAREST: Final = 150
"""Passages of a question that are learnt from, beside those that answer."""
_BATCH: Final = 8
_RATE: Final = 3e-3
_DECAY: Final = 0.02
_DECAY_OF_VECTORS: Final = 0.3
_DROPPED: Final = 0.2
_LEAST_DRUGS: Final = 4
"""Drugs of which a word must be asked that way to be a plain one."""
_LEAST_ASKED: Final = 3
"""Questions on trials that must have a word for it to be one by which they are asked."""
_DRUG_PARTS: Final = 5
"""Into which the drugs are cut to learn what is answered."""
_PARTS: Final = 8
"""Into which the questions are cut for the likelihood of categories."""
_UNLIKELY: Final = -8.0
"""Logit of a category that answers no question."""


@dataclass(frozen=True)
class LabelExample:
    """A judged question as the ranking sees it."""

    passages: LabelPassages
    question: str
    """Without the drug's names."""
    vector: NDArray[np.float32]
    answers: NDArray[np.bool_]
    """Which passages answer; none where the labels do not say it."""
    category: int
    """Place in ``CATEGORIES`` of the section that answers first; -1 where none does."""


def examples_of(desk: LabelSession, asked: Iterable[Mapping[str, Any]]) -> Iterator[LabelExample]:
    """Judged questions on labels that a workspace holds, as the ranking sees them.

    Args:
        desk: of the workspace.
        asked: objects with ``question``, ``drug``, ``expect``, ``sections``, and the words that answer: ``gold``, and
            ``also``, each of which answers alone.
    """
    embedder = label_embedder()
    for entry in asked:
        passages = desk.held(entry["drug"]).passages
        question = desk.masked(entry["question"], entry["drug"])
        places = [same_words(words) for words in (*entry["gold"], *entry.get("also", ()))]
        texts = [same_words(span.text) for span in passages.spans]
        answers = [any(p in text or (len(text) > _SHORTEST and text in p) for p in places) for text in texts]
        category = next((CATEGORIES.index(name) for name in entry["sections"] if name in CATEGORIES), -1)
        yield LabelExample(passages, question, embedder.embed_query(question), np.array(answers), category)


def train_label_ranking(desk: LabelSession, texts: Path, to: Path = WEIGHTS) -> None:
    """Fit the ranking on the questions for training and write its file.

    Args:
        desk: of a workspace that holds the labels asked about.
        texts: the folder with the questions of others.
        to: the file.

    Raises:
        PermanentFailure: a label is not held, or the questions are not in the folder.
    """
    from safetensors.numpy import save_file  # noqa: PLC0415

    own = [row for row in read_rows(FOLDER / "label_answers.csv", LabelAnswerJudged) if row.part is Part.TRAINING]
    asked = [*read_judged(there(texts / LABEL_TEXTS)), *(asked_of(row, desk) for row in own)]
    learnt = [e for e in asked if e["kind"] in _LEARNT and e["drug"] in desk.names.drugs]
    save_file(trained(list(examples_of(desk, learnt))) | _subjects(asked, desk), to)


def _subjects(asked: Iterable[Mapping[str, Any]], desk: LabelSession) -> dict[str, NDArray[Any]]:
    """What tells of a question's vector what it asks for; those on labels count with the drug's name and without."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415

    subjects = read_rows(FOLDER / "question_subjects.csv", QuestionOfSubject)
    judged = [(row.question, row.subject) for row in subjects if row.part is Part.TRAINING]
    judged += [(row.question, "papers") for row in read_rows(FOLDER / "question_kinds.csv", QuestionOfKind)]
    for entry in asked:
        if subject := _SUBJECTS_OF.get(entry["kind"]):
            judged += [(entry["question"], subject), (desk.masked(entry["question"]), subject)]
    vectors = label_embedder().embed_documents([question for question, _ in judged])
    wanted = np.array([SUBJECTS.index(QuestionSubject(subject)) for _, subject in judged])
    others = np.array([not SUBJECTS[place].of_trials for place in wanted])
    weights: dict[str, NDArray[Any]] = {}
    for head, own in (("subject", others), ("registry", np.ones_like(others))):
        fitted = LogisticRegression(C=5, max_iter=2000, class_weight="balanced").fit(vectors[own], wanted[own])
        weights |= {f"{head}.weight": fitted.coef_, f"{head}.bias": fitted.intercept_}
    arrays: dict[str, NDArray[Any]] = {REGISTRY: registry_words(subjects)}
    return {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in weights.items()} | arrays


def registry_words(subjects: Iterable[QuestionOfSubject]) -> NDArray[np.uint8]:
    """The words by which several questions ask how trials stand, without those of diseases, as bytes of a text."""
    learnt = (row.question for row in subjects if row.part is Part.TRAINING and QuestionSubject(row.subject).of_trials)
    held = Counter(stem for question in learnt for stem in content_stems(question))
    words = (stem for stem, asked in held.items() if asked >= _LEAST_ASKED and not listed_diseases().has(stem))
    return np.frombuffer(" ".join(sorted(words)).encode(), dtype=np.uint8)


def trained(examples: Sequence[LabelExample]) -> dict[str, NDArray[Any]]:
    """The weights of a ranking fitted on judged questions, by name."""
    plain: dict[str, NDArray[Any]] = {PLAIN: _plain_words(examples)}
    weights = _ordering(examples, SEEDS) | _answerable(examples, plain)
    return {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in weights.items()} | plain


def _plain_words(examples: Sequence[LabelExample]) -> NDArray[np.uint8]:
    """The words of questions about several drugs that labels answer without having them, as bytes of a text."""
    drugs: dict[str, set[int]] = defaultdict(set)
    for example in examples:
        if example.answers.any():
            answering = [span.text for span, own in zip(example.passages.spans, example.answers, strict=True) if own]
            for stem in set(tokens(example.question)) - set(tokens(" ".join(answering))):
                drugs[stem].add(id(example.passages))
    text = " ".join(sorted(stem for stem, asked in drugs.items() if len(asked) >= _LEAST_DRUGS))
    return np.frombuffer(text.encode(), dtype=np.uint8)


def _ordering(examples: Sequence[LabelExample], seeds: Sequence[int]) -> dict[str, Any]:
    """The weights by which passages are put in order."""
    judged = [example for example in examples if example.answers.any()]
    weights = _categories(judged)
    likely = _likely_by_others(judged)
    seen = [
        SeenQuestion(e.question, *e.passages.features(e.question, e.vector, each))
        for e, each in zip(judged, likely, strict=True)
    ]
    every = np.concatenate([each.features for each in seen])
    weights |= {"mean": every.mean(0), "deviation": every.std(0) + 1e-3}
    nets = [_network(judged, seen, weights, seed) for seed in seeds]
    return weights | {name: np.stack([net[name] for net in nets]) for name in nets[0]}


def _categories(judged: Sequence[LabelExample]) -> dict[str, Any]:
    """What tells of a question's vector in which category it is answered."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - only where a ranking is trained

    known = [e for e in judged if e.category >= 0]
    fitted = LogisticRegression(C=30, max_iter=1000).fit([e.vector for e in known], [e.category for e in known])
    weight, bias = np.zeros((len(CATEGORIES), judged[0].vector.shape[0])), np.full(len(CATEGORIES), _UNLIKELY)
    weight[fitted.classes_], bias[fitted.classes_] = fitted.coef_, fitted.intercept_
    return {"category.weight": weight, "category.bias": bias}


def _likely_by_others(judged: Sequence[LabelExample]) -> list[NDArray[np.float64]]:
    """How likely each category answers each question, by the other questions."""
    order = np.random.default_rng(0).integers(0, _PARTS, len(judged))
    parts = [[e for e, own in zip(judged, order, strict=True) if own != part] for part in range(_PARTS)]
    rankings = [LabelRanking(_categories(others), label_embedder()) for others in parts]
    return [rankings[part].likely(example.vector) for example, part in zip(judged, order, strict=True)]


def _network(
    judged: Sequence[LabelExample], seen: Sequence[SeenQuestion], weights: dict[str, Any], seed: int
) -> dict[str, Any]:
    """The arrays of one network."""
    import torch  # noqa: PLC0415

    torch.manual_seed(seed)
    chance = random.Random(seed)  # noqa: S311 - an order, no secret
    lists = []
    for example, (_, features, products) in zip(judged, seen, strict=True):
        nearest = np.argsort(-(2 * features[:, NEAR] + features[:, IN_FULL]))[:_NEAREST]
        shown = np.union1d(nearest, np.flatnonzero(example.answers))
        scaled = (features[shown] - weights["mean"]) / weights["deviation"]
        answers = torch.tensor(example.answers[shown])
        lists.append((torch.tensor(scaled).float(), torch.tensor(products[shown]).float(), answers))
    count = lists[0][0].shape[1]
    linear, hidden, output = torch.nn.Linear(count, 1), torch.nn.Linear(count, HIDDEN), torch.nn.Linear(HIDDEN, 1)
    vector = torch.nn.Parameter(torch.zeros(lists[0][1].shape[1]))
    own = [*linear.parameters(), *hidden.parameters(), *output.parameters()]
    groups = [{"params": own, "weight_decay": _DECAY}, {"params": [vector], "weight_decay": _DECAY_OF_VECTORS}]
    learning = torch.optim.AdamW(groups, lr=_RATE)
    steps = EPOCHS * (len(lists) // _BATCH)
    decay = torch.optim.lr_scheduler.LambdaLR(learning, lambda step: 1 - step / (steps + 1))
    for _ in range(EPOCHS):
        chance.shuffle(lists)
        for start in range(0, len(lists) - _BATCH + 1, _BATCH):
            loss = torch.zeros(())
            for features, products, answers in lists[start : start + _BATCH]:
                inner = torch.nn.functional.dropout(torch.relu(hidden(features)), _DROPPED)
                scores = (linear(features) + output(inner))[:, 0] + products @ vector
                loss = loss + torch.logsumexp(scores, 0) - torch.logsumexp(scores[answers], 0)
            (loss / _BATCH).backward()
            learning.step()
            learning.zero_grad()
            decay.step()
    parts = {"linear": linear.weight[0], "hidden": hidden.weight, "output": output.weight[0], "vector": vector}
    arrays = {f"{name}.weight": part.detach().numpy() for name, part in parts.items()}
    return arrays | {"hidden.bias": hidden.bias.detach().numpy()}


def _answerable(examples: Sequence[LabelExample], plain: Mapping[str, Any]) -> dict[str, Any]:
    """What tells whether the labels answer a question at all, by how rankings that have not seen the drug put them."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415

    drugs = list(dict.fromkeys(id(example.passages) for example in examples))
    evidence, answered = [], []
    for part in range(_DRUG_PARTS):
        held_out = set(drugs[part::_DRUG_PARTS])
        others = [example for example in examples if id(example.passages) not in held_out]
        ranking = LabelRanking({**_ordering(others, SEEDS[:1]), **plain}, label_embedder())
        for example in examples:
            if id(example.passages) in held_out:
                seen = ranking.seen(example.passages, example.question, example.vector)
                evidence.append(ranking.evidence(example.passages, seen, ranking.scores(example.passages, seen)))
                answered.append(bool(example.answers.any()))
    given = np.array(evidence)
    mean, deviation = given.mean(0), given.std(0) + 1e-3
    fitted = LogisticRegression(C=0.3, max_iter=1000, class_weight="balanced")
    fitted.fit((given - mean) / deviation, answered)
    return {
        "answered.mean": mean,
        "answered.deviation": deviation,
        "answered.weight": fitted.coef_[0],
        "answered.bias": fitted.intercept_,
    }
