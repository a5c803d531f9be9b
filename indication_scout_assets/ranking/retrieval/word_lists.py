"""Texts cut into words: the first step of ranking by words and of the entity gate, and the one that costs most.

What belongs here: what a word is (letters and digits next to each other) and cutting fast. Stems are in ``lexical``,
roots and names in ``gate``.
"""

from __future__ import annotations

import re

KEPT_WORDS = 200_000
"""Words whose stems or roots are kept: several thousand abstracts' worth."""
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
# Bytes of letters beyond ASCII stay as they are; a table over bytes takes a fifth of the time of a pattern.
_AS_WRITTEN = bytes(byte if byte > 127 or chr(byte).isalnum() else ord(" ") for byte in range(256))
_SMALL = _AS_WRITTEN.lower()


def words_in(text: str) -> list[bytes]:
    """The words of ``text`` as written, in order: what ``[^\\W_]+`` finds, in UTF-8.

    They are keys of tables, looked up once and forgotten; making strings of them would cost more than that.
    """
    if not text.isascii():
        for char in set(_BEYOND_ASCII.findall(text)):
            if not char.isalnum():
                text = text.replace(char, " ")
    return text.encode().translate(_AS_WRITTEN).split()


def small_words_in(text: str) -> list[bytes]:
    """The same in small letters."""
    if not text.isascii():
        for char in set(_BEYOND_ASCII.findall(text)):
            small = "".join(c if c.isalnum() else " " for c in char.lower())  # one letter may become two signs
            if small != char:
                text = text.replace(char, small)
    return text.encode().translate(_SMALL).split()
