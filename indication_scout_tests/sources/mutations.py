"""Broken and hostile inputs made from whole ones, the same ones every time.

What belongs here: ways of spoiling bytes, JSON and XML. Which parser must survive them is in ``test_mutated_inputs``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from lxml import etree

EXPANDED = "EXPANDED-ENTITY-TEXT"
"""What an entity declared inside a document stands for; no result may hold it."""
DEEP = 100_000
"""Levels of nesting, far beyond what a recursive reader stands."""

Mutation = Callable[[bytes, random.Random], bytes]


# ------------------------------------------------------------------------------------------------ bytes
def truncated(body: bytes, chance: random.Random) -> bytes:
    return body[: chance.randrange(len(body) + 1)]


def flipped(body: bytes, chance: random.Random) -> bytes:
    """One to four bytes changed, to any value or to one that means something."""
    spoilt = bytearray(body)
    for _ in range(chance.randint(1, 4)):
        spoilt[chance.randrange(len(spoilt))] = chance.choice((chance.randrange(256), *b"<>&\"'[]{},:\\0 "))
    return bytes(spoilt)


def put_in(body: bytes, chance: random.Random) -> bytes:
    """Something no record holds, at any place."""
    oddities = (
        b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\\ud800", b"\\u0000", b"&nbsp;", b"&undeclared;", b"&#xD800;", b"&#0;",
        b"]]>", b"<![CDATA[", b"<!--", b"<?xml version='1.0'?>", b"NaN", b"-Infinity", b"1e999", b"9" * 5_000,
        b"\xef\xbb\xbf", b"\r", "\u202e\u2028\U0001f9ea".encode(),
    )  # fmt: skip
    at = chance.randrange(len(body) + 1)
    return body[:at] + chance.choice(oddities) + body[at:]


def nested_deep(body: bytes, chance: random.Random) -> bytes:
    """Opened and opened and never closed, or closed just as often, alone or in the middle of the record."""
    opening, closing = chance.choice(((b"[", b"]"), (b'{"a":', b"1}"), (b"<a>", b"</a>"), (b"<sec>", b"</sec>")))
    deep = opening * DEEP + chance.choice((b"", b"1" + closing * DEEP))
    at = chance.choice((0, chance.randrange(len(body))))
    return deep if chance.random() < 0.5 else body[:at] + deep + body[at:]


BYTES: tuple[Mutation, ...] = (truncated, flipped, put_in, put_in)
CSV: tuple[Mutation, ...] = BYTES


def some_way(ways: tuple[Mutation, ...], chance: random.Random) -> Mutation:
    """One of these, and now and then one that makes a large input."""
    large = (nested_deep, swollen) if ways is XML else (nested_deep,)
    return chance.choice(large) if chance.random() < 0.02 else chance.choice(ways)


def content_type(declared: str, chance: random.Random) -> str:
    """What a service says that it sends: mostly the truth."""
    lies = ("text/html", "application/xml", "application/json; charset=utf-16", "image/png", "", "x" * 5_000)
    return chance.choice(lies) if chance.random() < 0.1 else declared


# ------------------------------------------------------------------------------------------------ XML
def with_entities(body: bytes, chance: random.Random, file: str = "/etc/passwd") -> bytes:
    """Entities declared and used: ones that grow without bound, plain ones, and ones that name a file or a server."""
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    declared = chance.choice(
        (
            f'<!ENTITY l0 "{EXPANDED}">{laughs}<!ENTITY use "&l9;">',
            f'<!ENTITY use "{EXPANDED * 2_000}">',
            f'<!ENTITY use "{EXPANDED}">',
            f"<!ENTITY % inner \"<!ENTITY use '{EXPANDED}'>\"> %inner;",
            f'<!ENTITY use SYSTEM "file://{file}">',
            '<!ENTITY use SYSTEM "http://127.0.0.1:9/entity">',
            f'<!ENTITY % outer SYSTEM "file://{file}"> %outer; <!ENTITY use "{EXPANDED}">',
        )
    )
    doctype = f"<!DOCTYPE doc [{declared}]>"
    start = body.rfind(b"?>") + 2 if body.startswith(b"<?xml") else 0
    if (old := body.find(b"<!DOCTYPE", start)) >= 0:
        start = body.index(b">", old) + 1
    whole = bytearray(body[start:])
    places = [at for at, byte in enumerate(whole) if byte == ord(">")]
    for at in sorted(chance.sample(places, k=min(3, len(places))), reverse=True):
        whole[at + 1 : at + 1] = b"&use;"
    return doctype.encode() + bytes(whole)


def pointing_out(body: bytes, chance: random.Random, file: str = "/etc/passwd") -> bytes:
    """Other ways for a document to name a file or a server: its DTD, an inclusion, a style sheet, a schema."""
    start = body.find(b"?>") + 2 if body.startswith(b"<?xml") else 0
    if (old := body.find(b"<!DOCTYPE", start)) >= 0:
        start = body.index(b">", old) + 1
    rest, address = body[start:], chance.choice((f"file://{file}", "http://127.0.0.1:9/x", "//127.0.0.1:9/x", file))
    at = rest.find(b">", chance.randrange(len(rest))) + 1
    include = f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{address}" parse="text"/>'.encode()
    return chance.choice(
        (
            f'<!DOCTYPE doc SYSTEM "{address}">'.encode() + rest,
            f'<!DOCTYPE doc PUBLIC "-//X//Y" "{address}" [<!ATTLIST AbstractText Label CDATA "default">]>'.encode()
            + rest,
            f'<?xml-stylesheet href="{address}" type="text/xsl"?>'.encode() + rest,
            rest[:at] + include + rest[at:],
        )
    )


def swollen(body: bytes, chance: random.Random) -> bytes:
    """One thing far too large in a document that is well formed: an attribute, a name, a text, a row of children."""
    at = body.index(b">", chance.randrange(len(body) // 2)) + 1
    size = chance.choice((100_000, 2_000_000, 11_000_000))
    grown = chance.choice(
        (
            b'<a b="' + b"x" * size + b'"/>',
            b"<a " + b" ".join(b'n%d="1"' % number for number in range(size // 100)) + b"/>",
            b"<" + b"n" * (size // 10) + b"/>",
            b"<a>" + b"x " * (size // 2) + b"</a>",
            b"<a>" + b"<b/>" * (size // 20) + b"</a>",
            b"<a " + b" ".join(b'xmlns:n%d="u:%d"' % (number, number) for number in range(size // 1_000)) + b"/>",
            b"&amp;" * (size // 10),
        )
    )
    return body[:at] + grown + body[at:]


def rearranged(body: bytes, chance: random.Random) -> bytes:
    """Still well formed: elements dropped, doubled, moved, renamed, emptied, or nested as deep as XML may be."""
    root = etree.fromstring(body)
    for _ in range(chance.randint(1, 3)):
        elements = [element for element in root.iterdescendants() if isinstance(element.tag, str)]
        if not elements:
            break
        element = chance.choice(elements)
        match chance.randrange(7):
            case 0 if (parent := element.getparent()) is not None:
                parent.remove(element)
            case 1 if (parent := element.getparent()) is not None:
                parent.append(deepcopy(element))
            case 2:
                root.insert(0, element)
            case 3:
                element.tag = chance.choice(elements).tag
            case 4:
                element.text = chance.choice(
                    ("", " ", "9" * 5_000, "9" * 30, "0", "-1", "2020-13-99", "\u202e", "x" * 20_000)
                )
            case 5:
                for name in element.attrib:
                    element.set(name, chance.choice(("", "N", "9" * 500, "\u202e")))
            case _:
                for _ in range(200):
                    element = etree.SubElement(element, element.tag)
                element.text = "deep"
    return etree.tostring(root)


XML: tuple[Mutation, ...] = (
    *BYTES, pointing_out, with_entities, with_entities, *(rearranged,) * (len(BYTES) + 4),
)  # fmt: skip
"""Half of them leave the XML well formed: a broken one never reaches the reader of records."""


# ------------------------------------------------------------------------------------------------ JSON
def odd_values(chance: random.Random) -> Any:
    """A value of the wrong type, size or kind."""
    return chance.choice(
        (
            None, True, False, 0, -1, 3.5, float("nan"), float("inf"), 10**30, -(10**30), "", " ", "\x00", "a\x00b",
            "\ud800", "9" * 5_000, "9" * 30, "2020-02-30", "0000-00-00", "<b>&lt;i&gt;</b>", "&#x110000;", [],
            "99999999", [None], [[]], [[1]], ["x"], [{}], {}, {"": None}, {"a": {"a": []}}, "x" * 20_000, _nested(200),
        )
    )  # fmt: skip


def exchanged(body: bytes, chance: random.Random) -> bytes:
    """One to three values anywhere in the JSON exchanged for odd ones, dropped, or wrapped in a list."""
    try:
        whole = json.loads(body)
    except ValueError:
        return flipped(body, chance)
    for _ in range(chance.randint(1, 3)):
        holder, key = _somewhere(whole, chance)
        match chance.randrange(4):
            case _ if holder is None:
                whole = odd_values(chance)
            case 0 if isinstance(holder, dict):
                del holder[key]
            case 1:
                holder[key] = [holder[key]]
            case _:
                holder[key] = odd_values(chance)
    return json.dumps(whole).encode()


def _somewhere(value: Any, chance: random.Random) -> tuple[Any, Any]:
    """A place in the JSON by its holder and key, mostly a deep one; no holder where the whole holds nothing."""
    holder, key = None, None
    while value and isinstance(value, dict | list) and (holder is None or chance.random() < 0.85):
        holder = value
        key = chance.choice(list(holder)) if isinstance(holder, dict) else chance.randrange(len(holder))
        value = holder[key]
    return holder, key


def _nested(levels: int) -> Any:
    value: Any = "deep"
    for _ in range(levels):
        value = [value]
    return value


JSON: tuple[Mutation, ...] = (*BYTES, *(exchanged,) * len(BYTES))
"""Half of them leave the JSON whole: a broken one never reaches the reader of rows."""
