"""Plain text: the one way from markup, entities and odd characters to the text that is stored, asked and matched.

What belongs here: strings. Elements of XML become strings in ``sources.formats.markup``, which reads raised and lowered
text by the rules of this module. Text is made plain where it comes in (from a source, a file, a user), so that
offsets hold in what is stored and a name that is asked for is spelt as the name that is kept.
"""

from __future__ import annotations

import html
import re
import unicodedata
from html.entities import html5

from ..domain.base import showable
from ..domain.letters import INVISIBLE

_DIGITS = "0123456789"
RAISED_DIGITS, _LOWERED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"
_RAISED = str.maketrans(f"{_DIGITS}+-−–()", f"{RAISED_DIGITS}⁺⁻⁻⁻⁽⁾")
_LOWERED = str.maketrans(f"{_DIGITS}+-−–()", f"{_LOWERED_DIGITS}₊₋₋₋₍₎")
_LETTERS = "abcdefghijklmnoprstuvwxyz"
RAISED_LETTERS = "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
"""Signs of notes: the letters that can be raised, all but q."""
_RAISED_LETTERS = str.maketrans(_LETTERS, RAISED_LETTERS)
_LEVEL = str.maketrans(_LOWERED_DIGITS, _DIGITS)
_NO_POWER = str.maketrans(f"{RAISED_DIGITS}⁺⁻", f"{_DIGITS}+-")
_NUMBERS = re.compile(r"[(+−–-]?\d+(?:[,–-] ?\d+)*[)+−–-]?")
"""``9``, ``-3``, ``2+``, ``1,2``: an exponent, a charge, the numbers of notes."""
_DECIMAL = re.compile(r"[+−–-]?\d+[.,·]\d+")
_NOTE_LETTERS = re.compile(rf"[{_LETTERS}](?:, ?[{_LETTERS}])*")
_EXPONENT = re.compile(rf"(?<=\d)[⁺⁻]?[{RAISED_DIGITS}]+")

_HYPHENS = re.compile("[\u2010\u2011\ufe63\uff0d]")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

_ENTITY = re.compile(r"&(?:#(?:\d{1,7}|[xX][0-9a-fA-F]{1,6})|[A-Za-z][A-Za-z0-9]{1,31});")
_BLOCKS = (
    "p|br|div|li|ul|ol|dl|dt|dd|h[1-6]|tr|td|th|table|tbody|thead|tfoot|caption|section|sec|title|blockquote|hr|break"
    "|list|list-item|abstract|abstracttext"
)
_INLINE = (
    "a|abbr|alternatives|annotation|article-title|b|bdo|big|body|bold|bold-italic|center|cite|code|col|colgroup|del|dfn"
    "|disp-formula|em|email|equationsource|ext-link|fig|font|head|html|i|img|inf|inline-formula|inline-graphic"
    "|inlineequation|ins|italic|kbd|label|link|mark|math|menclose|merror|meta|mfenced|mfrac|mi|mmultiscripts|mn|mo"
    "|monospace|mover|mpadded|mphantom|mprescripts|mroot|mrow|ms|mspace|msqrt|mstyle|msub|msubsup|msup|mtable|mtd"
    "|mtext|mtr|munder|munderover|named-content|nobr|none|overline|pre|q|roman|s|samp|sans-serif|sc|scp|script"
    "|semantics|small|span|strike|strong|style|styled-content|sub|sup|tex-math|tt|u|underline|uri|var|wbr|xref"
)
_ATTRIBUTES = r"""(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+)){0,20}\s*/?"""
_PREFIX = r"(?:[a-z]{1,10}:)?"
_COMMENT = re.compile(r"<!--.{0,2000}?-->|<!\[CDATA\[|\]\]>", re.DOTALL)
_BLOCK = re.compile(rf"</?{_PREFIX}(?:{_BLOCKS}){_ATTRIBUTES}>", re.IGNORECASE)
_INLINE_TAG = re.compile(rf"</?{_PREFIX}(?:{_INLINE}){_ATTRIBUTES}>", re.IGNORECASE)
_SHIFTED = re.compile(
    rf"<{_PREFIX}(?P<name>sup|sub|inf){_ATTRIBUTES}>(?P<inner>(?:(?!</?{_PREFIX}(?:sup|sub|inf)\b).){{0,200}}?)"
    rf"</{_PREFIX}(?P=name)\s*>",
    re.IGNORECASE | re.DOTALL,
)
_MOST_PASSES = 8
"""How many times markup may be escaped or nested in itself; services escape it twice at most."""


