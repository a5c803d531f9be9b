"""The drug's labels and the reports of adverse events: part of the discovery group, since labels tell approved uses."""

from __future__ import annotations

import asyncio

from ...domain.outcomes import SourceOutcome, SourceState
from ...domain.records.labels import AdverseEvents, LabelSearch
from ...domain.records.source_catalogue import SourceEntry, source_entry
from ...rules.as_of import labels_as_of
from ...sources.formats.markup import READER
from ..engine import Stage, Written
from ..resources.workbench import DrugRun
from ..stored_inputs import answered, switched_off

DAILYMED, OPENFDA, FAERS = source_entry("dailymed_labels"), source_entry("openfda_labels"), source_entry("faers")


async def _drug_labels(run: DrugRun) -> Written:
    """The drug's labels from DailyMed and openFDA with their sections, the indications over all labels that openFDA
    has, and the counts of reports to FAERS. They feed the safety section, the approved uses and the label sentences.
    """
    names, as_of, sources = run.profile.names, run.settings.as_of, run.sources

    async def dailymed() -> tuple[LabelSearch | None, SourceOutcome]:
        answer = await sources.dailymed.labels(names, DAILYMED.limit or 5, as_of, before(DAILYMED).labels)
        return answer, answer.outcome

    async def openfda() -> tuple[LabelSearch | None, SourceOutcome]:
        answer = await sources.openfda.labels(names, OPENFDA.limit or 5, as_of)
        return answer, answer.outcome

    async def faers() -> tuple[AdverseEvents | None, SourceOutcome]:
        return await sources.openfda.adverse_events(names, as_of)

    def before(entry: SourceEntry) -> LabelSearch:
        kept = tuple(label for label in run.db.drug_records.labels(run.slug) if label.source == entry.service.name)
        indications = tuple(run.db.drug_records.indications(run.slug)) if entry is OPENFDA else ()
        return LabelSearch(kept, SourceOutcome(source=entry.title, question="", state=SourceState.OK), indications)

    (first, outcome), (second, also_told), (events, of_events) = await asyncio.gather(
        answered(run, DAILYMED, dailymed, None, before=lambda: before(DAILYMED)),
        answered(run, OPENFDA, openfda, None, before=lambda: before(OPENFDA)),
        answered(run, FAERS, faers, None, before=lambda: run.db.drug_records.adverse_events(run.slug)),
    )
    labels = [label for answer in (first, second) if answer for label in answer.labels]
    if as_of:  # the clients ask for no later ones; whoever adds one need not know
        labels = labels_as_of(labels, as_of)
    indications = second.indications if second else ()
    outcomes = (outcome, also_told, of_events)
    return Written(
        write=lambda: run.db.drug_records.replace_labels(run.slug, labels, indications, events),
        outputs=[labels, indications, events],
        facts={
            "rows": len(labels),
            "distinct_indications": len(indications),
            "with_a_boxed_warning": sum(1 for label in labels if label.text_of("boxed_warning")),
            "reports_to_faers": events.reports if events else 0,
        },
        outcomes=outcomes,
        preview="| Label | Source | Effective | Sections |\n|---|---|---|--:|\n"
        + "\n".join(f"| {la.title} | {la.source} | {la.effective or ''} | {len(la.sections)} |" for la in labels),
    )


DRUG_LABELS = Stage(
    name="drug_labels",
    group="discovery",
    code_version=f"5.{READER}",
    function=_drug_labels,
    upstream=("drug_profile",),
    depends_on=lambda run: switched_off(run, DAILYMED, OPENFDA, FAERS),
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "json", "xml"}),
)
