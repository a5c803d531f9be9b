"""SPL as a printed label: every section with its own text, those with a title only included, and its pictures.

What belongs here: bytes of an SPL document, or of the zip DailyMed packs it in, to ``PrintedLabel``. What a report of a
candidate reads of a label is in ``spl``.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lxml import etree

from ...domain.monographs.label_documents import (
    LabelForm,
    LabelTemplate,
    PrintedLabel,
    PrintedPicture,
    PrintedSection,
)
from ...domain.outcomes import PermanentFailure
from ...domain.records.labels import ProductType
from ..http.http_client import TransientBody
from .spl import DEEPEST, HL7, SECTION_NUMBER, UNCLASSIFIED, attribute_of, one_line, parse_spl, readable_text
from .xml_root import xml_root

LARGEST_FILE = 60 * 2**20
"""Bytes of a file in a zip; a label's XML with its tables stays below 5 MB."""
_CAPTION = re.compile(r"^\s*(?:figure|fig\.|table)\s*\d", re.IGNORECASE | re.MULTILINE)
_ZIP = b"PK\x03\x04"


def printed_spl(content: bytes) -> PrintedLabel:
    """An SPL document, or a zip that holds one and its pictures, as a printed label.

    Raises:
        PermanentFailure: neither, or it is damaged.
    """
    xml, pictures = _unzipped(content) if content.startswith(_ZIP) else (content, {})
    try:
        label = parse_spl(xml)
        root = xml_root(xml, "the label")
    except TransientBody as broken:
        raise PermanentFailure(f"This is no label in SPL: {broken}.") from broken
    files = {
        attribute_of(media, "ID"): attribute_of(media.find(f"{HL7}value/{HL7}reference"), "value")
        for media in root.iter(HL7 + "observationMedia")
    }
    shown = frozenset(attribute_of(element, "referencedObject") for element in root.iter(HL7 + "renderMultiMedia"))
    reading = _Reading({name: hashlib.sha256(data).hexdigest() for name, data in pictures.items()}, files, shown)
    for body in root.iterfind(f"{HL7}component/{HL7}structuredBody"):
        reading.read_below(body, None, 0)
    return PrintedLabel(
        form=LabelForm.SPL,
        template=LabelTemplate.FDA,
        sha256=hashlib.sha256(content).hexdigest(),
        set_id=label.set_id,
        version=label.version,
        effective=label.effective,
        title=label.title,
        brands=label.brand_names,
        ingredients=tuple(dict.fromkeys([*label.moieties, *label.ingredients])),
        sections=tuple(reading.sections),
        pictures=tuple(reading.pictures),
        url=label.url,
        prescription=label.product_type is not ProductType.OVER_THE_COUNTER,
    )


def zipped_pictures(content: bytes) -> dict[str, bytes]:
    """The pictures in a label's zip by name; none of anything else."""
    return _unzipped(content)[1] if content.startswith(_ZIP) else {}


def _unzipped(content: bytes) -> tuple[bytes, dict[str, bytes]]:
    """The XML of a zip and its pictures by name."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if any(entry.file_size > LARGEST_FILE for entry in entries):
                raise PermanentFailure("A file in this zip is larger than any label; it is not unpacked.")
            names = [entry.filename for entry in entries]
            xml = [name for name in names if name.lower().endswith(".xml")]
            if len(xml) != 1:
                raise PermanentFailure(f"A label's zip holds one XML file; this one holds {len(xml)}.")
            pictures = [name for name in names if name.lower().endswith((".jpg", ".jpeg", ".png", ".gif"))]
            return archive.read(xml[0]), {name.rsplit("/", 1)[-1]: archive.read(name) for name in pictures}
    except (zipfile.BadZipFile, RuntimeError, OSError) as broken:
        raise PermanentFailure(f"The zip is damaged or encrypted: {broken}.") from broken


@dataclass
class _Reading:
    """What was read so far of one document."""

    hashes: Mapping[str, str]
    files: dict[str, str]
    """Name of each picture's file by the number it is shown by; taken out once its section is known."""
    shown: frozenset[str]
    """Numbers that some text shows."""
    sections: list[PrintedSection] = field(default_factory=list)
    pictures: list[PrintedPicture] = field(default_factory=list)

    def read_below(self, above: etree._Element, parent: int | None, depth: int) -> None:
        """Add the sections below ``above``, each followed by those it contains."""
        for section in above.iterfind(f"{HL7}component/{HL7}section") if depth < DEEPEST else ():
            place = len(self.sections)
            stated = attribute_of(section.find(HL7 + "code"), "code")
            title = one_line(section.find(HL7 + "title"))
            number = SECTION_NUMBER.match(title)
            text = "\n".join(filter(None, (readable_text(part) for part in section.iterchildren(HL7 + "text"))))
            self.sections.append(
                PrintedSection(
                    title=title[number.end() :] if number else title,
                    number=number[0].strip().rstrip(".") if number else "",
                    code="" if stated == UNCLASSIFIED else stated,
                    text=text,
                    depth=depth,
                    parent=parent,
                )
            )
            self.pictures += self._pictures_in(section, place)
            self.read_below(section, place, depth + 1)

    def _pictures_in(self, section: etree._Element, place: int) -> Iterator[PrintedPicture]:
        """The pictures a section's text shows, each with the caption before it, and those it holds and nobody shows."""
        for number, caption in _captions(section):
            if file := self.files.pop(number, ""):
                yield PrintedPicture(file=file, section=place, caption=caption, sha256=self.hashes.get(file, ""))
        for media in section.iterfind(f"{HL7}component/{HL7}observationMedia"):
            number = attribute_of(media, "ID")
            if number not in self.shown and (file := self.files.pop(number, "")):
                yield PrintedPicture(file=file, section=place, sha256=self.hashes.get(file, ""))


def _captions(section: etree._Element) -> Iterator[tuple[str, str]]:
    """The id of each picture shown in a section's text, with the last caption before it."""
    caption = ""
    for element in (child for text in section.iterchildren(HL7 + "text") for child in text.iter()):
        if element.tag == HL7 + "renderMultiMedia":
            own = one_line(element.find(HL7 + "caption"))
            yield attribute_of(element, "referencedObject"), own or caption
        elif element.tag in (HL7 + "caption", HL7 + "paragraph") and _CAPTION.match(line := one_line(element)):
            caption = line