def plain_text(text: str) -> str:
    """The text in one line: without markup, entities, format characters and lone surrogates, in Unicode's form NFC.

    Raised and lowered text is kept as such (``raised``, ``lowered``), ends of paragraphs and the like are spaces.
    Escaped markup is markup (``&lt;i&gt;``), however often it was escaped. No letter and no digit of the words is lost:
    only elements of HTML, JATS and MathML are tags, so that ``p<0.05 and n>5`` stays. Plain text stays as it is.
    """
    return " ".join(_plain(text).split())


def plain_lines(text: str) -> str:
    """The same line by line, for a text whose lines mean something."""
    return "\n".join(" ".join(line.split()) for line in _plain(text).split("\n"))


def plain_characters(text: str) -> str:
    """The text with plain characters alone; markup and entities stay.

    Format characters go, hyphens of every kind are ``-``, lone surrogates U+FFFD, control characters spaces.
    """
    if text.isascii():
        return showable(text.replace("\x00", ""))
    text = _LONE_SURROGATE.sub("\ufffd", _HYPHENS.sub("-", INVISIBLE.sub("", text)))
    return showable(unicodedata.normalize("NFC", text))


def raised(text: str) -> str:
    """Raised text in the line: numbers as the signs there are for them, so that 10<sup>9</sup> is 10⁹ and never 109.

    A decimal number stands in brackets (``10^(-6.5)``), for which there are no signs. Letters one by one are the signs
    of notes and stand apart from what they are at (``20 mg ᵃ``), so that it can be read. Other words stay (``1st``).
    """
    words = " ".join(text.split())
    if _NUMBERS.fullmatch(words):
        return words.translate(_RAISED)
    if _NOTE_LETTERS.fullmatch(words):
        return f" {words.translate(_RAISED_LETTERS)}"
    return f"^({words})" if _DECIMAL.fullmatch(words) else text


def lowered(text: str) -> str:
    """Lowered text in the line: numbers as the signs there are for them (H₂O); other words stay (``Cmax``)."""
    return text.translate(_LOWERED) if _NUMBERS.fullmatch(text.strip()) else text


def level(text: str) -> str:
    """The text with lowered digits as plain ones, for comparing names (PDE₅); as long as before."""
    return text if text.isascii() else text.translate(_LEVEL)


def with_carets(text: str) -> str:
    """The text with exponents as ``10^-8``: for who compares letters without accents, which raised digits would not
    outlive (10⁹ is not 109)."""
    return _EXPONENT.sub(lambda exponent: "^" + exponent[0].translate(_NO_POWER), text)


def _plain(text: str) -> str:
    """One pass after the other, as what a pass leaves may be markup again."""
    text = plain_characters(text)
    for _ in range(_MOST_PASSES):
        if "&" not in text and "<" not in text:
            break
        before, text = text, plain_characters(_without_tags(_ENTITY.sub(_character, text)))
        if text == before:
            break
    return text


def _character(entity: re.Match[str]) -> str:
    name = entity[0][1:]
    return html.unescape(entity[0]) if name.startswith("#") else html5.get(name, entity[0])


def _without_tags(text: str) -> str:
    if "<" not in text:
        return text
    text = _SHIFTED.sub(_shifted, _COMMENT.sub("", text))
    return _INLINE_TAG.sub("", _BLOCK.sub(" ", text))


def _shifted(match: re.Match[str]) -> str:
    inner = _INLINE_TAG.sub("", match["inner"])
    return raised(inner) if match["name"].lower() == "sup" else lowered(inner)
