"""Structured Product Labeling (SPL), the XML of drug labels, as ``Label`` values.

What belongs here: bytes in, ``Label`` out. Asking DailyMed for a document is in ``dailymed``. Parsing expands no
entity, loads no DTD and opens no connection.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

from lxml import etree

from ...domain.base import DEMONSTRATION_KEYWORD
from ...domain.records.labels import Label, LabelSection, ProductType
from ...rules.labels.label_categories import kind_of_code
from ...rules.literature.pubmed_query import without_salt
from ...text.plain_text import plain_text
from ..http.http_client import TransientBody
from .json_texts import exact_day
from .markup import shifted
from .table_rows import read_table
from .xml_root import xml_root

SOURCE = "DailyMed"
PAGE_URL = "https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid="

UNCLASSIFIED = "42229-5"
_BOXED_WARNING = "34066-1"
_REACHES_DOWN = frozenset({"boxed_warning", "contraindications"})
"""Kinds a subsection keeps although it is coded for itself: pregnancy under "Contraindications" is one of them."""
_NEVER_BOXED = frozenset({"dosage", "adverse_reactions", "interactions", "indications", "pharmacology", "studies"})
"""Kinds below which no warning is boxed: three lists of doses of a real label carry that code."""
_STATES_BY_TITLE = _REACHES_DOWN | {"indications", "warnings"}
"""Kinds whose titles are statements: "4.1 Active liver disease", with nothing below it, is a contraindication."""

_PRODUCT_TYPES = {"34391-3": ProductType.PRESCRIPTION, "45129-4": ProductType.PRESCRIPTION}
_PRODUCT_TYPES |= {"34390-5": ProductType.OVER_THE_COUNTER}
_ANIMAL = frozenset(f"505{code}" for code in ("71-9", "72-7", "73-5", "74-3", "75-0", "76-8", "77-6", "78-4"))
_HOMEOPATHIC = "C73614"
_UNII = "2.16.840.1.113883.4.9"
_ACTIVE = ("ACTIB", "ACTIM", "ACTIR")
"""Strength stated for the substance, for its moiety, for a reference substance."""

SECTION_NUMBER = re.compile(r"^\d+(?:\.\d+)*\.?\s+")
HL7 = "{urn:hl7-org:v3}"
_BOILERPLATE = re.compile(
    r"^These highlights do not include all .{0,250}?See full prescribing information for .{0,150}?\.\s*(?=\S)",
    re.IGNORECASE | re.DOTALL,
)
DEEPEST = 60
"""Levels of sections or of markup; real labels have seven."""
_BLOCKS = frozenset("caption footnote list paragraph td text th tr".split())  # noqa: SIM905
_SILENT = frozenset("col colgroup footnoteRef observationMedia".split())  # noqa: SIM905
_Element = etree._Element


def parse_spl(xml: bytes) -> Label:
    """A label document as ``Label``, its sections in the order of the document.

    A section without a code, or with the code of unclassified ones, has code and kind of the nearest classified section
    above it, and so has one below a dosage and the like that has the code of boxed warnings and does not open as one;
    whatever stands below a contraindication or a boxed warning is one, by its own code or not. Each section holds its
    own text only, so no text is there twice; one with nothing but a title states that. Highlights, which repeat the
    sections in short, are left out. Paragraphs and rows of a table are lines, cells are separated by ``|``, items of a
    list begin with ``•``.

    Raises:
        TransientBody: truncated or malformed XML, declared entities, or something that is no label.
    """
    root = xml_root(xml, "the label")
    set_id = attribute_of(root.find(HL7 + "setId"), "root").lower()
    if root.tag != HL7 + "document" or not set_id:
        raise TransientBody("XML without a label's set id")
    products = list(_products(root))
    ingredients, moieties, uniis = _ingredients(products)
    kits = [kit for part in root.iter(HL7 + "part") if (kit := part.getparent()) is not None]
    brands = _unique(_name(product.find(HL7 + "name")) for product in (*kits, *products))
    return Label(
        set_id=set_id,
        source=SOURCE,
        title=without_boilerplate(one_line(root.find(HL7 + "title"))) or ", ".join(brands) or f"Label {set_id}",
        version=attribute_of(root.find(HL7 + "versionNumber"), "value"),
        effective=_effective(root),
        ingredients=ingredients,
        moieties=moieties,
        uniis=uniis,
        brand_names=brands,
        sections=tuple(_sections(root)),
        product_type=_product_type(root),
        url=PAGE_URL + set_id,
        demonstration=any(one_line(name) == DEMONSTRATION_KEYWORD for name in root.iter(HL7 + "name")),
    )


def without_boilerplate(title: str) -> str:
    """A label's title without the sentences every title of the newer format opens with."""
    return " ".join(_BOILERPLATE.sub("", title).split())


