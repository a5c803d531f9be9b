"""The labels group: the drug's labels in full, cut for questions: documents, sections, fact spans, names.

What belongs here: what is read and written; pictures are in ``label_pictures``. Which labels a run holds and how they
are cut is in ``rules.labels``;
labels a person adds are cut at once by ``operations.label_intake``, and cut anew here when the rules change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from ...domain.monographs.label_documents import (
    FactSpan,
    LabelCategory,
    LabelPicture,
    MonographSection,
    PrintedLabel,
)
from ...domain.outcomes import ScoutError, SourceOutcome, SourceState, TransientFailure
from ...domain.records.labels import Label, ProductType
from ...domain.records.source_catalogue import source_entry
from ...domain.runs import StageStatus
from ...rules.labels.drug_aliases import aliases_of
from ...rules.labels.label_cutting import (
    cut_by,
    document_of,
    drug_key,
    labels_in_full,
    printed_texts,
    sections_of,
    spans_of,
)
from ...rules.labels.label_facts import DrugTexts
from ...sources.formats.markup import READER
from ...sources.formats.spl_sections import printed_spl
from ...store.questions.label_repository import HeldMonograph
from ..data_checks import DataCheck
from ..engine import Stage, Written
from ..resources.workbench import DrugRun, Workbench

Row = TypeVar("Row", MonographSection, FactSpan, LabelPicture)

DAILYMED = source_entry("dailymed_labels")
MOST_OTHER = 0.1
"""Share of a prescription label's characters that may be in sections of no known category."""


class ReadLabels(NamedTuple):
    """The labels of a drug that could be read, and what could not."""

    labels: list[tuple[Label, PrintedLabel]]
    outcomes: tuple[SourceOutcome, ...]


def made_by() -> str:
    """What names the code that read a label and the rules that cut it: held ones of another are made anew."""
    return f"{READER} {cut_by()}"


def _chosen(bench: Workbench, slug: str) -> list[Label]:
    return labels_in_full(bench.db.drug_records.labels(slug), DAILYMED.service.name)


def held_name(bench: Workbench, slug: str) -> str:
    """The name the drug's labels are held under."""
    profile = bench.db.drugs.load(slug)
    return drug_key(profile.name if profile else bench.db.drugs.query(slug))


def held_texts(run: DrugRun) -> DrugTexts:
    """The texts of the labels held of the drug."""
    held = run.db.labels.load(held_name(run.bench, run.slug))
    return DrugTexts(held.documents, held.sections, held.spans)


def held_labels(run: DrugRun) -> list[str]:
    """The labels held of the drug, those added by hand among them, each with its bytes' hash."""
    return [f"{d.id} {d.sha256}" for d in run.db.labels.documents(held_name(run.bench, run.slug))]


async def printed_labels(run: DrugRun) -> ReadLabels:
    """The drug's labels. The documents were fetched for the stage ``drug_labels`` and are read from the stored answers.

    Raises:
        TransientFailure: there are labels, and none could be read now.
    """
    labels: list[tuple[Label, PrintedLabel]] = []
    missing: list[str] = []
    chosen = _chosen(run.bench, run.slug)
    for label in chosen:
        if label.source != DAILYMED.service.name:
            labels.append((label, printed_texts(label)))
            continue
        try:
            labels.append((label, printed_spl(await run.sources.dailymed.document(label.set_id))))
        except ScoutError as error:
            missing.append(f"{label.set_id}: {error}")
    if missing and not labels:
        raise TransientFailure(f"None of {len(chosen)} labels could be read: {missing[0]}")
    reason = f"{len(missing)} of {len(chosen)} labels could not be read in full: {'; '.join(missing)}"
    outcome = SourceOutcome(source=DAILYMED.title, question=DAILYMED.asks, state=SourceState.DEGRADED, reason=reason)
    return ReadLabels(labels, (outcome,) if missing else ())


async def _label_documents(run: DrugRun) -> Written:
    """The labels of the drug that are held in full: those of DailyMed, where it has none the texts openFDA gives.
    Nothing is fetched that was fetched before; a label whose bytes are held is not written again.
    """
    read = await printed_labels(run)
    drug = held_name(run.bench, run.slug)
    documents = [document_of(printed, drug, label.set_id, label.source) for label, printed in read.labels]
    characters = sum(len(section.text) for _, printed in read.labels for section in printed.sections)

    def write() -> None:
        for document in documents:
            run.db.labels.save_document(document, made_by())

    held = [d for d in run.db.labels.documents(drug) if d.id not in {document.id for document in documents}]
    return Written(
        write=write,
        outputs=[(d.id, d.sha256, d.drug) for d in (*documents, *held)],
        facts={"rows": len(documents), "added_by_hand": len(held), "characters": characters},
        outcomes=read.outcomes,
        preview="| Label | Source | Version | Effective |\n|---|---|---|---|\n"
        + "\n".join(f"| {d.title} | {d.source} | {d.version} | {d.effective or ''} |" for d in documents),
    )


