"""The synthesis group: statements on each candidate, each with a citation that stands on the stored words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from ....domain.findings.statements import RefusalKind, Synthesis
from ....reading.readers import code_fingerprint
from ....reading.verifier.pair_statements import Given, verify
from ....rules.language.mentions import Pair
from ....synthesis.synthesizer import PairLiterature, Synthesizer
from ...data_checks import LITERATURE_SPANS_ARE_EXACT, TRIAL_SPANS_ARE_EXACT
from ...engine import Stage, Written
from ...resources.language_models import writing_model
from ...resources.workbench import DrugRun
from ...stored_inputs import names_of, pools, ranked_candidates, retracted


async def _literature_syntheses(run: DrugRun) -> Written:
    """Statements from each candidate's top articles: verbatim without a key, written by a model with one.

    Every statement is checked against the stored text before it is kept; what does not stand is counted and listed.
    """
    candidates = ranked_candidates(run)
    names, drug_names, pooled, barred = names_of(run, candidates), run.profile.names, pools(run), retracted(run)
    evidence = run.db.evidence.load(run.slug)
    articles = run.db.articles.load(sorted({r.id for rows in evidence.values() for r in rows if r.in_top_k}))
    ids = [candidate.disease.id for candidate in candidates]
    top = {i: [articles[r.id] for r in evidence.get(i, []) if r.in_top_k and r.id not in barred] for i in ids}

    readings = run.db.readings.load(run.slug)
    located = {i: PairLiterature(top[i], readings.get(i, {}), len(pooled.get(i, []))) for i in ids}
    given = [Given(Pair.of(drug_names, names[i]), {a.id: a for a in top[i]}, retracted=barred) for i in ids]
    return _written(run, "literature", given, lambda by: [by.literature(drug_names, names[i], located[i]) for i in ids])


async def _trial_syntheses(run: DrugRun) -> Written:
    """Statements from each candidate's registered trials, quoting the registry's own words, checked in the same way."""
    candidates = ranked_candidates(run)
    names, drug_names = names_of(run, candidates), run.profile.names
    ids = [candidate.disease.id for candidate in candidates]
    matches = run.db.trials.load(run.slug)
    given = [
        Given(Pair.of(drug_names, names[i]), trials={match.trial.nct_id: match for match in matches.get(i, [])})
        for i in ids
    ]
    return _written(run, "trials", given, lambda by: [by.trials(drug_names, names[i], matches.get(i, [])) for i in ids])


def _written(
    run: DrugRun,
    kind: Literal["literature", "trials"],
    given: Sequence[Given],
    write: Callable[[Synthesizer], list[Synthesis]],
) -> Written:
    """What is written, each of it held against what was given for it."""
    syntheses = [verify(draft, of_pair) for draft, of_pair in zip(run.bench.syntheses(write), given, strict=True)]
    statements = [statement for synthesis in syntheses for statement in synthesis.statements]
    polarity = Counter(statement.polarity.value for statement in statements)
    refused = Counter(statement.kind for synthesis in syntheses for statement in synthesis.refused)
    return Written(
        write=lambda: run.db.syntheses.replace(run.slug, kind, list(syntheses)),
        outputs=syntheses,
        facts={
            "rows": len(statements),
            "method": run.bench.synthesizer.name,
            "citations": sum(len(statement.citations) for statement in statements),
            "statements_refused": sum(synthesis.dropped for synthesis in syntheses),
            "candidates_without_a_statement": sum(1 for synthesis in syntheses if not synthesis.statements),
        }
        | {f"refused_{kind.value}": refused[kind] for kind in RefusalKind}
        | {f"statements_{name}": count for name, count in sorted(polarity.items())},
        preview="\n".join(f"- {s.text} ({s.polarity.value}, {s.citations[0].evidence_id})" for s in statements[:20]),
    )


def _synthesizer(run: DrugRun) -> str | list[str | float]:
    """What writes, and where it is a model, by which prompts and what it may spend: a larger budget reaches candidates
    left out before.
    """
    name, dollars, written_with = run.bench.synthesizer.name, run.settings.model_budget, writing_model(run.settings)
    return [name, *written_with, *([] if dollars is None else [dollars])] if written_with else name


def _all_written(kind: Literal["literature", "trials"]) -> Callable[[DrugRun], bool]:
    """Whether nothing of this kind was quoted for want of a model's answer; such a synthesis is tried again."""

    def written(run: DrugRun) -> bool:
        method = re.split("[:@]", run.bench.synthesizer.name)[0]
        return all(synthesis.method == method for synthesis in run.db.syntheses.load(run.slug, kind).values())

    return written


LITERATURE_SYNTHESES = Stage(
    name="literature_syntheses",
    group="synthesis",
    code_version=f"17.{code_fingerprint()}",
    function=_literature_syntheses,
    upstream=(
        "drug_profile",
        "candidates",
        "normalized_names",
        "reranked_top_k",
        "retraction_checks",
        "article_readings",
    ),
    checks=(LITERATURE_SPANS_ARE_EXACT,),
    depends_on=_synthesizer,
    models=writing_model,
    intact=_all_written("literature"),
)
TRIAL_SYNTHESES = Stage(
    name="trial_syntheses",
    group="synthesis",
    code_version=f"13.{code_fingerprint()}",
    function=_trial_syntheses,
    upstream=("drug_profile", "candidates", "normalized_names", "clinical_trials"),
    checks=(TRIAL_SPANS_ARE_EXACT,),
    depends_on=_synthesizer,
    models=writing_model,
    intact=_all_written("trials"),
)
