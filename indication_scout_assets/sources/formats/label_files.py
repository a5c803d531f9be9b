"""Files of labels, whatever their form: SPL, its zip, PDF, to the labels printed in them.

What belongs here: telling the forms apart. Each is read in a module of its own.
"""

from __future__ import annotations

from typing import NamedTuple

from ...domain.monographs.label_documents import PrintedLabel
from ...domain.outcomes import PermanentFailure
from .spl_sections import printed_spl, zipped_pictures

SUFFIXES = (".xml", ".zip", ".pdf")


class LabelFile(NamedTuple):
    """What a file of labels holds."""

    labels: tuple[PrintedLabel, ...]
    pictures: dict[str, bytes]
    """Bytes of the pictures by name, where the file has them."""


def read_label_file(content: bytes) -> LabelFile:
    """The labels in a file; a PDF may hold several.

    Raises:
        PermanentFailure: it is no label, or none that can be read.
    """
    start = content[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"%PDF"):
        from .pdf.label_pdf import printed_pdf  # noqa: PLC0415 - with it pdfium, which most commands do without

        return LabelFile(printed_pdf(content), {})
    if start.startswith((b"PK\x03\x04", b"<")):
        return LabelFile((printed_spl(content),), zipped_pictures(content))
    raise PermanentFailure("This is neither SPL (XML or zip) nor a PDF.")
