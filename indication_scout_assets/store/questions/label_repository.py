"""Labels in full: what is held of every drug's labels, and reading it back drug by drug.

What belongs here: rows in and out. The labels a run of candidates reads are with ``drug_documents``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from pgvector import HalfVector

from ...domain.monographs.label_documents import (
    DrugAlias,
    FactSpan,
    LabelDocument,
    LabelPicture,
    Monograph,
    MonographSection,
)
from ..postgres.connection import storable_text
from ..repository import Repository, json_list, stored_value

if TYPE_CHECKING:
    from numpy.typing import NDArray


class SpanEmbedder(Protocol):
    """What makes vectors of spans."""

    @property
    def name(self) -> str:
        """Tells its vectors from those of others."""

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One of length 1 for each text."""


class HeldMonograph(NamedTuple):
    """All that is held of one drug's labels, newest label first."""

    documents: tuple[LabelDocument, ...]
    sections: tuple[MonographSection, ...]
    spans: tuple[FactSpan, ...]
    pictures: tuple[LabelPicture, ...]


class LabelRepository(Repository):
    statements = "labels"

    def save(self, monograph: Monograph, made_by: str, picture_bytes: Mapping[str, bytes] | None = None) -> bool:
        """Store a label in place of what was held under its id; whether anything was written.

        ``made_by`` names what read and cut it: the same bytes made anew by the same change no row.

        Raises:
            ValueError: a text could not be stored as it is, so that offsets would be wrong.
        """
        document = monograph.document
        with self._transaction():
            known = self._row("known", id=document.id)
            if known and (known["sha256"], known["cut_by"], known["drug"]) == (document.sha256, made_by, document.drug):
                return False
            self._replace_document(document, made_by)
            self.save_parts(
                document.id,
                sections=monograph.sections,
                spans=monograph.spans,
                pictures=monograph.pictures,
                picture_bytes=picture_bytes,
                aliases=monograph.aliases,
            )
        return True

    def save_document(self, document: LabelDocument, made_by: str) -> bool:
        """Store a label without its text in place of what was held under its id; whether anything was written."""
        with self._transaction():
            known = self._row("known", id=document.id)
            if known and (known["sha256"], known["drug"]) == (document.sha256, document.drug):
                return False
            self._replace_document(document, made_by)
        return True

    def _replace_document(self, document: LabelDocument, made_by: str) -> None:
        self._run("forget", id=document.id)
        self._run("save_document", cut_by=made_by, **document.model_dump(mode="json"))

    def save_parts(
        self,
        document: str,
        *,
        sections: Sequence[MonographSection] | None = None,
        spans: Sequence[FactSpan] | None = None,
        pictures: Sequence[LabelPicture] | None = None,
        picture_bytes: Mapping[str, bytes] | None = None,
        aliases: Sequence[DrugAlias] | None = None,
    ) -> None:
        """Replace the given parts of a held label. New sections take the spans and pictures of the old with them.

        Raises:
            ValueError: a text could not be stored as it is, so that offsets would be wrong.
        """
        if any(storable_text(section.text) != section.text for section in sections or ()):
            raise ValueError("a section must be storable as it is, or its offsets would be wrong")
        parts = {"sections": sections, "spans": spans, "pictures": pictures, "aliases": aliases}
        with self._transaction():
            for name, rows in parts.items():
                if rows is not None:
                    self._run(f"clear_{name}", document=document)
                    self._run(f"save_{name}", document=document, **{name: json_list(rows)})
            for file, content in (picture_bytes or {}).items():
                self._run("save_picture_bytes", document=document, file=file, bytes=content)

    def forget(self, document_id: str) -> bool:
        """Remove a label; whether it was held."""
        return bool(self._run("forget", id=document_id))

    def documents(self, drug: str | None = None) -> list[LabelDocument]:
        """The labels held of a drug, or of all; newest first within a drug."""
        return [stored_value(LabelDocument, row) for row in self._rows("load_documents", drug=drug)]

    def aliases(self) -> list[DrugAlias]:
        """Every name of every drug a label is held of."""
        return [stored_value(DrugAlias, row) for row in self._rows("load_aliases")]

    def aliases_of(self, document: str) -> tuple[DrugAlias, ...]:
        """The names one label gives its drug."""
        return tuple(stored_value(DrugAlias, row) for row in self._rows("load_aliases_of", document=document))

    def load(self, drug: str) -> HeldMonograph:
        """All that is held of a drug's labels, and of no other drug."""
        with self._transaction():
            sections = [stored_value(MonographSection, row) for row in self._rows("load_sections", drug=drug)]
            pictures = [stored_value(LabelPicture, row["picture"]) for row in self._rows("load_pictures", drug=drug)]
            documents = tuple(self.documents(drug))
            return HeldMonograph(documents, tuple(sections), tuple(self.spans(drug)), tuple(pictures))

    def spans(self, drug: str, attribute: str | None = None) -> list[FactSpan]:
        """The fact spans of a drug's labels, of one attribute or all, in the labels' order."""
        rows = self._rows("load_spans", drug=drug, attribute=attribute)
        return [
            stored_value(FactSpan, {**row, "start": row["start_at"], "end": row["end_at"], **row["facts"]})
            for row in rows
        ]

    def vectors(self, spans: Sequence[FactSpan], texts: Sequence[str], embedder: SpanEmbedder) -> NDArray[np.float32]:
        """A vector of each of some spans, in their order, shape (spans, n); those that are missing are made and kept.

        Args:
            spans: held ones.
            texts: what the vectors are made of, one for each.
            embedder: makes them; vectors of another are replaced.
        """
        if not spans:
            return np.empty((0, 0), dtype=np.float32)
        model = embedder.name
        held = {
            (row["document"], row["section"], row["ordinal"]): row["vector"].to_numpy()
            for row in self._rows("load_vectors", documents=sorted({span.document for span in spans}), model=model)
        }
        keys = [(span.document, span.section, span.ordinal) for span in spans]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in held}
        if missing:
            each = list(dict.fromkeys(missing.values()))  # labels of a drug repeat one another
            made = dict(zip(each, embedder.embed_documents(each).astype(np.float16), strict=True))
            held |= {key: made[text] for key, text in missing.items()}
            self._run(
                "save_vectors",
                model=model,
                documents=[document for document, _, _ in missing],
                sections=[section for _, section, _ in missing],
                ordinals=[ordinal for _, _, ordinal in missing],
                vectors=[HalfVector(held[key]) for key in missing],
            )
        return np.stack([held[key] for key in keys]).astype(np.float32)

    def picture_bytes(self, drug: str, file: str) -> bytes | None:
        """The bytes of a picture of a drug's labels; ``None`` where the label came without them."""
        row = self._row("load_picture_bytes", drug=drug, file=file)
        return bytes(row["bytes"]) if row else None

    def known_words(self, words: Iterable[str]) -> frozenset[str]:
        """Those of the words, in lower case, that any label held has."""
        return frozenset(row["word"] for row in self._rows("load_known_words", words=list(words)))
