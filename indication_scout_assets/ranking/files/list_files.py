"""Text files as users write them, lists among them: in UTF-8, with the mark that spreadsheets put first or without.

What belongs here: from a file to its text, and from a text to the entries of a list. What an entry means is its
reader's own affair.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ...domain.outcomes import PermanentFailure

STDIN = Path("-")


def read_text(path: Path) -> str:
    """The text of a file; ``-`` is standard input.

    Raises:
        PermanentFailure: it cannot be read, or is in another encoding.
    """
    try:
        content = sys.stdin.buffer.read() if path == STDIN else path.read_bytes()
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PermanentFailure(f"{path} is no text in UTF-8; save it as UTF-8.") from None
    except OSError as error:
        raise PermanentFailure(f"{path} cannot be read ({error.strerror}); give a text file.") from None


def list_entries(text: str, *, columns: bool = False) -> dict[int, str]:
    """The entries of a list by the numbers of their lines, without remarks after ``#``, quotes, and what is empty.

    Args:
        text: of the list.
        columns: whether an entry is the first of the columns of its line, which a tab or a comma ends.
    """
    entries = {}
    for number, line in enumerate(text.splitlines(), start=1):
        entry = line.partition("#")[0]
        if columns:
            entry = entry.replace("\t", ",").partition(",")[0]
        if entry := entry.strip().strip('"').strip():
            entries[number] = entry
    return entries
