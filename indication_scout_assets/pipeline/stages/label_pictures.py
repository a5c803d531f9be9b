"""The pictures of the drug's labels by what they show: structural formulas, graphs, packages, logos.

What belongs here: the stage. Caption and place decide what a picture shows (``rules.labels``), or a vision model that
looks at its bytes, where ``SCOUT_PICTURE_READER`` names one; bytes are then fetched from DailyMed and held.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Final, NamedTuple

from ...domain.model_calls import Message
from ...domain.monographs.label_documents import LabelPicture, PictureKind, PrintedLabel, picture_type
from ...domain.outcomes import ScoutError, SourceOutcome, SourceState
from ...domain.records.labels import Label
from ...language_models.language_model import LanguageModel
from ...language_models.model_request import Image, ModelRequest, object_schema
from ...language_models.prompts import prompt
from ...rules.labels.label_cutting import cut_by, pictures_of
from ...sources.formats.markup import READER
from ..engine import Stage, Written
from ..resources.language_models import seeing_model
from ..resources.workbench import DrugRun
from .label_monographs import DAILYMED, by_document, held_name, printed_labels

_SCHEMA: Final = object_schema(kind={"type": "string", "enum": [kind.value for kind in PictureKind]})
_LARGEST: Final = 5_000_000
"""Bytes of a picture that a model is shown at most: the least of what the providers take."""


class _Seen(NamedTuple):
    """What a model was shown and what came of it."""

    pictures: Mapping[str, tuple[LabelPicture, ...]]
    """By label, with the kinds the model gives."""
    contents: Mapping[tuple[str, str], bytes]
    """By label and file."""
    outcomes: tuple[SourceOutcome, ...]


async def _label_images(run: DrugRun) -> Written:
    """The pictures of the drug's labels by what they show: structural formulas, graphs, packages, logos."""
    read = await printed_labels(run)
    held = run.db.labels.load(held_name(run.bench, run.slug))
    sections, before = by_document(held.sections), by_document(held.pictures)
    shown = {
        label.set_id: pictures_of(printed, sections.get(label.set_id, ()), label.set_id)
        for label, printed in read.labels
        if label.set_id in sections
    }
    seen = _Seen(shown, {}, ())
    if run.bench.picture_model is not None:
        seen = await _seen(run, run.bench.picture_model, read.labels, shown)

    def write() -> None:
        for document, pictures in seen.pictures.items():
            if before.get(document, ()) != pictures:
                contents = {file: content for (label, file), content in seen.contents.items() if label == document}
                run.db.labels.save_parts(document, pictures=pictures, picture_bytes=contents)

    rows = [picture for pictures in seen.pictures.values() for picture in pictures]
    return Written(
        write=write,
        outputs=rows,
        facts={
            "rows": len(rows),
            "structures": sum(1 for picture in rows if picture.kind is PictureKind.STRUCTURE),
            "seen_by_a_model": sum(1 for picture in rows if picture.kind_by),
        },
        outcomes=(*read.outcomes, *seen.outcomes),
    )


async def _seen(
    run: DrugRun,
    model: LanguageModel,
    labels: list[tuple[Label, PrintedLabel]],
    shown: Mapping[str, tuple[LabelPicture, ...]],
) -> _Seen:
    """The pictures as a vision model tells them apart. Where bytes or answer are not to be had, caption and place
    decide as without a model, and the outcome names the first reason.
    """
    contents: dict[tuple[str, str], bytes] = {}
    missing: list[str] = []
    of_dailymed = [label.set_id for label, _ in labels if label.source == DAILYMED.service.name]
    for picture in (picture for label in of_dailymed for picture in shown.get(label, ())):
        try:
            content = await run.sources.dailymed.picture(picture.document, picture.file)
        except ScoutError as error:
            missing.append(f"{picture.file}: {error}")
            continue
        if content is not None and picture_type(content) and len(content) <= _LARGEST:
            contents[picture.document, picture.file] = content
    requests = {
        (picture.document, picture.file): _request(picture, contents[picture.document, picture.file])
        for pictures in shown.values()
        for picture in pictures
        if (picture.document, picture.file) in contents
    }
    # The store's log of calls is touched by the thread that asks, which is this one until all are answered.
    answers = dict(zip(requests, model.ask_many(list(requests.values())), strict=True))
    changes: dict[tuple[str, str], dict[str, object]] = {
        key: {"sha256": hashlib.sha256(content).hexdigest()} for key, content in contents.items()
    }
    for key, answer in answers.items():
        if isinstance(answer, ScoutError):
            missing.append(f"{key[1]}: {answer}")
        else:
            changes[key] |= {"kind": PictureKind(answer["kind"]), "kind_by": model.model}
    named = {
        document: tuple(picture.model_copy(update=changes.get((document, picture.file), {})) for picture in pictures)
        for document, pictures in shown.items()
    }
    if not missing:
        return _Seen(named, contents, ())
    reason = f"{len(missing)} pictures were not looked at, so that caption and place decide; {missing[0]}"
    outcome = SourceOutcome(source=DAILYMED.title, question=DAILYMED.asks, state=SourceState.DEGRADED, reason=reason)
    return _Seen(named, contents, (outcome,))


def _request(picture: LabelPicture, content: bytes) -> ModelRequest:
    facts = {"file": picture.file, "caption": picture.caption}
    return ModelRequest(
        purpose="picture",
        instruction=prompt("picture"),
        messages=(Message.user(json.dumps(facts, ensure_ascii=False)),),
        schema=_SCHEMA,
        max_tokens=64,
        images=(Image(picture_type(content), content),),
    )


LABEL_IMAGES = Stage(
    name="label_images",
    group="labels",
    code_version=f"2.{READER}",
    function=_label_images,
    upstream=("label_sections",),
    depends_on=lambda run: [cut_by(), *seeing_model(run.settings)],
    models=seeing_model,
)