# ------------------------------------------------------------------------------------------------ the product
def _product_type(root: _Element) -> ProductType:
    code = root.find(HL7 + "code")
    name = attribute_of(code, "displayName").lower()
    if "animal" in name or attribute_of(code, "code") in _ANIMAL:
        return ProductType.ANIMAL
    if any(attribute_of(a.find(HL7 + "code"), "code") == _HOMEOPATHIC for a in root.iter(HL7 + "approval")):
        return ProductType.HOMEOPATHIC
    return _PRODUCT_TYPES.get(
        attribute_of(code, "code"), ProductType.OTHER if code is not None else ProductType.UNKNOWN
    )


def _products(root: _Element) -> Iterator[_Element]:
    """The products described, a kit's parts included; those in the list of establishments have no ingredients."""
    for tag in ("manufacturedProduct", "manufacturedMedicine", "partProduct", "partMedicine"):
        for product in root.iter(HL7 + tag):
            if any(True for _ in product.iterchildren(HL7 + "ingredient", HL7 + "activeIngredient")):
                yield product


def _ingredients(products: Iterable[_Element]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Names of the active ingredients, of their moieties (the name without its salt where none is stated), and the
    ingredients' UNII codes.
    """
    names, moieties, uniis = [], [], []
    for product in products:
        active = [i for i in product.iterchildren(HL7 + "ingredient") if i.get("classCode") in _ACTIVE]
        active += product.iterchildren(HL7 + "activeIngredient")  # documents of before 2009
        for ingredient in active:
            for substance in ingredient.iterchildren(HL7 + "ingredientSubstance", HL7 + "activeIngredientSubstance"):
                name = one_line(substance.find(HL7 + "name")).lower()
                path = f"{HL7}activeMoiety/{HL7}activeMoiety/{HL7}name"
                stated = [one_line(moiety).lower() for moiety in substance.iterfind(path)]
                names.append(name)
                code = substance.find(HL7 + "code")
                uniis.append(attribute_of(code, "code") if attribute_of(code, "codeSystem") == _UNII else "")
                moieties += [moiety for moiety in stated if moiety] or [without_salt(name)]
    return _unique(names), _unique(moieties), _unique(uniis)


def _effective(root: _Element) -> date | None:
    return exact_day(attribute_of(root.find(HL7 + "effectiveTime"), "value"))


# ------------------------------------------------------------------------------------------------ sections
def _sections(root: _Element) -> Iterator[LabelSection]:
    for body in root.iterfind(f"{HL7}component/{HL7}structuredBody"):
        yield from _within(body, "", "other", 0)


def _within(parent: _Element, above: str, kind_above: str, depth: int) -> Iterator[LabelSection]:
    """The sections below ``parent``, each followed by those it contains; ``above`` is the code above them."""
    for section in parent.iterfind(f"{HL7}component/{HL7}section") if depth < DEEPEST else ():
        stated = attribute_of(section.find(HL7 + "code"), "code")
        title = one_line(section.find(HL7 + "title"))
        text = "\n".join(filter(None, (readable_text(part) for part in section.iterchildren(HL7 + "text"))))
        opening = f"{title} {text.partition(chr(10))[0]}".lower()
        misplaced = stated == _BOXED_WARNING and kind_above in _NEVER_BOXED and "warning" not in opening
        code = above if stated in ("", UNCLASSIFIED) or misplaced else stated
        kind = kind_above if kind_above in _REACHES_DOWN else kind_of_code(code)
        inside = list(_within(section, code, kind, depth + 1))
        if not text and not inside and depth and kind in _STATES_BY_TITLE:
            text = SECTION_NUMBER.sub("", title)
        if text:
            yield LabelSection(code=code, kind=kind, title=title, text=text)
        yield from inside


# ------------------------------------------------------------------------------------------------ text
def readable_text(text: _Element) -> str:
    """The text of an element, one line per paragraph, item or row; footnotes follow at the end."""
    parts: list[str] = []
    notes: list[_Element] = []
    _collect(text, parts, notes)
    for note in notes:
        _collect(note, parts, [])
    lines = (plain_text(line).rstrip("| ") for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line.strip("•| "))


def _collect(element: _Element, parts: list[str], notes: list[_Element], depth: int = 0, *, cell: bool = False) -> None:
    """Append the element's text to ``parts`` and the footnotes in it to ``notes``; ``\\n`` ends a line.

    White space of the source, line breaks included, is a space. All of a ``cell`` is on one line.
    """
    tag = etree.QName(element).localname
    if tag in _SILENT or depth > DEEPEST:
        return
    if tag == "footnote" and depth:
        notes.append(element)
        return
    if tag == "table":
        parts.append(_table_text(element, notes, depth, cell=cell))
        return
    before, after = _around(element, tag, cell=cell)
    first = len(parts)
    parts += [before, _spaced(element.text)]
    for child in element:
        if isinstance(child.tag, str):
            _collect(child, parts, notes, depth + 1, cell=cell)
        parts.append(_spaced(child.tail))
    parts.append(after)
    if tag in ("sup", "sub"):
        parts[first:] = [shifted(element, "".join(parts[first:]))]


def _table_text(table: _Element, notes: list[_Element], depth: int, *, cell: bool) -> str:
    """A table as lines, one for a row; as a part of a line where it stands in a ``cell``.

    The only cell of a row is but a frame, as many boxed warnings have it, and keeps its lines.
    """

    def words(element: _Element, *, inline: bool) -> str:
        parts: list[str] = []
        _collect(element, parts, notes, depth + 1, cell=inline)
        return "".join(parts).strip()

    read = read_table(table, lambda element: words(element, inline=cell or _has_neighbours(element)))
    captions = [words(caption, inline=cell) for caption in table.iterchildren(HL7 + "caption")]
    lines = [*captions, *read.lines()]
    return f" {' '.join(lines)} " if cell else "\n{}\n".format("\n".join(lines))


def _around(element: _Element, tag: str, *, cell: bool) -> tuple[str, str]:
    """What stands before and after an element's text."""
    if tag == "br":
        return " ", ""
    if tag == "item":
        return (" • ", " ") if cell else ("\n• ", "\n")
    if tag not in _BLOCKS:
        return "", ""
    return (" ", " ") if cell or _opens_item(element, tag) else ("\n", "\n")


def _has_neighbours(cell: _Element) -> bool:
    row = cell.getparent()
    return row is not None and len(row) > 1


def _opens_item(element: _Element, tag: str) -> bool:
    """Whether a paragraph is the first thing in an item of a list, whose line it continues."""
    parent = element.getparent()
    if tag != "paragraph" or parent is None or parent.tag != HL7 + "item":
        return False
    return element.getprevious() is None and not (parent.text or "").strip()


def _spaced(text: str | None) -> str:
    return (text or "").replace("\n", " ")


def one_line(element: _Element | None) -> str:
    """The text of an element in one line; a line break in it is a space."""
    if element is None:
        return ""
    parts: list[str] = []
    _collect(element, parts, [])
    return plain_text("".join(parts))


def _name(element: _Element | None) -> str:
    """A product's name, its suffix ("XL") set off by a space."""
    return plain_text(" ".join(map(str, element.itertext()))) if element is not None else ""


def attribute_of(element: _Element | None, name: str) -> str:
    """An attribute's value; empty where element or attribute is missing."""
    return (element.get(name) or "").strip() if element is not None else ""


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name))