async def _label_sections(run: DrugRun) -> Written:
    """The sections of the drug's labels with their category and what it was read from: every character in exactly one.
    Sections that are held as they are now cut are not written again.
    """
    read = await printed_labels(run)
    held = by_document(run.db.labels.load(held_name(run.bench, run.slug)).sections)
    cut = {label.set_id: sections_of(printed, label.set_id) for label, printed in read.labels}

    def write() -> None:
        for document, sections in cut.items():
            if held.get(document, ()) != sections:
                run.db.labels.save_parts(document, sections=sections)

    rows = [section for sections in cut.values() for section in sections]
    other = sum(len(s.text) for s in rows if s.category is LabelCategory.OTHER)
    return Written(
        write=write,
        outputs=[rows, sorted(set(held) - set(cut))],
        facts={
            "rows": len(rows),
            "characters": sum(len(section.text) for section in rows),
            "share_other": round(other / max(1, sum(len(section.text) for section in rows)), 4),
            "flagged": sum(1 for section in rows if section.flag),
        },
        outcomes=read.outcomes,
        preview="| Section | Category | Read from |\n|---|---|---|\n"
        + "\n".join(f"| {s.number} {s.title} | {s.category.value} | {s.method.value} |" for s in rows[:60]),
    )


async def _label_spans(run: DrugRun) -> Written:
    """The fact spans of all labels held of the drug, those added by hand included: sentences, bullets, rows of tables,
    with what they say and how they hold. Spans that are held as they are now cut are not written again.
    """
    held = run.db.labels.load(held_name(run.bench, run.slug))
    before = by_document(held.spans)
    cut = {
        document: tuple(span for section in sections for span in spans_of(section))
        for document, sections in by_document(held.sections).items()
    }

    def write() -> None:
        for document, spans in cut.items():
            if before.get(document, ()) != spans:
                run.db.labels.save_parts(document, spans=spans)

    rows = [span for spans in cut.values() for span in spans]
    return Written(
        write=write,
        outputs=rows,
        facts={
            "rows": len(rows),
            "with_an_attribute": sum(1 for span in rows if span.attributes),
            "rows_of_tables": sum(1 for span in rows if span.form == "table_row"),
            "conditional": sum(1 for span in rows if span.conditions),
        },
    )


async def _label_index(run: DrugRun) -> Written:
    """The names by which the drug's labels are asked for, and how many of their spans say which attribute."""
    read = await printed_labels(run)
    drug = held_name(run.bench, run.slug)
    names = {label.set_id: aliases_of(drug, printed) for label, printed in read.labels}
    spans = run.db.labels.load(drug).spans

    def write() -> None:
        for document, aliases in names.items():
            if set(run.db.labels.aliases_of(document)) != set(aliases):
                run.db.labels.save_parts(document, aliases=aliases)

    attributes = sorted({attribute for span in spans for attribute in span.attributes})
    counts = {name: sum(1 for span in spans if name in span.attributes) for name in attributes}
    all_names = sorted({alias.name for aliases in names.values() for alias in aliases})
    return Written(
        write=write,
        outputs=[sorted((alias.name, alias.kind) for aliases in names.values() for alias in aliases), counts],
        facts={"rows": len(all_names), "attributes": len(attributes)},
        outcomes=read.outcomes,
        preview=f"{', '.join(all_names)}\n\n| Attribute | Spans |\n|---|--:|\n"
        + "\n".join(f"| {name.replace('_', ' ')} | {count} |" for name, count in counts.items()),
    )


def by_document(rows: Iterable[Row]) -> dict[str, tuple[Row, ...]]:
    """Rows by the label they are of, in order."""
    sorted_out: dict[str, list[Row]] = {}
    for row in rows:
        sorted_out.setdefault(row.document, []).append(row)
    return {document: tuple(own) for document, own in sorted_out.items()}


# ------------------------------------------------------------------------------------------------ checks
def _held(bench: Workbench, slug: str) -> Iterator[tuple[list[Label], HeldMonograph]]:
    """The labels chosen and all that is held, of a drug whose labels were read; nothing of another."""
    record = bench.db.stages.get(slug, "label_sections")
    if record is not None and record.status is not StageStatus.FAILED:
        yield _chosen(bench, slug), bench.db.labels.load(held_name(bench, slug))


