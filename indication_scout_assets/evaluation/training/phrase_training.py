"""Training of the phrase models: judged articles in, their tables of weights out.

What belongs here: what the judged articles teach of each question (how a study was made, in whom, whether it compares
groups), and the fit, which takes seconds. How often a table is right is measured on articles that it was not fitted on.
"""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from ...domain.findings.study_designs import Population, StudyDesign
from ...domain.records.articles import Article
from ...rules.literature.study_design import COMPARISONS, DESIGNS, POPULATIONS
from ...rules.questions.question_frames import KINDS, as_text
from ...text.phrase_model import phrases_of
from ..judged_sets import FITTED_ON, FOLDER, FreeQuestion, JudgedDesign, Part, QuestionOfKind, read_rows

LEAST_OFTEN: Final = 3
"""Articles that a phrase must stand in."""
KEPT: Final = 3000
"""Phrases of a table: those that tell the classes apart best (chi-squared)."""
_C: Final = 0.1
"""Inverse strength of the L2 penalty; chosen, as the two above, by cross-validation by drug."""
_UNSURE: Final = 0.5
"""Weight of a label that a colleague could differ on."""
_TITLE_ALONE: Final = 0.3
"""Weight of an article's title by itself: many records have no abstract."""
_POPULATION: Final = {
    StudyDesign.ANIMAL: Population.ANIMAL,
    StudyDesign.IN_VITRO: Population.IN_VITRO,
    StudyDesign.IN_SILICO: Population.IN_VITRO,
    StudyDesign.CASE_REPORT: Population.HUMAN,
    StudyDesign.CASE_SERIES: Population.HUMAN,
    StudyDesign.CASE_CONTROL: Population.HUMAN,
}
"""What a design leaves no doubt of."""
TAUGHT: Final[Mapping[Path, Callable[[JudgedDesign], str | None]]] = {
    DESIGNS: lambda row: row.design.value,
    POPULATIONS: lambda row: _POPULATION.get(row.design, row.population),
    COMPARISONS: lambda row: None if row.compares_groups is None else "yes" if row.compares_groups else "no",
}
"""What a judged article is an example of, by the table; ``None`` where it was not asked."""


def train_phrases(rows: Sequence[JudgedDesign], articles: Mapping[str, Article]) -> None:
    """Fit every table on the rows for training, and write it."""
    for path, label_of in TAUGHT.items():
        taught = [
            (articles[row.pmid], label, _UNSURE if row.sure is False else 1.0)
            for row in rows
            if row.part in FITTED_ON and row.pmid in articles and (label := label_of(row)) is not None
        ]
        _fit(path, *zip(*taught, strict=True))


def train_question_kinds() -> None:
    """Fit the table of what a question asks for on the questions of the repository, and write it."""
    asked = [(row.id, row.question, row.kind) for row in read_rows(FOLDER / "question_kinds.csv", QuestionOfKind)]
    for row in read_rows(FOLDER / "free_questions.csv", FreeQuestion):
        if row.question and row.part is Part.READ:
            asked.append((row.id, row.question, row.kind))
    texts = [Article(id=name, title="", abstract=as_text(question)) for name, question, _ in asked]
    _fit(KINDS, texts, [kind for _, _, kind in asked], [1.0] * len(asked))


def _fit(path: Path, articles: Sequence[Article], labels: Sequence[str], sure: Sequence[float]) -> None:
    import numpy as np  # noqa: PLC0415 - only where a model is trained
    from scipy.sparse import vstack  # noqa: PLC0415
    from sklearn.feature_extraction.text import CountVectorizer  # noqa: PLC0415
    from sklearn.feature_selection import SelectKBest, chi2  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415

    counter = CountVectorizer(analyzer=phrases_of_article, binary=True, min_df=LEAST_OFTEN)
    counts = counter.fit_transform(articles).astype(float)
    selection = SelectKBest(chi2, k=min(KEPT, counts.shape[1])).fit(counts, labels)
    titles = counter.transform(article.model_copy(update={"abstract": ""}) for article in articles).astype(float)
    seen = vstack([selection.transform(counts), selection.transform(titles)])
    often = Counter(labels)
    weights = [weight / math.sqrt(often[label]) for weight, label in zip(sure, labels, strict=True)]
    weights = np.array(weights) / np.mean(weights)
    regression = LogisticRegression(C=_C, max_iter=3000)
    regression.fit(seen, [*labels, *labels], sample_weight=[*weights, *(_TITLE_ALONE * weights)])
    table, bias = regression.coef_, regression.intercept_
    if len(regression.classes_) == 2:  # scikit-learn keeps one row of two classes
        table, bias = np.vstack([-table, table]) / 2, np.array([-bias[0], bias[0]]) / 2
    names = counter.get_feature_names_out()[selection.get_support()]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["phrase", *regression.classes_])
        writer.writerow(["", *(round(float(x), 3) for x in bias)])
        for name, given in sorted(zip(names, table.T, strict=True)):
            writer.writerow([name, *(round(float(x), 3) for x in given)])


def phrases_of_article(article: Article) -> list[str]:
    """The phrases that a model sees of an article."""
    return sorted(phrases_of(article.title, article.abstract).all)
