"""The synthesis group: statements on each candidate, each with a citation that stands on the stored words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from ..domain.statements import Synthesis
from ..synthesis.verify import verify
from .reading import drug_labels, names_of, pools, ranked_candidates
from .stage import Stage, Written
from .workbench import DrugRun


async def _literature_syntheses(run: DrugRun) -> Written:
    """Statements from each candidate's top articles: verbatim without a key, written by Claude with one.

    Every citation is checked against the stored text before it is kept; what fails is dropped and counted.
    """
    candidates = ranked_candidates(run)
    names, labels, found = names_of(run, candidates), drug_labels(run), pools(run)
    evidence = run.db.evidence.load(run.slug)
    articles = run.db.articles.load(sorted({r.id for rows in evidence.values() for r in rows if r.in_top_k}))
    syntheses = []
    for candidate in candidates:
        disease_id = candidate.disease.id
        top = [articles[r.id] for r in evidence.get(disease_id, []) if r.in_top_k]
        draft = run.bench.synthesizer.literature(
            labels, names[disease_id], top, searched=len(found.get(disease_id, []))
        )
        syntheses.append(verify(draft, articles=articles, trials={}))
    return _written(run, "literature", syntheses)


async def _trial_syntheses(run: DrugRun) -> Written:
    """Statements from each candidate's registered trials, quoting the registry's own words, checked in the same way."""
    candidates = ranked_candidates(run)
    names, labels = names_of(run, candidates), drug_labels(run)
    matches = run.db.trials.load(run.slug)
    syntheses = []
    for candidate in candidates:
        own = matches.get(candidate.disease.id, [])
        draft = run.bench.synthesizer.trials(labels, names[candidate.disease.id], own)
        syntheses.append(verify(draft, articles={}, trials={m.trial.nct_id: m.trial for m in own}))
    return _written(run, "trials", syntheses)


def _written(run: DrugRun, kind: Literal["literature", "trials"], syntheses: Sequence[Synthesis]) -> Written:
    statements = [statement for synthesis in syntheses for statement in synthesis.statements]
    polarity = Counter(statement.polarity.value for statement in statements)
    return Written(
        write=lambda: run.db.syntheses.replace(run.slug, kind, list(syntheses)),
        outputs=syntheses,
        facts={
            "rows": len(statements),
            "method": run.bench.synthesizer.name,
            "citations": sum(len(statement.citations) for statement in statements),
            "statements_dropped": sum(synthesis.dropped for synthesis in syntheses),
            "candidates_without_a_statement": sum(1 for synthesis in syntheses if not synthesis.statements),
        }
        | {f"statements_{name}": count for name, count in sorted(polarity.items())},
        preview="\n".join(f"- {s.text} ({s.polarity.value}, {s.citations[0].evidence_id})" for s in statements[:20]),
    )


def _synthesizer(run: DrugRun) -> str:
    return run.bench.synthesizer.name


LITERATURE_SYNTHESES = Stage(
    "literature_syntheses",
    "synthesis",
    "1",
    _literature_syntheses,
    upstream=("drug_profile", "candidates", "normalized_names", "reranked_top_k"),
    depends_on=_synthesizer,
    kinds=frozenset({"python", "postgres", "anthropic"}),
)
TRIAL_SYNTHESES = Stage(
    "trial_syntheses",
    "synthesis",
    "1",
    _trial_syntheses,
    upstream=("drug_profile", "candidates", "normalized_names", "clinical_trials"),
    depends_on=_synthesizer,
    kinds=frozenset({"python", "postgres", "anthropic"}),
)
STAGES = (LITERATURE_SYNTHESES, TRIAL_SYNTHESES)