def _characters_lost(bench: Workbench, slug: str) -> list[str]:
    """Whether the sections hold more or fewer characters than the labels that were read."""
    offences = []
    for chosen, held in _held(bench, slug):
        record = bench.db.stages.get(slug, "label_documents")
        ids = {label.set_id for label in chosen}
        printed = record.facts.get("characters") if record else None
        there = sum(len(section.text) for section in held.sections if section.document in ids)
        if printed is not None and printed != there:
            offences.append(f"its labels have {printed} characters, its sections {there}")
    return offences


def _spans_that_differ(bench: Workbench, slug: str) -> list[str]:
    """Fact spans that are not the words at their place, that overlap, and characters in none."""
    offences = []
    for _, held in _held(bench, slug):
        texts = {(section.document, section.ordinal): section.text for section in held.sections}
        covered: Counter[tuple[str, int]] = Counter()
        ends: dict[tuple[str, int], int] = {}
        for span in held.spans:
            key = (span.document, span.section)
            if texts.get(key, "")[span.start : span.end] != span.text or span.start < ends.get(key, 0):
                offences.append(f"{span.document}, section {span.section}, character {span.start}")
            covered[key] += len("".join(span.text.split()))
            ends[key] = span.end
        offences += [
            f"{document}, section {ordinal}: {covered[document, ordinal]} characters in spans"
            for (document, ordinal), text in texts.items()
            if covered[document, ordinal] != len("".join(text.split()))
        ]
    return offences


def _mostly_other(bench: Workbench, slug: str) -> list[str]:
    """Prescription labels with more than ``MOST_OTHER`` of their characters in sections of no known category."""
    offences = []
    for chosen, held in _held(bench, slug):
        prescribed = {label.set_id for label in chosen if label.product_type is ProductType.PRESCRIPTION}
        for document, sections in by_document(held.sections).items():
            length = sum(len(section.text) for section in sections)
            other = sum(len(section.text) for section in sections if section.category is LabelCategory.OTHER)
            if document in prescribed and other > MOST_OTHER * length:
                offences.append(f"{document}: {other} of {length} characters")
    return offences


def _without_names(bench: Workbench, slug: str) -> list[str]:
    return [
        f"{document.id} gives the drug no name"
        for _, held in _held(bench, slug)
        for document in held.documents
        if not bench.db.labels.aliases_of(document.id)
    ]


EVERY_CHARACTER_IS_IN_A_SECTION = DataCheck(
    "every_character_is_in_one_section",
    "The sections of a drug's labels hold as many characters as the labels that were read.",
    _characters_lost,
)
FEW_SECTIONS_ARE_OTHER = DataCheck(
    "few_characters_are_other",
    "Of a prescription label at most a tenth of the characters is in sections of no known category.",
    _mostly_other,
)
SPANS_ARE_THE_TEXT = DataCheck(
    "every_span_is_its_text",
    "Every fact span is the words of its section at its place; every character of a section is in exactly one.",
    _spans_that_differ,
)
EVERY_LABEL_HAS_NAMES = DataCheck(
    "every_label_has_names",
    "Every label held gives its drug a name it can be asked for by.",
    _without_names,
)


# ------------------------------------------------------------------------------------------------ stages
LABEL_DOCUMENTS = Stage(
    name="label_documents",
    group="labels",
    code_version=f"1.{READER}",
    function=_label_documents,
    upstream=("drug_profile", "drug_labels"),
    asks_sources=True,
    kinds=frozenset({"python", "postgres", "xml"}),
)
LABEL_SECTIONS = Stage(
    name="label_sections",
    group="labels",
    code_version=f"1.{READER}",
    function=_label_sections,
    upstream=("label_documents",),
    checks=(EVERY_CHARACTER_IS_IN_A_SECTION, FEW_SECTIONS_ARE_OTHER),
    depends_on=lambda run: cut_by(),
)
LABEL_SPANS = Stage(
    name="label_spans",
    group="labels",
    code_version=f"1.{READER}",
    function=_label_spans,
    upstream=("label_sections",),
    checks=(SPANS_ARE_THE_TEXT,),
    depends_on=lambda run: cut_by(),
)
LABEL_INDEX = Stage(
    name="label_index",
    group="labels",
    code_version=f"1.{READER}",
    function=_label_index,
    upstream=("label_documents", "label_spans"),
    checks=(EVERY_LABEL_HAS_NAMES,),
    depends_on=lambda run: cut_by(),
)
