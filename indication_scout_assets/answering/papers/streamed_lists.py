"""A JSON object that is still being written: the elements of its lists, each as soon as it is whole.

What belongs here: reading ahead. What the object says in the end is read from its whole text; who acts on an element
before that compares the two.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_DECODER = json.JSONDecoder()
_BETWEEN = " \t\r\n,"


class StreamedLists:
    """Takes the text of an object piece by piece."""

    def __init__(self) -> None:
        self.ended: set[str] = set()
        """Names of the lists that were written to their end."""
        self._text = ""
        self._at = 0
        self._begun = False
        self._list = ""
        """The list that is being written; empty between two."""

    def take(self, piece: str) -> Iterator[tuple[str, Any]]:
        """Add a piece; gives each element that is whole now, with the name of its list.

        What is no JSON is waited for in vain: nothing more is given.
        """
        self._text += piece
        while self._skip(_BETWEEN):
            if not self._begun:
                if self._text[self._at] != "{":
                    return
                self._begun = True
                self._at += 1
            elif not self._list:
                if not self._next_member():
                    return
            elif self._text[self._at] == "]":
                self.ended.add(self._list)
                self._list = ""
                self._at += 1
            else:
                element = self._whole_value()
                if element is None:
                    return
                yield self._list, element[0]

    def _next_member(self) -> bool:
        """Read a name and what follows it up to its list; ``False`` where that is not there yet."""
        back = self._at
        name = self._whole_value()
        if name is not None and self._skip(" \t\r\n:"):
            if self._text[self._at] == "[":
                self._at += 1
                self._list = str(name[0])
                return True
            if self._whole_value() is not None:
                return True
        self._at = back
        return False

    def _whole_value(self) -> tuple[Any] | None:
        """The value at this place, which is then passed; ``None`` where its end is not there yet."""
        try:
            value, end = _DECODER.raw_decode(self._text, self._at)
        except (ValueError, RecursionError):
            return None
        if end == len(self._text) and isinstance(value, int | float):
            return None  # a number may go on
        self._at = end
        return (value,)

    def _skip(self, letters: str) -> bool:
        """Pass these letters; whether anything comes after them."""
        while self._at < len(self._text) and self._text[self._at] in letters:
            self._at += 1
        return self._at < len(self._text)
